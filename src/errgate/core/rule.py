"""What a rule is, and what it is given to look at."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType

from errgate.core.config import Config, ContractConfig
from errgate.core.contract import Contract, Entry, Fixture
from errgate.core.decide import Consumer, consumer_of
from errgate.core.finding import Draft, Level
from errgate.core.generated import generate
from errgate.core.grid import GridDifference, compare_policies
from errgate.core.judge import Judged, judge, judge_generated, recorded_before, stale_cases
from errgate.errors import Unreadable


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """An older contract against a newer one: release against head, release against base, or base against head."""

    old: Contract
    new: Contract
    base: Contract
    """Whose v1 and synthetic fixtures are replayed, so that head cannot edit them away."""
    old_name: str
    """How people call the older side, such as ``v1.4.0``."""
    volatile: tuple[str, ...] = ()
    """Pointers whose values do not count when recordings are paired."""
    generated: tuple[Fixture, ...] = ()
    """Cases that no file holds, made from base's v1 recordings; the same in every run."""

    @cached_property
    def old_consumer(self) -> Consumer | None:
        """The released consumer, or None where the release states no policy."""
        return consumer_of(self.old.policy, self.old.hints, self.old.registry)

    @cached_property
    def new_consumer(self) -> Consumer | None:
        """The new consumer, or None."""
        return consumer_of(self.new.policy, self.new.hints, self.new.registry)

    @cached_property
    def judged(self) -> tuple[Judged, ...]:
        """Every pair of decisions, on recorded errors and on generated ones."""
        if self.old_consumer is None:
            return ()
        generated = (
            ()
            if self.new_consumer is None
            else judge_generated(self.generated, self.base.collection("v1"), self.old_consumer, self.new_consumer)
        )
        recorded = judge(
            old=self.old,
            new=self.new,
            base=self.base,
            old_consumer=self.old_consumer,
            new_consumer=self.new_consumer,
            volatile=self.volatile,
        )
        return (*recorded, *generated)

    @cached_property
    def partners(self) -> Mapping[str, Fixture]:
        """Name of a v2 recording → the older recording that it is compared with."""
        return recorded_before(self.old, self.new, self.base, self.volatile)

    @cached_property
    def stale_cases(self) -> tuple[Fixture, ...]:
        """The committed synthetic cases that are no longer wrong."""
        if self.old_consumer is None or self.new_consumer is None:
            return ()
        return tuple(stale_cases(self.new, self.base, self.old_consumer, self.new_consumer))

    @cached_property
    def grid(self) -> tuple[GridDifference, ...]:
        """The policy entries that decide otherwise."""
        if self.old_consumer is None or self.new_consumer is None or self.old.policy == self.new.policy:
            return ()
        return compare_policies(self.old_consumer, self.new_consumer)

    @cached_property
    def entries(self) -> tuple[tuple[Entry, Entry], ...]:
        """Codes offered at both sides, the old entry with the new."""
        if self.old.registry is None or self.new.registry is None:
            return ()
        new = self.new.registry.by_code
        return tuple(
            (entry, new[code]) for code, entry in self.old.registry.by_code.items() if code in new and new[code].offered
        )


@dataclass(frozen=True, kw_only=True)
class State:
    """One contract by itself, for rules about its own consistency."""

    contract: Contract

    @cached_property
    def consumer(self) -> Consumer | None:
        """Its consumer, or None."""
        return consumer_of(self.contract.policy, self.contract.hints, self.contract.registry)

    @cached_property
    def generated(self) -> tuple[Fixture, ...]:
        """Cases that no file holds, made from its own v1 recordings."""
        if self.consumer is None:
            return ()
        return generate(self.contract.collection("v1"), self.consumer, shape=self.contract.envelope)


@dataclass(frozen=True, kw_only=True)
class FixtureChange:
    """How one fixture's value, place or expected decision moved between base and head."""

    old: Fixture | None
    new: Fixture | None
    kind: str
    """``value``, ``message``, ``deleted``, ``moved-out``, ``expectation``, ``moved``, ``reformatted``, ``added``."""
    fields: tuple[str, ...] = ()
    """Pointers that differ, volatile ones aside."""
    to: str = ""
    """For moves: where it lies now."""

    @property
    def fixture(self) -> Fixture:
        """The fixture that it is about: base's copy, else head's."""
        found = self.old or self.new
        assert found is not None
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Secret:
    """A value of a recording that is shaped like a credential. The value itself is not kept."""

    fixture: Fixture
    at: str
    """Pointer into the document."""
    kind: str
    """The kind of credential, such as ``GitHub Token``."""


@dataclass(frozen=True, kw_only=True)
class Change:
    """What a pull request does to one contract: base against head, with the release beside it."""

    base: Contract
    head: Contract
    release: Contract
    release_name: str
    config: ContractConfig
    """The target's: what judges."""
    fixtures: tuple[FixtureChange, ...] = ()
    serializer_touched: tuple[str, ...] = ()
    """The changed paths that the serializer's globs match."""
    remapped: tuple[str, ...] = ()
    """Keys of the registry's mapping that head's config changed: reader, codes, fields."""
    secrets: tuple[Secret, ...] = ()
    """Values shaped like credentials that the pull request brings into recordings."""
    fresh: Mapping[str, Fixture] | None = None
    """Errors that this branch emitted in this run, by name; None where none were captured."""


@dataclass(frozen=True, kw_only=True)
class ConfigChange:
    """What a pull request does to the config file itself."""

    path: str
    base: Config | None
    head: Config | None
    target: Config | None
    base_problem: Unreadable | None = None
    head_problem: Unreadable | None = None
    target_problem: Unreadable | None = None
    base_paths: frozenset[str] = frozenset()
    head_paths: frozenset[str] = frozenset()
    matched: Callable[[tuple[str, ...], str], bool] = field(default=lambda _patterns, _path: False)
    """Whether globs match a path."""
    default_levels: Mapping[str, Level] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One rule, with one or more ways to look: ``compare``, ``check``, ``change``, ``config``.

    ``compare`` runs three times and is blamed by identity; ``check`` at base and head; ``change`` and ``config`` once,
    from base to head, and are never inherited.
    """

    id: str
    level: Level
    title: str
    """One sentence: what it says when it fires."""
    compare: Callable[[Comparison], Iterator[Draft]] | None = None
    check: Callable[[State], Iterator[Draft]] | None = None
    change: Callable[[Change], Iterator[Draft]] | None = None
    config: Callable[[ConfigChange], Iterator[Draft]] | None = None

    @property
    def family(self) -> str:
        """The part before the slash."""
        return self.id.partition("/")[0]
