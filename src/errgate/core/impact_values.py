"""What an impact sentence is judged by, as values: demands, their names, the vocabulary, the judgement."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from errgate.core.finding import Move

NameKind = Literal["code", "hint", "value", "field", "fixture", "entry", "part", "config", "path"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """A name by which a sentence may mean a demand.

    ``text`` is a code, a hint's name, a hint value (with its ``hint``), a field's pointer or key, ``v2/timeout.json``,
    a policy entry, a part, a config key, or a path.
    """

    kind: NameKind
    text: str
    hint: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Demand:
    """One thing that needs a sentence: a finding at ``explain``, or a regenerated fixture."""

    fingerprint: str
    contract: str
    names: tuple[Name, ...]
    """Any one of these names it. The first is its own subject, for messages."""
    moves: tuple[Move, ...] = ()
    """The measured changes of action; empty: no decision's action changes."""
    behaviour: bool = True
    """False: only the name and the reason are asked (``gate/``, ``wholesale``, ``unexercised``)."""
    other_difference: bool = False
    """No action moved but something else of the decision did (category, attempts, wait)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """What the words of a sentence may mean."""

    actions: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """Action → its aliases, over all contracts."""
    contracts: tuple[str, ...] = ()
    fixtures: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """Contract → the subjects of all its fixtures at either ref (``v2/timeout.json``), to tell bare names that are
    shared between folders or contracts."""
    codes: frozenset[str] = frozenset()
    """Every code of every ref: a sentence about another code is not about this one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What the sentences achieve. ``covered``: the demand's fingerprint → index of the sentence that covers it."""

    covered: Mapping[str, int]
    missing: tuple[str, ...]
    skeleton: str


Lack = Literal["name", "behaviour", "reason", "nothing-changes", "reversed", "untrue"]
GRAVITY: tuple[Lack, ...] = ("name", "behaviour", "reason", "nothing-changes", "untrue", "reversed")
"""What a sentence lacks, from the least to the most specific thing to say about it."""
