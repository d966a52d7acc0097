"""Which kind of API an error's body comes from, and where it keeps code, message, status and wait."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from errgate.core.contract import Fixture
from errgate.core.discovery.words import code_of, strength
from errgate.core.presets import PRESETS
from errgate.core.signals import found_at, read_codes
from errgate.core.value import Json, escape

DEPTH = 4
"""Levels of a body at which its facts are looked for."""
CODES = (
    "code", "error_code", "errorCode", "err_code", "errCode", "errcode", "error", "reason", "errno", "slug", "key", "type",
    "name", "id", "status",
)  # fmt: skip
MESSAGES = (
    "message",
    "detail",
    "description",
    "error_description",
    "error_message",
    "errorMessage",
    "msg",
    "title",
    "summary",
    "reason",
    "error",
    "text",
)
STATUSES = ("status", "status_code", "statusCode", "http_status", "httpStatus", "httpStatusCode", "code")
WAITS = ("retry_after", "retryAfter", "retry_after_seconds", "retryAfterSeconds", "retry_in_seconds")
"""Keys that are counted in seconds."""
STRIPE_TYPES = ("api_error", "card_error", "idempotency_error", "invalid_request_error")


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """Where an error's facts lie: a preset's name, or pointers, or a preset with another place for the code."""

    preset: str = ""
    code: tuple[str, ...] = ()
    message: tuple[str, ...] = ()
    status: tuple[str, ...] = ()
    wait: tuple[str, ...] = ()
    why: str = ""
    guess: bool = False
    """Nothing was seen: the commonest places stand in."""


Body = Mapping[str, Json]


def _object(value: Json) -> Body:
    return value if isinstance(value, Mapping) else MappingProxyType({})


def _first(value: Json) -> Body:
    return _object(value[0]) if isinstance(value, list) and value else MappingProxyType({})


def _is_number(value: Json) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_word(value: Json) -> bool:
    return isinstance(value, str) and strength(value) > 0


def _json_rpc(body: Body) -> bool:
    return "jsonrpc" in body and isinstance(body.get("error"), Mapping)


def _mcp(body: Body) -> bool:
    result = _object(body.get("result"))
    return (
        body.get("isError") is True
        or result.get("isError") is True
        or ("structuredContent" in body and "content" in body)
    )


def _problem(body: Body) -> bool:
    described = isinstance(body.get("title"), str) or isinstance(body.get("detail"), str)
    kind = body.get("type")
    told = isinstance(kind, str) and (":" in kind or "/" in kind)
    return described and (told or ("status" in body and "title" in body)) and "error" not in body


def _kubernetes(body: Body) -> bool:
    return (body.get("kind") == "Status" and "apiVersion" in body) or _object(body.get("object")).get(
        "kind"
    ) == "Status"


def _graphql(body: Body) -> bool:
    first = _first(body.get("errors"))
    return "message" in first and any(key in first for key in ("locations", "path", "extensions"))


def _json_api(body: Body) -> bool:
    first = _first(body.get("errors"))
    marks = ("detail", "title", "source", "status", "links", "meta")
    return "message" not in first and sum(1 for key in marks if key in first) >= (1 if "code" in first else 2)


def _aip(body: Body) -> bool:
    error = _object(body.get("error"))
    details = error.get("details", body.get("details"))
    typed = isinstance(details, list) and any(
        str(_object(each).get("@type", "")).startswith("type.google") for each in details
    )
    canonical = error.get("status")
    return typed or (_is_number(error.get("code")) and isinstance(canonical, str) and canonical.isupper())


def _anthropic(body: Body) -> bool:
    return body.get("type") == "error" and "type" in _object(body.get("error"))


def _elasticsearch(body: Body) -> bool:
    error = _object(body.get("error"))
    return "root_cause" in error or ("type" in error and "reason" in error)


def _stripe(body: Body) -> bool:
    error = _object(body.get("error"))
    marks = ("decline_code", "doc_url", "request_log_url", "payment_intent", "charge", "network_advice_code")
    return any(key in error for key in marks) or (error.get("type") in STRIPE_TYPES[1:3])


def _openai(body: Body) -> bool:
    error = _object(body.get("error"))
    return all(key in error for key in ("message", "type", "param", "code"))


def _azure(body: Body) -> bool:
    error = _object(body.get("error"))
    return "innererror" in error or "innerError" in error or ("code" in error and "target" in error)


def _slack(body: Body) -> bool:
    return body.get("ok") is False and isinstance(body.get("error"), str)


def _oauth(body: Body) -> bool:
    return _is_word(body.get("error")) and ("error_description" in body or "error_uri" in body)


def _error_object(body: Body) -> bool:
    error = _object(body.get("error"))
    return any(key in error for key in ("code", "type")) and any(key in error for key in ("message", "msg", "detail"))


def _has(*keys: str) -> Callable[[Body], bool]:
    return lambda body: all(key in body for key in keys)


KINDS: Sequence[tuple[str, Callable[[Body], bool], str]] = (
    ("mcp", _mcp, "`isError`"),
    ("json-rpc", _json_rpc, "`jsonrpc` beside `error`"),
    ("kubernetes", _kubernetes, "`kind: Status`"),
    ("slack", _slack, "`ok: false` beside `error`"),
    ("aws-json", _has("__type"), "`__type`"),
    ("okta", _has("errorCode", "errorSummary"), "`errorCode` beside `errorSummary`"),
    ("meta-graph", lambda body: "fbtrace_id" in _object(body.get("error")), "`fbtrace_id`"),
    ("paypal", _has("name", "debug_id"), "`name` beside `debug_id`"),
    ("aip-193", _aip, "a number as `error.code` beside a word as `error.status`, or details of a Google type"),
    ("anthropic", _anthropic, "`type: error` around an `error`"),
    ("elasticsearch", _elasticsearch, "`error.type` beside `error.reason`"),
    ("stripe", _stripe, "members of Stripe's errors"),
    ("openai", _openai, "`error` with message, type, param and code"),
    ("azure", _azure, "`error` with a target or an inner error"),
    ("graphql", _graphql, "`errors` with locations, path or extensions"),
    ("json:api", _json_api, "`errors` with title, detail, status or source"),
    ("oauth2", _oauth, "`error` beside `error_description`"),
    ("twilio", _has("code", "message", "more_info"), "`code`, `message` and `more_info`"),
    ("github", _has("message", "documentation_url"), "`message` beside `documentation_url`"),
    ("problem+json", _problem, "members of RFC 9457: type, title, detail, status"),
    ("error-object", _error_object, "an object `error` with code and message"),
)
"""Preset, what tells it, and what that was in words; the most telling first."""
VENDORS = ("stripe", "openai", "azure", "meta-graph")
"""Their bodies look like those of others where a telling member is absent."""
ABSORBED = ("error-object", "openai", "oauth2")
"""Kinds that are taken for a vendor's where one of its own was seen."""
MEDIA: Mapping[str, str] = MappingProxyType({
    "application/problem+json": "problem+json",
    "application/vnd.api+json": "json:api",
    "application/graphql-response+json": "graphql",
})  # fmt: skip
"""Media types of failing answers that name their form."""
PACKAGES: Mapping[str, str] = MappingProxyType({
    "fastapi-problem-details": "problem+json", "fastapi-problem": "problem+json", "rfc9457": "problem+json",
    "problem-spring-web": "problem+json", "http-problem-details": "problem+json", "drf-problems": "problem+json",
    "graphql-yoga": "graphql", "@apollo/server": "graphql", "apollo-server": "graphql", "strawberry-graphql": "graphql",
    "ariadne": "graphql", "graphene": "graphql", "graphql-java": "graphql",
    "@modelcontextprotocol/sdk": "mcp", "fastmcp": "mcp", "mcp": "mcp",
    "vscode-jsonrpc": "json-rpc", "jsonrpcserver": "json-rpc", "json-rpc-2.0": "json-rpc", "jayson": "json-rpc",
    "fastapi-jsonrpc": "json-rpc", "djangorestframework-jsonapi": "json:api", "jsonapi-serializer": "json:api",
    "k8s.io/apimachinery": "kubernetes",
})  # fmt: skip
"""Dependencies that say in which form errors are sent."""


