"""A git repository as a source. Objects only: never a checkout, never the index, never the working tree's files.

Only formats made for machines are parsed, with NUL between the names. A pull request that touches nothing watched
costs four processes: ``cat-file`` (names, commits, config), ``rev-parse`` (merge base), ``diff-tree``, ``status``.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from errgate.core.report import Ref
from errgate.errors import SourceUnavailable, UsageError
from errgate.sources.git_process import Answer, Git, GitStopped, failed
from errgate.sources.source import LIMIT, Blob, Change, TooLarge, Tree, join_renames

MOST_MESSAGES = 5_000
"""Commits whose messages are read, the newest."""
_OBJECT_LIMIT = 64_000_000
"""Bytes that a commit or the listing of one folder may have."""
_SHA = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_NO_NAME = re.compile(r"[\x00-\x20\x7f:?*\[\\]|\^\{/|\.\.")
_DEEPEN = "Fetch the whole history: `git fetch --unshallow --tags`, or `fetch-depth: 0` for actions/checkout."
_NAME_ONE = "Name a branch, a tag or a commit id."
_TARGETS = (
    "refs/remotes/origin/HEAD",
    "refs/heads/main",
    "refs/remotes/origin/main",
    "refs/heads/master",
    "refs/remotes/origin/master",
)


class GitSource:
    """The repository that a path lies in: a work tree or any folder of it, a linked work tree, or a bare repository.

    Answers are remembered, so that one object sees one state of the repository; not for several threads at once.
    Every method raises SourceUnavailable where git cannot answer.
    """

    def __init__(self, repo: Path, *, limit: int = LIMIT) -> None:
        """``limit`` is in bytes: larger blobs are not loaded. Raises SourceUnavailable outside a repository."""
        self.limit = limit
        self._git = Git(repo)
        self._roots: dict[str, str] = {}
        self._folders: dict[str, Mapping[str, tuple[str, str]]] = {}
        self._listed: dict[str, Tree] = {}
        self._shallow: bool | None = None

    def close(self) -> None:
        """End the process that reads objects. Not needed: it also ends with this object."""
        self._git.close()

    # Names

    def resolve(self, name: str) -> Ref:
        """The commit of a branch, a tag, a commit id or HEAD, by git's own rules; else of origin's branch of that name.

        Commit ids and HEAD are called by the first 12 digits of the id.
        """
        if not name or name.startswith(("-", "^")) or len(name) > 1000 or _NO_NAME.search(name):
            raise SourceUnavailable(f"{name[:100]!r} is not the name of a commit.", fix=_NAME_ONE)
        own, remote = self._commits([name, f"refs/remotes/origin/{name}"])
        if own.kind == "commit":
            return Ref(name=own.id[:12] if name == "HEAD" or _SHA.fullmatch(name) else name, sha=own.id)
        if own.kind == "ambiguous":
            raise SourceUnavailable(f"{name!r} is the beginning of several ids.", fix="Write more of its digits.")
        if remote.kind == "commit":
            return Ref(name=f"origin/{name}", sha=remote.id)
        if name == "HEAD":
            raise SourceUnavailable("HEAD names no commit: the repository has none yet.", fix="Commit something first.")
        fetch = f"Check the spelling, or fetch it: `git fetch origin {name.removeprefix('origin/')}`"
        raise SourceUnavailable(
            f"There is no commit called {name!r} in this clone.",
            fix=f"{fetch}. {_DEEPEN}" if self.is_shallow() else f"{fetch} (`git fetch --tags` for a tag).",
        )

    def default_target(self) -> Ref:
        """The default branch of origin, else main, else master, the local branch first.

        Raises UsageError that names --base where there is none.
        """
        output = self._git.run("for-each-ref", "--format=%(refname)%00%(symref)%00%(objectname)", *_TARGETS)
        lines = (line.split("\0") for line in output.decode("utf-8", "surrogateescape").split("\n") if line)
        found = {name: Ref(name=_short(symbolic or name), sha=sha) for name, symbolic, sha in lines}
        for name in _TARGETS:
            if name in found:
                return found[name]
        raise UsageError(
            "There is no origin/HEAD, main or master here, so the target branch is unknown.",
            fix="Name the branch that the change is meant for with --base REF.",
        )

    def _commits(self, names: Sequence[str]) -> list[Answer]:
        """What each name is, once peeled to a commit."""
        asked = [f"{name}^{{commit}}".encode("utf-8", "surrogateescape") for name in names]
        answers = self._git.ask(asked, _OBJECT_LIMIT)
        for answer in answers:
            if answer.kind == "commit" and answer.data is not None:
                self._roots[answer.id] = _root(answer.data)
        return answers

    # History

    def is_shallow(self) -> bool:
        """Whether the clone's history is cut off somewhere."""
        if self._shallow is None:
            self._shallow = self._git.run("rev-parse", "--is-shallow-repository").strip() == b"true"
        return self._shallow

    def merge_base(self, target: Ref, head: Ref) -> Ref:
        """The merge base of two commits, called by the target's name and the first digits of its id.

        In a shallow clone it is taken only where no history is missing between it and the two commits.
        """
        asked = f"{_sha(target)}...{_sha(head)}"
        status, output, words = self._git.attempt("rev-parse", "--is-shallow-repository", asked)
        lines = output.decode("ascii", "replace").split()
        if lines:
            self._shallow = lines[0] == "true"
        if status != 0:
            error = failed("merge-base", words)
            raise SourceUnavailable(error.problem, fix=_DEEPEN if self._shallow else error.fix)
        bases = [line[1:] for line in lines if line.startswith("^")]
        if not bases and not self._shallow:
            raise SourceUnavailable(
                f"{target.name} and {head.name} have unrelated histories, without a common commit.",
                fix="Name the branch that the change is meant for with --base REF.",
            )
        if not bases or (self._shallow and self._is_cut(target, head, bases)):
            raise SourceUnavailable(
                f"This clone is shallow: the commit where {head.name} left {target.name} is not in it.", fix=_DEEPEN
            )
        return Ref(name=f"{target.name}@{bases[0][:7]}", sha=bases[0])

    def _is_cut(self, target: Ref, head: Ref, bases: Sequence[str]) -> bool:
        """Whether a commit between the bases and the two ends has lost its parents."""
        path = self._git.run("rev-parse", "--git-path", "shallow").rstrip(b"\n").decode("utf-8", "surrogateescape")
        try:
            cut = set((self._git.top / path).read_text(encoding="ascii").split())
        except (OSError, ValueError) as error:
            raise SourceUnavailable("Where this clone is cut off cannot be read.", fix=_DEEPEN) from error
        between = self._git.run("rev-list", _sha(target), _sha(head), *(f"^{base}" for base in bases))
        return not cut.isdisjoint(between.decode("ascii").split())

    def tags_merged(self, target: Ref) -> tuple[tuple[str, str], ...]:
        """(name, commit id) of each tag that the target contains, annotated tags peeled, sorted by name.

        In a shallow clone tags may be missing, which raises SourceUnavailable.
        """
        if self.is_shallow():
            raise SourceUnavailable("This clone is shallow, so the release's tag may be missing from it.", fix=_DEEPEN)
        form = "%(refname)%00%(objecttype)%00%(objectname)%00%(*objecttype)%00%(*objectname)"
        output = self._git.run("for-each-ref", f"--merged={_sha(target)}", f"--format={form}", "refs/tags")
        found: list[tuple[str, str]] = []
        nested: list[str] = []
        for line in output.decode("utf-8", "surrogateescape").split("\n"):
            if not line:
                continue
            full, kind, own, inner_kind, inner = line.split("\0")
            if kind == "commit" or inner_kind == "commit":
                found.append((full.removeprefix("refs/tags/"), own if kind == "commit" else inner))
            elif inner_kind == "tag":
                nested.append(full)
        for full, answer in zip(nested, self._commits(nested), strict=True):
            if answer.kind == "commit":
                found.append((full.removeprefix("refs/tags/"), answer.id))
        return tuple(sorted(found))

    def messages(self, base: Ref, head: Ref) -> tuple[str, ...]:
        """The messages of the commits that head has and base has not, newest first, at most 5,000."""
        output = self._git.run("rev-list", f"--max-count={MOST_MESSAGES}", _sha(head), f"^{_sha(base)}")
        answers = self._git.ask(output.split(), self.limit)
        return tuple(_message(answer.data) for answer in answers if answer.kind == "commit" and answer.data is not None)

    def dirty(self) -> bool:
        """Whether the work tree has uncommitted changes or untracked files. A bare repository is never dirty."""
        status, output, _ = self._git.attempt(
            "status", "--porcelain=v1", "-z", "--untracked-files=normal", "--no-renames", "--ignore-submodules=all"
        )
        return status == 0 and bool(output)

    def work_tree(self) -> Path:
        """The folder that the repository's files lie in. Raises SourceUnavailable for a bare repository."""
        status, output, _ = self._git.attempt("rev-parse", "--show-toplevel")
        if status != 0 or not output.strip():
            raise SourceUnavailable("This repository is bare: it has no files to write to.", fix="Use a clone of it.")
        return Path(output.removesuffix(b"\n").decode("utf-8", "surrogateescape"))

    def unsaved(self, folder: str) -> tuple[str, ...]:
        """The paths below a folder that differ from the last commit, untracked files included, ignored ones not."""
        output = self._git.run(
            "status", "--porcelain=v1", "-z", "--untracked-files=all", "--no-renames", "--ignore-submodules=all", "--",
            folder,
        )  # fmt: skip
        return tuple(record[3:].decode("utf-8", "surrogateescape") for record in output.split(b"\0") if record)

    # Trees and blobs

    def tree(self, ref: Ref) -> Tree:
        """Everything below the root. Looking up a path reads only its folders; iterating lists the whole tree once."""
        sha = _sha(ref)
        if sha not in self._roots:
            (answer,) = self._commits([sha])
            if answer.kind != "commit":
                raise SourceUnavailable(f"The commit {sha} ({ref.name}) is not in this clone.", fix=_DEEPEN)
        return _GitTree(self, self._roots[sha])

    def listed(self, root: str) -> Tree:
        """The whole tree with a given tree id."""
        if root not in self._listed:
            output = self._git.run("ls-tree", "-r", "-z", "--full-tree", root)
            self._listed[root] = {blob.path: blob for blob in _entries(output)}
        return self._listed[root]

    def find(self, root: str, path: str) -> Blob | None:
        """The blob at a path of the tree with a given tree id, or None."""
        if root in self._listed:
            return self._listed[root].get(path)
        *folders, name = path.split("/")
        here = root
        for folder in folders:
            mode, here = self._folder(here, path).get(folder, ("", ""))
            if mode != "40000":
                return None
        mode, sha = self._folder(here, path).get(name, ("", ""))
        return None if mode in ("", "40000") else Blob(path=path, mode=_mode(mode), id=sha)

    def _folder(self, tree: str, path: str) -> Mapping[str, tuple[str, str]]:
        """Name → (mode, id) in one folder."""
        if tree not in self._folders:
            try:
                (answer,) = self._git.ask([tree.encode("ascii")], _OBJECT_LIMIT)
                if answer.kind != "tree" or answer.data is None:
                    raise _missing(tree, path)
                self._folders[tree] = dict(_raw_entries(answer.data, len(tree) // 2))
            except (GitStopped, ValueError) as error:
                raise _missing(tree, path) from error
        return self._folders[tree]

    def read(self, blobs: Iterable[Blob]) -> Mapping[str, bytes | TooLarge]:
        """Contents by blob id, each id once; symlinks and submodules are left out.

        Blobs above the limit are TooLarge. Raises SourceUnavailable for an object that the clone lacks.
        """
        paths: dict[str, str] = {}
        for blob in blobs:
            if blob.is_file:
                paths.setdefault(blob.id, blob.path)
        wanted = list(paths)
        try:
            answers = self._git.ask([sha.encode("ascii") for sha in wanted], self.limit)
        except GitStopped as error:
            sha = wanted[error.at]
            raise _missing(sha, paths[sha]) from error
        found: dict[str, bytes | TooLarge] = {}
        for sha, answer in zip(wanted, answers, strict=True):
            if answer.kind != "blob":
                raise _missing(sha, paths[sha])
            found[sha] = TooLarge(size=answer.size) if answer.data is None else answer.data
        return found

    def changes(self, base: Ref, head: Ref) -> tuple[Change, ...]:
        """Every path that differs, sorted by path; a deletion and an addition of the same bytes are one rename."""
        output = self._git.run(
            "diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-abbrev", "--no-ext-diff", "--no-textconv",
            "--ignore-submodules=none", _sha(base), _sha(head), "--",
        )  # fmt: skip
        return join_renames(_differences(output))


class _GitTree(Mapping[str, Blob]):
    """A tree that is listed only when somebody iterates over it."""

    def __init__(self, source: GitSource, root: str) -> None:
        self._source = source
        self._root = root

    def __getitem__(self, path: str) -> Blob:
        found = self._source.find(self._root, path)
        if found is None:
            raise KeyError(path)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._source.listed(self._root))

    def __len__(self) -> int:
        return len(self._source.listed(self._root))


def _entries(output: bytes) -> Iterator[Blob]:
    """The records of ``ls-tree -z``: mode, type, id, a tab, the path, NUL."""
    for record in output.split(b"\0"):
        if record:
            facts, _, path = record.partition(b"\t")
            mode, _, sha = facts.decode("ascii").split(" ")
            yield Blob(path=path.decode("utf-8", "surrogateescape"), mode=_mode(mode), id=sha)


def _raw_entries(data: bytes, width: int) -> Iterator[tuple[str, tuple[str, str]]]:
    """The entries of a tree object: mode, a blank, the name, NUL, ``width`` bytes of id."""
    at = 0
    while at < len(data):
        end = data.index(b"\0", at)
        mode, _, name = data[at:end].partition(b" ")
        at = end + 1 + width
        yield name.decode("utf-8", "surrogateescape"), (mode.decode("ascii").lstrip("0"), data[end + 1 : at].hex())


def _differences(output: bytes) -> Iterator[Change]:
    """The records of ``diff-tree --raw -z``: two modes, two ids, a letter, NUL, the path, NUL."""
    records = iter(output.split(b"\0"))
    for facts in records:
        if not facts:
            return
        old_mode, new_mode, old, new, _ = facts.decode("ascii").removeprefix(":").split(" ")
        path = next(records).decode("utf-8", "surrogateescape")
        yield Change(old=_side(path, old_mode, old), new=_side(path, new_mode, new))


def _side(path: str, mode: str, sha: str) -> Blob | None:
    return None if mode == "000000" else Blob(path=path, mode=_mode(mode), id=sha)


def _mode(mode: str) -> str:
    """The mode as git writes it today; old repositories also hold 100664."""
    if not mode.startswith("100"):
        return mode
    return "100755" if int(mode, 8) & 0o100 else "100644"


def _root(commit: bytes) -> str:
    """The id of a commit's tree, from the commit object."""
    return commit.partition(b"\n")[0].removeprefix(b"tree ").decode("ascii", "replace")


def _message(commit: bytes) -> str:
    """The message of a commit object, in the encoding that it names."""
    head, _, body = commit.partition(b"\n\n")
    named = next((line[9:] for line in head.split(b"\n") if line.startswith(b"encoding ")), b"utf-8")
    try:
        return body.decode(named.decode("ascii"), "replace")
    except (LookupError, ValueError):
        return body.decode("utf-8", "replace")


def _sha(ref: Ref) -> str:
    if not _SHA.fullmatch(ref.sha):
        raise SourceUnavailable(f"{ref.name!r} has no commit id.", fix=_NAME_ONE)
    return ref.sha


def _short(name: str) -> str:
    return name.removeprefix("refs/heads/").removeprefix("refs/remotes/")


def _missing(sha: str, path: str) -> SourceUnavailable:
    return SourceUnavailable(
        f"The object {sha} ({path!r}) is not in this clone.",
        fix="It is a partial clone or damaged: clone without --filter, or run `git fetch --refetch`.",
    )
