"""What a pull request did to recorded errors: values, moves, deletions, edited expected decisions."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from errgate.core import pointer
from errgate.core.config import COLLECTIONS, Collection
from errgate.core.contract import Contract, Expectation, Fixture, Fixtures
from errgate.core.judge import pair_names
from errgate.core.masking import comparable, masked
from errgate.core.rule import FixtureChange
from errgate.core.value import Difference, Missing, differences, kind

RESTORED = "restored"
"""A change of value, or a deletion, that gives back what the release holds: a note."""

REGENERATIONS = ("value", "message", "deleted", "moved-out", "expectation")
"""The kinds of change that need an impact sentence."""


def fixture_changes(
    base: Contract, head: Contract, release: Contract, *, volatile: Sequence[str], renames: Mapping[str, str]
) -> tuple[FixtureChange, ...]:
    """Every recording that differs between base and head, by collection and name. Unreadable ones are left to others."""
    message = _message_places(head)
    found: list[FixtureChange] = []
    for name in COLLECTIONS:
        placed = pair_names(release.collection(name), base.collection(name), volatile)
        changes = [
            _unless_restored(each, head, release, placed, volatile)
            for each in _collection(name, base, head, message=message, volatile=volatile, renames=renames)
        ]
        regenerated = {each.fixture.name for each in changes if each.kind in REGENERATIONS}
        moved = {each.old.name: each.new.name for each in changes if each.kind == "moved" and each.old and each.new}
        rows = _expectations(base.fixtures.get(name), head.fixtures.get(name), moved, volatile)
        found += [
            *changes,
            *(
                _unless_restored(each, head, release, placed, volatile)
                for each in rows
                if each.fixture.name not in regenerated
            ),
        ]
    return tuple(found)


def _message_places(head: Contract) -> tuple[str, ...]:
    """Where only the wording lies: places of the message at which no code is read."""
    policy = head.policy
    if policy is None:
        return ("/message",)
    return tuple(at for at in policy.message if at.startswith("/") and at not in (*policy.code, *policy.code_else))


def _unless_restored(
    change: FixtureChange, head: Contract, release: Contract, placed: Mapping[str, str], volatile: Sequence[str]
) -> FixtureChange:
    if change.kind not in REGENERATIONS or change.old is None or change.old.collection == "v1":
        return change
    collection, name = change.old.collection, change.old.name
    was = placed.get(name, "")
    released = release.collection(collection).get(was)
    if change.kind == "expectation":
        now = change.new.name if change.new else name
        rows = [
            state.fixtures[collection].expected.get(at)
            for state, at in ((head, now), (release, was))
            if collection in state.fixtures
        ]
        back = len(rows) == 2 and rows[0] is not None and rows[1] is not None and _row(rows[0]) == _row(rows[1])
    elif change.new is None:
        back = released is None and collection in release.fixtures
    else:
        back = released is not None and masked(released, volatile) == masked(change.new, volatile)
    return replace(change, kind=RESTORED) if back else change


def _collection(
    name: Collection,
    base: Contract,
    head: Contract,
    *,
    message: Sequence[str],
    volatile: Sequence[str],
    renames: Mapping[str, str],
) -> Iterator[FixtureChange]:
    old, new = base.collection(name), head.collection(name)
    broken = _broken(head.fixtures.get(name))
    pairs = {was: now for now, was in pair_names(old, new, volatile).items()}
    placed = set(pairs.values())
    spare: dict[str, list[str]] = {}
    for each, fixture in new.items():
        if each not in placed:
            spare.setdefault(masked(fixture, volatile), []).append(each)
    kept_values = {masked(fixture, volatile) for fixture in new.values()} if name == "v1" else set()
    used: set[str] = set()
    for each, fixture in old.items():
        now = new.get(pairs.get(each, ""))
        if fixture.path in broken:
            continue
        if now is None:
            where = spare.get(masked(fixture, volatile), [])
            if where:
                used.add(where[0])
                yield FixtureChange(old=fixture, new=new[where.pop(0)], kind="moved", to=fixture.path)
            elif name == "v1" and masked(fixture, volatile) in kept_values:
                yield FixtureChange(old=fixture, new=None, kind="moved")
            else:
                to = renames.get(fixture.path, "")
                yield FixtureChange(old=fixture, new=None, kind="moved-out" if to else "deleted", to=to)
        elif (
            name == "v1"
            and (where := spare.get(masked(fixture, volatile), []))
            and changed_places(fixture, now, volatile)
        ):
            used.add(where[0])
            yield FixtureChange(old=fixture, new=new[where.pop(0)], kind="moved", to=fixture.path)
            yield FixtureChange(old=None, new=now, kind="added")
        else:
            yield from _same_name(name, fixture, now, kept_values, message=message, volatile=volatile)
    for each, fixture in new.items():
        if each not in placed and each not in used and fixture.path not in _broken(base.fixtures.get(name)):
            yield FixtureChange(old=None, new=fixture, kind="added")


def _broken(fixtures: Fixtures | None) -> frozenset[str]:
    return frozenset(problem.path for problem in fixtures.problems) if fixtures else frozenset()


def _same_name(
    name: Collection,
    old: Fixture,
    new: Fixture,
    kept_values: set[str],
    *,
    message: Sequence[str],
    volatile: Sequence[str],
) -> Iterator[FixtureChange]:
    if old.blob == new.blob and old.line == new.line and old.blob:
        return
    at = changed_places(old, new, volatile)
    if not at:
        if old.line is None and old.blob != new.blob:
            yield FixtureChange(old=old, new=new, kind="reformatted")
    elif name == "v1" and masked(old, volatile) in kept_values:
        yield FixtureChange(old=old, new=new, kind="moved", to=new.path)
    else:
        only_message = all(any(pointer.matches(place, each) for place in message) for each in at)
        yield FixtureChange(old=old, new=new, kind="message" if only_message else "value", fields=at)


def changed_places(old: Fixture, new: Fixture, volatile: Sequence[str]) -> tuple[str, ...]:
    """Where two recordings differ: pointers into the body, or into the exchange around it; volatile values do not count."""
    found = (each for each in differences(comparable(old), comparable(new)) if not _ignored(old, each, volatile))
    return tuple(_in_body(old, each.at) for each in found)


def _ignored(fixture: Fixture, each: Difference, volatile: Sequence[str]) -> bool:
    """A volatile field's value does not count; its presence, its type and null do."""
    if isinstance(each.old, Missing) or isinstance(each.new, Missing):
        return _inside_volatile(fixture, each.at, volatile, below_only=True)
    if each.old is None or each.new is None or kind(each.old) != kind(each.new):
        return _inside_volatile(fixture, each.at, volatile, below_only=True)
    return _inside_volatile(fixture, each.at, volatile, below_only=False)


