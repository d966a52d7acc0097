"""A recorded error carries a null hint, which the vocabulary forbids.

Why it matters: consumers were promised that it does not happen; they treat it as malformed.
Breaks when: a v2 recording holds null for a hint that states null as forbidden.
Safe when: the hint states what null means, or the field is left out.
How to fix: leave the hint out where there is none, or send a value.
"""

from collections.abc import Iterator

from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.quote import quote
from errgate.core.rule import Rule, State
from errgate.core.signals import read_hint


def _check(state: State) -> Iterator[Draft]:
    hints = state.contract.hints
    for name, hint in hints.hints.items() if hints else ():
        if hint.null != "forbidden" or "null" not in hint.stated:
            continue
        found = [
            fixture for fixture in state.contract.collection("v2").values() if read_hint(hint, fixture).state == "null"
        ]
        if found:
            yield Draft(
                rule=RULE.id,
                subject=Subject(kind="hint", name=name),
                meets=f"{quote(name)} is null in {quote(found[0].subject)}; the vocabulary forbids null.",
                does="Consumers treat it as malformed, which by default means the safe default.",
                change=f"Leave {quote(name)} out where there is none, or send a value.",
                head=None,
                where=Where(path=found[0].path, line=found[0].line),
                fixtures=tuple(fixture.path for fixture in found),
                keys=(("hint", name, "<null>"),),
                names=(f"hint:{name}",),
            )


RULE = Rule(
    id="hints/null-on-wire",
    level=Level.BLOCK,
    title="A recorded error carries a null hint, which the vocabulary forbids.",
    check=_check,
)
