"""What prose says about behaviour: which actions, in which direction, or that nothing changes."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

from errgate.core.impact_prose import GLUE, LETTER, lower, without_causes
from errgate.core.impact_words import Tongues, action_words, irregular_forms, normal, spoken, words_of

FRAME = r"[\s`\"'*“”„«»‘’「」『』]{0,40}"
ARROW = re.compile(rf"{FRAME}(?:-{{1,5}}>|={{1,5}}>|[→⇒➜➔⟶➡↦⇨⇢➙⟹])\ufe0f?{FRAME}")
BACK_ARROW = re.compile(rf"{FRAME}(?:<-{{1,5}}|<={{1,5}}|[←⇐⟵⬅])\ufe0f?{FRAME}")
UNKNOWN = "?"
"""An action that the policy does not have."""
MOST_MENTIONS = 200
BEFORE, AFTER, GAP, CLAUSE = 40, 24, 40, 80
"""Characters around an action: words right before it, right after it, between two actions, in its clause."""
BREAKS = re.compile(r"[,;:()，。；：（）]|[.!?]\s|\s[-–—]+\s|\n")
"""Where a clause ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """One place where an action is named."""

    action: str
    start: int
    end: int
    inside: str = ""
    """What stands between the parts of a word that is parted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Direction:
    """A claimed change of action; a side that is not said is None."""

    old: str | None
    new: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What a piece of prose says about behaviour."""

    actions: frozenset[str] = frozenset()
    directions: tuple[Direction, ...] = ()
    """Claimed changes; none where the two sides are alike."""
    no_change: bool = False
    """It says that no decision changes."""
    wording_only: bool = False
    other: bool = False
    """It speaks of attempts, waiting or the category."""
    unsure: bool = False
    """It leaves open what happens."""

    @property
    def claims(self) -> bool:
        """Whether it claims a change of action, or that nothing changes; actions may be mentioned without a claim."""
        return bool(self.directions or self.no_change or self.wording_only)

    @property
    def anything(self) -> bool:
        """Whether it speaks of behaviour at all."""
        return bool(self.actions or self.directions or self.no_change or self.wording_only or self.other)


def said(
    text: str,
    actions: Mapping[str, tuple[str, ...]],
    *,
    not_actions: frozenset[tuple[int, int]] = frozenset(),
    tongues: Tongues | None = None,
) -> Said:
    """Read one piece of prose. ``not_actions``: spans that name something else, such as a hint's value.

    The change is sought outside of what is said as a cause; only where nothing is said there does a change of action
    or a "nothing changes" inside the cause count. ``tongues``: the languages to read it in, by default those that it
    shows itself.
    """
    low = lower(text)
    tongues = spoken(text) if tongues is None else tongues
    found = _said(without_causes(low, tongues), actions, not_actions, tongues)
    whole = found if found.anything else _said(low, actions, not_actions, tongues)
    return whole if whole.directions or whole.no_change else found


def _said(
    low: str, actions: Mapping[str, tuple[str, ...]], not_actions: frozenset[tuple[int, int]], tongues: Tongues
) -> Said:
    mentions = [each for each in _mentions(low, actions, tongues) if (each.start, each.end) not in not_actions]
    places = _places(low, mentions, tongues)
    kept = {each.mention for each in places if _is_kept(each, tongues)}
    free = [each for each in places if each.mention not in kept]
    claimed = list(_directions(low, free, tongues))
    directions = [each for each in claimed if each is not None and each.old != each.new]
    return Said(
        actions=frozenset(each.action for each in mentions),
        directions=tuple(dict.fromkeys(directions)),
        no_change=bool(kept) or None in claimed or _is_quiet(low, tongues),
        unsure=words_of("unsure", tongues).search(low) is not None,
        wording_only=words_of("wording_only", tongues).search(low) is not None,
        other=words_of("other", tongues).search(low) is not None,
    )


def _is_quiet(low: str, tongues: Tongues) -> bool:
    """A claim that no decision changes, not taken back by "except"."""
    exceptions = words_of("exceptions", tongues, before=r"^[\w\s,，、`'’]{0,24}?")
    contrary = [match.span() for match in words_of("changes_after_all", tongues).finditer(low)]
    return any(
        not exceptions.search(low[match.end() : match.end() + GAP])
        for match in words_of("no_change", tongues).finditer(low)
        if not any(begin < match.end() and match.start() < end for begin, end in contrary)
    )


# Actions


