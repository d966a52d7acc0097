"""Reads the config file: ``.github/errgate.yml``."""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeVar

from errgate.core import glob, pointer
from errgate.core.config import (
    COLLECTIONS,
    Collection,
    Config,
    ContractConfig,
    LevelChange,
    Reader,
    RegistryPart,
    ReleaseRule,
    Traffic,
)
from errgate.core.finding import Level
from errgate.errors import ConfigInvalid, Unreadable
from errgate.sources import documents, jmes
from errgate.sources.registry_reader import FIELDS, STAR, reader_of
from errgate.sources.shape import Place, root, short, suggestion

TOP = ("version", "owner", "release", "contracts", "impact")
PARTS = ("registry", "hints", "envelope", "decision", "fixtures")
CONTRACT = ("name", "owner", "release", "serializer", *PARTS, "volatile", "consumers", "traffic", "levels", "breaks")
REGISTRY = ("path", "reader", "codes", "fields", "attributes")
LEVELS = tuple(str(level) for level in Level)
MOST = 200
"""Contracts, and entries of a list."""
OWNER = re.compile(r"@?[A-Za-z0-9][A-Za-z0-9_-]{0,99}(/[A-Za-z0-9._-]{1,100})?")
REF = re.compile(r"[^-\s~^:?*\[\\][^\s~^:?*\[\\]{0,254}")
T = TypeVar("T")


def read(data: bytes, path: str, *, rules: Mapping[str, Level] | None = None) -> Config:
    """The config in a file's bytes. ``rules``: every rule's id with its own level, to check ``levels`` against.

    Raises ConfigInvalid with the line and what to do.
    """
    try:
        document = documents.parse(data, path)
    except Unreadable as error:
        raise ConfigInvalid(error.problem, path=path, line=error.line, fix=error.fix) from error
    top = root(document, ConfigInvalid).object(TOP, required=("version", "contracts"))
    version = top["version"].whole(at_least=0)
    if version != 1:
        raise top["version"].refuse(f"version {version} is not known to this errgate.", "Write `version: 1`.")
    return Config(
        path=path,
        owner=_stated(top, "owner", _owner, ""),
        release=_stated(top, "release", _release, ReleaseRule()),
        contracts=_contracts(top["contracts"], rules),
        impact_labels=_stated(top, "impact", _labels, ()),
    )


def _stated(members: Mapping[str, Place], key: str, read_value: Callable[[Place], T], otherwise: T) -> T:
    return read_value(members[key]) if key in members else otherwise


def _owner(place: Place) -> str:
    found = place.text()
    if not OWNER.fullmatch(found):
        raise place.refuse(
            f"the owner `{short(found)}` is no user and no team.", 'Write "@user" or "@org/team", in quotes.'
        )
    return found


def _labels(place: Place) -> tuple[str, ...]:
    members = place.object(("labels",))
    if "labels" not in members:
        return ()
    return tuple(item.label() for item in members["labels"].one_or_more(most=MOST))


def _release(place: Place) -> ReleaseRule:
    if isinstance(place.value, str) and not place.is_null:
        if place.value != "base":
            raise place.refuse(
                f"`release` is `{short(place.value)}`.",
                'Write {tag: "v*"}, {ref: v1.4.0}, or base for teams that deploy from main.',
            )
        return ReleaseRule(kind="base", value="")
    members = place.object(("tag", "ref", "prereleases"))
    if ("tag" in members) == ("ref" in members):
        raise place.refuse("`release` names exactly one of `tag` and `ref`, or is `base`.", 'Write {tag: "v*"}.')
    if "ref" in members:
        name = members["ref"].label()
        if "prereleases" in members:
            raise members["prereleases"].refuse("`prereleases` goes with `tag`, not with `ref`.", "Remove it.")
        if not REF.fullmatch(name) or ".." in name or "@{" in name:
            raise members["ref"].refuse(
                f"`{short(name)}` is no name of a ref.", "Write a tag, a branch or a commit id."
            )
        return ReleaseRule(kind="ref", value=name)
    return ReleaseRule(
        kind="tag", value=_glob(members["tag"]), prereleases=_stated(members, "prereleases", Place.boolean, False)
    )


