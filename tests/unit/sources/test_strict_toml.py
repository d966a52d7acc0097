"""TOML: values, lines, and what is refused."""

import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from errgate.errors import Unreadable
from errgate.sources import documents

WRITTEN = """\
# the codes
version = 1
[codes.TRANSIENT]
action = "retry"
"a.b"."c\\u002fd" = 1
[codes]
X = { status = 503, "y" = [1,
 {z = 2} ] }
p.q.r = \"\"\"
text = 1
\"\"\"
p.s = 'it''s'
[[list]]
code = "A"
[list.sub]
k = 2027-01-01
[[list]]
code = "B"
t = 1979-05-27T07:32:00Z
many = [
 1, # one
 [2,
 3],
]
""".replace("'it''s'", "'its'")


def read(text: str) -> documents.Document:
    return documents.parse(text.encode(), "a.toml")


def refused(text: str) -> Unreadable:
    with pytest.raises(Unreadable) as caught:
        read(text)
    assert caught.value.fix
    return caught.value


def test_values_and_dates_as_text() -> None:
    assert read(WRITTEN).value == {
        "version": 1,
        "codes": {
            "TRANSIENT": {"action": "retry", "a.b": {"c/d": 1}},
            "X": {"status": 503, "y": [1, {"z": 2}]},
            "p": {"q": {"r": "text = 1\n"}, "s": "its"},
        },
        "list": [
            {"code": "A", "sub": {"k": "2027-01-01"}},
            {"code": "B", "t": "1979-05-27T07:32:00Z", "many": [1, [2, 3]]},
        ],
    }


@pytest.mark.parametrize(
    ("at", "line"),
    [
        ("", 1),
        ("/version", 2),
        ("/codes", 6),
        ("/codes/TRANSIENT", 3),
        ("/codes/TRANSIENT/a.b/c~1d", 5),
        ("/codes/X", 7),
        ("/codes/X/y/1/z", 8),
        ("/codes/p/q/r", 9),
        ("/codes/p/s", 12),
        ("/list/0", 13),
        ("/list/0/sub/k", 16),
        ("/list/1/code", 18),
        ("/list/1/many/1/1", 23),
        ("/list/7", 13),
    ],
)
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_lines(at: str, line: int, ending: str) -> None:
    assert read(WRITTEN.replace("\n", ending)).line(at) == line


@pytest.mark.parametrize(
    ("text", "words", "line"),
    [
        ("a = 1\nb = 2\na = 2\n", "the key 'a' occurs twice (lines 1 and 3)", 3),
        ("[t]\na.b = 1\n[t.a]\nc = 1\n[x]\nk = {a = 1,\n b = 2}", "not valid TOML", 3),
        ("k = {b = 1, b = 2}", "the key 'b' occurs twice", 1),
        ("[a]\n\n[a]\n", "twice", 3),
        ("x = 1\na = nan", "nan is no number", 2),
        ("a = [1,\n -inf]", "-inf is no number", 2),
        ("a = 1e999", "1e999 is no number", 1),
        ("a = 1\nb = 0x" + "f" * 20, "more than 64 bits", 2),
        ("a = " + "1" * 6000, "not valid TOML", None),
        ("\n\na =", "not valid TOML", 3),
        ("a = 1\nbad", "not valid TOML", 2),
        ('a = "\\q"', "not valid TOML", 1),
        ("a.\n" * 2, "not valid TOML", 1),
        ("\n" + "a." * 200 + "b = 1", "nested deeper than 100", 2),
        ("a = \n" + "[" * 200, "not valid TOML", 1),
        ("a = [\n" + "[" * 200, "nested deeper than 100", 2),
        ("a = " + "{a = " * 200, "nested deeper than 100", 1),
        ("[" + "a." * 60 + "a]\n" + "b." * 60 + "b = 1", "nested deeper than 100", 2),
    ],
)
def test_what_is_refused(text: str, words: str, line: int | None) -> None:
    error = refused(text)
    assert words in error.problem
    assert error.line == line


def test_a_key_of_a_million_parts_is_refused_at_once() -> None:
    """The parser itself would copy the key once for each part."""
    assert "nested deeper" in refused("a." * 1_000_000 + "a = 1").problem


def _paths(value: object, at: str = "") -> list[str]:
    if isinstance(value, dict):
        pairs = [(key.replace("~", "~0").replace("/", "~1"), item) for key, item in value.items()]
    elif isinstance(value, list):
        pairs = [(str(index), item) for index, item in enumerate(value)]
    else:
        pairs = []
    return [at, *(path for key, item in pairs for path in _paths(item, f"{at}/{key}"))]


PIECES = st.sampled_from(
    ["a", "b", '"a"', "'b'", ".", "=", "=", "1", "1.5", "[", "]", "{", "}", ",", "\n", "\n", " ", "# x", '"""', "'''", '"',
     "'", "\\", "true", "1979-05-27", "[[", "]]", "\t"]
)  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(text=st.lists(PIECES, max_size=30).map("".join))
def test_any_text_is_a_value_or_refused(text: str) -> None:
    try:
        read(text)
    except Unreadable as error:
        assert error.line is None or 1 <= error.line <= text.count("\n") + 1
        return
    assert text.strip()


KEYS = st.sampled_from(["a", "b", "c.d", '"x y"', "'e.f'"])


def array(items: list[str]) -> str:
    return "[\n" + ", # c\n".join(items) + "\n]"


def table(pairs: list[tuple[str, str]]) -> str:
    return "{" + ", ".join(f"{key} = {value}" for key, value in pairs) + "}"


MEMBERS = st.sampled_from(["k", "l.m", "n"])
VALUES = st.recursive(
    st.sampled_from(["1", "1.5", "true", '"t"', "'[x]'", '"""m\n#\n"""', "1979-05-27"]),
    lambda inner: (
        st.lists(inner, max_size=3).map(array)
        | st.lists(st.tuples(MEMBERS, inner), max_size=3, unique_by=lambda pair: pair[0]).map(table)
    ),
    max_leaves=6,
)
LINES = st.one_of(
    st.tuples(KEYS, VALUES).map(lambda pair: f"{pair[0]} = {pair[1]}"),
    KEYS.map(lambda key: f"[{key}]"),
    KEYS.map(lambda key: f"[[{key}]]"),
    st.just("# [c]"),
)


@settings(max_examples=300, deadline=None)
@given(statements=st.lists(LINES, max_size=8))
def test_every_place_of_a_valid_text_has_a_line_of_its_own(statements: list[str]) -> None:
    """The scanner knows each place that the parser finds: no line is borrowed from further out."""
    text = "\n".join(["z = 0", *statements])
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    document = read(text)
    places = document.places()
    for path in _paths(document.value):
        here = places
        for token in path.split("/")[1:]:
            here = here.below[token.replace("~1", "/").replace("~0", "~")]
        assert 1 <= here.line <= text.count("\n") + 1
