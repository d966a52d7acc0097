"""The command line: arguments in, an exit code out. Heavy modules are imported by the command that needs them."""

import argparse
import os
import sys
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from errgate import __version__
from errgate.core.report import Report
from errgate.errors import ErrgateError, ExitCode, UsageError

EXIT_CODES = """\
exit codes:
  0  pass, or not applicable
  1  blocked: a finding needs a fix, or an impact sentence is missing
  2  could not evaluate: usage, config, unreadable, internal (never a pass)
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code: 0, 1 or 2, whatever happens."""
    parser = _parser()
    try:
        arguments = parser.parse_args(argv)
    except SystemExit as stop:
        return ExitCode.PASS if stop.code in (0, None) else ExitCode.COULD_NOT_EVALUATE
    if not hasattr(arguments, "run"):
        parser.print_help(sys.stderr)
        return ExitCode.COULD_NOT_EVALUATE
    try:
        code: int = arguments.run(arguments)
        sys.stdout.flush()
        return code
    except ErrgateError as error:
        _say(f"errgate: {error}")
    except BrokenPipeError:
        _silence_stdout()
    except KeyboardInterrupt:
        _say("errgate: interrupted.")
    except RecursionError:
        _say("errgate: an input is nested too deeply to be evaluated.")
    except Exception as error:
        if os.environ.get("ERRGATE_DEBUG"):
            raise
        _say(f"errgate: internal error ({type(error).__name__}: {error}). Set ERRGATE_DEBUG=1 for the traceback.")
    return ExitCode.COULD_NOT_EVALUATE


def _say(text: str) -> None:
    """One line on standard error, its control characters escaped so that data cannot forge lines."""
    from errgate.render.sanitize import visible

    shown = visible(text).replace("##[", "#\u200b#[")
    print(shown.encode("utf-8", "backslashreplace").decode(), file=sys.stderr)


def _silence_stdout() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="errgate",
        description="Gate pull requests on what consumers do with an API's errors.",
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"errgate {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    _check(commands)
    _diff(commands)
    _decide(commands)
    _rules(commands)
    _explain(commands)
    _schema(commands)
    demo = commands.add_parser("demo", help="replay a real incident as a pull request: blocked, then repaired")
    demo.set_defaults(run=_run_demo)
    return parser


Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


