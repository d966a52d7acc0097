"""The pull request's comment: verdict, the one table that matters, what to change; the rest folded.

Whatever comes from the repository stands in code spans or fences. The text keeps to a budget by leaving out whole rows.
"""

import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from errgate.core.decide import retries
from errgate.core.finding import Finding, Status
from errgate.core.quote import quote
from errgate.core.report import DecisionChange, Report
from errgate.render import RenderOptions
from errgate.render.sanitize import Markdown, bold, code, fence, prose, short, visible, words
from errgate.render.wording import (
    Headline,
    asides,
    headlines,
    needs_sentence,
    numbers,
    place,
    several_contracts,
    trouble,
    verdict,
)

if TYPE_CHECKING:
    from jinja2 import Environment, Template

BUDGET = 60_000
"""Bytes of the whole comment (GitHub allows 65,536 characters)."""
ROWS = 8
"""Rows of the table, and items of each list, that are shown unfolded."""
ALIKE = 3
"""Findings of one rule that are told before the rest is counted."""
FOLDED = 40
"""Items of each folded list."""
PASTED = 6_000
"""Bytes of the sentence to paste."""
REASON = 2_000
"""Characters of what went wrong where nothing could be evaluated."""
QUOTED = 600
"""Characters of an impact sentence as read."""
REFS = "Judged against"

Item = TypeVar("Item")


def render(report: Report, options: RenderOptions) -> str:
    """The comment, beginning with the marker by which it is found again."""
    for rows, folded, pasted in ((ROWS, FOLDED, PASTED), (ROWS, 10, PASTED), (4, 3, PASTED), (2, 1, 2_000), (1, 0, 0)):
        text = _fill(report, rows, folded, pasted)
        if size(text) <= BUDGET:
            return text
    first = bold(prose(verdict(report)))
    return f"{marker(report.config_path)}\n{first}\n\nThe report is too long for a comment; see the JSON report.\n"


def size(text: str) -> int:
    """UTF-8 bytes, which are never fewer than characters or UTF-16 units."""
    return len(text.encode("utf-8", "backslashreplace"))


def marker(config_path: str) -> Markdown:
    """The first line of every comment about one config file; whatever the path holds, it is one HTML comment."""
    path = re.sub(r"-(?=-)", r"-\\", visible(short(config_path))).replace(">", "\\>")
    return Markdown(f"<!-- errgate:{path} -->")


def without_refs(comment: str) -> str:
    """A comment but for the commits that it was judged against. Two that agree in this say the same to a reader."""
    return comment.rpartition(f"\n<details><summary>{REFS}</summary>")[0] or comment


def _fill(report: Report, rows: int, folded: int, pasted: int) -> str:
    found = headlines(report)
    several = several_contracts(report)
    told = report.verdict in ("pass", "blocked") or report.preview
    skeleton, left_out = _skeleton(report.impact.skeleton, pasted)
    text = _template().render(
        marker=marker(report.config_path),
        verdict=bold(prose(verdict(report))),
        trouble=_trouble(trouble(report)),
        aside=_spaced([prose(each) for each in asides(report)]),
        rows=_limited(list(_rows(report)), rows, lambda each: each),
        numbers=[prose(each) for each in numbers(report)[:rows]],
        changes=_limited(_alike(found, sentence=False), rows, lambda group: _change(group, several=several)),
        asked=_limited(_alike(found, sentence=True), rows, lambda group: _asked(group, several=several)),
        missing=_limited(report.impact.missing, 2 * rows, prose),
        skeleton=fence(f"## Consumer impact\n\n{skeleton}", "markdown") if skeleton and not report.preview else None,
        left_out=left_out,
        folds=list(_folds(report, found, folded)) if told else [],
        refs_title=Markdown(REFS),
        refs=_limited(list(_refs(report)), folded, lambda each: each) if told else None,
    )
    return text.strip("\n") + "\n"


def _trouble(text: str) -> Markdown | None:
    """What went wrong in full, in lines that fit a comment."""
    kept = short(text, REASON).split("\n")
    return fence("\n".join(textwrap.fill(each, 96, break_long_words=False) for each in kept), "text") if text else None


@lru_cache(maxsize=1)
def _template() -> "Template":
    return environment().from_string(_source("comment.md.j2"))


