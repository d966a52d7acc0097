"""JMESPath expressions on a registry's entries. Alone knows jmespath.

An expression may come from a pull request, so that its length is bounded, and the steps and sizes of all its results
together: a few brackets could double a list again and again.
"""

import math
import re
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

from errgate.core.value import Json

PREFIX = "jmes:"
LONGEST = 500
"""Characters of an expression."""
STEPS = 5_000_000
"""Steps, and values of results, that the expressions of one registry may take together."""
LARGEST = 100_000
"""Values that one result may hold."""
PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*", re.ASCII)
"""Names alone, which need no library."""
FAILURES = (ValueError, TypeError, ArithmeticError, LookupError, AttributeError, RecursionError)
"""What jmespath raises for values that an expression cannot take; its own errors are ValueErrors."""


class ExpressionInvalid(Exception):
    """An expression that cannot be compiled, or not evaluated on some value. ``problem`` says why, in a few words."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


@dataclass(slots=True)
class Budget:
    """The steps that are left for one registry."""

    left: int = STEPS

    def take(self, steps: int) -> None:
        """Spend some. Raises ExpressionInvalid where none is left."""
        self.left -= steps
        if self.left < 0:
            raise ExpressionInvalid("it takes too many steps")


class Expression(Protocol):
    """A compiled expression."""

    def __call__(self, value: Json, budget: Budget) -> Json:
        """What the expression finds in a value; null where it finds nothing. Raises ExpressionInvalid."""
        ...


def is_expression(source: str) -> bool:
    """Whether the config's text for a field is an expression and not a key."""
    return source.startswith(PREFIX)


@lru_cache(maxsize=512)
def compiled(source: str) -> Expression:
    """The expression behind ``jmes:``. Raises ExpressionInvalid."""
    text = source.removeprefix(PREFIX).strip()
    if not text:
        raise ExpressionInvalid("there is nothing behind `jmes:`")
    if len(text) > LONGEST:
        raise ExpressionInvalid(f"it has {len(text)} characters, more than {LONGEST}")
    if PLAIN.fullmatch(text):
        return _Path(tuple(text.split(".")))
    return _interpreted(text)


class _Path:
    """Names, looked up one in the other."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names

    def __call__(self, value: Json, budget: Budget) -> Json:
        budget.take(1)
        for name in self.names:
            value = value.get(name) if isinstance(value, Mapping) else None
        return value


def _interpreted(text: str) -> Expression:
    from jmespath import functions, parser, visitor  # noqa: PLC0415  (loaded only where a config has an expression)

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a text in backticks without quotes is accepted
            tree = parser.Parser().parse(text).parsed
    except FAILURES as error:
        words = " ".join(str(error).split()) if isinstance(error, ValueError) else ""
        raise ExpressionInvalid(f"it is no JMESPath expression: {words[:200] or 'it is nested too deeply'}") from error

    _check_calls(tree, functions.Functions.FUNCTION_TABLE)

    class Bounded(visitor.TreeInterpreter):
        """Counts its steps and what it builds."""

        def __init__(self, budget: Budget) -> None:
            super().__init__()
            self.budget = budget

        def visit(self, node: Any, *arguments: Any, **named: Any) -> Any:
            self.budget.take(1)
            found = super().visit(node, *arguments, **named)
            if node["type"] in BUILDING:
                self.budget.take(_size(found))
            return found

    def search(value: Json, budget: Budget) -> Json:
        try:
            found = Bounded(budget).visit(tree, value)
        except FAILURES as error:
            words = " ".join(str(error).split()) if isinstance(error, ValueError) else type(error).__name__
            raise ExpressionInvalid(words[:200] or type(error).__name__) from error
        return _as_json(found)

    return search


def _check_calls(tree: Mapping[str, Any], known: Mapping[str, Any]) -> None:
    """Refuses functions that do not exist, and a wrong number of arguments, before any entry is read."""
    pending: list[Any] = [tree]
    while pending:
        node = pending.pop()
        if not isinstance(node, Mapping):
            continue
        children = node.get("children", [])
        pending.extend(children)
        if node.get("type") != "function_expression":
            continue
        name = str(node["value"])
        if name not in known:
            raise ExpressionInvalid(f"there is no function `{name[:60]}`")
        signature = known[name]["signature"]
        is_variadic = bool(signature) and bool(signature[-1].get("variadic"))
        if len(children) < len(signature) or (len(children) > len(signature) and not is_variadic):
            raise ExpressionInvalid(f"`{name}` takes {len(signature)} arguments, found {len(children)}")


BUILDING = frozenset(
    ("multi_select_list", "multi_select_dict", "function_expression", "flatten", "projection", "value_projection",
     "filter_projection", "slice")
)  # fmt: skip
"""Nodes that build something new."""


def _size(value: object) -> int:
    """The values in a result, those that it holds several times counted each time. Raises ExpressionInvalid."""
    count = 0
    pending = [value]
    while pending:
        each = pending.pop()
        count += 1 + len(each) // 20 if isinstance(each, str) else 1
        if isinstance(each, Mapping):
            pending.extend(each.values())
        elif isinstance(each, Sequence) and not isinstance(each, str):
            pending.extend(each)
        if count + len(pending) > LARGEST:
            raise ExpressionInvalid(f"a result of more than {LARGEST:,} values")
    return count


def _as_json(found: object) -> Json:
    """The result as a JSON value: it holds no NaN, no infinity and nothing that is no data."""
    if isinstance(found, float) and (not math.isfinite(found)):
        raise ExpressionInvalid("the result is no number that JSON can hold")
    if found is None or isinstance(found, bool | int | float | str):
        return found
    if isinstance(found, Mapping):
        return {str(key): _as_json(item) for key, item in found.items()}
    if isinstance(found, Sequence):
        return [_as_json(item) for item in found]
    raise ExpressionInvalid("the result is no JSON value")
