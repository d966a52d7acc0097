"""A hint appears, and released codes have no value for it.

Why it matters: nobody has said which value goes with which code, so each part of the server may choose its own.
Breaks when: never; this is a warning, since the errors themselves may carry the right values.
Safe when: the registry names a value of the new hint for its codes. Where it does so for some only, that is
`hints/code-without-value`.
How to fix: name the value for each code in the registry's `hint` field.
"""

from collections.abc import Iterator

from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.quote import quote
from errgate.core.rule import Comparison, Rule


def _compare(comparison: Comparison) -> Iterator[Draft]:
    old, new = comparison.old.hints, comparison.new.hints
    if new is None or comparison.new.registry is None or not comparison.entries:
        return
    for name, hint in new.hints.items():
        if (old is not None and name in old.hints) or not hint.values:
            continue
        if any(entry.hint in hint.values for entry in comparison.new.registry.entries):
            continue
        codes = [entry.code for _, entry in comparison.entries]
        more = f" and {len(codes) - 3} more" if len(codes) > 3 else ""
        yield Draft(
            rule=RULE.id,
            subject=Subject(kind="hint", name=name),
            meets=f"{quote(name)} is new, and no released code names a value of it "
            f"({', '.join(quote(code) for code in codes[:3])}{more}).",
            does="Which value an agent meets with which code is not said anywhere.",
            change=f"Name the value for each code in the registry ({quote('hint')}).",
            release=None,
            head="unmapped",
            where=Where(path=new.path, at=hint.pointer),
            keys=(("hint", name),),
        )


RULE = Rule(
    id="hints/codes-unmapped",
    level=Level.WARN,
    title="A hint appears, and released codes have no value for it.",
    compare=_compare,
)
