"""Literals of Python source as JSON values, read from the syntax tree: nothing is imported or run.

Beside literals proper: names of constants that the module assigns once, members of its classes, text put together from
such, whole-number arithmetic, names of HTTP statuses, and calls with literal arguments, whose arguments are the data.
"""

import ast
import builtins
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus

from errgate.core.value import Json

DEPTH = 40
"""Levels of nesting, and of names that stand for names."""
STEPS = 400_000
"""Nodes that are looked at for one file; a constant counts at every use."""
LONGEST_TEXT = 20_000
"""Characters of a text that is put together."""
MOST_BITS = 256
STATUSES = {
    **{name: int(status) for name, status in HTTPStatus.__members__.items()},
    "CONTENT_TOO_LARGE": 413,
    "URI_TOO_LONG": 414,
    "RANGE_NOT_SATISFIABLE": 416,
    "UNPROCESSABLE_CONTENT": 422,
}
"""Names of http.HTTPStatus, the newer ones of Python 3.13 among them, so that every Python reads the same."""
STATUS_CONSTANT = re.compile(r"HTTP_([1-5][0-9]{2})(_[A-Z0-9_]+)?")
"""How Starlette, FastAPI and Django REST framework name statuses."""
TRANSLATIONS = frozenset(
    ("_", "_l", "N_", "gettext", "gettext_lazy", "gettext_noop", "ugettext", "ugettext_lazy", "lazy_gettext")
)
"""Functions that mark a text for translation: the text itself is the data."""
WRAPPERS = frozenset(("frozenset", "set", "tuple", "list"))
BUILTINS = frozenset(dir(builtins)) - {"dict"}


class NotLiteral(Exception):
    """A node that says nothing without being run. ``what`` describes it."""

    def __init__(self, node: ast.AST, what: str) -> None:
        super().__init__(what)
        self.line: int = getattr(node, "lineno", 1)
        self.what = what


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Names that the body of a class assigned so far; empty for the module's own scope."""

    names: Mapping[str, ast.expr] = field(default_factory=dict)


