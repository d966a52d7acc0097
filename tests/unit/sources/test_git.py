"""Git as a source: names, history, trees, blobs, and repositories in awkward places and states."""

import gc
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from errgate.core.report import Ref
from errgate.errors import SourceUnavailable, UsageError
from errgate.sources import git_process
from errgate.sources.git import GitSource
from errgate.sources.source import Blob, Change, TooLarge
from tests.fakes.repository import Repository

NAMES = (
    "fixtures/a b/c.json",
    "fixtures/x => y.json",
    "fixtures/{old => new}.json",
    "fixtures/line\nfeed.json",
    "fixtures/tab\there.json",
    'fixtures/quo"te.json',
    "fixtures/back\\slash.json",
    "fixtures/é.json",
    "fixtures/bytes\udcff.json",
    "fixtures/ b/c.env",
    " leading and trailing ",
    "-dash",
    ":(glob)*",
)


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "repository")


@pytest.fixture
def spawned(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[list[str]]]:
    """The commands of all processes that errgate starts."""
    commands: list[list[str]] = []
    real = subprocess.Popen

    class Counted(real):  # type: ignore[misc, valid-type]
        def __init__(self, arguments: list[str], *rest: object, **options: object) -> None:
            commands.append(arguments)
            super().__init__(arguments, *rest, **options)

    monkeypatch.setattr(subprocess, "Popen", Counted)
    return iter([commands])


def shape(change: Change) -> tuple[str | None, str | None, bool]:
    old, new = change.old, change.new
    return (old.path if old else None, new.path if new else None, change.renamed)


def shapes(source: GitSource, base: str, head: str) -> list[tuple[str | None, str | None, bool]]:
    return [shape(change) for change in source.changes(source.resolve(base), source.resolve(head))]


# Names of commits


def test_resolves_branches_tags_ids_and_head(repository: Repository) -> None:
    first = repository.write({"a": "1"}).commit()
    repository.tag("v1").tag("v1-annotated", annotated=True).tag("nested", "v1-annotated", annotated=True)
    second = repository.branch("feature/x").write({"a": "2"}).commit()
    source = GitSource(repository.path)
    assert source.resolve("main") == Ref(name="main", sha=first)
    assert source.resolve("feature/x") == Ref(name="feature/x", sha=second)
    for tag in ("v1", "v1-annotated", "nested"):
        assert source.resolve(tag) == Ref(name=tag, sha=first)
    assert source.resolve(second) == Ref(name=second[:12], sha=second)
    assert source.resolve("HEAD") == Ref(name=second[:12], sha=second)
    assert source.resolve("HEAD~1").sha == first
    assert source.resolve(second[:10]).sha == second


@pytest.mark.parametrize(
    "name", ["", "-x", "--all", "^main", "a b", "a\nb", "a\0b", "main:a", ":/x", "a..b", "HEAD^{/x}", "x" * 2000]
)
def test_what_is_no_name_is_refused(repository: Repository, name: str) -> None:
    repository.commit()
    with pytest.raises(SourceUnavailable, match="is not the name of a commit"):
        GitSource(repository.path).resolve(name)


def test_an_unknown_name_says_what_to_fetch(repository: Repository) -> None:
    repository.write({"a": "1"}).commit()
    source = GitSource(repository.path)
    for name in ("nowhere", "f" * 40, "origin/nowhere", repository.sha("HEAD:a")):
        with pytest.raises(SourceUnavailable) as caught:
            source.resolve(name)
        assert repr(name) in caught.value.problem
        assert f"git fetch origin {name.removeprefix('origin/')}" in caught.value.fix
    assert source.resolve("HEAD").sha == repository.sha()


def test_a_branch_that_only_origin_has_is_found(repository: Repository, tmp_path: Path) -> None:
    """A checkout of one branch has no local branch for the target, only origin's."""
    repository.write({"a": "1"}).commit()
    repository.branch("topic").commit()
    clone = repository.clone(tmp_path / "clone")
    clone.git("checkout", "-q", "--detach")
    clone.git("branch", "-D", "topic")
    assert GitSource(clone.path).resolve("topic") == Ref(name="origin/topic", sha=repository.sha("topic"))


def test_a_tag_wins_over_a_branch_of_its_name(repository: Repository) -> None:
    tagged = repository.write({"a": "1"}).commit()
    repository.tag("same")
    repository.branch("same", "HEAD").write({"a": "2"}).commit()
    assert GitSource(repository.path).resolve("same").sha == tagged


