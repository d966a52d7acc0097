"""What an absent, unrecognized, null or malformed hint means changed.

Why it matters: these are the states that agents meet when something is wrong; a moved default moves them all at once.
Breaks when: the meaning of absent, unrecognized or malformed moved, or that of null where a committed recording carries it.
Safe when: the same meaning is only written out.
How to fix: keep the released meaning.
"""

from collections.abc import Iterator

from errgate.core.contract import Contract, Hint
from errgate.core.decide import state_word
from errgate.core.finding import Draft, Level, Move, Subject, Where
from errgate.core.quote import quote
from errgate.core.rule import Comparison, Rule
from errgate.core.signals import HintState, read_hint

STATES: tuple[HintState, ...] = ("absent", "unrecognized", "null", "malformed")
ONLY_IF_SEEN: tuple[HintState, ...] = ("null",)


def _compare(comparison: Comparison) -> Iterator[Draft]:
    old, new = comparison.old.hints, comparison.new.hints
    if old is None or new is None:
        return
    for name, hint in old.hints.items():
        kept = new.hints.get(name)
        for state in STATES if kept is not None else ():
            assert kept is not None
            was, now = state_word(hint, state)[0], state_word(kept, state)[0]
            if was == now or (state in ONLY_IF_SEEN and not _carried(comparison, hint, state)):
                continue
            yield Draft(
                rule=RULE.id,
                subject=Subject(kind="hint", name=f"{name}:{state}"),
                meets=f"A {state} {quote(name)} means {quote(now)} now, was {quote(was)}.",
                does=f"A consumer that updates and an agent built on {comparison.old_name} part ways there.",
                change=f"Keep {state} meaning {quote(was)} for {quote(name)}.",
                release=was,
                head=now,
                where=Where(path=new.path, at=kept.pointer),
                keys=(("hint", name, f"<{state}>"),),
                moves=_moves(comparison.old, was, now),
                names=(f"hint:{name}",),
            )


def _moves(contract: Contract, was: str, now: str) -> tuple[Move, ...]:
    policy = contract.policy
    if policy is None or policy.default is None:
        return ()
    old, new = (policy.default if word == "default" else word for word in (was, now))
    known = policy.actions
    return (Move(old=old, new=new),) if old != new and old in known and new in known else ()


def _carried(comparison: Comparison, hint: Hint, state: HintState) -> bool:
    recorded = [
        fixture
        for contract in (comparison.base, comparison.new)
        for collection in contract.fixtures.values()
        for fixture in collection.fixtures.values()
    ]
    return any(read_hint(hint, fixture).state == state for fixture in recorded)


RULE = Rule(
    id="hints/state-changed",
    level=Level.BLOCK,
    title="What an absent, unrecognized, null or malformed hint means changed.",
    compare=_compare,
)
