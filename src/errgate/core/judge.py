"""Who judges which recorded error: the old consumer, the new one, or both, and what differed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from errgate.core.contract import Contract, Fixture
from errgate.core.decide import Consumer, Decision, decide_signals, read, retries
from errgate.core.finding import Key, Move
from errgate.core.masking import masked
from errgate.core.report import Hurts
from errgate.core.signals import Signals

Differs = Literal["action", "retry", "category"]
Role = Literal["old-error", "new-error", "first-seen", "wrong-shape"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """Two decisions to compare.

    ``old-error``: a v1 fixture under the old and the new consumer. ``new-error``: the old consumer on the released
    recording and on the new one. ``first-seen``: a recording without a predecessor under both consumers.
    ``wrong-shape``: a synthetic one under both.
    """

    role: Role
    fixture: Fixture
    """What the consumer meets now."""
    partner: Fixture | None
    """The recording that it is compared with; None where both consumers judge ``fixture`` itself."""
    old: Decision
    new: Decision
    old_signals: Signals
    new_signals: Signals

    @property
    def differs(self) -> Differs | None:
        """What differs; between two recordings only the kind of wait counts."""
        return difference(self.old, self.new, two_recordings=self.partner is not None)

    @property
    def keys(self) -> tuple[Key, ...]:
        """What decided on either side, for linking causes."""
        found: list[Key] = []
        for signals, decision in ((self.old_signals, self.old), (self.new_signals, self.new)):
            found.append(decision.decided_by)
            if signals.code is not None:
                found.append(("code", signals.code))
            for name, reading in signals.hints.items():
                if reading.value is not None:
                    found.append(("hint", name, reading.value))
                found.append(("hint", name, f"<{reading.state}>"))
        if self.old.on_default or self.new.on_default:
            found.append(("entry", "default"))
        if self.differs == "retry":
            found.append(("entry", "retry"))
        if (self.old_signals.code is None) != (self.new_signals.code is None):
            found.append(("field", "code"))
        found += self._read_elsewhere()
        found += [("hint", key[1]) for key in found if key[0] == "hint"]
        return tuple(dict.fromkeys(found))

    def _read_elsewhere(self) -> Iterator[Key]:
        """The facts that two consumers read differently in one and the same recording."""
        old, new = self.old_signals, self.new_signals
        if self.partner is not None:
            return
        if old.code != new.code:
            yield from (("field", "code"), ("entry", "errors.code"))
        if old.status != new.status:
            yield ("entry", "errors.status")
        if old.wait != new.wait:
            yield ("entry", "errors.wait")

    @property
    def moves(self) -> tuple[Move, ...]:
        """The measured change of action, if any."""
        return () if self.old.action == self.new.action else (Move(old=self.old.action, new=self.new.action),)


def difference(old: Decision, new: Decision, *, two_recordings: bool) -> Differs | None:
    """What two decisions differ in, the gravest first."""
    if old.action != new.action:
        return "action"
    waits_differ = old.wait_kind != new.wait_kind if two_recordings else old.wait != new.wait
    if old.max_attempts != new.max_attempts or waits_differ:
        return "retry"
    return "category" if old.category != new.category else None


def hurts(old: Decision, new: Decision, signals: Signals) -> Hurts:
    """How a changed decision hurts."""
    if old.action == new.action and old.max_attempts == new.max_attempts and old.wait == new.wait:
        return "category-only"
    if retries(new.action) and not (retries(old.action) and old.max_attempts >= new.max_attempts):
        return "may-repeat-side-effect" if signals.unsafe else "burns-retries"
    return "drops-recoverable"


def pair_names(
    old: Mapping[str, Fixture], new: Mapping[str, Fixture], volatile: Sequence[str] = ()
) -> Mapping[str, str]:
    """New name → old name. Files pair by name; lines of a .jsonl by equal value (volatile fields aside), then by number."""
    paired = {name: name for name, fixture in new.items() if fixture.line is None and name in old}
    for file in sorted({_file(fixture) for fixture in new.values() if fixture.line is not None}):
        left = [name for name, fixture in old.items() if fixture.line is not None and _file(fixture) == file]
        right = [name for name, fixture in new.items() if fixture.line is not None and _file(fixture) == file]
        unused: dict[str, list[str]] = {}
        for name in left:
            unused.setdefault(masked(old[name], volatile), []).append(name)
        rest = []
        for name in right:
            same = unused.get(masked(new[name], volatile))
            if same:
                paired[name] = same.pop(0)
            else:
                rest.append(name)
        free = {name for names in unused.values() for name in names}
        paired.update({name: name for name in rest if name in free})
    return paired


def _file(fixture: Fixture) -> str:
    return fixture.name.rpartition("#")[0]


def judge(
    *,
    old: Contract,
    new: Contract,
    base: Contract,
    old_consumer: Consumer,
    new_consumer: Consumer | None,
    volatile: Sequence[str] = (),
) -> Iterator[Judged]:
    """Every pair of decisions that design section 5 asks for, whether or not they differ."""
    if new_consumer is not None:
        for fixture in base.collection("v1").values():
            yield _both("old-error", fixture, old_consumer, new_consumer)
    yield from _new_errors(old, new, base, old_consumer, new_consumer, volatile)
    if new_consumer is not None:
        for name, fixture in base.collection("synthetic").items():
            now = new.collection("synthetic").get(name, fixture)
            if not stale(now, new_consumer, wrong_before=is_wrong(old_consumer, read(old_consumer, fixture))):
                yield _both("wrong-shape", fixture, old_consumer, new_consumer)


def _new_errors(
    old: Contract,
    new: Contract,
    base: Contract,
    old_consumer: Consumer,
    new_consumer: Consumer | None,
    volatile: Sequence[str],
) -> Iterator[Judged]:
    fixtures = new.collection("v2")
    released = old.collection("v2")
    before = {**new.collection("v1"), **base.collection("v1")}
    in_release, in_v1 = pair_names(released, fixtures, volatile), pair_names(before, fixtures, volatile)
    for name, fixture in fixtures.items():
        partner = released[in_release[name]] if name in in_release else None
        if partner is None and name in in_v1:
            partner = before[in_v1[name]]
        if partner is not None:
            if partner.blob == fixture.blob and partner.blob and partner.line is None:
                continue
            was, now = read(old_consumer, partner), read(old_consumer, fixture)
            yield Judged(
                role="new-error",
                fixture=fixture,
                partner=partner,
                old=decide_signals(old_consumer, was),
                new=decide_signals(old_consumer, now),
                old_signals=was,
                new_signals=now,
            )
        elif new_consumer is not None:
            yield _both("first-seen", fixture, old_consumer, new_consumer)


def _both(role: Role, fixture: Fixture, old_consumer: Consumer, new_consumer: Consumer) -> Judged:
    was, now = read(old_consumer, fixture), read(new_consumer, fixture)
    return Judged(
        role=role,
        fixture=fixture,
        partner=None,
        old=decide_signals(old_consumer, was),
        new=decide_signals(new_consumer, now),
        old_signals=was,
        new_signals=now,
    )


def is_wrong(consumer: Consumer, signals: Signals) -> bool:
    """Whether an error carries something that this consumer does not know: a code, a hint value, a malformed hint."""
    registry = consumer.registry
    if signals.code is not None and registry is not None and signals.code not in registry.by_code:
        return True
    return any(
        reading.state in ("unrecognized", "malformed")
        or (reading.state == "null" and consumer.hints is not None and consumer.hints.hints[name].null == "forbidden")
        for name, reading in signals.hints.items()
    )


def stale(fixture: Fixture, consumer: Consumer, *, wrong_before: bool) -> bool:
    """Whether a synthetic case that was wrong is no longer wrong for this consumer, and so says nothing."""
    return wrong_before and not is_wrong(consumer, read(consumer, fixture))
