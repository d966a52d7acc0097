"""Each reader of a registry or of hints, end to end: a code removed, an action changed, a file that cannot be read."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.e2e.contract import CONFIG, RELEASED
from tests.e2e.repository import Repository
from tests.e2e.test_scenarios import blocking, check

Files = Mapping[str, str | None]


@dataclass(frozen=True, kw_only=True)
class Reader:
    """A registry in one form, with three edits of it. The codes are those of the fixtures."""

    name: str
    path: str
    config: str
    text: str
    removed: tuple[str, str]
    """Text and its replacement that take TRANSIENT away."""
    changed: tuple[str, str]
    """Text and its replacement that give DENIED another action."""
    broken: str
    line: int
    """Where TRANSIENT stands."""

    def files(self) -> dict[str, str | None]:
        config = CONFIG.replace("registry: contract/codes.yml", f"registry: {self.config}")
        return {**RELEASED, ".github/errgate.yml": config, "contract/codes.yml": None, self.path: self.text}


TOML = """\
[codes.TRANSIENT]
action = "retry"
status = 503

[codes]
INVALID = { action = "fix_request", status = 422 }
DENIED = { action = "escalate", status = 403 }
"""

PYTHON = '''\
"""The errors of the service."""
from enum import Enum

from elsewhere import fail

fail("this module must not be run")


class ErrorCode(Enum):
    """What agents see."""

    TRANSIENT = ErrorInfo(code="TRANSIENT", status=503, action="retry", raises=fail)
    INVALID = ErrorInfo(code="INVALID", status=422, action="fix_request", raises=fail)
    DENIED = ErrorInfo(code="DENIED", status=403, action="escalate", raises=fail)
'''

TUPLES = """\
import enum
import http


class ErrorCode(str, enum.Enum):
    TRANSIENT = ("TRANSIENT", http.HTTPStatus.SERVICE_UNAVAILABLE, "retry")
    INVALID = ("INVALID", 422, "fix_request")
    DENIED = ("DENIED", 403, "escalate")
"""

OPENAPI = """\
openapi: 3.1.0
info: {title: Payments, version: 1.0.0}
paths: {}
components:
  schemas:
    Error:
      type: object
      properties:
        code: {$ref: '#/components/schemas/ErrorCode'}
    ErrorCode:
      type: string
      enum:
        - TRANSIENT
        - INVALID
        - DENIED
      x-enum-actions:
        TRANSIENT: retry
        INVALID: fix_request
        DENIED: escalate
"""

ONE_OF = json.dumps(
    {
        "openapi": "3.1.0",
        "components": {
            "schemas": {
                "ErrorCode": {
                    "oneOf": [
                        {"const": "TRANSIENT", "title": "Transient", "x-action": "retry"},
                        {"const": "INVALID", "title": "Invalid", "x-action": "fix_request"},
                        {"const": "DENIED", "title": "Denied", "x-action": "escalate"},
                    ]
                }
            }
        },
    },
    indent=1,
)

NESTED = """\
codes:
  TRANSIENT: {handling: {default: retry}}
  INVALID: {handling: {}, fallback: fix_request}
  DENIED: {handling: {default: escalate}}
"""

READERS = [
    Reader(
        name="toml",
        path="contract/codes.toml",
        config="contract/codes.toml",
        text=TOML,
        removed=('[codes.TRANSIENT]\naction = "retry"\nstatus = 503\n', ""),
        changed=('"escalate"', '"abandon"'),
        broken="[codes\n",
        line=1,
    ),
    Reader(
        name="python enum of calls",
        path="src/payments/errors.py",
        config="{path: src/payments/errors.py, reader: python-enum, codes: /ErrorCode/*}",
        text=PYTHON,
        removed=('    TRANSIENT = ErrorInfo(code="TRANSIENT", status=503, action="retry", raises=fail)\n', ""),
        changed=('"escalate"', '"abandon"'),
        broken="class ErrorCode(Enum:\n",
        line=12,
    ),
    Reader(
        name="python enum of tuples",
        path="src/payments/errors.py",
        config="{path: src/payments/errors.py, reader: python-enum, fields: {status: '1', action: '2'}}",
        text=TUPLES,
        removed=('    TRANSIENT = ("TRANSIENT", http.HTTPStatus.SERVICE_UNAVAILABLE, "retry")\n', ""),
        changed=('"escalate"', '"abandon"'),
        broken='import enum\n\n\nclass ErrorCode(enum.Enum):\n    DENIED = ("DENIED", 403, act())\n',
        line=6,
    ),
    Reader(
        name="openapi enum",
        path="openapi.yaml",
        config="{path: openapi.yaml, codes: '/components/schemas/Error/properties/code/enum/*', "
        "fields: {action: x-enum-actions}}",
        text=OPENAPI,
        removed=("        - TRANSIENT\n", ""),
        changed=("DENIED: escalate", "DENIED: abandon"),
        broken=OPENAPI.replace("ErrorCode'}", "Nowhere'}"),
        line=13,
    ),
    Reader(
        name="openapi oneOf",
        path="openapi.json",
        config="{path: openapi.json, codes: '/components/schemas/ErrorCode/oneOf/*', "
        "fields: {code: const, name: title, action: x-action}}",
        text=ONE_OF,
        removed=(
            '     {\n      "const": "TRANSIENT",\n      "title": "Transient",\n      "x-action": "retry"\n     },\n',
            "",
        ),
        changed=('"escalate"', '"abandon"'),
        broken="{",
        line=7,
    ),
    Reader(
        name="jmes",
        path="contract/nested.yml",
        config="{path: contract/nested.yml, fields: {action: 'jmes: handling.default || fallback'}}",
        text=NESTED,
        removed=("  TRANSIENT: {handling: {default: retry}}\n", ""),
        changed=("{default: escalate}", "{default: abandon}"),
        broken="codes: {A: {handling: {default: [1]}}}\n",
        line=2,
    ),
]
NAMES = [reader.name for reader in READERS]


def made(folder: Path, released: Files) -> Repository:
    """A release, and the branch ``pr``."""
    repository = Repository(folder)
    repository.commit({name: text for name, text in released.items() if text is not None})
    repository.git("tag", "v1.4.0")
    repository.git("checkout", "-q", "-b", "pr")
    return repository


def rules(report: dict, *names: str) -> set[tuple[str, str]]:  # type: ignore[type-arg]
    return {(each["rule"], each["subject"]["name"]) for each in report["findings"] if each["rule"] in names}


@pytest.mark.parametrize("reader", READERS, ids=NAMES)
def test_a_removed_code_blocks(reader: Reader, tmp_path: Path) -> None:
    """The line is that of the code in the released file, and the wire's decision follows."""
    repository = made(tmp_path, reader.files())
    old, new = reader.removed
    assert old in reader.text
    repository.commit({reader.path: reader.text.replace(old, new)})
    code, report, stderr = check(repository)
    assert "Traceback" not in stderr
    assert (code, report["verdict"]) == (1, "blocked")
    [found] = [each for each in report["findings"] if each["rule"] == "registry/code-removed"]
    assert found["subject"] == {"kind": "code", "name": "TRANSIENT"}
    assert found["where"] == {"path": reader.path, "line": reader.line}


