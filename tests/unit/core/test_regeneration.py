"""A change of wording alone is told from a change of value by the places where the policy reads the message."""

import json
from typing import Any

import pytest

from errgate.core.regeneration import fixture_changes
from tests.e2e.contract import DECISION
from tests.unit.core.contracts import contract

ERRORS = 'errors: {code: /code, message: /message, status: ["http:status"]}'


def kinds(preset: str, old: Any, new: Any) -> list[str]:
    """How a changed body of one v2 fixture is called where the policy reads by a preset."""
    states = [
        contract(
            {
                "contract/decision.yml": DECISION.replace(ERRORS, f"errors: {{preset: {preset}}}"),
                "fixtures/v2/timeout.json": json.dumps({"response": {"status": 400, "body": body}}),
            }
        )
        for body in (old, new)
    ]
    changes = fixture_changes(states[0], states[1], states[0], volatile=(), renames={})
    return [each.kind for each in changes]


@pytest.mark.parametrize(
    ("preset", "old", "new", "kind"),
    [
        ("json:api", {"errors": [{"code": "A", "detail": "x"}]}, {"errors": [{"code": "A", "detail": "y"}]}, "message"),
        ("json:api", {"errors": [{"code": "A", "detail": "x"}]}, {"errors": [{"code": "B", "detail": "y"}]}, "value"),
        ("problem+json", {"type": "a", "title": "x"}, {"type": "a", "title": "y"}, "message"),
        ("problem+json", {"type": "a", "title": "x"}, {"type": "b", "title": "x"}, "value"),
        ("error-object", {"error": {"message": "x"}}, {"error": {"message": "y"}}, "message"),
        ("error-object", {"error": "not_found"}, {"error": "gone"}, "value"),
    ],
)
def test_wording_is_told_from_value(preset: str, old: Any, new: Any, kind: str) -> None:
    """A place at which a code is read as well is no place of mere wording."""
    assert kinds(preset, old, new) == [kind]
