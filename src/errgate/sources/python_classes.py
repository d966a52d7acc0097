"""The classes and constants of a Python source, and the members that the body of each class assigns."""

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from errgate.sources.python_literals import Literals, NotLiteral, Scope, dotted, parameters

ENUMS = re.compile(r"\w*(Enum|Flag|Choices)")
"""Names of enum bases; a base that is defined elsewhere is known by its name alone."""
COUNTED = frozenset(("Enum", "IntEnum", "ReprEnum", "IntegerChoices"))
"""Bases whose ``auto()`` counts from 1."""
OWN = frozenset(
    ("Enum", "IntEnum", "StrEnum", "ReprEnum", "Flag", "IntFlag", "TextChoices", "IntegerChoices", "Choices")
)
DESCRIPTORS = frozenset(("property", "staticmethod", "classmethod", "nonmember", "cached_property"))
"""Calls that give something that is no member."""
TEXT_METHODS: Mapping[str, Callable[[str], str]] = {"lower": str.lower, "upper": str.upper, "casefold": str.casefold}
MOST_BASES = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One name that a class's body assigns. ``node`` is its value, ``auto()`` already counted."""

    name: str
    node: ast.expr
    statement: ast.stmt
    after: int
    """The line at which the statement before it ends; 0 for the first."""
    doc: str | None = None
    """The text that stands as a docstring right behind it."""


@dataclass(slots=True, kw_only=True)
class Body:
    """A class as its body assigns it."""

    node: ast.ClassDef
    enum: str | None
    """The name of the enum base that it derives from in the end; None: it is no enum."""
    members: list[Member] = field(default_factory=list)
    names: dict[str, ast.expr] = field(default_factory=dict)
    """Every name with its last value, private ones among them."""
    parameters: tuple[str, ...] = ()
    """Names of the constructor's parameters, to which a tuple's items go."""
    ignored: frozenset[str] = frozenset()
    broken: NotLiteral | None = None
    """Why the members cannot be known without running the class."""

    @property
    def scope(self) -> Scope:
        """The names as a scope for its values."""
        return Scope(names=self.names)


