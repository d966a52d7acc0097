"""Which tag is the release: the highest version among the tags that a pattern names, never the newest by date."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from errgate.core import glob
from errgate.core.config import ReleaseRule
from errgate.errors import UsageError

_VERSION = re.compile(
    r"""[vV]?
    (?P<core>[0-9]+(?:\.[0-9]+){0,3})
    (?:-(?P<pre>[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?
    (?:\+(?P<build>[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?""",
    re.VERBOSE,
)
_BEGUN = re.compile(r"(?:(?<=[/@_-])|\A)[vV]?[0-9][0-9.]*\Z")
"""A version that has begun inside a pattern's literal prefix, as in ``v1.*``."""

_Number = tuple[int, str]
"""A run of digits as (how many without leading zeros, those digits): compares as the number does, at any length."""
_Identifier = tuple[int, _Number, str]


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Version:
    """A version in the order of semver.org 2.0.0; missing components count as 0.

    ``parts`` and ``build`` only break ties, so that the choice is the same on every run.
    """

    core: tuple[_Number, ...]
    final: bool
    """False for a pre-release, which comes before its release."""
    pre: tuple[_Identifier, ...]
    parts: int
    """Components that were written: v2.0.0 is preferred to a floating v2."""
    build: tuple[_Identifier, ...]

    @property
    def rank(self) -> tuple[tuple[_Number, ...], bool, tuple[_Identifier, ...]]:
        """What is compared between two versions, without what only breaks ties."""
        return self.core, self.final, self.pre


def choose(tags: Iterable[tuple[str, str]], rule: ReleaseRule) -> tuple[str, str] | None:
    """The (name, commit id) of the highest version among the tags that the rule's pattern names, or None.

    Tags that are no versions are ignored, pre-releases too unless the rule asks for them. Raises UsageError for a
    pattern outside the glob dialect.
    """
    found = _versions(tags, rule)
    if not found:
        return None
    _, name, sha = max(found)
    return name, sha


def before(tags: Iterable[tuple[str, str]], rule: ReleaseRule, release: tuple[str, str]) -> str | None:
    """The tag of the highest version below a release, which is a (name, commit id); None where there is none.

    Where the release itself has no version, it is the highest of another commit. Raises UsageError as ``choose`` does.
    """
    found = _versions(tags, rule)
    own = [version.rank for version, name, _ in found if name == release[0]]
    own = own or [version.rank for version, _, sha in found if sha == release[1]]
    lower = [
        (version, name) for version, name, sha in found if sha != release[1] and (not own or version.rank < max(own))
    ]
    return max(lower)[1] if lower else None


def _versions(tags: Iterable[tuple[str, str]], rule: ReleaseRule) -> list[tuple[Version, str, str]]:
    """(version, name, commit id) of each tag that the rule's pattern names."""
    try:
        globs, start = glob.compile([rule.value]), glob.literal_start(rule.value)
    except glob.GlobInvalid as error:
        raise UsageError(f"The release's tag pattern cannot be used: {error.problem}", fix=error.fix) from error
    begun = _BEGUN.search(start)
    cut = begun.start() if begun else len(start)
    return [
        (version, name, sha)
        for name, sha in tags
        if globs.matches(name) and (version := parse(name[cut:])) is not None and (version.final or rule.prereleases)
    ]


def parse(text: str) -> Version | None:
    """The version that a text is, or None.

    Semantic versions, with a leading ``v`` or without, and those with one, two or four components, and calendar
    versions, whose components may start with 0.
    """
    match = _VERSION.fullmatch(text)
    if match is None:
        return None
    core = [_number(part) for part in match["core"].split(".")]
    pre = match["pre"].split(".") if match["pre"] else []
    if any(len(part) > 1 and part[0] == "0" and part.isdigit() for part in pre):
        return None
    return Version(
        core=tuple(core + [_number("0")] * (4 - len(core))),
        final=not pre,
        pre=tuple(_identifier(part) for part in pre),
        parts=len(core),
        build=tuple(_identifier(part) for part in match["build"].split(".")) if match["build"] else (),
    )


def _number(digits: str) -> _Number:
    stripped = digits.lstrip("0")
    return len(stripped), stripped


def _identifier(text: str) -> _Identifier:
    """Numbers before words, numbers by value, words by their ASCII order."""
    return (0, _number(text), "") if text.isdigit() else (1, (0, ""), text)
