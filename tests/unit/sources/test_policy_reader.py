"""The decision policy: every key, and what is refused."""

from dataclasses import replace

import pytest

from errgate.core import preset_names
from errgate.core.contract import Policy
from errgate.core.presets import PRESETS
from errgate.errors import Unreadable
from errgate.sources import documents, policy_reader

FULL = """\
actions: [retry, fix_request, escalate, abandon]
errors: {code: [/code, /error/code], message: /message, status: [/status, "http:status"]}
precedence: {action: [hint:recovery, code, status, text], category: [code, status]}
status: {429: retry, 5XX: retry, 401: escalate, 4xx: fix_request}
text: [{matches: "secondary rate limit", action: retry}]
categories: {429: throttled, 401: auth, 4xx: request, 5xx: server}
retry: {max_attempts: 5}
default: escalate
unknown_code: next
not_idempotent: escalate
aliases: {fix_request: [fix the request, correct the request]}
"""


def read(text: str, path: str = "decision.yml") -> Policy:
    return policy_reader.read(documents.parse(text.encode(), path))


def refused(text: str) -> Unreadable:
    with pytest.raises(Unreadable) as caught:
        read(text)
    assert caught.value.line is not None
    assert caught.value.fix
    return caught.value


def test_everything_is_read() -> None:
    policy = read(FULL)
    assert policy.actions == ("retry", "fix_request", "escalate", "abandon")
    assert (policy.code, policy.message, policy.status_at) == (
        ("/code", "/error/code"),
        ("/message",),
        ("/status", "http:status"),
    )
    assert policy.precedence == ("hint:recovery", "code", "status", "text")
    assert policy.category_precedence == ("code", "status")
    assert dict(policy.status) == {"429": "retry", "5xx": "retry", "401": "escalate", "4xx": "fix_request"}
    assert [(rule.matches, rule.action) for rule in policy.text] == [("secondary rate limit", "retry")]
    assert policy.text[0].search("You hit a secondary rate limit.")
    assert not policy.text[0].search("You hit a limit.")
    assert dict(policy.categories or {})["4xx"] == "request"
    assert (policy.max_attempts, policy.default, policy.unknown_code, policy.not_idempotent) == (
        5,
        "escalate",
        "next",
        "escalate",
    )
    assert dict(policy.aliases) == {"fix_request": ("fix the request", "correct the request")}


def test_what_is_unstated() -> None:
    policy = read("actions: [retry, escalate]\n")
    assert policy == Policy(path="decision.yml", actions=("retry", "escalate"))
    assert (policy.default, policy.precedence, policy.categories) == (None, None, None)


@pytest.mark.parametrize("default", ["", "~", "null"])
def test_a_missing_default_is_not_made_up(default: str) -> None:
    assert read(f"actions: [retry]\ndefault: {default}\n").default is None


def test_json_is_read_as_well() -> None:
    policy = read(
        '{"actions": ["retry"], "retry": {"max_attempts": 1}, "default": null, "status": {"503": "retry"}}', "d.json"
    )
    assert (policy.max_attempts, dict(policy.status)) == (1, {"503": "retry"})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[]", "must be a mapping"),
        ("default: retry", "lacks the key `actions`"),
        ("actions: []", "is empty"),
        ("actions: [retry, retry]", "listed twice"),
        ("actions: [default]", "has a meaning of its own"),
        ("actions: [backoff]", "has a meaning of its own"),
        ("actions: [fix the request]", "no single word"),
        ("actions: [5]", "no single word"),
        ("actions: {retry: x}", "must be a list"),
        ("action: [retry]", "unknown key `action`"),
        ("actions: [retry]\ndefault: escalate", "`escalate` is not one of the policy's actions"),
        ("actions: [retry]\nstatus: {503: rety}", "`rety` is not one"),
        ("actions: [retry]\nnot_idempotent: stop", "`stop` is not one"),
        ("actions: [retry]\ntext: [{matches: a, action: stop}]", "`stop` is not one"),
        ("actions: [retry]\naliases: {stop: [x]}", "`stop` is not one"),
        ("actions: [retry]\naliases: {retry: []}", "is empty"),
        ("actions: [retry]\nstatus: {5: retry}", "`5` is no status"),
        ("actions: [retry]\nstatus: {600: retry}", "`600` is no status"),
        ("actions: [retry]\nstatus: {50x: retry}", "`50x` is no status"),
        ("actions: [retry]\nstatus: {5xx: retry, 5XX: retry}", "named twice"),
        ("actions: [retry]\nstatus: [retry]", "must be a mapping"),
        ("actions: [retry]\ncategories: {429: [a]}", "must be text"),
        ("actions: [retry]\nprecedence: {action: [recovery]}", "`recovery` is no source"),
        ("actions: [retry]\nprecedence: {action: ['hint:']}", "is no source"),
        ("actions: [retry]\nprecedence: {action: [code, code]}", "named twice"),
        ("actions: [retry]\nprecedence: {category: [text]}", "is `text`"),
        ("actions: [retry]\nprecedence: {category: [code, code]}", "named twice"),
        ("actions: [retry]\nprecedence: [code]", "must be a mapping"),
        ("actions: [retry]\nerrors: {preset: problem+jsn}", "there is no preset `problem+jsn`"),
        ("actions: [retry]\nerrors: {preset: [stripe]}", "must be text"),
        ("actions: [retry]\nerrors: {preset: stripe, wait: 'http:status'}", "says nothing about `wait`"),
        ("actions: [retry]\nerrors: {preset: stripe, wait: '/a/*'}", "holds `*`"),
        ("actions: [retry]\nerrors: {preset: stripe, type: /a}", "unknown key `type`"),
        ("actions: [retry]\nerrors: {code: code}", "must be a JSON Pointer"),
        ("actions: [retry]\nerrors: {code: []}", "is empty"),
        ("actions: [retry]\nerrors: {code: 'http:status'}", "says nothing about `code`"),
        ("actions: [retry]\nerrors: {hint: /a}", "unknown key `hint`"),
        ("actions: [retry]\nretry: {max_attempts: three}", 'must be a whole number, found text "three"'),
        ("actions: [retry]\nretry: {max_attempts: 0}", "from 1 to 1000"),
        ("actions: [retry]\nunknown_code: skip", "is `skip`"),
        ("actions: [retry]\ntext: [{matches: a}]", "lacks the key `action`"),
        ("actions: [retry]\ntext: [{matches: '(', action: retry}]", "no regular expression"),
        ("actions: [retry]\ntext: [{matches: '(a)\\1', action: retry}]", "no regular expression"),
        ("actions: [retry]\ntext: [{matches: '(?=a)', action: retry}]", "no regular expression"),
        ("actions: [retry]\ntext: [{matches: '((a{1000}){1000}){1000}', action: retry}]", "no regular expression"),
        (f"actions: [retry]\ntext: [{{matches: '{'a' * 1001}', action: retry}}]", "1001 characters"),
    ],
)
def test_what_is_refused(text: str, words: str) -> None:
    assert words in refused(text).problem


