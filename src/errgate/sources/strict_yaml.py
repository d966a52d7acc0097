"""YAML for contract files: scalars stay as written, and whatever could surprise is refused. Alone knows PyYAML.

The value is built from the parser's events, one at a time, so that depth, size and aliases are bounded before anything
grows. Unquoted scalars come as ``Plain``, so that a reader that expects a number, a boolean or null can tell ``503``
from ``"503"``.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from errgate.core.value import Json, text
from errgate.errors import Unreadable
from errgate.sources.lines import Lines

DEPTH = 100
"""Levels of nesting that are read."""
VALUES = 500_000
"""Values and keys that one file may hold."""
EXPANDED = 100_000
"""Values that aliases may stand for, counted at every use."""
CORE = "tag:yaml.org,2002:"
UNQUOTED_TAGS = frozenset(f"{CORE}{name}" for name in ("int", "float", "bool", "null"))
UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
NULLS = frozenset(("", "~", "null", "Null", "NULL"))
NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,17})(\.[0-9]{1,17})?([eE][-+]?[0-9]{1,2})?", re.ASCII)


class Plain(str):
    """An unquoted scalar, as written."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Parsed:
    """A YAML document: its value, and the lines of its places."""

    value: Json
    lines: Lines


def parse(text: str, path: str) -> Parsed:
    """The single document of a YAML text. Raises Unreadable with the line.

    Refused beside syntax errors: duplicate keys, keys that are no scalars, tags, several documents, aliases that
    recurse or stand for over 100,000 values, nesting deeper than 100.
    """
    import yaml  # noqa: PLC0415  (loaded only where a YAML file is read)

    strange = UNPRINTABLE.search(text)
    if strange is not None:
        line = text.count("\n", 0, strange.start()) + 1
        problem = f"not valid YAML: the character U+{ord(strange.group()):04X} is not allowed."
        raise Unreadable(problem, path=path, line=line, fix="Remove it, or write it as an escape in double quotes.")
    builder = _Builder(path)
    try:
        for event in _events(text):
            builder.take(event)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        words = error.problem or error.context or "it cannot be parsed"
        raise Unreadable(
            f"not valid YAML: {words[:200]}.",
            path=path,
            line=mark.line + 1 if mark is not None else None,
            fix="Correct the YAML there.",
        ) from error
    except (yaml.YAMLError, ValueError) as error:
        words = (str(error).splitlines() or ["it cannot be parsed"])[0]
        raise Unreadable(f"not valid YAML: {words[:200]}.", path=path, fix="Correct the YAML.") from error
    if builder.root is None:
        raise Unreadable("empty file.", path=path, fix="Write its content, or remove the file.")
    return Parsed(value=builder.root.value, lines=builder.root.lines)


def resolved(value: Json) -> Json:
    """The same value with plain scalars as the JSON values that they spell: null, true, false, numbers; else text."""
    if isinstance(value, Plain):
        if value in NULLS:
            return None
        if value in ("true", "false"):
            return value == "true"
        match = NUMBER.fullmatch(value)
        if match is None:
            return str(value)
        return int(value) if match[2] is None and match[3] is None else float(value)
    if isinstance(value, dict):
        return {key: resolved(item) for key, item in value.items()}
    if isinstance(value, list):
        return [resolved(item) for item in value]
    return value


def sensible(value: Json) -> Json:
    """As ``resolved``, but a number that would be written otherwise (``0777``, ``1e3``, ``1.50``) stays text."""
    if isinstance(value, Plain):
        found = resolved(value)
        is_number = isinstance(found, int | float) and not isinstance(found, bool)
        return str(value) if is_number and text(found) != value else found
    if isinstance(value, dict):
        return {key: sensible(item) for key, item in value.items()}
    if isinstance(value, list):
        return [sensible(item) for item in value]
    return value


def as_written(value: Json) -> Json:
    """The way back from ``sensible``: numbers, true and false as the unquoted scalars that spell them."""
    if isinstance(value, bool | int | float):
        return Plain(text(value))
    if isinstance(value, dict):
        return {key: as_written(item) for key, item in value.items()}
    if isinstance(value, list):
        return [as_written(item) for item in value]
    return value


