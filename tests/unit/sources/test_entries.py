"""OpenAPI enums, references and expressions as a registry's way to its entries."""

import json

import pytest

from errgate.core.config import RegistryPart
from errgate.core.contract import Registry
from errgate.core.value import Json
from errgate.errors import Unreadable
from errgate.sources import documents, registry_reader

CODES = "/components/schemas/ErrorCode/enum/*"


def read(text: str, path: str = "openapi.yaml", **part: object) -> Registry:
    return registry_reader.read(documents.parse(text.encode(), path), RegistryPart(path=path, **part))  # type: ignore[arg-type]


def schema(**members: Json) -> str:
    return json.dumps({"openapi": "3.1.0", "components": {"schemas": {"ErrorCode": {"type": "string", **members}}}})


def told(registry: Registry) -> list[tuple[str, str | None, str | None]]:
    return [(entry.code, entry.name, entry.description) for entry in registry.entries]


def refused(text: str, path: str = "openapi.yaml", **part: object) -> Unreadable:
    with pytest.raises(Unreadable) as caught:
        read(text, path, **part)
    assert caught.value.fix
    return caught.value


YAML = """\
openapi: 3.0.3
components:
  schemas:
    ErrorCode:
      type: string
      nullable: true
      enum: [timeout, NO, 0777, null]
      x-enum-varnames: [TIMEOUT, NONE, ODD, NULL]
      x-enum-descriptions:
        timeout: It took too long.
        0777: Odd.
      x-enum-actions: [retry, escalate, abandon, abandon]
      x-retryable: {timeout: true}
      example: [a, b, c, d]
"""


def test_names_descriptions_and_own_keys_beside_an_enum() -> None:
    registry = read(YAML, codes=CODES, fields={"action": "x-enum-actions", "retryable": "x-retryable"})
    assert told(registry) == [
        ("timeout", "TIMEOUT", "It took too long."),
        ("NO", "NONE", None),
        ("0777", "ODD", "Odd."),
    ]
    assert [(entry.action, entry.retryable) for entry in registry.entries] == [
        ("retry", True),
        ("escalate", None),
        ("abandon", None),
    ]
    document = documents.parse(YAML.encode(), "openapi.yaml")
    assert [document.line(entry.at) for entry in registry.entries] == [7, 7, 7]


@pytest.mark.parametrize("key", ["x-enum-varnames", "x-enumNames", "enumNames"])
@pytest.mark.parametrize("key2", ["x-enum-descriptions", "x-enumDescriptions"])
@pytest.mark.parametrize("path", ["openapi.yaml", "openapi.json"])
def test_the_spellings_of_code_generators(key: str, key2: str, path: str) -> None:
    text = schema(enum=["a", 5], **{key: ["A", "FIVE"], key2: ["first", "second"]})
    assert told(read(text, path, codes=CODES)) == [("a", "A", "first"), ("5", "FIVE", "second")]


def test_azure_names_its_values_in_one_object() -> None:
    azure: dict[str, Json] = {"x-ms-enum": {"values": [{"value": "b", "name": "B", "description": "x"}, 5]}}
    text = schema(enum=["a", "b"], **azure)
    assert told(read(text, codes=CODES)) == [("a", None, None), ("b", "B", "x")]


def test_an_extensible_enum_and_several_schemas() -> None:
    text = json.dumps(
        {"schemas": {"A": {"x-extensible-enum": ["a"], "x-enumNames": ["X"]}, "B": {"enum": ["b"]}, "C": {}}}
    )
    assert told(read(text, codes="/schemas/*/x-extensible-enum/*")) == [("a", "X", None)]
    registry = read(text, codes="/schemas/*/enum/*", fields={"name": "{1}"})
    assert told(registry) == [("b", "B", None)]


def test_lists_of_another_length_are_refused() -> None:
    error = refused(YAML.replace("[TIMEOUT, NONE, ODD, NULL]", "[TIMEOUT]"), codes=CODES)
    assert "`x-enum-varnames` has 1 items, but the enum beside it has 4 values" in error.problem
    assert error.line == 8
    assert "is text" in refused(schema(enum=["a"], **{"x-a": "b"}), codes=CODES, fields={"action": "x-a"}).problem
    assert told(read(schema(enum=["a"], **{"x-a": ["b", "c"]}), codes=CODES)) == [("a", None, None)]
    assert "a value of the enum is a mapping" in refused(schema(enum=[{}]), codes=CODES).problem


def test_one_of_constants() -> None:
    text = """\
components:
  schemas:
    Timeout: {const: timeout, title: Timeout, description: It took too long., x-retryable: true}
    ErrorCode:
      oneOf:
        - {const: invalid, title: Invalid, x-retryable: false}
        - $ref: '#/components/schemas/Timeout'
        - {$ref: '#/components/schemas/Timeout', const: other}
"""
    registry = read(
        text,
        codes="/components/schemas/ErrorCode/oneOf/*",
        fields={"code": "const", "name": "title", "retryable": "x-retryable"},
    )
    assert told(registry) == [
        ("invalid", "Invalid", None),
        ("timeout", "Timeout", "It took too long."),
        ("other", "Timeout", "It took too long."),
    ]
    assert [entry.retryable for entry in registry.entries] == [False, True, True]
    document = documents.parse(text.encode(), "openapi.yaml")
    assert [document.line(entry.at) for entry in registry.entries] == [6, 3, 3]


