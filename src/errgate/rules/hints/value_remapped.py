"""A hint value stands for another action.

Why it matters: the wire is the same and the meaning moved: old and new consumers do different things about one error.
Breaks when: a value that the release knows maps to another action at head.
Safe when: the mapping is the same.
How to fix: keep the mapping and give the new meaning a new value.
"""

from collections.abc import Iterator

from errgate.core.finding import Draft, Level, Move, Subject
from errgate.core.narrate import acts, past
from errgate.core.quote import quote
from errgate.core.rule import Comparison, Rule


def _compare(comparison: Comparison) -> Iterator[Draft]:
    old, new = comparison.old.hints, comparison.new.hints
    if old is None or new is None:
        return
    for name, hint in old.hints.items():
        kept = new.hints.get(name)
        for value, action in hint.values.items() if kept else ():
            now = kept.values.get(value) if kept else None
            if kept is not None and now is not None and now != action:
                yield Draft(
                    rule=RULE.id,
                    subject=Subject(kind="hint", name=f"{name}={value}"),
                    meets=f"{quote(f'{name}={value}')} stands for {quote(now)} now, was {quote(action)}.",
                    does=f"A consumer that updates {acts(now)} where agents built on {comparison.old_name} {past(action)}.",
                    change=f"Keep {quote(f'{name}={value}')} meaning {quote(action)}; give {quote(now)} a value of its own.",
                    release=action,
                    head=now,
                    where=new.place(kept, value),
                    keys=(("hint", name, value),),
                    moves=(Move(old=action, new=now),),
                    names=(f"value:{name}={value}", f"hint:{name}"),
                )


RULE = Rule(
    id="hints/value-remapped", level=Level.BLOCK, title="A hint value stands for another action.", compare=_compare
)
