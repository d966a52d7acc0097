"""The rules of the family ``decision/``."""

from errgate.core.rule import Rule
from errgate.rules.decision import (
    category_changed,
    expectation_failed,
    expectation_missing,
    lands_on_default,
    misread,
    new_error_changed,
    old_error_changed,
    policy_changed,
    reclassified,
    retry_changed,
)

RULES: tuple[Rule, ...] = (
    category_changed.RULE,
    expectation_failed.RULE,
    expectation_missing.RULE,
    lands_on_default.RULE,
    misread.RULE,
    new_error_changed.RULE,
    old_error_changed.RULE,
    policy_changed.RULE,
    reclassified.RULE,
    retry_changed.RULE,
)
