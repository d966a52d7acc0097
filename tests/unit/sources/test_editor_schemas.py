"""The JSON Schemas for editors say what the readers say, where a schema can say it."""

import json
from collections.abc import Callable
from importlib import resources
from typing import Any

import jsonschema
import pytest

from errgate.core import preset_names
from errgate.core.config import RegistryPart
from errgate.core.presets import PRESETS
from errgate.errors import Unreadable
from errgate.sources import (
    config_reader,
    documents,
    expectations,
    fixture_reader,
    hints_reader,
    policy_reader,
    registry_reader,
    strict_yaml,
)

READERS: dict[str, Callable[[bytes, str], object]] = {
    "config": config_reader.read,
    "registry": lambda data, path: registry_reader.read(
        documents.parse(data, path), RegistryPart(path=path, codes="/codes/*")
    ),
    "hints": lambda data, path: hints_reader.read(documents.parse(data, path), advice),
    "decision": lambda data, path: policy_reader.read(documents.parse(data, path)),
    "decisions": lambda data, path: expectations.read_expectations(documents.parse(data, path)),
    "fixture": lambda data, path: fixture_reader.read_fixture(data, "v1", "a.json", path, ""),
}


def advice(path: str) -> documents.Document:
    """A file that hints may draw values from."""
    return documents.parse(b"values: {a: retry}", path)


