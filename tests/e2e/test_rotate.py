"""After a release: rotate, commit, and the gate passes; what v1 held is still in it."""

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.contract import CODES, CONFIG, DENIED, INVALID, RELEASED, ROWS, TIMEOUT, error
from tests.e2e.repository import ENVIRONMENT, Repository
from tests.e2e.test_scenarios import check

LIMITED = error("RATE_LIMITED", 429)
SECOND: Mapping[str, str | None] = {
    "contract/codes.yml": CODES + "  RATE_LIMITED: {action: abandon, status: 429, cause: client}\n",
    "fixtures/v2/timeout.json": LIMITED,
    "fixtures/v2/limits/burst.json": LIMITED,
    "fixtures/v2/decisions.yml": ROWS.replace("timeout.json: retry", "timeout.json: abandon")
    + 'limits/burst.json: {action: abandon, why: "a burst is over soon"}\n',
    "fixtures/v1/decisions.yml": "# Since the beginning.\ntimeout.json: retry  # the upstream was slow\n\n"
    "invalid.json: fix_request\n# Nobody may see it.\ndenied.json: escalate\n",
}
"""The second release: the wire says something else about a time-out, and a new failure is recorded."""


def rotate(repository: Repository, *arguments: str, code: int = 0) -> tuple[str, str]:
    """What it says on standard output and on standard error."""
    done = subprocess.run(
        [sys.executable, "-m", "errgate", "rotate", "--repo", str(repository.folder), *arguments],
        capture_output=True,
        check=False,
        env=ENVIRONMENT,
    )
    said = done.stderr.decode()
    assert "Traceback" not in said
    assert done.returncode == code, said
    return done.stdout.decode(), said


def two_releases(
    folder: Path, second: Mapping[str, str | None] = SECOND, first: Mapping[str, str | None] = RELEASED
) -> Repository:
    """v1.0.0 and v1.1.0 on main, and a branch ``pr`` to rotate on."""
    repository = Repository(folder)
    repository.commit({name: text for name, text in first.items() if text is not None})
    repository.git("tag", "v1.0.0")
    repository.commit(second)
    repository.git("tag", "v1.1.0")
    repository.git("checkout", "-q", "-b", "pr")
    return repository


def files(repository: Repository, folder: str = "fixtures/v1") -> dict[str, str]:
    """Everything below a folder."""
    top = repository.folder / folder
    return {each.relative_to(top).as_posix(): each.read_text() for each in sorted(top.rglob("*")) if each.is_file()}


def notes(report: dict[str, Any]) -> list[tuple[str, str]]:
    return [(each["rule"], each["subject"]["name"]) for each in report["findings"] if each["status"] == "introduced"]


def test_rotate_commit_check(tmp_path: Path) -> None:
    """A different value moves with its row, a new one is written, an equal one stays; the gate has notes only."""
    repository = two_releases(tmp_path)
    said, _ = rotate(repository)
    assert "2 files written to fixtures/v1" in said
    assert "fixtures/v1/timeout.json -> fixtures/v1/v1.0.0/timeout.json" in said
    assert files(repository) == {
        "decisions.yml": "# Since the beginning.\nv1.0.0/timeout.json: retry  # the upstream was slow\n\n"
        "invalid.json: fix_request\n# Nobody may see it.\ndenied.json: escalate\n"
        'limits/burst.json: {action: abandon, why: "a burst is over soon"}\ntimeout.json: abandon\n',
        "denied.json": DENIED,
        "invalid.json": INVALID,
        "limits/burst.json": LIMITED,
        "timeout.json": LIMITED,
        "v1.0.0/timeout.json": TIMEOUT,
    }
    assert files(repository, "fixtures/v2")["timeout.json"] == LIMITED
    repository.commit({})
    code, report, _ = check(repository)
    assert (code, report["verdict"]) == (0, "pass")
    assert notes(report) == [
        ("fixtures/added", "v1/limits/burst.json"),
        ("fixtures/added", "v1/timeout.json"),
        ("fixtures/moved", "v1/timeout.json"),
    ]
    assert not report["impact"]["required"]
    assert report["regenerated"] == []


