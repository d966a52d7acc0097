"""The rules of the family ``registry/``."""

from errgate.core.rule import Rule
from errgate.rules.registry import (
    action_specified,
    actions_unstated,
    attribute_specified,
    attribute_withdrawn,
    broad_code_split,
    code_added,
    code_redefined,
    code_removed,
    description_changed,
    duplicate_code,
    no_default_action,
    renamed,
    status_unlike_wire,
    undocumented,
)

RULES: tuple[Rule, ...] = (
    action_specified.RULE,
    actions_unstated.RULE,
    attribute_specified.RULE,
    attribute_withdrawn.RULE,
    broad_code_split.RULE,
    code_added.RULE,
    code_redefined.RULE,
    code_removed.RULE,
    description_changed.RULE,
    duplicate_code.RULE,
    no_default_action.RULE,
    renamed.RULE,
    status_unlike_wire.RULE,
    undocumented.RULE,
)
