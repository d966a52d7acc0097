"""Errors that a branch emitted in this run, against its recordings."""

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

from errgate.core.contract import Fixture
from errgate.core.regeneration import changed_places
from errgate.core.value import Json

NEVER_COMPARED = ("date",)
"""Headers that differ from run to run (RFC 9110, section 6.6.1)."""


def compare(recorded: Fixture, emitted: Fixture, volatile: Sequence[str]) -> tuple[str, ...]:
    """Where an emitted error differs from its recording, as pointers into the body or the exchange.

    A volatile field's value does not count. Of an exchange, status, body and the headers that the recording states are
    compared; where one of the two is a bare body, the body alone.
    """
    if recorded.exchange != emitted.exchange:
        return changed_places(_bare(recorded), _bare(emitted), volatile)
    if not recorded.exchange:
        return changed_places(recorded, emitted, volatile)
    stated = frozenset(recorded.headers) - frozenset(NEVER_COMPARED)
    return changed_places(_response(recorded, stated), _response(emitted, stated), volatile)


def _bare(fixture: Fixture) -> Fixture:
    return replace(fixture, document=fixture.body, exchange=False)


def _response(fixture: Fixture, stated: frozenset[str]) -> Fixture:
    headers: dict[str, Json] = {name: value for name, value in fixture.headers.items() if name in stated}
    response: dict[str, Json] = {"status": fixture.status, "headers": headers, "body": fixture.body}
    return replace(fixture, document=MappingProxyType({"response": MappingProxyType(response)}), blob="")
