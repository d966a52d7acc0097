"""Named sets of demands for the table of pull-request bodies."""

from collections.abc import Iterable, Sequence
from typing import Any

from errgate.core.finding import Move
from errgate.core.impact import Demand, Judgement, Name, Vocabulary, judge
from errgate.core.report import Sentence

FIXTURES = ("v1/timeout.json", "v2/timeout.json", "v1/invalid.json", "v2/invalid.json", "v2/other.json")
MOVED = (Move(old="retry", new="escalate"),)
BACK = (Move(old="escalate", new="retry"),)
CODES = frozenset({"TRANSIENT", "FRAUD", "INVALID"})
ACTIONS = {"retry": (), "fix_request": ("fix the request",), "escalate": (), "abandon": ()}


def demand(*names: Name, key: str = "wanted", contract: str = "payments", **facts: Any) -> Demand:
    return Demand(fingerprint=key, contract=contract, names=names, **facts)


def code(text: str) -> Name:
    return Name(kind="code", text=text)


def fixture(text: str) -> Name:
    return Name(kind="fixture", text=text)


def one(*names: Name, **facts: Any) -> tuple[Demand, ...]:
    return (demand(*names, **facts),)


DEMANDS: dict[str, tuple[Demand, ...]] = {
    "moved": one(fixture("v2/timeout.json"), code("TRANSIENT"), code("RATE_LIMITED"), moves=MOVED),
    "quiet": one(fixture("v2/invalid.json"), code("INVALID"), Name(kind="field", text="/message")),
    "config": one(Name(kind="config", text="payments.volatile"), behaviour=False),
    "part": one(Name(kind="part", text="decision"), behaviour=False),
    "path": one(Name(kind="path", text="src/errors/handler.py"), behaviour=False),
    "value": one(Name(kind="value", text="retry", hint="recovery"), moves=MOVED),
    "digits": one(code("6"), moves=MOVED),
    "word": one(code("timeout"), moves=MOVED),
    "status": one(code("404"), moves=MOVED),
    "dotted": one(code("AWS.Queue.Gone"), moves=MOVED),
    "prefixed": one(code("label:X"), moves=MOVED),
    "negative": one(code("-32601"), moves=MOVED),
    "cyrillic": one(code("ОШИБКА"), moves=MOVED),
    "native": one(fixture("v2/期限切れ.json"), code("期限切れ"), moves=MOVED),
    "line": one(fixture("v2/errors.jsonl#17"), moves=MOVED),
    "deep": one(Name(kind="field", text="/error/detail")),
    "attempts": one(Name(kind="entry", text="retry"), other_difference=True),
    "slower": one(code("SLOW"), other_difference=True),
    "entry": one(Name(kind="entry", text="status 418"), moves=(Move(old="fix_request", new="abandon"),)),
    "class": one(Name(kind="entry", text="status 5xx"), moves=MOVED),
    "given_up": one(code("GONE"), moves=(Move(old="fix_request", new="abandon"),)),
    "shared": one(fixture("v2/a/timeout.json"), moves=MOVED),
    "group": (
        demand(fixture("v2/a.json"), code("TRANSIENT"), key="a", moves=MOVED),
        demand(fixture("v2/b.json"), code("TRANSIENT"), key="b", moves=MOVED),
    ),
    "pair": (
        demand(code("UP"), key="up", moves=MOVED),
        demand(code("DOWN"), key="down", moves=BACK),
        demand(code("QUIET"), key="quiet"),
    ),
    "contracts": (
        demand(fixture("v2/t.json"), code("TRANSIENT"), key="p", moves=MOVED),
        demand(fixture("v2/t.json"), code("TRANSIENT"), key="o", contract="orders", moves=MOVED),
    ),
}

VOCABULARIES: dict[str, Vocabulary] = {
    "shared": Vocabulary(
        actions=ACTIONS,
        contracts=("payments",),
        fixtures={"payments": ("v2/a/timeout.json", "v2/b/timeout.json")},
        codes=CODES,
    ),
    "contracts": Vocabulary(
        actions=ACTIONS,
        contracts=("payments", "orders"),
        fixtures={"payments": ("v2/t.json",), "orders": ("v2/t.json",)},
    ),
}


def vocabulary(about: str) -> Vocabulary:
    plain = Vocabulary(actions=ACTIONS, contracts=("payments",), fixtures={"payments": FIXTURES}, codes=CODES)
    return VOCABULARIES.get(about, plain)


WORDS = Vocabulary(actions=ACTIONS, contracts=("payments",))


def given_texts(texts: Iterable[str], demands: Sequence[Demand], words: Vocabulary = WORDS) -> Judgement:
    return judge(tuple(Sentence(text=text, source="body") for text in texts), tuple(demands), words)
