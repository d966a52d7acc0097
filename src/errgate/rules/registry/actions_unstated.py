"""The registry leaves actions open, or states them in prose that no policy knows.

Why it matters: for these codes the gate cannot tell what a consumer will do, so it decides by hint or status alone.
Breaks when: never; this is one warning for the whole registry.
Safe when: each offered code states an action of the policy, or retryability.
How to fix: state an action from the policy's list for each code.
"""

from collections.abc import Iterator

from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.quote import quote
from errgate.core.registry_changes import decides
from errgate.core.rule import Rule, State


def _check(state: State) -> Iterator[Draft]:
    registry, policy = state.contract.registry, state.contract.policy
    if registry is None:
        return
    prose = [entry for entry in registry.entries if entry.action is not None and not decides(entry, policy)]
    silent = [entry for entry in registry.entries if entry.offered and not decides(entry, policy)] if policy else []
    found = prose or silent
    if found:
        yield Draft(
            rule=RULE.id,
            subject=Subject(kind="config", name="registry.action"),
            meets=f"{len(found)} of {len(registry.entries)} codes state no action that a policy knows, "
            f"such as {quote(found[0].code)}.",
            does="Consumers decide about them by hint, status or the safe default; the registry says nothing.",
            change="State an action from the decision policy for each code.",
            where=Where(path=registry.path, at=found[0].at),
        )


RULE = Rule(
    id="registry/actions-unstated",
    level=Level.WARN,
    title="The registry leaves actions open, or states them in prose that no policy knows.",
    check=_check,
)
