"""Reads a hint vocabulary: ``hints.yml``."""

from collections.abc import Mapping
from types import MappingProxyType

from errgate.core.contract import Hint, Hints
from errgate.sources.documents import Document
from errgate.sources.shape import Place, root

KEYS = ("at", "values", "type", "absent", "unrecognized", "null", "malformed", "many")
STATES = ("absent", "unrecognized", "null", "malformed")
ELSEWHERE = frozenset(("path", "at", "value", "action"))
"""Keys of ``values`` that would draw the values from another file."""


def read(document: Document) -> Hints:
    """The vocabulary in a document. Raises Unreadable with the line.

    Whether an action word is one of the policy's is not checked here.
    """
    top = root(document).object(("hints",), required=("hints",))
    return Hints(
        path=document.path,
        hints=MappingProxyType({name: _hint(name, place) for name, place in top["hints"].object().items()}),
    )


def _hint(name: str, place: Place) -> Hint:
    if not name or " " in place.named(name):
        raise place.refuse("a hint's name is one word.", "Rename the hint.")
    members = place.object(KEYS, required=("at",))
    seconds = "type" in members and members["type"].choice("seconds") == "seconds"
    if seconds and "values" in members:
        raise members["values"].refuse("a hint has either `values` or `type: seconds`.", "Remove one of them.")
    many = "many" in members and members["many"].boolean()
    if seconds and many:
        raise members["many"].refuse("`many` is for hints with `values`, not for seconds.", "Remove it.")
    words = {state: _word(members[state], state, seconds=seconds) for state in STATES if state in members}
    return Hint(
        name=name,
        at=members["at"].pointers(header=True),
        values=_values(members["values"]) if "values" in members else MappingProxyType({}),
        seconds=seconds,
        absent=words.get("absent", "backoff" if seconds else "next"),
        unrecognized=words.get("unrecognized", "default"),
        null=words.get("null", "forbidden"),
        malformed=words.get("malformed", "unrecognized"),
        stated=frozenset(words),
        many=many,
        pointer=place.at,
    )


def _values(place: Place) -> Mapping[str, str]:
    members = place.object()
    if {"path", "at"} <= members.keys() <= ELSEWHERE and str(members["at"].value).startswith("/"):
        raise place.refuse(
            "drawing values from another file is not supported in this version.", "List value: action here."
        )
    if not members:
        raise place.refuse("`values` is empty.", "List value: action, or remove `values` to check the shape only.")
    return MappingProxyType({value: member.label() for value, member in members.items()})


def _word(place: Place, state: str, *, seconds: bool) -> str:
    word = place.label()
    if word == "backoff" and not seconds:
        raise place.refuse("`backoff` is for hints of `type: seconds`.", "Use next, default, forbidden or an action.")
    if word == state == "unrecognized":
        raise place.refuse("`unrecognized` cannot mean itself.", "Use next, default, forbidden or an action.")
    return word
