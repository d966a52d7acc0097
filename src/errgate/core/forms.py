"""How a value at one place is read where it is not plainly the code or the number of seconds: the forms of a preset.

Every form takes untrusted JSON and never raises: what does not fit is no code, or a wait that cannot be counted.
"""

import re
from collections.abc import Mapping
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import Literal, TypeAlias

from errgate.core.value import Json, kind, text

CodeForm = Literal["plain", "word", "shape", "before-semicolon", "problem-type", "error-info", "exception", "bearer"]
WaitForm = Literal["plain", "decimal", "milliseconds", "retry-info", "duration-reset", "epoch-reset"]
Form: TypeAlias = CodeForm | WaitForm
Wait: TypeAlias = int | float | Literal["unknown"]
"""Seconds, or ``unknown``: a wait is there and cannot be counted."""

SAYS: Mapping[Form, str] = {
    "word": "a single word",
    "shape": "after `#`, before `:`",
    "before-semicolon": "before `;`",
    "problem-type": "unless `about:blank`",
    "error-info": "`reason` of the ErrorInfo",
    "exception": "the exception's name before `[`",
    "bearer": "its `error` parameter",
    "decimal": "with decimals",
    "milliseconds": "milliseconds",
    "retry-info": "`retryDelay` of the RetryInfo, such as `1.5s`",
    "duration-reset": "such as `6m0s`, unless some remain",
    "epoch-reset": "seconds since 1970, counted from `Date`, unless some remain",
}
"""What each form does, for the documentation."""

WORD = re.compile(r"[A-Za-z][A-Za-z0-9_.:/-]{0,99}")
EXCEPTION = re.compile(r"([A-Z][A-Za-z0-9]{1,99}(?:Exception|Error))\[")
BEARER = re.compile(r'Bearer\b[^\n]{0,2000}?\berror="([^"\\\n]{1,200})"', re.IGNORECASE)
DIGITS = re.compile(r"[0-9]{1,12}")
DECIMAL = re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,12})?")
PROTOBUF_DURATION = re.compile(r"([0-9]{1,12}(?:\.[0-9]{1,9})?)s")
STEP = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)(ms|d|h|m|s)")
UNITS = {"ms": 0.001, "s": 1, "m": 60, "h": 3600, "d": 86400}
LONGEST = 4096
"""Characters of a text that a form looks into."""


# Codes


def code(found: Json, form: CodeForm) -> str | None:
    """The code that a value holds, or None where it holds none."""
    if form == "error-info":
        reason = _detail(found, "google.rpc.ErrorInfo", "reason")
        return reason if isinstance(reason, str) and reason.strip() else None
    if kind(found) not in ("string", "number"):
        return None
    spelt = text(found)
    if form == "plain":
        return spelt
    return _spelt(spelt[:LONGEST].strip(), form) or None


def _spelt(spelt: str, form: CodeForm) -> str | None:
    match form:
        case "word":
            return spelt if WORD.fullmatch(spelt) else None
        case "shape":
            # https://smithy.io/2.0/aws/protocols/aws-restjson1-protocol.html: the URI goes first, then the namespace.
            before = spelt.partition(":")[0]
            return (before.partition("#")[2] if "#" in before else before).strip()
        case "before-semicolon":
            return spelt.partition(";")[0].strip()
        case "problem-type":
            return None if spelt.lower() == "about:blank" else spelt
        case "exception":
            named = EXCEPTION.match(spelt)
            return named[1] if named else None
        case _:
            said = BEARER.search(spelt)
            return said[1].strip() if said else None


def _detail(found: Json, wanted: str, member: str) -> Json:
    """A member of a packed message of the wanted type (``type.googleapis.com/NAME``), or None."""
    if not isinstance(found, Mapping):
        return None
    named = found.get("@type")
    if not isinstance(named, str) or named.rpartition("/")[2] != wanted:
        return None
    return found.get(member)


# Waits


def wait(found: Json, form: WaitForm, at: str, headers: Mapping[str, str]) -> Wait | None:
    """The seconds that a value at a place asks to wait; None where it says nothing about a wait."""
    if form == "retry-info":
        delay = _detail(found, "google.rpc.RetryInfo", "retryDelay")
        return None if delay is None else _protobuf(delay)
    if found is None or (form in ("duration-reset", "epoch-reset") and _some_remain(at, headers)):
        return None
    match form:
        case "plain":
            return _plain(found, in_header=at.startswith("header:"), date=headers.get("date"))
        case "decimal" | "milliseconds":
            number = _decimal(found)
            return _tidy(number / 1000) if form == "milliseconds" and number != "unknown" else number
        case "duration-reset":
            return _duration(found)
        case _:
            return _epoch(found, headers.get("date"))


def _some_remain(at: str, headers: Mapping[str, str]) -> bool:
    """Whether the header beside a reset says that more calls are allowed, so that the reset is no wait."""
    left = headers.get(at.removeprefix("header:").lower().replace("reset", "remaining"))
    return left is not None and left.strip() != "0"


def _plain(found: Json, *, in_header: bool, date: str | None) -> Wait:
    if in_header and isinstance(found, str):
        counted = in_retry_after(found, date)
        return "unknown" if counted is None else counted
    return found if is_seconds(found) else "unknown"  # type: ignore[return-value]


def is_seconds(found: Json) -> bool:
    """Whether a value is a number of seconds to wait: from 0 to 30 million years, no boolean."""
    return isinstance(found, int | float) and not isinstance(found, bool) and 0 <= found < 1e15


def in_retry_after(spelt: str, date: str | None) -> int | None:
    """The seconds of a Retry-After header (RFC 9110 section 10.2.3): digits, or a date counted from the response's own."""
    spelt = spelt.strip()
    if DIGITS.fullmatch(spelt):
        return int(spelt)
    until, sent = http_date(spelt), http_date(date) if date else None
    return None if until is None or sent is None else max(0, int((until - sent).total_seconds()))


def http_date(value: str) -> datetime | None:
    """RFC 9110 section 5.6.7. None where it is no date."""
    try:
        parsed = parsedate_to_datetime(value)
    except (TypeError, ValueError, IndexError, OverflowError):
        return None
    return parsed if parsed.tzinfo is not None else None


def _tidy(number: float) -> int | float:
    return int(number) if number.is_integer() else round(number, 9)


def _decimal(found: Json) -> Wait:
    if isinstance(found, str):
        return _tidy(float(found)) if DECIMAL.fullmatch(found.strip()) else "unknown"
    return found if is_seconds(found) else "unknown"  # type: ignore[return-value]


def _protobuf(found: Json) -> Wait:
    """https://protobuf.dev/programming-guides/json/: a Duration is a decimal number of seconds with the suffix ``s``."""
    spelt = PROTOBUF_DURATION.fullmatch(found) if isinstance(found, str) else None
    return _tidy(float(spelt[1])) if spelt else "unknown"


def _duration(found: Json) -> Wait:
    spelt = found.strip() if isinstance(found, str) else ""
    steps = list(STEP.finditer(spelt[:LONGEST]))
    if not steps or "".join(step[0] for step in steps) != spelt:
        return "unknown"
    return _tidy(sum(float(step[1]) * UNITS[step[2]] for step in steps))


def _epoch(found: Json, date: str | None) -> Wait:
    until, sent = _decimal(found), http_date(date) if date else None
    if until == "unknown" or sent is None:
        return "unknown"
    return _tidy(max(0.0, until - sent.timestamp()))
