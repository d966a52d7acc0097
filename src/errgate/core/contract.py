"""What one ref promises about errors, as values: registry, hints, envelope, decision policy, fixtures."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from errgate.core.config import Collection
from errgate.core.finding import Where
from errgate.core.forms import CodeForm, WaitForm
from errgate.core.value import Json, canonical, escape

Part = Literal["registry", "hints", "envelope", "decision", "fixtures.v1", "fixtures.v2", "fixtures.synthetic"]
PARTS: tuple[Part, ...] = (
    "registry",
    "hints",
    "envelope",
    "decision",
    "fixtures.v1",
    "fixtures.v2",
    "fixtures.synthetic",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """A contract file that cannot be used: where, what is wrong, what to do. ``kind`` names the class of trouble."""

    path: str
    what: str
    fix: str
    line: int | None = None
    kind: Literal["ill-formed", "symlink", "submodule", "lfs", "too-large", "empty"] = "ill-formed"
    blob: str = ""
    """The content's id; two problems with one id are the same file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One code of the registry. None means that the source does not say."""

    code: str
    at: str = ""
    """Pointer into the document, for the line number."""
    name: str | None = None
    cause: str | None = None
    action: str | None = None
    retryable: bool | None = None
    status: int | str | None = None
    description: str | None = None
    state: Literal["active", "deprecated", "retired", "reserved"] = "active"
    replaced_by: tuple[str, ...] = ()
    retire_at: str | None = None
    category: str | None = None
    hint: str | None = None
    may_have_executed: bool | None = None
    terminal: bool | None = None
    attributes: Mapping[str, Json] = field(default_factory=lambda: MappingProxyType({}))
    """The configured attributes that this entry states."""

    @property
    def offered(self) -> bool:
        """Whether the API may still send it: active or deprecated."""
        return self.state in ("active", "deprecated")


@dataclass(frozen=True, slots=True, kw_only=True)
class Registry:
    """The list of codes. ``entries`` keeps the file's order; a repeated code appears twice."""

    path: str
    entries: tuple[Entry, ...] = ()
    by_code: Mapping[str, Entry] = field(init=False, compare=False)
    """The first entry of each code."""

    def __post_init__(self) -> None:
        found: dict[str, Entry] = {}
        for entry in self.entries:
            found.setdefault(entry.code, entry)
        object.__setattr__(self, "by_code", MappingProxyType(found))


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint:
    """A field that tells a consumer what to do. A state is ``next``, ``default``, ``unrecognized``, ``backoff``,
    ``forbidden`` or an action."""

    name: str
    at: tuple[str, ...]
    """Pointers into the body, or ``header:NAME``; several are aliases, the first that is present counts."""
    values: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Known value → action. Empty for seconds and for hints checked for shape only."""
    seconds: bool = False
    absent: str = "next"
    unrecognized: str = "default"
    null: str = "forbidden"
    malformed: str = "unrecognized"
    stated: frozenset[str] = frozenset()
    """The states that the file names itself: absent, unrecognized, null, malformed."""
    many: bool = False
    pointer: str = ""
    """Pointer into hints.yml, for the line number."""
    drawn: Mapping[str, tuple[str, str]] = field(default_factory=lambda: MappingProxyType({}), compare=False)
    """Value → path and pointer of its place, where the values are drawn from a team's own file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hints:
    """The hint vocabulary: name → hint, in the file's order."""

    path: str
    hints: Mapping[str, Hint] = field(default_factory=lambda: MappingProxyType({}))

    def place(self, hint: Hint, value: str) -> Where:
        """The place that gives a value of a hint, in this file or in the one that it is drawn from."""
        path, at = hint.drawn.get(value, (self.path, f"{hint.pointer}/values/{escape(value)}"))
        return Where(path=path, at=at)


