"""A recorded error carries another status than the registry states for its code.

Why it matters: a consumer that goes by the registry and one that goes by the wire decide differently.
Breaks when: never; this is a warning, since the recording may be of a proxy.
Safe when: the status on the wire is the registry's.
How to fix: correct the registry's status or record the error again.
"""

from collections.abc import Iterator

from errgate.core.decide import read
from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.quote import quote
from errgate.core.rule import Rule, State
from errgate.core.value import text


def _check(state: State) -> Iterator[Draft]:
    registry, consumer = state.contract.registry, state.consumer
    if registry is None or consumer is None:
        return
    for fixture in state.contract.collection("v2").values():
        code = read(consumer, fixture).code
        entry = registry.by_code.get(code) if code is not None else None
        if entry is None or not isinstance(entry.status, int) or fixture.status in (None, entry.status):
            continue
        yield Draft(
            rule=RULE.id,
            subject=Subject(kind="fixture", name=fixture.subject),
            meets=f"{quote(fixture.subject)} carries {quote(entry.code)} with status {text(fixture.status)}; "
            f"the registry says {entry.status}.",
            does="A consumer that decides by status and one that goes by the registry disagree.",
            change="Correct the registry's status, or record the error again.",
            release=entry.status,
            head=fixture.status,
            where=Where(path=fixture.path, line=fixture.line),
            fixtures=(fixture.path,),
            names=(f"code:{entry.code}",),
        )


RULE = Rule(
    id="registry/status-unlike-wire",
    level=Level.WARN,
    title="A recorded error carries another status than the registry states for its code.",
    check=_check,
)
