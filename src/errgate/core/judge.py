"""Who judges which recorded error: the old consumer, the new one, or both, and what differed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
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
        if (self.old_signals.code is None) != (self.new_signals.code is None) or (
            self.old_signals.conflict != self.new_signals.conflict
        ):
            found.append(("field", "code"))
        found += self._read_elsewhere()
        found += [("hint", key[1]) for key in found if key[0] == "hint"]
        if self.old.decided_by[0] != self.new.decided_by[0]:
            found.append(("entry", "precedence.action"))
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
    before, after = _by_file(old), _by_file(new)
    for file, right in after.items():
        unused: dict[str, list[str]] = {}
        for name in before.get(file, ()):
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


def _by_file(fixtures: Mapping[str, Fixture]) -> Mapping[str, list[str]]:
    """The lines of each .jsonl file, by the file."""
    found: dict[str, list[str]] = {}
    for name, fixture in fixtures.items():
        if fixture.line is not None:
            found.setdefault(_file(fixture), []).append(name)
    return found


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
    """Every pair of decisions on committed recordings, whether or not they differ."""
    if new_consumer is not None:
        for fixture in base.collection("v1").values():
            yield _both("old-error", fixture, old_consumer, new_consumer)
    yield from _new_errors(old, new, base, old_consumer, new_consumer, volatile)
    if new_consumer is not None:
        gone = {fixture.name for fixture in stale_cases(new, base, old_consumer, new_consumer)}
        for name, fixture in base.collection("synthetic").items():
            if name not in gone:
                yield _both("wrong-shape", fixture, old_consumer, new_consumer)


def judge_generated(
    cases: Sequence[Fixture], seeds: Mapping[str, Fixture], old_consumer: Consumer, new_consumer: Consumer
) -> Iterator[Judged]:
    """Generated cases under both consumers: those that move otherwise than the recording they were made from.

    The new consumer asks its sources in the old order, since another order is ``hints/precedence-changed``.
    """
    asked = replace(new_consumer, policy=replace(new_consumer.policy, precedence=old_consumer.precedence))
    used = dict.fromkeys(case.name for case in cases if case.name in seeds)
    moves = {name: _both("old-error", seeds[name], old_consumer, asked).moves for name in used}
    for fixture in cases:
        judged = _both("wrong-shape", fixture, old_consumer, asked)
        if judged.moves != moves.get(fixture.name):
            yield judged


def stale_cases(new: Contract, base: Contract, old_consumer: Consumer, new_consumer: Consumer) -> Iterator[Fixture]:
    """The committed synthetic cases, base's copies, that held something unknown, all of which the new consumer knows."""
    for name, fixture in base.collection("synthetic").items():
        now = new.collection("synthetic").get(name, fixture)
        if _has_become_known(read(old_consumer, fixture), read(new_consumer, now), old_consumer, new_consumer):
            yield fixture


def _has_become_known(was: Signals, now: Signals, old_consumer: Consumer, new_consumer: Consumer) -> bool:
    if not is_wrong(old_consumer, was) or is_wrong(new_consumer, now):
        return False
    code_was_wrong = was.code is not None and old_consumer.registry and was.code not in old_consumer.registry.by_code
    if code_was_wrong and (now.code is None or new_consumer.registry is None):
        return False
    wrong = [name for name, reading in was.hints.items() if reading.state in ("unrecognized", "malformed")]
    return all(name in now.hints and now.hints[name].state == "known" for name in wrong)


def recorded_before(old: Contract, new: Contract, base: Contract, volatile: Sequence[str]) -> Mapping[str, Fixture]:
    """Name of a v2 recording → what it is compared with: the release's v2 of that name, else v1's (base's copy first)."""
    fixtures, released = new.collection("v2"), old.collection("v2")
    before = {**new.collection("v1"), **base.collection("v1")}
    in_v1 = pair_names(before, fixtures, volatile)
    in_release = pair_names(released, fixtures, volatile)
    return {
        **{now: before[was] for now, was in in_v1.items()},
        **{now: released[was] for now, was in in_release.items()},
    }


def _new_errors(
    old: Contract,
    new: Contract,
    base: Contract,
    old_consumer: Consumer,
    new_consumer: Consumer | None,
    volatile: Sequence[str],
) -> Iterator[Judged]:
    partners = recorded_before(old, new, base, volatile)
    for name, fixture in new.collection("v2").items():
        partner = partners.get(name)
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
