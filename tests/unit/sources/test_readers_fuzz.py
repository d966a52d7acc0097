"""Whatever the bytes: a value or Unreadable, never another exception."""

import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from errgate.core.config import RegistryPart
from errgate.core.contract import Problem
from errgate.core.finding import Level
from errgate.errors import Unreadable
from errgate.sources import (
    config_reader,
    documents,
    envelope_reader,
    expectations,
    fixture_reader,
    hints_reader,
    policy_reader,
    registry_reader,
)
from errgate.sources.python_enum import Asked

PART = RegistryPart(path="a", fields={"name": "symbol", "cause": "{1}"}, attributes=("x",))
DEEP = RegistryPart(path="a", codes="/*/*", fields={"code": "{2}-{1}"})
ENUM = RegistryPart(
    path="a", codes="/*/enum/*", fields={"action": "x", "cause": "jmes: a || code", "name": "jmes: *[0]"}
)
SOURCE = RegistryPart(path="a", reader="python-enum", attributes=("x",))


def lines(data: bytes, path: str) -> object:
    found = list(fixture_reader.read_lines(data, "v1", path, path, "b"))
    for each in found:
        assert not isinstance(each, Problem) or each.what
    return found


READERS: dict[str, Callable[[bytes, str], object]] = {
    "config": lambda data, path: config_reader.read(data, path, rules={"a/b": Level.WARN}),
    "registry": lambda data, path: registry_reader.read(documents.parse(data, path), PART),
    "deep registry": lambda data, path: registry_reader.read(documents.parse(data, path), DEEP),
    "enum": lambda data, path: registry_reader.read(documents.parse(data, path), ENUM),
    "python": lambda data, path: registry_reader.read(
        documents.of_python(data, path, Asked()), replace(SOURCE, path=path)
    ),
    "hints": lambda data, path: hints_reader.read(
        documents.parse(data, path), lambda _: documents.parse(b'{"a": {"text": "b"}}', path)
    ),
    "decision": lambda data, path: policy_reader.read(documents.parse(data, path)),
    "envelope": lambda data, path: envelope_reader.read(documents.parse(data, path)),
    "fixture": lambda data, path: fixture_reader.read_fixture(data, "v1", path, path, ""),
    "lines": lines,
    "expectations": lambda data, path: expectations.read_expectations(documents.parse(data, path)),
}

WORDS = [
    "version", "contracts", "name", "registry", "path", "codes", "fields", "hints", "at", "values", "type", "seconds",
    "many", "actions", "errors", "code", "status", "precedence", "action", "category", "text", "matches", "retry",
    "max_attempts", "default", "aliases", "response", "body", "headers", "request", "method", "levels", "a/b",
    "level", "reason", "release", "tag", "$ref", "#", "#/properties", "$schema", "properties", "items", "allOf",
    "required", "object", "volatile", "/a", "/*", "503", "5xx", "wait", "why", "state", "retired", "replaced_by",
    "fixtures", "v1", "serializer", "**", "consumers", "command", "", "\x00", "é", "hint:a", "null", "absent",
    "backoff", "attributes", "traffic", "impact", "labels", "owner", "@a/b", "{1}", "(", "pattern", "enum", "x", "#/a", "path",
]  # fmt: skip
words = st.sampled_from(WORDS)
scalars = st.none() | st.booleans() | st.integers(-3, 600) | st.floats() | words | st.text(max_size=3)
trees = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words | st.text(max_size=3), inner, max_size=5),
    max_leaves=20,
)
paths = st.sampled_from(["a.json", "a.yml", "a", "a.jsonl", "a.toml", "a.py"])


def check(name: str, data: bytes, path: str) -> None:
    try:
        READERS[name](data, path)
    except Unreadable as error:
        assert error.problem
        assert error.path == path
        assert error.line is None or error.line >= 1
        assert len(str(error)) < 2000


@pytest.mark.parametrize("name", list(READERS))
@settings(max_examples=60, deadline=None)
@given(data=st.binary(max_size=60), path=paths)
def test_any_bytes(name: str, data: bytes, path: str) -> None:
    check(name, data, path)


@pytest.mark.parametrize("name", list(READERS))
@settings(max_examples=80, deadline=None)
@given(text=st.text(st.sampled_from("abA0159-:,[]{}\"'&*!|>?#% \n\t\\/~<.$"), max_size=60), path=paths)
def test_any_punctuation(name: str, text: str, path: str) -> None:
    check(name, text.encode(), path)


@pytest.mark.parametrize("name", list(READERS))
@settings(max_examples=150, deadline=None)
@given(tree=trees, path=paths)
def test_any_tree_of_the_words_that_readers_know(name: str, tree: object, path: str) -> None:
    check(name, json.dumps(tree).encode(), path)


SHAPES: dict[str, Callable[[object], object]] = {
    "config": lambda tree: {
        "version": 1,
        "contracts": [{"name": "a", "hints": "h", "registry": tree, "levels": tree, "release": tree}],
    },
    "registry": lambda tree: {"codes": tree},
    "deep registry": lambda tree: {"codes": {"a": tree}},
    "enum": lambda tree: {"a": {"enum": tree, "x": tree, "x-enumNames": tree}, "$ref": tree},
    "python": lambda tree: tree,
    "hints": lambda tree: {"hints": {"a": tree, "b": {"at": "/a", "values": tree}}},
    "decision": lambda tree: {"actions": ["a"], "errors": tree, "status": tree, "precedence": tree, "text": tree},
    "envelope": lambda tree: {"properties": tree, "allOf": [tree]},
    "fixture": lambda tree: {"response": {"status": 500, "body": tree, "headers": tree}, "request": tree},
    "lines": lambda tree: tree,
    "expectations": lambda tree: {"a": {"action": "a", "wait": tree}, "b": tree},
}


@pytest.mark.parametrize("name", list(READERS))
@settings(max_examples=150, deadline=None)
@given(tree=trees, path=paths)
def test_any_tree_in_the_right_place(name: str, tree: object, path: str) -> None:
    check(name, json.dumps(SHAPES[name](tree)).encode(), path)
