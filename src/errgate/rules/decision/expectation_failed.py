"""A recorded error is not decided as its row in decisions.yml says.

Why it matters: the row is what the team promised about this failure, in words that a person reads.
Breaks when: the consumer at head decides otherwise than the committed row.
Safe when: they agree on everything that the row states.
How to fix: correct the contract; edit the row only where the promise itself changes, and explain it.
"""

from collections.abc import Iterator

from errgate.core.config import COLLECTIONS
from errgate.core.contract import Expectation
from errgate.core.decide import Consumer, Decision, decide, read
from errgate.core.finding import Draft, Key, Level, Move, Subject, Where
from errgate.core.narrate import acts, by
from errgate.core.quote import quote
from errgate.core.rule import Rule, State
from errgate.core.value import Json, text


def _check(state: State) -> Iterator[Draft]:
    consumer = state.consumer
    if consumer is None:
        return
    for name in COLLECTIONS:
        rows = state.contract.fixtures.get(name)
        for fixture_name, row in rows.expected.items() if rows else ():
            fixture = rows.fixtures.get(fixture_name) if rows else None
            if fixture is None or rows is None:
                continue
            decided = decide(consumer, fixture)
            stated, measured = _compared(row, decided)
            if stated == measured:
                continue
            code = read(consumer, fixture).code
            code_keys: tuple[Key, ...] = () if code is None else (("code", code),)
            if decided.on_default:
                code_keys = (*code_keys, ("entry", "default"))
            yield Draft(
                rule=RULE.id,
                subject=Subject(kind="fixture", name=fixture.subject),
                meets=f"{quote(fixture.subject)} must be {quote(_words(stated))} by its row{_unknown(row, consumer)}.",
                does=f"A consumer at head {acts(decided.action)} (by {by(decided)})"
                + ("." if len(stated) == 1 else f": {quote(_words(measured))}."),
                change=f"Correct what decides {quote(fixture.subject)}, or the row where the promise itself changes.",
                release=stated,
                head=measured,
                consumer="policy",
                where=Where(path=rows.expected_path, at=row.at),
                fixtures=(fixture.path,),
                keys=(decided.decided_by, *code_keys, *_unlisted(code, consumer), ("entry", "precedence.action")),
                moves=(Move(old=row.action, new=decided.action),) if row.action != decided.action else (),
                names=() if code is None else (f"code:{code}",),
            )


def _unlisted(code: str | None, consumer: Consumer) -> tuple[Key, ...]:
    """The policy entry that speaks about a code that the registry does not list."""
    unlisted = code is not None and consumer.registry is not None and code not in consumer.registry.by_code
    return (("entry", "unknown_code"),) if unlisted else ()


def _compared(row: Expectation, decided: Decision) -> tuple[dict[str, Json], dict[str, Json]]:
    """What the row states, and the same parts as measured."""
    stated: dict[str, Json] = {"action": row.action}
    measured: dict[str, Json] = {"action": decided.action}
    if row.category is not None:
        stated["category"], measured["category"] = row.category, decided.category
    if row.max_attempts is not None:
        stated["max_attempts"], measured["max_attempts"] = row.max_attempts, decided.max_attempts
    if row.wait is not None:
        wait = decided.wait_kind if row.wait == "seconds" else text(decided.wait)
        stated["wait"], measured["wait"] = row.wait, wait
    return stated, measured


def _words(parts: dict[str, Json]) -> str:
    return ", ".join(text(value) if key == "action" else f"{key} {text(value)}" for key, value in parts.items())


def _unknown(row: Expectation, consumer: Consumer) -> str:
    """A remark about an action that the policy does not have, which is usually a typing error."""
    if row.action in consumer.policy.actions:
        return ""
    return f", which is no action of the policy ({', '.join(quote(action) for action in consumer.policy.actions)})"


RULE = Rule(
    id="decision/expectation-failed",
    level=Level.BLOCK,
    title="A recorded error is not decided as its row in decisions.yml says.",
    check=_check,
)
