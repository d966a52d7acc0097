"""Prose of any script: lower case of equal length, sentences, clauses, letters, and whether a reason is given."""

import re
import unicodedata
from collections.abc import Iterator

from errgate.core.impact_words import Tongues, spoken, words_of

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


def lower(text: str) -> str:
    """Lower case, position by position."""
    made = text.lower()
    return made if len(made) == len(text) else "".join(low if len(low := char.lower()) == 1 else char for char in text)


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


def has_reason(text: str, tongues: Tongues | None = None) -> bool:
    """Whether the prose says why: a reason word and enough letters on its side, none of them left open."""
    low = lower(text)
    tongues = spoken(text) if tongues is None else tongues
    for pattern in (words_of("causes", tongues), words_of("purposes", tongues)):
        for match in pattern.finditer(low):
            clause = low[match.end() : _end(low, match.end())]
            if weight(clause[:200]) >= LEAST_REASON and not _is_open(clause, tongues):
                return True
    total = weight(low)
    for match in words_of("causes_before", tongues).finditer(low):
        clause = low[_start(low, match.start()) : match.start()]
        said = weight(clause)
        if said >= LEAST_REASON and total - said - weight(match[0]) >= LEAST_REASON:
            return True
    return False


def _is_open(clause: str, tongues: Tongues) -> bool:
    """Whether a place for a reason holds a placeholder, or words that are none."""
    return bool(OPEN_REASON.match(clause)) or bool(
        words_of("empty_reasons", tongues, before=r"\W*(?:", after=r"\b\W*)+$").match(clause)
    )


def only_reason(text: str, tongues: Tongues | None = None) -> bool:
    """Whether the prose begins with a reason word, so that it says nothing but why."""
    low = lower(text)
    tongues = spoken(text) if tongues is None else tongues
    return (
        any(
            (match := pattern.search(low)) is not None and weight(low[: match.start()]) == 0
            for pattern in (words_of("causes", tongues), words_of("purposes", tongues))
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


def without_causes(low: str, tongues: Tongues) -> str:
    """The prose with what is said as a cause blanked, at equal length."""
    found = list(low)
    place = 0
    for match in words_of("causes", tongues).finditer(low):
        if match.start() < place:
            continue
        end = _end(low, match.end())
        begins = weight(low[_start(low, match.start()) : match.start()]) == 0
        comma = re.compile(r"[,、，]").search(low, match.end(), end) if begins else None
        place = comma.start() if comma else end
        found[match.start() : place] = " " * (place - match.start())
    for match in words_of("causes_before", tongues).finditer(low):
        begin = _start(low, match.start())
        found[begin : match.end()] = " " * (match.end() - begin)
    return "".join(found)


# Asides


def without_asides(text: str, tongues: Tongues) -> str:
    """A sentence without what it names only to set it apart ("…, unlike `X`").

    What is taken out of "no decision changes except …" is what changes, and stays.
    """
    low = lower(text)
    for match in words_of("asides", tongues).finditer(low):
        quiet = words_of("no_change", tongues).search(low, max(0, match.start() - REACH), match.start())
        if quiet is not None and words_of("exceptions", tongues).match(low, match.start()):
            continue
        stop = ASIDE_ENDS.search(text, match.end())
        rest = text[stop.start() :] if stop is not None else ""
        return text[: match.start()] + (without_asides(rest, tongues) if len(rest) < len(text) // 2 else rest)
    return text


ASIDE_ENDS = re.compile(r"[,;:.)]\s|[，。；：）]")


# Clauses


def clauses(sentence: str, tongues: Tongues) -> list[str]:
    """The sentence cut at commas and connectives. Joined again, the pieces give the sentence."""
    pattern = words_of("connectives", tongues, before=r"(?<=,)\s+|(?<=[、，])|\s+(?=", after=r"\s)")
    return [piece for piece in pattern.split(sentence, maxsplit=MOST_SENTENCES) if piece]