class Module:
    """The module's classes by name, in the source's order."""

    def __init__(self, tree: ast.Module) -> None:
        self.aliases: dict[str, str] = {}
        self.classes: dict[str, ast.ClassDef] = {}
        self.constants: dict[str, ast.expr] = {}
        self.assigned: set[str] = set()
        self.twice: set[str] = set()
        """Classes that are defined more than once."""
        self._collect(tree.body, top=True)
        self.literals = Literals(self.constants, self.classes)
        self.bodies = {name: self._body(node) for name, node in self.classes.items()}

    def _collect(self, body: list[ast.stmt], *, top: bool) -> None:
        for node in body:
            if isinstance(node, ast.ClassDef):
                if not top and node.name in OWN:
                    continue  # what stands in for a newer Python's class
                if node.name in self.classes:
                    self.twice.add(node.name)
                self.classes[node.name] = node
            elif isinstance(node, ast.ImportFrom | ast.Import):
                self.aliases.update({each.asname: each.name for each in node.names if each.asname})
            elif isinstance(node, ast.Assign):
                self._assign(node.targets, node.value, top=top)
            elif isinstance(node, ast.AnnAssign | ast.AugAssign):
                self._assign([node.target], node.value, top=top and isinstance(node, ast.AnnAssign))
            for inner in _blocks(node):
                self._collect(inner, top=False)

    def _assign(self, targets: list[ast.expr], value: ast.expr | None, *, top: bool) -> None:
        """A name that is assigned once, at the top, is a constant; any other is not known."""
        for target in targets if value is not None else ():
            for each in ast.walk(target):
                if isinstance(each, ast.Name):
                    if top and each is target and each.id not in self.assigned and value is not None:
                        self.constants[each.id] = value
                    else:
                        self.constants.pop(each.id, None)
                    self.assigned.add(each.id)

    def _bases(self, node: ast.ClassDef) -> Iterator[str]:
        for base in node.bases:
            names = dotted(base)
            if names:
                yield names[-1] if len(names) > 1 else self.aliases.get(names[0], names[0]).rpartition(".")[2]

    def _ancestry(self, node: ast.ClassDef) -> Iterator[ast.ClassDef]:
        """The class and those of this module that it derives from, each once, at most 20."""
        pending, seen = [node], {node.name}
        for _ in range(MOST_BASES):
            if not pending:
                return
            each = pending.pop()
            yield each
            for name in reversed(list(self._bases(each))):
                local = self.classes.get(name)
                if local is not None and name not in seen:
                    seen.add(name)
                    pending.append(local)

    def _enum_base(self, ancestors: list[ast.ClassDef]) -> str | None:
        """The name of the enum base that a class derives from in the end, the most specific of several."""
        found: list[str] = []
        for node in ancestors:
            metaclasses = [each.value for each in node.keywords if each.arg == "metaclass"]
            if any(dotted(each)[-1:] in (("EnumMeta",), ("EnumType",)) for each in metaclasses):
                found.append("Enum")
            for name in self._bases(node):
                if (name not in self.classes or name == node.name) and ENUMS.fullmatch(name):
                    found.append(name)
        return next((name for name in found if name != "Enum"), found[0] if found else None)

    def is_functional(self, node: ast.expr) -> bool:
        """Whether a value makes an enum class by a call, as ``Enum("Name", [...])`` does."""
        names = dotted(node.func) if isinstance(node, ast.Call) and len(node.args) > 1 else ()
        return bool(names) and (self.aliases.get(names[-1], names[-1]) in OWN)

    # Bodies

    def _body(self, node: ast.ClassDef) -> Body:
        ancestors = list(self._ancestry(node))
        known = (parameters(each, fields=False) for each in ancestors)
        found = Body(node=node, enum=self._enum_base(ancestors), parameters=next((each for each in known if each), ()))
        after = 0
        counter = _Auto(self._generator(ancestors, found.enum), self.literals)
        for index, statement in enumerate(node.body):
            behind = node.body[index + 1] if index + 1 < len(node.body) else None
            try:
                for name, value in _assignments(statement):
                    self._take(found, counter, Member(
                        name=name, node=value, statement=statement, after=after, doc=_docstring(behind)
                    ))  # fmt: skip
            except NotLiteral as error:
                found.broken = found.broken or error
            after = statement.end_lineno or 0
        self.literals.members[node.name] = found.names
        return found

    def _take(self, found: Body, counter: "_Auto", member: Member) -> None:
        if member.name == "_ignore_":
            value = self.literals.data(member.node, found.scope)
            words = value.split() if isinstance(value, str) else value
            found.ignored = frozenset(str(word) for word in words) if isinstance(words, list) else frozenset()
            return
        if found.enum is not None:
            member = replace(member, node=counter.counted(member, found.scope))
        found.names[member.name] = member.node
        if not member.name.startswith("_") and not _is_descriptor(member.node):
            found.members.append(member)

    def _generator(self, ancestors: list[ast.ClassDef], enum: str | None) -> Callable[[str], str] | str | None:
        """What ``auto()`` gives: a text made of the name, ``count``, ``flag``, or None where that is not known."""
        for node in ancestors:
            for each in node.body:
                if isinstance(each, ast.FunctionDef) and each.name == "_generate_next_value_":
                    return _of_name(each)
        if enum is None or enum in COUNTED:
            return "count"
        if enum.endswith("Flag"):
            return "flag"
        if enum == "TextChoices":
            return str
        return str.lower if enum == "StrEnum" else None


