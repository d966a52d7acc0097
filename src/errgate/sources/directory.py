"""Plain folders as a source, for judging without git. Symlinks are listed and never followed."""

import hashlib
import os
import stat
from collections.abc import Iterable, Mapping
from pathlib import Path

from errgate.core.report import Ref
from errgate.errors import SourceUnavailable
from errgate.sources.source import LIMIT, Blob, Change, TooLarge, renamed


class DirectoryPair:
    """Two folders; a ref's name says which one. Ids are git's blob ids, so equal ids are equal bytes."""

    def __init__(self, old: Path, new: Path) -> None:
        self.roots = {str(old): old, str(new): new}
        self._trees: dict[str, Mapping[str, Blob]] = {}
        self._places: dict[str, Path] = {}

    def tree(self, ref: Ref) -> Mapping[str, Blob]:
        """Every file below a folder, ``.git`` aside."""
        if ref.name not in self._trees:
            self._trees[ref.name] = self._walk(self.roots[ref.name])
        return self._trees[ref.name]

    def _walk(self, root: Path) -> Mapping[str, Blob]:
        found: dict[str, Blob] = {}
        pending = [root]
        while pending:
            folder = pending.pop()
            try:
                entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
            except OSError as error:
                raise SourceUnavailable(f"Cannot read the folder {folder}: {error.strerror}.", fix="Check its permissions.") from error
            for entry in entries:
                if entry.name == ".git":
                    continue
                path = Path(entry.path)
                relative = path.relative_to(root).as_posix()
                mode = entry.stat(follow_symlinks=False).st_mode
                if stat.S_ISLNK(mode):
                    found[relative] = Blob(path=relative, mode="120000", id=_id(os.fsencode(path.readlink())))
                elif stat.S_ISDIR(mode):
                    pending.append(path)
                elif stat.S_ISREG(mode):
                    found[relative] = self._file(path, relative, mode)
        return dict(sorted(found.items()))

    def _file(self, path: Path, relative: str, mode: int) -> Blob:
        try:
            digest = _id(path.read_bytes())
        except OSError as error:
            raise SourceUnavailable(f"Cannot read {path}: {error.strerror}.", fix="Check its permissions.") from error
        self._places[digest] = path
        return Blob(path=relative, mode="100755" if mode & stat.S_IXUSR else "100644", id=digest)

    def read(self, blobs: Iterable[Blob]) -> Mapping[str, bytes | TooLarge]:
        """Contents by id."""
        found: dict[str, bytes | TooLarge] = {}
        for blob in blobs:
            place = self._places.get(blob.id)
            if place is not None and blob.mode not in ("120000", "160000") and blob.id not in found:
                size = place.stat().st_size
                found[blob.id] = TooLarge(size=size) if size > LIMIT else place.read_bytes()
        return found

    def changes(self, base: Ref, head: Ref) -> tuple[Change, ...]:
        """Every path that differs between the two folders."""
        old, new = self.tree(base), self.tree(head)
        listed = [
            Change(old=old.get(path), new=new.get(path))
            for path in sorted(old.keys() | new.keys())
            if old.get(path) != new.get(path)
        ]
        return renamed(listed)

    def messages(self, base: Ref, head: Ref) -> tuple[str, ...]:
        """Folders have no commits."""
        return ()


def _id(data: bytes) -> str:
    """Git's blob id (SHA-1 over a header and the bytes); an identifier here, not a protection."""
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
