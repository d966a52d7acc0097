"""The gate's config changed and checks no less.

Why it matters: it takes effect once it is merged.
Breaks when: never; this is a note.
Safe when: always.
How to fix: nothing to do.
"""

from collections.abc import Iterator

from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.loosening import loosenings
from errgate.core.quote import quote
from errgate.core.rule import ConfigChange, Rule


def _config(change: ConfigChange) -> Iterator[Draft]:
    if change.base is None or change.head is None or change.base == change.head or loosenings(change):
        return
    yield Draft(
        rule=RULE.id,
        subject=Subject(kind="config", name="config"),
        meets=f"{quote(change.path)} changed and checks no less than before.",
        does="This pull request is judged by the target's config; the new one counts once it is merged.",
        change="Nothing to do.",
        where=Where(path=change.path),
    )


RULE = Rule(
    id="gate/config-changed",
    level=Level.NOTE,
    title="The gate's config changed and checks no less.",
    config=_config,
)
