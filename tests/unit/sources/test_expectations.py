"""Expected decisions: read, written, and read again."""

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from errgate.core.contract import Expectation
from errgate.errors import Unreadable
from errgate.sources import documents
from errgate.sources.expectations import read_expectations, revise_expectations, write_expectations


def read(text: str) -> Mapping[str, Expectation]:
    return read_expectations(documents.parse(text.encode(), "f/v2/decisions.yml"))


def test_both_forms_of_a_row() -> None:
    rows = read(
        """
timeout.json: retry
v1.3/timeout.json: {action: retry, why: "gateway timed out"}
all.jsonl#17: {action: retry, category: server, max_attempts: 3, wait: 30}
slow.json: {action: retry, wait: 1.5}
other.json: {action: escalate, wait: none}
"""
    )
    assert rows == {
        "timeout.json": Expectation(action="retry", at="/timeout.json"),
        "v1.3/timeout.json": Expectation(action="retry", why="gateway timed out", at="/v1.3~1timeout.json"),
        "all.jsonl#17": Expectation(action="retry", category="server", max_attempts=3, wait="30", at="/all.jsonl#17"),
        "slow.json": Expectation(action="retry", wait="1.5", at="/slow.json"),
        "other.json": Expectation(action="escalate", wait="none", at="/other.json"),
    }


@pytest.mark.parametrize(
    ("written", "meant"), [("30.0", "30"), ("0", "0"), ("'30'", "30"), ("backoff", "backoff"), ("seconds", "seconds")]
)
def test_waits(written: str, meant: str) -> None:
    assert read(f"a: {{action: retry, wait: {written}}}")["a"].wait == meant


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[]", "must be a mapping"),
        ("a.json:", "must be text"),
        ("a.json: [retry]", "must be a mapping"),
        ("a.json: {}", "lacks the key `action`"),
        ("a.json: {action: retry, attempts: 3}", "unknown key `attempts`"),
        ("a.json: {action: retry, max_attempts: 0}", "from 1 to"),
        ("a.json: {action: retry, wait: soon}", "`wait` is `soon`"),
        ("a.json: {action: retry, wait: -1}", "`wait` is `-1`"),
        ("a.json: {action: retry, wait: }", "must be text"),
        ("a.json: retry\na.json: escalate", "occurs twice"),
    ],
)
def test_what_is_refused(text: str, words: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read(text)
    assert words in caught.value.problem


def test_rows_are_written_sorted_and_readable() -> None:
    rows = {
        "v1/b.json": Expectation(action="retry", category="server", max_attempts=3, wait="30", why='it "timed" out'),
        "all.jsonl#2": Expectation(action="escalate"),
        "a b.json": Expectation(action="null"),
        "no": Expectation(action="retry", wait="none"),
    }
    assert write_expectations(rows) == (
        '"a b.json": "null"\n'
        "all.jsonl#2: escalate\n"
        '"no": {action: retry, wait: none}\n'
        'v1/b.json: {action: retry, category: server, max_attempts: 3, wait: 30, why: "it \\"timed\\" out"}\n'
    )


def test_an_empty_table() -> None:
    assert read(write_expectations({})) == {}


def test_names_that_are_no_unicode_do_not_spoil_the_table() -> None:
    assert list(
        read(write_expectations({"\udc80.json": Expectation(action="retry"), "b": Expectation(action="retry")}))
    ) == ["b", "\ufffd.json"]


any_text = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
words = st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=12)
expectations = st.builds(
    Expectation,
    action=words,
    category=st.none() | words,
    max_attempts=st.none() | st.integers(1, 1000),
    wait=st.sampled_from([None, "none", "backoff", "seconds", "unknown", "0", "30", "1.5"]),
    why=st.just("") | any_text.filter(str.strip),
)


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(any_text | st.text("x/", min_size=900, max_size=1500), expectations, max_size=4))
def test_what_is_written_is_read(rows: dict[str, Expectation]) -> None:
    written = write_expectations(rows)
    found = read(written)
    assert list(found) == sorted(rows)
    for name, row in rows.items():
        assert (found[name].action, found[name].category, found[name].max_attempts) == (
            row.action,
            row.category,
            row.max_attempts,
        )
        assert (found[name].wait, found[name].why) == (row.wait, row.why)
    assert write_expectations(found) == written


