"""How a consumer decides: it asks the policy's sources in order about the signals of an error.

Reading the signals is a step of its own (``errgate.core.signals``), so that the policy grid can decide about signals for
which no error was recorded.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from errgate.core.contract import Fixture, Hint, Hints, Policy, Registry
from errgate.core.finding import Key
from errgate.core.signals import HintReading, HintState, Signals, read_signals

UNDECIDED = "undecided"
"""The action where nothing decides and the policy states no default. No policy can name it as its own."""

DEFAULT_CATEGORIES: Mapping[str, str] = MappingProxyType(
    {"401": "auth", "403": "auth", "429": "throttled", "4xx": "request", "5xx": "server"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Consumer:
    """Policy, hints and registry of one ref, never mixed."""

    policy: Policy
    hints: Hints | None = None
    registry: Registry | None = None

    @property
    def precedence(self) -> tuple[str, ...]:
        """The sources of the action, in order, those that this consumer has."""
        named = self.policy.precedence
        if named is None:
            asked = tuple(f"hint:{hint.name}" for hint in self._hints() if hint.values)
            named = (*asked, "code", "status")
        return tuple(source for source in named if self.has(source))

    def has(self, source: str) -> bool:
        """Whether a source of precedence can speak at all: the hint is declared, a registry is there."""
        if source.startswith("hint:"):
            return self.hints is not None and source[5:] in self.hints.hints
        if source == "text":
            return bool(self.policy.text)
        return source != "code" or self.registry is not None

    def _hints(self) -> tuple[Hint, ...]:
        return tuple(self.hints.hints.values()) if self.hints else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """Action, category, max attempts and wait: equal when these four are. The rest is shown, never compared."""

    action: str
    category: str
    max_attempts: int
    """Calls in all, the first included; 1 where the action is no retry."""
    wait: int | float | str
    """Seconds, or ``backoff``, ``none``, ``unknown``."""
    decided_by: Key = field(default=("entry", "default"), compare=False)
    on_default: bool = field(default=False, compare=False)
    """It landed on the safe default."""
    overruled: tuple[tuple[Key, str], ...] = field(default=(), compare=False)
    """Later sources that would have decided otherwise, with their action."""

    @property
    def wait_kind(self) -> str:
        """``seconds`` for any number."""
        return self.wait if isinstance(self.wait, str) else "seconds"


def retries(action: str) -> bool:
    """Whether an action sends the same request again."""
    return action == "retry" or action.startswith("retry_")


def label(key: Key) -> str:
    """A source for people: ``hint recovery=retry``, ``code TIMEOUT``, ``status 5xx``, ``default``."""
    if key[0] == "hint":
        return f"hint {key[1]}={key[2]}"
    if key[0] == "code":
        return f"code {key[1]}"
    return key[1]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Answer:
    action: str
    key: Key
    on_default: bool = False


def read(consumer: Consumer, error: Fixture) -> Signals:
    """The signals of a recorded error, as this consumer reads them."""
    return read_signals(consumer.policy, consumer.hints, error)


def decide(consumer: Consumer, error: Fixture) -> Decision:
    """What this consumer does about a recorded error."""
    return decide_signals(consumer, read(consumer, error))


def decide_signals(consumer: Consumer, signals: Signals) -> Decision:
    """What this consumer does about some signals (design: precedence, then the safe default)."""
    policy = consumer.policy
    answers = _conflict(policy) if signals.conflict else list(_answers(consumer, signals))
    answer = answers[0] if answers else _default(policy, ("entry", "default"))
    overruled = tuple((each.key, each.action) for each in answers[1:] if each.action != answer.action)
    wait: int | float | str = "none"
    if retries(answer.action):
        answer, wait = _wait(consumer, signals, answer)
    if (
        policy.not_idempotent is not None
        and retries(answer.action)
        and signals.unsafe
        and _may_have_executed(consumer, signals)
    ):
        answer, wait = _Answer(action=policy.not_idempotent, key=("entry", "not_idempotent")), "none"
    again = retries(answer.action)
    return Decision(
        action=answer.action,
        category=_category(consumer, signals),
        max_attempts=policy.max_attempts if again else 1,
        wait=wait if again else "none",
        decided_by=answer.key,
        on_default=answer.on_default,
        overruled=overruled,
    )


def answers(consumer: Consumer, signals: Signals) -> tuple[tuple[Key, str], ...]:
    """Every source that has an answer, in precedence, with its action. Empty where aliases of the code conflict."""
    return () if signals.conflict else tuple((each.key, each.action) for each in _answers(consumer, signals))


def _conflict(policy: Policy) -> list[_Answer]:
    return [_default(policy, ("entry", "default"))]


def _default(policy: Policy, key: Key) -> _Answer:
    return _Answer(action=policy.default or UNDECIDED, key=key, on_default=True)


def _answers(consumer: Consumer, signals: Signals) -> Iterator[_Answer]:
    """The answer of each source that has one, in precedence; an unknown code ends the search unless told ``next``."""
    policy = consumer.policy
    for source in consumer.precedence:
        if source.startswith("hint:"):
            answer = _ask_hint(consumer, source[5:], signals)
        elif source == "code":
            answer = _ask_code(consumer, signals)
        elif source == "status":
            answer = _ask_status(policy, signals)
        else:
            answer = _ask_text(policy, signals)
        if answer is not None:
            yield answer


def _ask_hint(consumer: Consumer, name: str, signals: Signals) -> _Answer | None:
    assert consumer.hints is not None
    hint = consumer.hints.hints[name]
    reading = signals.hints.get(name, HintReading(state="absent"))
    if hint.seconds or not hint.values:
        return None
    if reading.state == "known" and reading.value is not None:
        return _Answer(action=hint.values[reading.value], key=("hint", name, reading.value))
    return _resolve(consumer.policy, hint, reading.state)


def state_word(hint: Hint, state: HintState) -> tuple[str, str]:
    """What a hint says about a state, followed to its end: the word, and the state that it was found under."""
    seen = state
    word: str = {
        "absent": hint.absent,
        "unrecognized": hint.unrecognized,
        "null": hint.null,
        "malformed": hint.malformed,
    }.get(state, "next")
    for _ in range(3):
        if word == "forbidden":
            word, seen = (hint.malformed, "malformed") if seen != "malformed" else (hint.unrecognized, "unrecognized")
        elif word == "unrecognized":
            word, seen = (hint.unrecognized, "unrecognized") if seen != "unrecognized" else ("default", seen)
        else:
            break
    return ("default" if word in ("forbidden", "unrecognized") else word), seen


def _resolve(policy: Policy, hint: Hint, state: HintState) -> _Answer | None:
    word, _ = state_word(hint, state)
    key: Key = ("hint", hint.name, f"<{state}>")
    if word in ("next", "backoff"):
        return None
    if word == "default":
        return _default(policy, key)
    return _Answer(action=word, key=key)


def _ask_code(consumer: Consumer, signals: Signals) -> _Answer | None:
    registry = consumer.registry
    if signals.code is None or registry is None:
        return None
    entry = registry.by_code.get(signals.code)
    if entry is None:
        if consumer.policy.unknown_code == "next":
            return None
        return _default(consumer.policy, ("entry", "unknown_code"))
    action = entry_action(consumer.policy, entry.action, entry.retryable)
    return None if action is None else _Answer(action=action, key=("code", signals.code))


def entry_action(policy: Policy, action: str | None, retryable: bool | None) -> str | None:
    """The action that a registry entry decides on, or None. Prose that is none of the policy's actions decides nothing.

    ``retryable`` alone acts as ``retry``, or as the default (where that is a retry, the first other action).
    """
    if action is not None:
        return action if action in policy.actions else None
    if retryable is None:
        return None
    if retryable:
        return "retry"
    default = policy.default or UNDECIDED
    if not retries(default):
        return default
    return next((other for other in policy.actions if not retries(other)), default)


def by_status(table: Mapping[str, str], status: int | None) -> tuple[str, str] | None:
    """The entry of a status table that answers for a status, exact before class: its key and what it says."""
    if status is None:
        return None
    for key in (str(status), f"{status // 100}xx"):
        if key in table:
            return key, table[key]
    return None


def _ask_status(policy: Policy, signals: Signals) -> _Answer | None:
    found = by_status(policy.status, signals.status)
    return None if found is None else _Answer(action=found[1], key=("entry", f"status {found[0]}"))


def _ask_text(policy: Policy, signals: Signals) -> _Answer | None:
    for rule in policy.text:
        if signals.message and rule.search(signals.message):
            return _Answer(action=rule.action, key=("entry", f"text {rule.matches}"))
    return None


def _wait(consumer: Consumer, signals: Signals, answer: _Answer) -> tuple[_Answer, int | float | str]:
    """The wait before a retry, from the first seconds hint that says something. A state may also change the action.

    Where no seconds hint is declared, the policy's own places say it.
    """
    waits = [hint for hint in consumer.hints.hints.values() if hint.seconds] if consumer.hints else []
    if not waits:
        return answer, "backoff" if signals.wait is None else signals.wait
    for hint in waits:
        reading = signals.hints.get(hint.name, HintReading(state="absent"))
        if reading.state == "known":
            return answer, "unknown" if reading.seconds is None else reading.seconds
        word, _ = state_word(hint, reading.state)
        if word == "next" or (word == "backoff" and reading.state == "absent"):
            continue
        if word == "backoff":
            return answer, "backoff"
        other = _resolve(consumer.policy, hint, reading.state)
        if other is not None:
            return other, "backoff"
    return answer, "backoff"


def _may_have_executed(consumer: Consumer, signals: Signals) -> bool:
    if signals.status is not None and (signals.status == 408 or signals.status >= 500):
        return True
    entry = consumer.registry.by_code.get(signals.code) if consumer.registry and signals.code is not None else None
    return entry is not None and entry.may_have_executed is True


def _category(consumer: Consumer, signals: Signals) -> str:
    policy = consumer.policy
    table = DEFAULT_CATEGORIES if policy.categories is None else policy.categories
    for source in policy.category_precedence:
        if source == "status":
            found = by_status(table, signals.status)
            if found is not None:
                return found[1]
        elif source == "code" and consumer.registry is not None and signals.code is not None:
            entry = consumer.registry.by_code.get(signals.code)
            if entry is not None and entry.category is not None:
                return entry.category
    return "unknown"


def consumer_of(policy: Policy | None, hints: Hints | None, registry: Registry | None) -> Consumer | None:
    """The consumer of one ref, or None where it states no policy."""
    return None if policy is None else Consumer(policy=policy, hints=hints, registry=registry)
