"""Which text of a description is the author's about consumer impact: labels, sections, template lines, placeholders.

Works on blocks of text as the reader would see them; how they are got from Markdown is not known here.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from errgate.core.languages import LANGUAGES

PLACEHOLDER = re.compile(
    r"<[^>]*>|\[?(?:todo|tbd|tba|tbc|fixme|n/?a|n\.a\.|not applicable|none|nothing|nil|x|xxx|no response)\]?"
    r"|\[(?:describe|explain|write|fill|your|please|insert|add)[^\]]*\]|<(?:describe|explain)[^>]*",
    re.IGNORECASE,
)
_SAYS_NOTHING = "|".join(each for language in LANGUAGES for each in language.placeholders)
_BEGINS = f"(?:{'|'.join(each for language in LANGUAGES for each in language.instructions)})"
OWN_PLACEHOLDER = re.compile(
    unicodedata.normalize(
        "NFC",
        rf"[\[(（【]?(?:{_SAYS_NOTHING})[\])）】]?"
        rf"|\[{_BEGINS}[^\]]*\]|<{_BEGINS}[^>]*>?|（{_BEGINS}[^）]*）|【{_BEGINS}[^】]*】",
    ),
    re.IGNORECASE,
)
"""What says nothing in each language."""
BLANK_LETTERS = dict.fromkeys(map(ord, "\u2800\u3164\u115f\u1160\uffa0\u00a0\u180e"), " ")
"""Characters that show nothing though some of them are letters."""
LABEL_HEAD = re.compile(r"([^:：|\n]{0,80})([:：|])?(.*)", re.DOTALL)
SHORT = re.compile(r"[^\n.]{1,60}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A heading (level 1 to 6), prose (level 0), or a rule (level -1)."""

    level: int
    text: str
    in_list: bool = False
    """A whole list item."""
    bold: bool = False
    """The whole paragraph is bold, as a label is."""


class Section:
    """Follows the headings and labels of a description and gives the prose that belongs to consumer impact.

    A heading's section ends at the next heading of the same or a higher level; a label's at any heading, at a short
    paragraph that is all bold, at a rule, or with its list item.
    """

    def __init__(self, labels: Sequence[str], templates: Iterable[Iterable[Block]]) -> None:
        built_in = [label for language in LANGUAGES for label in language.labels]
        self.known = frozenset(each for label in (*built_in, *labels) if (each := plain_label(label)))
        self.boilerplate = frozenset(line for blocks in templates for line in self._lines(blocks))
        self.heading = 0
        """The level of the impact heading that we are under; 0: of none."""
        self.labelled = False

    def read(self, blocks: Iterable[Block]) -> Iterator[str]:
        """The prose under an impact heading or label that says something, block by block."""
        for block in blocks:
            if block.level > 0:
                text = self._head(block)
            elif block.level < 0:
                self.labelled, text = False, ""
            else:
                text = self._prose(block)
            if is_prose(text):
                yield clean(text)

    def _head(self, block: Block) -> str:
        """What a heading itself says after its label: nothing, as a rule."""
        self.labelled = False
        if self.heading and block.level > self.heading:
            return ""
        is_label, rest = self._split(block.text)
        self.heading = block.level if is_label or plain_label(block.text) in self.known else 0
        return "" if not is_label or self._is_template(block.text, rest) else rest

    def _prose(self, block: Block) -> str:
        if block.bold and SHORT.fullmatch(block.text.strip()):
            self.labelled = False
        before = self.labelled
        kept = []
        for line in block.text.split("\n"):
            is_label, rest = self._split(line)
            self.labelled = self.labelled or is_label
            if (self.heading or self.labelled) and not self._is_template(line, rest):
                kept.append(rest)
        if block.in_list:
            self.labelled = before
        return "\n".join(kept)

    def _split(self, line: str) -> tuple[bool, str]:
        """Whether a line begins with a label (``Consumer impact: …``, or the label alone), and what follows."""
        match = LABEL_HEAD.fullmatch(line)
        assert match is not None
        head, colon, rest = match[1], match[2], match[3]
        if plain_label(head) in self.known and (colon or not rest.strip()):
            return True, rest.lstrip("*_ ")
        return False, line

    def _lines(self, blocks: Iterable[Block]) -> Iterator[str]:
        """The lines of a template for comparing, also without their labels."""
        for line in (line for block in blocks for line in block.text.split("\n")):
            yield from (bare for each in (line, self._split(line)[1]) if (bare := _bare(each)))

    def _is_template(self, line: str, rest: str) -> bool:
        return _bare(line) in self.boilerplate or _bare(rest) in self.boilerplate


def plain_label(text: str) -> str:
    """A heading or label for comparing: no emoji, number or bracketed remark; letters joined by single blanks, no case."""
    text = re.sub(r":[a-z0-9_+-]{1,40}:", " ", unicodedata.normalize("NFC", _visible(text[:200])))
    text = re.sub(r"[(（\[][^()（）\[\]]*[)）\]]\W*$", " ", text)
    kept = "".join(char if _is_letter(char) else " " for char in text)
    return " ".join(re.sub(r"^[\d\s]+(?=\D)", "", kept).split()).casefold()


def _is_letter(char: str) -> bool:
    """A letter, digit or mark, other than the selectors that emoji carry."""
    return char.isalnum() or (unicodedata.category(char) in ("Mn", "Mc") and not "\ufe00" <= char <= "\ufe0f")


def _bare(line: str) -> str:
    """A line for comparing with a template's: no list or task marker, no heading marks, no emphasis, blanks joined."""
    text = re.sub(r"^[\s>]*(?:[-*+]|\d{1,9}[.)])?\s*(?:\[[ xX]\])?\s*#*\s*", "", line[:2000])
    return " ".join(re.sub(r"[*_`~]", "", _visible(text)).split()).casefold()


def _visible(text: str) -> str:
    """Text without format and control characters; letters that show nothing become blanks."""
    shown = "".join(char for char in text if char in "\n\t" or unicodedata.category(char) not in ("Cf", "Cc"))
    return shown.translate(BLANK_LETTERS)


def clean(text: str) -> str:
    """Visible text, blanks joined, one empty line at most between two parts."""
    lines = [" ".join(line.split()) for line in _visible(text).split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


def is_prose(text: str) -> bool:
    """Whether something is said: letters, and more than a placeholder."""
    bare = re.sub(r"^\[[ xX]\]", "", clean(text)).strip("*_ \n-–—.…?!`。？！¿¡")
    said = any(char.isalpha() for char in bare) and PLACEHOLDER.fullmatch(bare) is None
    return said and OWN_PLACEHOLDER.fullmatch(unicodedata.normalize("NFC", bare)) is None
