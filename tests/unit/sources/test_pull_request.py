"""What of a pull request counts as the author's impact sentence."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from errgate.core.languages import LANGUAGES
from errgate.sources.pull_request import LIMIT, read_sentences, read_trailers

SAID = "TRANSIENT: retry -> escalate, because limits are not outages."
UNDER = f"## Consumer impact\n\n{SAID}\n"


def texts(body: str | None, **facts: object) -> list[str]:
    return [each.text for each in read_sentences(body, **facts)]  # type: ignore[arg-type]


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_b045_crlf(ending: str) -> None:
    """A description saved in the browser has CRLF line ends; the heading was missed and the sentence kept a CR."""
    body = f"## What\n\nA change.\n\n{UNDER}\n## Tests\n\nnone".replace("\n", ending)
    assert texts(body) == [SAID]


def test_b045_other_separators_are_no_lines() -> None:
    """U+2028, NEL and a vertical tab were taken for line ends."""
    assert len(texts("## Consumer impact\n\none\u2028## two\x85# three\x0b# four")) == 1


TEMPLATE = """\
<!-- Thank you! -->
## What changed

Describe the change.

## Consumer impact

<!-- Name what changed, say what agents do now, and why. -->
Describe the consumer impact here.
See [the guide](https://example.invalid/guide), which has **examples**.

- [ ] No decision changes because …
- [ ] Agents retry `TRANSIENT`

Consumer impact: say it, because it matters
"""


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("box", ["[ ]", "[x]", "[X]"])
def test_b046_template_alone(ending: str, box: str) -> None:
    """An untouched template passed, since its comments and instructions were counted."""
    body = TEMPLATE.replace("[ ]", box).replace("\n", ending)
    assert texts(body, templates=[TEMPLATE]) == []


def test_b046_template_and_a_sentence() -> None:
    """What the author adds to a template counts, its own lines do not."""
    body = TEMPLATE.replace("Describe the consumer impact here.", f"Describe the consumer impact here.\n{SAID}")
    assert texts(body, templates=["other", TEMPLATE]) == [SAID]


def test_b046_only_the_heading() -> None:
    """The heading's own words met a minimum of letters."""
    assert texts("## Consumer impact") == []
    assert texts("**Consumer impact**") == []
    assert texts("Consumer impact:") == []


@pytest.mark.parametrize(
    "text",
    ["<describe impact>", "TBD", "todo", "N/A", "n/a.", "none", "None.", "...", "…", "-", "x", "_No response_",
     "**TBD**", "[describe the impact]", "[Please fill in]", "`<impact>`", "- [ ]", "?", "\\<describe it\\>"],
)  # fmt: skip
def test_b048_placeholders(text: str) -> None:
    """A placeholder passed for a sentence."""
    assert texts(f"## Consumer impact\n\n{text}\n") == []


@pytest.mark.parametrize(
    "text", ["None: only whitespace changed in fixtures", "No consumer-visible change: timestamps normalised only."]
)
def test_b048_text_that_begins_like_a_placeholder(text: str) -> None:
    """Real text was refused because a placeholder is part of it."""
    assert texts(f"## Consumer impact\n\n{text}\n") == [text]


@pytest.mark.parametrize("body", [None, "", "   ", "\r\n", "\u200b\u200b", "\u2800", "\u3164", "\ufeff", "\u00ad"])
def test_b049_no_body(body: str | None) -> None:
    """A description of null, or of characters that show nothing, crashed or counted as text."""
    assert texts(body) == []
    assert texts(f"## Consumer impact\n\n{body or ''}\n") == []


@pytest.mark.parametrize(
    "block",
    [
        f"```\n{SAID}\n```",
        f"```text\n{SAID}\n````",
        f"~~~\n{SAID}\n~~~",
        f"~~~ `x`\n{SAID}\n~~~",
        f"   ```\n{SAID}\n  ```",
        f"    {SAID}",
        f"\t{SAID}",
        f"```\nnever closed\n\n{SAID}",
        f"```\n```not-a-close\n{SAID}",
        f"````\n```\n{SAID}",
        f"> {SAID}",
        f"> words\n{SAID}",
        f"> > - {SAID}",
        f"- > {SAID}",
        f"<div>\n{SAID}\n</div>",
        f"<!-- {SAID} -->",
        f"<!--\n\n{SAID}\n\n-->",
        f"<!-- {SAID}",
        f"words\n<!-- {SAID}",
        f"~~{SAID}~~",
        f"~{SAID}~",
        f"![{SAID}](a.png)",
        f"[a]: <x> '{SAID}'",
        f"- [ ] {SAID}",
        f"- words\n  - [ ] {SAID}",
        f"<blockquote>\n\n{SAID}\n\n</blockquote>",
        f"a <s>{SAID}</s>",
        f"[^1]: {SAID}",
        f"$$ {SAID} $$",
    ],
)
def test_b052_not_prose(block: str) -> None:
    """A sentence inside code, a quotation, a comment, raw HTML, struck-through text or a picture satisfied the gate."""
    assert not any("TRANSIENT" in text for text in texts(f"## Consumer impact\n\n{block}\n"))


@pytest.mark.parametrize(
    "before",
    [
        "```\ncode\n```",
        "````\n```\n````",
        "~~~\n```\n~~~",
        "``` a`b",
        "> quoted",
        "<!-- one -->",
        "A comment is written `<!--` here.",
        "```\n<!--\n```",
        "    <!--",
        "<details>\n<summary>More</summary>",
        "---",
        "### Sub",
    ],
)
def test_b052_after_it(before: str) -> None:
    """All that follows a closed fence was thought to be code, or all after a comment's start in code was lost."""
    assert texts(f"## Consumer impact\n\n{before}\n\n{SAID}\n")[-1:] == [SAID]


def test_code_spans_and_links_count() -> None:
    """Names in backticks keep them; a link's words count, its address does not."""
    assert texts("## Consumer impact\n\nSee [`A`](https://x.invalid/B), **C** and &amp; \\_D, ~~E~~ <b>F</b>.") == [
        "See `A`, C and & _D, F."
    ]


def test_paragraphs_items_and_rows() -> None:
    """One sentence a paragraph, list item with all that it holds, and table row."""
    body = "## Consumer impact\n\none\ntwo\n\n- three\n  - four\n\n    five\n\n| a | b |\n|---|---|\n| c d | `e` |\n"
    assert texts(body) == ["one\ntwo", "three\n\nfour\n\nfive", "a | b", "c d | `e`"]


@pytest.mark.parametrize(
    "text",
    ["Keine.", "entfällt", "k. A.", "[Bitte ausfüllen: was ändert sich?]", "Aucun impact", "**Sans objet**", "À compléter",
     "A\u0300 comple\u0301ter", "[Décrire l’impact]", "Ninguno.", "¡Pendiente!", "por definir", "[Describa el impacto]",
     "Nenhum", "a definir", "<descreva o impacto>", "无。", "無", "待定", "（请填写）", "【請填寫影響】"],
)  # fmt: skip
def test_placeholders_of_other_languages(text: str) -> None:
    """Alone they say nothing."""
    assert texts(f"## Consumer impact\n\n{text}\n") == []


@pytest.mark.parametrize(
    "text",
    ["Keine Entscheidung ändert sich", "Aucune décision ne change", "Nada cambia", "Nenhuma decisão muda", "无决定改变",
     "(Complete list: `A`, `B`)", "[TRANSIENT] retry -> escalate"],
)  # fmt: skip
def test_what_only_begins_like_a_placeholder(text: str) -> None:
    """It is read."""
    assert len(texts(f"## Consumer impact\n\n{text}\n")) == 1


@pytest.mark.parametrize("label", [label for language in LANGUAGES for label in language.labels])
@pytest.mark.parametrize(
    "form", ["## {}", "###### {} ######", "**{}**", "{}:", "{}：", "## 💥 **{}** :", "{}\n---", "__{}:__"]
)
def test_labels(label: str, form: str) -> None:
    """A heading of any level, a bold paragraph or a label, in each language, whatever stands around it."""
    assert texts(f"Words.\n\n{form.format(label)}\n\n{SAID}\n") == [SAID]
    assert texts(f"Words.\n\n{form.format(label.upper())}\n\n{SAID}\n") == [SAID]


@pytest.mark.parametrize(
    "form", ["Consumer impact: {}", "**Consumer impact:** {}", "**Consumer impact**: {}", "- CONSUMER IMPACT： {}",
             "1. *Consumer impact*: {}", "Words.\nConsumer impact: {}", "⚠️ Consumer impact: {}", "## Consumer impact: {}",
             "| Consumer impact | {} |\n|---|---|"]
)  # fmt: skip
def test_label_on_the_line(form: str) -> None:
    """A label and the sentence on one line."""
    assert texts(form.format("Agents now escalate.")) == ["Agents now escalate."]


def test_a_label_of_the_config() -> None:
    """A team's own label."""
    assert texts(f"## Wirkung auf Nutzer\n\n{SAID}", labels=["wirkung  auf nutzer"]) == [SAID]
    assert texts(f"## Wirkung auf Nutzer\n\n{SAID}") == []
    assert texts(f"## \n\n{SAID}", labels=["", ":"]) == []


@pytest.mark.parametrize("heading", ["# Consumer impact", "## Consumer impact", "### Consumer impact"])
def test_sections_end(heading: str) -> None:
    """A section holds its sub-headings and ends at a heading of its own or a higher level."""
    level = heading.partition(" ")[0]
    assert texts(f"{heading}\n\none\n\n{level}# Sub\n\ntwo\n\n{level} Next\n\nthree") == ["one", "two"]
    assert texts(f"{heading}\n\none\n\n# Next\n\nthree\n\n{heading}\n\nfour") == ["one", "four"]


@pytest.mark.parametrize("end", ["## Tests", "**Tests**", "---", "# A"])
def test_a_labels_section_ends(end: str) -> None:
    """What stands under a label ends at a heading, at a bold paragraph or at a rule."""
    assert texts(f"**Consumer impact**\n\none\n\n- two\n\n{end}\n\nthree") == ["one", "two"]


def test_a_label_in_a_list_ends_with_its_item() -> None:
    """The next item is not the label's."""
    assert texts("- Consumer impact: one\n\n  two\n- three") == ["one\n\ntwo"]


@pytest.mark.parametrize("body", ["The consumer impact: one", "## Consumer impact report\n\none", "No consumer impact\n\none",
                                  "Consumer impacts: one", "> Consumer impact: one"])  # fmt: skip
def test_not_a_label(body: str) -> None:
    """Words that hold the label are not the label."""
    assert texts(body) == []


HOSTILE = ["<!--", "[", "`", "*", ">", "> ", "_", "~", "![", "[a](", "<", "<a ", "<!-", "<![CDATA[", "<?", "&#", "*a _b ",
           "`a``b```c", "|", "\n", "- ", "-\n", "\\", "]", "[]:", "**a ", "*_", "a**b", "<h2>", "<summary>", "Consumer impact:",
           "\u200b", "\u0301", "\x00", "\ud800", "~a ", "a|b\n-|-\n", "<del>", "http://a.b "]  # fmt: skip


@pytest.mark.parametrize("piece", HOSTILE, ids=ascii)
def test_b054_hostile_bodies(piece: str) -> None:
    """65,536 characters of one mark took quadratic time, or raised."""
    noise = piece * (65_536 // len(piece))
    assert texts(f"{UNDER}\n{noise}")[0] == SAID
    read_sentences(f"## Consumer impact\n\na {noise}")
    read_sentences("hello", templates=[noise])
    read_trailers([f"a\n\nConsumer-Impact: {noise}"])


def test_b054_deep_lists() -> None:
    """Ever deeper lists."""
    noise = "".join(f"{' ' * (2 * depth)}- a\n" for depth in range(360))
    assert texts(f"{UNDER}\n{noise}")[0] == SAID


def test_b054_the_sentence_first() -> None:
    """A body at GitHub's limit with the sentence before the noise."""
    noise = "<details>\n\nnoise\n\n</details>\n\n" * 2_000
    assert texts(f"{UNDER}\n## Rest\n\n{noise}"[:65_536]) == [SAID]
    assert texts("a" * (LIMIT + 1) + f"\n\n{UNDER}") == []


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet=st.sampled_from("#*_`~<>![]()-+ \n\r\t|:aé影क\u200b\\&;\"'0.") | st.characters(), max_size=300))
def test_never_an_exception(noise: str) -> None:
    """Whatever a description holds, it is read, and what is read has letters and no line end but ``\\n``."""
    for each in read_sentences(f"{noise}\n\n## Consumer impact\n\n{noise}", templates=[noise], labels=[noise]):
        assert "\r" not in each.text
        assert any(char.isalpha() for char in each.text)
    read_trailers([noise, f"a\n\n{noise}", f"a\n\nConsumer-Impact: {noise}"])


