"""Every format renders every sample, and says what it said before. Write them anew with
``python -m tests.unit.render.samples`` and read the difference."""

import json
import re

import jsonschema
import pytest

from errgate.app import catalogue
from errgate.core.report import Report
from errgate.render import FORMATS, RenderOptions, render
from tests.unit.render.samples import ENDINGS, KEPT, SAMPLES

SCHEMA = jsonschema.Draft202012Validator(json.loads(catalogue.schema("report")))

QUIET = [kind for kind in FORMATS if kind != "github"]
"""Formats that give no command to a log; what github gives is read in test_github_log.py."""


@pytest.mark.parametrize("kind", list(FORMATS))
@pytest.mark.parametrize("name", list(SAMPLES))
def test_as_kept(name: str, kind: str) -> None:
    """Byte for byte, and twice the same."""
    text = render(kind, SAMPLES[name], RenderOptions())
    assert text == (KEPT / f"{name}.{ENDINGS[kind]}").read_bytes().decode("utf-8")
    assert text == render(kind, SAMPLES[name], RenderOptions())


def test_nothing_else_is_kept() -> None:
    """A sample that is gone takes its outputs along."""
    assert {path.name for path in KEPT.iterdir()} == {f"{name}.{ENDINGS[kind]}" for name in SAMPLES for kind in FORMATS}


@pytest.mark.parametrize("name", list(SAMPLES))
def test_fits_the_schema(name: str) -> None:
    """The published one, which allows nothing else; ASCII only, so that unpaired surrogates can be written (B093)."""
    text = render("json", SAMPLES[name], RenderOptions())
    assert text.isascii()
    SCHEMA.validate(json.loads(text))
    assert json.loads(text)["exit_code"] == int(SAMPLES[name].exit_code)


@pytest.mark.parametrize("kind", QUIET)
def test_b070_no_line_is_a_command_to_the_log(kind: str) -> None:
    """A code that holds line breaks and ``::error`` or ``##[error]`` forges nothing on standard output."""
    text = render(kind, SAMPLES["hostile"], RenderOptions(width=60))
    assert "##[" not in text
    assert not re.search(r"(?m)^\s*::", text)
    if kind == "json":
        assert "##[error]no" in json.loads(text)["findings"][0]["subject"]["name"]


@pytest.mark.parametrize("kind", QUIET)
@pytest.mark.parametrize("word", range(30))
def test_b070_wrapping_makes_no_command(kind: str, word: int) -> None:
    """A message that breaks before ``::error`` does not put it at the start of a line."""
    reason = "word " * word + "::error::forged " * 40
    text = render(kind, Report(verdict="could-not-evaluate", reason=reason), RenderOptions(width=60))
    assert not re.search(r"(?m)^\s*::", text)


def test_b075_template_syntax_in_data_is_shown_as_it_is() -> None:
    """Data is never a template."""
    assert "{{7*7}} {% raw %}" in render("markdown", SAMPLES["hostile"], RenderOptions())
