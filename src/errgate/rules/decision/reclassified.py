"""One failure moved from one released code to another, and neither code's meaning moved.

Why it matters: agents know both codes; they now do about this failure what the other code asks for.
Breaks when: head's v2 recording carries another released code than the release's, and the action differs.
Safe when: both codes ask for the same action.
How to fix: say in the impact sentence that the failure was classified wrongly, and what agents will do now.
"""

from collections.abc import Iterator

from errgate.core import narrate
from errgate.core.finding import Draft, Level
from errgate.core.reclassify import is_reclassified
from errgate.core.rule import Comparison, Rule


def _compare(comparison: Comparison) -> Iterator[Draft]:
    for judged in comparison.judged:
        if judged.role == "new-error" and judged.differs == "action" and is_reclassified(comparison, judged):
            yield narrate.draft(
                RULE.id,
                judged,
                meets=narrate.met(judged),
                does=narrate.moved(judged, f"An agent built on {comparison.old_name}"),
                change="Say in the impact sentence why this failure belongs to the other code, or keep its code.",
            )


RULE = Rule(
    id="decision/reclassified",
    level=Level.EXPLAIN,
    title="One failure moved from one released code to another.",
    compare=_compare,
)
