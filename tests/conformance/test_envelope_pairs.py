"""Real changes of an envelope: the old consumer meets both contents, and the gate says what it now does."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from errgate.app.gate import Releases, Request, check
from errgate.core.report import Ref, Report
from errgate.sources.directory import DirectoryPair

PAIRS = Path(__file__).parents[3] / "shared" / "data" / "envelope-pairs"
CONFIG = """\
version: 1
owner: "@acme/errors"
contracts:
  - name: errors
    {parts}
    decision: decision.yml
    fixtures: {{v2: v2}}
"""
COMMON = "actions: [retry, fix_request, escalate]\ndefault: escalate\n"

pytestmark = pytest.mark.skipif(
    not PAIRS.is_dir(), reason="the collection of envelope pairs is not beside this checkout"
)


def judge(tmp_path: Path, pair: str, policy: str, **parts: str) -> Report:
    """The old content as released, the new one at head; the policy and the other parts are the same at both."""
    for name, content in (("release", "old"), ("head", "new")):
        folder = tmp_path / name
        (folder / "v2").mkdir(parents=True)
        (folder / ".github").mkdir()
        named = "\n    ".join(f"{part}: {part}.yml" for part in parts) or "serializer: [src/**]"
        (folder / ".github" / "errgate.yml").write_text(CONFIG.format(parts=named))
        (folder / "decision.yml").write_text(COMMON + policy)
        for part, text in parts.items():
            (folder / f"{part}.yml").write_text(text)
        kept = json.loads((PAIRS / pair / f"{content}.json").read_text())
        recording = {"response": {"status": kept["http_status"], "body": kept["body"]}}
        (folder / "v2" / "error.json").write_text(json.dumps(recording))
    before, after = Ref(name=str(tmp_path / "release")), Ref(name=str(tmp_path / "head"))
    source = DirectoryPair(tmp_path / "release", tmp_path / "head")
    return check(Request(source=source, target=before, base=before, head=after, release=before), Releases())


def moves(report: Report) -> Mapping[str, tuple[str, str]]:
    """Rule → old and new action, of what the report says about decisions."""
    return {
        each.rule: (str(decided.old.action), str(decided.new.action))
        for each in report.findings
        for decided in report.decisions
        if each.rule.startswith("decision/") and each.rule != "decision/expectation-missing"
    }


def stops(report: Report) -> set[str]:
    return {each.rule for each in report.findings if each.level.stops}


ABUSE = (
    "precedence: {action: [text, code, status]}\nstatus: {4xx: fix_request}\ntext: [{matches: abuse, action: retry}]\n"
)


@pytest.mark.parametrize("errors", ["{preset: github}", "{message: /message}"])
def test_agents_that_match_the_message_stop_retrying(tmp_path: Path, errors: str) -> None:
    """The word "abuse" vanished from a message that clients matched; status and shape are the same."""
    report = judge(tmp_path, "github-abuse-to-secondary-rate-limit", f"errors: {errors}\n{ABUSE}")
    assert moves(report) == {"decision/new-error-changed": ("retry", "fix_request")}
    assert report.verdict == "blocked"


def test_the_new_wording_alone_is_a_regeneration(tmp_path: Path) -> None:
    """Whoever decides by status does as before, and the gate asks for a sentence only."""
    report = judge(
        tmp_path, "github-abuse-to-secondary-rate-limit", "errors: {preset: github}\nstatus: {4xx: fix_request}\n"
    )
    assert moves(report) == {}
    assert stops(report) == {"fixtures/regenerated"}


CODES = "codes:\n  '-32601': {action: fix_request}\n  '-32603': {action: retry}\n"


def test_a_tool_result_that_became_a_protocol_error(tmp_path: Path) -> None:
    """The text moved to where the preset still finds it; now there is a code, and the registry decides."""
    pair = "mcp-unknown-tool-iserror-to-protocol-error"
    report = judge(tmp_path, pair, "errors: {preset: mcp}\n", registry=CODES)
    assert moves(report) == {"decision/new-error-changed": ("escalate", "fix_request")}
    assert report.verdict == "blocked"


TOOL = "precedence: {action: [text]}\ntext: [{matches: Unknown tool, action: fix_request}]\n"


def test_agents_that_read_the_tool_result_lose_the_text(tmp_path: Path) -> None:
    """Read at the tool result alone, the message is gone and the safe default acts."""
    pair = "mcp-unknown-tool-iserror-to-protocol-error"
    report = judge(tmp_path / "one", pair, f"errors: {{message: /result/content/0/text}}\n{TOOL}")
    assert moves(report) == {"decision/new-error-changed": ("fix_request", "escalate")}
    kept = judge(tmp_path / "both", pair, f"errors: {{preset: mcp}}\n{TOOL}")
    assert moves(kept) == {}


UNSUPPORTED = "precedence: {action: [text]}\ntext: [{matches: unsupported, action: fix_request}]\n"


def test_a_text_that_became_an_object(tmp_path: Path) -> None:
    """A consumer of the text finds none; one that reads by the preset finds it in either shape."""
    pair = "cts-error-string-to-object"
    report = judge(tmp_path / "one", pair, f"errors: {{message: /error}}\n{UNSUPPORTED}")
    assert moves(report) == {"decision/new-error-changed": ("fix_request", "escalate")}
    assert report.verdict == "blocked"
    kept = judge(tmp_path / "both", pair, f"errors: {{preset: error-object}}\n{UNSUPPORTED}")
    assert moves(kept) == {}
    assert stops(kept) == {"fixtures/regenerated"}
