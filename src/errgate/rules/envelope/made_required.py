"""A field is required now, and old errors lack it.

Why it matters: a consumer that updates and reads the field without asking fails on every error that was kept or is sent
by a server of the last release.
Breaks when: head's envelope requires a field that the release's did not, unless every old recording carries it.
Safe when: all recordings of v1 and of the release's v2 carry the field already, or its parent is new and optional.
How to fix: describe the field as optional until no old error is replayed or sent.
"""

from collections.abc import Iterator, Mapping

from errgate.core import envelope, pointer
from errgate.core.contract import Fixture
from errgate.core.envelope import Shape
from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.quote import quote
from errgate.core.rule import Comparison, Rule
from errgate.core.value import Json


def _compare(comparison: Comparison) -> Iterator[Draft]:
    if comparison.old.envelope is None or comparison.new.envelope is None:
        return
    old, new = envelope.fields(comparison.old.envelope.schema), envelope.fields(comparison.new.envelope.schema)
    recorded = [
        *comparison.base.collection("v1").values(),
        *comparison.old.collection("v1").values(),
        *comparison.old.collection("v2").values(),
    ]
    found: list[str] = []
    for at, shape in new.items():
        was = old.get(at)
        if not shape.required or (was is not None and was.required) or not _parent_is_released(at, old, found):
            continue
        lacking = [each for each in recorded if _lacks(each.body, at)]
        if recorded and not lacking:
            continue
        found.append(at)
        yield _draft(comparison, at, "absent" if was is None else "optional", lacking)


def _parent_is_released(at: str, old: Mapping[str, Shape], found: list[str]) -> bool:
    """Whether the field's parent was there at the release, and is no finding itself."""
    parent = at.rpartition("/")[0]
    return parent in old and not any(at.startswith(f"{each}/") for each in found)


def _lacks(body: Json, at: str) -> bool:
    """Whether an error has the field's parent somewhere, and the field not in it."""
    parent, _, name = at.rpartition("/")
    key = pointer.parse(f"/{name}")[0]
    return any(isinstance(each.value, Mapping) and key not in each.value for each in pointer.find(body, parent))


def _draft(comparison: Comparison, at: str, before: str, lacking: list[Fixture]) -> Draft:
    assert comparison.new.envelope is not None
    shown = f"{quote(lacking[0].subject)} lacks it" if lacking else "old errors may lack it"
    return Draft(
        rule=RULE.id,
        subject=Subject(kind="field", name=at),
        meets=f"{quote(at)}, {before} at {comparison.old_name}, is required now; {shown}.",
        does="A consumer that updates and reads it without asking fails on old errors.",
        change=f"Describe {quote(at)} as optional until no old error is replayed or sent.",
        release=before,
        head="required",
        where=Where(path=comparison.new.envelope.path, at=envelope.place(at)),
        fixtures=tuple(dict.fromkeys(each.path for each in lacking)),
        keys=(("field", at),),
        names=(f"field:{at}", f"field:{pointer.parse(at)[-1]}"),
    )


RULE = Rule(
    id="envelope/made-required",
    level=Level.BLOCK,
    title="A field is required now, and old errors lack it.",
    compare=_compare,
)
