"""A retry is tried another number of times, or after another kind of wait; the action is the same.

Why it matters: fewer attempts give up recoverable calls, more attempts spend a budget that nobody raised.
Breaks when: only the attempts or the wait of a decision differ (between two recordings only the kind of wait counts), or
the policy no longer reads the wait where the release's policy reads it.
Safe when: the number of seconds differs between two recordings.
How to fix: restore it, or say in the impact sentence why it moves.
"""

from collections.abc import Iterator
from dataclasses import replace

from errgate.core import narrate, places
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
    yield from _places(comparison)
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


def _places(comparison: Comparison) -> Iterator[Draft]:
    """Where the policy itself reads a wait; it decides nothing where the release declares a seconds hint."""
    old, new = comparison.old.policy, comparison.new.policy
    hints = comparison.old.hints.hints.values() if comparison.old.hints else ()
    if old is None or new is None or any(hint.seconds for hint in hints):
        return
    was, now = places.waits(old), places.waits(new)
    if not places.keeps_order(was, now):
        yield Draft(
            rule=RULE.id,
            subject=Subject(kind="decision", name="errors.wait"),
            meets=f"The wait is read at {places.shown(now)}; {comparison.old_name} reads it at {places.shown(was)}.",
            does="A consumer that updates waits another time before it retries, or backs off by itself.",
            change="Keep the released places first and in their order; add new ones behind them.",
            release=list(was.values()),
            head=list(now.values()),
            consumer="policy",
            where=Where(path=new.path, at="/errors/wait"),
            keys=(("entry", "errors.wait"),),
            names=("entry:errors.wait", "field:wait"),
        )


def _shape(value: Decision) -> str:
    wait = value.wait if isinstance(value.wait, str) else f"{text(value.wait)} s"
    return f"{value.max_attempts} attempts, wait {quote(wait)}"


RULE = Rule(
    id="decision/retry-changed",
    level=Level.EXPLAIN,
    title="A retry is tried another number of times, or after another kind of wait.",
    compare=_compare,
)
