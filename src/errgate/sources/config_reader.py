"""Reads the config file: ``.github/errgate.yml``."""

import difflib
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from errgate.core import glob
from errgate.core.config import (
    COLLECTIONS,
    Collection,
    Config,
    ContractConfig,
    LevelChange,
    RegistryPart,
    ReleaseRule,
)
from errgate.core.finding import Level
from errgate.errors import ConfigInvalid, Unreadable
from errgate.sources import documents
from errgate.sources.shape import Place, root

TOP = ("version", "owner", "release", "contracts", "impact")
CONTRACT = (
    "name", "owner", "release", "serializer", "registry", "hints", "envelope", "decision", "fixtures", "volatile",
    "consumers", "traffic", "levels", "breaks",
)  # fmt: skip
REGISTRY = ("path", "reader", "codes", "fields", "attributes")
ENTRY_FIELDS = (
    "code", "name", "cause", "action", "retryable", "status", "description", "state", "reserved", "replaced_by",
    "retire_at", "category", "hint", "may_have_executed", "terminal",
)  # fmt: skip


def read(data: bytes, path: str, *, rules: Mapping[str, Level] | None = None) -> Config:
    """The config in a file's bytes. ``rules``: every rule's id with its own level, to check ``levels`` against.

    Raises ConfigInvalid with the line and what to do.
    """
    try:
        document = documents.parse(data, path)
    except Unreadable as error:
        raise ConfigInvalid(error.problem, path=path, line=error.line, fix=error.fix) from error
    top = root(document, ConfigInvalid).object(TOP, required=("version", "contracts"))
    if top["version"].scalar() != "1":
        raise top["version"].refuse(f"version {top['version'].scalar()} is not known.", "Write `version: 1`.")
    contracts = tuple(_contract(place, rules) for place in top["contracts"].items())
    if not contracts:
        raise top["contracts"].refuse("no contract is listed.", "Describe at least one.")
    names = [contract.name for contract in contracts]
    for index, name in enumerate(names):
        if name in names[:index]:
            raise top["contracts"].child(str(index), name).refuse(f"two contracts are called `{name}`.", "Rename one.")
    labels: tuple[str, ...] = ()
    if "impact" in top:
        impact = top["impact"].object(("labels",))
        labels = impact["labels"].texts() if "labels" in impact else ()
    return Config(
        path=path,
        owner=top["owner"].text() if "owner" in top else "",
        release=_release(top["release"]) if "release" in top else ReleaseRule(),
        contracts=contracts,
        impact_labels=labels,
    )


def _release(place: Place) -> ReleaseRule:
    if isinstance(place.value, str):
        place.choice("base")
        return ReleaseRule(kind="base", value="")
    members = place.object(("tag", "ref", "prereleases"))
    if ("tag" in members) == ("ref" in members):
        raise place.refuse("`release` names exactly one of `tag` and `ref`, or is `base`.", 'Write {tag: "v*"}.')
    if "ref" in members:
        return ReleaseRule(kind="ref", value=members["ref"].text())
    pattern = members["tag"].text()
    try:
        glob.compile([pattern])
    except glob.GlobInvalid as error:
        raise members["tag"].refuse(error.problem, error.fix) from error
    pre = members["prereleases"].boolean() if "prereleases" in members else False
    return ReleaseRule(kind="tag", value=pattern, prereleases=pre)


def _contract(place: Place, rules: Mapping[str, Level] | None) -> ContractConfig:
    members = place.object(CONTRACT, required=("name",))
    parts = [key for key in ("registry", "hints", "envelope", "decision", "fixtures") if key in members]
    if not parts:
        raise place.refuse(
            f"the contract `{members['name'].scalar()}` names no part.",
            "Name at least one of registry, hints, envelope, decision, fixtures.",
        )
    if "traffic" in members:
        members["traffic"].object(("calls_per_day", "transient_rate"))
    if "breaks" in members:
        members["breaks"].path()
    return ContractConfig(
        name=members["name"].scalar(),
        at=place.at,
        owner=members["owner"].text() if "owner" in members else "",
        release=_release(members["release"]) if "release" in members else None,
        serializer=_globs(members["serializer"]) if "serializer" in members else (),
        registry=_registry(members["registry"]) if "registry" in members else None,
        hints=members["hints"].path() if "hints" in members else None,
        envelope=members["envelope"].path() if "envelope" in members else None,
        decision=members["decision"].path() if "decision" in members else None,
        fixtures=_fixtures(members["fixtures"]) if "fixtures" in members else MappingProxyType({}),
        volatile=members["volatile"].pointers(header=True) if "volatile" in members else (),
        levels=_levels(members["levels"], rules) if "levels" in members else (),
        consumers=_consumers(members["consumers"]) if "consumers" in members else (),
    )