def test_the_moved_error_is_judged_as_an_old_one_and_pairs_with_nothing_else(tmp_path: Path) -> None:
    """v1/v1.0.0/timeout.json is replayed by both consumers; v2/timeout.json is compared with its own predecessor."""
    repository = two_releases(tmp_path)
    rotate(repository)
    repository.commit({})
    repository.git("checkout", "-q", "main")
    repository.git("merge", "-q", "pr")
    repository.git("branch", "-f", "pr")
    repository.git("checkout", "-q", "pr")
    codes = SECOND["contract/codes.yml"]
    assert codes is not None
    repository.commit(
        {"contract/codes.yml": codes.replace("TRANSIENT: {action: retry", "TRANSIENT: {action: escalate")}
    )
    code, report, _ = check(repository)
    assert code == 1
    decided = [
        name for rule, name in notes(report) if rule in ("decision/old-error-changed", "decision/new-error-changed")
    ]
    assert decided == ["v1/v1.0.0/timeout.json"]


def test_a_second_run_does_nothing(tmp_path: Path) -> None:
    """Before the commit and after it."""
    repository = two_releases(tmp_path)
    rotate(repository)
    before = files(repository)
    assert "holds everything already" in rotate(repository)[0]
    repository.commit({})
    assert "holds everything already" in rotate(repository)[0]
    assert files(repository) == before
    assert repository.git("status", "--porcelain") == ""


def test_dry_run_writes_nothing(tmp_path: Path) -> None:
    """It says the same and is allowed where v1 has changes of its own."""
    repository = two_releases(tmp_path)
    (repository.folder / "fixtures/v1/mine.json").write_text(TIMEOUT)
    before = files(repository)
    said, _ = rotate(repository, "--dry-run")
    assert "2 files would be written" in said
    assert files(repository) == before


@pytest.mark.parametrize("change", ["edited", "untracked", "ignored", "deleted", "staged"])
def test_nothing_unsaved_is_overwritten(tmp_path: Path, change: str) -> None:
    """A value that git could not give back is never replaced."""
    repository = two_releases(tmp_path)
    place = repository.folder / "fixtures/v1"
    if change == "edited":
        (place / "denied.json").write_text(INVALID)
    elif change in ("untracked", "ignored"):
        if change == "ignored":
            repository.commit({".gitignore": "burst.json\n"})
        (place / "limits").mkdir()
        (place / "limits/burst.json").write_text(TIMEOUT)
    elif change == "deleted":
        (place / "denied.json").unlink()
    else:
        (place / "denied.json").write_text(INVALID)
        repository.git("add", "-A")
    before = files(repository)
    _, said = rotate(repository, code=2)
    assert "nothing was written" in said
    assert files(repository) == before


