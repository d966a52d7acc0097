"""The Report: everything before builds it, everything after only reads it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from errgate.core.finding import Finding
from errgate.errors import ExitCode

Verdict = Literal["pass", "not-applicable", "blocked", "could-not-evaluate"]
Hurts = Literal["burns-retries", "drops-recoverable", "may-repeat-side-effect", "category-only"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ref:
    """A commit by the name that people use and its id. Directories have their path as the name and no sha."""

    name: str
    sha: str = ""
    stand_ins: tuple[str, ...] = ()
    """Parts that this ref lacks and that were taken from base; only for the release."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refs:
    """The four refs of an evaluation."""

    release: Ref
    base: Ref
    head: Ref
    target: Ref
    by_contract: Mapping[str, Ref] = field(default_factory=lambda: MappingProxyType({}))
    """The release of each contract that is judged against another one than ``release``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided:
    """A decision as shown. ``wait`` is seconds, ``backoff``, ``none`` or ``unknown``."""

    action: str
    category: str
    max_attempts: int
    wait: int | float | str
    decided_by: str
    """The source, for people: ``hint recovery=retry``, ``code TIMEOUT``, ``status 5xx``, ``default``."""
    on_default: bool = False
    """It landed on the safe default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionChange:
    """A fixture on which the old and the new decision differ."""

    contract: str
    fixture: str
    """Its path, with the number of the recording for a line of a .jsonl file: ``fixtures/v2/errors.jsonl#17``."""
    consumer: str
    old: Decided
    new: Decided
    hurts: Hurts
    case: str = ""
    """What was made wrong with the fixture, for a generated case: ``unknown code``."""
    old_code: str | None = None
    new_code: str | None = None
    inherited: bool = False
    """It differed already at base, so this pull request did not bring it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Regenerated:
    """A fixture that existed at base and holds another value at head, or is gone, or whose expected decision moved."""

    contract: str
    path: str
    """With the number of the recording, for a line of a .jsonl file: ``fixtures/v2/errors.jsonl#17``."""
    kind: Literal["value", "message", "deleted", "moved-out", "expectation"]
    covered_by: int | None = None
    """Index into ``Impact.sentences``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """An impact sentence as read. ``source`` is ``body`` or ``trailer``."""

    text: str
    source: Literal["body", "trailer"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Impact:
    """Whether an impact sentence is needed, what was found, and what is missing (one point a line)."""

    required: bool = False
    satisfied: bool = False
    sentences: tuple[Sentence, ...] = ()
    missing: tuple[str, ...] = ()
    skeleton: str = ""
    """A sentence to paste, filled in from the measured change; empty where nothing is missing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """What the changed decisions of one contract mean in a day, by the team's own figures; at most, not exactly."""

    contract: str
    calls_per_day: float
    transient_rate: float
    """The share of calls that fail with an error that a retry would recover, 0 to 1."""
    outcomes_per_day: float
    """Calls that end otherwise than before."""
    attempts_per_day: float
    """Calls that are sent again, more than before; negative where fewer are."""
    dropped: int
    """Recorded errors that were retried and no longer are."""
    burnt: int
    """Recorded errors that were not retried and now are."""
    recoverable: int
    """Recorded errors that the old consumer retries."""
    budget: float = 0.2
    """The share of calls that retry budgets commonly let through."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stats:
    """Figures that may differ between two runs on the same input."""

    fixtures: int = 0
    generated: int = 0
    """Cases that were made from recorded errors."""
    seconds: float = 0.0
    api_requests: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The verdict and all that led to it."""

    verdict: Verdict
    reason: str | None = None
    """Why nothing was judged, or could not be; data in it is quoted (``errgate.core.quote``)."""
    config_path: str = ".github/errgate.yml"
    refs: Refs | None = None
    touched: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """Contract → touched parts: registry, hints, envelope, decision, fixtures, serializer, config."""
    not_checked: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """Contract → parts that its config does not name, and ``consumers`` where it names commands, which are not run yet."""
    findings: tuple[Finding, ...] = ()
    decisions: tuple[DecisionChange, ...] = ()
    generated: tuple[DecisionChange, ...] = ()
    """The same for generated cases."""
    regenerated: tuple[Regenerated, ...] = ()
    traffic: tuple[Numbers, ...] = ()
    """For contracts whose config states their traffic, where this pull request changes decisions."""
    impact: Impact = Impact()
    stats: Stats = Stats()
    preview: bool = False
    """Adoption: judged by head's own config, does not count."""
    owners: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Contract → the owner who may approve a deliberate break."""

    @property
    def exit_code(self) -> ExitCode:
        """0 pass or not applicable, 1 blocked, 2 could not evaluate."""
        match self.verdict:
            case "blocked":
                return ExitCode.BLOCKED
            case "could-not-evaluate":
                return ExitCode.COULD_NOT_EVALUATE
            case _:
                return ExitCode.PASS

    @property
    def blocking(self) -> tuple[Finding, ...]:
        """The findings that stop the merge, in the report's order."""
        return tuple(finding for finding in self.findings if finding.blocks)
