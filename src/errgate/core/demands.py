"""What needs an impact sentence, and by which names and measured moves it is judged."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from errgate.core.contract import Contract
from errgate.core.decide import Consumer, decide_signals, read
from errgate.core.finding import Finding, Level, Move, Status, Subject
from errgate.core.impact import Demand, Name, NameKind, Vocabulary
from errgate.core.judge import Judged, difference
from errgate.core.narrate import names as judged_names
from errgate.core.narrate import signal_names
from errgate.core.rule import FixtureChange

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


def measure(
    runs: Iterable[Sequence[Judged]],
    changes: Iterable[FixtureChange] = (),
    old_consumer: Consumer | None = None,
    new_consumer: Consumer | None = None,
) -> Mapping[str, Measured]:
    """Fixture subject, and its path, → what the runs measured about it.

    A regenerated recording is measured besides: the old consumer on what it was, the new consumer on what it is.
    """
    found: dict[str, Measured] = {}
    for judged in (each for run in runs for each in run):
        for fixture in () if judged.fixture.generated else (judged.fixture, judged.partner or judged.fixture):
            for key in (fixture.subject, fixture.path):
                entry = found.setdefault(key, Measured())
                entry.moves.update(dict.fromkeys(judged.moves))
                entry.names.update(dict.fromkeys(judged_names(judged)))
                entry.other = entry.other or judged.differs in ("retry", "category")
    for change in changes:
        if change.old is not None:
            entry = found.setdefault(change.old.subject, Measured())
            _regenerated(entry, change, old_consumer, new_consumer)
    return found


def _regenerated(
    entry: Measured, change: FixtureChange, old_consumer: Consumer | None, new_consumer: Consumer | None
) -> None:
    assert change.old is not None
    consumer = old_consumer or new_consumer
    if consumer is None:
        return
    was = read(consumer, change.old)
    entry.names.update(dict.fromkeys(signal_names(was)))
    if change.new is None:
        return
    now = read(new_consumer or consumer, change.new)
    entry.names.update(dict.fromkeys(signal_names(now)))
    before, after = decide_signals(consumer, was), decide_signals(new_consumer or consumer, now)
    if before.action != after.action:
        entry.moves[Move(old=before.action, new=after.action)] = None
    entry.other = entry.other or difference(before, after, two_recordings=True) in ("retry", "category")


def demands(findings: Sequence[Finding], measured: Mapping[str, Mapping[str, Measured]]) -> tuple[Demand, ...]:
    """One demand for each introduced finding at ``explain``. ``measured``: contract → fixture subject → figures."""
    return tuple(
        _demand(each, measured.get(each.contract, {}))
        for each in findings
        if each.status is Status.INTRODUCED and each.level is Level.EXPLAIN
    )


def _demand(finding: Finding, measured: Mapping[str, Measured]) -> Demand:
    keys = [finding.subject.name] if finding.subject.kind == "fixture" else list(finding.fixtures)
    figures = [measured[key] for key in keys if key in measured]
    tags = list(finding.names)
    if finding.subject.kind == "fixture":
        tags += [name for each in figures for name in each.names]
    moves = dict.fromkeys([*finding.moves, *(move for each in figures for move in each.moves)])
    return Demand(
        fingerprint=finding.fingerprint,
        contract=finding.contract,
        names=tuple(dict.fromkeys([*_subject(finding.subject), *(_name(tag) for tag in tags)])),
        moves=tuple(moves),
        behaviour=finding.family != "gate" and finding.rule not in WITHOUT_BEHAVIOUR,
        other_difference=any(each.other for each in figures)
        or finding.rule in ("decision/retry-changed", "decision/category-changed"),
    )


def _subject(subject: Subject) -> tuple[Name, ...]:
    kinds: Mapping[str, NameKind] = {
        "code": "code",
        "field": "field",
        "fixture": "fixture",
        "decision": "entry",
        "config": "config",
    }
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
    """What the words of a sentence may mean: the actions of every policy, and all fixtures.

    The last state of each contract is head's; its aliases do not count, or a pull request could give words a meaning.
    """
    actions: dict[str, dict[str, None]] = {}
    fixtures: dict[str, tuple[str, ...]] = {}
    for name, states in contracts.items():
        for state in states:
            for action in state.policy.actions if state.policy else ():
                words = state.policy.aliases.get(action, ()) if state.policy and state is not states[-1] else ()
                actions.setdefault(action, {}).update(dict.fromkeys(words))
        subjects = (
            fixture.subject
            for state in states
            for each in state.fixtures.values()
            for fixture in each.fixtures.values()
        )
        fixtures[name] = tuple(dict.fromkeys(subjects))
    return Vocabulary(
        actions={action: tuple(words) for action, words in actions.items()} or dict(PLAIN_ACTIONS),
        contracts=tuple(contracts),
        fixtures=fixtures,
        codes=frozenset(
            code
            for states in contracts.values()
            for state in states
            if state.registry
            for code in state.registry.by_code
        ),
    )
