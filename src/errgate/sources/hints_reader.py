"""Reads a hint vocabulary: ``hints.yml``."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from errgate.core.contract import Hint, Hints
from errgate.errors import Unreadable
from errgate.sources.documents import Document
from errgate.sources.entries import Search, Spot
from errgate.sources.shape import Place, root, short

KEYS = ("at", "values", "type", "absent", "unrecognized", "null", "malformed", "many")
STATES = ("absent", "unrecognized", "null", "malformed")
ELSEWHERE = frozenset(("path", "at", "value", "action"))
"""Keys of ``values`` that draw the values from another file."""
NONE: Mapping[str, str] = MappingProxyType({})
NONE_DRAWN: Mapping[str, tuple[str, str]] = MappingProxyType({})


Opened = Callable[[str], Document | None]
"""A file of the same tree, by its path; None where there is none. Raises Unreadable."""


def read(document: Document, opened: Opened = lambda _: None) -> Hints:
    """The vocabulary in a document. Raises Unreadable with the line, also of a file that values are drawn from.

    Whether an action word is one of the policy's is not checked here.
    """
    top = root(document).object(("hints",), required=("hints",))
    hints = {name: _hint(name, place, opened) for name, place in top["hints"].object().items()}
    return Hints(path=document.path, hints=MappingProxyType(hints))


def drawn_paths(document: Document) -> tuple[str, ...]:
    """The files that a vocabulary draws values from; none for one that cannot be read."""
    found: dict[str, None] = {}
    try:
        for place in root(document).object()["hints"].object().values():
            values = place.object().get("values")
            if values is not None and _is_drawn(values):
                found[values.object()["path"].path()] = None
    except (Unreadable, KeyError):
        return tuple(found)  # reading it as a whole says what is wrong
    return tuple(found)


def _hint(name: str, place: Place, opened: Opened) -> Hint:
    if not name or " " in place.named(name):
        raise place.refuse("a hint's name is one word.", "Rename the hint.")
    members = place.object(KEYS, required=("at",))
    seconds = "type" in members and members["type"].choice("seconds") == "seconds"
    if seconds and "values" in members:
        raise members["values"].refuse("a hint has either `values` or `type: seconds`.", "Remove one of them.")
    many = "many" in members and members["many"].boolean()
    if seconds and many:
        raise members["many"].refuse("`many` is for hints with `values`, not for seconds.", "Remove it.")
    values, drawn = _values(members["values"], opened) if "values" in members else (NONE, NONE_DRAWN)
    words = {state: _word(members[state], state, seconds=seconds) for state in STATES if state in members}
    return Hint(
        name=name,
        at=members["at"].pointers(header=True),
        values=values,
        seconds=seconds,
        absent=words.get("absent", "backoff" if seconds else "next"),
        unrecognized=words.get("unrecognized", "default"),
        null=words.get("null", "forbidden"),
        malformed=words.get("malformed", "unrecognized"),
        stated=frozenset(words),
        many=many,
        pointer=place.at,
        drawn=drawn,
    )


def _is_drawn(place: Place) -> bool:
    """Whether ``values`` names another file. Values that are called path and at stay possible."""
    members = place.value if isinstance(place.value, Mapping) else {}
    return {"path", "at"} <= members.keys() <= ELSEWHERE and str(members["at"]).startswith("/")


def _values(place: Place, opened: Opened) -> tuple[Mapping[str, str], Mapping[str, tuple[str, str]]]:
    """The values with their actions, and the places of those that are drawn from another file."""
    members = place.object()
    if _is_drawn(place):
        return _drawn(members, opened)
    if not members:
        raise place.refuse("`values` is empty.", "List value: action, or remove `values` to check the shape only.")
    return MappingProxyType({value: member.label() for value, member in members.items()}), NONE_DRAWN


def _drawn(members: Mapping[str, Place], opened: Opened) -> tuple[Mapping[str, str], Mapping[str, tuple[str, str]]]:
    path, pattern = members["path"].path(), members["at"].pointer(pattern=True)
    if "*" not in pattern.split("/"):
        raise members["at"].refuse(
            f"`{short(pattern)}` has no `*` for the values.", f"Write `{short(pattern.rstrip('/'))}/*`."
        )
    keys = {
        name: members[name].label() for name in ("value", "action") if name in members and members[name].value != ""
    }
    document = opened(path)
    if document is None:
        raise members["path"].refuse(f"`{short(path)}` does not exist.", "Name a file of this repository.")
    found: dict[str, str] = {}
    places: dict[str, tuple[str, str]] = {}
    search = Search(document, asked=tuple(keys.values()))
    for spot in search.spots(pattern):
        value, action = _pair(document, spot, keys)
        if found.setdefault(value, action) != action:
            raise Place(document=document, at=spot.at, value=spot.value).refuse(
                f"the value {short(value)!r} is listed twice, with different actions.", "Keep one of them."
            )
        places.setdefault(value, (path, spot.at))
    if not found:
        stopped = f"; {search.stopped}" if search.stopped else "."
        raise members["at"].refuse(
            f"`{short(pattern)}` finds no value in {short(path)}{stopped}",
            "Point `at` at the values, as in `/values/*`.",
        )
    return MappingProxyType(found), MappingProxyType(places)


def _pair(document: Document, spot: Spot, keys: Mapping[str, str]) -> tuple[str, str]:
    """The value and the action of one entry of another file."""
    place = Place(document=document, at=spot.at, value=spot.value)
    if not isinstance(spot.value, Mapping):
        if "action" in keys or ("value" in keys and spot.key is None):
            key = keys.get("action") or keys["value"]
            raise place.refuse(f"{place.name} has no key `{short(key)}`.", "Correct `value` and `action` in the hints.")
        word = place.label()
        return (word if spot.key is None else place.named(spot.key)), word
    members = place.object()
    return _told(place, members, spot, keys, "value"), _told(place, members, spot, keys, "action")


def _told(place: Place, members: Mapping[str, Place], spot: Spot, keys: Mapping[str, str], what: str) -> str:
    """The value or the action that an entry with keys of its own tells."""
    if what == "value" and what not in keys and spot.key is not None:
        return place.named(spot.key)
    names = (keys[what],) if what in keys else (what, *(("code",) if what == "value" else ()))
    found = next((members[name] for name in names if name in members), None)
    if found is None:
        raise place.refuse(
            f"{place.name} has no key `{short(names[0])}`, so its {what} is not known.",
            f"Add it, or name the key with `{what}:` in the hints.",
        )
    return found.label()


def _word(place: Place, state: str, *, seconds: bool) -> str:
    word = place.label()
    if word == "backoff" and not seconds:
        raise place.refuse("`backoff` is for hints of `type: seconds`.", "Use next, default, forbidden or an action.")
    if word == state == "unrecognized":
        raise place.refuse("`unrecognized` cannot mean itself.", "Use next, default, forbidden or an action.")
    return word
