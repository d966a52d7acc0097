"""A field may now have a type that no released error had.

Why it matters: a consumer that reads a string meets an object, or the other way round, and fails before it can decide.
Breaks when: head's envelope allows a type for a released field that the release's did not (null is a rule of its own).
Safe when: the set of types became smaller, or the field is new.
How to fix: keep the released type and put the new form into a new field.
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
        if now is None or not now.types - shape.types - {"null"}:
            continue
        was_types, now_types = sorted(shape.types - {"null"}), sorted(now.types - {"null"})
        told = ", ".join(now_types) if now.types != envelope.ANY else "anything"
        yield Draft(
            rule=RULE.id,
            subject=Subject(kind="field", name=at),
            meets=f"{quote(at or '/')} may now be {told}; at {comparison.old_name} it was {', '.join(was_types)}.",
            does="A consumer that reads the released type fails before it can decide.",
            change=f"Keep {quote(at or '/')} {' or '.join(was_types)}; put the new form into a new field.",
            release=list(was_types),
            head=list(now_types),
            where=Where(path=comparison.new.envelope.path, at=envelope.place(at)),
            keys=(("field", at),),
            names=(f"field:{at}", f"field:{pointer.parse(at)[-1] if at else ''}"),
        )


RULE = Rule(
    id="envelope/type-changed",
    level=Level.BLOCK,
    title="A field may now have a type that no released error had.",
    compare=_compare,
)
