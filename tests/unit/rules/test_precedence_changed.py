"""Values of an array hint in another order: it matters where two that change places stand for different actions."""

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from errgate.core.contract import Contract, Hint, Hints
from errgate.core.rule import Comparison
from errgate.rules.hints.precedence_changed import hint_order


def contract(values: dict[str, str]) -> Contract:
    hint = Hint(name="labels", at=("/labels",), values=values, many=True)
    return Contract(name="c", hints=Hints(path="hints.yml", hints={"labels": hint}))


def is_said(old: dict[str, str], new: dict[str, str]) -> bool:
    comparison = Comparison(old=contract(old), new=contract(new), base=contract(old), old_name="v1.0.0")
    return any(draft.subject.name == "labels" for draft in hint_order(comparison))


def test_the_same_action_or_another() -> None:
    assert not is_said({"a": "retry", "b": "retry"}, {"b": "retry", "a": "retry"})
    assert is_said({"a": "retry", "b": "escalate"}, {"b": "escalate", "a": "retry"})
    assert is_said({"a": "x", "b": "y", "c": "x"}, {"c": "x", "b": "y", "a": "x"})
    assert not is_said({"a": "x", "b": "y"}, {"new": "y", "a": "x", "b": "y"})
    assert not is_said({"a": "x", "b": "y", "c": "x"}, {"c": "x", "a": "x"})


VALUES = st.dictionaries(st.sampled_from("abcdefg"), st.sampled_from(["retry", "escalate", "abandon"]), max_size=7)


@settings(max_examples=300)
@given(VALUES, VALUES)
def test_every_pair_is_looked_at(old: dict[str, str], new: dict[str, str]) -> None:
    """The same answer as comparing each value with each."""
    shared = [value for value in old if value in new]
    places = {value: place for place, value in enumerate(new)}
    wanted = any(
        places[first] > places[second] and (old[first], new[first]) != (old[second], new[second])
        for first, second in combinations(shared, 2)
    )
    assert is_said(old, new) == wanted
