"""A recorded error of the release is decided otherwise by a consumer that updates.

Why it matters: errors as the release sends them stay in flight; two consumers of one API now do different things.
Breaks when: for a v1 recording (base's copy) the new consumer's action differs from the old one's.
Safe when: the actions are equal. A difference in category, attempts or wait has rules of its own.
How to fix: restore what the registry, the hints or the policy said at the release.
"""

from collections.abc import Iterator

from errgate.core import narrate
from errgate.core.finding import Draft, Level
from errgate.core.quote import quote
from errgate.core.rule import Comparison, Rule


def _compare(comparison: Comparison) -> Iterator[Draft]:
    for judged in comparison.judged:
        if judged.role == "old-error" and judged.differs == "action":
            yield narrate.draft(
                RULE.id,
                judged,
                meets=narrate.met(judged),
                does=f"A consumer that updates {narrate.acts(judged.new.action)} ({narrate.by(judged.new)}); agents built "
                f"on {comparison.old_name} {narrate.past(judged.old.action)} ({narrate.by(judged.old)}).",
                change=f"Restore what makes {quote(judged.fixture.subject)} mean {quote(judged.old.action)}.",
            )


RULE = Rule(
    id="decision/old-error-changed",
    level=Level.BLOCK,
    title="A recorded error of the release is decided otherwise by a consumer that updates.",
    compare=_compare,
)
