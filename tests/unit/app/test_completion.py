"""Completion: the scripts parse, and bash completes what people type. Other shells are asked where they are installed."""

import shutil
import subprocess
from pathlib import Path

import pytest

from errgate.app import completion
from errgate.app.arguments import SHELLS, parser
from errgate.app.catalogue import SCHEMAS
from errgate.app.cli import RUNS, main
from errgate.render import FORMATS
from errgate.rules import RULES

needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")


def complete(line: str, folder: Path) -> list[str]:
    """What bash offers for a line with the cursor at its end: the function that the script registers is called as bash does."""
    words = line.split(" ")
    (folder / "completion.bash").write_text(completion.script("bash"), encoding="utf-8")
    program = f"""
source ./completion.bash
COMP_WORDS=({" ".join(f"'{word}'" for word in words)})
COMP_CWORD={len(words) - 1}
COMP_LINE='{line}'
COMP_POINT={len(line)}
called=$(complete -p errgate | sed 's/.*-F \\([^ ]*\\).*/\\1/')
"$called" errgate '{words[-1]}' '{words[-2]}' 2>/dev/null
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    done = subprocess.run(
        ["bash", "--norc", "--noprofile", "-c", program], cwd=folder, capture_output=True, text=True, check=False
    )
    return sorted({word.strip() for word in done.stdout.splitlines() if word.strip()})


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_names_every_command(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    for command in RUNS:
        assert command in script


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_parses(shell: str, tmp_path: Path) -> None:
    """By the shell itself, told to read and not to run."""
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"{shell} is not installed")
    path = tmp_path / "script"
    path.write_text(completion.script(shell), encoding="utf-8")
    done = subprocess.run([program, "-n", str(path)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@needs_bash
@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("errgate exp", {"explain"}),
        ("errgate ", set(RUNS)),
        ("errgate explain registry/code-rem", {"registry/code-removed"}),
        ("errgate explain ", {rule.id for rule in RULES}),
        ("errgate schema ", set(SCHEMAS)),
        ("errgate completion ", set(SHELLS)),
        ("errgate check --format ", set(FORMATS)),
        ("errgate check --for", {"--format"}),
        ("errgate check --format json --format sa", {"sarif"}),
        ("errgate diff --format ju", {"junit"}),
        ("errgate diff ol", {"old"}),
        ("errgate check --repo ", {"old"}),
        ("errgate decide time", {"timeout.json"}),
        ("errgate check --pr-body bo", {"body.md"}),
    ],
)
def test_bash_completes(line: str, offered: set[str], tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    for name in ("timeout.json", "body.md"):
        (tmp_path / name).write_text("", encoding="utf-8")
    assert offered <= set(complete(line, tmp_path))
    assert line.endswith(" ") or offered == set(complete(line, tmp_path))


@needs_bash
def test_an_option_that_is_not_offered_in_help_is_not_completed(tmp_path: Path) -> None:
    assert complete("errgate check --allo", tmp_path) == []


def test_every_argument_is_completed_or_said_not_to_be() -> None:
    """A new metavar finds its place in ``errgate.app.completion``: WORDS, PATHS or FREE."""
    for action in completion.arguments(parser()):
        if action.nargs != 0 and action.choices is None:
            assert action.metavar in {*completion.WORDS, *completion.PATHS, *completion.FREE}, action


def test_an_unknown_shell(capsys: pytest.CaptureFixture[str]) -> None:
    """Said so, with those that are known."""
    assert main(["completion", "ksh"]) == 2
    assert "bash, zsh, fish, tcsh" in capsys.readouterr().err


def test_every_command_runs_and_every_run_is_a_command() -> None:
    """What can be typed and what is done are listed in two places."""
    found = parser().format_help()
    commands = {
        line.split()[0]
        for line in found.partition("commands:")[2].splitlines()
        if line.startswith("    ") and line[4] != " "
    }
    assert commands == set(RUNS)
