"""errgate init on a disk that refuses in the middle: everything is as it was."""

from pathlib import Path

import pytest

from errgate.app import init
from errgate.errors import SourceUnavailable

CODES = '{"NOT_FOUND": {"status": 404, "message": "no"}, "TIMED_OUT": {"status": 504, "message": "late"}}'


@pytest.mark.parametrize("after", [0, 1, 4, 7])
def test_what_was_written_is_removed_where_a_later_file_cannot_be(
    after: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "errors.json").write_text(CODES)
    (tmp_path / "pull_request_template.md").write_text("## What\n")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    replace, done = Path.replace, list[Path]()

    def refuse(self: Path, target: Path) -> Path:
        if len(done) == after:
            raise OSError(28, "No space left on device")
        done.append(target)
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(SourceUnavailable, match="No space left on device"):
        init.run(init.Request(repo=tmp_path))
    assert len(done) == after
    assert {
        path.relative_to(tmp_path).as_posix(): path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()
    } == before
    assert [path for path in tmp_path.rglob("*") if path.is_dir()] == []
