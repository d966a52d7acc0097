"""A hint says one thing and the next source another.

Why it matters: a consumer that reads the hint and one that does not decide differently about the same error.
Breaks when: never; this is a warning, since the hint may be right.
Safe when: both sources mean the same action, or a row of decisions.yml asserts the decision on that recording.
How to fix: correct the hint or the registry, or add the row that says which of them is meant.
"""

from collections.abc import Iterator

from errgate.core.contract import Fixture
from errgate.core.decide import answers, label, read
from errgate.core.finding import Draft, Key, Level, Subject, Where
from errgate.core.narrate import acts
from errgate.core.quote import quote
from errgate.core.rule import Rule, State


def _check(state: State) -> Iterator[Draft]:
    consumer = state.consumer
    if consumer is None:
        return
    rows = state.contract.fixtures["v2"].expected if "v2" in state.contract.fixtures else {}
    found: dict[tuple[Key, str, Key, str], list[Fixture]] = {}
    for name, fixture in state.contract.collection("v2").items():
        asked = answers(consumer, read(consumer, fixture))
        if name in rows or len(asked) < 2 or asked[0][0][0] != "hint" or asked[0][1] == asked[1][1]:
            continue
        found.setdefault((*asked[0], *asked[1]), []).append(fixture)
    for (hint, action, other, instead), carriers in found.items():
        value = hint[2] if len(hint) > 2 else ""
        yield Draft(
            rule=RULE.id,
            subject=Subject(kind="hint", name=f"{hint[1]}={value}"),
            meets=f"In {quote(carriers[0].subject)} {quote(label(hint))} stands for {quote(action)}, and "
            f"{quote(label(other))} for {quote(instead)}.",
            does=f"An agent that reads the hint {acts(action)}; one that does not {acts(instead)}.",
            change="Let both mean the same, or assert the decision with a row in decisions.yml.",
            release={"action": instead, "by": label(other)},
            head={"action": action},
            where=Where(path=carriers[0].path, line=carriers[0].line),
            fixtures=tuple(each.path for each in carriers),
            keys=(hint,),
        )


RULE = Rule(
    id="hints/contradicts-signal",
    level=Level.WARN,
    title="A hint says one thing and the next source another.",
    check=_check,
)