def _mentions(low: str, actions: Mapping[str, tuple[str, ...]], tongues: Tongues) -> list[Mention]:
    found: list[Mention] = []
    for action, aliases in actions.items():
        words, forms = action_words(action, tongues)
        for phrase in dict.fromkeys((action, *aliases, *words)):
            for match in _action_pattern(phrase).finditer(low):
                found.append(Mention(action=action, start=match.start(), end=match.end()))
        for form in forms:
            for match in _form_pattern(form).finditer(low):
                inside = match.groupdict().get("inside") or ""
                found.append(Mention(action=action, start=match.start(), end=match.end(), inside=inside))
    found.sort(key=lambda each: (each.start, -each.end))
    kept: list[Mention] = []
    for each in found:
        if not kept or each.start >= kept[-1].end:
            kept.append(each)
    return kept[:MOST_MENTIONS]


@lru_cache(maxsize=512)
def _form_pattern(form: str) -> re.Pattern[str]:
    """A language's own pattern for an action's word, as a whole word where its script has any."""
    if re.search(f"[{GLUE}]", form):
        return re.compile(form)
    return re.compile(rf"\b(?<!\w[./:-])(?:{form})\b(?![./:-]\w)")


@lru_cache(maxsize=512)
def _action_pattern(phrase: str) -> re.Pattern[str]:
    """An action's name or alias with English endings; words may be parted by blanks, ``_`` or ``-`` and an article."""
    words = [word for word in re.split(r"[\s_-]+", normal(phrase).lower()) if word]
    if not words:
        return re.compile(r"(?!)")
    ascii_only = phrase.isascii()
    parts = [_inflected(word) if ascii_only else re.escape(word) for word in words]
    joined = r"[\s_-]+(?:(?:the|their|its|an?|your|this|that)\s+)?".join(parts)
    # a boundary on either side where the script has any
    left = rf"(?<!{LETTER})(?<!{LETTER}[./:-])" if re.match(LETTER, words[0]) else ""
    right = rf"(?!{LETTER})(?![./:-]{LETTER})" if re.search(f"{LETTER}$", words[-1]) else ""
    return re.compile(f"{left}(?:{joined}){right}")


def _inflected(word: str) -> str:
    irregular = irregular_forms(word)
    if irregular is not None:
        return f"(?:{'|'.join(map(re.escape, irregular))})"
    escaped, stem = re.escape(word), re.escape(word[:-1])
    if word.endswith("y") and len(word) > 2 and word[-2] not in "aeiou":
        return f"{stem}(?:y|ies|ied|ying)"
    if word.endswith("e"):
        return f"{stem}(?:e|es|ed|ing|ion|ions)"
    if word.endswith(("s", "x", "z", "ch", "sh")):
        return f"{escaped}(?:es|ed|ing)?"
    doubled = f"|{re.escape(word[-1])}(?:ed|ing)" if len(word) > 2 and word[-1] not in "aeiouwy" else ""
    return f"{escaped}(?:s|ed|ing|ment|ments{doubled})?"


# Directions


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """An action's mention with the prose around it."""

    mention: Mention
    word: str
    before: str
    after: str
    ahead: str
    """The clause before it, no other action in it; also what stands inside a word that is parted."""
    behind: str
    """The clause after it, likewise."""


def _places(low: str, mentions: Sequence[Mention], tongues: Tongues) -> list[Place]:
    found = []
    for index, each in enumerate(mentions):
        begin = max(mentions[index - 1].end if index else 0, each.start - CLAUSE)
        end = min(mentions[index + 1].start if index + 1 < len(mentions) else len(low), each.end + CLAUSE)
        found.append(
            Place(
                mention=each,
                word=low[each.start : each.end],
                before=low[max(0, each.start - BEFORE) : each.start],
                after=low[each.end : each.end + AFTER].lstrip(" \n`\"'*”」»』"),
                ahead=f"{_parts(low[begin : each.start], tongues)[-1]} {each.inside}",
                behind=f"{each.inside} {_parts(low[each.end : end], tongues)[0]}",
            )
        )
    return found


def _parts(text: str, tongues: Tongues) -> list[str]:
    """A text cut where clauses end."""
    connective = words_of("connectives", tongues, before=r"\b", after=r"\b")
    return [part for piece in BREAKS.split(text) for part in connective.split(piece)]


