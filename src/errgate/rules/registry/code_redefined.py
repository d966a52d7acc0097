"""A released code means something else: its action, retryability, status, cause or an attribute changed.

Why it matters: the code looks the same, so nothing fails; the consumer that knows the old meaning does the wrong thing.
Breaks when: the value of action, retryability, status, cause, hint or a configured attribute of a released code changed,
or its action or retryability was withdrawn.
Safe when: only the wording, punctuation or case of a description or a prose cause changed, or a fact was added.
How to fix: restore the released value and give the new meaning a new code or a second field.
"""

from collections.abc import Iterator

from errgate.core.finding import Draft, Level, Move, Subject, Where
from errgate.core.narrate import acts, past
from errgate.core.quote import quote
from errgate.core.registry_changes import FactChange, effective, facts
from errgate.core.rule import Comparison, Rule
from errgate.core.value import text

PLAIN = ("action", "retryable", "status", "cause", "hint")


def _compare(comparison: Comparison) -> Iterator[Draft]:
    registry = comparison.new.registry
    for each in facts(comparison):
        if each.kind == "redefined" and registry is not None:
            code, fact = each.old_entry.code, each.fact
            told = fact if fact in PLAIN else quote(fact)
            move = _move(comparison, each)
            now = "withdrawn" if each.new is None else quote(text(each.new))
            policy = comparison.new.policy
            if (
                fact == "action"
                and policy is not None
                and each.new is not None
                and text(each.new) not in policy.actions
            ):
                now += f", which is no action of the policy ({', '.join(quote(action) for action in policy.actions)})"
            yield Draft(
                rule=RULE.id,
                subject=Subject(kind="code", name=code),
                meets=f"{quote(code)} has another {told}: {quote(text(each.old))} is now {now}.",
                does=_does(comparison, each, move),
                change=f"Restore {told} {quote(text(each.old))} for {quote(code)}; give the new meaning a new code or a "
                "second field.",
                release={fact: each.old},
                head={fact: each.new},
                where=Where(path=registry.path, at=each.new_entry.at),
                keys=(("code", code),),
                moves=(move,) if move else (),
                names=(f"code:{code}", f"field:{fact}"),
            )


def _move(comparison: Comparison, each: FactChange) -> Move | None:
    if each.fact not in ("action", "retryable"):
        return None
    was = effective(each.old_entry, comparison.old.policy)
    now = effective(each.new_entry, comparison.new.policy)
    return Move(old=was, new=now) if was and now and was != now else None


def _does(comparison: Comparison, each: FactChange, move: Move | None) -> str:
    if move is not None:
        return (
            f"A consumer that updates {acts(move.new)} where agents built on {comparison.old_name} {past(move.old)}; "
            "the two disagree about one error."
        )
    told = each.fact if each.fact in PLAIN else quote(each.fact)
    return f"An agent built on {comparison.old_name} goes by the old {told} and is wrong about it."


RULE = Rule(
    id="registry/code-redefined",
    level=Level.BLOCK,
    title="A released code means something else now.",
    compare=_compare,
)
