"""The contract that the worked cases start from, and small edits of it."""

import json
from collections.abc import Mapping

Files = Mapping[str, str | None]

CONFIG = """\
version: 1
owner: "@acme/error-contract"
release: {tag: "v*"}
contracts:
  - name: payments
    serializer: ["src/errors/**"]
    registry: contract/codes.yml
    hints: contract/hints.yml
    envelope: contract/envelope.schema.json
    decision: contract/decision.yml
    fixtures: {v1: fixtures/v1, v2: fixtures/v2, synthetic: fixtures/synthetic}
    volatile: ["/request_id"]
"""

CODES = """\
codes:
  TRANSIENT: {action: retry, status: 503, cause: server, description: The upstream did not answer in time.}
  INVALID: {action: fix_request, status: 422, cause: client}
  DENIED: {action: escalate, status: 403, cause: client}
"""

HINTS = """\
hints:
  recovery:
    at: /recovery
    values: {retry: retry, correctable: fix_request, permanent: escalate}
  retry_after: {at: [/retry_after, "header:Retry-After"], type: seconds, absent: backoff, "null": backoff}
"""

ENVELOPE = json.dumps(
    {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "required": ["code", "message"],
        "properties": {
            "code": {"type": "string"},
            "message": {"type": "string"},
            "recovery": {"type": "string"},
            "retry_after": {"type": ["integer", "null"]},
            "detail_code": {"type": "string"},
            "limit": {"type": "integer"},
            "request_id": {"type": "string"},
        },
    },
    indent=2,
)

DECISION = """\
actions: [retry, fix_request, escalate, abandon]
errors: {code: /code, message: /message, status: ["http:status"]}
precedence: {action: [hint:recovery, code, status], category: [status, code]}
status: {429: retry, 5xx: retry, 401: escalate, 4xx: fix_request}
retry: {max_attempts: 3}
default: escalate
"""


def error(code: str, status: int, message: str = "It failed.", **fields: object) -> str:
    """An exchange as a fixture's text."""
    body = {"code": code, "message": message, "request_id": "r-1", **fields}
    return json.dumps({"response": {"status": status, "body": body}}, indent=2) + "\n"


TIMEOUT = error("TRANSIENT", 503)
INVALID = error("INVALID", 422, "The amount is negative.")
DENIED = error("DENIED", 403, "Not yours.")
ROWS = "timeout.json: retry\ninvalid.json: fix_request\ndenied.json: escalate\n"

UNKNOWN_VALUE: Files = {
    "fixtures/synthetic/unknown_value.json": error("TRANSIENT", 503, recovery="no_such_value"),
    "fixtures/synthetic/decisions.yml": "unknown_code.json: escalate\nunknown_value.json: escalate\n",
}

RELEASED: Files = {
    ".github/errgate.yml": CONFIG,
    "contract/codes.yml": CODES,
    "contract/hints.yml": HINTS,
    "contract/envelope.schema.json": ENVELOPE,
    "contract/decision.yml": DECISION,
    "src/errors/serialize.py": "def serialize(error):\n    return error\n",
    "README.md": "Payments\n",
    **{
        f"fixtures/{collection}/{name}": text
        for collection in ("v1", "v2")
        for name, text in (
            ("timeout.json", TIMEOUT),
            ("invalid.json", INVALID),
            ("denied.json", DENIED),
            ("decisions.yml", ROWS),
        )
    },
    "fixtures/synthetic/unknown_code.json": error("NO_SUCH_CODE", 500),
    **UNKNOWN_VALUE,
}
