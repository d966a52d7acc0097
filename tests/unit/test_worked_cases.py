"""The worked cases and the public incidents again, on commits in memory: the same verdicts as with git and processes."""

import json
from typing import Any

import pytest

from errgate.core.report import Report
from errgate.render.json_report import document
from tests.e2e.incidents import INCIDENTS, Incident
from tests.e2e.scenarios import CASES, Case
from tests.e2e.test_incidents import told
from tests.e2e.test_scenarios import EXPECTED, blocking, found
from tests.fakes.history import History


def play(case: Case) -> History:
    """The history of one case."""
    history = History()
    history.commit({name: text for name, text in case.released.items() if text is not None})
    if case.tag:
        history.tag(case.tag)
    for index, files in enumerate(case.merged):
        history.commit(files)
        if index in case.later_tag:
            history.tag(case.later_tag[index])
    history.fork(case.fork)
    for files in case.head:
        history.commit(files, case.message)
    return history


def as_json(report: Report) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(json.dumps(document(report)))
    return loaded


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_case(case: Case) -> None:
    """Verdict, how many findings block, and the exact set of (rule, level, status, subject, cause)."""
    expected = EXPECTED[case.name]
    report = as_json(play(case).judge(case.body))
    assert found(report) == {tuple(each) for each in expected["findings"]}
    assert (report["exit_code"], report["verdict"], blocking(report)) == (
        expected["exit"],
        expected["verdict"],
        expected["blocks"],
    )


@pytest.mark.parametrize("incident", INCIDENTS, ids=[each.name for each in INCIDENTS])
def test_incident(incident: Incident) -> None:
    """What stops the merge, and the decisions that moved."""
    case = Case(name=incident.name, released=incident.release, head=(incident.head,), body=incident.body)
    report = as_json(play(case).judge(case.body))
    assert told(report, "block", "explain") == set(incident.stops)
    moved = {each["fixture"]: (each["old"]["action"], each["new"]["action"]) for each in report["decisions"]}
    assert moved == incident.moves
