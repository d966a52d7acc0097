"""A finding: one thing the suite says, tied to what a consumer will do.

A rule yields a Draft; blame (``errgate.core.blame``) turns it into a Finding with a status. Identity and fingerprint
hold only structured data: no paths, no lines, no prose.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

import rfc8785

from errgate.core.value import Json


class Level(StrEnum):
    """What a rule's finding means. Only ``block`` and ``explain`` can stop a merge."""

    BLOCK = "block"
    EXPLAIN = "explain"
    WARN = "warn"
    NOTE = "note"

    @property
    def rank(self) -> int:
        """0 for the gravest."""
        return list(Level).index(self)

    @property
    def stops(self) -> bool:
        """Whether an introduced finding of this level blocks the merge."""
        return self in (Level.BLOCK, Level.EXPLAIN)


class Status(StrEnum):
    """Where a finding comes from and whether it still counts. Only ``introduced`` can block."""

    INTRODUCED = "introduced"
    INHERITED = "inherited"
    RESOLVED = "resolved"
    UNRELEASED = "unreleased"
    EXPLAINED = "explained"
    DECLARED = "declared"
    WAIVED = "waived"

    @property
    def rank(self) -> int:
        """Position in the report's order."""
        return list(Status).index(self)


SubjectKind = Literal["code", "hint", "field", "fixture", "decision", "config", "schema", "tool"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What a finding is about: a code, ``hint=value``, a pointer, ``v2/timeout.json``, a policy entry, a config key."""

    kind: SubjectKind
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Where:
    """A place in a file. ``at`` is a pointer into its document; ``line`` (1-based) is filled in at the edge."""

    path: str
    at: str = ""
    line: int | None = None


Key = tuple[str, ...]
"""What a finding touches, for linking causes: ("code", C), ("hint", NAME, VALUE), ("entry", NAME), ("field", POINTER)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """A measured change of a consumer's action."""

    old: str
    new: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What a rule says before blame. ``release`` and ``head`` are the two values that the rule compared."""

    rule: str
    subject: Subject
    meets: str
    does: str
    change: str
    release: Json = None
    head: Json = None
    where: Where | None = None
    consumer: str = ""
    fixtures: tuple[str, ...] = ()
    """Paths of fixtures that show it."""
    keys: tuple[Key, ...] = ()
    """What it touches, strongest first."""
    moves: tuple[Move, ...] = ()
    """Measured changes of action; empty where no decision moved."""
    names: tuple[str, ...] = ()
    """Further names under which a sentence may name it: fields, codes and hint values on either side."""
    level: Level | None = None
    """A level lower than the rule's, where the rule says so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One line of the report. See section "report" of the JSON Schema for the meaning of each field."""

    rule: str
    level: Level
    status: Status
    contract: str
    subject: Subject
    meets: str
    does: str
    change: str
    fingerprint: str
    where: Where | None = None
    release: Json = None
    head: Json = None
    consumer: str = ""
    fixtures: tuple[str, ...] = ()
    cause: str | None = None
    keys: tuple[Key, ...] = ()
    moves: tuple[Move, ...] = ()
    names: tuple[str, ...] = ()

    @property
    def blocks(self) -> bool:
        """Whether this finding alone stops the merge."""
        return self.status is Status.INTRODUCED and self.level.stops

    @property
    def family(self) -> str:
        """The rule's family: registry, envelope, hints, fallback, decision, fixtures or gate."""
        return self.rule.partition("/")[0]

    @property
    def order(self) -> tuple[object, ...]:
        """The report's total order: status, level, contract, rule, subject."""
        return (
            self.status.rank,
            self.level.rank,
            self.contract,
            self.rule,
            self.subject.kind,
            self.subject.name,
            self.consumer,
            self.fingerprint,
        )


def identity(draft: Draft, contract: str) -> Mapping[str, Json]:
    """What makes two findings the same: rule, contract, consumer, subject and the two compared values."""
    return {
        "rule": draft.rule,
        "contract": contract,
        "consumer": draft.consumer,
        "subject": {"kind": draft.subject.kind, "name": draft.subject.name},
        "release": _plain(draft.release),
        "head": _plain(draft.head),
    }


def fingerprint(draft: Draft, contract: str) -> str:
    """First 12 hex digits of SHA-256 over the RFC 8785 form of the identity."""
    return hashlib.sha256(rfc8785.dumps(identity(draft, contract))).hexdigest()[:12]


def _plain(value: Json) -> Json:
    """Integers beyond 53 bits as text, since RFC 8785 has none; mappings and sequences as dict and list."""
    if isinstance(value, bool) or value is None or isinstance(value, str | float):
        return value
    if isinstance(value, int):
        return value if abs(value) < 2**53 else str(value)
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value]
