"""Throwaway git repositories for tests: no network, no settings of the caller, the same ids on every run."""

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Self

_FIRST = 1_700_000_000
"""Seconds of the first commit; each further one is a minute later."""
_SETTINGS = {
    "user.name": "Tester",
    "user.email": "tester@example.invalid",
    "init.defaultBranch": "main",
    "commit.gpgSign": "false",
    "tag.gpgSign": "false",
    "core.autocrlf": "false",
    "core.hooksPath": os.devnull,
    "protocol.file.allow": "always",
    "advice.detachedHead": "false",
    "gc.auto": "0",
}


class Repository:
    """A git repository in ``path``. Names of files are decoded with surrogateescape."""

    def __init__(self, path: Path, *, object_format: str = "sha1", bare: bool = False, existing: bool = False) -> None:
        self.path = path
        self._clock = _FIRST
        if not existing:
            path.mkdir(parents=True, exist_ok=True)
            self.git("init", "-q", f"--object-format={object_format}", *(["--bare"] if bare else []))

    def git(self, *arguments: str, stdin: bytes = b"", check: bool = True) -> str:
        """The output of a git command in this repository, without the final line feed."""
        settings = [word for key, value in _SETTINGS.items() for word in ("-c", f"{key}={value}")]
        done = subprocess.run(
            [b"git", *(os.fsencode(word) for word in (*settings, "-C", str(self.path), *arguments))],
            input=stdin,
            capture_output=True,
            env=self._environment(),
            check=False,
        )
        if check and done.returncode != 0:
            raise AssertionError(f"git {' '.join(arguments)}: {done.stderr.decode('utf-8', 'replace')}")
        return done.stdout.decode("utf-8", "surrogateescape").removesuffix("\n")

    def _environment(self) -> dict[str, str]:
        date = f"{self._clock} +0000"
        return {
            "PATH": os.environ["PATH"],
            "HOME": "/nonexistent",
            "LC_ALL": "C",
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_AUTHOR_DATE": date,
            "GIT_COMMITTER_DATE": date,
        }

    # Content

    def write(self, files: Mapping[str, str | bytes | None]) -> Self:
        """Write files; None deletes one."""
        for name, content in files.items():
            path = self.place(name)
            if content is None:
                path.unlink()
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
        return self

    def place(self, name: str) -> Path:
        """Where a file of that name lies."""
        return self.path / os.fsdecode(name.encode("utf-8", "surrogateescape"))

    def symlink(self, name: str, to: str) -> Self:
        """A symlink of that name."""
        path = self.place(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.symlink_to(to)
        return self

    def executable(self, name: str) -> Self:
        """Make a file executable."""
        self.place(name).chmod(0o755)
        return self

    def submodule(self, name: str, commit: str) -> Self:
        """A submodule's entry in the index, without the other repository. Commit it with ``add=False``."""
        self.git("update-index", "--add", "--cacheinfo", f"160000,{commit},{name}")
        return self

    # History

    def commit(self, message: str = "a change", *, add: bool = True) -> str:
        """Commit everything, or only the index with ``add=False``. The commit's id; empty commits are allowed."""
        if add:
            self.git("add", "-A", "-f")
        self._clock += 60
        self.git("commit", "-q", "--allow-empty", "--allow-empty-message", "-F", "-", stdin=message.encode("utf-8"))
        return self.sha()

    def sha(self, name: str = "HEAD") -> str:
        """The full id that a name means."""
        return self.git("rev-parse", "--verify", name)

    def branch(self, name: str, at: str = "HEAD") -> Self:
        """Create a branch and check it out."""
        self.git("checkout", "-q", "-b", name, at)
        return self

    def checkout(self, name: str) -> Self:
        """Check out a branch or commit."""
        self.git("checkout", "-q", name)
        return self

    def merge(self, *names: str, message: str = "a merge") -> str:
        """Merge branches without fast-forward. The merge commit's id."""
        self._clock += 60
        self.git("merge", "-q", "--no-ff", "-m", message, *names)
        return self.sha()

    def tag(self, name: str, at: str = "HEAD", *, annotated: bool = False) -> Self:
        """Create a tag."""
        self.git("tag", *(["-a", "-m", f"tag {name}"] if annotated else []), name, at)
        return self

    # Other repositories

    def clone(self, path: Path, *options: str) -> "Repository":
        """A clone over the file protocol, so that ``--depth`` and ``--filter`` count."""
        self.git("clone", "-q", *options, f"file://{self.path.resolve()}", str(path))
        return Repository(path, existing=True)

    def worktree(self, path: Path, at: str = "HEAD") -> "Repository":
        """A linked work tree."""
        self.git("worktree", "add", "-q", "--detach", str(path), at)
        return Repository(path, existing=True)
