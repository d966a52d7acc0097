"""How a registry moved: codes that went, codes that came, and each fact of a kept code that changed.

Several rules read these changes; each reports its own kind.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from errgate.core.contract import Entry, Policy, Registry
from errgate.core.decide import entry_action, retries
from errgate.core.rule import Comparison
from errgate.core.value import Json, equal, text

Kind = Literal["redefined", "withdrawn", "specified", "action-specified", "wording"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FactChange:
    """One fact of a kept code. A side that states nothing is None."""

    old_entry: Entry
    new_entry: Entry
    fact: str
    """``action``, ``retryable``, ``status``, ``cause``, ``hint``, or an attribute (``fields.x`` for a key of an object)."""
    old: Json
    new: Json
    kind: Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Removed:
    """A code that the older registry offers and the newer does not."""

    entry: Entry
    renamed_to: str | None
    """The code that carries its symbol now, where the symbol is unique at both refs."""
    replacements: tuple[str, ...]
    """What took its place, by ``replaced_by`` or by a recording of the same failure."""
    retired: bool
    """It is still listed, as retired or reserved."""
    fixtures: tuple[str, ...]
    """Recordings that carried it."""


def added(comparison: Comparison) -> Iterator[Entry]:
    """The codes that the newer registry offers and the older does not know."""
    new = comparison.new.registry
    old = comparison.old.registry
    if new is not None:
        known = old.by_code if old is not None else {}
        yield from (entry for code, entry in new.by_code.items() if code not in known and entry.offered)


def removed(comparison: Comparison) -> Iterator[Removed]:
    """The codes that are no longer offered."""
    old, new = comparison.old.registry, comparison.new.registry
    if old is None or new is None:
        return
    old_names, new_names = _symbols(old), _symbols(new)
    wire: dict[str, list[tuple[str, str]]] = {}
    for judged in comparison.judged:
        was, now = judged.old_signals.code, judged.new_signals.code
        if judged.role == "old-error" and was is not None:
            wire.setdefault(was, []).append((was, judged.fixture.path))
        elif judged.role == "new-error" and was is not None and now is not None and now != was:
            wire.setdefault(was, []).append((now, judged.fixture.path))
    for code, entry in old.by_code.items():
        kept = new.by_code.get(code)
        if not entry.offered or (kept is not None and kept.offered):
            continue
        seen = wire.get(code, [])
        shown = [now for now, _ in seen if now != code and now in new.by_code]
        stated = [*entry.replaced_by, *(kept.replaced_by if kept else ())]
        symbol = new_names.get(entry.name) if entry.name and old_names.get(entry.name) == code else None
        yield Removed(
            entry=entry,
            renamed_to=symbol if symbol not in (None, code) else None,
            replacements=tuple(dict.fromkeys([*(each for each in stated if each in new.by_code), *shown])),
            retired=kept is not None,
            fixtures=tuple(dict.fromkeys(path for _, path in seen)),
        )


def _symbols(registry: Registry) -> Mapping[str, str | None]:
    """Symbol → its code, None where several codes carry it."""
    found: dict[str, str | None] = {}
    for code, entry in registry.by_code.items():
        if entry.name:
            found[entry.name] = None if entry.name in found else code
    return found


def facts(comparison: Comparison) -> Iterator[FactChange]:
    """Each fact that moved, of each code that is offered at both sides."""
    old_policy = comparison.old.policy or comparison.new.policy
    new_policy = comparison.new.policy or old_policy
    for old, new in comparison.entries:
        if old.offered:
            yield from _action(old, new, old_policy, new_policy)
            for fact in ("status", "cause", "hint"):
                yield from _fact(old, new, fact, getattr(old, fact), getattr(new, fact), prose=fact == "cause")
            for fact in ("terminal", "may_have_executed"):
                yield from _flag(
                    old, new, fact, guarded=fact == "may_have_executed" and _guards(old_policy, new_policy)
                )
            for name in dict.fromkeys([*old.attributes, *new.attributes]):
                yield from _attribute(old, new, name)


def is_action(value: str | None, policy: Policy | None) -> bool:
    """Whether a registry's action is one that a policy knows; without a policy, a single word."""
    if value is None:
        return False
    return value in policy.actions if policy is not None else not any(char.isspace() for char in value)


def decides(entry: Entry, policy: Policy | None) -> bool:
    """Whether an entry says what to do: an action, or retryability."""
    return is_action(entry.action, policy) or entry.retryable is not None


