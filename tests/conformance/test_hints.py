"""Real hint vocabularies: the findings about hints and codes between two versions, as a person reads them off the data."""

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from errgate.app.gate import Releases, Request, check
from errgate.core.report import Ref, Report
from errgate.sources.directory import DirectoryPair

PAIRS = Path(__file__).parents[3] / "shared" / "data" / "hints"
CONFIG = """\
version: 1
owner: "@acme/errors"
contracts:
  - name: errors
    hints: hints.json
    decision: decision.yml
"""
REGISTRY = "    registry: codes.json\n"
DECISION = """\
actions: [retry, fix_request, escalate]
precedence: {action: [hint:advice, code]}
unknown_code: next
default: escalate
"""
ACTIONS: Mapping[str, str] = {
    # What an SDK retries, by the names of its tables and labels.
    "CLOCK_SKEW_ERROR_CODES": "retry",
    "THROTTLING_ERROR_CODES": "retry",
    "TRANSIENT_ERROR_CODES": "retry",
    "TRANSIENT_ERROR_STATUS_CODES": "retry",
    "NODEJS_TIMEOUT_ERROR_CODES": "retry",
    "RetriableException": "retry",
    "InvalidMetadataException": "retry",
    "RetryableWriteError": "retry",
    "TransientTransactionError": "retry",
    "UnknownTransactionCommitResult": "retry",
    "ResumableChangeStreamError": "retry",
    "try_again_later": "retry",
    "rate_limit_error": "retry",
    "api_connection_error": "retry",
    # What the caller has to change.
    "confirm_card_data": "fix_request",
    "invalid_request_error": "fix_request",
    "idempotency_error": "fix_request",
    "InvalidOffsetException": "fix_request",
}
"""The action that a value's name implies. A value that implies none stands for the safe default."""

AWS, KAFKA = "aws-retry-categories-aws3.0.0-2.1.5", "kafka-recovery-class-1.0-2.4"
MONGODB, ADVICE = "mongodb-error-labels-4.0-6.0", "stripe-advice-code-14-18"
TYPES = "stripe-payment-error-type-8.140-14.0"
MANY = {MONGODB}
"""An error carries several of these values at once."""

Wanted = tuple[str, str, str]


def rows(rule: str, level: str, *subjects: str) -> tuple[Wanted, ...]:
    return tuple((rule, level, subject) for subject in subjects)


EXPECTED: Mapping[str, tuple[Wanted, ...]] = {
    AWS: (
        *rows("hints/value-added", "note", "advice=NODEJS_TIMEOUT_ERROR_CODES"),
        *rows("registry/code-added", "note", "ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT"),
        *rows("registry/code-removed", "block", "AbortError"),
    ),
    KAFKA: (
        *rows("registry/code-redefined", "block", "12"),
        *rows("registry/code-added", "note", *(str(code) for code in range(61, 88))),
    ),
    MONGODB: rows(
        "hints/value-added",
        "note",
        *(
            f"advice={label}"
            for label in ("HandshakeError", "ResetPool", "InterruptInUseConnections", "NoWritesPerformed")
        ),
    ),
    ADVICE: rows("hints/hint-added", "note", "advice"),
    TYPES: rows(
        "hints/value-removed",
        "block",
        *(f"advice={kind}" for kind in ("api_connection_error", "authentication_error", "rate_limit_error")),
    ),
}


def files(side: Mapping[str, Any], *, many: bool) -> Mapping[str, str]:
    """A contract that says what one version of a vocabulary says. A vocabulary without a value is no hint."""
    values = {value: ACTIONS.get(value, "escalate") for value in side["values"]}
    hint = {"at": "/advice", "values": values, **({"many": True} if many else {})}
    uses = side.get("uses")
    found = {
        ".github/errgate.yml": CONFIG + (REGISTRY if uses is not None else ""),
        "decision.yml": DECISION if values else DECISION.replace("hint:advice, ", ""),
        "hints.json": json.dumps({"hints": {"advice": hint} if values else {}}),
    }
    if uses is not None:
        found["codes.json"] = json.dumps({"codes": [{"code": code, "hint": value} for code, value in uses.items()]})
    return found


def judge(tmp_path: Path, old: Mapping[str, Any], new: Mapping[str, Any], *, many: bool) -> Report:
    for name, side in (("release", old), ("head", new)):
        for path, text in files(side, many=many).items():
            place = tmp_path / name / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text)
    before, after = Ref(name=str(tmp_path / "release")), Ref(name=str(tmp_path / "head"))
    source = DirectoryPair(tmp_path / "release", tmp_path / "head")
    return check(Request(source=source, target=before, base=before, head=after, release=before), Releases())


def found(report: Report) -> Counter[Wanted]:
    """What is said about hints and codes because of the change."""
    return Counter(
        (each.rule, each.level.value, each.subject.name)
        for each in report.findings
        if each.rule.startswith(("hints/", "registry/")) and each.status.value == "introduced"
    )


def sides(pair: str) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    if not PAIRS.is_dir():
        pytest.skip("the collection of hint pairs is not beside this checkout")
    old, new = (json.loads((PAIRS / pair / name).read_text()) for name in ("old.json", "new.json"))
    return old, new


@pytest.mark.parametrize("pair", EXPECTED)
def test_pair(pair: str, tmp_path: Path) -> None:
    """Exactly these, and the verdict that follows."""
    old, new = sides(pair)
    report = judge(tmp_path, old, new, many=pair in MANY)
    assert found(report) == Counter(EXPECTED[pair])
    stops = any(level in ("block", "explain") for _, level, _ in EXPECTED[pair])
    assert report.verdict == ("blocked" if stops else "pass")


@pytest.mark.parametrize("pair", EXPECTED)
def test_a_version_against_itself(pair: str, tmp_path: Path) -> None:
    """Nothing is introduced, whichever of the two it is and in whatever order it is written."""
    for index, side in enumerate(sides(pair)):
        turned = {**side, "uses": dict(reversed(side["uses"].items()))} if "uses" in side else side
        report = judge(tmp_path / str(index), side, turned, many=pair in MANY)
        assert (found(report), report.verdict in ("pass", "not-applicable")) == (Counter(), True)


def test_every_pair_has_its_table() -> None:
    """A pair that comes is not passed over."""
    if not PAIRS.is_dir():
        pytest.skip("the collection of hint pairs is not beside this checkout")
    assert {each.name for each in PAIRS.iterdir()} == set(EXPECTED)
