"""What one piece of prose says: which names, which actions and in which direction, whether nothing changes, and why."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from errgate.core.languages import LANGUAGES

ARROW = re.compile(r"\s*[`\"'*]*\s*(?:-+>|=+>|[→⇒➜➔⟶➡↦⇨⇢➙⟹])\ufe0f?\s*[`\"'*]*\s*")
BACKWARD = re.compile(r"\s*[`\"'*]*\s*(?:<-+|<=+|[←⇐⟵⬅])\ufe0f?\s*[`\"'*]*\s*")
NEGATED = re.compile(r"(?:\bnot|\bno|n't|\bnever|\bwithout)(?: (?:a|an|any|the))?[\s`\"'*:]*$")
LATIN = "A-Za-z0-9_\u00c0-\u024f"
PATHS = re.compile(rf"[{LATIN}.@+~=-]*(?:/[{LATIN}.@+~=-]+)*(?:#[0-9]+)?")
LETTERS_OF_A_REASON = 4
REASON_READ = 160
"""Characters after a reason word that are read."""
REASONS_READ = 50
"""Reason words of one piece that are looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """One place where an action is named."""

    action: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Direction:
    """A claimed change of action; a side that is not said is None."""

    old: str | None
    new: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What a piece of prose says about behaviour."""

    actions: frozenset[str]
    directions: tuple[Direction, ...]
    no_change: bool
    reason: bool
    unsure: bool = False


def said(
    text: str, actions: Mapping[str, tuple[str, ...]], *, hint_values: frozenset[tuple[int, int]] = frozenset()
) -> Said:
    """Read one piece of prose. ``hint_values``: spans that name a hint's value and so are no actions."""
    lower = text.casefold() if len(text.casefold()) == len(text) else text.lower()
    mentions = [each for each in _mentions(lower, actions) if (each.start, each.end) not in hint_values]
    quiet = any(re.search(pattern, lower) for language in LANGUAGES for pattern in language.no_change)
    directions = tuple(_directions(lower, mentions))
    denied = any(each is None for each in directions)
    return Said(
        actions=frozenset(each.action for each in mentions),
        directions=tuple(each for each in directions if each is not None),
        no_change=quiet or denied or _keeps(lower, mentions),
        reason=has_reason(text),
        unsure=any(re.search(pattern, lower) for language in LANGUAGES for pattern in language.unsure),
    )


def has_reason(text: str) -> bool:
    """Whether the prose says why: a reason word with enough letters on its side."""
    lower = text.lower()
    for language in LANGUAGES:
        for pattern in language.reasons:
            if any(
                _says_something(lower[match.end() :]) for match in islice(re.finditer(pattern, lower), REASONS_READ)
            ):
                return True
        for pattern in language.reasons_after:
            if any(
                _letters(lower[max(0, match.start() - REASON_READ) : match.start()]) >= LETTERS_OF_A_REASON
                for match in islice(re.finditer(pattern, lower), REASONS_READ)
            ):
                return True
    return False


EMPTY_REASON = re.compile(
    r"\W*(?:(?:because|todo|tbd|tba|fixme|nope|reasons?|of|n/?a|none|nothing|why|not|so|it is|it's)\b\W*)+$"
)


def _says_something(after: str) -> bool:
    """Whether what follows a reason word is more than a placeholder."""
    near = after[:REASON_READ]
    return _letters(near) >= LETTERS_OF_A_REASON and EMPTY_REASON.fullmatch(near) is None


def _letters(text: str) -> int:
    return sum(1 for char in text if char.isalpha())


def _keeps(lower: str, mentions: list[Mention]) -> bool:
    """ "still retries", "keeps retrying", "continue to escalate", "retry as before": a claim that the action stays."""
    if any(
        re.match(r"[`\"']*\s+(?:exactly |just )?(?:as before|as ever|unchanged|like before)\b", lower[each.end :])
        for each in mentions
    ):
        return True
    return any(
        re.search(
            r"\b(?:still|keeps?(?: on)?|continues?(?: to)?|(?:as before|unchanged)\W*)\s*[`\"']*$",
            lower[max(0, each.start - 24) : each.start],
        )
        for each in mentions
    )


# Actions


@lru_cache(maxsize=512)
def _action_pattern(phrase: str) -> re.Pattern[str]:
    """An action's name or alias with English endings; words may be parted by blanks, ``_`` or ``-`` and an article."""
    words = [word for word in re.split(r"[\s_-]+", phrase.lower()) if word]
    ascii_only = phrase.isascii()
    parts = [_inflected(word) if ascii_only else re.escape(word) for word in words]
    joined = r"[\s_-]+(?:(?:the|their|its|a|an|your|this|that)\s+)?".join(parts)
    if ascii_only:
        return re.compile(rf"(?<![{LATIN}])(?<![{LATIN}][./:-])(?:{joined})(?![{LATIN}])(?![./:-][{LATIN}])")
    return re.compile(joined)


