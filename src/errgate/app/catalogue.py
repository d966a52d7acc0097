"""What errgate can say about itself: the list of rules, a page for each, the JSON Schemas."""

import difflib
import importlib
import inspect
import json
from collections.abc import Iterable, Mapping
from importlib import resources
from pathlib import Path

from errgate.core.rule import Rule
from errgate.errors import UsageError
from errgate.render import RuleText
from errgate.rules import RULES

SCHEMAS = ("config", "registry", "hints", "decision", "decisions", "fixture", "report")
LABELS = ("Why it matters", "Breaks when", "Safe when", "How to fix")


def listing(form: str) -> str:
    """Every rule with its level and title."""
    if form == "json":
        rows = [{"id": rule.id, "level": rule.level.value, "title": rule.title} for rule in RULES]
        return json.dumps(rows, indent=2)
    if form == "markdown":
        lines = ["| Rule | Level | Says |", "|---|---|---|"]
        return "\n".join([*lines, *(f"| `{rule.id}` | {rule.level} | {rule.title} |" for rule in RULES)])
    width = max(len(rule.id) for rule in RULES)
    return "\n".join(f"{rule.id:<{width}}  {rule.level:<7}  {rule.title}" for rule in RULES)


def find(name: str) -> Rule:
    """The rule of that id. Raises UsageError with the nearest id."""
    known = {rule.id: rule for rule in RULES}
    if name in known:
        return known[name]
    near = difflib.get_close_matches(name, known, n=1) or [each for each in known if each.endswith(f"/{name}")]
    hint = f"Did you mean {near[0]}?" if near else "`errgate rules` lists them."
    raise UsageError(f"There is no rule {name!r}.", fix=hint)


def sections(rule: Rule) -> dict[str, str]:
    """A rule's page as written in its module: the title under the empty key, then the four labelled sections."""
    module = importlib.import_module(f"errgate.rules.{rule.id.replace('/', '.').replace('-', '_')}")
    text = inspect.cleandoc(module.__doc__ or "")
    title, _, rest = text.partition("\n\n")
    found = {"": " ".join(title.split())}
    label = ""
    for line in rest.splitlines():
        head, colon, tail = line.partition(": ")
        if colon and head in LABELS:
            label = head
            found[label] = tail
        elif label:
            found[label] += f" {line.strip()}"
    return found


def texts(ids: Iterable[str]) -> Mapping[str, RuleText]:
    """What the rules of these ids say about themselves, for the outputs that tell it."""
    known = {rule.id: rule for rule in RULES}
    found = {}
    for rule in (known[each] for each in sorted(set(ids)) if each in known):
        told = sections(rule)
        labelled = {label: told[label] for label in LABELS if label in told}
        found[rule.id] = RuleText(title=rule.title, sections=labelled, level=rule.level)
    return found


def page(name: str) -> str:
    """One rule's page for a terminal, with its example."""
    rule = find(name)
    told = sections(rule)
    lines = [f"{rule.id} ({rule.level})", "", told[""], ""]
    for label in LABELS:
        lines += [f"{label}:", f"  {told[label]}", ""]
    example = _example(rule)
    if example:
        lines += ["Example:", "", *(f"  {line}".rstrip() for line in example.splitlines())]
    return "\n".join(lines).rstrip()


def _example(rule: Rule) -> str:
    """The rule's example file as committed, or nothing where it is not shipped."""
    relative = f"{rule.id.replace('-', '_')}.yml"
    for root in (
        Path(str(resources.files("errgate"))) / "examples" / "rules",
        Path(__file__).parents[3] / "examples" / "rules",
    ):
        path = root / relative
        if path.exists():
            return path.read_text(encoding="utf-8")
    return ""


def schema(name: str) -> str:
    """One JSON Schema as shipped. Raises UsageError for an unknown name."""
    if name not in SCHEMAS:
        raise UsageError(f"There is no schema {name!r}.", fix=f"Use one of: {', '.join(SCHEMAS)}.")
    return (resources.files("errgate") / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8").rstrip()