def test_suggestions_and_lines() -> None:
    error = refused("actions: [retry, escalate]\nstatus:\n  503: retry\n  401: escalete\n")
    assert (error.line, error.fix) == (4, "Did you mean `escalate`?")
    assert (
        refused(
            "actions: [retry]\ntext:\n  - matches: a\n    action: retry\n  - matches: '['\n    action: retry\n"
        ).line
        == 5
    )
    assert refused("actions: [retry]\nprecedence: {action: [recovery]}").fix.startswith("Use hint:recovery")


def test_messages_are_searched_in_linear_time() -> None:
    """A pattern that would take for ever where matching backtracks."""
    rule = read("actions: [retry]\ntext: [{matches: '^(a+)+$', action: retry}]").text[0]
    assert not rule.search("a" * 5000 + "b")
    assert rule.search("a" * 5000)
    assert not rule.search("")


def test_patterns_take_any_text() -> None:
    rule = read("actions: [retry]\ntext: [{matches: 'zu viele.*Anfragen|请求', action: retry}]").text[0]
    assert rule.search("Es gibt zu viele – viel zu viele – Anfragen")
    assert rule.search("太多请求")


# Presets


def errors(text: str) -> Policy:
    return read(f"actions: [retry]\nerrors: {text}\n")


@pytest.mark.parametrize("name", [*PRESETS, *preset_names.ALIASES])
def test_every_preset_is_read_by_each_of_its_names(name: str) -> None:
    preset = preset_names.find(name)
    assert preset is not None
    assert errors(f"{{preset: '{name}'}}") == replace(preset.places, path="decision.yml", actions=("retry",))
    assert errors(f"{{preset: '{name.upper()}'}}") == errors(f"{{preset: {preset.name}}}")


def test_keys_beside_a_preset_go_before_it() -> None:
    """Each with its fallbacks; what the preset says of a place that is kept still holds."""
    policy = errors("{preset: stripe, code: /error/decline_code, status: [/a, 'http:status'], wait: [/w]}")
    assert (policy.code, policy.code_else, dict(policy.code_forms)) == (("/error/decline_code",), (), {})
    assert (policy.status_at, policy.status_else, policy.wait) == (("/a", "http:status"), (), ("/w",))
    assert policy.message == PRESETS["stripe"].message
    kept = errors("{preset: aws-json, code: /__type}")
    assert dict(kept.code_forms) == {"/__type": "shape"}


def test_the_same_places_by_hand_are_the_same_policy() -> None:
    assert errors("{preset: twilio}") == errors(
        "{code: /code, message: /message, status: [/status, 'http:status'], wait: 'header:Retry-After'}"
    )


def test_an_unknown_preset_is_refused_with_a_suggestion() -> None:
    caught = refused("actions: [retry]\nerrors:\n  preset: kubernets\n")
    assert (caught.line, caught.fix) == (3, "Did you mean `kubernetes`?")
    assert "problem+json" in refused("actions: [retry]\nerrors: {preset: 'мой'}").fix
