"""How an error is decided: precedence, states, the safe default, the wait."""

import json
from dataclasses import replace
from typing import Any

import pytest

from errgate.core.contract import Contract, Fixture
from errgate.core.decide import Consumer, Decision, consumer_of, decide
from errgate.sources.fixture_reader import read_fixture
from tests.e2e.contract import CODES, DECISION, HINTS
from tests.unit.core.contracts import contract


def exchange(body: Any, status: int = 503, **facts: Any) -> Fixture:
    document = {"response": {"status": status, "body": body, "headers": facts.pop("headers", {})}, **facts}
    return read_fixture(json.dumps(document).encode(), "v2", "x.json", "x.json", "")


def consumer(*, hints: str = HINTS, codes: str = CODES, policy: str = DECISION) -> Consumer:
    state: Contract = contract(
        {"contract/hints.yml": hints, "contract/codes.yml": codes, "contract/decision.yml": policy}
    )
    assert state.problems == {}
    found = consumer_of(state.policy, state.hints, state.registry)
    assert found is not None
    return found


def by(decision: Decision) -> tuple[str, str]:
    return decision.action, " ".join(decision.decided_by)


@pytest.mark.parametrize(
    ("body", "status", "expected"),
    [
        ({"code": "TRANSIENT"}, 503, ("retry", "code TRANSIENT")),
        ({"code": "DENIED", "recovery": "retry"}, 403, ("retry", "hint recovery retry")),
        ({"code": "NOBODY_KNOWS"}, 503, ("escalate", "entry unknown_code")),
        ({}, 503, ("retry", "entry status 5xx")),
        ({}, 401, ("escalate", "entry status 401")),
        ({}, 418, ("fix_request", "entry status 4xx")),
        ({}, 302, ("escalate", "entry default")),
        ({"code": None}, 429, ("retry", "entry status 429")),
        ({"code": {"x": 1}}, 503, ("retry", "entry status 5xx")),
        ({"code": "TRANSIENT", "recovery": "no_such_value"}, 503, ("escalate", "hint recovery <unrecognized>")),
        ({"code": "TRANSIENT", "recovery": None}, 503, ("escalate", "hint recovery <null>")),
        ({"code": "TRANSIENT", "recovery": ["retry"]}, 503, ("escalate", "hint recovery <malformed>")),
        ({"code": "TRANSIENT", "recovery": 3}, 503, ("escalate", "hint recovery <malformed>")),
        ("a string body", 503, ("retry", "entry status 5xx")),
        ([], 503, ("retry", "entry status 5xx")),
        (None, 503, ("retry", "entry status 5xx")),
    ],
)
def test_precedence_and_states(body: Any, status: int, expected: tuple[str, str]) -> None:
    """Sources in order; an unknown code or hint value ends the search at the safe default."""
    assert by(decide(consumer(), exchange(body, status))) == expected


def test_unknown_code_may_ask_the_next_source() -> None:
    """``unknown_code: next``."""
    assert by(decide(consumer(policy=DECISION + "unknown_code: next\n"), exchange({"code": "X"}))) == (
        "retry",
        "entry status 5xx",
    )


@pytest.mark.parametrize(
    ("state", "body", "expected"),
    [
        ("absent: escalate", {"code": "TRANSIENT"}, "escalate"),
        ("unrecognized: next", {"code": "TRANSIENT", "recovery": "x"}, "retry"),
        ("unrecognized: fix_request", {"code": "TRANSIENT", "recovery": "x"}, "fix_request"),
        ('"null": next', {"code": "TRANSIENT", "recovery": None}, "retry"),
        ('"null": abandon', {"code": "TRANSIENT", "recovery": None}, "abandon"),
        ('"null": forbidden, malformed: next', {"code": "TRANSIENT", "recovery": None}, "retry"),
        ("malformed: abandon", {"code": "TRANSIENT", "recovery": {}}, "abandon"),
        ("unrecognized: abandon", {"code": "TRANSIENT", "recovery": {}}, "abandon"),
    ],
)
def test_a_hint_says_what_its_states_mean(state: str, body: Any, expected: str) -> None:
    """Absent, unrecognized, null and malformed, with forbidden and unrecognized followed to their end."""
    hints = f"hints:\n  recovery: {{at: /recovery, values: {{retry: retry, permanent: escalate}}, {state}}}\n"
    assert decide(consumer(hints=hints), exchange(body)).action == expected


def test_many_values() -> None:
    """The first declared value that the array holds; an array without known values is unrecognized."""
    hints = "hints:\n  recovery: {at: /recovery, values: {permanent: escalate, retry: retry}, many: true, unrecognized: abandon}\n"
    found = consumer(hints=hints)
    assert decide(found, exchange({"recovery": ["retry", "permanent"]})).action == "escalate"
    assert decide(found, exchange({"recovery": ["x"]})).action == "abandon"
    assert decide(found, exchange({"recovery": "retry"})).action == "abandon"


@pytest.mark.parametrize(
    ("body", "headers", "wait"),
    [
        ({}, {}, "backoff"),
        ({"retry_after": 30}, {}, 30),
        ({"retry_after": 0.5}, {}, 0.5),
        ({"retry_after": None}, {}, "backoff"),
        ({}, {"Retry-After": "120"}, 120),
        ({"retry_after": 5}, {"Retry-After": "120"}, 5),
        ({}, {"Retry-After": "Wed, 21 Oct 2026 07:28:30 GMT", "Date": "Wed, 21 Oct 2026 07:28:00 GMT"}, 30),
        ({}, {"Retry-After": "Wed, 21 Oct 2026 07:28:30 GMT"}, "unknown"),
    ],
)
def test_wait(body: Any, headers: dict[str, str], wait: float | str) -> None:
    """Seconds from the body or the header; a date counts from the response's own Date (RFC 9110, section 10.2.3)."""
    decided = decide(consumer(), exchange({"code": "TRANSIENT", **body}, headers=headers))
    assert (decided.action, decided.wait, decided.max_attempts) == ("retry", wait, 3)