MODULE = Scope()


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One part of a compound value: its keys (position, parameter's name), and where it is evaluated."""

    keys: tuple[str, ...]
    node: ast.expr
    scope: Scope


def dotted(node: ast.expr) -> tuple[str, ...]:
    """The names of ``a.b.c``; empty for anything else."""
    names: list[str] = []
    while isinstance(node, ast.Attribute):
        names.append(node.attr)
        node = node.value
    return (*names, node.id)[::-1] if isinstance(node, ast.Name) else ()


class Literals:
    """Evaluates the literals of one module."""

    def __init__(self, constants: Mapping[str, ast.expr], classes: Mapping[str, ast.ClassDef]) -> None:
        """``constants``: names that the module assigns exactly once. ``classes``: the classes that it defines."""
        self.constants = constants
        self.classes = classes
        self.members: dict[str, Mapping[str, ast.expr]] = {}
        """Class → the names that its body assigned, filled by the reader of classes."""
        self.steps = 0

    def _count(self, node: ast.AST, depth: int) -> None:
        self.steps += 1
        if self.steps > STEPS:
            raise NotLiteral(node, f"more than {STEPS:,} literals, counting each constant at every use")
        if depth > DEPTH:
            raise NotLiteral(node, f"nested deeper than {DEPTH} levels, or defined by itself")

    def behind(self, node: ast.expr, scope: Scope, depth: int = 0) -> tuple[ast.expr, Scope]:
        """What a name or an attribute of a class stands for, with the scope that it belongs to; else the node itself."""
        while True:
            self._count(node, depth)
            depth += 1
            if isinstance(node, ast.Name):
                if node.id in scope.names:
                    node = scope.names[node.id]
                elif node.id in self.constants:
                    node, scope = self.constants[node.id], MODULE
                else:
                    return node, scope
            elif isinstance(node, ast.Attribute):
                names = dotted(node)
                names = names[:-1] if len(names) == 3 and names[2] == "value" else names
                members = self.members.get(names[0], {}) if len(names) == 2 else {}
                if len(names) != 2 or names[1] not in members:
                    return node, scope
                node, scope = members[names[1]], Scope(names=members)
            else:
                return node, scope

    def data(self, node: ast.expr, scope: Scope, depth: int = 0) -> Json:
        """The JSON value of a literal. Raises NotLiteral."""
        node, scope = self.behind(node, scope, depth)
        match node:
            case ast.Constant():
                return self._constant(node)
            case ast.UnaryOp():
                return self._unary(node, scope, depth)
            case ast.BinOp():
                return self._binary(node, scope, depth)
            case ast.JoinedStr():
                return self._joined(node, scope, depth)
            case ast.Tuple() | ast.List() | ast.Set():
                return [self.data(part.node, part.scope, depth + 1) for part in self.sequence(node, scope, depth)]
            case ast.Dict():
                return self._mapping(self.pairs(node, scope, depth), depth)
            case ast.Call():
                return self._called(node, scope, depth)
            case ast.Name() | ast.Attribute():
                return self._named(node)
        raise NotLiteral(node, f"{_article(type(node).__name__)} is computed")

    def _constant(self, node: ast.Constant) -> Json:
        value = node.value
        if isinstance(value, str):
            if any("\ud800" <= char <= "\udfff" for char in value):
                raise NotLiteral(node, "a text holds half of a surrogate pair")
            return value
        if isinstance(value, float) and not math.isfinite(value):
            raise NotLiteral(node, "a number is larger than any number a reader can hold")
        if value is None or isinstance(value, bool | float):
            return value
        if isinstance(value, int):
            return self._bounded(node, value)
        raise NotLiteral(node, f"a value of the type {type(value).__name__} is no JSON value")

    def _bounded(self, node: ast.AST, value: int) -> int:
        if value.bit_length() > MOST_BITS:
            raise NotLiteral(node, f"a whole number of more than {MOST_BITS} bits")
        return value

    def _unary(self, node: ast.UnaryOp, scope: Scope, depth: int) -> Json:
        value = self.data(node.operand, scope, depth + 1)
        if isinstance(value, int | float) and not isinstance(value, bool):
            if isinstance(node.op, ast.USub):
                return -value
            if isinstance(node.op, ast.UAdd):
                return value
            if isinstance(node.op, ast.Invert) and isinstance(value, int):
                return ~value
        raise NotLiteral(node, "an operation is computed")

    def _binary(self, node: ast.BinOp, scope: Scope, depth: int) -> Json:
        left, right = self.data(node.left, scope, depth + 1), self.data(node.right, scope, depth + 1)
        if isinstance(left, str) and isinstance(right, str) and isinstance(node.op, ast.Add):
            return self._text(node, left + right)
        if isinstance(left, bool) or isinstance(right, bool) or not (isinstance(left, int) and isinstance(right, int)):
            raise NotLiteral(node, "an operation is computed")
        match node.op:
            case ast.Add():
                return self._bounded(node, left + right)
            case ast.Sub():
                return self._bounded(node, left - right)
            case ast.Mult():
                return self._bounded(node, left * right)
            case ast.BitOr():
                return left | right
            case ast.BitAnd():
                return left & right
            case ast.BitXor():
                return left ^ right
            case ast.LShift() if 0 <= right <= MOST_BITS:
                return self._bounded(node, left << right)
        raise NotLiteral(node, "an operation is computed")

    def _text(self, node: ast.AST, value: str) -> str:
        if len(value) > LONGEST_TEXT:
            raise NotLiteral(node, f"a text of more than {LONGEST_TEXT} characters is put together")
        return value

    def _joined(self, node: ast.JoinedStr, scope: Scope, depth: int) -> str:
        found = ""
        for each in node.values:
            if isinstance(each, ast.FormattedValue):
                if each.conversion not in (-1, 115) or each.format_spec is not None:
                    raise NotLiteral(each, "an f-string formats a value")
                value = self.data(each.value, scope, depth + 1)
                if isinstance(value, bool) or not isinstance(value, str | int):
                    raise NotLiteral(each, "an f-string formats a value")
                found += str(value)
            else:
                found += str(self.data(each, scope, depth + 1))
            self._text(node, found)
        return found

    def sequence(self, node: ast.Tuple | ast.List | ast.Set, scope: Scope, depth: int) -> Iterator[Part]:
        """The items, those of a literal after a star among them."""
        index = 0
        for item in node.elts:
            inner: Iterator[Part] | None = None
            if isinstance(item, ast.Starred):
                behind, own = self.behind(item.value, scope, depth + 1)
                if not isinstance(behind, ast.Tuple | ast.List):
                    raise NotLiteral(item, "what a star unpacks is computed")
                inner = self.sequence(behind, own, depth + 1)
            for part in inner or (Part(keys=(), node=item, scope=scope),):
                yield Part(keys=(str(index),), node=part.node, scope=part.scope)
                index += 1

    def pairs(self, node: ast.Dict, scope: Scope, depth: int) -> Iterator[Part]:
        """The members of a dict, those of a literal after two stars among them."""
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                behind, own = self.behind(value, scope, depth + 1)
                if not isinstance(behind, ast.Dict):
                    raise NotLiteral(value, "what two stars unpack is computed")
                self._count(behind, depth + 1)
                yield from self.pairs(behind, own, depth + 1)
                continue
            yield Part(keys=(self._key(key, scope, depth + 1),), node=value, scope=scope)

    def _key(self, node: ast.expr, scope: Scope, depth: int) -> str:
        name = self.data(node, scope, depth)
        if isinstance(name, bool) or not isinstance(name, str | int):
            raise NotLiteral(node, "a key is neither text nor a whole number")
        return str(name)

    def _mapping(self, parts: Iterator[Part], depth: int) -> dict[str, Json]:
        found: dict[str, Json] = {}
        for part in parts:
            value = self.data(part.node, part.scope, depth + 1)
            found.update(dict.fromkeys(part.keys, value))
        return found

    def _called(self, node: ast.Call, scope: Scope, depth: int) -> Json:
        if self.is_transparent(node):
            return self.data(node.args[0], scope, depth + 1)
        return self._mapping(self.arguments(node, scope, depth), depth)

    def is_transparent(self, node: ast.Call) -> bool:
        """Whether a call stands for its one argument: a text to be translated, or ``frozenset`` and its like."""
        names = dotted(node.func)
        known = bool(names) and (names[-1] in TRANSLATIONS or (len(names) == 1 and names[0] in WRAPPERS))
        return known and len(node.args) == 1 and not node.keywords and not isinstance(node.args[0], ast.Starred)

    def arguments(self, node: ast.Call, scope: Scope, depth: int) -> Iterator[Part]:
        """The arguments of a call as data. Raises NotLiteral for what is plainly computed."""
        names = dotted(node.func)
        if not names:
            raise NotLiteral(node, "a call is computed")
        if len(names) == 1 and names[0] in BUILTINS and names[0] not in self.classes:
            raise NotLiteral(node, f"a call of {names[0]}() is computed")
        if not node.args and not node.keywords:
            raise NotLiteral(node, f"a call of {names[-1]}() without arguments is computed")
        known = parameters(self.classes.get(names[-1]))
        items = ast.Tuple(elts=node.args, ctx=ast.Load())
        for index, part in enumerate(self.sequence(items, scope, depth)):
            yield Part(keys=(*part.keys, *known[index : index + 1]), node=part.node, scope=part.scope)
        for keyword in node.keywords:
            if keyword.arg is not None:
                yield Part(keys=(keyword.arg,), node=keyword.value, scope=scope)
            else:
                behind, own = self.behind(keyword.value, scope, depth + 1)
                if not isinstance(behind, ast.Dict):
                    raise NotLiteral(keyword.value, "what two stars unpack is computed")
                yield from self.pairs(behind, own, depth + 1)

    def _named(self, node: ast.Name | ast.Attribute) -> Json:
        """The number of an HTTP status that is known by its name."""
        names = dotted(node)
        names = names[:-1] if len(names) > 2 and names[-1] == "value" else names
        if names:
            constant = STATUS_CONSTANT.fullmatch(names[-1])
            if constant is not None:
                return int(constant[1])
            if len(names) > 1 and names[-2] == "HTTPStatus" and names[-1] in STATUSES:
                return STATUSES[names[-1]]
        shown = ".".join(names)[:60] or "an attribute"
        raise NotLiteral(node, f"{shown} is not defined by a literal of this file")


def parameters(node: ast.ClassDef | None, *, fields: bool = True) -> tuple[str, ...]:
    """The names of a class's positional parameters: of ``__init__`` or ``__new__``, else its annotated ``fields``."""
    body = node.body if node is not None else []
    for name in ("__init__", "__new__"):
        for each in body:
            if isinstance(each, ast.FunctionDef) and each.name == name:
                return tuple(arg.arg for arg in (*each.args.posonlyargs, *each.args.args))[1:]
    return tuple(
        each.target.id
        for each in body
        if fields
        and isinstance(each, ast.AnnAssign)
        and isinstance(each.target, ast.Name)
        and "ClassVar" not in ast.dump(each.annotation)
    )


def _article(name: str) -> str:
    """``IfExp`` as words."""
    words = {
        "IfExp": "a conditional expression",
        "Lambda": "a function",
        "ListComp": "a comprehension",
        "SetComp": "a comprehension",
        "DictComp": "a comprehension",
        "GeneratorExp": "a comprehension",
        "Subscript": "an item of something",
        "Compare": "a comparison",
        "BoolOp": "a condition",
    }
    return words.get(name, "an expression")
