"""Where a policy reads the facts of an error, for comparing two policies and for saying it."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from errgate.core.contract import Policy
from errgate.core.quote import quote

NO_FORMS: Mapping[str, str] = MappingProxyType({})


def read_as(places: Iterable[str], forms: Mapping[str, str] = NO_FORMS) -> Mapping[str, str]:
    """Place → how it is read, as one text; equal texts read the same value alike. Case does not count in header names."""
    found = {}
    for at in places:
        shown = at.lower() if at.startswith("header:") else at
        found[at] = f"{shown} ({forms[at]})" if at in forms else shown
    return found


def codes(policy: Policy) -> Mapping[str, str]:
    """The places of the code in the order in which they are asked."""
    return read_as((*policy.code, *policy.code_else), policy.code_forms)


def statuses(policy: Policy) -> Mapping[str, str]:
    """The places of the status in the order in which they are asked."""
    return read_as((*policy.status_at, *policy.status_else))


def messages(policy: Policy) -> Mapping[str, str]:
    """The places of the message in the order in which they are asked."""
    return read_as(policy.message)


def waits(policy: Policy) -> Mapping[str, str]:
    """The places of a wait in the order in which they are asked."""
    return read_as(policy.wait, policy.wait_forms)


def shown(read: Mapping[str, str]) -> str:
    """Some places for people, in their order."""
    return ", ".join(quote(each) for each in read.values()) or "no place"


def keeps_order(was: Mapping[str, str], now: Mapping[str, str]) -> bool:
    """Whether the released places are still asked first and in their order, so that they decide as before."""
    return tuple(now.values())[: len(was)] == tuple(was.values())
