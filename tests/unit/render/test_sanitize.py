"""What the sanitizers promise for each sink."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from errgate.core.quote import quote
from errgate.render.sanitize import LONGEST, SENTENCE, Markdown, bold, code, fence, inert, line, prose, visible, words

PARSER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
TEXT = st.text(
    alphabet=st.one_of(st.sampled_from("`|\\<>&@#*_[]()!-+=~1. \n\r\x01\x02a"), st.characters()), max_size=80
)


def outside(markdown: str) -> str:
    """The rendered HTML without its code."""
    return re.sub(r"<code>.*?</code>", "<code/>", PARSER.render(markdown), flags=re.S)


@pytest.mark.parametrize(
    "hidden",
    ["\x00", "\x1b", "\x7f", "\x85", "\u200b", "\u200d", "\u202e", "\u2066", "\u2028", "\ufeff", "\ud800", "\ue000",
     "\u00a0", "\u3164", "\u2800", "\ufe00", "\U000e0041", "\U000e0101"],
)  # fmt: skip
def test_hidden_characters_are_shown(hidden: str) -> None:
    """What cannot be seen, or reorders what can, is an escape."""
    shown = visible(f"a{hidden}b")
    assert hidden not in shown
    assert shown.startswith("a\\")


@pytest.mark.parametrize("text", ["plain", "naïve", "失敗　理由", "⚠️ 😀", "क्यों", "a b"])
def test_readable_text_stays(text: str) -> None:
    """Other scripts and emoji are no trick."""
    assert visible(text) == text


@given(TEXT)
def test_data_is_one_code_span(text: str) -> None:
    """In a paragraph, an item and a cell alike."""
    assert outside(f"x {code(text)} y") == "<p>x <code/> y</p>\n"
    assert outside(f"- {code(text)} y") == "<ul>\n<li><code/> y</li>\n</ul>\n"
    row = outside(f"| a | b |\n|---|---|\n| {code(text, in_table=True)} | end |\n")
    assert row.count("<td>") == 2
    assert "<td><code/></td>" in row


@given(TEXT)
def test_b077_data_is_one_fence(text: str) -> None:
    """Backticks at the start of its lines close nothing."""
    assert re.fullmatch(r"<pre><code[^>]*>.*</code></pre>\n", PARSER.render(fence(text, "text")), flags=re.S)


@given(st.lists(st.tuples(st.booleans(), TEXT), max_size=6))
def test_b073_a_sentence_calls_nobody_and_links_nothing(pieces: list[tuple[bool, str]]) -> None:
    """Neither in its quoted data nor where data was forgotten to be quoted; quoted pieces may touch."""
    sentence = "".join(
        quote(text) if is_data else text.replace("\x01", "").replace("\x02", "") for is_data, text in pieces
    )
    shown = outside(f"x {prose(sentence)}")
    assert set(re.findall(r"<(/?\w+)", shown)) <= {"p", "/p", "code"}
    assert not re.search(r"@|#\d", re.sub(r"&#?\w+;", "", shown))


@pytest.mark.parametrize(
    "bare",
    ["@octocat", "(@org/team)", "a@b.example", "#12", "org/name#12", "GH-7", "https://evil.example", "www.evil.example",
     "see 0123456789abcdef0123456789abcdef01234567"],
)  # fmt: skip
def test_what_github_would_link_stands_in_code(bare: str) -> None:
    """GitHub reads the rendered text, so that an entity such as &#64; would not help."""
    assert "<code" in outside(words(bare))


@pytest.mark.parametrize("text", ["- a", "+ a", "1. a", "12) a", "# a", "> a", "=== a", "    a", "---", "| a |"])
def test_own_words_start_no_block(text: str) -> None:
    """A sentence is a sentence wherever a template puts it."""
    assert outside(words(text).strip()).startswith("<p>")


def test_bounds() -> None:
    """One value and one sentence have a longest length."""
    assert len(code("x" * 10_000)) <= LONGEST + 2
    assert len(line(quote("\x00" * 10_000))) <= LONGEST + 2
    assert len(prose("x " * 10_000)) < 2 * SENTENCE
    assert len(prose(quote("`" * 500) * 500)) < 6 * SENTENCE


def test_empty_and_spaced_values_can_be_seen() -> None:
    """An empty name is no empty code span."""
    assert code("") == '`""`'
    assert code(" lead") == '`" lead"`'
    assert bold(Markdown(" ")) == ""


def test_log_commands_are_broken() -> None:
    """The older form counts anywhere in a line, the newer one at its start."""
    assert not inert("\u00a0 ::add-mask::a").lstrip().startswith("::")
    assert inert("a ::b") == "a ::b"
    assert "##[" not in line("say " + quote("##[add-mask]a"))
