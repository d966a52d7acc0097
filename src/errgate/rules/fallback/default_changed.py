"""The safe default is another action.

Why it matters: it decides about every error that a consumer does not know, all at once.
Breaks when: head's `default` differs from the release's.
Safe when: it is the same action.
How to fix: restore the released default.
"""

from collections.abc import Iterator

from errgate.core.finding import Draft, Level, Move, Subject, Where
from errgate.core.narrate import acts, past
from errgate.core.quote import quote
from errgate.core.rule import Comparison, Rule


def _compare(comparison: Comparison) -> Iterator[Draft]:
    old, new = comparison.old.policy, comparison.new.policy
    if old is None or new is None or old.default is None or new.default is None or old.default == new.default:
        return
    yield Draft(
        rule=RULE.id,
        subject=Subject(kind="decision", name="default"),
        meets=f"The safe default is {quote(new.default)} now, was {quote(old.default)}.",
        does=f"A consumer that updates {acts(new.default)} on every error that it does not know, where agents built on "
        f"{comparison.old_name} {past(old.default)}.",
        change=f"Restore {quote(f'default: {old.default}')}.",
        release=old.default,
        head=new.default,
        where=Where(path=new.path, at="/default"),
        keys=(("entry", "default"), ("entry", "unknown_code")),
        moves=(Move(old=old.default, new=new.default),),
        names=("entry:default",),
    )


RULE = Rule(
    id="fallback/default-changed", level=Level.BLOCK, title="The safe default is another action.", compare=_compare
)
