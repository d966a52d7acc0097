"""The worked cases, each with the installed command as a process on a repository made with git."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.e2e.repository import ENVIRONMENT, Repository
from tests.e2e.scenarios import CASES, Case


def play(case: Case, folder: Path) -> Repository:
    """The history of one case; the pull request is the branch ``pr``."""
    repository = Repository(folder)
    repository.commit({name: text for name, text in case.released.items() if text is not None})
    if case.tag:
        repository.git("tag", case.tag)
    if case.fork == 0:
        repository.git("branch", "pr")
    for index, files in enumerate(case.merged):
        repository.commit(files)
        if index in case.later_tag:
            repository.git("tag", case.later_tag[index])
    repository.git("checkout", "-q", *(["pr"] if case.fork == 0 else ["-b", "pr"]))
    for files in case.head:
        repository.commit(files, case.message)
    return repository


def check(repository: Repository, *arguments: str, body: str | None = None) -> tuple[int, dict[str, Any], str]:
    """Exit code, JSON report and standard error of ``errgate check``."""
    extra = ["--pr-body", "-"] if body is not None else []
    done = subprocess.run(
        [sys.executable, "-m", "errgate", "check", "--repo", str(repository.folder), "--base", "main", "--head", "pr",
         "--format", "json", *extra, *arguments],
        input=(body or "").encode(),
        capture_output=True,
        check=False,
        env=ENVIRONMENT,
    )  # fmt: skip
    report = json.loads(done.stdout) if done.stdout else {}
    return done.returncode, report, done.stderr.decode()


def found(report: dict[str, Any]) -> set[tuple[str, str, str, str, str]]:
    """(rule, level, status, subject, cause) of every finding; a cause reads ``rule subject``."""
    by_fingerprint = {each["fingerprint"]: f"{each['rule']} {each['subject']['name']}" for each in report["findings"]}
    return {
        (each["rule"], each["level"], each["status"], each["subject"]["name"], by_fingerprint.get(each["cause"], ""))
        for each in report["findings"]
    }


def blocking(report: dict[str, Any]) -> int:
    return sum(
        1 for each in report["findings"] if each["status"] == "introduced" and each["level"] in ("block", "explain")
    )


EXPECTED: dict[str, dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "expected.yml").read_text())


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_case(case: Case, tmp_path: Path) -> None:
    """Exit code, verdict, how many findings block, and the exact set of (rule, level, status, subject, cause)."""
    expected = EXPECTED[case.name]
    code, report, stderr = check(play(case, tmp_path), body=case.body)
    assert "Traceback" not in stderr
    assert found(report) == {tuple(each) for each in expected["findings"]}
    assert (code, report["verdict"], blocking(report)) == (expected["exit"], expected["verdict"], expected["blocks"])


def test_every_expectation_has_a_case() -> None:
    """No expectation is left behind by a case that went."""
    assert set(EXPECTED) == {case.name for case in CASES}
