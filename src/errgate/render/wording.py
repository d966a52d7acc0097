"""What every format says in the same words: the verdict, and which findings are headlines."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from errgate.core.finding import Finding, Level, Status
from errgate.core.quote import plain, quote
from errgate.core.report import Numbers, Report
from errgate.render.sanitize import line, shown, visible

JUDGED = frozenset(("registry", "envelope", "hints", "fallback", "decision"))
"""Families whose findings are about what an agent does; the others are about the evidence and the gate itself."""
MOST_RELEASES = 3
"""Releases that one sentence names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Headline:
    """One root cause, and the findings that follow from it."""

    finding: Finding
    followers: tuple[Finding, ...]

    @property
    def graver(self) -> Finding | None:
        """The first follower that no sentence lifts, where one lifts ``finding`` itself."""
        if self.finding.level is not Level.EXPLAIN:
            return None
        return next((each for each in self.followers if each.level is Level.BLOCK), None)


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
    for lost in followers.keys() - {each.fingerprint for each in roots}:  # causes in a circle: each speaks for itself
        roots += followers[lost]
    found = [Headline(finding=root, followers=tuple(followers.get(root.fingerprint, ()))) for root in roots]
    found.sort(key=lambda each: (_worst(each).rank, each.finding.order))
    return tuple(_once_a_recording(found))


def _once_a_recording(found: Sequence[Headline]) -> Iterator[Headline]:
    """What one sentence about one recording would lift is one headline, the first of them."""
    groups: dict[object, list[Headline]] = {}
    for each in found:
        about = each.finding
        alone = not needs_sentence(each) or about.subject.kind != "fixture"
        key = about.fingerprint if alone else (about.contract, about.subject.name)
        groups.setdefault(key, []).append(each)
    for first, *others in groups.values():
        more = tuple(finding for each in others for finding in (each.finding, *each.followers))
        yield replace(first, followers=(*first.followers, *more))


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
    """The release, quoted; all of them where contracts are judged against several."""
    if report.refs is None:
        return "the release"
    found = dict.fromkeys([report.refs.release.name, *(each.name for each in report.refs.by_contract.values())])
    return " and ".join(quote(name) for name in found) if len(found) <= MOST_RELEASES else "their releases"


def verdict(report: Report) -> str:
    """The first line: what the gate says, in one or two sentences."""
    match report.verdict:
        case "not-applicable":
            return f"Not applicable. {report.reason or ''}".strip()
        case "could-not-evaluate":
            return "Could not evaluate. This is not a pass."
        case "pass":
            explained = sum(1 for each in report.findings if each.status is Status.EXPLAINED)
            if explained:
                return f"Passes. {_count(explained, 'change is', 'changes are')} explained by the impact sentence."
            return f"Passes. Nothing here breaks agents built on {release_name(report)}."
        case _:
            return f"Blocked. {' '.join(_reasons(report))}".strip()


def trouble(report: Report) -> str:
    """Why nothing could be evaluated, as one piece of data; empty for any other verdict."""
    return plain(report.reason or "No reason was given.") if report.verdict == "could-not-evaluate" else ""


def asides(report: Report) -> tuple[str, ...]:
    """What stands below the verdict: that a preview does not count, and what is only listed."""
    return tuple(_asides(report))


def _asides(report: Report) -> Iterator[str]:
    if report.preview:
        said = f"it would be blocked. {' '.join(_reasons(report))}" if report.blocking else "it would pass."
        yield f"A preview by the config of this pull request, which does not count: {said}"
        unread = sum(1 for each in report.findings if each.rule == "gate/matches-nothing")
        if unread:
            unread_paths = _count(unread, "path of the config matches", "paths of the config match")
            yield f"{unread_paths} nothing, and would not be checked: see the warnings."
    if report.verdict != "pass":
        return
    quiet = [each.level for each in report.findings if each.status is Status.INTRODUCED]
    counted = ((quiet.count(Level.WARN), "warning"), (quiet.count(Level.NOTE), "note"))
    told = [_count(number, one, f"{one}s") for number, one in counted if number]
    if told:
        yield f"{' and '.join(told)} to read; nothing to do before the merge."
    old = sum(1 for each in report.findings if each.status is Status.INHERITED and each.level.stops)
    if old:
        yield f"{_count(old, 'break was', 'breaks were')} already on the target branch and {_is(old)} not counted here."


