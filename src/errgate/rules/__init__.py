"""Every rule, listed by hand: one module a rule, one tuple a family, one tuple of all."""

from errgate.core.rule import Rule
from errgate.rules import decision, envelope, fallback, fixtures, gate, hints, registry

RULES: tuple[Rule, ...] = (
    *registry.RULES,
    *envelope.RULES,
    *hints.RULES,
    *fallback.RULES,
    *decision.RULES,
    *fixtures.RULES,
    *gate.RULES,
)
