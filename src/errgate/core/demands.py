"""What needs an impact sentence, and by which names and measured moves it is judged."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from errgate.core.contract import Contract
from errgate.core.finding import Finding, Level, Move, Status, Subject
from errgate.core.impact import Demand, Name, NameKind, Vocabulary
from errgate.core.judge import Judged
from errgate.core.narrate import names as judged_names

WITHOUT_BEHAVIOUR = ("fixtures/wholesale", "fixtures/unexercised")
"""Rules that ask only for the name and the reason; so does the family ``gate/``."""

PLAIN_ACTIONS: Mapping[str, tuple[str, ...]] = {"retry": (), "fix_request": (), "escalate": (), "abandon": ()}
"""Words for actions where no policy names any."""


@dataclass(slots=True)
class Measured:
    """What replay measured about one fixture, over all runs."""

    moves: dict[Move, None] = field(default_factory=dict)
    names: dict[str, None] = field(default_factory=dict)
    other: bool = False


def measure(runs: Iterable[Sequence[Judged]]) -> Mapping[str, Measured]:
    """Fixture subject → what the runs measured about it."""
    found: dict[str, Measured] = {}
    for judged in (each for run in runs for each in run):
        for subject in {judged.fixture.subject, judged.partner.subject if judged.partner else judged.fixture.subject}:
            entry = found.setdefault(subject, Measured())
            entry.moves.update(dict.fromkeys(judged.moves))
            entry.names.update(dict.fromkeys(judged_names(judged)))
            entry.other = entry.other or judged.differs in ("retry", "category")
    return found


def demands(findings: Sequence[Finding], measured: Mapping[str, Mapping[str, Measured]]) -> tuple[Demand, ...]:
    """One demand for each introduced finding at ``explain``. ``measured``: contract → fixture subject → figures."""
    return tuple(
        _demand(each, measured.get(each.contract, {}))
        for each in findings
        if each.status is Status.INTRODUCED and each.level is Level.EXPLAIN
    )


def _demand(finding: Finding, measured: Mapping[str, Measured]) -> Demand:
    figures = measured.get(finding.subject.name) if finding.subject.kind == "fixture" else None
    tags = [*finding.names, *(figures.names if figures else ())]
    moves = dict.fromkeys([*finding.moves, *(figures.moves if figures else ())])
    return Demand(
        fingerprint=finding.fingerprint,
        contract=finding.contract,
        names=tuple(dict.fromkeys([*_subject(finding.subject), *(_name(tag) for tag in tags)])),
        moves=tuple(moves),
        behaviour=finding.family != "gate" and finding.rule not in WITHOUT_BEHAVIOUR,
        other_difference=bool(figures and figures.other) or finding.rule in ("decision/retry-changed", "decision/category-changed"),
    )


def _subject(subject: Subject) -> tuple[Name, ...]:
    kinds: Mapping[str, NameKind] = {"code": "code", "field": "field", "fixture": "fixture", "decision": "entry", "config": "config"}
    if subject.kind == "hint":
        name, _, value = subject.name.partition("=")
        if value:
            return (Name(kind="value", text=value, hint=name), Name(kind="hint", text=name))
        return (Name(kind="hint", text=subject.name.partition(":")[0]),)
    return (Name(kind=kinds.get(subject.kind, "config"), text=subject.name),)


def _name(tag: str) -> Name:
    kind, _, text = tag.partition(":")
    if kind == "value":
        hint, _, value = text.partition("=")
        return Name(kind="value", text=value, hint=hint)
    known: Mapping[str, NameKind] = {
        "code": "code", "hint": "hint", "field": "field", "fixture": "fixture",
        "entry": "entry", "part": "part", "config": "config", "path": "path",
    }  # fmt: skip
    return Name(kind=known[kind], text=text)


def vocabulary(contracts: Mapping[str, Sequence[Contract]]) -> Vocabulary:
    """What the words of a sentence may mean: the actions of every policy at every ref, and all fixtures."""
    actions: dict[str, dict[str, None]] = {}
    fixtures: dict[str, tuple[str, ...]] = {}
    for name, states in contracts.items():
        for state in states:
            for action in state.policy.actions if state.policy else ():
                words = state.policy.aliases.get(action, ()) if state.policy else ()
                actions.setdefault(action, {}).update(dict.fromkeys(words))
        subjects = (fixture.subject for state in states for each in state.fixtures.values() for fixture in each.fixtures.values())
        fixtures[name] = tuple(dict.fromkeys(subjects))
    return Vocabulary(
        actions={action: tuple(words) for action, words in actions.items()} or dict(PLAIN_ACTIONS),
        contracts=tuple(contracts),
        fixtures=fixtures,
    )
