"""The table of pull-request bodies: what each covers, and that each piece of a passing one is needed."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from errgate.core.finding import Move
from errgate.core.impact import Demand, Name, Vocabulary, judge
from errgate.core.report import Sentence
from errgate.sources.pull_request import read_sentences

ROWS: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parents[2] / "data" / "impact_bodies.yml").read_text(encoding="utf-8")
)
PASSING = [row for row in ROWS if row["covers"]]
FIXTURES = ("v1/timeout.json", "v2/timeout.json", "v1/invalid.json", "v2/invalid.json", "v2/other.json")
MOVED = (Move(old="retry", new="escalate"),)


def demand(*names: Name, **facts: Any) -> Demand:
    return Demand(fingerprint="wanted", contract="payments", names=names, **facts)


SETUPS: dict[str, tuple[Demand, tuple[str, ...]]] = {
    "moved": (
        demand(
            Name(kind="fixture", text="v2/timeout.json"),
            Name(kind="code", text="TRANSIENT"),
            Name(kind="code", text="RATE_LIMITED"),
            moves=MOVED,
        ),
        FIXTURES,
    ),
    "quiet": (
        demand(
            Name(kind="fixture", text="v2/invalid.json"),
            Name(kind="code", text="INVALID"),
            Name(kind="field", text="/message"),
        ),
        FIXTURES,
    ),
    "config": (demand(Name(kind="config", text="payments.volatile"), behaviour=False), FIXTURES),
    "value": (demand(Name(kind="value", text="retry", hint="recovery"), moves=MOVED), FIXTURES),
    "digits": (demand(Name(kind="code", text="6"), moves=MOVED), FIXTURES),
    "dotted": (demand(Name(kind="code", text="AWS.Queue.Gone"), moves=MOVED), FIXTURES),
    "negative": (demand(Name(kind="code", text="-32601"), moves=MOVED), FIXTURES),
    "attempts": (demand(Name(kind="entry", text="retry"), other_difference=True), FIXTURES),
    "entry": (demand(Name(kind="entry", text="status 418"), moves=(Move(old="fix_request", new="abandon"),)), FIXTURES),
    "shared": (
        demand(Name(kind="fixture", text="v2/a/timeout.json"), moves=MOVED),
        ("v2/a/timeout.json", "v2/b/timeout.json"),
    ),
}
ACTIONS = {
    "retry": (),
    "fix_request": ("fix the request", "correct the request"),
    "escalate": (),
    "abandon": ("give up",),
}


def covers(row: dict[str, Any], body: str) -> bool:
    wanted, fixtures = SETUPS[row["about"]]
    vocabulary = Vocabulary(
        actions=ACTIONS,
        contracts=("payments",),
        fixtures={"payments": fixtures},
        codes=frozenset({"TRANSIENT", "FRAUD", "INVALID"}),
    )
    text = body if row.get("whole") else f"## What\n\nA change.\n\n## Consumer impact\n\n{body}\n"
    return bool(judge(read_sentences(text), (wanted,), vocabulary).covered)


def test_the_table_is_large_enough() -> None:
    """At least eighty bodies, and as many that fail as that pass."""
    assert len(ROWS) >= 80
    assert len(PASSING) >= 40 <= len(ROWS) - len(PASSING)


@pytest.mark.parametrize("row", ROWS, ids=[f"{index}: {row['body'][:50]}" for index, row in enumerate(ROWS)])
def test_row(row: dict[str, Any]) -> None:
    """What the body covers."""
    assert covers(row, row["body"]) is row["covers"]


@pytest.mark.parametrize("row", PASSING, ids=[f"{index}: {row['body'][:50]}" for index, row in enumerate(PASSING)])
@pytest.mark.parametrize("piece", ["name", "action", "why"])
def test_each_piece_is_needed(row: dict[str, Any], piece: str) -> None:
    """Without its name, its action or its reason a passing body covers nothing."""
    if piece not in row:
        assert row["about"] == "config"
        return
    assert row[piece] in row["body"]
    other = {"name": "`ANOTHER_THING`", "action": "florble", "why": "florble"}[piece]
    body = row["body"].replace(row[piece], other)
    if piece == "name":
        for also in ("TRANSIENT", "RATE_LIMITED", "INVALID", "message", "text", "/message", "recovery", "retry` is"):
            body = body.replace(also, "SOMETHING") if also in row["body"].replace(row[piece], "") else body
    assert not covers(row, body)


def test_every_demand_keeps_its_cover() -> None:
    """Adding another covering sentence takes nothing away."""
    vocabulary = Vocabulary(actions=ACTIONS, contracts=("payments",), fixtures={"payments": FIXTURES})
    moved, quiet = (SETUPS[name][0] for name in ("moved", "quiet"))
    first = Demand(fingerprint="first", contract="payments", names=moved.names, moves=moved.moves)
    second = Demand(fingerprint="second", contract="payments", names=quiet.names)
    one = Sentence(text="`TRANSIENT`: retry -> escalate, because limits are not outages.", source="body")
    two = Sentence(text="`v2/invalid.json`: no decision changes, because only the words differ.", source="body")
    assert judge((one,), (first, second), vocabulary).covered == {"first": 0}
    assert judge((one, two), (first, second), vocabulary).covered == {"first": 0, "second": 1}
    assert judge((two, one), (first, second), vocabulary).covered == {"second": 0, "first": 1}
