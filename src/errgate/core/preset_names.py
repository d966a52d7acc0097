"""The names by which a preset may be called."""

from collections.abc import Mapping
from types import MappingProxyType

from errgate.core.presets import PRESETS, Preset

ALIASES: Mapping[str, str] = MappingProxyType(
    {
        "problem": "problem+json", "problem-json": "problem+json", "application/problem+json": "problem+json",
        "rfc9457": "problem+json", "rfc7807": "problem+json", "problem-details": "problem+json",
        "google": "aip-193", "google-aip": "aip-193", "google-cloud": "aip-193", "gcp": "aip-193", "google-rpc": "aip-193",
        "aip": "aip-193",
        "gql": "graphql", "graphql-spec": "graphql", "apollo": "graphql",
        "jsonrpc": "json-rpc", "json-rpc-2.0": "json-rpc", "json-rpc-2": "json-rpc",
        "model-context-protocol": "mcp",
        "jsonapi": "json:api", "json-api": "json:api", "json:api-1.1": "json:api", "json:api-1.0": "json:api",
        "oauth": "oauth2", "oauth2.0": "oauth2", "rfc6749": "oauth2",
        "aws": "aws-json", "awsjson": "aws-json", "aws-rest-json": "aws-json", "rest-json": "aws-json",
        "aws-restjson1": "aws-json", "aws-json-1.0": "aws-json", "aws-json-1.1": "aws-json", "smithy": "aws-json",
        "azure-arm": "azure", "azure-graph": "azure", "microsoft": "azure", "microsoft-graph": "azure", "odata": "azure",
        "openai-compatible": "openai", "azure-openai": "openai",
        "claude": "anthropic",
        "k8s": "kubernetes", "kubernetes-status": "kubernetes", "kube": "kubernetes",
        "elastic": "elasticsearch", "opensearch": "elasticsearch",
        "github-rest": "github",
        "meta": "meta-graph", "facebook": "meta-graph", "facebook-graph": "meta-graph",
        "slack-web-api": "slack",
        "consul-terraform-sync": "error-object", "error": "error-object",
    }
)  # fmt: skip
"""Other spellings. Case, blanks and punctuation do not count: ``JSONAPI`` is ``json:api``."""


def _folded(name: str) -> str:
    return "".join(char for char in name.lower() if char.isalnum())


_BY_SPELLING: Mapping[str, str] = MappingProxyType(
    {_folded(spelt): name for spelt, name in (*ALIASES.items(), *((name, name) for name in PRESETS))}
)


def find(name: str) -> Preset | None:
    """The preset of a name or another spelling of it, or None."""
    found = _BY_SPELLING.get(_folded(name)) if len(name) <= 100 else None
    return None if found is None else PRESETS[found]
