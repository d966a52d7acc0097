"""Looking through a repository: bounded, following nothing, running nothing."""

from pathlib import Path

import pytest

from errgate.sources import discovery
from errgate.sources.discovery import Place, look
from tests.fakes.repository import Repository

CODES = '{"NOT_FOUND": {"status": 404, "message": "no"}, "TIMED_OUT": {"status": 504, "message": "late"}}'


def test_git_says_what_there_is(tmp_path: Path) -> None:
    git = Repository(tmp_path / "r").write(
        {"src/errors.json": CODES, ".gitignore": "out.json\n", "vendor/errors.json": CODES}
    )
    git.commit()
    git.write({"out.json": CODES, "new/errors.json": CODES})
    names, more, is_git = Place(git.path).names()
    assert names == [".gitignore", "new/errors.json", "src/errors.json"]
    assert (more, is_git) == (False, True)


def test_a_folder_without_git_is_walked(tmp_path: Path) -> None:
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "errors.json").write_text(CODES)
    (tmp_path / "errors.json").write_text(CODES)
    (tmp_path / "loop").symlink_to(tmp_path)
    names, _, is_git = Place(tmp_path).names()
    assert names == ["errors.json"] or names == ["errors.json", "loop"]
    assert not is_git


def test_symlinks_are_not_followed(tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "errors.json").write_text(CODES)
    root = tmp_path / "r"
    root.mkdir()
    (root / "errors.json").symlink_to(tmp_path / "outside" / "errors.json")
    (root / "folder").symlink_to(tmp_path / "outside")
    place = Place(root)
    assert place.read("errors.json") is None
    assert place.read("folder/errors.json") is None
    assert look(place).survey.registries == []


def test_the_likeliest_files_are_opened_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for index in range(10):
        (tmp_path / f"a{index}.json").write_text("{}")
    (tmp_path / "z_error_codes.json").write_text(CODES)
    monkeypatch.setattr(discovery, "MOST_OPENED", 3)
    found = look(Place(tmp_path))
    assert (found.opened, found.more) == (3, True)
    assert [each.path for each in found.survey.ranked()] == ["z_error_codes.json"]


def test_names_and_bytes_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for index in range(10):
        (tmp_path / f"a{index}.json").write_text("{}")
    (tmp_path / "large_errors.json").write_text(CODES + " " * 300)
    monkeypatch.setattr(discovery, "LARGEST", 200)
    found = look(Place(tmp_path))
    assert found.survey.unread[0][0] == "large_errors.json" or found.survey.unread == []
    assert found.survey.registries == []
    monkeypatch.setattr(discovery, "MOST_NAMES", 5)
    assert len(Place(tmp_path).names()[0]) == 5


def test_what_cannot_be_parsed_is_said_where_its_name_matters(tmp_path: Path) -> None:
    (tmp_path / "errors.json").write_text("{")
    (tmp_path / "other.json").write_text("{")
    found = look(Place(tmp_path))
    assert [name for name, _ in found.survey.unread] == ["errors.json"]


def test_names_that_no_config_can_hold_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "err\nors.json").write_text(CODES)
    (tmp_path / b"err\xff.json".decode("utf-8", "surrogateescape")).write_text(CODES)
    assert Place(tmp_path).names()[0] == []
