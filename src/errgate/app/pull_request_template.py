"""The pull-request template's section for impact sentences: which templates lack it, and what they look like with it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from errgate.app.description import is_template
from errgate.core.discovery.proposal import INSTRUCTION, SECTION

NEW = ".github/pull_request_template.md"
HAS_SECTION = re.compile(r"consumer[ -]impact", re.IGNORECASE)
LARGEST = 500_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Templates:
    """What is to be done. ``files``: path → bytes afterwards; ``notes``: what is left alone, and why."""

    files: Mapping[str, bytes]
    appended: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def plan(paths: Sequence[str], contents: Mapping[str, bytes | None]) -> Templates:
    """``paths``: the templates that are there; ``contents``: what they hold, None for what cannot be read."""
    if not paths:
        return Templates(files={NEW: f"{SECTION}\n\n{INSTRUCTION}\n".encode()})
    files: dict[str, bytes] = {}
    notes: list[str] = []
    for path in paths:
        data = contents.get(path)
        if data is None:
            notes.append(
                f"{path} is no regular file of a usual size and was left alone; add a heading “Consumer impact” to it."
            )
        elif b"\0" in data:
            notes.append(f"{path} is not UTF-8 and was left alone; add a heading “Consumer impact” to it.")
        elif HAS_SECTION.search(data.decode("utf-8", "replace")) is None:
            files[path] = appended(data)
    return Templates(files=files, appended=tuple(files), notes=tuple(notes))


def templates(paths: Sequence[str]) -> list[str]:
    """The paths that GitHub takes for pull-request templates."""
    return [path for path in paths if is_template(path)]


def appended(data: bytes) -> bytes:
    """A template with the section at its end: nothing before it is touched, its line ends are kept."""
    end = b"\r\n" if b"\r\n" in data else b"\n"
    section = f"{SECTION}\n\n{INSTRUCTION}\n".encode().replace(b"\n", end)
    if not data.strip():
        return data + section
    return data + (b"" if data.endswith(b"\n") else end) + end + section
