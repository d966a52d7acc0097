"""The section in pull-request templates: where, and that nothing else changes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errgate.app.pull_request_template import NEW, appended, plan, templates
from errgate.sources.pull_request import read_sentences


def test_where_github_looks() -> None:
    paths = [
        "pull_request_template.md", "PULL_REQUEST_TEMPLATE.md", ".github/Pull_Request_Template.txt", "docs/pull_request_template.md",
        ".github/PULL_REQUEST_TEMPLATE/a.md", "src/pull_request_template.md", ".github/ISSUE_TEMPLATE/a.md",
    ]  # fmt: skip
    assert templates(paths) == paths[:5]


def test_without_a_template_one_is_made() -> None:
    found = plan([], {})
    assert list(found.files) == [NEW]
    assert found.appended == ()


def test_each_template_of_a_folder_gains_it_and_the_others_are_named() -> None:
    contents = {"a.md": b"x", "b.md": b"## Consumer Impact\n", "c.md": None, "d.md": "x".encode("utf-16")}
    found = plan(list(contents), contents)
    assert list(found.files) == ["a.md"]
    assert [note.split(" ")[0] for note in found.notes] == ["c.md", "d.md"]


@given(st.binary(max_size=60))
def test_what_was_there_stays_as_it_was(data: bytes) -> None:
    assert appended(data).startswith(data)


@pytest.mark.parametrize("data", [b"", b"## What\n", b"## What\r\n\r\ntext", b"- [ ] tested"])
def test_the_section_is_found_and_asks_for_a_sentence_of_ones_own(data: bytes) -> None:
    template = appended(data).decode()
    assert read_sentences(template, templates=[template]) == ()
    written = f"{template}\n`v2/a.json` changes its wording, because it was unclear.\n"
    assert [each.text for each in read_sentences(written, templates=[template])] == [
        "`v2/a.json` changes its wording, because it was unclear."
    ]
