"""Which paths a pull request changes, and which parts of a contract that touches."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from errgate.core import glob
from errgate.core.config import ContractConfig
from errgate.core.contract import Part
from errgate.sources import contracts
from errgate.sources.source import Blob, Change, TooLarge

Read = Callable[[Iterable[Blob]], Mapping[str, bytes | TooLarge]]


def paths(changes: Sequence[Change]) -> frozenset[str]:
    """Both names of every change."""
    return frozenset(blob.path for change in changes for blob in (change.old, change.new) if blob is not None)


def renames(changes: Sequence[Change]) -> Mapping[str, str]:
    """Old path → new path of every rename."""
    return {change.old.path: change.new.path for change in changes if change.renamed and change.old and change.new}


def matching(globs: tuple[str, ...], changed: Iterable[str]) -> tuple[str, ...]:
    """The changed paths that some globs mean, sorted."""
    compiled = glob.watching(globs)
    return tuple(sorted(path for path in changed if compiled.matches(path)))


def redrawn(
    trees: Sequence[Mapping[str, Blob]], versions: Sequence[ContractConfig], changed: frozenset[str], read: Read
) -> frozenset[str]:
    """The paths of hints that draw values from a changed file: they are touched as if they had changed themselves."""
    found = set()
    for config in {each.hints: each for each in versions if each.hints and changed}.values():
        for tree in trees:
            blob = tree.get(config.hints or "")
            if blob is not None and not changed.isdisjoint(contracts.drawn(tree, config, read([blob]))):
                found.add(blob.path)
    return frozenset(found)


def touches(config: ContractConfig, part: Part, changed: frozenset[str]) -> bool:
    """Whether a changed path is a part, or lies in a collection."""
    path = contracts.paths(config).get(part)
    if path is None:
        return False
    return path in changed or (part.startswith("fixtures.") and any(each.startswith(f"{path}/") for each in changed))
