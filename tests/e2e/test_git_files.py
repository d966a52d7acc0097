"""What a repository may hold instead of a regular file, and how much of its history it may lack."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.contract import RELEASED, error
from tests.e2e.repository import ENVIRONMENT, Repository
from tests.e2e.test_scenarios import check

POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:" + "a" * 64 + "\nsize 12345\n"


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = Repository(tmp_path / "a repository")
    made.commit({name: text for name, text in RELEASED.items() if text is not None})
    made.git("tag", "v1.4.0")
    made.git("checkout", "-q", "-b", "pr")
    return made


def rules(report: dict, *names: str) -> set[tuple[str, str]]:  # type: ignore[type-arg]
    return {
        (each["rule"], each["subject"]["name"]) for each in report["findings"] if not names or each["rule"] in names
    }


def test_symlinks_are_findings(repository: Repository) -> None:
    """A fixture and a part that became symlinks are not followed."""
    for name in ("fixtures/v2/timeout.json", "contract/codes.yml"):
        (repository.folder / name).unlink()
        (repository.folder / name).symlink_to("/etc/passwd")
    repository.commit({})
    code, report, stderr = check(repository)
    assert code == 1
    assert {("fixtures/unreadable", "v2/timeout.json"), ("gate/part-unreadable", "registry")} <= rules(report)
    assert "root:" not in str(report) + stderr


def test_lfs_pointers_are_findings(repository: Repository) -> None:
    """A fixture and a part that moved to Git LFS are not checked, and said so."""
    repository.commit({"fixtures/v2/timeout.json": POINTER, "contract/hints.yml": POINTER})
    code, report, _ = check(repository)
    assert code == 1
    assert {("fixtures/unreadable", "v2/timeout.json"), ("gate/part-unreadable", "hints")} <= rules(report)
    assert "LFS" in str(report)


def test_submodules_are_findings(repository: Repository) -> None:
    """A submodule inside a collection."""
    sha = repository.git("rev-parse", "HEAD")
    repository.git("update-index", "--add", "--cacheinfo", f"160000,{sha},fixtures/v2/vendored")
    repository.git("commit", "-q", "-m", "Vendor")
    code, report, _ = check(repository)
    assert code == 1
    assert ("fixtures/unreadable", "v2/vendored") in rules(report)


@pytest.mark.parametrize(
    "content",
    ["", "  \n", "\ufeff", "[1, 2", '{"a": 1, "a": 2}', "[NaN]", '{"m": "\\ud800"}', "[" * 5000, "x" * 6_000_000],
)
def test_unreadable_fixtures_are_findings(repository: Repository, content: str) -> None:
    """Empty, ill-formed or too large: exit 1 with the reason, never a pass or a traceback."""
    repository.commit({"fixtures/v2/timeout.json": content})
    code, report, stderr = check(repository)
    assert code == 1
    assert ("fixtures/unreadable", "v2/timeout.json") in rules(report)
    assert "Traceback" not in stderr


@pytest.mark.parametrize(
    "name", ["a b/c.json", "x => y.json", "{old => new}.json", 'quo"te.json', "tab\there.json", "línea.json"]
)
def test_odd_names(repository: Repository, name: str) -> None:
    """Names that human formats garble come through whole."""
    repository.commit({f"fixtures/v2/{name}": error("TRANSIENT", 503)})
    code, report, _ = check(repository)
    assert code == 0
    assert ("fixtures/added", f"v2/{name}") in rules(report)


def test_a_shallow_clone_says_what_to_fetch(repository: Repository, tmp_path: Path) -> None:
    """No merge base, no tags: exit 2 with the command."""
    repository.commit({"contract/codes.yml": "codes: {}\n"})
    repository.commit({"README.md": "x\n"})
    subprocess.run(
        ["git", "clone", "-q", "--depth", "1", "--no-single-branch", f"file://{repository.folder}", str(tmp_path / "shallow")],
        check=True, env=ENVIRONMENT, capture_output=True,
    )  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-m", "errgate", "check", "--repo", str(tmp_path / "shallow"), "--base", "origin/main", "--head", "origin/pr"],
        check=False, env=ENVIRONMENT, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 2
    assert "--unshallow" in done.stderr
    assert "fetch-depth: 0" in done.stderr


def test_two_contracts_may_have_their_own_releases(repository: Repository) -> None:
    """A monorepo: each contract is compared with its own tag."""
    config = RELEASED[".github/errgate.yml"]
    assert config is not None
    repository.git("checkout", "-q", "main")
    repository.git("tag", "payments/v1.0.0")
    repository.commit(
        {
            ".github/errgate.yml": config.replace(
                "- name: payments\n", '- name: payments\n    release: {tag: "payments/v*"}\n'
            )
        }
    )
    repository.git("branch", "-f", "pr", "main")
    repository.git("checkout", "-q", "pr")
    repository.commit({"contract/codes.yml": None})
    code, report, _ = check(repository)
    assert code == 1
    assert report["refs"]["release"]["name"] == "payments/v1.0.0"


def test_the_working_tree_is_not_read(repository: Repository) -> None:
    """What lies uncommitted in the folder changes nothing."""
    repository.commit({"README.md": "x\n"})
    (repository.folder / ".github" / "errgate.yml").write_text("nonsense")
    (repository.folder / "contract" / "codes.yml").write_text("nonsense")
    code, report, _ = check(repository)
    assert (code, report["verdict"]) == (0, "not-applicable")
