"""Plain folders as trees: what is listed, what is never followed or opened, and what is said when reading fails."""

import os
import socket
from pathlib import Path

import pytest

from errgate.core.report import Ref
from errgate.errors import SourceUnavailable
from errgate.sources import directory
from errgate.sources.directory import DirectoryPair, DirectorySource
from errgate.sources.git import GitSource
from errgate.sources.source import Blob, TooLarge
from tests.fakes.repository import Repository

NAMES = ("a b/c.json", "x => y.json", "{old => new}.json", "line\nfeed", "tab\there", 'quo"te', "é", "bytes\udcff")


def write(root: Path, files: dict[str, str]) -> Path:
    for name, content in files.items():
        path = root / os.fsdecode(name.encode("utf-8", "surrogateescape"))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    return root


def test_the_same_tree_as_git_lists(tmp_path: Path) -> None:
    """Ids, modes and order are git's, so that a folder and a commit of it are alike."""
    repository = Repository(tmp_path / "repository")
    repository.write({name: name.encode("utf-8", "surrogateescape") for name in NAMES})
    repository.write({"empty": b"", "run": "1", ".hidden/x": "2", "d/b": "3", "d-b": "4", "d.b": "5"})
    repository.executable("run").symlink("link", "a b").symlink("dangling", "nowhere")
    repository.commit()
    source = GitSource(repository.path)
    git = source.tree(source.resolve("HEAD"))
    plain = DirectorySource(repository.path).tree()
    assert list(plain.items()) == list(git.items())
    assert DirectorySource(repository.path).read(plain.values()) == source.read(git.values())


def test_git_folders_are_skipped(tmp_path: Path) -> None:
    write(tmp_path, {".git/config": "x", "sub/.git/config": "x", "other/.git": "gitdir: x", ".gitignore": "x"})
    assert list(DirectorySource(tmp_path).tree()) == [".gitignore"]


def test_symlinks_are_listed_and_not_followed_b059(tmp_path: Path) -> None:
    """A symlink, to a file or to a folder outside, whose target is read as if it were a fixture."""
    outside = write(tmp_path / "outside", {"secret.json": "{}"})
    root = write(tmp_path / "root", {"real.json": "{}"})
    (root / "file.json").symlink_to(outside / "secret.json")
    (root / "folder").symlink_to(outside)
    (root / "loop").symlink_to(root)
    source = DirectorySource(root)
    assert {path: blob.mode for path, blob in source.tree().items()} == {
        "file.json": "120000",
        "folder": "120000",
        "loop": "120000",
        "real.json": "100644",
    }
    assert source.read(source.tree().values()) == {source.tree()["real.json"].id: b"{}"}


def test_pipes_and_sockets_are_skipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Opening a pipe waits for ever for somebody who writes."""
    write(tmp_path, {"a": "1"})
    os.mkfifo(tmp_path / "pipe")
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("socket")
        assert list(DirectorySource(tmp_path).tree()) == ["a"]


def test_a_pipe_in_a_files_place_is_not_waited_for(tmp_path: Path) -> None:
    write(tmp_path, {"a": "1"})
    source = DirectorySource(tmp_path)
    blobs = list(source.tree().values())
    (tmp_path / "a").unlink()
    os.mkfifo(tmp_path / "a")
    with pytest.raises(SourceUnavailable, match="changed while it was read"):
        source.read(blobs)
    (tmp_path / "a").unlink()
    (tmp_path / "a").symlink_to("/etc/passwd")
    with pytest.raises(SourceUnavailable, match="cannot be read"):
        source.read(blobs)


def test_a_file_that_changes_meanwhile_is_said(tmp_path: Path) -> None:
    write(tmp_path, {"a": "1"})
    source = DirectorySource(tmp_path)
    blobs = list(source.tree().values())
    write(tmp_path, {"a": "2"})
    with pytest.raises(SourceUnavailable, match=r"'a' in .* changed while it was read"):
        source.read(blobs)
    (tmp_path / "a").unlink()
    with pytest.raises(SourceUnavailable, match=r"'a' in .* cannot be read"):
        source.read(blobs)


def test_a_file_that_cannot_be_read_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, {"folder/closed.json": "1"})

    def refuse(*_: object, **__: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(SourceUnavailable) as caught:
        DirectorySource(tmp_path).tree()
    assert "'folder/closed.json'" in caught.value.problem
    assert "Permission denied" in caught.value.problem
    assert "Make it readable" in caught.value.fix


def test_a_folder_that_cannot_be_read_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, {"folder/a": "1"})
    real = os.scandir

    def refuse(path: bytes) -> object:
        if path.endswith(b"folder"):
            raise PermissionError(13, "Permission denied")
        return real(path)

    monkeypatch.setattr(os, "scandir", refuse)
    with pytest.raises(SourceUnavailable, match="'folder' in"):
        DirectorySource(tmp_path).tree()


def test_what_is_no_folder_is_said(tmp_path: Path) -> None:
    write(tmp_path, {"file": "1"})
    for path in (tmp_path / "nowhere", tmp_path / "file"):
        with pytest.raises(SourceUnavailable, match="is not a folder"):
            DirectorySource(path)
        with pytest.raises(SourceUnavailable, match="is not a folder"):
            DirectoryPair(tmp_path, path)


def test_large_files_are_not_loaded(tmp_path: Path) -> None:
    write(tmp_path, {"a": "x" * 101, "b": "y" * 100})
    source = DirectorySource(tmp_path, limit=100)
    tree = source.tree()
    assert source.read(tree.values()) == {tree["a"].id: TooLarge(size=101), tree["b"].id: b"y" * 100}


def test_too_many_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(directory, "MOST_FILES", 3)
    write(tmp_path, {str(number): "" for number in range(4)})
    with pytest.raises(SourceUnavailable, match="more than 3 files"):
        DirectorySource(tmp_path).tree()


def test_a_pair_selects_by_name(tmp_path: Path) -> None:
    old = write(tmp_path / "old", {"same": "1", "edited": "1", "gone": "2", "fixtures/moved": "3", "late": "4"})
    new = write(tmp_path / "new", {"same": "1", "edited": "2", "added": "5", "other/moved": "3"})
    (new / "late").symlink_to("same")
    pair = DirectoryPair(old, new)
    base, head = Ref(name=str(old)), Ref(name=str(new))
    assert (pair.old.ref, pair.new.ref) == (base, head)
    assert set(pair.tree(base)) == {"same", "edited", "gone", "fixtures/moved", "late"}
    changes = pair.changes(base, head)
    assert [(change.old and change.old.path, change.new and change.new.path) for change in changes] == [
        (None, "added"),
        ("edited", "edited"),
        ("fixtures/moved", "other/moved"),
        ("gone", None),
        ("late", "late"),
    ]
    assert [change.renamed for change in changes] == [False, False, True, False, False]
    assert pair.changes(base, base) == ()
    assert pair.messages(base, head) == ()
    data = pair.read([*pair.tree(base).values(), *pair.tree(head).values()])
    assert set(data.values()) == {b"1", b"2", b"3", b"4", b"5"}
    with pytest.raises(SourceUnavailable, match="none of the two folders"):
        pair.tree(Ref(name="elsewhere"))
    with pytest.raises(SourceUnavailable, match="holds no 'made/up'"):
        pair.read([Blob(path="made/up", mode="100644", id="0" * 40)])


def test_a_folder_against_itself_has_no_changes(tmp_path: Path) -> None:
    pair = DirectoryPair(write(tmp_path / "x", {"a": "1"}), tmp_path / "x")
    assert pair.changes(pair.old.ref, pair.new.ref) == ()
