"""Reads and writes files of a work tree: below its root only, never through a symlink, all of them or none."""

import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from errgate.errors import SourceUnavailable, UsageError
from errgate.sources.directory import DirectorySource
from errgate.sources.source import Blob, TooLarge, Tree

FORBIDDEN = ("", ".", "..", ".git")
"""What no part of a path may be; .git in any case."""


class WorkTree:
    """The files below one folder, by paths relative to it with ``/``."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._sources: dict[str, DirectorySource] = {}

    def tree(self, folder: str) -> Tree:
        """Everything below one of its folders; nothing where that does not exist. Raises UsageError for a symlink."""
        self._check(folder, is_folder=True)
        place = self._place(folder)
        if not place.is_dir():
            return {}
        source = self._sources[folder] = DirectorySource(place)
        return {
            f"{folder}/{path}": Blob(path=f"{folder}/{path}", mode=blob.mode, id=blob.id)
            for path, blob in source.tree().items()
        }

    def read(self, folder: str, blobs: Iterable[Blob]) -> Mapping[str, bytes | TooLarge]:
        """Contents by id of blobs that ``tree`` listed for that folder."""
        source = self._sources.get(folder)
        return source.read(blobs) if source is not None else {}

    def write(self, files: Mapping[str, bytes]) -> None:
        """Write files, folders included. Raises UsageError for a path that cannot be one, SourceUnavailable where the disk
        refuses; until all contents are on the disk, nothing that was there before is replaced."""
        for path in files:
            self._check(path, is_folder=False)
        made: list[Path] = []
        staged: list[tuple[Path, Path]] = []
        try:
            for number, (path, data) in enumerate(sorted(files.items())):
                place = self._place(path)
                made += _folders(place.parent)
                beside = place.parent / f".errgate-{os.getpid()}-{number}"
                staged.append((beside, place))
                with beside.open("xb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
        except OSError as error:
            _undo([beside for beside, _ in staged], made)
            raise SourceUnavailable(
                f"Nothing was written: {str(staged[-1][1] if staged else self.root)!r} {_why(error)}.",
                fix="Make room or correct the permissions, then run again.",
            ) from error
        self._replace(staged)

    def _replace(self, staged: list[tuple[Path, Path]]) -> None:
        for index, (beside, place) in enumerate(staged):
            try:
                beside.replace(place)
            except OSError as error:
                _undo([left for left, _ in staged[index:]], [])
                raise SourceUnavailable(
                    f"{index} of {len(staged)} files were written, then {str(place)!r} {_why(error)}.",
                    fix="Undo with `git restore` and `git clean` on that folder, correct the permissions, then run again.",
                ) from error

    def _check(self, path: str, *, is_folder: bool) -> None:
        parts = path.split("/")
        if path.startswith("/") or any(part.lower() in FORBIDDEN or "\0" in part for part in parts):
            raise UsageError(f"{path!r} is not a path inside the repository.", fix="Rename it.")
        here = self.root
        for index, part in enumerate(parts):
            here = here / part
            try:
                mode = here.lstat().st_mode
            except FileNotFoundError:
                return
            except OSError as error:
                raise SourceUnavailable(f"{path!r} {_why(error)}.", fix="Correct the permissions.") from error
            shown = "/".join(parts[: index + 1])
            if stat.S_ISLNK(mode):
                raise UsageError(f"{shown!r} is a symlink, which is not followed.", fix="Commit the files themselves.")
            last = index == len(parts) - 1
            if not stat.S_ISDIR(mode) and (not last or is_folder):
                raise UsageError(f"{shown!r} is a file where a folder is needed.", fix="Rename it.")
            if last and not is_folder and not stat.S_ISREG(mode):
                raise UsageError(f"{shown!r} is no regular file.", fix="Rename it.")

    def _place(self, path: str) -> Path:
        return self.root.joinpath(*path.split("/"))


def _folders(folder: Path) -> Iterator[Path]:
    """Make a folder and those around it; each that was made, the outermost first."""
    missing: list[Path] = []
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    for each in reversed(missing):
        each.mkdir()
        yield each


def _undo(files: Iterable[Path], folders: list[Path]) -> None:
    for file in files:
        file.unlink(missing_ok=True)
    for folder in reversed(folders):
        folder.rmdir()


def _why(error: OSError) -> str:
    return f"cannot be written: {error.strerror or 'unknown reason'}"
