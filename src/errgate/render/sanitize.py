"""Repository data made safe for each sink: Markdown code spans and fences, table cells, terminal lines."""

import re
import unicodedata

from errgate.core.quote import split

LONGEST = 200
"""Characters of one value that are shown."""
RUNS = re.compile(r"`+")
SPECIAL = re.compile(r"([\\`*_{}\[\]#|~])")
HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def visible(text: str, *, keep: str = "") -> str:
    """Control, bidirectional, zero-width and unpaired characters as escapes; the rest as it is."""
    return "".join(
        char
        if char in keep or unicodedata.category(char) not in HIDDEN
        else char.encode("unicode_escape").decode("ascii")
        for char in text
    )


def short(text: str) -> str:
    """A value cut to a bounded length."""
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def code(text: str, *, in_table: bool = False) -> str:
    """Data as a Markdown code span: a fence longer than any run of backticks in it, one line, pipes escaped in tables."""
    shown = short(visible(text))
    if in_table:
        shown = shown.replace("|", "\\|")
    longest = max((len(run) for run in RUNS.findall(shown)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if shown[:1] in ("`", "") or shown[-1:] == "`" or (shown.startswith(" ") and shown.endswith(" ")) else ""
    return f"{fence}{pad}{shown or ' '}{pad}{fence}"


def fence(text: str, language: str = "") -> str:
    """Data as a fenced block whose fence no line of it can close."""
    shown = visible(text, keep="\n")
    longest = max((len(run) for run in RUNS.findall(shown)), default=0)
    marks = "`" * max(3, longest + 1)
    return f"{marks}{language}\n{shown}\n{marks}"


def words(text: str) -> str:
    """Our own words for Markdown: nothing in them is markup, and no ``@`` calls anybody."""
    escaped = visible(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("@", "\uff20")
    return SPECIAL.sub(r"\\\1", escaped)


def prose(text: str, *, in_table: bool = False) -> str:
    """A sentence of ours for Markdown: quoted data in code spans, our words without markup."""
    return "".join(code(piece, in_table=in_table) if is_data else words(piece) for is_data, piece in split(text))


def line(text: str) -> str:
    """A sentence of ours for one line of a terminal or a log: data in backticks, nothing hidden."""
    pieces = (f"`{short(visible(piece))}`" if is_data else visible(piece) for is_data, piece in split(text))
    return "".join(pieces)


def inert(text: str) -> str:
    """A line that no runner takes for a workflow command (``::error``, ``##[error]``)."""
    return f". {text}" if text.lstrip().startswith(("::", "##[")) else text
