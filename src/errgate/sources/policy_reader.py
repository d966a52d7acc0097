"""Reads a decision policy: ``decision.yml``. The only place that knows the regular-expression library (linear time)."""

import difflib
import re
from collections.abc import Callable, Iterable
from types import MappingProxyType
from typing import Literal

from errgate.core.contract import Policy, TextRule
from errgate.sources.documents import Document
from errgate.sources.shape import Place, root

KEYS = (
    "actions", "errors", "precedence", "status", "text", "categories", "retry", "default", "unknown_code",
    "not_idempotent", "aliases",
)  # fmt: skip
STATUS = re.compile(r"[1-5][0-9]{2}|[1-5]xx", re.ASCII)
RESERVED = ("next", "default", "unrecognized", "backoff", "forbidden", "undecided")


def read(document: Document) -> Policy:
    """The policy in a document; a missing ``default`` is left None. Raises Unreadable with the line."""
    members = root(document).object(KEYS, required=("actions",))
    actions = members["actions"].texts()
    if not actions:
        raise members["actions"].refuse("`actions` is empty.", "List what a consumer can do.")
    for action in actions:
        if action in RESERVED or actions.count(action) > 1:
            problem = "is a word of its own" if action in RESERVED else "is listed twice"
            raise members["actions"].refuse(f"the action `{action}` {problem}.", "Rename or remove it.")
    places = _errors(members.get("errors"))
    precedence = members["precedence"].object(("action", "category")) if "precedence" in members else {}
    retry = members["retry"].object(("max_attempts",)) if "retry" in members else {}
    unknown: Literal["default", "next"] = "default"
    if "unknown_code" in members and members["unknown_code"].choice("default", "next") == "next":
        unknown = "next"
    return Policy(
        path=document.path,
        actions=actions,
        code=places.get("code", ("/code",)),
        message=places.get("message", ("/message",)),
        status_at=places.get("status", ("/status", "http:status")),
        precedence=_sources(precedence["action"]) if "action" in precedence else None,
        category_precedence=_category_sources(precedence["category"])
        if "category" in precedence
        else ("status", "code"),
        status=_by_status(members["status"], lambda place: _action(place, actions))
        if "status" in members
        else MappingProxyType({}),
        text=tuple(_text(place, actions) for place in members["text"].items()) if "text" in members else (),
        categories=_by_status(members["categories"], Place.text) if "categories" in members else None,
        max_attempts=retry["max_attempts"].whole(at_least=1) if "max_attempts" in retry else 3,
        default=_action(members["default"], actions) if "default" in members else None,
        unknown_code=unknown,
        not_idempotent=_action(members["not_idempotent"], actions) if "not_idempotent" in members else None,
        aliases=_aliases(members["aliases"], actions) if "aliases" in members else MappingProxyType({}),
    )


def _errors(place: Place | None) -> dict[str, tuple[str, ...]]:
    if place is None:
        return {}
    members = place.object(("code", "message", "status", "preset"))
    if "preset" in members:
        raise members["preset"].refuse("presets are not supported in this version.", "Name code, message and status.")
    return {key: _places(member, status=key == "status") for key, member in members.items()}


def _places(place: Place, *, status: bool) -> tuple[str, ...]:
    items = [place] if isinstance(place.value, str) else list(place.items())
    found = []
    for item in items:
        if status and item.value == "http:status":
            found.append("http:status")
        else:
            found.append(item.pointer(header=True))
    if not found:
        raise place.refuse(f"{place.name} is empty.", "Name at least one pointer.")
    return tuple(found)


def _action(place: Place, actions: Iterable[str]) -> str:
    found = place.text()
    if found not in actions:
        near = difflib.get_close_matches(found, list(actions), n=1)
        hint = f"Did you mean `{near[0]}`?" if near else f"Use one of `actions`: {', '.join(actions)}."
        raise place.refuse(f"`{found[:60]}` is not one of the policy's actions.", hint)
    return found


def _sources(place: Place) -> tuple[str, ...]:
    found = []
    for item in place.items():
        word = item.text()
        if word not in ("code", "status", "text") and not (word.startswith("hint:") and word[5:]):
            raise item.refuse(f"`{word[:60]}` is no source.", "Use hint:NAME, code, status or text.")
        if word in found:
            raise item.refuse(f"`{word}` is named twice.", "Remove one.")
        found.append(word)
    return tuple(found)


def _category_sources(place: Place) -> tuple[str, ...]:
    return tuple(item.choice("status", "code") for item in place.items())


def _by_status(place: Place, read_value: Callable[[Place], str]) -> "MappingProxyType[str, str]":
    found: dict[str, str] = {}
    for key, member in place.object().items():
        normal = key.lower()
        if not STATUS.fullmatch(normal):
            raise member.refuse(f"`{key[:40]}` is no status.", "Use three digits, or a class such as 5xx.")
        found[normal] = read_value(member)
    return MappingProxyType(found)


def _text(place: Place, actions: Iterable[str]) -> TextRule:
    members = place.object(("matches", "action"), required=("matches", "action"))
    pattern = members["matches"].text()
    return TextRule(
        matches=pattern, action=_action(members["action"], actions), search=_compile(members["matches"], pattern)
    )


def _compile(place: Place, pattern: str) -> Callable[[str], bool]:
    import re2  # noqa: PLC0415  (loaded only where a policy matches text)

    options = re2.Options()
    options.log_errors = False
    options.max_mem = 8 << 20
    try:
        compiled = re2.compile(pattern, options)
    except re2.error as error:
        raise place.refuse(
            f"`{pattern[:60]}` is no regular expression (RE2): {error}.", "Correct the pattern."
        ) from error
    return lambda message: compiled.search(message) is not None


def _aliases(place: Place, actions: Iterable[str]) -> "MappingProxyType[str, tuple[str, ...]]":
    found = {}
    for action, member in place.object().items():
        if action not in actions:
            raise member.refuse(f"`{action[:60]}` is not one of the policy's actions.", "Name an action.")
        found[action] = member.texts()
    return MappingProxyType(found)
