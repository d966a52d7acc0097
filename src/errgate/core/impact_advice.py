"""What is missing of an impact sentence, one point a line, and a sentence to paste."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from errgate.core.impact_values import Demand, Lack, Name
from errgate.core.quote import quote

TOGETHER = 4
"""Recordings that are told by the code or value that they share, from so many on."""
MOST_LINES = 10
"""Lines about what is missing."""


def _text(name: Name) -> str:
    if name.kind == "value":
        return f"{name.hint}={name.text}"
    return name.text or "envelope"


def _shown(name: Name) -> str:
    return quote(_text(name))


def missing(
    demands: Sequence[Demand],
    lacks: Mapping[str, Lack],
    *,
    several_contracts: bool = False,
    needs_mark: Callable[[Demand], bool] = lambda _: False,
) -> Iterator[str]:
    """One line for each point that the demands still lack, without repetition and bounded.

    ``needs_mark``: whether a demand's name is there but looks like an ordinary word.
    """
    lines: dict[str, Demand] = {}
    unnamed = [demand for demand in demands if lacks[demand.fingerprint] == "name"]
    together = {} if several_contracts else _by_shared_name(unnamed)
    grouped = {demand.fingerprint for group in together.values() for demand in group}
    for name, group in together.items():
        first = _shown(group[0].names[0])
        lines[f"No sentence names {_shown(name)} ({len(group)} recordings, such as {first})."] = group[0]
    for demand in demands:
        if demand.fingerprint in grouped:
            continue
        of = f" of {quote(demand.contract)}" if several_contracts and demand.contract else ""
        lines.setdefault(_line(demand, lacks[demand.fingerprint], of), demand)
    for line, demand in list(lines.items())[:MOST_LINES]:
        unmarked = lacks[demand.fingerprint] == "name" and needs_mark(demand)
        yield f"{line} Write it in backticks, since it is an ordinary word." if unmarked else line
    if len(lines) > MOST_LINES:
        yield f"{len(lines) - MOST_LINES} more like these."


def _line(demand: Demand, lack: Lack, of: str) -> str:
    told = next((name for name in demand.names if name.kind == "path"), demand.names[0] if demand.names else None)
    subject = (_shown(told) if told is not None else "the change") + of
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


def _by_shared_name(demands: Sequence[Demand]) -> Mapping[Name, tuple[Demand, ...]]:
    """Codes and hint values that name several recordings at once, the one that names most first."""
    left = [demand for demand in demands if demand.names and demand.names[0].kind == "fixture"]
    found: dict[Name, tuple[Demand, ...]] = {}
    while True:
        by_name: dict[Name, list[Demand]] = {}
        for demand in left:
            for name in dict.fromkeys(demand.names):
                if name.kind in ("code", "value"):
                    by_name.setdefault(name, []).append(demand)
        if not by_name or len(most := max(by_name.values(), key=len)) < TOGETHER:
            return found
        name = next(each for each, named in by_name.items() if named is most)
        found[name] = tuple(most)
        told = {demand.fingerprint for demand in most}
        left = [demand for demand in left if demand.fingerprint not in told]


def skeleton(demands: Sequence[Demand]) -> str:
    """Sentences to paste: one for each measured change, with the reason left open."""
    groups: dict[tuple[tuple[str, str], ...] | None, list[Demand]] = {}
    for demand in demands:
        if demand.names:
            key = tuple((move.old, move.new) for move in demand.moves[:1]) if demand.behaviour else None
            groups.setdefault(key, []).append(demand)
    lines = []
    for key, group in groups.items():
        listed = ", ".join(f"`{_safe(name)}`" for name in dict.fromkeys(_pasted_names(group)))
        if key is None:
            lines.append(f"{listed}: changed because …")
        elif key:
            lines.append(f"{listed}: {key[0][0]} -> {key[0][1]}, because …")
        else:
            lines.append(f"{listed}: no decision changes, because …")
    return "\n\n".join(lines)


def _pasted_names(group: Sequence[Demand]) -> Iterator[str]:
    """What to paste for demands of one effect: a code or value that names several of them, else each by its own name."""
    one_contract = len({demand.contract for demand in group}) == 1
    together = _by_shared_name(group) if one_contract else {}
    kept = {name: each for name, each in together.items() if _safe(_text(name)) == _text(name)}
    covered = {demand.fingerprint for each in kept.values() for demand in each}
    yield from (_text(name) for name in kept)
    yield from (_text(_pasted(demand)) for demand in group if demand.fingerprint not in covered)


def _pasted(demand: Demand) -> Name:
    """The first name that a code span can hold as it is."""
    return next((name for name in demand.names if _safe(_text(name)) == _text(name)), demand.names[0])


def _safe(name: str) -> str:
    """A name for a line to paste: no backtick, no control character."""
    return "".join(char for char in name if char.isprintable() and char != "`")
