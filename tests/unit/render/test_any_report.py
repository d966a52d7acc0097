"""Laws of every format: it renders whatever it is given, and shows nothing that hides."""

import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given, settings

from errgate.core.report import Report, Stats
from errgate.render import FORMATS, RenderOptions, render
from errgate.render.sanitize import HIDDEN
from tests.unit.render.reports import REPORTS

SHOWN = [name for name in FORMATS if name not in ("json", "sarif")]
"""Formats that people read as they are; the other two are ASCII, and escape by JSON's rules."""


@settings(max_examples=150, deadline=None)
@given(report=REPORTS)
def test_renders_in_every_format(report: Report) -> None:
    """Without raising; as bytes too; the same twice."""
    for name in FORMATS:
        text = render(name, report, RenderOptions())
        assert text.endswith("\n")
        assert text.encode("utf-8")
        assert text == render(name, report, RenderOptions())


@settings(max_examples=150, deadline=None)
@given(report=REPORTS)
def test_nothing_hides(report: Report) -> None:
    """No control, bidirectional, zero-width or unpaired character reaches a reader; line breaks are ours."""
    for name in SHOWN:
        for char in set(render(name, report, RenderOptions())) - {"\n"}:
            assert unicodedata.category(char) not in HIDDEN, (name, f"U+{ord(char):04X}")


@settings(max_examples=50, deadline=None)
@given(report=REPORTS)
def test_json_formats_are_ascii(report: Report) -> None:
    """So that no encoding on the way can change them."""
    for name in ("json", "sarif"):
        assert render(name, report, RenderOptions()).isascii()


@pytest.mark.parametrize("name", [each for each in FORMATS if each not in ("json",)])
@settings(max_examples=30, deadline=None)
@given(report=REPORTS)
def test_time_is_told_in_json_alone(name: str, report: Report) -> None:
    """The figures that differ between two runs do not make two outputs differ."""
    other = replace(report, stats=Stats(fixtures=1, seconds=7.5, api_requests=9))
    assert render(name, report, RenderOptions()) == render(name, other, RenderOptions())
