"""A released code is replaced by more specific ones that old consumers do not know.

Why it matters: every consumer that handles the broad code meets a code outside its registry and takes the safe default.
Breaks when: a released code is no longer offered, and `replaced_by` or a recording of the same failure shows what took
its place.
Safe when: the broad code stays on the wire and the specific one goes into a second field, or a hint that the release's
consumers read carries the action.
How to fix: keep the broad code; retire it at a major version.
"""

from collections.abc import Iterator

from errgate.core import loss
from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.quote import quote
from errgate.core.registry_changes import removed
from errgate.core.rule import Comparison, Rule


def _compare(comparison: Comparison) -> Iterator[Draft]:
    registry = comparison.new.registry
    for each in removed(comparison):
        if each.renamed_to is not None or not each.replacements or registry is None:
            continue
        code = quote(each.entry.code)
        yield Draft(
            rule=RULE.id,
            subject=Subject(kind="code", name=each.entry.code),
            meets=f"{code} is replaced by {', '.join(quote(code) for code in each.replacements)}.",
            does=loss.does(comparison, each),
            change=f"Keep {code} on the wire and put the specific code into a second field, or let a hint that "
            f"{comparison.old_name} reads carry the action; retire {code} at a major version.",
            release=each.entry.code,
            head=list(each.replacements),
            where=Where(path=registry.path, at=registry.by_code[each.replacements[0]].at),
            fixtures=each.fixtures,
            keys=loss.keys(each),
            moves=loss.moves(comparison, each),
            names=(f"code:{each.entry.code}", *(f"code:{code}" for code in each.replacements)),
        )


RULE = Rule(
    id="registry/broad-code-split",
    level=Level.BLOCK,
    title="A released code is replaced by more specific ones that old consumers do not know.",
    compare=_compare,
)