def schema(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(
        (resources.files("errgate") / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8")
    )
    return found


def schema_takes(name: str, data: bytes, path: str) -> bool:
    value = strict_yaml.resolved(documents.parse(data, path).value)
    return not list(jsonschema.Draft202012Validator(schema(name)).iter_errors(value))


def reader_takes(name: str, data: bytes, path: str) -> bool:
    try:
        READERS[name](data, path)
    except Unreadable:
        return False
    return True


def contract(text: str) -> str:
    return f"version: 1\ncontracts: [{{name: a, hints: h.yml, {text}}}]"


GOOD = [
    ("config", "version: 1\ncontracts: [{name: a, registry: c.yml}]"),
    (
        "config",
        "version: 1\nowner: '@a/b'\nrelease: base\nimpact: {labels: x}\n"
        "contracts: [{name: a, decision: d.yml, fixtures: {v1: f/v1/}}]",
    ),
    (
        "config",
        contract(
            "owner: '@u', release: {tag: 'v*', prereleases: false}, serializer: 'src/**', "
            "volatile: [/a/*, 'header:Date']"
        ),
    ),
    (
        "config",
        contract(
            "registry: {path: ./c.yml, reader: data, codes: '/x/*/y/*', fields: {code: '{1}/{2}'}, attributes: [a, b]}"
        ),
    ),
    (
        "config",
        contract("levels: {registry/code-removed: {level: warn, reason: x}, a/b: note}, breaks: contract/breaks"),
    ),
    (
        "config",
        contract(
            "consumers: [{name: x, command: [node, a.js], acts: reads}], "
            "traffic: {calls_per_day: 10, transient_rate: 0.5}"
        ),
    ),
    ("config", contract("registry: {path: src/errors.py, reader: python-enum, codes: /ErrorCode/*}")),
    ("config", contract("registry: {path: src/errors.py, fields: {name: '{2}'}}")),
    (
        "config",
        contract("registry: {path: c.toml, reader: data, fields: {action: 'jmes: a.b || `retry`', code: 'jmes:a'}}"),
    ),
    ("config", contract("release: {ref: v1.4.0}, volatile: [], serializer: ['a/**', '!a/b']")),
    ("registry", "codes: {}"),
    (
        "registry",
        "codes: {A: {status: 503, retryable: true, state: retired, reserved: true}, "
        "B: text, C: , -32601: {replaced_by: [A, B]}}",
    ),
    (
        "registry",
        "version: x\ncodes: [{code: 5, own: [1], status: 5xx, retire_at: 2027-01-01}, "
        "'A', -1, {code: A b, action: retry}]",
    ),
    ("hints", "hints: {}"),
    (
        "hints",
        "hints: {a: {at: /a, values: {x: retry, NO: next}, "
        "absent: default, 'null': forbidden, malformed: unrecognized, many: true}}",
    ),
    (
        "hints",
        "hints: {a: {at: [/a, 'header:Retry-After'], type: seconds, absent: backoff, 'null': backoff}, b: {at: /b}}",
    ),
    ("hints", "hints: {a: {at: /a, values: {path: docs/a.yml, at: /values/*, value: ''}}}"),
    ("hints", "hints: {a: {at: /a, values: {path: retry, at: escalate}}}"),
    ("decision", "actions: [retry]"),
    ("decision", "actions: retry\ndefault:\n"),
    (
        "decision",
        "actions: [retry, fix_request]\nerrors: {code: [/a, 'header:X'], status: [http:status, /s]}\n"
        "precedence: {action: [hint:a, code, status, text], category: [code, status]}\n"
        "status: {503: retry, 4XX: fix_request}\n"
        "text: [{matches: 'a.*b', action: retry}]\ncategories: {5xx: server}\n"
        "retry: {max_attempts: 1}\ndefault: retry\n"
        "unknown_code: next\nnot_idempotent: fix_request\naliases: {retry: [try again], fix_request: correct}",
    ),
    ("decision", "actions: [retry]\nerrors: {preset: problem+json, code: /code, wait: [/w, 'header:Retry-After']}"),
    ("decision", "actions: [retry]\nerrors: {preset: jsonapi}"),
    ("decisions", "{}"),
    (
        "decisions",
        "a.json: retry\nb.jsonl#2: {action: retry, category: server, max_attempts: 2, wait: 1.5, why: x}\n"
        "c: {action: a, wait: backoff}",
    ),
    ("fixture", '{"code": 1}'),
    ("fixture", "[null]"),
    ("fixture", '{"response": {"status": "503"}}'),
    (
        "fixture",
        '{"request": {"method": "GET", "headers": {"A": ["b", 1]}}, '
        '"response": {"status": 503, "headers": {"B": 1}, "body": null}}',
    ),
]

BAD = [
    ("config", "version: 2\ncontracts: [{name: a, hints: h}]"),
    ("config", "contracts: [{name: a, hints: h}]"),
    ("config", "version: 1\ncontracts: []"),
    ("config", "version: 1\ncontracts: [{hints: h}]"),
    ("config", "version: 1\ncontracts: [{name: a}]"),
    ("config", "version: 1\ncontracts: [{name: ' a', hints: h}]"),
    ("config", "version: 1\nowners: a\ncontracts: [{name: a, hints: h}]"),
    ("config", "version: 1\nowner: a b\ncontracts: [{name: a, hints: h}]"),
    ("config", contract("fixture: {v1: a}")),
    ("config", contract("fixtures: {v3: a}")),
    ("config", contract("fixtures: {}")),
    ("config", contract("decision: /etc/x")),
    ("config", contract("decision: a/../b")),
    ("config", contract("decision: '..'")),
    ("config", contract("decision: 'a\\b'")),
    ("config", contract("release: latest")),
    ("config", contract("release: {tag: v*, ref: a}")),
    ("config", contract("release: {ref: '-x'}")),
    ("config", contract("release: {ref: a, prereleases: true}")),
    ("config", contract("volatile: [a]")),
    ("config", contract("volatile: [/a~2]")),
    ("config", contract("registry: {codes: /*}")),
    ("config", contract("registry: {path: a, codes: /codes}")),
    ("config", contract("registry: {path: a, reader: python-enum}")),
    ("config", contract("registry: {path: a, fields: {action: 'jmes: '}}")),
    ("config", contract("registry: {path: a.py, reader: data}")),
    ("config", contract("registry: {path: a, fields: {acton: a}}")),
    ("config", contract("registry: {path: a, attributes: [a, a]}")),
    ("config", contract("levels: {a/b: off}")),
    ("config", contract("levels: {a/b: {reason: x}}")),
    ("config", contract("consumers: [{name: a}]")),
    ("config", contract("consumers: [{name: a, command: []}]")),
    ("config", contract("consumers: [{name: a, command: [a], acts: maybe}]")),
    ("config", contract("traffic: {transient_rate: 2}")),
    ("registry", "codes: 5"),
    ("registry", "codes: {A: 5}"),
    ("registry", "codes: {'': {}}"),
    ("registry", "codes: {' A': {}}"),
    ("registry", 'codes: ["A\\n"]'),
    ("registry", "codes: [{name: x}]"),
    ("registry", "codes: [null]"),
    ("registry", "codes: {A: {retryable: yes}}"),
    ("registry", "codes: {A: {status: [1]}}"),
    ("registry", "codes: {A: {state: gone}}"),
    ("registry", "codes: {A: {replaced_by: {a: b}}}"),
    ("registry", "codes: {A: {action: [a]}}"),
    ("hints", "{}"),
    ("hints", "recovery: {at: /a}"),
    ("hints", "hints: {a: {values: {x: y}}}"),
    ("hints", "hints: {a: {at: a}}"),
    ("hints", "hints: {a b: {at: /a}}"),
    ("hints", "hints: {a: {at: /a, values: {}}}"),
    ("hints", "hints: {a: {at: /a, values: {x: }}}"),
    ("hints", "hints: {a: {at: /a, type: seconds, values: {x: y}}}"),
    ("hints", "hints: {a: {at: /a, type: seconds, many: true}}"),
    ("hints", "hints: {a: {at: /a, type: minutes}}"),
    ("hints", "hints: {a: {at: /a, absent: backoff}}"),
    ("hints", "hints: {a: {at: /a, unrecognized: unrecognized}}"),
    ("hints", "hints: {a: {at: /a, values: {path: v.yml, at: /values}}}"),
    ("hints", "hints: {a: {at: /a, values: {path: ../v.yml, at: /values/*}}}"),
    ("decision", "default: retry"),
    ("decision", "actions: []"),
    ("decision", "actions: [retry, retry]"),
    ("decision", "actions: [default]"),
    ("decision", "actions: [fix the request]"),
    ("decision", "actions: [retry]\nstatus: {600: retry}"),
    ("decision", "actions: [retry]\nerrors: {preset: x}"),
    ("decision", "actions: [retry]\nerrors: {code: http:status}"),
    ("decision", "actions: [retry]\nprecedence: {action: [recovery]}"),
    ("decision", "actions: [retry]\nprecedence: {category: [text]}"),
    ("decision", "actions: [retry]\ntext: [{matches: a}]"),
    ("decision", "actions: [retry]\nretry: {max_attempts: three}"),
    ("decision", "actions: [retry]\nretry: {max_attempts: 0}"),
    ("decision", "actions: [retry]\nunknown_code: skip"),
    ("decision", "actions: [retry]\nuntil: x"),
    ("decisions", "[]"),
    ("decisions", "a: "),
    ("decisions", "a: {category: x}"),
    ("decisions", "a: {action: retry, attempts: 2}"),
    ("decisions", "a: {action: retry, wait: soon}"),
    ("decisions", "a: {action: retry, wait: -1}"),
    ("decisions", "a: {action: retry, max_attempts: 0}"),
    ("fixture", '{"response": {"status": 503, "body": {}, "headers": []}}'),
    ("fixture", '{"response": {"status": 503, "body": {}, "headers": {"a": {}}}}'),
    ("fixture", '{"response": {"status": 503, "body": {}}, "request": "GET"}'),
    ("fixture", '{"response": {"status": 503, "body": {}}, "request": {"method": 1}}'),
]


@pytest.mark.parametrize("name", list(READERS))
def test_each_schema_is_one_and_describes_itself(name: str) -> None:
    found = schema(name)
    jsonschema.Draft202012Validator.check_schema(found)
    assert found["title"]
    assert found["description"]


@pytest.mark.parametrize(("name", "text"), GOOD)
def test_what_both_take(name: str, text: str) -> None:
    path = "a.json" if name == "fixture" else "a.yml"
    READERS[name](text.encode(), path)
    jsonschema.Draft202012Validator(schema(name)).validate(
        strict_yaml.resolved(documents.parse(text.encode(), path).value)
    )


@pytest.mark.parametrize(("name", "text"), BAD)
def test_what_both_refuse(name: str, text: str) -> None:
    path = "a.json" if name == "fixture" else "a.yml"
    assert (reader_takes(name, text.encode(), path), schema_takes(name, text.encode(), path)) == (False, False)


@pytest.mark.parametrize("name", list(READERS))
def test_every_key_at_the_top_has_a_description(name: str) -> None:
    """An editor shows it while the file is written."""
    top = schema(name)
    for key, node in top.get("properties", {}).items():
        described = node.get("description") or (
            "$ref" in node and top["$defs"][node["$ref"].rpartition("/")[2]].get("description")
        )
        assert described, key


def test_the_decision_schema_offers_every_preset() -> None:
    """First the names, then the other spellings, as the table has them."""
    offered = schema("decision")["properties"]["errors"]["properties"]["preset"]["anyOf"]
    assert [each["enum"] for each in offered] == [list(PRESETS), list(preset_names.ALIASES)]
