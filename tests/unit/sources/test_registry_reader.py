"""Registries of many shapes, and what is refused."""

import json

import pytest

from errgate.core.config import RegistryPart
from errgate.core.contract import Entry, Registry
from errgate.core.value import Json
from errgate.errors import Unreadable
from errgate.sources import documents, registry_reader


def read(text: str, path: str = "codes.yml", **part: object) -> Registry:
    document = documents.parse(text.encode(), path)
    return registry_reader.read(document, RegistryPart(path=path, **part))  # type: ignore[arg-type]


def of_json(value: Json, **part: object) -> Registry:
    return read(json.dumps(value), "codes.json", **part)


def refused(text: str, **part: object) -> Unreadable:
    with pytest.raises(Unreadable) as caught:
        read(text, "codes.yml", **part)
    assert caught.value.fix
    return caught.value


def codes(registry: Registry) -> list[str]:
    return [entry.code for entry in registry.entries]


def test_a_map_of_entries() -> None:
    registry = read(
        """
codes:
  TIMEOUT: {cause: gateway, action: retry, retryable: true, status: 503, may_have_executed: true,
            description: It took too long.}
  GONE: {state: retired, replaced_by: MOVED, retire_at: 2027-01-01, terminal: false, category: request, hint: permanent}
"""
    )
    assert registry.entries == (
        Entry(
            code="TIMEOUT", at="/codes/TIMEOUT", cause="gateway", action="retry", retryable=True, status=503,
            description="It took too long.", may_have_executed=True,
        ),
        Entry(
            code="GONE", at="/codes/GONE", state="retired", replaced_by=("MOVED",), retire_at="2027-01-01",
            terminal=False, category="request", hint="permanent",
        ),
    )  # fmt: skip


def test_yaml_and_json_give_the_same() -> None:
    value: Json = {"A": {"status": 503, "retryable": False, "replaced_by": ["B", "C"], "x": 1}, "B": "words", "C": None}
    from_json = of_json(value)
    from_yaml = read("A: {status: 503, retryable: false, replaced_by: [B, C], x: 1}\nB: words\nC:\n")
    assert from_json.entries == from_yaml.entries
    assert [entry.description for entry in from_json.entries] == [None, "words", None]
    assert all(
        type(text) is str
        for entry in from_yaml.entries
        for text in (entry.code, *entry.replaced_by, entry.description or "")
    )


def test_a_list_of_entries_and_bare_codes() -> None:
    registry = of_json({"codes": [{"code": "A", "name": "x"}, "B", -32601, {"code": -32700}, {"code": 5.0}]})
    assert codes(registry) == ["A", "B", "-32601", "-32700", "5"]
    assert registry.entries[1].at == "/codes/1"


def test_a_top_level_list_and_a_top_level_map() -> None:
    assert codes(of_json(["A", "B"])) == ["A", "B"]
    assert codes(read("A: {action: retry}\n")) == ["A"]


def test_codes_stay_as_written() -> None:
    """`NO`, `0777` and `12:30` are codes, not false, 511 and 750."""
    assert codes(read("codes: [{code: NO}, {code: 0777}, {code: 12:30}, {code: 1_000}, 1e3]")) == [
        "NO",
        "0777",
        "12:30",
        "1_000",
        "1e3",
    ]


def test_repeated_codes_stay_repeated_entries() -> None:
    registry = of_json([{"code": "A", "action": "retry"}, {"code": "A", "action": "escalate"}])
    assert codes(registry) == ["A", "A"]
    assert registry.by_code["A"].action == "retry"


def test_templates_of_what_the_stars_matched() -> None:
    value: Json = {"services": {"pay": {"errors": [{"id": 1}, {"id": 2}]}, "ship": {"errors": [{"id": 3}]}}}
    registry = of_json(value, codes="/services/*/errors/*", fields={"code": "{1}/{2}", "name": "{1}", "category": "id"})
    assert [(entry.code, entry.name, entry.category) for entry in registry.entries] == [
        ("pay/0", "pay", "1"),
        ("pay/1", "pay", "2"),
        ("ship/0", "ship", "3"),
    ]


