"""Plain folders as trees, for judging without git. Symlinks are listed but never followed; devices are skipped."""

import hashlib
import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from io import FileIO
from pathlib import Path
from types import MappingProxyType

from errgate.core.report import Ref
from errgate.errors import SourceUnavailable
from errgate.sources.source import LIMIT, Blob, Change, TooLarge, Tree, compare

MOST_FILES = 200_000
"""Files that one folder may hold."""
_PIECE = 1 << 20
# No waiting for the other end of a pipe that took a file's place meanwhile, and no way through a symlink.
_OPEN = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


class DirectorySource:
    """One folder as one tree; every ref means it. Ids are git's SHA-1 blob ids. The folder is listed once."""

    def __init__(self, root: Path, *, limit: int = LIMIT) -> None:
        """``limit`` is in bytes. Raises SourceUnavailable where ``root`` is no folder."""
        if not root.is_dir():
            raise SourceUnavailable(f"{str(root)!r} is not a folder.", fix="Name a folder that exists.")
        self.root = root
        self.limit = limit
        self._tree: Tree | None = None
        self._paths: dict[str, str] = {}

    @property
    def ref(self) -> Ref:
        """The folder's path as the name, and no id."""
        return Ref(name=str(self.root))

    def tree(self, ref: Ref | None = None) -> Tree:
        """Every file and symlink below the folder; whatever is called ``.git`` is skipped."""
        if self._tree is None:
            listed = sorted(self._blobs(), key=lambda blob: blob.path.encode("utf-8", "surrogateescape"))
            for blob in listed:
                if blob.is_file:
                    self._paths.setdefault(blob.id, blob.path)
            self._tree = MappingProxyType({blob.path: blob for blob in listed})
        return self._tree

    def read(self, blobs: Iterable[Blob]) -> Mapping[str, bytes | TooLarge]:
        """Contents by blob id. Raises SourceUnavailable for a file that changed since it was listed."""
        self.tree()
        found: dict[str, bytes | TooLarge] = {}
        for blob in blobs:
            if not blob.is_file or blob.id in found:
                continue
            path = self._paths.get(blob.id)
            if path is None:
                raise SourceUnavailable(f"{str(self.root)!r} holds no {blob.path!r} with that content.")
            found[blob.id] = self._content(path, blob.id)
        return found

    def holds(self, blob: Blob) -> bool:
        """Whether a file with the blob's content lies in this folder."""
        self.tree()
        return blob.id in self._paths

    def changes(self, base: Ref, head: Ref) -> tuple[Change, ...]:
        """One folder has no second side: nothing."""
        return ()

    def messages(self, base: Ref, head: Ref) -> tuple[str, ...]:
        """Folders have no commits: nothing."""
        return ()

    def _blobs(self) -> Iterator[Blob]:
        pending, count = [b""], 0
        while pending:
            folder = pending.pop()
            for name, mode in self._entries(folder):
                path = folder + b"/" + name if folder else name
                if stat.S_ISDIR(mode):
                    pending.append(path)
                    continue
                count += 1
                if count > MOST_FILES:
                    raise SourceUnavailable(
                        f"{str(self.root)!r} holds more than {MOST_FILES:,} files.",
                        fix="Name the folder of the project itself, without installed packages.",
                    )
                text = path.decode("utf-8", "surrogateescape")
                if stat.S_ISLNK(mode):
                    yield Blob(path=text, mode="120000", id=_blob_id(self._link(path)))
                elif stat.S_ISREG(mode):
                    yield Blob(path=text, mode="100755" if mode & stat.S_IXUSR else "100644", id=self._id(path))

    def _entries(self, folder: bytes) -> list[tuple[bytes, int]]:
        """Names and modes in one folder, ``.git`` aside."""
        try:
            with os.scandir(self._place(folder)) as entries:
                kept = [entry for entry in entries if entry.name != b".git"]
                return [(entry.name, entry.stat(follow_symlinks=False).st_mode) for entry in kept]
        except OSError as error:
            raise self._unreadable(folder, error) from error

    def _place(self, path: bytes) -> bytes:
        root = os.fsencode(self.root)
        return os.path.join(root, path) if path else root  # noqa: PTH118  (names are bytes here)

    def _link(self, path: bytes) -> bytes:
        try:
            return os.readlink(self._place(path))  # noqa: PTH115  (names are bytes here)
        except OSError as error:
            raise self._unreadable(path, error) from error

    def _id(self, path: bytes) -> str:
        """The blob id of a file, read piece by piece."""
        with self._opened(path) as (file, size):
            digest = hashlib.sha1(b"blob %d\0" % size, usedforsecurity=False)
            for piece in self._pieces(file, size, path):
                digest.update(piece)
        return digest.hexdigest()

    def _content(self, path: str, wanted: str) -> bytes | TooLarge:
        raw = path.encode("utf-8", "surrogateescape")
        with self._opened(raw) as (file, size):
            if size > self.limit:
                return TooLarge(size=size)
            data = b"".join(self._pieces(file, size, raw))
        if _blob_id(data) != wanted:
            raise self._changed(raw)
        return data

    @contextmanager
    def _opened(self, path: bytes) -> Iterator[tuple[FileIO, int]]:
        """A regular file and its size in bytes."""
        try:
            with FileIO(os.open(self._place(path), _OPEN), "rb") as file:
                found = os.fstat(file.fileno())
                if not stat.S_ISREG(found.st_mode):
                    raise self._changed(path)
                yield file, found.st_size
        except OSError as error:
            raise self._unreadable(path, error) from error

    def _pieces(self, file: FileIO, size: int, path: bytes) -> Iterator[bytes]:
        """Exactly ``size`` bytes in pieces. Raises SourceUnavailable where the file has fewer or more."""
        left = size
        while piece := file.read(min(_PIECE, left + 1)):
            left -= len(piece)
            if left < 0:
                break
            yield piece
        if left != 0:
            raise self._changed(path)

    def _unreadable(self, path: bytes, error: OSError) -> SourceUnavailable:
        shown = path.decode("utf-8", "surrogateescape") or "."
        return SourceUnavailable(
            f"{shown!r} in {str(self.root)!r} cannot be read: {error.strerror or 'unknown reason'}.",
            fix="Make it readable for the user that runs errgate, or name another folder.",
        )

    def _changed(self, path: bytes) -> SourceUnavailable:
        shown = path.decode("utf-8", "surrogateescape")
        return SourceUnavailable(
            f"{shown!r} in {str(self.root)!r} changed while it was read.", fix="Run again when nothing writes there."
        )


