"""A deliberately wrong error does not land on the safe default.

Why it matters: the fixture stands for whatever a consumer will meet that nobody planned; only the safe default is
chosen for that.
Breaks when: a synthetic recording carries an unknown code, an unrecognized or a malformed hint, and the consumer at
head decides it by another source; or, for errors generated from v1, the hints state an action other than the default for an
unrecognized or malformed value.
Safe when: it lands on the default, or its row in decisions.yml says what else is meant.
How to fix: let unknown codes and values mean the default in the policy and the hints.
"""

from collections.abc import Iterator

from errgate.core.decide import Consumer, decide, read
from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.judge import is_wrong
from errgate.core.narrate import acts, by
from errgate.core.quote import quote
from errgate.core.rule import Rule, State


def _check(state: State) -> Iterator[Draft]:
    consumer = state.consumer
    if consumer is None or consumer.policy.default is None:
        return
    rows = state.contract.fixtures.get("synthetic")
    for name, fixture in state.contract.collection("synthetic").items():
        signals = read(consumer, fixture)
        decided = decide(consumer, fixture)
        if not is_wrong(consumer, signals) or decided.on_default or decided.action == consumer.policy.default:
            continue
        if rows is not None and name in rows.expected and rows.expected[name].action == decided.action:
            continue
        yield Draft(
            rule=RULE.id,
            subject=Subject(kind="fixture", name=fixture.subject),
            meets=f"{quote(fixture.subject)} carries something that no consumer knows.",
            does=f"A consumer {acts(decided.action)} (by {by(decided)}) instead of taking the safe default "
            f"{quote(consumer.policy.default)}.",
            change="Let unknown codes and hint values mean the default in the policy and the hints.",
            head={"action": decided.action},
            consumer="policy",
            where=Where(path=fixture.path, line=fixture.line),
            fixtures=(fixture.path,),
            keys=(decided.decided_by, ("entry", "unknown_code"), ("entry", "precedence.action")),
        )
    yield from _generated(state, consumer)


def _generated(state: State, consumer: Consumer) -> Iterator[Draft]:
    """Hints that state an action of their own for what nobody knows. ``next`` is a choice, and asks the next source."""
    seen: set[str] = set()
    for fixture in state.generated:
        decided = decide(consumer, fixture)
        key = decided.decided_by
        own = key[0] == "hint" and key[2] in ("<unrecognized>", "<malformed>") and not decided.on_default
        if not own or decided.action == consumer.policy.default or key[1] in seen:
            continue
        seen.add(key[1])
        yield Draft(
            rule=RULE.id,
            subject=Subject(kind="fixture", name=fixture.subject),
            meets=f"{quote(fixture.path)}, generated with {quote(fixture.generated)}.",
            does=f"A consumer {acts(decided.action)} (by {by(decided)}) instead of taking the safe default "
            f"{quote(consumer.policy.default or '')}.",
            change=f"Let what is not known mean {quote('default')} in the hints.",
            head={"action": decided.action},
            consumer="policy",
            fixtures=(fixture.path,),
            keys=(key,),
        )


RULE = Rule(
    id="fallback/lands-elsewhere",
    level=Level.BLOCK,
    title="A deliberately wrong error does not land on the safe default.",
    check=_check,
)
