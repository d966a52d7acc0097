"""The files that are proposed: config, decision policy, hints, fixtures, as text with a word on each guess."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from errgate.core.discovery.bodies import Places
from errgate.core.discovery.policy import Actions, HintGuess, is_retry
from errgate.core.discovery.registries import Candidate

CONFIG = ".github/errgate.yml"
BARE = re.compile(r"[A-Za-z_/][A-Za-z0-9_./-]*")
WORDS = frozenset(("true", "false", "yes", "no", "on", "off", "null", "y", "n"))
WIDTH = 118


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """Everything that the files say. Paths are from the repository's root; an empty one means that there is none."""

    name: str
    owner: str = ""
    tag: str = "v*"
    registry: Candidate | None = None
    fields: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """The registry's mapping as it is written; may be less than was guessed."""
    places: Places
    actions: Actions
    by_code: bool = False
    hints: tuple[HintGuess, ...] = ()
    decision_path: str = "contract/decision.yml"
    hints_path: str = ""
    envelope_path: str = ""
    fixtures: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    recorded: frozenset[str] = frozenset()
    """Collections whose folders were there already."""
    volatile: tuple[str, ...] = ()
    serializer: tuple[str, ...] = ()
    synthetic: str = ""
    """The text of the synthetic case; empty where none could be made up."""


def files(proposal: Proposal) -> Mapping[str, str]:
    """Path → text, of all files that the proposal stands for; those that exist already included."""
    found = {CONFIG: config(proposal), proposal.decision_path: decision(proposal)}
    if proposal.hints_path:
        found[proposal.hints_path] = hints(proposal)
    for collection, folder in proposal.fixtures.items():
        if collection not in proposal.recorded:
            found[f"{folder}/README.md"] = README[collection]
    folder = proposal.fixtures.get("synthetic", "")
    if proposal.synthetic and folder:
        found[f"{folder}/unknown_code.json"] = proposal.synthetic
        found[f"{folder}/decisions.yml"] = f"unknown_code.json: {quoted(proposal.actions.role['escalate'])}\n"
    return found


def config(proposal: Proposal) -> str:
    """The config file."""
    lines = [
        "# Where the error contract lies. Proposed by `errgate init` from what it found: check each line.",
        "# `errgate schema config` prints the JSON Schema of this file.",
        "version: 1",
        f"owner: {quoted(proposal.owner)}  # from CODEOWNERS or --owner"
        if proposal.owner
        else '# owner: "@org/team"  # who approves a deliberate break; nobody could be found, so please name one',
        f"release: {{tag: {quoted(proposal.tag)}}}  # the tags of your releases; `base` for teams that deploy from main",
        "contracts:",
        f"  - name: {quoted(proposal.name)}",
    ]
    if proposal.registry is not None:
        lines += _registry(proposal.registry, proposal.fields)
    if proposal.hints_path:
        lines.append(f"    hints: {quoted(proposal.hints_path)}")
    if proposal.envelope_path:
        lines.append(f"    envelope: {quoted(proposal.envelope_path)}  # the JSON Schema of an error's body")
    lines.append(f"    decision: {quoted(proposal.decision_path)}")
    if proposal.fixtures:
        pairs = ", ".join(f"{name}: {quoted(folder)}" for name, folder in proposal.fixtures.items())
        lines.append(f"    fixtures: {{{pairs}}}")
    if proposal.volatile:
        lines.append("    # Differ from call to call, so that their values do not count.")
        lines += _sequence("volatile", proposal.volatile)
    if proposal.serializer:
        lines.append("    # Code that writes errors, by its names. Touching it runs the suite.")
        lines += _sequence("serializer", proposal.serializer)
    else:
        lines.append('    # serializer: ["src/errors/**"]  # the code that writes errors; touching it runs the suite')
    return "\n".join(lines) + "\n"


def _registry(found: Candidate, fields: Mapping[str, str]) -> list[str]:
    lines = [*_comment(f"{len(found.codes)} codes. Chosen because {_because(found)}.", "    "), "    registry:"]
    lines.append(f"      path: {quoted(found.path)}")
    if found.reader != "data":
        lines.append(f"      reader: {quoted(found.reader)}")
    lines.append(f"      codes: {quoted(found.pattern)}")
    if fields:
        pairs = ", ".join(f"{name}: {quoted(key)}" for name, key in fields.items())
        unused = [name for name, key in fields.items() if key == "not-read"]
        note = f"  # not-read: what the entries call {', '.join(unused)} cannot be used as that" if unused else ""
        lines.append(f"      fields: {{{pairs}}}{note}")
    return lines


def _because(found: Candidate) -> str:
    return "; ".join(found.reasons[:4]) or "you named it"


def _sequence(key: str, values: Sequence[str]) -> list[str]:
    one = f"    {key}: [{', '.join(quoted(each) for each in values)}]"
    return [one] if len(one) <= WIDTH else [f"    {key}:", *(f"      - {quoted(each)}" for each in values)]


