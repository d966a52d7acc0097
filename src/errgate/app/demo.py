"""``errgate demo``: a real incident replayed as a pull request in a throwaway repository, first blocked, then repaired.

In November 2023 a queue service moved to another protocol and its error codes changed on the wire; handlers that
matched the old codes stopped matching. The codes are real (see ``demo_data/NOTICE.md``), the actions are the demo's own.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from importlib import resources
from pathlib import Path

from errgate import render
from errgate.app.check import GitReleases
from errgate.app.gate import Request, check
from errgate.core.report import Report
from errgate.core.value import Json
from errgate.errors import ExitCode, SourceUnavailable
from errgate.sources.git import GitSource

CONFIG = """\
version: 1
owner: "@queue-team/errors"
release: {tag: "v*"}
contracts:
  - name: queue
    registry: {path: contract/codes.json, fields: {name: symbol}}
    decision: contract/decision.yml
    fixtures: {v1: fixtures/v1, v2: fixtures/v2}
"""

POLICY = """\
actions: [retry, fix_request, escalate]
errors: {code: /Error/Code, message: /Error/Message, status: ["http:status"]}
precedence: {action: [code, status]}
status: {5xx: retry}
default: escalate
"""

FAILURES = {
    "missing_queue.json": ("QueueDoesNotExist", 400, "The specified queue does not exist."),
    "deleted_recently.json": ("QueueDeletedRecently", 400, "Wait 60 seconds before creating a queue of that name."),
    "purge_running.json": ("PurgeQueueInProgress", 403, "Only one purge every 60 seconds."),
}
"""Recorded failures: the symbol that the service models, its status, and a message."""

BROKEN_BODY = """\
## What

Move the queue API to the new protocol and regenerate the recorded errors.
"""

REPAIRED_BODY = """\
## What

Move the queue API to the new protocol. The released code stays where clients read it; the new one goes to `Type`.

## Consumer impact

No decision changes for `v2/missing_queue.json`, `v2/deleted_recently.json` and `v2/purge_running.json`, because the
released code stays in `/Error/Code` and the new one only appears in the second field.
"""


def run() -> int:
    """Play both pull requests. 0 when the first is blocked and the second passes, else 2."""
    with tempfile.TemporaryDirectory(prefix="errgate-demo-") as folder:
        repository = _Repository(Path(folder))
        repository.commit("Queue API 1.0.0", _released())
        repository.git("tag", "v1.0.0")
        repository.git("checkout", "-q", "-b", "new-protocol")
        repository.commit("New protocol, regenerate errors", _broken())
        broken = repository.judge("new-protocol", BROKEN_BODY)
        _show("Pull request 1: the codes change on the wire, the recordings are regenerated", broken)
        repository.git("checkout", "-q", "-b", "repaired", "main")
        repository.commit("New protocol, released codes kept", _repaired())
        repaired = repository.judge("repaired", REPAIRED_BODY)
        _show("Pull request 2: the released code stays, the new one goes into a second field", repaired)
    played = broken.verdict == "blocked" and repaired.verdict == "pass"
    print(
        "The first is blocked (exit 1), the second passes (exit 0)." if played else "The demo did not play out as told."
    )
    return ExitCode.PASS if played else ExitCode.COULD_NOT_EVALUATE


def _show(title: str, report: Report) -> None:
    print(f"{'=' * 100}\n{title}\n{'=' * 100}\n")
    text = render.render("markdown", report, render.RenderOptions(colour=False))
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
    print(f"\nexit code {int(report.exit_code)}\n", flush=True)


# The three states of the repository


def _data(name: str) -> Json:
    content = (resources.files("errgate.app") / "demo_data" / name).read_text(encoding="utf-8")
    found: Json = json.loads(content)
    return found


def _codes(name: str) -> str:
    """A registry of the service with the demo's own actions."""
    registry, actions = _data(name), _data("actions.json")
    assert isinstance(registry, dict)
    assert isinstance(actions, dict)
    for entry in registry["codes"]:
        entry["action"] = actions.get(entry["symbol"], "fix_request")
        entry.pop("fields", None)
    return json.dumps(registry, indent=1) + "\n"


