"""An agent built on the release decides the new recording of a failure otherwise than the released one.

Why it matters: this is what happens in production on the day of the deploy, before anybody updates.
Breaks when: the released consumer takes another action on head's v2 recording than on the release's of the same name.
Safe when: its action is the same on both.
How to fix: keep what the released consumer reads (code, hints, status) as it was; put new detail into a new field.
"""

from collections.abc import Iterator

from errgate.core import narrate
from errgate.core.finding import Draft, Level
from errgate.core.quote import quote
from errgate.core.reclassify import is_reclassified
from errgate.core.rule import Comparison, Rule


def _compare(comparison: Comparison) -> Iterator[Draft]:
    for judged in comparison.judged:
        if judged.role == "new-error" and judged.differs == "action" and not is_reclassified(comparison, judged):
            code = judged.old_signals.code
            keep = f"Keep sending {quote(code)} for it" if code is not None else "Keep what the release sent for it"
            yield narrate.draft(
                RULE.id,
                judged,
                meets=narrate.met(judged),
                does=narrate.moved(judged, f"An agent built on {comparison.old_name}"),
                change=f"{keep}; put new detail into a second field.",
            )


RULE = Rule(
    id="decision/new-error-changed",
    level=Level.BLOCK,
    title="An agent built on the release decides the new recording of a failure otherwise.",
    compare=_compare,
)
