"""A released code states a fact that it left open before.

Why it matters: consumers can rely on more than they could. Nobody relied on its absence.
Breaks when: never; this is a note.
Safe when: always. An action that differs from the default is `registry/action-specified` instead.
How to fix: nothing to do.
"""

from collections.abc import Iterator

from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.quote import quote
from errgate.core.registry_changes import facts
from errgate.core.rule import Comparison, Rule
from errgate.core.value import text


def _compare(comparison: Comparison) -> Iterator[Draft]:
    registry = comparison.new.registry
    for each in facts(comparison):
        if each.kind == "specified" and registry is not None:
            code = each.new_entry.code
            yield Draft(
                rule=RULE.id,
                subject=Subject(kind="code", name=code),
                meets=f"{quote(code)} now states its {quote(each.fact)}: {quote(text(each.new))}.",
                does=f"An agent built on {comparison.old_name} decides as before.",
                change="Nothing to do.",
                head={each.fact: each.new},
                where=Where(path=registry.path, at=each.new_entry.at),
                names=(f"code:{code}", f"field:{each.fact}"),
            )


RULE = Rule(
    id="registry/attribute-specified",
    level=Level.NOTE,
    title="A released code states a fact that it left open before.",
    compare=_compare,
)
