"""The report as SARIF 2.1.0 (an OASIS standard), for code scanning and other viewers.

One run. A finding is a result of its rule; what a sentence, a declared break or a waiver covers is suppressed, and
``baselineState`` tells what was there before. Only results that block have level ``error``. Code scanning wants a place for
every result, so one without a place is put on the config file. It takes 25,000 results a run; the gravest come first.
"""

import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote as percent_encoded

from errgate.core.finding import Finding, Level, Status
from errgate.core.report import Report
from errgate.render import RenderOptions, RuleText
from errgate.render.sanitize import line, short, visible
from errgate.render.wording import EXIT, sentences, trouble, verdict

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
VERSION = "2.1.0"
ROOT = "%SRCROOT%"
"""The base of every path: the repository's top folder, wherever it is checked out."""
RESULTS = 25_000
"""Results of one run that code scanning accepts."""
RELATED = 10
"""Recordings that are named beside a result."""
MESSAGE = 4_000
"""Characters of one message."""
DESCRIPTION = 1_024
"""Characters of a rule's description, as code scanning allows."""
JUSTIFICATION = 1_000
"""Characters of the sentence that covers a result."""

LEVELS = {Level.BLOCK: "error", Level.EXPLAIN: "error", Level.WARN: "warning", Level.NOTE: "note"}
BASELINE = {Status.INHERITED: "unchanged", Status.RESOLVED: "absent"}
COVERED = {
    Status.EXPLAINED: "Explained by the impact sentence.",
    Status.DECLARED: "A declared break.",
    Status.WAIVED: "Waived.",
}


def render(report: Report, options: RenderOptions) -> str:
    """Indented JSON, ASCII only. No line of it is a command to a workflow's log."""
    text = json.dumps(document(report, options), ensure_ascii=True, allow_nan=False, indent=2)
    return text.replace("##[", "#\\u0023[") + "\n"


def document(report: Report, options: RenderOptions) -> dict[str, Any]:
    """The log file as a JSON object."""
    findings = report.findings[:RESULTS]
    rules = {rule: index for index, rule in enumerate(sorted({each.rule for each in findings}))}
    driver: dict[str, Any] = {"name": "errgate"}
    if options.version:
        driver["version"] = options.version
    driver["rules"] = [_rule(rule, options.rules.get(rule)) for rule in rules]
    run = {
        "tool": {"driver": driver},
        "automationDetails": {"id": f"errgate/{uri(report.config_path)}/"},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {ROOT: {"description": {"text": "The repository's top folder."}}},
        "invocations": [_invocation(report, len(report.findings) - len(findings))],
        "results": [_result(each, rules[each.rule], report) for each in findings],
        "properties": {"verdict": report.verdict, "preview": report.preview},
    }
    return {"$schema": SCHEMA, "version": VERSION, "runs": [run]}


def uri(path: str) -> str:
    """A path of the repository as a relative URI reference (RFC 3986): percent-encoded, never with a scheme or a host.

    Bytes that are no UTF-8 are encoded as they are.
    """
    try:
        data = path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        data = path.encode("utf-8", "backslashreplace")
    made = percent_encoded(data, safe="/")
    return f"%2F{made[1:]}" if made.startswith("/") else made


def _rule(rule: str, told: RuleText | None) -> dict[str, Any]:
    """One reporting descriptor. Its texts are of the rule alone, so that they are the same in every run."""
    more = f"`errgate explain {visible(rule)}` tells more, with an example."
    made: dict[str, Any] = {"id": visible(rule)}
    if told is None:
        made["shortDescription"] = made["fullDescription"] = {"text": visible(rule)}
        made["help"] = {"text": more}
        return made
    sections = told.sections
    why = next(iter(sections.values()), told.title)
    made["shortDescription"] = {"text": short(told.title, DESCRIPTION)}
    made["fullDescription"] = {"text": short(why[:1].upper() + why[1:], DESCRIPTION)}
    made["help"] = {
        "text": "\n\n".join([*(f"{label}: {text}" for label, text in sections.items()), more]),
        "markdown": "\n\n".join([*(f"**{label}:** {text}" for label, text in sections.items()), more]),
    }
    made["defaultConfiguration"] = {"level": LEVELS[told.level]}
    made["properties"] = {"tags": [visible(rule.partition("/")[0])]}
    return made


