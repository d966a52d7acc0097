"""The glob dialect: its published truth table, what it refuses, and that its time is bounded."""

import re
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from errgate.core import glob
from errgate.core.glob import GlobInvalid, Globs

TRUTH_TABLE: tuple[tuple[str, str, bool], ...] = (
    # Literal paths are anchored at the root and complete.
    ("a.json", "a.json", True),
    ("a.json", "x/a.json", False),
    ("a.json", "a.jsonl", False),
    ("a.json", "aXjson", False),
    ("fixtures", "fixtures/a.json", False),
    ("fixtures/v1/a.json", "fixtures/v1/a.json", True),
    ("A.json", "a.json", False),
    ("a b/c.json", "a b/c.json", True),
    ("x => y.json", "x => y.json", True),
    ("é.json", "é.json", True),
    # A star stays within one segment.
    ("*", "a.json", True),
    ("*", "a/b.json", False),
    ("*.json", "a.json", True),
    ("*.json", ".json", True),
    ("*.json", "a/b.json", False),
    ("a/*.json", "a/b.json", True),
    ("a/*.json", "a/b/c.json", False),
    ("a/*.json", "a/.b.json", True),
    ("a/*", "a/", False),
    ("a/*", "a", False),
    ("a/*/c.json", "a/b/c.json", True),
    ("a/*/c.json", "a/c.json", False),
    ("a/*/c.json", "a/b/b/c.json", False),
    ("*a*", "banana", True),
    ("a*b*c", "aXbXc", True),
    ("a*b*c", "abc", True),
    ("a*b*c", "acb", False),
    ("*ab", "aab", True),
    ("*ab*ab", "ab", False),
    ("*ab*ab", "abab", True),
    # Two stars are any number of folders, none included.
    ("**", "a.json", True),
    ("**", "a/b/c.json", True),
    ("**/*.json", "a.json", True),
    ("**/*.json", ".x/a.json", True),
    ("**/*.json", "a/b/c.json", True),
    ("**/*.json", "a/b/c.yml", False),
    ("**/v1/**", "v1/a", True),
    ("**/v1/**", "x/v1/a/b", True),
    ("**/v1/**", "xv1/a", False),
    ("fixtures/**", "fixtures/a.json", True),
    ("fixtures/**", "fixtures/.a.json", True),
    ("fixtures/**", "fixtures/.cache/a.json", True),
    ("fixtures/**", "fixtures", True),
    ("fixtures/v?/**", "fixtures/v1", True),
    ("**/v1/**", "fixtures/v1", True),
    ("a/**/b/**", "a/b", True),
    ("a/**/*/**", "a", False),
    ("fixtures/**", "fixtures2/a.json", False),
    ("a/**/z.json", "a/z.json", True),
    ("a/**/z.json", "a/b/z.json", True),
    ("a/**/z.json", "a/b/c/z.json", True),
    ("a/**/z.json", "a/bz.json", False),
    ("a/**/b/**/c", "a/b/b/c", True),
    ("a/**/b/**/c", "a/x/b/y/z/c", True),
    ("a/**/b/**/c", "a/c/b", False),
    ("**/a/b", "a/a/b", True),
    ("**/a/*/b", "a/a/x/b", True),
    ("**/**/a", "a", True),
    # One character, and classes of characters.
    ("?.json", "a.json", True),
    ("?.json", ".json", False),
    ("?.json", "ab.json", False),
    ("a?b", "a/b", False),
    ("?", "\udcff", True),
    ("[a-c].json", "b.json", True),
    ("[a-c].json", "d.json", False),
    ("[a-c].json", "B.json", False),
    ("[!a-c].json", "d.json", True),
    ("[^a-c].json", "b.json", False),
    ("a[!x]b", "a/b", False),
    ("[]]x", "]x", True),
    ("[a-]", "-", True),
    ("[&&~|]", "|", True),
    ("v[0-9]/*", "v1/a", True),
    # A trailing slash, and what is dropped in front and behind.
    ("fixtures/", "fixtures/a/b.json", True),
    ("fixtures/", "fixtures", True),
    ("fixtures/", "fixtures.json", False),
    ("./fixtures/**", "fixtures/a.json", True),
    ("/fixtures/**", "fixtures/a.json", True),
    ("/*.json", "a.json", True),
    ("fixtures/**  ", "fixtures/a.json", True),
    ("fixtures/**\n", "fixtures/a.json", True),
    ("name\\ ", "name ", True),
    # A backslash takes a special character's meaning away.
    ("fixtures/\\*literal.json", "fixtures/*literal.json", True),
    ("fixtures/\\*literal.json", "fixtures/xliteral.json", False),
    ("\\{old => new\\}.json", "{old => new}.json", True),
    ("\\[id\\]/x", "[id]/x", True),
    ("\\!a", "!a", True),
    ("app/(group)/x", "app/(group)/x", True),
    ("a.b+c$", "a.b+c$", True),
    ("*", "a\nb", True),
)