def preset_of(body: Json) -> tuple[str, str] | None:
    """The preset that reads a body, and what told it; None where it is of no known kind."""
    if isinstance(body, list):
        return preset_of(body[0]) if body else None
    if not isinstance(body, Mapping):
        return None
    return next(((name, why) for name, tells, why in KINDS if tells(body)), None)


def is_error(body: Json, status: int | None = None) -> bool:
    """Whether a body looks like an error's: of a known kind, sent with a failing status, or with a code beside a message at
    its top or in ``error``."""
    if preset_of(body) is not None or (status is not None and status >= 400):
        return True
    if not isinstance(body, Mapping) or len(body) > 25:
        return False
    inner = body.get("error") or body.get("errors") or body.get("fault") or body.get("detail")
    for each, keys in ((body, CODES[:6]), (_object(inner), CODES), (_first(inner), CODES)):
        told = any(isinstance(each.get(key), str) and len(str(each[key])) < 2_000 for key in MESSAGES[:9])
        coded = any(code_of(each.get(key)) is not None for key in (*keys, *WAITS))
        if told and coded:
            return True
    return isinstance(body.get("error"), str) and len(body) <= 4


def guess(
    bodies: Sequence[Fixture], *, codes: Collection[str] = (), media: Sequence[str] = (), packages: Collection[str] = ()
) -> Places:
    """Where the facts of these errors lie. ``codes``: the registry's, which tell the place of the code for sure."""
    name, why = _commonest(bodies)
    if not name:
        name = next((MEDIA[each] for each in media if each in MEDIA), "")
        why = f"failing answers are described as {next((m for m in media if m in MEDIA), '')}" if name else ""
    known = frozenset(codes)
    if name:
        if _hits(bodies, name, known) or not known or not bodies:
            return Places(preset=name, why=why)
        pointers = _code_places(bodies, known)
        if pointers:
            return Places(preset=name, code=pointers[:1], why=f"{why}; the registry's codes are at {pointers[0]}")
        if name not in ("error-object", "oauth2", "github", "twilio"):
            return Places(preset=name, why=why)
    own = _own(bodies, known)
    if own is not None:
        return own
    if name:
        return Places(preset=name, why=why)
    package = next((each for each in PACKAGES if each in packages), None)
    if package is not None:
        return Places(preset=PACKAGES[package], why=f"{package} is among the dependencies")
    return Places(
        code=("/code",), message=("/message",), status=("/status", "http:status"), wait=("header:Retry-After",), guess=True,
        why="no recorded error and no schema of one was found",
    )  # fmt: skip


