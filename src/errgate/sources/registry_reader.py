"""Reads a registry of error codes from any document, by the config's mapping."""

import re
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Literal, cast

from errgate.core import pointer
from errgate.core.config import Reader, RegistryPart
from errgate.core.contract import Entry, Registry
from errgate.core.value import MISSING, Json, Missing, escape, kind, text
from errgate.errors import Unreadable
from errgate.sources import documents, jmes
from errgate.sources.documents import Document
from errgate.sources.entries import Search, Spot
from errgate.sources.python_enum import Asked
from errgate.sources.shape import WHOLE, Place, described, is_null, is_visible, short, suggestion
from errgate.sources.strict_yaml import Plain, as_text, as_written, resolved, sensible

ACTION_NAMES = ("action", "default_action", "defaultAction")
STAR = re.compile(r"\{([0-9]{1,4})\}")
STATES = ("active", "deprecated", "retired", "reserved")
State = Literal["active", "deprecated", "retired", "reserved"]
FIELDS = (
    "code", "name", "cause", "action", "retryable", "status", "description", "state", "reserved", "replaced_by",
    "retire_at", "category", "hint", "may_have_executed", "terminal",
)  # fmt: skip
"""The fields that errgate understands."""
PYTHON_CODES = "/*/*"
LONGEST_CODE = 500
NOTHING: Mapping[str, Json] = MappingProxyType({})


def read(document: Document, part: RegistryPart) -> Registry:
    """The registry in a document. Raises Unreadable with the code and the line.

    A code that is listed twice gives two entries, unless several lists (a pattern with several stars) say the same of it. A
    container without entries gives an empty registry; a pattern that finds no container at all is refused.
    """
    default = PYTHON_CODES if part.reader == "python-enum" else _default_codes(document.value)
    pattern = part.codes or default
    fields = _Fields(part)
    search = Search(document, asked=(*part.fields.values(), *part.attributes))
    entries = tuple(_entry(document, fields, spot) for spot in search.spots(pattern))
    if not search.met:
        raise Place(document=document, at="", value=document.value).refuse(
            f"`codes: {short(pattern)}` matches nothing in it{f'; {search.stopped}' if search.stopped else '.'}",
            "Name the class, as in `codes: /ErrorCode/*`."
            if part.reader == "python-enum"
            else "Point `codes` at the entries, as in `/codes/*`.",
        )
    return Registry(path=document.path, entries=_once(entries) if pattern.count("*") > 1 else entries)


