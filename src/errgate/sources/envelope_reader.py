"""Reads an envelope: a JSON Schema of the error body. References stay inside the document."""

from collections.abc import Iterator, Mapping

from errgate.core import pointer
from errgate.core.contract import Envelope
from errgate.core.value import Json, Missing, escape
from errgate.sources.documents import Document
from errgate.sources.shape import Place, root

DRAFTS = (
    "https://json-schema.org/draft/2020-12/schema",
    "https://json-schema.org/draft/2019-09/schema",
    "http://json-schema.org/draft-07/schema",
    "http://json-schema.org/draft-06/schema",
    "http://json-schema.org/draft-04/schema",
)
NEWEST = DRAFTS[0]


def read(document: Document) -> Envelope:
    """The envelope in a document. Raises Unreadable where it is no JSON Schema of a known draft."""
    top = root(document)
    schema = top.object()
    value = _normal(document.value)
    if "$schema" in schema:
        uri = schema["$schema"].text().removesuffix("#")
        if uri not in DRAFTS:
            raise schema["$schema"].refuse(f"`$schema` {uri[:80]!r} is not known.", f"Use one of: {', '.join(DRAFTS)}.")
    for at, reference in _references(value, ""):
        where = Place(document=document, at=at, value=reference)
        if not reference.startswith("#"):
            raise where.refuse(
                f"the reference {reference[:80]!r} leaves the document.", "Write the schema into this file."
            )
        if reference != "#" and not reference.startswith("#/"):
            continue
        if _cycle(value, reference):
            raise where.refuse(
                f"the reference {reference!r} only leads back to itself (schema cycle).", "Break the cycle."
            )
    _check(document, value)
    return Envelope(path=document.path, schema=value)


def _normal(value: Json) -> Json:
    """Plain YAML scalars as the JSON values that a schema needs (``minLength: 3``, ``additionalProperties: false``)."""
    from errgate.sources.strict_yaml import Plain  # noqa: PLC0415

    if isinstance(value, Mapping):
        return {key: _normal(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_normal(item) for item in value]
    if isinstance(value, Plain):
        if value in ("true", "false"):
            return value == "true"
        if value in ("null", "~", ""):
            return None
        if value.removeprefix("-").isdigit() and value.isascii() and len(value) < 18:
            return int(value)
        return str(value)
    return value


def _references(value: Json, at: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, Mapping):
        for key, item in value.items():
            if key == "$ref" and isinstance(item, str):
                yield f"{at}/$ref", item
            elif key not in ("enum", "const", "default", "examples", "example"):
                yield from _references(item, f"{at}/{escape(key)}")
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _references(item, f"{at}/{index}")


def _cycle(value: Json, reference: str) -> bool:
    """Whether following references alone, without consuming any input, comes back to where it began."""
    pending, seen = [reference], set[str]()
    while pending:
        current = pending.pop()
        if current in seen:
            continue
        seen.add(current)
        try:
            target = pointer.get(value, current[1:])
        except ValueError:
            continue
        if isinstance(target, Missing) or not isinstance(target, Mapping):
            continue
        applied = _applied(target)
        if reference in applied:
            return True
        pending += applied
    return False


def _applied(schema: Mapping[str, Json]) -> list[str]:
    """The references that apply to the same instance as a schema does."""
    found = []
    direct = schema.get("$ref")
    if isinstance(direct, str):
        found.append(direct)
    for word in ("allOf", "anyOf", "oneOf"):
        for branch in schema.get(word) or () if isinstance(schema.get(word), list) else ():
            if isinstance(branch, Mapping):
                found += _applied(branch)
    return [each for each in found if each == "#" or each.startswith("#/")]


def _check(document: Document, value: Json) -> None:
    import jsonschema  # noqa: PLC0415  (loaded only where an envelope is read)

    assert isinstance(value, Mapping)
    uri = str(value.get("$schema", NEWEST)).removesuffix("#")
    by_uri = {
        DRAFTS[0]: jsonschema.Draft202012Validator,
        DRAFTS[1]: jsonschema.Draft201909Validator,
        DRAFTS[2]: jsonschema.Draft7Validator,
        DRAFTS[3]: jsonschema.Draft6Validator,
        DRAFTS[4]: jsonschema.Draft4Validator,
    }
    try:
        by_uri[uri].check_schema(value)
    except jsonschema.SchemaError as error:
        at = "".join(f"/{escape(str(part))}" for part in error.absolute_path)
        place = Place(document=document, at=at, value=None)
        raise place.refuse(
            f"no valid JSON Schema at `{at or '/'}`: {error.message[:200]}.", "Correct the schema."
        ) from error
