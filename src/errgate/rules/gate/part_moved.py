"""A part lies elsewhere and is the same.

Why it matters: it does not; the parsed part is equal.
Breaks when: never; this is a note.
Safe when: always.
How to fix: nothing to do.
"""

from collections.abc import Iterator

from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.quote import quote
from errgate.core.relocation import moved_parts
from errgate.core.rule import Change, Rule


def _change(change: Change) -> Iterator[Draft]:
    for each in moved_parts(change):
        if each.equal:
            yield Draft(
                rule=RULE.id,
                subject=Subject(kind="config", name=each.part),
                meets=f"The {each.part} lies in {quote(each.new)} now, was {quote(each.old)}.",
                does="It is the same; no decision changes.",
                change="Nothing to do.",
                release=each.old,
                head=each.new,
                where=Where(path=each.new),
            )


RULE = Rule(id="gate/part-moved", level=Level.NOTE, title="A part lies elsewhere and is the same.", change=_change)
