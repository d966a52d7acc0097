"""Outputs: every format shows every report, data stays data, the comment keeps to its budget."""

import json
import re
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from errgate.core.finding import Finding, Level, Move, Status, Subject, Where
from errgate.core.quote import quote
from errgate.core.report import Decided, DecisionChange, Impact, Ref, Refs, Regenerated, Report, Sentence
from errgate.render import FORMATS, RenderOptions, render
from errgate.render.markdown import BUDGET
from errgate.render.sanitize import code, fence

HOSTILE = (
    "@octocat", "@org/team", "&#64;octocat", "#1", "GH-1", "closes #1", "https://evil.invalid", "a`b``c", "x|y|z",
    "</details><h1>x", "<img src=x onerror=alert(1)>", "<!-- x", "```\n# Approved by security\n", "\u202egnp.exe", "\u200b",
    "x\r\n::error file=a::forged\n::add-mask::a", "##[error]x", "{{7*7}}", "{% raw %}", "\x1b[31mred", "\ud800", "[a](b)",
    "![a](b)", "*b*", "_i_", "~~s~~", "\\", "0" * 40, " lead", "`", "", "\x01\x02", "a\tb",
)  # fmt: skip
REFS = Refs(
    release=Ref(name="v1.4.0", sha="a" * 40), base=Ref(name="main@aaaaaaa", sha="b" * 40), head=Ref(name="pr", sha="c" * 40),
    target=Ref(name="main", sha="d" * 40),
)  # fmt: skip


def finding(
    text: str,
    index: int = 0,
    *,
    level: Level = Level.BLOCK,
    status: Status = Status.INTRODUCED,
    cause: str | None = None,
) -> Finding:
    return Finding(
        rule="registry/code-removed",
        level=level,
        status=status,
        contract=text,
        subject=Subject(kind="code", name=text),
        meets=f"{quote(text)} is gone.",
        does=f"An agent escalates on {quote(text)}.",
        change=f"Keep {quote(text)}.",
        fingerprint=f"{index:012x}",
        where=Where(path=text, line=1),
        release={"x": text},
        fixtures=(text,),
        cause=cause,
        moves=(Move(old="retry", new=text),),
    )