def _once(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """Several lists may say the same of one code, as the operations of an API do; only what differs is said twice."""
    kept: list[Entry] = []
    known: dict[str, list[Entry]] = {}
    for entry in entries:
        placeless = replace(entry, at="")
        said = known.setdefault(entry.code, [])
        if placeless not in said:
            said.append(placeless)
            kept.append(entry)
    return tuple(kept)


def _default_codes(value: Json) -> str:
    return "/codes/*" if isinstance(value, Mapping) and "codes" in value else "/*"


def reader_of(path: str) -> Reader:
    """The reader of a file for which the config names none: Python's for its sources."""
    return "python-enum" if path.lower().endswith((".py", ".pyi")) else "data"


def opened(data: bytes, part: RegistryPart) -> Document:
    """The document of a registry's file, read as the config says. Raises Unreadable.

    After a move the old mapping may meet a file of another kind, in which it finds nothing.
    """
    if part.reader != reader_of(part.path):
        raise Unreadable(f"the reader {part.reader} does not read it.", path=part.path, fix="Name another `reader`.")
    if part.reader == "data":
        return documents.parse(data, part.path)
    return documents.of_python(data, part.path, _asked(part))


def _asked(part: RegistryPart) -> Asked:
    """Which classes and parts of a Python source the mapping needs to know."""
    tokens = pointer.parse(part.codes or PYTHON_CODES)
    sources = set(part.fields.values())
    whole = any(map(jmes.is_expression, sources)) or tokens[2:] != () or tokens[1:] != ("*",)
    unmapped = {name for field in FIELDS if field not in part.fields for name in _own_keys(field)}
    return Asked(
        classes=None if tokens[0] == "*" else frozenset(tokens[:1]),
        keys=None if whole else frozenset((*sources, *unmapped, *part.attributes)),
        code="code" not in part.fields,
    )


def _own_keys(field: str) -> tuple[str, ...]:
    return ACTION_NAMES if field == "action" else (field,)


class _Fields:
    """The config's mapping, prepared once: which of errgate's fields each key of an entry gives."""

    def __init__(self, part: RegistryPart) -> None:
        self.part = part
        self.by_key: dict[str, list[str]] = {}
        self.templates: dict[str, str] = {}
        self.expressions: dict[str, jmes.Expression] = {}
        self.budget = jmes.Budget()
        self.code_is_mapped = "code" in part.fields or part.reader == "python-enum"
        for field in FIELDS:
            source = part.fields.get(field)
            if source is not None and jmes.is_expression(source):
                self.expressions[field] = jmes.compiled(source)
            elif source is not None and STAR.search(source):
                self.templates[field] = source
            else:
                for key in _own_keys(field) if source is None else (source,):
                    self.by_key.setdefault(key, []).append(field)

    def stated(self, entry: Mapping[str, Json]) -> dict[str, tuple[str, Json]]:
        """Field → key and value, for the plain keys that an entry states. Null counts as absent."""
        found: dict[str, tuple[str, Json]] = {}
        for key, value in entry.items():
            for field in self.by_key.get(key, ()):
                if not is_null(value) and (
                    field not in found or key == ACTION_NAMES[0] or found[field][0] == "defaultAction"
                ):
                    found[field] = (key, value)
        return found


def _entry(document: Document, fields: _Fields, spot: Spot) -> Entry:
    facts = _Facts(document, fields, spot)
    return Entry(
        code=facts.code,
        at=spot.at,
        name=facts.text("name"),
        cause=facts.text("cause"),
        action=facts.text("action"),
        retryable=facts.boolean("retryable"),
        status=facts.status(),
        description=facts.text("description"),
        state=facts.state(),
        replaced_by=facts.codes("replaced_by"),
        retire_at=facts.text("retire_at"),
        category=facts.text("category"),
        hint=facts.text("hint"),
        may_have_executed=facts.boolean("may_have_executed"),
        terminal=facts.boolean("terminal"),
        attributes=facts.attributes(),
    )


class _Facts:
    """What one entry says about errgate's fields."""

    def __init__(self, document: Document, fields: _Fields, spot: Spot) -> None:
        self.document = document
        self.fields = fields
        self.spot = spot
        self.members = spot.value if isinstance(spot.value, Mapping) else NOTHING
        self.stated = fields.stated(self.members)
        for field, template in fields.templates.items():
            self.stated[field] = ("", self.filled(template))
        if fields.expressions:
            self.evaluate()
        self.code = self.read_code()
        bare = resolved(spot.value) if spot.key is not None and self.members is NOTHING else None
        if not isinstance(bare, str | None) and not fields.expressions:  # an expression may be about the number itself
            raise self.refuse(
                f"the code {short(self.code)!r} holds {described(bare)}.",
                "Write a mapping such as {status: 503}, a description, or nothing.",
            )

    def refuse(self, problem: str, fix: str, field: str = "") -> Unreadable:
        """The error for this entry, at the line of one of its fields where it states that field."""
        key = self.stated[field][0] if field in self.stated else ""
        at = f"{self.spot.at}/{escape(key)}" if key in self.members else self.spot.at
        return Place(document=self.document, at=at, value=None).refuse(problem, fix)

    def evaluate(self) -> None:
        """The fields that are expressions, as if the entry stated what they find."""
        entry = sensible(self.spot.value) if self.document.is_yaml else self.spot.value
        for field, expression in self.fields.expressions.items():
            try:
                value = expression(entry, self.fields.budget)
            except jmes.ExpressionInvalid as error:
                code = self.spot.key or pointer.parse(self.spot.at)[-1]
                source = short(self.fields.part.fields[field])
                raise self.refuse(
                    f"`{field}: {source}` cannot be found for the code {short(code)!r}: {short(error.problem)}.",
                    "Correct the expression in the config, or the entry.",
                ) from error
            if value is not None:
                self.stated[field] = ("", as_written(value) if self.document.is_yaml else value)

    def found(self, field: str) -> Json | Missing:
        """The raw value of a field, or MISSING."""
        pair = self.stated.get(field)
        return MISSING if pair is None else pair[1]

    def filled(self, template: str) -> str:
        """A template with what the stars matched."""
        stars = self.spot.stars

        def star(found: re.Match[str]) -> str:
            index = int(found[1])
            if not 1 <= index <= len(stars):
                raise self.refuse(
                    f"`{short(template)}` asks for star {index} of {len(stars)}.", "Count the `*` in `codes` from 1."
                )
            return stars[index - 1]

        return STAR.sub(star, template)

    def read_code(self) -> str:
        spot = self.spot
        if spot.key is not None and not self.fields.code_is_mapped:
            return self.sane(spot.key)
        value: Json | Missing = self.found("code")
        if isinstance(value, Missing) and spot.key is None and self.members is NOTHING and not is_null(spot.value):
            value = spot.value
        if isinstance(value, Missing):
            source = short(self.fields.part.fields.get("code", "code"))
            raise self.refuse(
                f"an entry has no `{source}`, so its code is not known.",
                f"Add `{source}`, or say where the code is with `fields: {{code: …}}`.",
            )
        if kind(value) not in ("string", "number"):
            problem = f"a code must be text or a number, found {described(value)}."
            raise self.refuse(problem, "Write the code.", "code")
        return self.sane(str(text(value)))

    def sane(self, code: str) -> str:
        """The code, unless no consumer could compare it reliably."""
        if code.isascii() and code.isprintable() and code == code.strip() and 0 < len(code) <= LONGEST_CODE:
            return code
        if not code.strip():
            raise self.refuse("an entry has an empty code.", "Write the code.", "code")
        if len(code) > LONGEST_CODE:
            problem = f"a code has {len(code)} characters, more than {LONGEST_CODE}."
            raise self.refuse(problem, "Point `codes` at codes.", "code")
        if code != code.strip() or not is_visible(code):
            raise self.refuse(
                f"the code {short(code)!r} has a line break, a blank at an end, or a character that does not show.",
                "Write the code in one line, as it is on the wire.",
                "code",
            )
        if any(char.isdecimal() and not char.isascii() for char in code):
            raise self.refuse(
                f"the code {short(code)!r} has digits that are not 0 to 9, which look alike and compare unequal.",
                "Write the digits as 0 to 9.",
                "code",
            )
        return code

    def wrong(self, field: str, wanted: str, value: Json) -> Unreadable:
        name = self.stated[field][0] or field
        return self.refuse(
            f"`{short(name)}` of the code {short(self.code)!r} must be {wanted}, found {described(value)}.",
            f"Write {wanted}, or name another key with `fields: {{{field}: …}}`.",
            field,
        )

    def text(self, field: str) -> str | None:
        value = self.found(field)
        if isinstance(value, str):
            return str(value)
        if isinstance(value, Missing):
            bare = self.spot.value if field == "description" and self.spot.key is not None else None
            return str(bare) if isinstance(bare, str) and not is_null(bare) and bare else None
        if isinstance(value, bool) or not isinstance(value, int | float) or field == "action":
            raise self.wrong(field, "text", value)
        return text(value)

    def codes(self, field: str) -> tuple[str, ...]:
        value = self.found(field)
        if isinstance(value, Missing):
            return ()
        items = value if isinstance(value, list) else [value]
        if any(kind(item) not in ("string", "number") or is_null(item) for item in items):
            raise self.wrong(field, "a code or a list of codes", value)
        return tuple(str(text(item)) for item in items)

    def boolean(self, field: str) -> bool | None:
        value = self.found(field)
        if isinstance(value, Missing):
            return None
        if isinstance(value, bool):
            return value
        if isinstance(value, Plain) and value in ("true", "false"):
            return value == "true"
        raise self.wrong(field, "true or false", value)

    def state(self) -> State:
        value = self.found("state")
        stated = None if isinstance(value, Missing) else value
        if stated is not None and stated not in STATES:
            found = stated if isinstance(stated, str) else described(stated)
            raise self.refuse(
                f"`{short(self.stated['state'][0])}` of the code {short(self.code)!r} is `{short(found)}`.",
                suggestion(found, STATES),
                "state",
            )
        if self.boolean("reserved"):
            if stated in ("active", "deprecated"):
                raise self.refuse(
                    f"the code {short(self.code)!r} is both {stated} and reserved.",
                    "Keep one of the two.",
                    "reserved",
                )
            stated = stated or "reserved"
        return cast("State", str(stated or "active"))

    def status(self) -> int | str | None:
        value = self.found("status")
        if isinstance(value, Missing):
            return None
        if isinstance(value, Plain) and WHOLE.fullmatch(value):
            return int(value)
        if isinstance(value, float) and value.is_integer():
            return int(value)
        if isinstance(value, bool) or not isinstance(value, int | str):
            raise self.wrong("status", "a whole number or text", value)
        return value if isinstance(value, int) else str(value)

    def attributes(self) -> Mapping[str, Json]:
        names = self.fields.part.attributes
        if not names:
            return NOTHING
        found = {name: self.members[name] for name in names if not is_null(self.members.get(name))}
        if self.document.is_yaml:
            found = {name: as_text(value) for name, value in found.items()}
        return MappingProxyType(found)