def _is_kept(each: Place, tongues: Tongues) -> bool:
    """ "still retries", "retry as before": a claim that the action stays."""
    return (
        _right_before("keeps", tongues).search(each.before) is not None
        or words_of("keeps_after", tongues).match(each.after) is not None
        or words_of("keeps_ahead", tongues).search(each.ahead) is not None
        or words_of("keeps_behind", tongues).search(each.behind) is not None
    )


def _directions(low: str, places: Sequence[Place], tongues: Tongues) -> Iterator[Direction | None]:
    """Which action came before and which comes now, as far as the prose says so; None for a change that is denied."""
    mentions = [each.mention for each in places]
    used: set[int] = set()
    for index in range(len(mentions) - 1):
        left, right = mentions[index], mentions[index + 1]
        way = _way(low, left, right, tongues)
        if way is not None:
            used |= {index, index + 1}
            old, new = (left, right) if way == "forward" else (right, left)
            yield None if _is_denied(low, left, right, tongues) else Direction(old=old.action, new=new.action)
    free = [each for index, each in enumerate(mentions) if index not in used]
    roles = [_role(each, tongues) for index, each in enumerate(places) if index not in used]
    for index, (each, role) in enumerate(zip(free, roles, strict=True)):
        if role is None:
            continue
        others = (i for i in (index + 1, index - 1) if 0 <= i < len(free) and roles[i] != role)
        other = next((free[i].action for i in others if free[i].action != each.action), None)
        yield Direction(old=each.action, new=other) if role == "old" else Direction(old=other, new=each.action)
    yield from _into_the_unknown(low, mentions)


def _way(low: str, left: Mention, right: Mention, tongues: Tongues) -> str | None:
    between = low[left.end : right.start]
    if len(between) > GAP:
        return None
    if ARROW.fullmatch(between):
        return "forward"
    if BACK_ARROW.fullmatch(between):
        return "backward"
    bare = between.strip(" \n`\"'*,，“”„«»『』")
    if words_of("forward", tongues).fullmatch(bare):
        return "forward"
    if words_of("backward", tongues).fullmatch(bare):
        return "backward"
    if bare in ("with", "by", "for") and EXCHANGE.search(low[max(0, left.start - BEFORE) : left.start]):
        return "forward"
    return None


def _is_denied(low: str, left: Mention, right: Mention, tongues: Tongues) -> bool:
    """ "not retry -> escalate"; with a word for an arrow, "no longer from retry to …" is another matter."""
    if not ARROW.fullmatch(low, left.end, right.start) and not BACK_ARROW.fullmatch(low, left.end, right.start):
        return False
    words = words_of("denials", tongues, after=r"(?: (?:an?|any|the))?[\s`\"'*:]*$")
    return words.search(low[max(0, left.start - AFTER) : left.start]) is not None


EXCHANGE = re.compile(r"\b(?:replac|swap|exchang|substitut|trad)\w{0,4}[\s`\"'*]*$")


def _into_the_unknown(low: str, mentions: list[Mention]) -> Iterator[Direction]:
    """An arrow with an action on one side only: the other side is no action of the policy, or a name."""
    ends, starts = {each.end for each in mentions}, {each.start for each in mentions}
    for arrow in ARROW.finditer(low):
        if arrow.start() in ends and arrow.end() not in starts and re.match(LETTER, low[arrow.end() :][:1]):
            old = next(each.action for each in mentions if each.end == arrow.start())
            yield Direction(old=old, new=UNKNOWN)
        elif arrow.end() in starts and arrow.start() not in ends:
            new = next(each.action for each in mentions if each.start == arrow.end())
            yield Direction(old=None, new=new)


@cache
def _right_before(kind: Literal["old", "new", "keeps"], tongues: Tongues) -> re.Pattern[str]:
    """Words of a kind at the end of a text, an auxiliary or adverb after them at most."""
    words, between = words_of(kind, tongues).pattern, words_of("between", tongues).pattern
    return re.compile(rf"(?:(?<!{LETTER})|(?=[{GLUE}])){words}(?:\s+{between}){{0,2}}[\s`\"'*“„«‘「『]*$")


def _role(each: Place, tongues: Tongues) -> str | None:
    if words_of("past", tongues).search(each.word):
        return "old"
    for role in ("old", "new"):
        if (
            _right_before(role, tongues).search(each.before)
            or words_of(f"{role}_after", tongues).match(each.after)
            or words_of(f"{role}_ahead", tongues).search(each.ahead)
            or words_of(f"{role}_behind", tongues).search(each.behind)
        ):
            return role
    return None
