"""The impact sentence: does it name what changed, say which behaviour, say why, and is it true?

A piece of prose (one paragraph or list item) may hold several sentences. It is read in segments: a sentence that names
something, with the unnamed sentences that follow it. Each segment is judged about what it names; a reason counts for the
whole piece.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from errgate.core.finding import Move
from errgate.core.impact_text import Direction, Said, has_reason, names_token, paths, said, token_pattern
from errgate.core.quote import quote
from errgate.core.report import Sentence

NameKind = Literal["code", "hint", "value", "field", "fixture", "entry", "part", "config", "path"]
STOP = re.compile(r"(?<=[.!?])\s+(?=\S)|(?<=[。！？।])\s*(?=\S)|;\s+|\n")
MOST_LINES = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """A name by which a sentence may mean a demand.

    ``text`` is a code, a hint's name, a hint value (with its ``hint``), a field's pointer or key, ``v2/timeout.json``,
    a policy entry, a part, a config key, or a path.
    """

    kind: NameKind
    text: str
    hint: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Demand:
    """One thing that needs a sentence: a finding at ``explain``, or a regenerated fixture."""

    fingerprint: str
    contract: str
    names: tuple[Name, ...]
    """Any one of these names it. The first is its own subject, for messages."""
    moves: tuple[Move, ...] = ()
    """The measured changes of action; empty: no decision's action changes."""
    behaviour: bool = True
    """False: only the name and the reason are asked (``gate/``, ``wholesale``, ``unexercised``)."""
    other_difference: bool = False
    """No action moved but something else of the decision did (category, attempts, wait)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """What the words of a sentence may mean."""

    actions: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """Action → its aliases, over all contracts."""
    contracts: tuple[str, ...] = ()
    fixtures: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """Contract → the subjects of all its fixtures at either ref (``v2/timeout.json``), to tell bare names that are
    shared between folders or contracts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What the sentences achieve. ``covered``: the demand's fingerprint → index of the sentence that covers it."""

    covered: Mapping[str, int]
    missing: tuple[str, ...]
    skeleton: str


Lack = Literal["name", "behaviour", "reason", "nothing-changes", "reversed", "untrue"]
GRAVITY: tuple[Lack, ...] = ("name", "behaviour", "reason", "nothing-changes", "untrue", "reversed")
"""What a sentence lacks, from the least to the most specific thing to say about it."""