@dataclass(frozen=True, slots=True, kw_only=True)
class TextRule:
    """An action for a message that matches. ``search`` is the compiled, linear-time form of ``matches``."""

    matches: str
    action: str
    search: Callable[[str], bool] = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """The decision policy: a consumer as data."""

    path: str
    actions: tuple[str, ...] = ()
    code: tuple[str, ...] = ("/code",)
    """Where the code lies; several places are aliases, which must agree."""
    code_else: tuple[str, ...] = ()
    """Asked in this order where ``code`` has none; null and blank text count as none."""
    message: tuple[str, ...] = ("/message",)
    """Where the message lies; the first text counts."""
    status_at: tuple[str, ...] = ("/status", "http:status")
    """Where the status lies; several places must agree."""
    status_else: tuple[str, ...] = ()
    """Asked in this order where ``status_at`` has none; may differ from it."""
    wait: tuple[str, ...] = ()
    """Where a wait lies; the first that can be counted counts, where no seconds hint is declared."""
    code_forms: Mapping[str, CodeForm] = field(default_factory=lambda: MappingProxyType({}))
    """Place of a code → how its value is read, where not plainly; from a preset."""
    wait_forms: Mapping[str, WaitForm] = field(default_factory=lambda: MappingProxyType({}))
    """Place of a wait → how its value is read, where not plainly; from a preset."""
    precedence: tuple[str, ...] | None = None
    """Sources of the action: ``hint:NAME``, ``code``, ``status``, ``text``. None: every hint with values, code, status."""
    category_precedence: tuple[str, ...] = ("status", "code")
    status: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """``503`` or ``5xx`` → action."""
    text: tuple[TextRule, ...] = ()
    categories: Mapping[str, str] | None = None
    """``503`` or ``5xx`` → category. None: errgate's own."""
    max_attempts: int = 3
    default: str | None = None
    """The safe default. None is a finding, nothing stands in for it."""
    unknown_code: Literal["default", "next"] = "default"
    not_idempotent: str | None = None
    aliases: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True, kw_only=True)
class Envelope:
    """The error's shape: a JSON Schema document."""

    path: str
    schema: Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What was asked, as far as a decision needs it: the method, and whether an idempotency key was sent."""

    method: str
    has_idempotency_key: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixture:
    """One recorded error."""

    collection: Collection
    name: str
    """Relative to the collection; ``file.jsonl#17`` for a line."""
    path: str
    document: Json
    """The whole recording; equal to ``body`` where it is a bare body."""
    body: Json
    exchange: bool = False
    """The document is an exchange, not a bare body."""
    status: int | None = None
    """The status on the wire."""
    headers: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Lower-case names."""
    request: Request | None = None
    blob: str = ""
    """The content's id; equal ids are equal bytes."""
    line: int | None = None
    """The line, in a .jsonl file."""
    generated: str = ""
    """What was made wrong with a recording, for a case that no file holds: ``unknown code``."""

    @property
    def subject(self) -> str:
        """Collection plus relative name; what is wrong, for a generated case."""
        return f"generated/{self.generated}" if self.generated else f"{self.collection}/{self.name}"

    @property
    def place(self) -> str:
        """The path, and for a line of a .jsonl file its number among the recordings: ``fixtures/v2/errors.jsonl#17``."""
        return self.path if self.line is None else f"{self.path}#{self.name.rpartition('#')[2]}"

    @property
    def value(self) -> str:
        """The document as a key for comparing by value."""
        return canonical(self.document)


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """A row of decisions.yml: what the new consumer must decide. None: not stated."""

    action: str
    category: str | None = None
    max_attempts: int | None = None
    wait: str | None = None
    why: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixtures:
    """One collection at one ref."""

    collection: Collection
    path: str
    fixtures: Mapping[str, Fixture] = field(default_factory=lambda: MappingProxyType({}))
    """By relative name, sorted."""
    expected: Mapping[str, Expectation] = field(default_factory=lambda: MappingProxyType({}))
    expected_path: str = ""
    """Path of decisions.yml, whether or not it exists."""
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract:
    """What one ref promises. A part that is None is absent; one in ``problems`` is there but unreadable."""

    name: str
    registry: Registry | None = None
    hints: Hints | None = None
    envelope: Envelope | None = None
    policy: Policy | None = None
    fixtures: Mapping[Collection, Fixtures] = field(default_factory=lambda: MappingProxyType({}))
    """Only collections that the ref's config names and its tree holds."""
    problems: Mapping[Part, Problem] = field(default_factory=lambda: MappingProxyType({}))
    paths: Mapping[Part, str] = field(default_factory=lambda: MappingProxyType({}))
    """Where each configured part lies, whether or not it exists."""

    def part(self, part: Part) -> Registry | Hints | Envelope | Policy | Fixtures | None:
        """The parsed part, or None where it is absent or unreadable."""
        match part:
            case "registry":
                return self.registry
            case "hints":
                return self.hints
            case "envelope":
                return self.envelope
            case "decision":
                return self.policy
            case _:
                return self.fixtures.get(part.removeprefix("fixtures."))  # type: ignore[call-overload, no-any-return]

    def collection(self, name: Collection) -> Mapping[str, Fixture]:
        """The fixtures of a collection; empty where there is none."""
        found = self.fixtures.get(name)
        return found.fixtures if found else MappingProxyType({})
