"""The suite: one evaluation of a pull request, from parsed contracts to a Report."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from errgate.core import blame, impact, traffic
from errgate.core.config import ContractConfig
from errgate.core.contract import PARTS, Contract, Fixture
from errgate.core.decide import Decision, consumer_of, label
from errgate.core.demands import Measured, demands, measure, vocabulary
from errgate.core.finding import Draft, Finding, Level, Status
from errgate.core.generated import generate
from errgate.core.judge import hurts
from errgate.core.quote import quote
from errgate.core.regeneration import REGENERATIONS
from errgate.core.report import Decided, DecisionChange, Impact, Numbers, Refs, Regenerated, Report, Sentence, Stats
from errgate.core.rule import Change, Comparison, ConfigChange, Rule, State
from errgate.core.signals import read_hint


@dataclass(frozen=True, kw_only=True)
class ContractInput:
    """One contract at the three refs that are compared."""

    config: ContractConfig
    """The target's."""
    release: Contract
    base: Contract
    head: Contract
    change: Change
    touched: tuple[str, ...] = ()
    head_read_as_before: Contract | None = None
    """Head's files read with base's registry mapping, where head's config changed the mapping."""


@dataclass(frozen=True, kw_only=True)
class Input:
    """Everything that an evaluation looks at."""

    refs: Refs
    config: ConfigChange
    contracts: tuple[ContractInput, ...]
    sentences: tuple[Sentence, ...] = ()
    owners: Mapping[str, str]
    body_note: str = ""
    """Why there is no sentence at all, where there is none."""
    body_cut: bool = False
    """The pull-request body is as long as GitHub allows, so its end may be missing."""


def evaluate(given: Input, rules: Sequence[Rule]) -> Report:
    """Run every rule, blame, weigh the sentences, and give the verdict."""
    findings: list[Finding] = []
    runs: dict[str, list[Comparison]] = {}
    for contract in given.contracts:
        level = _levels(rules, contract.config)
        comparisons = _comparisons(given.refs, contract)
        runs[contract.config.name] = comparisons
        findings.extend(_compared(rules, contract, comparisons, level))
        findings.extend(_checked(rules, contract, level))
        findings.extend(_changed(rules, contract, level))
    findings.extend(_configured(rules, given.config, [each.config for each in given.contracts]))
    linked = blame.link_causes(_unique(findings))
    changed = {each.config.name: each.change.fixtures for each in given.contracts}
    measured = {
        name: measure(
            [run.judged for run in (each[0], each[2])], changed[name], each[0].old_consumer, each[0].new_consumer
        )
        for name, each in runs.items()
    }
    return _report(given, linked, runs, measured)


def _comparisons(refs: Refs, contract: ContractInput) -> list[Comparison]:
    """Release→head, release→base, base→head; then release→head with the old mapping, where there is one."""
    release, base, head = contract.release, contract.base, contract.head
    volatile = contract.config.volatile
    name = contract.change.release_name
    cases = _generated(contract)
    found = [
        Comparison(old=release, new=head, base=base, old_name=name, volatile=volatile, generated=cases),
        Comparison(old=release, new=base, base=base, old_name=name, volatile=volatile, generated=cases),
        Comparison(old=base, new=head, base=base, old_name=quote(refs.base.name), volatile=volatile, generated=cases),
    ]
    if contract.head_read_as_before is not None:
        found.append(
            Comparison(
                old=release,
                new=contract.head_read_as_before,
                base=base,
                old_name=name,
                volatile=volatile,
                generated=cases,
            )
        )
    return found


def _generated(contract: ContractInput) -> tuple[Fixture, ...]:
    """The cases that the three comparisons share: tried on what the release knew, unknown to all three."""
    states = (contract.release, contract.base, contract.head)
    reader, *known = (consumer_of(each.policy, each.hints, each.registry) for each in states)
    if reader is None:
        return ()
    hints = reader.hints.hints.values() if reader.hints else ()
    recorded = [fixture for each in states for part in each.fixtures.values() for fixture in part.fixtures.values()]
    nulls = frozenset(
        hint.name for hint in hints if any(read_hint(hint, fixture).state == "null" for fixture in recorded)
    )
    return generate(
        contract.base.collection("v1"),
        reader,
        known=[each for each in known if each is not None],
        shape=contract.release.envelope,
        nulls=nulls,
    )


