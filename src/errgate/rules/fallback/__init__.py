"""The rules of the family ``fallback/``."""

from errgate.core.rule import Rule
from errgate.rules.fallback import (
    case_missing,
    default_changed,
    lands_elsewhere,
    no_safe_default,
    old_shape_changed,
    retries_unknown,
    synthetic_stale,
)

RULES: tuple[Rule, ...] = (
    case_missing.RULE,
    default_changed.RULE,
    lands_elsewhere.RULE,
    no_safe_default.RULE,
    old_shape_changed.RULE,
    retries_unknown.RULE,
    synthetic_stale.RULE,
)
