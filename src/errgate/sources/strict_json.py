"""Strict JSON (RFC 8259): what Python's parser lets through silently is refused here, with the line."""

import json
import re
from collections.abc import Iterator

from errgate.core.value import Json
from errgate.errors import Unreadable

DEPTH = 100
SURROGATE = re.compile("[\ud800-\udfff]")
TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)
NUMBER_DIGITS = 1000


class _Refused(ValueError):
    pass


def parse(text: str, path: str) -> Json:
    """The value of a JSON text. Raises Unreadable with the line for anything that is not strict JSON.

    Refused beside syntax errors: duplicate keys, NaN and Infinity, numbers beyond a double or of over a thousand digits,
    lone surrogates, nesting deeper than 100.
    """
    _depth(text, path)
    try:
        value: Json = json.loads(
            text, object_pairs_hook=_object, parse_constant=_constant, parse_float=_float, parse_int=_int
        )
    except _Refused as error:
        raise Unreadable(
            f"not valid JSON: {error.args[0]}.", path=path, line=_find(text, error), fix=error.args[1]
        ) from error
    except json.JSONDecodeError as error:
        raise Unreadable(
            f"not valid JSON: {error.msg[0].lower()}{error.msg[1:]}.",
            path=path,
            line=error.lineno,
            fix="Correct the JSON there.",
        ) from error
    if "\\u" in text and _has_surrogate(value):
        raise Unreadable(
            "not valid JSON: half of a surrogate pair stands alone.",
            path=path,
            line=_line(text, re.search(r"\\u[dD][89a-fA-F]", text)),
            fix="Write the whole pair, or the character itself.",
        )
    return value


def _depth(text: str, path: str) -> None:
    if text.count("[") + text.count("{") <= DEPTH:
        return
    depth = 0
    for match in TOKEN.finditer(text):
        char = match.group()
        if char in "[{":
            depth += 1
            if depth > DEPTH:
                raise Unreadable(
                    f"nested deeper than {DEPTH} levels.", path=path, line=_line(text, match), fix="Record less."
                )
        elif char in "]}":
            depth -= 1


def _line(text: str, match: re.Match[str] | None) -> int | None:
    return None if match is None else text.count("\n", 0, match.start()) + 1


def _object(pairs: list[tuple[str, Json]]) -> Json:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _Refused(f"the key {key!r} occurs twice in one object", "Keep one of them.", key)
            seen.add(key)
    return found


def _constant(name: str) -> Json:
    raise _Refused(f"{name} is no JSON number", "Write a number or null.", name)


def _float(literal: str) -> float:
    value = float(literal)
    if value in (float("inf"), float("-inf")):
        raise _Refused(
            f"{literal[:40]} is larger than any number a reader can hold", "Write a smaller number.", literal
        )
    return value


def _int(literal: str) -> int:
    if len(literal) > NUMBER_DIGITS:
        raise _Refused(f"a number of {len(literal)} digits", "Write it as a string.", literal)
    return int(literal)


def _find(text: str, error: _Refused) -> int | None:
    """The line of what was refused: the second place of a repeated key, else the first place of the word."""
    word = error.args[2]
    if "twice" in error.args[0]:
        return _second_key(text, word)
    at = text.find(word)
    return None if at < 0 else text.count("\n", 0, at) + 1


def _second_key(text: str, key: str) -> int | None:
    scopes: list[set[str]] = []
    for match in TOKEN.finditer(text):
        token = match.group()
        if token in "[{":
            scopes.append(set())
        elif token in "]}":
            scopes = scopes[:-1]
        elif (
            text[match.end() :].lstrip()[:1] == ":"
            if len(text) < 100_000
            else text[match.end() : match.end() + 80].lstrip()[:1] == ":"
        ):
            name = json.loads(token, strict=False)
            if scopes and name in scopes[-1] and name == key:
                return text.count("\n", 0, match.start()) + 1
            if scopes:
                scopes[-1].add(name)
    return None


def _has_surrogate(value: Json) -> bool:
    return any(SURROGATE.search(text) for text in _texts(value))


def _texts(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)


PIECE = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{},:]|[^\s\[\]{},:"]+', re.DOTALL)


def lines(text: str) -> dict[tuple[str, ...], int]:
    """Place → 1-based line of every value in a text that is known to be valid; a member's line is its key's."""
    found: dict[tuple[str, ...], int] = {}
    stack: list[tuple[str, int]] = []
    path: list[str] = []
    line, last, pending = 1, 0, ""
    expect_key = False
    for match in PIECE.finditer(text):
        line += text.count("\n", last, match.start())
        last = match.start()
        token = match.group()
        if token == ",":
            path = path[:-1]
            kind, index = stack[-1]
            stack[-1] = (kind, index + 1)
            expect_key = kind == "{"
            if kind == "[":
                path.append(str(index + 1))
            continue
        if token == ":":
            expect_key = False
            continue
        if token in "]}":
            if stack[-1][1] >= 0 and path and len(path) >= len(stack):
                path = path[: len(stack) - 1]
            stack.pop()
            continue
        if expect_key:
            pending = json.loads(token, strict=False)
            path.append(pending)
            found.setdefault(tuple(path), line)
            expect_key = False
            continue
        found.setdefault(tuple(path), line)
        if token == "{":
            stack.append(("{", 0))
            expect_key = True
        elif token == "[":
            stack.append(("[", 0))
            following = text[match.end() : match.end() + 400].lstrip()[:1]
            if following != "]":
                path.append("0")
    return found
