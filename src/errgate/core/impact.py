"""The impact sentence: does it name what changed, say which behaviour, say why, and is it true?

A piece of prose (one paragraph or list item) may hold several sentences. It is read in segments: a sentence that names
something, with the unnamed sentences that follow it. Each segment is judged about what it names; a reason counts for the
whole piece.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from errgate.core.impact_advice import missing, skeleton
from errgate.core.impact_text import (
    Direction,
    Said,
    has_reason,
    names_token,
    paths,
    runs,
    said,
    token_pattern,
    without_asides,
)
from errgate.core.impact_values import GRAVITY, Demand, Judgement, Lack, Name, NameKind, Vocabulary
from errgate.core.report import Sentence

__all__ = ["Demand", "Judgement", "Name", "NameKind", "Vocabulary", "judge"]

STOP = re.compile(r"(?<=[.!?])\s+(?=\S)|(?<=[。！？।])\s*(?=\S)|;\s+|\n")
MOST_SENTENCES = 2_000
"""Sentences of one description that are read."""


def judge(sentences: tuple[Sentence, ...], demands: tuple[Demand, ...], vocabulary: Vocabulary) -> Judgement:
    """Which demands are covered by a sentence that meets all four points, and what the others lack."""
    covered: dict[str, int] = {}
    lacks: dict[str, Lack] = {demand.fingerprint: "name" for demand in demands}
    reader = _Reader(demands, vocabulary)
    for index, piece in enumerate(_pieces(sentences) if demands else []):
        for demand, lack in reader.read(piece):
            if lack is None:
                covered.setdefault(demand.fingerprint, index)
            elif GRAVITY.index(lack) > GRAVITY.index(lacks[demand.fingerprint]):
                lacks[demand.fingerprint] = lack
    open_demands = [demand for demand in demands if demand.fingerprint not in covered]
    return Judgement(
        covered=covered,
        missing=tuple(missing(open_demands, lacks)),
        skeleton=skeleton(open_demands),
    )


def _pieces(sentences: Sequence[Sentence]) -> list[str]:
    """Each sentence's prose; a following one that only says why (``Why: …``) counts with it."""
    found = [sentence.text for sentence in sentences]
    for index in range(len(found) - 1):
        following = sentences[index + 1].text
        if re.match(r"\W*(?:why|reason|because|理由|क्यों|कारण)\s*[:：]?", following, re.IGNORECASE) and has_reason(
            following
        ):
            found[index] = f"{found[index]}\n{following}"
    return found