# Trailers


def trailers(*messages: str) -> list[str]:
    return [each.text for each in read_trailers(messages)]


def test_trailers() -> None:
    """The last paragraph's trailers, whatever their case, folded lines joined, of every commit."""
    first = "Split the code\n\nWords.\n\nConsumer-Impact: A now escalates,\n  because limits\n\tare not outages.\nSigned-off-by: A <a@x.invalid>\n"
    second = "Next\r\n\r\nCONSUMER-IMPACT : B stays.\r\nConsumer-impact: C stays.\r\n\r\n"
    assert trailers(first, "no trailer", second) == [
        "A now escalates, because limits are not outages.",
        "B stays.",
        "C stays.",
    ]
    assert all(each.source == "trailer" for each in read_trailers([first]))


@pytest.mark.parametrize(
    "message",
    ["Consumer-Impact: in the subject", "Subject\n\nConsumer-Impact: not in the last\n\nparagraph",
     "Subject\n\nConsumer-Impact-Other: a b", "Subject\n\n  Consumer-Impact: indented", "Subject\n\nConsumer-Impact: TBD",
     "Subject\n\nConsumer-Impact:", "Subject\n\nConsumer Impact: no hyphen",
     "Subject\n\nProse\nthat goes on\nfor many\nlines and says\nConsumer-Impact: by chance", "", "\n\n\n"],
)  # fmt: skip
def test_not_a_trailer(message: str) -> None:
    """What git would not take for a trailer, and placeholders."""
    assert trailers(message) == []


def test_a_trailer_beside_prose() -> None:
    """Git accepts a known trailer among a few other lines."""
    assert trailers("Subject\n\nCloses #12\nConsumer-Impact: A stays.") == ["A stays."]