def test_an_empty_repository_has_no_head(repository: Repository) -> None:
    source = GitSource(repository.path)
    with pytest.raises(SourceUnavailable, match="has none yet"):
        source.resolve("HEAD")
    with pytest.raises(UsageError, match="--base"):
        source.default_target()


def test_default_target_prefers_origins_default_branch(repository: Repository, tmp_path: Path) -> None:
    repository.write({"a": "1"}).commit()
    repository.branch("develop").write({"a": "2"}).commit()
    clone = repository.clone(tmp_path / "clone")
    clone.branch("main", "origin/main")
    assert GitSource(clone.path).default_target() == Ref(name="origin/develop", sha=repository.sha("develop"))


def test_default_target_falls_back_in_a_fixed_order(repository: Repository) -> None:
    sha = repository.commit()
    repository.branch("topic")
    assert GitSource(repository.path).default_target() == Ref(name="main", sha=sha)
    repository.git("update-ref", "refs/remotes/origin/main", sha)
    repository.git("branch", "-D", "main")
    assert GitSource(repository.path).default_target() == Ref(name="origin/main", sha=sha)
    repository.git("update-ref", "-d", "refs/remotes/origin/main")
    repository.git("branch", "master")
    assert GitSource(repository.path).default_target() == Ref(name="master", sha=sha)
    repository.git("branch", "-D", "master")
    with pytest.raises(UsageError, match="--base REF"):
        GitSource(repository.path).default_target()


# History


def test_merge_base_is_where_the_branch_left(repository: Repository) -> None:
    fork = repository.write({"a": "1"}).commit()
    repository.branch("topic").write({"b": "1"}).commit()
    repository.checkout("main").write({"c": "1"}).commit()
    source = GitSource(repository.path)
    base = source.merge_base(source.resolve("main"), source.resolve("topic"))
    assert base == Ref(name=f"main@{fork[:7]}", sha=fork)
    assert shapes(source, base.sha, "topic") == [(None, "b", False)]


def test_merge_base_after_the_target_was_merged_in(repository: Repository) -> None:
    repository.write({"a": "1"}).commit()
    repository.branch("topic").write({"b": "1"}).commit()
    tip = repository.checkout("main").write({"c": "1"}).commit()
    repository.checkout("topic").merge("main")
    source = GitSource(repository.path)
    assert source.merge_base(source.resolve("main"), source.resolve("topic")) == Ref(name=f"main@{tip[:7]}", sha=tip)


def test_unrelated_histories_have_no_base(repository: Repository) -> None:
    repository.write({"a": "1"}).commit()
    repository.git("checkout", "-q", "--orphan", "other")
    repository.commit()
    source = GitSource(repository.path)
    with pytest.raises(SourceUnavailable, match="unrelated histories"):
        source.merge_base(source.resolve("main"), source.resolve("other"))


def forked(repository: Repository, ahead: int = 3) -> Repository:
    """A topic that left main three commits ago, and one commit of its own."""
    repository.write({"a": "1", "fixtures/x.json": "{}"}).commit()
    repository.tag("v1.0.0")
    repository.branch("topic").write({"fixtures/x.json": "[]"}).commit()
    repository.checkout("main")
    for number in range(ahead):
        repository.write({"a": f"{number} more"}).commit()
    return repository


def test_shallow_clone_says_what_to_fetch_b021(repository: Repository, tmp_path: Path) -> None:
    """In a shallow clone without the merge base a tool compares with the wrong commit, or stops with ``bad object``."""
    forked(repository)
    clone = repository.clone(tmp_path / "clone", "--depth=1", "--no-single-branch")
    source = GitSource(clone.path)
    assert source.is_shallow()
    target, head = source.resolve("origin/main"), source.resolve("origin/topic")
    with pytest.raises(SourceUnavailable) as caught:
        source.merge_base(target, head)
    assert "shallow" in caught.value.problem
    assert "git fetch --unshallow --tags" in caught.value.fix
    assert "fetch-depth: 0" in caught.value.fix
    with pytest.raises(SourceUnavailable, match="shallow") as tags:
        source.tags_merged(target)
    assert "--tags" in tags.value.fix
    with pytest.raises(SourceUnavailable, match="fetch-depth: 0"):
        source.resolve("v1.0.0-nowhere")


