"""errgate init, run as a process: on repositories in the shape of real projects, twice, on nothing, and on hostile ones."""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from errgate.app.catalogue import schema
from errgate.sources import config_reader
from tests.e2e.repository import ENVIRONMENT, Repository

LAYOUTS = Path(__file__).parents[1] / "data" / "layouts"

EXPECTED: Mapping[str, tuple[str, str, int, str, str]] = {
    "discord": ("api/json-error-codes.yml", "/json_error_codes/*", 8, "/code", "  50001: Missing access\n"),
    "fastapi-users": (
        "fastapi_users/router/common.py", "/ErrorCode/*", 5, "/detail/code",
        '    LOGIN_BAD_CREDENTIALS = "LOGIN_BAD_CREDENTIALS"\n',
    ),
    "googleapis": (
        "google/api/error_reason.yaml", "/values/*", 5, "aip-193",
        "  - {name: API_KEY_INVALID, number: 3, description: The key is not valid.}\n",
    ),
    "kubernetes": (
        "api/status-reasons.json", "/statusReasons/*", 8, "kubernetes",
        '    "NotFound": {\n      "httpStatusCode": 404,\n      "description": "There is no such resource."\n    },\n',
    ),
    "slack": (
        "web-api/slack_web_openapi_v2.json", "/paths/*/*/responses/*/schema/properties/error/enum/*", 10, "slack",
        '                  "msg_too_long",\n',
    ),
    "stripe": (
        "openapi/spec3.json", "/components/schemas/api_errors/properties/code/enum/*", 9, "stripe",
        '              "expired_card",\n',
    ),
    "tidb": ("errors.toml", "/*", 4, "/code", "[\"BR:Common:ErrInvalidArgument\"]\nerror = '''\nan argument is not valid\n'''\n"),
    "twilio": ("src/errors/twilio-error-codes.json", "/*", 4, "twilio", ""),
    "vscode-jsonrpc": (
        "protocol/error-codes.json", "/codes/*", 6, "json-rpc",
        '    {\n      "code": -32601,\n      "name": "MethodNotFound",\n      "message": "There is no such method."\n    },\n',
    ),
    "zalando-problem": ("", "", 0, "problem+json", ""),
}  # fmt: skip
"""Layout → the registry's file, its pattern, how many codes, what reads an error, and text whose loss is the loss of a code."""


def errgate(folder: Path, *arguments: str) -> tuple[int, str, str]:
    """Exit code, standard output, standard error. A traceback fails the test."""
    done = subprocess.run(
        [sys.executable, "-m", "errgate", *arguments],
        cwd=folder,
        capture_output=True,
        check=False,
        env={**ENVIRONMENT, "ERRGATE_DEBUG": "1"},
        timeout=120,
    )
    out, err = done.stdout.decode(), done.stderr.decode()
    assert "Traceback" not in err, err
    return done.returncode, out, err


def layout(name: str) -> dict[str, str | bytes | None]:
    """The files of a layout; what ends in .txt is kept so that no tool takes it for ours."""
    top = LAYOUTS / name
    return {
        path.relative_to(top).as_posix().removesuffix(".txt"): path.read_bytes()
        for path in sorted(top.rglob("*"))
        if path.is_file()
    }


def repository(folder: Path, files: Mapping[str, str | bytes | None]) -> Repository:
    made = Repository(folder)
    made.commit(files)
    return made


def everything(folder: Path) -> dict[str, bytes]:
    """What lies in a folder, .git aside."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.is_symlink() and ".git/" not in f"{path.relative_to(folder).as_posix()}/"
    }


def config(folder: Path) -> Any:
    return config_reader.read((folder / ".github/errgate.yml").read_bytes(), "errgate.yml").contracts[0]


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_a_layout_is_gated_at_once(name: str, tmp_path: Path) -> None:
    """Proposed, committed, and a code's removal on a branch is blocked; a second run refuses and changes nothing."""
    path, pattern, count, reads, gone = EXPECTED[name]
    git = repository(tmp_path / "r", layout(name))
    before = everything(git.folder)
    code, out, err = errgate(git.folder, "init")
    assert (code, err) == (0, "")
    found = config(git.folder)
    if path:
        assert (found.registry.path, found.registry.codes) == (path, pattern)
    else:
        assert found.registry is None
    assert f"Tried out: {count} codes read" in out, out
    assert reads in (git.folder / "contract/decision.yml").read_text()
    after = everything(git.folder)
    assert {name: after[name] for name in before} == before
    assert errgate(git.folder, "init")[0] == 2
    assert everything(git.folder) == after
    git.commit({}, "Adopt errgate")
    git.git("checkout", "-q", "-b", "pr")
    if path and gone:
        text = (git.folder / path).read_text()
        assert gone in text
        git.commit({path: text.replace(gone, "", 1)}, "Remove a code")
        code, out, err = errgate(git.folder, "check", "--base", "main")
        assert code == 1, out + err
        assert "registry/code-removed" in out


def test_every_layout_is_tried() -> None:
    assert {path.name for path in LAYOUTS.iterdir() if path.is_dir()} == set(EXPECTED)


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_what_is_written_fits_the_schemas(name: str, tmp_path: Path) -> None:
    """An editor that knows the schemas has nothing to complain about."""
    import jsonschema

    from errgate.sources import documents
    from errgate.sources.strict_yaml import resolved

    git = repository(tmp_path / "r", layout(name))
    assert errgate(git.folder, "init")[0] == 0
    for path, kind in (
        (".github/errgate.yml", "config"),
        ("contract/decision.yml", "decision"),
        ("contract/hints.yml", "hints"),
    ):
        place = git.folder / path
        if place.exists():
            document = documents.parse(place.read_bytes(), path)
            jsonschema.Draft202012Validator(json.loads(schema(kind))).validate(resolved(document.value))