def test_symlinks_are_refused(tmp_path: Path) -> None:
    """Neither v1 itself nor a file in it is written through."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "timeout.json").write_text(TIMEOUT)
    repository = two_releases(tmp_path / "repository")
    place = repository.folder / "fixtures/v1"
    place.rename(repository.folder / "elsewhere")
    place.symlink_to(outside)
    assert "is a symlink" in rotate(repository, code=2)[1]
    assert (outside / "timeout.json").read_text() == TIMEOUT
    place.unlink()
    (repository.folder / "elsewhere").rename(place)
    (place / "timeout.json").unlink()
    (place / "timeout.json").symlink_to(outside / "timeout.json")
    repository.commit({})
    assert "symlink" in rotate(repository, code=2)[1]
    assert (outside / "timeout.json").read_text() == TIMEOUT


def test_lines_follow_their_values(tmp_path: Path) -> None:
    """A .jsonl file that only grew is replaced, its rows with it; one that lost a line is kept as a whole."""

    def line(code: str, status: int) -> str:
        return f'{{"response": {{"status": {status}, "body": {{"code": "{code}", "message": "m"}}}}}}\n'

    slow, wrong, denied = line("TRANSIENT", 503), line("INVALID", 422), line("DENIED", 403)
    first = {
        **RELEASED,
        "fixtures/v1/grew.jsonl": slow + wrong,
        "fixtures/v1/lost.jsonl": slow + wrong,
        "fixtures/v1/decisions.yml": ROWS + "grew.jsonl#1: retry\ngrew.jsonl#2: fix_request\nlost.jsonl#1: retry\n",
    }
    second = {
        "fixtures/v2/grew.jsonl": denied + slow + wrong,
        "fixtures/v2/lost.jsonl": wrong + denied,
        "fixtures/v2/decisions.yml": ROWS + "grew.jsonl#1: escalate\nlost.jsonl#1: fix_request\n",
    }
    repository = two_releases(tmp_path, second, first)
    rotate(repository)
    found = files(repository)
    assert found["grew.jsonl"] == denied + slow + wrong
    assert (found["lost.jsonl"], found["v1.0.0/lost.jsonl"]) == (wrong + denied, slow + wrong)
    assert "v1.0.0/grew.jsonl" not in found
    assert found["decisions.yml"] == ROWS + (
        "grew.jsonl#2: retry\ngrew.jsonl#3: fix_request\nv1.0.0/lost.jsonl#1: retry\n"
        "grew.jsonl#1: escalate\nlost.jsonl#1: fix_request\n"
    )
    repository.commit({})
    code, report, _ = check(repository)
    assert (code, report["regenerated"]) == (0, [])
    assert {rule for rule, _ in notes(report)} == {"fixtures/added", "fixtures/moved"}


def test_a_taken_place_is_numbered_and_an_equal_one_is_used(tmp_path: Path) -> None:
    """What lies under the former release already is never replaced."""
    first = {
        **RELEASED,
        "fixtures/v1/v1.0.0/timeout.json": DENIED,
        "fixtures/v1/v1.0.0/invalid.json": INVALID,
    }
    second = {**SECOND, "fixtures/v2/invalid.json": error("INVALID", 400)}
    repository = two_releases(tmp_path, second, first)
    rotate(repository)
    found = files(repository)
    assert found["v1.0.0/timeout.json"] == DENIED
    assert found["v1.0.0/timeout-2.json"] == TIMEOUT
    assert found["v1.0.0/invalid.json"] == INVALID
    assert "v1.0.0/invalid-2.json" not in found
    assert "v1.0.0/invalid.json: fix_request" in found["decisions.yml"]
    repository.commit({})
    code, report, _ = check(repository)
    assert (code, report["regenerated"]) == (0, [])


def test_only_volatile_fields_differ(tmp_path: Path) -> None:
    """Another request id is no other value."""
    again = TIMEOUT.replace('"r-1"', '"r-2"')
    repository = two_releases(tmp_path, {"fixtures/v2/timeout.json": again})
    assert "holds everything already" in rotate(repository)[0]


def test_the_first_rotation_makes_the_folder(tmp_path: Path) -> None:
    """With one tag and no v1 at all."""
    first = {name: None if name.startswith("fixtures/v1/") else text for name, text in RELEASED.items()}
    repository = Repository(tmp_path)
    repository.commit({name: text for name, text in first.items() if text is not None})
    repository.git("tag", "v1.0.0")
    repository.git("checkout", "-q", "-b", "pr")
    rotate(repository)
    assert files(repository) == {
        "decisions.yml": "denied.json: escalate\ninvalid.json: fix_request\ntimeout.json: retry\n",
        "denied.json": DENIED,
        "invalid.json": INVALID,
        "timeout.json": TIMEOUT,
    }
    repository.commit({})
    assert check(repository)[0] == 0


def test_a_release_without_one_before(tmp_path: Path) -> None:
    """Its own v1 differed already; there is no older tag to name the folder after."""
    repository = two_releases(tmp_path)
    repository.git("tag", "-d", "v1.0.0")
    rotate(repository)
    assert files(repository)["previous/timeout.json"] == TIMEOUT


def test_named_release_contract_and_config(tmp_path: Path) -> None:
    """The options choose; a wrong name is refused in a sentence."""
    repository = two_releases(tmp_path)
    assert "v1.0.0" in rotate(repository, "--release", "v1.0.0")[0]
    assert "There is no contract 'refunds'" in rotate(repository, "--contract", "refunds", code=2)[1]
    assert "There is no other.yml" in rotate(repository, "--config", "other.yml", code=2)[1]
    assert "no commit called 'v9'" in rotate(repository, "--release", "v9", code=2)[1]
    assert "is not a path inside" in rotate(repository, "--config", "../x.yml", code=2)[1]
    rotate(repository, "--contract", "payments")
    assert "v1.0.0/timeout.json" in files(repository)


def test_no_release_no_v1_no_v2(tmp_path: Path) -> None:
    """Nothing to take over is said, not passed over."""
    repository = Repository(tmp_path)
    repository.commit({name: text for name, text in RELEASED.items() if text is not None})
    assert "No tag 'v*' is reachable" in rotate(repository, code=2)[1]
    repository.git("tag", "v1.0.0")
    repository.commit(
        {".github/errgate.yml": CONFIG.replace("{v1: fixtures/v1, v2: fixtures/v2,", "{v2: fixtures/v2,")}
    )
    assert "names no folder for v1" in rotate(repository, code=2)[1]
    repository.commit({".github/errgate.yml": CONFIG.replace("v2: fixtures/v2", "v2: fixtures/now")})
    repository.commit({"fixtures/now/timeout.json": TIMEOUT})
    rotate(repository)  # the release's own config says where its v2 lay
    assert "has no recordings in v2" in rotate(repository, "--release", "HEAD~1", code=2)[1]


def test_unreadable_recordings_stop_it(tmp_path: Path) -> None:
    """The file and the line are named, and nothing is written."""
    repository = two_releases(tmp_path, {**SECOND, "fixtures/v1/invalid.json": '{"a": 1,\n]'})
    before = files(repository)
    _, said = rotate(repository, code=2)
    assert "fixtures/v1/invalid.json:2" in said
    assert files(repository) == before


def test_two_contracts_that_share_v1(tmp_path: Path) -> None:
    """One after the other."""
    other = CONFIG.split("contracts:\n")[1].replace("payments", "refunds").replace("v2: fixtures/v2", "v2: refunds/v2")
    second = {
        **SECOND,
        ".github/errgate.yml": CONFIG + other,
        "refunds/v2/refund.json": DENIED,
        "refunds/v2/decisions.yml": "refund.json: escalate\n",
    }
    repository = two_releases(tmp_path, second)
    assert "Two contracts would write" in rotate(repository, code=2)[1]
    for name in ("payments", "refunds"):
        rotate(repository, "--contract", name)
        repository.commit({})
    assert files(repository)["refund.json"] == DENIED
    assert "refund.json: escalate" in files(repository)["decisions.yml"]


def test_names_of_tags_with_folders(tmp_path: Path) -> None:
    """A monorepo's tag is a name with folders."""
    first = {**RELEASED, ".github/errgate.yml": CONFIG.replace('tag: "v*"', 'tag: "payments/v*"')}
    repository = Repository(tmp_path)
    repository.commit({name: text for name, text in first.items() if text is not None})
    repository.git("tag", "payments/v1.9.0")
    repository.git("tag", "refunds/v9.0.0")
    repository.commit(SECOND)
    repository.git("tag", "payments/v1.10.0")
    rotate(repository)
    assert files(repository)["payments/v1.9.0/timeout.json"] == TIMEOUT


def test_a_bare_repository_and_none_at_all(tmp_path: Path) -> None:
    """There is nothing to write to."""
    repository = two_releases(tmp_path / "repository")
    repository.git("clone", "-q", "--bare", ".", str(tmp_path / "bare"))
    repository.folder = tmp_path / "bare"
    assert "is bare" in rotate(repository, code=2)[1]
    repository.folder = tmp_path / "empty"
    repository.folder.mkdir()
    assert "is not a git repository" in rotate(repository, code=2)[1]
