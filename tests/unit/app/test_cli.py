"""The command line: help, outputs, errors that teach, exit codes."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from errgate import __version__
from errgate.app.cli import main
from errgate.render import FORMATS
from errgate.rules import RULES
from tests.e2e.contract import CODES, RELEASED, error
from tests.e2e.repository import Repository


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """A release, and a branch ``pr`` that breaks it."""
    made = Repository(tmp_path / "repository")
    made.commit({name: text for name, text in RELEASED.items() if text is not None})
    made.git("tag", "v1.4.0")
    made.git("checkout", "-q", "-b", "pr")
    made.commit({"contract/codes.yml": CODES.replace("DENIED: {action: escalate", "DENIED: {action: abandon")})
    return made


def check(repository: Repository, *more: str) -> int:
    return main(["check", "--repo", str(repository.folder), "--base", "main", *more])


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    """And the exit codes."""
    assert main(["--help"]) == 0
    out = capsys.readouterr().out
    for word in ("check", "diff", "decide", "rules", "explain", "schema", "completion", "demo", "exit codes"):
        assert word in out


@pytest.mark.parametrize("arguments", [[], ["no-such-command"], ["check", "--no-such-option"], ["explain"]])
def test_usage_errors_are_exit_2(arguments: list[str]) -> None:
    """Never 1, never 0."""
    assert main(arguments) == 2


def test_formats_and_outputs(repository: Repository, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The n-th output takes the n-th format; the rest goes to standard output."""
    report, comment = tmp_path / "report.json", tmp_path / "comment.md"
    code = check(
        repository,
        "--format",
        "json",
        "--output",
        str(report),
        "--format",
        "markdown",
        "--output",
        str(comment),
        "--format",
        "terminal",
    )
    assert code == 1
    assert json.loads(report.read_text())["verdict"] == "blocked"
    assert comment.read_text().startswith("<!-- errgate:.github/errgate.yml -->\n**Blocked.")
    assert "Blocked." in capsys.readouterr().out


