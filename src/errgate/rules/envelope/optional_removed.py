"""An optional field is gone from the envelope.

Why it matters: consumers that read it when it is there take another way from now on, and nobody tells them.
Breaks when: the release's envelope describes an optional field that head's no longer does.
Safe when: the field stays described, or is part of a larger field that went (which is one finding).
How to fix: keep describing and sending the field, or say in the impact sentence what its readers do without it.
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
    for at in envelope.gone(old, new):
        if old[at].required or at.endswith("/*"):
            continue
        yield Draft(
            rule=RULE.id,
            subject=Subject(kind="field", name=at),
            meets=f"{quote(at)}, optional at {comparison.old_name}, is gone from the envelope.",
            does="A consumer that reads it when it is there decides without it.",
            change=f"Keep {quote(at)}, or say what its readers do without it and why.",
            release="optional",
            head="absent",
            where=Where(path=comparison.new.envelope.path, at=envelope.place(at)),
            keys=(("field", at),),
            names=(f"field:{at}", f"field:{pointer.parse(at)[-1]}"),
        )


RULE = Rule(
    id="envelope/optional-removed",
    level=Level.EXPLAIN,
    title="An optional field is gone from the envelope.",
    compare=_compare,
)
