"""Classes of a Python file as data, for finding lists of codes: parsed, never imported or run; only literals count."""

import ast
import re
import warnings
from collections.abc import Iterator, Mapping
from http import HTTPStatus

from errgate.core.value import Json

LONGEST = 500_000
"""Characters of a file that are parsed."""
MOST = 5_000
"""Members of one class that are read."""
TELLING = re.compile(
    r"^class\s+\w*(?:err|fault|problem|failure|exception|reason|code)\w*\s*[(:]|\bEnum\b|\b(?:Text|Integer)Choices\b",
    re.I | re.M,
)
"""What a file must hold for parsing it to be worth the time."""
ENUMS = ("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "TextChoices", "IntegerChoices", "ReprEnum")
Members = Mapping[str, Mapping[str, Json]]


def read_classes(source: str) -> Mapping[str, Members]:
    """Each class of a file that is an enum, with its literal members. Empty for what cannot be parsed."""
    if len(source) > LONGEST or TELLING.search(source) is None:
        return {}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(source)
        enums = set(ENUMS)
        found: dict[str, Members] = {}
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and any(_last(base) in enums for base in node.bases):
                enums.add(node.name)
                members = dict(_members(node))
                if members:
                    found[node.name] = members
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    return found


def _last(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _members(node: ast.ClassDef) -> Iterator[tuple[str, Mapping[str, Json]]]:
    count = 0
    lowers = any(_last(base) == "StrEnum" for base in node.bases)
    for statement in node.body[:MOST]:
        target, value = _assigned(statement)
        if target is None or value is None or target.startswith("_"):
            continue
        count += 1
        if isinstance(value, ast.Call) and _last(value.func) == "auto":
            yield target, {"value": target.lower() if lowers else count}
            continue
        yield target, _entry(value)


def _assigned(statement: ast.stmt) -> tuple[str | None, ast.expr | None]:
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1 and isinstance(statement.targets[0], ast.Name):
        return statement.targets[0].id, statement.value
    if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
        return statement.target.id, statement.value
    return None, None


def _entry(value: ast.expr) -> Mapping[str, Json]:
    literal = _literal(value)
    found: dict[str, Json] = {}
    if isinstance(value, ast.Tuple | ast.List):
        found.update(
            (str(index), each) for index, item in enumerate(value.elts) if (each := _literal(item)) is not None
        )
    elif isinstance(value, ast.Dict):
        for key, item in zip(value.keys, value.values, strict=True):
            name = _literal(key) if key is not None else None
            if isinstance(name, str) and (each := _literal(item)) is not None:
                found[name] = each
    elif isinstance(value, ast.Call):
        found.update(
            (str(index), each) for index, item in enumerate(value.args) if (each := _literal(item)) is not None
        )
        found.update(
            (item.arg, each) for item in value.keywords if item.arg and (each := _literal(item.value)) is not None
        )
    elif literal is not None:
        found["value"] = literal
    return found


def _literal(node: ast.expr) -> Json:
    if isinstance(node, ast.Constant) and isinstance(node.value, str | int | float | bool):
        return node.value
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = _literal(node.operand)
        return -inner if isinstance(inner, int | float) and not isinstance(inner, bool) else None
    if isinstance(node, ast.Attribute):
        return _status(node.attr)
    return None


def _status(name: str) -> Json:
    """The number of ``HTTPStatus.NOT_FOUND``, or of ``status.HTTP_404_NOT_FOUND``."""
    numbered = re.match(r"HTTP_([1-5][0-9]{2})_", name)
    if numbered is not None:
        return int(numbered[1])
    return int(HTTPStatus[name]) if name in HTTPStatus.__members__ else None
