"""Changes between trees: renames show both names, whatever the order in which changes come."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from errgate.sources.source import Blob, Change, Tree, compare, join_renames


def blob(path: str, content: str, mode: str = "100644") -> Blob:
    return Blob(path=path, mode=mode, id=content)


def tree(files: dict[str, str]) -> Tree:
    return {path: blob(path, content) for path, content in files.items()}


def test_added_deleted_modified() -> None:
    changes = compare(tree({"a": "1", "b": "2", "c": "3"}), tree({"b": "2", "c": "4", "d": "5"}))
    assert changes == (
        Change(old=blob("a", "1"), new=None),
        Change(old=blob("c", "3"), new=blob("c", "4")),
        Change(old=None, new=blob("d", "5")),
    )
    assert [change.paths for change in changes] == [("a",), ("c",), ("d",)]


def test_a_move_into_another_folder_keeps_both_names_b057() -> None:
    """A fixture that leaves a watched folder and is seen under its new name only."""
    (change,) = compare(tree({"fixtures/a.json": "1"}), tree({"other/a.json": "1"}))
    assert change == Change(old=blob("fixtures/a.json", "1"), new=blob("other/a.json", "1"), renamed=True)
    assert change.paths == ("fixtures/a.json", "other/a.json")


def test_equal_contents_are_paired_by_file_name_first() -> None:
    old = tree({"v2/x.json": "1", "v2/y.json": "1"})
    new = tree({"v3/y.json": "1", "v3/z.json": "1", "v3/zz.json": "1"})
    assert [change.paths for change in compare(old, new)] == [
        ("v2/x.json", "v3/z.json"),
        ("v2/y.json", "v3/y.json"),
        ("v3/zz.json",),
    ]


def test_a_symlink_is_no_rename_of_a_file() -> None:
    changes = join_renames(
        [Change(old=blob("a", "1"), new=None), Change(old=None, new=blob("b", "1", mode="120000"))],
    )
    assert [change.renamed for change in changes] == [False, False]


def test_a_rename_may_change_the_executable_bit() -> None:
    changes = join_renames([Change(old=blob("a", "1"), new=None), Change(old=None, new=blob("b", "1", mode="100755"))])
    assert [change.renamed for change in changes] == [True]


def test_a_copy_is_an_addition() -> None:
    (change,) = compare(tree({"a": "1"}), tree({"a": "1", "b": "1"}))
    assert change == Change(old=None, new=blob("b", "1"))


FILES = st.dictionaries(st.sampled_from(["a", "b", "x/a", "x/b", "y/a", "é", "\udcff"]), st.sampled_from("123"))


@settings(max_examples=200, deadline=None)
@given(old=FILES, new=FILES, seed=st.randoms(use_true_random=False))
def test_every_differing_path_shows_once_in_any_order(old: dict[str, str], new: dict[str, str], seed: Random) -> None:
    changes = compare(tree(old), tree(new))
    paths = [
        (side, each.path) for change in changes for side, each in (("old", change.old), ("new", change.new)) if each
    ]
    assert len(paths) == len(set(paths))
    differing = {path for path in old.keys() | new.keys() if old.get(path) != new.get(path)}
    assert {path for _, path in paths} == differing
    apart = [Change(old=tree(old).get(path), new=tree(new).get(path)) for path in differing]
    seed.shuffle(apart)
    assert join_renames(apart) == changes


def test_a_tree_against_itself_has_no_changes() -> None:
    assert compare(tree({"a": "1"}), tree({"a": "1"})) == ()
