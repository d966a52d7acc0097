"""``--fresh DIR``: the errors that a branch emitted in this very job, captured from its own test run."""

from collections.abc import Mapping
from pathlib import Path

from errgate.core.contract import Fixture, Problem
from errgate.errors import Unreadable, UsageError
from errgate.sources import fixture_reader
from errgate.sources.source import LIMIT


class FreshErrors:
    """Captured errors below a folder: one file an error, named as its recording in v2; ``.jsonl`` holds one a line.

    With several contracts each has a folder of its name; a folder without such a one is every contract's. Raises UsageError
    where there is nothing to compare, and Unreadable where a file cannot be read: neither may pass.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        if not folder.is_dir():
            raise UsageError(
                f"--fresh {folder} is not a folder.", fix="Name the folder that your tests wrote errors to."
            )
        if not self._files(folder):
            raise UsageError(
                f"--fresh {folder} holds no .json or .jsonl file.",
                fix="Let the tests write each error there, named as its recording in v2; or leave --fresh out.",
            )

    def __call__(self, contract: str) -> Mapping[str, Fixture]:
        """The errors of one contract, by the name of their recording."""
        own = self.folder / contract
        top = own if own.is_dir() and "/" not in contract and contract not in (".", "..") else self.folder
        found: dict[str, Fixture] = {}
        for path in self._files(top):
            for fixture in _read(path, path.relative_to(top).as_posix()):
                found[fixture.name] = fixture
        return found

    @staticmethod
    def _files(folder: Path) -> list[Path]:
        found = (each for each in folder.rglob("*") if each.suffix in (".json", ".jsonl"))
        return sorted(each for each in found if each.is_file() and not each.is_symlink())


def _read(path: Path, name: str) -> list[Fixture]:
    try:
        if path.stat().st_size > LIMIT:
            raise Unreadable(f"larger than {LIMIT // 1_000_000} MB.", path=str(path), fix="Capture less.")
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(
            f"Cannot read the captured error {path}: {error.strerror}.", fix="Capture it again."
        ) from error
    if path.suffix == ".json":
        return [fixture_reader.read_fixture(data, "v2", name, str(path), "")]
    lines: list[Fixture] = []
    for each in fixture_reader.read_lines(data, "v2", name, str(path), ""):
        if isinstance(each, Problem):
            raise Unreadable(each.what, path=each.path, line=each.line, fix=each.fix)
        lines.append(each)
    return lines
