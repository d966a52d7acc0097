"""A description, or the wording of a prose cause or action, changed.

Why it matters: people read it; consumers that branch on codes do not.
Breaks when: never by default. Raise its level where agents match on the text.
Safe when: always, as far as codes, actions and hint values are the same.
How to fix: nothing to do.
"""

from collections.abc import Iterator

from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.quote import quote
from errgate.core.registry_changes import facts
from errgate.core.rule import Comparison, Rule
from errgate.core.value import Json


def _compare(comparison: Comparison) -> Iterator[Draft]:
    registry = comparison.new.registry
    if registry is None:
        return
    texts: dict[str, tuple[str, dict[str, Json], dict[str, Json]]] = {}
    for old, new in comparison.entries:
        if old.description != new.description:
            texts[new.code] = (new.at, {"description": old.description}, {"description": new.description})
    for each in facts(comparison):
        if each.kind == "wording":
            _, was, now = texts.setdefault(each.new_entry.code, (each.new_entry.at, {}, {}))
            was[each.fact], now[each.fact] = each.old, each.new
    for code, (at, was, now) in texts.items():
        yield Draft(
            rule=RULE.id,
            subject=Subject(kind="code", name=code),
            meets=f"{quote(code)} is described in other words ({', '.join(quote(fact) for fact in sorted(was))}).",
            does=f"An agent built on {comparison.old_name} decides as before.",
            change="Nothing to do.",
            release=was,
            head=now,
            where=Where(path=registry.path, at=at),
            names=(f"code:{code}", *(f"field:{fact}" for fact in was)),
        )


RULE = Rule(
    id="registry/description-changed",
    level=Level.NOTE,
    title="A description, or the wording of a prose cause or action, changed.",
    compare=_compare,
)
