"""YAML for contract files: scalars as written, and whatever could surprise is refused."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from errgate.core.value import Json
from errgate.errors import Unreadable
from errgate.sources import documents, strict_yaml
from errgate.sources.strict_yaml import Plain


def value(text: str) -> Any:
    return strict_yaml.parse(text, "a.yml").value


def refused(text: str) -> Unreadable:
    with pytest.raises(Unreadable) as caught:
        strict_yaml.parse(text, "a.yml")
    assert caught.value.fix
    return caught.value


@pytest.mark.parametrize(
    "word", ["NO", "0777", "12:30", "1e3", "1_000", "2020-01-01", "503", "true", "~", "null", "0x1F"]
)
def test_plain_scalars_stay_as_written(word: str) -> None:
    found = value(f"a: {word}\nb: '{word}'\n")
    assert found == {"a": word, "b": word}
    assert isinstance(found["a"], Plain)
    assert not isinstance(found["b"], Plain)


def test_block_scalars_and_quotes_are_not_plain() -> None:
    found = value('a: |\n  503\nb: "503"\nc: >-\n  503\nd:\n')
    assert [isinstance(each, Plain) for each in found.values()] == [False, False, False, True]


def test_tags_of_the_core_say_how_a_scalar_is_meant() -> None:
    found = value('a: !!str 503\nb: !!int "503"\nc: !!map {}\nd: !!seq []\n')
    assert found == {"a": "503", "b": "503", "c": {}, "d": []}
    assert not isinstance(found["a"], Plain)
    assert isinstance(found["b"], Plain)


@pytest.mark.parametrize(
    "text",
    [
        "a: !!python/object:os.system x",
        "a: !Custom x",
        "!!set {a, b}",
        "a: !!binary aGk=",
        "a: !!timestamp 2020-01-01",
        "!x [a]",
        "! a",
    ],
)
def test_other_tags_are_refused(text: str) -> None:
    assert "tag" in refused(text).problem


def test_b080_a_repeated_key_is_named_with_both_lines() -> None:
    """The last one would win silently and the definition of a code would be dropped."""
    error = refused("E001: a\nE002: c\nE001: b\n")
    assert "'E001' occurs twice (lines 1 and 3)" in error.problem
    assert error.line == 3


def test_b080_keys_compare_as_written() -> None:
    """`1`, `1.0` and `true` are three keys, though they are equal in Python."""
    assert value("1: a\n1.0: b\ntrue: c\n") == {"1": "a", "1.0": "b", "true": "c"}
    assert "twice" in refused('1: a\n"1": b\n').problem


def test_b080_merge_keys_are_overridden() -> None:
    """`<<` with an override is no repeated key."""
    found = value("base: &base {action: retry, status: 503}\nA:\n  <<: *base\n  status: 429\n")
    assert found == {"base": {"action": "retry", "status": "503"}, "A": {"action": "retry", "status": "429"}}


def test_merging_several_mappings_lets_the_first_win() -> None:
    assert value("x: &x {a: 1}\ny: &y {a: 2, b: 2}\nz: {<<: [*x, *y], c: 3}\n")["z"] == {"a": "1", "b": "2", "c": "3"}


@pytest.mark.parametrize("text", ["<<: 3", "<<: [1]", "a: &a [x]\nb: {<<: *a}"])
def test_only_mappings_are_merged(text: str) -> None:
    assert "merges something" in refused(text).problem


def test_a_second_merge_key_is_a_repeated_key_and_a_quoted_one_is_a_key() -> None:
    assert "'<<' occurs twice" in refused("<<: {a: 1}\n<<: {b: 1}\n").problem
    assert value('"<<": 1') == {"<<": "1"}


def test_lines_of_aliases_and_merged_values() -> None:
    document = documents.parse(b"base: &base\n  action: retry\nA: *base\nB:\n  <<: *base\n", "a.yml")
    assert [document.line(at) for at in ("/A", "/A/action", "/B", "/B/action")] == [3, 2, 4, 2]


BOMB = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{new}: &{new} [{','.join([f'*{old}'] * 9)}]\n" for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)


def test_b078_an_alias_bomb_is_refused() -> None:
    """Three hundred bytes that stand for hundreds of millions of values."""
    assert "alias expansion limit" in refused(BOMB).problem


@pytest.mark.parametrize("text", ["a: &a [*a]", "&a {b: *a}", "a: &a {b: {c: [*a]}}"])
def test_b078_an_alias_that_contains_itself_is_refused(text: str) -> None:
    """It would be a cycle in memory."""
    assert "contains itself" in refused(text).problem


def test_b078_a_chain_of_aliases_does_not_get_around_the_depth() -> None:
    """Each link is shallow; followed to its end it is too deep."""
    chain = "a0: &a0 [x]\n" + "".join(f"a{i}: &a{i} [*a{i - 1}]\n" for i in range(1, 120))
    assert "nested deeper" in refused(chain).problem


def test_b078_ordinary_anchors_work() -> None:
    """Three anchors are how people write."""
    assert value("x: &x 1\ny: &y {b: *x}\nz: [*x, *y, &w {}]\n") == {
        "x": "1",
        "y": {"b": "1"},
        "z": ["1", {"b": "1"}, {}],
    }


def test_an_alias_without_an_anchor_is_refused() -> None:
    assert "has no anchor" in refused("a: *b").problem


@pytest.mark.parametrize("text", ["? [a]\n: b", "{[a]: b}", "? {a: b}\n: c", "x: &x a\n*x : b"])
def test_keys_are_text(text: str) -> None:
    assert "key" in refused(text).problem


@pytest.mark.parametrize("text", ["a: 1\n---\nb: 2", "---\na\n---\nb\n", "a\n...\n---\nb"])
def test_several_documents_are_refused(text: str) -> None:
    assert "several documents" in refused(text).problem


@pytest.mark.parametrize(
    "text",
    [
        "- " * 50_000,
        "-  " * 50_000,
        "[" * 101 + "]" * 101,
        "{a: " * 101 + "b" + "}" * 101,
        "".join(f"{' ' * depth}a:\n" for depth in range(200)),
        "? " * 50_000,
    ],
)
def test_deep_nesting_is_refused_without_recursion(text: str) -> None:
    assert refused(text).line is not None


def test_far_too_many_brackets_are_refused() -> None:
    assert "nest" in refused("[" * 100_000).problem


def test_nesting_at_the_limit_is_fine() -> None:
    value("[" * 100 + "]" * 100)


def test_a_file_with_too_many_values_is_refused() -> None:
    assert "more than 500000 values" in refused("[" + "a," * 500_001 + "]").problem


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a:\n\t- b", 2),
        ("a: b: c", 1),
        ("a: 'b", 1),
        ("@a", 1),
        ("a: 1\n b: 2", 2),
        ("%YAML 3.0\n---\na", 1),
        ('"\\ud83d"', 1),
        ("a: 1\nb: \x07", 2),
        ("a\x00", 1),
    ],
)
def test_syntax_errors_have_a_line(text: str, line: int) -> None:
    error = refused(text)
    assert error.problem.startswith("not valid YAML")
    assert error.line == line


def test_resolved_gives_the_values_that_plain_scalars_spell() -> None:
    found = value('a: 503\nb: true\nc: ~\nd: -1.5e3\ne: "503"\nf: NO\ng: [0777, 1_0, null]\nh:\n')
    assert strict_yaml.resolved(found) == {
        "a": 503, "b": True, "c": None, "d": -1500.0, "e": "503", "f": "NO", "g": ["0777", "1_0", None], "h": None,
    }  # fmt: skip


def test_as_text_leaves_no_plain_scalar() -> None:
    found: Any = strict_yaml.as_text(value("[{a: b}, c]"))
    assert found == [{"a": "b"}, "c"]
    assert type(found[1]) is str


texts = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufeff\ufffe\uffff\x85\u2028\u2029"), max_size=6
)
trees = st.recursive(
    texts, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4), max_leaves=12
)


@settings(max_examples=150, deadline=None)
@given(trees)
def test_json_without_numbers_reads_the_same(tree: Json) -> None:
    text = json.dumps(tree, ensure_ascii=False)
    if strict_yaml.UNPRINTABLE.search(text) is None:
        assert value(text) == tree


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="ab:-?*&!|>[]{},#'\"\\%@ \n\t<~.0", max_size=30))
def test_any_text_gives_a_value_or_unreadable(text: str) -> None:
    try:
        strict_yaml.parse(text, "a.yml")
    except Unreadable as error:
        assert error.line is None or error.line >= 1
