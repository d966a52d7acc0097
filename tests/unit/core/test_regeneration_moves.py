"""Rows of v1 recordings whose value lies under another name now."""

from errgate.core.contract import Contract, Policy
from errgate.core.regeneration import fixture_changes
from tests.unit.core.test_rotation import Files, Rows, collection


def kinds(old: tuple[Files, Rows], new: tuple[Files, Rows]) -> set[tuple[str, str, str]]:
    """(kind, the name before, the name now)."""
    base, head = (
        Contract(name="c", policy=Policy(path="p"), fixtures={"v1": collection(*each)}) for each in (old, new)
    )
    changes = fixture_changes(base, head, base, volatile=(), renames={})
    return {(each.kind, each.old.name if each.old else "", each.new.name if each.new else "") for each in changes}


OLD: tuple[Files, Rows] = ({"a.json": [1]}, {"a.json": "retry"})


def test_a_value_and_its_row_made_room() -> None:
    """The note says where the value lies now; what lies in its place is new."""
    new = {"a.json": [2], "old/a.json": [1]}, {"a.json": "escalate", "old/a.json": "retry"}
    assert kinds(OLD, new) == {("moved", "a.json", "old/a.json"), ("added", "", "a.json")}


def test_a_row_that_did_not_come_along() -> None:
    """The value moved and what is expected of it was edited, or dropped."""
    moved = {"a.json": [2], "old/a.json": [1]}
    for rows in ({"a.json": "retry", "old/a.json": "escalate"}, {"a.json": "retry"}):
        assert ("expectation", "a.json", "old/a.json") in kinds(OLD, (moved, rows))


def test_a_row_edited_in_place_while_a_copy_keeps_it() -> None:
    """With two recordings of one value, the edited row of one is not excused by the other's."""
    old = {"a.json": [1], "b.json": [1]}, {"a.json": "retry", "b.json": "retry"}
    new = old[0], {"a.json": "escalate", "b.json": "retry"}
    assert ("expectation", "a.json", "a.json") in kinds(old, new)


def test_a_row_said_in_more_words_while_the_old_one_is_kept() -> None:
    """A line stays where it was and its former row went with the copy of the file."""
    old = {"l.jsonl": [1, 2]}, {"l.jsonl#1": "retry"}
    new = {"l.jsonl": [1, 3], "old/l.jsonl": [1, 2]}, {"l.jsonl#1": "retry later", "old/l.jsonl#1": "retry"}
    assert "expectation" not in {kind for kind, _, _ in kinds(old, new)}


def test_a_value_that_is_gone_is_no_move() -> None:
    assert kinds(OLD, ({"a.json": [2], "old/a.json": [3]}, {})) >= {("value", "a.json", "a.json")}
