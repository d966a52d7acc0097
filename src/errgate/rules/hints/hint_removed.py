"""A hint that released consumers read is gone, or lies elsewhere.

Why it matters: they find it absent and decide by the next source.
Breaks when: the release declares the hint and head does not, or head reads it at other places only, or turns it from a
value into an array.
Safe when: a place is added beside the released one.
How to fix: keep the hint where it is; add new places as aliases.
"""

from collections.abc import Iterator

from errgate.core.contract import Hint
from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.quote import quote
from errgate.core.rule import Comparison, Rule


def _compare(comparison: Comparison) -> Iterator[Draft]:
    old, new = comparison.old.hints, comparison.new.hints
    if old is None or new is None:
        return
    for name, hint in old.hints.items():
        how = _lost(hint, new.hints.get(name))
        if how:
            kept = new.hints.get(name)
            yield Draft(
                rule=RULE.id,
                subject=Subject(kind="hint", name=name),
                meets=f"The hint {quote(name)} {how}.",
                does=f"An agent built on {comparison.old_name} finds it absent and decides by its next source.",
                change=f"Keep {quote(name)} at {', '.join(quote(at) for at in hint.at)}.",
                release=list(hint.at),
                head=list(kept.at) if kept else None,
                where=Where(path=new.path, at=kept.pointer if kept else hint.pointer),
                keys=(("hint", name),),
                names=(f"hint:{name}",),
            )


def _lost(old: Hint, new: Hint | None) -> str:
    if new is None:
        return "is gone"
    if any(at not in new.at for at in old.at):
        return f"moved to {', '.join(quote(at) for at in new.at)}"
    if old.many != new.many:
        return "is now an array" if new.many else "is no longer an array"
    if old.seconds != new.seconds:
        return "is no longer a number of seconds" if old.seconds else "is now a number of seconds"
    return ""


RULE = Rule(
    id="hints/hint-removed",
    level=Level.BLOCK,
    title="A hint that released consumers read is gone, or lies elsewhere.",
    compare=_compare,
)