def _invocation(report: Report, left_out: int) -> dict[str, Any]:
    failed = report.verdict == "could-not-evaluate"
    code = int(report.exit_code)
    notifications = [_notification("error", trouble(report))] if failed else []
    if left_out:
        notifications.append(_notification("warning", f"{left_out} findings more are in the JSON report."))
    if report.verdict in ("blocked", "not-applicable") and not failed:
        notifications += [
            _notification("note", each) for each in (line(verdict(report)), *map(line, report.impact.missing))
        ]
    return {
        "executionSuccessful": not failed,
        "exitCode": code,
        "exitCodeDescription": EXIT[code],
        "toolExecutionNotifications": notifications,
    }


def _notification(level: str, text: str) -> dict[str, Any]:
    return {"level": level, "message": _message(visible(text, keep="\n"))}


def _message(text: str) -> dict[str, Any]:
    """A plain-text message. SARIF reads ``[text](target)`` in it as a link, which no data of a repository may make."""
    return {"text": short(text.replace("](", "] ("), MESSAGE) or "(nothing said)"}


def _result(finding: Finding, index: int, report: Report) -> dict[str, Any]:
    resolved = finding.status is Status.RESOLVED
    made: dict[str, Any] = {
        "ruleId": visible(finding.rule),
        "ruleIndex": index,
        "kind": "informational" if resolved else "fail",
        "level": "none" if resolved else _level(finding, preview=report.preview),
        "message": _message("\n".join((*_status(finding), *sentences(finding)))),
        "locations": [_location(finding, report.config_path)],
        "partialFingerprints": {"errgate/v1": finding.fingerprint},
        "baselineState": BASELINE.get(finding.status, "new"),
        "suppressions": _suppressions(finding, report),
        "properties": {
            "status": finding.status.value,
            "level": finding.level.value,
            "contract": visible(finding.contract),
            "subject": {"kind": finding.subject.kind, "name": visible(finding.subject.name)},
        },
    }
    if finding.fixtures:
        made["relatedLocations"] = _related(finding.fixtures)
    return made


def _level(finding: Finding, *, preview: bool) -> str:
    """The rule's level where the finding counts. What does not count is a note, in a preview at most a warning."""
    if finding.status is not Status.INTRODUCED:
        return "note"
    return "warning" if finding.blocks and preview else LEVELS[finding.level]


def _status(finding: Finding) -> tuple[str, ...]:
    return () if finding.status is Status.INTRODUCED else (f"({finding.status})",)


def _location(finding: Finding, config_path: str) -> dict[str, Any]:
    where = finding.where
    placed = where is not None and where.path != ""
    physical: dict[str, Any] = {"artifactLocation": _artifact(where.path if where and placed else config_path)}
    if where is not None and placed and where.line is not None and where.line > 0:
        physical["region"] = {"startLine": where.line}
    return {"physicalLocation": physical}


def _related(paths: Sequence[str]) -> list[dict[str, Any]]:
    """The first recordings that show a finding, each once."""
    kept = list(dict.fromkeys(path for path in paths if path))[:RELATED]
    return [
        {
            "id": number,
            "message": {"text": "A recording that shows it."},
            "physicalLocation": {"artifactLocation": _artifact(path)},
        }
        for number, path in enumerate(kept, start=1)
    ]


def _artifact(path: str) -> dict[str, Any]:
    return {"uri": uri(path), "uriBaseId": ROOT}


def _suppressions(finding: Finding, report: Report) -> list[dict[str, Any]]:
    """Empty for what is not covered, which says so; leaving it out would say that nothing is known."""
    if finding.status not in COVERED:
        return []
    said = COVERED[finding.status]
    if finding.status is Status.EXPLAINED:
        said = _sentence(finding, report) or said
    return [{"kind": "external", "status": "accepted", "justification": short(visible(said, keep="\n"), JUSTIFICATION)}]


def _sentence(finding: Finding, report: Report) -> str:
    """The sentence known to cover the finding's recording, else all that were read."""
    found = report.impact.sentences
    path = finding.where.path if finding.where is not None else ""
    for each in report.regenerated:
        covered = each.covered_by
        if each.contract == finding.contract and each.path == path and covered is not None and covered < len(found):
            return found[covered].text
    return "\n".join(each.text for each in found)
