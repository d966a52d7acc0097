"""Public incidents in which a changed error broke its consumers, replayed as pull requests.

Each contract is built from the facts of a public thread (``thread``); messages are worded anew, keeping only the words that
consumers matched on. ``release`` is what the consumers were built on, ``head`` the change that reached them.

What cannot be said, and how it is said instead:

* Where two fields of one error carry different codes, a consumer here takes its safe default (`envelope/alias-conflict`),
  so "the one field wins over the other" (getmoto/moto#7827, as the real service answers) is no policy that can be written.
  The mock's answer, which carries one field only, can be replayed, and is.
* A renamed option of a client library (fwouts/prmonitor#1045) is no error. Its handlers are keyed by the kind of limit, so
  the kind is a hint and the renamed handler a renamed hint value.
* The class of an exception (ClickHouse/clickhouse-kafka-connect#818) is no field of a body. What the connector lost by it,
  the place where it reads the code, is one.
* A change that is right and breaks (smithy-lang/smithy-typescript#801, hashicorp/consul-terraform-sync#201,
  modelcontextprotocol/python-sdk#1149) stays blocked by a sentence alone, as it must: only a declared break lifts it.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.e2e.contract import Files
from tests.e2e.scenarios import impact

Found = frozenset[tuple[str, str, str, str]]
"""(rule, level, status, subject)."""
SQS = Path(__file__).parents[1] / "data" / "registries" / "aws-sqs-1.34.0-1.38.23"


@dataclass(frozen=True, kw_only=True)
class Incident:
    """One incident. ``stops``: every finding of level block or explain; ``says``: further findings that must be there."""

    name: str
    thread: str
    release: Files
    head: Files
    stops: Found
    says: Found = frozenset()
    body: str | None = None
    moves: Mapping[str, tuple[str, str]]
    """Recording → what agents of the release did about the failure before, and what is done now."""

    @property
    def exit(self) -> int:
        """Blocked if anything that stops was introduced and not explained."""
        return int(any(status == "introduced" for _, _, status, _ in self.stops))


def found(level: str, rule: str, *subjects: str, status: str = "introduced") -> Found:
    return frozenset((rule, level, status, subject) for subject in subjects)


def block(rule: str, *subjects: str) -> Found:
    return found("block", rule, *subjects)


def explain(rule: str, *subjects: str) -> Found:
    return found("explain", rule, *subjects)


def exchange(status: int, body: object, **headers: str) -> str:
    response = {"status": status, **({"headers": headers} if headers else {}), "body": body}
    return json.dumps({"response": response}, indent=1) + "\n"


def contract(decision: str, recordings: Mapping[str, tuple[str, str]], **parts: str) -> dict[str, str | None]:
    """The files of a contract: each recording in v1 and v2 with its expected action, and parts by name."""
    places = {"registry": "contract/codes.json", "hints": "contract/hints.yml", "envelope": "contract/envelope.json"}
    lines = [f"    {part}: {places[part]}\n" for part in parts if part != "registry"]
    if "registry" in parts:
        lines.append("    registry: {path: contract/codes.json, fields: {name: symbol}}\n")
    rows = "".join(f"{name}: {action}\n" for name, (_, action) in recordings.items())
    return {
        ".github/errgate.yml": 'version: 1\nowner: "@acme/errors"\ncontracts:\n  - name: api\n'
        "    decision: contract/decision.yml\n    fixtures: {v1: fixtures/v1, v2: fixtures/v2}\n" + "".join(lines),
        "contract/decision.yml": decision,
        **{places[part]: text for part, text in parts.items()},
        **{f"fixtures/{each}/decisions.yml": rows for each in ("v1", "v2")},
        **{f"fixtures/{each}/{name}": text for each in ("v1", "v2") for name, (text, _) in recordings.items()},
    }


def policy(text: str) -> str:
    return "actions: [retry, fix_request, escalate, abandon]\n" + text


def codes(**actions: str) -> str:
    return json.dumps({"codes": [{"code": code, "action": action} for code, action in actions.items()]}, indent=1)


def schema(required: list[str], **types: str) -> str:
    properties = {name: {"type": kind} for name, kind in types.items()}
    return json.dumps({"type": "object", "required": required, "properties": properties}, indent=1)


# A message that consumers matched on

LIMITS = policy(
    'errors: {status: ["http:status"]}\nprecedence: {action: [text, status]}\n'
    'text: [{matches: "(?i)\\\\babuse\\\\b", action: retry}]\nstatus: {403: escalate, 5xx: retry}\ndefault: escalate\n'
)
ABUSE = exchange(403, {"message": "An abuse detection mechanism was triggered. Try again later."})
SECONDARY = exchange(403, {"message": "A secondary rate limit was exceeded. Wait a few minutes."})
KINDS = """\
hints:
  limit: {at: /limit, values: {primary: retry, abuse: retry}}
