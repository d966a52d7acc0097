"""Sentences that several rules share: who decides what, and how it changed."""

from errgate.core.decide import Decision, label
from errgate.core.finding import Draft, Subject, Where
from errgate.core.judge import Judged
from errgate.core.quote import quote
from errgate.core.signals import Signals
from errgate.core.value import Json


def act(action: str) -> str:
    """An action as a verb phrase: ``fix_request`` reads "fix the request"; others keep their name."""
    plain = {"retry": "retry", "fix_request": "fix the request", "escalate": "escalate", "abandon": "give up"}
    return plain.get(action, quote(action))


def acts(action: str) -> str:
    """The same with a subject: "retries"."""
    plain = {"retry": "retries", "fix_request": "fixes the request", "escalate": "escalates", "abandon": "gives up"}
    return plain.get(action, f"does {quote(action)}")


def decision(value: Decision) -> dict[str, Json]:
    """A decision as a rule compares it between recordings: only the kind of wait counts."""
    return {
        "action": value.action,
        "category": value.category,
        "max_attempts": value.max_attempts,
        "wait": value.wait_kind,
    }


def action(value: Decision) -> dict[str, Json]:
    """What rules about the action compare."""
    return {"action": value.action}


def exact(value: Decision) -> dict[str, Json]:
    """A decision on one recording: the wait itself counts."""
    return {**decision(value), "wait": value.wait}


def names(judged: Judged) -> tuple[str, ...]:
    """The codes and hint values on either side of a judged pair, by which a sentence may name it."""
    found: list[str] = []
    for key in judged.keys:
        if key[0] == "code":
            found.append(f"code:{key[1]}")
        elif key[0] == "hint" and len(key) > 2 and not key[2].startswith("<"):
            found.append(f"value:{key[1]}={key[2]}")
        elif key[0] == "hint" and len(key) > 2 and key[2] != "<absent>":
            found.append(f"hint:{key[1]}")
    return tuple(dict.fromkeys(found))


def signal_names(signals: Signals) -> tuple[str, ...]:
    """The code and the hint values that an error carries, by which a sentence may name it."""
    found = [] if signals.code is None else [f"code:{signals.code}"]
    for name, reading in signals.hints.items():
        if reading.state != "absent":
            found.append(f"hint:{name}" if reading.value is None else f"value:{name}={reading.value}")
    return tuple(found)


def draft(rule: str, judged: Judged, *, meets: str, does: str, change: str) -> Draft:
    """A finding about one recorded error."""
    shape = action if judged.differs == "action" else exact if judged.partner is None else decision
    return Draft(
        rule=rule,
        subject=Subject(kind="fixture", name=judged.fixture.subject),
        meets=meets,
        does=does,
        change=change,
        release=shape(judged.old),
        head=shape(judged.new),
        consumer="policy",
        where=Where(path=judged.fixture.path, line=judged.fixture.line),
        fixtures=(judged.fixture.path,),
        keys=judged.keys,
        moves=judged.moves,
        names=names(judged),
    )


def met(judged: Judged) -> str:
    """What the consumer meets: ``v2/timeout.json``, its code and what the code was before."""
    was, now = judged.old_signals.code, judged.new_signals.code
    name = quote(judged.fixture.subject)
    if judged.partner is not None and was != now:
        before = quote(was) if was is not None else "no code"
        after = quote(now) if now is not None else "no code"
        return f"{name} now carries {after} where the release sent {before}."
    if judged.partner is not None:
        return f"{name} differs from the released recording."
    return f"{name} ({quote(now)})." if now is not None else f"{name}."


def by(value: Decision) -> str:
    """Who decided, in words: "by code `X`", "by the safe default"."""
    if value.on_default:
        return "the safe default"
    return quote(label(value.decided_by))


def moved(judged: Judged, who: str) -> str:
    """ "An agent built on v1.4.0 retried; it now escalates (by …)." """
    return f"{who} {acts(judged.new.action)} ({by(judged.new)}) where it {_past(judged.old.action)}."


def _past(action: str) -> str:
    plain = {"retry": "retried", "fix_request": "fixed the request", "escalate": "escalated", "abandon": "gave up"}
    return plain.get(action, f"did {quote(action)}")


def past(action: str) -> str:
    """An action in the past: "retried"."""
    return _past(action)
