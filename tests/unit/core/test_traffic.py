"""Numbers from a team's own figures."""

from pathlib import Path

import pytest

from errgate.core.report import Numbers, Report
from errgate.render.wording import numbers
from tests.e2e.contract import CODES, CONFIG, DECISION, RELEASED
from tests.unit.test_laws import judge

TRAFFIC = CONFIG + "    traffic: {calls_per_day: 10000, transient_rate: 0.02}\n"


def report(folder: Path, head: dict[str, str | None], config: str = TRAFFIC) -> Report:
    released = {**RELEASED, ".github/errgate.yml": config}
    return judge(folder, released, {**released, **head})


def test_a_retry_that_is_lost(tmp_path: Path) -> None:
    """2 % of 10,000 calls, all of them with the one recorded recoverable error: 200 end otherwise, 400 attempts fewer."""
    (found,) = report(tmp_path, {"contract/codes.yml": CODES.replace("action: retry", "action: escalate")}).traffic
    assert (round(found.outcomes_per_day), round(found.attempts_per_day)) == (200, -400)
    assert (found.dropped, found.burnt, found.recoverable) == (1, 0, 1)


def test_retries_that_are_new(tmp_path: Path) -> None:
    """Two errors that were not retried are now, with three attempts each."""
    changed = CODES.replace("action: fix_request", "action: retry").replace("action: escalate", "action: retry")
    (found,) = report(tmp_path, {"contract/codes.yml": changed}).traffic
    assert (round(found.outcomes_per_day), round(found.attempts_per_day), found.burnt) == (400, 800, 2)


def test_more_attempts(tmp_path: Path) -> None:
    """The action stays and the attempts do not: no outcome is counted, the attempts are."""
    (found,) = report(
        tmp_path, {"contract/decision.yml": DECISION.replace("max_attempts: 3", "max_attempts: 6")}
    ).traffic
    assert (round(found.outcomes_per_day), round(found.attempts_per_day)) == (0, 600)


def test_nothing_to_count(tmp_path: Path) -> None:
    """No figures without a changed decision, and none without the team's own."""
    assert (
        report(tmp_path / "a", {"contract/codes.yml": CODES.replace("cause: server", "cause: upstream")}).traffic == ()
    )
    changed: dict[str, str | None] = {"contract/codes.yml": CODES.replace("action: retry", "action: escalate")}
    assert report(tmp_path / "b", changed, CONFIG).traffic == ()


@pytest.mark.parametrize(
    ("attempts", "said"),
    [
        (-400, "400 attempts fewer a day: a retry budget does not show it, since it counts retries that happen."),
        (800, "800 attempts more a day, 8.0% of the calls: a retry budget of 20% lets them through."),
        (
            3000,
            "3,000 attempts more a day, 30.0% of the calls: above a retry budget of 20%, which then refuses retries",
        ),
    ],
)
def test_what_is_said(attempts: int, said: str) -> None:
    """Why the retry budget does not show it, or what it does instead."""
    found = Numbers(
        contract="payments", calls_per_day=10_000, transient_rate=0.02, outcomes_per_day=200, attempts_per_day=attempts,
        dropped=1, burnt=0, recoverable=3,
    )  # fmt: skip
    (text,) = numbers(Report(verdict="blocked", traffic=(found,)))
    assert text.startswith(
        "Up to 200 of 10,000 calls a day end otherwise. 1 of 3 recorded recoverable errors is no longer retried. "
    )
    assert said in text
