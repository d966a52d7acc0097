"""What a team's config says, as values. Reading it is the work of ``errgate.sources``."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from errgate.core.finding import Level

EMPTY: Mapping[str, str] = MappingProxyType({})
Collection = Literal["v1", "v2", "synthetic"]
Reader = Literal["data", "python-enum"]
COLLECTIONS: tuple[Collection, ...] = ("v1", "v2", "synthetic")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseRule:
    """Which commit is the release: the highest version among ``tag``, a fixed ``ref``, or ``base`` (deploys from main)."""

    kind: Literal["tag", "ref", "base"] = "tag"
    value: str = "v*"
    """The tag pattern, or the ref."""
    prereleases: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistryPart:
    """Where the registry lies and how its entries are found."""

    path: str
    codes: str | None = None
    """JSON Pointer with ``*``. None: ``/codes/*`` where the document has ``codes``, else ``/*``; every enum class of a
    Python source."""
    fields: Mapping[str, str] = field(default_factory=lambda: EMPTY)
    """errgate's field → the entry's key, a template of ``{1}``, ``{2}`` (what the stars matched), or ``jmes: expression``."""
    attributes: tuple[str, ...] = ()
    reader: Reader = "data"
    """``data``: JSON, YAML or TOML. ``python-enum``: the enum classes of a Python source, which is never run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LevelChange:
    """A rule's level as the team wants it; ``reason`` is required where it is lowered."""

    rule: str
    level: Level
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Traffic:
    """What a team knows about its calls, to turn a changed decision into numbers."""

    calls_per_day: float
    transient_rate: float = 0.0
    """The share of calls, 0 to 1, that fail with an error that a retry would recover."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractConfig:
    """One contract: where each of its parts lies. None or empty: the part is not checked."""

    name: str
    at: str = ""
    """Pointer of this contract in the config document, for line numbers."""
    owner: str = ""
    release: ReleaseRule | None = None
    serializer: tuple[str, ...] = ()
    registry: RegistryPart | None = None
    hints: str | None = None
    envelope: str | None = None
    decision: str | None = None
    fixtures: Mapping[Collection, str] = field(default_factory=lambda: MappingProxyType({}))
    """Collection → folder, without a trailing slash."""
    volatile: tuple[str, ...] = ()
    levels: tuple[LevelChange, ...] = ()
    traffic: Traffic | None = None
    consumers: tuple[str, ...] = ()
    """Names only; running them is not part of this version."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """A parsed config file."""

    path: str
    owner: str = ""
    release: ReleaseRule = ReleaseRule()
    contracts: tuple[ContractConfig, ...] = ()
    impact_labels: tuple[str, ...] = ()
    """Headings or labels that introduce an impact sentence, beside the built-in ones."""

    def contract(self, name: str) -> ContractConfig | None:
        """The contract of that name, or None."""
        return next((each for each in self.contracts if each.name == name), None)
