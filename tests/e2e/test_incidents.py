"""Public incidents, each as a pull request judged by the installed command."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.incidents import INCIDENTS, Incident
from tests.e2e.scenarios import Case
from tests.e2e.test_scenarios import check, play

DATA = Path(__file__).parents[3] / "shared" / "data" / "incidents.json"


def told(report: dict[str, Any], *levels: str) -> set[tuple[str, str, str, str]]:
    return {
        (each["rule"], each["level"], each["status"], each["subject"]["name"])
        for each in report["findings"]
        if each["level"] in levels and each["status"] not in ("inherited", "resolved")
    }


@pytest.mark.parametrize("incident", INCIDENTS, ids=[each.name for each in INCIDENTS])
def test_incident(incident: Incident, tmp_path: Path) -> None:
    """Exactly what stops the merge, what is said beside it, the exit code, and the decisions that moved."""
    case = Case(name=incident.name, released=incident.release, head=(incident.head,), body=incident.body)
    code, report, stderr = check(play(case, tmp_path), body=incident.body)
    assert "Traceback" not in stderr
    assert told(report, "block", "explain") == set(incident.stops)
    assert told(report, "note", "warn") >= incident.says
    assert (code, report["verdict"]) == (incident.exit, "blocked" if incident.exit else "pass")
    moved = {each["fixture"]: (each["old"]["action"], each["new"]["action"]) for each in report["decisions"]}
    assert moved == incident.moves


def test_every_incident_of_that_class_is_replayed() -> None:
    """Each documented change that broke clients has a case, by the thread that tells of it."""
    if not DATA.is_file():
        pytest.skip("the collection of incidents is not beside this checkout")
    known = [each for each in json.loads(DATA.read_text())["incidents"] if each["evidence_class"].startswith("A")]
    told_of = {each["repo"] for each in known}
    assert told_of == {incident.thread.partition("#")[0] for incident in INCIDENTS}