def _levels(rules: Sequence[Rule], config: ContractConfig) -> Callable[[str], Level]:
    table = {rule.id: rule.level for rule in rules}
    table.update({each.rule: each.level for each in config.levels})
    return table.__getitem__


def _run(rules: Sequence[Rule], comparison: Comparison) -> Iterator[Draft]:
    for rule in rules:
        if rule.compare is not None:
            yield from rule.compare(comparison)


def _compared(
    rules: Sequence[Rule], contract: ContractInput, runs: Sequence[Comparison], level: Callable[[str], Level]
) -> tuple[Finding, ...]:
    release_head = [*_run(rules, runs[0]), *(draft for run in runs[3:] for draft in _run(rules, run))]
    released_is_base = contract.release == contract.base
    return blame.join_comparisons(
        release_head=release_head,
        release_base=_run(rules, runs[1]),
        base_head=() if released_is_base else _run(rules, runs[2]),
        contract=contract.config.name,
        level_of=level,
        in_release=lambda draft: in_contract(contract.release, draft),
    )


def in_contract(contract: Contract, draft: Draft) -> bool:
    """Whether a contract has the subject of a draft at all."""
    name = draft.subject.name
    match draft.subject.kind:
        case "code":
            return contract.registry is not None and name in contract.registry.by_code
        case "hint":
            hint, _, value = name.partition("=")
            known = contract.hints.hints.get(hint.partition(":")[0]) if contract.hints else None
            return known is not None and (not value or value in known.values)
        case "fixture":
            collection, _, relative = name.partition("/")
            if collection == "v2":
                return relative in contract.collection("v2") or relative in contract.collection("v1")
            return True
        case "decision":
            return contract.policy is not None
        case _:
            return True


def _checked(rules: Sequence[Rule], contract: ContractInput, level: Callable[[str], Level]) -> tuple[Finding, ...]:
    def run(state: State) -> Iterator[Draft]:
        for rule in rules:
            if rule.check is not None:
                yield from rule.check(state)

    return blame.join_checks(
        base=run(State(contract=contract.base)),
        head=run(State(contract=contract.head)),
        contract=contract.config.name,
        level_of=level,
    )


def _changed(rules: Sequence[Rule], contract: ContractInput, level: Callable[[str], Level]) -> Iterator[Finding]:
    for rule in rules:
        for draft in rule.change(contract.change) if rule.change is not None else ():
            yield blame.finding(draft, contract=contract.config.name, status=Status.INTRODUCED, level=level(draft.rule))


def _configured(rules: Sequence[Rule], change: ConfigChange, contracts: Sequence[ContractConfig]) -> Iterator[Finding]:
    """Findings about the config itself, at the strictest level that any contract asks for."""
    levels = [_levels(rules, each) for each in contracts]
    for rule in rules:
        for draft in rule.config(change) if rule.config is not None else ():
            level = min((each(rule.id) for each in levels), key=lambda each: each.rank, default=rule.level)
            yield blame.finding(draft, contract="", status=Status.INTRODUCED, level=level)


def _unique(findings: Iterable[Finding]) -> list[Finding]:
    found: dict[tuple[str, Status], Finding] = {}
    for each in findings:
        found.setdefault((each.fingerprint, each.status), each)
    return list(found.values())


