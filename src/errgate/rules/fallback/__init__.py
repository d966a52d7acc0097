"""The rules of the family ``fallback/``."""

from errgate.core.rule import Rule
from errgate.rules.fallback import (
    default_changed,
    lands_elsewhere,
    no_safe_default,
    old_shape_changed,
)

RULES: tuple[Rule, ...] = (
    default_changed.RULE,
    lands_elsewhere.RULE,
    no_safe_default.RULE,
    old_shape_changed.RULE,
)
