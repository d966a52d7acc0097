"""The registry is read in another way.

Why it matters: one file read with two mappings is two registries; a mapping can hide a change.
Breaks when: head's config changes the registry's reader, codes or fields.
Safe when: the mapping is the same.
How to fix: say in one sentence that names the key why; head's file is also compared as the old mapping reads it.
"""

from collections.abc import Iterator

from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.quote import quote
from errgate.core.rule import Change, Rule


def _change(change: Change) -> Iterator[Draft]:
    if change.remapped:
        keys = ", ".join(quote(f"registry.{key}") for key in change.remapped)
        yield Draft(
            rule=RULE.id,
            subject=Subject(kind="config", name="registry"),
            meets=f"{keys} changed: head's config reads the registry in another way.",
            does="Head's file is compared as both mappings read it; what differs either way is reported.",
            change="Say in one sentence that names the key why the registry is read in another way.",
            head=list(change.remapped),
            where=Where(path=change.head.paths.get("registry", "")),
            names=("part:registry", *(f"config:registry.{key}" for key in change.remapped)),
        )


RULE = Rule(id="gate/part-remapped", level=Level.EXPLAIN, title="The registry is read in another way.", change=_change)
