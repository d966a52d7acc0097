"""Recordings as keys: equal where they are equal as JSON, volatile values and the case of header names aside."""

import hashlib
from collections.abc import Mapping, Sequence
from functools import lru_cache

from errgate.core import pointer
from errgate.core.contract import Fixture
from errgate.core.value import Json, canonical, kind


def masked(fixture: Fixture, volatile: Sequence[str]) -> str:
    """The document as a key, each volatile value replaced by its type; null stays null."""
    return _masked(_ById(fixture), tuple(volatile))


class _ById:
    """A fixture compared by identity, since its document cannot be hashed."""

    def __init__(self, fixture: Fixture) -> None:
        self.fixture = fixture

    def __hash__(self) -> int:
        return id(self.fixture)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ById) and other.fixture is self.fixture


@lru_cache(maxsize=4096)
def _masked(key: _ById, volatile: tuple[str, ...]) -> str:
    fixture = key.fixture
    document = comparable(fixture)
    for each in volatile:
        if each.startswith("header:"):
            tokens: tuple[str, ...] = ("response", "headers", each[7:].strip().lower())
        else:
            tokens = pointer.parse(each)
        if fixture.exchange and not each.startswith("header:"):
            tokens = ("response", "body", *tokens)
        if fixture.exchange or not each.startswith("header:"):
            document = _without(document, tokens)
    return canonical(document)


def comparable(fixture: Fixture) -> Json:
    """The document with header names in lower case (RFC 9110, section 5.1), where it is an exchange."""
    document = fixture.document
    if not fixture.exchange or not isinstance(document, Mapping):
        return document
    found = dict(document)
    for side in ("request", "response"):
        part = found.get(side)
        if isinstance(part, Mapping) and isinstance(part.get("headers"), Mapping):
            headers = part["headers"]
            assert isinstance(headers, Mapping)
            lowered = {name.lower(): value for name, value in headers.items()}
            if len(lowered) == len(headers):
                found[side] = {**part, "headers": lowered}
    return found


def _without(value: Json, tokens: Sequence[str]) -> Json:
    """The value with what a pattern points at replaced by its type. Only the way there is copied."""
    if not tokens:
        return None if value is None else f"<{kind(value)}>"
    head, rest = tokens[0], tokens[1:]
    if isinstance(value, Mapping):
        keys = list(value) if head == "*" else [head] if head in value else []
        return {**value, **{key: _without(value[key], rest) for key in keys}} if keys else value
    if isinstance(value, Sequence) and not isinstance(value, str):
        if head == "*":
            return [_without(item, rest) for item in value]
        if head.isascii() and head.isdigit() and len(head) < 10 and int(head) < len(value):
            return [_without(item, rest) if index == int(head) else item for index, item in enumerate(value)]
    return value


def digest(fixture: Fixture) -> str:
    """A recording's value as 16 hex digits, so that a report tells two values apart without repeating them."""
    return hashlib.sha256(fixture.value.encode("utf-8", "backslashreplace")).hexdigest()[:16]
