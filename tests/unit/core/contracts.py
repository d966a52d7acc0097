"""Contracts for unit tests, read from the same files as the worked cases."""

from collections.abc import Mapping

from errgate.core.contract import Contract
from errgate.sources import config_reader, contracts
from errgate.sources.source import Blob
from tests.e2e.contract import CONFIG, RELEASED


def contract(changes: Mapping[str, str | None] | None = None, config: str = CONFIG) -> Contract:
    """The worked cases' contract with some files changed; None removes one."""
    files = {name: text for name, text in {**RELEASED, **(changes or {})}.items() if text is not None}
    tree = {name: Blob(path=name, mode="100644", id=f"{name}:{hash(text)}") for name, text in files.items()}
    data = {blob.id: files[name].encode() for name, blob in tree.items()}
    return contracts.load(tree, config_reader.read(config.encode(), "errgate.yml").contracts[0], data)
