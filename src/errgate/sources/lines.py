"""Where the values of a document begin: a tree of lines that grows with the document, not with its depth."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence

TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"?+|[\[\]{}:,]|[^\s\[\]{}:,"]++', re.DOTALL)
"""One token of JSON. It never backtracks, and an unclosed string is one token, so that any text is read once."""


class Lines:
    """The 1-based line of one place, and the places below it. A member's line is its key's."""

    __slots__ = ("below", "line")

    def __init__(self, line: int, below: Mapping[str, "Lines"] | None = None) -> None:
        self.line = line
        self.below: dict[str, Lines] = below if isinstance(below, dict) else {}

    def find(self, tokens: Sequence[str]) -> int:
        """The line of a place, or of the nearest place around it that exists."""
        here = self
        for token in tokens:
            below = here.below.get(token)
            if below is None:
                break
            here = below
        return here.line


def tokens(text: str) -> Iterator[tuple[str, int]]:
    """The tokens of a JSON text with their lines. Tolerates any text, so that errors can be placed."""
    line, last = 1, 0
    for match in TOKEN.finditer(text):
        start = match.start()
        line += text.count("\n", last, start)
        last = start
        yield match.group(), line


class _Frame:
    """An open array or object while its places are collected."""

    __slots__ = ("index", "key", "key_line", "place")

    def __init__(self, place: Lines, index: int) -> None:
        self.place = place
        self.index = index
        """The next index, or -1 in an object."""
        self.key: str | None = None
        self.key_line = 0


def of_json(text: str) -> Lines:
    """The lines of every value in a JSON text that is known to be valid."""
    root = Lines(1)
    open_frames: list[_Frame] = []
    for token, line in tokens(text):
        first = token[0]
        if first in ",:":
            continue
        if first in "]}":
            open_frames.pop()
            continue
        frame = open_frames[-1] if open_frames else None
        if frame is None:
            place = root = Lines(line)
        elif frame.index >= 0:
            place = frame.place.below[str(frame.index)] = Lines(line)
            frame.index += 1
        elif frame.key is None:
            frame.key, frame.key_line = json.loads(token), line
            continue
        else:
            place = frame.place.below[frame.key] = Lines(frame.key_line)
            frame.key = None
        if first in "{[":
            open_frames.append(_Frame(place, -1 if first == "{" else 0))
    return root


def repeated_key(text: str) -> tuple[str, int, int] | None:
    """The first key that an object repeats, with the lines of both places. None where there is none."""
    scopes: list[dict[str, int] | None] = []
    before = ""
    pending: tuple[str, int] | None = None
    for token, line in tokens(text):
        if token == ":" and pending is not None and scopes:
            scope = scopes[-1]
            key = _unquoted(pending[0])
            if scope is not None and key is not None:
                if key in scope:
                    return key, scope[key], pending[1]
                scope[key] = pending[1]
        elif token in "{[":
            scopes.append({} if token == "{" else None)
        elif token in "}]" and scopes:
            scopes.pop()
        pending = (token, line) if token[0] == '"' and before in ("{", ",") else None
        before = token
    return None


def _unquoted(token: str) -> str | None:
    try:
        found = json.loads(token)
    except ValueError:
        return None
    return found if isinstance(found, str) else None
