"""The rules of the family ``envelope/``."""

from errgate.core.rule import Rule
from errgate.rules.envelope import (
    code_moved,
    made_nullable,
    null_undeclared,
    required_removed,
    type_changed,
)

RULES: tuple[Rule, ...] = (
    code_moved.RULE,
    made_nullable.RULE,
    null_undeclared.RULE,
    required_removed.RULE,
    type_changed.RULE,
)
