"""The registry names hints for some codes only.

Why it matters: a consumer that goes by the hint finds none for these codes and decides by its next source.
Breaks when: at least one offered code names its hint value and this one does not.
Safe when: all offered codes name one, or none does.
How to fix: name a hint value for the code, or say in the impact sentence why it has none.
"""

from collections.abc import Iterator

from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.quote import quote
from errgate.core.rule import Rule, State


def _check(state: State) -> Iterator[Draft]:
    registry = state.contract.registry
    if registry is None:
        return
    offered = [entry for entry in registry.by_code.values() if entry.offered]
    if not any(entry.hint is not None for entry in offered):
        return
    for entry in offered:
        if entry.hint is None:
            yield Draft(
                rule=RULE.id,
                subject=Subject(kind="code", name=entry.code),
                meets=f"{quote(entry.code)} names no hint value, while other codes do.",
                does="A consumer that goes by the hint finds none and decides by its next source.",
                change=f"Name a hint value for {quote(entry.code)}, or say in the impact sentence why it has none.",
                where=Where(path=registry.path, at=entry.at),
                keys=(("code", entry.code),),
                names=(f"code:{entry.code}", "field:hint"),
            )


RULE = Rule(
    id="hints/code-without-value",
    level=Level.EXPLAIN,
    title="The registry names hints for some codes only.",
    check=_check,
)
