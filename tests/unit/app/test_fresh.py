"""``--fresh DIR`` on the command line."""

from pathlib import Path

import pytest

from errgate.app.cli import main
from tests.e2e.contract import CONFIG, RELEASED, TIMEOUT, error
from tests.unit.test_laws import write

TOUCHED = {**RELEASED, "src/errors/serialize.py": "def serialize(error):\n    return dict(error)\n"}


def run(folder: Path, fresh: dict[str, str], head: dict[str, str | None] | None = None) -> int:
    write(folder / "old", RELEASED)
    write(folder / "new", head or TOUCHED)
    write(folder / "fresh", fresh)
    return main(["diff", str(folder / "old"), str(folder / "new"), "--fresh", str(folder / "fresh")])


def test_equal_errors_stand_in_for_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The serializer changed and what it emits did not: nothing is asked."""
    assert run(tmp_path, {"timeout.json": TIMEOUT.replace("r-1", "r-7")}) == 0
    assert "unexercised" not in capsys.readouterr().out


def test_another_error_blocks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is emitted is not what is recorded."""
    assert run(tmp_path, {"timeout.json": error("RATE_LIMITED", 503)}) == 1
    shown = capsys.readouterr().out
    assert "fixtures/stale" in shown
    assert "/code" in shown


def test_an_error_without_recording_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody judged it; and since nothing was compared, the serializer's change still wants a sentence."""
    assert run(tmp_path, {"new.json": TIMEOUT}) == 1
    shown = capsys.readouterr().out
    assert "fixtures/unexercised" in shown
    assert "no recording of that name" in shown


@pytest.mark.parametrize(
    ("files", "said"),
    [({"readme.txt": "x"}, "holds no .json"), ({"a.json": "{"}, "a.json"), ({"a.jsonl": "{}\n{\n"}, "a.jsonl:2")],
)
def test_what_cannot_be_compared_does_not_pass(
    files: dict[str, str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit 2 with the file."""
    assert run(tmp_path, files) == 2
    assert said in capsys.readouterr().err


def test_no_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", str(tmp_path), str(tmp_path), "--fresh", str(tmp_path / "none")]) == 2
    assert "is not a folder" in capsys.readouterr().err


def test_a_folder_a_contract(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With several contracts each has a folder of its name; lines of .jsonl pair by value."""
    second = CONFIG.split("contracts:\n")[1].replace("payments", "refunds").replace("fixtures/", "refunds/")
    files: dict[str, str | None] = {
        **TOUCHED,
        ".github/errgate.yml": CONFIG + second,
        "refunds/v2/all.jsonl": '{"code": "A"}\n{"code": "B"}\n',
    }
    write(tmp_path / "old", {**files, "src/errors/serialize.py": ""})
    write(tmp_path / "new", files)
    write(tmp_path / "fresh", {"payments/timeout.json": TIMEOUT, "refunds/all.jsonl": '{"code": "B"}\n{"code": "A"}\n'})
    arguments = ["diff", str(tmp_path / "old"), str(tmp_path / "new"), "--fresh", str(tmp_path / "fresh")]
    assert main(arguments) == 0, capsys.readouterr().out
    write(tmp_path / "fresh", {"refunds/all.jsonl": '{"code": "B"}\n{"code": "C"}\n'})
    assert main(arguments) == 1
