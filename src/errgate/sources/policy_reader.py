"""Reads a decision policy: ``decision.yml``. The only place that knows the regular-expression library (linear time)."""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Literal, TypeVar

from errgate.core import preset_names
from errgate.core.contract import Policy, TextRule
from errgate.core.presets import PRESETS
from errgate.sources.documents import Document
from errgate.sources.shape import Place, root, short, suggestion

Form = TypeVar("Form", bound=str)
KEYS = (
    "actions", "errors", "precedence", "status", "text", "categories", "retry", "default", "unknown_code",
    "not_idempotent", "aliases",
)  # fmt: skip
STATUS = re.compile(r"[1-5][0-9]{2}|[1-5]xx", re.ASCII)
ACTION = re.compile(r"[^\W\d_][\w.-]{0,59}")
RESERVED = ("next", "default", "unrecognized", "backoff", "forbidden", "undecided")
"""Words that a hint's state or a decision uses for itself."""
MOST = 200
"""Actions, text rules, and sources that a policy may list."""
LONGEST_PATTERN = 1000


def read(document: Document) -> Policy:
    """The policy in a document; a missing ``default`` is left None. Raises Unreadable with the line."""
    members = root(document).object(KEYS, required=("actions",))
    actions = _actions(members["actions"])
    places = _errors(members["errors"]) if "errors" in members else Policy(path=document.path)
    precedence = members["precedence"].object(("action", "category")) if "precedence" in members else {}
    retry = members["retry"].object(("max_attempts",)) if "retry" in members else {}

    def by_status(place: Place) -> Mapping[str, str]:
        return _by_status(place, lambda each: _action(each, actions))

    return replace(
        places,
        actions=actions,
        precedence=_sources(precedence["action"]) if "action" in precedence else None,
        category_precedence=_category_sources(precedence["category"])
        if "category" in precedence
        else ("status", "code"),
        status=by_status(members["status"]) if "status" in members else MappingProxyType({}),
        text=_texts(members["text"], actions) if "text" in members else (),
        categories=_by_status(members["categories"], Place.label) if "categories" in members else None,
        max_attempts=retry["max_attempts"].whole(at_least=1, at_most=1000) if "max_attempts" in retry else 3,
        default=_optional_action(members, "default", actions),
        unknown_code=_unknown_code(members["unknown_code"]) if "unknown_code" in members else "default",
        not_idempotent=_optional_action(members, "not_idempotent", actions),
        aliases=_aliases(members["aliases"], actions) if "aliases" in members else MappingProxyType({}),
    )


def _actions(place: Place) -> tuple[str, ...]:
    actions: dict[str, None] = {}
    for item in place.one_or_more(most=MOST):
        action = item.label()
        if action in RESERVED:
            raise item.refuse(f"`{action}` has a meaning of its own and can be no action.", "Rename the action.")
        if not ACTION.fullmatch(action):
            raise item.refuse(f"the action {short(action)!r} is no single word.", "Write it as fix_request.")
        if action in actions:
            raise item.refuse(f"the action `{action}` is listed twice.", "Remove one of them.")
        actions[action] = None
    return tuple(actions)


def _errors(place: Place) -> Policy:
    """A policy that says nothing but where an error's facts lie: those of the preset, if one is named, then each key's own."""
    members = place.object(("code", "message", "status", "wait", "preset"))
    base = _preset(members["preset"]) if "preset" in members else Policy(path="")
    own = {
        key: tuple(_where(item, key) for item in member.one_or_more(most=MOST))
        for key, member in members.items()
        if key != "preset"
    }
    found = replace(
        base,
        path=place.document.path,
        code=own.get("code", base.code),
        code_else=() if "code" in own else base.code_else,
        message=own.get("message", base.message),
        status_at=own.get("status", base.status_at),
        status_else=() if "status" in own else base.status_else,
        wait=own.get("wait", base.wait),
    )
    return replace(
        found,
        code_forms=_used(found.code_forms, (*found.code, *found.code_else)),
        wait_forms=_used(found.wait_forms, found.wait),
    )


def _preset(place: Place) -> Policy:
    name = place.text()
    preset = preset_names.find(name)
    if preset is None:
        raise place.refuse(
            f"there is no preset `{short(name)}`.", suggestion(name.lower(), (*PRESETS, *preset_names.ALIASES))
        )
    return preset.places


