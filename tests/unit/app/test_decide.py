"""``errgate decide``: what is read of an error, and the small policy of a preset."""

import json
from pathlib import Path
from typing import Any

import pytest

from errgate.app.cli import main

LIMITED = {
    "response": {
        "status": 429,
        "headers": {"retry-after": "7"},
        "body": {"error": {"code": None, "type": "requests", "message": "Slow\ndown \u001b[31m"}},
    }
}


def kept(folder: Path, value: Any, name: str = "a.json") -> str:
    (folder / name).write_text(json.dumps(value))
    return str(folder / name)


def rows(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, Any]]:
    assert main(["decide", *arguments, "--format", "json"]) == 0
    found: list[dict[str, Any]] = json.loads(capsys.readouterr().out)
    return found


def test_a_preset_needs_no_policy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What was read, and what a small policy makes of it."""
    [row] = rows(capsys, kept(tmp_path, LIMITED), "--preset", "OpenAI")
    assert (row["action"], row["wait"], row["category"], row["decided_by"]) == ("retry", 7, "throttled", "status 429")
    read = {"code": "requests", "status": 429, "message": "Slow\ndown \u001b[31m"}
    assert {key: row[key] for key in read} == read
    assert row["read"] == {**read, "wait": 7}


def test_absent_is_said_to_be_absent(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """null in JSON, words on the terminal, each in one line without control characters."""
    nothing, limited = kept(tmp_path, [1], "b.json"), kept(tmp_path, LIMITED)
    [row] = rows(capsys, nothing, "--preset", "slack")
    assert row["read"] == {"code": None, "status": None, "message": None, "wait": None}
    assert (row["wait"], row["on_default"]) == ("none", True)
    assert main(["decide", limited, nothing, "--preset", "openai"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.endswith(
        ": retry, 3 attempts, wait 7 s [throttled], by status 429; read: code requests, status 429, "
        'message "Slow\\ndown \\x1b[31m", wait 7 s'
    )
    assert second.endswith(": escalate [unknown], by the safe default; read: no code, no status, no message, no wait")


def test_a_date_that_cannot_be_counted_is_unknown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dated = {"response": {"status": 503, "headers": {"Retry-After": "Thu, 05 Aug 2021 10:30:00 GMT"}, "body": {}}}
    [row] = rows(capsys, kept(tmp_path, dated), "--preset", "problem+json")
    assert (row["wait"], row["read"]["wait"]) == ("unknown", "unknown")


def test_hints_and_registry_go_with_a_preset(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A seconds hint goes before the preset's wait, and its reading is what is shown."""
    (tmp_path / "codes.yml").write_text("codes:\n  requests: {action: abandon}\n")
    (tmp_path / "hints.yml").write_text("hints:\n  pause: {at: /pause, type: seconds}\n")
    path = kept(tmp_path, LIMITED)
    [row] = rows(capsys, path, "--preset", "openai", "--registry", str(tmp_path / "codes.yml"))
    assert (row["action"], row["decided_by"]) == ("abandon", "code requests")
    [row] = rows(capsys, path, "--preset", "openai", "--hints", str(tmp_path / "hints.yml"))
    assert (row["wait"], row["read"]["wait"]) == ("backoff", None)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--preset", "opnai"), "Did you mean `openai`?"),
        (("--preset", "nothing-like-it"), "Use one of: problem+json"),
        (("--preset", "\u001b[31m" + "x" * 5000), "There is no preset"),
        (("--preset", "slack", "--decision", "decision.yml"), "Leave one of them out"),
    ],
)
def test_what_is_refused(
    arguments: tuple[str, ...], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["decide", kept(tmp_path, LIMITED), *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert words in said.err
    assert "\u001b" not in said.err
    assert "Traceback" not in said.err


def test_without_a_config_a_newcomer_is_told_of_presets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["decide", kept(tmp_path, LIMITED)]) == 2
    assert "--preset NAME" in capsys.readouterr().err
