"""Reads impact sentences: from a pull request's description, parsed as GitHub renders it, and from commit trailers.

The only place that knows the Markdown parser. Text is data: it is cut to a bounded size and never rendered.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from errgate.core.report import Sentence
from errgate.sources.impact_section import Block, Section, clean, is_prose

if TYPE_CHECKING:
    from markdown_it.rules_core import StateCore
    from markdown_it.token import Token

LIMIT = 70_000
"""Characters of a description that are read; GitHub allows 65,536."""
PARAGRAPH = 20_000
"""Characters of one paragraph that are read."""
NESTING = 20
COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
TRAILER = re.compile(r"(?P<key>[A-Za-z0-9-]+)[ \t]*:[ \t]*(?P<value>.*)")
GIT_TRAILER = re.compile(r"Signed-off-by: |\(cherry picked from commit |consumer-impact[ \t]*:", re.IGNORECASE)
TITLE = re.compile(r"<(h[1-6]|summary)\b[^<>]{0,100}>\s*([^<>]{0,100})", re.IGNORECASE)
HIDING_TAG = re.compile(
    r"<(/?)(?:s|del|strike|blockquote|q|style|script|template|textarea|title|pre|noscript)\b", re.IGNORECASE
)
"""HTML elements whose text is no prose of the author's: struck out, quoted, code, or not shown at all."""
SINGLE_TILDES = re.compile(r"(?<![\w~`\\])~(?![\s~])[^~\n]{1,2000}(?<![\s~])~(?![\w~`])")
FOOTNOTE = re.compile(r"\s*\[\^[^\]\n]{1,80}\]:")
MATH = re.compile(r"\$\$.*?\$\$", re.DOTALL)


def read_sentences(
    body: str | None, *, templates: Sequence[str] = (), labels: Sequence[str] = ()
) -> tuple[Sentence, ...]:
    """The author's prose under a consumer-impact heading or label, one Sentence a paragraph, list item or table row.

    The sentences of one paragraph stay together, and so do the paragraphs and inner items of one item, an empty line
    between them. Lines that equal a line of a template do not count. Never raises, whatever the body holds.
    """
    if not body:
        return ()
    section = Section(labels, (_template(each) for each in templates))
    return tuple(Sentence(text=text, source="body") for text in section.read(_blocks(body)))


def read_trailers(messages: Sequence[str]) -> tuple[Sentence, ...]:
    """The ``Consumer-Impact:`` trailers of commit messages, as git reads them: last paragraph, folded lines joined."""
    found = []
    for message in messages:
        paragraphs = [part for part in re.split(r"\n[ \t]*\n", _newlines(message)[-LIMIT:].strip("\n")) if part.strip()]
        if len(paragraphs) > 1 and _is_trailers(paragraphs[-1]):
            found += [text for text in _trailers(paragraphs[-1]) if is_prose(text)]
    return tuple(Sentence(text=clean(text), source="trailer") for text in found)


def _is_trailers(paragraph: str) -> bool:
    """Git's rule where one of the lines is a known trailer: a quarter of them at least are trailers."""
    lines = [line for line in paragraph.split("\n") if line[:1] not in (" ", "\t")]
    trailers = sum(1 for line in lines if TRAILER.fullmatch(line) or GIT_TRAILER.match(line))
    return any(GIT_TRAILER.match(line) for line in lines) and trailers * 3 >= len(lines) - trailers


def _trailers(paragraph: str) -> Iterator[str]:
    key, values = "", [""]
    for line in [*paragraph.split("\n"), "End:"]:
        if line[:1] in (" ", "\t") and key:
            values.append(line.strip())
            continue
        if key.lower() == "consumer-impact":
            yield " ".join(values)
        match = TRAILER.fullmatch(line)
        key, values = (match["key"], [match["value"]]) if match else ("", [""])


def _newlines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _template(template: str) -> Iterator[Block]:
    """A template's text, as written and as shown."""
    yield Block(level=0, text=COMMENT.sub("", _newlines(template)[:LIMIT]))
    yield from _blocks(template)


# Markdown


def _blocks(body: str) -> Iterator[Block]:
    """Headings and prose as GitHub would show them: no comments, code blocks, quotes, HTML or struck-through text."""
    from markdown_it import MarkdownIt  # noqa: PLC0415  (loaded only where there is a description)

    parser = MarkdownIt("commonmark", {"maxNesting": NESTING}).enable(["table", "strikethrough"])
    parser.core.ruler.before("inline", "bounded", _bound)
    return _Page().read(parser.parse(_newlines(body)[:LIMIT]))


