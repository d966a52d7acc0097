"""What can be typed: every command with its arguments. What each command does stands in ``errgate.app.cli``."""

import argparse
from typing import TypeAlias

from errgate import __version__
from errgate.render import FORMATS

EXIT_CODES = """\
exit codes:
  0  pass, or not applicable
  1  blocked: a finding needs a fix, or an impact sentence is missing
  2  could not evaluate: usage, config, unreadable, internal (never a pass)
"""

SHELLS = ("bash", "zsh", "fish", "tcsh")
"""Shells that completion is written for."""


def parser() -> argparse.ArgumentParser:
    """The whole command line. ``command`` is the name of the command that was given, or None."""
    made = argparse.ArgumentParser(
        prog="errgate",
        description="Gate pull requests on what consumers do with an API's errors.",
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument("--version", action="version", version=f"errgate {__version__}")
    commands = made.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    _check(commands)
    _diff(commands)
    _decide(commands)
    _rules(commands)
    _explain(commands)
    _schema(commands)
    _init(commands)
    _rotate(commands)
    _completion(commands)
    commands.add_parser("demo", help="replay a real incident as a pull request: blocked, then repaired")
    return made


Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def _command(commands: Commands, name: str, summary: str, description: str) -> argparse.ArgumentParser:
    return commands.add_parser(
        name,
        help=summary,
        description=description,
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def _formats() -> str:
    """The formats in words, the default one first."""
    default, *others = FORMATS
    return f"{default} (default), {', '.join(others[:-1])} or {others[-1]}"


def _judging(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--config", metavar="FILE", help="the config's path in the repository (default: .github/errgate.yml)"
    )
    parser.add_argument("--pr-body", metavar="FILE", help="the pull request's description; - reads standard input")
    parser.add_argument("--today", metavar="DATE", help="the date to judge by, YYYY-MM-DD (default: today, UTC)")
    parser.add_argument("--allow-commands", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument(
        "--fresh", metavar="DIR", help="errors that this branch emitted in this job, to compare with v2 by name"
    )
    parser.add_argument(
        "--format",
        action="append",
        metavar="F",
        help=f"{_formats()}; may be given several times",
    )
    parser.add_argument(
        "--output",
        action="append",
        metavar="FILE",
        help="where the n-th --format goes; at most one format goes to standard output",
    )


def _check(commands: Commands) -> None:
    parser = _command(
        commands,
        "check",
        "judge a branch of a git repository against the release and its target",
        "Judge what a pull request does to the error contract: which consumer decides otherwise, and whether\n"
        "regenerated fixtures were explained. Reads git objects only; uncommitted changes are not judged.",
    )
    parser.add_argument("--repo", metavar="DIR", default=".", help="the repository (default: the current folder)")
    parser.add_argument(
        "--base",
        metavar="REF",
        help="the branch that the pull request wants to enter (default: origin/HEAD, else main, else master)",
    )
    parser.add_argument("--head", metavar="REF", default="HEAD", help="the pull request's head (default: HEAD)")
    parser.add_argument("--release", metavar="REF", help="the release to compare with (default: by the config)")
    _judging(parser)


def _diff(commands: Commands) -> None:
    parser = _command(
        commands,
        "diff",
        "judge one folder against another, without git",
        "Judge HEAD against RELEASE, two folders that hold the same files as a repository would.",
    )
    parser.add_argument("release_dir", metavar="RELEASE", help="the folder as released")
    parser.add_argument("head_dir", metavar="HEAD", help="the folder as it would be")
    _judging(parser)


def _decide(commands: Commands) -> None:
    parser = _command(
        commands,
        "decide",
        "show what a consumer does about recorded errors, and who decided",
        "Decide about each FILE (a JSON body or an exchange; .jsonl: one a line). Without options the policy, hints and\n"
        "registry come from .github/errgate.yml in the current folder.",
    )
    parser.add_argument("files", metavar="FILE", nargs="+")
    parser.add_argument("--decision", metavar="FILE", help="the decision policy")
    parser.add_argument(
        "--preset",
        metavar="PRESET",
        help="instead of a policy: the kind of errors, such as problem+json, graphql or openai (docs/presets.md); judged by "
        "a small policy: 429 and 5xx retry, 401 and 403 escalate, other 4xx fix the request, anything else escalates",
    )
    parser.add_argument("--hints", metavar="FILE", help="the hint vocabulary")
    parser.add_argument("--registry", metavar="FILE", help="the code registry")
    parser.add_argument("--format", choices=("terminal", "json"), default="terminal")
    parser.add_argument(
        "--write", action="store_true", help="fill decisions.yml beside the fixtures; existing rows are kept"
    )


def _rules(commands: Commands) -> None:
    parser = _command(commands, "rules", "list every rule with its level", "List every rule with its level.")
    parser.add_argument("--format", choices=("terminal", "json", "markdown"), default="terminal")


def _explain(commands: Commands) -> None:
    parser = _command(
        commands,
        "explain",
        "explain one rule, with an example",
        "Explain one rule: why it matters, when, and a way out.",
    )
    parser.add_argument("rule", metavar="RULE", help="a rule's id, such as registry/code-removed")


def _schema(commands: Commands) -> None:
    parser = _command(commands, "schema", "print a JSON Schema for editors and checks", "Print one JSON Schema.")
    parser.add_argument("name", metavar="NAME", help="config, registry, hints, decision, decisions, fixture or report")


def _init(commands: Commands) -> None:
    parser = _command(
        commands,
        "init",
        "propose a config for a repository from what it holds, try it out, and write it",
        "Look for error codes (JSON, YAML, TOML, OpenAPI, Python enums), recorded errors and pull-request templates; write\n"
        "a config, a decision policy and folders for fixtures that work at once. Existing files are kept; guesses are said.",
    )
    parser.add_argument("--repo", metavar="DIR", default=".", help="the repository (default: the current folder)")
    parser.add_argument("--preset", metavar="PRESET", help="the kind of errors, such as problem+json (docs/presets.md)")
    parser.add_argument("--name", metavar="CONTRACT", help="the contract's name (default: the folder's)")
    parser.add_argument(
        "--registry", metavar="FILE", help="the file that lists the error codes (default: the likeliest)"
    )
    parser.add_argument("--owner", metavar="OWNER", help="who approves a deliberate break: @user or @org/team")
    parser.add_argument("--dry-run", action="store_true", help="print the files; write nothing")


def _rotate(commands: Commands) -> None:
    parser = _command(
        commands,
        "rotate",
        "after a release, take its v2 recordings into v1",
        "Write the released v2 recordings and their expected decisions under their names into v1. A different value that is\n"
        "there already moves to v1/<old release>/<name>, its row with it. Changes files only; commit them yourself.",
    )
    parser.add_argument("--repo", metavar="DIR", default=".", help="the repository (default: the current folder)")
    parser.add_argument("--config", metavar="FILE", help="the config's path (default: .github/errgate.yml)")
    parser.add_argument("--release", metavar="REF", help="the release to take over (default: by the config)")
    parser.add_argument("--contract", metavar="CONTRACT", help="one contract only (default: all)")
    parser.add_argument("--dry-run", action="store_true", help="say what would be done; write nothing")


def _completion(commands: Commands) -> None:
    parser = _command(
        commands,
        "completion",
        "print a script that lets a shell complete commands",
        "Print a script that lets a shell complete commands, options, formats, rules and files.\n"
        'bash: eval "$(errgate completion bash)" in ~/.bashrc. zsh: put it as _errgate into a folder of $fpath.\n'
        "fish: errgate completion fish > ~/.config/fish/completions/errgate.fish",
    )
    parser.add_argument("shell", metavar="SHELL", help=f"{', '.join(SHELLS[:-1])} or {SHELLS[-1]}")
