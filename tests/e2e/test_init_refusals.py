"""errgate init, run as a process: what it keeps, what it refuses, what it says, and repositories that mean harm."""

import json
import os
from pathlib import Path

import pytest

from tests.e2e.repository import Repository
from tests.e2e.test_init import config, errgate, everything, repository

CODES = '{"NOT_FOUND": {"httpStatus": 404, "message": "There is no such thing."}, "TIMEOUT": {"httpStatus": 504, "message": "Late."}}\n'


def test_an_empty_repository_is_told_what_to_do(tmp_path: Path) -> None:
    code, out, err = errgate(Repository(tmp_path / "r").folder, "init")
    assert (code, out) == (2, "")
    assert "No error codes and no recorded errors were found in 0 files, so nothing was written." in err
    assert "--registry FILE" in err
    assert "--preset" in err
    assert everything(tmp_path / "r") == {}


def test_a_preset_is_enough(tmp_path: Path) -> None:
    """No code is listed anywhere: the decisions are still checked."""
    git = Repository(tmp_path / "r")
    assert errgate(git.folder, "init", "--preset", "problem")[0] == 0
    assert 'preset: "problem+json"' in (git.folder / "contract/decision.yml").read_text()
    assert (git.folder / "fixtures/synthetic/unknown_code.json").exists()


def test_a_dry_run_shows_the_files_and_writes_nothing(tmp_path: Path) -> None:
    git = repository(tmp_path / "r", {"src/errors.json": CODES})
    before = everything(git.folder)
    code, out, err = errgate(git.folder, "init", "--dry-run")
    assert (code, err) == (0, "")
    assert "--- .github/errgate.yml" in out
    assert "  path: src/errors.json" in out.replace("      path", "  path")
    assert everything(git.folder) == before


def test_existing_files_are_kept_and_used(tmp_path: Path) -> None:
    """A decision policy that is there already is not touched, and what it says counts."""
    policy = "actions: [wait, ask]\nprecedence: {action: [status]}\nstatus: {5xx: wait}\ndefault: ask\n"
    git = repository(tmp_path / "r", {"src/errors.json": CODES, "contract/decision.yml": policy})
    code, out, err = errgate(git.folder, "init")
    assert (code, err) == (0, "")
    assert "kept as it was: contract/decision.yml" in out
    assert (git.folder / "contract/decision.yml").read_text() == policy
    assert "unknown_code.json: ask, by the safe default" in out.replace("synthetic/", "")


def test_an_existing_policy_that_cannot_be_read_stops_it(tmp_path: Path) -> None:
    git = repository(tmp_path / "r", {"src/errors.json": CODES, "contract/decision.yml": "actions: [a]\nnope: 1\n"})
    before = everything(git.folder)
    code, _, err = errgate(git.folder, "init")
    assert code == 2
    assert "contract/decision.yml" in err
    assert everything(git.folder) == before


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (".github/PULL_REQUEST_TEMPLATE.md", b"## What\r\n\r\nText"),
        ("docs/pull_request_template.md", b"## What\n"),
        ("PULL_REQUEST_TEMPLATE/fix.md", b""),
    ],
)
def test_the_template_gains_a_section_at_its_end(path: str, text: bytes, tmp_path: Path) -> None:
    git = repository(tmp_path / "r", {"src/errors.json": CODES, path: text})
    assert errgate(git.folder, "init")[0] == 0
    after = (git.folder / path).read_bytes()
    assert after.startswith(text)
    assert b"## Consumer impact" in after
    assert (b"\r\n" in text) == (b"\r\n" in after[len(text) :])
    assert not (git.folder / ".github/pull_request_template.md").exists()


def test_a_template_that_has_the_section_is_left_alone(tmp_path: Path) -> None:
    text = b"## Consumer impact\n\nhere\n"
    git = repository(tmp_path / "r", {"src/errors.json": CODES, ".github/pull_request_template.md": text})
    assert errgate(git.folder, "init")[0] == 0
    assert (git.folder / ".github/pull_request_template.md").read_bytes() == text


def test_the_instruction_alone_is_no_sentence(tmp_path: Path) -> None:
    """The section that was added, sent as it is, does not lift the demand for a sentence."""
    body = '{"code": "TIMEOUT", "message": "Late."}\n'
    git = repository(
        tmp_path / "r",
        {"src/errors.json": CODES, "tests/fixtures/errors/a.json": body, "tests/fixtures/errors/b.json": body},
    )
    assert errgate(git.folder, "init")[0] == 0
    git.commit({}, "Adopt errgate")
    git.git("checkout", "-q", "-b", "pr")
    git.commit({"tests/fixtures/errors/a.json": body.replace("Late", "Too late")})
    template = git.folder / ".github/pull_request_template.md"
    code, out, _ = errgate(git.folder, "check", "--base", "main", "--pr-body", str(template))
    assert code == 1
    assert "fixtures/regenerated" in out
    sentence = "\n`v2/a.json`: message wording only, no decision changes, because the old text was unclear.\n"
    (tmp_path / "body.md").write_text(template.read_text() + sentence)
    assert errgate(git.folder, "check", "--base", "main", "--pr-body", str(tmp_path / "body.md"))[0] == 0


