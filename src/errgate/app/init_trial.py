"""A proposal put to the test: read as the gate reads it, and judged once as the pull request that would add it."""

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from errgate.app.gate import LEVELS, Releases, Request, check
from errgate.core.contract import Contract, Fixture
from errgate.core.decide import Decision, consumer_of, decide
from errgate.core.discovery.proposal import CONFIG, Proposal, files
from errgate.core.finding import Finding, Level
from errgate.core.report import Ref
from errgate.errors import ErrgateError
from errgate.sources import config_reader, contracts
from errgate.sources.directory import DirectoryPair


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """What the gate reads in a proposal, or why it cannot."""

    problem: str = ""
    contract: Contract | None = None
    decisions: tuple[tuple[Fixture, Decision], ...] = ()
    findings: tuple[Finding, ...] = ()
    """What a pull request that adds these files would be told, notes aside."""

    @property
    def codes(self) -> int:
        """How many codes were read."""
        registry = self.contract.registry if self.contract is not None else None
        return len(registry.entries) if registry is not None else 0


def run(proposal: Proposal, existing: Mapping[str, bytes]) -> Trial:
    """Read and judge a proposal beside the files that exist already. Never raises for what they hold."""
    texts = {path: text.encode() for path, text in files(proposal).items()}
    try:
        with tempfile.TemporaryDirectory(prefix="errgate-init-") as folder:
            old, new = Path(folder, "old"), Path(folder, "new")
            _write(old, existing)
            _write(new, {**texts, **existing})
            return _judged(old, new)
    except ErrgateError as error:
        return Trial(problem=str(error))
    except OSError as error:
        return Trial(problem=f"The proposal could not be tried out in a temporary folder: {error.strerror}.")


def _write(root: Path, contents: Mapping[str, bytes]) -> None:
    root.mkdir(parents=True)
    for path, data in contents.items():
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data)


def _judged(old: Path, new: Path) -> Trial:
    source = DirectoryPair(old, new)
    base, head = Ref(name=str(old)), Ref(name=str(new))
    config = config_reader.read((new / CONFIG).read_bytes(), CONFIG, rules=LEVELS)
    tree = source.tree(head)
    data = contracts.gather(lambda blobs: source.read(list(blobs)), [(tree, config.contracts[0])])
    contract = contracts.load(tree, config.contracts[0], data)
    for part, problem in contract.problems.items():
        line = f":{problem.line}" if problem.line is not None else ""
        return Trial(problem=f"{problem.path}{line}: the {part} cannot be read: {problem.what} {problem.fix}")
    for collection in contract.fixtures.values():
        for problem in collection.problems:
            return Trial(problem=f"{problem.path}: {problem.what} {problem.fix}")
    report = check(Request(source=source, target=base, base=base, head=head), Releases())
    return Trial(contract=contract, decisions=tuple(_decisions(contract)), findings=_worth_saying(report.findings))


def _decisions(contract: Contract) -> list[tuple[Fixture, Decision]]:
    consumer = consumer_of(contract.policy, contract.hints, contract.registry)
    if consumer is None:
        return []
    found = [fixture for collection in contract.fixtures.values() for fixture in collection.fixtures.values()]
    return [(fixture, decide(consumer, fixture)) for fixture in found]


def _worth_saying(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    return tuple(each for each in findings if each.level in (Level.BLOCK, Level.EXPLAIN, Level.WARN))
