"""What descriptions of APIs say about errors."""

from typing import Any

from hypothesis import given

from errgate.core.discovery.bodies import preset_of
from errgate.core.discovery.schemas import describe, is_openapi, is_schema, sample
from errgate.core.value import Json
from tests.unit.core.discovery.test_registries import JSON


def openapi(schemas: dict[str, Any], paths: dict[str, Any] | None = None) -> Any:
    return {"openapi": "3.1.0", "paths": paths or {}, "components": {"schemas": schemas}}


CODE = {"type": "string", "enum": ["not_found", "rate_limited", "internal_error"]}
ERROR = {"type": "object", "properties": {"error": {"$ref": "#/components/schemas/Inner"}}}
INNER = {
    "type": "object",
    "properties": {"code": {"$ref": "#/components/schemas/ErrorCode"}, "message": {"type": "string"}},
}
ANSWER = {"description": "x", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}}


def test_an_enum_of_error_codes_goes_before_other_enums() -> None:
    document = openapi({
        "ErrorCode": CODE, "Order": {"properties": {"status": {"enum": ["open", "closed", "failed"]}}},
        "Currency": {"enum": ["USD", "EUR"]},
    })  # fmt: skip
    found = describe("openapi.yaml", document).registries
    assert found[0].pattern == "/components/schemas/ErrorCode/enum/*"
    assert [each.pattern for each in found if each.sure] == [found[0].pattern]


def test_an_inline_enum_and_constants() -> None:
    inline = openapi({"ApiError": {"properties": {"code": CODE, "message": {"type": "string"}}}})
    assert describe("api.json", inline).registries[0].pattern == "/components/schemas/ApiError/properties/code/enum/*"
    constants = openapi({"ErrorCode": {"oneOf": [{"const": "not_found", "title": "x"}, {"const": "timeout"}]}})
    first = describe("api.json", constants).registries[0]
    assert first.pattern == "/components/schemas/ErrorCode/oneOf/*"
    assert first.mapped.fields == {"code": "const"}


def test_a_parameter_is_no_error() -> None:
    paths = {
        "/x": {"get": {"parameters": [{"name": "error", "schema": {"enum": ["not_found", "denied"]}}], "responses": {}}}
    }
    assert describe("api.json", openapi({}, paths)).registries == ()


def test_the_shape_of_failing_answers() -> None:
    document = openapi(
        {"Error": ERROR, "Inner": INNER, "ErrorCode": CODE},
        {"/x": {"get": {"responses": {"200": {"description": "y"}, "404": ANSWER, "default": ANSWER}}}},
    )
    found = describe("api.json", document)
    assert found.schema == "/components/schemas/Error"
    assert found.media == ("application/json",)
    assert found.bodies[0] == {"error": {"code": "not_found", "message": "text"}}
    told = preset_of(found.bodies[0])
    assert told is not None
    assert told[0] == "error-object"


def test_a_schema_that_holds_itself_ends() -> None:
    document = openapi(
        {"Error": {"properties": {"cause": {"$ref": "#/components/schemas/Error"}, "code": {"type": "integer"}}}}
    )
    assert sample(document, {"$ref": "#/components/schemas/Error"}) is not None


@given(JSON)
def test_any_document_can_be_described(document: Json) -> None:
    """Never an exception, also where it claims to be a description of an API."""
    describe("a.json", document)
    claimed: Json = {
        "openapi": "3.0.0",
        "paths": {"/x": {"get": {"responses": {"400": document}}}},
        "components": {"schemas": document},
    }
    assert is_openapi(claimed)
    assert not is_schema(claimed)
    describe("a.json", claimed)