def test_deep_enough_is_enough_b021(repository: Repository, tmp_path: Path) -> None:
    """A clone that is shallow only below the merge base answers as the full one does."""
    for number in range(5):
        repository.write({"old": str(number)}).commit()
    forked(repository)
    clone = repository.clone(tmp_path / "clone", "--depth=4", "--no-single-branch")
    cut, full = GitSource(clone.path), GitSource(repository.path)
    assert cut.is_shallow()
    assert not full.is_shallow()
    base = cut.merge_base(cut.resolve("origin/main"), cut.resolve("origin/topic"))
    assert base.sha == full.merge_base(full.resolve("main"), full.resolve("topic")).sha
    assert shapes(cut, base.sha, "origin/topic") == [("fixtures/x.json", "fixtures/x.json", False)]


def test_an_older_common_commit_is_not_taken_for_the_base_b021(repository: Repository, tmp_path: Path) -> None:
    """A shallow clone may hold a common ancestor that is not the nearest: the way to the nearest is cut off."""
    old = repository.write({"a": "1"}).commit()
    nearest = repository.write({"a": "2"}).commit()
    repository.branch("topic")
    for number in range(4):
        repository.write({"b": str(number)}).commit()
    repository.branch("aside", old).write({"c": "1"}).commit()
    repository.checkout("topic").merge("aside")
    repository.checkout("main").write({"d": "1"}).commit()
    full = GitSource(repository.path)
    assert full.merge_base(full.resolve("main"), full.resolve("topic")).sha == nearest
    clone = repository.clone(tmp_path / "clone", "--depth=3", "--no-single-branch")
    source = GitSource(clone.path)
    assert clone.git("merge-base", "origin/main", "origin/topic") == old
    with pytest.raises(SourceUnavailable, match="shallow"):
        source.merge_base(source.resolve("origin/main"), source.resolve("origin/topic"))


def test_tags_reachable_from_the_target(repository: Repository) -> None:
    first = repository.write({"a": "1"}).commit()
    repository.tag("v1.0.0").tag("payments/v2", annotated=True).tag("é").tag("nested", "payments/v2", annotated=True)
    repository.git("tag", "blob", repository.sha("HEAD:a"))
    repository.branch("other").write({"a": "2"}).commit()
    repository.tag("v9.0.0")
    source = GitSource(repository.path)
    found = source.tags_merged(source.resolve("main"))
    assert found == (("nested", first), ("payments/v2", first), ("v1.0.0", first), ("é", first))
    assert "v9.0.0" in dict(source.tags_merged(source.resolve("other")))


def test_messages_newest_first(repository: Repository) -> None:
    repository.commit("before")
    repository.branch("topic").commit("first\n\nConsumer-Impact: a sentence, because é.\n")
    repository.commit("second")
    source = GitSource(repository.path)
    assert source.messages(source.resolve("main"), source.resolve("topic")) == (
        "second\n",
        "first\n\nConsumer-Impact: a sentence, because é.\n",
    )
    assert source.messages(source.resolve("topic"), source.resolve("topic")) == ()


def test_messages_in_other_encodings(repository: Repository) -> None:
    base = repository.commit("before")
    tree = repository.sha("HEAD^{tree}")
    for name, encoding in (("latin", "iso-8859-1"), ("nonsense", "no-such-thing"), ("odd", "zlib")):
        head = f"tree {tree}\nparent {base}\nauthor T <t@e> 1 +0000\ncommitter T <t@e> 1 +0000\nencoding {encoding}\n\n"
        raw = head.encode() + "caf\u00e9\n".encode("iso-8859-1")
        sha = repository.git("hash-object", "-t", "commit", "-w", "--stdin", stdin=raw)
        repository.git("update-ref", f"refs/heads/{name}", sha)
    source = GitSource(repository.path)
    for name, message in (("latin", "café\n"), ("nonsense", "caf\ufffd\n"), ("odd", "caf\ufffd\n")):
        assert source.messages(source.resolve("main"), source.resolve(name)) == (message,)


def test_dirty(repository: Repository) -> None:
    repository.write({"a": "1", ".gitignore": "ignored\n"}).commit()
    index = (repository.path / ".git/index").read_bytes()
    assert not GitSource(repository.path).dirty()
    repository.write({"ignored": "1"})
    assert not GitSource(repository.path).dirty()
    repository.write({"new": "1"})
    assert GitSource(repository.path).dirty()
    repository.write({"new": None, "a": "2"})
    assert GitSource(repository.path).dirty()
    assert (repository.path / ".git/index").read_bytes() == index