def _wire(name: str) -> Mapping[str, str]:
    """Symbol → the code that the service sends for it."""
    registry = _data(name)
    assert isinstance(registry, dict)
    return {entry["symbol"]: entry["code"] for entry in registry["codes"]}


def _error(code: str, status: int, message: str, kind: str | None = None) -> str:
    error = {"Code": code, "Message": message} if kind is None else {"Code": code, "Message": message, "Type": kind}
    return json.dumps({"response": {"status": status, "body": {"Error": error}}}, indent=1) + "\n"


def _released() -> Mapping[str, str]:
    wire = _wire("codes-released.json")
    files = {
        ".github/errgate.yml": CONFIG,
        "contract/codes.json": _codes("codes-released.json"),
        "contract/decision.yml": POLICY,
    }
    for name, (symbol, status, message) in FAILURES.items():
        for collection in ("v1", "v2"):
            files[f"fixtures/{collection}/{name}"] = _error(wire[symbol], status, message)
    actions = _data("actions.json")
    assert isinstance(actions, dict)
    rows = "".join(f"{name}: {actions.get(symbol, 'fix_request')}\n" for name, (symbol, _, _) in FAILURES.items())
    return {**files, "fixtures/v1/decisions.yml": rows, "fixtures/v2/decisions.yml": rows}


def _broken() -> Mapping[str, str]:
    wire = _wire("codes-changed.json")
    files = {"contract/codes.json": _codes("codes-changed.json")}
    for name, (symbol, status, message) in FAILURES.items():
        files[f"fixtures/v2/{name}"] = _error(wire[symbol], status, message)
    return files


def _repaired() -> Mapping[str, str]:
    released, changed = _wire("codes-released.json"), _wire("codes-changed.json")
    return {
        f"fixtures/v2/{name}": _error(released[symbol], status, message, changed[symbol])
        for name, (symbol, status, message) in FAILURES.items()
    }


class _Repository:
    """A throwaway git repository, untouched by the user's own git settings."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.git("init", "-q", "-b", "main")

    def git(self, *arguments: str) -> None:
        """Run git here. Raises SourceUnavailable with git's own words where it fails."""
        person = {"NAME": "errgate demo", "EMAIL": "demo@errgate.invalid", "DATE": "2023-11-15T12:00:00Z"}
        who = {f"GIT_{role}_{key}": value for role in ("AUTHOR", "COMMITTER") for key, value in person.items()}
        clean = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
        environment = {**clean, **who, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
        try:
            subprocess.run(  # noqa: S603  (fixed arguments, no shell)
                ["git", *arguments],  # noqa: S607  (git is found on PATH, as in the checks themselves)
                cwd=self.folder,
                env=environment,
                check=True,
                capture_output=True,
            )
        except FileNotFoundError as error:
            raise SourceUnavailable("git is not installed.", fix="Install git.") from error
        except subprocess.CalledProcessError as error:
            raise SourceUnavailable(f"git failed: {error.stderr.decode('utf-8', 'replace').strip()}") from error

    def commit(self, message: str, files: Mapping[str, str]) -> None:
        """Write some files and commit everything."""
        for name, content in files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
        self.git("add", "-A")
        self.git("commit", "-q", "-m", message)

    def judge(self, branch: str, body: str) -> Report:
        """What the gate says about a branch that wants to enter main."""
        source = GitSource(self.folder)
        target, head = source.resolve("main"), source.resolve(branch)
        request = Request(source=source, target=target, base=source.merge_base(target, head), head=head, body=body)
        report = check(request, GitReleases(source, target))
        return replace(report, config_path=request.config_path)
