"""What every format says in the same words: the verdict, and which findings are headlines."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from errgate.core.finding import Finding, Level, Status
from errgate.core.quote import quote, quote_message
from errgate.core.report import Report


@dataclass(frozen=True, slots=True, kw_only=True)
class Headline:
    """One root cause, and the findings that follow from it."""

    finding: Finding
    followers: tuple[Finding, ...]


def headlines(report: Report) -> tuple[Headline, ...]:
    """The blocking findings, one for each root cause, in the report's order. A cause that does not block is no root."""
    blocking = {each.fingerprint: each for each in report.blocking}
    followers: dict[str, list[Finding]] = {}
    roots: list[Finding] = []
    for each in report.blocking:
        cause = _root(each, blocking)
        if cause is each:
            roots.append(each)
        else:
            followers.setdefault(cause.fingerprint, []).append(each)
    found = [Headline(finding=root, followers=tuple(followers.get(root.fingerprint, ()))) for root in roots]
    return tuple(sorted(found, key=lambda each: (_worst(each).rank, each.finding.order)))


def _worst(headline: Headline) -> Level:
    return min((each.level for each in (headline.finding, *headline.followers)), key=lambda level: level.rank)


def _root(finding: Finding, blocking: Mapping[str, Finding]) -> Finding:
    seen = {finding.fingerprint}
    current = finding
    while current.cause is not None and current.cause in blocking and current.cause not in seen:
        current = blocking[current.cause]
        seen.add(current.fingerprint)
    return current


def needs_sentence(headline: Headline) -> bool:
    """Whether a true sentence would lift the headline: nothing of it is a ``block``."""
    return _worst(headline) is Level.EXPLAIN


def release_name(report: Report) -> str:
    """The release, quoted."""
    return quote(report.refs.release.name) if report.refs is not None else "the release"


def verdict(report: Report) -> str:
    """The first line: what the gate says, in one or two sentences."""
    match report.verdict:
        case "not-applicable":
            return f"Not applicable. {report.reason or ''}".strip()
        case "could-not-evaluate":
            return f"Could not evaluate: {quote_message(report.reason or 'no reason given')}"
        case "pass":
            explained = sum(1 for each in report.findings if each.status is Status.EXPLAINED)
            if explained:
                what = "1 change is" if explained == 1 else f"{explained} changes are"
                return f"Passes. {what} explained by the impact sentence."
            return f"Passes. Nothing here stops agents built on {release_name(report)}."
        case _:
            return f"Blocked. {' '.join(_reasons(report))}"


def _reasons(report: Report) -> Iterator[str]:
    found = headlines(report)
    broken = sum(1 for each in found if not needs_sentence(each))
    open_ones = len(found) - broken
    if broken:
        yield f"{_count(broken, 'change breaks', 'changes break')} agents built on {release_name(report)}."
    if open_ones:
        yield f"{_count(open_ones, 'change needs', 'changes need')} an impact sentence."


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def place(finding: Finding) -> str:
    """``path:line``, or nothing."""
    if finding.where is None or not finding.where.path:
        return ""
    return finding.where.path if finding.where.line is None else f"{finding.where.path}:{finding.where.line}"
