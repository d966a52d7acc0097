"""The envelope: a JSON Schema in one piece."""

import json

import pytest

from errgate.core.contract import Envelope
from errgate.core.value import Json
from errgate.errors import Unreadable
from errgate.sources import documents, envelope_reader


def read(schema: Json) -> Envelope:
    return envelope_reader.read(documents.parse(json.dumps(schema, indent=1).encode(), "e.json"))


def refused(schema: Json) -> Unreadable:
    with pytest.raises(Unreadable) as caught:
        read(schema)
    assert caught.value.line is not None
    assert caught.value.fix
    return caught.value


def test_a_schema_is_kept_as_it_is() -> None:
    schema: Json = {"type": "object", "required": ["code"], "properties": {"code": {"type": "string"}}}
    assert read(schema).schema == schema


def test_yaml_scalars_become_the_values_that_a_schema_needs() -> None:
    text = (
        "type: object\nadditionalProperties: false\nproperties:\n  code: {type: string, minLength: 3, const: '503'}\n"
    )
    envelope = envelope_reader.read(documents.parse(text.encode(), "e.yml"))
    assert envelope.schema == {
        "type": "object", "additionalProperties": False,
        "properties": {"code": {"type": "string", "minLength": 3, "const": "503"}},
    }  # fmt: skip


@pytest.mark.parametrize("uri", list(envelope_reader.DRAFTS))
@pytest.mark.parametrize("end", ["", "#"])
def test_b089_known_drafts(uri: str, end: str) -> None:
    """Each draft by its exact name, with and without the empty fragment."""
    read({"$schema": uri + end, "type": "object"})


@pytest.mark.parametrize(
    "uri",
    [
        "https://json-schema.org/draft-07/schema#",
        "http://json-schema.org/draft/2020-12/schema",
        "http://json-schema.org/schema#",
        "http://json-schema.org/draft-03/schema#",
        "http://json-schema.org/draft-07/schema#/x",
        "draft-07",
    ],
)
def test_b089_other_names_do_not_select_a_draft_in_silence(uri: str) -> None:
    """An `https` where the draft's name has `http` would select another draft."""
    error = refused({"type": "object", "$schema": uri})
    assert "no draft" in error.problem
    assert error.line == 3


def test_b089_each_draft_has_its_own_rules() -> None:
    """A truth value for exclusiveMinimum is draft 4, a number is later."""
    drafts = list(envelope_reader.DRAFTS)
    read({"$schema": drafts[4], "minimum": 1, "exclusiveMinimum": True})
    assert (
        "no valid JSON Schema at `/exclusiveMinimum`"
        in refused({"$schema": drafts[0], "exclusiveMinimum": True}).problem
    )


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "#"},
        {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}},
        {"$defs": {"a": {"allOf": [{"$ref": "#/$defs/b"}]}, "b": {"anyOf": [{}, {"$ref": "#/$defs/a"}]}}},
        {"$defs": {"a": {"oneOf": [{"not": {"$ref": "#/$defs/a"}}]}}},
        {"$defs": {"a": {"if": {}, "then": {"$ref": "#/$defs/a"}}}},
        {"$defs": {"a": {"allOf": [{"$ref": "#/$defs/a/allOf/0"}]}}},
        {"dependentSchemas": {"x": {"$ref": "#"}}},
        {"properties": {"x": {"$ref": "#/properties/x"}}},
    ],
)
def test_b087_references_that_only_lead_back(schema: Json) -> None:
    """Following them never reads any of the value: endless recursion in a validator."""
    assert "schema cycle" in refused(schema).problem


@pytest.mark.parametrize(
    "schema",
    [
        {"properties": {"children": {"type": "array", "items": {"$ref": "#"}}}},
        {
            "$defs": {"a": {"properties": {"b": {"$ref": "#/$defs/b"}}}, "b": {"items": {"$ref": "#/$defs/a"}}},
            "$ref": "#/$defs/a",
        },
        {
            "allOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/a"}],
            "$defs": {"a": {"additionalProperties": {"$ref": "#"}}},
        },
        {"properties": {"$ref": {"type": "string"}, "default": {"$ref": "#/$defs/x"}}, "$defs": {"x": {}}},
        {"enum": [{"$ref": "http://example.com/"}], "default": {"$ref": "x"}},
        {"$defs": {"a/b": {"type": "object"}}, "$ref": "#/$defs/a~1b"},
    ],
)
def test_b087_a_tree_is_no_cycle(schema: Json) -> None:
    """Recursive schemas that go one step into the value are fine, and so is data that looks like a reference."""
    read(schema)


def test_b087_long_chains_are_followed_without_recursion() -> None:
    """A chain of thousands of references is no cycle and no stack overflow."""
    chain: dict[str, Json] = {f"a{i}": {"$ref": f"#/$defs/a{i + 1}"} for i in range(3000)}
    read({"type": "object", "$defs": {**chain, "a3000": {}}})
    assert "schema cycle" in refused({"$defs": {**chain, "a3000": {"$ref": "#/$defs/a0"}}}).problem


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"$ref": "https://example.com/error.json"}, "leaves the document"),
        ({"properties": {"a": {"$ref": "other.json#/x"}}}, "leaves the document"),
        ({"$defs": {"unused": {"items": [{"$ref": "other.json"}]}}}, "leaves the document"),
        ({"x-parts": {"a": {"$ref": "other.json"}}, "$ref": "#/x-parts/a"}, "leaves the document"),
        ({"$ref": "#/$defs/a"}, "leads nowhere"),
        ({"$ref": "#anchor"}, "no pointer"),
        ({"$dynamicRef": "#x"}, "not supported"),
        ({"$defs": {"a": {"$id": "https://example.com/a"}}}, "inner `$id`"),
        ({"type": "objct"}, "no valid JSON Schema at `/type`"),
        ({"properties": {"a": {"pattern": "("}}}, "no valid JSON Schema at `/properties/a/pattern`"),
        ({"pattern": "a{99999999999}"}, "cannot be checked"),
        ({"pattern": "(" * 5000}, "cannot be checked"),
        ({"required": "code"}, "no valid JSON Schema"),
        ({"$schema": 7}, "must be text"),
        (
            {"openapi": "3.1.0", "info": {}, "paths": {}},
            "says nothing about an error: it has `openapi`, `info`, `paths`",
        ),
        ({"title": "Error", "$defs": {"a": {"type": "object"}}}, "says nothing about an error"),
        (True, "must be a mapping"),
        ([], "must be a mapping"),
        ("object", "must be a mapping"),
        ({"enum": list(range(20_001))}, "more than 20000 values"),
    ],
)
def test_what_is_refused(schema: Json, words: str) -> None:
    error = refused(schema)
    assert words in error.problem
    assert len(error.problem) < 400


def test_nesting_to_the_limit_gives_no_traceback() -> None:
    schema: Json = {}
    for _ in range(49):
        schema = {"properties": {"a": schema}}
    try:
        read(schema)
    except Unreadable as error:
        assert "cannot be checked" in error.problem
