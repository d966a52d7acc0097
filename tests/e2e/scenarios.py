"""The worked cases: what a pull request does. What the gate must say about each stands in expected.yml."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.e2e.contract import (
    CODES,
    CONFIG,
    DECISION,
    ENVELOPE,
    HINTS,
    INVALID,
    RELEASED,
    ROWS,
    TIMEOUT,
    UNKNOWN_VALUE,
    Files,
    error,
)


@dataclass(frozen=True, kw_only=True)
class Case:
    """A repository's history up to one pull request.

    ``merged``: commits on main after the release; ``head``: the pull request's commits, from main's tip unless ``fork`` says
    how many of the merged commits the branch has.
    """

    name: str
    head: tuple[Files, ...]
    body: str | None = None
    released: Files = field(default_factory=lambda: RELEASED)
    merged: tuple[Files, ...] = ()
    fork: int | None = None
    tag: str | None = "v1.4.0"
    later_tag: Mapping[int, str] = field(default_factory=dict)
    """Index into ``merged`` → tag set after it."""
    message: str = "Change errors"


def impact(sentence: str) -> str:
    """A pull-request body with an impact section."""
    return f"## What\n\nChange errors.\n\n## Consumer impact\n\n{sentence}\n"


LIMITED = error("RATE_LIMITED", 429)
DOWN = error("UPSTREAM_DOWN", 503)
SLOW = error("UPSTREAM_SLOW", 504)
SPLIT_CODES = CODES.replace(
    "  TRANSIENT: {action: retry, status: 503, cause: server, description: The upstream did not answer in time.}\n",
    "  RATE_LIMITED: {action: retry, status: 429, cause: client}\n"
    "  UPSTREAM_DOWN: {action: retry, status: 503, cause: server}\n"
    "  UPSTREAM_SLOW: {action: retry, status: 504, cause: server}\n",
)
BOTH_CODES = CODES + (
    "  RATE_LIMITED: {action: retry, status: 429, cause: client}\n"
    "  UPSTREAM_DOWN: {action: retry, status: 503, cause: server}\n"
)
MANY: Files = {
    **RELEASED,
    **{f"fixtures/v2/quota_{number:02}.json": error("DENIED", 403, "Out of quota.") for number in range(12)},
    "fixtures/v2/decisions.yml": ROWS + "".join(f"quota_{number:02}.json: escalate\n" for number in range(12)),
}
ALL_MOVED: Files = {
    f"fixtures/v2/quota_{number:02}.json": error("DENIED", 403, "The quota is used up.") for number in range(12)
}
DETAILED = json.dumps(
    {
        **json.loads(ENVELOPE),
        "properties": {
            **json.loads(ENVELOPE)["properties"],
            "detail": {"type": "object", "required": ["field"], "properties": {"field": {"type": "string"}}},
        },
    }
)


def typed(content_type: str) -> str:
    """The recorded time-out, sent with a content type."""
    exchange = json.loads(TIMEOUT)
    exchange["response"]["headers"] = {"Content-Type": content_type}
    return json.dumps(exchange, indent=2) + "\n"


TWO_CONTRACTS = (
    CONFIG
    + """\
  - name: refunds
    registry: refunds/codes.yml
    decision: refunds/decision.yml
    fixtures: {v1: refunds/v1, v2: refunds/v2}
"""
)
REFUNDS: Files = {
    "refunds/codes.yml": CODES,
    "refunds/decision.yml": DECISION.replace("hint:recovery, ", ""),
    "refunds/v1/timeout.json": TIMEOUT,
    "refunds/v2/timeout.json": TIMEOUT,
    "refunds/v1/decisions.yml": "timeout.json: retry\n",
    "refunds/v2/decisions.yml": "timeout.json: retry\n",
}
MOVED = CONFIG.replace("contract/codes.yml", "errors/codes.yml")
CORRECT_TIMEOUT = error("TRANSIENT", 503, "It failed.", detail_code="RATE_LIMITED")
OLD_INVALID = error("INVALID", 422, "The amount is below zero.")

REGENERATED: Files = {
    "contract/codes.yml": BOTH_CODES,
    "fixtures/v2/timeout.json": error("INVALID", 429),
    "fixtures/v2/decisions.yml": ROWS.replace("timeout.json: retry", "timeout.json: fix_request"),
}
TRUE = "`v2/timeout.json`: retry -> fix_request, because limits are not outages."
TEMPLATE = """\
## What

