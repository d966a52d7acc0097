"""The report as JSON: the public interface, described by ``errgate schema report``."""

import json
import math
from collections.abc import Mapping
from typing import Any

from errgate.core.finding import Finding
from errgate.core.quote import plain
from errgate.core.report import Decided, DecisionChange, Numbers, Ref, Refs, Report
from errgate.core.value import Json
from errgate.render import RenderOptions

SCHEMA = "errgate.report/1"
LONGEST_NUMBER = 10_000
"""Bits of an integer that is written in decimal."""


def render(report: Report, options: RenderOptions) -> str:
    """Indented JSON, ASCII only, keys in a fixed order. No line of it is a command to a workflow's log."""
    text = json.dumps(document(report), ensure_ascii=True, allow_nan=False, indent=2)
    return text.replace("##[", "#\\u0023[") + "\n"


def document(report: Report) -> dict[str, Any]:
    """The report as a JSON object."""
    refs = report.refs
    return {
        "schema": SCHEMA,
        "verdict": report.verdict,
        "exit_code": int(report.exit_code),
        "reason": None if report.reason is None else plain(report.reason),
        "preview": report.preview,
        "refs": {}
        if refs is None
        else {"release": _release(refs), **{name: _ref(getattr(refs, name)) for name in ("base", "head", "target")}},
        "touched": {name: list(parts) for name, parts in report.touched.items()},
        "not_checked": {name: list(parts) for name, parts in report.not_checked.items()},
        "findings": [_finding(each) for each in report.findings],
        "decisions": [_decision(each) for each in report.decisions],
        "generated": [{**_decision(each), "case": each.case} for each in report.generated],
        "traffic": [_numbers(each) for each in report.traffic],
        "regenerated": [
            {"contract": each.contract, "path": each.path, "kind": each.kind, "covered_by": each.covered_by}
            for each in report.regenerated
        ],
        "impact": {
            "required": report.impact.required,
            "satisfied": report.impact.satisfied,
            "sentences": [{"text": each.text, "source": each.source} for each in report.impact.sentences],
            "missing": [plain(line) for line in report.impact.missing],
            "skeleton": report.impact.skeleton,
        },
        "stats": {
            "fixtures": report.stats.fixtures,
            "generated": report.stats.generated,
            "seconds": report.stats.seconds,
            "api_requests": report.stats.api_requests,
        },
    }


def _ref(ref: Ref) -> dict[str, Any]:
    return {"name": ref.name, "sha": ref.sha}


def _release(refs: Refs) -> dict[str, Any]:
    others = {contract: _ref(ref) for contract, ref in refs.by_contract.items()}
    return {**_ref(refs.release), "stand_ins": list(refs.release.stand_ins), "by_contract": others}


def _finding(each: Finding) -> dict[str, Any]:
    where = each.where
    return {
        "rule": each.rule,
        "level": each.level.value,
        "status": each.status.value,
        "contract": each.contract,
        "consumer": each.consumer,
        "subject": {"kind": each.subject.kind, "name": each.subject.name},
        "where": None if where is None else {"path": where.path, "line": where.line},
        "meets": plain(each.meets),
        "does": plain(each.does),
        "change": plain(each.change),
        "release": _value(each.release),
        "head": _value(each.head),
        "fixtures": list(each.fixtures),
        "fingerprint": each.fingerprint,
        "cause": each.cause,
    }


def _value(value: Json) -> Json:
    """Mappings as dict, so that any read-only view is written too; numbers that JSON cannot write as text."""
    if isinstance(value, Mapping):
        return {key: _value(item) for key, item in value.items()}
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, int) and value.bit_length() > LONGEST_NUMBER:
        return hex(value)
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return [_value(item) for item in value]


def _decision(each: DecisionChange) -> dict[str, Any]:
    return {
        "contract": each.contract,
        "fixture": each.fixture,
        "consumer": each.consumer,
        "old": _decided(each.old),
        "new": _decided(each.new),
        "hurts": each.hurts,
    }


def _numbers(each: Numbers) -> dict[str, Any]:
    return {
        "contract": each.contract,
        "calls_per_day": each.calls_per_day,
        "transient_rate": each.transient_rate,
        "outcomes_per_day": round(each.outcomes_per_day),
        "attempts_per_day": round(each.attempts_per_day),
        "dropped": each.dropped,
        "burnt": each.burnt,
        "recoverable": each.recoverable,
    }


def _decided(value: Decided) -> dict[str, Any]:
    return {
        "action": value.action,
        "category": value.category,
        "max_attempts": value.max_attempts,
        "wait": value.wait,
        "decided_by": value.decided_by,
    }
