"""Expressions on entries: what they find, what is refused, and what they may cost."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from errgate.core.value import Json
from errgate.sources import jmes

ENTRY: Json = {
    "action": "retry",
    "retry": {"default": None, "max": 3},
    "tags": ["a", "b"],
    "status": 503,
    "odd-key": "x",
    "": "empty",
}


def find(text: str, value: Json = ENTRY) -> Json:
    return jmes.compiled(f"jmes: {text}")(value, jmes.Budget())


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("action", "retry"),
        ("retry.max", 3),
        ("retry.max.deeper", None),
        ("nothing.at.all", None),
        ("retry.default || action", "retry"),
        ("tags[-1]", "b"),
        ('"odd-key"', "x"),
        ("status == `503`", True),
        ("join('-', tags)", "a-b"),
        ("[action, status]", ["retry", 503]),
        ("nothing || `retry`", "retry"),
        ("{a: action}", {"a": "retry"}),
        ("tags[?@ == 'a'] | [0]", "a"),
        ("contains(tags, 'a')", True),
    ],
)
def test_what_is_found(text: str, found: Json) -> None:
    assert find(text) == found


def test_names_alone_find_what_the_library_finds() -> None:
    """The short cut for names gives the same as the same path written so that the library reads it."""
    for value in (ENTRY, "text", None, 5, [ENTRY], {"a": {"b": [1]}}, {"a": [{"b": 1}]}, {"a": None}):
        for path in ("a.b", "a", "retry.max", "action.x"):
            assert find(path, value) == find(f"({path})", value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "nothing behind"),
        ("a.[", "no JMESPath expression"),
        ("a b", "no JMESPath expression"),
        ("'open", "no JMESPath expression"),
        ("(" * 450, "no JMESPath expression"),
        ("a" * 501, "more than 500"),
        ("nope(@)", "no function `nope`"),
        ("a.b[?nope(@)]", "no function `nope`"),
        ("length(a, b)", "takes 1 arguments, found 2"),
        ("join('a')", "takes 2 arguments, found 1"),
    ],
)
def test_what_cannot_be_compiled(text: str, words: str) -> None:
    with pytest.raises(jmes.ExpressionInvalid) as caught:
        jmes.compiled(f"jmes:{text}")
    assert words in caught.value.problem


@pytest.mark.parametrize(
    "text",
    ["length(status)", "sum(tags)", "to_number('nan')", "to_number('inf')", "ceil(to_number('inf'))", "abs(action)",
     "[&action]", "keys(tags)"],
)  # fmt: skip
def test_what_cannot_be_evaluated(text: str) -> None:
    with pytest.raises(jmes.ExpressionInvalid) as caught:
        find(text)
    assert caught.value.problem


@pytest.mark.parametrize(
    "text",
    [
        "[@,@][]|" * 55 + "@",  # doubles a list
        "[@,@]|" * 80 + "to_string(@)",  # a small graph that is a huge tree
        "join('',[action,action])|{action:@}|" * 13 + "action",
        "{a:@,b:@}|" * 45 + "@",
        "[[@,@]|" + "[@,@]|" * 60 + "@ == " + "[@,@]]",
    ],
)
def test_results_that_would_grow_without_bound(text: str) -> None:
    """Each step doubles: refused at once, whatever the entry."""
    budget = jmes.Budget()
    try:
        found = jmes.compiled(f"jmes:{text[:500]}")
    except jmes.ExpressionInvalid:
        found = jmes.compiled(f"jmes:{text[: text.rindex('|', 0, 495)]}")
    with contextlib.suppress(jmes.ExpressionInvalid):
        found(ENTRY, budget)
    assert budget.left > jmes.STEPS - 2_000_000


def test_all_entries_share_one_budget() -> None:
    budget = jmes.Budget(left=100)
    expression = jmes.compiled("jmes: a || b")

    def all_of_them() -> None:
        for _ in range(100):
            expression(ENTRY, budget)

    with pytest.raises(jmes.ExpressionInvalid, match="too many steps"):
        all_of_them()


PIECES = st.sampled_from(
    ["a", "b", ".", "[", "]", "[*]", "[]", "*", "|", "||", "&&", "!", "@", "&", "(", ")", ",", "{", "}", ":", "`1`", "'x'",
     '"q"', "length(", "map(", "sort(", "to_number(", "==", "<", "?", " ", "0", "-1"]
)  # fmt: skip
trees = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["x", "1", "nan", ""]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "b", "q"]), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=500, deadline=None)
@given(text=st.lists(PIECES, max_size=12).map("".join), value=trees)
def test_any_expression_finds_a_value_or_is_refused(text: str, value: Json) -> None:
    try:
        found = find(text, value)
    except jmes.ExpressionInvalid as error:
        assert error.problem
        return
    assert found is None or isinstance(found, bool | int | float | str | list | dict)