def test_references_on_the_way_are_followed() -> None:
    text = json.dumps(
        {
            "paths": {"/pay": {"post": {"responses": {"400": {"$ref": "#/responses/Bad%20one"}}}}},
            "responses": {"Bad one": {"schema": {"$ref": "#/schemas/Error"}}},
            "schemas": {
                "Error": {"properties": {"code": {"$ref": "#/schemas/a~1b"}}},
                "a/b": {"$ref": "#/schemas/Code"},
                "Code": {"enum": ["a", "b"], "x-enumNames": ["A", "B"]},
            },
        }
    )
    registry = read(text, codes="/paths/*/post/responses/*/schema/properties/code/enum/*", fields={"category": "{2}"})
    assert told(registry) == [("a", "A", None), ("b", "B", None)]
    assert [(entry.at, entry.category) for entry in registry.entries] == [
        ("/schemas/Code/enum/0", "400"),
        ("/schemas/Code/enum/1", "400"),
    ]


@pytest.mark.parametrize(
    ("schemas", "words"),
    [
        ({"A": {"$ref": "#/schemas/B"}, "B": {"$ref": "#/schemas/A"}}, "leads back to itself"),
        ({"A": {"$ref": "#/schemas/A"}}, "leads back to itself"),
        ({"A": {"$ref": "other.yaml#/A"}}, "leads to another file"),
        ({"A": {"$ref": "#/schemas/Nope"}}, "`$ref: #/schemas/Nope` leads nowhere"),
        ({"A": {"$ref": "#Nope"}}, "leads nowhere"),
        ({"A": {"$ref": 5}}, "matches nothing"),
        ({"A": {"enum": 5}}, "matches nothing"),
    ],
)
def test_references_that_cannot_be_followed(schemas: Json, words: str) -> None:
    assert words in refused(json.dumps({"schemas": schemas}), codes="/schemas/A/enum/*").problem


def test_references_in_circles_cannot_multiply() -> None:
    """Every step leads to the same place twice: the walk is bounded."""
    text = json.dumps({"a": {"x": {"$ref": "#/a"}, "y": {"$ref": "#/a"}}})
    assert "more than 200000 places" in refused(text, codes="/a" + "/*" * 60).problem


@pytest.mark.parametrize("path", ["codes.json", "codes.yml"])
def test_expressions_give_what_a_plain_key_would(path: str) -> None:
    text = (
        '{"codes": {"A": {"retry": {"default": null, "max": 3, "ok": true}, "action": "retry", "http": [503]},'
        ' "B": {"retry": {"default": "escalate", "ok": false}, "http": ["5xx"]}, "C": null}}'
    )
    registry = read(
        text,
        path,
        fields={
            "action": "jmes: retry.default || action",
            "retryable": "jmes:retry.ok",
            "status": "jmes: http[0]",
            "replaced_by": "jmes: keys(retry || `{}`)[?@ == 'max']",
        },
    )
    assert [(entry.action, entry.retryable, entry.status, entry.replaced_by) for entry in registry.entries] == [
        ("retry", True, 503, ("max",)),
        ("escalate", False, "5xx", ()),
        (None, None, None, ()),
    ]


def test_expressions_keep_yaml_scalars_as_written() -> None:
    text = "codes:\n- {id: {n: 0777}, c: 1e3, t: true}\n- {id: {n: 12:30}, c: 1.50, t: NO}\n- {id: {n: -32601}, c: ~}\n"
    registry = read(text, fields={"code": "jmes: id.n", "cause": "jmes: c", "category": "jmes: t || c"})
    assert [(entry.code, entry.cause, entry.category) for entry in registry.entries] == [
        ("0777", "1e3", "true"),
        ("12:30", "1.50", "NO"),
        ("-32601", None, None),
    ]
    assert all(type(entry.code) is str for entry in registry.entries)


def test_an_expression_that_fails_names_the_code_and_the_field() -> None:
    error = refused("codes:\n  A: {x: 1}\n  B: {x: [a]}\n", fields={"action": "jmes: join('-', x)"})
    assert "`action: jmes: join('-', x)` cannot be found for the code 'A'" in error.problem
    assert error.line == 2
    error = refused("codes:\n  A: {x: 1}\n", fields={"action": "jmes: [x]"})
    assert "`action` of the code 'A' must be text, found a list" in error.problem


def test_toml_is_a_registry() -> None:
    text = '[codes.TIMEOUT]\naction = "retry"\nstatus = 503\nretire_at = 2027-01-01\n[codes]\nGONE = { state = "retired" }\n'
    registry = read(text, "codes.toml")
    first, second = registry.entries
    assert (first.code, first.action, first.status, first.retire_at) == ("TIMEOUT", "retry", 503, "2027-01-01")
    assert (second.code, second.state) == ("GONE", "retired")
