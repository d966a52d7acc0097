"""A released code no longer states its status, cause, hint, prose action or an attribute.

Why it matters: whoever branched on the fact finds nothing; no other value took its place, so nothing looks wrong.
Breaks when: the fact was stated at the release and head's entry states none.
Safe when: the fact is still stated, in whatever order or spelling.
How to fix: restore the fact, or say in the impact sentence why nobody needs it.
"""

from collections.abc import Iterator

from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.quote import quote
from errgate.core.registry_changes import facts
from errgate.core.rule import Comparison, Rule
from errgate.core.value import text


def _compare(comparison: Comparison) -> Iterator[Draft]:
    registry = comparison.new.registry
    for each in facts(comparison):
        if each.kind == "withdrawn" and registry is not None:
            code = each.new_entry.code
            yield Draft(
                rule=RULE.id,
                subject=Subject(kind="code", name=code),
                meets=f"{quote(code)} no longer states its {quote(each.fact)} ({quote(text(each.old))}).",
                does=f"A consumer that branched on it since {comparison.old_name} finds nothing and cannot tell why.",
                change=f"Restore {quote(each.fact)} for {quote(code)}, or say in the impact sentence why it went.",
                release={each.fact: each.old},
                head=None,
                where=Where(path=registry.path, at=each.new_entry.at),
                keys=(("code", code),),
                names=(f"code:{code}", f"field:{each.fact.partition('.')[0]}", f"field:{each.fact}"),
            )


RULE = Rule(
    id="registry/attribute-withdrawn",
    level=Level.EXPLAIN,
    title="A released code no longer states one of its facts.",
    compare=_compare,
)
