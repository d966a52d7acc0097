"""The code is no longer where released consumers read it.

Why it matters: an old consumer finds no code at all and decides by status or by its safe default.
Breaks when: the policy no longer reads a place that the release's policy read, or a recorded error lacks the code at
the released place.
Safe when: the new place is added beside the old one and both carry the same code.
How to fix: keep the code at the released place; add the new place as an alias.
"""

from collections.abc import Iterator

from errgate.core import places
from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.quote import quote
from errgate.core.rule import Comparison, Rule


def _compare(comparison: Comparison) -> Iterator[Draft]:
    old, new = comparison.old.policy, comparison.new.policy
    if old is None or new is None:
        return
    released, now = places.codes(old), places.codes(new)
    missing = [at for at, read in released.items() if read not in now.values()]
    lost = [
        judged
        for judged in comparison.judged
        if judged.role == "new-error" and judged.old_signals.code is not None and judged.new_signals.code is None
    ]
    if not missing and not (lost and set(now.values()) - set(released.values())):
        return
    at = missing[0] if missing else next(iter(released))
    yield Draft(
        rule=RULE.id,
        subject=Subject(kind="field", name=at),
        meets=f"The code is read at {places.shown(now)}; {comparison.old_name} reads it at {places.shown(released)}.",
        does="An old consumer finds no code there and decides by status, or by its safe default.",
        change=f"Keep the code at {quote(at)} and add the new place beside it.",
        release=list(released.values()),
        head=list(now.values()),
        where=Where(path=new.path, at="/errors/code"),
        fixtures=tuple(judged.fixture.path for judged in lost),
        keys=(("field", "code"), ("field", at)),
        names=(f"field:{at}", *(f"field:{each}" for each in now)),
    )


RULE = Rule(
    id="envelope/code-moved",
    level=Level.BLOCK,
    title="The code is no longer where released consumers read it.",
    compare=_compare,
)
