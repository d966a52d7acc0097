"""A hint value is new, and released consumers take their safe default on it.

Why it matters: until they update they do not recognize it.
Breaks when: never; this is a note. See `hints/value-added-misread` for values that they misread.
Safe when: the safe default is right for it.
How to fix: nothing to do.
"""

from collections.abc import Iterator

from errgate.core.finding import Draft, Level, Subject
from errgate.core.quote import quote
from errgate.core.rule import Comparison, Rule


def _compare(comparison: Comparison) -> Iterator[Draft]:
    old, new = comparison.old.hints, comparison.new.hints
    if old is None or new is None:
        return
    for name, hint in new.hints.items():
        released = old.hints.get(name)
        for value, action in hint.values.items() if released else ():
            if released is not None and value not in released.values:
                yield Draft(
                    rule=RULE.id,
                    subject=Subject(kind="hint", name=f"{name}={value}"),
                    meets=f"{quote(f'{name}={value}')} is new and stands for {quote(action)}.",
                    does=f"An agent built on {comparison.old_name} does not recognize it.",
                    change="Nothing to do.",
                    head=action,
                    where=new.place(hint, value),
                    names=(f"value:{name}={value}", f"hint:{name}"),
                )


RULE = Rule(id="hints/value-added", level=Level.NOTE, title="A hint value is new.", compare=_compare)