def _inflected(word: str) -> str:
    escaped = re.escape(word)
    if word.endswith("y") and len(word) > 2 and word[-2] not in "aeiou":
        return f"{re.escape(word[:-1])}(?:y|ies|ied|ying)"
    if word.endswith("e"):
        return f"{re.escape(word[:-1])}(?:e|es|ed|ing|ion|ions)"
    if word.endswith(("s", "x", "z", "ch", "sh")):
        return f"{escaped}(?:es|ed|ing)?"
    doubled = f"|{re.escape(word[-1])}(?:ed|ing)" if len(word) > 2 and word[-1] not in "aeiouwy" else ""
    return f"{escaped}(?:s|ed|ing|ment{doubled})?"


def _mentions(lower: str, actions: Mapping[str, tuple[str, ...]]) -> list[Mention]:
    found: list[Mention] = []
    for action, aliases in actions.items():
        for phrase in (action, *aliases):
            found += [
                Mention(action=action, start=m.start(), end=m.end()) for m in _action_pattern(phrase).finditer(lower)
            ]
    found.sort(key=lambda each: (each.start, -(each.end - each.start)))
    kept: list[Mention] = []
    for each in found:
        if not kept or each.start >= kept[-1].end:
            kept.append(each)
    return kept


def _directions(lower: str, mentions: list[Mention]) -> Iterator[Direction | None]:
    """Which action came before and which comes now, as far as the prose says so; None for a change that is denied."""
    used: set[int] = set()
    for index in range(len(mentions) - 1):
        left, right = mentions[index], mentions[index + 1]
        between = lower[left.end : right.start]
        forward = ARROW.fullmatch(between) is not None or (len(between) < 40 and _forward(between))
        backward = BACKWARD.fullmatch(between) is not None
        if forward or backward:
            used |= {index, index + 1}
            first, second = (left, right) if forward else (right, left)
            denied = NEGATED.search(lower[max(0, left.start - 24) : left.start]) is not None
            yield None if denied and ARROW.fullmatch(between) else Direction(old=first.action, new=second.action)
    roles = [None if index in used else _role(lower, each) for index, each in enumerate(mentions)]
    for index, each in enumerate(mentions):
        if index in used or roles[index] is None:
            continue
        near = [
            i for i in (index + 1, index - 1) if 0 <= i < len(mentions) and i not in used and roles[i] != roles[index]
        ]
        other = next((mentions[i].action for i in near if mentions[i].action != each.action), None)
        yield Direction(old=each.action, new=other) if roles[index] == "old" else Direction(old=other, new=each.action)


def _forward(between: str) -> bool:
    bare = between.strip(" `\"'*,")
    return any(re.fullmatch(pattern, bare) for language in LANGUAGES for pattern in language.forward)


def _role(lower: str, each: Mention) -> str | None:
    before = lower[max(0, each.start - 40) : each.start].rstrip(" `\"'*")
    after = lower[each.end : each.end + 16].lstrip(" `\"'*")
    for language in LANGUAGES:
        for pattern in language.old:
            if re.search(rf"(?<![{LATIN}])(?:{pattern})(?:\s+(?:be|been|being|to))?$", before):
                return "old"
        for pattern in language.old_after:
            if re.match(pattern, after):
                return "old"
        for pattern in language.new_after:
            if re.match(pattern, after):
                return "new"
    for language in LANGUAGES:
        for pattern in language.new:
            if re.search(rf"(?<![{LATIN}])(?:{pattern})$", before):
                return "new"
    return None


# Names


def token_pattern(name: str) -> re.Pattern[str]:
    """A name as a whole token, case-sensitive; never inside a longer identifier, path or dotted name."""
    return re.compile(
        rf"(?<![{LATIN}])(?<![{LATIN}][./:-])(?<![{LATIN}]\+){re.escape(name)}(?![{LATIN}])(?![./:+-][{LATIN}])"
    )


def is_plain_word(name: str) -> bool:
    """Whether a name looks like an ordinary word or number, so that it must be marked as a name."""
    return re.fullmatch(r"[a-z]+|[0-9]+|[A-Z]?[a-z]+", name) is not None


def names_token(text: str, name: str, *, markers: str = "") -> bool:
    """Whether the prose names something: a whole token, and for an ordinary word in backticks or quotes, or after a marker."""
    for match in token_pattern(name).finditer(text):
        if not is_plain_word(name):
            return True
        before, after = text[: match.start()], text[match.end() :]
        if before[-1:] in ("`", '"', "'", "“", "「") and after[:1] in ("`", '"', "'", "”", "」"):
            return True
        if markers and re.search(rf"\b(?:{markers})\W{{0,3}}$", before[-24:], re.IGNORECASE):
            return True
    return False


def paths(text: str) -> frozenset[str]:
    """The path-like tokens of a text, without a full stop at the end."""
    return frozenset(token.rstrip(".") for token in PATHS.findall(text) if "." in token or "/" in token)


RUNS = re.compile(rf"[{LATIN}]+")


def runs(text: str) -> frozenset[str]:
    """The runs of letters and digits in a text, by which names are looked up before they are matched."""
    return frozenset(RUNS.findall(text))


def without_asides(text: str) -> str:
    """A sentence without what it names only to set it apart ("…, unlike `X`")."""
    lower = text.lower() if len(text.lower()) == len(text) else text
    ends = [match.start() for language in LANGUAGES for each in language.aside for match in re.finditer(each, lower)]
    if not ends:
        return text
    start = min(ends)
    stop = re.search(r"[,;:.)]\s", text[start:])
    return text[:start] + (without_asides(text[start + stop.start() :]) if stop else "")
