"""The old consumer is really the release's: with one part of it taken from head, the verdict changes."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from errgate.core.contract import Contract
from errgate.core.rule import Comparison, Rule, State
from errgate.rules import RULES
from tests.e2e.contract import CODES, DECISION, HINTS, ROWS, error
from tests.unit.core.contracts import contract

BY_ID: Mapping[str, Rule] = {rule.id: rule for rule in RULES}
WITH_LIMITED = CODES + "  RATE_LIMITED: {action: retry, status: 429, cause: client}\n"
BY_STATUS = DECISION.replace("[hint:recovery, code, status]", "[status]")

CASES: tuple[tuple[str, str, Mapping[str, str | None]], ...] = (
    (
        "decision/old-error-changed",
        "registry",
        {"contract/codes.yml": CODES.replace("DENIED: {action: escalate", "DENIED: {action: abandon")},
    ),
    ("decision/old-error-changed", "policy", {"contract/decision.yml": BY_STATUS}),
    (
        "decision/new-error-changed",
        "registry",
        {"contract/codes.yml": WITH_LIMITED, "fixtures/v2/timeout.json": error("RATE_LIMITED", 429)},
    ),
    (
        "decision/new-error-changed",
        "hints",
        {
            "contract/hints.yml": HINTS.replace("permanent: escalate", "permanent: escalate, later: retry"),
            "fixtures/v2/timeout.json": error("TRANSIENT", 503, recovery="later"),
        },
    ),
    (
        "decision/reclassified",
        "policy",
        {"contract/decision.yml": BY_STATUS, "fixtures/v2/invalid.json": error("DENIED", 403)},
    ),
    (
        "decision/misread",
        "policy",
        {
            "contract/codes.yml": WITH_LIMITED.replace(
                "RATE_LIMITED: {action: retry", "RATE_LIMITED: {action: abandon"
            ),
            "contract/decision.yml": DECISION.replace("[hint:recovery, code, status]", "[code, hint:recovery, status]"),
            "fixtures/v2/limited.json": error("RATE_LIMITED", 429, recovery="retry"),
        },
    ),
    (
        "decision/lands-on-default",
        "registry",
        {"contract/codes.yml": WITH_LIMITED, "fixtures/v2/limited.json": error("RATE_LIMITED", 429)},
    ),
    (
        "decision/category-changed",
        "policy",
        {
            "contract/decision.yml": DECISION + "categories: {429: server, 4xx: request, 5xx: server}\n",
            "fixtures/v2/timeout.json": error("TRANSIENT", 429),
        },
    ),
    (
        "decision/retry-changed",
        "policy",
        {"contract/decision.yml": DECISION.replace("max_attempts: 3", "max_attempts: 1")},
    ),
    (
        "decision/retry-changed",
        "hints",
        {
            "contract/hints.yml": HINTS.replace("[/retry_after,", "[/after,"),
            "fixtures/v2/timeout.json": error("TRANSIENT", 503, retry_after=30),
        },
    ),
    ("decision/policy-changed", "policy", {"contract/decision.yml": DECISION.replace("429: retry", "429: escalate")}),
    (
        "fallback/old-shape-changed",
        "policy",
        {"contract/decision.yml": DECISION.replace("default: escalate", "default: abandon")},
    ),
)


def said(rule: str, old: Contract, new: Contract, base: Contract) -> set[tuple[str, str]]:
    compare = BY_ID[rule].compare
    assert compare is not None
    found = compare(Comparison(old=old, new=new, base=base, old_name="v1.4.0"))
    return {(draft.subject.kind, draft.subject.name) for draft in found}


@pytest.mark.parametrize(("rule", "part", "head"), CASES, ids=[f"{rule} {part}" for rule, part, _ in CASES])
def test_swapped_part(rule: str, part: str, head: Mapping[str, str | None]) -> None:
    """The rule speaks about the released consumer; given head's part it says something else."""
    released, new = contract(), contract(head)
    before = said(rule, released, new, released)
    swapped = replace(released, **{part: getattr(new, part)})
    assert before
    assert said(rule, swapped, new, released) != before


@pytest.mark.parametrize("part", ["registry", "policy"])
def test_expectations_are_held_against_heads_consumer(part: str) -> None:
    """A row is judged by head's consumer: with head's part it fails, with the released one it holds."""
    changes = {
        "registry": {"contract/codes.yml": CODES.replace("DENIED: {action: escalate", "DENIED: {action: abandon")},
        "policy": {
            "contract/decision.yml": DECISION.replace(
                "precedence: {action: [hint:recovery, code, status]", "precedence: {action: [status]"
            )
        },
    }
    released, new = contract(), contract(changes[part])
    check = BY_ID["decision/expectation-failed"].check
    assert check is not None
    assert list(check(State(contract=new)))
    assert not list(check(State(contract=replace(new, **{part: getattr(released, part)}))))


def test_missing_expectations_are_heads() -> None:
    """A recording without a row is head's own lack."""
    check = BY_ID["decision/expectation-missing"].check
    assert check is not None
    assert list(
        check(State(contract=contract({"fixtures/v2/decisions.yml": ROWS.replace("denied.json: escalate\n", "")})))
    )
    assert not list(check(State(contract=contract())))