def _is(number: int) -> str:
    return "is" if number == 1 else "are"


def _was(number: int) -> str:
    return "was" if number == 1 else "were"


def numbers(report: Report) -> tuple[str, ...]:
    """What the changed decisions mean in a day, one paragraph a contract that states its traffic."""
    several = len({each.contract for each in report.traffic}) > 1
    return tuple(
        (f"{quote(each.contract)}: " if several else "") + " ".join(_in_a_day(each)) for each in report.traffic
    )


def _in_a_day(each: Numbers) -> Iterator[str]:
    outcomes, attempts = round(each.outcomes_per_day), round(each.attempts_per_day)
    if outcomes:
        yield f"Up to {outcomes:,} of {each.calls_per_day:,.0f} calls a day end otherwise."
    if each.dropped:
        errors = f"{each.dropped} of {each.recoverable} recorded recoverable errors"
        yield f"{errors} {_is(each.dropped)} no longer retried."
    if each.burnt:
        errors = _count(each.burnt, "recorded error", "recorded errors")
        yield f"{errors} that {_was(each.burnt)} not retried {_is(each.burnt)} now."
    if attempts < 0:
        yield (
            f"{-attempts:,} attempts fewer a day: a retry budget does not show it, since it counts retries that happen. "
            "Chart the retries that recovered."
        )
    elif attempts > 0:
        share = attempts / each.calls_per_day
        told = f"{attempts:,} attempts more a day, {share:.1%} of the calls"
        if share <= each.budget:
            yield f"{told}: a retry budget of {each.budget:.0%} lets them through. Chart the retries that recovered."
        else:
            yield f"{told}: above a retry budget of {each.budget:.0%}, which then refuses retries that would recover."


def several_contracts(report: Report) -> bool:
    """Whether a contract must be named for a reader to know which is meant."""
    found = {each.contract for each in report.findings} | {each.contract for each in report.decisions}
    return len(found - {""}) > 1


EXIT = {
    0: "Exit code 0: the merge may go on.",
    1: "Exit code 1: the merge is blocked.",
    2: "Exit code 2: nothing was judged.",
}
"""What each exit code means, for the last line of a log."""


def _reasons(report: Report) -> Iterator[str]:
    found = headlines(report)
    unexplained = [each.finding for each in found if needs_sentence(each)]
    stopping = [each.graver or each.finding for each in found if not needs_sentence(each)]
    broken = sum(1 for each in stopping if each.family in JUDGED)
    if broken:
        yield f"{_count(broken, 'change breaks', 'changes break')} agents built on {release_name(report)}."
    if len(stopping) > broken:
        yield f"{_count(len(stopping) - broken, 'problem needs', 'problems need')} a fix."
    if unexplained:
        what = "recording" if all(each.subject.kind == "fixture" for each in unexplained) else "change"
        yield f"{_count(len(unexplained), f'{what} needs', f'{what}s need')} an impact sentence."


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def place(finding: Finding) -> str:
    """``path:line``, or nothing."""
    if finding.where is None or not finding.where.path:
        return ""
    return finding.where.path if finding.where.line is None else f"{finding.where.path}:{finding.where.line}"


def exact_path(finding: Finding) -> str | None:
    """The path of the finding's file for a machine, or None where there is none or it holds what must not be shown."""
    path = finding.where.path if finding.where is not None else ""
    return path if path and visible(path) == path else None


def sentences(finding: Finding) -> tuple[str, ...]:
    """What the consumer meets, what it does, what to change: a line each, safe for a log; those unsaid are left out."""
    said = (line(finding.meets), line(finding.does), f"-> {line(finding.change)}" if finding.change else "")
    return tuple(each for each in said if each)


def subject_title(finding: Finding, *, several: bool) -> str:
    """The rule and what it is about on one line; with the contract where a report holds several."""
    contract = f"[{shown(finding.contract)}] " if several and finding.contract else ""
    return f"{contract}{visible(finding.rule)}: {shown(finding.subject.name)}"
