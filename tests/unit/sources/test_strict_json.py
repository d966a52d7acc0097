"""Strict JSON: what Python's parser lets through silently is refused, with the line."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from errgate.core.value import equal
from errgate.errors import Unreadable
from errgate.sources import lines, strict_json


def refused(text: str) -> Unreadable:
    with pytest.raises(Unreadable) as caught:
        strict_json.parse(text, "a.json")
    assert caught.value.path == "a.json"
    assert caught.value.fix
    return caught.value


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("[NaN]", 1),
        ('{"text": "NaN",\n"value": NaN}', 2),
        ("[1,\n-Infinity]", 2),
        ("Infinity", 1),
        ("[\n\n1e400]", 3),
        ("[-1.5e999]", 1),
    ],
)
def test_b082_numbers_that_json_does_not_have(text: str, line: int) -> None:
    """NaN, Infinity and numbers that overflow must not be taken and passed on."""
    assert refused(text).line == line


@pytest.mark.parametrize("digits", [1001, 4300, 5000, 100_000])
@pytest.mark.parametrize("form", ["{}", "-{}", "[\n{}]", "0.{}"])
def test_numbers_with_too_many_digits_are_named(digits: int, form: str) -> None:
    error = refused(form.format("9" * digits))
    assert "a number of" in error.problem
    assert len(error.problem) < 200


def test_large_numbers_within_the_limit_are_kept() -> None:
    assert strict_json.parse("9" * 1000, "a.json") == int("9" * 1000)


def test_a_repeated_key_is_named_with_both_lines() -> None:
    error = refused('{"a": {"code": 1,\n"x": "code",\n"code": 2}}')
    assert "the key 'code' occurs twice" in error.problem
    assert "lines 1 and 3" in error.problem
    assert error.line == 3


@pytest.mark.parametrize(
    "text",
    [
        '{"a": [{"b": 1}, {"b": 2}]}',
        '{"a": "b", "b": "a"}',
        '{"a": {"a": {"a": 1}}}',
        '["a", "a"]',
        '{"a": ["a:", "a"]}',
    ],
)
def test_the_same_word_elsewhere_is_no_repeated_key(text: str) -> None:
    assert equal(strict_json.parse(text, "a.json"), json.loads(text))


def test_keys_that_differ_in_spelling_only_are_repeated() -> None:
    assert refused('{"a": 1, "\\u0061": 2}').line == 1


@pytest.mark.parametrize("text", ['{"m": "\\ud800"}', '{"\\udc00": 1}', '["\\ud83d", "\\ude00"]', '"\\ude00\\ud83d"'])
def test_b093_half_a_surrogate_pair(text: str) -> None:
    """It would pass here and fail when the report is written, after the verdict."""
    assert "surrogate" in refused(text).problem


def test_b093_the_line_is_that_of_the_lone_half() -> None:
    """Whole pairs, and backslashes that only resemble an escape, are no fault."""
    assert refused('["\\ud83d\\ude00",\n"\\\\ud800",\n"\\ud800"]').line == 3
    assert strict_json.parse('["\\ud83d\\ude00", "\\\\ud800"]', "a.json") == ["😀", "\\ud800"]


@pytest.mark.parametrize(
    "text", ["[" * 101 + "]" * 101, "[" * 100_000, '{"a":' * 5000, '[{"a":' * 60 + "1" + "}]" * 60]
)
def test_deep_nesting_is_refused_without_recursion(text: str) -> None:
    assert "nested deeper than 100" in refused(text).problem


def test_nesting_at_the_limit_and_brackets_in_text_are_fine() -> None:
    strict_json.parse("[" * 100 + "]" * 100, "a.json")
    strict_json.parse(json.dumps(["[{" * 500] * 20), "a.json")
    strict_json.parse(json.dumps([[]] * 1000), "a.json")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("{} x", 1),
        ("{}\n{}", 2),
        ("[1,]", 1),
        ("{'a': 1}", 1),
        ('{"a" 1}', 1),
        ('"\t"', 1),
        ("// note\n{}", 1),
        ('["a\nb"]', 1),
        ('"abc\\', 1),
        ('"' + '\\"' * 200_000, 1),
        ("[01]", 1),
        ("[.5]", 1),
        ("nul", 1),
    ],
)
def test_what_is_no_json(text: str, line: int) -> None:
    assert refused(text).line == line


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"]), max_size=4), inner, max_size=4)
    ),
    max_leaves=12,
)


@settings(max_examples=150, deadline=None)
@given(values, st.sampled_from([None, 1]), st.booleans())
def test_what_is_written_is_read(value: object, indent: int | None, ascii_only: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    found = strict_json.parse(text, "a.json")
    assert equal(found, json.loads(text))
    assert lines.of_json(text).line == 1


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet='[]{}",:\\ \n0123456789eE+-.abNaIu', max_size=40))
def test_any_text_gives_a_value_or_unreadable(text: str) -> None:
    try:
        strict_json.parse(text, "a.json")
    except Unreadable as error:
        assert error.line is None or error.line >= 1
    else:
        json.loads(text)
        lines.of_json(text)
