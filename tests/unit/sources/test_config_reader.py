"""The config: every key, and what is refused."""

import pytest

from errgate.core.config import Config, LevelChange, RegistryPart, ReleaseRule
from errgate.core.finding import Level
from errgate.errors import ConfigInvalid
from errgate.sources import config_reader

PATH = ".github/errgate.yml"
RULES = {"registry/code-removed": Level.BLOCK, "registry/description-changed": Level.NOTE}

FULL = """\
version: 1
owner: "@acme/error-contract"
release: {tag: "v*", prereleases: true}
impact: {labels: [Client effects, "Effets client"]}
contracts:
  - name: payments
    owner: "@acme/payments"
    release: {ref: v1.4.0}
    serializer: ["src/errors/**", "!src/errors/README.md"]
    registry:
      path: contract/codes.yml
      codes: /groups/*/codes/*
      fields: {action: default_action, code: "{1}/{2}"}
      attributes: [retry_class, fields]
    hints: contract/hints.yml
    envelope: contract/envelope.schema.json
    decision: ./contract/decision.yml
    fixtures: {v1: fixtures/v1/, v2: fixtures/v2, synthetic: fixtures/synthetic}
    volatile: ["/request_id", "/errors/*/timestamp", "header:Date"]
    consumers:
      - {name: billing-agent, command: ["node", "agent/decide.js"], acts: writes}
    traffic: {calls_per_day: 10000, transient_rate: 0.02}
    levels:
      registry/description-changed: warn
      registry/code-removed: {level: explain, reason: "codes are internal here"}
  - name: search
    registry: search/codes.json
"""


def read(text: str) -> Config:
    return config_reader.read(text.encode(), PATH, rules=RULES)


def contract(text: str) -> str:
    """A config of one contract, with some more keys."""
    return f"version: 1\ncontracts:\n  - name: a\n    hints: h.yml\n    {text}\n"


def refused(text: str) -> ConfigInvalid:
    with pytest.raises(ConfigInvalid) as caught:
        read(text)
    assert caught.value.path == PATH
    assert caught.value.line is not None
    assert caught.value.fix
    return caught.value


def test_everything_is_read() -> None:
    config = read(FULL)
    payments, search = config.contracts
    assert (config.path, config.owner, config.impact_labels) == (
        PATH,
        "@acme/error-contract",
        ("Client effects", "Effets client"),
    )
    assert config.release == ReleaseRule(kind="tag", value="v*", prereleases=True)
    assert payments.at == "/contracts/0"
    assert payments.release == ReleaseRule(kind="ref", value="v1.4.0")
    assert payments.serializer == ("src/errors/**", "!src/errors/README.md")
    assert payments.registry == RegistryPart(
        path="contract/codes.yml",
        codes="/groups/*/codes/*",
        fields={"action": "default_action", "code": "{1}/{2}"},
        attributes=("retry_class", "fields"),
    )
    assert (payments.hints, payments.decision) == ("contract/hints.yml", "contract/decision.yml")
    assert dict(payments.fixtures) == {"v1": "fixtures/v1", "v2": "fixtures/v2", "synthetic": "fixtures/synthetic"}
    assert payments.volatile == ("/request_id", "/errors/*/timestamp", "header:Date")
    assert payments.consumers == ("billing-agent",)
    assert payments.levels == (
        LevelChange(rule="registry/description-changed", level=Level.WARN),
        LevelChange(rule="registry/code-removed", level=Level.EXPLAIN, reason="codes are internal here"),
    )
    assert (search.registry, search.owner, search.release) == (RegistryPart(path="search/codes.json"), "", None)


def test_json_is_read_as_well() -> None:
    text = b'{"version": 1, "release": "base", "contracts": [{"name": "a", "hints": "h.yml"}]}'
    config = config_reader.read(text, "errgate.json")
    assert config.release == ReleaseRule(kind="base", value="")


