"""Which languages a text is written in, and the words of those languages as patterns.

A word of one language is often another's: "car" gives a reason in French, "da" in German, and is an article in
Portuguese. So a language with ``signs`` is tried only on a text that shows one of them.
"""

import re
import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Literal

from errgate.core.languages import LANGUAGES
from errgate.core.languages.language import Language

WordKind = Literal[
    "causes", "purposes", "causes_before", "no_change", "wording_only", "exceptions", "old", "old_after", "new",
    "new_after", "keeps", "keeps_after", "denials", "between", "forward", "backward", "unsure", "asides", "other",
    "connectives", "marks", "empty_reasons", "old_ahead", "old_behind", "new_ahead", "new_behind", "keeps_ahead",
    "keeps_behind", "changes_after_all", "past",
]  # fmt: skip
Tongues = tuple[str, ...]
"""The names of the languages in which a text is read."""
CODE_SPAN = re.compile(r"`[^`\n]{1,300}`")
TOKEN = re.compile(r"(?<![A-Za-z0-9_./-])[A-Za-z0-9_./-]+")
IDENTIFIER = re.compile(r"[A-Za-z0-9]*[A-Z][a-z0-9_]*[A-Z]|[^/_]*[/_]|[^.]+\.[^.]")
"""How a token begins that is a name and shows no language."""
LONGEST = 100_000
"""Characters in which signs are sought."""
BY_NAME: Mapping[str, Language] = {language.name: language for language in LANGUAGES}


def normal(text: str) -> str:
    """Text for comparing: NFC, so that composed and decomposed letters are alike."""
    return unicodedata.normalize("NFC", text)


@lru_cache(maxsize=64)
def spoken(text: str) -> Tongues:
    """The languages to read a text in: those that it shows, those without signs, and English where no other shows."""
    prose = CODE_SPAN.sub(" ", normal(text[:LONGEST]))
    low = (prose if prose.isupper() else TOKEN.sub(_prose, prose)).lower()
    shown = _shown(low, "signs") or _shown(low, "shared_signs")
    if not shown:
        shown = {language.name for language in LANGUAGES if language.usual}
    return tuple(language.name for language in LANGUAGES if not language.signs or language.name in shown)


def _prose(token: re.Match[str]) -> str:
    """A token, unless it is an identifier."""
    return " " if IDENTIFIER.match(token[0][:200]) else token[0]


def _shown(low: str, kind: Literal["signs", "shared_signs"]) -> set[str]:
    return {name for name in BY_NAME if _signs(name, kind).search(low)}


@cache
def _signs(name: str, kind: Literal["signs", "shared_signs"]) -> re.Pattern[str]:
    patterns: tuple[str, ...] = getattr(BY_NAME[name], kind)
    return re.compile("|".join(map(normal, patterns)) or "(?!)")


@cache
def words_of(kind: WordKind, tongues: Tongues, before: str = "", after: str = "") -> re.Pattern[str]:
    """One pattern for a kind of word over some languages, with what must stand before and after it."""
    patterns: list[str] = [each for name in tongues for each in getattr(BY_NAME[name], kind)]
    return re.compile(f"{before}(?:{'|'.join(map(normal, patterns)) or '(?!)'}){after}")


@cache
def action_words(action: str, tongues: Tongues) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A usual action's words: as text, and as patterns."""
    languages = [BY_NAME[name] for name in tongues]
    return (
        tuple(word for language in languages for word in language.synonyms.get(action, ())),
        tuple(normal(word) for language in languages for word in language.forms.get(action, ())),
    )


def irregular_forms(word: str) -> tuple[str, ...] | None:
    """The forms of a verb that does not follow the rule, of whichever language; None for one that does."""
    return next((language.irregular[word] for language in LANGUAGES if word in language.irregular), None)
