"""When one failure moved between two released codes whose meanings did not move."""

from errgate.core.judge import Judged
from errgate.core.registry_changes import effective
from errgate.core.rule import Comparison


def is_reclassified(comparison: Comparison, judged: Judged) -> bool:
    """Whether the recording carries another released code now, and both codes still mean what they meant."""
    old, new = comparison.old.registry, comparison.new.registry
    was, now = judged.old_signals.code, judged.new_signals.code
    if old is None or new is None or was is None or now is None or was == now:
        return False
    for code in (was, now):
        before, after = old.by_code.get(code), new.by_code.get(code)
        if before is None or after is None or not after.offered:
            return False
        if effective(before, comparison.old.policy) != effective(after, comparison.new.policy):
            return False
        if before.status is not None and after.status is not None and before.status != after.status:
            return False
    return True