# Rows that move


def revised(text: str, rows: Mapping[str, str], renamed: Mapping[str, str] | None = None) -> str:
    wanted = {name: Expectation(action=action) for name, action in rows.items()}
    return revise_expectations(text.encode(), "f/v1/decisions.yml", wanted, renamed or {})


def test_comments_order_and_spelling_stay() -> None:
    text = "# top\n'b.json': retry   # why\n\n# about a\na.json: {action: retry}\n# end\n"
    assert revised(text, {"b.json": "retry", "a.json": "retry"}) == text
    assert revised(
        text, {"b.json": "retry", "old/a.json": "retry", "a.json": "escalate"}, {"a.json": "old/a.json"}
    ) == ("# top\n'b.json': retry   # why\n\n# about a\nold/a.json: {action: retry}\n# end\na.json: escalate\n")
    assert revised(text, {"o/b.json": "retry", "a.json": "escalate"}, {"b.json": "o/b.json"}) == (
        "# top\no/b.json: retry   # why\n\n# about a\na.json: escalate\n# end\n"
    )


def test_rows_over_several_lines_and_other_line_ends() -> None:
    text = "a.json:\r\n  action: retry\r\n  # inside\r\n\r\nb.json: retry"
    assert revised(text, {"o/a.json": "retry", "b.json": "retry"}, {"a.json": "o/a.json"}) == (
        "o/a.json:\r\n  action: retry\r\n  # inside\r\n\r\nb.json: retry\r\n"
    )


def test_rows_that_change_places() -> None:
    text = "l.jsonl#1: retry # one\nl.jsonl#2: escalate\n"
    there = {"l.jsonl#1": "l.jsonl#2", "l.jsonl#2": "l.jsonl#1"}
    assert revised(text, {"l.jsonl#2": "retry", "l.jsonl#1": "escalate"}, there) == (
        "l.jsonl#2: retry # one\nl.jsonl#1: escalate\n"
    )


@pytest.mark.parametrize(
    "text",
    [
        "# kept\n{a.json: retry, b.json: escalate}\n",
        "# kept\n{}\n",
        '# kept\n{\n  "a.json": "retry"\n}\n',
        "--- # x\n# kept\n? a.json\n: retry\n...\n",
    ],
)
def test_ways_of_writing_that_cannot_be_edited_by_lines(text: str) -> None:
    """The rows are right and comments in the first column are kept."""
    found = revised(text, {"o/a.json": "retry", "c.json": "escalate"}, {"a.json": "o/a.json"})
    assert {name: row.action for name, row in read(found).items()} == {"o/a.json": "retry", "c.json": "escalate"}
    assert "# kept\n" in found


def test_a_table_that_cannot_be_read_is_not_revised() -> None:
    with pytest.raises(Unreadable, match="must be a mapping"):
        revised("[]", {})


DONE = st.sampled_from(["retry", "escalate", "no", 'a "b"'])
ODD = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=12)


@settings(max_examples=200)
@given(st.dictionaries(ODD, DONE, max_size=5), st.dictionaries(ODD, DONE, max_size=5), st.booleans())
def test_revising_gives_the_rows_that_were_asked_for(
    before: dict[str, str], after: dict[str, str], rename: bool
) -> None:
    text = write_expectations({name: Expectation(action=action) for name, action in before.items()})
    renamed = dict(zip(before, after, strict=False)) if rename else {}
    assert {name: row.action for name, row in read(revised(text, after, renamed)).items()} == after