def _contracts(place: Place, rules: Mapping[str, Level] | None) -> tuple[ContractConfig, ...]:
    found: dict[str, ContractConfig] = {}
    for item in place.items(most=MOST):
        contract = _contract(item, rules)
        if contract.name in found:
            raise item.refuse(f"two contracts are called `{contract.name}`.", "Rename one of them.")
        found[contract.name] = contract
    if not found:
        raise place.refuse("no contract is listed.", "Describe at least one.")
    return tuple(found.values())


def _contract(place: Place, rules: Mapping[str, Level] | None) -> ContractConfig:
    members = place.object(CONTRACT, required=("name",))
    name = members["name"].label()
    if not any(part in members for part in PARTS):
        raise place.refuse(
            f"the contract `{name}` names no part, so nothing could be checked.",
            f"Name at least one of {', '.join(PARTS)}.",
        )
    _stated(members, "breaks", Place.path, "")
    return ContractConfig(
        name=name,
        at=place.at,
        owner=_stated(members, "owner", _owner, ""),
        release=_release(members["release"]) if "release" in members else None,
        serializer=_stated(members, "serializer", _globs, ()),
        registry=_registry(members["registry"]) if "registry" in members else None,
        hints=_path(members, "hints"),
        envelope=_path(members, "envelope"),
        decision=_path(members, "decision"),
        fixtures=_stated(members, "fixtures", _fixtures, MappingProxyType({})),
        volatile=_stated(members, "volatile", _volatile, ()),
        levels=_levels(members["levels"], rules) if "levels" in members else (),
        traffic=_traffic(members["traffic"]) if "traffic" in members else None,
        consumers=_stated(members, "consumers", _consumers, ()),
    )


def _path(members: Mapping[str, Place], key: str) -> str | None:
    return members[key].path() if key in members else None


def _volatile(place: Place) -> tuple[str, ...]:
    return () if place.value == [] else place.pointers(header=True, pattern=True)


def _glob(place: Place) -> str:
    pattern = place.text()
    try:
        glob.compile([pattern])
    except glob.GlobInvalid as error:
        raise place.refuse(error.problem, error.fix) from error
    return pattern


def _globs(place: Place) -> tuple[str, ...]:
    patterns = []
    for item in place.one_or_more(most=MOST):
        patterns.append(item.text())
        try:
            glob.watching(["**", patterns[-1]])
        except glob.GlobInvalid as error:
            raise item.refuse(error.problem, error.fix) from error
    try:
        glob.watching(patterns)
    except glob.GlobInvalid as error:
        raise place.refuse(error.problem, error.fix) from error
    return tuple(patterns)


def _registry(place: Place) -> RegistryPart:
    if isinstance(place.value, str):
        path = place.path()
        return RegistryPart(path=path, reader=reader_of(path))
    members = place.object(REGISTRY, required=("path",))
    path = members["path"].path()
    codes = _codes(members["codes"]) if "codes" in members else None
    stars = (2 if reader_of(path) == "python-enum" else 1) if codes is None else pointer.parse(codes).count("*")
    return RegistryPart(
        path=path,
        codes=codes,
        fields=_fields(members["fields"], stars) if "fields" in members else MappingProxyType({}),
        attributes=_attributes(members["attributes"]) if "attributes" in members else (),
        reader=_reader(members["reader"], path) if "reader" in members else reader_of(path),
    )


def _reader(place: Place, path: str) -> Reader:
    stated = place.choice("data", "python-enum")
    if stated != reader_of(path):
        raise place.refuse(
            f"the reader `{stated}` does not read `{short(path)}`.",
            "Write `reader: python-enum` for Python sources (.py), and leave it out for JSON, YAML and TOML.",
        )
    return reader_of(path)


