"""Recorded errors: bare bodies, exchanges, lines."""

import json

import pytest

from errgate.core.contract import Fixture, Problem, Request
from errgate.core.value import Json
from errgate.errors import Unreadable
from errgate.sources import fixture_reader


def read(value: Json) -> Fixture:
    return fixture_reader.read_fixture(
        json.dumps(value).encode(), "v1", "a/timeout.json", "f/v1/a/timeout.json", "b10b"
    )


def lines(data: bytes, blob: str = "b10b") -> list[Fixture | Problem]:
    return list(fixture_reader.read_lines(data, "v2", "all.jsonl", "f/v2/all.jsonl", blob))


def refused(value: Json) -> Unreadable:
    with pytest.raises(Unreadable) as caught:
        read(value)
    return caught.value


def test_a_bare_body() -> None:
    fixture = read({"code": "TIMEOUT"})
    assert fixture.document == fixture.body == {"code": "TIMEOUT"}
    assert (fixture.exchange, fixture.status, dict(fixture.headers), fixture.request) == (False, None, {}, None)
    assert (fixture.collection, fixture.name, fixture.path, fixture.blob) == (
        "v1",
        "a/timeout.json",
        "f/v1/a/timeout.json",
        "b10b",
    )
    assert fixture.subject == "v1/a/timeout.json"


def test_an_exchange() -> None:
    fixture = read(
        {
            "request": {"method": "post", "headers": {"idempotency-KEY": "k"}},
            "response": {"status": 503, "headers": {"Retry-After": 30, "Date": "x"}, "body": {"code": "TIMEOUT"}},
        }
    )
    assert fixture.exchange
    assert fixture.body == {"code": "TIMEOUT"}
    assert fixture.status == 503
    assert dict(fixture.headers) == {"retry-after": "30", "date": "x"}
    assert fixture.request == Request(method="POST", has_idempotency_key=True)
    assert fixture.document != fixture.body


@pytest.mark.parametrize("body", [None, "text", [], 0, False])
def test_any_body_makes_an_exchange(body: Json) -> None:
    fixture = read({"response": {"status": 500, "body": body}})
    assert (fixture.exchange, fixture.body) == (True, body)


@pytest.mark.parametrize(
    "value",
    [
        {"response": {"status": 503}},
        {"response": {"body": {}}},
        {"response": {"status": "503", "body": {}}},
        {"response": {"status": True, "body": {}}},
        {"response": {"status": 503.5, "body": {}}},
        {"response": {"status": None, "body": {}}},
        {"response": [503]},
        {"response": "no"},
        {"status": 503, "body": {}},
        [{"response": {"status": 503, "body": {}}}],
        "text",
        None,
        17,
    ],
)
def test_whatever_lacks_a_status_or_a_body_is_a_bare_body(value: Json) -> None:
    fixture = read(value)
    assert not fixture.exchange
    assert fixture.body == value


def test_b085_kinds_of_numbers_are_kept() -> None:
    """`1`, `1.0` and `true` are equal in Python; as JSON the third differs, and the forms can be told."""
    number, real, truth = (read({"retry": value}).document["retry"] for value in (1, 1.0, True))  # type: ignore[call-overload,index]
    assert (type(number), type(real), type(truth)) == (int, float, bool)
    assert read({"retry": 1}).value == read({"retry": 1.0}).value != read({"retry": True}).value


def test_headers_of_one_name_are_joined() -> None:
    fixture = read({"response": {"status": 500, "body": {}, "headers": {"A": ["1", 2], "a": "3", "B": None, "C": []}}})
    assert dict(fixture.headers) == {"a": "1, 2, 3"}


@pytest.mark.parametrize("name", ["Idempotency-Key", "idempotency-key", "X-Idempotency-Key", "x-IDEMPOTENCY-key"])
def test_idempotency_keys(name: str) -> None:
    value: Json = {"request": {"method": "POST", "headers": {name: "k"}}, "response": {"status": 500, "body": {}}}
    request = read(value).request
    assert request is not None
    assert request.has_idempotency_key