LISTS: tuple[tuple[tuple[str, ...], str, bool], ...] = (
    ((), "a", False),
    (("a/**", "!a/b/**"), "a/x", True),
    (("a/**", "!a/b/**"), "a/b/x", False),
    (("a/**", "!a/b/**", "a/b/keep"), "a/b/keep", True),
    (("!a/b/**", "a/**"), "a/b/x", True),
    (("a", "b"), "b", True),
    (("**", "!**/*.md"), "docs/x.md", False),
)

REFUSED: tuple[tuple[str, str], ...] = (
    ("", "empty"),
    ("   ", "empty"),
    ("!", "empty"),
    ("/", "empty segment"),
    ("./", "empty segment"),
    ("a//b", "empty segment"),
    ("a/./b", "empty segment"),
    ("../x", ".."),
    ("a/../b", ".."),
    (" a", "blank"),
    ("a\nb", "control"),
    ("a\x00b", "control"),
    ("!!a", "twice"),
    ("C:/fixtures/**", "Windows"),
    ("c:fixtures", "Windows"),
    ("\\\\server\\x", "Windows"),
    ("fixtures\\a.json", "backslash"),
    ("fixtures\\1.json", "backslash"),
    ("fixtures\\**", "backslash"),
    ("fixtures\\\\**", "backslash"),
    ("fixtures\\.hidden", "backslash"),
    ("fixtures\\", "backslash"),
    ("[\\d]", "backslash"),
    ("!(docs|x)/**", "extended group"),
    ("@(a|b)", "extended group"),
    ("+(a)", "extended group"),
    ("a?(b)", "extended group"),
    ("*(a)", "extended group"),
    ("a/!(b)", "extended group"),
    ("{a,b}.json", "braces"),
    ("a}", "braces"),
    ("**.json", "'**'"),
    ("a**", "'**'"),
    ("***/a", "'**'"),
    ("[a", "'['"),
    ("[]", "'['"),
    ("[a/b]", "'['"),
    ("[[:alpha:]]", "'['"),
    ("[z-a]", "empty range"),
    ("a" * 1025, "1025 characters"),
)


@pytest.mark.parametrize(("pattern", "path", "expected"), TRUTH_TABLE)
def test_truth_table_b065(pattern: str, path: str, expected: bool) -> None:
    """Globs with the semantics of fnmatch or pathlib, in which a star crosses folders or ``**`` means nothing."""
    assert glob.compile([pattern]).matches(path) is expected


def test_the_truth_table_is_of_use() -> None:
    assert len(TRUTH_TABLE) >= 60
    assert len({(pattern, path) for pattern, path, _ in TRUTH_TABLE}) == len(TRUTH_TABLE)


@pytest.mark.parametrize(("patterns", "path", "expected"), LISTS)
def test_the_last_match_decides(patterns: tuple[str, ...], path: str, expected: bool) -> None:
    assert glob.compile(patterns).matches(path) is expected


def test_dotfiles_match_b063() -> None:
    """A watched folder whose hidden files and folders escape the pattern."""
    globs = glob.compile(["fixtures/**"])
    assert globs.matches("fixtures/.cache/a.json")
    assert globs.matches("fixtures/.a.json")
    assert glob.compile(["**/*.json"]).matches("a.json")


def test_prefix_forms_b067() -> None:
    """A pattern that never matches because of a leading ``./`` or ``/`` or a trailing blank."""
    for pattern in ("./fixtures/**", "/fixtures/**", "fixtures/**", "fixtures/** "):
        assert glob.compile([pattern]).matches("fixtures/v1/a.json"), pattern
    with pytest.raises(GlobInvalid, match=r"leaves the repository"):
        glob.compile(["../x"])


def test_windows_separators_b068() -> None:
    """A config written on Windows whose patterns match nothing in silence."""
    with pytest.raises(GlobInvalid) as caught:
        glob.compile(["fixtures\\\\**"])
    assert caught.value.pattern == "fixtures\\\\**"
    assert "'fixtures/**'" in caught.value.fix
    assert glob.compile(["fixtures/\\*literal.json"]).matches("fixtures/*literal.json")


def test_extended_groups_b069() -> None:
    """Extended groups whose meaning depends on the order of their alternatives."""
    with pytest.raises(GlobInvalid, match="extended group, which is not supported"):
        glob.compile(["!(docs|x)/**"])


@pytest.mark.parametrize(("pattern", "word"), REFUSED)
def test_refused_with_what_to_write(pattern: str, word: str) -> None:
    with pytest.raises(GlobInvalid) as caught:
        glob.compile(["**", pattern])
    assert word in caught.value.problem
    assert caught.value.fix.endswith(".")
    assert isinstance(caught.value, ValueError)


