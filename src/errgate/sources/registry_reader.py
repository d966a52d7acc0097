"""Reads a registry of error codes from any JSON or YAML document, by the config's mapping."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from errgate.core import pointer
from errgate.core.config import RegistryPart
from errgate.core.contract import Entry, Registry
from errgate.core.pointer import Match
from errgate.core.value import MISSING, Json, Missing, kind, text
from errgate.sources.documents import Document
from errgate.sources.shape import WHOLE, Place
from errgate.sources.strict_yaml import Plain

ACTION_NAMES = ("action", "default_action", "defaultAction")
STAR = re.compile(r"\{([0-9]+)\}")
STATES = ("active", "deprecated", "retired", "reserved")


def read(document: Document, part: RegistryPart) -> Registry:
    """The registry in a document. Raises Unreadable with the code and the line."""
    pattern = part.codes or _default_codes(document.value)
    matches = list(pointer.find(document.value, pattern))
    if not matches and not _is_empty(document.value, pattern):
        place = Place(document=document, at="", value=document.value)
        raise place.refuse(f"`{pattern}` matches nothing here.", "Point `codes` at the entries.")
    listed = _in_list(document.value, pattern)
    return Registry(path=document.path, entries=tuple(_entry(document, part, match, listed) for match in matches))


def _default_codes(value: Json) -> str:
    return "/codes/*" if isinstance(value, Mapping) and "codes" in value else "/*"


def _is_empty(value: Json, pattern: str) -> bool:
    """Whether the container is there and holds nothing: an empty registry, which is allowed."""
    parent, _, star = pattern.rpartition("/")
    return star == "*" and any(kind(match.value) in ("array", "object") for match in pointer.find(value, parent))


def _in_list(value: Json, pattern: str) -> bool:
    """Whether the last star runs over a list, so that its key is no code."""
    parent, _, star = pattern.rpartition("/")
    return star != "*" or any(kind(match.value) == "array" for match in pointer.find(value, parent))


def _entry(document: Document, part: RegistryPart, match: Match, listed: bool) -> Entry:
    place = Place(document=document, at=match.at, value=match.value)
    facts = _Facts(place, part, match, listed)
    code = facts.code()
    state = facts.word("state", STATES) or "active"
    if facts.boolean("reserved"):
        state = "reserved"
    return Entry(
        code=code,
        at=match.at,
        name=facts.text("name"),
        cause=facts.text("cause"),
        action=facts.text("action"),
        retryable=facts.boolean("retryable"),
        status=facts.status(),
        description=facts.text("description"),
        state=state,  # type: ignore[arg-type]
        replaced_by=facts.texts("replaced_by"),
        retire_at=facts.text("retire_at"),
        category=facts.text("category"),
        hint=facts.text("hint"),
        may_have_executed=facts.boolean("may_have_executed"),
        terminal=facts.boolean("terminal"),
        attributes=MappingProxyType(dict(facts.attributes())),
    )


class _Facts:
    """What one entry says about errgate's fields, through the mapping."""

    def __init__(self, place: Place, part: RegistryPart, match: Match, listed: bool) -> None:
        self.place = place
        self.part = part
        self.match = match
        self.listed = listed
        self.fields = match.value if isinstance(match.value, Mapping) else {}
        self.bare = None if isinstance(match.value, Mapping) else match.value

    def found(self, field: str) -> Json | Missing:
        """The raw value of a field. Null counts as absent."""
        mapped = self.part.fields.get(field)
        if mapped is not None:
            value: Json | Missing = self.template(mapped) if STAR.search(mapped) else self.fields.get(mapped, MISSING)
        elif field == "action":
            value = next((self.fields[name] for name in ACTION_NAMES if name in self.fields), MISSING)
        else:
            value = self.fields.get(field, MISSING)
        if value is None or (isinstance(value, Plain) and value in ("", "null", "~") and field != "code"):
            return MISSING
        return value

    def template(self, mapped: str) -> str:
        stars = self.match.stars

        def star(found: re.Match[str]) -> str:
            index = int(found[1])
            if not 1 <= index <= len(stars):
                raise self.place.refuse(
                    f"`{mapped}` asks for star {index} of {len(stars)}.", "Count the `*` in `codes`."
                )
            return stars[index - 1]

        return STAR.sub(star, mapped)

    def code(self) -> str:
        value = self.found("code")
        if isinstance(value, Missing) and self.bare is not None and self.listed:
            value = self.bare
        if isinstance(value, Missing) and not self.listed and "code" not in self.part.fields:
            value = self.match.stars[-1]
        if isinstance(value, Missing) or kind(value) not in ("string", "number"):
            raise self.place.refuse(
                "an entry without a code.", "Name the code, or say where it is with `fields: {code: …}`."
            )
        code = text(value)
        if not code.strip():
            raise self.place.refuse("an entry with an empty code.", "Name the code.")
        if any(unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp") for char in code) or code != code.strip():
            raise self.place.refuse(
                f"the code {code[:60]!r} holds a control character or begins or ends with a blank.",
                "Write the code as it is on the wire.",
            )
        if any(char.isdigit() and not char.isascii() for char in code):
            raise self.place.refuse(f"the code {code[:60]!r} holds digits that are not ASCII.", "Use 0 to 9.")
        return code

    def wrong(self, field: str, wanted: str, value: Json) -> Exception:
        return self.place.refuse(f"`{field}` of the code {self.code()[:60]!r} must be {wanted}, found {kind(value)}.")

    def text(self, field: str) -> str | None:
        value = self.found(field)
        if isinstance(value, Missing):
            described = field == "description" and isinstance(self.bare, str) and not self.listed and bool(self.bare)
            return str(self.bare) if described else None
        if kind(value) in ("array", "object"):
            raise self.wrong(field, "text", value)
        return text(value)

    def texts(self, field: str) -> tuple[str, ...]:
        value = self.found(field)
        if isinstance(value, Missing):
            return ()
        if isinstance(value, list):
            return tuple(text(item) for item in value if kind(item) in ("string", "number"))
        if kind(value) not in ("string", "number"):
            raise self.wrong(field, "a code or a list of codes", value)
        return (text(value),)

    def boolean(self, field: str) -> bool | None:
        value = self.found(field)
        if isinstance(value, Missing):
            return None
        if isinstance(value, bool):
            return value
        if isinstance(value, Plain) and value in ("true", "false"):
            return value == "true"
        raise self.wrong(field, "true or false", value)

    def word(self, field: str, allowed: tuple[str, ...]) -> str | None:
        value = self.text(field)
        if value is not None and value not in allowed:
            raise self.place.refuse(
                f"`{field}` of the code {self.code()[:60]!r} is `{value[:40]}`.", f"Use one of: {', '.join(allowed)}."
            )
        return value

    def status(self) -> int | str | None:
        value = self.found("status")
        if isinstance(value, Missing):
            return None
        if isinstance(value, Plain) and WHOLE.fullmatch(value):
            return int(value)
        if isinstance(value, bool) or kind(value) in ("array", "object"):
            raise self.wrong("status", "a number or text", value)
        if isinstance(value, float):
            raise self.wrong("status", "a whole number or text", value)
        return value if isinstance(value, int) else text(value)

    def attributes(self) -> Iterator[tuple[str, Json]]:
        for name in self.part.attributes:
            value = self.fields.get(name)
            if value is not None and not (isinstance(value, Plain) and value in ("", "null", "~")):
                yield name, value
