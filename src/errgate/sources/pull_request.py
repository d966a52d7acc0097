"""Reads impact sentences: from a pull request's description, parsed as GitHub renders it, and from commit trailers.

The only place that knows the Markdown parser. Text is data: it is cut to a bounded size and never rendered.
"""

import html
import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from errgate.core.languages import LANGUAGES
from errgate.core.report import Sentence

if TYPE_CHECKING:
    from markdown_it.token import Token

LIMIT = 70_000
"""Characters of a description that are read; GitHub allows 65,536."""
NESTING = 20
COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
PLACEHOLDER = re.compile(
    r"<[^>]*>|\[?(?:todo|tbd|tba|fixme|n/?a|none|nothing|x|xxx|-+|\.{2,}|…|\?+|_no response_|no response)\]?[.:!]?"
    r"|\[(?:describe|explain|write|fill|your|please)[^\]]*\]|<(?:describe|explain)[^>]*",
    re.IGNORECASE,
)
TRAILER = re.compile(r"(?P<key>[A-Za-z0-9-]+)[ \t]*:[ \t]*(?P<value>.*)")


def read_sentences(
    body: str | None, *, templates: Sequence[str] = (), labels: Sequence[str] = ()
) -> tuple[Sentence, ...]:
    """The author's prose under a consumer-impact heading or label, one Sentence a paragraph or list item."""
    if not body:
        return ()
    known = _normal_labels(labels)
    boilerplate = {_bare(line) for template in templates for line in _lines(template) if _bare(line)}
    found = []
    for text in _under_label(_blocks(body), known):
        kept = "\n".join(line for line in text.split("\n") if _bare(line) not in boilerplate)
        if _is_prose(kept):
            found.append(Sentence(text=_clean(kept), source="body"))
    return tuple(found)


def read_trailers(messages: Sequence[str]) -> tuple[Sentence, ...]:
    """The ``Consumer-Impact:`` trailers of some commit messages: last paragraph, folded lines joined (git-interpret-trailers)."""
    found = []
    for message in messages:
        paragraphs = [part for part in re.split(r"\n[ \t]*\n", _newlines(message)[:LIMIT].strip("\n")) if part.strip()]
        if len(paragraphs) < 2:
            continue
        for text in _trailers(paragraphs[-1]):
            if _is_prose(text):
                found.append(Sentence(text=_clean(text), source="trailer"))
    return tuple(found)


def _trailers(paragraph: str) -> Iterator[str]:
    key, value = "", ""
    for line in [*paragraph.split("\n"), "End: "]:
        if line[:1] in (" ", "\t") and key:
            value = f"{value} {line.strip()}"
            continue
        if key.lower() == "consumer-impact":
            yield value
        match = TRAILER.fullmatch(line)
        key, value = (match["key"], match["value"]) if match else ("", "")


# Text


def _newlines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _lines(text: str) -> list[str]:
    return COMMENT.sub("", _newlines(text)[:LIMIT]).split("\n")


def _bare(line: str) -> str:
    """A line for comparing with a template's: no list or task marker, no heading marks, no emphasis, blanks joined."""
    text = re.sub(r"^[\s>]*(?:[-*+]|\d+[.)])?\s*(?:\[[ xX]\])?\s*#*\s*", "", line)
    return " ".join(re.sub(r"[*_`~]", "", text).split()).casefold()


def _visible(char: str) -> bool:
    return char.isalnum() and char not in "\u2800\u3164\u115f\u1160\uffa0"


def _clean(text: str) -> str:
    """Blanks joined, invisible format characters dropped."""
    shown = "".join(char for char in text if unicodedata.category(char) not in ("Cf", "Cc") or char in "\n\t")
    return "\n".join(" ".join(line.split()) for line in shown.split("\n") if line.strip())


def _is_prose(text: str) -> bool:
    """Whether something is said: letters, and more than a placeholder."""
    bare = _clean(text).strip()
    return any(_visible(char) for char in bare) and PLACEHOLDER.fullmatch(bare.strip("*_ ").strip()) is None


# Markdown


def _normal_labels(labels: Sequence[str]) -> frozenset[str]:
    built_in = [label for language in LANGUAGES for label in language.labels]
    return frozenset(_label(each) for each in (*built_in, *labels))


def _label(text: str) -> str:
    """A heading or label for comparing: letters only, joined by single blanks, without case."""
    letters = "".join(char if char.isalnum() or unicodedata.category(char) in ("Mn", "Mc") else " " for char in text)
    return " ".join(letters.split()).casefold()


