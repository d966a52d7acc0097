"""Two releases of one contract, and ``errgate rotate`` as a process."""

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.e2e.contract import CODES, RELEASED, ROWS, error
from tests.e2e.repository import ENVIRONMENT, Repository

LIMITED = error("RATE_LIMITED", 429)
SECOND: Mapping[str, str | None] = {
    "contract/codes.yml": CODES + "  RATE_LIMITED: {action: abandon, status: 429, cause: client}\n",
    "fixtures/v2/timeout.json": LIMITED,
    "fixtures/v2/limits/burst.json": LIMITED,
    "fixtures/v2/decisions.yml": ROWS.replace("timeout.json: retry", "timeout.json: abandon")
    + 'limits/burst.json: {action: abandon, why: "a burst is over soon"}\n',
    "fixtures/v1/decisions.yml": "# Since the beginning.\ntimeout.json: retry  # the upstream was slow\n\n"
    "invalid.json: fix_request\n# Nobody may see it.\ndenied.json: escalate\n",
}
"""The second release: the wire says something else about a time-out, and a new failure is recorded."""


def rotate(repository: Repository, *arguments: str, code: int = 0) -> tuple[str, str]:
    """What it says on standard output and on standard error."""
    done = subprocess.run(
        [sys.executable, "-m", "errgate", "rotate", "--repo", str(repository.folder), *arguments],
        capture_output=True,
        check=False,
        env=ENVIRONMENT,
    )
    said = done.stderr.decode()
    assert "Traceback" not in said
    assert done.returncode == code, said
    return done.stdout.decode(), said


def two_releases(
    folder: Path, second: Mapping[str, str | None] = SECOND, first: Mapping[str, str | None] = RELEASED
) -> Repository:
    """v1.0.0 and v1.1.0 on main, and a branch ``pr`` to rotate on."""
    repository = Repository(folder)
    repository.commit({name: text for name, text in first.items() if text is not None})
    repository.git("tag", "v1.0.0")
    repository.commit(second)
    repository.git("tag", "v1.1.0")
    repository.git("checkout", "-q", "-b", "pr")
    return repository


def files(repository: Repository, folder: str = "fixtures/v1") -> dict[str, str]:
    """Everything below a folder."""
    top = repository.folder / folder
    return {each.relative_to(top).as_posix(): each.read_text() for each in sorted(top.rglob("*")) if each.is_file()}