def _command(commands: Commands, name: str, summary: str, description: str) -> argparse.ArgumentParser:
    return commands.add_parser(
        name,
        help=summary,
        description=description,
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def _judging(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--config", metavar="FILE", help="the config's path in the repository (default: .github/errgate.yml)"
    )
    parser.add_argument("--pr-body", metavar="FILE", help="the pull request's description; - reads standard input")
    parser.add_argument("--today", metavar="DATE", help="the date to judge by, YYYY-MM-DD (default: today, UTC)")
    parser.add_argument("--allow-commands", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--fresh", metavar="DIR", help=argparse.SUPPRESS)
    parser.add_argument(
        "--format",
        action="append",
        metavar="F",
        help="terminal (default), markdown or json; may be given several times",
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
    parser.set_defaults(run=_run_check)


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
    parser.set_defaults(run=_run_diff)


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
        metavar="NAME",
        help="instead of a policy: the kind of errors, such as problem+json, graphql or openai (docs/presets.md); judged by "
        "a small policy: 429 and 5xx retry, 401 and 403 escalate, other 4xx fix the request, anything else escalates",
    )
    parser.add_argument("--hints", metavar="FILE", help="the hint vocabulary")
    parser.add_argument("--registry", metavar="FILE", help="the code registry")
    parser.add_argument("--format", choices=("terminal", "json"), default="terminal")
    parser.add_argument(
        "--write", action="store_true", help="fill decisions.yml beside the fixtures; existing rows are kept"
    )
    parser.set_defaults(run=_run_decide)


def _rules(commands: Commands) -> None:
    parser = _command(commands, "rules", "list every rule with its level", "List every rule with its level.")
    parser.add_argument("--format", choices=("terminal", "json", "markdown"), default="terminal")
    parser.set_defaults(run=_run_rules)


def _explain(commands: Commands) -> None:
    parser = _command(
        commands,
        "explain",
        "explain one rule, with an example",
        "Explain one rule: why it matters, when, and a way out.",
    )
    parser.add_argument("rule", metavar="RULE", help="a rule's id, such as registry/code-removed")
    parser.set_defaults(run=_run_explain)


def _schema(commands: Commands) -> None:
    parser = _command(commands, "schema", "print a JSON Schema for editors and checks", "Print one JSON Schema.")
    parser.add_argument("name", metavar="NAME", help="config, registry, hints, decision, decisions, fixture or report")
    parser.set_defaults(run=_run_schema)


# Running


def _run_check(arguments: argparse.Namespace) -> int:
    from errgate.app import check

    return _deliver(arguments, lambda: check.on_git(_options(arguments)))


def _run_diff(arguments: argparse.Namespace) -> int:
    from errgate.app import check

    return _deliver(arguments, lambda: check.on_directories(_options(arguments)))


def _options(arguments: argparse.Namespace) -> "argparse.Namespace":
    if arguments.fresh is not None:
        raise UsageError("--fresh is not part of this version.", fix="Leave it out.")
    if arguments.allow_commands:
        raise UsageError("--allow-commands is not part of this version.", fix="Leave it out.")
    return arguments


def _deliver(arguments: argparse.Namespace, evaluate: Callable[[], Report]) -> int:
    """Evaluate, then write each format to its place. The exit code is fixed before anything is written."""
    from errgate import render

    formats: list[str] = arguments.format or ["terminal"]
    outputs: list[str] = arguments.output or []
    _check_formats(formats, outputs, render.FORMATS)
    started = time.monotonic()
    try:
        report = evaluate()
    except ErrgateError as error:
        report = Report(verdict="could-not-evaluate", reason=str(error))
    report = replace(report, stats=replace(report.stats, seconds=round(time.monotonic() - started, 3)))
    code = report.exit_code
    for index, name in enumerate(formats):
        to_file = index < len(outputs) and outputs[index] != "-"
        colour = not to_file and sys.stdout.isatty() and "NO_COLOR" not in os.environ
        text = render.render(name, report, render.RenderOptions(colour=colour))
        data = text.encode("utf-8", "backslashreplace")
        if to_file:
            try:
                Path(outputs[index]).write_bytes(data)
            except OSError as error:
                _say(f"errgate: could not write {outputs[index]}: {error.strerror}. The verdict stands.")
        else:
            sys.stdout.buffer.write(data)
            sys.stdout.flush()
    shown = sys.stdout.isatty() and any(each == "terminal" for each in formats[len(outputs) :])
    if report.verdict == "could-not-evaluate" and report.reason and not shown:
        _say(f"errgate: {report.reason}")
    return code


def _check_formats(formats: Sequence[str], outputs: Sequence[str], known: Collection[str]) -> None:
    for name in formats:
        if name not in known:
            names = ", ".join(known)
            raise UsageError(f"There is no format {name!r}.", fix=f"Use one of: {names}.")
    if len(outputs) > len(formats):
        raise UsageError(
            f"There are {len(outputs)} --output and {len(formats)} --format.",
            fix="Give one --format for each --output.",
        )
    if sum(1 for index in range(len(formats)) if index >= len(outputs) or outputs[index] == "-") > 1:
        raise UsageError(
            "More than one format would go to standard output.", fix="Give an --output for all of them but one."
        )


def _run_decide(arguments: argparse.Namespace) -> int:
    from errgate.app import decide

    return decide.run(
        [Path(name) for name in arguments.files],
        decide.Parts(
            decision=arguments.decision,
            preset=arguments.preset,
            hints=arguments.hints,
            registry=arguments.registry,
        ),
        write=arguments.write,
        as_json=arguments.format == "json",
    )


def _run_rules(arguments: argparse.Namespace) -> int:
    from errgate.app import catalogue

    print(catalogue.listing(arguments.format))
    return ExitCode.PASS


def _run_explain(arguments: argparse.Namespace) -> int:
    from errgate.app import catalogue

    print(catalogue.page(arguments.rule))
    return ExitCode.PASS


def _run_schema(arguments: argparse.Namespace) -> int:
    from errgate.app import catalogue

    print(catalogue.schema(arguments.name))
    return ExitCode.PASS


def _run_demo(arguments: argparse.Namespace) -> int:
    from errgate.app import demo

    return demo.run()


if __name__ == "__main__":
    sys.exit(main())
