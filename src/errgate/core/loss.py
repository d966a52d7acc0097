"""What a consumer does once a code that it knows no longer comes. Shared by the rules about lost codes."""

from errgate.core.decide import UNDECIDED
from errgate.core.finding import Key, Move
from errgate.core.narrate import acts, past
from errgate.core.registry_changes import Removed, effective
from errgate.core.rule import Comparison


def moves(comparison: Comparison, each: Removed) -> tuple[Move, ...]:
    """The change of action that losing the code means, where the old consumer's policy says so."""
    consumer = comparison.old_consumer
    if consumer is None:
        return ()
    was = effective(each.entry, consumer.policy)
    now = consumer.policy.default or UNDECIDED
    measured = [judged.moves for judged in comparison.judged if judged.old_signals.code == each.entry.code]
    found = {move for moved in measured for move in moved}
    if was is not None and was != now:
        found.add(Move(old=was, new=now))
    return tuple(sorted(found, key=lambda move: (move.old, move.new)))


def keys(each: Removed) -> tuple[Key, ...]:
    """What a decision finding that follows from it touches."""
    return (("code", each.entry.code),)


def does(comparison: Comparison, each: Removed) -> str:
    """One sentence about the old consumer."""
    consumer = comparison.old_consumer
    if consumer is None:
        return (
            f"An agent built on {comparison.old_name} matches it in vain and falls back on whatever it does by default."
        )
    default = acts(consumer.policy.default or UNDECIDED)
    was = effective(each.entry, consumer.policy)
    if was is None:
        return f"An agent built on {comparison.old_name} no longer knows what it meets: {default}, its safe default."
    if was == consumer.policy.default:
        return (
            f"An agent built on {comparison.old_name} still {default}, by its safe default and no longer by the code."
        )
    return f"An agent built on {comparison.old_name} takes its safe default and {default} where it {past(was)}."
