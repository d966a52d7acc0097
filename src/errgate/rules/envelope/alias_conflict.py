"""Two places of one error carry different codes.

Why it matters: a consumer that reads both places cannot tell which one is meant, and takes the safe default.
Breaks when: a v2 recording carries different codes at two places that the policy names as aliases.
Safe when: both places carry the same code, or one of them is left out.
How to fix: send the same code at both places until the old one is retired.
"""

from collections.abc import Iterator

from errgate.core.contract import Fixture
from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.quote import quote
from errgate.core.rule import Rule, State
from errgate.core.signals import read_codes


def _check(state: State) -> Iterator[Draft]:
    policy = state.contract.policy
    if policy is None or len(policy.code) < 2:
        return
    found: dict[tuple[tuple[str, str], ...], list[Fixture]] = {}
    for fixture in state.contract.collection("v2").values():
        codes = tuple(read_codes(policy, fixture, policy.code).items())
        if len({code for _, code in codes}) > 1:
            found.setdefault(codes, []).append(fixture)
    for codes, carriers in found.items():
        told = ", ".join(f"{quote(code)} at {quote(at)}" for at, code in codes)
        yield Draft(
            rule=RULE.id,
            subject=Subject(kind="field", name=codes[0][0]),
            meets=f"{quote(carriers[0].subject)} carries {told}.",
            does="A consumer that reads both cannot tell which one is meant, and takes the safe default.",
            change="Send the same code at both places, or leave one out.",
            head=dict(codes),
            where=Where(path=carriers[0].path, line=carriers[0].line),
            fixtures=tuple(each.path for each in carriers),
            keys=(("field", "code"), ("field", codes[0][0])),
            names=(*(f"field:{at}" for at, _ in codes), *(f"code:{code}" for _, code in codes)),
        )


RULE = Rule(
    id="envelope/alias-conflict",
    level=Level.EXPLAIN,
    title="Two places of one error carry different codes.",
    check=_check,
)
