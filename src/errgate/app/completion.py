"""Scripts that let a shell complete errgate's command line: commands, options, formats, rules, schemas, files, folders.

What an argument takes is told by its metavar in ``errgate.app.arguments``. Names of git refs are not completed: bash expands
a list of words once more, and a branch may be called ``$(…)``.
"""

import argparse
from collections.abc import Iterator

import shtab

from errgate.app.arguments import SHELLS, parser
from errgate.app.catalogue import SCHEMAS
from errgate.core.presets import PRESETS
from errgate.errors import UsageError
from errgate.render import FORMATS
from errgate.rules import RULES

WORDS = {
    "F": tuple(FORMATS),
    "RULE": tuple(rule.id for rule in RULES),
    "NAME": SCHEMAS,
    "SHELL": SHELLS,
    "PRESET": tuple(PRESETS),
}
"""Metavar → the words that may stand there."""
PATHS = {"FILE": shtab.FILE, "DIR": shtab.DIRECTORY, "RELEASE": shtab.DIRECTORY, "HEAD": shtab.DIRECTORY}
"""Metavar → files or folders."""
FREE = ("REF", "DATE", "CONTRACT", "OWNER")
"""Metavars of what is not completed."""


def script(shell: str) -> str:
    """The script for one shell. Raises UsageError for a shell that is not among ``SHELLS``."""
    if shell not in SHELLS:
        raise UsageError(f"There is no completion for {shell!r}.", fix=f"Use one of: {', '.join(SHELLS)}.")
    return shtab.complete(_completed(parser()), shell).rstrip()


def _completed(made: argparse.ArgumentParser) -> argparse.ArgumentParser:
    """The command line with what each argument takes. Only this copy lists choices: what is typed is checked with advice."""
    for action in arguments(made):
        name = str(action.metavar)
        if name in WORDS:
            action.choices = WORDS[name]
        elif name in PATHS:
            action.complete = PATHS[name]  # type: ignore[attr-defined]  # the attribute that shtab reads
    return made


def arguments(made: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Every argument of every command."""
    for action in made._actions:
        if isinstance(action, argparse._SubParsersAction):
            for command in action.choices.values():
                yield from arguments(command)
        else:
            yield action
