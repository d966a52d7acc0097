"""A part of the envelope changed that is not compared.

Why it matters: conditions (`if`, `not`, `patternProperties`, `dependentSchemas` and their kind) may allow other errors than
before, and this version does not work that out.
Breaks when: never; this is a warning, since the facts to decide are lacking.
Safe when: such parts are what they were at the release.
How to fix: describe the fields with `properties`, `required`, `items`, `allOf`, `anyOf` or `oneOf`, or record errors that show
the change.
"""

import hashlib
from collections.abc import Iterator, Mapping

from errgate.core import envelope
from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.quote import quote
from errgate.core.rule import Comparison, Rule
from errgate.core.value import Json, canonical


def _compare(comparison: Comparison) -> Iterator[Draft]:
    if comparison.old.envelope is None or comparison.new.envelope is None:
        return
    old, new = envelope.unread(comparison.old.envelope.schema), envelope.unread(comparison.new.envelope.schema)
    differ = [at for at in dict.fromkeys([*new, *old]) if canonical(old.get(at)) != canonical(new.get(at))]
    if not differ:
        return
    more = f" and {len(differ) - 3} more places" if len(differ) > 3 else ""
    first = next((at for at in differ if at in new), "")
    yield Draft(
        rule=RULE.id,
        subject=Subject(kind="schema", name="envelope"),
        meets=f"The envelope differs from {comparison.old_name} at {', '.join(quote(at) for at in differ[:3])}{more}.",
        does="Whether errors may look otherwise there is not compared.",
        change="Describe the fields without conditions, or record errors that show the change.",
        release=_digest(old),
        head=_digest(new),
        where=Where(path=comparison.new.envelope.path, at=first),
    )


def _digest(found: Mapping[str, Json]) -> str:
    return hashlib.sha256(canonical(dict(found)).encode()).hexdigest()[:12]


RULE = Rule(
    id="envelope/composition-unchecked",
    level=Level.WARN,
    title="A part of the envelope changed that is not compared.",
    compare=_compare,
)
