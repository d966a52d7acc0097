"""JSON Pointers (RFC 6901), and patterns in which ``*`` stands for any key or index."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from errgate.core.value import MISSING, Json, Missing, escape


def parse(pointer: str) -> tuple[str, ...]:
    """The reference tokens of a pointer. Raises ValueError when it is neither empty nor starts with ``/``."""
    if pointer == "":
        return ()
    if not pointer.startswith("/"):
        raise ValueError(f"a JSON Pointer starts with '/': {pointer!r}")
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in pointer[1:].split("/"))


def build(tokens: Sequence[str]) -> str:
    """The pointer of some reference tokens."""
    return "".join(f"/{escape(token)}" for token in tokens)


def step(value: Json | Missing, token: str) -> Json | Missing:
    """One token further, or MISSING."""
    if isinstance(value, Mapping):
        return value.get(token, MISSING)
    if isinstance(value, Sequence) and not isinstance(value, str) and _is_index(token):
        index = int(token)
        return value[index] if index < len(value) else MISSING
    return MISSING


def _is_index(token: str) -> bool:
    """RFC 6901: ASCII digits without a leading zero."""
    return token.isascii() and token.isdigit() and (token == "0" or token[0] != "0") and len(token) < 10


def get(value: Json, pointer: str) -> Json | Missing:
    """What a pointer without ``*`` points at, or MISSING."""
    found: Json | Missing = value
    for token in parse(pointer):
        found = step(found, token)
        if found is MISSING:
            return MISSING
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A place that a pattern found: its pointer, its value, and what each ``*`` matched, in order."""

    at: str
    value: Json
    stars: tuple[str, ...]


def find(value: Json, pattern: str) -> Iterator[Match]:
    """Every place that a pattern matches, in document order."""
    yield from _find(value, parse(pattern), (), ())


def _find(value: Json, tokens: tuple[str, ...], path: tuple[str, ...], stars: tuple[str, ...]) -> Iterator[Match]:
    if not tokens:
        yield Match(at=build(path), value=value, stars=stars)
        return
    head, rest = tokens[0], tokens[1:]
    if head == "*":
        for key, child in _children(value):
            yield from _find(child, rest, (*path, key), (*stars, key))
        return
    below = step(value, head)
    if not isinstance(below, Missing):
        yield from _find(below, rest, (*path, head), stars)


def _children(value: Json) -> Iterator[tuple[str, Json]]:
    if isinstance(value, Mapping):
        yield from value.items()
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for index, child in enumerate(value):
            yield str(index), child


def matches(pattern: str, pointer: str) -> bool:
    """Whether a pointer is one of the places that a pattern stands for."""
    left, right = parse(pattern), parse(pointer)
    return len(left) == len(right) and all(a in ("*", b) for a, b in zip(left, right, strict=True))


def put(value: Json, at: str, new: Json) -> Json | Missing:
    """The value with another one at a place; MISSING where the place's parent is no object or array that has room for it."""
    return _replaced(value, parse(at), new)


def without(value: Json, at: str) -> Json | Missing:
    """The value without what lies at a place; MISSING where nothing lies there."""
    return _replaced(value, parse(at), MISSING)


def _replaced(value: Json, tokens: tuple[str, ...], new: Json | Missing) -> Json | Missing:
    if not tokens:
        return new
    head, rest = tokens[0], tokens[1:]
    there = step(value, head)
    if isinstance(there, Missing) and (rest or isinstance(new, Missing) or not isinstance(value, Mapping)):
        return MISSING
    inner = new if isinstance(there, Missing) or not rest else _replaced(there, rest, new)
    if isinstance(inner, Missing) and rest:
        return MISSING
    if isinstance(value, Mapping):
        kept = {key: item for key, item in value.items() if key != head or not isinstance(inner, Missing)}
        return kept if isinstance(inner, Missing) else {**kept, head: inner}
    assert isinstance(value, Sequence)
    index = int(head)
    return [*value[:index], *([] if isinstance(inner, Missing) else [inner]), *value[index + 1 :]]
