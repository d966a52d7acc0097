"""Lists of error codes in parsed files: where they are, how their entries are read, and how sure that is."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import log2

from errgate.core import pointer
from errgate.core.discovery.fields import UNUSED, USABLE, Entry, Mapped, code_key, map_fields
from errgate.core.discovery.words import (
    code_of,
    parts,
    path_score,
    speaks_of_codes,
    speaks_of_errors,
    strength,
    troubles,
)
from errgate.core.value import Json, kind

DEPTH = 6
"""Levels at which lists of codes are looked for."""
MOST = 400
"""Containers of one file that are looked at closely."""
SURE = 50
"""Points from which a list is taken for the registry without being named."""
ITSELF = "jmes: @"
"""The entry itself, where it is a number or a flag."""
TELLING = ("status", "description", "retryable", "action", "category", "cause")
"""Fields that entries of a registry tend to state."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One list of codes that may be the registry."""

    path: str
    pattern: str
    """Where the entries are: what the config calls ``codes``."""
    codes: tuple[str, ...]
    """In the file's order, as far as they could be told."""
    mapped: Mapped = field(default_factory=lambda: Mapped(fields={}, found={}))
    reader: str = "data"
    kind: str = "list"
    """What it is, for people: a map, a list, an enum."""
    score: int = 0
    reasons: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = field(default=(), compare=False, repr=False)
    speaks: bool = False
    """Something says that these are errors: a name, statuses from 400, or the words of the codes."""

    @property
    def sure(self) -> bool:
        """Whether it can be taken without being named."""
        return self.speaks and self.score >= SURE


def candidates(path: str, document: Json, *, least: int = 2) -> list[Candidate]:
    """Every list of at least that many codes in a document, the likeliest first."""
    found = [
        made for tokens in _containers(document) if (made := _candidate(path, document, tokens, least)) is not None
    ]
    merged = [made for tokens in _merged(found) if (made := _candidate(path, document, tokens, least)) is not None]
    best: dict[str, Candidate] = {each.pattern: each for each in [*found, *merged]}
    return sorted(best.values(), key=order)


def order(candidate: Candidate) -> tuple[int, int, int, str, str]:
    """The likeliest first; then the longer list, the shorter path."""
    return -candidate.score, -len(candidate.codes), len(candidate.path), candidate.path, candidate.pattern


def _containers(document: Json) -> Iterator[tuple[str, ...]]:
    """The patterns of all lists and maps down to a depth that hold anything, the outer ones first."""
    level: list[tuple[tuple[str, ...], Json]] = [((), document)]
    count = 0
    for _ in range(DEPTH):
        deeper: list[tuple[tuple[str, ...], Json]] = []
        for tokens, value in level:
            if kind(value) not in ("array", "object") or not value:
                continue
            count += 1
            if count > MOST:
                return
            yield (*tokens, "*")
            children = value.items() if isinstance(value, Mapping) else ()
            deeper += [((*tokens, key), child) for key, child in children if key != "*"]
        level = deeper


def _merged(found: Sequence[Candidate]) -> Iterator[tuple[str, ...]]:
    """Patterns that differ in one key only, as one pattern with a star there: groups of codes."""
    seen: dict[tuple[str, ...], int] = {}
    for candidate in found:
        tokens = pointer.parse(candidate.pattern)
        for index, token in enumerate(tokens):
            if token != "*":
                pattern = (*tokens[:index], "*", *tokens[index + 1 :])
                seen[pattern] = seen.get(pattern, 0) + 1
    yield from (pattern for pattern, count in seen.items() if count > 1)


def _candidate(path: str, document: Json, tokens: tuple[str, ...], least: int) -> Candidate | None:
    """The list of codes that a pattern finds, or None where its entries are none."""
    matches = list(pointer.find(document, pointer.build(tokens)))
    if len(matches) < least or len(matches) > 100_000:
        return None
    outer = pointer.build(tokens[:-1])
    is_map = all(isinstance(each.value, Mapping) for each in pointer.find(document, outer))
    values = [each.value for each in matches]
    keys = [each.stars[-1] for each in matches] if is_map else None
    made = _read(values, keys, stars=tokens.count("*"))
    if made is None:
        return None
    codes, mapped, entries, what = made
    candidate = Candidate(
        path=path, pattern=pointer.build(tokens), codes=tuple(codes), mapped=mapped, kind=what, entries=entries
    )
    return scored(candidate, names=[token for token in tokens if token != "*"])


def _read(
    values: Sequence[Json], keys: Sequence[str] | None, *, stars: int
) -> tuple[list[str], Mapped, tuple[Entry, ...], str] | None:
    """Codes, mapping, entries and kind of a container's values, or None."""
    entries = [value for value in values if isinstance(value, Mapping)]
    if entries and len(entries) == len(values):
        key = code_key(entries, may_be_key=keys is not None)
        if key is None and keys is None:
            return None
        mapped = map_fields(entries, code_key=key, star=stars if keys is not None else None)
        codes = [code_of(entry[key]) or "" for entry in entries] if key is not None else list(keys or ())
        if keys is not None and key is None and not any(each in mapped.found for each in TELLING):
            return None
        return codes, mapped, tuple(entries), "map" if keys is not None else "list"
    if entries:
        return None
    if keys is not None:
        return _bare(values, keys, stars)
    texts = [text for value in values if (text := code_of(value)) is not None]
    return (texts, Mapped(fields={}, found={}), (), "list") if len(texts) == len(values) else None