def decision(proposal: Proposal) -> str:
    """The decision policy."""
    role, places = proposal.actions.role, proposal.places
    retry, fix, ask = (quoted(role[each]) for each in ("retry", "fix_request", "escalate"))
    sources = [
        *(f"hint:{each.name}" for each in proposal.hints),
        *(["code", "status"] if proposal.registry is not None else ["status", "code"]),
    ]
    odd = [word for word in proposal.actions.own if is_retry(word.lower()) and not is_retry(word)]
    note = f"{', '.join(odd)}: only `retry` and words that begin with `retry_` count as sending again; rename it in the registry."
    lines = [
        "# What a consumer does about an error, as data. Proposed by `errgate init`: check each line.",
        *(_comment(note, "") if odd else ()),
        f"actions: [{', '.join(quoted(each) for each in proposal.actions.words)}]",
        *_comment(
            f"Where an error keeps its facts. {'Nothing told: please correct it' if places.guess else 'Guessed'}, {places.why}."
            if places.why
            else "Where an error keeps its facts.",
            "",
        ),
        f"errors: {_errors(places)}",
        *_comment(
            "The registry says what to do about a code, so it is asked first."
            if proposal.by_code
            else "A code that the registry lists without an action is decided by its status; one that it does not list goes to "
            "the default. Give the codes an action where consumers look at codes.",
            "",
        ),
        f"precedence: {{action: [{', '.join(quoted(each) for each in sources)}]}}",
        f"status: {{408: {retry}, 429: {retry}, 5xx: {retry}, 401: {ask}, 403: {ask}, 4xx: {fix}}}",
        f"default: {ask}  # required: what to do about an error that nobody knows",
    ]
    return "\n".join(lines) + "\n"


def _errors(places: Places) -> str:
    pairs = [f"preset: {quoted(places.preset)}"] if places.preset else []
    for key, values in (
        ("code", places.code),
        ("message", places.message),
        ("status", places.status),
        ("wait", places.wait),
    ):
        if values:
            listed = ", ".join(quoted(each) for each in values)
            pairs.append(f"{key}: {listed}" if len(values) == 1 else f"{key}: [{listed}]")
    return f"{{{', '.join(pairs)}}}"


def hints(proposal: Proposal) -> str:
    """The hint vocabulary."""
    lines = [
        "# Fields of an error that tell a consumer what to do. Proposed by `errgate init` from recorded errors:",
        "# check what each value means, and add the values that were not recorded.",
        "hints:",
    ]
    for hint in proposal.hints:
        values = ", ".join(f"{quoted(value)}: {quoted(action)}" for value, action in hint.values.items())
        lines += [f"  {quoted(hint.name)}:", f"    at: {quoted(hint.at)}", f"    values: {{{values}}}"]
        lines.append('    "null": next')
    return "\n".join(lines) + "\n"


def quoted(text: str) -> str:
    """A text as a YAML scalar in one line."""
    if BARE.fullmatch(text) and text.lower() not in WORDS:
        return text
    return json.dumps(text, ensure_ascii=not text.isprintable())


def _comment(text: str, indent: str) -> list[str]:
    """A sentence as comment lines; what cannot be shown is left out."""
    shown = "".join(char for char in text if char.isprintable())
    lines, line = [], ""
    for word in shown.split(" "):
        if line and len(indent) + len(line) + len(word) + 3 > WIDTH:
            lines.append(line)
            line = ""
        line = f"{line} {word[:200]}".strip()
    return [f"{indent}# {each}" for each in [*lines, line] if each]


SECTION = "## Consumer impact"
INSTRUCTION = (
    "<!-- Only if recorded errors, codes or their meaning change: one sentence of your own. Which codes or fixtures\n"
    "changed, what consumers do now that they did not before (or that no decision changes), and why. -->"
)
README: Mapping[str, str] = MappingProxyType({
    "v1": "# Errors of the last release\n\nRecorded errors as the last release sent them. `errgate rotate` fills this folder "
    "after a release from\n`v2`; nothing in it is edited by hand.\n",
    "v2": "# Errors of this branch\n\nOne file for each failure: the JSON body alone, or an exchange with the status:\n\n"
    '```json\n{"response": {"status": 503, "headers": {"Retry-After": "2"}, "body": {}}}\n```\n\n'
    "Record them from a test run, one for each code that matters, then fill in what a consumer does about each:\n\n"
    "```console\nerrgate decide FILE... --write\n```\n",
    "synthetic": "# Errors that are wrong on purpose\n\nWhat no released API sends: codes and values that nobody knows. A "
    "consumer must land on its safe\ndefault, which `decisions.yml` states.\n",
})  # fmt: skip
"""Collection → what its folder says to whoever opens it."""
