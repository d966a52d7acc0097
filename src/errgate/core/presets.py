"""Error envelopes in the wild: where each keeps its code, message, status and wait.

The table is data. Each entry names where the fact comes from; what an entry does not name, its vendor does not document.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from errgate.core.contract import Policy
from errgate.core.forms import CodeForm, WaitForm


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """One envelope. Places are pointers into the body (``*`` stands for any key or index, the first match counts),
    ``header:NAME``, or ``http:status``."""

    name: str
    title: str
    """What it reads, in a few words."""
    source: str
    """Where the facts come from: an RFC, or the vendor's documentation."""
    code: tuple[str, ...] = ()
    """Where the code lies; several are aliases, which must agree."""
    code_else: tuple[str, ...] = ()
    """Asked in this order where ``code`` has none."""
    message: tuple[str, ...] = ()
    """The first text counts."""
    status: tuple[str, ...] = ("http:status",)
    """Where the status lies; several must agree."""
    status_else: tuple[str, ...] = ()
    """Asked in this order where ``status`` has none; may differ from it."""
    wait: tuple[str, ...] = ("header:Retry-After",)
    """Where it says how long to wait; the first that can be counted counts. Retry-After is RFC 9110's, for any API on HTTP."""
    code_forms: Mapping[str, CodeForm] = field(default_factory=lambda: MappingProxyType({}))
    """Place of a code → how its value is read, where not plainly."""
    wait_forms: Mapping[str, WaitForm] = field(default_factory=lambda: MappingProxyType({}))
    """Place of a wait → how its value is read, where not plainly."""
    note: str = ""

    @property
    def places(self) -> Policy:
        """A policy that says nothing but where an error's facts lie."""
        return Policy(
            path="",
            code=self.code,
            code_else=self.code_else,
            message=self.message,
            status_at=self.status,
            status_else=self.status_else,
            wait=self.wait,
            code_forms=self.code_forms,
            wait_forms=self.wait_forms,
        )


RETRY_AFTER = "header:Retry-After"
OAUTH_ERROR: Mapping[str, CodeForm] = MappingProxyType({"/error": "word"})
"""An ``error`` that is a single word, as OAuth sends it on the same API; prose is a message."""

