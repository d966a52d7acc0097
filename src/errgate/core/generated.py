"""Deliberately wrong errors made from recorded ones: what no fixture exercises.

From the first v1 recording of each code and status class: an unknown code, an unknown value of each hint, and each optional
field missing, null and of another type. The same inputs give the same cases in the same order.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from types import MappingProxyType

from errgate.core import envelope, pointer
from errgate.core.contract import Envelope, Fixture, Hint
from errgate.core.decide import Consumer, read
from errgate.core.signals import locate, read_codes, read_hint
from errgate.core.value import MISSING, Json, Missing, kind

SEEDS = 32
"""Recordings that cases are made from."""
CASES = 500
"""Cases that are made at most; the kinds that decide most come first."""
OTHER: Mapping[str, Json] = MappingProxyType(
    {"string": {"unexpected": True}, "number": "unexpected", "boolean": "unexpected", "null": "unexpected"}
)
"""Kind of a JSON value → a value of another type."""


def generate(
    recorded: Mapping[str, Fixture],
    reader: Consumer,
    *,
    known: Sequence[Consumer] = (),
    shape: Envelope | None = None,
    nulls: frozenset[str] = frozenset(),
) -> tuple[Fixture, ...]:
    """Generated cases, at most ``CASES``.

    ``reader``: the consumer whose codes, hints and fields are tried. ``known``: other consumers whose vocabularies are avoided as
    well. ``nulls``: hints that some committed recording holds as null; other hints are not tried with null.
    """
    seeds = _seeds(recorded, reader)
    every = (reader, *known)
    found: list[Fixture] = []
    for case in _all(seeds, reader, every, shape, nulls):
        found.append(case)
        if len(found) == CASES:
            break
    return tuple(found)


def _seeds(recorded: Mapping[str, Fixture], reader: Consumer) -> tuple[Fixture, ...]:
    """The first recording of each code and status class, by name."""
    found: dict[tuple[str | None, int | None], Fixture] = {}
    for name in sorted(recorded):
        signals = read(reader, recorded[name])
        found.setdefault((signals.code, None if signals.status is None else signals.status // 100), recorded[name])
    return tuple(found.values())[:SEEDS]


def _all(
    seeds: Sequence[Fixture],
    reader: Consumer,
    every: Sequence[Consumer],
    shape: Envelope | None,
    nulls: frozenset[str],
) -> Iterator[Fixture]:
    if reader.registry is not None:
        yield from _made(_unknown_code(seed, reader, every) for seed in seeds)
    hints = tuple(reader.hints.hints.values()) if reader.hints else ()
    for hint in hints:
        if hint.values:
            yield from _made(_unknown_value(seed, hint, every) for seed in seeds)
    elsewhere = {at for each in every[1:] if each.hints for hint in each.hints.hints.values() for at in hint.at}
    for at, hint_name in _optional(reader, hints, shape):
        if at in elsewhere and not hint_name:
            continue  # a hint that the reader does not know yet
        for seed in seeds:
            yield from _made(_misshapen(seed, at, null=not hint_name or hint_name in nulls))


def _made(cases: Iterable[Fixture | None]) -> Iterator[Fixture]:
    return (case for case in cases if case is not None)


def _unknown_code(seed: Fixture, reader: Consumer, every: Sequence[Consumer]) -> Fixture | None:
    places = [at for consumer in every for at in consumer.policy.code]
    present = list(read_codes(tuple(dict.fromkeys(places)), seed)) or list(reader.policy.code[:1])
    codes = {code for consumer in every if consumer.registry for code in consumer.registry.by_code}
    case: Fixture | None = seed
    for at in present:
        there = locate(seed, at)
        numeric = isinstance(there, int | float) and not isinstance(there, bool)
        unknown: Json = (
            next(number for number in count(999_000_001) if str(number) not in codes)
            if numeric
            else _unlike("NO_SUCH_CODE", codes)
        )
        case = None if case is None else _with(case, at, unknown)
    return None if case is None else replace(case, generated="unknown code")


def _unknown_value(seed: Fixture, hint: Hint, every: Sequence[Consumer]) -> Fixture | None:
    values = {
        value
        for consumer in every
        if consumer.hints is not None and hint.name in consumer.hints.hints
        for value in consumer.hints.hints[hint.name].values
    }
    unknown = _unlike("no_such_value", values)
    present = [at for at in hint.at if not isinstance(locate(seed, at), Missing)]
    for at in present[:1] or hint.at:
        case = _with(seed, at, [unknown] if hint.many else unknown)
        if case is not None and read_hint(hint, case).state == "unrecognized":
            return replace(case, generated=f"unknown value of {hint.name}")
    return None


def _unlike(word: str, known: Iterable[str]) -> str:
    taken = set(known)
    while word in taken:
        word += "_"
    return word


def _optional(reader: Consumer, hints: Sequence[Hint], shape: Envelope | None) -> Iterator[tuple[str, str]]:
    """Places of optional fields, each with the hint that lies there: what the consumer reads first, then the envelope's."""
    shapes = envelope.fields(shape.schema) if shape is not None else {}
    required = {at for at, each in shapes.items() if each.required}
    by_place = {at: hint.name for hint in hints for at in hint.at}
    read_first = [*by_place, *reader.policy.message, *reader.policy.status_at]
    described = [at for at in shapes if at and not at.endswith("/*")]
    for at in dict.fromkeys([*read_first, *described]):
        if at not in required and at != "http:status":
            yield at, by_place.get(at, "")


def _misshapen(seed: Fixture, at: str, *, null: bool) -> Iterator[Fixture | None]:
    place = at
    if "*" in at:
        place = next((match.at for match in pointer.find(seed.body, at)), "")
    if not place:
        return
    there = locate(seed, place)
    if not isinstance(there, Missing):
        yield _labelled(_with(seed, place, MISSING), f"{at} missing")
    if null and not place.startswith("header:"):
        yield _labelled(_with(seed, place, None), f"{at} null")
    yield _labelled(_with(seed, place, _of_another_type(there)), f"{at} of another type")


def _of_another_type(there: Json | Missing) -> Json:
    return {"unexpected": True} if isinstance(there, Missing) else OTHER.get(kind(there), "unexpected")


def _labelled(case: Fixture | None, what: str) -> Fixture | None:
    return None if case is None else replace(case, generated=what)


def _with(fixture: Fixture, at: str, value: Json | Missing) -> Fixture | None:
    """The error with another value at a place, or None where there is no room for it."""
    if at.startswith("header:"):
        name = at[7:].strip().lower()
        headers = {key: each for key, each in fixture.headers.items() if key != name}
        if not isinstance(value, Missing):
            headers[name] = value if isinstance(value, str) else "unexpected"
        return replace(fixture, headers=MappingProxyType(headers), blob="")
    body = pointer.without(fixture.body, at) if isinstance(value, Missing) else pointer.put(fixture.body, at, value)
    return None if isinstance(body, Missing) else replace(fixture, body=body, blob="")
