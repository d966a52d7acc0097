"""A deliberately wrong error is decided otherwise than at the release.

Why it matters: the way out of the unknown moved; every error that resembles it moves along.
Breaks when: the consumer at head decides a synthetic error, committed or generated, otherwise than the released one.
Safe when: the case is no longer wrong at head, since its code or value is known now; or a generated case moves just as the
recording it was made from.
How to fix: restore the released fallback.
"""

from collections.abc import Iterator
from dataclasses import replace

from errgate.core import narrate
from errgate.core.finding import Draft, Level
from errgate.core.judge import Judged
from errgate.core.quote import quote
from errgate.core.rule import Comparison, Rule

CHANGE = "Restore the released fallback: what unknown codes and hint values mean, and the default."


def _compare(comparison: Comparison) -> Iterator[Draft]:
    generated: dict[tuple[str, str, str], list[Judged]] = {}
    for judged in comparison.judged:
        if judged.role != "wrong-shape" or judged.differs != "action":
            continue
        if judged.fixture.generated:
            generated.setdefault((judged.fixture.generated, judged.old.action, judged.new.action), []).append(judged)
        else:
            yield _draft(judged, narrate.met(judged))
    for (what, _, _), cases in generated.items():
        more = f" and {len(cases) - 1} more" if len(cases) > 1 else ""
        met = f"{quote(cases[0].fixture.path)}{more}, generated with {quote(what)}."
        yield replace(
            _draft(cases[0], met),
            where=None,
            fixtures=tuple(dict.fromkeys(each.fixture.path for each in cases)),
            keys=tuple(dict.fromkeys(key for each in cases for key in each.keys)),
        )


def _draft(judged: Judged, met: str) -> Draft:
    does = narrate.moved(judged, "A consumer that updates")
    return replace(narrate.draft(RULE.id, judged, meets=met, does=does, change=CHANGE), level=None)


RULE = Rule(
    id="fallback/old-shape-changed",
    level=Level.BLOCK,
    title="A deliberately wrong error is decided otherwise than at the release.",
    compare=_compare,
)
