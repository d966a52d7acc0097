"""What a consumer reads of an error before it decides: code, status, hints, message, and how unsafe the request was."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from email.utils import parsedate_to_datetime
from types import MappingProxyType
from typing import Literal

from errgate.core import pointer
from errgate.core.contract import Fixture, Hint, Hints, Policy
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

    @property
    def key(self) -> tuple[object, ...]:
        """What decides, for grouping errors that look the same to a consumer."""
        hints = tuple(sorted((name, reading.state, reading.value) for name, reading in self.hints.items()))
        return (self.code, self.status, hints)


def read_signals(policy: Policy, hints: Hints | None, error: Fixture) -> Signals:
    """The signals of a recorded error, as a consumer with this policy and these hints reads them."""
    codes = [found for found in (_code(error, at) for at in policy.code) if found is not None]
    statuses = [(at, status) for at in policy.status_at if (status := _status(error, at)) is not None]
    message = next((found for at in policy.message if isinstance(found := locate(error, at), str)), "")
    request = error.request
    unsafe = request is not None and request.method in ("POST", "PATCH", "DELETE") and not request.has_idempotency_key
    known = hints.hints if hints else {}
    return Signals(
        code=codes[0] if codes else None,
        status=statuses[0][1] if statuses else None,
        hints=MappingProxyType({name: read_hint(hint, error) for name, hint in known.items()}),
        message=message,
        unsafe=unsafe,
        conflict=len(set(codes)) > 1,
    )


def locate(error: Fixture, at: str) -> Json | Missing:
    """What a pointer into the body, ``header:NAME`` or ``http:status`` finds in an error."""
    if at == "http:status":
        return MISSING if error.status is None else error.status
    if at.startswith("header:"):
        return error.headers.get(at[7:].strip().lower(), MISSING)
    return pointer.get(error.body, at)


def read_codes(places: Sequence[str], error: Fixture) -> Mapping[str, str]:
    """Place → code, for those of some places where an error carries one."""
    return {at: found for at in places if (found := _code(error, at)) is not None}


def read_status(error: Fixture, at: str) -> int | None:
    """The status that an error carries at a place, 100 to 599, or None."""
    return _status(error, at)


def _code(error: Fixture, at: str) -> str | None:
    found = locate(error, at)
    if isinstance(found, Missing) or kind(found) not in ("string", "number"):
        return None
    return text(found)


def _status(error: Fixture, at: str) -> int | None:
    found = locate(error, at)
    if isinstance(found, bool | Missing):
        return None
    if isinstance(found, float) and found.is_integer():
        found = int(found)
    if isinstance(found, str) and len(found) == 3 and found.isascii() and found.isdigit():
        found = int(found)
    return found if isinstance(found, int) and 100 <= found <= 599 else None


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
        if spelt.isascii() and spelt.isdigit() and len(spelt) <= 12:
            return HintReading(state="known", value=spelt, seconds=int(spelt))
        until = _http_date(spelt)
        if until is not None:
            sent = _http_date(date) if date else None
            wait = None if sent is None else max(0, int((until - sent).total_seconds()))
            return HintReading(state="known", value=spelt, seconds=wait)
        return HintReading(state="malformed", value=spelt)
    if isinstance(found, bool) or not isinstance(found, int | float) or found < 0:
        return HintReading(state="malformed", value=kind(found))
    return HintReading(state="known", value=text(found), seconds=found)


def _http_date(value: str) -> datetime | None:
    """RFC 9110 section 5.6.7. None where it is no date."""
    try:
        parsed = parsedate_to_datetime(value)
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
    return parsed if parsed.tzinfo is not None else None
