"""A kept code has another symbol.

Why it matters: the wire is the same; only source code that uses the language-level name must follow.
Breaks when: never for consumers of the wire; this is a note.
Safe when: always.
How to fix: nothing to do on the wire; mention the new symbol in the release notes.
"""

from collections.abc import Iterator

from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.quote import quote
from errgate.core.rule import Comparison, Rule


def _compare(comparison: Comparison) -> Iterator[Draft]:
    registry = comparison.new.registry
    for old, new in comparison.entries:
        if registry is not None and old.name != new.name:
            yield Draft(
                rule=RULE.id,
                subject=Subject(kind="code", name=new.code),
                meets=f"The symbol of {quote(new.code)} is now {_name(new.name)}, was {_name(old.name)}.",
                does=f"An agent built on {comparison.old_name} decides as before; the code on the wire is the same.",
                change="Nothing to do.",
                release=old.name,
                head=new.name,
                where=Where(path=registry.path, at=new.at),
                names=(f"code:{new.code}",),
            )


def _name(symbol: str | None) -> str:
    return "unstated" if symbol is None else quote(symbol)


RULE = Rule(id="registry/renamed", level=Level.NOTE, title="A kept code has another symbol.", compare=_compare)
