"""The protocol behind which trees and blobs are read, whoever holds them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from errgate.core.report import Ref

LIMIT = 5_000_000
"""Bytes above which a blob is not loaded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Blob:
    """One entry of a tree. ``mode`` is git's (100644, 100755, 120000 symlink, 160000 submodule); equal ids are equal bytes.

    Paths are decoded with surrogateescape, so that any name survives.
    """

    path: str
    mode: str
    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TooLarge:
    """A blob that was not loaded, and its size in bytes."""

    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One difference between two trees. A rename shows both sides, and ``renamed`` is true."""

    old: Blob | None
    new: Blob | None
    renamed: bool = False


class Source(Protocol):
    """What git, a pair of directories and later GitHub's API can all do."""

    def tree(self, ref: Ref) -> Mapping[str, Blob]:
        """Path → entry, for the whole tree of a ref."""
        ...

    def read(self, blobs: Iterable[Blob]) -> Mapping[str, bytes | TooLarge]:
        """Id → content, each id once, in one batch. Symlinks and submodules are left out."""
        ...

    def changes(self, base: Ref, head: Ref) -> tuple[Change, ...]:
        """Every path that differs between two trees."""
        ...

    def messages(self, base: Ref, head: Ref) -> tuple[str, ...]:
        """The messages of the commits that head has and base has not, newest first."""
        ...


def renamed(changes: Iterable[Change]) -> tuple[Change, ...]:
    """Deletions and additions with one content joined into renames, so that both names stay visible."""
    listed = list(changes)
    added: dict[str, list[int]] = {}
    for index, change in enumerate(listed):
        if change.old is None and change.new is not None:
            added.setdefault(change.new.id, []).append(index)
    joined: dict[int, Change] = {}
    dropped: set[int] = set()
    for index, change in enumerate(listed):
        if change.new is None and change.old is not None and added.get(change.old.id):
            partner = added[change.old.id].pop(0)
            joined[index] = Change(old=change.old, new=listed[partner].new, renamed=True)
            dropped.add(partner)
    return tuple(joined.get(index, change) for index, change in enumerate(listed) if index not in dropped)
