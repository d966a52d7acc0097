"""Which tag is the release: the highest version among those that a pattern names, never the newest by date."""

import re
from collections.abc import Iterable

from errgate.core import glob
from errgate.core.config import ReleaseRule

VERSION = re.compile(
    r"(?P<numbers>\d+(?:\.\d+){0,3})(?:-(?P<pre>[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+(?P<build>[0-9A-Za-z.-]+))?", re.ASCII
)

Order = tuple[tuple[int, ...], int, tuple[tuple[int, int, str], ...], str]


def choose(tags: Iterable[tuple[str, str]], rule: ReleaseRule) -> tuple[str, str] | None:
    """The (tag, commit id) with the highest version among the tags that the rule's pattern names, or None.

    Versions are ordered as semver.org 2.0.0 says; pre-releases count only where the rule asks for them. Tags that carry no
    version after the pattern's literal prefix are ignored.
    """
    pattern = glob.compile([rule.value])
    found: list[tuple[Order, str, str]] = []
    for name, sha in tags:
        if pattern.matches(name):
            order = version(name, rule.value)
            if order is not None and (rule.prereleases or order[1] == 1):
                found.append((order, name, sha))
    if not found:
        return None
    _, name, sha = max(found)
    return name, sha


def version(name: str, pattern: str) -> Order | None:
    """The order of a tag's version: numbers, release before pre-release, the pre-release's identifiers. None: no version."""
    prefix = re.match(r"[^*?\[]*", pattern)
    rest = name[len(prefix.group()) :] if prefix and name.startswith(prefix.group()) else name.rpartition("/")[2]
    if prefix and rest and prefix.group()[-1:].isdigit():
        rest = name[len(re.sub(r"[\d.]*$", "", prefix.group())) :]
    match = VERSION.fullmatch(rest.removeprefix("v"))
    if match is None or len(rest) > 200:
        return None
    numbers = tuple(int(part) for part in match["numbers"].split("."))
    numbers += (0,) * (4 - len(numbers))
    pre = match["pre"]
    parts = tuple((0, int(part), "") if part.isdigit() else (1, 0, part) for part in pre.split(".")) if pre else ()
    return numbers, 0 if pre else 1, parts, match["build"] or ""
