"""The envelope has a new optional field.

Why it matters: one more thing that consumers may read; none has to.
Breaks when: never; this is a note.
Safe when: always. A new field that head requires is `envelope/made-required`.
How to fix: nothing to do.
"""

from collections.abc import Iterator

from errgate.core import envelope
from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.quote import quote
from errgate.core.rule import Comparison, Rule


def _compare(comparison: Comparison) -> Iterator[Draft]:
    if comparison.old.envelope is None or comparison.new.envelope is None:
        return
    old, new = envelope.fields(comparison.old.envelope.schema), envelope.fields(comparison.new.envelope.schema)
    for at in envelope.gone(new, old):
        if new[at].required or at.endswith("/*"):
            continue
        yield Draft(
            rule=RULE.id,
            subject=Subject(kind="field", name=at),
            meets=f"{quote(at)} is new and optional.",
            does="Nothing changes for a consumer that does not read it.",
            change="Nothing to do.",
            release="absent",
            head="optional",
            where=Where(path=comparison.new.envelope.path, at=envelope.place(at)),
            keys=(("field", at),),
        )


RULE = Rule(
    id="envelope/optional-added",
    level=Level.NOTE,
    title="The envelope has a new optional field.",
    compare=_compare,
)
