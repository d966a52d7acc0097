"""Annotations: read back by the rules of GitHub's runner, nothing of a repository becomes a command or a property."""

from dataclasses import dataclass, replace

import pytest
from hypothesis import given, settings

from errgate.core.finding import Finding, Level, Status, Where
from errgate.core.quote import quote
from errgate.core.report import Report
from errgate.render import RenderOptions, render
from errgate.render.github_log import LONGEST, MOST, TITLE
from tests.unit.render.reports import REPORTS
from tests.unit.render.samples import BLOCKED, FOLLOWING, REMOVED, SAMPLES, WARNING, finding


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    name: str
    properties: dict[str, str]
    message: str


def parse(line: str) -> Command | None:
    """One line of a log as the runner takes it: a command, or None for plain words (actions/runner, ActionCommand.cs)."""
    assert "##[" not in line, "the older form of a command counts anywhere in a line"
    told = line.lstrip()
    if not told.startswith("::") or "::" not in told[2:]:
        return None
    head, _, data = told[2:].partition("::")
    name, _, rest = head.partition(" ")
    pairs = (each.partition("=") for each in rest.strip().split(",") if each)
    return Command(
        name=name,
        properties={key: unescaped(value.replace("%3A", ":").replace("%2C", ",")) for key, _, value in pairs},
        message=unescaped(data),
    )


def unescaped(text: str) -> str:
    return text.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%")


def commands(report: Report) -> list[Command]:
    text = render("github", report, RenderOptions())
    assert "\r" not in text
    return [found for line in text.split("\n") if (found := parse(line)) is not None]


def plain(report: Report) -> list[str]:
    return [line for line in render("github", report, RenderOptions()).split("\n") if line and parse(line) is None]


def many(number: int, level: Level) -> tuple[Finding, ...]:
    return tuple(
        finding("registry/code-removed", f"C{level}{index}", f"{quote(f'C{index}')} is gone.", level=level)
        for index in range(number)
    )


@settings(max_examples=200, deadline=None)
@given(report=REPORTS)
def test_every_command_is_ours(report: Report) -> None:
    """Three names, three properties, no more than GitHub shows, texts within bounds, and a file as it is called."""
    found = commands(report)
    paths = {each.where.path for each in report.findings if each.where is not None}
    for each in found:
        assert each.name in ("error", "warning", "notice")
        assert set(each.properties) <= {"file", "line", "title"}
        assert each.properties["title"]
        assert len(each.properties["title"]) <= TITLE
        assert 0 < len(each.message) <= LONGEST
        assert "file" not in each.properties or each.properties["file"] in paths
        assert "line" not in each.properties or each.properties["line"].isdigit()
        assert not [line for line in each.message.split("\n") if line.lstrip().startswith("::")]
    for kind in ("error", "warning", "notice"):
        assert sum(1 for each in found if each.name == kind) <= MOST


@settings(max_examples=100, deadline=None)
@given(report=REPORTS)
def test_an_error_is_there_whenever_the_merge_is_stopped(report: Report) -> None:
    """And none in a preview or a pass without blocking findings."""
    errors = [each for each in commands(report) if each.name == "error"]
    if report.verdict == "could-not-evaluate":
        assert len(errors) == 1
    elif report.verdict == "blocked":
        assert errors or report.preview
    elif report.preview or not report.blocking:
        assert not errors


def test_what_blocks_is_an_error_at_its_line() -> None:
    """Its followers are counted in it and have no annotation of their own."""
    errors = [each for each in commands(BLOCKED) if each.name == "error"]
    assert errors[0].properties == {
        "file": "contract/codes.yml",
        "line": "14",
        "title": "registry/code-removed: TRANSIENT",
    }
    assert errors[0].message.startswith("`TRANSIENT` is renamed to `RATE_LIMITED`.\nAn agent built on `v1.4.0`")
    assert f"{len(FOLLOWING)} more findings follow from this." in errors[0].message
    assert not [each for each in commands(BLOCKED) if "new-error-changed" in each.properties["title"]]


def test_kinds() -> None:
    """Warnings, notes, and what a sentence explains; what was there before is not this change's."""
    explained = replace(REMOVED, status=Status.EXPLAINED)
    inherited = replace(REMOVED, status=Status.INHERITED)
    note = replace(WARNING, level=Level.NOTE, fingerprint="0" * 12)
    found = commands(Report(verdict="pass", findings=(WARNING, note, explained, inherited)))
    assert [each.name for each in found] == ["warning", "warning", "notice"]
    assert found[0].properties["title"].startswith("explained: registry/code-removed")


def test_a_pass_is_one_plain_line() -> None:
    """No annotation."""
    report = Report(verdict="pass")
    assert commands(report) == []
    assert len(plain(report)) == 1


def test_a_preview_has_no_error() -> None:
    """It does not count, and says so."""
    assert {each.name for each in commands(SAMPLES["adoption"])} == {"warning"}
    assert commands(SAMPLES["adoption"])[0].properties["title"].startswith("preview: ")
    assert any("does not count" in each for each in plain(SAMPLES["adoption"]))


@pytest.mark.parametrize("number", [10, 11, 60])
def test_what_is_cut_is_counted(number: int) -> None:
    """Ten of a kind; the notice that says so takes the place of a notice."""
    findings = (*many(number, Level.BLOCK), *many(number, Level.WARN), *many(number, Level.NOTE))
    found = commands(Report(verdict="blocked", findings=findings))
    names = [each.name for each in found]
    assert [names.count(kind) for kind in ("error", "warning", "notice")] == [10, 10, 10]
    last = found[-1].message
    if number == 10:
        assert "Left out" not in last
    else:
        counted = f"{number - 10} error{'s' * (number > 11)}, {number - 10} warning{'s' * (number > 11)}"
        assert f"Left out: {counted}, {number - 9} notices." in last


def test_a_quiet_finding_is_not_repeated_under_its_cause() -> None:
    """A warning that follows from what blocks is counted there."""
    follower = replace(WARNING, cause=REMOVED.fingerprint)
    found = commands(Report(verdict="blocked", findings=(REMOVED, follower)))
    assert len(found) == 1
    assert "1 more finding follows from this." in found[0].message


@pytest.mark.parametrize("path", ["a, b: 100%.yml", "日本/é ü.yml", "x=y,z.yml"])
def test_paths_are_given_as_they_are(path: str) -> None:
    """Whatever the runner would take for syntax."""
    report = Report(verdict="blocked", findings=(replace(REMOVED, where=Where(path=path, line=3)),))
    assert commands(report)[0].properties["file"] == path


@pytest.mark.parametrize("path", ["a\u202eb.yml", "a\nb.yml", "\udcff.yml"])
def test_a_path_that_must_not_be_shown_is_no_property(path: str) -> None:
    """It stands escaped in the message."""
    report = Report(verdict="blocked", findings=(replace(REMOVED, where=Where(path=path, line=3)),))
    found = commands(report)[0]
    assert set(found.properties) == {"title"}
    assert "In a\\" in found.message or "In \\" in found.message


def test_could_not_evaluate_is_one_error() -> None:
    """With the reason in full."""
    found = commands(SAMPLES["could-not-evaluate"])
    assert [each.name for each in found] == ["error"]
    assert found[0].message == SAMPLES["could-not-evaluate"].reason


def test_what_the_sentence_lacks_is_listed() -> None:
    """In plain lines."""
    assert "No sentence names `v2/timeout.json` (or `TRANSIENT`)." in plain(BLOCKED)