def test_sarif_tells_about_its_rules(
    repository: Repository, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In their own words, which the output does not know by itself; the log gets its commands in the same run."""
    sarif, junit = tmp_path / "errgate.sarif", tmp_path / "errgate.xml"
    more = (
        "--format",
        "sarif",
        "--output",
        str(sarif),
        "--format",
        "junit",
        "--output",
        str(junit),
        "--format",
        "github",
    )
    assert check(repository, *more) == 1
    driver = json.loads(sarif.read_text())["runs"][0]["tool"]["driver"]
    assert driver["version"] == __version__
    titles = {rule.id: rule.title for rule in RULES}
    assert {each["id"]: each["shortDescription"]["text"] for each in driver["rules"]}.items() <= titles.items()
    assert all("How to fix: " in each["help"]["text"] for each in driver["rules"])
    assert ElementTree.fromstring(junit.read_bytes()).get("failures") != "0"
    assert capsys.readouterr().out.startswith("::error file=contract/codes.yml,line=")


@pytest.mark.parametrize("name", list(FORMATS))
def test_every_format_is_named_in_help_and_in_errors(
    repository: Repository, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both take them from one list."""
    assert main(["check", "--help"]) == 0
    assert name in capsys.readouterr().out
    assert check(repository, "--format", "none-such") == 2
    assert name in capsys.readouterr().err


@pytest.mark.parametrize("name", list(FORMATS))
def test_could_not_evaluate_in_every_format(
    repository: Repository, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit 2, and the reason in the output."""
    assert check(repository, "--head", "none-such", "--format", name) == 2
    assert "none-such" in capsys.readouterr().out


def test_an_output_that_cannot_be_written_keeps_the_verdict(
    repository: Repository, capsys: pytest.CaptureFixture[str]
) -> None:
    """The exit code is fixed before anything is written."""
    assert check(repository, "--format", "json", "--output", "/nonexistent/report.json") == 1
    assert "The verdict stands" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--format", "xml"], "terminal, markdown, json"),
        (["--format", "json", "--format", "markdown"], "standard output"),
        (["--output", "a", "--output", "b"], "--format"),
        (["--today", "tomorrow"], "YYYY-MM-DD"),
        (["--pr-body", "/nonexistent"], "/nonexistent"),
        (["--head", "no-such-branch"], "no-such-branch"),
        (["--release", "v9"], "v9"),
        (["--config", "../x.yml"], "inside the repository"),
        (["--config", "other.yml"], "other.yml"),
        (["--fresh", "x"], "--fresh"),
        (["--allow-commands"], "--allow-commands"),
    ],
)
def test_errors_teach(
    repository: Repository, arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit 2 and a sentence that names what is wrong."""
    assert check(repository, *arguments) == 2
    found = capsys.readouterr()
    assert words in found.err
    assert "Traceback" not in found.err


def test_not_a_repository(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Said so."""
    assert main(["check", "--repo", str(tmp_path)]) == 2
    assert "git repository" in capsys.readouterr().err


def test_uncommitted_changes_are_said(repository: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    """They are not judged."""
    (repository.folder / "contract" / "codes.yml").write_text(CODES)
    assert check(repository) == 1
    assert "uncommitted changes are not judged" in capsys.readouterr().err


def test_head_without_anything_new(repository: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    """Not applicable."""
    assert check(repository, "--head", "main", "--format", "json") == 0
    assert json.loads(capsys.readouterr().out)["verdict"] == "not-applicable"


def test_could_not_evaluate_is_a_report_too(repository: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    """The JSON says why."""
    assert check(repository, "--head", "nope", "--format", "json") == 2
    report = json.loads(capsys.readouterr().out)
    assert (report["verdict"], report["exit_code"]) == ("could-not-evaluate", 2)
    assert "nope" in report["reason"]


def test_crash_is_exit_2(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """No traceback, no pass, no finding."""
    monkeypatch.setattr("errgate.app.catalogue.listing", lambda form: 1 / 0)
    assert main(["rules"]) == 2
    found = capsys.readouterr()
    assert "internal error" in found.err
    assert "Traceback" not in found.err


def test_rules_and_pages(capsys: pytest.CaptureFixture[str]) -> None:
    """Every rule is listed and explained with an example."""
    assert main(["rules", "--format", "json"]) == 0
    listed = [row["id"] for row in json.loads(capsys.readouterr().out)]
    assert listed == [rule.id for rule in RULES]
    for rule in listed:
        assert main(["explain", rule]) == 0
        page = capsys.readouterr().out
        for words in ("Why it matters:", "Breaks when:", "Safe when:", "How to fix:", "Example:", "near_miss:"):
            assert words in page


def test_explain_suggests(capsys: pytest.CaptureFixture[str]) -> None:
    """A near id for a wrong one."""
    assert main(["explain", "registry/code-remove"]) == 2
    assert "registry/code-removed" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["config", "registry", "hints", "decision", "decisions", "fixture", "report"])
def test_schemas(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each ships and is JSON."""
    assert main(["schema", name]) == 0
    assert json.loads(capsys.readouterr().out)["$schema"]


def test_decide_and_write(
    repository: Repository, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each decision with who decided; --write adds rows and keeps what is there."""
    monkeypatch.chdir(repository.folder)
    (repository.folder / "fixtures" / "v2" / "new.json").write_text(error("TRANSIENT", 503, recovery="permanent"))
    assert main(["decide", "fixtures/v2/new.json", "fixtures/v2/timeout.json", "--write"]) == 0
    out = capsys.readouterr().out
    assert "fixtures/v2/new.json: escalate" in out
    assert "by hint recovery=permanent; overruled code TRANSIENT (retry)" in out
    rows = (repository.folder / "fixtures" / "v2" / "decisions.yml").read_text()
    assert "new.json: escalate" in rows
    assert "denied.json: escalate" in rows


def test_decide_by_options(repository: Repository, capsys: pytest.CaptureFixture[str]) -> None:
    """Without any config."""
    folder = repository.folder
    code = main(
        [
            "decide",
            str(folder / "fixtures/v2/timeout.json"),
            "--decision",
            str(folder / "contract/decision.yml"),
            "--format",
            "json",
        ]
    )
    assert code == 0
    assert json.loads(capsys.readouterr().out)[0]["action"] == "retry"


def test_diff_answers_as_check(repository: Repository, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Alike trees, alike findings."""
    assert check(repository, "--format", "json") == 1
    by_git = json.loads(capsys.readouterr().out)
    for name, ref in (("old", "main"), ("new", "pr")):
        repository.git("worktree", "add", "-q", "--detach", str(tmp_path / name), ref)
    assert main(["diff", str(tmp_path / "old"), str(tmp_path / "new"), "--format", "json"]) == 1
    by_folder = json.loads(capsys.readouterr().out)
    assert [each["fingerprint"] for each in by_folder["findings"]] == [
        each["fingerprint"] for each in by_git["findings"]
    ]
