"""The rules of the family ``envelope/``."""

from errgate.core.rule import Rule
from errgate.rules.envelope import (
    alias_conflict,
    code_moved,
    composition_unchecked,
    content_type_changed,
    made_nullable,
    made_required,
    null_undeclared,
    optional_added,
    optional_removed,
    required_removed,
    status_disagrees,
    type_changed,
)

RULES: tuple[Rule, ...] = (
    alias_conflict.RULE,
    code_moved.RULE,
    composition_unchecked.RULE,
    content_type_changed.RULE,
    made_nullable.RULE,
    made_required.RULE,
    null_undeclared.RULE,
    optional_added.RULE,
    optional_removed.RULE,
    required_removed.RULE,
    status_disagrees.RULE,
    type_changed.RULE,
)