def as_text(value: Json) -> Json:
    """The same value with every plain scalar as ordinary text."""
    if isinstance(value, Plain):
        return str(value)
    if isinstance(value, dict):
        return {key: as_text(item) for key, item in value.items()}
    if isinstance(value, list):
        return [as_text(item) for item in value]
    return value


def _events(text: str) -> Iterator[Any]:
    import yaml  # noqa: PLC0415

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(text)
    try:
        while loader.check_event():
            yield loader.get_event()
    finally:
        loader.dispose()


@dataclass(slots=True, kw_only=True)
class _Node:
    """A finished value: how many values it stands for, and how many levels lie below it."""

    value: Json
    lines: Lines
    size: int = 1
    height: int = 0


class _Frame:
    """An open list or mapping."""

    __slots__ = (
        "anchor", "first", "height", "items", "key", "key_line", "lines", "mapping",
        "merge_line", "merged", "merging", "size",
    )  # fmt: skip

    def __init__(self, lines: Lines, *, mapping: bool, anchor: str | None) -> None:
        self.lines = lines
        self.mapping = mapping
        self.anchor = anchor
        self.items: list[Json] = []
        """The values of a list; the values of a mapping, in the order of ``first``."""
        self.first: dict[str, int] = {}
        """A mapping's keys with their lines."""
        self.merged: dict[str, tuple[Json, Lines]] = {}
        self.key: str | None = None
        self.key_line = 0
        self.merge_line: int | None = None
        """Where ``<<`` stands."""
        self.merging = False
        """The open key is ``<<``."""
        self.size = 1
        self.height = 0

    def finish(self) -> _Node:
        value: Json = self.items
        if self.mapping:
            found = dict(zip(self.first, self.items, strict=True))
            taken = {key: each for key, each in self.merged.items() if key not in found}
            for key, (_, place) in taken.items():
                self.lines.below[key] = place
            value = {**{key: each for key, (each, _) in taken.items()}, **found}
        return _Node(value=value, lines=self.lines, size=self.size, height=self.height + 1)


MERGE = "<<"