def _report(
    given: Input,
    findings: tuple[Finding, ...],
    runs: Mapping[str, Sequence[Comparison]],
    measured: Mapping[str, Mapping[str, Measured]],
) -> Report:
    asked = demands(findings, measured)
    states = {each.config.name: (each.release, each.base, each.head) for each in given.contracts}
    judgement = impact.judge(given.sentences, asked, vocabulary(states))
    explained = tuple(
        replace(each, status=Status.EXPLAINED)
        if each.status is Status.INTRODUCED and each.fingerprint in judgement.covered and each.level is Level.EXPLAIN
        else each
        for each in findings
    )
    ordered = tuple(sorted(explained, key=lambda each: each.order))
    missing = judgement.missing
    if missing and given.body_note and not given.sentences:
        missing = (given.body_note, *missing)
    if missing and given.body_cut:
        missing = (*missing, "The description is as long as GitHub allows, so its end may be cut off.")
    blocked = any(each.blocks for each in ordered)
    return Report(
        verdict="blocked" if blocked else "pass",
        config_path=given.config.path,
        refs=given.refs,
        touched={each.config.name: each.touched for each in given.contracts if each.touched},
        not_checked=_not_checked(given.contracts),
        findings=ordered,
        decisions=tuple(_decisions(runs, generated=False)),
        generated=tuple(_decisions(runs, generated=True)),
        traffic=tuple(_numbers(given.contracts, runs)),
        regenerated=tuple(_regenerated(given.contracts, ordered, judgement)),
        impact=Impact(
            required=bool(asked),
            satisfied=all(each.fingerprint in judgement.covered for each in asked),
            sentences=given.sentences,
            missing=missing,
            skeleton=judgement.skeleton,
        ),
        stats=Stats(
            fixtures=sum(len(each.fixtures) for state in given.contracts for each in state.head.fixtures.values()),
            generated=sum(len(each[0].generated) for each in runs.values()),
        ),
        owners=given.owners,
    )


def _not_checked(contracts: Sequence[ContractInput]) -> Mapping[str, tuple[str, ...]]:
    found = {
        each.config.name: (
            *(part for part in PARTS if part not in each.head.paths and part not in each.base.paths),
            *(["consumers"] if each.config.consumers else []),
        )
        for each in contracts
    }
    return {name: parts for name, parts in found.items() if parts}


def _decisions(runs: Mapping[str, Sequence[Comparison]], *, generated: bool) -> Iterator[DecisionChange]:
    for contract, comparisons in runs.items():
        before = {(judged.fixture.subject, judged.old, judged.new) for judged in comparisons[1].judged}
        for judged in comparisons[0].judged:
            if judged.differs is not None and bool(judged.fixture.generated) is generated:
                yield DecisionChange(
                    contract=contract,
                    fixture=judged.fixture.place,
                    consumer="policy",
                    old=_decided(judged.old),
                    new=_decided(judged.new),
                    hurts=hurts(judged.old, judged.new, judged.new_signals),
                    case=judged.fixture.generated,
                    old_code=judged.old_signals.code,
                    new_code=judged.new_signals.code,
                    inherited=(judged.fixture.subject, judged.old, judged.new) in before,
                )


def _numbers(contracts: Sequence[ContractInput], runs: Mapping[str, Sequence[Comparison]]) -> Iterator[Numbers]:
    for each in contracts:
        name = each.config.name
        if each.config.traffic is not None:
            found = traffic.measure(name, each.config.traffic, runs[name][0].judged, runs[name][1].judged)
            if found is not None:
                yield found


def _decided(value: Decision) -> Decided:
    return Decided(
        action=value.action,
        category=value.category,
        max_attempts=value.max_attempts,
        wait=value.wait,
        decided_by=label(value.decided_by),
        on_default=value.on_default,
    )


def _regenerated(
    contracts: Sequence[ContractInput], findings: Sequence[Finding], judgement: impact.Judgement
) -> Iterator[Regenerated]:
    prints = {
        (each.contract, each.subject.name, each.head == "edited row"): each.fingerprint
        for each in findings
        if each.rule == "fixtures/regenerated"
    }
    for contract in contracts:
        for each in contract.change.fixtures:
            if each.kind in REGENERATIONS and each.old is not None:
                name = contract.config.name
                fingerprint = prints.get((name, each.old.subject, each.kind == "expectation"), "")
                yield Regenerated(
                    contract=name,
                    path=each.old.place,
                    kind=each.kind,  # type: ignore[arg-type]
                    covered_by=judgement.covered.get(fingerprint),
                )
