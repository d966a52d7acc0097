"""Consumers are told to ask their sources in another order.

Why it matters: where two sources disagree, the other one wins now.
Breaks when: the order of the sources that exist at both refs differs, for the action or for the category; text rules that
are new stand before a released source; or a released hint is read from another of its places first.
Safe when: a hint or code that is new is put anywhere, a place is added behind the released ones, or values of an array
that stand for the same action change places.
How to fix: keep the released order, or say in the impact sentence whose decisions move and why.
"""

from collections.abc import Iterator

from errgate.core.contract import Hint
from errgate.core.decide import Consumer
from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.quote import quote
from errgate.core.rule import Comparison, Rule


def _compare(comparison: Comparison) -> Iterator[Draft]:
    old, new = comparison.old_consumer, comparison.new_consumer
    if old is None or new is None:
        return
    orders = (
        ("action", _shared(old.precedence, old, new), _asked(old, new)),
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

    yield from hint_order(comparison)


def _asked(old: Consumer, new: Consumer) -> tuple[str, ...]:
    """The new order of the shared sources; text rules that the release lacks count where they come before one of these."""
    shared = _shared(new.precedence, old, new)
    if "text" in new.precedence and not old.has("text"):
        with_text = tuple(source for source in new.precedence if source in shared or source == "text")
        return with_text if with_text[-1] != "text" else shared
    return shared


def hint_order(comparison: Comparison) -> Iterator[Draft]:
    """A hint's places, the values of an array hint, and the hints that say how long to wait: the first one wins."""
    old, new = comparison.old.hints, comparison.new.hints
    if old is None or new is None:
        return
    for name, hint in old.hints.items():
        kept = new.hints.get(name)
        if kept is None:
            continue
        if set(hint.at) <= set(kept.at) and kept.at[: len(hint.at)] != hint.at:
            yield _order(comparison, name, f"{name}.at", hint.at, kept.at, kept.pointer)
        values = tuple(value for value in kept.values if value in hint.values)
        released = tuple(value for value in hint.values if value in kept.values)
        if hint.many and kept.many and _disagree(hint, kept, released, values):
            yield _order(comparison, name, f"{name}.values", released, values, kept.pointer)
    waits = tuple(name for name, hint in old.hints.items() if hint.seconds and name in new.hints)
    now = tuple(name for name, hint in new.hints.items() if hint.seconds and name in waits)
    if waits != now:
        yield _order(comparison, waits[0], "wait", waits, now, new.hints[waits[0]].pointer)


def _disagree(old: Hint, new: Hint, was: tuple[str, ...], now: tuple[str, ...]) -> bool:
    """Whether two values that stand for different actions changed places. Each value is looked at once."""
    rank = {value: place for place, value in enumerate(was)}
    highest: dict[tuple[str, str], int] = {}
    """The last place, in the old order, that values of each meaning had so far; only the two highest can matter."""
    for value in now:
        meaning = (old.values[value], new.values[value])
        if any(place > rank[value] for other, place in highest.items() if other != meaning):
            return True
        highest[meaning] = max(rank[value], highest.get(meaning, -1))
        if len(highest) > 2:
            del highest[min(highest, key=highest.__getitem__)]
    return False


def _order(comparison: Comparison, hint: str, what: str, was: tuple[str, ...], now: tuple[str, ...], at: str) -> Draft:
    hints = comparison.new.hints
    assert hints is not None
    return Draft(
        rule=RULE.id,
        subject=Subject(kind="hint", name=hint),
        meets=f"{quote(what)} is read in the order {_list(now)}; at {comparison.old_name} {_list(was)}.",
        does="Where two of them are present and disagree, a consumer that updates follows the other one.",
        change="Keep the released order, or say in the impact sentence whose decisions move and why.",
        release=[what, *was],
        head=[what, *now],
        where=Where(path=hints.path, at=at),
        keys=(("entry", f"order.{what}"),),
        names=(f"hint:{hint}", f"entry:{what}"),
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
