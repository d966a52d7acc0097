"""Which languages a text is read in."""

import re
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from errgate.core.impact import judge
from errgate.core.impact_words import action_words, spoken, words_of
from errgate.core.languages import LANGUAGES
from errgate.sources.pull_request import read_sentences
from tests.unit.core.impact_setups import DEMANDS, vocabulary

ROOT = Path(__file__).parents[3]
ALWAYS = ("Hindi", "Japanese")
VARIANTS: dict[str, list[tuple[str, str]]] = yaml.safe_load(
    (ROOT / "tests" / "data" / "impact_variants.yml").read_text(encoding="utf-8")
)
EXAMPLE = re.compile(r"^### (\w+)\n\n```markdown\n(.*?)^```$", re.DOTALL | re.MULTILINE)
EXAMPLES = EXAMPLE.findall((ROOT / "docs" / "impact-sentence.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("text", "languages"),
    [
        ("", {"English"}),
        ("TRANSIENT: retry -> escalate", {"English"}),
        ("Agents retry the car", {"English"}),
        ("the die and the pros and con of this", {"English"}),
        ("Agenten wiederholen nicht mehr", {"German"}),
        ("Agenten wiederholen nicht mehr because of limits", {"German", "English"}),
        ("les agents réessaient", {"French"}),
        ("car les limites sont atteintes", {"French"}),
        ("re\u0301essaient de\u0301sormais", {"French"}),
        ("los agentes ya reintentan", {"Spanish"}),
        ("os agentes não tentam", {"Portuguese"}),
        ("porque sim", {"Spanish", "Portuguese"}),
        ("muda no retry, porque é permanente", {"Portuguese"}),
        ("代理不再重试", {"Chinese"}),
        ("代理不再重試", {"Chinese"}),
        ("TRANSIENTはretryからescalateになる。", {"English"}),
        ("TRANSIENTの影響：将来は放棄する。理由：請求が消費者の錯誤だ。", {"English"}),
        ("DAS_UND `nicht` contract/les.yml NICHT_MEHR", {"English"}),
        ("WEIL LIMITS KEINE AUSFÄLLE SIND", {"German"}),
        ("nicht les los não 不再 the", {"English", "German", "French", "Spanish", "Portuguese", "Chinese"}),
    ],
)
def test_spoken(text: str, languages: set[str]) -> None:
    """By words that others do not have; names and code spans show nothing."""
    assert set(spoken(text)) == languages | set(ALWAYS)


@given(st.text())
def test_some_language_is_always_read(text: str) -> None:
    """Whatever the text, in the order of the list."""
    found = spoken(text)
    assert len(found) > len(ALWAYS)
    assert list(found) == [each.name for each in LANGUAGES if each.name in found]


def test_words_of_a_language_that_is_not_read() -> None:
    """French gives a reason with a word that is none in English."""
    assert words_of("causes", ("English", "French")).search("car les limites")
    assert not words_of("causes", ("English",)).search("car les limites")
    assert action_words("retry", ("English",)) == ((), ())
    assert action_words("retry", ("French",))[1]


def test_nothing_is_a_word_of_no_language() -> None:
    """A kind that a language leaves empty matches nothing, not everything."""
    assert not words_of("causes", ()).search("because")


@pytest.mark.parametrize(("about", "body"), VARIANTS["passes"])
def test_more_that_pass(about: str, body: str) -> None:
    """Other ways to say it."""
    assert not judge(read_sentences(f"## Consumer impact\n\n{body}"), DEMANDS[about], vocabulary(about)).missing


@pytest.mark.parametrize(("about", "body"), VARIANTS["fails"])
def test_more_that_fail(about: str, body: str) -> None:
    """A point is missing or untrue."""
    assert judge(read_sentences(f"## Consumer impact\n\n{body}"), DEMANDS[about], vocabulary(about)).missing


def test_every_language_has_an_example() -> None:
    """The page shows each language once."""
    assert sorted(name for name, _ in EXAMPLES) == sorted(each.name for each in LANGUAGES)


@pytest.mark.parametrize(("language", "body"), EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_the_examples_of_the_page_pass(language: str, body: str) -> None:
    """As the description of a pull request, and in no other language than the one that it stands under."""
    sentences = read_sentences(body)
    assert not judge(sentences, DEMANDS["moved"], vocabulary("moved")).missing
    shown = set(spoken(sentences[0].text)) - set(ALWAYS) - {"English"}
    assert shown <= {language}
