"""An entry of the decision policy decides otherwise than at the release.

Why it matters: it concerns errors that no fixture records, so no replay would show it.
Breaks when: for some combination of code, status and hints that the release knows, the new policy's action differs.
Safe when: the entry decides as before wherever it is reached.
How to fix: restore the entry.
"""

from collections.abc import Iterator

from errgate.core import places
from errgate.core.finding import Draft, Level, Move, Subject, Where
from errgate.core.narrate import acts, past
from errgate.core.quote import quote
from errgate.core.rule import Comparison, Rule


def _compare(comparison: Comparison) -> Iterator[Draft]:
    policy = comparison.new.policy
    if policy is None:
        return
    for each in comparison.grid:
        if each.differs == "action":
            status = "" if each.signals.status is None else f" (such as status {each.signals.status})"
            yield _draft(comparison, each.entry, each.old.action, each.new.action, status)
    yield from _text(comparison)
    yield from _places(comparison)


def _text(comparison: Comparison) -> Iterator[Draft]:
    """Text rules cannot be tried on messages that nobody recorded.

    Each released rule must still be there with its action, and no rule with another action may stand before it that did
    not before.
    """
    old, new = comparison.old_consumer, comparison.new_consumer
    if old is None or new is None or "text" not in old.precedence:
        return
    now = [(rule.matches, rule.action) for rule in new.policy.text]
    actions = dict(now)
    before: list[tuple[str, str]] = []
    for rule in old.policy.text:
        kept = (rule.matches, rule.action)
        if kept not in now:
            action = actions.get(rule.matches) or new.policy.default or rule.action
            yield _draft(comparison, f"text {rule.matches}", rule.action, action, "")
        else:
            ahead = [each for each in now[: now.index(kept)] if each not in before and each[1] != rule.action]
            if ahead:
                yield _draft(comparison, f"text {rule.matches}", rule.action, ahead[0][1], "")
        before.append(kept)


def _places(comparison: Comparison) -> Iterator[Draft]:
    """Where status, message and code are read is part of how they decide: each released place must still be read, in order.

    The order of the code's places counts only where one stands in for another; a place that is gone is ``code-moved``.
    """
    old, new = comparison.old.policy, comparison.new.policy
    if old is None or new is None:
        return
    asked = [("status", places.statuses(old), places.statuses(new))]
    if old.text:
        asked.append(("message", places.messages(old), places.messages(new)))
    was, now = places.codes(old), places.codes(new)
    if (old.code_else or new.code_else) and set(was.values()) <= set(now.values()):
        asked.append(("code", was, now))
    for what, was, now in asked:
        if not places.keeps_order(was, now):
            yield Draft(
                rule=RULE.id,
                subject=Subject(kind="decision", name=f"errors.{what}"),
                meets=f"The {what} is read at {places.shown(now)}; "
                f"{comparison.old_name} reads it at {places.shown(was)}.",
                does=f"A consumer that updates finds another {what}, or none, and decides otherwise.",
                change="Keep the released places first and in their order; add new ones behind them.",
                release=list(was.values()),
                head=list(now.values()),
                consumer="policy",
                where=Where(path=new.path, at=f"/errors/{what}"),
                keys=(("entry", f"errors.{what}"),),
                names=(f"entry:errors.{what}",),
            )


def _draft(comparison: Comparison, entry: str, was: str, now: str, example: str) -> Draft:
    policy = comparison.new.policy
    assert policy is not None
    return Draft(
        rule=RULE.id,
        subject=Subject(kind="decision", name=entry),
        meets=f"The policy entry {quote(entry)} decides otherwise{example}.",
        does=f"A consumer that updates {acts(now)} where agents built on {comparison.old_name} {past(was)}.",
        change=f"Restore {quote(entry)} to {quote(was)}.",
        release=was,
        head=now,
        consumer="policy",
        where=Where(path=policy.path, at="/" + entry.replace(" ", "/")),
        keys=(("entry", entry),),
        moves=(Move(old=was, new=now),) if was != now else (),
        names=(f"entry:{entry}",),
    )


RULE = Rule(
    id="decision/policy-changed",
    level=Level.BLOCK,
    title="An entry of the decision policy decides otherwise than at the release.",
    compare=_compare,
)
