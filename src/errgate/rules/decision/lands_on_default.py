"""Released agents take their safe default on a new recording until they update.

Why it matters: it is what the safe default is for; whoever watches the numbers should know.
Breaks when: never; this is a note.
Safe when: always.
How to fix: nothing to do. A hint that old agents read would spare them the default.
"""

from collections.abc import Iterator

from errgate.core import narrate
from errgate.core.finding import Draft, Level
from errgate.core.rule import Comparison, Rule


def _compare(comparison: Comparison) -> Iterator[Draft]:
    for judged in comparison.judged:
        if judged.role == "first-seen" and judged.differs is not None and judged.old.on_default:
            yield narrate.draft(
                RULE.id,
                judged,
                meets=narrate.met(judged),
                does=f"Agents on {comparison.old_name} take the safe default ({narrate.act(judged.old.action)}) until they "
                f"update; then they {narrate.act(judged.new.action)}.",
                change="Nothing to do.",
            )


RULE = Rule(
    id="decision/lands-on-default",
    level=Level.NOTE,
    title="Released agents take their safe default on a new recording until they update.",
    compare=_compare,
)