def test_a_mapped_code_beside_a_symbol() -> None:
    registry = of_json({"NOT_FOUND": {"number": 5}}, fields={"code": "number", "name": "{1}"})
    assert [(entry.code, entry.name) for entry in registry.entries] == [("5", "NOT_FOUND")]


def test_a_pattern_that_goes_on_below_the_star() -> None:
    value: Json = {"A": {"error": {"status": 400}}, "B": {"other": 1}}
    registry = of_json(value, codes="/*/error")
    assert [(entry.code, entry.status, entry.at) for entry in registry.entries] == [("A", 400, "/A/error")]


@pytest.mark.parametrize("key", ["action", "default_action", "defaultAction"])
def test_the_action_under_its_three_names(key: str) -> None:
    assert of_json({"A": {key: "retry"}}).entries[0].action == "retry"


def test_the_plainest_name_of_the_action_wins_and_null_is_no_action() -> None:
    orders: list[Json] = [
        {"A": {"defaultAction": "z", "default_action": "y", "action": "x"}},
        {"A": {"action": "x", "default_action": "y", "defaultAction": "z"}},
    ]
    assert [of_json(order).entries[0].action for order in orders] == ["x", "x"]
    assert of_json({"A": {"action": None, "default_action": "y"}}).entries[0].action == "y"
    assert of_json({"A": {"action": "x", "do": "y"}}, fields={"action": "do"}).entries[0].action == "y"


def test_states() -> None:
    registry = of_json(
        {"A": {"reserved": True}, "B": {"reserved": False}, "C": {"state": "retired", "reserved": True}, "D": {}}
    )
    assert [entry.state for entry in registry.entries] == ["reserved", "active", "retired", "active"]


def test_attributes_are_those_that_are_stated() -> None:
    registry = read(
        "A: {retry_class: fast, fields: [a, {b: c}], other: x}\nB: {retry_class: ~}\n",
        attributes=("retry_class", "fields"),
    )
    assert [dict(entry.attributes) for entry in registry.entries] == [
        {"retry_class": "fast", "fields": ["a", {"b": "c"}]},
        {},
    ]
    assert type(registry.entries[0].attributes["retry_class"]) is str


def test_an_empty_container_is_an_empty_registry() -> None:
    assert codes(read("codes: {}")) == codes(read("codes: []")) == codes(read("{}")) == []


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("errors: {A: {}}", {"codes": "/codes/*"}),
        ("a", {}),
        ("codes: 5", {}),
        ("A: {x: 1}", {"codes": "/*/y"}),
        ("A: {}", {"codes": "/A"}),
    ],
)
def test_a_pattern_that_matches_nothing(text: str, part: dict[str, object]) -> None:
    assert "matches nothing" in refused(text, **part).problem


def test_b092_a_code_with_a_line_break() -> None:
    """A block scalar ends in a line break, which a pattern with `$` would let through."""
    error = refused("codes:\n  - code: A\n  - name: x\n    code: |\n      E001\n")
    assert "line break" in error.problem
    assert error.line == 4


@pytest.mark.parametrize("code", ["E\u0663\u0664\u0665", "E\uff11", "\u0967"])
def test_b092_digits_of_other_scripts(code: str) -> None:
    """They look alike, match `\\d`, and compare unequal."""
    assert "digits" in refused(f"codes: ['{code}']").problem


@pytest.mark.parametrize(
    "code", ["", " ", " A", "A ", "A\u00a0", "A\tB", "A\u200bB", "A\u202eB", "\u2028A", "A\u0000", "A" * 501]
)
@pytest.mark.parametrize("shape", ["list", "map", "bare"])
def test_b092_codes_that_no_consumer_could_compare(code: str, shape: str) -> None:
    """Blanks at the ends and characters that do not show."""
    value: Json = {"list": [{"code": code}], "map": {code: {}}, "bare": [code]}[shape]  # type: ignore[assignment]
    with pytest.raises(Unreadable) as caught:
        of_json({"codes": value})
    assert len(caught.value.problem) < 300


