"""The rules of the family ``gate/``."""

from errgate.core.rule import Rule
from errgate.rules.gate import (
    config_changed,
    config_loosened,
    config_removed,
    config_repaired,
    matches_nothing,
    owner_missing,
    part_moved,
    part_remapped,
    part_removed,
    part_replaced,
    part_unreadable,
)

RULES: tuple[Rule, ...] = (
    config_changed.RULE,
    config_loosened.RULE,
    config_removed.RULE,
    config_repaired.RULE,
    matches_nothing.RULE,
    owner_missing.RULE,
    part_moved.RULE,
    part_remapped.RULE,
    part_removed.RULE,
    part_replaced.RULE,
    part_unreadable.RULE,
)