# Trees, changes, blobs


def test_modes_of_all_kinds_of_entries_b059(repository: Repository) -> None:
    """A symlink or a submodule read as if it were a fixture."""
    first = repository.write({"file": "1", "run": "2"}).executable("run").symlink("link", "/etc/passwd").commit()
    repository.submodule("sub", first)
    repository.commit(add=False)
    source = GitSource(repository.path)
    tree = source.tree(source.resolve("HEAD"))
    modes = {"file": "100644", "link": "120000", "run": "100755", "sub": "160000"}
    assert {path: tree[path].mode for path in modes} == modes
    assert {path: blob.mode for path, blob in tree.items()} == modes
    assert source.read(tree.values()) == {tree["file"].id: b"1", tree["run"].id: b"2"}


def test_a_change_of_kind_is_a_change_b059(repository: Repository) -> None:
    """A fixture that becomes a symlink, an executable or a submodule, unseen because only contents are compared."""
    sha = repository.write({"a": "1", "b": "1", "c": "1"}).commit()
    repository.write({"a": None, "c": None}).executable("b").symlink("a", "b")
    repository.git("add", "-A")
    repository.submodule("c", sha)
    repository.commit(add=False)
    repository.write({".gitmodules": '[submodule "c"]\n\tpath = c\n\turl = ./c\n\tignore = all\n'})
    repository.git("add", ".gitmodules")
    repository.commit(add=False)
    source = GitSource(repository.path)
    changes = source.changes(source.resolve("HEAD~2"), source.resolve("HEAD"))
    modes = {change.new.path: (change.old and change.old.mode, change.new.mode) for change in changes if change.new}
    assert modes == {
        ".gitmodules": (None, "100644"),
        "a": ("100644", "120000"),
        "b": ("100644", "100755"),
        "c": ("100644", "160000"),
    }


def test_lfs_pointers_and_empty_files_come_as_they_are_b060(repository: Repository) -> None:
    """A pointer file or an empty file replaced by something else on the way to the reader."""
    pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"0" * 64 + b"\nsize 1\n"
    attributes = b"*.json filter=lfs diff=lfs merge=lfs -text\n"
    repository.write({"a.json": pointer, "empty.json": b"", ".gitattributes": attributes, "crlf.json": b"{\r\n}"})
    repository.commit()
    source = GitSource(repository.path)
    tree = source.tree(source.resolve("HEAD"))
    data = source.read([tree["a.json"], tree["empty.json"], tree["crlf.json"]])
    assert data[tree["a.json"].id] == pointer
    assert data[tree["empty.json"].id] == b""
    assert data[tree["crlf.json"].id] == b"{\r\n}"


def test_awkward_names_b061(repository: Repository) -> None:
    """Names that human formats make ambiguous: arrows, braces, quotes, line feeds, bytes that are not UTF-8."""
    repository.write({name: name.encode("utf-8", "surrogateescape") for name in NAMES}).commit()
    repository.write(dict.fromkeys(NAMES, "changed")).commit()
    source = GitSource(repository.path)
    head = source.resolve("HEAD")
    assert set(source.tree(head)) == set(NAMES)
    assert {old for old, new, _ in shapes(source, "HEAD~1", "HEAD") if old == new} == set(NAMES)
    before = GitSource(repository.path).tree(source.resolve("HEAD~1"))
    data = source.read(before[name] for name in NAMES)
    assert all(data[before[name].id] == name.encode("utf-8", "surrogateescape") for name in NAMES)


def test_renames_show_both_names_b057(repository: Repository) -> None:
    """A fixture that moves out of a watched folder and is judged by its new name alone."""
    repository.write({"fixtures/big.json": "{}\n" * 100, "in.json": "[1]\n" * 100, "kept": "0"}).commit()
    repository.git("config", "diff.renames", "false")
    repository.write({"fixtures/big.json": None, "other/big.json": "{}\n" * 100})
    repository.write({"in.json": None, "fixtures/in.json": "[1]\n" * 100})
    repository.commit()
    source = GitSource(repository.path)
    changes = source.changes(source.resolve("HEAD~1"), source.resolve("HEAD"))
    assert [shape(change) for change in changes] == [
        ("fixtures/big.json", "other/big.json", True),
        ("in.json", "fixtures/in.json", True),
    ]
    assert changes[0].paths == ("fixtures/big.json", "other/big.json")


