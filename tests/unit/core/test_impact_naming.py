"""Which names a sentence names."""

import pytest

from errgate.core.impact import Name, Vocabulary
from tests.unit.core.impact_setups import ACTIONS, DEMANDS, code, demand, fixture, given_texts, vocabulary


@pytest.mark.parametrize(
    ("name", "text", "named"),
    [
        (code("E04"), "E042", False),
        (code("E04"), "E04", True),
        (code("E04"), "xE04", False),
        (code("E04"), "E04。", True),
        (code("E04"), "E04が", True),
        (code("E04"), "コードE04が", True),
        (code("E04"), "E04को", True),
        (code("E04"), "E04é", False),
        (code("E04"), "E04-b", False),
        (code("E04"), "a/E04", False),
        (code("E04"), "(E04)", True),
        (code("E04"), "E04's", True),
        (code("E04"), "E04: ", True),
        (code("error"), "an error", False),
        (code("error"), "`error`", True),
        (code("error"), "「error」", True),
        (code("error"), "code error", True),
        (code("error"), "the error code", True),
        (code("404"), "404 tests", False),
        (code("404"), "status 404", True),
        (code("32601"), "code -32601", False),
        (code("-32601"), "code -32601", True),
        (code("a.b"), "a.b.", True),
        (code("a.b"), "a.b.c", False),
        (code("caf\u00e9"), "`cafe\u0301`", True),
        (Name(kind="hint", text="recovery"), "the recovery of the service", False),
        (Name(kind="hint", text="recovery"), "the recovery hint", True),
        (Name(kind="hint", text="retry_after"), "retry_after", True),
        (Name(kind="value", text="permanent", hint="recovery"), "a permanent fix", False),
        (Name(kind="value", text="permanent", hint="recovery"), "`permanent`", True),
        (Name(kind="value", text="permanent", hint="recovery"), "recovery may be permanent", True),
        (Name(kind="value", text="retry", hint="recovery"), "`retry`", False),
        (Name(kind="value", text="retry", hint="recovery"), "recovery is `retry`", True),
        (Name(kind="value", text="retry", hint="recovery"), '{"recovery": "retry"}', True),
        (Name(kind="value", text="retry", hint="recovery"), "recovery: retry_later", False),
        (Name(kind="value", text="retry", hint="recovery"), "my_recovery=retry", False),
        (Name(kind="value", text="retry", hint="recovery"), "`retry` of `recovery`", True),
        (Name(kind="value", text="retry", hint="recovery"), "recoveryのretry", True),
        (Name(kind="field", text="/a/b"), "a.b", True),
        (Name(kind="field", text="/a/b"), "/a/b", True),
        (Name(kind="field", text="/a/b"), "/a/b/c", False),
        (Name(kind="field", text="/a/*/limit"), "limit", True),
        (Name(kind="field", text="/error/code"), "the error code", False),
        (Name(kind="field", text="/error/code"), "`code`", True),
        (Name(kind="field", text="/error/code"), "the code field", True),
        (Name(kind="field", text="retry"), "agents retry", False),
        (fixture("v2/timeout.json"), "timeout.json", True),
        (fixture("v2/timeout.json"), "`timeout.json`.", True),
        (fixture("v2/timeout.json"), "./fixtures/v2/timeout.json", True),
        (fixture("v2/timeout.json"), "v1/timeout.json", False),
        (fixture("v2/timeout.json"), "timeout.json.bak", False),
        (fixture("v2/timeout.json"), "timeout", False),
        (fixture("v2/rate limited.json"), "`v2/rate limited.json`", True),
        (Name(kind="entry", text="status 503"), "503", False),
        (Name(kind="entry", text="status 503"), "status 503", True),
        (Name(kind="entry", text="status 503"), "503 responses", True),
        (Name(kind="entry", text="status 5xx"), "5xx", True),
        (Name(kind="entry", text="default"), "by default", False),
        (Name(kind="entry", text="default"), "the safe default", True),
        (Name(kind="entry", text="unknown_code"), "unknown_code", True),
        (Name(kind="entry", text="precedence.action"), "`precedence.action`", True),
        (Name(kind="entry", text="precedence.action"), "the precedence", True),
        (Name(kind="part", text="decision"), "no decision", False),
        (Name(kind="part", text="decision"), "the decision policy", True),
        (Name(kind="part", text="fixtures.v2"), "v2/timeout.json", False),
        (Name(kind="part", text="fixtures.v2"), "fixtures v2", True),
        (Name(kind="config", text="payments.serializer[0]"), "serializer", True),
        (Name(kind="config", text="payments.serializer[0]"), "`payments.serializer[0]`", True),
        (Name(kind="config", text="config"), "the configuration", True),
        (Name(kind="path", text="src/errors/a.py"), "src/errors/a.py", True),
        (Name(kind="path", text="src/errors/a.py"), "other/errors/a.py", False),
    ],
)  # fmt: skip
def test_named(name: Name, text: str, named: bool) -> None:
    """Whole tokens, marked where a name is an ordinary word."""
    found = given_texts([f"Because of limits: {text}"], [demand(name, behaviour=False)])
    assert bool(found.covered) is named


def test_a_shared_name_needs_its_path() -> None:
    """A bare file name that two folders or two contracts have names neither; with the contract's name it does."""
    words = Vocabulary(
        actions=ACTIONS,
        contracts=("payments", "orders"),
        fixtures={"payments": ("v1/a/t.json", "v2/a/t.json", "v2/b/t.json", "v2/o.json"), "orders": ("v2/u.json",)},
    )
    wanted = [
        demand(fixture("v2/a/t.json"), key="a", behaviour=False),
        demand(fixture("v2/o.json"), key="o", behaviour=False),
    ]
    assert set(given_texts(["t.json and o.json differ because of limits"], wanted, words).covered) == {"o"}
    assert set(given_texts(["a/t.json differs because of limits"], wanted, words).covered) == {"a"}
    assert set(given_texts(["payments: t.json differs because of limits"], wanted, words).covered) == set()
    assert set(given_texts(["orders: o.json differs because of limits"], wanted, words).covered) == set()


def test_a_contract_named_earlier_counts() -> None:
    """ "In orders: …" holds for the sentences after it in the same paragraph."""
    text = "In orders the limiter is new. t.json: retry -> escalate, because limits are not outages."
    assert set(given_texts([text], DEMANDS["contracts"], vocabulary("contracts")).covered) == {"o"}