def judge(sentences: tuple[Sentence, ...], demands: tuple[Demand, ...], vocabulary: Vocabulary) -> Judgement:
    """Which demands are covered by a sentence that meets all four points, and what the others lack."""
    covered: dict[str, int] = {}
    lacks: dict[str, Lack] = {demand.fingerprint: "name" for demand in demands}
    for index, piece in enumerate(_pieces(sentences)):
        if not demands:
            break
        for demand, lack in _read(piece, demands, vocabulary):
            if lack is None:
                covered.setdefault(demand.fingerprint, index)
            elif GRAVITY.index(lack) > GRAVITY.index(lacks[demand.fingerprint]):
                lacks[demand.fingerprint] = lack
    open_demands = [demand for demand in demands if demand.fingerprint not in covered]
    return Judgement(
        covered=covered,
        missing=tuple(_missing(open_demands, lacks)),
        skeleton=_skeleton(open_demands),
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


def _read(piece: str, demands: Sequence[Demand], vocabulary: Vocabulary) -> Iterator[tuple[Demand, Lack | None]]:
    """For each demand that the piece names: what it lacks, or None."""
    limited = _contracts(piece, vocabulary)
    asked = [demand for demand in demands if not limited or demand.contract in limited or not demand.contract]
    reason = has_reason(piece)
    for segment in _segments(piece, asked, vocabulary):
        named = [demand for demand in asked if _names(segment, demand, vocabulary)]
        if not named:
            continue
        behaviour = said(segment, vocabulary.actions, hint_values=_hint_spans(segment, named))
        for demand in named:
            yield demand, _lack(demand, behaviour, reason)


def _contracts(piece: str, vocabulary: Vocabulary) -> frozenset[str]:
    """The contracts that a piece limits itself to; none where there is one contract only."""
    if len(vocabulary.contracts) < 2:
        return frozenset()
    return frozenset(name for name in vocabulary.contracts if token_pattern(name).search(piece))


def _segments(piece: str, demands: Sequence[Demand], vocabulary: Vocabulary) -> Iterator[str]:
    """Sentences grouped so that unnamed ones go with the named one before them."""
    current = ""
    current_named = False
    for sentence in STOP.split(piece):
        named = any(_names(sentence, demand, vocabulary) for demand in demands)
        if named and current_named:
            yield current
            current = ""
        current = f"{current} {sentence}".strip()
        current_named = current_named or named
    if current:
        yield current


# Naming


def _names(text: str, demand: Demand, vocabulary: Vocabulary) -> bool:
    return any(_is_named(text, name, demand.contract, vocabulary) for name in demand.names if name.text)


def _is_named(text: str, name: Name, contract: str, vocabulary: Vocabulary) -> bool:
    match name.kind:
        case "code":
            return names_token(text, name.text, markers="codes?|error")
        case "hint":
            return names_token(text, name.text, markers="hint|field|the") or _word(text, name.text)
        case "value":
            return _is_value_named(text, name, vocabulary)
        case "field":
            return _is_field_named(text, name.text)
        case "fixture":
            return _is_fixture_named(text, name.text, contract, vocabulary)
        case "path":
            return any(token == name.text or token.endswith("/" + name.text) for token in paths(text))
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


def _is_field_named(text: str, at: str) -> bool:
    tokens = [token for token in at.split("/") if token and token != "*" and not token.isdigit()]
    if not tokens:
        return False
    forms = {at, at.lstrip("/"), ".".join(tokens), tokens[-1]}
    return any(_word(text, form) for form in forms) or any(token == at for token in paths(text))


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


def _is_fixture_named(text: str, subject: str, contract: str, vocabulary: Vocabulary) -> bool:
    """By its path, or by a bare name that only one failure carries."""
    relative = subject.partition("/")[2]
    base = relative.rpartition("/")[2]
    known = [(owner, each.partition("/")[2]) for owner, subjects in vocabulary.fixtures.items() for each in subjects]
    limited = _contracts(text, vocabulary)
    for token in paths(text):
        if token == subject or token.endswith("/" + subject):
            return True
        if token in (relative, base):
            meant = {
                (owner, each)
                for owner, each in known
                if (each == token or each.rpartition("/")[2] == token) and (not limited or owner in limited)
            }
            if meant <= {(contract, relative)}:
                return True
    return False


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
    claimed = [each for each in behaviour.directions if each.old != each.new]
    if claimed:
        if any(_agrees(each, moves) for each in claimed):
            return None
        if any(_agrees(Direction(old=each.new, new=each.old), moves) for each in claimed):
            return "reversed"
        return "untrue"
    if behaviour.no_change:
        return "nothing-changes" if moves else None
    if not behaviour.actions:
        return "behaviour"
    if not moves:
        return None if demand.other_difference else "untrue"
    return None if any(action in move for move in moves for action in behaviour.actions) else "untrue"


def _agrees(direction: Direction, moves: set[tuple[str, str]]) -> bool:
    return any(
        direction.old in (None, old) and direction.new in (None, new) and (direction.old or direction.new)
        for old, new in moves
    )


# What is missing


def _shown(name: Name) -> str:
    return quote(f"{name.hint}={name.text}" if name.kind == "value" else name.text)


def _missing(demands: Sequence[Demand], lacks: Mapping[str, Lack]) -> Iterator[str]:
    lines = list(dict.fromkeys(_line(demand, lacks[demand.fingerprint]) for demand in demands))
    yield from lines[:MOST_LINES]
    if len(lines) > MOST_LINES:
        yield f"{len(lines) - MOST_LINES} more like these."


def _line(demand: Demand, lack: Lack) -> str:
    subject = _shown(demand.names[0])
    measured = ", ".join(f"{quote(move.old)} -> {quote(move.new)}" for move in demand.moves) or "no action changes"
    match lack:
        case "name":
            other = next((name for name in demand.names[1:] if name.kind in ("code", "value")), None)
            also = f" (or {_shown(other)})" if other is not None else ""
            return f"No sentence names {subject}{also}."
        case "behaviour":
            return f"The sentence about {subject} does not say what agents do now (measured: {measured})."
        case "reason":
            return f"The sentence about {subject} does not say why: add a reason, such as “because …”."
        case "nothing-changes":
            return f"The sentence about {subject} says that nothing changes; measured: {measured}."
        case "reversed":
            return f"The sentence about {subject} has the direction reversed; measured: {measured}."
        case _:
            return f"The sentence about {subject} does not fit what was measured: {measured}."


def _skeleton(demands: Sequence[Demand]) -> str:
    """Sentences to paste: one for each measured change, with the reason left open."""
    groups: dict[tuple[tuple[str, str], ...] | None, list[str]] = {}
    for demand in demands:
        key = tuple((move.old, move.new) for move in demand.moves[:1]) if demand.behaviour else None
        name = demand.names[0]
        groups.setdefault(key, []).append(f"{name.hint}={name.text}" if name.kind == "value" else name.text)
    lines = []
    for key, names in groups.items():
        listed = ", ".join(f"`{_safe(name)}`" for name in dict.fromkeys(names))
        if key is None:
            lines.append(f"{listed}: changed because …")
        elif key:
            lines.append(f"{listed}: {key[0][0]} -> {key[0][1]}, because …")
        else:
            lines.append(f"{listed}: no decision changes, because …")
    return "\n\n".join(lines)


def _safe(name: str) -> str:
    """A name for a line to paste: no backtick, no control character."""
    return "".join(char for char in name if char.isprintable() and char != "`")