def effective(entry: Entry, policy: Policy | None) -> str | None:
    """The action that an entry decides on; without a policy retryability reads ``retry`` or ``not retry``."""
    if is_action(entry.action, policy):
        return entry.action
    if entry.retryable is None:
        return None
    if policy is None:
        return "retry" if entry.retryable else "not retry"
    return entry_action(policy, None, entry.retryable)


def _action(old: Entry, new: Entry, old_policy: Policy | None, new_policy: Policy | None) -> Iterator[FactChange]:
    was, now = effective(old, old_policy), effective(new, new_policy)
    fact = "action" if is_action(old.action, old_policy) or is_action(new.action, new_policy) else "retryable"
    old_side: Json = old.action if fact == "action" and old.action is not None else old.retryable
    new_side: Json = new.action if fact == "action" and new.action is not None else new.retryable

    def change(kind: Kind) -> FactChange:
        return FactChange(old_entry=old, new_entry=new, fact=fact, old=old_side, new=new_side, kind=kind)

    if was is not None and now is None:
        yield change("redefined")
    elif was is None and now is not None:
        default = new_policy.default if new_policy is not None else "not retry"
        harmless = now == default or (fact == "retryable" and not retries(now))
        yield change("specified" if harmless else "action-specified")
    elif was is not None and now is not None and not _same_action(old, new, was, now):
        yield change("redefined")
    if not is_action(old.action, old_policy) and not is_action(new.action, new_policy):
        yield from _fact(old, new, "action", old.action, new.action, prose=True)
    elif was == now and fact == "action" and None in (old.retryable, new.retryable):
        yield from _fact(old, new, "retryable", old.retryable, new.retryable)


def _same_action(old: Entry, new: Entry, was: str, now: str) -> bool:
    """Two sides by retryability alone are equal when it is; else their effective actions."""
    if old.action is None and new.action is None:
        return old.retryable == new.retryable
    return was == now


def _fact(old: Entry, new: Entry, fact: str, was: Json, now: Json, *, prose: bool = False) -> Iterator[FactChange]:
    if was == now and type(was) is type(now):
        return
    if was is None:
        kind: Kind = "specified"
    elif now is None:
        kind = "withdrawn"
    elif text(was) == text(now):
        return
    elif prose and _only_wording(text(was), text(now)):
        kind = "wording"
    else:
        kind = "redefined"
    yield FactChange(old_entry=old, new_entry=new, fact=fact, old=was, new=now, kind=kind)


def _guards(*policies: Policy | None) -> bool:
    """Whether a policy treats retries of requests that may have been executed in a way of its own."""
    return any(policy is not None and policy.not_idempotent is not None for policy in policies)


def _flag(old: Entry, new: Entry, fact: str, *, guarded: bool) -> Iterator[FactChange]:
    """A flag that is true or not; unstated is not true. Stating what held anyway changes nothing."""
    was: bool | None = getattr(old, fact)
    now: bool | None = getattr(new, fact)
    if was is now:
        return
    if bool(was) != bool(now) and (guarded or (was is not None and now is not None)):
        kind: Kind = "redefined"
    else:
        kind = "specified" if was is None else "withdrawn"
    yield FactChange(old_entry=old, new_entry=new, fact=fact, old=was, new=now, kind=kind)


def _only_wording(was: str, now: str) -> bool:
    """Prose of more than three words reworded, or the same words with other punctuation, spacing or case."""
    if min(len(was.split()), len(now.split())) > 3:
        return True
    return _letters(was) == _letters(now)


def _letters(value: str) -> str:
    return re.sub(r"[\W_]+", "", value).casefold()


def _attribute(old: Entry, new: Entry, name: str) -> Iterator[FactChange]:
    was, now = old.attributes.get(name), new.attributes.get(name)
    if isinstance(was, Mapping) or isinstance(now, Mapping):
        left = was if isinstance(was, Mapping) else {}
        right = now if isinstance(now, Mapping) else {}
        if (was is None or isinstance(was, Mapping)) and (now is None or isinstance(now, Mapping)):
            for key in dict.fromkeys([*left, *right]):
                if not equal(left.get(key), right.get(key)):
                    yield from _fact_json(old, new, f"{name}.{key}", left.get(key), right.get(key))
            return
    if not equal(was, now):
        yield from _fact_json(old, new, name, was, now)


def _fact_json(old: Entry, new: Entry, fact: str, was: Json, now: Json) -> Iterator[FactChange]:
    kind: Kind = "specified" if was is None else "withdrawn" if now is None else "redefined"
    if kind == "redefined" and isinstance(was, str) and isinstance(now, str) and _only_wording(was, now):
        kind = "wording"
    yield FactChange(old_entry=old, new_entry=new, fact=fact, old=was, new=now, kind=kind)
