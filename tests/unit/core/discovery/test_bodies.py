"""Kinds of errors told from their bodies, and places found in bodies of no known kind."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given

from errgate.core.contract import Fixture
from errgate.core.discovery.bodies import KINDS, MEDIA, PACKAGES, guess, is_error, preset_of
from errgate.core.presets import PRESETS
from errgate.core.value import Json
from tests.unit.core.discovery.test_registries import JSON

ENVELOPES = Path(__file__).parents[3] / "data" / "envelopes"


def recorded(body: Json, status: int | None = None, headers: Mapping[str, str] | None = None) -> Fixture:
    return Fixture(
        collection="v2", name="a.json", path="a.json", document=body, body=body, status=status, headers=headers or {}
    )


def test_every_preset_that_is_told_exists() -> None:
    assert {name for name, _, _ in KINDS} | set(MEDIA.values()) | set(PACKAGES.values()) <= set(PRESETS)


KNOWN: Mapping[str, Json] = {
    "problem+json": {"type": "about:blank", "title": "Not found", "status": 404},
    "aip-193": {"error": {"code": 404, "message": "no", "status": "NOT_FOUND"}},
    "graphql": {"errors": [{"message": "no", "path": ["a"]}]},
    "json-rpc": {"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "no"}},
    "mcp": {"isError": True, "content": [{"type": "text", "text": "no"}]},
    "json:api": {"errors": [{"status": "404", "title": "no"}]},
    "oauth2": {"error": "invalid_grant", "error_description": "no"},
    "aws-json": {"__type": "NotFound", "message": "no"},
    "stripe": {"error": {"type": "card_error", "code": "card_declined", "decline_code": "fraudulent", "message": "no"}},
    "openai": {"error": {"message": "no", "type": "server_error", "param": None, "code": None}},
    "anthropic": {"type": "error", "error": {"type": "overloaded_error", "message": "no"}},
    "slack": {"ok": False, "error": "invalid_auth"},
    "kubernetes": {"kind": "Status", "apiVersion": "v1", "reason": "NotFound", "code": 404, "message": "no"},
    "twilio": {"code": 20404, "message": "no", "more_info": "https://x.invalid", "status": 404},
    "elasticsearch": {"error": {"root_cause": [], "type": "index_not_found_exception", "reason": "no"}, "status": 404},
    "error-object": {"error": {"code": "not_found", "message": "no"}},
}


@pytest.mark.parametrize("name", KNOWN)
def test_a_kind_is_told_from_a_body(name: str) -> None:
    found = preset_of(KNOWN[name])
    assert found is not None
    assert found[0] == name
    assert is_error(KNOWN[name])
    assert guess([recorded(KNOWN[name])]).preset == name


def test_the_media_type_tells_as_well() -> None:
    assert (
        guess([recorded({"x": 1}, 400, {"content-type": "application/problem+json; charset=utf-8"})]).preset
        == "problem+json"
    )
    assert guess([], media=("application/problem+json",)).preset == "problem+json"
    assert guess([], packages=("@modelcontextprotocol/sdk",)).preset == "mcp"


def test_the_registry_tells_where_the_code_is() -> None:
    body: Json = {"meta": {"ref": "PAY-7"}, "failure": {"kind": "CARD_EXPIRED", "text": "too old"}, "code": 7}
    found = guess([recorded(body)], codes=("CARD_EXPIRED", "CARD_LOST"))
    assert (found.preset, found.code) == ("", ("/failure/kind",))
    deeper: Json = {"error": {"type": "card_error", "decline_code": "stolen_card", "message": "no"}}
    found = guess([recorded(deeper)], codes=("stolen_card", "lost_card"))
    assert (found.preset, found.code) == ("stripe", ("/error/decline_code",))


def test_pointers_for_a_body_of_no_known_kind() -> None:
    body: Json = {
        "error_code": "NOT_FOUND",
        "error_message": "no",
        "http_status": 404,
        "retry_after": 3,
        "request_id": "r-1",
    }
    found = guess([recorded(body)])
    assert found.code == ("/error_code",)
    assert found.message == ("/error_message",)
    assert found.status == ("/http_status", "http:status")
    assert found.wait == ("header:Retry-After", "/retry_after")
    assert not found.guess


def test_nothing_seen_is_said_to_be_a_guess() -> None:
    assert guess([]).guess


@pytest.mark.parametrize("body", [{}, [], None, "text", 1, {"id": 7, "name": "A"}, {"data": [1, 2]}])
def test_what_is_no_error(body: Json) -> None:
    assert not is_error(body)
    assert preset_of(body) is None


@given(JSON, JSON)
def test_any_body_can_be_looked_at(first: Json, second: Json) -> None:
    """Never an exception, and always some place for the code."""
    found = guess([recorded(first), recorded(second, 500)], codes=("a", "1"))
    assert found.preset or found.code


def test_real_bodies_of_known_kinds() -> None:
    """Of what the providers were recorded to send, nearly all is told; the kind is never another provider's wire format."""
    if not ENVELOPES.is_dir():
        pytest.skip("tests/data/envelopes is not there")
    for path in sorted(ENVELOPES.rglob("*.json")):
        body = json.loads(path.read_text(encoding="utf-8"))
        found = preset_of(body.get("body", body) if isinstance(body, dict) else body)
        if found is not None and path.parent.name in ("slack", "kubernetes", "problem-json", "json-rpc"):
            assert found[0].replace("+", "-") == path.parent.name
