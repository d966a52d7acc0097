"""A deliberately wrong error is no longer wrong.

Why it matters: the case was there to show what happens with something unknown; now it shows something known, and the
unknown is shown by nothing.
Breaks when: never; this is a warning.
Safe when: the case carries a code or value that neither the release nor head knows.
How to fix: give the case another code or value, one that will not be needed (`NO_SUCH_CODE`).
"""

from collections.abc import Iterator

from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.quote import quote
from errgate.core.rule import Comparison, Rule


def _compare(comparison: Comparison) -> Iterator[Draft]:
    for fixture in comparison.stale_cases:
        yield Draft(
            rule=RULE.id,
            subject=Subject(kind="fixture", name=fixture.subject),
            meets=f"{quote(fixture.subject)} was deliberately wrong at {comparison.old_name}; now everything in it is known.",
            does="What a consumer does about something unknown is no longer shown by it, and it is not compared.",
            change="Give the case a code or value that nobody will need.",
            release="wrong",
            head="known",
            where=Where(path=fixture.path, line=fixture.line),
            fixtures=(fixture.path,),
        )


RULE = Rule(
    id="fallback/synthetic-stale",
    level=Level.WARN,
    title="A deliberately wrong error is no longer wrong.",
    compare=_compare,
)
