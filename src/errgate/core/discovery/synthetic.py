"""An error that is wrong on purpose: a code that nobody knows, in the form of the API's own errors."""

import json
from dataclasses import replace

from errgate.core.contract import Fixture, Policy
from errgate.core.decide import Consumer, decide, read
from errgate.core.discovery.policy import error_with
from errgate.core.discovery.proposal import Proposal
from errgate.core.discovery.words import unknown_like
from errgate.core.presets import PRESETS

NUMBERED = ("json-rpc", "mcp", "twilio", "discord", "meta-graph")
"""Presets whose codes are numbers."""


def unknown_code(proposal: Proposal) -> str:
    """The text of an error with a code that nobody knows, where the consumer lands on its default for it; else nothing."""
    places = proposal.places
    preset = PRESETS[places.preset].places if places.preset else None
    at = places.code or ((*preset.code, *preset.code_else) if preset is not None else ())
    message = (places.message or (preset.message if preset is not None else ()) or ("/message",))[0]
    codes = proposal.registry.codes if proposal.registry is not None else ()
    unknown = unknown_like(codes) if codes or places.preset not in NUMBERED else 999_999
    reading = replace(preset or Policy(path=""), actions=("escalate",), default="escalate")
    if places.code:
        reading = replace(reading, code=places.code, code_else=())
    for each in at:
        try:
            body = error_with(unknown, each, message) if each.startswith("/") else None
        except TypeError:
            continue
        if body is None:
            continue
        error = Fixture(collection="synthetic", name="", path="", document=body, body=body)
        consumer = Consumer(policy=reading)
        if read(consumer, error).code == str(unknown) and decide(consumer, error).on_default:
            return json.dumps(body, indent=2, ensure_ascii=True) + "\n"
    return ""
