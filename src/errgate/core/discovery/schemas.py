"""What an OpenAPI document or a JSON Schema says about errors: lists of codes, the shape of a body, media types."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from errgate.core import pointer
from errgate.core.discovery.fields import Mapped
from errgate.core.discovery.registries import Candidate, candidates, order, scored
from errgate.core.discovery.words import code_of, speaks_of_errors
from errgate.core.value import Json, Missing

MOST = 60_000
"""Values of one document that are looked at."""
DEPTH = 40
NAMES = {
    "code": 16, "error_code": 20, "errorCode": 20, "errcode": 20, "error": 14, "reason": 10, "type": 4, "kind": 4, "id": 2,
    "errorType": 8, "error_type": 8, "title": 1, "status": -14, "name": 1, "detail": -6, "message": -10, "category": -4,
}  # fmt: skip
"""Points for the name of the property that has the enum."""
SKIPPED = ("parameters", "requestBody", "requestBodies", "x-code-samples", "x-codeSamples", "examples", "example")
"""Keys below which no error of the API is described."""
VERBS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")


@dataclass(frozen=True, slots=True, kw_only=True)
class Described:
    """What a schema document says about errors."""

    registries: tuple[Candidate, ...] = ()
    bodies: tuple[Json, ...] = ()
    """Bodies made up from the schemas of failing answers, the commonest first."""
    media: tuple[str, ...] = ()
    """Media types of failing answers, the commonest first."""
    schema: str | None = None
    """Pointer of the commonest schema of failing answers."""


def is_openapi(document: Json) -> bool:
    """Whether it describes an API: OpenAPI, Swagger or AsyncAPI."""
    return isinstance(document, Mapping) and any(key in document for key in ("openapi", "swagger", "asyncapi"))


def is_schema(document: Json) -> bool:
    """Whether it is a JSON Schema."""
    if not isinstance(document, Mapping):
        return False
    stated = document.get("$schema")
    if isinstance(stated, str) and "json-schema" in stated:
        return True
    return document.get("type") == "object" and isinstance(document.get("properties"), Mapping)


def describe(path: str, document: Json) -> Described:
    """Everything that a schema document says. Never raises, whatever it holds."""
    walk = _Walk(document)
    walk.run()
    enums = [made for made in (_enum(path, document, tokens) for tokens in walk.patterns()) if made is not None]
    own = [
        replace(each, pattern=pointer.build(tokens) + each.pattern) for tokens, each in _placed(walk, path, document)
    ]
    answers = _Answers(document)
    answers.run()
    return Described(
        registries=tuple(sorted([*enums, *own], key=order)),
        bodies=tuple(answers.bodies()),
        media=tuple(answers.media),
        schema=answers.commonest(),
    )


def _placed(walk: "_Walk", path: str, document: Json) -> Iterator[tuple[tuple[str, ...], Candidate]]:
    for tokens in walk.extensions:
        value = pointer.get(document, pointer.build(tokens))
        if not isinstance(value, Missing):
            yield from ((tokens, each) for each in candidates(path, value))


class _Walk:
    """Visits a document once, without following references, and keeps where enums and extensions are."""

    def __init__(self, document: Json) -> None:
        self.document = document
        self.enums: list[tuple[str, ...]] = []
        """The pattern's tokens of each list of allowed values: ``…/enum/*`` or ``…/oneOf/*``."""
        self.extensions: list[tuple[str, ...]] = []

    def run(self) -> None:
        pending: list[tuple[tuple[str, ...], Json]] = [((), self.document)]
        count = 0
        while pending and count < MOST:
            tokens, value = pending.pop()
            count += 1
            if isinstance(value, Mapping):
                pending += reversed(list(self._members(tokens, value)))
            elif isinstance(value, list) and len(tokens) < DEPTH:
                pending += [((*tokens, str(index)), child) for index, child in enumerate(value)]

    def _members(self, tokens: tuple[str, ...], value: Mapping[str, Json]) -> Iterator[tuple[tuple[str, ...], Json]]:
        inside_names = tokens[-1:] == ("properties",)
        for key, child in value.items():
            here = (*tokens, key)
            if (key == "enum" and isinstance(child, list) and not inside_names) or (
                key in ("oneOf", "anyOf") and isinstance(child, list) and _constants(child)
            ):
                self.enums.append((*here, "*"))
            elif key.startswith("x-") and speaks_of_errors(key[2:]) and isinstance(child, Mapping | list):
                self.extensions.append(here)
            elif len(tokens) < DEPTH and isinstance(child, Mapping | list):
                is_value = key in SKIPPED or (key == "default" and tokens[-1:] != ("responses",))
                if inside_names or not is_value:
                    yield here, child

    def patterns(self) -> Iterator[tuple[str, ...]]:
        """Each enum's own pattern; and where operations repeat one, the pattern of all of them."""
        yield from self.enums
        yield from dict.fromkeys(general for tokens in self.enums if (general := _general(tokens)) != tokens)


