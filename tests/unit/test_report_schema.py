"""Every JSON report fits its published schema."""

import json
from pathlib import Path

import jsonschema
import pytest

from errgate.app import catalogue
from errgate.core.report import Report
from errgate.render import RenderOptions, render
from tests.e2e.scenarios import CASES, Case
from tests.e2e.test_scenarios import check, play

SCHEMA = json.loads(catalogue.schema("report"))
SAMPLE = [
    case for case in CASES if case.name in ("split: the wire changes", "config broken", "adoption", "sentence true")
]


def test_the_schema_is_a_schema() -> None:
    """Of draft 2020-12."""
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("case", SAMPLE, ids=[case.name for case in SAMPLE])
def test_real_reports(case: Case, tmp_path: Path) -> None:
    """Reports of the worked cases."""
    _, report, _ = check(play(case, tmp_path), body=case.body)
    jsonschema.Draft202012Validator(SCHEMA).validate(report)


def test_could_not_evaluate() -> None:
    """A report without refs."""
    report = Report(verdict="could-not-evaluate", reason="no repository")
    document = json.loads(render("json", report, RenderOptions()))
    jsonschema.Draft202012Validator(SCHEMA).validate(document)
    assert document["exit_code"] == 2
