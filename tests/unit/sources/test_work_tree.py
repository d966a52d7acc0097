"""Writing below one folder: all files or none, never through a symlink, never outside."""

import os
from pathlib import Path

import pytest

from errgate.errors import ErrgateError, SourceUnavailable, UsageError
from errgate.sources.work_tree import WorkTree


def held(root: Path) -> dict[str, bytes]:
    return {each.relative_to(root).as_posix(): each.read_bytes() for each in root.rglob("*") if each.is_file()}


def test_folders_are_made_and_files_replaced(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(b"old")
    WorkTree(tmp_path).write({"a.json": b"new", "b/c/d.json": b"\xff\r\n"})
    assert held(tmp_path) == {"a.json": b"new", "b/c/d.json": b"\xff\r\n"}


def test_what_was_listed_is_read(tmp_path: Path) -> None:
    WorkTree(tmp_path).write({"f/v1/a.json": b"1", "f/v2/b.json": b"2"})
    tree = WorkTree(tmp_path)
    listed = tree.tree("f/v1")
    assert list(listed) == ["f/v1/a.json"]
    assert list(tree.read("f/v1", listed.values()).values()) == [b"1"]
    assert (tree.tree("f/v3"), tree.read("f/v3", ())) == ({}, {})


@pytest.mark.parametrize(
    "path", ["../x", "/x", "a/../../x", "a//b", "./a", "", ".git/config", "a/.GIT/hooks/x", "a\0b"]
)
def test_paths_that_lead_elsewhere(tmp_path: Path, path: str) -> None:
    with pytest.raises(UsageError, match="not a path inside"):
        WorkTree(tmp_path).write({"fine.json": b"", path: b""})
    assert held(tmp_path) == {}


def test_symlinks_are_not_followed(tmp_path: Path) -> None:
    outside, root = tmp_path / "outside", tmp_path / "root"
    outside.mkdir()
    (outside / "x").write_bytes(b"theirs")
    root.mkdir()
    (root / "folder").symlink_to(outside)
    (root / "file").symlink_to(outside / "x")
    (root / "dangling").symlink_to(outside / "y")
    for path in ("folder/x", "file", "dangling"):
        with pytest.raises(UsageError, match="is a symlink"):
            WorkTree(root).write({"fine.json": b"", path: b"ours"})
    with pytest.raises(UsageError, match="is a symlink"):
        WorkTree(root).tree("folder")
    assert held(outside) == {"x": b"theirs"}
    assert not (root / "fine.json").exists()


def test_files_and_folders_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    tree = WorkTree(tmp_path)
    for path, words in (
        ("file/x", "where a folder is needed"),
        ("folder", "no regular file"),
        ("pipe", "no regular file"),
    ):
        with pytest.raises(UsageError, match=words):
            tree.write({path: b""})
    with pytest.raises(UsageError, match="where a folder is needed"):
        tree.tree("file")


def test_a_full_disk_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first file is on the disk when the second fails; neither it nor its folder stays."""
    (tmp_path / "a.json").write_bytes(b"old")
    calls: list[int] = []

    def full(descriptor: int) -> None:
        calls.append(descriptor)
        if len(calls) == 2:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SourceUnavailable, match=r"Nothing was written: .*No space left"):
        WorkTree(tmp_path).write({"a.json": b"new", "b/c.json": b"new"})
    assert held(tmp_path) == {"a.json": b"old"}
    assert not (tmp_path / "b").exists()


def test_a_failure_half_way_is_told_with_the_way_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No temporary file stays."""
    real = Path.replace

    def stubborn(self: Path, target: Path) -> Path:
        if target.name == "b.json":
            raise OSError(13, "Permission denied")
        return real(self, target)

    monkeypatch.setattr(Path, "replace", stubborn)
    with pytest.raises(ErrgateError, match=r"1 of 2 files were written.*git restore"):
        WorkTree(tmp_path).write({"a.json": b"1", "b.json": b"2"})
    assert held(tmp_path) == {"a.json": b"1"}
