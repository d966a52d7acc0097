"""A part lies elsewhere and is not the same.

Why it matters: a move and an edit in one step are hard to review; the comparison goes on with the new file.
Breaks when: head's config names another place and the parsed part differs from base's.
Safe when: the parsed part is equal.
How to fix: move first, edit in a second pull request; or say in one sentence that names the part why both.
"""

from collections.abc import Iterator

from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.quote import quote
from errgate.core.relocation import moved_parts
from errgate.core.rule import Change, Rule


def _change(change: Change) -> Iterator[Draft]:
    for each in moved_parts(change):
        if not each.equal:
            yield Draft(
                rule=RULE.id,
                subject=Subject(kind="config", name=each.part),
                meets=f"The {each.part} lies in {quote(each.new)} now, was {quote(each.old)}, and is not the same.",
                does="It is compared as it is; what differs is reported by the other rules.",
                change="Move it unchanged first, or say in one sentence that names the part why it changes too.",
                release=each.old,
                head=each.new,
                where=Where(path=each.new),
                names=(f"part:{each.part}", f"path:{each.old}", f"path:{each.new}"),
            )


RULE = Rule(
    id="gate/part-replaced", level=Level.EXPLAIN, title="A part lies elsewhere and is not the same.", change=_change
)
