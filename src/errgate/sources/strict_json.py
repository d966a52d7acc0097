"""Strict JSON (RFC 8259): what Python's parser lets through silently is refused here, with the line."""

import json
import re
from collections.abc import Iterator

from errgate.core.value import Json
from errgate.errors import Unreadable
from errgate.sources import lines

DEPTH = 100
"""Levels of nesting that are read."""
DIGITS = 1000
"""Digits that a number may have."""
SURROGATE = re.compile("[\ud800-\udfff]")
ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


class _Refused(ValueError):
    """A value that Python's parser would take. ``literal`` is the token to look for; None for a repeated key."""

    def __init__(self, problem: str, fix: str, literal: str | None = None) -> None:
        super().__init__(problem)
        self.problem = problem
        self.fix = fix
        self.literal = literal


def parse(text: str, path: str) -> Json:
    """The value of a JSON text. Raises Unreadable with the line for anything that is not strict JSON.

    Refused beside syntax errors: duplicate keys, NaN and Infinity, numbers beyond a double or of over a thousand
    digits, lone surrogates, nesting deeper than 100.
    """
    if text.count("[") + text.count("{") > DEPTH and _deep_line(text) is not None:
        raise _too_deep(text, path)  # before parsing: how deep the parser can go differs between Pythons
    try:
        value: Json = json.loads(
            text, object_pairs_hook=_object, parse_constant=_constant, parse_float=_float, parse_int=_int
        )
    except _Refused as error:
        raise _explained(error, text, path) from error
    except json.JSONDecodeError as error:
        raise Unreadable(
            f"not valid JSON: {_syntax(error)}.", path=path, line=error.lineno, fix="Correct the JSON there."
        ) from error
    if ESCAPED_SURROGATE.search(text) and _has_surrogate(value):
        raise Unreadable(
            "not valid JSON: half of a surrogate pair stands alone.",
            path=path,
            line=_surrogate_line(text),
            fix="Write the whole pair, or the character itself.",
        )
    return value


def _object(pairs: list[tuple[str, Json]]) -> Json:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _Refused("a key occurs twice in one object", "Keep one of them.")
    return found


def _constant(name: str) -> Json:
    raise _Refused(f"{name} is no JSON number", "Write a number or null.", name)


def _float(literal: str) -> float:
    if len(literal) > DIGITS:
        raise _Refused(f"a number of {len(literal)} characters", "Write it as a string.", literal)
    value = float(literal)
    if value in (float("inf"), float("-inf")):
        raise _Refused(
            f"{literal[:40]} is larger than any number a reader can hold", "Write a smaller number.", literal
        )
    return value


def _int(literal: str) -> int:
    if len(literal) > DIGITS:
        raise _Refused(f"a number of {len(literal)} digits", "Write it as a string.", literal)
    return int(literal)


def _syntax(error: json.JSONDecodeError) -> str:
    """The parser's words, said so that they help."""
    if error.msg.startswith("Extra data"):
        return "there is more text after the end of the value"
    words = error.msg.removesuffix(" at")
    return f"{words[0].lower()}{words[1:]} (column {error.colno})"


def _explained(error: _Refused, text: str, path: str) -> Unreadable:
    if error.literal is None:
        found = lines.repeated_key(text)
        if found is not None:
            key, first, second = found
            shown = key if len(key) <= 60 else f"{key[:57]}..."
            problem = f"not valid JSON: the key {shown!r} occurs twice in one object (lines {first} and {second})."
            return Unreadable(problem, path=path, line=second, fix=error.fix)
        return Unreadable(f"not valid JSON: {error.problem}.", path=path, fix=error.fix)
    line = next((line for token, line in lines.tokens(text) if token == error.literal), None)
    return Unreadable(f"not valid JSON: {error.problem}.", path=path, line=line, fix=error.fix)


def _too_deep(text: str, path: str) -> Unreadable:
    return Unreadable(
        f"nested deeper than {DEPTH} levels.", path=path, line=_deep_line(text), fix="Record fewer levels of nesting."
    )


def _deep_line(text: str) -> int | None:
    depth = 0
    for token, line in lines.tokens(text):
        if token in "[{":
            depth += 1
            if depth > DEPTH:
                return line
        elif token in "]}":
            depth -= 1
    return None


def _has_surrogate(value: Json) -> bool:
    return any(SURROGATE.search(text) for text in _texts(value))


def _texts(value: Json) -> Iterator[str]:
    pending: list[Json] = [value]
    while pending:
        each = pending.pop()
        if isinstance(each, str):
            yield each
        elif isinstance(each, dict):
            yield from each
            pending.extend(each.values())
        elif isinstance(each, list):
            pending.extend(each)


def _surrogate_line(text: str) -> int | None:
    for token, line in lines.tokens(text):
        if token[0] == '"' and ESCAPED_SURROGATE.search(token) and SURROGATE.search(json.loads(token)):
            return line
    return None
