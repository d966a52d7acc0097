"""The impact sentence: does it name what changed, say which behaviour, say why, and is it true?

Interface fixed; the judging is below.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from errgate.core.finding import Move
from errgate.core.report import Sentence

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What the sentences achieve. ``covered``: the demand's fingerprint → index of the sentence that covers it."""

    covered: Mapping[str, int]
    missing: tuple[str, ...]
    skeleton: str


def judge(sentences: tuple[Sentence, ...], demands: tuple[Demand, ...], vocabulary: Vocabulary) -> Judgement:
    """Which demands are covered by a sentence that meets all four points, and what the others lack."""
    raise NotImplementedError
