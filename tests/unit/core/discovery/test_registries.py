"""Lists of codes in parsed files: found where they are, read as they are meant, and not where there are none."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from errgate.core.discovery.registries import candidates
from errgate.core.value import Json

ENTRY: Json = {"status": 404, "message": "There is no such thing."}
MORE: Json = {"status": 429, "message": "Too many calls."}

FOUND: Mapping[str, tuple[str, Json, str, int, Mapping[str, str]]] = {
    "a map": ("errors.json", {"NOT_FOUND": ENTRY, "TOO_MANY": MORE}, "/*", 2, {"description": "message"}),
    "a map below a key": ("api.json", {"errors": {"NOT_FOUND": ENTRY, "TOO_MANY": MORE}}, "/errors/*", 2, {"description": "message"}),
    "groups of maps": (
        "errors.json",
        {"user": {"USER_NOT_FOUND": ENTRY, "USER_LOCKED": MORE}, "pay": {"CARD_EXPIRED": ENTRY}},
        "/*/*", 3, {"description": "message"},
    ),
    "groups of lists": (
        "errors.json",
        {"groups": {"a": {"codes": [{"code": "A_MISSING", **ENTRY}]}, "b": {"codes": [{"code": "B_MISSING", **ENTRY}]}}},  # type: ignore[dict-item]
        "/groups/*/codes/*", 2, {"description": "message"},
    ),
    "a list": (
        "errors.json",
        [{"errorCode": "E1001", "httpStatus": 404, "msg": "no"}, {"errorCode": "E1002", "httpStatus": 500, "msg": "bad"}],
        "/*", 2, {"code": "errorCode", "status": "httpStatus", "description": "msg"},
    ),
    "texts": ("errors.yml", {"not_found": "There is no such thing.", "expired": "Too old."}, "/*", 2, {}),
    "names": ("error_codes.json", ["not_found", "expired", "rate_limited"], "/*", 3, {}),
    "statuses by code": ("errors.json", {"NOT_FOUND": 404, "CONFLICT": 409}, "/*", 2, {"status": "jmes: @"}),
    "numbers by name": ("errors.json", {"PARSE_ERROR": -32700, "NO_METHOD": -32601}, "/*", 2, {"code": "jmes: @", "name": "{1}"}),
    "flags by code": ("retryable_errors.json", {"TIMEOUT": True, "NOT_FOUND": False}, "/*", 2, {"retryable": "jmes: @"}),
    "a number inside": (
        "errors.json",
        {"NOT_FOUND": {"code": 10001, "http": 404}, "LATE": {"code": 10002, "http": 504}},
        "/*", 2, {"code": "code", "status": "http", "name": "{1}"},
    ),
    "a status inside": (
        "errors.json",
        {"NOT_FOUND": {"code": 404, "message": "no"}, "LATE": {"code": 504, "message": "late"}},
        "/*", 2, {"status": "code", "description": "message"},
    ),
    "flags that mean something else": (
        "errors.json",
        {"NOT_FOUND": {"retryable": "maybe", "message": "no"}, "LATE": {"retryable": True, "message": "late"}},
        "/*", 2, {"retryable": "not-read", "description": "message"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FOUND)
def test_found(name: str) -> None:
    path, document, pattern, count, fields = FOUND[name]
    first = candidates(path, document)[0]
    assert (first.pattern, len(first.codes), dict(first.mapped.fields)) == (pattern, count, fields)
    assert first.sure


NONE: Mapping[str, tuple[str, Json]] = {
    "countries": (
        "config/countries.json",
        [{"code": "US", "name": "United States"}, {"code": "DE", "name": "Germany"}],
    ),
    "settings": ("config/env.json", {"HOST": "a", "PORT": "1", "DB_URL": "postgres://x"}),
    "labels": ("locales/en.json", {"save": "Save", "cancel": "Back", "open_file": "Open a file"}),
    "a list of numbers": ("data/points.json", [1, 2, 3, 4]),
    "feature flags": ("flags.json", {"NEW_CHECKOUT": True, "DARK_MODE": False}),
    "pods": ("chaos/pod-failure.yaml", {"spec": {"pods": ["dm-master-0", "dm-master-1"]}}),
    "nothing": ("errors.json", {}),
    "a text": ("errors.json", "NOT_FOUND"),
}


@pytest.mark.parametrize("name", NONE)
def test_not_taken_for_a_registry(name: str) -> None:
    path, document = NONE[name]
    assert not [each for each in candidates(path, document) if each.sure]


def test_a_test_file_is_less_likely_than_the_source() -> None:
    document: Json = {"NOT_FOUND": ENTRY, "TOO_MANY": MORE}
    source, test = (candidates(path, document)[0] for path in ("src/errors.json", "tests/fixtures/errors.json"))
    assert source.score > test.score


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8) | st.sampled_from(["code", "errors", "*", "a/b"]), inner, max_size=5),
    max_leaves=25,
)  # fmt: skip


@given(JSON, st.sampled_from(["errors.json", "x.yml", "tests/a/b.toml"]))
def test_any_document_can_be_looked_at(document: Json, path: str) -> None:
    """Never an exception; the likeliest first; no code twice in one pattern's place."""
    found = candidates(path, document)
    assert [each.score for each in found] == sorted((each.score for each in found), reverse=True)
    assert len({each.pattern for each in found}) == len(found)
    assert all(len(each.codes) >= 2 for each in found)