def _constants(items: Sequence[Json]) -> bool:
    return len(items) > 1 and all(
        isinstance(item, Mapping) and code_of(item.get("const")) is not None for item in items
    )


def _general(tokens: tuple[str, ...]) -> tuple[str, ...]:
    """``/paths/~1pay/post/responses/400/…`` with stars for the path, the method and the status."""
    if tokens[:1] != ("paths",) or len(tokens) < 6 or tokens[2] not in VERBS or tokens[3] != "responses":
        return tokens
    rest = ("*" if before == "content" else token for before, token in pairwise(tokens[4:]))
    return ("paths", "*", "*", "responses", "*", *rest)


def _enum(path: str, document: Json, tokens: tuple[str, ...]) -> Candidate | None:
    """The enum at a pattern as a registry, if the names around it or its values speak of errors."""
    values = [match.value for match in pointer.find(document, pointer.build(tokens))]
    constants = tokens[-2] in ("oneOf", "anyOf")
    if constants:
        values = [value.get("const") if isinstance(value, Mapping) else None for value in values]
    codes = [code_of(value) for value in values]
    known = tuple(dict.fromkeys(code for code in codes if code is not None))
    if len(known) < 2:
        return None
    names = _names(tokens)
    mapped = Mapped(fields={"code": "const"} if constants else {}, found={})
    made = scored(
        Candidate(path=path, pattern=pointer.build(tokens), codes=known, kind="enum", mapped=mapped), names=names
    )
    if made is None:
        return None
    points = made.score + 10 + NAMES.get(names[-1] if names else "", 0)
    failing = _is_failing(tokens)
    whole = any(code is None for code in codes)
    reasons = list(made.reasons)
    if failing:
        points += 12 + (8 if "*" in tokens[:-1] else 0)
        reasons.append("it belongs to failing answers")
    return replace(
        made,
        score=points - (30 if whole else 0),
        speaks=made.speaks or failing,
        reasons=tuple(reasons),
    )


def _names(tokens: Sequence[str]) -> list[str]:
    """The names of schemas and properties on the way."""
    named = ("schemas", "definitions", "$defs", "properties", "responses")
    return [token for before, token in pairwise(tokens) if before in named and token != "*"]


def _is_failing(tokens: Sequence[str]) -> bool:
    for before, token in pairwise(tokens):
        if before == "responses" and (token in ("default", "*") or token[:1] in ("4", "5")):
            return True
    return False