@pytest.mark.parametrize(
    "headers", [{"Idempotency-Key": ""}, {"Idempotency-Key": " "}, {"Idempotency-Key": None}, {"Key": "k"}, None, {}]
)
def test_an_empty_idempotency_key_is_none(headers: Json) -> None:
    request = read({"request": {"method": "POST", "headers": headers}, "response": {"status": 500, "body": {}}}).request
    assert request is not None
    assert not request.has_idempotency_key


@pytest.mark.parametrize("request_", [None, {}, {"method": None}, {"url": "/x"}])
def test_a_request_without_a_method_says_nothing(request_: Json) -> None:
    assert read({"request": request_, "response": {"status": 500, "body": {}}}).request is None


@pytest.mark.parametrize(
    "value",
    [
        {"response": {"status": 500, "body": {}, "headers": [["A", "b"]]}},
        {"response": {"status": 500, "body": {}, "headers": "A: b"}},
        {"response": {"status": 500, "body": {}, "headers": {"A": {"b": 1}}}},
        {"response": {"status": 500, "body": {}, "headers": {"A": [None]}}},
        {"response": {"status": 500, "body": {}}, "request": "POST /x"},
        {"response": {"status": 500, "body": {}}, "request": {"method": 1}},
    ],
)
def test_headers_and_requests_that_cannot_be_read_are_not_skipped(value: Json) -> None:
    """A header that is passed over would change what a consumer decides."""
    assert "must be" in refused(value).problem


def test_each_line_is_a_recording() -> None:
    found = lines(b'{"code": "A"}\n\n  \r\n{"code": "B"}\r\n{"response": {"status": 500, "body": 1}}')
    assert [(each.name, each.line, each.body) for each in found if isinstance(each, Fixture)] == [
        ("all.jsonl#1", 1, {"code": "A"}),
        ("all.jsonl#2", 4, {"code": "B"}),
        ("all.jsonl#3", 5, 1),
    ]


def test_one_bad_line_is_one_problem() -> None:
    found = lines(b'{"a": 1}\nno\n{"a": 1, "a": 2}\n"\xe9"\n{"a": 2}\n')
    assert [type(each).__name__ for each in found] == ["Fixture", "Problem", "Problem", "Problem", "Fixture"]
    assert [each.line for each in found] == [1, 2, 3, 4, 5]


def test_a_bad_line_is_the_same_problem_when_other_lines_change() -> None:
    first, second = lines(b'{"a": 1}\nno\n', "old"), lines(b'no\n{"a": 2}\n', "new")
    assert first[1].blob == second[0].blob != ""
    assert lines(b"no", "")[0].blob == ""


def test_b083_lines_with_a_byte_order_mark_and_in_utf16() -> None:
    """A byte order mark is dropped; UTF-16 is one problem, not one for each line."""
    assert [type(each) for each in lines(b'\xef\xbb\xbf{"a": 1}\n')] == [Fixture]
    wide = lines('{"a": 1}\n{"a": 2}\n'.encode("utf-16"))
    assert [each.what for each in wide if isinstance(each, Problem)] == ["not UTF-8 (it looks like UTF-16 or UTF-32)."]


def test_a_file_of_lines_without_any() -> None:
    (problem,) = lines(b"\n \n")
    assert isinstance(problem, Problem)
    assert (problem.kind, problem.what) == ("empty", "empty file.")


def test_line_separators_inside_text_do_not_split_lines() -> None:
    assert len(lines('{"a": "x\u2028y\u0085z"}\n'.encode())) == 1


@pytest.mark.parametrize("text", ['{"m": "\\ud800"}', "[NaN]", '{"a": 1, "a": 1}', "{} {}", "", "[" * 5000])
def test_what_is_no_strict_json(text: str) -> None:
    with pytest.raises(Unreadable):
        fixture_reader.read_fixture(text.encode(), "v1", "a", "a", "")