def test_a_rename_with_an_edit_is_a_deletion_and_an_addition_b057(repository: Repository) -> None:
    repository.write({"fixtures/a.json": "{}\n" * 100}).commit()
    repository.write({"fixtures/a.json": None, "other/a.json": "{}\n" * 99 + "[]\n"}).commit()
    assert shapes(GitSource(repository.path), "HEAD~1", "HEAD") == [
        ("fixtures/a.json", None, False),
        (None, "other/a.json", False),
    ]


def test_a_lookup_does_not_list_the_tree(repository: Repository, spawned: Iterator[list[list[str]]]) -> None:
    sha = repository.write({"a/b/c.yml": "1", "a/x": "2", "y": "3"}).symlink("link", "a").commit()
    commands = next(spawned)
    commands.clear()
    source = GitSource(repository.path)
    tree = source.tree(Ref(name="x", sha=sha))
    assert tree["a/b/c.yml"].mode == "100644"
    assert "y" in tree
    for absent in ("a", "a/b", "a/b/", "/y", "", "a//x", "a/../y", "link/x", "y/z", "a/b/c.yml/d", "\udcff"):
        assert absent not in tree
        assert tree.get(absent) is None
    assert len(commands) == 1
    assert dict(tree) == {path: tree[path] for path in ("a/b/c.yml", "a/x", "link", "y")}
    assert list(tree) == ["a/b/c.yml", "a/x", "link", "y"]
    assert len(tree) == 4
    assert "a/b" not in tree
    assert len(commands) == 2


def test_an_untouched_pull_request_costs_four_processes(
    repository: Repository, spawned: Iterator[list[list[str]]]
) -> None:
    forked(repository).write({".github/errgate.yml": "version: 1\n"}).commit()
    repository.checkout("topic")
    commands = next(spawned)
    commands.clear()
    source = GitSource(repository.path)
    head, target = source.resolve("HEAD"), source.resolve("main")
    base = source.merge_base(target, head)
    assert not source.dirty()
    for ref in (target, base, head):
        blob = source.tree(ref).get(".github/errgate.yml")
        assert blob is None or source.read([blob])[blob.id] == b"version: 1\n"
    assert source.changes(base, head)
    assert not source.is_shallow()
    assert [next(word for word in command if word in WORDS) for command in commands] == list(WORDS)


WORDS = ("cat-file", "rev-parse", "status", "diff-tree")


def test_reads_each_id_once_and_many_at_once(repository: Repository) -> None:
    """Thousands of requests and answers larger than any pipe, in one conversation that must not stand still."""
    files = {f"f/{number:04}.json": f'{{"n": {number % 1500}}}' * 50 for number in range(3000)}
    repository.write({**files, "large.bin": b"x" * 3_000_000}).commit()
    source = GitSource(repository.path)
    tree = source.tree(source.resolve("HEAD"))
    data = source.read(tree.values())
    assert len(data) == 1501
    assert all(data[tree[path].id] == content.encode() for path, content in files.items())
    assert data[tree["large.bin"].id] == b"x" * 3_000_000


def test_large_blobs_are_not_loaded(repository: Repository) -> None:
    repository.write({"a": b"x" * 101, "b": b"y" * 100, "c": b"z"}).commit()
    source = GitSource(repository.path, limit=100)
    tree = source.tree(source.resolve("HEAD"))
    data = source.read(tree.values())
    assert data == {tree["a"].id: TooLarge(size=101), tree["b"].id: b"y" * 100, tree["c"].id: b"z"}