class _Builder:
    """Builds the value from events. ``root`` is the finished document."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.root: _Node | None = None
        self.frames: list[_Frame] = []
        self.anchors: dict[str, _Node | None] = {}
        """Name → value; None while its value is still open."""
        self.count = 0
        self.expanded = 0
        self.documents = 0

    def refuse(self, line: int, problem: str, fix: str) -> Unreadable:
        return Unreadable(problem, path=self.path, line=line, fix=fix)

    def take(self, event: Any) -> None:
        line = event.start_mark.line + 1
        match type(event).__name__:
            case "ScalarEvent":
                self.scalar(event, line)
            case "MappingStartEvent" | "SequenceStartEvent":
                self.open(event, line, mapping=type(event).__name__ == "MappingStartEvent")
            case "MappingEndEvent" | "SequenceEndEvent":
                frame = self.frames.pop()
                node = frame.finish()
                if frame.anchor is not None:
                    self.anchors[frame.anchor] = node
                self.attach(node, line)
            case "AliasEvent":
                self.alias(event.anchor, line)
            case "DocumentStartEvent":
                self.documents += 1
                if self.documents > 1:
                    raise self.refuse(
                        line, "it holds several documents.", "Keep one document in a file; remove the `---`."
                    )
            case _:
                pass

    def scalar(self, event: Any, line: int) -> None:
        self.counted(line)
        plain = not event.style
        if event.tag is not None:
            if event.tag not in UNQUOTED_TAGS and event.tag != f"{CORE}str":
                raise self.tagged(event.tag, line)
            plain = event.tag != f"{CORE}str"
        frame = self.frames[-1] if self.frames else None
        if frame is not None and frame.mapping and frame.key is None:
            if event.anchor is not None:
                self.anchors[event.anchor] = _Node(value=str(event.value), lines=Lines(line))
            self.take_key(frame, event.value, line, plain=plain)
            return
        node = _Node(value=Plain(event.value) if plain else str(event.value), lines=Lines(self.line_here(line)))
        if event.anchor is not None:
            self.anchors[event.anchor] = node
        self.attach(node, line)

    def take_key(self, frame: _Frame, key: str, line: int, *, plain: bool) -> None:
        frame.merging = plain and key == MERGE
        first = frame.merge_line if frame.merging else frame.first.get(key)
        if first is not None:
            shown = key if len(key) <= 60 else f"{key[:57]}..."
            raise self.refuse(line, f"the key {shown!r} occurs twice (lines {first} and {line}).", "Keep one of them.")
        frame.key, frame.key_line = key, line
        if frame.merging:
            frame.merge_line = line
        else:
            frame.first[key] = line

    def open(self, event: Any, line: int, *, mapping: bool) -> None:
        self.counted(line)
        if event.tag is not None and event.tag != f"{CORE}{'map' if mapping else 'seq'}":
            raise self.tagged(event.tag, line)
        self.no_key(line)
        if len(self.frames) >= DEPTH:
            raise self.refuse(line, f"nested deeper than {DEPTH} levels.", "Write fewer levels of nesting.")
        if event.anchor is not None:
            self.anchors[event.anchor] = None
        self.frames.append(_Frame(Lines(self.line_here(line)), mapping=mapping, anchor=event.anchor))

    def alias(self, name: str, line: int) -> None:
        self.counted(line)
        self.no_key(line)
        if name not in self.anchors:
            raise self.refuse(
                line, f"not valid YAML: the alias `*{name[:60]}` has no anchor before it.", "Define it first."
            )
        node = self.anchors[name]
        if node is None:
            raise self.refuse(line, f"the alias `*{name[:60]}` contains itself.", "Write the value out.")
        self.expanded += node.size
        if self.expanded > EXPANDED:
            problem = f"aliases stand for more than {EXPANDED} values (alias expansion limit)."
            raise self.refuse(line, problem, "Write the values out, or use fewer aliases.")
        if len(self.frames) + node.height > DEPTH:
            raise self.refuse(line, f"nested deeper than {DEPTH} levels.", "Write fewer levels of nesting.")
        place = Lines(self.line_here(line), node.lines.below)
        self.attach(_Node(value=node.value, lines=place, size=node.size, height=node.height), line)

    def attach(self, node: _Node, line: int) -> None:
        if not self.frames:
            self.root = node
            return
        frame = self.frames[-1]
        frame.size += node.size
        frame.height = max(frame.height, node.height)
        if not frame.mapping:
            frame.lines.below[str(len(frame.items))] = node.lines
            frame.items.append(node.value)
            return
        assert frame.key is not None
        if frame.merging:
            self.merge(frame, node, line)
        else:
            frame.lines.below[frame.key] = node.lines
            frame.items.append(node.value)
        frame.key = None

    def merge(self, frame: _Frame, node: _Node, line: int) -> None:
        """What ``<<`` brings in: one mapping, or a list of them of which the first counts."""
        parts = [(node.value, node.lines)]
        if isinstance(node.value, list):
            parts = [(value, node.lines.below[str(index)]) for index, value in enumerate(node.value)]
        for value, places in parts:
            if not isinstance(value, dict):
                raise self.refuse(line, "`<<` merges something that is no mapping.", "Merge a mapping.")
            for key, item in value.items():
                frame.merged.setdefault(key, (item, places.below[key]))

    def no_key(self, line: int) -> None:
        frame = self.frames[-1] if self.frames else None
        if frame is not None and frame.mapping and frame.key is None:
            raise self.refuse(line, "a key that is no plain text.", "Write a text as the key.")

    def line_here(self, line: int) -> int:
        """A member's line is its key's; any other value's is its own."""
        frame = self.frames[-1] if self.frames else None
        return frame.key_line if frame is not None and frame.mapping else line

    def counted(self, line: int) -> None:
        self.count += 1
        if self.count > VALUES:
            raise self.refuse(line, f"more than {VALUES} values.", "Split the file.")

    def tagged(self, tag: str, line: int) -> Unreadable:
        shown = tag.replace(CORE, "!!")[:60]
        return self.refuse(line, f"the tag `{shown}` is not supported.", "Remove the tag.")
