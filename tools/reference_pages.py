"""The reference pages: files by their JSON Schemas, the command line by its parser, exit codes by their enumeration."""

import argparse
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from errgate.app.arguments import parser
from errgate.errors import ExitCode

SCHEMAS = Path(__file__).parents[1] / "src" / "errgate" / "schemas"
FILES = {
    "config": ("Config", ".github/errgate.yml", "Where the parts of each contract lie. Read at the target's tip: it judges."),
    "registry": ("Registry", "contract/codes.yml", "The error codes. Another shape is mapped in the config (`codes`, `fields`)."),
    "hints": ("Hints", "contract/hints.yml", "The fields of an error that tell a consumer what to do."),
    "decision": ("Decision policy", "contract/decision.yml", "A consumer, as data."),
    "decisions": ("Expected decisions", "fixtures/v2/decisions.yml", "One row a recording; `errgate decide --write` fills it."),
    "fixture": ("Fixture", "fixtures/v2/timeout.json", "One recorded error: a bare JSON body, or an exchange."),
}  # fmt: skip
EXIT_CODES = {
    ExitCode.PASS: ("pass, or not applicable", "nothing watched changed, the head has nothing new, or what changed is explained"),
    ExitCode.BLOCKED: ("blocked", "a finding needs a fix, or an impact sentence is missing, incomplete or untrue"),
    ExitCode.COULD_NOT_EVALUATE: (
        "could not evaluate",
        "usage, config, unreadable input, git or an internal error; never a pass",
    ),
}  # fmt: skip
DEPTH = 7
GENERATED = "Generated from the code by `make docs`."
Schema = Mapping[str, Any]


def pages() -> dict[str, str]:
    """Name of a page below docs/reference → its text."""
    return {
        **{name: _file(name) for name in FILES},
        "command-line": _command_line(),
        "exit-codes": _exit_codes(),
    }


# Files


def _file(name: str) -> str:
    title, path, about = FILES[name]
    schema = json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8"))
    lines = [f"# {title}", "", GENERATED, "", f"Such as `{path}`. {about}", ""]
    lines += [f"`errgate schema {name}` prints the JSON Schema, for editors and checks. Unknown keys are errors.", ""]
    lines += ["| Key | Takes | Meaning |", "|---|---|---|"]
    lines += list(_rows(schema, schema, "", DEPTH))
    return "\n".join([*lines, ""])


def _rows(root: Schema, node: Schema, at: str, depth: int) -> Iterator[str]:
    node = _followed(root, node)
    if depth == 0:
        return
    required = node.get("required", ())
    for key, child in (node.get("properties") or {}).items():
        place = f"{at}.{key}" if at else key
        full = _followed(root, child)
        said = [child.get("description") or full.get("description") or "", "Required." if key in required else ""]
        yield f"| `{place}` | {_takes(root, child)} | {_cell(' '.join(each for each in said if each))} |"
        yield from _inside(root, child, place, depth)
    yield from _inside(root, node, at, depth, own=False)


def _inside(root: Schema, node: Schema, at: str, depth: int, *, own: bool = True) -> Iterator[str]:
    full = _followed(root, node)
    if own and full.get("properties"):
        yield from _rows(root, full, at, depth - 1)
    items = full.get("items")
    if isinstance(items, dict):
        yield from _rows(root, items, f"{at}[]", depth - 1)
    others = full.get("additionalProperties")
    if isinstance(others, dict):
        place = f"{at}.NAME" if at else "NAME"
        if not _followed(root, others).get("properties"):
            yield f"| `{place}` | {_takes(root, others)} | {_cell(_followed(root, others).get('description', ''))} |"
        yield from _inside(root, others, place, depth - 1)
    if isinstance(full.get("then"), dict):
        yield from _rows(root, full["then"], at, depth - 1)
    for word in ("anyOf", "oneOf"):
        for branch in full.get(word, ()) if own or not at else ():
            inner = {key: value for key, value in _followed(root, branch).items() if key != "required"}
            if {"properties", "items", "additionalProperties"} & inner.keys():
                yield from _inside(root, inner, at, depth)


def _followed(root: Schema, node: Schema) -> Schema:
    reference = node.get("$ref")
    if not isinstance(reference, str):
        return node
    target: Any = root
    for part in reference.removeprefix("#/").split("/"):
        target = target[part]
    return {**target, **{key: value for key, value in node.items() if key != "$ref"}}


def _takes(root: Schema, node: Schema) -> str:
    full = _followed(root, node)
    if "const" in full:
        return f"`{_text(full['const'])}`"
    if "enum" in full:
        return ", ".join(f"`{_text(each)}`" for each in full["enum"])
    for word in ("anyOf", "oneOf"):
        kinds = [_takes(root, branch) for branch in full.get(word, ()) if set(branch) - {"required"}]
        if kinds:
            return " or ".join(dict.fromkeys(kinds))
    stated = full.get("type", "string" if "pattern" in full else "anything")
    names = [stated] if isinstance(stated, str) else stated
    told = {"object": "mapping", "array": "list", "string": "text", "integer": "whole number", "number": "number"}
    return " or ".join(told.get(each, each) for each in names)


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


# The command line


def _command_line() -> str:
    made = parser()
    lines = ["# Command line", "", GENERATED, ""]
    commands = next(each for each in made._actions if isinstance(each, argparse._SubParsersAction))
    lines += ["| Command | Does |", "|---|---|"]
    lines += [
        f"| [`errgate {each.dest}`](#errgate-{each.dest}) | {_cell(each.help or '')} |"
        for each in commands._choices_actions
    ]
    for name, command in commands.choices.items():
        lines += ["", f"## errgate {name}", ""]
        if command.description:
            lines += [" ".join(command.description.split()), ""]
        shown = [
            each
            for each in command._actions
            if each.help != argparse.SUPPRESS and not isinstance(each, argparse._HelpAction)
        ]
        if shown:
            lines += ["| Argument | Meaning |", "|---|---|"]
            lines += [f"| `{_spelt(each)}` | {_cell((each.help or '').replace('%%', '%'))} |" for each in shown]
        else:
            lines += ["It takes no argument."]
    return "\n".join([*lines, ""])


def _spelt(action: argparse.Action) -> str:
    takes = action.metavar if isinstance(action.metavar, str) else ""
    if action.choices and not takes:
        takes = "\\|".join(str(each) for each in action.choices)
    name = ", ".join(action.option_strings)
    return f"{name} {takes}".strip() + ("…" if action.nargs in ("+", "*") else "")


def _exit_codes() -> str:
    lines = ["# Exit codes", "", GENERATED, "", "| Code | Means | When |", "|---|---|---|"]
    lines += [f"| `{int(code)}` | {EXIT_CODES[code][0]} | {EXIT_CODES[code][1]} |" for code in ExitCode]
    lines += ["", "There are no others, whatever happens.", ""]
    return "\n".join(lines)