def _inside_volatile(fixture: Fixture, at: str, volatile: Sequence[str], *, below_only: bool) -> bool:
    tokens = pointer.parse(_in_body(fixture, at))
    for pattern in volatile:
        if pattern.startswith("header:"):
            if fixture.exchange and at.lower() == f"/response/headers/{pattern[7:].lower()}" and not below_only:
                return True
            continue
        wanted = pointer.parse(pattern)
        deep = len(tokens) > len(wanted) or (len(tokens) == len(wanted) and not below_only)
        if deep and all(a in ("*", b) for a, b in zip(wanted, tokens, strict=False)):
            return True
    return False


def _in_body(fixture: Fixture, at: str) -> str:
    """A pointer into the document as a pointer into the body, where it lies there."""
    prefix = "/response/body"
    return at[len(prefix) :] if fixture.exchange and (at == prefix or at.startswith(prefix + "/")) else at


def _expectations(
    old: Fixtures | None, new: Fixtures | None, moved: Mapping[str, str], volatile: Sequence[str]
) -> Iterator[FixtureChange]:
    """Edited or removed rows of recordings that are still there, wherever a line of a .jsonl lies now.

    What v1 expected of a value may be said by another of its recordings of that value instead.
    """
    if old is None or new is None:
        return
    placed = {**{was: now for now, was in pair_names(old.fixtures, new.fixtures, volatile).items()}, **moved}
    held, holds = _said(old, volatile), _said(new, volatile)
    for name, was in old.expected.items():
        place = placed.get(name)
        if place is None or name not in old.fixtures:
            continue
        now = new.expected.get(place)
        if now is None or _row(was) != _row(now):
            value = masked(old.fixtures[name], volatile)
            said = (value, _row(was))
            elsewhere = now is None or masked(new.fixtures[place], volatile) != value or holds[said] >= held[said]
            if old.collection == "v1" and said in holds and elsewhere:
                continue
            yield FixtureChange(old=old.fixtures[name], new=new.fixtures[place], kind="expectation")


def _said(fixtures: Fixtures, volatile: Sequence[str]) -> Counter[tuple[str, tuple[object, ...]]]:
    """How many recordings of each value have each expected decision."""
    return Counter(
        (masked(each, volatile), _row(fixtures.expected[name]))
        for name, each in fixtures.fixtures.items()
        if name in fixtures.expected
    )


def _row(expected: Expectation) -> tuple[object, ...]:
    return (expected.action, expected.category, expected.max_attempts, expected.wait)
