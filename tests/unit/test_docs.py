"""What the documentation shows can be used as it stands."""

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from errgate.app.cli import main
from errgate.core.finding import Level
from errgate.rules import RULES
from errgate.sources import config_reader, documents, hints_reader, policy_reader
from errgate.sources.strict_yaml import parse
from tests.e2e.contract import RELEASED, TIMEOUT
from tests.unit.test_laws import write

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *(page for page in sorted((ROOT / "docs").glob("*.md")))]
FENCE = re.compile(r"^```(\w+)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LEVELS: dict[str, Level] = {rule.id: rule.level for rule in RULES}
POLICY = {
    "actions": "actions: [retry, fix_request, escalate]",
    "default": "default: escalate",
}
ADVICE = documents.parse(b"values: [{name: later, then: retry}]", "advice.yml")
"""What the file that hint values are drawn from may hold."""
TOP = ("version", "owner", "release", "contracts", "impact")


def blocks(*languages: str) -> Iterator[tuple[str, str]]:
    """Page and text of each fenced block in some languages."""
    for page in PAGES:
        for language, text in FENCE.findall(page.read_text(encoding="utf-8")):
            if language in languages:
                yield page.name, text


def statements(text: str) -> Iterator[str]:
    """The top-level statements of a YAML block that shows several ways to write one key."""
    for part in re.split(r"^(?=[a-z_]+:)", text, flags=re.MULTILINE):
        if re.match(r"[a-z_]+:", part):
            yield part


@pytest.mark.parametrize(("page", "text"), list(blocks("json")))
def test_json_parses(page: str, text: str) -> None:
    json.loads(text)


@pytest.mark.parametrize(("page", "text"), list(blocks("python")))
def test_python_parses(page: str, text: str) -> None:
    ast.parse(text)


YAML = [
    (page, text) for page, text in blocks("yaml") if not re.search(r"groups:|uses:|permissions:|run:|script:", text)
]


@pytest.mark.parametrize(("page", "text"), YAML)
def test_contract_files_are_read(page: str, text: str) -> None:
    """A whole file by its reader; a statement inside the smallest file that may hold it."""
    if text.startswith("version:") or "\nversion:" in text:
        config_reader.read(text.encode(), "errgate.yml", rules=LEVELS)
        return
    if re.search(r"^(codes|groups|[A-Z_]+|\w+\.json):", text, re.MULTILINE):
        parse(text, "x.yml")
        return
    if re.search(r"^actions:", text, re.MULTILINE):
        policy_reader.read(documents.parse(text.encode(), "decision.yml"))
        return
    for each in statements(text):
        key = each.partition(":")[0]
        if key == "hints":
            hints_reader.read(documents.parse(each.encode(), "hints.yml"), lambda _path: ADVICE)
        elif key in ("errors", "precedence", "text", "status", "categories", "aliases"):
            whole = "\n".join([*POLICY.values(), each])
            policy_reader.read(documents.parse(whole.encode(), "decision.yml"))
        elif key in TOP:
            whole = f"version: 1\n{each}" + ("" if key == "contracts" else "\ncontracts: [{name: a, hints: h.yml}]\n")
            config_reader.read(whole.encode(), "errgate.yml", rules=LEVELS)
        else:
            inner = "".join(f"    {line}\n" for line in each.rstrip().split("\n"))
            whole = f"version: 1\ncontracts:\n  - name: a\n    hints: h.yml\n{inner}"
            config_reader.read(whole.encode(), "errgate.yml", rules=LEVELS)


def test_the_rules_for_prometheus_are_whole() -> None:
    """Groups of rules, each recording or alerting by an expression with balanced parentheses."""
    (text,) = [text for page, text in blocks("yaml") if page == "metrics.md" and "groups:" in text]
    (group,) = yaml.safe_load(text)["groups"]
    assert [set(rule) & {"record", "alert"} for rule in group["rules"]] == [{"record"}, {"alert"}]
    for rule in group["rules"]:
        assert rule["expr"].count("(") == rule["expr"].count(")") > 0
    assert group["rules"][0]["record"] in group["rules"][1]["expr"]


def test_every_rule_that_can_block_is_told_to_those_whom_it_blocks() -> None:
    """Each family has its line on the page that people open first."""
    page = (ROOT / "docs" / "why-was-i-blocked.md").read_text(encoding="utf-8")
    for family in {rule.family for rule in RULES if rule.level.stops}:
        assert f"rules/{family}/" in page or f"{family.rstrip('s')} rules" in page, family


def test_the_capture_of_a_test_run_is_what_fresh_reads(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The recipe's fixture for pytest, used by a test on a stub of a response, compared with the recording."""
    page = (ROOT / "docs" / "recipes.md").read_text(encoding="utf-8")
    (snippet,) = re.findall(r"^```python title=\"tests/conftest.py\"\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    tests = tmp_path / "tests"
    tests.mkdir()
    (tests / "conftest.py").write_text(snippet)
    (tests / "test_errors.py").write_text(
        "from types import SimpleNamespace\n\n\n"
        "def test_timeout(capture):\n"
        f"    body = {json.loads(TIMEOUT)['response']['body']!r}\n"
        "    response = SimpleNamespace(request=SimpleNamespace(method='GET'), status_code=503,\n"
        "                               headers={'Date': 'now'}, json=lambda: body)\n"
        "    capture('timeout.json', response)\n"
    )
    subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "tests"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        env={key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")},
    )
    write(tmp_path / "old", RELEASED)
    write(tmp_path / "new", {**RELEASED, "src/errors/serialize.py": "pass\n"})
    arguments = ["diff", str(tmp_path / "old"), str(tmp_path / "new"), "--fresh", str(tmp_path / "captured")]
    assert main(arguments) == 0, capsys.readouterr().out
    captured = tmp_path / "captured" / "timeout.json"
    captured.write_text(captured.read_text().replace("TRANSIENT", "GONE"))
    assert main(arguments) == 1
