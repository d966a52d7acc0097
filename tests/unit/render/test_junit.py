"""JUnit: well-formed whatever is in it, counts that add up, and the verdict as a test of its own."""

from collections.abc import Sequence
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings

from errgate.core.finding import Status, Where
from errgate.core.report import Report
from errgate.render import RenderOptions, render
from tests.unit.render.reports import REPORTS
from tests.unit.render.samples import BLOCKED, NOTES, REMOVED, SAMPLES, TWO_CONTRACTS


def suites(report: Report) -> ET.Element:
    return ET.fromstring(render("junit", report, RenderOptions()).encode("utf-8"))


def counted(cases: Sequence[ET.Element]) -> dict[str, str]:
    tags = [child.tag for case in cases for child in case]
    return {
        "tests": str(len(cases)),
        "failures": str(tags.count("failure")),
        "errors": str(tags.count("error")),
        "skipped": str(tags.count("skipped")),
    }


def outcome(report: Report, name: str) -> list[str]:
    return [child.tag for case in suites(report).iter("testcase") if case.get("name") == name for child in case]


@settings(max_examples=200, deadline=None)
@given(report=REPORTS)
def test_any_report_is_a_document_whose_counts_add_up(report: Report) -> None:
    """Read by a strict reader; every finding is a test, and names are unique in a suite."""
    root = suites(report)
    assert root.tag == "testsuites"
    cases = list(root.iter("testcase"))
    assert len(cases) == len(report.findings) + 1
    assert {key: root.get(key) for key in counted(cases)} == counted(cases)
    for suite in root:
        inside = list(suite)
        assert suite.get("name")
        assert {key: suite.get(key) for key in counted(inside)} == counted(inside)
    for case in cases:
        assert case.get("name")
        assert case.get("classname")
        assert len(case) == 1


@settings(max_examples=100, deadline=None)
@given(report=REPORTS)
def test_the_verdict_is_a_test(report: Report) -> None:
    """Red where the merge is stopped, and never green where nothing was judged."""
    found = outcome(report, "verdict")
    wanted = {"pass": "system-out", "not-applicable": "skipped", "blocked": "failure", "could-not-evaluate": "error"}
    assert found[0] == wanted[report.verdict]


@pytest.mark.parametrize("text", ["\x00", "\x0b", "\ufffe", "\ud800", "]]>", "<a b='c'>&amp;", "\r\n\t"])
def test_what_xml_cannot_hold_is_an_escape(text: str) -> None:
    """In attributes and in text."""
    shown = replace(REMOVED, contract=text, where=Where(path=text), meets=text, does=text, change=text)
    root = suites(Report(verdict="blocked", findings=(shown,)))
    assert len(list(root.iter("testcase"))) == 2


def test_a_suite_a_contract() -> None:
    """And one of errgate's own, first."""
    assert [each.get("name") for each in suites(TWO_CONTRACTS)] == ["errgate", "payments", "refunds"]


def test_what_blocks_fails_with_the_three_parts() -> None:
    """What the consumer meets as the message, what it does and what to change below, and the place."""
    case = next(each for each in suites(BLOCKED).iter("testcase") if each.get("line") == "14")
    assert case.get("classname") == "registry"
    assert case.get("name") == "registry/code-removed TRANSIENT"
    assert case.get("file") == "contract/codes.yml"
    failure = case[0]
    assert failure.get("message") == "`TRANSIENT` is renamed to `RATE_LIMITED`."
    assert failure.get("type") == "block"
    assert "escalates where it retried" in (failure.text or "")
    assert "-> Keep `TRANSIENT`" in (failure.text or "")


@pytest.mark.parametrize(
    ("status", "tag"),
    [
        (Status.INTRODUCED, "failure"),
        (Status.INHERITED, "skipped"),
        (Status.RESOLVED, "system-out"),
        (Status.UNRELEASED, "skipped"),
        (Status.EXPLAINED, "skipped"),
        (Status.DECLARED, "skipped"),
        (Status.WAIVED, "skipped"),
    ],
)
def test_outcomes(status: Status, tag: str) -> None:
    """Only what counts here is red; what is not counted says why."""
    report = Report(verdict="blocked", findings=(replace(REMOVED, status=status),))
    assert outcome(report, "registry/code-removed TRANSIENT") == [tag]


def test_warnings_and_notes_pass() -> None:
    """With what they say."""
    assert outcome(Report(verdict="pass", findings=NOTES), "registry/code-added QUOTA_SPENT") == ["system-out"]


def test_a_preview_fails_nothing() -> None:
    """It does not count."""
    assert suites(SAMPLES["adoption"]).get("failures") == "0"


def test_the_failed_verdict_holds_the_sentence_to_paste() -> None:
    """With what is missing."""
    failure = next(suites(BLOCKED).iter("testcase"))[0]
    assert "No sentence names `v2/timeout.json`" in (failure.text or "")
    assert "retry -> escalate, because" in (failure.text or "")


def test_two_findings_of_one_name_are_told_apart() -> None:
    """Viewers that join tests by name would otherwise drop one."""
    other = replace(REMOVED, consumer="b", fingerprint="0" * 12)
    names = [each.get("name") for each in suites(Report(verdict="blocked", findings=(REMOVED, other))).iter("testcase")]
    assert len(set(names)) == 3
    assert f"registry/code-removed TRANSIENT [{'0' * 12}]" in names
