"""A recorded error falls into another category; its action is the same.

Why it matters: budgets, alerts and routing go by category.
Breaks when: only the category of the decision differs.
Safe when: the category is the same.
How to fix: restore the category, or say in the impact sentence who counts it and why it moves.
"""

from collections.abc import Iterator
from dataclasses import replace

from errgate.core import narrate
from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.quote import quote
from errgate.core.rule import Comparison, Rule


def _compare(comparison: Comparison) -> Iterator[Draft]:
    for each in comparison.grid:
        if each.differs == "category" and comparison.new.policy is not None:
            yield Draft(
                rule=RULE.id,
                subject=Subject(kind="decision", name=each.entry),
                meets=f"{quote(each.entry)} in the decision policy changed.",
                does=f"Errors that agents built on {comparison.old_name} count as {quote(each.old.category)} count as "
                f"{quote(each.new.category)} after an update; the action is the same.",
                change="Restore the category, or say in the impact sentence why it moves.",
                release=each.old.category,
                head=each.new.category,
                consumer="policy",
                where=Where(path=comparison.new.policy.path, at="/" + each.entry.replace(" ", "/")),
                keys=(("entry", each.entry),),
                names=(f"entry:{each.entry}", "field:category"),
            )
    yield from _registry(comparison)
    for judged in comparison.judged:
        if judged.differs == "category" and not (judged.role == "first-seen" and judged.old.on_default):
            made = narrate.draft(
                RULE.id,
                judged,
                meets=narrate.met(judged),
                does=f"It counts as {quote(judged.new.category)} where it counted as {quote(judged.old.category)}; the "
                "action is the same.",
                change="Restore the category, or say in the impact sentence why it moves.",
            )
            yield replace(made, names=(*made.names, "field:category"))


def _registry(comparison: Comparison) -> Iterator[Draft]:
    """A code's own category, where consumers ask for it."""
    policy, registry = comparison.new.policy, comparison.new.registry
    if policy is None or registry is None or "code" not in policy.category_precedence:
        return
    for old, new in comparison.entries:
        if old.category != new.category and old.category is not None:
            yield Draft(
                rule=RULE.id,
                subject=Subject(kind="code", name=new.code),
                meets=f"{quote(new.code)} is in another category: {quote(old.category)} is now "
                f"{quote(new.category) if new.category is not None else 'unstated'}.",
                does=f"Agents built on {comparison.old_name} and those that update count it differently; the action is the same.",
                change="Restore the category, or say in the impact sentence why it moves.",
                release=old.category,
                head=new.category,
                where=Where(path=registry.path, at=new.at),
                keys=(("code", new.code),),
                names=(f"code:{new.code}", "field:category"),
            )


RULE = Rule(
    id="decision/category-changed",
    level=Level.EXPLAIN,
    title="A recorded error falls into another category; its action is the same.",
    compare=_compare,
)
