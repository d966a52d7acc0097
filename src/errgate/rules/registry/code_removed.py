"""A released code is gone from the registry.

Why it matters: an agent that matches the code no longer meets it. Whatever comes instead is unknown to it, so it takes
its safe default where it used to recover.
Breaks when: the release offers a code and head's registry does not, or lists it as retired.
Safe when: the code was added after the release and never shipped.
How to fix: keep the code on the wire and put the specific one into a second field, or retire it at a major version.
"""

from collections.abc import Iterator

from errgate.core import loss
from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.quote import quote
from errgate.core.registry_changes import Removed, removed
from errgate.core.rule import Comparison, Rule


def _compare(comparison: Comparison) -> Iterator[Draft]:
    for each in removed(comparison):
        if each.renamed_to is None and each.replacements:
            continue
        yield _draft(comparison, each)


def _draft(comparison: Comparison, each: Removed) -> Draft:
    code = quote(each.entry.code)
    registry = comparison.new.registry
    assert registry is not None
    if each.renamed_to is not None:
        meets = f"{code} is renamed to {quote(each.renamed_to)}."
    elif each.retired:
        meets = f"{code} is retired, though {comparison.old_name} offers it."
    else:
        meets = f"{code} is gone."
    return Draft(
        rule=RULE.id,
        subject=Subject(kind="code", name=each.entry.code),
        meets=meets,
        does=loss.does(comparison, each),
        change=f"Keep {code} on the wire and in the registry; put the specific code into a second field, "
        "or retire it at a major version.",
        release=each.entry.code,
        where=Where(path=registry.path, at=each.entry.at),
        fixtures=each.fixtures,
        keys=loss.keys(each),
        moves=loss.moves(comparison, each),
        names=(f"code:{each.entry.code}",),
    )


RULE = Rule(
    id="registry/code-removed", level=Level.BLOCK, title="A released code is gone from the registry.", compare=_compare
)
