"""Enum classes of Python sources: what is read, what is refused, and that nothing runs."""

import ast
import warnings
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from errgate.core.config import RegistryPart
from errgate.core.contract import Entry, Registry
from errgate.errors import Unreadable
from errgate.sources import documents, registry_reader
from errgate.sources.documents import Document

HEADER = "from enum import *\nimport enum\nfrom http import HTTPStatus\n"


def opened(source: str, **part: object) -> tuple[Document, RegistryPart]:
    asked = RegistryPart(path="errors.py", reader="python-enum", **part)  # type: ignore[arg-type]
    return registry_reader.opened(source.encode(), asked), asked


def read(source: str, **part: object) -> Registry:
    return registry_reader.read(*opened(source, **part))


def entries(source: str, **part: object) -> list[tuple[str, str | None]]:
    return [(entry.code, entry.name) for entry in read(source, **part).entries]


def refused(source: str, **part: object) -> Unreadable:
    with pytest.raises(Unreadable) as caught:
        read(source, **part)
    assert caught.value.fix
    return caught.value


def members(body: str, base: str = "Enum", **part: object) -> list[tuple[str, str | None]]:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    return entries(f"{HEADER}class E({base}):\n{lines}", **part)


SOURCE = '''\
"""Errors."""
import enum
from http import HTTPStatus
from starlette import status

PREFIX = "pay"
_LATE = ("late", 504)


class Info:
    def __init__(self, code: str, http: int, retryable: bool = False) -> None: ...


class Base(str, enum.Enum):
    def __str__(self): return self.value


class ErrorCode(Base):
    TIMEOUT = "timeout"
    """It took
    too long."""
    INVALID = PREFIX + "_invalid"  # the request is wrong
    # denied by policy
    DENIED = f"{PREFIX}_denied"  # noqa
    OLD = "timeout"
    _private = 3
    name_of = property(lambda self: 1)


class Other(enum.Enum):
    A = Info(code="A1", http=status.HTTP_503_SERVICE_UNAVAILABLE, retryable=True)
    B = Info("B1", HTTPStatus.NOT_FOUND)
    C = _LATE
'''


def test_every_enum_class_of_the_file_is_read() -> None:
    assert read(SOURCE).entries == (
        Entry(code="timeout", name="TIMEOUT", at="/ErrorCode/TIMEOUT", description="It took too long."),
        Entry(code="pay_invalid", name="INVALID", at="/ErrorCode/INVALID", description="the request is wrong"),
        Entry(code="pay_denied", name="DENIED", at="/ErrorCode/DENIED", description="denied by policy"),
        Entry(code="A1", name="A", at="/Other/A", retryable=True),
        Entry(code="B1", name="B", at="/Other/B"),
        Entry(code="late", name="C", at="/Other/C"),
    )


def test_parts_by_keyword_position_and_parameter() -> None:
    found = read(SOURCE, codes="/Other/*", fields={"status": "http"})
    assert [(entry.code, entry.status) for entry in found.entries] == [("A1", 503), ("B1", 404), ("late", None)]


def test_lines_of_entries_also_without_the_mapping() -> None:
    """A finding's line is looked up in the file alone."""
    for document in (opened(SOURCE)[0], documents.parse(SOURCE.encode(), "errors.py")):
        places = ("/ErrorCode", "/ErrorCode/TIMEOUT", "/ErrorCode/DENIED", "/Other/B/0", "/Other/Z", "")
        assert [document.line(at) for at in places] == [18, 19, 24, 32, 30, 1]


