"""The pull request's comment: verdict, the one table that matters, what to change; the rest folded.

Whatever comes from the repository stands in code spans or fences. The text keeps to a budget by leaving out whole rows.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from errgate.core.finding import Finding, Status
from errgate.core.quote import quote
from errgate.core.report import DecisionChange, Report
from errgate.render import RenderOptions
from errgate.render.sanitize import code, fence, prose, short, visible
from errgate.render.wording import Headline, headlines, needs_sentence, place, verdict

if TYPE_CHECKING:
    from jinja2 import Template

BUDGET = 60_000
"""Characters and UTF-16 units of the whole comment (GitHub allows 65,536)."""
ROWS = 8
"""Rows of the table, and items of each list, that are shown unfolded."""
ALIKE = 3
"""Findings of one rule that are told before the rest is counted."""
FOLDED = 40
"""Items of each folded list."""


def render(report: Report, options: RenderOptions) -> str:
    """The comment, beginning with the marker by which it is found again."""
    for rows, folded in ((ROWS, FOLDED), (ROWS, 10), (4, 3), (2, 0), (1, 0)):
        text = _fill(report, rows, folded)
        if size(text) <= BUDGET:
            return text
    return f"{_marker(report)}\n**{prose(verdict(report))}**\n\nThe report is too long for a comment; see the JSON report.\n"


def size(text: str) -> int:
    """UTF-8 bytes, which are never fewer than characters or UTF-16 units."""
    return len(text.encode("utf-8", "backslashreplace"))


def _marker(report: Report) -> str:
    path = visible(short(report.config_path)).replace("--", "-\\-").replace(">", "\\>")
    return f"<!-- errgate:{path} -->"


def _fill(report: Report, rows: int, folded: int) -> str:
    found = headlines(report)
    text = _template().render(
        marker=_marker(report),
        verdict=prose(verdict(report)),
        preview=report.preview,
        rows=_limited(list(_rows(report)), rows),
        changes=_limited([_change(group) for group in _alike(found, sentence=False)], rows),
        asked=_limited([_asked(group) for group in _alike(found, sentence=True)], rows),
        missing=_limited([prose(each) for each in report.impact.missing], 2 * rows),
        skeleton=fence(f"## Consumer impact\n\n{_skeleton(report, rows)}", "markdown")
        if report.impact.skeleton
        else "",
        folds=list(_folds(report, found, folded)) if report.verdict in ("pass", "blocked") or report.preview else [],
    )
    return text.strip("\n") + "\n"


@lru_cache(maxsize=1)
def _template() -> "Template":
    from jinja2 import StrictUndefined  # noqa: PLC0415  (loaded only for this format)
    from jinja2.sandbox import ImmutableSandboxedEnvironment  # noqa: PLC0415

    environment = ImmutableSandboxedEnvironment(
        undefined=StrictUndefined,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.from_string(_source("comment.md.j2"))


def _source(name: str) -> str:
    """A template as shipped, or as it lies in a source tree."""
    shipped = resources.files("errgate") / "templates" / name
    if shipped.is_file():
        return shipped.read_text(encoding="utf-8")
    return (Path(__file__).parents[3] / "templates" / name).read_text(encoding="utf-8")


class _Limited:
    """Some items, and how many more there are."""

    def __init__(self, items: Sequence[object], more: int) -> None:
        self.shown = items
        self.more = more


def _limited(items: Sequence[object], limit: int) -> _Limited:
    return _Limited(items[:limit], max(0, len(items) - limit))


def _skeleton(report: Report, rows: int) -> str:
    paragraphs = report.impact.skeleton.split("\n\n")
    return "\n\n".join(short(each) if len(each) > 600 else each for each in paragraphs[: max(rows, 2)])


# The table


def _rows(report: Report) -> Iterator[tuple[str, str, str]]:
    """What an agent meets, what it did, what it will do; one row for each change of decision, recordings counted."""
    groups: dict[tuple[object, ...], list[DecisionChange]] = {}
    for each in report.decisions:
        key = (
            each.contract,
            each.old_code,
            each.new_code,
            each.old.action,
            each.new.action,
            each.old.category,
            each.new.category,
        )
        groups.setdefault(key, []).append(each)
    several = len({each.contract for each in report.decisions}) > 1
    for group in groups.values():
        first = group[0]
        meets = code(first.fixture, in_table=True) + (f" and {len(group) - 1} more" if len(group) > 1 else "")
        if several:
            meets = f"{code(first.contract, in_table=True)}: {meets}"
        if first.old_code != first.new_code:
            meets += f": {_or_none(first.old_code)} → {_or_none(first.new_code)}"
        elif first.old_code is not None:
            meets += f": {code(first.old_code, in_table=True)}"
        yield meets, _decided(first, old=True), _decided(first, old=False)
    if not report.decisions:
        for finding in report.blocking:
            for move in finding.moves[:1]:
                if finding.cause is None and finding.family != "fixtures":
                    yield (
                        code(finding.subject.name, in_table=True),
                        code(move.old, in_table=True),
                        code(move.new, in_table=True),
                    )


def _or_none(value: str | None) -> str:
    return "no code" if value is None else code(value, in_table=True)


def _decided(each: DecisionChange, *, old: bool) -> str:
    value, other = (each.old, each.new) if old else (each.new, each.old)
    words = code(value.action, in_table=True)
    if value.action == other.action and value.category != other.category:
        words += f" ({code(value.category, in_table=True)})"
    elif value.action == other.action:
        wait = value.wait if isinstance(value.wait, str) else f"{value.wait} s"
        words += f" ({value.max_attempts} attempts, wait {code(str(wait), in_table=True)})"
    elif not old:
        words += ", its safe default" if value.on_default else f", by {code(value.decided_by, in_table=True)}"
    return words


# Lists


def _alike(found: Sequence[Headline], *, sentence: bool) -> list[list[Headline]]:
    """Headlines of one rule and contract together, so that eleven renamed codes are one item."""
    groups: dict[tuple[str, str], list[Headline]] = {}
    for each in found:
        if needs_sentence(each) is sentence:
            groups.setdefault((each.finding.rule, each.finding.contract), []).append(each)
    return list(groups.values())


def _change(group: Sequence[Headline]) -> str:
    """What is met, what to do, where, and how much follows from it."""
    first = group[0].finding
    followers = sum(len(each.followers) for each in group)
    follows = f" {followers} more {'follows' if followers == 1 else 'follow'} from it." if followers else ""
    return f"{_met(group)} {prose(first.does)} **{prose(first.change)}**{_at(first)}{follows}"


def _asked(group: Sequence[Headline]) -> str:
    return f"{_met(group)}{_at(group[0].finding)}"


def _met(group: Sequence[Headline]) -> str:
    told = " ".join(prose(each.finding.meets) for each in group[:ALIKE])
    return told if len(group) <= ALIKE else f"{told} {len(group) - ALIKE} more like these."


def _at(finding: Finding) -> str:
    where = "" if finding.subject.kind == "fixture" else place(finding)
    return f" ({code(where)})" if where else ""


def _folds(report: Report, found: Sequence[Headline], limit: int) -> Iterator[tuple[str, _Limited]]:
    """(title, items) of each folded list that holds something."""
    followers = [finding for each in found for finding in each.followers]
    lists = (
        ("Follows from the above", [_line(each) for each in followers]),
        ("Explained", [_line(each) for each in report.findings if each.status is Status.EXPLAINED]),
        ("Impact sentences as read", [code(each.text) for each in report.impact.sentences]),
        ("Resolved by this pull request", [_line(each) for each in report.findings if each.status is Status.RESOLVED]),
        ("Inherited, not counted", [_line(each) for each in report.findings if each.status is Status.INHERITED]),
        ("Never released, not counted", [_line(each) for each in report.findings if each.status is Status.UNRELEASED]),
        (
            "Warnings and notes",
            [_line(each) for each in report.findings if each.status is Status.INTRODUCED and not each.level.stops],
        ),
        ("Judged against", list(_refs(report))),
    )
    for title, items in lists:
        if items:
            yield f"{title} ({len(items)})" if title != "Judged against" else title, _limited(items, limit or 1)


def _line(each: Finding) -> str:
    where = place(each)
    at = f" {code(where)}" if where else ""
    contract = f" {code(each.contract)}" if each.contract else ""
    does = "" if each.status in (Status.EXPLAINED, Status.RESOLVED) else f" {prose(each.does)}"
    return f"{code(each.rule)}{contract}: {prose(each.meets)}{does}{at}"


def _refs(report: Report) -> Iterator[str]:
    if report.refs is not None:
        for role in ("release", "base", "head", "target"):
            ref = getattr(report.refs, role)
            yield f"{role} {code(ref.name)}" + (f" {code(ref.sha[:12])}" if ref.sha else "")
        if report.refs.release.stand_ins:
            yield prose(
                f"taken from base, since the release has none: {', '.join(quote(p) for p in report.refs.release.stand_ins)}"
            )
    for contract, parts in report.not_checked.items():
        yield prose(
            f"not checked in {quote(contract)}, since its config does not name them: {', '.join(quote(p) for p in parts)}"
        )
    yield f"{report.stats.fixtures} recordings"
