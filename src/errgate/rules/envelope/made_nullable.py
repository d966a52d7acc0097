"""A field that was never null may now be null.

Why it matters: null reaches code that has always found a value; a wait of null seconds ends a retry loop.
Breaks when: head's envelope allows null for a released field and the release's does not.
Safe when: the release allowed null already, or the field is new.
How to fix: leave the field out where there is no value, or keep sending one.
"""

from collections.abc import Iterator

from errgate.core import envelope, pointer
from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.quote import quote
from errgate.core.rule import Comparison, Rule


def _compare(comparison: Comparison) -> Iterator[Draft]:
    if comparison.old.envelope is None or comparison.new.envelope is None:
        return
    old, new = envelope.fields(comparison.old.envelope.schema), envelope.fields(comparison.new.envelope.schema)
    for at, shape in old.items():
        now = new.get(at)
        if now is None or shape.nullable or not now.nullable or now.types == envelope.ANY:
            continue
        yield Draft(
            rule=RULE.id,
            subject=Subject(kind="field", name=at),
            meets=f"{quote(at or '/')} may now be null; at {comparison.old_name} it never was.",
            does="A consumer that uses the value as it comes fails, or takes its safe default.",
            change=f"Leave {quote(at or '/')} out where there is no value, or keep sending one.",
            release=sorted(shape.types),
            head=sorted(now.types),
            where=Where(path=comparison.new.envelope.path, at=envelope.place(at)),
            keys=(("field", at),),
            names=(f"field:{at}", f"field:{pointer.parse(at)[-1] if at else ''}"),
        )


RULE = Rule(
    id="envelope/made-nullable",
    level=Level.BLOCK,
    title="A field that was never null may now be null.",
    compare=_compare,
)