def _codes(place: Place) -> str:
    found = place.pointer(pattern=True)
    if "*" not in pointer.parse(found):
        raise place.refuse(f"`{short(found)}` has no `*` for the codes.", f"Write `{short(found.rstrip('/'))}/*`.")
    return found


def _fields(place: Place, stars: int) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for key, member in place.object(FIELDS).items():
        if isinstance(member.value, str) and jmes.is_expression(member.value):
            found[key] = _expression(member)
            continue
        found[key] = member.label()
        for number in STAR.findall(found[key]):
            if not 1 <= int(number) <= stars:
                raise member.refuse(
                    f"`{short(found[key])}` asks for star {number}, but `codes` has {stars}.", "Count the `*` from 1."
                )
    return MappingProxyType(found)


def _expression(place: Place) -> str:
    text = place.text()
    try:
        jmes.compiled(text)
    except jmes.ExpressionInvalid as error:
        raise place.refuse(
            f"`{short(text)}` cannot be used: {error.problem}.", "Correct it, or name a plain key."
        ) from error
    return text


def _attributes(place: Place) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for item in [] if place.value == [] else place.one_or_more(most=MOST):
        name = item.label()
        if name in found:
            raise item.refuse(f"the attribute `{name}` is listed twice.", "Remove one of them.")
        found[name] = None
    return tuple(found)


def _fixtures(place: Place) -> Mapping[Collection, str]:
    members = place.object(COLLECTIONS)
    if not members:
        raise place.refuse("`fixtures` names no collection.", "Name v1, v2 or synthetic.")
    found: dict[Collection, str] = {}
    for name in COLLECTIONS:
        if name in members:
            folder = members[name].path()
            if folder in found.values():
                raise members[name].refuse(
                    f"`{short(folder)}` is named twice.", "Give each collection a folder of its own."
                )
            found[name] = folder
    return MappingProxyType(found)


def _levels(place: Place, rules: Mapping[str, Level] | None) -> tuple[LevelChange, ...]:
    found = []
    for rule, member in place.object().items():
        if rules is not None and rule not in rules:
            raise member.refuse(
                f"there is no rule `{short(rule)}`.", suggestion(rule, rules, "`errgate rules` lists them.")
            )
        reason = ""
        if isinstance(member.value, Mapping):
            parts = member.object(("level", "reason"), required=("level",))
            level = Level(parts["level"].choice(*LEVELS))
            reason = parts["reason"].text().strip() if "reason" in parts else ""
        else:
            level = Level(member.choice(*LEVELS))
        if rules is not None and level.rank > rules[rule].rank and not reason:
            raise member.refuse(
                f"`{rule}` is lowered from {rules[rule]} to {level} without a reason.",
                f'Write {{level: {level}, reason: "…"}}.',
            )
        found.append(LevelChange(rule=rule, level=level, reason=reason))
    return tuple(found)


def _consumers(place: Place) -> tuple[str, ...]:
    """The names; the rest is checked for its shape only."""
    names: dict[str, None] = {}
    for item in place.items(most=MOST):
        members = item.object(("name", "command", "acts"), required=("name", "command"))
        name = members["name"].label()
        if name in names or name == "policy":
            raise item.refuse(f"the consumer's name `{name}` is taken.", "Rename it.")
        for word in members["command"].items(most=MOST):
            word.text()
        if members["command"].value == []:
            raise members["command"].refuse("`command` is empty.", 'Write ["node", "agent/decide.js"].')
        if "acts" in members:
            members["acts"].choice("reads", "writes")
        names[name] = None
    return tuple(names)


def _traffic(place: Place) -> Traffic:
    members = place.object(("calls_per_day", "transient_rate"), required=("calls_per_day", "transient_rate"))
    return Traffic(
        calls_per_day=members["calls_per_day"].number(at_least=0, at_most=1e15),
        transient_rate=members["transient_rate"].number(at_least=0, at_most=1),
    )
