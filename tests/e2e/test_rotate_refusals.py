"""What ``errgate rotate`` does not do: lose what is unsaved, follow symlinks, leave the repository, guess."""

import subprocess
from pathlib import Path

import pytest

from tests.e2e.contract import CONFIG, DENIED, INVALID, RELEASED, TIMEOUT
from tests.e2e.repository import ENVIRONMENT, Repository
from tests.e2e.rotation import SECOND, files, rotate, two_releases


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


def test_a_bare_repository_and_none_at_all(tmp_path: Path) -> None:
    """There is nothing to write to."""
    repository = two_releases(tmp_path / "repository")
    repository.git("clone", "-q", "--bare", ".", str(tmp_path / "bare"))
    repository.folder = tmp_path / "bare"
    assert "is bare" in rotate(repository, code=2)[1]
    repository.folder = tmp_path / "empty"
    repository.folder.mkdir()
    assert "is not a git repository" in rotate(repository, code=2)[1]


def test_a_release_in_a_hostile_tree(tmp_path: Path) -> None:
    """Names in a tree that lead out of the repository are refused, and nothing is written outside."""
    repository = two_releases(tmp_path / "repository", {})
    blob = repository.git("hash-object", "-w", "fixtures/v2/timeout.json")

    def tree(*entries: str) -> str:
        done = subprocess.run(
            ["git", "hash-object", "-t", "tree", "-w", "--stdin", "--literally"],
            cwd=repository.folder,
            input=b"".join(
                mode.encode() + b" " + name.encode() + b"\0" + bytes.fromhex(sha)
                for mode, name, sha in (entry.split(" ") for entry in entries)
            ),
            capture_output=True,
            check=True,
            env=ENVIRONMENT,
        )
        return done.stdout.decode().strip()

    outer = tree(f"100644 pwned.json {blob}")
    for _ in range(3):
        outer = tree(f"40000 .. {outer}")
    v2 = tree(f"40000 v2 {outer}")
    root = tree(f"40000 fixtures {v2}")
    commit = repository.git("commit-tree", root, "-m", "hostile")
    _, said = rotate(repository, "--release", commit, code=2)
    assert "not a path inside the repository" in said
    assert not list(tmp_path.rglob("pwned.json"))
