"""A deliberately wrong error is decided otherwise than at the release.

Why it matters: the way out of the unknown moved; every error that resembles it moves along.
Breaks when: the consumer at head decides a committed synthetic recording otherwise than the released one.
Safe when: the case is no longer wrong at head, since its code or value is known now.
How to fix: restore the released fallback.
"""

from collections.abc import Iterator
from dataclasses import replace

from errgate.core import narrate
from errgate.core.finding import Draft, Level
from errgate.core.rule import Comparison, Rule


def _compare(comparison: Comparison) -> Iterator[Draft]:
    for judged in comparison.judged:
        if judged.role == "wrong-shape" and judged.differs == "action":
            made = narrate.draft(
                RULE.id,
                judged,
                meets=narrate.met(judged),
                does=narrate.moved(judged, "A consumer that updates"),
                change="Restore the released fallback: what unknown codes and hint values mean, and the default.",
            )
            yield replace(made, level=None)


RULE = Rule(
    id="fallback/old-shape-changed",
    level=Level.BLOCK,
    title="A deliberately wrong error is decided otherwise than at the release.",
    compare=_compare,
)
