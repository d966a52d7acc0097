"""What v1 becomes after a release: everything that it held, and everything that was released."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from errgate.core.config import Collection
from errgate.core.contract import Contract, Expectation, Fixture, Fixtures, Policy
from errgate.core.regeneration import REGENERATIONS, fixture_changes
from errgate.core.rotation import Rotation, by_file, plan

Files = Mapping[str, Sequence[int]]
Rows = Mapping[str, str]


def collection(files: Files, rows: Rows, name: Collection = "v1") -> Fixtures:
    """Recordings whose bodies are numbers; a file that ends in .jsonl has one a line."""
    found: dict[str, Fixture] = {}
    for file, values in sorted(files.items()):
        for number, value in enumerate(values, 1):
            lines = file.endswith(".jsonl")
            own = f"{file}#{number}" if lines else file
            found[own] = Fixture(
                collection=name, name=own, path=f"{name}/{file}", document={"code": value}, body={"code": value},
                blob=f"{file}{list(values)}", line=number if lines else None,
            )  # fmt: skip
    expected = {each: Expectation(action=action, at=f"/{each}") for each, action in rows.items()}
    return Fixtures(collection=name, path=name, fixtures=found, expected=expected)


def apply(rotation: Rotation, released: Files, present: Files) -> tuple[Files, Rows]:
    """The files and rows after a plan is carried out."""
    files = dict(present)
    for was, now in rotation.moved.items():
        assert now not in files
        files[now] = present[was]
    for name in rotation.written:
        files[name] = released[name]
    return files, {name: row.action for name, row in rotation.rows.items()}


def rotated(
    released: Files, present: Files, *, released_rows: Rows | None = None, rows: Rows | None = None
) -> tuple[Rotation, Files, Rows]:
    made = plan(
        collection(released, released_rows or {}, "v2"),
        collection(present, rows or {}) if present or rows else None,
        former="old",
        volatile=(),
    )
    return made, *apply(made, released, present)


def test_equal_new_and_different() -> None:
    made, files, rows = rotated(
        {"same.json": [1], "new.json": [2], "moved.json": [3]},
        {"same.json": [1], "moved.json": [9], "other.json": [5]},
        released_rows={"same.json": "b", "new.json": "a", "moved.json": "a"},
        rows={"same.json": "a", "moved.json": "c", "other.json": "d"},
    )
    assert made.kept == ("same.json",)
    assert files == {"same.json": [1], "new.json": [2], "moved.json": [3], "old/moved.json": [9], "other.json": [5]}
    assert rows == {"same.json": "a", "new.json": "a", "moved.json": "a", "old/moved.json": "c", "other.json": "d"}
    assert made.renamed == {"moved.json": "old/moved.json"}


def test_nothing_was_there() -> None:
    made, files, rows = rotated({"a/b.json": [1]}, {}, released_rows={"a/b.json": "retry", "gone.json": "retry"})
    assert (made.written, files, rows) == (("a/b.json",), {"a/b.json": [1]}, {"a/b.json": "retry"})


def test_a_row_that_was_missing_is_taken_over() -> None:
    made, _, rows = rotated({"a.json": [1]}, {"a.json": [1]}, released_rows={"a.json": "retry"})
    assert (made.written, rows) == ((), {"a.json": "retry"})


def test_a_row_without_a_recording_gives_way() -> None:
    _, _, rows = rotated({"a.json": [1]}, {"b.json": [1]}, released_rows={"a.json": "retry"}, rows={"a.json": "stale"})
    assert rows == {"a.json": "retry"}


def test_the_place_holds_the_value_with_another_row() -> None:
    """Then both rows are kept, under two names."""
    _, files, rows = rotated(
        {"a.json": [2]}, {"a.json": [1], "old/a.json": [1]}, rows={"a.json": "retry", "old/a.json": "escalate"}
    )
    assert files == {"a.json": [2], "old/a.json": [1], "old/a-2.json": [1]}
    assert rows == {"old/a-2.json": "retry", "old/a.json": "escalate"}


def test_a_released_name_at_the_place() -> None:
    """A release that itself records below the former name is not overwritten by what moves."""
    _, files, _ = rotated({"a.json": [2], "old/a.json": [3]}, {"a.json": [1]})
    assert files == {"a.json": [2], "old/a.json": [3], "old/a-2.json": [1]}


NAMES = st.sampled_from(["a.json", "b.json", "x/a.json", "old/a.json", "old/a-2.json", "l.jsonl", "old/l.jsonl"])
ACTIONS = st.sampled_from(["retry", "escalate"])


@st.composite
def sides(draw: st.DrawFn) -> tuple[Files, Rows]:
    files: dict[str, list[int]] = {}
    rows: dict[str, str] = {}
    for name in draw(st.sets(NAMES)):
        most = 4 if name.endswith(".jsonl") else 1
        files[name] = draw(st.lists(st.integers(0, 3), min_size=1, max_size=most))
        for number in range(1, len(files[name]) + 1):
            if draw(st.booleans()):
                rows[f"{name}#{number}" if most > 1 else name] = draw(ACTIONS)
    return files, rows


def said(files: Files, rows: Rows) -> set[tuple[int, str]]:
    found = collection(files, rows)
    return {(each.body["code"], rows[name]) for name, each in found.fixtures.items() if name in rows}  # type: ignore[misc, index, call-overload]


@settings(max_examples=300)
@given(sides(), sides())
def test_nothing_is_lost_and_a_second_run_finds_nothing_to_do(new: tuple[Files, Rows], old: tuple[Files, Rows]) -> None:
    """Every value and every row of a value is still there, every released file is there, and the gate sees no regeneration."""
    made, files, rows = rotated(new[0], old[0], released_rows=new[1], rows=old[1])
    for name, values in new[0].items():
        assert files[name] == values
    assert {value for each in old[0].values() for value in each} <= {value for each in files.values() for value in each}
    assert said(*old) <= said(files, rows)
    again, more, same = rotated(new[0], files, released_rows=new[1], rows=rows)
    assert (again.written, dict(again.moved), more, same) == ((), {}, files, rows)
    for was, now in made.moved.items():
        assert Counter(files[now]) == Counter(old[0][was])
    states = [
        Contract(name="c", policy=Policy(path="p"), fixtures={"v1": collection(*each)}) for each in (old, (files, rows))
    ]
    changes = fixture_changes(states[0], states[1], states[0], volatile=(), renames={})
    assert [each for each in changes if each.kind in REGENERATIONS] == []


def test_volatile_values_do_not_count() -> None:
    def one(value: int, name: Collection) -> Fixtures:
        body = {"code": 1, "request_id": value}
        found = collection({"a.json": [1]}, {}, name)
        fixture = replace(found.fixtures["a.json"], document=body, body=body)
        return replace(found, fixtures={"a.json": fixture})

    made = plan(one(1, "v2"), one(2, "v1"), former="old", volatile=("/request_id",))
    assert made.kept == ("a.json",)
    assert plan(one(1, "v2"), one(2, "v1"), former="old", volatile=()).written == ("a.json",)


def test_lines_are_in_the_order_of_the_file() -> None:
    found = by_file(collection({"l.jsonl": list(range(12))}, {}).fixtures)
    assert [each.line for each in found["l.jsonl"]] == list(range(1, 13))