def _commonest(bodies: Sequence[Fixture]) -> tuple[str, str]:
    counts: dict[str, int] = {}
    told: dict[str, str] = {}
    for each in bodies:
        found = _kind(each)
        if found is not None:
            counts[found[0]] = counts.get(found[0], 0) + 1
            told.setdefault(*found)
    vendor = next((name for name in VENDORS if name in counts), None)
    for name in ABSORBED if vendor is not None else ():
        if name != vendor:
            counts[vendor or ""] += counts.pop(name, 0)
    if not counts:
        return "", ""
    name = max(counts, key=lambda each: counts[each])
    return (name, f"errors have {told[name]}") if counts[name] * 2 >= len(bodies) else ("", "")


def _kind(error: Fixture) -> tuple[str, str] | None:
    media = error.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media in MEDIA:
        return MEDIA[media], f"the media type {media}"
    if any(name in error.headers for name in ("x-amzn-errortype", "x-amzn-query-error")):
        return "aws-json", "the header x-amzn-errortype"
    return preset_of(error.body)


def _hits(bodies: Sequence[Fixture], preset: str, codes: Collection[str]) -> bool:
    """Whether the preset reads a code of the registry in one of the bodies."""
    places = PRESETS[preset].places
    return any(
        code in codes
        for each in bodies
        for code in read_codes(places, each, (*places.code, *places.code_else)).values()
    )


