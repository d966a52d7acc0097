"""A recorded error carries a null that neither the envelope nor the hints declare.

Why it matters: nobody has said what null means here, so each consumer makes up its own meaning.
Breaks when: a v2 recording holds null where the envelope allows none, where a hint says nothing about null, or (without
an envelope) where the released recording held a value.
Safe when: the envelope allows null there, or the hint states what null means.
How to fix: send a value or leave the field out; or declare null in the envelope and the hint.
"""

from collections.abc import Iterator, Mapping

from errgate.core import envelope, pointer
from errgate.core.contract import Contract, Fixture
from errgate.core.envelope import Shape
from errgate.core.finding import Draft, Key, Level, Subject, Where
from errgate.core.quote import quote
from errgate.core.rule import Comparison, Rule
from errgate.core.value import MISSING, Json, escape


def _nulls(value: Json, at: str = "") -> Iterator[str]:
    if value is None:
        yield at
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _nulls(item, f"{at}/{escape(key)}")
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _nulls(item, f"{at}/{index}")


def _compare(comparison: Comparison) -> Iterator[Draft]:
    new = comparison.new
    shapes = envelope.fields(new.envelope.schema) if new.envelope else {}
    partners = comparison.partners
    found: dict[str, list[Fixture]] = {}
    for name, fixture in new.collection("v2").items():
        partner = partners.get(name)
        for at in _nulls(fixture.body):
            if not _declared(new, shapes, at, partner):
                found.setdefault(envelope.generalise(shapes, at), []).append(fixture)
    for at, carriers in found.items():
        yield Draft(
            rule=RULE.id,
            subject=Subject(kind="field", name=at),
            meets=f"{quote(at or '/')} is null in {quote(carriers[0].subject)}, and nothing declares null there.",
            does="What null means is up to each consumer; one that uses the value as it comes fails.",
            change=f"Send a value for {quote(at or '/')} or leave it out; or declare null in the envelope and the hint.",
            head=None,
            where=Where(path=carriers[0].path, line=carriers[0].line),
            fixtures=tuple(fixture.path for fixture in carriers),
            keys=(("field", at), *_hint_keys(new, at)),
            names=(f"field:{at}", f"field:{pointer.parse(at)[-1] if at else ''}"),
        )


def _hint_keys(contract: Contract, at: str) -> tuple[Key, ...]:
    hints = contract.hints.hints.values() if contract.hints else ()
    return tuple(("hint", hint.name, "<null>") for hint in hints if at in hint.at)


def _declared(contract: Contract, shapes: Mapping[str, Shape], at: str, partner: Fixture | None) -> bool:
    for hint in contract.hints.hints.values() if contract.hints else ():
        if at in hint.at:
            return "null" in hint.stated
    shape = envelope.shape_at(shapes, at)
    if shape is not None and shape.types != envelope.ANY:
        return shape.nullable
    if shape is not None or partner is None:
        return shape is None or partner is None
    was = pointer.get(partner.body, at)
    return was is None or was is MISSING


RULE = Rule(
    id="envelope/null-undeclared",
    level=Level.EXPLAIN,
    title="A recorded error carries a null that neither the envelope nor the hints declare.",
    compare=_compare,
)