@pytest.mark.parametrize("reader", READERS, ids=NAMES)
def test_a_changed_action_blocks(reader: Reader, tmp_path: Path) -> None:
    repository = made(tmp_path, reader.files())
    old, new = reader.changed
    assert old in reader.text
    repository.commit({reader.path: reader.text.replace(old, new)})
    code, report, _ = check(repository)
    assert code == 1
    assert rules(report, "registry/code-redefined", "registry/code-removed") == {("registry/code-redefined", "DENIED")}
    assert ("decision/old-error-changed", "v1/denied.json") in rules(report, "decision/old-error-changed")


@pytest.mark.parametrize("reader", READERS, ids=NAMES)
def test_a_registry_that_cannot_be_read_blocks(reader: Reader, tmp_path: Path) -> None:
    repository = made(tmp_path, reader.files())
    repository.commit({reader.path: reader.broken})
    code, report, stderr = check(repository)
    assert (code, stderr) == (1, "")
    [found] = [each for each in report["findings"] if each["rule"] == "gate/part-unreadable"]
    assert (found["subject"]["name"], found["where"]["path"]) == ("registry", reader.path)
    assert found["where"]["line"] >= 1


@pytest.mark.parametrize("reader", READERS, ids=NAMES)
def test_an_edit_that_changes_nothing_passes(reader: Reader, tmp_path: Path) -> None:
    repository = made(tmp_path, reader.files())
    repository.commit({reader.path: reader.text + "\n"})
    code, report, _ = check(repository)
    assert (code, blocking(report)) == (0, 0)
    assert report["touched"] == {"payments": ["registry"]}


def test_a_registry_may_move_from_yaml_to_python(tmp_path: Path) -> None:
    """Another reader is a question for the author, and the entries are compared as ever."""
    repository = made(tmp_path, RELEASED)
    config = CONFIG.replace("contract/codes.yml", "{path: src/errors.py, reader: python-enum}")
    repository.commit({".github/errgate.yml": config, "contract/codes.yml": None, "src/errors.py": PYTHON})
    code, report, stderr = check(repository)
    assert "Traceback" not in stderr
    assert code == 1
    assert ("gate/part-remapped", "registry") in rules(report, "gate/part-remapped")
    assert not rules(report, "registry/code-removed", "registry/code-redefined", "gate/part-unreadable")


def test_a_bad_expression_is_exit_2_where_no_config_can_be_used(tmp_path: Path) -> None:
    config = CONFIG.replace("contract/codes.yml", "{path: contract/codes.yml, fields: {action: 'jmes: a.['}}")
    repository = made(tmp_path, {**RELEASED, ".github/errgate.yml": config})
    repository.commit({"contract/codes.yml": "codes: {}\n"})
    code, _, stderr = check(repository)
    assert code == 2
    assert ".github/errgate.yml:7" in stderr
    assert "no JMESPath expression" in stderr


def test_a_config_in_toml(tmp_path: Path) -> None:
    text = """version = 1
owner = "@acme/error-contract"
release = { tag = "v*" }

[[contracts]]
name = "payments"
registry = { path = "contract/codes.toml", attributes = ["team"] }
decision = "contract/decision.yml"
"""
    repository = made(tmp_path, {**RELEASED, ".github/errgate.toml": text, "contract/codes.toml": TOML})
    repository.commit({"contract/codes.toml": TOML.replace('"retry"', '"escalate"')})
    code, report, _ = check(repository, "--config", ".github/errgate.toml")
    assert code == 1
    assert ("registry/code-redefined", "TRANSIENT") in rules(report, "registry/code-redefined")
