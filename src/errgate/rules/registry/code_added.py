"""A code is new.

Why it matters: agents built on the release do not know it and take their safe default until they update.
Breaks when: never by itself; what an old agent does with it shows where a recorded error carries it.
Safe when: the release's safe default is right for it, or a hint that the release reads carries the action.
How to fix: nothing to do.
"""

from collections.abc import Iterator

from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.narrate import acts
from errgate.core.quote import quote
from errgate.core.registry_changes import added
from errgate.core.rule import Comparison, Rule


def _compare(comparison: Comparison) -> Iterator[Draft]:
    registry = comparison.new.registry
    consumer = comparison.old_consumer
    for entry in added(comparison):
        if registry is None:
            return
        if consumer is None or consumer.policy.default is None:
            does = f"An agent built on {comparison.old_name} does not know it."
        else:
            does = (
                f"An agent built on {comparison.old_name} takes its safe default and {acts(consumer.policy.default)}."
            )
        yield Draft(
            rule=RULE.id,
            subject=Subject(kind="code", name=entry.code),
            meets=f"{quote(entry.code)} is new.",
            does=does,
            change="Nothing to do.",
            head=entry.code,
            where=Where(path=registry.path, at=entry.at),
            names=(f"code:{entry.code}",),
        )


RULE = Rule(id="registry/code-added", level=Level.NOTE, title="A code is new.", compare=_compare)
