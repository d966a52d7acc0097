"""The tutorial, followed to the letter: every file that it shows is written, every command is run."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e.repository import ENVIRONMENT

PAGE = Path(__file__).parents[2] / "docs" / "tutorial.md"
FENCE = re.compile(r"^```(\w+)(?: title=\"([^\"]+)\")?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ANYTHING = "…"


@dataclass(frozen=True, kw_only=True)
class Step:
    """A file to write, or a command with the output that the page shows."""

    path: str = ""
    text: str = ""
    command: str = ""
    shown: tuple[str, ...] = ()


def steps(page: str) -> Iterator[Step]:
    """What a reader does, in order. ``…`` stands for any lines."""
    for language, path, text in FENCE.findall(page):
        if path:
            yield Step(path=path, text=text)
        elif language == "console":
            for block in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
                command, *shown = block.rstrip("\n").split("\n")
                yield Step(command=command, shown=tuple(shown))


def holds(shown: tuple[str, ...], lines: list[str]) -> bool:
    """Whether an output is what the page shows: the lines before and after ``…`` exactly."""
    if ANYTHING not in shown:
        return list(shown) == lines
    before, after = shown[: shown.index(ANYTHING)], shown[shown.index(ANYTHING) + 1 :]
    return list(before) == lines[: len(before)] and (not after or list(after) == lines[-len(after) :])


def test_the_tutorial(tmp_path: Path) -> None:
    """From an empty folder to a blocked pull request and a passing one."""
    tools = tmp_path / "bin"
    tools.mkdir()
    (tools / "errgate").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m errgate "$@"\n')
    (tools / "errgate").chmod(0o755)
    environment = {**ENVIRONMENT, "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}
    folder = tmp_path
    seen = list(steps(PAGE.read_text(encoding="utf-8")))
    assert sum(1 for each in seen if each.command) > 10
    for step in seen:
        if step.path:
            path = folder / step.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(step.text, encoding="utf-8")
            continue
        done = subprocess.run(
            ["/bin/sh", "-c", step.command], cwd=folder, env=environment, capture_output=True, text=True, check=False
        )
        assert "Traceback" not in done.stderr
        assert holds(step.shown, done.stdout.rstrip("\n").split("\n") if done.stdout else []), (
            step.command,
            done.stdout,
            done.stderr,
        )
        assert done.returncode == (1 if any("blocked" in line for line in step.shown) else 0), (
            step.command,
            done.stderr,
        )
        if " cd shop" in step.command:
            folder = folder / "shop"


@pytest.mark.parametrize(
    ("shown", "printed", "expected"),
    [
        ((), [], True), (("a",), ["a"], True), (("a",), ["b"], False), (("a", "…"), ["a", "b"], True), (("…", "b"), ["a", "b"], True),
        (("…", "b"), ["a", "c"], False), (("a", "…", "c"), ["b", "c"], False),
    ],
)  # fmt: skip
def test_a_wrong_page_would_be_noticed(shown: tuple[str, ...], printed: list[str], expected: bool) -> None:
    """The comparison itself."""
    assert holds(shown, printed) is expected