def _bare(
    values: Sequence[Json], keys: Sequence[str], stars: int
) -> tuple[list[str], Mapped, tuple[Entry, ...], str] | None:
    """A map of names to flags, to numbers, or to texts and nothing."""
    if all(isinstance(value, bool) for value in values):
        flags = tuple({"name": key, "retryable": value} for key, value in zip(keys, values, strict=True))
        return list(keys), Mapped(fields={"retryable": ITSELF}, found={"retryable": "retryable"}), flags, "map"
    if all(isinstance(value, int) for value in values):
        return _numbers(keys, values, stars)
    if not all(value is None or isinstance(value, str) for value in values):
        return None
    described = tuple({"description": value} for value in values if isinstance(value, str) and value)
    return list(keys), Mapped(fields={}, found={"description": "description"} if described else {}), described, "map"


def _numbers(
    keys: Sequence[str], values: Sequence[Json], stars: int
) -> tuple[list[str], Mapped, tuple[Entry, ...], str] | None:
    """A map of names to numbers: the statuses of codes, or numeric codes with their names."""
    numbers = [value for value in values if isinstance(value, int)]
    entries = tuple({"name": key, "status": value} for key, value in zip(keys, values, strict=True))
    if all(100 <= number <= 599 for number in numbers):
        return list(keys), Mapped(fields={"status": ITSELF}, found={"status": "status"}), entries, "map"
    if len(set(numbers)) < len(numbers):
        return None
    mapped = Mapped(fields={"code": ITSELF, "name": f"{{{stars}}}"}, found={"name": "name"})
    return [str(number) for number in numbers], mapped, entries, "map"


def scored(candidate: Candidate, *, names: Sequence[str]) -> Candidate | None:
    """A candidate with its points and the reasons for them, or None where the codes do not look like any.

    ``names``: the keys on the way to it.
    """
    codes = candidate.codes
    likeness = sum(strength(code) for code in codes) / len(codes)
    if likeness < 0.5 or len(set(codes)) * 3 < len(codes):
        return None
    points, reasons = path_score(candidate.path)
    speaks = points >= 20 or any(speaks_of_errors(part) for part in candidate.path.split("/"))
    if any(speaks_of_errors(name) for name in names):
        points, speaks = points + 22, True
        reasons.append(f"`{next(name for name in names if speaks_of_errors(name))}` speaks of errors")
    elif any(speaks_of_codes(name) for name in names):
        points += 8
    points += round(20 * likeness)
    words = [" ".join(parts(code)) for code in codes]
    named = (
        [" ".join(parts(str(entry.get("name", "")))) for entry in candidate.entries]
        if "name" in candidate.mapped.found
        else []
    )
    share = max(troubles(words), troubles(named))
    spoken = troubles(str(entry.get(candidate.mapped.found.get("description", ""), "")) for entry in candidate.entries)
    points += round(25 * max(share, spoken))
    if max(share, spoken) >= 0.35:
        speaks = True
        reasons.append("its words are those of errors")
    more, failing, stated = _stated(candidate)
    points += more + min(12, round(2 * log2(len(codes))))
    if stated:
        reasons.append(f"its entries state {_listed(stated)}")
    if not any(speaks_of_errors(part) for part in candidate.path.split("/")) and _is_settings(candidate):
        points -= 40
    if not candidate.entries and share < 0.2 and not any(speaks_of_errors(name) for name in names):
        points -= 25  # bare words that say nothing of errors
    return replace(candidate, score=points, reasons=tuple(reasons), speaks=speaks or failing)


def _stated(candidate: Candidate) -> tuple[int, bool, list[str]]:
    """Points for what the entries state, whether their statuses are those of failures, and the fields by name."""
    found = candidate.mapped.found
    stated = [name for name in TELLING if name in found]
    points = 6 * min(3, len(stated)) + (12 if "retryable" in found or "action" in found else 0)
    statuses = [code_of(entry.get(found["status"])) or "" for entry in candidate.entries] if "status" in found else []
    numbers = [int(each) for each in statuses if each.isascii() and each.isdigit()]
    failing = bool(numbers) and sum(1 for each in numbers if each >= 400) * 2 > len(numbers)
    return points + (18 if failing else 0), failing, stated


def _is_settings(candidate: Candidate) -> bool:
    """Names of variables and settings look like codes as well: a map of short texts without any message."""
    return candidate.kind == "map" and not any(name in candidate.mapped.found for name in ("status", "description"))


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def overlaps(each: Candidate, chosen: Candidate) -> bool:
    """Whether a list is the chosen one, a part of it, or around it."""
    shared = set(each.codes) & set(chosen.codes)
    if each.path != chosen.path:
        return False
    start = pointer.parse(chosen.pattern)
    own = pointer.parse(each.pattern)[: len(start)]
    return 2 * len(shared) > min(len(each.codes), len(chosen.codes)) or (
        len(own) == len(start) and all(token in ("*", part) for token, part in zip(start, own, strict=True))
    )


def mappings(candidate: Candidate | None) -> list[Mapping[str, str]]:
    """What to change in the guessed mapping, one attempt after the other: first nothing, at the end hardly anything is left."""
    if candidate is None:
        return [{}]
    found = candidate.mapped.found
    tried: list[Mapping[str, str]] = []
    flags = [entry["deprecated"] for entry in candidate.entries if "deprecated" in entry]
    if "state" not in found and flags and all(isinstance(each, bool) for each in flags):
        tried.append({"state": "jmes: deprecated && 'deprecated' || 'active'"})
    tried.append({})
    if "action" in found and "retryable" in found:
        tried.append({"retryable": UNUSED})
    bare = {name: UNUSED for name in USABLE if name in found}
    return [*tried, bare] if bare else tried
