"""Report → text, one module a format. A module is imported only when its format is asked for."""

import importlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from errgate.core.finding import Level
from errgate.core.report import Report

FORMATS: dict[str, str] = {
    "terminal": "errgate.render.terminal",
    "markdown": "errgate.render.markdown",
    "json": "errgate.render.json_report",
    "github": "errgate.render.github_log",
    "sarif": "errgate.render.sarif",
    "junit": "errgate.render.junit",
}
"""Format → the module with its ``render(report, options)``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleText:
    """What a rule says about itself: one sentence, its labelled sections in order, and its own level."""

    title: str
    sections: Mapping[str, str]
    level: Level


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderOptions:
    """How to render. ``colour`` and ``width`` (columns) concern the terminal, ``version`` and ``rules`` SARIF."""

    colour: bool = False
    width: int = 100
    version: str = ""
    """Of errgate; empty: not said."""
    rules: Mapping[str, RuleText] = field(default_factory=lambda: MappingProxyType({}))
    """Rule id → what it says about itself. A rule that is not in it is shown by its id."""


def render(name: str, report: Report, options: RenderOptions) -> str:
    """The report in one format, with a line feed at its end. Raises KeyError for an unknown format."""
    text: str = importlib.import_module(FORMATS[name]).render(report, options)
    return text
