"""JSON values: what equal means, where two values differ, and the text of a scalar.

Equality is JSON's, not Python's: ``True`` is not ``1``. Numbers are equal by value (``1`` and ``1.0`` differ in form
only, which ``same_form`` tells).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

Json: TypeAlias = bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"] | None


class Missing:
    """The type of ``MISSING``: no value at all, which is not null."""

    def __repr__(self) -> str:
        return "MISSING"

    def __bool__(self) -> bool:
        return False


MISSING: Final = Missing()


def kind(value: Json) -> str:
    """The JSON type's name: null, boolean, number, string, array or object."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "number"
    if isinstance(value, str):
        return "string"
    if isinstance(value, Mapping):
        return "object"
    return "array"


def equal(left: Json | Missing, right: Json | Missing) -> bool:
    """Whether two values are equal as JSON. Key order and the form of a number do not count."""
    if isinstance(left, Missing) or isinstance(right, Missing):
        return left is right
    if isinstance(left, str):
        return isinstance(right, str) and left == right
    if isinstance(left, bool) or isinstance(right, bool) or left is None or right is None:
        return left is right
    if isinstance(left, int | float):
        return isinstance(right, int | float) and left == right
    if isinstance(left, Mapping):
        return (
            isinstance(right, Mapping)
            and len(left) == len(right)
            and all(key in right and equal(value, right[key]) for key, value in left.items())
        )
    return (
        isinstance(right, Sequence)
        and not isinstance(right, str)
        and len(left) == len(right)
        and all(equal(a, b) for a, b in zip(left, right, strict=True))
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One place where two values differ. ``at`` is an RFC 6901 pointer; a side without a value is MISSING."""

    at: str
    old: Json | Missing
    new: Json | Missing


def escape(token: str) -> str:
    """One reference token of an RFC 6901 pointer."""
    return token.replace("~", "~0").replace("/", "~1")


def differences(old: Json | Missing, new: Json | Missing, at: str = "") -> Iterator[Difference]:
    """Every place where two values differ, objects by key and arrays by index, in the old value's order."""
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for key, value in old.items():
            yield from differences(value, new.get(key, MISSING), f"{at}/{escape(key)}")
        for key, value in new.items():
            if key not in old:
                yield Difference(at=f"{at}/{escape(key)}", old=MISSING, new=value)
    elif _is_array(old) and _is_array(new):
        for index in range(max(len(old), len(new))):  # type: ignore[arg-type]
            yield from differences(_item(old, index), _item(new, index), f"{at}/{index}")
    elif not equal(old, new):
        yield Difference(at=at, old=old, new=new)


def _is_array(value: Json | Missing) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _item(array: Json | Missing, index: int) -> Json | Missing:
    assert isinstance(array, Sequence)
    return array[index] if index < len(array) else MISSING


def text(value: Json) -> str:
    """The text by which codes, statuses and hint values compare: a string itself, else its JSON text.

    JSON-RPC's ``-32601`` and a registry's ``"-32601"`` are the same code.
    """
    if isinstance(value, str):
        return value
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return str(int(value))
    return str(value)


def canonical(value: Json | Missing) -> str:
    """A text that is equal exactly when two values are equal as JSON; for sets and keys, not for signatures."""
    if isinstance(value, Missing):
        return "?"
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{key!r}:{canonical(value[key])}" for key in sorted(value)) + "}"
    if isinstance(value, str):
        return repr(value)
    if isinstance(value, Sequence):
        return "[" + ",".join(canonical(item) for item in value) + "]"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return text(value)
