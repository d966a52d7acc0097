"""A new code names no action, retryability or status, though every released code states one.

Why it matters: consumers of this registry are used to finding an answer for every code; here they find none.
Breaks when: each released entry states an action, retryability or a status, and the added one states none of the three.
Safe when: some released entries state none either.
How to fix: state the code's default action (or its retryability or status).
"""

from collections.abc import Iterator

from errgate.core.contract import Entry
from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.quote import quote
from errgate.core.registry_changes import added
from errgate.core.rule import Comparison, Rule


def _states_one(entry: Entry) -> bool:
    return entry.action is not None or entry.retryable is not None or entry.status is not None


def _compare(comparison: Comparison) -> Iterator[Draft]:
    old, new = comparison.old.registry, comparison.new.registry
    if old is None or new is None or not old.entries or not all(_states_one(entry) for entry in old.entries):
        return
    for entry in added(comparison):
        if not _states_one(entry):
            yield Draft(
                rule=RULE.id,
                subject=Subject(kind="code", name=entry.code),
                meets=f"{quote(entry.code)} is new and names no action, retryability or status.",
                does="No consumer can tell from the registry whether to retry, fix the request or ask a person.",
                change=f"State a default action for {quote(entry.code)}, as every code of {comparison.old_name} does.",
                where=Where(path=new.path, at=entry.at),
                keys=(("code", entry.code),),
                names=(f"code:{entry.code}",),
            )


RULE = Rule(
    id="registry/no-default-action",
    level=Level.BLOCK,
    title="A new code names no action, retryability or status, though every released code states one.",
    compare=_compare,
)
