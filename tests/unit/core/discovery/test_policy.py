"""A policy, hints and the synthetic case, guessed from a registry and from bodies."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errgate.core.contract import Fixture
from errgate.core.decide import Consumer, decide
from errgate.core.discovery.bodies import Places
from errgate.core.discovery.policy import actions_of, decides_by_code, error_with, hints_of
from errgate.core.discovery.proposal import Proposal, config, decision, files, hints, quoted
from errgate.core.discovery.registries import Candidate, candidates
from errgate.core.discovery.synthetic import unknown_code
from errgate.core.discovery.words import code_of, unknown_like
from errgate.core.presets import PRESETS
from errgate.core.value import Json
from errgate.sources import config_reader, documents, hints_reader, policy_reader


def registry(entries: dict[str, Any]) -> Candidate:
    return candidates("errors.json", entries)[0]


def proposal(**changes: Any) -> Proposal:
    places = Places(code=("/code",), message=("/message",))
    return replace(Proposal(name="api", places=places, actions=actions_of(None)), **changes)


def body(value: Json) -> Fixture:
    return Fixture(collection="v2", name="a", path="a", document=value, body=value)


def test_the_registrys_own_actions_take_their_roles() -> None:
    found = actions_of(
        registry(
            {"TIMEOUT": {"action": "retry_later"}, "DENIED": {"action": "contact_support"}, "BAD": {"action": "shrug"}}
        )
    )
    assert found.role == {
        "retry": "retry_later",
        "fix_request": "fix_request",
        "escalate": "contact_support",
        "abandon": "abandon",
    }
    assert found.words == ("retry_later", "fix_request", "contact_support", "abandon", "shrug")


def test_actions_in_prose_are_none() -> None:
    found = registry({"TIMEOUT": {"action": "Wait a while."}, "DENIED": {"action": "Ask your admin."}})
    assert actions_of(found).own == ()
    assert not decides_by_code(found, actions_of(found))


def test_a_word_that_is_no_retry_to_the_gate_is_said() -> None:
    made = proposal(actions=actions_of(registry({"TIMEOUT": {"action": "RETRY"}, "DENIED": {"action": "stop"}})))
    assert "# RETRY: only `retry`" in decision(made)


def test_hints_are_flags_and_words_of_advice() -> None:
    found = hints_of(
        [
            body({"error": {"retryable": True, "recovery": "fix_input", "message": "x"}}),
            body({"error": {"recovery": "retry"}}),
        ],
        actions_of(None),
    )
    assert {each.name: (each.at, dict(each.values)) for each in found} == {
        "retryable": ("/error/retryable", {"true": "retry", "false": "escalate"}),
        "recovery": ("/error/recovery", {"fix_input": "fix_request", "retry": "retry"}),
    }
    read = hints_reader.read(documents.parse(hints(proposal(hints=found)).encode(), "hints.yml"))
    assert set(read.hints) == {"retryable", "recovery"}


@pytest.mark.parametrize("preset", PRESETS)
def test_each_preset_has_a_synthetic_case_that_lands_on_the_default(preset: str) -> None:
    """Where a preset reads its code from the body, an unknown one can be made up; it is read back."""
    made = proposal(places=Places(preset=preset), fixtures={"synthetic": "fixtures/synthetic"})
    text = unknown_code(made)
    assert text
    policy = policy_reader.read(documents.parse(decision(made).encode(), "decision.yml"))
    decided = decide(Consumer(policy=policy), body(json.loads(text)))
    assert decided.on_default


@given(
    st.lists(
        st.sampled_from(
            ["NOT_FOUND", "not_found", "notFound", "NotFound", "card.declined", "bad-input", "E10", "-32601", "404"]
        ),
        max_size=4,
    )
)
def test_the_unknown_code_is_unknown(codes: list[str]) -> None:
    assert code_of(unknown_like(codes)) not in codes


@pytest.mark.parametrize(
    ("codes", "unknown"),
    [
        (["NOT_FOUND"], "NOT_A_KNOWN_CODE"),
        (["not_found"], "not_a_known_code"),
        (["card.declined"], "not.a.known.code"),
        (["bad-input"], "not-a-known-code"),
        (["NotFound"], "NotAKnownCode"),
        (["notFound"], "notAKnownCode"),
        (["10001", "999999"], 1_000_000),
        (["-32601"], -999_999),
        (["NOT_A_KNOWN_CODE"], "NOT_A_KNOWN_CODEX"),
        ([], "not_a_known_code"),
    ],
)
def test_the_unknown_code_is_written_as_the_others_are(codes: list[str], unknown: Json) -> None:
    assert unknown_like(codes) == unknown


def test_a_body_is_made_up_from_pointers() -> None:
    assert error_with("X", "/errors/*/code", "/errors/*/message") == {
        "errors": [{"code": "X", "message": "An error that this version of the API does not send."}]
    }
    assert error_with("X", "/error", "/error") == {"error": "X"}


NAMES = st.text(min_size=1, max_size=20).filter(lambda text: text.isprintable() and text.strip() == text)


@given(NAMES)
def test_any_text_survives_as_a_scalar(text: str) -> None:
    document = documents.parse(f"a: [{quoted(text)}]\n".encode(), "x.yml")
    assert document.value == {"a": [text]}


@given(
    st.lists(
        st.sampled_from(["src/errors.json", "a b/é.json", "x#y.json", "- a: b.json", "{a}.json", "yes", "1e3.json"]),
        min_size=1,
        max_size=1,
    ),
    st.booleans(),
)
def test_a_config_is_read_as_it_was_meant(paths: list[str], owned: bool) -> None:
    """Whatever a path is called, the config's reader finds it; nothing in a reason can end a comment."""
    found = Candidate(path=paths[0], pattern="/a~1b/*", codes=("A", "B"), reasons=("x\ny: 1", "z" * 400))
    made = proposal(
        registry=found, fields={"status": "jmes: a || 'b: c'"}, owner="@a/b" if owned else "", serializer=("src/**", "a b.py"),
        volatile=("/request_id",), fixtures={"v2": "fixtures/v2"}, tag="[0-9]*",
    )  # fmt: skip
    read = config_reader.read(config(made).encode(), "errgate.yml")
    contract = read.contracts[0]
    assert contract.registry is not None
    assert (contract.registry.path, contract.registry.codes) == (paths[0], "/a~1b/*")
    assert contract.registry.fields == {"status": "jmes: a || 'b: c'"}
    assert contract.serializer == ("src/**", "a b.py")
    assert contract.volatile == ("/request_id",)
    assert (read.owner, read.release.value) == ("@a/b" if owned else "", "[0-9]*")


def test_every_line_fits_the_page() -> None:
    made = proposal(fixtures={name: f"fixtures/{name}" for name in ("v1", "v2", "synthetic")}, synthetic="{}\n")
    for path, text in files(made).items():
        assert all(len(line) <= 125 for line in text.splitlines()), path
        assert text.endswith("\n")
