"""YAML for contract files: scalars stay as written, and whatever could surprise is refused.

Plain scalars come as ``Plain``, so that a reader that expects a number, a boolean or null can tell ``503`` from ``"503"``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from errgate.core.value import Json
from errgate.errors import Unreadable

DEPTH = 100
NODES = 100_000


class Plain(str):
    """An unquoted scalar, as written."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Parsed:
    """A YAML document: its value, and the 1-based line of each place."""

    value: Json
    lines: Mapping[tuple[str, ...], int]


def parse(text: str, path: str) -> Parsed:
    """The single document of a YAML text. Raises Unreadable with the line.

    Refused beside syntax errors: duplicate keys, keys that are no scalars, tags, several documents, aliases that recurse or
    expand to over 100,000 nodes, nesting deeper than 100.
    """
    import yaml  # noqa: PLC0415  (loaded only where a YAML file is read)

    loader_class = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    _guard_depth(text, path)
    try:
        loader = loader_class(text)
        try:
            node = loader.get_single_node()
        finally:
            loader.dispose()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = mark.line + 1 if mark is not None else None
        words = error.problem or error.context or "it cannot be parsed"
        if "another document" in words or "expected a single document" in str(error):
            words = "it holds several documents"
        raise Unreadable(f"not valid YAML: {words}.", path=path, line=line, fix="Correct the YAML there.") from error
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise Unreadable(
            f"not valid YAML: {str(error).splitlines()[0]}.", path=path, fix="Correct the YAML."
        ) from error
    if node is None:
        raise Unreadable("empty file.", path=path, fix="Write its content, or remove the file.")
    reader = _Reader(path)
    return Parsed(value=reader.read(node, (), 0, frozenset()), lines=reader.lines)


def _guard_depth(text: str, path: str) -> None:
    """Flow brackets and block indentation far beyond the limit never reach the parser, whose recursion is in C."""
    opening = max(text.count("["), text.count("{"))
    if opening > DEPTH:
        depth = 0
        for number, line in enumerate(text.split("\n"), 1):
            for char in line:
                depth += (char in "[{") - (char in "]}")
                if depth > 4 * DEPTH:
                    raise Unreadable(f"nested deeper than {DEPTH} levels.", path=path, line=number, fix="Flatten it.")
    run = "- " * (4 * DEPTH)
    if run in text:
        line = text.count("\n", 0, text.index(run)) + 1
        raise Unreadable(f"nested deeper than {DEPTH} levels.", path=path, line=line, fix="Flatten it.")


class _Reader:
    def __init__(self, path: str) -> None:
        self.path = path
        self.lines: dict[tuple[str, ...], int] = {}
        self.count = 0

    def refuse(self, node: Any, problem: str, fix: str) -> Unreadable:
        return Unreadable(problem, path=self.path, line=node.start_mark.line + 1, fix=fix)

    def read(self, node: Any, at: tuple[str, ...], depth: int, above: frozenset[int]) -> Json:
        self.count += 1
        if self.count > NODES:
            raise self.refuse(
                node, f"aliases expand to more than {NODES} values (alias expansion limit).", "Write less."
            )
        if depth > DEPTH:
            raise self.refuse(node, f"nested deeper than {DEPTH} levels.", "Flatten it.")
        if id(node) in above:
            raise self.refuse(node, "an alias contains itself.", "Write the value out.")
        self.lines.setdefault(at, node.start_mark.line + 1)
        above |= {id(node)}
        match node.id:
            case "scalar":
                return self.scalar(node)
            case "sequence":
                self.tagged(node, "tag:yaml.org,2002:seq")
                return [self.read(child, (*at, str(i)), depth + 1, above) for i, child in enumerate(node.value)]
            case _:
                self.tagged(node, "tag:yaml.org,2002:map")
                return self.mapping(node, at, depth, above)

    def tagged(self, node: Any, expected: str) -> None:
        if node.tag != expected:
            raise self.refuse(node, f"the tag {node.tag!r} is not supported.", "Remove the tag.")

    def scalar(self, node: Any) -> str:
        core = (
            "tag:yaml.org,2002:str", "tag:yaml.org,2002:int", "tag:yaml.org,2002:float", "tag:yaml.org,2002:bool",
            "tag:yaml.org,2002:null", "tag:yaml.org,2002:timestamp", "tag:yaml.org,2002:merge", "tag:yaml.org,2002:value",
        )  # fmt: skip
        if node.tag not in core:
            raise self.refuse(node, f"the tag {node.tag!r} is not supported.", "Remove the tag.")
        return Plain(node.value) if node.style is None or node.style == "" else str(node.value)

    def mapping(self, node: Any, at: tuple[str, ...], depth: int, above: frozenset[int]) -> Json:
        found: dict[str, Json] = {}
        first: dict[str, int] = {}
        merged: dict[str, Json] = {}
        for key_node, value_node in node.value:
            if key_node.id != "scalar":
                raise self.refuse(key_node, "a key that is no plain text.", "Use text as the key.")
            key = str(self.scalar(key_node))
            if key == "<<" and key_node.style in (None, ""):
                merged.update(self.merge(value_node, at, depth, above))
                continue
            line = key_node.start_mark.line + 1
            if key in found:
                raise Unreadable(
                    f"the key {key!r} occurs twice (lines {first[key]} and {line}).",
                    path=self.path,
                    line=line,
                    fix="Keep one of them.",
                )
            first[key] = line
            found[key] = self.read(value_node, (*at, key), depth + 1, above)
            self.lines[*at, key] = line
        return {**{key: value for key, value in merged.items() if key not in found}, **found}

    def merge(self, node: Any, at: tuple[str, ...], depth: int, above: frozenset[int]) -> dict[str, Json]:
        nodes = node.value if node.id == "sequence" else [node]
        found: dict[str, Json] = {}
        for each in nodes:
            value = self.read(each, (*at, "<<"), depth + 1, above) if each.id == "mapping" else None
            if not isinstance(value, dict):
                raise self.refuse(each, "`<<` merges something that is no mapping.", "Merge a mapping.")
            found = {**value, **found}
        return found
