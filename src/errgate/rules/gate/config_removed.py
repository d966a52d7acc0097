"""The gate's config is gone.

Why it matters: without it nothing is checked from the next pull request on.
Breaks when: the target's config file does not exist at head.
Safe when: it is there.
How to fix: restore the file. Only the owner's approval can lift this.
"""

from collections.abc import Iterator

from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.quote import quote
from errgate.core.rule import ConfigChange, Rule


def _config(change: ConfigChange) -> Iterator[Draft]:
    there = change.head is not None or change.head_problem is not None
    if there or (change.base is None and change.base_problem is None):
        return
    yield Draft(
        rule=RULE.id,
        subject=Subject(kind="config", name="config"),
        meets=f"{quote(change.path)} is gone.",
        does="From the next pull request on nothing would be checked; this one is judged by the target's config.",
        change=f"Restore {quote(change.path)}.",
        where=Where(path=change.path),
        names=("config:config", f"path:{change.path}"),
    )


RULE = Rule(id="gate/config-removed", level=Level.BLOCK, title="The gate's config is gone.", config=_config)