def test_owner_name_and_release_are_found_or_given(tmp_path: Path) -> None:
    git = repository(tmp_path / "r", {"src/errors.json": CODES, ".github/CODEOWNERS": "* @acme/all\n/src/ @acme/api\n"})
    git.git("tag", "api/v1.0.0")
    git.git("tag", "api/v1.1.0")
    assert errgate(git.folder, "init")[0] == 0
    text = (git.folder / ".github/errgate.yml").read_text()
    assert 'owner: "@acme/api"' in text
    assert 'tag: "api/v*"' in text
    assert "name: r\n" in text
    other = repository(tmp_path / "s", {"src/errors.json": CODES})
    assert errgate(other.folder, "init", "--owner", "@x/y", "--name", "pay", "--registry", "src/errors.json")[0] == 0
    text = (other.folder / ".github/errgate.yml").read_text()
    assert 'owner: "@x/y"' in text
    assert "name: pay\n" in text


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--preset", "nope"), "There is no preset 'nope'"),
        (("--owner", "a b"), "is no user and no team"),
        (("--name", "a/b"), "is no name for a contract"),
        (("--registry", "../x.json"), "is no regular file"),
        (("--registry", "nope.json"), "is no regular file"),
        (("--repo", "nope"), "is not a folder"),
        (("--registry", "README.md"), "No list of error codes was recognized in 'README.md'"),
    ],
)
def test_usage_is_refused_in_a_sentence(arguments: tuple[str, ...], says: str, tmp_path: Path) -> None:
    git = repository(tmp_path / "r", {"src/errors.json": CODES, "README.md": "# Words\n"})
    code, out, err = errgate(git.folder, "init", *arguments)
    assert (code, out) == (2, "")
    assert says in err
    assert not (git.folder / ".github").exists()


def test_a_hostile_repository_harms_nobody(tmp_path: Path) -> None:
    """Broken, deep, large and strange files are passed over; symlinks are neither followed nor written through."""
    secret = tmp_path / "secret.json"
    secret.write_text(
        '{"SECRET_CODE": {"status": 500, "message": "from outside"}, "OTHER_CODE": {"status": 404, "message": "x"}}'
    )
    git = repository(
        tmp_path / "r",
        {
            "errors/broken.json": "{",
            "errors/deep.json": "[" * 5000 + "]" * 5000,
            "errors/bomb.yml": "a: &a [x,x,x,x,x,x,x,x,x]\n"
            + "".join(f"{chr(98 + i)}: &{chr(98 + i)} [{', '.join([f'*{chr(97 + i)}'] * 9)}]\n" for i in range(9)),
            "errors/codes.toml": "a = [",
            "errors/wide.json": "{}".encode("utf-16"),
            "errors/errors.py": "class ErrorCode(Enum):\n    A = " + "(" * 3000 + "\n",
            "errors/run.py": "from enum import Enum\nopen('ran', 'w')\nclass ErrorCode(str, Enum):\n    NOT_FOUND = 'not_found'\n    TIMED_OUT = 'timed_out'\n",
            "errors/::error::title.json": CODES,
            "errors/large_errors.json": "[" + "1," * 600_000 + "1]",
        },
    )
    (git.folder / "errors" / "codes.json").symlink_to(secret)
    (git.folder / "fixtures").symlink_to(tmp_path)
    (git.folder / "contract").symlink_to(tmp_path / "nowhere")
    os.mkfifo(git.folder / "errors" / "error_codes.json")
    git.git("add", "-A")
    before = everything(tmp_path)
    code, out, err = errgate(git.folder, "init")
    assert code == 0, err
    assert not (git.folder / "ran").exists()
    assert "SECRET_CODE" not in out
    assert not any(line.startswith("::") for line in out.splitlines())
    after = everything(tmp_path)
    assert {path: data for path, data in after.items() if path in before} == before
    assert all(path.startswith("r/") for path in after.keys() - before.keys())
    found = config(git.folder)
    assert found.decision.startswith("error-contract/")


