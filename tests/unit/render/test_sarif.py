"""SARIF: valid by the published schema where that is at hand, and by rules that no schema tells everywhere."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes

import jsonschema
import pytest
from hypothesis import given, settings

from errgate.app import catalogue
from errgate.core.finding import Level, Status, Where
from errgate.core.quote import quote
from errgate.core.report import Impact, Report, Sentence
from errgate.render import RenderOptions, render
from errgate.render.sarif import RELATED, RESULTS, uri
from errgate.rules import RULES
from tests.unit.render.reports import REPORTS
from tests.unit.render.samples import BLOCKED, REMOVED, SAMPLES, WARNING

SCHEMA = Path(__file__).parents[4] / "shared/data/schemas/sarif-2.1.0-rtm.0-2.1.0/new.schema.json"
ABOUT = catalogue.texts(rule.id for rule in RULES)
OPTIONS = RenderOptions(version="1.2.3", rules=ABOUT)
URI = re.compile(r"(?:[A-Za-z0-9._~/!$&'()*+,;=@-]|%[0-9A-F]{2})+")
"""A relative reference of RFC 3986 with nothing but a path, and no colon, which could make a scheme."""


@lru_cache(maxsize=1)
def published() -> jsonschema.Draft7Validator:
    if not SCHEMA.exists():
        pytest.skip("the published schema is not at hand")
    return jsonschema.Draft7Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))


def run(report: Report, options: RenderOptions = OPTIONS) -> dict[str, Any]:
    log = json.loads(render("sarif", report, options))
    assert log["version"] == "2.1.0"
    (found,) = log["runs"]
    return dict(found)


def artifacts(value: object) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        if "artifactLocation" in value:
            yield value["artifactLocation"]
        for item in value.values():
            yield from artifacts(item)
    elif isinstance(value, list):
        for item in value:
            yield from artifacts(item)


def is_sound(found: dict[str, Any]) -> None:
    """What the standard and code scanning ask for beside the schema."""
    rules = found["tool"]["driver"]["rules"]
    ids = [each["id"] for each in rules]
    assert len(set(ids)) == len(ids)
    assert {each["ruleId"] for each in found["results"]} == set(ids)
    for each in rules:
        for text in (each["shortDescription"]["text"], each["fullDescription"]["text"], each["help"]["text"]):
            assert text
        assert len(each["fullDescription"]["text"]) <= 1_024
    for each in found["results"]:
        assert ids[each["ruleIndex"]] == each["ruleId"]
        assert (each["level"] == "none") == (each["kind"] != "fail")
        assert each["message"]["text"]
        assert "](" not in each["message"]["text"]
        assert len(each["locations"]) == 1
        assert each["partialFingerprints"]["errgate/v1"]
        assert len(each.get("relatedLocations", ())) <= RELATED
    for each in artifacts(found["results"]):
        assert each["uriBaseId"] in found["originalUriBaseIds"]
        assert each["uri"] == "" or URI.fullmatch(each["uri"]), each
        assert not each["uri"].startswith("/")
    (invocation,) = found["invocations"]
    assert invocation["executionSuccessful"] == (invocation["exitCode"] != 2)


@settings(max_examples=150, deadline=None)
@given(report=REPORTS)
def test_any_report_is_sound(report: Report) -> None:
    is_sound(run(report))
    is_sound(run(report, RenderOptions()))


@settings(max_examples=60, deadline=None)
@given(report=REPORTS)
def test_any_report_fits_the_published_schema(report: Report) -> None:
    published().validate(json.loads(render("sarif", report, OPTIONS)))


@pytest.mark.parametrize("name", list(SAMPLES))
def test_samples_fit_the_published_schema(name: str) -> None:
    for options in (OPTIONS, RenderOptions()):
        published().validate(json.loads(render("sarif", SAMPLES[name], options)))


@pytest.mark.parametrize("path", ["a b.yml", "日本/é.yml", "a#b?c%d.yml", "c:/x", "//host/x", "/x", "a\udcffb", "[x]"])
def test_a_path_comes_back_from_its_uri(path: str) -> None:
    """Byte for byte."""
    made = uri(path)
    assert URI.fullmatch(made)
    assert unquote_to_bytes(made) == path.encode("utf-8", "surrogateescape")


def test_levels() -> None:
    """What blocks is an error, whatever its rule's level; what does not count is no error."""
    explain = replace(REMOVED, level=Level.EXPLAIN)
    assert [
        each["level"] for each in run(Report(verdict="blocked", findings=(REMOVED, explain, WARNING)))["results"]
    ] == [
        "error",
        "error",
        "warning",
    ]
    for status in set(Status) - {Status.INTRODUCED}:
        (each,) = run(Report(verdict="pass", findings=(replace(REMOVED, status=status),)))["results"]
        assert each["level"] in ("note", "none")
        assert each["message"]["text"].startswith(f"({status})\n")
    assert "error" not in {each["level"] for each in run(SAMPLES["adoption"])["results"]}


