"""A new hint value is misread by released consumers.

Why it matters: they do not recognize it, and what they do about an unrecognized value is neither their safe default nor
what the value means.
Breaks when: the release's hint maps unrecognized values to something other than the default and the value's action.
Safe when: unrecognized means the default, or happens to mean the same as the new value.
How to fix: choose a known value, or say in the impact sentence what old agents will do and why that is right.
"""

from collections.abc import Iterator

from errgate.core.decide import state_word
from errgate.core.finding import Draft, Level, Move, Subject
from errgate.core.narrate import acts
from errgate.core.quote import quote
from errgate.core.rule import Comparison, Rule


def _compare(comparison: Comparison) -> Iterator[Draft]:
    old, new = comparison.old.hints, comparison.new.hints
    if old is None or new is None:
        return
    for name, hint in new.hints.items():
        released = old.hints.get(name)
        if released is None or not released.values:
            continue
        word = state_word(released, "unrecognized")[0]
        for value, action in hint.values.items():
            if value in released.values or word in ("default", action):
                continue
            does = "asks its next source" if word == "next" else acts(word)
            yield Draft(
                rule=RULE.id,
                subject=Subject(kind="hint", name=f"{name}={value}"),
                meets=f"{quote(f'{name}={value}')} is new and stands for {quote(action)}.",
                does=f"An agent built on {comparison.old_name} does not recognize it and {does}.",
                change=f"Send a value that {comparison.old_name} knows, or say what old agents will do and why it is right.",
                release=word,
                head=action,
                where=new.place(hint, value),
                keys=(("hint", name, value),),
                moves=() if word == "next" else (Move(old=word, new=action),),
                names=(f"value:{name}={value}", f"hint:{name}"),
            )


RULE = Rule(
    id="hints/value-added-misread",
    level=Level.EXPLAIN,
    title="A new hint value is misread by released consumers.",
    compare=_compare,
)
