"""A policy that reads an error elsewhere: what is said where the places, their order or their form changed."""

import pytest

from errgate.core.rule import Comparison
from errgate.rules import RULES
from tests.e2e.contract import DECISION, HINTS
from tests.unit.core.contracts import contract

ERRORS = 'errors: {code: /code, message: /message, status: ["http:status"]}'
NO_SECONDS = "".join(line for line in HINTS.splitlines(keepends=True) if "retry_after" not in line)


def found(old: str, new: str, *, seconds: bool = False, text: str = "") -> set[tuple[str, str]]:
    """(rule, subject) of what two policies with other ``errors`` differ in, the released fixtures aside."""
    files = {"contract/hints.yml": HINTS if seconds else NO_SECONDS}
    policies = [DECISION.replace(ERRORS, f"errors: {errors}\n{text}") for errors in (old, new)]
    was, now = (contract({**files, "contract/decision.yml": policy}) for policy in policies)
    comparison = Comparison(old=was, new=now, base=was, old_name="v1.4.0", volatile=())
    drafts = [each for rule in RULES if rule.compare is not None for each in rule.compare(comparison)]
    return {(each.rule, each.subject.name) for each in drafts if each.subject.kind != "fixture"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "{preset: twilio}",
            "{code: /code, message: /message, status: [/status, http:status], wait: 'header:retry-after'}",
        ),
        ("{preset: google}", "{preset: aip-193}"),
        ("{preset: stripe}", "{preset: stripe, message: /error}"),
        ("{code: [/a, /b]}", "{code: [/b, /a]}"),
        ("{code: 'header:X-Code'}", "{code: 'header:x-code'}"),
        ("{code: /error/code}", "{preset: stripe, status: [/status, http:status]}"),
        ("{}", "{wait: /pause}"),
        ("{wait: /pause}", "{wait: [/pause, 'header:Retry-After']}"),
    ],
)
def test_equal_places_and_added_ones_find_nothing(old: str, new: str) -> None:
    assert found(old, new) == set()


MOVED, POLICY, RETRY = "envelope/code-moved", "decision/policy-changed", "decision/retry-changed"


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("{preset: stripe}", "{preset: openai}", {(RETRY, "errors.wait")}),
        ("{preset: openai}", "{preset: anthropic}", {(MOVED, "/error/code"), (RETRY, "errors.wait")}),
        ("{preset: stripe}", "{preset: stripe, code: /error/code}", {(MOVED, "/error/type")}),
        (
            "{preset: aws-json}",
            "{preset: aws-json, code: [/code, /__type, 'header:x-amzn-query-error']}",
            {(MOVED, "header:x-amzn-errortype")},
        ),
        (
            "{preset: stripe, code: /__type, message: [/message, /Message, /errorMessage]}",
            "{preset: aws-json, code: /__type}",
            {(MOVED, "/__type")},
        ),
        ("{preset: stripe, code: /error/type}", "{preset: stripe}", {(POLICY, "errors.code")}),
        ("{status: [http:status]}", "{preset: graphql, code: /code}", {(POLICY, "errors.status")}),
        ("{wait: /pause}", "{}", {(RETRY, "errors.wait")}),
        ("{wait: [/a, /b]}", "{wait: [/b, /a]}", {(RETRY, "errors.wait")}),
    ],
)
def test_other_places_are_found_once(old: str, new: str, wanted: set[tuple[str, str]]) -> None:
    """The rule that owns the fact says it, and no other does."""
    assert found(old, new) == wanted


def test_a_declared_seconds_hint_makes_the_policys_places_irrelevant() -> None:
    assert found("{wait: /pause}", "{wait: /other}", seconds=True) == set()


def test_the_messages_places_count_where_text_decides() -> None:
    text = 'text: [{matches: "slow", action: retry}]\n'
    assert found("{preset: stripe}", "{preset: stripe, message: /m}", text=text) == {
        ("decision/policy-changed", "errors.message")
    }
