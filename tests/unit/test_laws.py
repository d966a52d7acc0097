"""Laws: what must hold whatever the contract says."""

import json
import random
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from errgate.app.gate import Releases, Request, check
from errgate.core.report import Ref, Report
from errgate.sources.directory import DirectoryPair
from tests.e2e.contract import CODES, DECISION, RELEASED, ROWS, error
from tests.e2e.scenarios import CASES, Case

PARTS = [name for name in RELEASED if name.startswith(("contract/", "fixtures/", ".github/"))]


def write(folder: Path, files: Mapping[str, str | None]) -> None:
    for name, text in files.items():
        if text is not None:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)


def judge(
    folder: Path, old: Mapping[str, str | None], new: Mapping[str, str | None], body: str | None = None
) -> Report:
    write(folder / "old", old)
    write(folder / "new", new)
    before, after = Ref(name=str(folder / "old")), Ref(name=str(folder / "new"))
    source = DirectoryPair(folder / "old", folder / "new")
    return check(Request(source=source, target=before, base=before, head=after, release=before, body=body), Releases())


def state(case: Case) -> tuple[Mapping[str, str | None], Mapping[str, str | None]]:
    """The released files and head's, of a case without history on main."""
    head: dict[str, str | None] = dict(case.released)
    for files in case.head:
        head.update(files)
    return case.released, head


PLAIN = [case for case in CASES if not case.merged and case.fork is None and case.name != "adoption"]


@pytest.mark.parametrize("case", PLAIN, ids=[case.name for case in PLAIN])
def test_a_tree_against_itself_finds_nothing(case: Case, tmp_path: Path) -> None:
    """Whatever a tree holds, nothing changed."""
    _, head = state(case)
    if (
        ".github/errgate.yml" not in head
        or head[".github/errgate.yml"] is None
        or "regsitry" in str(head[".github/errgate.yml"])
    ):
        return
    report = judge(tmp_path, head, head)
    assert report.verdict == "not-applicable"
    lacking = {name for name in RELEASED if name.startswith("contract/") and head.get(name) is None}
    assert all(each.rule == "gate/matches-nothing" and each.head in lacking for each in report.findings)


REMOVALS = (
    "split: the wire changes",
    "decision policy edited alone",
    "reformatted",
    "hint value added",
    "sentence true",
)


@pytest.mark.parametrize("case", [each for each in PLAIN if each.name in REMOVALS], ids=lambda case: case.name)
@pytest.mark.parametrize("gone", PARTS)
def test_removing_a_contract_file_never_lowers_the_exit_code(case: Case, gone: str, tmp_path: Path) -> None:
    """Deleting what shows a break is no way to pass, and deleting a part of a passing change blocks or explains."""
    old, new = state(case)
    before = judge(tmp_path / "kept", old, new, case.body)
    after = judge(tmp_path / "gone", old, {**new, gone: None}, case.body)
    assert after.exit_code >= before.exit_code
    if gone.startswith("contract/") or gone == ".github/errgate.yml":
        assert after.verdict == "blocked"


def shuffled(text: str, seed: int) -> str:
    """The same YAML or JSON value, its keys in another order."""
    chooser = random.Random(seed)

    def mix(value: object) -> object:
        if isinstance(value, dict):
            keys = list(value)
            chooser.shuffle(keys)
            return {key: mix(value[key]) for key in keys}
        return [mix(item) for item in value] if isinstance(value, list) else value

    return json.dumps(mix(json.loads(text)), indent=chooser.choice([None, 1, 4]))


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10**6))
def test_order_and_form_change_nothing(seed: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keys reordered and files reindented: no finding but notes about form."""
    new = dict(RELEASED)
    for name, text in RELEASED.items():
        if name.endswith(".json") and text is not None:
            new[name] = shuffled(text, seed)
    rows = yaml.safe_load(CODES)["codes"]
    order = list(rows)
    random.Random(seed).shuffle(order)
    new["contract/codes.yml"] = yaml.safe_dump({"codes": {code: rows[code] for code in order}}, sort_keys=False)
    new["README.md"] = "Something else\n"
    report = judge(tmp_path_factory.mktemp("law"), RELEASED, new)
    assert {each.rule for each in report.findings} <= {"fixtures/reformatted"}
    assert report.exit_code == 0


@pytest.mark.parametrize("case", [each for each in PLAIN if each.name in REMOVALS], ids=lambda case: case.name)
def test_adding_a_fixture_never_removes_a_finding(case: Case, tmp_path: Path) -> None:
    """More evidence never hides what other evidence shows."""
    old, new = state(case)
    before = judge(tmp_path / "before", old, new, case.body)
    more = {
        **new,
        "fixtures/v2/zz_more.json": error("DENIED", 403, "Another."),
        "fixtures/v1/zz_more.json": error("DENIED", 403),
    }
    after = judge(tmp_path / "after", old, more, case.body)
    kept = {each.fingerprint for each in after.findings}
    assert {each.fingerprint for each in before.findings if each.level.stops} <= kept


def test_same_inputs_same_bytes(tmp_path: Path) -> None:
    """Two runs give the same report, figures aside."""
    old, new = state(next(case for case in CASES if case.name == "split: the wire changes"))
    first, second = judge(tmp_path / "a", old, new), judge(tmp_path / "a", old, new)
    assert first == second


def test_the_sentence_adds_nothing(tmp_path: Path) -> None:
    """A covering sentence never adds a finding."""
    new = {
        **RELEASED,
        "fixtures/v2/timeout.json": error("INVALID", 422),
        "fixtures/v2/decisions.yml": ROWS.replace("timeout.json: retry", "timeout.json: fix_request"),
    }
    without = judge(tmp_path / "a", RELEASED, new)
    body = "## Consumer impact\n\n`v2/timeout.json`: retry -> fix_request, because it never recovered.\n"
    with_it = judge(tmp_path / "b", RELEASED, new, body)
    assert {each.fingerprint for each in with_it.findings} == {each.fingerprint for each in without.findings}
    assert (without.verdict, with_it.verdict) == ("blocked", "pass")


def test_a_policy_edit_that_decides_the_same_passes(tmp_path: Path) -> None:
    """An exact status that says what its class says changes nothing."""
    report = judge(
        tmp_path,
        RELEASED,
        {**RELEASED, "contract/decision.yml": DECISION.replace("401: escalate", "401: escalate, 418: fix_request")},
    )
    assert report.verdict == "pass"