@pytest.mark.parametrize(
    ("base", "body", "found"),
    [
        ("Enum", "A = 'x'\nB = 'y'", [("x", "A"), ("y", "B")]),
        ("IntEnum", "A = 404\nB = -32601", [("404", "A"), ("-32601", "B")]),
        ("enum.StrEnum", "NOT_FOUND = auto()\nB = enum.auto()", [("not_found", "NOT_FOUND"), ("b", "B")]),
        ("models.TextChoices", "A = 'a', _('Label')\nB = auto()", [("a", "A"), ("B", "B")]),
        ("models.IntegerChoices", "A = 7, _('Label')\nB = 8", [("7", "A"), ("8", "B")]),
        ("Flag", "A = auto()\nB = auto()\nC = A | B", [("1", "A"), ("2", "B"), ("3", "C")]),
        ("Enum", "A = 5\nB = auto()\nC = auto()", [("5", "A"), ("6", "B"), ("7", "C")]),
        ("str, Enum", "A: str = 'x'\nB: str", [("x", "A")]),
        ("Enum", "A = ('x', 404)\nB = ['y']\nC = {'code': 'z', 'status': 1}", [("x", "A"), ("y", "B"), ("z", "C")]),
        ("Enum", "A = (404, 'x')\nB = 1.5\nC = None\nD = True", [("A", "A"), ("B", "B"), ("C", "C"), ("D", "D")]),
        ("Enum", "A = B = 'x'\nC, D = 'c', 'd'", [("x", "A"), ("c", "C"), ("d", "D")]),
        ("Enum", "A = 'x'\nB = A", [("x", "A")]),
        ("Enum", "A = 'x' 'y'\nB = ('a'\n     'b')", [("xy", "A"), ("ab", "B")]),
        ("Enum", "A = lambda self: 1\ndef b(self): ...\nC = nonmember(2)\nD = member('d')\n_e = 1\n__f__ = 2", [("d", "D")]),
        ("Enum", "_ignore_ = 'A B'\nA = 1\nC = 2", [("2", "C")]),
        ("Enum", "X = HTTPStatus.NOT_FOUND\nY = http.HTTPStatus.CONFLICT.value\nZ = HTTP_418_IM_A_TEAPOT",
         [("404", "X"), ("409", "Y"), ("418", "Z")]),
        ("Enum", "def _generate_next_value_(name, start, count, last):\n    return name.lower().replace('_', '-')\nA_B = auto()",
         [("a-b", "A_B")]),
        ("Enum", "def __init__(self, http, code): ...\nA = 404, 'x'", [("x", "A")]),
        ("BaseErrorEnum", "A = 'x'", [("x", "A")]),
        ("Info, metaclass=EnumMeta", "A = 'x'", [("x", "A")]),
        ("Enum", "A = 1 << 3\nB = ~1\nC = (2 + 3) * 4 - 1\nD = 6 & 3 ^ 1", [("8", "A"), ("-2", "B"), ("19", "C"), ("3", "D")]),
        ("Enum", "A = ErrorInfo(*('x', 1), **{'status': 503})", [("x", "A")]),
    ],
)  # fmt: skip
def test_shapes_of_enums(base: str, body: str, found: list[tuple[str, str]]) -> None:
    assert members(body, base) == found


@pytest.mark.parametrize(
    ("base", "body", "words", "line"),
    [
        ("Enum", "A = 'x'\nB = compute()", "compute() without arguments is computed", 6),
        ("Enum", "A = len('abc')", "len() is computed", 5),
        ("Enum", "A = os.environ['X']", "is computed", 5),
        ("Enum", "A = 'x'.upper()", "a call is computed", 5),
        ("Enum", "A = 'x' if y else 'z'", "a conditional expression is computed", 5),
        ("Enum", "A = f'{x}'", "x is not defined by a literal", 5),
        ("Enum", "A = f'{1:>3}'", "formats a value", 5),
        ("Enum", "A = ELSEWHERE", "ELSEWHERE is not defined by a literal", 5),
        ("Enum", "A = Info(code=ELSEWHERE)", "ELSEWHERE is not defined by a literal", 5),
        ("Enum", "A = (ELSEWHERE, 1)", "ELSEWHERE is not defined by a literal", 5),
        ("Enum", "A = b'x'", "bytes is no JSON value", 5),
        ("Enum", "A = 1e999", "larger than any number", 5),
        ("Enum", "A = '\\ud800'", "surrogate", 5),
        ("Enum", "A = 1 << 10**9", "is computed", 5),
        ("Enum", "A = 1 << 300", "is computed", 5),
        ("Enum", "A = 0x" + "f" * 500, "more than 256 bits", 5),
        ("Enum", "if x:\n    A = 1", "A is assigned under a condition", 6),
        ("Enum", "A = 1\nA += 1", "A is changed after its assignment", 6),
        ("Enum", "A, B = range(2)", "what is unpacked here is computed", 5),
        ("Enum", "def _generate_next_value_(n, *_):\n    return uuid4()\nA = auto()", "auto() without arguments", 7),
        ("BaseErrorEnum", "A = auto()", "auto() without arguments", 5),
        ("Enum", "A = 1\nA = 2", "assigned twice", 6),
        ("Enum", "A = {1.5: 'x'}", "a key is neither text nor a whole number", 5),
        ("Enum", "A = [x for x in y]", "a comprehension is computed", 5),
        ("Enum", "A = (*x, 1)", "what a star unpacks is computed", 5),
        ("Enum", "A = Info(**x)", "what two stars unpack is computed", 5),
    ],
)
def test_what_is_no_literal(base: str, body: str, words: str, line: int) -> None:
    lines = "".join(f"    {each}\n" for each in body.splitlines())
    error = refused(f"{HEADER}class E({base}):\n{lines}")
    assert words in error.problem
    assert error.line == line