def test_all_files_together_are_bounded(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    repository.write({"a": b"x" * 300, "b": b"y" * 300}).commit()
    monkeypatch.setattr(git_process, "MOST_BYTES", 500)
    source = GitSource(repository.path)
    tree = source.tree(source.resolve("HEAD"))
    with pytest.raises(SourceUnavailable, match="together"):
        source.read(tree.values())
    assert source.read([tree["b"]]) == {tree["b"].id: b"y" * 300}


def test_a_missing_object_is_named(repository: Repository) -> None:
    repository.write({"f/a.json": "1", "f/b.json": "2"}).commit()
    source = GitSource(repository.path)
    tree = source.tree(source.resolve("HEAD"))
    blob = tree["f/a.json"]
    (repository.path / ".git/objects" / blob.id[:2] / blob.id[2:]).unlink()
    with pytest.raises(SourceUnavailable) as caught:
        source.read([tree["f/b.json"], blob])
    assert blob.id in caught.value.problem
    assert "f/a.json" in caught.value.problem
    assert source.read([tree["f/b.json"]]) == {tree["f/b.json"].id: b"2"}


def test_a_damaged_object_is_named(repository: Repository) -> None:
    repository.write({"f/a.json": "1", "f/b.json": "2"}).commit()
    source = GitSource(repository.path)
    tree = source.tree(source.resolve("HEAD"))
    blob = tree["f/a.json"]
    path = repository.path / ".git/objects" / blob.id[:2] / blob.id[2:]
    path.chmod(0o644)
    path.write_bytes(b"damaged")
    for _ in range(2):
        with pytest.raises(SourceUnavailable, match=r"f/a\.json"):
            source.read([tree["f/b.json"], blob])
    assert source.read([tree["f/b.json"]]) == {tree["f/b.json"].id: b"2"}


def test_missing_trees_and_commits(repository: Repository) -> None:
    repository.write({"f/a.json": "1"}).commit()
    head = repository.sha()
    folder = repository.sha("HEAD:f")
    source = GitSource(repository.path)
    (repository.path / ".git/objects" / folder[:2] / folder[2:]).unlink()
    with pytest.raises(SourceUnavailable, match=folder):
        source.tree(Ref(name="x", sha=head)).get("f/a.json")
    with pytest.raises(SourceUnavailable, match=r"git ls-tree failed|not in this clone"):
        list(source.tree(Ref(name="x", sha=head)))
    with pytest.raises(SourceUnavailable, match="not in this clone"):
        source.tree(Ref(name="x", sha="f" * 40))
    with pytest.raises(SourceUnavailable, match="has no commit id"):
        source.tree(Ref(name="--all", sha="--all"))
    with pytest.raises(SourceUnavailable):
        source.merge_base(Ref(name="x", sha="f" * 40), Ref(name="y", sha=head))
    with pytest.raises(SourceUnavailable):
        source.changes(Ref(name="x", sha="f" * 40), Ref(name="y", sha=head))


def test_a_malformed_tree_is_no_traceback(repository: Repository) -> None:
    sha = repository.git("hash-object", "-t", "tree", "-w", "--literally", "--stdin", stdin=b"100644 a")
    commit = f"tree {sha}\nauthor T <t@e> 1 +0000\ncommitter T <t@e> 1 +0000\n\nx".encode()
    head = repository.git("hash-object", "-t", "commit", "-w", "--literally", "--stdin", stdin=commit)
    source = GitSource(repository.path)
    with pytest.raises(SourceUnavailable):
        source.tree(Ref(name="x", sha=head)).get("a")
    with pytest.raises(SourceUnavailable):
        list(source.tree(Ref(name="x", sha=head)))


def test_a_partial_clone_is_not_filled_in(repository: Repository, tmp_path: Path) -> None:
    """Reading a blob of a partial clone must not fetch it from wherever its settings point."""
    repository.git("config", "uploadpack.allowFilter", "true")
    repository.write({"f/a.json": "1"}).commit()
    clone = repository.clone(tmp_path / "clone", "--filter=blob:none", "--no-checkout")
    source = GitSource(clone.path)
    blob = source.tree(source.resolve("HEAD"))["f/a.json"]
    for _ in range(2):
        with pytest.raises(SourceUnavailable, match=r"f/a\.json") as caught:
            source.read([blob])
        assert "--filter" in caught.value.fix


# Where the repository lies, and whose it is


def test_from_a_subfolder_with_blanks_and_from_a_work_tree(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "with blank" / "ümlaut = x")
    sha = repository.write({"sub dir/a": "1", "b": "2"}).commit()
    linked = repository.worktree(tmp_path / "linked tree")
    bare = repository.clone(tmp_path / "bare one", "--bare")
    for path in (repository.path, repository.path / "sub dir", linked.path, linked.path / "sub dir", bare.path):
        source = GitSource(path)
        assert source.resolve("HEAD").sha == sha
        assert set(source.tree(source.resolve("HEAD"))) == {"sub dir/a", "b"}
        assert not source.dirty()
    linked.write({"new": "1"})
    assert GitSource(linked.path / "sub dir").dirty()


def test_a_relative_path_and_a_symlink_to_the_repository(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sha = repository.commit()
    (tmp_path / "link").symlink_to(repository.path)
    monkeypatch.chdir(repository.path)
    for path in (Path(), tmp_path / "link", Path("../link")):
        source = GitSource(path)
        monkeypatch.chdir("/")
        assert source.resolve("HEAD").sha == sha
        monkeypatch.chdir(repository.path)


def test_sha256_repositories(tmp_path: Path) -> None:
    repository = Repository(tmp_path / "repository", object_format="sha256")
    first = repository.write({"f/a.json": "1", "f/b.json": "2"}).commit()
    repository.tag("v1.0.0", annotated=True)
    repository.branch("topic").write({"f/a.json": "3"}).commit("message")
    source = GitSource(repository.path)
    target, head = source.resolve("main"), source.resolve("topic")
    assert len(head.sha) == 64
    assert source.merge_base(target, head).sha == first
    blob = source.tree(head)["f/a.json"]
    assert source.read([blob]) == {blob.id: b"3"}
    assert shapes(source, "main", "topic") == [("f/a.json", "f/a.json", False)]
    assert source.tags_merged(target) == (("v1.0.0", first),)
    assert source.messages(target, head) == ("message\n",)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a repository away")
@pytest.mark.parametrize("name", ["workspace", "sub dir"])
def test_a_repository_of_another_user_b020(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a container the workspace belongs to another user, and git refuses it: dubious ownership."""
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    repository = Repository(tmp_path / name)
    sha = repository.write({"deep er/a": "1"}).commit()
    linked = repository.worktree(tmp_path / "linked")
    bare = repository.clone(tmp_path / "bare", "--bare")
    for owned in (repository.path, linked.path, bare.path):
        for path in (owned, *owned.rglob("*")):
            os.chown(path, 1001, 1001, follow_symlinks=False)
    for path in (repository.path, repository.path / "deep er", linked.path, bare.path):
        source = GitSource(path)
        assert source.resolve("HEAD").sha == sha
        assert list(source.tree(source.resolve("HEAD"))) == ["deep er/a"]
        assert not source.dirty()
    assert list(home.iterdir()) == []


def test_no_settings_of_the_caller_count_b027(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A home folder that is not ours, with settings that run a program."""
    sha = repository.write({"a": "1"}).commit()
    evil, mark, home = tmp_path / "evil", tmp_path / "mark", tmp_path / "home"
    evil.write_text(f"#!/bin/sh\ntouch {mark}\n")
    evil.chmod(0o755)
    home.mkdir()
    (home / ".gitconfig").write_text(f"[core]\n\tfsmonitor = {evil}\n\tpager = {evil}\n[alias]\n\tstatus = !{evil}\n")
    home.chmod(0o555)
    for place in (str(home), "/nonexistent"):
        monkeypatch.setenv("HOME", place)
        monkeypatch.setenv("XDG_CONFIG_HOME", place)
        source = GitSource(repository.path)
        assert source.resolve("HEAD").sha == sha
        assert not source.dirty()
    home.chmod(0o755)
    assert not mark.exists()


def test_nothing_of_the_repository_is_run_b027(repository: Repository, tmp_path: Path) -> None:
    """Hooks and programs in the repository's own settings are not started by looking at it."""
    evil, mark = tmp_path / "evil", tmp_path / "mark"
    evil.write_text(f"#!/bin/sh\ntouch {mark}\n")
    evil.chmod(0o755)
    repository.write({"a": "1", ".gitattributes": "* diff=evil\n"}).commit()
    repository.branch("topic").write({"a": "2"}).commit()
    for key in (
        "core.fsmonitor",
        "core.pager",
        "diff.external",
        "diff.evil.command",
        "diff.evil.textconv",
        "gpg.program",
    ):
        repository.git("config", key, str(evil))
    repository.git("config", "core.hooksPath", str(tmp_path))
    repository.git("config", "log.showSignature", "true")
    source = GitSource(repository.path)
    source.dirty()
    source.messages(source.resolve("main"), source.resolve("topic"))
    assert shapes(source, "main", "topic") == [("a", "a", False)]
    assert not mark.exists()


def test_variables_that_point_elsewhere_are_dropped(
    repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Inside a hook git's variables name another repository, index or work tree."""
    sha = repository.write({"a": "1"}).commit()
    other = Repository(tmp_path / "other")
    other.commit("elsewhere")
    monkeypatch.setenv("GIT_DIR", str(other.path / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other.path))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "no index"))
    monkeypatch.setenv("GIT_OBJECT_DIRECTORY", str(tmp_path / "nowhere"))
    monkeypatch.setenv("GIT_CONFIG_COUNT", "nonsense")
    monkeypatch.setenv("GIT_TRACE", "1")
    source = GitSource(repository.path)
    assert source.resolve("HEAD").sha == sha
    assert not source.dirty()


def test_replacements_are_ignored(repository: Repository) -> None:
    """A replace ref shows other content under an id."""
    repository.write({"a": "1"}).commit()
    blob = repository.sha("HEAD:a")
    repository.git("replace", blob, repository.git("hash-object", "-w", "--stdin", stdin=b"other"))
    source = GitSource(repository.path)
    assert source.read([source.tree(source.resolve("HEAD"))["a"]]) == {blob: b"1"}


def test_the_working_tree_is_not_read(repository: Repository) -> None:
    repository.write({"a": "committed"}).commit()
    repository.write({"a": "edited", "b": "new"})
    source = GitSource(repository.path)
    tree = source.tree(source.resolve("HEAD"))
    assert list(tree) == ["a"]
    assert list(source.read(tree.values()).values()) == [b"committed"]


def test_what_is_no_repository_is_said(tmp_path: Path) -> None:
    with pytest.raises(SourceUnavailable, match="is not a folder"):
        GitSource(tmp_path / "nowhere")
    (tmp_path / "file").write_text("x")
    with pytest.raises(SourceUnavailable, match="is not a folder"):
        GitSource(tmp_path / "file")
    with pytest.raises(SourceUnavailable, match="is not a git repository") as caught:
        GitSource(tmp_path)
    assert "--repo" in caught.value.fix


def test_a_broken_repository_inside_another_is_not_answered_by_the_outer_one(repository: Repository) -> None:
    repository.commit()
    (repository.path / "inner" / ".git").mkdir(parents=True)
    source = GitSource(repository.path / "inner")
    with pytest.raises(SourceUnavailable, match="git cat-file failed: not a git repository"):
        source.resolve("HEAD")
    with pytest.raises(SourceUnavailable, match="not a git repository"):
        source.default_target()


def test_git_missing_is_said(repository: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repository.commit()
    monkeypatch.setenv("PATH", str(tmp_path))
    source = GitSource(repository.path)
    with pytest.raises(SourceUnavailable, match="git is not installed"):
        source.resolve("HEAD")
    with pytest.raises(SourceUnavailable, match="git is not installed"):
        source.default_target()


def test_the_process_ends_with_the_object(repository: Repository, spawned: Iterator[list[list[str]]]) -> None:
    repository.commit()
    commands = next(spawned)
    commands.clear()
    source = GitSource(repository.path)
    source.resolve("HEAD")
    source.close()
    source.close()
    assert source.resolve("HEAD").sha == repository.sha()
    assert sum("cat-file" in command for command in commands) == 2
    del source
    gc.collect()
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_a_blob_that_was_made_up_is_missing(repository: Repository) -> None:
    repository.commit()
    source = GitSource(repository.path)
    for sha in ("f" * 40, repository.sha(), repository.sha("HEAD^{tree}")):
        with pytest.raises(SourceUnavailable, match="made/up"):
            source.read([Blob(path="made/up", mode="100644", id=sha)])
    assert source.read([Blob(path="made/up", mode="160000", id="f" * 40)]) == {}
    assert source.read([]) == {}


def test_the_work_tree_and_what_is_unsaved_in_it(repository: Repository, tmp_path: Path) -> None:
    """Edited, staged, new and deleted files below one folder; what git ignores and what lies elsewhere is left out."""
    repository.write({"f/a.json": "1", "f/b.json": "2", "g/c.json": "3", ".gitignore": "ignored"}).commit()
    source = GitSource(repository.place("f"))
    assert source.work_tree() == repository.path
    assert source.unsaved("f") == ()
    repository.write({"f/a.json": "4", "f/b.json": None, "f/x/new\n.json": "5", "f/ignored": "6", "g/c.json": "7"})
    assert sorted(source.unsaved("f")) == ["f/a.json", "f/b.json", "f/x/new\n.json"]
    assert source.unsaved("none") == ()
    bare = Repository(tmp_path / "bare", bare=True)
    with pytest.raises(SourceUnavailable, match="is bare"):
        GitSource(bare.path).work_tree()
