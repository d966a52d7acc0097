"""Reads and writes the expected decisions of a collection: ``decisions.yml``."""

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from types import MappingProxyType

from errgate.core.contract import Expectation
from errgate.core.value import text
from errgate.errors import Unreadable
from errgate.sources import documents
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


def revise_expectations(data: bytes, path: str, rows: Mapping[str, Expectation], renamed: Mapping[str, str]) -> str:
    """decisions.yml with other rows: comments, order and spelling stay where a row does, new rows come last.

    ``renamed``: a row's name in ``data`` → its name in ``rows``. Raises Unreadable where ``data`` cannot be read.
    """
    document = documents.parse(data, path)
    text = documents.decode(data, path)
    present = read_expectations(document)
    edited = _edited(text, _blocks(text, document, present), present, rows, renamed)
    if edited is not None and _reads_as(edited, path, rows):
        return edited
    comments = "".join(f"{line}\n" for line in text.splitlines() if line.startswith("#"))
    return comments + write_expectations(rows)


def _reads_as(text: str, path: str, rows: Mapping[str, Expectation]) -> bool:
    try:
        found = read_expectations(documents.parse(text.encode(), path))
    except Unreadable:
        return False
    return {name: replace(row, at="") for name, row in found.items()} == {
        name: replace(row, at="") for name, row in rows.items()
    }


def _blocks(text: str, document: Document, present: Mapping[str, Expectation]) -> dict[str, tuple[int, int]] | None:
    """Each row's lines (from, to), counted from 0; blank lines and comments behind it are not its own. None where
    there are no rows, or rows share a line."""
    lines = text.split("\n")
    starts = [document.line(row.at) - 1 for row in present.values()]
    if not starts or any(after <= before for before, after in pairwise(starts)):
        return None
    found: dict[str, tuple[int, int]] = {}
    for name, start, following in zip(present, starts, [*starts[1:], len(lines)], strict=True):
        end = following
        while end > start + 1 and (not lines[end - 1].strip() or lines[end - 1].startswith("#")):
            end -= 1
        found[name] = (start, end)
    return found


def _edited(
    text: str,
    blocks: Mapping[str, tuple[int, int]] | None,
    present: Mapping[str, Expectation],
    rows: Mapping[str, Expectation],
    renamed: Mapping[str, str],
) -> str | None:
    """The text with its rows revised line by line, or None where that cannot be done."""
    if not blocks:
        return None
    ending = "\r\n" if "\r\n" in text else "\n"
    lines = text.replace("\r\n", "\n").split("\n")
    came = set(renamed.values())
    left = dict(rows)
    found: list[str] = []
    at = 0
    for name, (start, end) in blocks.items():
        found += lines[at:start]
        at = end
        now = renamed.get(name, name)
        if now not in left or (now == name and name in came):
            continue
        row = left.pop(now)
        own = _renamed(lines[start:end], name, now) if replace(row, at="") == replace(present[name], at="") else None
        found += own if own is not None else f"{_key(now)}: {_written(row)}".split("\n")
    found += lines[at:]
    while found and not found[-1].strip():
        found.pop()
    found += [line for name in sorted(left) for line in f"{_key(name)}: {_written(left[name])}".split("\n")]
    return ending.join([*found, ""])


def _renamed(lines: list[str], name: str, now: str) -> list[str] | None:
    """A row's lines under another name, or None where its name is written in a way of its own."""
    if name == now:
        return lines
    single = "'" + name.replace("'", "''") + "'"
    for spelt in (name, _quoted(name), _escaped(name), single):
        rest = lines[0].removeprefix(spelt)
        if lines[0].startswith(spelt) and rest.lstrip().startswith(":"):
            return [_key(now) + rest, *lines[1:]]
    return None


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
