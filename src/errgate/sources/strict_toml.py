"""TOML 1.0 for contract files: the value, and the line of each table and key. Dates and times come as their text.

Python's parser says what is wrong; a scanner of one pass bounds the depth before it runs, since that parser recurses
and copies long dotted keys, and finds the lines.
"""

import datetime
import math
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping

from errgate.core.value import Json
from errgate.errors import Unreadable
from errgate.sources.lines import Lines

DEPTH = 100
"""Levels of nesting that are read: tables, dotted keys, arrays and inline tables together."""
MOST_DIGITS = 1000
LEAST, MOST = -(2**63), 2**63 - 1
"""The whole numbers that TOML 1.0 asks for."""
TOKEN = re.compile(
    r'"""(?:[^"\\]++|\\.|"(?!""))*+(?:"{3,5})?+'
    r"|'''(?:[^']++|'(?!''))*+(?:'{3,5})?+"
    r'|"(?:[^"\\\n]++|\\[^\n])*+"?+'
    r"|'[^'\n]*+'?+"
    r"|\#[^\n]*+|[\[\]{}=,.]|\n|[^\s\[\]{}=,.\#\"']++",
    re.DOTALL,
)
"""One token of TOML. It never backtracks, and an unclosed string is one token, so that any text is read once."""
REPEATED = ("Cannot overwrite a value", "Duplicate inline table key")
PLACE = re.compile(r"\(at (?:line (\d+), column \d+|end of document)\)$")
WORDS = {
    "Cannot overwrite a value": "a key is a value and a table",
    "Cannot mutate immutable namespace": "a table is extended that was written out before",
}


def parse(text: str, path: str) -> tuple[Json, Lines]:
    """The value of a TOML text, and the lines of its places.

    Raises Unreadable with the line. Refused beside syntax errors: duplicate keys, nan and inf, numbers of over a thousand
    digits, nesting deeper than 100.
    """
    text = text.replace("\r\n", "\n")
    scanner = _Scanner(text, path)
    places = scanner.run()
    try:
        found = tomllib.loads(text, parse_float=_float)
    except _NoNumber as error:
        raise _refused_number(error.literal, text, path) from error
    except tomllib.TOMLDecodeError as error:
        raise _explained(error, scanner) from error
    except (ValueError, RecursionError) as error:
        raise Unreadable(
            f"not valid TOML: {str(error)[:200]}.", path=path, fix="Write long numbers as text, in quotes."
        ) from error
    return _plain(found, places, path), places


class _NoNumber(Exception):
    def __init__(self, literal: str) -> None:
        super().__init__(literal)
        self.literal = literal


def _float(literal: str) -> float:
    value = float(literal) if len(literal) <= MOST_DIGITS else float("inf")
    if not math.isfinite(value):
        raise _NoNumber(literal)
    return value


def _refused_number(literal: str, text: str, path: str) -> Unreadable:
    at = re.search(rf"(?<![\w.+-]){re.escape(literal)}(?![\w.+-])", text)
    return Unreadable(
        f"not valid here: {literal[:40]} is no number that JSON can hold.",
        path=path,
        line=text.count("\n", 0, at.start()) + 1 if at else None,
        fix="Write a finite number, or a text in quotes.",
    )


def _explained(error: tomllib.TOMLDecodeError, scanner: "_Scanner") -> Unreadable:
    words, text, path = str(error), scanner.text, scanner.path
    place = PLACE.search(words)
    line = None
    if place is not None:
        words = words[: place.start()].strip()
        line = int(place[1]) if place[1] else text.count("\n", 0, len(text.rstrip())) + 1
    if scanner.repeated is not None and words.startswith(REPEATED):
        key, first, line = scanner.repeated
        shown = key if len(key) <= 60 else f"{key[:57]}..."
        problem = f"the key {shown!r} occurs twice (lines {first} and {line})"
        return Unreadable(f"not valid TOML: {problem}.", path=path, line=line, fix="Keep one of them.")
    problem = WORDS.get(words, f"{words[:1].lower()}{words[1:200]}")
    return Unreadable(f"not valid TOML: {problem}.", path=path, line=line, fix="Correct the TOML there.")


def _plain(value: object, places: Lines, path: str) -> Json:
    """The same value without dates and times: they become text, as RFC 3339 writes them."""
    if isinstance(value, dict):
        return {key: _plain(item, places.below.get(key, places), path) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item, places.below.get(str(index), places), path) for index, item in enumerate(value)]
    if isinstance(value, datetime.datetime | datetime.date | datetime.time):
        return value.isoformat().replace("+00:00", "Z")
    if isinstance(value, int) and not LEAST <= value <= MOST:
        raise Unreadable(
            "not valid TOML: a whole number of more than 64 bits.",
            path=path,
            line=places.line,
            fix="Write it as text, in quotes.",
        )
    assert isinstance(value, bool | int | float | str)
    return value


