"""The page about outputs speaks of every format, and its snippets can be used."""

import re
from pathlib import Path

import pytest
import yaml

from errgate.app.arguments import parser
from errgate.render import FORMATS

PAGE = (Path(__file__).parents[3] / "docs" / "outputs.md").read_text(encoding="utf-8")
SNIPPETS = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("name", list(FORMATS))
def test_every_format_has_its_section(name: str) -> None:
    assert f"\n## {name}\n" in PAGE
    assert f"| [`{name}`](#{name}) |" in PAGE


@pytest.mark.parametrize("snippet", SNIPPETS, ids=range(len(SNIPPETS)))
def test_snippets_are_yaml(snippet: str) -> None:
    assert isinstance(yaml.safe_load(snippet), dict)


def test_commands_can_be_typed() -> None:
    """Every ``errgate check`` of the page is parsed, its shell variables standing for words."""
    joined = re.sub(r"(?: \\)?\n +--", " --", PAGE)
    found = re.findall(r"errgate (check --[^\n|`]*)", joined)
    assert len(found) == 3
    for each in found:
        arguments = parser().parse_args(each.replace('"', "").split())
        assert set(arguments.format) <= set(FORMATS)


def test_the_workflow_may_upload() -> None:
    workflow = yaml.safe_load(SNIPPETS[0])
    assert workflow["permissions"] == {"contents": "read", "security-events": "write"}
