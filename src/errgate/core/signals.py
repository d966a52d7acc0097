"""What a consumer reads of an error before it decides: code, status, hints, message, and how unsafe the request was."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from errgate.core import forms, pointer
from errgate.core.contract import Fixture, Hint, Hints, Policy
from errgate.core.forms import Wait
from errgate.core.value import MISSING, Json, Missing, kind, text

HintState = Literal["absent", "known", "unrecognized", "null", "malformed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class HintReading:
    """What one hint says in one error. ``value`` is the known value or the text found."""

    state: HintState
    value: str | None = None
    seconds: int | float | None = None
    """For a seconds hint that is known; None there: a date that cannot be counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Signals:
    """What a consumer reads of an error before it decides."""

    code: str | None = None
    status: int | None = None
    hints: Mapping[str, HintReading] = field(default_factory=lambda: MappingProxyType({}))
    message: str = ""
    unsafe: bool = False
    """POST, PATCH or DELETE without an idempotency key."""
    conflict: bool = False
    """Aliases of the code are both present with different values."""
    wait: Wait | None = None
    """What the policy's own places say about a wait. None: nothing."""

    @property
    def key(self) -> tuple[object, ...]:
        """What decides, for grouping errors that look the same to a consumer."""
        hints = tuple(sorted((name, reading.state, reading.value) for name, reading in self.hints.items()))
        return (self.code, self.status, hints)


def read_signals(policy: Policy, hints: Hints | None, error: Fixture) -> Signals:
    """The signals of a recorded error, as a consumer with this policy and these hints reads them."""
    codes = list(read_codes(policy, error, policy.code).values())
    statuses = (each for at in (*policy.status_at, *policy.status_else) for each in _statuses(error, at))
    request = error.request
    unsafe = request is not None and request.method in ("POST", "PATCH", "DELETE") and not request.has_idempotency_key
    known = hints.hints if hints else {}
    return Signals(
        code=_first_code(policy, error, codes),
        status=next(statuses, None),
        hints=MappingProxyType({name: read_hint(hint, error) for name, hint in known.items()}),
        message=_message(policy, error),
        unsafe=unsafe,
        conflict=len(set(codes)) > 1,
        wait=_wait(policy, error),
    )


def locate(error: Fixture, at: str) -> Json | Missing:
    """What a pointer into the body, ``header:NAME`` or ``http:status`` finds in an error; with ``*`` the first match."""
    return next(found_at(error, at), MISSING)


def found_at(error: Fixture, at: str) -> Iterator[Json]:
    """Everything that a place finds in an error, in document order; more than one only where the place has ``*``."""
    if at == "http:status":
        found: Json | Missing = MISSING if error.status is None else error.status
    elif at.startswith("header:"):
        found = error.headers.get(at[7:].strip().lower(), MISSING)
    elif "*" in at:
        yield from (match.value for match in pointer.find(error.body, at))
        return
    else:
        found = pointer.get(error.body, at)
    if not isinstance(found, Missing):
        yield found


def read_codes(policy: Policy, error: Fixture, places: tuple[str, ...]) -> Mapping[str, str]:
    """Place → code, for those of some places where an error carries one."""
    found: dict[str, str] = {}
    for at in places:
        form = policy.code_forms.get(at, "plain")
        code = next((code for each in found_at(error, at) if (code := forms.code(each, form)) is not None), None)
        if code is not None:
            found[at] = code
    return found


def read_status(error: Fixture, at: str) -> int | None:
    """The status that an error carries at a place, 100 to 599, or None."""
    return next(_statuses(error, at), None)


def _first_code(policy: Policy, error: Fixture, codes: list[str]) -> str | None:
    """The code of the aliases; where there is none, or a blank one, that of the places to ask then."""
    if codes and codes[0].strip():
        return codes[0]
    others = (code for code in read_codes(policy, error, policy.code_else).values() if code.strip())
    return next(others, codes[0] if codes else None)


def _message(policy: Policy, error: Fixture) -> str:
    texts = (each for at in policy.message for each in found_at(error, at) if isinstance(each, str))
    return next((each for each in texts if each.strip()), "")


def _wait(policy: Policy, error: Fixture) -> Wait | None:
    """The first wait that can be counted; ``unknown`` where there are only others."""
    unknown = None
    for at in policy.wait:
        form = policy.wait_forms.get(at, "plain")
        for each in found_at(error, at):
            found = forms.wait(each, form, at, error.headers)
            if isinstance(found, int | float):
                return found
            unknown = unknown or found
    return unknown


def _statuses(error: Fixture, at: str) -> Iterator[int]:
    for found in found_at(error, at):
        if isinstance(found, bool):
            continue
        if isinstance(found, float) and found.is_integer():
            found = int(found)  # noqa: PLW2901  (the same status, as a whole number)
        if isinstance(found, str) and len(found) == 3 and found.isascii() and found.isdigit():
            found = int(found)  # noqa: PLW2901
        if isinstance(found, int) and 100 <= found <= 599:
            yield found


def read_hint(hint: Hint, error: Fixture) -> HintReading:
    """What one hint says: the first of its places that is present counts."""
    for at in hint.at:
        found = locate(error, at)
        if isinstance(found, Missing):
            continue
        if found is None:
            return HintReading(state="null")
        if hint.seconds:
            return _seconds(found, in_header=at.startswith("header:"), date=error.headers.get("date"))
        return _value(hint, found)
    return HintReading(state="absent")


def _value(hint: Hint, found: Json) -> HintReading:
    if hint.many:
        if kind(found) != "array":
            return HintReading(state="malformed", value=kind(found))
        assert not isinstance(found, None | bool | int | float | str | Mapping)
        present = [text(item) for item in found if kind(item) not in ("array", "object", "null")]
        known = next((value for value in hint.values if value in present), None)
        if known is not None:
            return HintReading(state="known", value=known)
        return HintReading(state="unrecognized" if present else "absent", value=present[0] if present else None)
    if kind(found) in ("array", "object"):
        return HintReading(state="malformed", value=kind(found))
    spelt = text(found)
    if not hint.values or spelt in hint.values:
        return HintReading(state="known", value=spelt)
    return HintReading(state="unrecognized" if isinstance(found, str) else "malformed", value=spelt)


def _seconds(found: Json, *, in_header: bool, date: str | None) -> HintReading:
    if in_header and isinstance(found, str):
        spelt = found.strip()
        counted = forms.in_retry_after(spelt, date)
        if counted is None and forms.http_date(spelt) is None:
            return HintReading(state="malformed", value=spelt)
        return HintReading(state="known", value=spelt, seconds=counted)
    if not forms.is_seconds(found):
        return HintReading(state="malformed", value=kind(found))
    assert isinstance(found, int | float)
    return HintReading(state="known", value=text(found), seconds=found)
