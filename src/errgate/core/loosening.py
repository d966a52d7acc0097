"""What head's config checks less than base's."""

from collections.abc import Iterator
from dataclasses import dataclass

from errgate.core.config import ContractConfig, LevelChange
from errgate.core.quote import quote
from errgate.core.rule import ConfigChange
from errgate.core.value import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Loosening:
    """One key of the config that checks less. ``at`` points into head's config."""

    key: str
    what: str
    at: str = ""
    old: Json = None
    new: Json = None
    names: tuple[str, ...] = ()


def loosenings(change: ConfigChange) -> tuple[Loosening, ...]:
    """Every key of head's config that checks less than base's (the target's, where base has none)."""
    old, new = change.base or change.target, change.head
    if old is None or new is None:
        return ()
    found: list[Loosening] = []
    if old.owner and not new.owner and not all(contract.owner for contract in new.contracts):
        found.append(Loosening(key="owner", what=f"the owner {quote(old.owner)} is dropped.", old=old.owner))
    if old.release != new.release:
        found.append(
            Loosening(key="release", what="later pull requests would be compared with another release.", at="/release")
        )
    for contract in old.contracts:
        kept = new.contract(contract.name)
        if kept is None:
            found.append(
                Loosening(
                    key=f"contracts.{contract.name}",
                    what=f"the contract {quote(contract.name)} is dropped.",
                    old=contract.name,
                    names=(f"config:{contract.name}",),
                )
            )
        else:
            found.extend(_contract(change, contract, kept))
    return tuple(found)


def _contract(change: ConfigChange, old: ContractConfig, new: ContractConfig) -> Iterator[Loosening]:
    name = old.name
    if old.release != new.release:
        yield Loosening(
            key=f"{name}.release",
            what="later pull requests would be compared with another release.",
            at=f"{new.at}/release",
        )
    if old.owner and not (new.owner or (change.head is not None and change.head.owner)):
        yield Loosening(key=f"{name}.owner", what=f"the owner {quote(old.owner)} is dropped.", at=new.at, old=old.owner)
    for consumer in old.consumers:
        if consumer not in new.consumers:
            yield Loosening(
                key=f"{name}.consumers",
                what=f"the consumer {quote(consumer)} is dropped.",
                at=new.at,
                old=consumer,
                names=(f"config:{consumer}",),
            )
    for at in new.volatile:
        if at not in old.volatile:
            yield Loosening(
                key=f"{name}.volatile",
                what=f"{quote(at)} is no longer compared.",
                at=f"{new.at}/volatile",
                new=at,
                names=(f"field:{at}",),
            )
    if old.serializer != new.serializer:
        lost = sorted(
            path
            for path in change.base_paths | change.head_paths
            if change.matched(old.serializer, path) and not (new.serializer and change.matched(new.serializer, path))
        )
        if lost:
            yield Loosening(
                key=f"{name}.serializer",
                what=f"{quote(lost[0])}{f' and {len(lost) - 1} more' if len(lost) > 1 else ''} would not be watched.",
                at=f"{new.at}/serializer",
                old=list(old.serializer),
                new=list(new.serializer),
                names=tuple(f"path:{path}" for path in lost),
            )
    yield from _levels(change, old, new)


def _levels(change: ConfigChange, old: ContractConfig, new: ContractConfig) -> Iterator[Loosening]:
    before, after = _table(old.levels), _table(new.levels)
    for rule in sorted(before.keys() | after.keys()):
        default = change.default_levels.get(rule)
        was = before[rule].level if rule in before else default
        now = after[rule].level if rule in after else default
        if was is not None and now is not None and now.rank > was.rank:
            yield Loosening(
                key=f"{old.name}.levels",
                what=f"{quote(rule)} is lowered from {was} to {now}.",
                at=f"{new.at}/levels",
                old=was.value,
                new=now.value,
                names=(f"config:{rule}",),
            )


def _table(levels: tuple[LevelChange, ...]) -> dict[str, LevelChange]:
    return {each.rule: each for each in levels}
