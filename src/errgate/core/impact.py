"""The impact sentence: does it name what changed, say which behaviour, say why, and is it true?

A piece of prose (one paragraph or list item) may hold several sentences, each about something else. Each sentence is
judged about what it names, and each half of a sentence where both halves name and say something. What a sentence does
not say about behaviour is taken from the unnamed sentences after it, then before it. A reason counts for its whole
piece; a piece that only says why ("Why: …") counts for those before it that give no reason.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from errgate.core.finding import Move
from errgate.core.impact_advice import missing, skeleton
from errgate.core.impact_behaviour import Direction, Said, said
from errgate.core.impact_naming import Namer
from errgate.core.impact_prose import clauses, has_reason, only_reason, sentences
from errgate.core.impact_values import GRAVITY, Demand, Judgement, Lack, Name, NameKind, Vocabulary
from errgate.core.impact_words import normal, spoken
from errgate.core.report import Sentence

__all__ = ["Demand", "Judgement", "Name", "NameKind", "Vocabulary", "judge"]

LONGEST = 10_000
"""Characters of one piece that are read."""
MOST_READINGS = 100_000
"""Pairs of a statement and a demand that it names which are weighed; an author writes far fewer."""
STATEMENT = re.compile(r"[:：]|->|=>|→")


def judge(sentences: tuple[Sentence, ...], demands: tuple[Demand, ...], vocabulary: Vocabulary) -> Judgement:
    """Which demands are covered by a sentence that meets all four points, and what the others lack."""
    covered: dict[str, int] = {}
    lacks: dict[str, Lack] = {demand.fingerprint: "name" for demand in demands}
    texts = [normal(each.text[:LONGEST]) for each in sentences] if demands else []
    namer = Namer(demands, vocabulary, spoken("\n".join(texts)))
    reasons = _reasons(texts, namer)
    readings = 0
    for index, (text, reason) in enumerate(zip(texts, reasons, strict=True)):
        for statement in _statements(text, namer, vocabulary):
            if readings > MOST_READINGS:
                break
            readings += len(statement.named)
            for demand, lack in _weigh(statement, reason, [demands[each] for each in sorted(statement.named)]):
                if lack is None:
                    covered.setdefault(demand.fingerprint, index)
                elif GRAVITY.index(lack) > GRAVITY.index(lacks[demand.fingerprint]):
                    lacks[demand.fingerprint] = lack
    open_demands = [demand for demand in demands if demand.fingerprint not in covered]
    return Judgement(
        covered=covered,
        missing=tuple(
            missing(
                open_demands,
                lacks,
                several_contracts=len(vocabulary.contracts) > 1,
                needs_mark=lambda demand: any(namer.needs_mark(demand, text) for text in texts),
            )
        ),
        skeleton=skeleton(open_demands),
    )


def _reasons(texts: Sequence[str], namer: Namer) -> list[bool]:
    """Whether each piece has a reason: its own, or that of a later piece which says nothing but why."""
    found = [has_reason(text, namer.tongues) for text in texts]
    given = False
    for index in range(len(texts) - 1, -1, -1):
        given = given or (found[index] and only_reason(texts[index], namer.tongues) and not namer.named(texts[index]))
        found[index] = found[index] or given
    return found


# Statements


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A part of a piece, the demands that it names, and what it says about behaviour.

    ``readings``: of the part itself; where that makes no claim, with the unnamed sentences after it; then before it.
    """

    named: frozenset[int]
    readings: tuple[Said, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    """A sentence, or a half of one: the demands that it names, and whether it is about something else."""

    text: str
    named: frozenset[int]
    elsewhere: bool = False


def _statements(piece: str, namer: Namer, vocabulary: Vocabulary) -> Iterator[Statement]:
    limited = namer.contracts(piece)
    lines = [half for line in _lines(piece, namer, limited) for half in _halves(line, namer, vocabulary, limited)]
    for index, line in enumerate(lines):
        if not line.named:
            continue
        named = namer.within(line.named, namer.contracts(line.text) or limited)
        readings: list[Said] = []
        for text in _widened(lines, index):
            readings.append(_hear(text, named, namer, vocabulary))
            if readings[-1].claims:
                break
        yield Statement(named=named, readings=tuple(readings))


def _widened(lines: Sequence[_Line], index: int) -> Iterator[str]:
    """A sentence; then with the unnamed ones after it; then with all before it, where they are about nothing else."""
    text = lines[index].text
    yield text
    after = [each.text for each in _unnamed(lines[index + 1 :])]
    if after:
        text = " ".join([text, *after])
        yield text
    if index and not any(each.named or each.elsewhere for each in lines[:index]):
        yield " ".join([*(each.text for each in lines[:index]), text])


def _unnamed(lines: Sequence[_Line]) -> Iterator[_Line]:
    for each in lines:
        if each.named or each.elsewhere:
            return
        yield each


def _hear(text: str, named: Iterable[int], namer: Namer, vocabulary: Vocabulary) -> Said:
    return said(text, vocabulary.actions, not_actions=namer.value_spans(text, named), tongues=namer.tongues)


def _lines(piece: str, namer: Namer, limited: frozenset[str]) -> Iterator[_Line]:
    """The sentences of a piece; a line inside a sentence begins a new one where it starts with a name and a colon."""
    current = ""
    for text, soft in sentences(piece):
        if current and soft and not _begins_statement(text, namer):
            current = f"{current} {text}"
            continue
        if current:
            yield _line(current, namer, limited)
        current = text
    if current:
        yield _line(current, namer, limited)


def _line(text: str, namer: Namer, limited: frozenset[str]) -> _Line:
    named = namer.named(text, limited)
    return _Line(text=text, named=named, elsewhere=not named and namer.names_a_code(text))


def _begins_statement(text: str, namer: Namer) -> bool:
    colon = STATEMENT.search(text, 0, 300)
    return colon is not None and bool(namer.named(text[: colon.start()]))


def _halves(line: _Line, namer: Namer, vocabulary: Vocabulary, limited: frozenset[str]) -> Iterator[_Line]:
    """A sentence cut where one part that names and says something is followed by another that does."""
    if not line.named:
        yield line
        return
    parts = [_line(text, namer, limited) for text in clauses(line.text, namer.tongues)]
    if sum(1 for part in parts if part.named or part.elsewhere) < 2:
        yield line
        return
    speaks = [_hear(part.text, part.named, namer, vocabulary).anything for part in parts]
    texts: list[str] = []
    about = spoken = False
    for index, part in enumerate(parts):
        names = bool(part.named) or part.elsewhere
        if spoken and about and names and any(speaks[index:]):
            yield _line(" ".join(texts), namer, limited)
            texts, about, spoken = [], False, False
        texts.append(part.text)
        about = about or names
        spoken = spoken or speaks[index]
    yield _line(" ".join(texts), namer, limited)


# Weighing


def _weigh(statement: Statement, reason: bool, named: Sequence[Demand]) -> Iterator[tuple[Demand, Lack | None]]:
    """For each demand that a statement names: what it lacks, or None."""
    elsewhere = frozenset((move.old, move.new) for demand in named for move in demand.moves)
    quiet = any(demand.behaviour and not demand.moves for demand in named)
    known: dict[tuple[object, ...], Lack | None] = {}
    for demand in named:
        key = (demand.behaviour, demand.moves, demand.other_difference)
        if key not in known:
            wrong = (
                [_untrue(demand, each, elsewhere, quiet) for each in statement.readings] if demand.behaviour else [None]
            )
            known[key] = None if None in wrong else wrong[-1]
        lack = known[key]
        yield demand, lack if lack is not None or reason else "reason"


def _untrue(demand: Demand, heard: Said, elsewhere: frozenset[tuple[str, str]], quiet: bool) -> Lack | None:
    """What is wrong with what is said about a demand. ``elsewhere``: the moves of all demands named beside it."""
    if heard.unsure:
        return "behaviour"
    moves = _pairs(demand.moves)
    foreign = [each for each in heard.directions if not _agrees(each, elsewhere)]
    if not moves:
        return _untrue_of_quiet(demand, heard, foreign)
    if heard.directions:
        backwards = any(_agrees(Direction(old=each.new, new=each.old), moves) for each in foreign)
        if backwards:
            return "reversed"
        if not any(_agrees(each, moves) for each in heard.directions):
            return "untrue"
        return "nothing-changes" if heard.no_change and not quiet else None
    if heard.no_change or (heard.wording_only and not heard.actions):
        return "nothing-changes"
    if not heard.actions:
        return "behaviour"
    return None if any(new in heard.actions for _, new in moves) else "untrue"


def _untrue_of_quiet(demand: Demand, heard: Said, foreign: Sequence[Direction]) -> Lack | None:
    if foreign:
        return "untrue"
    if heard.no_change or heard.wording_only:
        return None
    if heard.directions:
        return "untrue"
    if demand.other_difference:
        return None if heard.actions or heard.other else "behaviour"
    return "untrue" if heard.actions else "behaviour"


def _pairs(moves: Iterable[Move]) -> frozenset[tuple[str, str]]:
    return frozenset((move.old, move.new) for move in moves)


def _agrees(direction: Direction, moves: frozenset[tuple[str, str]]) -> bool:
    return any(
        direction.old in (None, old) and direction.new in (None, new) and (direction.old or direction.new)
        for old, new in moves
    )
