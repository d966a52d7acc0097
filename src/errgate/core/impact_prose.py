"""Prose of any script: lower case of equal length, sentences, clauses, letters, and whether a reason is given."""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import Literal

from errgate.core.languages import LANGUAGES

STOP = re.compile(r"(?<=[.!?])[ \n]+(?=\S)|(?<=[。！？।])|;\s|；|\n{2,}")
"""Where a sentence ends."""
MOST_SENTENCES = 400
LEAST_REASON = 4
"""Letters that a reason needs; an ideograph counts as two."""
OPEN_REASON = re.compile(
    r"[\s:：,、`\"'*-]*(?:…|\.\.+|_{2,}|(?:tbd|todo|fixme|xxx)\b"
    r"|(?:<[^<>]{0,80}>|\[[^\[\]]{0,80}\])\s*(?:[.,;]|$))"
)
GLUE = (
    "\u0900-\u0dff\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u30ff\u31f0-\u31ff"
    "\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uffdc"
)
"""Scripts that are written without blanks, or whose words may follow a Latin name without one."""
LETTER = rf"[^\W{GLUE}]"
"""A letter, digit or ``_`` that continues a name beside it."""


def normal(text: str) -> str:
    """Text for comparing: NFC, so that composed and decomposed letters are alike."""
    return unicodedata.normalize("NFC", text)


def lower(text: str) -> str:
    """Lower case, position by position."""
    made = text.lower()
    return made if len(made) == len(text) else "".join(low if len(low := char.lower()) == 1 else char for char in text)


WordKind = Literal[
    "causes", "purposes", "causes_before", "no_change", "wording_only", "exceptions", "old", "old_after", "new",
    "new_after", "keeps", "keeps_after", "denials", "between", "forward", "backward", "unsure", "asides", "other",
    "connectives", "marks", "empty_reasons",
]  # fmt: skip


@cache
def words_of(kind: WordKind, before: str = "", after: str = "") -> re.Pattern[str]:
    """One pattern for a kind of word over all languages, with what must stand before and after it."""
    patterns: list[str] = [each for language in LANGUAGES for each in getattr(language, kind)]
    return re.compile(f"{before}(?:{'|'.join(map(normal, patterns)) or '(?!)'}){after}")


def sentences(text: str) -> Iterator[tuple[str, bool]]:
    """Sentences, and whether each begins a line inside an unfinished sentence (a soft break)."""
    for part in STOP.split(text, maxsplit=MOST_SENTENCES):
        for index, line in enumerate((part or "").split("\n", MOST_SENTENCES)):
            if line.strip():
                yield line.strip(), index > 0


def weight(text: str) -> int:
    """How much is said: letters of any script with their marks, an ideograph twice."""
    return sum(2 if "\u3400" <= char <= "\u9fff" else 1 for char in text if unicodedata.category(char)[0] in "LM")


# Reasons


def has_reason(text: str) -> bool:
    """Whether the prose says why: a reason word and enough letters on its side, none of them left open."""
    low = lower(text)
    for pattern in (words_of("causes"), words_of("purposes")):
        for match in pattern.finditer(low):
            clause = low[match.end() : _end(low, match.end())]
            if weight(clause[:200]) >= LEAST_REASON and not _is_open(clause):
                return True
    total = weight(low)
    for match in words_of("causes_before").finditer(low):
        clause = low[_start(low, match.start()) : match.start()]
        said = weight(clause)
        if said >= LEAST_REASON and total - said - weight(match[0]) >= LEAST_REASON:
            return True
    return False


def _is_open(clause: str) -> bool:
    """Whether a place for a reason holds a placeholder, or words that are none."""
    return bool(OPEN_REASON.match(clause)) or bool(
        words_of("empty_reasons", before=r"\W*(?:", after=r"\b\W*)+$").match(clause)
    )


def only_reason(text: str) -> bool:
    """Whether the prose begins with a reason word, so that it says nothing but why."""
    low = lower(text)
    return (
        any(
            (match := pattern.search(low)) is not None and weight(low[: match.start()]) == 0
            for pattern in (words_of("causes"), words_of("purposes"))
        )
        or re.match(r"\W*(?:this|that|it) is because\b", low) is not None
    )


ENDS = re.compile(r"[.!?](?=\s|$)|[。！？।；]|;\s|\n\n")
STARTS = re.compile(r"[.!?;](?=\s)|[。！？।；、\n]")
REACH = 400
"""Characters that a clause is followed."""


def _end(text: str, at: int) -> int:
    match = ENDS.search(text, at, at + REACH)
    return match.start() if match else min(len(text), at + REACH)


def _start(text: str, at: int) -> int:
    """Where the clause that ends at ``at`` begins."""
    begin = max(0, at - REACH)
    return max((match.end() for match in STARTS.finditer(text, begin, at)), default=begin)


def without_causes(low: str) -> str:
    """The prose with what is said as a cause blanked, at equal length."""
    found = list(low)
    place = 0
    for match in words_of("causes").finditer(low):
        if match.start() < place:
            continue
        end = _end(low, match.end())
        begins = weight(low[_start(low, match.start()) : match.start()]) == 0
        comma = re.compile(r"[,、，]").search(low, match.end(), end) if begins else None
        place = comma.start() if comma else end
        found[match.start() : place] = " " * (place - match.start())
    for match in words_of("causes_before").finditer(low):
        begin = _start(low, match.start())
        found[begin : match.end()] = " " * (match.end() - begin)
    return "".join(found)


# Asides


def without_asides(text: str) -> str:
    """A sentence without what it names only to set it apart ("…, unlike `X`").

    What is taken out of "no decision changes except …" is what changes, and stays.
    """
    low = lower(text)
    for match in words_of("asides").finditer(low):
        quiet = words_of("no_change").search(low, max(0, match.start() - REACH), match.start())
        if quiet is not None and words_of("exceptions").match(low, match.start()):
            continue
        stop = ASIDE_ENDS.search(text, match.end())
        rest = text[stop.start() :] if stop is not None else ""
        return text[: match.start()] + (without_asides(rest) if len(rest) < len(text) // 2 else rest)
    return text


ASIDE_ENDS = re.compile(r"[,;:.)]\s")


# Clauses


def clauses(sentence: str) -> list[str]:
    """The sentence cut at commas and connectives. Joined again, the pieces give the sentence."""
    pattern = words_of("connectives", before=r"(?<=,)\s+|(?<=[、，])|\s+(?=", after=r"\s)")
    return [piece for piece in pattern.split(sentence, maxsplit=MOST_SENTENCES) if piece]