class _Frame:
    """An open array or inline table. ``index`` is the next index of an array, -1 in a table."""

    __slots__ = ("deep", "index", "place")

    def __init__(self, place: Lines, index: int, deep: int) -> None:
        self.place = place
        self.index = index
        self.deep = deep


class _Scanner:
    """Finds the lines of tables, keys and items. Takes any text, since it runs before the parser says what is wrong."""

    def __init__(self, text: str, path: str) -> None:
        self.text = text
        self.path = path
        self.root = Lines(1)
        self.table = self.root
        self.table_deep = 0
        self.arrays: dict[int, int] = {}
        """The id of a place that is an array of tables, with the index of its last table."""
        self.frames: list[_Frame] = []
        self.key: list[str] = []
        """The parts of the key that is being read."""
        self.header = ""
        """``[`` or ``[[`` in the line of a table's name."""
        self.state: Callable[[str, int], None] = self.take_key
        self.repeated: tuple[str, int, int] | None = None
        """The first key that is assigned twice, with both lines."""

    def run(self) -> Lines:
        for token, line in self.tokens():
            if token[0] == "#" or (token == "\n" and self.frames):
                continue
            if token == "\n":
                self.key, self.header, self.state = [], "", self.take_key
            else:
                self.state(token, line)
        return self.root

    def take_key(self, token: str, line: int) -> None:
        if token == "[" and not self.key and not self.frames:
            self.header, self.state = token, self.take_header
        elif token == "=":
            self.state = self.take_value
        elif token == "}" and self.frames:
            self.close()
        elif token not in ".,[]{}":
            self.extend(token, line)

    def take_header(self, token: str, line: int) -> None:
        if token == "]":
            self.open_table(line, array=self.header == "[[")
            self.state = self.take_rest
        elif token == "[" and not self.key:
            self.header += token
        elif token != ".":
            self.extend(token, line)

    def take_value(self, token: str, line: int) -> None:
        frame = self.frames[-1] if self.frames else None
        if frame is not None and frame.index >= 0:
            if token in "],}":
                if token == "]":
                    self.close()
                return
            place = frame.place.below[str(frame.index)] = Lines(line)
            frame.index += 1
            deep = frame.deep + 1
        else:
            place = self.member(frame.place if frame is not None else self.table, line)
            deep = len(self.key) + (frame.deep if frame is not None else self.table_deep)
        self.key = []
        if token not in ("[", "{"):
            self.state = self.take_rest
            return
        if deep > DEPTH:
            raise self.too_deep(line)
        self.frames.append(_Frame(place, 0 if token == "[" else -1, deep))
        self.state = self.take_value if token == "[" else self.take_key

    def take_rest(self, token: str, line: int) -> None:  # noqa: ARG002  (as the other states)
        if self.frames and token == ",":
            self.state = self.take_value if self.frames[-1].index >= 0 else self.take_key
        elif self.frames and token in "]}":
            self.close()

    def close(self) -> None:
        self.frames.pop()
        self.state = self.take_rest

    def tokens(self) -> Iterator[tuple[str, int]]:
        line, last = 1, 0
        for match in TOKEN.finditer(self.text):
            start = match.start()
            line += self.text.count("\n", last, start)
            last = start
            yield match.group(), line

    def extend(self, token: str, line: int) -> None:
        self.key.append(_key(token))
        outer = 0 if self.header else self.table_deep
        if len(self.key) + (self.frames[-1].deep if self.frames else outer) > DEPTH:
            raise self.too_deep(line)

    def too_deep(self, line: int) -> Unreadable:
        return Unreadable(
            f"nested deeper than {DEPTH} levels.", path=self.path, line=line, fix="Write fewer levels of nesting."
        )

    def open_table(self, line: int, *, array: bool) -> None:
        here, key = self.root, self.key
        for index, token in enumerate(key):
            last = index == len(key) - 1
            below = here.below.get(token)
            if below is None:
                below = here.below[token] = Lines(line)
            elif last and not array:
                below.line = line
            here = below
            if last and array:
                number = self.arrays[id(here)] = self.arrays.get(id(here), -1) + 1
                here.below[str(number)] = Lines(line)
            if id(here) in self.arrays:
                here = here.below[str(self.arrays[id(here)])]
        self.table, self.table_deep, self.key = here, len(key), []

    def member(self, here: Lines, line: int) -> Lines:
        """The place of the dotted key that was read, made where it is new."""
        for index, token in enumerate(self.key):
            below = here.below.get(token)
            if below is None:
                below = here.below[token] = Lines(line)
            elif index == len(self.key) - 1 and self.repeated is None:
                self.repeated = (token, below.line, line)
            here = below
        return here


def _key(token: str) -> str:
    """The name that a key's token stands for."""
    if token[0] == "'":
        return token.strip("'")
    if token[0] != '"':
        return token
    try:
        found: Mapping[str, object] = tomllib.loads(f"{token} = 1")
    except (ValueError, RecursionError):
        return token
    return next(iter(found), token)
