"""What the presets read: each form of a code and of a wait, fallbacks, and bodies that are nothing like an error."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errgate.core import pointer
from errgate.core.contract import Fixture, Hint, Hints, Policy
from errgate.core.decide import Consumer, Decision, decide
from errgate.core.forms import SAYS
from errgate.core.presets import PRESETS, starter
from errgate.core.signals import Signals, read_signals


def error(body: Any, status: int | None = None, **headers: str) -> Fixture:
    named = {name.replace("_", "-").lower(): value for name, value in headers.items()}
    return Fixture(
        collection="v2", name="a.json", path="a.json", document=body, body=body, status=status, headers=named
    )


def signals(preset: str, body: Any, status: int | None = None, **headers: str) -> Signals:
    return read_signals(starter(PRESETS[preset]), None, error(body, status, **headers))


def code(preset: str, body: Any, **headers: str) -> str | None:
    return signals(preset, body, None, **headers).code


def wait(preset: str, body: Any, **headers: str) -> object:
    return signals(preset, body, 429, **headers).wait


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_whole(name: str) -> None:
    """It says where a code, a message and a status lie, in places that can be read; each form has a place and words."""
    preset = PRESETS[name]
    assert preset.code
    assert preset.message
    assert "http:status" in (*preset.status, *preset.status_else)
    assert preset.source
    codes, waits = (*preset.code, *preset.code_else), preset.wait
    for at in (*codes, *preset.message, *preset.status, *preset.status_else, *waits):
        assert at.startswith("header:") or at == "http:status" or pointer.parse(at)
    assert len(set(codes)) == len(codes)
    assert preset.code_forms.keys() <= set(codes)
    assert preset.wait_forms.keys() <= set(waits)
    assert {*preset.code_forms.values(), *preset.wait_forms.values()} <= SAYS.keys()


# Codes


@pytest.mark.parametrize(
    ("preset", "body", "found"),
    [
        ("openai", {"error": {"code": None, "type": "server_error"}}, "server_error"),
        ("openai", {"error": {"code": "", "type": "server_error"}}, "server_error"),
        ("openai", {"error": {"code": "rate_limit_exceeded", "type": "requests"}}, "rate_limit_exceeded"),
        ("openai", {"error": {"code": 429, "type": "x"}}, "429"),
        ("openai", {"error": "model 'x' not found"}, None),
        ("problem+json", {"code": "OUT", "type": "https://a.example/b"}, "OUT"),
        ("problem+json", {"type": "About:Blank", "title": "x"}, None),
        ("problem+json", {"title": "x"}, None),
        ("aip-193", {"error": {"status": "UNAVAILABLE", "details": [{"@type": "x/google.rpc.Help"}]}}, "UNAVAILABLE"),
        (
            "aip-193",
            {
                "error": {
                    "status": "RESOURCE_EXHAUSTED",
                    "details": [
                        {"@type": "type.googleapis.com/google.rpc.Help", "reason": "NO"},
                        {"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "RATE_LIMIT_EXCEEDED"},
                    ],
                }
            },
            "RATE_LIMIT_EXCEEDED",
        ),
        ("aip-193", {"error": {"code": 403, "errors": [{"reason": "rateLimitExceeded"}]}}, "rateLimitExceeded"),
        ("aip-193", [{"error": {"code": 503, "status": "UNAVAILABLE"}}], "UNAVAILABLE"),
        ("graphql", {"errors": [{"message": "a"}, {"extensions": {"code": "B"}}]}, "B"),
        ("graphql", {"errors": [{"type": "RATE_LIMITED", "message": "a"}]}, "RATE_LIMITED"),
        ("graphql", {"errors": [{"errorType": "Unauthorized", "message": "a"}]}, "Unauthorized"),
        ("json-rpc", {"jsonrpc": "2.0", "error": {"code": -32601.0}}, "-32601"),
        ("mcp", {"result": {"isError": True, "structuredContent": {"code": "NOT_FOUND"}}}, "NOT_FOUND"),
        ("mcp", {"isError": True, "structuredContent": {"error": {"code": 7}}}, "7"),
        ("mcp", {"result": {"isError": True, "content": [{"type": "text", "text": '{"code": "X"}'}]}}, None),
        ("stripe", {"error": {"type": "card_error"}}, "card_error"),
        ("kubernetes", {"type": "ERROR", "object": {"kind": "Status", "reason": "Expired", "code": 410}}, "Expired"),
        ("elasticsearch", {"error": {"root_cause": [{"type": "a_exception"}]}}, "a_exception"),
        ("elasticsearch", {"error": "IndexMissingException[[a] missing]", "status": 404}, "IndexMissingException"),
        ("elasticsearch", {"error": "Incorrect HTTP method for uri [/a]", "status": 405}, None),
        ("shopify", {"errors": {"title": ["can't be blank"]}}, None),
        ("shopify", {"errors": [{"message": "Throttled", "extensions": {"code": "THROTTLED"}}]}, "THROTTLED"),
        ("shopify", {"data": {"a": {"userErrors": [{"field": ["x"], "code": "BLANK", "message": "m"}]}}}, "BLANK"),
        ("oauth2", {"error": {"message": "an object"}}, None),
        ("meta-graph", {"error": {"code": 190, "error_subcode": 463, "type": "OAuthException"}}, "190"),
        ("error-object", {"error": "not_found"}, "not_found"),
        ("error-object", {"error": "It was not found."}, None),
        ("error-object", {"error": True}, None),
    ],
)
def test_code(preset: str, body: Any, found: str | None) -> None:
    assert code(preset, body) == found


@pytest.mark.parametrize(
    ("spelt", "found"),
    [
        ("FooError", "FooError"),
        ("FooError:http://internal.example.com/coral/com.example.coral.validate/", "FooError"),
        ("aws.protocoltests.restjson#FooError", "FooError"),
        ("aws.protocoltests.restjson#FooError:http://internal.example.com/a#b", "FooError"),
        (" ns#FooError ", "FooError"),
        ("ns#", None),
        (":http://a", None),
    ],
)
def test_an_aws_shape_is_freed_of_namespace_and_uri(spelt: str, found: str | None) -> None:
    """In the header, in ``code`` and in ``__type`` alike."""
    assert code("aws-json", {}, x_amzn_errortype=spelt) == found
    assert code("aws-json", {"code": spelt}) == found
    assert code("aws-json", {"__type": spelt}) == found


def test_aws_order() -> None:
    """The query error, the header, ``code``, ``__type``."""
    body: dict[str, Any] = {"__type": "ns#Four", "code": "Three"}
    headers = {"x_amzn_errortype": "Two", "x_amzn_query_error": "One.Legacy;Sender"}
    assert code("aws-json", body, **headers) == "One.Legacy"
    assert code("aws-json", body, x_amzn_errortype="Two") == "Two"
    assert code("aws-json", body) == "Three"
    assert code("aws-json", {"__type": "ns#Four", "code": None}) == "Four"


def test_bearer_errors_lie_in_a_header() -> None:
    """RFC 6750 section 3, where the body says nothing."""
    said = 'Bearer realm="a", error="invalid_token", error_description="expired"'
    assert code("oauth2", None, www_authenticate=said) == "invalid_token"
    assert code("oauth2", {"error": "invalid_grant"}, www_authenticate=said) == "invalid_grant"
    assert code("oauth2", {}, www_authenticate='Basic realm="error"') is None


# Status


@pytest.mark.parametrize(
    ("preset", "body", "wire", "found"),
    [
        ("graphql", {"errors": [{"extensions": {"http": {"status": 404}}}]}, 200, 404),
        ("graphql", {"errors": [{"message": "a"}]}, 200, 200),
        ("json:api", {"errors": [{"status": "422"}]}, 400, 422),
        ("json:api", {"errors": [{"status": "no"}, {"status": "409"}]}, 400, 409),
        ("slack", {"ok": False, "error": "ratelimited"}, 200, 200),
        ("kubernetes", {"type": "ERROR", "object": {"code": 410}}, 200, 410),
        ("kubernetes", {"code": 0}, 503, 503),
        ("aip-193", {"error": {"code": 5, "status": "NOT_FOUND"}}, 404, 404),
        ("twilio", {"code": 20429, "status": 429}, None, 429),
        ("problem+json", {"status": True}, None, None),
    ],
)
def test_status(preset: str, body: Any, wire: int | None, found: int | None) -> None:
    assert signals(preset, body, wire).status == found


def test_where_body_and_wire_may_differ_they_are_no_aliases() -> None:
    """A rule that compares the places of the status must not find a contradiction in what these send by design."""
    for name in ("graphql", "slack", "mcp", "json-rpc", "json:api", "kubernetes"):
        assert len(PRESETS[name].status) == 1
    for name in ("problem+json", "twilio", "elasticsearch", "github"):
        assert PRESETS[name].status == ("/status", "http:status")


# Messages


@pytest.mark.parametrize(
    ("preset", "body", "found"),
    [
        ("problem+json", {"title": "Short", "detail": "Long"}, "Long"),
        ("problem+json", {"title": "Short", "detail": " "}, "Short"),
        ("shopify", {"errors": "Not Found"}, "Not Found"),
        ("shopify", {"errors": ["one", "two"]}, "one"),
        ("shopify", {"errors": {"title": ["can't be blank"]}}, "can't be blank"),
        ("mcp", {"result": {"content": [{"type": "image"}, {"type": "text", "text": "Down"}]}}, "Down"),
        ("slack", {"ok": False, "error": "a", "response_metadata": {"messages": ["[ERROR] x"]}}, "[ERROR] x"),
        ("elasticsearch", {"error": "Incorrect method"}, "Incorrect method"),
        ("aws-json", {"Message": "Hi"}, "Hi"),
    ],
)
def test_message(preset: str, body: Any, found: str) -> None:
    assert signals(preset, body).message == found


# Waits


def retry_info(delay: object) -> dict[str, Any]:
    return {"error": {"details": [{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": delay}]}}


@pytest.mark.parametrize(
    ("preset", "body", "found"),
    [
        ("aip-193", retry_info("30s"), 30),
        ("aip-193", retry_info("1.5s"), 1.5),
        ("aip-193", retry_info("57.238747106s"), 57.238747106),
        ("aip-193", retry_info("0s"), 0),
        ("aip-193", retry_info("-1s"), "unknown"),
        ("aip-193", retry_info("1m"), "unknown"),
        ("aip-193", retry_info(30), "unknown"),
        ("aip-193", {"error": {"details": [{"@type": "x/google.rpc.Help", "retryDelay": "30s"}]}}, None),
        ("aip-193", {"error": {"details": [{"retryDelay": "30s"}, 1, None, "a"]}}, None),
        ("kubernetes", {"details": {"retryAfterSeconds": 5}}, 5),
        ("discord", {"retry_after": 64.57, "global": False}, 64.57),
        ("discord", {"retry_after": "64"}, "unknown"),
        ("discord", {"retry_after": -1}, "unknown"),
        ("discord", {"retry_after": True}, "unknown"),
        ("discord", {"retry_after": 10**400}, "unknown"),
        ("discord", {"retry_after": float("inf")}, "unknown"),
        ("discord", {"retry_after": None}, None),
        ("oauth2", {"error": "slow_down", "interval": 10}, 10),
        ("graphql", {"errors": [{"extensions": {"retryAfter": 3}}]}, 3),
        ("json-rpc", {"error": {"code": -32005, "data": {"rate": {"backoff_seconds": 30}}}}, 30),
        ("mcp", {"error": {"code": 1, "data": {"retryAfter": 2}}}, 2),
        ("mcp", {"result": {"isError": True, "structuredContent": {"retry_after": 4}}}, 4),
        ("problem+json", {"retryAfterSec": 60}, 60),
        ("slack", {"retry_after": 9}, None),
    ],
)
def test_a_wait_in_the_body(preset: str, body: Any, found: object) -> None:
    assert wait(preset, body) == found


DATE = {"date": "Thu, 05 Aug 2021 10:29:00 GMT"}


@pytest.mark.parametrize(
    ("preset", "headers", "found"),
    [
        ("slack", {"retry_after": "30"}, 30),
        ("slack", {"retry_after": " 30 "}, 30),
        ("slack", {"retry_after": "Thu, 05 Aug 2021 10:30:00 GMT", **DATE}, 60),
        ("slack", {"retry_after": "Thu, 05 Aug 2021 10:28:00 GMT", **DATE}, 0),
        ("slack", {"retry_after": "Thu, 05 Aug 2021 10:30:00 GMT"}, "unknown"),
        ("slack", {"retry_after": "soon"}, "unknown"),
        ("slack", {"retry_after": "2.0"}, "unknown"),
        ("shopify", {"retry_after": "2.0"}, 2),
        ("openai", {"retry_after_ms": "1500", "retry_after": "2"}, 1.5),
        ("anthropic", {"retry_after_ms": "200"}, 0.2),
        ("azure", {"x_ms_retry_after_ms": "3000"}, 3),
        ("openai", {"x_ratelimit_reset_requests": "6m0s"}, 360),
        ("openai", {"x_ratelimit_reset_requests": "1h2m3.5s"}, 3723.5),
        ("openai", {"x_ratelimit_reset_tokens": "12ms"}, 0.012),
        ("openai", {"x_ratelimit_reset_tokens": "6 minutes"}, "unknown"),
        ("openai", {"x_ratelimit_reset_requests": "1s", "x_ratelimit_remaining_requests": "59"}, None),
        (
            "openai",
            {
                "x_ratelimit_reset_requests": "1s",
                "x_ratelimit_remaining_requests": "59",
                "x_ratelimit_reset_tokens": "6s",
                "x_ratelimit_remaining_tokens": "0",
            },
            6,
        ),
        ("github", {"x_ratelimit_reset": "1628159400", "x_ratelimit_remaining": "0", **DATE}, 60),
        ("github", {"x_ratelimit_reset": "1628159400", "x_ratelimit_remaining": "0"}, "unknown"),
        ("github", {"x_ratelimit_reset": "1628159400", "x_ratelimit_remaining": "12", **DATE}, None),
        ("github", {"x_ratelimit_reset": "1628159400", "retry_after": "5", **DATE}, 5),
        ("okta", {"x_rate_limit_reset": "1628159400", "x_rate_limit_remaining": "0", **DATE}, 60),
        ("discord", {"x_ratelimit_reset_after": "64.57"}, 64.57),
    ],
)
def test_a_wait_in_a_header(preset: str, headers: dict[str, str], found: object) -> None:
    assert wait(preset, {}, **headers) == found


def decided(policy: Policy, fixture: Fixture, hints: Hints | None = None) -> Decision:
    return decide(Consumer(policy=policy, hints=hints), fixture)


def test_the_wait_of_a_policy_decides_where_no_hint_does() -> None:
    """A seconds hint, once declared, goes before it, even where it is absent from the error."""
    limited = error({"errors": []}, 429, retry_after="7")
    policy = starter(PRESETS["graphql"])
    assert decided(policy, limited).wait == 7
    assert decided(replace(policy, wait=()), limited).wait == "backoff"
    assert decided(policy, error({}, 429)).wait == "backoff"
    assert decided(policy, error({}, 429, retry_after="soon")).wait == "unknown"
    assert decided(policy, error({}, 400, retry_after="7")).wait == "none"
    own = Hint(name="pause", at=("/pause",), seconds=True, absent="backoff")
    hints = Hints(path="hints.yml", hints={"pause": own})
    assert decided(policy, limited, hints).wait == "backoff"
    assert decided(policy, error({"pause": 3}, 429, retry_after="7"), hints).wait == 3
    shape = Hints(path="hints.yml", hints={"recovery": Hint(name="recovery", at=("/recovery",), values={"a": "retry"})})
    assert decided(policy, limited, shape).wait == 7


@pytest.mark.parametrize(
    ("status", "action"), [(429, "retry"), (503, "retry"), (401, "escalate"), (403, "escalate"), (404, "fix_request"),
                           (200, "escalate"), (None, "escalate")],
)  # fmt: skip
def test_the_small_policy(status: int | None, action: str) -> None:
    assert decided(starter(PRESETS["slack"]), error({}, status)).action == action


# Fallbacks


def test_fallbacks_are_asked_in_order_and_are_no_aliases() -> None:
    """The first that has a code; others that differ are no conflict."""
    policy = Policy(path="", code=("/a",), code_else=("/b", "/c"))

    def read(**body: Any) -> tuple[str | None, bool]:
        found = read_signals(policy, None, error(body))
        return found.code, found.conflict

    assert read(a="1", b="2", c="3") == ("1", False)
    assert read(b="2", c="3") == ("2", False)
    assert read(a=None, b=" ", c="3") == ("3", False)
    assert read(a="", b=None) == ("", False)
    assert read(a=[], b={}, c=False) == (None, False)
    both = replace(policy, code=("/a", "/b"))
    assert read_signals(both, None, error({"a": "1", "b": "2"})).conflict


# Whatever the body is

KEYS = sorted(
    {token for preset in PRESETS.values() for at in (*preset.code, *preset.code_else, *preset.message, *preset.wait)
     for token in at.split("/") if token not in ("", "*") and ":" not in token} | {"@type", "retryDelay", "reason"}
)  # fmt: skip
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["ns#A:b", "1s", "E["]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4),
    max_leaves=12,
)
HEADERS = st.dictionaries(
    st.sampled_from(
        sorted({at[7:].lower() for each in PRESETS.values() for at in (*each.code_else, *each.wait) if ":" in at})
    ),
    st.text(max_size=20) | st.sampled_from(["1e9", "9" * 40, "6m0s", "Thu, 99 Aug 2021 10:30:00 GMT", "-1", "٣"]),
    max_size=4,
)


@given(name=st.sampled_from(sorted(PRESETS)), body=VALUES, headers=HEADERS, status=st.none() | st.integers(100, 599))
def test_nothing_raises(name: str, body: Any, headers: dict[str, str], status: int | None) -> None:
    """Any JSON under any headers: a code is text, a wait is a finite number of seconds, and the answer can be written."""
    fixture = replace(error(body, status), headers=headers)
    found = read_signals(starter(PRESETS[name]), None, fixture)
    assert found.code is None or isinstance(found.code, str)
    assert found.wait in (None, "unknown") or (isinstance(found.wait, int | float) and found.wait >= 0)
    json.dumps([found.code, found.wait, found.message], allow_nan=False)


@given(name=st.sampled_from(sorted(PRESETS)), body=VALUES, status=st.none() | st.integers(100, 599))
def test_what_is_read_lies_in_the_error(name: str, body: Any, status: int | None) -> None:
    """A preset makes nothing up: without a body and headers there is no code, message or wait, only the wire's status."""
    empty = read_signals(starter(PRESETS[name]), None, error(None, status))
    assert (empty.code, empty.message, empty.wait, empty.status) == (None, "", None, status)
    found = read_signals(starter(PRESETS[name]), None, error(body, status))
    assert found.message in ("", *texts(body))


def texts(body: Any) -> list[str]:
    if isinstance(body, str):
        return [body]
    below = body.values() if isinstance(body, dict) else body if isinstance(body, list) else []
    return [text for each in below for text in texts(each)]
