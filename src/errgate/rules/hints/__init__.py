"""The rules of the family ``hints/``."""

from errgate.core.rule import Rule
from errgate.rules.hints import (
    code_without_value,
    codes_unmapped,
    contradicts_signal,
    hint_added,
    hint_removed,
    null_on_wire,
    precedence_changed,
    state_changed,
    value_added,
    value_added_misread,
    value_remapped,
    value_removed,
)

RULES: tuple[Rule, ...] = (
    code_without_value.RULE,
    codes_unmapped.RULE,
    contradicts_signal.RULE,
    hint_added.RULE,
    hint_removed.RULE,
    null_on_wire.RULE,
    precedence_changed.RULE,
    state_changed.RULE,
    value_added.RULE,
    value_added_misread.RULE,
    value_remapped.RULE,
    value_removed.RULE,
)
