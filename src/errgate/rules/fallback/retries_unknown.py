"""The safe default retries what it does not know.

Why it matters: an unknown error is more often permanent than not; each one then costs every attempt, and an unsafe request may
be carried out twice.
Breaks when: never; this is a warning, since a team may have meant it.
Safe when: the default asks a person or gives up.
How to fix: choose a default that does not send the request again.
"""

from collections.abc import Iterator

from errgate.core.decide import retries
from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.quote import quote
from errgate.core.rule import Rule, State


def _check(state: State) -> Iterator[Draft]:
    policy = state.contract.policy
    if policy is None or policy.default is None or not retries(policy.default):
        return
    yield Draft(
        rule=RULE.id,
        subject=Subject(kind="decision", name="default"),
        meets=f"The safe default is {quote(policy.default)}.",
        does=f"A consumer spends {policy.max_attempts} attempts on every error that it does not know, permanent ones included.",
        change="Choose a default that does not send the request again.",
        head=policy.default,
        where=Where(path=policy.path, at="/default"),
    )


RULE = Rule(
    id="fallback/retries-unknown",
    level=Level.WARN,
    title="The safe default retries what it does not know.",
    check=_check,
)
