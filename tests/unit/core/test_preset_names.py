"""How a preset may be spelt."""

import pytest

from errgate.core.preset_names import ALIASES, find
from errgate.core.presets import PRESETS

# Names


@pytest.mark.parametrize(
    ("spelt", "name"),
    [
        ("problem+json", "problem+json"),
        ("Problem+JSON", "problem+json"),
        ("RFC 9457", "problem+json"),
        ("rfc7807", "problem+json"),
        ("JSONAPI", "json:api"),
        ("json-api", "json:api"),
        ("google", "aip-193"),
        ("Google Cloud", "aip-193"),
        ("AIP193", "aip-193"),
        ("jsonrpc", "json-rpc"),
        ("JSON-RPC 2.0", "json-rpc"),
        ("oauth", "oauth2"),
        ("OAuth 2.0", "oauth2"),
        ("k8s", "kubernetes"),
        ("aws", "aws-json"),
        ("aws_json", "aws-json"),
        ("OpenAI-compatible", "openai"),
        ("consul-terraform-sync", "error-object"),
    ],
)
def test_obvious_spellings_are_taken(spelt: str, name: str) -> None:
    found = find(spelt)
    assert found is not None
    assert found.name == name


@pytest.mark.parametrize("spelt", ["", "+", "problems", "x" * 10_000, "жсон"])
def test_others_are_not(spelt: str) -> None:
    assert find(spelt) is None


def test_no_spelling_means_two_presets() -> None:
    """An alias folded like a preset's name, or like another alias, must mean the same one."""
    assert set(ALIASES.values()) <= set(PRESETS)
    meant: dict[str, set[str]] = {}
    for spelt, name in [*ALIASES.items(), *zip(PRESETS, PRESETS, strict=True)]:
        meant.setdefault("".join(filter(str.isalnum, spelt.lower())), set()).add(name)
    assert not [names for names in meant.values() if len(names) > 1]
