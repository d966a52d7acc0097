"""Consumers are told to ask their sources in another order.

Why it matters: where two sources disagree, the other one wins now.
Breaks when: the order of the sources that exist at both refs differs, for the action or for the category.
Safe when: a source that is new is put anywhere.
How to fix: keep the released order, or say in the impact sentence whose decisions move and why.
"""

from collections.abc import Iterator

from errgate.core.decide import Consumer
from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.quote import quote
from errgate.core.rule import Comparison, Rule


def _compare(comparison: Comparison) -> Iterator[Draft]:
    old, new = comparison.old_consumer, comparison.new_consumer
    if old is None or new is None:
        return
    orders = (
        ("action", _shared(old.precedence, old, new), _shared(new.precedence, old, new)),
        ("category", old.policy.category_precedence, new.policy.category_precedence),
    )
    for what, was, now in orders:
        if was != now:
            yield Draft(
                rule=RULE.id,
                subject=Subject(kind="decision", name=f"precedence.{what}"),
                meets=f"The {what} is decided by {_list(now)}; at {comparison.old_name} by {_list(was)}.",
                does="Where two sources disagree, a consumer that updates follows the other one.",
                change="Keep the released order, or say in the impact sentence whose decisions move and why.",
                release=list(was),
                head=list(now),
                where=Where(path=new.policy.path, at=f"/precedence/{what}"),
                keys=(("entry", f"precedence.{what}"),),
                names=("field:precedence", f"entry:precedence.{what}"),
            )


def _shared(order: tuple[str, ...], old: Consumer, new: Consumer) -> tuple[str, ...]:
    return tuple(source for source in order if old.has(source) and new.has(source))


def _list(order: tuple[str, ...]) -> str:
    return ", then ".join(quote(source) for source in order) or "nothing"


RULE = Rule(
    id="hints/precedence-changed",
    level=Level.EXPLAIN,
    title="Consumers are told to ask their sources in another order.",
    compare=_compare,
)
