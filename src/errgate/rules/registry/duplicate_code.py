"""The registry lists a code twice.

Why it matters: which entry counts depends on who reads the file; two readers may decide differently about one error.
Breaks when: a code occurs more than once in head's registry and did not at base.
Safe when: each code occurs once.
How to fix: merge the entries, or give one of them another code.
"""

from collections import Counter
from collections.abc import Iterator

from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.quote import quote
from errgate.core.rule import Rule, State


def _check(state: State) -> Iterator[Draft]:
    registry = state.contract.registry
    if registry is None:
        return
    counts = Counter(entry.code for entry in registry.entries)
    for code, count in counts.items():
        if count > 1:
            last = [entry for entry in registry.entries if entry.code == code][-1]
            yield Draft(
                rule=RULE.id,
                subject=Subject(kind="code", name=code),
                meets=f"{quote(code)} is listed {count} times.",
                does="Which entry counts depends on the reader, so two consumers may decide differently.",
                change=f"Keep one entry for {quote(code)}.",
                head=count,
                where=Where(path=registry.path, at=last.at),
                keys=(("code", code),),
                names=(f"code:{code}",),
            )


RULE = Rule(id="registry/duplicate-code", level=Level.BLOCK, title="The registry lists a code twice.", check=_check)