def test_contracts_may_share_a_fixtures_folder() -> None:
    text = "version: 1\ncontracts:\n" + "".join(f"  - {{name: {name}, fixtures: {{v1: f/v1}}}}\n" for name in "ab")
    assert len(read(text).contracts) == 2


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "empty file"),
        ("a: [", "not valid YAML"),
        ("[]", "must be a mapping"),
        ("contracts: [{name: a, hints: h}]", "lacks the key `version`"),
        ("version: 1", "lacks the key `contracts`"),
        ("version: 2\ncontracts: [{name: a, hints: h}]", "version 2 is not known"),
        ('version: "1"\ncontracts: [{name: a, hints: h}]', "must be a whole number"),
        ("version: 1\ncontracts: []", "no contract is listed"),
        ("version: 1\ncontracts: {name: a, hints: h}", "must be a list"),
        ("version: 1\ncontracts: [{hints: h}]", "lacks the key `name`"),
        ("version: 1\ncontracts: [{name: a}]", "names no part"),
        ("version: 1\ncontracts: [{name: a, serializer: 'x/**'}]", "names no part"),
        ("version: 1\ncontracts: [{name: a, hints: h}, {name: a, hints: h}]", "two contracts are called `a`"),
        ("version: 1\nowner: a b\ncontracts: [{name: a, hints: h}]", "no user and no team"),
        ("version: 1\nimpact: {label: x}\ncontracts: [{name: a, hints: h}]", "unknown key `label`"),
        (contract("fixture: {v1: a}"), "unknown key `fixture`"),
        (contract("decision: /etc/passwd"), "no path inside the repository"),
        (contract("decision: ../other/decision.yml"), "no path inside the repository"),
        (contract("decision: contract\\decision.yml"), "backslash"),
        (contract("fixtures: {}"), "names no collection"),
        (contract("fixtures: {v3: a}"), "unknown key `v3`"),
        (contract("fixtures: {v1: a, v2: a}"), "named twice"),
        (contract("serializer: ['src/**x']"), "'**'"),
        (contract("serializer: ['!src/a']"), "takes paths out"),
        (contract("volatile: [request_id]"), "must be a JSON Pointer"),
        (contract("volatile: ['/a~3']"), "must be a JSON Pointer"),
        (contract("registry: {path: c.yml, reader: python-enum}"), "does not read `c.yml`"),
        (contract("registry: {path: c.py, reader: data}"), "does not read `c.py`"),
        (contract("registry: {path: c.py, reader: python}"), "is `python`"),
        (contract("registry: {path: c.yml, fields: {action: 'jmes: a.['}}"), "no JMESPath expression"),
        (contract("registry: {path: c.yml, fields: {action: 'jmes: '}}"), "nothing behind `jmes:`"),
        (contract("registry: {path: c.yml, fields: {action: 'jmes: nope(@)  || " + "a" * 500 + "'}}"), "more than 500"),
        (contract("registry: {path: c.yml, fields: {action: 'jmes: " + "(" * 400 + "'}}"), "no JMESPath expression"),
        (contract("registry: {path: c.yml, codes: codes}"), "must be a JSON Pointer"),
        (contract("registry: {path: c.yml, codes: /codes}"), "has no `*`"),
        (contract("registry: {path: c.yml, fields: {acton: x}}"), "unknown key `acton`"),
        (contract("registry: {path: c.yml, fields: {code: '{1}/{2}'}}"), "asks for star 2"),
        (contract("registry: {path: c.yml, fields: {code: '{0}'}}"), "asks for star 0"),
        (contract("registry: {path: c.yml, attributes: [a, a]}"), "listed twice"),
        (contract("registry: {codes: /*}"), "lacks the key `path`"),
        (contract("levels: {registry/code-remove: warn}"), "there is no rule `registry/code-remove`"),
        (contract("levels: {registry/code-removed: off}"), "is `off`"),
        (contract("levels: {registry/code-removed: warn}"), "without a reason"),
        (contract("levels: {registry/code-removed: {level: note}}"), "without a reason"),
        (contract("levels: {registry/code-removed: {reason: x}}"), "lacks the key `level`"),
        (contract("release: latest"), "`release` is `latest`"),
        (contract("release: {tag: v*, ref: v1}"), "exactly one"),
        (contract("release: {prereleases: true}"), "exactly one"),
        (contract("release: {ref: --upload-pack=x}"), "no name of a ref"),
        (contract("release: {ref: 'a..b'}"), "no name of a ref"),
        (contract("release: {ref: v1, prereleases: true}"), "goes with `tag`"),
        (contract("release: {tag: 'v{1,2}'}"), "braces"),
        (contract("registry: 'contract/*.yml'"), "holds a wildcard"),
        (contract("fixtures: {v2: 'fixtures/v2/*.json'}"), "holds a wildcard"),
        (contract("consumers: [{name: x}]"), "lacks the key `command`"),
        (contract("consumers: [{name: x, command: []}]"), "`command` is empty"),
        (contract("consumers: [{name: x, command: 'node a.js'}]"), "must be a list"),
        (contract("consumers: [{name: x, command: [a], acts: maybe}]"), "is `maybe`"),
        (contract("consumers: [{name: x, command: [a]}, {name: x, command: [a]}]"), "is taken"),
        (contract("traffic: {calls_per_day: 1, transient_rate: 2}"), "from 0 to 1"),
        (contract("traffic: {calls: 2}"), "unknown key `calls`"),
    ],
)
def test_what_is_refused(text: str, words: str) -> None:
    with pytest.raises(ConfigInvalid) as caught:
        read(text)
    assert words in caught.value.problem
    assert caught.value.fix


def test_lines_are_those_of_the_key() -> None:
    assert refused(contract("volatile:\n      - /a\n      - b")).line == 7
    assert refused("version: 1\ncontracts:\n  - {name: a, hints: h}\n  - name: b\n").line == 4


def test_unknown_rules_get_a_suggestion() -> None:
    assert refused(contract("levels: {registry/code-remove: warn}")).fix == "Did you mean `registry/code-removed`?"


def test_raising_a_level_needs_no_reason_and_without_rules_nothing_is_compared() -> None:
    assert read(contract("levels: {registry/description-changed: block}")).contracts[0].levels[0].level is Level.BLOCK
    text = contract("levels: {any/rule: note}").encode()
    assert config_reader.read(text, PATH).contracts[0].levels[0].rule == "any/rule"


def test_b080_a_repeated_key_in_the_config() -> None:
    """The second one would silently replace the first."""
    assert "occurs twice" in refused("version: 1\nversion: 1\ncontracts: [{name: a, hints: h}]").problem
