"""The table of pull-request bodies: what each covers, what it lacks, and that each piece of a passing one is needed."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from errgate.core.impact import Judgement, judge
from errgate.sources.pull_request import read_sentences, read_trailers
from tests.unit.core.impact_setups import DEMANDS, vocabulary

Row = dict[str, Any]
DATA = Path(__file__).parents[2] / "data"
TABLES: dict[str, list[Row]] = {
    path.stem: yaml.safe_load(path.read_text(encoding="utf-8")) for path in sorted(DATA.glob("impact_bodies*.yml"))
}
ROWS = [row for rows in TABLES.values() for row in rows]
PASSING = [row for row in ROWS if row["covers"]]
SAID = {
    "name": "No sentence names",
    "behaviour": "does not say what agents do",
    "reason": "does not say why",
    "nothing-changes": "says that nothing changes",
    "reversed": "reversed",
    "untrue": "does not fit what was measured",
}


def judged(row: Row, body: str) -> Judgement:
    if row.get("messages"):
        sentences = read_trailers([body])
    else:
        sentences = read_sentences(
            body if row.get("whole") else f"## What\n\nA change.\n\n## Consumer impact\n\n{body}\n"
        )
    return judge(sentences, DEMANDS[row["about"]], vocabulary(row["about"]))


def expected(row: Row) -> set[str]:
    if isinstance(row["covers"], list):
        return set(row["covers"])
    return {"wanted"} if row["covers"] else set()


def name(row: Row) -> str:
    return f"{row['about']}: {row['body'][:60]}".encode("ascii", "backslashreplace").decode()


def test_the_table_is_large_enough() -> None:
    """At least eighty bodies, and as many that fail as that pass."""
    assert len(ROWS) >= 80
    assert len(PASSING) >= 40 <= len(ROWS) - len(PASSING)
    assert {row["about"] for row in ROWS} == set(DEMANDS)


@pytest.mark.parametrize("language", ["german", "french", "spanish", "portuguese", "chinese"])
def test_a_language_has_a_table(language: str) -> None:
    """At least 35 bodies, 15 that pass and 15 that fail."""
    rows = TABLES[f"impact_bodies_{language}"]
    passing = sum(1 for row in rows if row["covers"])
    assert len(rows) >= 35
    assert passing >= 15 <= len(rows) - passing


@pytest.mark.parametrize("row", ROWS, ids=name)
def test_row(row: Row) -> None:
    """What the body covers, and what is said to be missing."""
    found = judged(row, row["body"])
    assert set(found.covered) == expected(row)
    if "lacks" in row:
        assert len(found.missing) == 1
        assert SAID[row["lacks"]] in found.missing[0]
    assert bool(found.missing) is bool(found.skeleton) is (len(found.covered) < len(DEMANDS[row["about"]]))


@pytest.mark.parametrize("row", PASSING, ids=name)
@pytest.mark.parametrize("piece", ["name", "action", "why"])
def test_each_piece_is_needed(row: Row, piece: str) -> None:
    """Without its name, its action or its reason a passing body covers less; without a reason, nothing."""
    if piece == "action" and piece not in row:
        assert not any(each.behaviour for each in DEMANDS[row["about"]])
        return
    assert row[piece] in row["body"]
    body = row["body"].replace(row[piece], {"name": "`ANOTHER_THING`"}.get(piece, "florble"))
    if piece == "name":
        for also in (each.text for demand in DEMANDS[row["about"]] for each in demand.names):
            if also not in row[piece] and not also.islower():
                body = body.replace(also, "SOMETHING")
    after = set(judged(row, body).covered)
    assert after < expected(row)
    if piece == "why":
        assert after == set()