def test_what_nobody_asks_for_need_not_be_a_literal() -> None:
    """An exception class beside the code is no part of the contract, unless the config names it."""
    source = (
        f"{HEADER}class E(Enum):\n    A = Info(code='x', status=404, raises=SomeError)\n    B = ('b', 2, SomeError)\n"
    )
    assert entries(source) == [("x", "A"), ("b", "B")]
    assert "SomeError" in refused(source, fields={"cause": "raises"}).problem
    assert "SomeError" in refused(source, attributes=("2",)).problem
    assert "SomeError" in refused(source, fields={"cause": "jmes: a || b"}).problem


def test_a_class_that_nobody_asks_for_need_not_be_readable() -> None:
    source = f"{HEADER}class Color(Enum):\n    RED = paint()\nclass E(Enum):\n    A = 'x'\n"
    assert "paint" in refused(source).problem
    assert "codes: /ErrorCode/*" in refused(source).fix
    assert entries(source, codes="/E/*") == [("x", "A")]


def test_a_plain_class_and_a_dict_are_read_where_codes_names_them() -> None:
    source = (
        "class Codes:\n    A = 'x'\n    B: str = 'y'\n    C = 'y'\n"
        "ERRORS = {'E1': ('Not found', 404), 'E2': 'words', 'E3': {'status': 500, 'action': 'retry'}}\n"
    )
    assert "matches nothing" in refused(source).problem
    assert entries(source, codes="/Codes/*") == [("x", "A"), ("y", "B"), ("y", "C")]
    found = read(source, codes="/ERRORS/*", fields={"description": "0"}).entries
    assert [(entry.code, entry.description) for entry in found] == [("E1", "Not found"), ("E2", None), ("E3", None)]
    assert read(source, codes="/ERRORS/*").by_code["E3"].action == "retry"
    assert "matches nothing" in refused(source, codes="/Nope/*").problem


def test_constants_that_are_assigned_twice_are_not_known() -> None:
    source = "import enum\nP = 'a'\nP = 'b'\nclass E(enum.Enum):\n    A = P\n"
    assert refused(source).line == 5
    source = "import enum\nif x:\n    P = 'a'\nclass E(enum.Enum):\n    A = P\n"
    assert refused(source).line == 5


def test_members_of_other_classes() -> None:
    source = f"{HEADER}class Action(StrEnum):\n    RETRY = auto()\nclass E(Enum):\n    A = ('a', Action.RETRY, Action.RETRY.value)\n"
    found = read(source, codes="/E/*", fields={"action": "1", "cause": "2"}).entries[0]
    assert (found.action, found.cause) == ("retry", "retry")


def test_a_fall_back_for_older_pythons_is_no_class_of_its_own() -> None:
    source = (
        "try:\n    from enum import StrEnum, auto\nexcept ImportError:\n    class StrEnum(str, Enum): pass\n"
        "class E(StrEnum):\n    NOT_FOUND = auto()\n"
    )
    assert entries(source) == [("not_found", "NOT_FOUND")]


def test_a_mapping_by_name_and_by_star() -> None:
    source = f"{HEADER}class E(Enum):\n    A = 'x'\n"
    assert entries(source, fields={"code": "name", "name": "{1}.{2}"}) == [("A", "E.A")]


@pytest.mark.parametrize(
    "source",
    [
        "class E(Enum:\n",
        "class E(Enum):\n    A = 'x\n",
        "x = " + "(" * 300,
        "x = " + "-" * 100_000 + "1",
        "x = 1" + " + 1" * 100_000,
        "x = a" + ".a" * 100_000,
        "x = " + "not " * 100_000 + "1",
        "A = '\0'",
        "A = " + "1" * 10_000,
        "x\n" * 600_000,
    ],
)
def test_sources_that_cannot_be_parsed(source: str) -> None:
    error = refused(source)
    assert "Python" in error.problem or "nested" in error.problem


def test_constants_that_grow_without_bound() -> None:
    """Each name stands for the one before it, twice: a few lines would be more than the machine holds."""
    text = "X0 = 'abcdefgh'\n" + "".join(f"X{i + 1} = X{i} + X{i}\n" for i in range(40))
    assert "characters" in refused(f"{text}import enum\nclass E(enum.Enum):\n    A = X38\n").problem
    text = "X0 = ('a', 'b')\n" + "".join(f"X{i + 1} = (X{i}, X{i})\n" for i in range(30))
    assert refused(f"{text}import enum\nclass E(enum.Enum):\n    A = ('a', X30)\n", attributes=("1",)).problem
    text = "X0 = ('a', 'b')\n" + "".join(f"X{i + 1} = (*X{i}, *X{i})\n" for i in range(30))
    assert refused(f"{text}import enum\nclass E(enum.Enum):\n    A = X30\n").problem
    assert "itself" in refused("import enum\nA = B\nB = A\nclass E(enum.Enum):\n    M = A\n").problem


