"""The reader kit: types, unknown keys, and what messages say."""

from collections.abc import Callable

import pytest

from errgate.errors import ConfigInvalid, Unreadable
from errgate.sources import documents
from errgate.sources.shape import Place, is_visible, root, short, suggestion


def place(text: str, key: str = "max_attempts", path: str = "a.yml") -> Place:
    return root(documents.parse(text.encode(), path)).object()[key]


def problem(call: Callable[[], object]) -> str:
    with pytest.raises(Unreadable) as caught:
        call()
    assert caught.value.fix
    return caught.value.problem


def test_an_unknown_key_names_the_nearest_one_and_its_line() -> None:
    top = root(documents.parse(b"a: 1\nfixture: x\n", "a.yml"), ConfigInvalid)
    with pytest.raises(ConfigInvalid) as caught:
        top.object(("a", "fixtures", "hints"))
    assert str(caught.value) == "a.yml:2: unknown key `fixture`. Did you mean `fixtures`?"


def test_an_unknown_key_far_from_all_lists_them() -> None:
    top = root(documents.parse(b"zzz: 1\n", "a.yml"))
    with pytest.raises(Unreadable, match="Known keys: a, b"):
        top.object(("a", "b"))


def test_a_missing_key_is_named() -> None:
    assert (
        problem(lambda: root(documents.parse(b"a: 1", "a.yml")).object(required=("b",)))
        == "the document lacks the key `b`."
    )


@pytest.mark.parametrize(
    ("text", "path", "found"),
    [
        ('{"max_attempts": "three"}', "a.json", 'text "three"'),
        ("max_attempts: three", "a.yml", 'text "three"'),
        ('max_attempts: "3"', "a.yml", 'text "3"'),
        ("max_attempts: 03", "a.yml", 'text "03"'),
        ("max_attempts:", "a.yml", "null"),
        ("max_attempts: []", "a.yml", "a list"),
        ("max_attempts: {}", "a.yml", "a mapping"),
        ('{"max_attempts": true}', "a.json", "boolean true"),
        ('{"max_attempts": 1.5}', "a.json", "number 1.5"),
    ],
)
def test_a_whole_number(text: str, path: str, found: str) -> None:
    assert (
        problem(lambda: place(text, path=path).whole(at_least=1))
        == f"`max_attempts` must be a whole number, found {found}."
    )


def test_numbers_have_bounds() -> None:
    assert place("max_attempts: 3").whole(at_least=1) == 3
    assert place('{"max_attempts": 3.0}', path="a.json").whole(at_least=1) == 3
    assert "from 1 to 1000000" in problem(lambda: place("max_attempts: 0").whole(at_least=1))
    assert "found 999999" in problem(lambda: place("max_attempts: 9999999").whole(at_least=1))
    assert place("a: 0.25", "a").number(at_least=0, at_most=1) == 0.25
    assert "must be a number" in problem(lambda: place("a: x", "a").number(at_least=0, at_most=1))
    assert "from 0 to 1" in problem(lambda: place("a: 2", "a").number(at_least=0, at_most=1))


@pytest.mark.parametrize("word", ["yes", "NO", "on", "1", "'true'", "TRUE"])
def test_only_true_and_false_are_booleans(word: str) -> None:
    assert "must be true or false" in problem(lambda: place(f"a: {word}", "a").boolean())


def test_text_is_text() -> None:
    assert place("a: 503", "a").text() == "503"
    assert type(place("a: 503", "a").text()) is str
    assert "found null" in problem(lambda: place("a: ~", "a").text())
    assert "found number 5" in problem(lambda: place('{"a": 5}', "a", "a.json").text())
    assert "is empty" in problem(lambda: place("a: ' '", "a").text())
    assert place("a: 'null'", "a").text() == "null"


@pytest.mark.parametrize("name", ["'a '", '"a\\nb"', '"a\\u200bb"', '"a\\u202eb"', "a" * 201])
def test_a_name_shows_all_it_has(name: str) -> None:
    assert "the name" in problem(lambda: place(f"a: {name}", "a").label())


def test_one_text_stands_for_a_list_of_one() -> None:
    assert place("a: x", "a").texts() == ("x",)
    assert place("a: [x, y]", "a").texts() == ("x", "y")
    assert "is empty" in problem(lambda: place("a: []", "a").texts())
    assert problem(lambda: place("a: [x, [y]]", "a").texts()) == "an entry of `a` must be text, found a list."
    assert "more than 1" in problem(lambda: list(place("a: [x, y]", "a").items(most=1)))


@pytest.mark.parametrize("found", ["code", "a.b", "/a~2", "header:", "header:a b", "#/a", "http:status"])
def test_what_is_no_pointer(found: str) -> None:
    problem(lambda: place(f"a: '{found}'", "a").pointer(header=True))


def test_pointers() -> None:
    assert place("a: /x/0", "a").pointer() == "/x/0"
    assert place("a: 'header: Retry-After '", "a").pointer(header=True) == "header:Retry-After"
    assert place("a: /x/*", "a").pointer(pattern=True) == "/x/*"
    assert "holds `*`" in problem(lambda: place("a: /x/*", "a").pointer())
    assert place("a: [/x, /y]", "a").pointers() == ("/x", "/y")
    with pytest.raises(Unreadable, match="Write `/error/code`"):
        place("a: error.code", "a").pointer()


@pytest.mark.parametrize(
    "path", ["/a", "../a", "a/../b", "a\\b", "C:/a", ".", "./", "a//b", "a/./b", '"a\\nb"', "a" * 1025]
)
def test_paths_stay_inside(path: str) -> None:
    problem(lambda: place(f"a: {path}", "a").path())


@pytest.mark.parametrize("path", ["contract/codes.yml", "./contract/codes.yml", "contract/codes.yml/"])
def test_paths_are_cleaned(path: str) -> None:
    assert place(f"a: {path}", "a").path() == "contract/codes.yml"


def test_messages_stay_short() -> None:
    assert len(short("x" * 5000)) == 60
    assert suggestion("x" * 100_000, ("a",)) == "Use one of: a."
    error = problem(lambda: root(documents.parse(f"{'x' * 500}: 1".encode(), "a.yml")).object(("a",)))
    assert len(error) < 100


def test_what_shows() -> None:
    assert is_visible("naïve 错误 ✓")
    assert not is_visible("a\u2028b")