def _globs(place: Place) -> tuple[str, ...]:
    patterns = place.texts()
    for index, pattern in enumerate(patterns):
        try:
            glob.compile([pattern.removeprefix("!")])
        except glob.GlobInvalid as error:
            at = place if isinstance(place.value, str) else place.child(str(index), pattern)
            raise at.refuse(error.problem, error.fix) from error
    try:
        glob.compile(patterns)
    except glob.GlobInvalid as error:
        raise place.refuse(error.problem, error.fix) from error
    return patterns


def _registry(place: Place) -> RegistryPart:
    if isinstance(place.value, str):
        return RegistryPart(path=place.path())
    members = place.object(REGISTRY, required=("path",))
    if "reader" in members and members["reader"].scalar() != "data":
        raise members["reader"].refuse(
            f"the reader `{members['reader'].scalar()}` is not supported in this version.", "Use JSON or YAML."
        )
    fields: dict[str, str] = {}
    if "fields" in members:
        for key, member in members["fields"].object(ENTRY_FIELDS).items():
            fields[key] = member.text()
            if fields[key].startswith("jmes:"):
                raise member.refuse("`jmes:` is not supported in this version.", "Name a plain key.")
    return RegistryPart(
        path=members["path"].path(),
        codes=members["codes"].pointer() if "codes" in members else None,
        fields=MappingProxyType(fields),
        attributes=members["attributes"].texts() if "attributes" in members else (),
    )


def _fixtures(place: Place) -> Mapping[Collection, str]:
    members = place.object(COLLECTIONS)
    if not members:
        raise place.refuse("`fixtures` names no collection.", "Name v1, v2 or synthetic.")
    found: dict[Collection, str] = {}
    for name in COLLECTIONS:
        if name in members:
            folder = members[name].path()
            if folder in found.values():
                raise members[name].refuse(f"`{folder}` is named twice.", "Give each collection a folder of its own.")
            found[name] = folder
    return MappingProxyType(found)


def _levels(place: Place, rules: Mapping[str, Level] | None) -> tuple[LevelChange, ...]:
    found = []
    for rule, member in place.object().items():
        if rules is not None and rule not in rules:
            near = difflib.get_close_matches(rule, rules, n=1)
            hint = f"Did you mean `{near[0]}`?" if near else "`errgate rules` lists them."
            raise member.refuse(f"there is no rule `{rule}`.", hint)
        words: tuple[Literal["block", "explain", "warn", "note"], ...] = ("block", "explain", "warn", "note")
        reason = ""
        if isinstance(member.value, Mapping):
            parts = member.object(("level", "reason"), required=("level",))
            level = Level(parts["level"].choice(*words))
            reason = parts["reason"].text() if "reason" in parts else ""
        else:
            level = Level(member.choice(*words))
        if rules is not None and level.rank > rules[rule].rank and not reason:
            raise member.refuse(
                f"`{rule}` is lowered from {rules[rule]} to {level} without a reason.",
                f'Write {{level: {level}, reason: "…"}}.',
            )
        found.append(LevelChange(rule=rule, level=level, reason=reason))
    return tuple(found)


def _consumers(place: Place) -> tuple[str, ...]:
    names = []
    for item in place.items():
        members = item.object(("name", "command", "acts"), required=("name", "command"))
        members["command"].texts()
        if "acts" in members:
            members["acts"].choice("reads", "writes")
        names.append(members["name"].scalar())
    return tuple(names)
