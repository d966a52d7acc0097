"""Follows a pattern such as ``/codes/*`` through a document to its entries: local references, and OpenAPI's enums."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import unquote

from errgate.core import pointer
from errgate.core.value import MISSING, Json, Missing, escape, kind, text
from errgate.sources.documents import Document
from errgate.sources.shape import Place, described, is_null, short

ENUMS = ("enum", "x-extensible-enum")
"""Keywords that list values beside which OpenAPI documents keep parallel lists."""
NAMES = ("x-enum-varnames", "x-enumNames", "x-enum-names", "x-speakeasy-enums", "enumNames")
DESCRIPTIONS = ("x-enum-descriptions", "x-enumDescriptions", "x-enum-description", "x-speakeasy-enum-descriptions")
"""Keywords of code generators, each a list beside ``enum`` or a map by its values."""
MOST = 200_000
"""Places that a pattern may lead to; references can lead to one place again and again."""
LONGEST = 120
"""Steps of a pattern; no document that is read is deeper than 100."""
HOPS = 50
"""References in a row."""


@dataclass(slots=True, kw_only=True)
class Spot:
    """Where an entry lies. ``key`` is None in a list."""

    at: str
    value: Json
    stars: tuple[str, ...]
    key: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Here:
    """A place on the way, with the mapping around it."""

    at: str
    value: Json
    stars: tuple[str, ...] = ()
    parent: Json = None
    parent_at: str = ""


class Search:
    """One walk. ``met`` tells afterwards whether it led anywhere, ``stopped`` why a reference was not followed."""

    def __init__(self, document: Document, asked: Collection[str] = ()) -> None:
        """``asked``: keys that a config expects beside an enum."""
        self.document = document
        self.asked = asked
        self.met = False
        self.stopped = ""
        self.count = 0

    def spots(self, pattern: str) -> Iterator[Spot]:
        """Every entry that a pattern finds, in the file's order. Raises Unreadable."""
        tokens = pointer.parse(pattern)
        if "*" not in tokens or len(tokens) > LONGEST:
            return
        last = len(tokens) - 1 - tokens[::-1].index("*")
        rest = tokens[last + 1 :]
        beside = last > 0 and tokens[last - 1] in ENUMS and not rest
        for found in self._reached(_Here(at="", value=self.document.value), tokens[:last]):
            container = self._followed(found)
            if kind(container.value) not in ("array", "object"):
                continue
            self.met = self.met or not container.value or not rest
            if beside and isinstance(container.value, list) and isinstance(found.parent, Mapping):
                yield from self._enum(container, found.parent, found.parent_at)
                continue
            for child, key in self._children(container):
                for target in self._reached(child, rest):
                    self.met = True
                    entry = self._followed(target)
                    yield Spot(at=entry.at, value=_merged(target.value, entry.value), stars=entry.stars, key=key)

    # The way

    def _counted(self, at: str) -> None:
        self.count += 1
        if self.count > MOST:
            raise self._place(at).refuse(
                f"the pattern leads to more than {MOST} places.", "Point it at the codes with fewer `*`."
            )

    def _place(self, at: str) -> Place:
        return Place(document=self.document, at=at, value=None)

    def _reached(self, here: _Here, tokens: Sequence[str]) -> Iterator[_Here]:
        """Every place below that some tokens lead to."""
        if not tokens:
            yield here
            return
        self._counted(here.at)
        token = tokens[0]
        here = self._followed(here, token)
        if token == "*":
            for child, _ in self._children(here):
                yield from self._reached(child, tokens[1:])
            return
        below = pointer.step(here.value, token)
        if not isinstance(below, Missing):
            next_one = _Here(
                at=f"{here.at}/{escape(token)}", value=below, stars=here.stars, parent=here.value, parent_at=here.at
            )
            yield from self._reached(next_one, tokens[1:])

    def _children(self, here: _Here) -> Iterator[tuple[_Here, str | None]]:
        pairs: Iterator[tuple[str, str | None, Json]]
        if isinstance(here.value, Mapping):
            pairs = ((key, key, value) for key, value in here.value.items())
        elif isinstance(here.value, list):
            pairs = ((str(index), None, value) for index, value in enumerate(here.value))
        else:
            return
        for token, key, value in pairs:
            self._counted(here.at)
            yield (
                _Here(
                    at=f"{here.at}/{escape(token)}",
                    value=value,
                    stars=(*here.stars, token),
                    parent=here.value,
                    parent_at=here.at,
                ),
                key,
            )

    def _followed(self, here: _Here, token: str | None = None) -> _Here:
        """What a local reference leads to, unless the place itself has the token; the place where it leads nowhere."""
        at, value = here.at, here.value
        for _ in range(HOPS):
            reference = value.get("$ref") if isinstance(value, Mapping) and token not in value else None
            if not isinstance(reference, str):
                break
            target = self._target(str(reference), at)
            if isinstance(target, Missing):
                return here
            at, value = target
        else:
            self.stopped = f"a `$ref` at {short(here.at)} leads back to itself."
            return here
        return here if at == here.at else replace(here, at=at, value=value)

    def _target(self, reference: str, at: str) -> tuple[str, Json] | Missing:
        if not reference.startswith("#"):
            self.stopped = f"`$ref: {short(reference)}` leads to another file, which is not followed."
            return MISSING
        found = unquote(reference[1:])
        value = pointer.get(self.document.value, found) if not found or found.startswith("/") else MISSING
        if isinstance(value, Missing):
            raise self._place(at).refuse(f"`$ref: {short(reference)}` leads nowhere.", "Correct the reference.")
        return found, value

    # Enums

    def _enum(self, here: _Here, parent: Mapping[str, Json], at: str) -> Iterator[Spot]:
        """The values of an ``enum``, each with what the lists and maps beside it say about it. Null is no code."""
        items = here.value
        assert isinstance(items, list)
        beside = {key: value for key, value in parent.items() if self._is_parallel(key, value, len(items), at)}
        azure = _azure(parent)
        for index, item in enumerate(items):
            self._counted(here.at)
            if is_null(item):
                continue
            spot_at = f"{here.at}/{index}"
            if kind(item) in ("array", "object"):
                raise self._place(spot_at).refuse(
                    f"a value of the enum is {described(item)}.", "List texts or numbers."
                )
            own = {key: _item(value, index, item) for key, value in beside.items()}
            told = {key: value for key, value in own.items() if not is_null(value)}
            said: dict[str, Json] = {"code": item, **azure.get(text(item), {})}
            for field, keys in (("name", NAMES), ("description", DESCRIPTIONS)):
                first = next((told[key] for key in keys if key in told), None)
                if first is not None:
                    said[field] = first
            yield Spot(at=spot_at, value={**said, **told}, stars=(*here.stars, str(index)), key=None)

    def _is_parallel(self, key: str, value: Json, length: int, at: str) -> bool:
        """Whether a keyword beside the enum says something about each value. Raises where it should and cannot."""
        known = key in NAMES or key in DESCRIPTIONS or (key in self.asked and key not in ENUMS)
        if not known and not key.startswith("x-"):
            return False
        is_list = isinstance(value, list)
        if isinstance(value, Mapping) or (isinstance(value, list) and len(value) == length):
            return key not in ENUMS
        if known:
            what = f"has {len(value)} items" if is_list and isinstance(value, list) else f"is {described(value)}"
            raise self._place(f"{at}/{escape(key)}").refuse(
                f"`{short(key)}` {what}, but the enum beside it has {length} values.",
                "Give each value its item, in the enum's order, or write a map by value.",
            )
        return False


def _merged(reference: Json, target: Json) -> Json:
    """An entry that is a reference, with what stands beside ``$ref``."""
    if reference is target or not isinstance(reference, Mapping) or not isinstance(target, Mapping):
        return target
    return {**target, **{key: value for key, value in reference.items() if key != "$ref"}}


def _item(value: Json, index: int, item: Json) -> Json:
    if isinstance(value, Mapping):
        return value.get(text(item))
    assert isinstance(value, list)
    found: Json = value[index]
    return found


def _azure(parent: Mapping[str, Json]) -> dict[str, dict[str, Json]]:
    """What ``x-ms-enum`` says about each value: ``values: [{value, name, description}]``."""
    extension = parent.get("x-ms-enum")
    values = extension.get("values") if isinstance(extension, Mapping) else None
    return {
        str(text_of(each.get("value"))): {
            key: each[key] for key in ("name", "description") if not is_null(each.get(key))
        }
        for each in (values if isinstance(values, list) else ())
        if isinstance(each, Mapping)
    }


def text_of(value: Json) -> str | None:
    """A scalar's text; None for anything else."""
    return None if kind(value) in ("array", "object", "null") else text(value)
