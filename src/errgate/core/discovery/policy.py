"""A decision policy and hints, guessed from what a registry and recorded errors say."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from errgate.core.contract import Fixture
from errgate.core.decide import retries
from errgate.core.discovery.bodies import leaves
from errgate.core.discovery.fields import WORD
from errgate.core.discovery.registries import Candidate
from errgate.core.value import Json

ROLES: Mapping[str, re.Pattern[str]] = {
    "retry": re.compile(r"retry(?:_\w+)?"),
    "fix_request": re.compile(r"fix(?:_\w+)?|correct(?:_\w+)?|change_request|modify(?:_\w+)?|client_fix", re.I),
    "escalate": re.compile(r"escalate|contact(?:_\w+)?|ask(?:_\w+)?|human|support|report|manual(?:_\w+)?|page", re.I),
    "abandon": re.compile(r"abandon|abort|give_?up|stop|fail|none|ignore|do_?not_?retry|no_?retry|fatal", re.I),
}
"""errgate's usual action → words of registries that mean it."""
AGAIN = re.compile(r"re-?try|again|transient|temporary|backoff|wait|recoverable", re.I)
FIXING = re.compile(r"fix|correct|modif|change|client|invalid|request", re.I)
ASKING = re.compile(r"escalat|contact|support|human|manual|permanent|report|ask|auth", re.I)
ENDING = re.compile(r"abandon|abort|give|stop|fail|none|ignore|fatal|never", re.I)
RESERVED = ("next", "default", "unrecognized", "backoff", "forbidden", "undecided")
MOST_ACTIONS = 20
RETRYING = re.compile(r"(?:is_?|can_?|should_?)?(?:retry|retryable|retriable|transient|temporary|recoverable)", re.I)
ADVISING = re.compile(
    r"recovery(?:_?action)?|recommended_?action|suggested_?action|next_?action|default_?action|action|advice(?:_?code)?|remedy|"
    r"retry_?(?:strategy|policy)",
    re.I,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Actions:
    """The policy's actions. ``role`` gives the word for each of errgate's usual ones."""

    words: tuple[str, ...]
    role: Mapping[str, str]
    own: tuple[str, ...] = ()
    """Those that the registry brought."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HintGuess:
    """A field of recorded errors that tells consumers what to do."""

    name: str
    at: str
    values: Mapping[str, str]


def actions_of(registry: Candidate | None) -> Actions:
    """The registry's own words for actions, then the usual ones that they leave out."""
    key = registry.mapped.found.get("action") if registry is not None else None
    stated: dict[str, None] = {}
    for entry in registry.entries if registry is not None and key is not None else ():
        word = entry.get(key or "")
        if isinstance(word, str):
            stated[word] = None
    own = tuple(word for word in stated if WORD.fullmatch(word) and word not in RESERVED)
    if len(own) > MOST_ACTIONS or len(own) * 2 < len(stated):
        own = ()
    role: dict[str, str] = {}
    for name, pattern in ROLES.items():
        role[name] = name if name in own else next((word for word in own if pattern.fullmatch(word)), name)
    return Actions(words=tuple(dict.fromkeys([*role.values(), *own])), role=role, own=own)


def decides_by_code(registry: Candidate | None, actions: Actions) -> bool:
    """Whether the registry says what to do about its codes."""
    return registry is not None and (bool(actions.own) or "retryable" in registry.mapped.found)


def hints_of(bodies: Sequence[Fixture], actions: Actions) -> tuple[HintGuess, ...]:
    """Fields of recorded errors that say whether to retry, or what to do, with an action for each value that was seen."""
    seen: dict[str, dict[str, None]] = {}
    keys: dict[str, str] = {}
    for body in bodies:
        for at, key, value in leaves(body.body):
            if isinstance(value, bool) and RETRYING.fullmatch(key):
                seen.setdefault(at, {}).update({"true": None, "false": None})
            elif isinstance(value, str) and ADVISING.fullmatch(key) and WORD.fullmatch(value):
                seen.setdefault(at, {})[value] = None
            else:
                continue
            keys[at] = key
    found: dict[str, HintGuess] = {}
    for at, values in seen.items():
        name = re.sub(r"\W", "_", keys[at], flags=re.ASCII)
        if name not in found and len(values) <= MOST_ACTIONS:
            found[name] = HintGuess(name=name, at=at, values={value: _meaning(value, actions) for value in values})
    return tuple(found.values())


def _meaning(value: str, actions: Actions) -> str:
    role = actions.role
    if value in actions.words:
        return value
    if value in ("true", "false"):
        return role["retry"] if value == "true" else role["escalate"]
    for pattern, name in ((ENDING, "abandon"), (AGAIN, "retry"), (FIXING, "fix_request"), (ASKING, "escalate")):
        if pattern.search(value):
            return role[name]
    return role["escalate"]


def is_retry(action: str) -> bool:
    """Whether errgate counts an action as sending the request again."""
    return retries(action)


def unpredicted(bodies: Sequence[Fixture], pattern: re.Pattern[str]) -> tuple[str, ...]:
    """Places whose values differ from call to call, by their key."""
    found: dict[str, None] = {}
    for body in bodies[:500]:
        for at, key, value in leaves(body.body):
            if pattern.fullmatch(key) and isinstance(value, str | int):
                found[at] = None
    return tuple(sorted(found))[:20]


def error_with(code: Json, at: str, message_at: str) -> Json | None:
    """A body that holds a code and a message where pointers say; ``*`` and digits become a list's first item."""
    made: Json = _put({}, at, code)
    if message_at.startswith("/") and message_at != at and not at.startswith(f"{message_at}/"):
        try:
            made = _put(made, message_at, "An error that this version of the API does not send.")
        except TypeError:
            return made
    return made


def _put(value: Json, at: str, new: Json) -> Json:
    if not at:
        return new
    token, _, rest = at[1:].partition("/")
    below = f"/{rest}" if rest else ""
    key = token.replace("~1", "/").replace("~0", "~")
    if key == "*" or key == "0":
        items = value if isinstance(value, list) else []
        if value and not isinstance(value, list):
            raise TypeError
        return [_put(items[0] if items else {}, below, new)]
    if value is not None and not isinstance(value, Mapping):
        raise TypeError
    members = dict(value or {})
    return {**members, key: _put(members.get(key, {}), below, new)}
