"""Enum classes of Python source as a document: class → member → what the source says about it.

The source is parsed, never imported or run. What cannot be known without running it is refused with its line, unless
nothing asks for it.
"""

import ast
import re
import sys
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from errgate.core.value import Json, canonical
from errgate.errors import Unreadable
from errgate.sources.lines import Lines
from errgate.sources.python_classes import Body, Member, Module
from errgate.sources.python_literals import MODULE, NotLiteral, Part, Scope

LONGEST = 1_000_000
"""Bytes of source that are read; the tree of a file takes some hundred times as many."""
LONGEST_LINE = 2000
"""Characters of a line in which a comment is looked for."""
DIRECTIVE = re.compile(r"#\s*(noqa|type:|pragma|pylint|mypy|fmt:|isort|ruff|pyright|nosec|-\*-)", re.IGNORECASE)
"""Comments that speak to tools."""
ADVICE = (
    "Write the value out (text, a number, a tuple, a dict, a call with literal arguments), or name the classes that hold "
    "codes, as in `codes: /ErrorCode/*`."
)
Names = frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What is asked of a source. ``classes`` None: every enum class. ``keys`` None: every part of a value."""

    classes: Names | None = None
    keys: Names | None = None
    code: bool = True
    """Whether the code is the one that the source gives by itself."""


def parse(text: str, path: str, asked: Asked | None) -> tuple[Json, Lines]:
    """The document of a Python source, and the lines of its places.

    An entry has ``code``, ``name``, and where the source gives them ``value`` and ``description``, and each part of a
    compound value by its position (``"0"``), keyword, dict key or the name of the constructor's parameter. Raises
    Unreadable with the line. Without ``asked`` every class is taken, and what cannot be read is left out: for finding
    lines.
    """
    try:
        module = Module(_tree(text, path))
        return _Reader(module, re.split(r"\r\n|\r|\n", text), asked).run()
    except NotLiteral as error:
        raise Unreadable(f"{error.what}.", path=path, line=error.line, fix=ADVICE) from error
    except RecursionError as error:
        raise Unreadable("nested too deeply.", path=path, fix="Write fewer levels of nesting.") from error


def _tree(text: str, path: str) -> ast.Module:
    if len(text.encode()) > LONGEST:
        problem = f"a Python source of more than {LONGEST // 1_000_000} MB."
        raise Unreadable(problem, path=path, fix="Keep the codes in a file of their own.")
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except SyntaxError as error:
        words = (error.msg or "it cannot be parsed").split("\n")[0][:200]
        line = min(error.lineno, text.count("\n") + 1) if error.lineno else None
        raise Unreadable(
            f"not valid Python {version}: {words}.", path=path, line=line, fix="Correct the source there."
        ) from error
    except (ValueError, RecursionError, MemoryError, OverflowError) as error:
        words = str(error).split("\n")[0][:200] or "too complex to parse"
        raise Unreadable(f"not valid Python {version}: {words}.", path=path, fix="Correct the source.") from error


class _Reader:
    def __init__(self, module: Module, lines: list[str], asked: Asked | None) -> None:
        self.module = module
        self.literals = module.literals
        self.lines = lines
        self.lenient = asked is None
        self.asked = asked or Asked(keys=frozenset())

    def run(self) -> tuple[Json, Lines]:
        found: dict[str, Json] = {}
        root = Lines(1)
        for name, body in self.module.bodies.items():
            if self.is_asked(name, enum=body.enum is not None):
                place = root.below[name] = Lines(body.node.lineno)
                found[name] = self.of_class(name, body, place)
        for name, node in self.module.constants.items():
            if self.is_asked(name, enum=True) and not self.lenient and self.module.is_functional(node):
                raise NotLiteral(node, f"{name} is an enum that is made by a call; only classes are read")
            if isinstance(node, ast.Dict) and name not in found and self.is_asked(name, enum=False):
                place = root.below[name] = Lines(node.lineno)
                found[name] = self.of_dict(name, node, place)
        return found, root

    def is_asked(self, name: str, *, enum: bool) -> bool:
        if self.lenient:
            return True
        return enum if self.asked.classes is None else name in self.asked.classes

    def of_class(self, name: str, body: Body, place: Lines) -> Json:
        if not self.lenient and name in self.module.twice and body.members:
            raise NotLiteral(body.node, f"the class {name} is defined twice")
        if not self.lenient and body.broken is not None:
            raise body.broken
        found: dict[str, Json] = {}
        seen: set[str] = set()
        for member in body.members:
            if member.name in body.ignored:
                continue
            below = Lines(member.statement.lineno)
            try:
                entry, identity = self.entry(member, body, below)
            except NotLiteral:
                if not self.lenient:
                    raise
                entry, identity = {}, None
            if member.name in found and not self.lenient:
                raise NotLiteral(member.statement, f"{name}.{member.name} is assigned twice")
            if body.enum is not None and identity is not None:
                if identity in seen:
                    continue  # an alias of a member before it
                seen.add(identity)
            found[member.name] = entry
            place.below[member.name] = below
        return found

    def entry(self, member: Member, body: Body, place: Lines) -> tuple[dict[str, Json], str | None]:
        """What the source says about one member, and its value as a key (None where parts of it are not known)."""
        parts = self.parts(member.node, body.scope, body.parameters if body.enum else ())
        told: dict[str, Json] = {"name": member.name}
        description = self.description(member)
        if description is not None:
            told["description"] = description
        if parts is None:
            value = self.literals.data(member.node, body.scope)
            return {"code": value if _is_code(value) else member.name, **told, "value": value}, canonical(value)
        known, missing = self.known(parts, place)
        if (body.enum or "").endswith("Choices") and len(parts) == 2 and {"0", "1"} <= known.keys():
            told |= {"value": known["0"], "description": known["1"]}
        elif not missing:
            told["value"] = [known[part.keys[0]] for part in parts] if parts[0].keys[0] == "0" else dict(known)
        found = {**told, **known}
        return {"code": self.code(found, missing, member), **found}, None if missing else canonical(known)

    def code(self, found: Mapping[str, Json], missing: Mapping[str, NotLiteral], member: Member) -> Json:
        """The code of a compound value that names none: its value, else its first part, else the member's name."""
        value = found.get("value")
        if "code" in found or _is_code(value):
            return value
        if "0" in missing and self.asked.code and not self.lenient:
            raise missing["0"]
        first = found.get("0")
        return first if isinstance(first, str) else member.name

    def parts(self, node: ast.expr, scope: Scope, names: tuple[str, ...]) -> list[Part] | None:
        """The parts of a compound value; None for a scalar."""
        node, scope = self.literals.behind(node, scope)
        if isinstance(node, ast.Tuple | ast.List):
            found = list(self.literals.sequence(node, scope, 0))
            return [
                Part(keys=(*part.keys, *names[index : index + 1]), node=part.node, scope=part.scope)
                for index, part in enumerate(found)
            ] or None
        if isinstance(node, ast.Dict):
            return list(self.literals.pairs(node, scope, 0)) or None
        if isinstance(node, ast.Call) and not self.literals.is_transparent(node):
            return list(self.literals.arguments(node, scope, 0))
        return None

    def known(self, parts: list[Part], place: Lines) -> tuple[dict[str, Json], dict[str, NotLiteral]]:
        """The parts that are literals, and the errors of those that are not. Raises one that somebody asks for."""
        found: dict[str, Json] = {}
        missing: dict[str, NotLiteral] = {}
        for part in parts:
            try:
                value = self.literals.data(part.node, part.scope)
            except NotLiteral as error:
                if self.asked.keys is None or not self.asked.keys.isdisjoint(part.keys):
                    raise
                missing.update(dict.fromkeys(part.keys, error))
                continue
            found.update(dict.fromkeys(part.keys, value))
            place.below.update({key: Lines(part.node.lineno) for key in part.keys})
        return found, missing

    def of_dict(self, name: str, node: ast.Dict, place: Lines) -> Json:
        """A module's dict of codes: the keys are the codes, and what they hold is read as a member's value is."""
        found: dict[str, Json] = {}
        try:
            pairs = list(self.literals.pairs(node, MODULE, 0))
        except NotLiteral:
            if not self.lenient:
                raise
            pairs = []
        for pair in pairs:
            code = pair.keys[0]
            if code in found and not self.lenient:
                raise NotLiteral(pair.node, f"the key {code[:60]!r} of {name} occurs twice")
            below = place.below[code] = Lines(pair.node.lineno)
            try:
                found[code] = {"code": code, **self.held(pair, below)}
            except NotLiteral:
                if not self.lenient:
                    raise
        return found

    def held(self, pair: Part, place: Lines) -> dict[str, Json]:
        parts = self.parts(pair.node, pair.scope, ())
        if parts is not None:
            return self.known(parts, place)[0]
        value = self.literals.data(pair.node, pair.scope)
        return {"value": value, **({"description": value} if isinstance(value, str) else {})}

    # Descriptions

    def description(self, member: Member) -> str | None:
        """The docstring behind a member, else the comment behind it, else the comment right above it."""
        if member.doc is not None:
            return " ".join(member.doc.split()) or None
        statement = member.statement
        behind = self.behind(statement.end_lineno or 0, statement.end_col_offset or 0)
        found = behind or " ".join(self.above(statement.lineno, member.after))
        return found or None

    def behind(self, line: int, column: int) -> str:
        """The comment at the end of a statement's line. ``column`` is in bytes."""
        whole = self.lines[line - 1] if line <= len(self.lines) else ""
        rest = whole.encode()[column:].decode("utf-8", "replace") if len(whole) <= LONGEST_LINE else ""
        return _comment(rest.strip()) or ""

    def above(self, line: int, after: int) -> Iterator[str]:
        first = line
        while first - 1 > after and self.lines[first - 2].strip().startswith("#"):
            first -= 1
        for each in self.lines[first - 1 : line - 1]:
            found = _comment(each.strip())
            if found:
                yield found


def _is_code(value: Json) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)


def _comment(text: str) -> str | None:
    if not text.startswith("#") or DIRECTIVE.match(text):
        return None
    return text.lstrip("#:").strip().strip("-= ") or None
