"""A part of the contract, or the gate's config, cannot be read at head.

Why it matters: what cannot be read cannot be compared, and what is not compared must not pass.
Breaks when: the file is ill-formed, holds unknown keys, contradicts itself, or is no regular file.
Safe when: it reads at head; how it was at base does not matter then.
How to fix: follow the message, which names the line.
"""

from collections.abc import Iterator

from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.quote import quote, quote_message
from errgate.core.rule import Change, ConfigChange, Rule


def _change(change: Change) -> Iterator[Draft]:
    for part, problem in change.head.problems.items():
        yield Draft(
            rule=RULE.id,
            subject=Subject(kind="config", name=part),
            meets=f"The {part} in {quote(problem.path)} cannot be read: {quote_message(problem.what)}",
            does="Nothing can be compared with it.",
            change=quote_message(problem.fix) if problem.fix else "Correct the file.",
            head=problem.kind,
            where=Where(path=problem.path, line=problem.line),
            names=(f"part:{part}", f"path:{problem.path}"),
        )


def _config(change: ConfigChange) -> Iterator[Draft]:
    problem = change.head_problem
    if problem is not None:
        yield Draft(
            rule=RULE.id,
            subject=Subject(kind="config", name="config"),
            meets=f"{quote(change.path)} cannot be read at head: {quote_message(problem.problem)}",
            does="Merged, it would stop every later pull request; this one is judged by the target's config.",
            change=quote_message(problem.fix) if problem.fix else "Correct the file.",
            where=Where(path=problem.path, line=problem.line),
            names=("config:config", f"path:{change.path}"),
        )


RULE = Rule(
    id="gate/part-unreadable",
    level=Level.BLOCK,
    title="A part of the contract, or the gate's config, cannot be read at head.",
    change=_change,
    config=_config,
)
