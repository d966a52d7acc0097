"""What is shaped like a credential, and what only looks a little like one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errgate.core.rule import FixtureChange
from errgate.sources.fixture_reader import read_fixture
from errgate.sources.secrets import find_secrets, kind_of

MIXED = "aB3dE5gH7jK9mN1pQ3rS5tU7vW9xY1zA3bC5dE7f"
SHAPED = {
    "AWS Access Key": "AKIA" + "Q3EGRIO7WLDMPC5X",
    "GitHub Token": "ghp_" + MIXED[:36],
    "GitHub Token (fine-grained)": "github_pat_" + MIXED + MIXED,
    "GitLab Token": "glpat-" + MIXED[:20],
    "Slack Token": "xoxb-" + "123456789012-123456789012-" + MIXED[:24].lower(),
    "Stripe Access Key": "sk_live_" + MIXED[:24],
    "Private Key": "-----BEGIN " + "RSA PRIVATE KEY-----\nMIIE",
    "JSON Web Token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0." + MIXED,
    "SendGrid API Key": "SG." + MIXED[:22] + "." + (MIXED + MIXED)[:43],
    "Basic Auth Credentials": "https://user:" + "pa55word@host.example/",
    "HTTP Authorization": "Bearer " + MIXED,
    "OpenAI Token": "sk-proj-" + MIXED,
    "Anthropic API Key": "sk-ant-api03-" + MIXED,
    "Google API Key": "AIza" + MIXED[:35],
    "NPM Token": "npm_" + MIXED[:36],
    "Twilio API Key": "SK" + "0123456789abcdef" * 2,
}


@pytest.mark.parametrize("kind", list(SHAPED))
def test_shaped(kind: str) -> None:
    """Alone, inside a sentence, and beyond the first window of a long text."""
    assert kind_of(SHAPED[kind]) == kind
    assert kind_of(f"No such token: {SHAPED[kind]}") == kind
    assert kind_of("It failed. " * 700 + SHAPED[kind]) == kind


@pytest.mark.parametrize(
    "text",
    [
        "r-1", "It failed.", "Bearer REDACTED", "Bearer token is missing", "Basic authentication is required",
        "ghp_" + "x" * 36, "sk_live_" + "0" * 24, "AC" + "0123456789abcdef" * 2, "4f9c1b2a-7d3e-4b7a-9f51-0c2e8d6a1b3c",
        "0123456789abcdef" * 4, "https://example.com/docs/errors#card_declined", "req_8mQb2XyzK1", "arn:aws:iam::123456789012:user/x",
        "2026-12-01T05:00:00Z", "1699999999:abc", "Incorrect API key provided: sk-***", "sha256:" + "0123456789abcdef" * 4, "",
    ],
)  # fmt: skip
def test_not_shaped(text: str) -> None:
    """Ids, digests, dates, placeholders and account ids are no secrets."""
    assert kind_of(text) is None


def change(old: str | None, new: str) -> FixtureChange:
    was = None if old is None else read_fixture(old.encode(), "v2", "a.json", "a.json", "")
    return FixtureChange(old=was, new=read_fixture(new.encode(), "v2", "a.json", "a.json", ""), kind="value")


def test_only_what_is_new() -> None:
    """A value that base held already is not this pull request's; the place is a pointer into the document."""
    token = SHAPED["GitHub Token"]
    held = f'{{"a": ["{token}"]}}'
    assert find_secrets([change(held, f'{{"b": "{token}"}}')]) == ()
    (found,) = find_secrets([change('{"a": ["x"]}', held)])
    assert (found.at, found.kind) == ("/a/0", "GitHub Token")
    assert token not in repr(found).replace(repr(found.fixture), "")
    assert len(find_secrets([change(None, f'{{"x/y": "{token}", "z": {{"h": "Bearer {MIXED}"}}}}')])) == 2


def test_what_another_recording_holds_already_is_not_new() -> None:
    """A release taken over into v1 brings no secret that v2 did not have."""
    token = SHAPED["GitHub Token"]
    held = read_fixture(f'{{"a": "{token}"}}'.encode(), "v2", "b.json", "b.json", "")
    assert find_secrets([change(None, f'{{"a": "{token}"}}')], [held]) == ()
    assert len(find_secrets([change(None, f'{{"a": "{token}", "b": "Bearer {MIXED}"}}')], [held])) == 1


@given(st.text(st.sampled_from("eyJ.A-_:/@KIAsgh pBcr0123456789"), max_size=300))
def test_never_raises(text: str) -> None:
    """Whatever a text holds."""
    kind_of(text)