def test_classes_that_derive_from_each_other_many_times_over() -> None:
    """Two bases each, sixty levels: every class is looked at once."""
    source = "".join(f"class C{i}(C{i + 1}, C{i + 2}):\n    x = 1\n" for i in range(60))
    assert entries(f"{source}class E(C0, Enum):\n    A = 'x'\n", codes="/E/*") == [("x", "A")]
    assert entries("class A(B, Enum):\n    X = 'x'\nclass B(A):\n    pass\n") == [("x", "X")]


def test_an_enum_that_is_made_by_a_call_is_not_passed_over() -> None:
    source = "from enum import Enum\nE = Enum('E', ['A', 'B'])\nclass F(Enum):\n    A = 'x'\n"
    assert "E is an enum that is made by a call" in refused(source).problem
    assert entries(source, codes="/F/*") == [("x", "A")]


def test_warnings_of_the_source_are_not_shown() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert entries("import enum\nx = '\\d'\nassert (1, 'x')\nclass E(enum.Enum):\n    A = 'x'\n") == [("x", "A")]


def test_nothing_runs(tmp_path: Any) -> None:
    """A source with side effects at every level is read and has none."""
    mark = tmp_path / "mark"
    act = f"open({str(mark)!r}, 'w').close()"
    source = (
        f"import enum\n{act}\nclass E(enum.Enum):\n    {act}\n    A = 'x'\n"
        f"    def __init_subclass__(cls): {act}\n    B = Info('b', other={act.removesuffix('.close()')})\n"
    )
    assert entries(source) == [("x", "A"), ("b", "B")]
    assert not mark.exists()


# Against Python itself


VALUES = st.sampled_from(["auto()", "auto()", "1", "2", "7", "-3", "'x'", "'y'", "'' 'z'", "1 << 2"])
NUMBERS = st.sampled_from(["auto()", "auto()", "1", "2", "7", "1 << 2"])
NAMES = ["A", "B", "C_D", "E1", "G"]


def python_says(source: str) -> list[tuple[str, object]]:
    """Names and values as Python's own enum gives them; aliases left out. The source is this test's own."""
    scope: dict[str, Any] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(source, scope)  # (written above)
    return [(name, each.value) for name, each in scope["T"].__members__.items() if each.name == name]


@pytest.mark.parametrize("base", ["Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"])
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_values_are_those_that_python_gives(base: str, data: st.DataObject) -> None:
    texts = st.sampled_from(["auto()", "'x'", "'y'", "'X' 'z'"])
    kinds = {"Enum": NUMBERS, "IntEnum": NUMBERS, "StrEnum": texts, "Flag": NUMBERS, "IntFlag": NUMBERS}
    values = data.draw(st.lists(kinds[base], min_size=1, max_size=len(NAMES)))
    body = "".join(f"    {name} = {value}\n" for name, value in zip(NAMES, values, strict=False))
    source = f"{HEADER}class T({base}):\n{body}"
    try:
        expected = python_says(source)
    except (ValueError, TypeError):
        return
    document, _ = opened(source)
    assert isinstance(document.value, dict)
    found = document.value["T"]
    assert isinstance(found, dict)
    named = [(name, entry["value"]) for name, entry in found.items() if isinstance(entry, dict)]
    if base.endswith("Flag"):
        named = [pair for pair in named if isinstance(pair[1], int) and pair[1] > 0 and pair[1] & (pair[1] - 1) == 0]
        expected = [pair for pair in expected if isinstance(pair[1], int) and pair[1] & (pair[1] - 1) == 0]
    assert named == expected


@settings(max_examples=300, deadline=None)
@given(
    lines=st.lists(
        st.sampled_from(
            ["class E(Enum):", "    A = 1", "    B = A", "    C = auto()", "    D = (1, 'x')", "    if A:", "        F = 2",
             "X = 'x'", "Y = X + X", "    G = Y", "    H = f'{X}'", "    A += 1", "    'doc'", "class F(E):", "    pass",
             "    I = E.A", "    J, K = 1, 2", "    L = Info(a=1)", "    # c", "    M = {**X}", "    N = [*A]", "    _ignore_ = A"]
        ),
        max_size=10,
    )
)  # fmt: skip
def test_any_source_is_read_or_refused(lines: list[str]) -> None:
    source = "from enum import *\n" + "\n".join(lines) + "\n"
    with_lines = documents.parse if _parses(source) else None
    try:
        read(source)
    except Unreadable as error:
        assert error.line is None or 1 <= error.line <= source.count("\n") + 1
    if with_lines is not None:
        with_lines(source.encode(), "errors.py")


def _parses(source: str) -> bool:
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    return True


def test_the_readers_of_statuses_know_what_python_knows() -> None:
    assert members("A = HTTPStatus.UNPROCESSABLE_CONTENT\nB = HTTPStatus.CONTENT_TOO_LARGE") == [
        ("422", "A"),
        ("413", "B"),
    ]