def _used(forms: Mapping[str, Form], places: Collection[str]) -> Mapping[str, Form]:
    """The forms of places that are read, so that equal readings are equal."""
    return MappingProxyType({at: form for at, form in forms.items() if at in places})


def _where(item: Place, key: str) -> str:
    if item.value == "http:status":
        if key != "status":
            raise item.refuse(f"`http:status` says nothing about `{key}`.", "Name a pointer into the body.")
        return "http:status"
    return item.pointer(header=True)


def _action(place: Place, actions: Collection[str]) -> str:
    found = place.text()
    if found not in actions:
        raise place.refuse(
            f"`{short(found)}` is not one of the policy's actions.",
            suggestion(found, actions, f"Use one of `actions`: {', '.join(actions)}."),
        )
    return found


def _optional_action(members: Mapping[str, Place], key: str, actions: Collection[str]) -> str | None:
    return None if key not in members or members[key].is_null else _action(members[key], actions)


def _unknown_code(place: Place) -> Literal["default", "next"]:
    return "next" if place.choice("default", "next") == "next" else "default"


def _sources(place: Place) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for item in place.items(most=MOST):
        word = item.label()
        if word not in ("code", "status", "text") and (not word.startswith("hint:") or not word[5:].strip()):
            raise item.refuse(
                f"`{short(word)}` is no source of a decision.",
                suggestion(word, ("code", "status", "text"), f"Use hint:{short(word)}, code, status or text."),
            )
        if word in found:
            raise item.refuse(f"`{word}` is named twice.", "Remove one of them.")
        found[word] = None
    return tuple(found)


def _category_sources(place: Place) -> tuple[str, ...]:
    found = tuple(item.choice("status", "code") for item in place.items(most=2))
    if len(set(found)) != len(found):
        raise place.refuse("a source is named twice.", "Remove one of them.")
    return found


def _by_status(place: Place, read_value: Callable[[Place], str]) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for key, member in place.object().items():
        normal = key.lower()
        if not STATUS.fullmatch(normal):
            raise member.refuse(
                f"`{short(key)}` is no status.", "Use three digits such as 503, or a class such as 5xx."
            )
        if normal in found:
            raise member.refuse(f"the status `{normal}` is named twice.", "Keep one of them.")
        found[normal] = read_value(member)
    return MappingProxyType(found)


def _texts(place: Place, actions: Collection[str]) -> tuple[TextRule, ...]:
    rules = []
    for item in place.items(most=MOST):
        members = item.object(("matches", "action"), required=("matches", "action"))
        pattern = members["matches"].text()
        action = _action(members["action"], actions)
        rules.append(TextRule(matches=pattern, action=action, search=_compile(members["matches"], pattern)))
    return tuple(rules)


def _compile(place: Place, pattern: str) -> Callable[[str], bool]:
    """A search that takes time in proportion to the message, whatever the pattern."""
    import re2  # noqa: PLC0415  (loaded only where a policy matches text)

    if len(pattern) > LONGEST_PATTERN:
        raise place.refuse(f"the pattern has {len(pattern)} characters, more than {LONGEST_PATTERN}.", "Shorten it.")
    options = re2.Options()
    options.log_errors = False
    options.max_mem = 8 << 20
    try:
        compiled = re2.compile(pattern, options)
    except re2.error as error:
        why = error.args[0] if error.args else "it cannot be compiled"
        why = why.decode("utf-8", "replace") if isinstance(why, bytes) else str(why)
        raise place.refuse(
            f"`{short(pattern)}` is no regular expression that can be searched in linear time: {short(why)}.",
            "Correct the pattern; look-around and back-references are not available.",
        ) from error

    def search(message: str) -> bool:
        return compiled.search(message) is not None

    return search


def _aliases(place: Place, actions: Collection[str]) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for action, member in place.object().items():
        if action not in actions:
            raise member.refuse(
                f"`{short(action)}` is not one of the policy's actions.",
                suggestion(action, actions, f"Use one of `actions`: {', '.join(actions)}."),
            )
        found[action] = tuple(item.label() for item in member.one_or_more(most=MOST))
    return MappingProxyType(found)
