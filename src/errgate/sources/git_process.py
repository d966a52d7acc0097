"""How git is run: which repository, in which environment, and the conversation with ``git cat-file --batch``.

Nothing of the caller's git settings counts, nothing is fetched, and nothing in the repository is run or written.
"""

import os
import subprocess
import tempfile
import weakref
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal

from errgate.errors import SourceUnavailable

SECONDS = 300
"""How long one git command may take."""
MOST_BYTES = 512_000_000
"""Bytes that one batch of objects may have altogether."""
_WINDOW = 4096
"""Bytes of requests under way at once: what any pipe takes without waiting for a reader."""
_PIECE = 1 << 20
_SETTINGS = {
    "core.fsmonitor": "false",
    "core.hooksPath": os.devnull,
    "core.attributesFile": os.devnull,
    "core.excludesFile": os.devnull,
    "core.quotePath": "false",
    "safe.bareRepository": "all",
    "protocol.allow": "never",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What ``cat-file --batch`` says to one request. ``data`` is None where the object is larger than the limit."""

    kind: Literal["commit", "tree", "blob", "tag", "missing", "ambiguous"]
    id: str = ""
    size: int = 0
    data: bytes | None = None


class Git:
    """Runs git in one repository. One ``cat-file`` process is kept, until ``close`` or the object's end."""

    def __init__(self, path: Path) -> None:
        """Raises SourceUnavailable where ``path`` lies in no repository."""
        self.top = _top(path)
        self._command = ["git", "-C", str(self.top), "--no-pager", "--literal-pathspecs", *_options(self.top)]
        self._environment = _environment(self.top)
        self._batch: _Batch | None = None

    def run(self, *arguments: str) -> bytes:
        """The output of a git command. Raises SourceUnavailable, with git's own words, where it fails."""
        status, output, words = self.attempt(*arguments)
        if status != 0:
            raise failed(arguments[0], words)
        return output

    def attempt(self, *arguments: str) -> tuple[int, bytes, str]:
        """The exit status, the output and the error text of a git command."""
        try:
            done = subprocess.run(  # noqa: S603  (no shell; ids and fixed words only)
                [*self._command, *arguments],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                env=self._environment,
                timeout=SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise SourceUnavailable(f"git {arguments[0]} took longer than {SECONDS} seconds.") from error
        except OSError as error:
            raise _not_started(error) from error
        return done.returncode, done.stdout, done.stderr.decode("utf-8", "replace")

    def ask(self, requests: Sequence[bytes], limit: int) -> list[Answer]:
        """One answer a request, in order. Requests hold no line feed; objects above ``limit`` bytes are not kept.

        Raises GitStopped where git ends at one of them, SourceUnavailable where they have more than 512 MB together.
        """
        if self._batch is None or not self._batch.usable:
            self._batch = _Batch([*self._command, "cat-file", "--batch"], self._environment)
        return self._batch.ask(requests, limit)

    def close(self) -> None:
        """End the ``cat-file`` process; it starts again when it is needed."""
        if self._batch is not None:
            self._batch.close()
            self._batch = None


class GitStopped(SourceUnavailable):
    """``cat-file`` ended instead of answering. ``at`` is the index of the request that it ended at."""

    def __init__(self, words: str, *, at: int) -> None:
        error = failed("cat-file", words)
        super().__init__(error.problem, fix=error.fix)
        self.at = at


class _Batch:
    """A ``git cat-file --batch`` process.

    Requests go out in windows that a pipe holds, and the answers to one window are read before the next is sent, so
    that neither side ever waits for the other.
    """

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        self._words = tempfile.TemporaryFile()  # noqa: SIM115  (closed by _end)
        try:
            process = subprocess.Popen(  # noqa: S603  (no shell; fixed words only)
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._words, env=environment
            )
        except OSError as error:
            self._words.close()
            raise _not_started(error) from error
        assert process.stdin is not None
        assert process.stdout is not None
        self._into, self._from = process.stdin, process.stdout
        self.close = weakref.finalize(self, _end, process, self._words)

    @property
    def usable(self) -> bool:
        """Whether it still answers."""
        return self.close.alive

    def ask(self, requests: Sequence[bytes], limit: int) -> list[Answer]:
        answers: list[Answer] = []
        total = 0
        try:
            for window in _windows(requests):
                self._into.write(b"".join(window))
                self._into.flush()
                for _ in window:
                    answers.append(self._answer(limit))
                    total += len(answers[-1].data or b"")
                    if total > MOST_BYTES:
                        raise SourceUnavailable(
                            f"The files to read have more than {MOST_BYTES // 1_000_000} MB together.",
                            fix="Record fewer or smaller fixtures.",
                        )
        except (OSError, EOFError) as error:
            raise GitStopped(self._said(), at=len(answers)) from error
        finally:
            if len(answers) < len(requests) or total > MOST_BYTES:
                self.close()  # answers are still under way, which the next caller would take for its own
        return answers

    def _answer(self, limit: int) -> Answer:
        header = self._from.readline()
        words = header.rstrip(b"\n").rsplit(b" ", 2)
        if not header.endswith(b"\n"):
            raise EOFError
        if words[-1] in (b"missing", b"ambiguous"):
            return Answer(kind="missing" if words[-1] == b"missing" else "ambiguous")
        name, kind, size = words[0].decode("ascii"), words[1].decode("ascii"), int(words[2])
        data = self._take(size, keep=size <= limit)
        self._take(1, keep=False)
        return Answer(kind=kind, id=name, size=size, data=data)  # type: ignore[arg-type]

    def _take(self, size: int, *, keep: bool) -> bytes | None:
        pieces: list[bytes] = []
        while size:
            piece = self._from.read(min(size, _PIECE))
            if not piece:
                raise EOFError
            size -= len(piece)
            if keep:
                pieces.append(piece)
        return b"".join(pieces) if keep else None

    def _said(self) -> str:
        self._words.seek(0)
        return self._words.read(_WINDOW).decode("utf-8", "replace")


def _windows(requests: Sequence[bytes]) -> Iterator[list[bytes]]:
    window: list[bytes] = []
    size = 0
    for request in requests:
        line = request + b"\n"
        if window and size + len(line) > _WINDOW:
            yield window
            window, size = [], 0
        window.append(line)
        size += len(line)
    if window:
        yield window


def _end(process: "subprocess.Popen[bytes]", words: IO[bytes]) -> None:
    """Close the pipes, upon which git ends by itself; end it where it does not."""
    for pipe in (process.stdin, process.stdout, words):
        try:
            if pipe is not None:
                pipe.close()
        except OSError:  # git is gone already
            continue
    try:
        process.wait(timeout=5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def failed(command: str, words: str) -> SourceUnavailable:
    """The error of a git command that failed, in git's own words."""
    lines = [line.strip() for line in words.splitlines() if line.strip()]
    said = next((line for line in lines if line.startswith(("fatal:", "error:"))), "".join(lines[:1]))
    said = "".join(char if char.isprintable() else "?" for char in said.removeprefix("fatal: ").removeprefix("error: "))
    said = said[:300].rstrip(".") or "it gave no reason"
    return SourceUnavailable(
        f"git {command} failed: {said}.",
        fix="Check that the clone is complete: `git fsck`, and `git fetch --refetch` for a partial clone.",
    )


def _not_started(error: OSError) -> SourceUnavailable:
    if isinstance(error, FileNotFoundError):
        return SourceUnavailable("git is not installed, or not on PATH.", fix="Install git 2.30 or newer.")
    return SourceUnavailable(f"git cannot be run: {error.strerror}.", fix="Check its installation.")


def _top(path: Path) -> Path:
    """The folder to run git in: the nearest that has ``.git``, or ``path`` itself where it is a bare repository."""
    try:
        start = path.resolve()
        if not start.is_dir():
            raise SourceUnavailable(f"{str(path)!r} is not a folder.", fix="Name a git repository.")
        for folder in (start, *start.parents):
            if os.path.lexists(folder / ".git"):
                return folder
        if (start / "HEAD").is_file() and (start / "objects").is_dir() and (start / "refs").is_dir():
            return start
    except OSError as error:
        problem = f"{str(path)!r} cannot be read: {error.strerror}."
        raise SourceUnavailable(problem, fix="Check its permissions.") from error
    raise SourceUnavailable(
        f"{str(path)!r} is not a git repository.",
        fix="Run errgate inside a clone, name one with --repo, or compare two folders with `errgate diff`.",
    )


def _options(top: Path) -> list[str]:
    # A container runs as another user than the one that cloned. This trusts the one repository that was named, for
    # one command, instead of writing to anybody's settings.
    settings = {"safe.directory": str(top), **_SETTINGS}
    return [word for key, value in settings.items() for word in ("-c", f"{key}={value}")]


def _environment(top: Path) -> dict[str, str]:
    """The caller's environment without anything that points git elsewhere, makes it ask, fetch or write."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    return {
        **kept,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_SYSTEM": os.devnull,
        "GIT_ATTR_NOSYSTEM": "1",
        "GIT_CEILING_DIRECTORIES": str(top.parent),
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_ALLOW_PROTOCOL": "none",
        "GIT_TERMINAL_PROMPT": "0",
        "LC_ALL": "C",
        "LANGUAGE": "C",
    }