"""
BY_KIND = policy('errors: {status: ["http:status"]}\nprecedence: {action: [hint:limit, status]}\n'
                 "status: {403: escalate, 5xx: retry}\ndefault: escalate\n")  # fmt: skip
IAM = policy(
    'errors: {code: /Code, message: /Message, status: ["http:status"]}\nprecedence: {action: [text, code, status]}\n'
    'text: [{matches: "Invalid principal in policy", action: retry}, {matches: "role cannot be assumed", action: retry}]\n'
    "status: {5xx: retry}\ndefault: escalate\n"
)
IAM_CODES = codes(MalformedPolicyDocument="fix_request", InvalidParameterValue="fix_request")
PRINCIPAL = {"Code": "MalformedPolicyDocument", "Message": "Invalid principal in policy"}
ASSUMED = {"Code": "InvalidParameterValue", "Message": "The role cannot be assumed yet"}

# Codes that became others

QUERY = policy(
    'errors: {code: /Error/Code, message: /Error/Message, status: ["http:status"]}\n'
    "precedence: {action: [code, status]}\nstatus: {5xx: retry}\ndefault: escalate\n"
)
GONE_QUEUE = exchange(
    400, {"Error": {"Type": "Sender", "Code": "AWS.SimpleQueueService.NonExistentQueue", "Message": "No."}}
)
GONE_QUEUE_JSON = exchange(400, {"__type": "com.amazonaws.sqs#QueueDoesNotExist", "message": "No."})
PURGING = exchange(
    403, {"Error": {"Type": "Sender", "Code": "AWS.SimpleQueueService.PurgeQueueInProgress", "Message": "Wait."}}
)
PURGING_JSON = exchange(403, {"__type": "com.amazonaws.sqs#PurgeQueueInProgress", "message": "Wait."})
RENAMED = (
    "BatchEntryIdsNotDistinct", "BatchRequestTooLong", "EmptyBatchRequest", "InvalidBatchEntryId", "MessageNotInflight",
    "PurgeQueueInProgress", "QueueDeletedRecently", "NonExistentQueue", "TooManyEntriesInBatchRequest", "UnsupportedOperation",
)  # fmt: skip
QUEUES = [
    {"code": "AWS.SimpleQueueService.NonExistentQueue", "symbol": "QueueDoesNotExist", "action": "fix_request"},
    {"code": "OverLimit", "symbol": "OverLimit", "action": "retry"},
]
CLICKHOUSE = (3, 107, 159, 164, 202, 203, 209, 210, 241, 242, 252, 285, 319, 425, 999)
"""The codes that the connector retries (ClickHouse/clickhouse-kafka-connect#818)."""
CONNECTOR = policy("errors: {code: /errorCode}\nprecedence: {action: [code]}\ndefault: abandon\n")
BATCHES = "".join(json.dumps({"errorCode": code, "message": f"DB::Exception {code}"}) + "\n" for code in CLICKHOUSE)
BATCHES_V2 = "".join(json.dumps({"code": code, "message": f"DB::Exception {code}"}) + "\n" for code in CLICKHOUSE)
LINES = tuple(f"v2/errors.jsonl#{number}" for number in range(1, len(CLICKHOUSE) + 1))
BROKER = policy("errors: {code: /error_code}\nprecedence: {action: [code]}\ndefault: abandon\n")
BROKER_CODES = [
    {"code": 7, "symbol": "REQUEST_TIMED_OUT", "retryable": True},
    {"code": 29, "symbol": "TOPIC_AUTHORIZATION_FAILED", "retryable": False},
]
QUOTA = json.dumps({"error_code": 89, "message": None})
TABLE = policy("errors: {code: /name}\nprecedence: {action: [code]}\ndefault: abandon\n")
TABLE_CODES = codes(TimeoutError="retry", AbortError="retry")
ABORTED = json.dumps({"name": "AbortError", "message": "Request aborted"})

# Shapes that became others

RPC = policy(
    "errors: {code: /error/code, message: /error/message}\nprecedence: {action: [hint:is_error, code]}\ndefault: escalate\n"
)
RPC_HINTS = 'hints:\n  is_error: {at: /result/isError, values: {"true": fix_request, "false": abandon}}\n'
RPC_CODES = codes(**{"-32601": "abandon", "-32602": "abandon", "-32603": "retry"})
UNKNOWN_TOOL = "Unknown tool: forecast"


def protocol_error(code: int) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": 3, "error": {"code": code, "message": UNKNOWN_TOOL}})


TOOL_ERROR = json.dumps(
    {"jsonrpc": "2.0", "id": 3, "result": {"content": [{"type": "text", "text": UNKNOWN_TOOL}], "isError": True}}
)
RPC_ERROR = schema(["jsonrpc", "id", "error"], jsonrpc="string", id="integer", error="object")
RPC_RESULT = schema(["jsonrpc", "id", "result"], jsonrpc="string", id="integer", result="object")
STORY = policy("precedence: {action: [status]}\nstatus: {404: fix_request, 5xx: retry}\ndefault: escalate\n")
STORY_BODY = {"message": "Not Found", "status": 404, "response": "There is no such record"}
STORY_SHAPE = schema(["message", "status"], message="string", status="integer", response="string")
SYNC = policy('errors: {message: /error, status: ["http:status"]}\nprecedence: {action: [status]}\n'
              "status: {4xx: fix_request, 5xx: retry}\ndefault: escalate\n")  # fmt: skip
SYNC_TEXT = "unsupported value of the parameter status"
ELASTIC = policy(
    "errors: {message: /error}\nprecedence: {action: [text, status]}\n"
    'text: [{matches: "^IndexMissingException", action: fix_request}]\nstatus: {5xx: retry}\ndefault: escalate\n'
)
NO_INDEX = "IndexMissingException[[books] missing]"

INCIDENTS: tuple[Incident, ...] = (
    Incident(
        name="a word that consumers matched on left the message",
        thread="octokit/plugin-throttling.js#437",
        release=contract(LIMITS, {"limit.json": (ABUSE, "retry")}),
        head={"fixtures/v2/limit.json": SECONDARY, "fixtures/v2/decisions.yml": "limit.json: escalate\n"},
        body=impact("`v2/limit.json`: retry -> escalate, because the limit has another name now."),
        stops=block("decision/new-error-changed", "v2/limit.json")
        | found("explain", "fixtures/regenerated", "v2/limit.json", status="explained"),
        moves={"fixtures/v2/limit.json": ("retry", "escalate")},
    ),
    Incident(
        name="the same, where a code goes with the message",
        thread="octokit/plugin-throttling.js#437",
        release=contract(
            LIMITS.replace("[text, status]", "[code, text, status]"),
            {"limit.json": (exchange(403, {"code": "limit", "message": "abuse detected"}), "retry")},
            registry=codes(limit="retry"),
        ),
        head={"fixtures/v2/limit.json": exchange(403, {"code": "limit", "message": "secondary rate limit"})},
        body=impact("`v2/limit.json`: message wording only, no decision changes, because the code carries it."),
        stops=found("explain", "fixtures/regenerated", "v2/limit.json", status="explained"),
        moves={},
    ),
    Incident(
        name="a handler's name was replaced, without an alias",
        thread="fwouts/prmonitor#1045",
        release=contract(BY_KIND, {"limit.json": (exchange(403, {"limit": "abuse"}), "retry")}, hints=KINDS),
        head={
            "contract/hints.yml": KINDS.replace("abuse", "secondary"),
            "fixtures/v2/limit.json": exchange(403, {"limit": "secondary"}),
        },
        stops=block("hints/value-removed", "limit=abuse")
        | block("decision/new-error-changed", "v2/limit.json")
        | block("decision/old-error-changed", "v1/limit.json")
        | block("decision/expectation-failed", "v1/limit.json")
        | explain("fixtures/regenerated", "v2/limit.json"),
        says=found("note", "hints/value-added", "limit=secondary"),
        moves={"fixtures/v1/limit.json": ("retry", "escalate"), "fixtures/v2/limit.json": ("retry", "escalate")},
    ),
    Incident(
        name="the new handler's name beside the old one",
        thread="fwouts/prmonitor#1045",
        release=contract(BY_KIND, {"limit.json": (exchange(403, {"limit": "abuse"}), "retry")}, hints=KINDS),
        head={"contract/hints.yml": KINDS.replace("abuse: retry", "abuse: retry, secondary: retry")},
        stops=frozenset(),
        says=found("note", "hints/value-added", "limit=secondary"),
        moves={},
    ),
    Incident(
        name="another protocol renames the codes and moves them",
        thread="boto/botocore#3054",
        release=contract(
            QUERY.replace("default: escalate", "default: abandon"),
            {"gone.json": (GONE_QUEUE, "abandon"), "purging.json": (PURGING, "abandon")},
            registry=(SQS / "old.json").read_text(),
            envelope=schema(["Error"], Error="object"),
        ),
        head={
            "contract/codes.json": (SQS / "new.json").read_text(),
            "contract/envelope.json": schema(["__type"], __type="string", message="string"),
            "contract/decision.yml": QUERY.replace("default: escalate", "default: abandon").replace(
                "/Error/Code", "/__type"
            ),
            "fixtures/v2/gone.json": GONE_QUEUE_JSON,
            "fixtures/v2/purging.json": PURGING_JSON,
        },
        stops=block(
            "registry/code-removed", *(f"AWS.SimpleQueueService.{each}" for each in RENAMED), "QueueAlreadyExists"
        )
        | block("envelope/required-removed", "/Error")
        | block("envelope/made-required", "/__type")
        | block("envelope/code-moved", "/Error/Code")
        | explain("registry/attribute-withdrawn", "OverLimit", "ResourceNotFoundException")
        | explain("fixtures/regenerated", "v2/gone.json", "v2/purging.json"),
        moves={},
    ),
    Incident(
        name="a field that only some answers carry is asked first, and its codes alone are known",
        thread="getmoto/moto#7827",
        release=contract(QUERY, {"gone.json": (GONE_QUEUE, "fix_request")}, registry=json.dumps({"codes": QUEUES})),
        head={
            "contract/decision.yml": QUERY.replace("/Error/Code", "[/Error/QueryErrorCode, /Error/Code]"),
            "contract/codes.json": json.dumps({"codes": [{**QUEUES[0], "code": "QueueDoesNotExist"}, QUEUES[1]]}),
        },
        stops=block("registry/code-removed", "AWS.SimpleQueueService.NonExistentQueue")
        | block("decision/old-error-changed", "v1/gone.json")
        | block("decision/expectation-failed", "v1/gone.json", "v2/gone.json"),
        says=found("note", "registry/code-added", "QueueDoesNotExist"),
        moves={"fixtures/v1/gone.json": ("fix_request", "escalate")},
    ),
    Incident(
        name="the message is empty, and with it what was retried",
        thread="hashicorp/terraform-provider-aws#11682",
        release=contract(
            IAM,
            {"assumed.json": (exchange(400, ASSUMED), "retry"), "principal.json": (exchange(400, PRINCIPAL), "retry")},
            registry=IAM_CODES,
        ),
        head={
            "fixtures/v2/assumed.json": exchange(400, {**ASSUMED, "Message": ""}),
            "fixtures/v2/principal.json": exchange(400, {**PRINCIPAL, "Message": ""}),
        },
        body=impact("The messages of all fixtures in v2 are empty; no decision changes, because the code stays."),
        stops=block("decision/new-error-changed", "v2/assumed.json", "v2/principal.json")
        | block("decision/expectation-failed", "v2/assumed.json", "v2/principal.json")
        | explain("fixtures/regenerated", "v2/assumed.json", "v2/principal.json"),
        moves={
            "fixtures/v2/assumed.json": ("retry", "fix_request"),
            "fixtures/v2/principal.json": ("retry", "fix_request"),
        },
    ),
    Incident(
        name="a protocol error became a tool's result",
        thread="modelcontextprotocol/ruby-sdk#228",
        release=contract(
            RPC,
            {"tool.json": (protocol_error(-32602), "abandon")},
            registry=RPC_CODES,
            hints=RPC_HINTS,
            envelope=RPC_ERROR,
        ),
        head={"contract/envelope.json": RPC_RESULT, "fixtures/v2/tool.json": TOOL_ERROR},
        stops=block("envelope/required-removed", "/error")
        | block("envelope/made-required", "/result")
        | block("decision/new-error-changed", "v2/tool.json")
        | block("decision/expectation-failed", "v2/tool.json")
        | explain("fixtures/regenerated", "v2/tool.json"),
        moves={"fixtures/v2/tool.json": ("abandon", "fix_request")},
    ),
    Incident(
        name="a tool's result became a protocol error",
        thread="modelcontextprotocol/python-sdk#1149",
        release=contract(
            RPC, {"tool.json": (TOOL_ERROR, "fix_request")}, registry=RPC_CODES, hints=RPC_HINTS, envelope=RPC_RESULT
        ),
        head={"contract/envelope.json": RPC_ERROR, "fixtures/v2/tool.json": protocol_error(-32601)},
        stops=block("envelope/required-removed", "/result")
        | block("envelope/made-required", "/error")
        | block("decision/new-error-changed", "v2/tool.json")
        | block("decision/expectation-failed", "v2/tool.json")
        | explain("fixtures/regenerated", "v2/tool.json"),
        moves={"fixtures/v2/tool.json": ("fix_request", "abandon")},
    ),
    Incident(
        name="an object became JSON in a string",
        thread="storyblok/storyblok-js-client#641",
        release=contract(STORY, {"story.json": (json.dumps(STORY_BODY), "fix_request")}, envelope=STORY_SHAPE),
        head={
            "contract/envelope.json": json.dumps({"type": "string"}),
            "fixtures/v2/story.json": json.dumps(json.dumps(STORY_BODY)),
        },
        stops=block("envelope/type-changed", "")
        | block("decision/new-error-changed", "v2/story.json")
        | block("decision/expectation-failed", "v2/story.json")
        | explain("fixtures/regenerated", "v2/story.json"),
        moves={"fixtures/v2/story.json": ("fix_request", "escalate")},
    ),
    Incident(
        name="a string became an object, announced in the description",
        thread="hashicorp/consul-terraform-sync#201",
        release=contract(
            SYNC,
            {"status.json": (exchange(400, {"error": SYNC_TEXT}), "fix_request")},
            envelope=schema(["error"], error="string"),
        ),
        head={
            "contract/envelope.json": schema(["error"], error="object"),
            "contract/decision.yml": SYNC.replace("/error,", "/error/message,"),
            "fixtures/v2/status.json": exchange(400, {"error": {"message": SYNC_TEXT}}),
        },
        body=impact("`error` in `v2/status.json` is an object; no decision changes, because the status decides."),
        stops=block("envelope/type-changed", "/error")
        | found("explain", "fixtures/regenerated", "v2/status.json", status="explained"),
        moves={},
    ),
    Incident(
        name="a string became an object with a cause inside",
        thread="ruflin/Elastica#1111",
        release=contract(
            ELASTIC,
            {"index.json": (json.dumps({"error": NO_INDEX, "status": 404}), "fix_request")},
            envelope=schema(["error", "status"], error="string", status="integer"),
        ),
        head={
            "contract/envelope.json": schema(["error", "status"], error="object", status="integer"),
            "fixtures/v2/index.json": json.dumps(
                {
                    "error": {
                        "root_cause": [{"type": "index_not_found_exception", "reason": "no such index"}],
                        "type": "index_not_found_exception",
                        "reason": "no such index",
                    },
                    "status": 404,
                }
            ),
        },
        stops=block("envelope/type-changed", "/error")
        | block("decision/new-error-changed", "v2/index.json")
        | block("decision/expectation-failed", "v2/index.json")
        | explain("fixtures/regenerated", "v2/index.json"),
        moves={"fixtures/v2/index.json": ("fix_request", "escalate")},
    ),
    Incident(
        name="a broker's new code says nothing about retrying",
        thread="tulios/kafkajs#1696",
        release=contract(
            BROKER,
            {"timed_out.json": (json.dumps({"error_code": 7}), "retry")},
            registry=json.dumps({"codes": BROKER_CODES}),
        ),
        head={
            "contract/codes.json": json.dumps(
                {"codes": [*BROKER_CODES, {"code": 89, "symbol": "THROTTLING_QUOTA_EXCEEDED"}]}
            ),
            "fixtures/v2/quota.json": QUOTA,
            "fixtures/v2/decisions.yml": "timed_out.json: retry\nquota.json: abandon\n",
        },
        stops=block("registry/no-default-action", "89"),
        says=found("note", "registry/code-added", "89"),
        moves={},
    ),
    Incident(
        name="the same, where the code says that it is retried",
        thread="tulios/kafkajs#1696",
        release=contract(
            BROKER,
            {"timed_out.json": (json.dumps({"error_code": 7}), "retry")},
            registry=json.dumps({"codes": BROKER_CODES}),
        ),
        head={
            "contract/codes.json": json.dumps(
                {"codes": [*BROKER_CODES, {"code": 89, "symbol": "QUOTA", "retryable": True}]}
            ),
            "fixtures/v2/quota.json": QUOTA,
            "fixtures/v2/decisions.yml": "timed_out.json: retry\nquota.json: retry\n",
        },
        stops=frozenset(),
        says=found("note", "registry/code-added", "89") | found("note", "decision/lands-on-default", "v2/quota.json"),
        moves={"fixtures/v2/quota.json": ("abandon", "retry")},
    ),
    Incident(
        name="the same, where a failure that was retried takes the new code",
        thread="tulios/kafkajs#1696",
        release=contract(
            BROKER,
            {"busy.json": (json.dumps({"error_code": 7}), "retry")},
            registry=json.dumps({"codes": BROKER_CODES}),
        ),
        head={
            "contract/codes.json": json.dumps(
                {"codes": [*BROKER_CODES, {"code": 89, "symbol": "QUOTA", "retryable": True}]}
            ),
            "fixtures/v2/busy.json": QUOTA,
        },
        stops=block("decision/new-error-changed", "v2/busy.json") | explain("fixtures/regenerated", "v2/busy.json"),
        moves={"fixtures/v2/busy.json": ("retry", "abandon")},
    ),
    Incident(
        name="the list of codes to retry is never asked",
        thread="ClickHouse/clickhouse-kafka-connect#818",
        release=contract(
            CONNECTOR,
            {"errors.jsonl": (BATCHES, "retry")},
            registry=json.dumps({"codes": [{"code": code, "action": "retry"} for code in CLICKHOUSE]}),
        )
        | {
            f"fixtures/{each}/decisions.yml": "".join(f"errors.jsonl#{n}: retry\n" for n in range(1, 16))
            for each in ("v1", "v2")
        },
        head={"fixtures/v2/errors.jsonl": BATCHES_V2},
        stops=block("decision/new-error-changed", *LINES)
        | block("decision/expectation-failed", *LINES)
        | explain("fixtures/regenerated", *LINES)
        | explain("fixtures/wholesale", "fixtures.v2"),
        moves={f"fixtures/v2/errors.jsonl#{number}": ("retry", "abandon") for number in range(1, 16)},
    ),
    Incident(
        name="a wrong entry leaves the table of what is retried: right, and a break",
        thread="smithy-lang/smithy-typescript#801",
        release=contract(TABLE, {"aborted.json": (ABORTED, "retry")}, registry=TABLE_CODES),
        head={
            "contract/codes.json": codes(TimeoutError="retry", AbortError="abandon"),
            **{f"fixtures/{each}/decisions.yml": "aborted.json: abandon\n" for each in ("v1", "v2")},
        },
        body=impact("`AbortError`: retry -> abandon, because a caller that aborts wants no further attempt."),
        stops=block("registry/code-redefined", "AbortError")
        | block("decision/old-error-changed", "v1/aborted.json")
        | found("explain", "fixtures/regenerated", "v1/aborted.json", "v2/aborted.json", status="explained"),
        moves={"fixtures/v1/aborted.json": ("retry", "abandon")},
    ),
)
