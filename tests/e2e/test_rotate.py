"""After a release: rotate, commit, and the gate passes; what v1 held is still in it."""

from pathlib import Path
from typing import Any

from tests.e2e.contract import CONFIG, DENIED, INVALID, RELEASED, ROWS, TIMEOUT, error
from tests.e2e.repository import Repository
from tests.e2e.rotation import LIMITED, SECOND, files, rotate, two_releases
from tests.e2e.test_scenarios import check


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


def test_other_release_rules(tmp_path: Path) -> None:
    """A fixed ref finds the release before by its version; a team that deploys from main has none."""
    for rule, former in (("{ref: v1.1.0}", "v1.0.0"), ("base", "previous")):
        config = CONFIG.replace('{tag: "v*"}', rule)
        repository = two_releases(tmp_path / former, {**SECOND, ".github/errgate.yml": config})
        rotate(repository)
        assert files(repository)[f"{former}/timeout.json"] == TIMEOUT


def test_from_a_folder_of_the_repository_and_a_linked_work_tree(tmp_path: Path) -> None:
    """The repository is the one that the folder lies in; a linked work tree has its own files."""
    repository = two_releases(tmp_path / "repository")
    repository.git("worktree", "add", "-q", str(tmp_path / "linked"), "HEAD")
    linked = Repository.__new__(Repository)
    linked.folder = tmp_path / "linked" / "src"
    rotate(linked)
    linked.folder = tmp_path / "linked"
    assert files(linked)["v1.0.0/timeout.json"] == TIMEOUT
    assert "v1.0.0/timeout.json" not in files(repository)


def test_what_the_bytes_are_is_kept(tmp_path: Path) -> None:
    """Formatting, line ends and a byte order mark are copied as they are."""
    odd = b"\xef\xbb\xbf" + LIMITED.replace("\n", "\r\n").encode()
    repository = two_releases(tmp_path, {"fixtures/v2/new.json": odd.decode(), "fixtures/v2/decisions.yml": ROWS})
    rotate(repository)
    assert (repository.folder / "fixtures/v1/new.json").read_bytes() == odd
