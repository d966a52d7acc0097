"""The status in the body and the status on the wire differ.

Why it matters: proxies, retry libraries and dashboards go by the wire, consumers of this contract by the body; the two
decide differently about one error.
Breaks when: a v2 exchange carries one status in the body and another on the wire, and the policy reads both places.
Safe when: they are the same, or the policy names one place only.
How to fix: send the same status in both, or let the policy read one place.
"""

from collections.abc import Iterator

from errgate.core.contract import Fixture
from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.quote import quote
from errgate.core.rule import Rule, State
from errgate.core.signals import read_status


def _check(state: State) -> Iterator[Draft]:
    policy = state.contract.policy
    if policy is None or "http:status" not in policy.status_at:
        return
    found: dict[tuple[str, int, int], list[Fixture]] = {}
    for fixture in state.contract.collection("v2").values():
        for at in policy.status_at:
            stated = None if at == "http:status" else read_status(fixture, at)
            if stated is not None and fixture.status is not None and stated != fixture.status:
                found.setdefault((at, stated, fixture.status), []).append(fixture)
    for (at, stated, wire), carriers in found.items():
        yield Draft(
            rule=RULE.id,
            subject=Subject(kind="field", name=at),
            meets=f"{quote(carriers[0].subject)} says {stated} at {quote(at)} and {wire} on the wire.",
            does="Consumers of this contract go by the body; retry libraries and proxies go by the wire.",
            change=f"Send the same status in both, or take {quote(at)} or {quote('http:status')} out of the policy.",
            release=stated,
            head=wire,
            where=Where(path=carriers[0].path, line=carriers[0].line),
            fixtures=tuple(each.path for each in carriers),
            keys=(("field", at),),
            names=(f"field:{at}",),
        )


RULE = Rule(
    id="envelope/status-disagrees",
    level=Level.BLOCK,
    title="The status in the body and the status on the wire differ.",
    check=_check,
)