class _Auto:
    """Counts ``auto()`` through one class."""

    def __init__(self, generator: Callable[[str], str] | str | None, literals: Literals) -> None:
        self.generator = generator
        self.literals = literals
        self.highest: int | None = None
        """The highest whole number so far."""
        self.bits = 0
        """The most bits of a whole number so far."""

    def counted(self, member: Member, scope: Scope) -> ast.expr:
        """The value with each ``auto()`` replaced. One that is not known stays, and is refused where it is read."""
        node = member.node
        if isinstance(node, ast.Call) and dotted(node.func)[-1:] == ("member",) and len(node.args) == 1:
            node = node.args[0]
        if _is_auto(node):
            return self.next(member.name, node)
        if isinstance(node, ast.Tuple) and any(map(_is_auto, node.elts)):
            items = [self.next(member.name, each) if _is_auto(each) else each for each in node.elts]
            return ast.copy_location(ast.Tuple(elts=items, ctx=ast.Load()), node)
        if self.generator in ("count", "flag"):
            try:
                value = self.literals.data(node, scope)
            except NotLiteral:
                return node  # told where the member is read
            if isinstance(value, int):
                self.seen(value)
        return node

    def seen(self, value: int) -> None:
        self.highest = value if self.highest is None else max(self.highest, value)
        self.bits = max(self.bits, value.bit_length())

    def next(self, name: str, node: ast.expr) -> ast.expr:
        value: str | int
        if self.generator is None:
            return node
        if self.generator == "count":
            value = self.highest + 1 if self.highest is not None else 1
        elif self.generator == "flag":
            value = 1 << self.bits
        else:
            assert not isinstance(self.generator, str)
            value = self.generator(name)
        if isinstance(value, int):
            self.seen(value)
        return ast.copy_location(ast.Constant(value=value), node)


def _is_auto(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and dotted(node.func)[-1:] == ("auto",) and not node.args


def _is_descriptor(node: ast.expr) -> bool:
    return isinstance(node, ast.Lambda) or (
        isinstance(node, ast.Call) and dotted(node.func)[-1:] in {(x,) for x in DESCRIPTORS}
    )


def _blocks(node: ast.stmt) -> Iterator[list[ast.stmt]]:
    """The statements below a condition, a loop or a try."""
    if isinstance(node, ast.If | ast.For | ast.While | ast.With | ast.Try):
        for key in ("body", "orelse", "finalbody"):
            yield getattr(node, key, [])
        for handler in getattr(node, "handlers", []):
            yield handler.body


def _assignments(statement: ast.stmt) -> Iterator[tuple[str, ast.expr]]:
    """Names with their values. Raises NotLiteral where a name's value depends on more than the statement."""
    if isinstance(statement, ast.Assign):
        for target in statement.targets:
            yield from _unpacked(target, statement.value)
    elif isinstance(statement, ast.AnnAssign):
        if statement.value is not None and isinstance(statement.target, ast.Name):
            yield statement.target.id, statement.value
    elif isinstance(statement, ast.AugAssign):
        if isinstance(statement.target, ast.Name) and not statement.target.id.startswith("_"):
            raise NotLiteral(statement, f"{statement.target.id} is changed after its assignment")
    else:
        for block in _blocks(statement):
            for inner in block:
                for name, _ in _assignments(inner):
                    if not name.startswith("_"):
                        raise NotLiteral(inner, f"{name} is assigned under a condition or in a loop")


def _unpacked(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(target, ast.Name):
        yield target.id, value
    elif isinstance(target, ast.Tuple | ast.List):
        if not isinstance(value, ast.Tuple | ast.List) or len(value.elts) != len(target.elts):
            raise NotLiteral(value, "what is unpacked here is computed")
        for each, item in zip(target.elts, value.elts, strict=True):
            yield from _unpacked(each, item)


def _docstring(statement: ast.stmt | None) -> str | None:
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        value = statement.value.value
        return value if isinstance(value, str) else None
    return None


def _of_name(function: ast.FunctionDef) -> Callable[[str], str] | None:
    """What ``_generate_next_value_`` makes of the name, where it is lower, upper or replace of it; else None."""
    body = [each for each in function.body if _docstring(each) is None]
    arguments = [*function.args.posonlyargs, *function.args.args]
    if len(body) != 1 or not isinstance(body[0], ast.Return) or body[0].value is None or not arguments:
        return None
    node, steps = body[0].value, list[Callable[[str], str]]()
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not node.keywords:
        texts = [each.value for each in node.args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
        if node.func.attr in TEXT_METHODS and not node.args:
            steps.append(TEXT_METHODS[node.func.attr])
        elif node.func.attr == "replace" and len(texts) == len(node.args) == 2:
            steps.append(lambda text, old=texts[0], new=texts[1]: text.replace(old, new[:100]))  # type: ignore[misc]
        else:
            return None
        node = node.func.value
    if not isinstance(node, ast.Name) or node.id != arguments[0].arg or len(steps) > 10:
        return None

    def made(name: str) -> str:
        for step in reversed(steps):
            name = step(name)[:1000]
        return name

    return made