class _Reader:
    """Reads pieces of prose for some demands. Names are looked up by their runs of letters before they are matched."""

    def __init__(self, demands: Sequence[Demand], vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.meant: dict[tuple[Name, str], list[Demand]] = {}
        """Each distinct name, with the contract that a recording is looked up in, and the demands that it means."""
        for demand in demands:
            for name in demand.names:
                if name.text:
                    key = (name, demand.contract if name.kind == "fixture" else "")
                    self.meant.setdefault(key, []).append(demand)
        self.by_run: dict[str, list[tuple[Name, str]]] = {}
        self.always: list[tuple[Name, str]] = []
        for key in self.meant:
            anchors = _anchors(key[0])
            if not anchors:
                self.always.append(key)
            for run in dict.fromkeys(anchors):
                self.by_run.setdefault(run, []).append(key)
        self.codes: dict[str, list[str]] = {}
        for code in vocabulary.codes:
            for run in _longest(code):
                self.codes.setdefault(run, []).append(code)
        self.fixtures: dict[str, set[tuple[str, str]]] = {}
        for owner, subjects in vocabulary.fixtures.items():
            for subject in subjects:
                relative = subject.partition("/")[2]
                for token in (relative, relative.rpartition("/")[2]):
                    self.fixtures.setdefault(token, set()).add((owner, relative))
        self.left = MOST_SENTENCES

    def read(self, piece: str) -> Iterator[tuple[Demand, Lack | None]]:
        """For each demand that the piece names: what it lacks, or None."""
        limited = _contracts(piece, self.vocabulary)
        reason = has_reason(piece)
        for segment in self.segments(piece):
            named = [
                each for each in self.named(segment) if not limited or each.contract in limited or not each.contract
            ]
            if not named:
                continue
            behaviour = said(segment, self.vocabulary.actions, hint_values=_hint_spans(segment, named))
            for demand in named:
                yield demand, _lack(demand, behaviour, reason)

    def segments(self, piece: str) -> Iterator[str]:
        """Sentences grouped so that unnamed ones go with the named one before them."""
        current, current_named = "", False
        for sentence in STOP.split(piece):
            self.left -= 1
            if self.left < 0:
                break
            named = self.is_about_something(sentence)
            if named and current_named:
                yield current
                current, current_named = "", False
            current = f"{current} {sentence}".strip()
            current_named = current_named or named
        if current:
            yield current

    def is_about_something(self, sentence: str) -> bool:
        """Whether a sentence names a demand, or any code at all."""
        if next(iter(self.named(sentence)), None) is not None:
            return True
        return any(
            names_token(sentence, code, markers="codes?|error")
            for run in runs(sentence)
            for code in self.codes.get(run, ())
        )

    def named(self, text: str) -> list[Demand]:
        """The demands that a text names, what it only sets apart left out."""
        about = without_asides(text)
        tokens = paths(about)
        keys = dict.fromkeys([*(key for run in sorted(runs(about)) for key in self.by_run.get(run, ())), *self.always])
        found: dict[str, Demand] = {}
        for key in keys:
            if self.fits(about, tokens, *key):
                found.update((demand.fingerprint, demand) for demand in self.meant[key])
        return list(found.values())

    def fits(self, text: str, tokens: frozenset[str], name: Name, contract: str) -> bool:
        if name.kind == "fixture":
            return self.is_fixture(text, tokens, name.text, contract)
        if name.kind == "path":
            base = name.text.rpartition("/")[2]
            return any(token in (name.text, base) or token.endswith("/" + name.text) for token in tokens)
        return _is_named(text, tokens, name, self.vocabulary)

    def is_fixture(self, text: str, tokens: frozenset[str], subject: str, contract: str) -> bool:
        """By its path, or by a bare name that only one failure carries."""
        relative = subject.partition("/")[2]
        base = relative.rpartition("/")[2]
        for token in tokens:
            if token == subject or token.endswith("/" + subject):
                return True
            if token in (relative, base):
                limited = _contracts(text, self.vocabulary)
                meant = {each for each in self.fixtures.get(token, ()) if not limited or each[0] in limited}
                if meant <= {(contract, relative)}:
                    return True
        return False


def _longest(text: str) -> tuple[str, ...]:
    """The longest run of letters and digits of a name; nothing where it has none."""
    found = sorted(runs(text), key=lambda run: (-len(run), run))
    return tuple(found[:1])


def _anchors(name: Name) -> tuple[str, ...]:
    """Runs of which a text that means this name holds at least one."""
    match name.kind:
        case "field":
            tokens = [token for token in name.text.split("/") if token and token != "*" and not token.isdigit()]
            return _longest(tokens[-1]) if tokens else _longest(name.text)
        case "fixture" | "path":
            return _longest(name.text.rpartition("/")[2])
        case "entry":
            tail = name.text.partition(" ")[2] or name.text.rpartition(".")[2]
            return (
                *_longest(tail),
                *(("precedence",) if name.text.startswith("precedence") else ()),
                *_longest(name.text),
            )
        case "config" | "part":
            return (*_longest(name.text.rpartition(".")[2]), *_longest(name.text))
        case _:
            return _longest(name.text)


def _contracts(piece: str, vocabulary: Vocabulary) -> frozenset[str]:
    """The contracts that a piece limits itself to; none where there is one contract only."""
    if len(vocabulary.contracts) < 2:
        return frozenset()
    return frozenset(name for name in vocabulary.contracts if token_pattern(name).search(piece))


# Naming


def _is_named(text: str, tokens: frozenset[str], name: Name, vocabulary: Vocabulary) -> bool:
    match name.kind:
        case "code":
            return names_token(text, name.text, markers="codes?|error")
        case "hint":
            return names_token(text, name.text, markers="hint|field|the") or _word(text, name.text)
        case "value":
            return _is_value_named(text, name, vocabulary)
        case "field":
            return _is_field_named(text, tokens, name.text)
        case "entry":
            return _is_entry_named(text, name.text, vocabulary)
        case _:
            return _word(text, name.text) or _word(text, name.text.rpartition(".")[2])


def _word(text: str, word: str) -> bool:
    return bool(word) and token_pattern(word).search(text) is not None


def _is_value_named(text: str, name: Name, vocabulary: Vocabulary) -> bool:
    beside = (
        rf"{re.escape(name.hint)}[\s`\"']*(?:[=:：]|is|of|to|value|says|の|が|は)?[\s`\"']*{re.escape(name.text)}(?!\w)"
    )
    if re.search(beside, text):
        return True
    if name.text in vocabulary.actions:
        return False
    return names_token(text, name.text, markers="value") or (_word(text, name.text) and _word(text, name.hint))


def _is_field_named(text: str, tokens_of_text: frozenset[str], at: str) -> bool:
    tokens = [token for token in at.split("/") if token and token != "*" and not token.isdigit()]
    if not tokens:
        return False
    forms = {at, at.lstrip("/"), ".".join(tokens), tokens[-1]}
    return any(_word(text, form) for form in forms) or at in tokens_of_text


def _is_entry_named(text: str, entry: str, vocabulary: Vocabulary) -> bool:
    if entry in vocabulary.actions:
        return names_token(text, entry, markers="entry")
    head, _, tail = entry.partition(" ")
    if tail:
        return names_token(text, tail, markers=rf"{re.escape(head)}|status|code|http") or _word(text, entry)
    return (
        _word(text, entry)
        or _word(text, entry.rpartition(".")[2])
        or (entry.startswith("precedence") and _word(text, "precedence"))
    )


def _hint_spans(segment: str, demands: Iterable[Demand]) -> frozenset[tuple[int, int]]:
    """Where a hint's value is named beside its hint, which is no action word."""
    found = set()
    for name in (name for demand in demands for name in demand.names if name.kind == "value"):
        for match in re.finditer(
            rf"{re.escape(name.hint)}[\s`\"']*[=:][\s`\"']*({re.escape(name.text)})(?!\w)", segment
        ):
            found.add((match.start(1), match.end(1)))
    return frozenset(found)


# Behaviour and truth


def _lack(demand: Demand, behaviour: Said, reason: bool) -> Lack | None:
    if not demand.behaviour:
        return None if reason else "reason"
    wrong = _untrue(demand, behaviour)
    if wrong is not None:
        return wrong
    return None if reason else "reason"


def _untrue(demand: Demand, behaviour: Said) -> Lack | None:
    moves = {(move.old, move.new) for move in demand.moves}
    if behaviour.unsure:
        return "behaviour"
    claimed = [each for each in behaviour.directions if each.old != each.new]
    if claimed:
        return _misdirected(claimed, moves)
    if behaviour.no_change:
        return "nothing-changes" if moves else None
    if not behaviour.actions:
        return "behaviour"
    if not moves:
        return None if demand.other_difference else "untrue"
    return None if any(new in behaviour.actions for _, new in moves) else "untrue"


def _misdirected(claimed: Sequence[Direction], moves: set[tuple[str, str]]) -> Lack | None:
    """Whether claimed directions fit the measured moves; the exact reverse of one is wrong whatever else is claimed."""
    exact = {(each.old, each.new) for each in claimed if each.old and each.new}
    if any((new, old) in exact and (new, old) not in moves for old, new in moves):
        return "reversed"
    if any(_agrees(each, moves) for each in claimed):
        return None
    if any(_agrees(Direction(old=each.new, new=each.old), moves) for each in claimed):
        return "reversed"
    return "untrue"


def _agrees(direction: Direction, moves: set[tuple[str, str]]) -> bool:
    return any(
        direction.old in (None, old) and direction.new in (None, new) and (direction.old or direction.new)
        for old, new in moves
    )
