"""A recorded error is sent with another content type.

Why it matters: consumers choose how to read a body by its content type; an unexpected one is often not read at all, and the
code in it is never seen.
Breaks when: a v2 exchange states another media type than the released recording of the same failure.
Safe when: only parameters such as `charset` differ, or one of the two recordings states none.
How to fix: keep the released media type; offer the new one to clients that ask for it with `Accept`.
"""

from collections.abc import Iterator

from errgate.core.contract import Fixture
from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.quote import quote
from errgate.core.rule import Comparison, Rule


def _compare(comparison: Comparison) -> Iterator[Draft]:
    found: dict[tuple[str, str], list[Fixture]] = {}
    for name, partner in comparison.partners.items():
        fixture = comparison.new.collection("v2")[name]
        was, now = _media_type(partner), _media_type(fixture)
        if was and now and was != now:
            found.setdefault((was, now), []).append(fixture)
    for (was, now), carriers in found.items():
        yield Draft(
            rule=RULE.id,
            subject=Subject(kind="field", name="header:content-type"),
            meets=f"{quote(carriers[0].subject)} is {quote(now)} now, was {quote(was)} at {comparison.old_name}.",
            does="A consumer that reads by content type may not read the body, and finds no code in it.",
            change=f"Keep {quote(was)}; send the new type only to clients that ask for it.",
            release=was,
            head=now,
            where=Where(path=carriers[0].path, line=carriers[0].line),
            fixtures=tuple(each.path for each in carriers),
            keys=(("field", "header:content-type"),),
            names=("field:content-type",),
        )


def _media_type(fixture: Fixture) -> str:
    """Type and subtype without parameters (RFC 9110, section 8.3.1); empty where none is stated."""
    return fixture.headers.get("content-type", "").partition(";")[0].strip().lower()


RULE = Rule(
    id="envelope/content-type-changed",
    level=Level.BLOCK,
    title="A recorded error is sent with another content type.",
    compare=_compare,
)
