"""What a sentence says about behaviour, and whether it says why."""

import pytest

from errgate.core.impact_behaviour import Direction, said
from errgate.core.impact_prose import has_reason, lower
from tests.unit.core.impact_setups import ACTIONS, MOVED, code, demand, given_texts


@pytest.mark.parametrize(
    ("text", "directions"),
    [
        ("retry -> escalate", [("retry", "escalate")]),
        ("retry -> escalate -> abandon", [("retry", "escalate"), ("escalate", "abandon")]),
        ("escalate (was retry)", [("retry", "escalate")]),
        ("escalate, not retry", [("retry", "escalate")]),
        ("from retrying to an escalation", [("retry", "escalate")]),
        ("retry instead of escalating", [("escalate", "retry")]),
        ("fixing the request replaces retries", [("retry", "fix_request")]),
        ("retried -> florble", [("retry", "?")]),
        ("`TRANSIENT` -> escalate", [(None, "escalate")]),
        ("agents retry", []),
        ("retry -> retry", []),
        ("agents keep retrying", []),
        ("retry_later -> escalate_now", []),
        ("v2/retry.json -> v2/escalate.json", []),
    ],
)
def test_directions(text: str, directions: list[tuple[str | None, str | None]]) -> None:
    """Which action came before and which comes now."""
    assert said(text, ACTIONS).directions == tuple(Direction(old=old, new=new) for old, new in directions)


@pytest.mark.parametrize(
    ("action", "aliases", "text"),
    [
        ("give_up", (), "agents gave up"),
        ("ask_user", (), "they ask the user"),
        ("ask_user", (), "asking users"),
        ("drop", (), "dropped"),
        ("refresh", (), "refreshes"),
        ("fail-fast", (), "fails fast"),
        ("page", ("wake somebody",), "they woke; now wake somebody"),
        ("retry", (), "RETRIES"),
        ("retry", (), "リトライする"),
        ("escalate", ("人に渡す",), "今後は人に渡す"),
        ("abandon", (), "giving up"),
    ],
)
def test_action_words(action: str, aliases: tuple[str, ...], text: str) -> None:
    """Endings, articles, irregular verbs, aliases, usual words of other languages."""
    assert said(text, {action: aliases}).actions == {action}


@pytest.mark.parametrize("text", ["retryable", "pretry", "retry-after", "RETRY_LATER", "v2/retry.json", "no.retry.x"])
def test_not_an_action(text: str) -> None:
    """Longer words and names."""
    assert said(text, ACTIONS).actions == frozenset()


def test_a_code_spelt_like_an_action() -> None:
    """A code `RETRY` is no word about retrying."""
    text = "`RETRY` is renamed, because limits are not outages."
    assert given_texts([text], [demand(code("RETRY"), moves=MOVED)]).covered == {}


@pytest.mark.parametrize("text", ["İretry", "ẞ retry -> escalate", "İİİ retry -> escalate"])
def test_lower_case_keeps_positions(text: str) -> None:
    """Letters whose lower case is longer."""
    assert len(lower(text)) == len(text)
    said(text, ACTIONS)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("because limits", True),
        ("because API", False),
        ("because", False),
        ("because.", False),
        ("because …", False),
        ("because ...", False),
        ("because <why>", False),
        ("because [reason].", False),
        ("because `<b>` tags are dropped", True),
        ("Because\nlimits differ", True),
        ("since v1.4.0 it is so", False),
        ("since limits differ", True),
        ("so that agents stop", True),
        ("Why? Limits differ.", True),
        ("Why - limits differ", True),
        ("理由：仕様変更", True),
        ("理由：", False),
        ("仕様が変わったため、変更した", True),
        ("変更するため。", False),
        ("ताकि कतार खाली हो", True),
        ("क्योंकि …", False),
        ("a reason", False),
        ("becauselimits", False),
    ],
)
def test_reasons(text: str, reason: bool) -> None:
    """A reason word, and enough words with it that are not a placeholder."""
    assert has_reason(text) is reason