def test_a_config_that_is_a_dangling_symlink_is_there(tmp_path: Path) -> None:
    git = repository(tmp_path / "r", {"src/errors.json": CODES})
    (git.folder / ".github").mkdir()
    (git.folder / ".github/errgate.yml").symlink_to("nowhere")
    code, _, err = errgate(git.folder, "init")
    assert code == 2
    assert "exists already" in err


def test_without_git_it_works_on_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "plain"
    (folder / "src").mkdir(parents=True)
    (folder / "src" / "errors.json").write_text(CODES)
    (folder / "node_modules" / "x").mkdir(parents=True)
    (folder / "node_modules" / "x" / "error_codes.json").write_text(CODES.replace("NOT_FOUND", "NOT_OURS"))
    code, out, err = errgate(folder, "init")
    assert (code, err) == (0, "")
    assert "no git repository" in out
    assert "NOT_OURS" not in out
    assert config(folder).registry.path == "src/errors.json"


def test_recorded_errors_tell_places_hints_and_what_differs(tmp_path: Path) -> None:
    """The registry's codes are found in the bodies; a flag becomes a hint; identifiers do not count."""
    entries = [
        {"code": "PAY-100", "http": 402, "text": "Declined", "retry": False},
        {"code": "PAY-101", "http": 503, "text": "Later", "retry": True},
    ]
    bodies = {
        f"tests/fixtures/errors/{code}.json": json.dumps(
            {"error": {"id": code, "msg": "x", "retryable": again, "trace_id": code}}
        )
        for code, again in (("PAY-100", False), ("PAY-101", True))
    }
    git = repository(tmp_path / "r", {"src/registry.json": json.dumps({"errors": entries}), **bodies})
    code, out, err = errgate(git.folder, "init")
    assert (code, err) == (0, "")
    found = config(git.folder)
    assert dict(found.registry.fields) == {"status": "http", "description": "text", "retryable": "retry"}
    assert found.fixtures["v2"] == "tests/fixtures/errors"
    assert found.volatile == ("/error/trace_id",)
    assert "v2/PAY-100.json: escalate, by hint retryable=false" in out
    assert "v2/PAY-101.json: retry, by hint retryable=true" in out
    assert "Tried out: 2 codes read, 3 errors decided." in out


def test_a_registry_that_contradicts_itself_is_read_without_the_contradiction(tmp_path: Path) -> None:
    codes = "codes:\n  A_B: {action: retry, status: 503}\n  C_D: {action: fix_request, status: 422, retryable: true}\n"
    git = repository(tmp_path / "r", {"codes.yml": codes})
    code, out, _ = errgate(git.folder, "init")
    assert code == 0
    assert "not read: retryable" in out
    assert dict(config(git.folder).registry.fields) == {"retryable": "not-read"}


def test_a_schema_of_an_error_is_envelope_and_registry(tmp_path: Path) -> None:
    document = {
        "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "required": ["code"],
        "properties": {"code": {"enum": ["not_found", "timed_out", "denied"]}, "message": {"type": "string"}},
    }  # fmt: skip
    git = repository(tmp_path / "r", {"schemas/error.schema.json": json.dumps(document)})
    assert errgate(git.folder, "init")[0] == 0
    found = config(git.folder)
    assert found.envelope == found.registry.path == "schemas/error.schema.json"


def test_codes_in_other_sources_are_named(tmp_path: Path) -> None:
    git = repository(tmp_path / "r", {"pkg/error_codes.go": "package x\n"})
    code, _, err = errgate(git.folder, "init")
    assert code == 2
    assert "pkg/error_codes.go may hold the codes" in err


def test_a_part_of_a_repository_alone(tmp_path: Path) -> None:
    """--repo names a folder of a monorepo: only that is looked through, and the config lies where the gate reads it."""
    git = repository(
        tmp_path / "r",
        {"services/pay/errors.json": CODES, "services/ship/errors.json": CODES.replace("TIMEOUT", "LOST_PARCEL")},
    )
    assert errgate(git.folder, "init", "--repo", "services/ship")[0] == 0
    found = config(git.folder)
    assert found.name == "ship"
    assert found.registry.path == "services/ship/errors.json"
    assert found.decision == "services/ship/contract/decision.yml"


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes where nobody may")
def test_nothing_stays_behind_where_a_folder_refuses(tmp_path: Path) -> None:
    git = repository(tmp_path / "r", {"src/errors.json": CODES, "fixtures/README.md": "x\n"})
    before = everything(git.folder)
    (git.folder / "fixtures").chmod(0o500)
    try:
        code, _, err = errgate(git.folder, "init")
    finally:
        (git.folder / "fixtures").chmod(0o700)
    assert code == 2
    assert "othing was written" in err
    assert everything(git.folder) == before