def leaves(value: Json, at: str = "", depth: int = 0) -> Iterator[tuple[str, str, Json]]:
    """Pointer, key and value of everything in a body that is no container; of arrays only the first item."""
    if depth > DEPTH:
        return
    if isinstance(value, Mapping):
        for key, child in list(value.items())[:50]:
            here = f"{at}/{escape(key)}"
            if isinstance(child, Mapping | list):
                yield from leaves(child, here, depth + 1)
            else:
                yield here, key, child
    elif isinstance(value, list) and value:
        yield from leaves(value[0], f"{at}/0", depth + 1)


@dataclass(slots=True)
class _Seen:
    """How often each place was seen, in the order of the first time."""

    counts: dict[str, int] = field(default_factory=dict)

    def add(self, at: str) -> None:
        self.counts[at] = self.counts.get(at, 0) + 1

    def best(self, rank: Callable[[str], float]) -> list[str]:
        return sorted(self.counts, key=lambda at: (-rank(at), -self.counts[at], at.count("/"), at))


def _code_places(bodies: Sequence[Fixture], codes: Collection[str]) -> tuple[str, ...]:
    """Where codes of the registry stand, the commonest place first."""
    seen = _Seen()
    for each in bodies:
        for at, _, value in leaves(each.body):
            if code_of(value) in codes:
                seen.add(at)
    return tuple(seen.best(lambda at: seen.counts[at]))


def _own(bodies: Sequence[Fixture], codes: Collection[str]) -> Places | None:
    """Pointers for bodies of no known kind."""
    seen: dict[str, _Seen] = {name: _Seen() for name in ("code", "message", "status", "wait")}
    for each in bodies:
        for at, key, value in leaves(each.body):
            if key in CODES and code_of(value) is not None and strength(str(value)) > 0 and key != "status":
                seen["code"].add(at)
            if key in MESSAGES and isinstance(value, str) and (" " in value or key in MESSAGES[:7]):
                seen["message"].add(at)
            if key in STATUSES and _is_number(value) and 100 <= int(str(value)[:6]) <= 599:
                seen["status"].add(at)
            if key in WAITS:
                seen["wait"].add(at)
    certain = _code_places(bodies, codes)
    code = certain or tuple(seen["code"].best(lambda at: -_rank(at, CODES) - 3 * at.count("/")))
    message = seen["message"].best(lambda at: -_rank(at, MESSAGES) - 3 * at.count("/"))
    status = [
        at for at in seen["status"].best(lambda at: -_rank(at, STATUSES) - 3 * at.count("/")) if at not in code[:1]
    ]
    if not code:
        return None
    return Places(
        code=code[:1],
        message=tuple(message[:1]) or ("/message",),
        status=(*status[:1], "http:status"),
        wait=("header:Retry-After", *seen["wait"].best(lambda _: 0)[:2]),
        why=f"the registry's codes are at {code[0]}" if certain else f"{code[0]} looks like a code",
    )


def _rank(at: str, keys: Sequence[str]) -> int:
    key = at.rpartition("/")[2]
    return keys.index(key) if key in keys else len(keys)


def has_code(places: Places, body: Fixture) -> bool:
    """Whether a body has a code where these places say."""
    if places.preset and not places.code:
        policy = PRESETS[places.preset].places
        return bool(read_codes(policy, body, (*policy.code, *policy.code_else)))
    return any(True for at in places.code for _ in found_at(body, at))
