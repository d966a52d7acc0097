"""A hint is new.

Why it matters: agents built on the release do not read it and decide as before.
Breaks when: never; this is a note.
Safe when: always.
How to fix: nothing to do.
"""

from collections.abc import Iterator

from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.quote import quote
from errgate.core.rule import Comparison, Rule


def _compare(comparison: Comparison) -> Iterator[Draft]:
    old, new = comparison.old.hints, comparison.new.hints
    known = old.hints if old else {}
    for name, hint in new.hints.items() if new else ():
        if new is not None and name not in known:
            yield Draft(
                rule=RULE.id,
                subject=Subject(kind="hint", name=name),
                meets=f"The hint {quote(name)} is new.",
                does=f"An agent built on {comparison.old_name} does not read it and decides as before.",
                change="Nothing to do.",
                head=list(hint.at),
                where=Where(path=new.path, at=hint.pointer),
                names=(f"hint:{name}",),
            )


RULE = Rule(id="hints/hint-added", level=Level.NOTE, title="A hint is new.", compare=_compare)