def _bound(state: "StateCore") -> None:
    """Keep the work on one paragraph small, whatever is in it."""
    for token in state.tokens:
        if token.type == "inline" and len(token.content) > PARAGRAPH:
            token.content = token.content[:PARAGRAPH]


class _Page:
    """Turns the parser's tokens into blocks. A list item is one block with all that it holds, and so is a table row."""

    def __init__(self) -> None:
        self.inline = _Inline()
        self.quotes = 0
        self.items = 0
        """How many list items are open."""
        self.heading = 0
        self.pieces: list[str] = []
        """The paragraphs of the open item."""
        self.cells: list[str] | None = None

    def read(self, tokens: Iterable["Token"]) -> Iterator[Block]:
        """Block by block."""
        for token in tokens:
            match token.type:
                case "inline":
                    yield from self._prose(*self.inline.read(token.children or []))
                case "html_block":
                    yield from self._html(token.content)
                case "hr" if not self.quotes:
                    yield Block(level=-1, text="")
                case "blockquote_open" | "blockquote_close":
                    self.quotes += token.nesting
                case "heading_open" | "heading_close":
                    self.heading = int(token.tag[1:]) if token.nesting > 0 else 0
                case "list_item_open" | "list_item_close":
                    yield from self._item(token.nesting)
                case "tr_open":
                    self.cells = []
                case "tr_close":
                    row, self.cells = " | ".join(cell for cell in self.cells or () if cell.strip()), None
                    yield from self._prose(row, bold=False)
                case _:
                    pass

    def _item(self, nesting: int) -> Iterator[Block]:
        self.items += nesting
        if not self.items and self.pieces:
            yield Block(level=0, text="\n\n".join(self.pieces), in_list=True)
            self.pieces = []

    def _prose(self, text: str, bold: bool) -> Iterator[Block]:
        if self.cells is not None:
            self.cells.append(text.replace("\n", " "))
        elif self.quotes or FOOTNOTE.match(text):
            pass
        elif self.items and not self.heading:
            if not text.startswith("[ ] "):  # a task that is not ticked says nothing
                self.pieces.append(text)
        else:
            yield Block(level=self.heading, text=text, bold=bold)

    def _html(self, content: str) -> Iterator[Block]:
        """Raw HTML shows nothing that counts, but for a title, and for what follows a comment on its line."""
        was_shown = self.inline.shows and not self.quotes
        self.inline.tags(content)
        title = TITLE.search(content)
        if not was_shown:
            return
        if title is not None:
            level = 0 if title[1].lower() == "summary" else int(title[1][1:])
            yield Block(level=level, text=title[2], bold=True)
        elif content.lstrip().startswith("<!--"):
            rest = COMMENT.sub("", content)
            if "<" not in rest:
                yield from self._prose(rest, bold=False)


class _Inline:
    """The text of paragraphs; code keeps its backticks; struck-through text, images, HTML and comments are dropped."""

    def __init__(self) -> None:
        self.hiding = 0
        """HTML elements that hide their text and are open."""
        self.in_comment = False
        """After a ``<!--`` that no ``-->`` has closed so far, though Markdown shows it."""

    @property
    def shows(self) -> bool:
        """Whether what comes next is shown."""
        return not self.hiding and not self.in_comment

    def tags(self, markup: str) -> None:
        """Take note of elements that hide."""
        for closing in HIDING_TAG.findall(markup):
            self.hiding = max(0, self.hiding - 1) if closing else self.hiding + 1

    def read(self, children: "Sequence[Token]") -> tuple[str, bool]:
        """The text, and whether all of it is bold."""
        found: list[str] = []
        struck = strong = 0
        bold = True
        for child in children:
            match child.type:
                case "s_open" | "s_close":
                    struck += child.nesting
                case "strong_open" | "strong_close":
                    strong += child.nesting
                case "html_inline":
                    self.tags(child.content)
                case "softbreak" | "hardbreak":
                    found.append("\n")
                case "text" | "code_inline":
                    shown = self._shown(child)
                    if not struck:
                        found.append(shown)
                        bold = bold and (strong > 0 or not shown.strip(" :："))
                case _:
                    pass
        text = "".join(found)
        return MATH.sub("", SINGLE_TILDES.sub("", text)), bold and bool(text.strip())

    def _shown(self, child: "Token") -> str:
        if child.type == "code_inline":
            return f"`{child.content}`" if self.shows else ""
        found = []
        text = child.content
        while text:
            if self.in_comment:
                _, closed, text = text.partition("-->")
                self.in_comment = not closed
            else:
                shown, opened, text = text.partition("<!--")
                found.append(shown)
                self.in_comment = bool(opened)
        return "".join(found) if not self.hiding else ""