class _Answers:
    """The failing answers of an API: their media types and the schemas of their bodies."""

    def __init__(self, document: Json) -> None:
        self.document = document
        self.media: dict[str, int] = {}
        self.schemas: dict[str, int] = {}
        """Pointer of a schema → how often it is answered."""
        self.examples: list[Json] = []

    def run(self) -> None:
        for at, answer in self._failing():
            self._take(at, answer)
        self.media = dict(sorted(self.media.items(), key=lambda pair: (-pair[1], pair[0])))

    def _failing(self) -> Iterator[tuple[str, Json]]:
        patterns = ("/paths/*/*/responses/*", "/components/responses/*", "/responses/*")
        for pattern in patterns:
            for count, match in enumerate(pointer.find(self.document, pattern)):
                if count > 5_000:
                    break
                status = match.stars[-1]
                if pattern != patterns[0] or status == "default" or status[:1] in ("4", "5"):
                    yield match.at, match.value

    def _take(self, at: str, answer: Json) -> None:
        at, answer = self._followed(at, answer)
        if not isinstance(answer, Mapping):
            return
        shared = at.startswith(("/components", "/responses"))
        if shared and not speaks_of_errors(at.rpartition("/")[2]) and not _is_schema_of_failure(at):
            return
        content = answer.get("content")
        if isinstance(content, Mapping):
            for name, medium in content.items():
                self.media[name] = self.media.get(name, 0) + 1
                if isinstance(medium, Mapping):
                    self._schema(f"{at}/content/{pointer.build([name])[1:]}/schema", medium.get("schema"))
                    self._example(medium)
        elif "schema" in answer:
            self._schema(f"{at}/schema", answer["schema"])
            examples = answer.get("examples")
            self.examples += list(examples.values())[:3] if isinstance(examples, Mapping) else []

    def _example(self, medium: Mapping[str, Json]) -> None:
        if "example" in medium:
            self.examples.append(medium["example"])
        named = medium.get("examples")
        for each in list(named.values())[:3] if isinstance(named, Mapping) else ():
            _, found = self._followed("", each)
            if isinstance(found, Mapping) and "value" in found:
                self.examples.append(found["value"])

    def _schema(self, at: str, schema: Json) -> None:
        at, found = self._followed(at, schema)
        if isinstance(found, Mapping):
            self.schemas[at] = self.schemas.get(at, 0) + 1

    def _followed(self, at: str, value: Json) -> tuple[str, Json]:
        for _ in range(10):
            reference = value.get("$ref") if isinstance(value, Mapping) else None
            if not isinstance(reference, str) or not reference.startswith("#/"):
                break
            found = pointer.get(self.document, reference[1:])
            if isinstance(found, Missing):
                break
            at, value = reference[1:], found
        return at, value

    def commonest(self) -> str | None:
        """Where the schema lies that most failing answers have; a named one where there is one like an error."""
        if self.schemas:
            return max(self.schemas, key=lambda at: (self.schemas[at], -len(at), at))
        named = [*pointer.find(self.document, "/components/schemas/*"), *pointer.find(self.document, "/definitions/*")]
        likely = [match.at for match in named if speaks_of_errors(match.stars[-1])]
        return min(likely, key=lambda at: (not self._wraps(at), len(at), at)) if likely else None

    def _wraps(self, at: str) -> bool:
        """Whether it is a whole body around an error, and not the error inside."""
        found = pointer.get(self.document, at)
        properties = found.get("properties") if isinstance(found, Mapping) else None
        return isinstance(properties, Mapping) and any(key in properties for key in ("error", "errors"))

    def bodies(self) -> list[Json]:
        """Examples as they are, then bodies made up from the schemas."""
        made: list[Json] = [body for body in self.examples[:20] if isinstance(body, Mapping | list)]
        at = self.commonest()
        for place in dict.fromkeys(
            [*([at] if at is not None else ()), *sorted(self.schemas, key=self.schemas.__getitem__)[::-1]]
        ):
            found = pointer.get(self.document, place)
            if not isinstance(found, Missing):
                made.append(sample(self.document, found))
            if len(made) > 30:
                break
        return made


def _is_schema_of_failure(at: str) -> bool:
    name = at.rpartition("/")[2]
    return name[:1] in ("4", "5") or any(
        word in name.lower() for word in ("bad", "unauth", "forbid", "notfound", "conflict")
    )


def sample(document: Json, schema: Json, depth: int = 0) -> Json:
    """A body that a schema describes: examples where it has them, else a value of the type. Bounded in depth."""
    if depth > 8 or not isinstance(schema, Mapping):
        return None
    reference = schema.get("$ref")
    if isinstance(reference, str) and reference.startswith("#"):
        found = pointer.get(document, reference[1:]) if reference[1:2] in ("", "/") else None
        return sample(document, found, depth + 1) if isinstance(found, Mapping) else None
    for key in ("example", "const", "default"):
        stated: Json = schema.get(key)
        if stated is not None:
            return stated
    for key in ("enum", "examples"):
        listed = schema.get(key)
        if isinstance(listed, list) and listed:
            first: Json = listed[0]
            return first
    return _made(document, schema, depth)


def _made(document: Json, schema: Mapping[str, Json], depth: int) -> Json:
    properties = schema.get("properties")
    found: dict[str, Json] = {}
    for part in _all_of(schema):
        made = sample(document, part, depth + 1)
        if isinstance(made, Mapping):
            found.update(made)
    if isinstance(properties, Mapping):
        for name, inner in list(properties.items())[:60]:
            found[name] = sample(document, inner, depth + 1)
    if found or schema.get("type") == "object":
        return found
    for key in ("oneOf", "anyOf"):
        options = schema.get(key)
        if isinstance(options, list) and options:
            return sample(document, options[0], depth + 1)
    kinds = schema.get("type")
    kind: Json = kinds[0] if isinstance(kinds, list) and kinds else kinds
    if kind == "array":
        return [sample(document, schema.get("items"), depth + 1)]
    plain: Mapping[str, Json] = {"integer": 1, "number": 1, "boolean": False, "string": "text"}
    return plain.get(kind) if isinstance(kind, str) else None


def _all_of(schema: Mapping[str, Json]) -> Sequence[Json]:
    parts = schema.get("allOf")
    return parts[:20] if isinstance(parts, list) else ()