Describe the change.

## Consumer impact

Say what agents do now and why, for example because limits are not outages, for `v2/timeout.json`: retry -> fix_request.
"""

CASES: tuple[Case, ...] = (
    Case(
        name="split: the wire changes", head=({"contract/codes.yml": SPLIT_CODES, "fixtures/v2/timeout.json": LIMITED},)
    ),
    Case(
        name="split: the wire changes, with a true sentence",
        head=({"contract/codes.yml": SPLIT_CODES, "fixtures/v2/timeout.json": LIMITED},),
        body=impact(
            "`TRANSIENT` becomes `RATE_LIMITED`: agents escalate where they retried, because limits are not outages."
        ),
    ),
    Case(
        name="split: the wire keeps the code, a second field has the detail",
        head=({"contract/codes.yml": BOTH_CODES, "fixtures/v2/timeout.json": CORRECT_TIMEOUT},),
        body=impact("`v2/timeout.json` gains `detail_code`; no decision changes, because `code` stays `TRANSIENT`."),
    ),
    Case(
        name="split: a known hint carries the action",
        head=(
            {
                "contract/codes.yml": BOTH_CODES,
                "fixtures/v2/timeout.json": error("RATE_LIMITED", 503, recovery="retry"),
            },
        ),
        body=impact(
            "`v2/timeout.json` now says `RATE_LIMITED`; no decision changes, because recovery carries the retry."
        ),
    ),
    Case(
        name="split: the registry keeps the code, the wire does not",
        head=({"contract/codes.yml": BOTH_CODES, "fixtures/v2/timeout.json": LIMITED},),
        body=impact("`v2/timeout.json`: agents escalate where they retried, because limits are not outages."),
    ),
    Case(
        name="hint vocabulary introduced",
        released={
            **RELEASED,
            "contract/hints.yml": None,
            ".github/errgate.yml": CONFIG.replace("    hints: contract/hints.yml\n", ""),
            "contract/decision.yml": DECISION.replace("hint:recovery, ", ""),
            **dict.fromkeys(UNKNOWN_VALUE),
            "fixtures/synthetic/decisions.yml": "unknown_code.json: escalate\n",
        },
        head=(
            {
                "contract/hints.yml": HINTS,
                ".github/errgate.yml": CONFIG,
                "contract/decision.yml": DECISION,
                **UNKNOWN_VALUE,
            },
        ),
    ),
    Case(
        name="hint value added",
        head=({"contract/hints.yml": HINTS.replace("permanent: escalate", "permanent: escalate, later: retry")},),
    ),
    Case(name="hint value removed", head=({"contract/hints.yml": HINTS.replace(", permanent: escalate", "")},)),
    Case(
        name="hint value remapped",
        head=({"contract/hints.yml": HINTS.replace("permanent: escalate", "permanent: abandon")},),
    ),
    Case(
        name="retry_after null, declared",
        head=({"fixtures/v2/timeout.json": error("TRANSIENT", 503, retry_after=None)},),
        body=impact(
            "`retry_after` in `v2/timeout.json` is null; no decision changes, because null already meant backoff."
        ),
    ),
    Case(
        name="retry_after null, undeclared",
        released={**RELEASED, "contract/hints.yml": HINTS.replace(', "null": backoff', "")},
        head=({"fixtures/v2/timeout.json": error("TRANSIENT", 503, retry_after=None)},),
        body=impact(
            "`retry_after` in `v2/timeout.json` is null; no decision changes, because null already meant backoff."
        ),
    ),
    Case(
        name="retry_after null, forbidden",
        released={**RELEASED, "contract/hints.yml": HINTS.replace('"null": backoff', '"null": forbidden')},
        head=({"fixtures/v2/timeout.json": error("TRANSIENT", 503, retry_after=None)},),
    ),
    Case(
        name="code added then removed before a release",
        merged=({"contract/codes.yml": BOTH_CODES},),
        head=({"contract/codes.yml": CODES},),
    ),
    Case(
        name="expected decision edited without a declared change",
        head=({"fixtures/v2/decisions.yml": ROWS.replace("timeout.json: retry", "timeout.json: escalate")},),
    ),
    Case(
        name="expected decision edited, contract follows, sentence given",
        head=(
            {
                "contract/codes.yml": CODES.replace("DENIED: {action: escalate", "DENIED: {action: abandon"),
                "fixtures/v2/decisions.yml": ROWS.replace("denied.json: escalate", "denied.json: abandon"),
                "fixtures/v1/decisions.yml": ROWS.replace("denied.json: escalate", "denied.json: abandon"),
            },
        ),
        body=impact("`DENIED`: escalate -> abandon, because nobody answers these tickets."),
    ),
    Case(
        name="decision policy edited alone",
        head=({"contract/decision.yml": DECISION.replace("429: retry", "429: escalate")},),
    ),
    Case(
        name="decision policy: an exact status no fixture has",
        head=({"contract/decision.yml": DECISION.replace("401: escalate", "401: escalate, 418: abandon")},),
    ),
    Case(
        name="v1 overwritten",
        head=({"fixtures/v1/timeout.json": error("TRANSIENT", 500)},),
        body=impact("`v1/timeout.json`: no decision changes, because only the status differs."),
    ),
    Case(name="reformatted", head=({"fixtures/v2/timeout.json": TIMEOUT.replace("  ", "    ")},)),
    Case(name="volatile only", head=({"fixtures/v2/timeout.json": TIMEOUT.replace("r-1", "r-2")},)),
    Case(name="message only", head=({"fixtures/v2/invalid.json": OLD_INVALID},)),
    Case(
        name="message only, with a sentence",
        head=({"fixtures/v2/invalid.json": OLD_INVALID},),
        body=impact("`v2/invalid.json`: message wording only, no decision changes, because users misread it."),
    ),
    Case(
        name="renamed inside a collection",
        head=(
            {
                "fixtures/v2/invalid.json": None,
                "fixtures/v2/negative.json": INVALID,
                "fixtures/v2/decisions.yml": ROWS.replace("invalid.json", "negative.json"),
            },
        ),
    ),
    Case(name="renamed out of a collection", head=({"fixtures/v2/invalid.json": None, "old/invalid.json": INVALID},)),
    Case(
        name="v2 fixture deleted while its code stays, another added",
        head=({"fixtures/v2/invalid.json": None, "fixtures/v2/other.json": error("TRANSIENT", 503, "Other.")},),
    ),
    Case(
        name="fixes an inherited break",
        merged=({"contract/codes.yml": CODES.replace("TRANSIENT: {action: retry", "TRANSIENT: {action: escalate")},),
        head=({"contract/codes.yml": CODES},),
    ),
    Case(
        name="the one after a merged break",
        merged=({"contract/codes.yml": CODES.replace("TRANSIENT: {action: retry", "TRANSIENT: {action: escalate")},),
        head=(
            {
                "contract/codes.yml": CODES.replace("TRANSIENT: {action: retry", "TRANSIENT: {action: escalate")
                + "  EXTRA: {action: retry, status: 503}\n"
            },
        ),
    ),
    Case(
        name="a break changed again is introduced",
        merged=({"contract/codes.yml": CODES.replace("TRANSIENT: {action: retry", "TRANSIENT: {action: escalate")},),
        head=({"contract/codes.yml": CODES.replace("TRANSIENT: {action: retry", "TRANSIENT: {action: abandon")},),
    ),
    Case(
        name="the one after the tag",
        merged=(
            {
                "contract/codes.yml": CODES.replace("TRANSIENT: {action: retry", "TRANSIENT: {action: escalate"),
                "fixtures/v2/decisions.yml": ROWS.replace("timeout.json: retry", "timeout.json: escalate"),
                "fixtures/v1/decisions.yml": ROWS.replace("timeout.json: retry", "timeout.json: escalate"),
            },
        ),
        later_tag={0: "v2.0.0"},
        head=(
            {
                "README.md": "More\n",
                "contract/codes.yml": CODES.replace("TRANSIENT: {action: retry", "TRANSIENT: {action: escalate")
                + "  EXTRA: {action: retry, status: 503}\n",
            },
        ),
    ),
    Case(
        name="two contracts with the same code, one changes",
        released={**RELEASED, **REFUNDS, ".github/errgate.yml": TWO_CONTRACTS},
        head=({"refunds/codes.yml": CODES.replace("TRANSIENT: {action: retry", "TRANSIENT: {action: escalate")},),
    ),
    Case(
        name="registry moved",
        head=({"contract/codes.yml": None, "errors/codes.yml": CODES, ".github/errgate.yml": MOVED},),
    ),
    Case(
        name="registry moved and changed",
        head=(
            {
                "contract/codes.yml": None,
                "errors/codes.yml": CODES + "  EXTRA: {action: retry, status: 503}\n",
                ".github/errgate.yml": MOVED,
            },
        ),
    ),
    Case(
        name="registry remapped",
        head=(
            {
                ".github/errgate.yml": CONFIG.replace(
                    "registry: contract/codes.yml", "registry: {path: contract/codes.yml, fields: {action: default}}"
                )
            },
        ),
    ),
    Case(name="registry removed", head=({"contract/codes.yml": None},)),
    Case(
        name="registry removed from the config",
        head=({".github/errgate.yml": CONFIG.replace("    registry: contract/codes.yml\n", "")},),
    ),
    Case(
        name="config loosened",
        head=({".github/errgate.yml": CONFIG.replace('["/request_id"]', '["/request_id", "/code"]')},),
    ),
    Case(
        name="config loosened, explained",
        head=({".github/errgate.yml": CONFIG.replace('["/request_id"]', '["/request_id", "/message"]')},),
        body=impact("`payments.volatile` gains `/message`, because wording is translated per request."),
    ),
    Case(name="config removed", head=({".github/errgate.yml": None},)),
    Case(name="config broken", head=({".github/errgate.yml": CONFIG.replace("registry:", "regsitry:")},)),
    Case(
        name="config broken at the target, repaired here",
        merged=({".github/errgate.yml": CONFIG.replace("registry:", "regsitry:")},),
        head=({".github/errgate.yml": CONFIG},),
    ),
    Case(
        name="config loosened and a break in one",
        head=(
            {
                ".github/errgate.yml": CONFIG.replace('"src/errors/**"', '"src/none/**"').replace(
                    "volatile:", "levels: {registry/code-redefined: {level: note, reason: noise}}\n    volatile:"
                ),
                "contract/codes.yml": CODES.replace("TRANSIENT: {action: retry", "TRANSIENT: {action: escalate"),
            },
        ),
    ),
    Case(
        name="adoption",
        released={key: value for key, value in RELEASED.items() if key != ".github/errgate.yml"},
        head=({".github/errgate.yml": CONFIG},),
    ),
    Case(
        name="a pull request opened before adoption",
        released={key: value for key, value in RELEASED.items() if key != ".github/errgate.yml"},
        merged=({".github/errgate.yml": CONFIG},),
        fork=0,
        head=({"contract/codes.yml": CODES.replace("TRANSIENT: {action: retry", "TRANSIENT: {action: escalate")},),
    ),
    Case(name="nothing watched changed", head=({"README.md": "More\n"},)),
    Case(
        name="serializer touched, no recording moved",
        head=({"src/errors/serialize.py": "def serialize(error):\n    return dict(error)\n"},),
    ),
    Case(
        name="no tag",
        tag=None,
        head=({"contract/codes.yml": CODES.replace("TRANSIENT: {action: retry", "TRANSIENT: {action: escalate")},),
    ),
    Case(
        name="new failure lands on the default",
        head=({"contract/codes.yml": BOTH_CODES, "fixtures/v2/limited.json": LIMITED},),
    ),
    Case(name="reclassified", head=({"fixtures/v2/invalid.json": error("DENIED", 403, "The amount is negative.")},)),
    Case(
        name="default changed",
        head=({"contract/decision.yml": DECISION.replace("default: escalate", "default: abandon")},),
    ),
    Case(
        name="precedence changed",
        head=(
            {
                "contract/decision.yml": DECISION.replace(
                    "[hint:recovery, code, status]", "[code, hint:recovery, status]"
                )
            },
        ),
    ),
    Case(
        name="attempts changed",
        head=({"contract/decision.yml": DECISION.replace("max_attempts: 3", "max_attempts: 1")},),
    ),
    Case(
        name="envelope: required removed",
        head=({"contract/envelope.schema.json": ENVELOPE.replace('"code",\n    "message"', '"code"')},),
    ),
    Case(
        name="envelope: made nullable",
        head=(
            {
                "contract/envelope.schema.json": ENVELOPE.replace(
                    '"recovery": {\n      "type": "string"', '"recovery": {\n      "type": ["string", "null"]'
                )
            },
        ),
    ),
    Case(
        name="envelope: type changed",
        head=(
            {
                "contract/envelope.schema.json": ENVELOPE.replace(
                    '"limit": {\n      "type": "integer"', '"limit": {\n      "type": "string"'
                )
            },
        ),
    ),
    Case(name="code moved", head=({"contract/decision.yml": DECISION.replace("code: /code", "code: /error/code")},)),
    Case(name="no safe default", head=({"contract/decision.yml": DECISION.replace("default: escalate\n", "")},)),
    Case(
        name="duplicate code",
        head=(
            {
                "contract/codes.yml": "codes:\n- {code: TRANSIENT, action: retry, status: 503, cause: server}\n- {code: INVALID, action: fix_request, status: 422, cause: client}\n- {code: DENIED, action: escalate, status: 403, cause: client}\n- {code: DENIED, action: escalate, status: 403, cause: client}\n"
            },
        ),
    ),
    Case(name="unreadable fixture", head=({"fixtures/v2/timeout.json": "{not json"},)),
    Case(name="unreadable registry", head=({"contract/codes.yml": "codes: [\n"},)),
    Case(name="sentence absent", head=(REGENERATED,), body="## What\n\nChange errors.\n"),
    Case(name="sentence in an HTML comment", head=(REGENERATED,), body=impact(f"<!-- {TRUE} -->")),
    Case(name="sentence in a quote", head=(REGENERATED,), body=impact(f"> {TRUE}")),
    Case(name="sentence in a code block", head=(REGENERATED,), body=impact(f"```\n{TRUE}\n```")),
    Case(
        name="template only",
        released={**RELEASED, ".github/pull_request_template.md": TEMPLATE},
        head=(REGENERATED,),
        body=TEMPLATE,
    ),
    Case(
        name="template with a true sentence",
        released={**RELEASED, ".github/pull_request_template.md": TEMPLATE},
        head=(REGENERATED,),
        body=TEMPLATE + "\n" + TRUE + "\n",
    ),
    Case(
        name="template edited by the pull request",
        released={**RELEASED, ".github/pull_request_template.md": TEMPLATE},
        head=({**REGENERATED, ".github/pull_request_template.md": "## Consumer impact\n"},),
        body=TEMPLATE,
    ),
    Case(
        name="sentence about another fixture",
        head=(REGENERATED,),
        body=impact("`v2/denied.json`: retry -> fix_request, because limits are not outages."),
    ),
    Case(
        name="sentence untrue",
        head=(REGENERATED,),
        body=impact("`v2/timeout.json`: no decision changes, because limits are not outages."),
    ),
    Case(
        name="sentence reversed",
        head=(REGENERATED,),
        body=impact("`v2/timeout.json`: fix_request -> retry, because limits are not outages."),
    ),
    Case(name="sentence true", head=(REGENERATED,), body=impact(TRUE)),
    Case(name="sentence true, with CRLF", head=(REGENERATED,), body=impact(TRUE).replace("\n", "\r\n")),
    Case(
        name="sentence true, in Hindi",
        head=(REGENERATED,),
        body="## उपभोक्ता प्रभाव\n\n`v2/timeout.json` पर एजेंट अब retry के बजाय fix_request करेंगे, क्योंकि सीमा कोई खराबी नहीं है।\n",
    ),
    Case(
        name="sentence true, in Japanese",
        head=(REGENERATED,),
        body="## 利用者への影響\n\n`v2/timeout.json`ではretryからfix_requestになる。なぜなら上限は障害ではないから。\n",
    ),
    Case(name="sentence in a commit trailer", head=(REGENERATED,), message=f"Change errors\n\nConsumer-Impact: {TRUE}"),
    Case(
        name="a merged regeneration is taken back",
        merged=({"fixtures/v2/invalid.json": OLD_INVALID},),
        head=({"fixtures/v2/invalid.json": INVALID},),
    ),
    Case(
        name="an unreleased fixture is removed again",
        merged=({"fixtures/v2/more.json": LIMITED, "contract/codes.yml": BOTH_CODES},),
        head=({"fixtures/v2/more.json": None},),
    ),
    Case(
        name="evidence for a merged removal comes later",
        merged=({"contract/codes.yml": SPLIT_CODES},),
        head=({"fixtures/v2/timeout.json": LIMITED},),
        body=impact("`v2/timeout.json`: agents escalate where they retried, because `TRANSIENT` is gone."),
    ),
    Case(
        name="status read elsewhere",
        head=({"contract/decision.yml": DECISION.replace('status: ["http:status"]', "status: /status")},),
    ),
    Case(
        name="an inherited decision stays inherited when attempts change",
        merged=(
            {
                "contract/codes.yml": CODES.replace("DENIED: {action: escalate", "DENIED: {action: retry"),
                "fixtures/v1/decisions.yml": ROWS.replace("denied.json: escalate", "denied.json: retry"),
                "fixtures/v2/decisions.yml": ROWS.replace("denied.json: escalate", "denied.json: retry"),
            },
        ),
        head=({"contract/decision.yml": DECISION.replace("max_attempts: 3", "max_attempts: 4")},),
    ),
    Case(
        name="a null that the release sent already is inherited",
        released={**RELEASED, "fixtures/v2/invalid.json": error("INVALID", 422, limit=None)},
        head=({"contract/codes.yml": CODES + "  EXTRA: {action: retry, status: 503}\n"},),
    ),
    Case(
        name="serializer touched, only a row edited",
        head=({"src/errors/serialize.py": "pass\n", "fixtures/v2/decisions.yml": ROWS + "more.json: retry\n"},),
    ),
    Case(
        name="a released line is deleted after the lines moved",
        released={
            **RELEASED,
            "fixtures/v2/all.jsonl": '{"code": "INVALID", "message": "one"}\n{"code": "DENIED", "message": "two"}\n',
            "fixtures/v2/denied.json": None,
        },
        merged=(
            {
                "fixtures/v2/all.jsonl": '{"code": "TRANSIENT", "message": "zero"}\n{"code": "INVALID", "message": "one"}\n{"code": "DENIED", "message": "two"}\n'
            },
        ),
        head=(
            {
                "fixtures/v2/all.jsonl": '{"code": "TRANSIENT", "message": "zero"}\n{"code": "INVALID", "message": "one"}\n'
            },
        ),
    ),
    Case(
        name="a prose action changes beside retryable",
        released={
            **RELEASED,
            "contract/codes.yml": CODES + "  MORE: {action: call support now please, retryable: true, status: 503}\n",
        },
        head=({"contract/codes.yml": CODES + "  MORE: {action: ignore it, retryable: true, status: 503}\n"},),
    ),
    Case(
        name="the release is chosen otherwise",
        head=({".github/errgate.yml": CONFIG.replace('release: {tag: "v*"}', "release: base")},),
    ),
    # what no fixture exercises
    Case(
        name="generated: malformed hints mean an action",
        head=(
            {
                "contract/hints.yml": HINTS.replace(
                    "permanent: escalate}", "permanent: escalate}\n    malformed: fix_request"
                )
            },
        ),
    ),
    Case(
        name="generated: a new hint retries what it does not know",
        head=(
            {
                "contract/hints.yml": HINTS + "  advice: {at: /advice, values: {later: retry}, unrecognized: retry}\n",
                "contract/decision.yml": DECISION.replace("[hint:recovery, ", "[hint:recovery, hint:advice, "),
            },
        ),
    ),
    Case(
        name="generated: a new hint asks the next source",
        head=({"contract/hints.yml": HINTS + "  advice: {at: /advice, values: {later: retry}, unrecognized: next}\n"},),
    ),
    Case(
        name="generated: unknown codes ask the next source",
        head=({"contract/decision.yml": DECISION + "unknown_code: next\n"},),
    ),
    Case(
        name="a registry where there was none",
        released={
            **RELEASED,
            ".github/errgate.yml": CONFIG.replace("    registry: contract/codes.yml\n", ""),
            "contract/codes.yml": None,
        },
        head=({".github/errgate.yml": CONFIG, "contract/codes.yml": CODES},),
    ),
    # the envelope
    Case(
        name="an optional object goes with its required member",
        released={**RELEASED, "contract/envelope.schema.json": DETAILED},
        head=({"contract/envelope.schema.json": ENVELOPE},),
    ),
    Case(
        name="an optional object comes with a required member",
        head=({"contract/envelope.schema.json": DETAILED},),
    ),
    Case(
        name="a field that all old errors carry becomes required",
        head=(
            {"contract/envelope.schema.json": ENVELOPE.replace('"message"\n  ]', '"message",\n    "request_id"\n  ]')},
        ),
    ),
    Case(
        name="a field that old errors lack becomes required",
        head=({"contract/envelope.schema.json": ENVELOPE.replace('"message"\n  ]', '"message",\n    "limit"\n  ]')},),
    ),
    Case(
        name="an envelope gets a condition",
        head=(
            {
                "contract/envelope.schema.json": ENVELOPE.replace(
                    '"type": "object"', '"not": {"required": ["x"]}, "type": "object"', 1
                )
            },
        ),
    ),
    Case(
        name="the content type becomes problem+json",
        released={**RELEASED, "fixtures/v2/timeout.json": typed("application/json; charset=utf-8")},
        head=({"fixtures/v2/timeout.json": typed("application/problem+json")},),
        body=impact("`v2/timeout.json`: no decision changes, because only the content type moved."),
    ),
    Case(
        name="the content type gets another charset",
        released={**RELEASED, "fixtures/v2/timeout.json": typed("application/json; charset=utf-8")},
        head=({"fixtures/v2/timeout.json": typed("application/json")},),
        body=impact("`v2/timeout.json`: no decision changes, because only the charset is left out."),
    ),
    Case(
        name="two aliases disagree",
        released={**RELEASED, "contract/decision.yml": DECISION.replace("code: /code", "code: [/code, /error_code]")},
        head=({"fixtures/v2/timeout.json": error("TRANSIENT", 503, error_code="UPSTREAM_DOWN")},),
        body=impact("`v2/timeout.json`: agents escalate where they retried, because both codes are sent."),
    ),
    Case(
        name="body and wire disagree about the status",
        released={**RELEASED, "contract/decision.yml": DECISION.replace('["http:status"]', '[/status, "http:status"]')},
        head=(
            {
                "fixtures/v2/timeout.json": json.dumps(
                    {
                        "response": {
                            "status": 200,
                            "body": {"code": "TRANSIENT", "message": "It failed.", "request_id": "r-1", "status": 503},
                        }
                    }
                )
            },
        ),
        body=impact("`v2/timeout.json`: no decision changes, because the body says what the wire said."),
    ),
    # many at once
    Case(name="wholesale, without a word", released=MANY, head=(ALL_MOVED,)),
    Case(
        name="wholesale, the code named and the collection not",
        released=MANY,
        head=(ALL_MOVED,),
        body=impact("`DENIED`: message wording only, no decision changes, because the texts were reviewed."),
    ),
    Case(
        name="wholesale, all of it said",
        released=MANY,
        head=(ALL_MOVED,),
        body=impact(
            "`DENIED` in the whole v2 collection: wording only, no decision changes, because the texts were reviewed."
        ),
    ),
    Case(
        name="a secret in a new recording",
        head=(
            {
                "fixtures/v2/token.json": error(
                    "DENIED", 403, "No such token: ghp_" + "aB3dE5gH7jK9mN1pQ3rS5tU7vW9xY1zA3bC5"
                ),
                "fixtures/v2/decisions.yml": ROWS + "token.json: escalate\n",
            },
        ),
    ),
    Case(
        name="a hint that the next source contradicts",
        head=({"fixtures/v2/quota.json": error("TRANSIENT", 503, recovery="permanent")},),
    ),
    Case(
        name="traffic is stated",
        released={
            **RELEASED,
            ".github/errgate.yml": CONFIG + "    traffic: {calls_per_day: 10000, transient_rate: 0.02}\n",
        },
        head=({"contract/codes.yml": CODES.replace("action: retry", "action: abandon")},),
    ),
    Case(
        name="a recording that nobody can read stays so",
        released={**RELEASED, "fixtures/v2/broken.json": "{"},
        head=({"contract/codes.yml": CODES + "  EXTRA: {action: retry, status: 503}\n"},),
    ),
    Case(
        name="retryability withdrawn beside its action",
        released={**RELEASED, "contract/codes.yml": CODES.replace("action: retry", "action: retry, retryable: true")},
        head=({"contract/codes.yml": CODES},),
    ),
)
