"""A throwaway git repository, untouched by the settings of whoever runs the tests."""

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

PERSON = {"NAME": "A Person", "EMAIL": "person@example.invalid", "DATE": "2026-01-01T00:00:00Z"}
ENVIRONMENT = {
    **{key: value for key, value in os.environ.items() if not key.startswith("GIT_")},
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    **{f"GIT_{role}_{key}": value for role in ("AUTHOR", "COMMITTER") for key, value in PERSON.items()},
}


class Repository:
    """Git in a folder."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.git("init", "-q", "-b", "main")

    def git(self, *arguments: str) -> str:
        """Run git; its standard output."""
        done = subprocess.run(
            ["git", *arguments], cwd=self.folder, env=ENVIRONMENT, check=True, capture_output=True, text=True
        )
        return done.stdout.strip()

    def commit(self, files: Mapping[str, str | bytes | None], message: str = "Change") -> str:
        """Write, remove (None) and commit; the commit's id."""
        for name, content in files.items():
            path = self.folder / name
            if content is None:
                path.unlink(missing_ok=True)
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content.encode() if isinstance(content, str) else content)
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message)
        return self.git("rev-parse", "HEAD")