def report(
    texts: list[str], *, levels: tuple[Level, ...] = tuple(Level), statuses: tuple[Status, ...] = tuple(Status)
) -> Report:
    """A report with every text in every place where repository data may stand."""
    findings = tuple(
        finding(text, index, level=levels[index % len(levels)], status=statuses[(index // 2) % len(statuses)])
        for index, text in enumerate(texts)
    )
    decided = [Decided(action=text, category=text, max_attempts=3, wait="backoff", decided_by=text) for text in texts]
    return Report(
        verdict="blocked",
        config_path=texts[0] if texts else "x",
        refs=REFS,
        touched=dict.fromkeys(texts, ("registry",)),
        not_checked=dict.fromkeys(texts, ("hints",)),
        findings=findings,
        decisions=tuple(
            DecisionChange(
                contract=text,
                fixture=text,
                consumer="policy",
                old=decided[i],
                new=decided[-1 - i],
                hurts="burns-retries",
                old_code=text,
            )
            for i, text in enumerate(texts)
        ),
        regenerated=tuple(Regenerated(contract=text, path=text, kind="value") for text in texts),
        impact=Impact(
            required=True,
            sentences=tuple(Sentence(text=text, source="body") for text in texts),
            missing=tuple(f"No sentence names {quote(text)}." for text in texts),
            skeleton="\n\n".join(text for text in texts if text),
        ),
    )


class Page(HTMLParser):
    """The tags of a rendered comment, and its text outside code."""

    def __init__(self, markdown: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.outside = ""
        self.depth = 0
        self.open_details = 0
        self.feed(MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).render(markdown))

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)
        self.depth += tag == "code"
        self.open_details += tag == "details"

    def handle_endtag(self, tag: str) -> None:
        self.depth -= tag == "code"
        self.open_details -= tag == "details"

    def handle_data(self, data: str) -> None:
        if not self.depth:
            self.outside += data


OURS = {"p", "strong", "table", "thead", "tbody", "tr", "th", "td", "code", "pre", "ul", "li", "details", "summary"}


def is_safe(text: str) -> None:
    page = Page(text)
    assert set(page.tags) <= OURS
    assert page.open_details == 0
    assert not re.search(r"@\w|#\d|https?:", page.outside)
    assert "Approved" not in page.outside
    assert text.encode("utf-8")


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_data_stays_data(text: str) -> None:
    """Mentions, links, HTML, fences, templates and log commands of a repository are shown and do nothing."""
    shown = report([text] * 3)
    markdown = render("markdown", shown, RenderOptions())
    assert markdown.startswith("<!-- errgate:")
    is_safe(markdown)
    assert "49" not in Page(markdown).outside
    terminal = render("terminal", shown, RenderOptions())
    assert "\x1b" not in terminal
    assert not re.search(r"(?m)^\s*(?:::|##\[)", terminal)
    assert terminal.encode("utf-8")
    document = json.loads(render("json", shown, RenderOptions()))
    assert document["findings"][0]["subject"]["name"] == text


@settings(max_examples=60, deadline=None)
@given(texts=st.lists(st.one_of(st.sampled_from(HOSTILE), st.text(max_size=60)), max_size=12))
def test_any_report_is_safe_in_every_format(texts: list[str]) -> None:
    """Whatever the data."""
    for name in FORMATS:
        text = render(name, report(texts), RenderOptions())
        assert text.endswith("\n")
        assert text.encode("utf-8")
        if name == "markdown":
            is_safe(text)


@pytest.mark.parametrize("piece", ["x" * 30, "😀" * 50, "`" * 90, "é|" * 100])
@pytest.mark.parametrize("number", [0, 1, 60, 900])
def test_budget(piece: str, number: int) -> None:
    """Hundreds of findings fit, whole rows are left out and counted, and nothing is left open."""
    shown = report([f"{piece}{index}" for index in range(number)])
    text = render("markdown", shown, RenderOptions())
    assert len(text.encode("utf-8")) <= BUDGET
    assert len(text.encode("utf-16-le")) // 2 <= BUDGET
    is_safe(text)
    if number == 900:
        assert "more in the JSON report" in text


@pytest.mark.parametrize("text", HOSTILE)
def test_code_spans_and_fences(text: str) -> None:
    """One code span, one fence, whatever is in them."""
    assert Page(f"a {code(text)} b").tags == ["p", "code"]
    assert Page(fence(text)).tags == ["pre", "code"]
    row = f"| a | b |\n|---|---|\n| {code(text, in_table=True)} | end |\n"
    assert Page(row).tags.count("td") == 2


@pytest.mark.parametrize("verdict", ["pass", "not-applicable", "could-not-evaluate"])
@pytest.mark.parametrize("name", list(FORMATS))
def test_small_reports(verdict: str, name: str) -> None:
    """Reports without findings, refs or reason are shown in one or two lines."""
    text = render(name, Report(verdict=verdict, reason="a `reason` @x"), RenderOptions())  # type: ignore[arg-type]
    assert text
    if name == "markdown":
        is_safe(text)


def test_followers_are_folded_under_their_cause() -> None:
    """One root cause, one headline."""
    root, follower = finding("ROOT", 1), finding("FOLLOWER", 2, cause=f"{1:012x}")
    shown = Report(verdict="blocked", refs=REFS, findings=(root, follower))
    text = render("markdown", shown, RenderOptions())
    head, _, folded = text.partition("<details>")
    assert "1 change breaks" in head
    assert "FOLLOWER" not in head
    assert "FOLLOWER" in folded


def test_colour_only_where_asked() -> None:
    """Escape sequences are ours and only on a terminal."""
    shown = Report(verdict="blocked", refs=REFS, findings=(finding("X"),))
    assert "\x1b[31m" in render("terminal", shown, RenderOptions(colour=True))
    assert "\x1b" not in render("terminal", shown, RenderOptions())
