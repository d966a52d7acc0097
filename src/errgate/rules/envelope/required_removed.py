"""A field that every released error carries may now be missing.

Why it matters: consumers read it without asking whether it is there.
Breaks when: the release's envelope requires a field and head's does not, or no longer describes it.
Safe when: the field stays required, or was optional (`envelope/optional-removed`), or its parent was and went with it.
How to fix: keep the field required and filled.
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
    gone = envelope.gone(old, new)
    for at, shape in old.items():
        now = new.get(at)
        if not shape.required or (now is not None and now.required) or (now is None and at not in gone):
            continue
        how = "is gone from the envelope" if now is None else "may now be missing"
        yield Draft(
            rule=RULE.id,
            subject=Subject(kind="field", name=at),
            meets=f"{quote(at)}, required at {comparison.old_name}, {how}.",
            does="A consumer that reads it without asking fails, or takes its safe default.",
            change=f"Keep {quote(at)} required.",
            release="required",
            head="absent" if now is None else "optional",
            where=Where(path=comparison.new.envelope.path, at=envelope.place(at)),
            keys=(("field", at),),
            names=(f"field:{at}", f"field:{pointer.parse(at)[-1] if at else ''}"),
        )


RULE = Rule(
    id="envelope/required-removed",
    level=Level.BLOCK,
    title="A field that every released error carries may now be missing.",
    compare=_compare,
)
