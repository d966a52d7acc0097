"""The target's config cannot be read, and head's can.

Why it matters: the repair is judged by itself, since nothing else can judge it.
Breaks when: the target's config is unreadable and head's is valid.
Safe when: the target's config reads.
How to fix: nothing, if that is what the pull request is for: say so in one sentence that names the config.
"""

from collections.abc import Iterator

from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.quote import quote, quote_message
from errgate.core.rule import ConfigChange, Rule


def _config(change: ConfigChange) -> Iterator[Draft]:
    if change.target_problem is not None and change.head is not None:
        yield Draft(
            rule=RULE.id,
            subject=Subject(kind="config", name="config"),
            meets=f"{quote(change.path)} cannot be read at the target: {quote_message(change.target_problem.problem)}",
            does="This pull request is judged by its own config.",
            change="Say in one sentence that names the config what was wrong with it and why this is right.",
            where=Where(path=change.path),
            names=("config:config", f"path:{change.path}"),
        )


RULE = Rule(
    id="gate/config-repaired",
    level=Level.EXPLAIN,
    title="The target's config cannot be read, and head's can.",
    config=_config,
)
