"""A code that named no action now names one other than the default.

Why it matters: consumers decided about this code by other means; the registry now tells new ones something specific.
Breaks when: a released entry stated neither an action nor retryability and now states one that is not the safe default.
Safe when: the action stated is the default, or the code is new.
How to fix: write an impact sentence that names the code, or the field for all codes at once, and says why.
"""

from collections.abc import Iterator

from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.narrate import acts
from errgate.core.quote import quote
from errgate.core.registry_changes import effective, facts
from errgate.core.rule import Comparison, Rule
from errgate.core.value import text


def _compare(comparison: Comparison) -> Iterator[Draft]:
    registry = comparison.new.registry
    for each in facts(comparison):
        if each.kind == "action-specified" and registry is not None:
            code = each.new_entry.code
            now = effective(each.new_entry, comparison.new.policy) or "retry"
            yield Draft(
                rule=RULE.id,
                subject=Subject(kind="code", name=code),
                meets=f"{quote(code)} named no action; it now says {quote(each.fact)} {quote(text(each.new))}.",
                does=f"A consumer that updates {acts(now)}; an agent built on {comparison.old_name} decides by other means.",
                change=f"Say in the impact sentence why {quote(code)} now names an action (naming {quote(each.fact)} "
                "covers every code).",
                head={each.fact: each.new},
                where=Where(path=registry.path, at=each.new_entry.at),
                keys=(("code", code),),
                names=(f"code:{code}", "field:action", "field:default_action", f"field:{each.fact}"),
            )


RULE = Rule(
    id="registry/action-specified",
    level=Level.EXPLAIN,
    title="A code that named no action now names one other than the default.",
    compare=_compare,
)