class DirectoryPair:
    """Two folders as a source; a ref's name says which one is meant."""

    def __init__(self, old: Path, new: Path, *, limit: int = LIMIT) -> None:
        """``limit`` is in bytes. Raises SourceUnavailable where one of them is no folder."""
        self.old = DirectorySource(old, limit=limit)
        self.new = DirectorySource(new, limit=limit)

    def _side(self, ref: Ref) -> DirectorySource:
        for side in (self.old, self.new):
            if ref.name == side.ref.name:
                return side
        raise SourceUnavailable(f"{ref.name!r} is none of the two folders that are compared.")

    def tree(self, ref: Ref) -> Tree:
        """Every file and symlink of one side."""
        return self._side(ref).tree()

    def read(self, blobs: Iterable[Blob]) -> Mapping[str, bytes | TooLarge]:
        """Contents by blob id, from the side that holds them."""
        wanted = [blob for blob in blobs if blob.is_file]
        old = [blob for blob in wanted if self.old.holds(blob)]
        return {**self.old.read(old), **self.new.read(blob for blob in wanted if not self.old.holds(blob))}

    def changes(self, base: Ref, head: Ref) -> tuple[Change, ...]:
        """Every path that differs between the two sides, sorted; renames with equal content are joined."""
        return compare(self.tree(base), self.tree(head))

    def messages(self, base: Ref, head: Ref) -> tuple[str, ...]:
        """Folders have no commits: nothing."""
        return ()


def _blob_id(data: bytes) -> str:
    """Git's SHA-1 blob id. A name for content here, no protection."""
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
