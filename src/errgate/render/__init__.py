"""Report → text, one module a format. A module is imported only when its format is asked for."""

import importlib
from dataclasses import dataclass

from errgate.core.report import Report

FORMATS: dict[str, str] = {
    "terminal": "errgate.render.terminal",
    "markdown": "errgate.render.markdown",
    "json": "errgate.render.json_report",
}
"""Format → the module with its ``render(report, options)``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderOptions:
    """How to render. ``colour`` and ``width`` (columns) concern the terminal alone."""

    colour: bool = False
    width: int = 100


def render(name: str, report: Report, options: RenderOptions) -> str:
    """The report in one format, with a line feed at its end. Raises KeyError for an unknown format."""
    text: str = importlib.import_module(FORMATS[name]).render(report, options)
    return text
