"""Recorded errors have no row in decisions.yml, or a row has no recording.

Why it matters: without a row nobody has said what an agent should do about this failure; a row that names nothing checks
nothing.
Breaks when: never; this is one warning for each collection.
Safe when: each recording has a row, and each row a recording.
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
        spare = [each for each in rows.expected if each not in rows.fixtures] if rows else []
        if rows is not None and spare and not rows.problems:
            more = f" and {len(spare) - 1} more" if len(spare) > 1 else ""
            yield Draft(
                rule=RULE.id,
                subject=Subject(kind="fixture", name=f"{name}/{spare[0]}"),
                meets=f"The row {quote(spare[0])}{more} in {quote(f'{name}/decisions.yml')} names no recording.",
                does="What it expects is checked against nothing.",
                change="Correct the name, or remove the row.",
                head="row without recording",
                keys=(("row", name, spare[0]),),
                where=Where(path=rows.expected_path, at=rows.expected[spare[0]].at),
            )


RULE = Rule(
    id="decision/expectation-missing",
    level=Level.WARN,
    title="Recorded errors have no row in decisions.yml.",
    check=_check,
)
