"""Parts of a contract that lie elsewhere at head than at base, and whether they are still the same."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from errgate.core.contract import PARTS, Contract, Fixtures, Hints, Part, Policy, Registry
from errgate.core.rule import Change
from errgate.core.value import equal


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """One part with its two places; ``equal`` says whether the parsed part is the same."""

    part: Part
    old: str
    new: str
    equal: bool


def moved_parts(change: Change) -> Iterator[Moved]:
    """The parts that are readable at both refs and whose place differs."""
    for part in PARTS:
        old, new = change.base.paths.get(part), change.head.paths.get(part)
        if old and new and old != new and change.base.part(part) is not None and change.head.part(part) is not None:
            yield Moved(part=part, old=old, new=new, equal=same(change.base, change.head, part))


def same(left: Contract, right: Contract, part: Part) -> bool:
    """Whether a part says the same at both, wherever it lies and however it is written."""
    a, b = left.part(part), right.part(part)
    if a is None or b is None:
        return a is b
    if part == "envelope":
        assert left.envelope is not None
        assert right.envelope is not None
        return equal(left.envelope.schema, right.envelope.schema)
    if isinstance(a, Registry) and isinstance(b, Registry):
        return _entries(a) == _entries(b)
    if isinstance(a, Hints) and isinstance(b, Hints):
        return _hints(a) == _hints(b)
    if isinstance(a, Policy) and isinstance(b, Policy):
        return replace(a, path="") == replace(b, path="")
    if isinstance(a, Fixtures) and isinstance(b, Fixtures):
        rows = ({name: replace(row, at="") for name, row in each.expected.items()} for each in (a, b))
        values = ({name: fixture.value for name, fixture in each.fixtures.items()} for each in (a, b))
        return next(rows) == next(rows) and next(values) == next(values)
    return False


def _entries(registry: Registry) -> list[tuple[str, object]]:
    found = [(entry.code, replace(entry, at="")) for entry in registry.entries]
    return sorted(found, key=lambda pair: (pair[0], repr(pair[1])))


def _hints(hints: Hints) -> object:
    return [(name, replace(hint, pointer="", stated=frozenset())) for name, hint in hints.hints.items()]
