"""The hint vocabulary: places, values, states."""

import pytest

from errgate.core.contract import Hint, Hints
from errgate.errors import Unreadable
from errgate.sources import documents, hints_reader


def read(text: str, path: str = "hints.yml") -> Hints:
    return hints_reader.read(documents.parse(text.encode(), path))


def one(text: str) -> Hint:
    return read(f"hints:\n  recovery: {text}\n").hints["recovery"]


def refused(text: str) -> Unreadable:
    with pytest.raises(Unreadable) as caught:
        read(text)
    assert caught.value.line is not None
    assert caught.value.fix
    return caught.value


def test_everything_is_read() -> None:
    hints = read(
        """
hints:
  recovery:    {at: /recovery, values: {retry: retry, correctable: fix_request, NO: escalate},
                absent: next, unrecognized: default, "null": forbidden, malformed: unrecognized}
  retry_after: {at: [/retry_after, "header:Retry-After"], type: seconds, absent: backoff, null: backoff}
  kinds:       {at: /kinds, values: {a: retry}, many: true}
  shape:       {at: /shape}
"""
    ).hints
    assert list(hints) == ["recovery", "retry_after", "kinds", "shape"]
    recovery, seconds = hints["recovery"], hints["retry_after"]
    assert dict(recovery.values) == {"retry": "retry", "correctable": "fix_request", "NO": "escalate"}
    assert (recovery.absent, recovery.unrecognized, recovery.null, recovery.malformed) == (
        "next",
        "default",
        "forbidden",
        "unrecognized",
    )
    assert recovery.stated == {"absent", "unrecognized", "null", "malformed"}
    assert recovery.pointer == "/hints/recovery"
    assert seconds.at == ("/retry_after", "header:Retry-After")
    assert (seconds.seconds, seconds.absent, seconds.null, dict(seconds.values)) == (True, "backoff", "backoff", {})
    assert hints["kinds"].many
    assert not hints["shape"].values


def test_unstated_states() -> None:
    hint = one("{at: /a, values: {x: retry}}")
    assert (hint.absent, hint.unrecognized, hint.null, hint.malformed) == (
        "next",
        "default",
        "forbidden",
        "unrecognized",
    )
    assert hint.stated == frozenset()
    assert one("{at: /a, type: seconds}").absent == "backoff"


def test_json_is_read_as_well() -> None:
    assert read('{"hints": {"a": {"at": "/a", "many": true, "null": "next"}}}', "hints.json").hints["a"].null == "next"


def test_no_hints_at_all_is_a_vocabulary() -> None:
    assert not read("hints: {}").hints


def test_a_state_may_be_an_action() -> None:
    assert one("{at: /a, values: {x: retry}, absent: escalate}").absent == "escalate"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[]", "must be a mapping"),
        ("recovery: {at: /a}", "unknown key `recovery`"),
        ("hint: {}", "unknown key `hint`"),
        ("{}", "lacks the key `hints`"),
        ("hints: []", "must be a mapping"),
        ("hints: {a: /a}", "must be a mapping"),
        ("hints: {a: {}}", "lacks the key `at`"),
        ("hints: {a: {at: a}}", "must be a JSON Pointer"),
        ("hints: {a: {at: []}}", "is empty"),
        ("hints: {a: {at: /x/*}}", "holds `*`"),
        ("hints: {a: {at: 'header:'}}", "no response header"),
        ("hints: {a: {at: 'http:status'}}", "must be a JSON Pointer"),
        ("hints: {a: {at: /a, value: {}}}", "unknown key `value`"),
        ("hints: {a: {at: /a, values: [retry]}}", "must be a mapping"),
        ("hints: {a: {at: /a, values: {}}}", "is empty"),
        ("hints: {a: {at: /a, values: {x: [retry]}}}", "must be text"),
        ("hints: {a: {at: /a, values: {x: }}}", "must be text"),
        (
            "hints: {a: {at: /a, values: {path: v.json, at: /values/*, value: v, action: a}}}",
            "not supported in this version",
        ),
        ("hints: {a: {at: /a, type: seconds, values: {x: retry}}}", "either `values` or `type: seconds`"),
        ("hints: {a: {at: /a, type: minutes}}", "is `minutes`"),
        ("hints: {a: {at: /a, type: seconds, many: true}}", "not for seconds"),
        ("hints: {a: {at: /a, absent: backoff}}", "`type: seconds`"),
        ("hints: {a: {at: /a, unrecognized: unrecognized}}", "cannot mean itself"),
        ("hints: {a: {at: /a, absent: }}", "must be text"),
        ("hints: {a: {at: /a, many: yes}}", "true or false"),
        ("hints: {a b: {at: /a}}", "one word"),
        ("hints: {'': {at: /a}}", "one word"),
        ("hints: {a: {at: /a}, a: {at: /b}}", "occurs twice"),
    ],
)
def test_what_is_refused(text: str, words: str) -> None:
    assert words in refused(text).problem


def test_values_called_path_and_at_are_ordinary_values() -> None:
    assert dict(one("{at: /a, values: {path: retry, at: escalate}}").values) == {"path": "retry", "at": "escalate"}
