"""Reads a hint vocabulary: ``hints.yml``."""

from types import MappingProxyType

from errgate.core.contract import Hint, Hints
from errgate.sources.documents import Document
from errgate.sources.shape import Place, root

KEYS = ("at", "values", "type", "absent", "unrecognized", "null", "malformed", "many")
STATES = ("absent", "unrecognized", "null", "malformed")


def read(document: Document) -> Hints:
    """The vocabulary in a document. Raises Unreadable with the line."""
    top = root(document).object(("hints",), required=("hints",))
    return Hints(
        path=document.path,
        hints=MappingProxyType({name: _hint(name, place) for name, place in top["hints"].object().items()}),
    )


def _hint(name: str, place: Place) -> Hint:
    members = place.object(KEYS, required=("at",))
    seconds = "type" in members and members["type"].choice("seconds") == "seconds"
    values: dict[str, str] = {}
    if "values" in members:
        if seconds:
            raise members["values"].refuse("a hint has either `values` or `type: seconds`.", "Remove one of them.")
        for value, action in members["values"].object().items():
            if value in ("path", "at") and action.value and str(action.value).startswith("/"):
                raise action.refuse("values from another file are not supported in this version.", "List them here.")
            values[value] = action.text()
    stated = frozenset(state for state in STATES if state in members)
    words = {state: _word(members[state], state, seconds) for state in STATES if state in members}
    return Hint(
        name=name,
        at=members["at"].pointers(header=True),
        values=MappingProxyType(values),
        seconds=seconds,
        absent=words.get("absent", "backoff" if seconds else "next"),
        unrecognized=words.get("unrecognized", "default"),
        null=words.get("null", "forbidden"),
        malformed=words.get("malformed", "unrecognized"),
        stated=stated,
        many=members["many"].boolean() if "many" in members else False,
        pointer=place.at,
    )


def _word(place: Place, state: str, seconds: bool) -> str:
    word = place.text()
    if word == "backoff" and not seconds:
        raise place.refuse("`backoff` is for hints of `type: seconds`.", "Use next, default or an action.")
    if word == "unrecognized" and state == "unrecognized":
        raise place.refuse("`unrecognized` cannot mean itself.", "Use next, default or an action.")
    return word
