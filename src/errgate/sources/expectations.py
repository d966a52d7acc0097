"""Reads and writes the expected decisions of a collection: ``decisions.yml``."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from errgate.core.contract import Expectation
from errgate.core.value import text
from errgate.sources.documents import Document
from errgate.sources.shape import NUMBER, Place, root, short, suggestion
from errgate.sources.strict_yaml import NULLS

KEYS = ("action", "category", "max_attempts", "wait", "why")
WAITS = ("none", "backoff", "seconds", "unknown")
SAFE = re.compile(r"[A-Za-z_][A-Za-z0-9_./#+-]{0,199}")
"""Text that needs no quotes in YAML, unless it is one of ``WORDS``."""
WORDS = frozenset(("true", "false", "yes", "no", "on", "off", "y", "n", *(word.lower() for word in NULLS)))


def read_expectations(document: Document) -> Mapping[str, Expectation]:
    """The rows of decisions.yml by the recording's name, in the file's order. Raises Unreadable with the line."""
    return MappingProxyType({name: _row(place) for name, place in root(document).object().items()})


def _row(place: Place) -> Expectation:
    if isinstance(place.value, str):
        return Expectation(action=place.label(), at=place.at)
    members = place.object(KEYS, required=("action",))
    return Expectation(
        action=members["action"].label(),
        category=members["category"].label() if "category" in members else None,
        max_attempts=members["max_attempts"].whole(at_least=1) if "max_attempts" in members else None,
        wait=_wait(members["wait"]) if "wait" in members else None,
        why=members["why"].text() if "why" in members and not members["why"].is_null else "",
        at=place.at,
    )


def _wait(place: Place) -> str:
    found = place.scalar()
    if found in WAITS:
        return str(found)
    if not NUMBER.fullmatch(found) or found.startswith("-"):
        raise place.refuse(
            f"`wait` is `{short(found)}`.",
            suggestion(found, WAITS, f"Write a number of seconds, or one of {', '.join(WAITS)}."),
        )
    number = float(found)
    return text(int(number) if number.is_integer() else number)


def write_expectations(rows: Mapping[str, Expectation]) -> str:
    """decisions.yml as text, sorted by name; each ``why`` is kept. Reading it gives the same rows."""
    if not rows:
        return "{}\n"
    return "".join(f"{_key(name)}: {_written(rows[name])}\n" for name in sorted(rows))


def _key(name: str) -> str:
    """A name as a key. Beyond 1,024 characters YAML wants it marked."""
    quoted = _quoted(name)
    return quoted if len(quoted) <= 1000 else f"? {quoted}\n"


def _written(row: Expectation) -> str:
    stated = {"action": _quoted(row.action)}
    if row.category is not None:
        stated["category"] = _quoted(row.category)
    if row.max_attempts is not None:
        stated["max_attempts"] = str(row.max_attempts)
    if row.wait is not None:
        stated["wait"] = row.wait if NUMBER.fullmatch(row.wait) else _quoted(row.wait)
    if row.why:
        stated["why"] = _escaped(row.why)
    if len(stated) == 1:
        return stated["action"]
    return "{" + ", ".join(f"{key}: {value}" for key, value in stated.items()) + "}"


def _quoted(value: str) -> str:
    """A YAML scalar: plain where that is safe, else in double quotes."""
    return value if SAFE.fullmatch(value) and value.lower() not in WORDS else _escaped(value)


def _escaped(value: str) -> str:
    return '"' + "".join(_character(char) for char in value) + '"'


def _character(char: str) -> str:
    if char in '"\\':
        return f"\\{char}"
    if char.isprintable():
        return char
    if "\ud800" <= char <= "\udfff":
        return "\\ufffd"
    return (
        f"\\x{ord(char):02x}"
        if ord(char) < 256
        else f"\\u{ord(char):04x}"
        if ord(char) < 65536
        else f"\\U{ord(char):08x}"
    )
