"""Which recordings of a release go into v1, and which of v1's make room. Pure: a plan, carried out elsewhere."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from errgate.core.contract import Expectation, Fixture, Fixtures
from errgate.core.masking import masked

NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Rotation:
    """What one collection becomes. Names are files, relative to the collection."""

    written: tuple[str, ...] = ()
    """Files that take the released bytes."""
    moved: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    """File → the name under which its present bytes are kept. Each of these files is in ``written`` as well."""
    kept: tuple[str, ...] = ()
    """Released files whose values are there already."""
    rows: Mapping[str, Expectation] = field(default_factory=lambda: MappingProxyType({}))
    """The whole of decisions.yml afterwards, by recording."""
    renamed: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    """A row's present name → its name afterwards, where that differs."""

    def changes_rows(self, present: Fixtures | None) -> bool:
        """Whether decisions.yml differs from what the collection holds."""
        return _plain(self.rows) != _plain(present.expected if present else {})


def plan(
    released: Fixtures, present: Fixtures | None, *, former: str, volatile: Sequence[str], taken: Sequence[str] = ()
) -> Rotation:
    """How v1 takes in a release's v2 so that every value and row that it held is still in it.

    A file whose recordings equal the released ones stays, volatile fields aside. One whose values are all among the
    released ones (a .jsonl file that only grew) is replaced, its rows following their lines. Any other is kept under
    ``former``, the name of the release before, with its rows. ``taken``: names that are in use though they hold no
    recording.
    """
    return _Plan(released, present, former=former, volatile=volatile, taken=taken).made()


class _Plan:
    def __init__(
        self,
        released: Fixtures,
        present: Fixtures | None,
        *,
        former: str,
        volatile: Sequence[str],
        taken: Sequence[str],
    ) -> None:
        self.former = former
        self.volatile = volatile
        self.new, self.new_rows = by_file(released.fixtures), released.expected
        self.old = by_file(present.fixtures) if present else {}
        self.old_rows = present.expected if present else {}
        self.taken = {*taken, *self.old, *self.new}
        self.written: list[str] = []
        self.kept: list[str] = []
        self.moved: dict[str, str] = {}
        self.renamed: dict[str, str | None] = {}
        """Row → its new name, None where an equal row is there already."""

    def made(self) -> Rotation:
        for name in sorted(self.new):
            self._file(name)
        rows = {name: row for name, row in self.old_rows.items() if name not in self.renamed}
        rows |= {
            now: self.old_rows[was] for was, now in self.renamed.items() if was in self.old_rows and now is not None
        }
        for name, recordings in self.new.items():
            for each in recordings:
                if each.name in self.new_rows and (each.name not in rows or self._is_left_over(name, each)):
                    rows[each.name] = self.new_rows[each.name]
        return Rotation(
            written=tuple(self.written),
            moved=MappingProxyType(self.moved),
            kept=tuple(self.kept),
            rows=MappingProxyType({name: replace(row, at="") for name, row in rows.items()}),
            renamed=MappingProxyType({was: now for was, now in self.renamed.items() if now is not None and now != was}),
        )

    def _is_left_over(self, name: str, recording: Fixture) -> bool:
        """Whether v1 has a row of that name without a recording: it was about something else."""
        held = {each.name for each in self.old.get(name, ())}
        came = {now for was, now in self.renamed.items() if now is not None}
        return name in self.written and recording.name not in held and recording.name not in came

    def _file(self, name: str) -> None:
        old, new = self._values(self.old.get(name, ())), self._values(self.new[name])
        if old == new:
            self.kept.append(name)
            return
        self.written.append(name)
        if not Counter(old) - Counter(new):
            self._follow(name, old, new)
        elif name in self.old:
            self._move(name, old)

    def _values(self, recordings: Sequence[Fixture]) -> list[str]:
        return [masked(each, self.volatile) for each in recordings]

    def _follow(self, name: str, old: Sequence[str], new: Sequence[str]) -> None:
        """Each row goes with its line: the first free one of the same value."""
        free: dict[str, list[str]] = {}
        for value, recording in zip(new, self.new[name], strict=True):
            free.setdefault(value, []).append(recording.name)
        for value, recording in zip(old, self.old.get(name, ()), strict=True):
            self.renamed[recording.name] = free[value].pop(0)

    def _move(self, name: str, values: Sequence[str]) -> None:
        where, is_there = self._place(name, values)
        if not is_there:
            self.moved[name] = where
            self.taken.add(where)
        for recording in self.old[name]:
            kept = where + recording.name[len(name) :]
            self.renamed[recording.name] = None if is_there and kept in self.old_rows else kept

    def _place(self, name: str, values: Sequence[str]) -> tuple[str, bool]:
        """A name below the former release, and whether the same recordings lie there with the same rows."""
        stem, dot, ending = name.rpartition(".")
        for number in range(1, len(self.taken) + 2):
            numbered = name if number == 1 else f"{stem}-{number}{dot}{ending}"
            where = f"{self.former}/{numbered}"
            if where not in self.taken:
                return where, False
            if where in self.old and where not in self.written and self._holds(where, name, values):
                return where, True
        raise AssertionError("more names are taken than there are")

    def _holds(self, where: str, name: str, values: Sequence[str]) -> bool:
        if self._values(self.old[where]) != list(values) or where in self.new:
            return False
        for recording in self.old[name]:
            row = self.old_rows.get(recording.name)
            there = self.old_rows.get(where + recording.name[len(name) :])
            if row is not None and there is not None and replace(row, at="", why="") != replace(there, at="", why=""):
                return False
        return True


def by_file(fixtures: Mapping[str, Fixture]) -> dict[str, tuple[Fixture, ...]]:
    """The recordings of each file, in the order of their lines."""
    found: dict[str, list[Fixture]] = {}
    for fixture in fixtures.values():
        name = fixture.name if fixture.line is None else fixture.name.rpartition("#")[0]
        found.setdefault(name, []).append(fixture)
    return {name: tuple(sorted(each, key=lambda one: one.line or 0)) for name, each in found.items()}


def _plain(rows: Mapping[str, Expectation]) -> dict[str, Expectation]:
    return {name: replace(row, at="") for name, row in rows.items()}
