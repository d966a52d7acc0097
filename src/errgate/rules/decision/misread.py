"""A new recording is decided one way by released agents and another way by those that update.

Why it matters: the failure is new, so nothing compares with it; but old agents act on it, and not as meant.
Breaks when: a v2 recording without predecessor gets different actions from the old and the new consumer, and the old
one is not on its safe default.
Safe when: both agree, or the old one takes its safe default.
How to fix: send a code or hint that old agents know, or say in the impact sentence what they will do and why it is right.
"""

from collections.abc import Iterator

from errgate.core import narrate
from errgate.core.finding import Draft, Level
from errgate.core.rule import Comparison, Rule


def _compare(comparison: Comparison) -> Iterator[Draft]:
    for judged in comparison.judged:
        if judged.role == "first-seen" and judged.differs == "action" and not judged.old.on_default:
            yield narrate.draft(
                RULE.id,
                judged,
                meets=narrate.met(judged),
                does=f"An agent built on {comparison.old_name} {narrate.acts(judged.old.action)} "
                f"({narrate.by(judged.old)}); one that updates {narrate.acts(judged.new.action)} "
                f"({narrate.by(judged.new)}).",
                change="Send a code or hint that old agents know, or say what they will do and why it is right.",
            )


RULE = Rule(
    id="decision/misread",
    level=Level.EXPLAIN,
    title="A new recording is decided one way by released agents and another way by those that update.",
    compare=_compare,
)
