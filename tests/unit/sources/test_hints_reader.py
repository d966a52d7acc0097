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
        ("hints: {a: {at: /a, values: {path: v.json, at: /values/*, value: v, action: a}}}", "`v.json` does not exist"),
        ("hints: {a: {at: /a, values: {path: ../v.json, at: /values/*}}}", "no path inside the repository"),
        ("hints: {a: {at: /a, values: {path: v.json, at: /values}}}", "has no `*` for the values"),
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


# Values from another file


FILES = {
    "a.yml": "values:\n  retry: retry\n  NO: escalate\n",
    "list.json": '{"values": ["retry", "escalate"]}',
    "own.toml": '[[advice]]\nword = "again"\ndo = "retry"\n[[advice]]\nword = "stop"\ndo = "escalate"\n',
    "map.yml": "advice:\n  again: {action: retry}\n  stop:\n    action: escalate\n",
    "openapi.yaml": "R:\n  enum: [again, stop]\n  x-enum-actions: {again: retry, stop: escalate}\n",
    "twice.yml": "v: [{value: a, action: retry}, {value: a, action: escalate}]\n",
    "same.yml": "v: [{value: a, action: retry}, {value: a, action: retry}]\n",
    "lack.yml": "v:\n- {value: a, action: retry}\n- {value: b}\n",
    "null.yml": "v: {a: }\n",
    "none.yml": "v: {}\n",
    "broken.yml": "v: [\n",
}


def opened(path: str) -> documents.Document | None:
    return documents.parse(FILES[path].encode(), path) if path in FILES else None


def drawn(text: str) -> Hint:
    document = documents.parse(f"hints:\n  recovery: {{at: /r, values: {{{text}}}}}\n".encode(), "hints.yml")
    assert hints_reader.drawn_paths(document) == (text.split(",", maxsplit=1)[0].removeprefix("path: "),)
    return hints_reader.read(document, opened).hints["recovery"]


@pytest.mark.parametrize(
    ("text", "values", "place"),
    [
        ("path: a.yml, at: /values/*", {"retry": "retry", "NO": "escalate"}, ("a.yml", "/values/NO")),
        ("path: a.yml, at: /values/*, value: ''", {"retry": "retry", "NO": "escalate"}, ("a.yml", "/values/NO")),
        ("path: list.json, at: /values/*", {"retry": "retry", "escalate": "escalate"}, ("list.json", "/values/1")),
        ("path: own.toml, at: /advice/*, value: word, action: do", {"again": "retry", "stop": "escalate"}, ("own.toml", "/advice/1")),
        ("path: map.yml, at: /advice/*", {"again": "retry", "stop": "escalate"}, ("map.yml", "/advice/stop")),
        ("path: map.yml, at: /advice/*, action: action", {"again": "retry", "stop": "escalate"}, ("map.yml", "/advice/stop")),
        ("path: openapi.yaml, at: /R/enum/*, action: x-enum-actions", {"again": "retry", "stop": "escalate"}, ("openapi.yaml", "/R/enum/1")),
        ("path: same.yml, at: /v/*", {"a": "retry"}, ("same.yml", "/v/0")),
    ],
)  # fmt: skip
def test_values_from_a_file_of_the_team(text: str, values: dict[str, str], place: tuple[str, str]) -> None:
    hint = drawn(text)
    assert dict(hint.values) == values
    found = Hints(path="hints.yml").place(hint, list(values)[-1])
    assert (found.path, found.at) == place


@pytest.mark.parametrize(
    ("text", "words", "path", "line"),
    [
        ("path: nope.yml, at: /v/*", "`nope.yml` does not exist", "hints.yml", 2),
        ("path: a.yml, at: /v/*", "finds no value in a.yml", "hints.yml", 2),
        ("path: none.yml, at: /v/*", "finds no value", "hints.yml", 2),
        ("path: twice.yml, at: /v/*", "the value 'a' is listed twice", "twice.yml", 1),
        ("path: lack.yml, at: /v/*", "has no key `action`, so its action is not known", "lack.yml", 3),
        ("path: lack.yml, at: /v/*, value: v", "has no key `v`, so its value is not known", "lack.yml", 2),
        ("path: a.yml, at: /values/*, action: do", "has no key `do`", "a.yml", 2),
        ("path: null.yml, at: /v/*", "must be text", "null.yml", 1),
        ("path: broken.yml, at: /v/*", "not valid YAML", "broken.yml", 2),
    ],
)
def test_files_that_give_no_values(text: str, words: str, path: str, line: int) -> None:
    with pytest.raises(Unreadable) as caught:
        drawn(text)
    assert words in caught.value.problem
    assert (caught.value.path, caught.value.line) == (path, line)
    assert caught.value.fix


def test_the_place_of_an_ordinary_value() -> None:
    hints = read("hints:\n  a: {at: /a, values: {x/y: retry}}\n")
    assert hints.place(hints.hints["a"], "x/y").at == "/hints/a/values/x~1y"


@pytest.mark.parametrize(
    "text", ["[]", "hints: 5", "hints: {a: 5}", "hints: {a: {values: {path: '..', at: /x/*}}}", "{}"]
)
def test_what_cannot_be_read_draws_from_nowhere(text: str) -> None:
    assert hints_reader.drawn_paths(documents.parse(text.encode(), "hints.yml")) == ()
