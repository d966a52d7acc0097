"""Repository data made safe for each sink: Markdown code spans and fences, table cells, terminal lines.

``Markdown`` is the type of what is safe in a comment as it stands. A template escapes whatever is not of that type.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from errgate.core.quote import split

LONGEST = 200
"""Characters of one value that are shown."""
SENTENCE = 1_500
"""Characters of one sentence of ours that are shown."""
RUNS = re.compile(r"`+")
SPECIAL = re.compile(r"([\\`*_{}\[\]#|~])")
LIST_MARK = re.compile(r"^(\s*)(?:([-+=])|(\d+)([.)]))")
REFERENCE = re.compile(r"@|#\d|GH-\d|://|www\.|(?<![0-9a-z])[0-9a-f]{7,40}(?![0-9a-z])", re.IGNORECASE)
"""What GitHub turns into a mention, a link or a reference wherever it stands outside of code."""
HIDDEN = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
BLANK = frozenset(
    (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0)  # letters and marks that show nothing
) | frozenset((*range(0x180B, 0x1810), *range(0xFE00, 0xFE0F), *range(0xE0100, 0xE01F0)))
SPACES = (" ", "\u3000")
COMMAND = re.compile("^([ \u3000]*)::", re.MULTILINE)
OLD_COMMAND = "##["


class Markdown(str):
    """Text that is safe in a comment as it stands."""

    __slots__ = ()

    def __html__(self) -> str:
        return str(self)


def visible(text: str, *, keep: str = "") -> str:
    """Control, bidirectional, zero-width, blank and unpaired characters as escapes; the rest as it is.

    ``##[`` is broken as well: the log of a workflow takes it for a command wherever it stands in a line.
    """
    shown = "".join(
        char if char in keep or not _hides(char) else char.encode("unicode_escape").decode("ascii") for char in text
    )
    return shown.replace(OLD_COMMAND, "#\\x23[")


def _hides(char: str) -> bool:
    if " " <= char <= "~":
        return False
    category = unicodedata.category(char)
    return category in HIDDEN or ord(char) in BLANK or (category == "Zs" and char not in SPACES)


def short(text: str, limit: int = LONGEST) -> str:
    """A value cut to a bounded length."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def shown(text: str, limit: int = LONGEST) -> str:
    """A value for people: bounded, nothing hidden, its empty or spaced form in quotation marks."""
    made = short(visible(text[: limit + 1]), limit)
    return made if made and made == made.strip(" ") else f'"{made}"'


def code(text: str, *, in_table: bool = False, limit: int = LONGEST) -> Markdown:
    """Data as a Markdown code span: a fence longer than any run of backticks in it, one line, pipes escaped in tables."""
    inner = shown(text, limit)
    if in_table:
        inner = inner.replace("|", "\\|")
    longest = max((len(run) for run in RUNS.findall(inner)), default=0)
    marks = "`" * (longest + 1)
    pad = " " if inner[0] == "`" or inner[-1] == "`" else ""
    return Markdown(f"{marks}{pad}{inner}{pad}{marks}")


def fence(text: str, language: str = "") -> Markdown:
    """Data as a fenced block whose fence no line of it can close, and no line of which is a command to a log."""
    inner = COMMAND.sub(r"\1\\x3a:", visible(text, keep="\n"))
    longest = max((len(run) for run in RUNS.findall(inner)), default=0)
    marks = "`" * max(3, longest + 1)
    return Markdown(f"{marks}{language}\n{inner}\n{marks}")


def words(text: str) -> Markdown:
    """Our own words for Markdown: nothing in them is markup, and what GitHub would link or call stands in code."""
    made = _joined(code(token) if REFERENCE.search(token) else _escaped(token) for token in re.split(r"(\s+)", text))
    return Markdown(LIST_MARK.sub(lambda found: f"{found[1]}{found[3] or ''}\\{found[2] or found[4]}", made))


def _escaped(text: str) -> str:
    made = visible(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return SPECIAL.sub(r"\\\1", made)


def prose(text: str, *, in_table: bool = False) -> Markdown:
    """A sentence of ours for Markdown: quoted data in code spans, our words without markup."""
    return Markdown(
        _joined(code(piece, in_table=in_table) if is_data else words(piece) for is_data, piece in _bounded(text))
    )


def bold(text: Markdown) -> Markdown:
    """In bold; nothing stays nothing."""
    inner = text.strip()
    return Markdown(f"**{inner}**" if inner else "")


def line(text: str) -> str:
    """A sentence of ours for one line of a terminal or a log: data in backticks, nothing hidden."""
    return "".join(f"`{shown(piece)}`" if is_data else visible(piece) for is_data, piece in _bounded(text))


def inert(text: str) -> str:
    """A line that no runner takes for a workflow command (``::error``); ``visible`` has broken the older form."""
    return f". {text}" if text.lstrip().startswith("::") else text


def _bounded(text: str) -> Iterator[tuple[bool, str]]:
    """The pieces of a sentence up to its longest length, whole data only."""
    left = SENTENCE
    for is_data, piece in split(text):
        if left <= 0:
            yield False, " …"
            return
        kept = piece if is_data else short(piece, left + 1)
        left -= min(len(kept), LONGEST) if is_data else len(kept)
        yield is_data, kept


def _joined(pieces: Iterable[str]) -> str:
    """Pieces one after the other; two code spans that touch are kept apart, else their backticks would run together."""
    made: list[str] = []
    for piece in pieces:
        if piece and made and made[-1].endswith("`") and piece.startswith("`"):
            made.append(" ")
        if piece:
            made.append(piece)
    return "".join(made)
