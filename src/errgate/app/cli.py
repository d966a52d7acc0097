"""The command line: arguments in, an exit code out. Heavy modules are imported by the command that needs them.

What can be typed stands in ``errgate.app.arguments``.
"""

import argparse
import os
import sys
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from errgate import __version__
from errgate.app.arguments import parser
from errgate.core.report import Report
from errgate.errors import ErrgateError, ExitCode, UsageError

if TYPE_CHECKING:
    from errgate.render import RuleText


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code: 0, 1 or 2, whatever happens."""
    made = parser()
    try:
        arguments = made.parse_args(argv)
    except SystemExit as stop:
        return ExitCode.PASS if stop.code in (0, None) else ExitCode.COULD_NOT_EVALUATE
    if arguments.command is None:
        made.print_help(sys.stderr)
        return ExitCode.COULD_NOT_EVALUATE
    try:
        code: int = RUNS[arguments.command](arguments)
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


def _run_check(arguments: argparse.Namespace) -> int:
    from errgate.app import check

    return _deliver(arguments, lambda: check.on_git(_options(arguments)))


def _run_diff(arguments: argparse.Namespace) -> int:
    from errgate.app import check

    return _deliver(arguments, lambda: check.on_directories(_options(arguments)))


def _options(arguments: argparse.Namespace) -> "argparse.Namespace":
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
    rules = _rule_texts(report)
    for index, name in enumerate(formats):
        to_file = index < len(outputs) and outputs[index] != "-"
        colour = not to_file and sys.stdout.isatty() and "NO_COLOR" not in os.environ
        text = render.render(name, report, render.RenderOptions(colour=colour, version=__version__, rules=rules))
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


def _rule_texts(report: Report) -> "Mapping[str, RuleText]":
    """What the rules of the findings say about themselves. Without findings no rule is loaded."""
    if not report.findings:
        return {}
    from errgate.app import catalogue

    return catalogue.texts(each.rule for each in report.findings)


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


def _run_init(arguments: argparse.Namespace) -> int:
    from errgate.app import init

    return init.run(
        init.Request(
            repo=Path(arguments.repo),
            preset=arguments.preset,
            name=arguments.name,
            registry=arguments.registry,
            owner=arguments.owner,
            dry_run=arguments.dry_run,
        )
    )


def _run_rotate(arguments: argparse.Namespace) -> int:
    from errgate.app import rotate

    return rotate.run(
        rotate.Request(
            repo=Path(arguments.repo),
            config=arguments.config,
            release=arguments.release,
            contract=arguments.contract,
            dry_run=arguments.dry_run,
        )
    )


def _run_completion(arguments: argparse.Namespace) -> int:
    from errgate.app import completion

    print(completion.script(arguments.shell))
    return ExitCode.PASS


def _run_demo(arguments: argparse.Namespace) -> int:
    from errgate.app import demo

    return demo.run()


RUNS: Mapping[str, Callable[[argparse.Namespace], int]] = {
    "check": _run_check,
    "diff": _run_diff,
    "decide": _run_decide,
    "rules": _run_rules,
    "explain": _run_explain,
    "schema": _run_schema,
    "init": _run_init,
    "rotate": _run_rotate,
    "completion": _run_completion,
    "demo": _run_demo,
}
"""Command → what runs it, for each command of ``errgate.app.arguments``."""


if __name__ == "__main__":
    sys.exit(main())
