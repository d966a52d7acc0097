"""Hint values that a team keeps in a file of its own, end to end."""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.e2e.contract import HINTS, RELEASED
from tests.e2e.repository import ENVIRONMENT
from tests.e2e.test_readers import READERS, made, rules
from tests.e2e.test_scenarios import blocking, check

Files = Mapping[str, str | None]
ADVICE = """\
values:
  retry: {do: retry}
  correctable: {do: fix_request}
  permanent: {do: escalate}
"""
DRAWN: Files = {
    **RELEASED,
    "contract/hints.yml": HINTS.replace(
        "values: {retry: retry, correctable: fix_request, permanent: escalate}",
        "values: {path: docs/advice.yml, at: /values/*, action: do}",
    ),
    "docs/advice.yml": ADVICE,
}


@pytest.mark.parametrize(
    ("text", "rule", "line"),
    [
        (ADVICE.replace("permanent: {do: escalate}", "permanent: {do: abandon}"), "hints/value-remapped", 4),
        (ADVICE.replace("  permanent: {do: escalate}\n", ""), "hints/value-removed", None),
    ],
)
def test_a_change_of_the_teams_own_file_is_a_change_of_the_hints(
    tmp_path: Path, text: str, rule: str, line: int | None
) -> None:
    repository = made(tmp_path, DRAWN)
    repository.commit({"docs/advice.yml": text})
    code, report, _ = check(repository)
    assert (code, report["touched"]) == (1, {"payments": ["hints"]})
    [found] = [each for each in report["findings"] if each["rule"] == rule]
    assert found["subject"]["name"] == "recovery=permanent"
    if line is not None:
        assert found["where"] == {"path": "docs/advice.yml", "line": line}


@pytest.mark.parametrize(
    ("text", "path", "line"),
    [
        (None, "contract/hints.yml", 4),
        ("values: [\n", "docs/advice.yml", 2),
        ("values: {}\n", "contract/hints.yml", 4),
        (ADVICE.replace("do: retry", "do: again"), "docs/advice.yml", 2),
        ("version https://git-lfs.github.com/spec/v1\noid sha256:" + "a" * 64 + "\nsize 1\n", "docs/advice.yml", None),
        ("x: 1\n" * 1_200_000, "docs/advice.yml", None),
    ],
)
def test_hints_whose_values_cannot_be_drawn_block(
    tmp_path: Path, text: str | None, path: str, line: int | None
) -> None:
    repository = made(tmp_path, DRAWN)
    repository.commit({"docs/advice.yml": text})
    code, report, stderr = check(repository)
    assert (code, stderr) == (1, "")
    [found] = [each for each in report["findings"] if each["rule"] == "gate/part-unreadable"]
    assert found["subject"]["name"] == "hints"
    assert (found["where"]["path"], found["where"]["line"]) == (path, line)


def test_values_that_move_into_a_file_of_their_own_are_the_same(tmp_path: Path) -> None:
    repository = made(tmp_path, RELEASED)
    repository.commit({name: DRAWN[name] for name in ("contract/hints.yml", "docs/advice.yml")})
    code, report, _ = check(repository)
    assert (code, blocking(report)) == (0, 0)


def test_a_file_that_is_no_longer_named_is_no_longer_watched(tmp_path: Path) -> None:
    repository = made(tmp_path, {**RELEASED, "docs/advice.yml": ADVICE})
    repository.commit({"docs/advice.yml": "values: {}\n"})
    code, report, _ = check(repository)
    assert (code, report["verdict"]) == (0, "not-applicable")


def run(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "errgate", *arguments],
        cwd=folder,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=False,
    )


def written(folder: Path, files: Files) -> Path:
    for name, text in files.items():
        if text is not None:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text)
    return folder


def test_two_folders_are_compared_with_drawn_values(tmp_path: Path) -> None:
    """No git: the file is taken from the folder that the hints are in."""
    old = written(tmp_path / "old", DRAWN)
    new = written(tmp_path / "new", {**DRAWN, "docs/advice.yml": ADVICE.replace("do: escalate", "do: abandon")})
    done = run("diff", str(old), str(new), "--format", "json", folder=tmp_path)
    assert done.returncode == 1
    assert ("hints/value-remapped", "recovery=permanent") in rules(json.loads(done.stdout), "hints/value-remapped")


def test_decide_reads_every_form(tmp_path: Path) -> None:
    """By the config, and by options from another folder."""
    body = '{"code": "DENIED", "message": "No.", "recovery": "correctable"}'
    files = {
        **DRAWN,
        **READERS[1].files(),
        "contract/hints.yml": DRAWN["contract/hints.yml"],
        "fixtures/v2/new.json": body,
    }
    folder = written(tmp_path / "there", files)
    done = run("decide", "fixtures/v2/new.json", folder=folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert "fix_request" in done.stdout
    assert "overruled code DENIED (escalate)" in done.stdout
    done = run(
        "decide",
        "there/fixtures/v2/new.json",
        "--decision",
        "there/contract/decision.yml",
        "--hints",
        "there/contract/hints.yml",
        "--registry",
        "there/src/payments/errors.py",
        folder=tmp_path,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "overruled code DENIED (escalate)" in done.stdout
    (folder / "docs" / "advice.yml").unlink()
    done = run("decide", "fixtures/v2/new.json", folder=folder)
    assert done.returncode == 2
    assert "contract/hints.yml:4: `docs/advice.yml` does not exist" in done.stderr
