"""The gate's config checks less than before.

Why it matters: the next pull request is judged by it.
Breaks when: head's config drops a contract, a consumer or an owner, chooses the release otherwise, lowers a level, adds a
volatile field, or a glob stops matching a file that it matched.
Safe when: it checks as much, or more.
How to fix: say in one sentence that names the key why less is enough. This pull request is judged by the target's config.
"""

from collections.abc import Iterator

from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.loosening import loosenings
from errgate.core.quote import quote
from errgate.core.rule import ConfigChange, Rule


def _config(change: ConfigChange) -> Iterator[Draft]:
    for each in loosenings(change):
        yield Draft(
            rule=RULE.id,
            subject=Subject(kind="config", name=each.key),
            meets=f"{quote(each.key)}: {each.what}",
            does="Later pull requests would be checked less; this one is judged by the target's config.",
            change="Undo it, or say in one sentence that names the key why less is enough.",
            release=each.old,
            head=each.new,
            where=Where(path=change.path, at=each.at),
            names=(f"config:{each.key}", f"config:{each.key.rpartition('.')[2]}", *each.names),
        )


RULE = Rule(
    id="gate/config-loosened",
    level=Level.EXPLAIN,
    title="The gate's config checks less than before.",
    config=_config,
)
