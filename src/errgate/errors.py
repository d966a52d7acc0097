"""What can go wrong outside the contract, and the exit codes. Imports nothing of errgate.

A breach of the contract is a Finding, never one of these. These mean that nothing could be evaluated, or that one
file could not be read (``Unreadable``, which the caller turns into a finding or into exit 2).
"""

from enum import IntEnum


class ExitCode(IntEnum):
    """The three exit codes of every command."""

    PASS = 0
    """Pass, or not applicable."""
    BLOCKED = 1
    """A finding blocks the merge."""
    COULD_NOT_EVALUATE = 2
    """Usage, config, unreadable, GitHub or internal error. Never a pass."""


class ErrgateError(Exception):
    """Nothing could be evaluated. ``problem`` says what is wrong, ``fix`` what to do; both are plain sentences."""

    def __init__(self, problem: str, *, fix: str = "") -> None:
        super().__init__(problem)
        self.problem = problem
        self.fix = fix

    def __str__(self) -> str:
        return f"{self.problem} {self.fix}".strip()


class UsageError(ErrgateError):
    """The command line asks for something that cannot be done."""


class SourceUnavailable(ErrgateError):
    """Git or a directory could not give what was asked: no repository, no such ref, a shallow clone."""


class Unreadable(ErrgateError):
    """One file cannot be parsed. ``path`` is relative to the tree, ``line`` is 1-based or None."""

    def __init__(self, problem: str, *, path: str, line: int | None = None, fix: str = "") -> None:
        super().__init__(problem, fix=fix)
        self.path = path
        self.line = line

    def __str__(self) -> str:
        place = self.path if self.line is None else f"{self.path}:{self.line}"
        return f"{place}: {self.problem} {self.fix}".strip()


class ConfigInvalid(Unreadable):
    """The config file cannot be used."""
