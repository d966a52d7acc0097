"""Which key of a registry's entries gives which of errgate's fields."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from errgate.core.discovery.words import code_of, strength
from errgate.core.value import Json

Entry = Mapping[str, Json]
KEYS: Mapping[str, tuple[str, ...]] = {
    "status": (
        "status", "http_status", "httpStatus", "http_status_code", "httpStatusCode", "status_code", "statusCode", "http",
        "http_code", "httpCode", "HttpStatus", "HTTPStatus", "StatusCode", "Status", "http-status", "status-code",
        "x-status", "x-http-status", "httpStatusCodes", "code",
    ),
    "description": (
        "description", "message", "detail", "details", "msg", "title", "summary", "text", "error", "Description", "Message",
        "desc", "default_message", "defaultMessage", "developer_message", "developerMessage", "user_message", "userMessage",
        "message_template", "messageTemplate", "template", "explanation", "meaning", "help", "reason", "label",
    ),
    "retryable": (
        "retryable", "retriable", "is_retryable", "isRetryable", "is_retriable", "can_retry", "canRetry", "should_retry",
        "shouldRetry", "retry", "transient", "is_transient", "isTransient", "temporary", "recoverable", "x-retryable",
        "Retryable", "safe_to_retry", "retry_safe",
    ),
    "action": (
        "action", "default_action", "defaultAction", "recommended_action", "recommendedAction", "recovery_action",
        "recoveryAction", "client_action", "clientAction", "consumer_action", "agent_action", "suggested_action",
        "suggestedAction", "retry_strategy", "retryStrategy", "recovery", "remedy", "x-action", "Action", "on_error",
    ),
    "name": ("name", "symbol", "constant", "identifier", "symbolic_name", "const_name", "constName", "Name", "key"),
    "cause": ("cause", "root_cause", "rootCause"),
    "category": (
        "category", "group", "kind", "class", "error_class", "errorClass", "error_type", "errorType", "error_category",
        "errorCategory", "family", "domain", "Category", "type",
    ),
    "state": ("state", "lifecycle", "stability", "status"),
    "replaced_by": ("replaced_by", "replacedBy", "superseded_by", "supersededBy", "successor", "use_instead", "replacement"),
    "retire_at": ("retire_at", "retireAt", "sunset", "sunset_at", "removal_date", "remove_at"),
    "may_have_executed": ("may_have_executed", "mayHaveExecuted"),
    "terminal": ("terminal", "is_terminal", "isTerminal"),
    "reserved": ("reserved",),
    "hint": ("hint",),
}  # fmt: skip
"""errgate's field → the keys that registries use for it, the most telling first."""
CODE_KEYS = (
    "code", "error_code", "errorCode", "err_code", "errCode", "errorcode", "Code", "ErrorCode", "const", "id", "key", "slug",
    "identifier", "error", "errno", "reason", "symbol", "name", "type", "title", "value", "Name",
)  # fmt: skip
"""Keys that hold an entry's code, the most telling first."""
STATES = ("active", "deprecated", "retired", "reserved")
UNUSED = "not-read"
"""A key that no entry has: maps away a field whose own key holds something else."""
CANONICAL = re.compile(r"[A-Z]{2,20}(?:_[A-Z]{2,20}){0,4}")
"""A status in words, as gRPC has them."""
WORD = re.compile(r"[^\W\d_][\w.-]{0,59}")
_ACTED = ("action", "default_action", "defaultAction")
"""Keys that a registry's reader takes for ``action`` without being told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mapped:
    """What the keys of the entries mean. ``fields`` is what the config has to say; the rest follows from the keys' names."""

    fields: Mapping[str, str]
    found: Mapping[str, str]
    """errgate's field → the key that gives it, the ones of the same name included."""
    left: tuple[str, ...] = ()
    """Keys that are called like a field and hold something else."""


def _is_word(value: Json) -> bool:
    return isinstance(value, str) and WORD.fullmatch(value) is not None


def _is_text(value: Json) -> bool:
    return isinstance(value, str | int | float) and not isinstance(value, bool)


def _is_status(value: Json) -> bool:
    text = code_of(value) or ""
    return (text.isascii() and text.isdigit() and 100 <= int(text[:6]) <= 599) or CANONICAL.fullmatch(text) is not None


def _is_whole(value: Json) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_code_or_list(value: Json) -> bool:
    items = value if isinstance(value, list) else [value]
    return all(isinstance(item, str | int) and not isinstance(item, bool) for item in items)


def _is_boolean(value: Json) -> bool:
    return isinstance(value, bool)


USABLE: Mapping[str, Callable[[Json], bool]] = {
    "status": _is_status,
    "description": lambda value: isinstance(value, str),
    "retryable": _is_boolean,
    "action": lambda value: isinstance(value, str),
    "name": _is_text,
    "cause": _is_text,
    "category": _is_word,
    "state": lambda value: value in STATES,
    "replaced_by": _is_code_or_list,
    "retire_at": _is_text,
    "may_have_executed": _is_boolean,
    "terminal": _is_boolean,
    "reserved": _is_boolean,
    "hint": _is_word,
}
"""What a field's values must be, all of them. The reader's own demands, and where it would take anything, sense."""


def map_fields(entries: Sequence[Entry], *, code_key: str | None, star: int | None) -> Mapped:
    """The mapping for these entries.

    ``code_key``: where the code is, None for a map's key. ``star``: which star of the pattern matched the key of an entry
    in a map, None for entries in a list.
    """
    fields: dict[str, str] = {}
    found: dict[str, str] = {}
    left: list[str] = []
    taken = {code_key} if code_key is not None else set()
    if code_key is not None and (star is not None or code_key != "code"):
        fields["code"] = code_key
    for field, keys in KEYS.items():
        key = next((each for each in keys if each not in taken and _gives(entries, each, USABLE[field])), None)
        if field == "status" and key is None and field not in taken and _gives(entries, field, _is_whole):
            key = field
        if key is not None:
            found[field] = key
            taken.add(key)
            if key != field and not (field == "action" and key in _ACTED):
                fields[field] = key
        elif field != code_key and _holds(entries, field):
            fields[field] = UNUSED
            if field not in taken:
                left.append(field)
    if "code" in fields and star is not None and "name" not in found:
        fields["name"], found["name"] = f"{{{star}}}", "its key"
    return Mapped(fields=fields, found=found, left=tuple(left))


def _values(entries: Sequence[Entry], key: str) -> list[Json]:
    return [entry[key] for entry in entries if entry.get(key) is not None]


def _holds(entries: Sequence[Entry], key: str) -> bool:
    return any(entry.get(key) is not None for entry in entries)


def _gives(entries: Sequence[Entry], key: str, usable: Callable[[Json], bool]) -> bool:
    values = _values(entries, key)
    return bool(values) and all(usable(value) for value in values)


def code_key(entries: Sequence[Entry], *, may_be_key: bool) -> str | None:
    """The key that holds a code of its own in every entry, or None. ``may_be_key``: a map's key is the code already, and
    only a key that is surely called a code goes before it."""
    for key in CODE_KEYS[:7] if may_be_key else CODE_KEYS:
        texts = [code_of(entry.get(key)) for entry in entries]
        known = [text for text in texts if text is not None]
        if len(known) < len(entries) or len(set(known)) * 20 < len(known) * 19:
            continue
        if all(text.isdigit() and 100 <= int(text[:4]) <= 599 for text in known) and (may_be_key or key != "code"):
            continue
        if sum(strength(text) for text in known) >= 0.45 * len(known):
            return key
    return None
