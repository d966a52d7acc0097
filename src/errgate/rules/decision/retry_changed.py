"""A retry is tried another number of times, or after another kind of wait; the action is the same.

Why it matters: fewer attempts give up recoverable calls, more attempts spend a budget that nobody raised.
Breaks when: only the attempts or the wait of a decision differ. Between two recordings only the kind of wait counts.
Safe when: the number of seconds differs between two recordings.
How to fix: restore it, or say in the impact sentence why it moves.
"""

from collections.abc import Iterator
from dataclasses import replace

from errgate.core import narrate
from errgate.core.decide import Decision
from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.quote import quote
from errgate.core.rule import Comparison, Rule
from errgate.core.value import text


def _compare(comparison: Comparison) -> Iterator[Draft]:
    for each in comparison.grid:
        if each.differs == "retry" and comparison.new.policy is not None:
            yield Draft(
                rule=RULE.id,
                subject=Subject(kind="decision", name=each.entry),
                meets=f"{quote(each.entry)} in the decision policy changed.",
                does=f"Agents built on {comparison.old_name} make {_shape(each.old)}; those that update make "
                f"{_shape(each.new)}.",
                change="Restore it, or say in the impact sentence why it moves.",
                release=narrate.exact(each.old),
                head=narrate.exact(each.new),
                consumer="policy",
                where=Where(path=comparison.new.policy.path, at="/retry"),
                keys=(("entry", each.entry),),
                names=(f"entry:{each.entry}", "field:max_attempts", "field:retry"),
            )
    for judged in comparison.judged:
        if judged.differs != "retry":
            continue
        if judged.role == "first-seen" and judged.old.on_default:
            continue
        made = narrate.draft(
            RULE.id,
            judged,
            meets=narrate.met(judged),
            does=f"It is retried with {_shape(judged.new)} where it was with {_shape(judged.old)}.",
            change="Restore it, or say in the impact sentence why it moves.",
        )
        yield replace(made, names=(*made.names, "field:max_attempts", "field:wait"))


def _shape(value: Decision) -> str:
    wait = value.wait if isinstance(value.wait, str) else f"{text(value.wait)} s"
    return f"{value.max_attempts} attempts, wait {quote(wait)}"


RULE = Rule(
    id="decision/retry-changed",
    level=Level.EXPLAIN,
    title="A retry is tried another number of times, or after another kind of wait.",
    compare=_compare,
)
