"""The policy grid: errors that no fixture recorded, decided under the released policy and under the new one.

Only what decision.yml itself owns is swapped (status table, text, unknown_code, not_idempotent, retry, categories):
the registry, the hints, their precedence and the safe default have rules of their own, which say it better. Where the
facts of an error lie does not matter here, since the signals are given.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import Any

from errgate.core.contract import Hint
from errgate.core.decide import Consumer, Decision, by_status, decide_signals, label
from errgate.core.judge import Differs, difference
from errgate.core.signals import HintReading, Signals

LIMIT = 20_000
"""Above this many cells, every pair of signals is tried instead of every combination."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GridDifference:
    """One policy entry that decides otherwise now."""

    entry: str
    differs: Differs
    old: Decision
    new: Decision
    signals: Signals
    """The first cell that shows it."""
    cells: int


def compare_policies(old: Consumer, new: Consumer) -> tuple[GridDifference, ...]:
    """The entries of the policy whose decisions moved between two consumers, in the grid's order."""
    swapped = replace(
        old,
        policy=replace(
            new.policy,
            precedence=old.precedence,
            category_precedence=old.policy.category_precedence,
            default=old.policy.default,
        ),
    )
    found: dict[tuple[str, Differs], GridDifference] = {}
    for signals in cells(old, new):
        was, now = decide_signals(old, signals), decide_signals(swapped, signals)
        what = difference(was, now, two_recordings=False)
        if what is None:
            continue
        entry = _entry(old, new, what, was, now, signals)
        known = found.get((entry, what))
        found[entry, what] = (
            GridDifference(entry=entry, differs=what, old=was, new=now, signals=signals, cells=1)
            if known is None
            else replace(known, cells=known.cells + 1)
        )
    return tuple(found.values())


def cells(old: Consumer, new: Consumer) -> Iterator[Signals]:
    """Every combination of a code, a status and the hints that the old consumer knows; pairwise above the limit."""
    axes: list[list[tuple[str, Any]]] = [
        [("code", code) for code in _codes(old)],
        [("status", status) for status in _statuses(old, new)],
        [("unsafe", False), *([("unsafe", True)] if _asks_method(old, new) else [])],
    ]
    for hint in old.hints.hints.values() if old.hints else ():
        axes.append([(f"hint:{hint.name}", reading) for reading in _readings(hint)])
    size = 1
    for axis in axes:
        size *= len(axis)
    for cell in product(*axes) if size <= LIMIT else _pairwise(axes):
        yield _signals(dict(cell))


def _pairwise(axes: list[list[tuple[str, Any]]]) -> Iterator[tuple[tuple[str, Any], ...]]:
    first = tuple(axis[0] for axis in axes)
    for left, right in combinations(range(len(axes)), 2):
        for a, b in product(axes[left], axes[right]):
            cell = list(first)
            cell[left], cell[right] = a, b
            yield tuple(cell)


def _signals(cell: Mapping[str, Any]) -> Signals:
    hints = {key[5:]: value for key, value in cell.items() if key.startswith("hint:")}
    return Signals(code=cell["code"], status=cell["status"], hints=hints, unsafe=cell["unsafe"])


def _codes(old: Consumer) -> list[str | None]:
    """Absent, one unknown, and one code for each way in which the released registry makes a code decide."""
    if old.registry is None:
        return [None]
    ways: dict[tuple[object, ...], str] = {}
    for code, entry in old.registry.by_code.items():
        ways.setdefault((entry.action, entry.retryable, entry.category, entry.may_have_executed), code)
    unknown = "UNKNOWN_CODE"
    while unknown in old.registry.by_code:
        unknown += "_"
    return [None, *ways.values(), unknown]


def _statuses(old: Consumer, new: Consumer) -> list[int | None]:
    """Absent, each exact status that either policy names, and one that neither names for each class."""
    named: set[int] = set()
    for policy in (old.policy, new.policy):
        for table in (policy.status, policy.categories or {}):
            named |= {int(key) for key in table if key.isdigit()}
    named |= {401, 403, 429}
    unnamed = [
        status
        for first in range(100, 600, 100)
        if (status := next((code for code in range(first + 99, first - 1, -1) if code not in named), None)) is not None
    ]
    return [None, *sorted(named), *unnamed]


def _asks_method(old: Consumer, new: Consumer) -> bool:
    return old.policy.not_idempotent is not None or new.policy.not_idempotent is not None


def _readings(hint: Hint) -> list[HintReading]:
    if hint.seconds:
        return [
            HintReading(state="absent"),
            HintReading(state="known", value="30", seconds=30),
            HintReading(state="null"),
        ]
    known = [HintReading(state="known", value=value) for value in hint.values]
    return [
        HintReading(state="absent"),
        *known,
        HintReading(state="unrecognized", value="unrecognized"),
        HintReading(state="null"),
    ]


def _entry(old: Consumer, new: Consumer, what: Differs, was: Decision, now: Decision, signals: Signals) -> str:
    """The policy entry to name for a difference."""
    if what == "retry" and old.policy.max_attempts != new.policy.max_attempts:
        return "retry"
    if what == "category":
        for table in (new.policy.categories, old.policy.categories):
            found = by_status(table or {}, signals.status)
            if found is not None:
                return f"categories {found[0]}"
        return "categories"
    for decision in (now, was):
        key = decision.decided_by
        if key[0] == "entry" and _says(old, key[1]) != _says(new, key[1]):
            return label(key)
    if was.decided_by[0] == "entry":
        return label(was.decided_by)
    return "actions"


def _says(consumer: Consumer, entry: str) -> str | None:
    policy = consumer.policy
    if entry.startswith("status "):
        found = (
            by_status(policy.status, int(entry[7:])) if entry[7:].isdigit() else (entry, policy.status.get(entry[7:]))
        )
        return None if found is None else found[1]
    if entry == "unknown_code":
        return policy.unknown_code
    if entry == "not_idempotent":
        return policy.not_idempotent
    return policy.default if entry == "default" else None