_ALL = (
    Preset(
        name="problem+json",
        title="Problem details of RFC 9457 (before: RFC 7807)",
        source="https://www.rfc-editor.org/rfc/rfc9457",
        code=("/code",),
        code_else=("/type",),
        message=("/detail", "/title"),
        status=("/status", "http:status"),
        wait=(RETRY_AFTER, "/retryAfterSec", "/retry_after"),
        code_forms={"/type": "problem-type"},
        note="An extension member `code` goes before `type`. The body's waits are extension members, of the Belgian "
        "government's REST guide and of Cloudflare.",
    ),
    Preset(
        name="aip-193",
        title="Google APIs: google.rpc.Status as JSON",
        source="https://google.aip.dev/193",
        code=("/error/details/*",),
        code_else=(
            "/error/status",
            "/error/errors/*/reason",
            "/details/*",
            "/status",
            "/0/error/details/*",
            "/0/error/status",
        ),
        message=("/error/message", "/message", "/0/error/message"),
        status=("/error/code",),
        status_else=("/code", "/0/error/code", "http:status"),
        wait=("/error/details/*", "/details/*", "/0/error/details/*", RETRY_AFTER),
        code_forms={
            "/error/details/*": "error-info",
            "/details/*": "error-info",
            "/0/error/details/*": "error-info",
            "/status": "word",
        },
        wait_forms={
            "/error/details/*": "retry-info",
            "/details/*": "retry-info",
            "/0/error/details/*": "retry-info",
        },
        note="AIP-193 calls the reason of ErrorInfo the machine-readable identifier; the canonical status stands in where "
        "there is none. Streams send an array.",
    ),
    Preset(
        name="graphql",
        title="GraphQL errors, also under status 200",
        source="https://spec.graphql.org/draft/#sec-Errors",
        code=("/errors/*/extensions/code",),
        code_else=("/errors/*/extensions/classification", "/errors/*/errorType", "/errors/*/type"),
        message=("/errors/*/message",),
        status=("/errors/*/extensions/http/status",),
        status_else=(
            "/errors/*/extensions/status",
            "/errors/*/extensions/statusCode",
            "/errors/*/extensions/status_code",
            "http:status",
        ),
        wait=(
            "/errors/*/extensions/retryAfter",
            "/errors/*/extensions/retry_after",
            "/errors/*/extensions/retry_in_seconds",
            RETRY_AFTER,
        ),
        note="The specification leaves `extensions` to the server; the places are those of Apollo, graphql-java, AppSync, "
        "GitHub and monday.com.",
    ),
    Preset(
        name="json-rpc",
        title="JSON-RPC 2.0",
        source="https://www.jsonrpc.org/specification#error_object",
        code=("/error/code",),
        code_else=("/code",),
        message=("/error/message", "/message"),
        wait=("/error/data/retryAfter", "/error/data/retry_after", "/error/data/rate/backoff_seconds", RETRY_AFTER),
        note="`data` is the server's own; `rate.backoff_seconds` is Infura's.",
    ),
    Preset(
        name="mcp",
        title="Model Context Protocol: protocol errors and tool results with isError",
        source="https://modelcontextprotocol.io/specification/2025-11-25/server/tools#error-handling",
        code=("/error/code",),
        code_else=(
            "/result/structuredContent/code",
            "/result/structuredContent/error/code",
            "/structuredContent/code",
            "/structuredContent/error/code",
            "/code",
        ),
        message=(
            "/error/message",
            "/result/structuredContent/message",
            "/result/structuredContent/error/message",
            "/result/content/*/text",
            "/structuredContent/message",
            "/structuredContent/error/message",
            "/content/*/text",
            "/message",
        ),
        wait=(
            "/error/data/retryAfter",
            "/error/data/retry_after",
            "/result/structuredContent/retryAfter",
            "/result/structuredContent/retry_after",
            "/structuredContent/retryAfter",
            "/structuredContent/retry_after",
            RETRY_AFTER,
        ),
        note="A tool result with text only has no code. What `structuredContent` holds is the tool's own.",
    ),
    Preset(
        name="json:api",
        title="JSON:API error objects",
        source="https://jsonapi.org/format/1.1/#errors",
        code=("/errors/*/code",),
        message=("/errors/*/detail", "/errors/*/title"),
        status=("/errors/*/status",),
        status_else=("http:status",),
        note="Of several errors the first that has the member counts. The response's status may then be a broader one.",
    ),
    Preset(
        name="oauth2",
        title="OAuth 2.0 error responses, also of the device flow and of bearer tokens",
        source="https://www.rfc-editor.org/rfc/rfc6749#section-5.2",
        code=("/error",),
        code_else=("header:WWW-Authenticate",),
        message=("/error_description",),
        wait=(RETRY_AFTER, "/interval"),
        code_forms={"header:WWW-Authenticate": "bearer"},
        note="The header is that of RFC 6750; `interval` is the device flow's, which GitHub repeats with `slow_down`.",
    ),
    Preset(
        name="aws-json",
        title="AWS JSON 1.0 and 1.1, and REST JSON",
        source="https://smithy.io/2.0/aws/protocols/aws-restjson1-protocol.html",
        code=("header:x-amzn-query-error",),
        code_else=("header:x-amzn-errortype", "/code", "/__type"),
        message=("/message", "/Message", "/errorMessage"),
        code_forms={
            "header:x-amzn-query-error": "before-semicolon",
            "header:x-amzn-errortype": "shape",
            "/code": "shape",
            "/__type": "shape",
        },
    ),
    Preset(
        name="azure",
        title="Azure and Microsoft Graph (OData errors)",
        source="https://github.com/microsoft/api-guidelines/blob/vNext/azure/Guidelines.md#handling-errors",
        code=("/error/code",),
        code_else=("/code", "header:x-ms-error-code"),
        message=("/error/message", "/message"),
        wait=("header:retry-after-ms", "header:x-ms-retry-after-ms", RETRY_AFTER),
        wait_forms={"header:retry-after-ms": "milliseconds", "header:x-ms-retry-after-ms": "milliseconds"},
        note="The top code is the one that is kept stable; `innererror` may grow more specific ones.",
    ),
    Preset(
        name="stripe",
        title="Stripe",
        source="https://docs.stripe.com/api/errors",
        code=("/error/code",),
        code_else=("/error/type", "/error"),
        message=("/error/message", "/error_description"),
        code_forms=OAUTH_ERROR,
        note="Where a card's reason decides: `{preset: stripe, code: /error/decline_code}`.",
    ),
    Preset(
        name="openai",
        title="OpenAI, and those that answer alike",
        source="https://platform.openai.com/docs/guides/error-codes",
        code=("/error/code",),
        code_else=("/error/type", "/error", "/code"),
        message=("/error/message", "/error_description", "/error", "/message"),
        wait=(
            "header:retry-after-ms",
            RETRY_AFTER,
            "header:x-ratelimit-reset-requests",
            "header:x-ratelimit-reset-tokens",
        ),
        code_forms=OAUTH_ERROR,
        wait_forms={
            "header:retry-after-ms": "milliseconds",
            "header:x-ratelimit-reset-requests": "duration-reset",
            "header:x-ratelimit-reset-tokens": "duration-reset",
        },
    ),
    Preset(
        name="anthropic",
        title="Anthropic, also inside an event stream",
        source="https://docs.claude.com/en/api/errors",
        code=("/error/type",),
        message=("/error/message",),
        wait=("header:retry-after-ms", RETRY_AFTER),
        wait_forms={"header:retry-after-ms": "milliseconds"},
    ),
    Preset(
        name="slack",
        title="Slack Web API: ok is false, under status 200",
        source="https://docs.slack.dev/apis/web-api/#responses",
        code=("/error",),
        message=("/response_metadata/messages/*",),
        note="The body has no status; the one on the wire is 200 but for rate limits.",
    ),
    Preset(
        name="kubernetes",
        title="Kubernetes Status, also inside a watch event",
        source="https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/status/",
        code=("/reason",),
        code_else=("/object/reason",),
        message=("/message", "/object/message"),
        status=("/code",),
        status_else=("/object/code", "http:status"),
        wait=("/details/retryAfterSeconds", "/object/details/retryAfterSeconds", RETRY_AFTER),
        note="A watch answers 200 and sends the Status of its failure as an event.",
    ),
    Preset(
        name="twilio",
        title="Twilio",
        source="https://www.twilio.com/docs/usage/twilios-response#response-formats-exceptions",
        code=("/code",),
        message=("/message",),
        status=("/status", "http:status"),
    ),
    Preset(
        name="discord",
        title="Discord",
        source="https://discord.com/developers/docs/topics/opcodes-and-status-codes",
        code=("/code",),
        code_else=("/error",),
        message=("/message", "/error_description"),
        wait=("/retry_after", RETRY_AFTER, "header:X-RateLimit-Reset-After"),
        code_forms=OAUTH_ERROR,
        wait_forms={"header:X-RateLimit-Reset-After": "decimal"},
        note="Rate limits have no code, or a number of their own. Code 0 is a general error.",
    ),
    Preset(
        name="elasticsearch",
        title="Elasticsearch and OpenSearch",
        source="https://www.elastic.co/docs/reference/elasticsearch/rest-apis/common-options",
        code=("/error/type",),
        code_else=("/error/root_cause/*/type", "/error"),
        message=("/error/reason", "/error/root_cause/*/reason", "/error"),
        status=("/status", "http:status"),
        code_forms={"/error": "exception"},
        note="Before 2.0 the error is a text that begins with the exception's name.",
    ),
    Preset(
        name="github",
        title="GitHub REST API",
        source="https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api",
        code=("/errors/*/code",),
        message=("/message",),
        status=("/status", "http:status"),
        wait=(RETRY_AFTER, "header:x-ratelimit-reset"),
        wait_forms={"header:x-ratelimit-reset": "epoch-reset"},
        note="Only failed validations have a code; rate limits are told by status, headers and message.",
    ),
    Preset(
        name="meta-graph",
        title="Meta Graph API",
        source="https://developers.facebook.com/docs/graph-api/guides/error-handling",
        code=("/error/code",),
        code_else=("/error/type",),
        message=("/error/message",),
        note="Where it decides: `{preset: meta-graph, code: /error/error_subcode}`.",
    ),
    Preset(
        name="okta",
        title="Okta",
        source="https://developer.okta.com/docs/reference/error-codes/",
        code=("/errorCode",),
        code_else=("/error",),
        message=("/errorSummary", "/error_description"),
        wait=(RETRY_AFTER, "header:X-Rate-Limit-Reset"),
        code_forms=OAUTH_ERROR,
        wait_forms={"header:X-Rate-Limit-Reset": "epoch-reset"},
    ),
    Preset(
        name="paypal",
        title="PayPal",
        source="https://developer.paypal.com/api/rest/responses/",
        code=("/name",),
        code_else=("/error",),
        message=("/message", "/error_description"),
        code_forms=OAUTH_ERROR,
        note="Where the issue decides: `{preset: paypal, code: /details/0/issue}`.",
    ),
    Preset(
        name="shopify",
        title="Shopify: GraphQL, REST, and mutations with userErrors",
        source="https://shopify.dev/docs/api/usage/response-codes",
        code=("/errors/*/extensions/code",),
        code_else=("/data/*/userErrors/*/code", "/error"),
        message=(
            "/errors",
            "/errors/*/message",
            "/errors/*",
            "/errors/*/*",
            "/data/*/userErrors/*/message",
            "/error_description",
        ),
        code_forms=OAUTH_ERROR,
        wait_forms={RETRY_AFTER: "decimal"},
        note="`errors` is a text, a list, or a map of fields to lists of texts; only the GraphQL ones have a code.",
    ),
    Preset(
        name="error-object",
        title="A member error that is an object or a text, as many APIs have it",
        source="no specification",
        code=("/error/code",),
        code_else=("/error/type", "/error", "/code"),
        message=("/error/message", "/error", "/message"),
        status=("/error/status",),
        status_else=("/status", "http:status"),
        code_forms=OAUTH_ERROR,
    ),
)

PRESETS: Mapping[str, Preset] = MappingProxyType({preset.name: preset for preset in _ALL})
"""Name → preset, in the order of the documentation."""


def starter(preset: Preset) -> Policy:
    """A small policy that needs no file: what a careful consumer does by status alone."""
    return replace(
        preset.places,
        actions=("retry", "fix_request", "escalate", "abandon"),
        status=MappingProxyType(
            {"429": "retry", "5xx": "retry", "401": "escalate", "403": "escalate", "4xx": "fix_request"}
        ),
        default="escalate",
    )