def environment() -> "Environment":
    """Jinja2 as it is used here: sandboxed, an unknown name is an error, what is not known to be safe is escaped."""
    from jinja2 import StrictUndefined  # noqa: PLC0415  (loaded only for this format)
    from jinja2.sandbox import ImmutableSandboxedEnvironment  # noqa: PLC0415

    return ImmutableSandboxedEnvironment(
        undefined=StrictUndefined,
        autoescape=True,
        finalize=_finalize,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def _source(name: str) -> str:
    """A template as shipped, or as it lies in a source tree."""
    shipped = resources.files("errgate") / "templates" / name
    if shipped.is_file():
        return shipped.read_text(encoding="utf-8")
    return (Path(__file__).parents[3] / "templates" / name).read_text(encoding="utf-8")


def _finalize(value: object) -> object:
    """Whatever a template shows and is not known to be safe Markdown is escaped."""
    return value if hasattr(value, "__html__") or isinstance(value, int) else words(str(value))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Limited:
    """Some items, and how many more there are."""

    shown: Sequence[object]
    more: int


def _limited(items: Sequence[Item], limit: int, show: Callable[[Item], object]) -> _Limited:
    return _Limited(shown=[show(each) for each in items[:limit]], more=max(0, len(items) - limit))


def _skeleton(text: str, limit: int) -> tuple[str, int]:
    """The sentences to paste up to a length, and how many names were left out. A sentence loses names, never its end."""
    kept: list[str] = []
    left_out, room = 0, limit
    for paragraph in text.split("\n\n") if text else ():
        names, colon, end = paragraph.rpartition(": ")
        listed = names.split(", ")
        number = len(listed)
        while len(listed) > 1 and size(", ".join(listed)) + size(end) > room:
            listed = listed[: len(listed) // 2]
        made = f"{', '.join(listed)}{colon}{end}"
        fits = size(made) <= room
        left_out += number - (len(listed) if fits else 0)
        if fits:
            kept.append(made)
            room -= size(made)
    return "\n\n".join(kept), left_out


# The table


def _rows(report: Report) -> Iterator[tuple[Markdown, Markdown, Markdown]]:
    """What an agent meets, what it did, what it will do; one row for each change of decision, recordings counted."""
    several = several_contracts(report)
    groups: dict[tuple[object, ...], list[DecisionChange]] = {}
    introduced = [each for each in report.decisions if not each.inherited]
    for each in introduced:
        old, new = each.old, each.new
        key = (each.contract, each.old_code, each.new_code, old.action, new.action, old.category, new.category)
        groups.setdefault(key, []).append(each)
    for group in groups.values():
        first = group[0]
        meets = f"{_owner(first.contract, several)}{_cell(first.fixture)}"
        if len(group) > 1:
            meets += f" and {len(group) - 1} more"
        if first.old_code != first.new_code:
            meets += f": {_code(first.old_code)} → {_code(first.new_code)}"
        elif first.old_code is not None:
            meets += f": {_code(first.old_code)}"
        yield Markdown(meets), _decided(first, old=True), _decided(first, old=False)
    for finding in report.blocking if not introduced else ():
        if finding.moves and finding.cause is None and finding.family != "fixtures":
            subject = f"{_owner(finding.contract, several)}{_cell(finding.subject.name)}"
            yield Markdown(subject), _cell(finding.moves[0].old), _cell(finding.moves[0].new)


def _cell(value: str) -> Markdown:
    return code(value, in_table=True)


def _code(value: str | None) -> str:
    return "no code" if value is None else _cell(value)


def _owner(contract: str, several: bool) -> str:
    return f"{_cell(contract)}: " if several and contract else ""


def _decided(each: DecisionChange, *, old: bool) -> Markdown:
    value, other = (each.old, each.new) if old else (each.new, each.old)
    told = str(_cell(value.action))
    if value.action == other.action and value.category != other.category:
        told += f" ({_cell(value.category)})"
    elif value.action == other.action:
        wait = value.wait if isinstance(value.wait, str) else f"{value.wait} s"
        told += f" ({value.max_attempts} attempts, wait {_cell(wait)})"
    elif not old:
        told += ", its safe default" if value.on_default else f", by {_cell(value.decided_by)}"
        told += _harm(each)
    return Markdown(told)


def _harm(each: DecisionChange) -> str:
    """What it costs, where that is plain: a retry that is lost, or one that is new."""
    if each.hurts == "may-repeat-side-effect":
        return "; it may repeat a side effect"
    if retries(each.new.action) and not retries(each.old.action):
        return "; spends retries"
    return "; no longer recovers" if retries(each.old.action) and each.new.on_default else ""


# Lists


def _alike(found: Sequence[Headline], *, sentence: bool) -> list[list[Headline]]:
    """Headlines of one rule and contract together, so that eleven renamed codes with one effect are one item."""
    groups: dict[tuple[str, str, str], list[Headline]] = {}
    for each in found:
        if needs_sentence(each) is sentence:
            effect = "" if sentence else each.finding.does
            groups.setdefault((each.finding.rule, each.finding.contract, effect), []).append(each)
    return list(groups.values())


def _change(group: Sequence[Headline], *, several: bool) -> Markdown:
    """What is met, what an agent does, what to change, where, and how much follows from it."""
    first = group[0].finding
    parts = [_met(group, several=several), prose(first.does), bold(prose(first.change))]
    if any(each.finding.change != first.change for each in group):
        parts.append(Markdown("Likewise for the others."))
    parts.append(_at(first))
    if group[0].graver is not None:
        parts += [prose(group[0].graver.meets), bold(prose(group[0].graver.change))]
    followers = sum(len(each.followers) for each in group)
    if followers:
        parts.append(Markdown(f"{followers} more {'follows' if followers == 1 else 'follow'} from it."))
    return _spaced(parts)


def _asked(group: Sequence[Headline], *, several: bool) -> Markdown:
    return _spaced([_met(group, several=several), _at(group[0].finding)])


def _met(group: Sequence[Headline], *, several: bool) -> Markdown:
    contract = group[0].finding.contract
    told = [Markdown(f"{code(contract)}:")] if several and contract else []
    told += [prose(each.finding.meets) for each in group[:ALIKE]]
    if len(group) > ALIKE:
        told.append(Markdown(f"{len(group) - ALIKE} more like these."))
    return _spaced(told)


def _spaced(parts: Sequence[Markdown]) -> Markdown:
    return Markdown(" ".join(part for part in parts if part))


def _at(finding: Finding) -> Markdown:
    where = "" if finding.subject.kind == "fixture" else place(finding)
    return Markdown(f"({code(where)})" if where else "")


def _folds(report: Report, found: Sequence[Headline], limit: int) -> Iterator[tuple[Markdown, _Limited]]:
    """(title, items) of each folded list that holds something."""
    several = several_contracts(report)
    quiet = [each for each in report.findings if each.status is Status.INTRODUCED and not each.level.stops]
    lists: tuple[tuple[str, Sequence[Finding]], ...] = (
        ("Follows from the above", [finding for each in found for finding in each.followers]),
        ("Explained", _with(report, Status.EXPLAINED)),
        ("Declared, a break on purpose", _with(report, Status.DECLARED)),
        ("Waived", _with(report, Status.WAIVED)),
        ("Warnings and notes", quiet),
        ("Resolved by this pull request", _with(report, Status.RESOLVED)),
        ("Inherited, not counted", _with(report, Status.INHERITED)),
        ("Never released, not counted", _with(report, Status.UNRELEASED)),
    )
    for title, findings in lists:
        if findings:
            items = _limited(findings, limit, lambda each: _line(each, several=several))
            yield Markdown(f"{title} ({len(findings)})"), items
        if title == "Explained" and report.impact.sentences:
            items = _limited(range(len(report.impact.sentences)), limit, lambda index: _sentence(report, index))
            yield Markdown(f"Impact sentences as read ({len(report.impact.sentences)})"), items


def _with(report: Report, status: Status) -> Sequence[Finding]:
    return [each for each in report.findings if each.status is status]


def _sentence(report: Report, index: int) -> Markdown:
    """A sentence in a code span, and the recordings that it covers."""
    covered = [each.path for each in report.regenerated if each.covered_by == index]
    told = str(code(" ".join(report.impact.sentences[index].text.split("\n")), limit=QUOTED))
    if covered:
        more = f" and {len(covered) - ALIKE} more" if len(covered) > ALIKE else ""
        told += f" covers {', '.join(code(each) for each in covered[:ALIKE])}{more}"
    return Markdown(told)


def _line(each: Finding, *, several: bool) -> Markdown:
    does = Markdown("") if each.status in (Status.EXPLAINED, Status.RESOLVED) else prose(each.does)
    contract = Markdown(f" {code(each.contract)}" if several and each.contract else "")
    where = place(each)
    at = Markdown(f"({code(where)})" if where else "")
    return _spaced([Markdown(f"{code(each.rule)}{contract}:"), prose(each.meets), does, at])


def _refs(report: Report) -> Iterator[Markdown]:
    if report.refs is not None:
        for role in ("release", "base", "head", "target"):
            ref = getattr(report.refs, role)
            sha = f" ({code(ref.sha[:12])})" if ref.sha and ref.sha[:7] not in ref.name else ""
            yield Markdown(f"{role} {code(ref.name)}{sha}")
        for contract, ref in report.refs.by_contract.items():
            yield Markdown(f"release of {code(contract)}: {code(ref.name)}")
        if report.refs.release.stand_ins:
            parts = ", ".join(quote(part) for part in report.refs.release.stand_ins)
            yield prose(f"taken from base, since the release has none: {parts}")
    for contract, missing in report.not_checked.items():
        parts = ", ".join(quote(part) for part in missing)
        yield prose(f"not checked in {quote(contract)}, since its config does not name them: {parts}")
    recordings, generated = report.stats.fixtures, report.stats.generated
    told = f"{recordings} {'recording' if recordings == 1 else 'recordings'}"
    yield Markdown(told + (f", {generated} cases generated from them" if generated else ""))
