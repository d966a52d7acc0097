"""What every source of bytes can do: list a tree, read blobs, tell what changed. Git and directories implement it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from errgate.core.report import Ref

LIMIT = 5_000_000
"""Bytes above which a blob is not loaded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Blob:
    """One entry of a tree; two blobs with one ``id`` hold the same bytes.

    ``mode`` is git's: 100644, 100755 (executable), 120000 (symlink) or 160000 (submodule). ``path`` is relative to the
    root, with ``/``; bytes that are not UTF-8 are kept as lone surrogates (surrogateescape).
    """

    path: str
    mode: str
    id: str

    @property
    def is_file(self) -> bool:
        """Whether it is a regular file: neither a symlink nor a submodule."""
        return self.mode.startswith("100")


Tree: TypeAlias = Mapping[str, Blob]
"""Path → blob for everything below one ref's root, in the order of the paths' bytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TooLarge:
    """Stands in for the content of a blob that was not loaded. ``size`` is in bytes."""

    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One difference between two trees: added (no ``old``), deleted (no ``new``), modified, or renamed (both paths)."""

    old: Blob | None
    new: Blob | None
    renamed: bool = False

    @property
    def paths(self) -> tuple[str, ...]:
        """Every path that the change touches: both names of a rename, the old one first."""
        return tuple(dict.fromkeys(blob.path for blob in (self.old, self.new) if blob is not None))


class Source(Protocol):
    """Where trees and blobs come from. Every method raises SourceUnavailable where the source cannot answer."""

    def tree(self, ref: Ref) -> Tree:
        """Everything below the root of one ref. Looking up one path is cheap; only iterating lists the whole tree."""
        ...

    def read(self, blobs: Iterable[Blob]) -> Mapping[str, bytes | TooLarge]:
        """Contents by blob id, each id once; only regular files, others are left out."""
        ...

    def changes(self, base: Ref, head: Ref) -> tuple[Change, ...]:
        """Every path that differs, sorted; renames with equal content are joined."""
        ...

    def messages(self, base: Ref, head: Ref) -> tuple[str, ...]:
        """The messages of the commits that head has and base has not, newest first; none without commits."""
        ...


def compare(old: Tree, new: Tree) -> tuple[Change, ...]:
    """Every path that differs between two trees, sorted, renames joined."""
    both = ((old.get(path), new.get(path)) for path in old.keys() | new.keys())
    return join_renames(Change(old=before, new=after) for before, after in both if before != after)


def join_renames(changes: Iterable[Change]) -> tuple[Change, ...]:
    """Each deletion with an addition of the same bytes as one rename; the rest unchanged. Sorted by path.

    Where several files hold the same bytes, one with the same file name is taken first, then the first by path. A
    symlink is never joined with a file.
    """
    listed = sorted(changes, key=_order)
    added: dict[tuple[str, bool], list[Blob]] = {}
    for change in listed:
        if change.old is None and change.new is not None:
            added.setdefault(_content(change.new), []).append(change.new)
    deleted = [change.old for change in listed if change.new is None and change.old is not None]
    partners = _partners(deleted, added)
    taken = {blob.path for blob in partners.values()}
    joined: list[Change] = []
    for change in listed:
        if change.new is None and change.old is not None and change.old.path in partners:
            joined.append(Change(old=change.old, new=partners[change.old.path], renamed=True))
        elif change.old is not None or change.new is None or change.new.path not in taken:
            joined.append(change)
    return tuple(joined)


def _partners(deleted: list[Blob], added: dict[tuple[str, bool], list[Blob]]) -> dict[str, Blob]:
    """Deleted path → the added blob that it became."""
    found: dict[str, Blob] = {}
    free: dict[tuple[str, bool], dict[str, list[Blob]]] = {}
    for content, blobs in added.items():
        names: dict[str, list[Blob]] = {}
        for blob in reversed(blobs):
            names.setdefault(_name(blob), []).append(blob)
        free[content] = names
    for blob in deleted:
        same_name = free.get(_content(blob), {}).get(_name(blob))
        if same_name:
            found[blob.path] = same_name.pop()
    taken = {blob.path for blob in found.values()}
    rest = {content: [blob for blob in reversed(blobs) if blob.path not in taken] for content, blobs in added.items()}
    for blob in deleted:
        if blob.path not in found and rest.get(_content(blob)):
            found[blob.path] = rest[_content(blob)].pop()
    return found


def _content(blob: Blob) -> tuple[str, bool]:
    return blob.id, blob.is_file


def _name(blob: Blob) -> str:
    return blob.path.rpartition("/")[2]


def _order(change: Change) -> bytes:
    blob = change.old or change.new
    return blob.path.encode("utf-8", "surrogateescape") if blob is not None else b""