def test_what_was_there_before() -> None:
    """By the baseline's words."""
    statuses = (Status.INTRODUCED, Status.INHERITED, Status.RESOLVED)
    findings = tuple(replace(REMOVED, status=status) for status in statuses)
    assert [each["baselineState"] for each in run(Report(verdict="pass", findings=findings))["results"]] == [
        "new",
        "unchanged",
        "absent",
    ]


def test_a_sentence_suppresses_what_it_explains() -> None:
    """With its own words; a waiver and a declared break without; what nothing covers has an empty list."""
    findings = tuple(
        replace(REMOVED, status=status)
        for status in (Status.EXPLAINED, Status.DECLARED, Status.WAIVED, Status.INTRODUCED)
    )
    impact = Impact(required=True, satisfied=True, sentences=(Sentence(text="Limits are no outages.", source="body"),))
    found = [each["suppressions"] for each in run(Report(verdict="pass", findings=findings, impact=impact))["results"]]
    assert [len(each) for each in found] == [1, 1, 1, 0]
    assert found[0][0] == {"kind": "external", "status": "accepted", "justification": "Limits are no outages."}


def test_a_result_without_a_place_is_put_on_the_config() -> None:
    """Code scanning refuses one that has none."""
    for where in (None, Where(path="")):
        (each,) = run(Report(verdict="blocked", findings=(replace(REMOVED, where=where),)))["results"]
        assert each["locations"][0]["physicalLocation"] == {
            "artifactLocation": {"uri": ".github/errgate.yml", "uriBaseId": "%SRCROOT%"}
        }


def test_recordings_are_related() -> None:
    """The first of them."""
    assert [
        each["physicalLocation"]["artifactLocation"]["uri"] for each in run(BLOCKED)["results"][0]["relatedLocations"]
    ] == list(REMOVED.fixtures)
    many = replace(REMOVED, fixtures=tuple(f"f{index}.json" for index in range(50)))
    assert len(run(Report(verdict="blocked", findings=(many,)))["results"][0]["relatedLocations"]) == RELATED


def test_rules_tell_about_themselves() -> None:
    """As their pages do; without a text, by their id."""
    (rule,) = run(Report(verdict="blocked", findings=(REMOVED, REMOVED)))["tool"]["driver"]["rules"]
    assert rule["shortDescription"]["text"] == "A released code is gone from the registry."
    assert rule["fullDescription"]["text"][0].isupper()
    assert "How to fix: " in rule["help"]["text"]
    assert "**How to fix:** " in rule["help"]["markdown"]
    assert rule["defaultConfiguration"] == {"level": "error"}
    assert run(BLOCKED)["tool"]["driver"]["version"] == "1.2.3"
    assert "version" not in run(BLOCKED, RenderOptions())["tool"]["driver"]


def test_data_makes_no_link() -> None:
    """A message is plain text in which brackets and parentheses make one."""
    hostile = replace(REMOVED, meets=f"{quote('[click](https://x.invalid)')} is gone.")
    (each,) = run(Report(verdict="blocked", findings=(hostile,)))["results"]
    assert "[click] (https" in each["message"]["text"]


def test_no_more_results_than_code_scanning_takes() -> None:
    """The rest is counted."""
    findings = tuple(replace(WARNING, fingerprint=f"{index:012x}") for index in range(RESULTS + 3))
    found = run(Report(verdict="pass", findings=findings))
    assert len(found["results"]) == RESULTS
    told = found["invocations"][0]["toolExecutionNotifications"]
    assert [each["message"]["text"] for each in told] == ["3 findings more are in the JSON report."]


def test_could_not_evaluate() -> None:
    """No result, a failed invocation, and why."""
    found = run(SAMPLES["could-not-evaluate"])
    assert found["results"] == []
    (invocation,) = found["invocations"]
    assert invocation["executionSuccessful"] is False
    assert invocation["toolExecutionNotifications"][0]["level"] == "error"
    assert "valeus" in invocation["toolExecutionNotifications"][0]["message"]["text"]