class _Block:
    """A heading (level 1 to 6) or prose (level 0)."""

    def __init__(self, level: int, text: str) -> None:
        self.level = level
        self.text = text


HIDING = (
    "s",
    "del",
    "strike",
    "blockquote",
    "q",
    "style",
    "script",
    "template",
    "textarea",
    "title",
    "pre",
    "code",
    "noscript",
)
"""HTML elements whose text is no prose of the author's: struck out, quoted, code, or not shown at all."""
TAG = re.compile(rf"<(/?)({'|'.join(HIDING)})\b[^>]*>", re.IGNORECASE)
SINGLE_TILDES = re.compile(r"(?<!~)~(?!~)[^~\n]*~(?!~)")
FOOTNOTE = re.compile(r"\s*\[\^[^\]]*\]:")
MATH = re.compile(r"\$\$.*?\$\$", re.DOTALL)


class _Hidden:
    """How many hiding elements are open."""

    def __init__(self) -> None:
        self.depth = 0

    def see(self, html_text: str) -> None:
        for closing, _ in TAG.findall(html_text):
            self.depth = max(0, self.depth - 1) if closing else self.depth + 1


def _blocks(body: str) -> Iterator[_Block]:
    """Headings and prose as GitHub would show them: no comments, code blocks, quotes, HTML or struck-through text.

    The cells of a table row are one piece, and so is a whole item of a list. A task that is not ticked says nothing.
    """
    from markdown_it import MarkdownIt  # noqa: PLC0415  (loaded only where there is a description)

    parser = MarkdownIt("commonmark", {"maxNesting": NESTING}).enable(["table", "strikethrough"])
    text = COMMENT.sub("", _newlines(body)[:LIMIT])
    hidden = _Hidden()
    quotes = level = together = 0
    pieces: list[str] = []
    for token in parser.parse(text):
        if token.type in ("blockquote_open", "blockquote_close"):
            quotes += token.nesting
        elif token.type == "heading_open":
            level = int(token.tag[1:])
        elif token.type == "heading_close":
            level = 0
        elif token.type == "html_block":
            hidden.see(token.content)
        elif token.type in ("list_item_open", "tr_open", "list_item_close", "tr_close"):
            together += token.nesting
            if not together and pieces:
                yield _Block(0, ("\n" if token.type == "list_item_close" else " | ").join(pieces))
                pieces = []
        elif token.type == "inline":
            found = _inline(token.children or [], hidden)
            if quotes or FOOTNOTE.match(found) or found.startswith("[ ] "):
                continue
            if together and not level:
                pieces.append(found)
            else:
                yield _Block(level, found)


def _inline(children: "Sequence[Token]", hidden: _Hidden) -> str:
    """The text of a paragraph; code keeps its backticks; struck-through text, images and HTML are dropped."""
    found = []
    struck = 0
    for child in children:
        if child.type == "s_open":
            struck += 1
        elif child.type == "s_close":
            struck -= 1
        elif child.type == "html_inline":
            hidden.see(child.content)
        elif struck or hidden.depth:
            continue
        elif child.type == "text":
            found.append(child.content)
        elif child.type == "code_inline":
            found.append(f"`{child.content}`")
        elif child.type in ("softbreak", "hardbreak"):
            found.append("\n")
    return MATH.sub("", SINGLE_TILDES.sub("", html.unescape("".join(found))))


def _under_label(blocks: Iterator[_Block], known: frozenset[str]) -> Iterator[str]:
    """The prose that belongs to an impact heading or label."""
    inside = 0
    labelled = False
    for block in blocks:
        if block.level:
            labelled = False
            if _label(block.text) in known:
                inside = block.level
            elif inside and block.level <= inside:
                inside = 0
            continue
        head, text = _split_label(block.text, known)
        if head:
            labelled = not text.strip()
            if text.strip():
                yield text
        elif inside or labelled:
            yield block.text
            labelled = False


def _split_label(text: str, known: frozenset[str]) -> tuple[bool, str]:
    """Whether a paragraph begins with a label (``Consumer impact: …``, or the label alone), and what follows."""
    head, colon, rest = re.match(r"([^:：\n]{0,60})([:：]?)(.*)", text, re.DOTALL).groups()  # type: ignore[union-attr]
    if _label(head) in known and (colon or not rest.strip() or rest.startswith("\n")):
        return True, rest
    return False, text