def test_a_list_of_negations_alone_is_refused() -> None:
    with pytest.raises(GlobInvalid, match="takes paths out"):
        glob.compile(["!a", "!b"])


def test_patterns_stay_as_written() -> None:
    assert glob.compile(["./a ", "!b"]).patterns == ("./a ", "!b")


def test_literal_start() -> None:
    assert glob.literal_start("payments/v*") == "payments/v"
    assert glob.literal_start("a\\*b?") == "a*b"
    assert glob.literal_start("a/b") == "a/b"
    assert glob.literal_start("**/a") == ""
    assert glob.literal_start("a/**") == "a/"
    assert glob.literal_start("x[ab]") == "x"


HARD = (
    ("**/**/**/a*a*a*", "a/" * 1000 + "b"),
    ("*a*a*a*a*a*a*a*b", "a" * 4000),
    ("**/" * 200 + "b", "a/" * 2000 + "c"),
    ("**/*a*a*a*/**/*a*a*a*/**/b", ("a" * 40 + "/") * 100 + "c"),
    ("**/a/**/a/**/a/**/a/x", "a/" * 2000 + "y"),
    ("**/?*?*?*?*[ab]*?/z", ("a" * 60 + "/") * 60 + "y"),
    ("*" + "a" * 500 + "b", "a" * 4000),
    ("**/" + "a/" * 300 + "b", "a/" * 2000 + "c"),
)


@pytest.mark.parametrize(("pattern", "path"), HARD)
def test_no_pattern_is_slow(pattern: str, path: str) -> None:
    """A pattern with many stars that keeps a backtracking matcher busy for years: ending at all is the test."""
    assert not glob.compile([pattern]).matches(path)


def reference(pattern: str, path: str) -> bool:
    """The dialect once more, by trying everything; for patterns of ``a b . * ? / **`` and the class ``[ab]``."""
    segments, names = pattern.split("/"), path.split("/")

    @cache
    def folders(i: int, j: int) -> bool:
        if i == len(segments):
            return j == len(names)
        if segments[i] == "**":
            if i + 1 == len(segments):
                return True
            return folders(i + 1, j) or (j < len(names) - 1 and folders(i, j + 1))
        return j < len(names) and segment(segments[i], names[j]) and folders(i + 1, j + 1)

    def segment(part: str, name: str) -> bool:
        if not part:
            return not name
        if part[0] == "*":
            return any(segment(part[1:], name[k:]) for k in range(len(name) + 1))
        if part.startswith("[ab]"):
            return name[:1] in ("a", "b") and bool(name) and segment(part[4:], name[1:])
        return bool(name) and part[0] in ("?", name[0]) and segment(part[1:], name[1:])

    return folders(0, 0)


_NAMES = st.lists(st.text("ab.", min_size=1, max_size=6), min_size=1, max_size=6).map("/".join)
_SEGMENTS = st.one_of(
    st.just("**"),
    st.lists(st.sampled_from(["a", "b", ".", "*", "?", "[ab]"]), min_size=1, max_size=6).map("".join),
)
_PATTERNS = (
    st.lists(_SEGMENTS, min_size=1, max_size=6)
    .map("/".join)
    .filter(lambda pattern: all(part == "**" or "**" not in part for part in pattern.split("/")))
    .filter(lambda pattern: not {".", ".."} & set(pattern.split("/")))
)


@settings(max_examples=1500, deadline=None)
@given(pattern=_PATTERNS, path=_NAMES)
def test_agrees_with_trying_everything(pattern: str, path: str) -> None:
    assert glob.compile([pattern]).matches(path) is reference(pattern, path)


def compiled_or_refused(pattern: str) -> Globs | GlobInvalid:
    try:
        return glob.compile([pattern])
    except GlobInvalid as error:
        return error


@settings(max_examples=300, deadline=None)
@given(pattern=st.text(max_size=30), path=st.text(max_size=30))
def test_any_text_is_a_pattern_or_refused(pattern: str, path: str) -> None:
    found = compiled_or_refused(pattern)
    if isinstance(found, GlobInvalid):
        assert found.problem
        assert found.fix
    else:
        found.matches(path)


@settings(max_examples=300, deadline=None)
@given(name=st.text(min_size=1, max_size=20).filter(lambda name: not set(name) & set("/\\") and name.isprintable()))
def test_an_escaped_name_matches_itself(name: str) -> None:
    """Every name of one segment can be written as a pattern."""
    escaped = re.sub(r"[*?\[\]{}!()+@ ]", r"\\\g<0>", name)
    if name in (".", "..") or re.match(r"[A-Za-z]:", name):
        return
    assert glob.compile([escaped]).matches(name)
