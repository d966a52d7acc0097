"""The synthetic collection lacks a case.

Why it matters: a committed case with its row in decisions.yml says what is meant; a generated one only says what is.
Breaks when: never; this is a note.
Safe when: the collection holds an error with a code that the registry does not list, and one for each hint with a value that the
vocabulary does not know.
How to fix: copy a recording, give it such a code or value, and add its row.
"""

from collections.abc import Iterator

from errgate.core.decide import read
from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.quote import quote
from errgate.core.rule import Rule, State


def _check(state: State) -> Iterator[Draft]:
    consumer = state.consumer
    folder = state.contract.paths.get("fixtures.synthetic")
    if consumer is None or folder is None:
        return
    seen = [read(consumer, fixture) for fixture in state.contract.collection("synthetic").values()]
    registry = consumer.registry
    codes = registry.by_code if registry is not None else {}
    if codes and not any(each.code is not None and each.code not in codes for each in seen):
        yield _draft("a code that the registry does not list", Subject(kind="decision", name="unknown_code"), folder)
    for name, hint in consumer.hints.hints.items() if consumer.hints else ():
        if hint.values and not any(each.hints[name].state == "unrecognized" for each in seen):
            told = f"a value of {quote(name)} that the vocabulary does not know"
            yield _draft(told, Subject(kind="hint", name=name), folder)


def _draft(what: str, subject: Subject, folder: str) -> Draft:
    return Draft(
        rule=RULE.id,
        subject=subject,
        meets=f"No synthetic case carries {what}.",
        does="What agents should do then is written nowhere; generated cases show only what they do.",
        change="Copy a recording into the synthetic collection, give it such a value, and add its row.",
        head="missing",
        where=Where(path=folder),
    )


RULE = Rule(id="fallback/case-missing", level=Level.NOTE, title="The synthetic collection lacks a case.", check=_check)