def test_a_malformed_wait_takes_the_safe_default() -> None:
    """Unless the hint says otherwise."""
    assert decide(consumer(), exchange({"code": "TRANSIENT", "retry_after": "soon"})).action == "escalate"
    lenient = HINTS.replace("type: seconds,", "type: seconds, malformed: backoff,")
    decided = decide(consumer(hints=lenient), exchange({"code": "TRANSIENT", "retry_after": "soon"}))
    assert (decided.action, decided.wait) == ("retry", "backoff")


def test_no_wait_without_a_retry() -> None:
    """One call in all."""
    decided = decide(consumer(), exchange({"code": "DENIED", "retry_after": 30}, 403))
    assert (decided.wait, decided.max_attempts) == ("none", 1)


@pytest.mark.parametrize(
    ("status", "category"),
    [(401, "auth"), (403, "auth"), (429, "throttled"), (404, "request"), (500, "server"), (302, "unknown")],
)
def test_categories(status: int, category: str) -> None:
    """The table that stands where a policy states none."""
    assert decide(consumer(), exchange({}, status)).category == category


def test_the_registry_may_name_the_category() -> None:
    """Where precedence asks the code first."""
    codes = CODES.replace("TRANSIENT: {", "TRANSIENT: {category: upstream, ")
    policy = DECISION.replace("category: [status, code]", "category: [code, status]")
    assert decide(consumer(codes=codes, policy=policy), exchange({"code": "TRANSIENT"})).category == "upstream"
    assert decide(consumer(codes=codes), exchange({"code": "TRANSIENT"})).category == "server"


@pytest.mark.parametrize(
    ("request_", "status", "action"),
    [
        ({"method": "POST"}, 503, "escalate"),
        ({"method": "PATCH"}, 408, "escalate"),
        ({"method": "GET"}, 503, "retry"),
        ({"method": "POST", "headers": {"idempotency-key": "k"}}, 503, "retry"),
        ({"method": "POST"}, 429, "retry"),
    ],
)
def test_not_idempotent(request_: Any, status: int, action: str) -> None:
    """A retry of a request that may have been executed becomes something else, where the policy says so."""
    policy = DECISION + "not_idempotent: escalate\n"
    assert decide(consumer(policy=policy), exchange({"code": "TRANSIENT"}, status, request=request_)).action == action
    assert decide(consumer(), exchange({"code": "TRANSIENT"}, status, request=request_)).action == "retry"


def test_aliases_that_contradict_each_other() -> None:
    """Both present with different values: the safe default."""
    policy = DECISION.replace("code: /code", "code: [/code, /error/code]")
    found = consumer(policy=policy)
    assert decide(found, exchange({"code": "TRANSIENT", "error": {"code": "INVALID"}})).on_default
    assert decide(found, exchange({"code": "TRANSIENT", "error": {"code": "TRANSIENT"}})).action == "retry"


def test_numbers_and_texts_are_one_code() -> None:
    """JSON-RPC's -32601 on the wire and in a registry's key."""
    codes = 'codes:\n  -32601: {action: fix_request, status: 422}\n  "7": {action: retry}\n'
    found = consumer(codes=codes)
    assert by(decide(found, exchange({"code": -32601}, 500))) == ("fix_request", "code -32601")
    assert by(decide(found, exchange({"code": 7}, 400))) == ("retry", "code 7")
    assert decide(found, exchange({"code": True}, 500)).decided_by == ("entry", "status 5xx")


def test_retryable_stands_in_for_an_action() -> None:
    """true is a retry, false is the default; where the default is a retry, the first other action."""
    codes = "codes:\n  A: {retryable: true}\n  B: {retryable: false}\n  C: {action: some prose here, retryable: true}\n"
    found = consumer(codes=codes)
    assert [decide(found, exchange({"code": code}, 400)).action for code in "AB"] == ["retry", "escalate"]
    eager = consumer(codes=codes, policy=DECISION.replace("default: escalate", "default: retry"))
    assert decide(eager, exchange({"code": "B"}, 400)).action == "fix_request"


def test_text_matches_in_linear_time() -> None:
    """A message rule, where a policy asks for text."""
    policy = (
        DECISION.replace("[hint:recovery, code, status]", "[text, code, status]")
        + 'text: [{matches: "(?i)secondary rate", action: retry}]\n'
    )
    assert by(decide(consumer(policy=policy), exchange({"message": "a Secondary Rate limit"}, 403)))[0] == "retry"
    assert decide(consumer(policy=policy), exchange({"message": "a" * 100_000}, 403)).action == "fix_request"


def test_what_was_overruled_is_shown() -> None:
    """The later sources that would have decided otherwise."""
    decided = decide(consumer(), exchange({"code": "DENIED", "recovery": "retry"}, 422))
    assert decided.overruled == ((("code", "DENIED"), "escalate"), (("entry", "status 4xx"), "fix_request"))


def test_equal_decisions() -> None:
    """Action, category, attempts and wait; who decided does not count."""
    one = decide(consumer(), exchange({"code": "TRANSIENT"}))
    assert one == replace(one, decided_by=("entry", "other"))
    assert one != replace(one, wait=1)
