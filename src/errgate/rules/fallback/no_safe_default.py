"""The decision policy names no safe default.

Why it matters: what a consumer does about an error that it does not know is then an accident.
Breaks when: the policy states no `default`.
Safe when: it states one of its actions.
How to fix: choose the action on purpose, usually the one that asks a person.
"""

from collections.abc import Iterator

from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.quote import quote
from errgate.core.rule import Rule, State


def _check(state: State) -> Iterator[Draft]:
    policy = state.contract.policy
    if policy is not None and policy.default is None:
        yield Draft(
            rule=RULE.id,
            subject=Subject(kind="decision", name="default"),
            meets="The decision policy names no safe default.",
            does="What a consumer does about an error that it does not know is an accident.",
            change=f"State {quote('default')} in the policy; nothing stands in for it.",
            where=Where(path=policy.path),
            keys=(("entry", "default"),),
            names=("entry:default",),
        )


RULE = Rule(
    id="fallback/no-safe-default",
    level=Level.BLOCK,
    title="The decision policy names no safe default.",
    check=_check,
)