def test_codes_of_other_scripts_and_with_blanks_inside_are_fine() -> None:
    assert codes(of_json(["Not found", "错误", "E-½"])) == ["Not found", "错误", "E-½"]


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ("status: [503]", "`status` of the code 'A' must be a whole number or text, found a list"),
        ("retryable: yes", "`retryable` of the code 'A' must be true or false, found text \"yes\""),
        ("terminal: 1", "`terminal` of the code 'A' must be true or false"),
        ("action: [retry]", "`action` of the code 'A' must be text"),
        ("default_action: {a: b}", "`default_action` of the code 'A' must be text"),
        ("cause: {a: b}", "`cause` of the code 'A' must be text"),
        ("description: [a]", "`description` of the code 'A' must be text"),
        ("state: retird", "`state` of the code 'A' is `retird`"),
        ("state: [a]", "`state` of the code 'A' is `a list`"),
        ("replaced_by: {a: b}", "`replaced_by` of the code 'A' must be a code or a list of codes"),
        ("replaced_by: [B, [C]]", "`replaced_by` of the code 'A' must be a code or a list of codes"),
        ("reserved: maybe", "`reserved` of the code 'A' must be true or false"),
        ("state: active\n    reserved: true", "both active and reserved"),
    ],
)
def test_wrong_types_name_the_code_and_the_line(entry: str, words: str) -> None:
    error = refused(f"codes:\n  A:\n    x: 1\n    {entry}\n")
    assert words in error.problem
    assert error.line in (4, 5)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ([{"name": "x"}], "has no `code`"),
        ([None], "has no `code`"),
        ([[]], "must be text or a number"),
        ([True], "must be text or a number"),
        ([{"code": True}], "must be text or a number"),
        ([{"code": {}}], "must be text or a number"),
        ({"A": 503}, "holds number 503"),
        ({"A": []}, "holds a list"),
        ({"A": {"action": 5}}, "must be text"),
        ({"A": {"status": 503.5}}, "must be a whole number or text"),
        ({"A": {"status": True}}, "must be a whole number or text"),
        ({"A": {"retryable": "true"}}, "must be true or false"),
    ],
)
def test_wrong_types_in_json(value: Json, words: str) -> None:
    with pytest.raises(Unreadable) as caught:
        of_json({"codes": value})
    assert words in caught.value.problem


@pytest.mark.parametrize("value", ["503", "true", "1.5"])
def test_a_bare_number_in_a_map_is_no_description(value: str) -> None:
    """It is more likely a status, which an entry has to say."""
    assert "holds" in refused(f"codes: {{A: {value}}}").problem
    assert read(f"codes: {{A: '{value}'}}").entries[0].description == value


def test_a_template_that_asks_for_a_missing_star() -> None:
    assert "asks for star 2" in refused("A: {}", fields={"code": "{2}"}).problem


def test_b085_statuses_keep_their_kind() -> None:
    """`503`, `"503"` and 503.0 in a registry: numbers are numbers, text stays text, and a truth value is neither."""
    written: tuple[Json, ...] = (503, "503", 503.0, "5xx")
    registry = of_json([{"code": "A", "status": status} for status in written])
    assert [entry.status for entry in registry.entries] == [503, "503", 503, "5xx"]
    assert [entry.status for entry in read("[{code: A, status: 503}, {code: B, status: '503'}]").entries] == [
        503,
        "503",
    ]


def test_thousands_of_entries() -> None:
    registry = of_json([{"code": f"E{number}", "action": "retry"} for number in range(5000)])
    assert len(registry.by_code) == 5000
