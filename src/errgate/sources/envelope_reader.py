"""Reads an envelope: a JSON Schema of the error body. References stay inside the document. Knows jsonschema."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from errgate.core import pointer
from errgate.core.contract import Envelope
from errgate.core.value import Json, Missing, escape
from errgate.sources.documents import Document
from errgate.sources.shape import Place, root, short, suggestion
from errgate.sources.strict_yaml import resolved

DRAFTS: Mapping[str, str] = {
    "https://json-schema.org/draft/2020-12/schema": "Draft202012Validator",
    "https://json-schema.org/draft/2019-09/schema": "Draft201909Validator",
    "http://json-schema.org/draft-07/schema": "Draft7Validator",
    "http://json-schema.org/draft-06/schema": "Draft6Validator",
    "http://json-schema.org/draft-04/schema": "Draft4Validator",
}
"""The drafts that are known, by the exact URI (``#`` at the end or not). The first one is used where none is stated."""
VALUES = 20_000
"""Values that an envelope may hold."""

IN_PLACE = ("allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "dependencies")
"""Keywords whose schemas apply to the same value as the schema that holds them."""
BY_NAME = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies")
BELOW = (
    "allOf", "anyOf", "oneOf", "not", "if", "then", "else", "items", "prefixItems", "additionalItems", "contains",
    "additionalProperties", "propertyNames", "unevaluatedItems", "unevaluatedProperties", "contentSchema",
)  # fmt: skip

SAYS = frozenset(
    (
        *IN_PLACE, *BELOW, "properties", "patternProperties", "$ref", "$dynamicRef", "$recursiveRef", "type", "enum", "const",
        "required", "dependentRequired", "minProperties", "maxProperties", "minItems", "maxItems", "uniqueItems",
        "minContains", "maxContains", "minLength", "maxLength", "pattern", "format", "minimum", "maximum",
        "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
    )
)  # fmt: skip
"""Keywords of which a schema needs one to say anything about a value (JSON Schema, draft-04 to 2020-12)."""


def read(document: Document) -> Envelope:
    """The envelope in a document. Raises Unreadable where it is no JSON Schema of a known draft, or not in one piece.

    Plain YAML scalars become the values that a schema needs (``minLength: 3``, ``additionalProperties: false``).
    """
    members = root(document).object()
    schema = resolved(document.value) if document.is_yaml else document.value
    if _size(schema) > VALUES:
        raise root(document).refuse(f"it holds more than {VALUES} values.", "Describe only the error's top level.")
    draft = _draft(members["$schema"]) if "$schema" in members else next(iter(DRAFTS))
    _Walk(document, schema).check()
    _check(document, schema, draft)
    if members and SAYS.isdisjoint(members):
        what = ", ".join(f"`{short(key)}`" for key in list(members)[:3])
        raise root(document).refuse(
            f"it says nothing about an error: it has {what}, but no keyword of a JSON Schema such as `properties`.",
            "Name a file that holds the error's schema alone; a part of an OpenAPI document has to be copied out.",
        )
    return Envelope(path=document.path, schema=schema)


def _size(value: Json) -> int:
    count, pending = 0, [value]
    while pending and count <= VALUES:
        each = pending.pop()
        count += 1
        if isinstance(each, Mapping):
            pending.extend(each.values())
        elif isinstance(each, list):
            pending.extend(each)
    return count


def _draft(place: Place) -> str:
    stated = place.text()
    uri = stated.removesuffix("#")
    if uri not in DRAFTS:
        raise place.refuse(
            f"`$schema: {short(stated)}` is no draft that is known by this exact name.",
            suggestion(stated, tuple(DRAFTS), f"Use one of: {', '.join(DRAFTS)}."),
        )
    return uri


@dataclass(slots=True)
class _Node:
    """A schema of the document: the places of the schemas that apply to the same value."""

    same_value: list[str] = field(default_factory=list)


class _Walk:
    """Visits every schema of a document once, and every local reference's target."""

    def __init__(self, document: Document, schema: Json) -> None:
        self.document = document
        self.root = schema
        self.nodes: dict[str, _Node] = {}

    def check(self) -> None:
        """Raises Unreadable for references that leave the document, lead nowhere, or only back to themselves."""
        pending: list[tuple[str, Json]] = [("", self.root)]
        while pending:
            at, schema = pending.pop()
            if at in self.nodes:
                continue
            node = self.nodes[at] = _Node()
            if not isinstance(schema, Mapping):
                continue
            self.refuse_bases(at, schema)
            for below, child, same in _subschemas(at, schema):
                pending.append((below, child))
                if same:
                    node.same_value.append(below)
            target = self.target(at, schema.get("$ref"))
            if target is not None:
                pending.append(target)
                node.same_value.append(target[0])
        self.refuse_cycles()

    def refuse(self, at: str, problem: str, fix: str) -> Exception:
        return Place(document=self.document, at=at, value=None).refuse(problem, fix)

    def refuse_bases(self, at: str, schema: Mapping[str, Json]) -> None:
        """What gives references another meaning than a place in this document."""
        for word in ("$dynamicRef", "$recursiveRef"):
            if word in schema:
                raise self.refuse(
                    f"{at}/{word}", f"`{word}` is not supported.", "Write a `$ref` such as `#/$defs/error`."
                )
        if at and isinstance(schema.get("$id"), str):
            raise self.refuse(f"{at}/$id", "an inner `$id` changes what `$ref` means.", "Keep `$id` at the top only.")

    def target(self, at: str, reference: Json) -> tuple[str, Json] | None:
        if not isinstance(reference, str):
            return None
        shown, here = short(reference), f"{at}/$ref"
        if not reference.startswith("#"):
            raise self.refuse(
                here, f"the reference `{shown}` leaves the document.", "Copy what it names into this file's `$defs`."
            )
        where = reference[1:]
        if where and not where.startswith("/"):
            raise self.refuse(here, f"the reference `{shown}` is no pointer.", "Write it as `#/$defs/NAME`.")
        found = pointer.get(self.root, where)
        if isinstance(found, Missing):
            raise self.refuse(here, f"the reference `{shown}` leads nowhere.", "Correct it, or add what it names.")
        return pointer.build(pointer.parse(where)), found

    def refuse_cycles(self) -> None:
        """A reference that comes back to its own schema without going one step into the value has no meaning."""
        done: set[str] = set()
        for start in self.nodes:
            trail: list[tuple[str, Iterator[str]]] = []
            on_trail: set[str] = set()
            step: str | None = start
            while step is not None or trail:
                if step is not None and step not in done:
                    if step in on_trail:
                        raise self.refuse(
                            step,
                            f"the schema at `{short(step or '/')}` leads back to itself (schema cycle).",
                            "Break the cycle.",
                        )
                    on_trail.add(step)
                    trail.append((step, iter(self.nodes[step].same_value)))
                elif not trail:
                    break
                step = next(trail[-1][1], None)
                if step is None:
                    finished, _ = trail.pop()
                    on_trail.discard(finished)
                    done.add(finished)


def _subschemas(at: str, schema: Mapping[str, Json]) -> Iterator[tuple[str, Json, bool]]:
    """The schemas right inside a schema: place, schema, and whether it applies to the same value."""
    for word in BELOW:
        inside = schema.get(word)
        if isinstance(inside, Mapping):
            yield f"{at}/{word}", inside, word in IN_PLACE
        elif isinstance(inside, list):
            for index, child in enumerate(inside):
                yield f"{at}/{word}/{index}", child, word in IN_PLACE
    for word in BY_NAME:
        inside = schema.get(word)
        if isinstance(inside, Mapping):
            for name, child in inside.items():
                yield f"{at}/{word}/{escape(name)}", child, word in IN_PLACE


def _check(document: Document, schema: Json, draft: str) -> None:
    """Checks the schema against its draft's own schema."""
    import jsonschema  # noqa: PLC0415  (loaded only where an envelope is read)

    try:
        getattr(jsonschema, DRAFTS[draft]).check_schema(schema)
    except jsonschema.SchemaError as error:
        at = pointer.build([str(part) for part in error.absolute_path])
        words = error.message if len(error.message) <= 200 else f"{error.message[:197]}..."
        raise Place(document=document, at=at, value=None).refuse(
            f"no valid JSON Schema at `{short(at or '/')}`: {words}.", "Correct the schema."
        ) from error
    except (RecursionError, OverflowError, ValueError) as error:
        raise root(document).refuse(
            "it cannot be checked as a JSON Schema.", "Simplify its nesting and its patterns."
        ) from error
