"""Recorded errors have no row in decisions.yml.

Why it matters: without a row nobody has said what an agent should do about this failure.
Breaks when: never; this is one warning for each collection.
Safe when: each recording has a row.
How to fix: run `errgate decide --write` on the new recordings and read what it writes.
"""

from collections.abc import Iterator

from errgate.core.config import Collection
from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.quote import quote
from errgate.core.rule import Rule, State

ASKED: tuple[Collection, ...] = ("v1", "v2")


def _check(state: State) -> Iterator[Draft]:
    if state.consumer is None:
        return
    for name in ASKED:
        rows = state.contract.fixtures.get(name)
        missing = [fixture for key, fixture in rows.fixtures.items() if key not in rows.expected] if rows else []
        if rows is not None and missing:
            yield Draft(
                rule=RULE.id,
                subject=Subject(kind="fixture", name=f"{name}/decisions.yml"),
                meets=f"{len(missing)} of {len(rows.fixtures)} recordings in {quote(name)} have no expected decision, "
                f"such as {quote(missing[0].name)}.",
                does="Nobody has said what an agent should do about them.",
                change=f"Run {quote('errgate decide --write')} on them and read what it writes.",
                where=Where(path=missing[0].path, line=missing[0].line),
            )


RULE = Rule(
    id="decision/expectation-missing",
    level=Level.WARN,
    title="Recorded errors have no row in decisions.yml.",
    check=_check,
)
