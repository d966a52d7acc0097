"""A hint value that released consumers know is gone from the vocabulary.

Why it matters: whatever the API sends instead is unrecognized to them, and they take the safe default.
Breaks when: the release's vocabulary holds the value and head's does not.
Safe when: the value was added after the release.
How to fix: keep the value; add the new one beside it.
"""

from collections.abc import Iterator

from errgate.core.finding import Draft, Level, Move, Subject, Where
from errgate.core.narrate import acts
from errgate.core.quote import quote
from errgate.core.rule import Comparison, Rule


def _compare(comparison: Comparison) -> Iterator[Draft]:
    old, new = comparison.old.hints, comparison.new.hints
    if old is None or new is None:
        return
    for name, hint in old.hints.items():
        kept = new.hints.get(name)
        if kept is None or kept.seconds != hint.seconds:
            continue
        for value, action in hint.values.items():
            if value not in kept.values:
                default = comparison.old.policy.default if comparison.old.policy else None
                moves = (Move(old=action, new=default),) if default and default != action else ()
                yield Draft(
                    rule=RULE.id,
                    subject=Subject(kind="hint", name=f"{name}={value}"),
                    meets=f"{quote(f'{name}={value}')} is gone from the vocabulary.",
                    does=f"An agent built on {comparison.old_name} knows it ({acts(action)}); what comes instead it "
                    "does not recognize.",
                    change=f"Keep {quote(f'{name}={value}')}; add the new value beside it.",
                    release=action,
                    where=Where(path=new.path, at=kept.pointer),
                    keys=(("hint", name, value),),
                    moves=moves,
                    names=(f"value:{name}={value}", f"hint:{name}"),
                )


RULE = Rule(
    id="hints/value-removed",
    level=Level.BLOCK,
    title="A hint value that released consumers know is gone from the vocabulary.",
    compare=_compare,
)
