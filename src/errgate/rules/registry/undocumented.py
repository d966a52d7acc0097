"""A code that agents meet, or may look up, is not described.

Why it matters: an agent that looks the code up finds nothing, and so does the person whom it asks.
Breaks when: never; this is a note.
Safe when: the registry offers every code that a v2 recording carries, and describes an added one where it describes the others.
How to fix: list the code in the registry, with a description.
"""

from collections.abc import Iterator

from errgate.core.contract import Fixture
from errgate.core.decide import read
from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.quote import quote
from errgate.core.rule import Comparison, Rule, State


def _check(state: State) -> Iterator[Draft]:
    registry, consumer = state.contract.registry, state.consumer
    if registry is None or consumer is None:
        return
    found: dict[str, list[Fixture]] = {}
    for fixture in state.contract.collection("v2").values():
        code = read(consumer, fixture).code
        if code is not None and (code not in registry.by_code or not registry.by_code[code].offered):
            found.setdefault(code, []).append(fixture)
    for code, carriers in found.items():
        known = registry.by_code.get(code)
        how = "does not list it" if known is None else f"lists it as {known.state}"
        yield Draft(
            rule=RULE.id,
            subject=Subject(kind="code", name=code),
            meets=f"{quote(carriers[0].subject)} carries {quote(code)}, and the registry {how}.",
            does="An agent that looks it up finds no meaning to act on.",
            change=f"List {quote(code)} in the registry.",
            head="unlisted" if known is None else known.state,
            where=Where(path=carriers[0].path, line=carriers[0].line),
            fixtures=tuple(each.path for each in carriers),
        )


def _compare(comparison: Comparison) -> Iterator[Draft]:
    old, new = comparison.old.registry, comparison.new.registry
    if old is None or new is None or not old.entries or any(each.description is None for each in old.entries):
        return
    for code, entry in new.by_code.items():
        if code not in old.by_code and entry.offered and entry.description is None:
            yield Draft(
                rule=RULE.id,
                subject=Subject(kind="code", name=code),
                meets=f"{quote(code)} is new and has no description, while every code of {comparison.old_name} has one.",
                does="An agent that looks it up finds no meaning to act on.",
                change=f"Describe {quote(code)}.",
                head="undescribed",
                where=Where(path=new.path, at=entry.at),
            )


RULE = Rule(
    id="registry/undocumented",
    level=Level.NOTE,
    title="A code that agents meet, or may look up, is not described.",
    compare=_compare,
    check=_check,
)
