"""The report as annotations: workflow commands that GitHub's runner reads from the log of a step.

A command is ``::error file=…,line=…,title=…::message``. The runner splits properties at commas and ends them at the next
``::``, and reads ``%XX`` back; what it would take for syntax is therefore written as ``%XX``. GitHub shows ten errors, ten
warnings and ten notices of a step and drops the rest without a word, so this chooses them: gravest first, the rest counted.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from errgate.core.finding import Finding, Level, Status
from errgate.core.report import Report
from errgate.render import RenderOptions
from errgate.render.sanitize import inert, line, short, shown, visible
from errgate.render.wording import (
    asides,
    exact_path,
    headlines,
    place,
    sentences,
    several_contracts,
    subject_title,
    trouble,
    verdict,
)

MOST = 10
"""Annotations of one kind that GitHub shows for a step."""
LONGEST = 4_000
"""Characters of one message."""
TITLE = 255
"""Characters of one title, as the checks API allows."""
MISSING = 20
"""Points about the impact sentence that are listed."""

Kind = Literal["error", "warning", "notice"]
ACCEPTED = (Status.EXPLAINED, Status.DECLARED, Status.WAIVED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Annotation:
    """One command. The texts are unescaped; ``path`` is None where no file can be named."""

    kind: Kind
    title: str
    message: str
    path: str | None = None
    line: int | None = None


def render(report: Report, options: RenderOptions) -> str:
    """Commands, one a line, and the verdict in plain words below them; without anything to tell only the verdict."""
    lines = [_command(each) for each in _chosen(tuple(_annotations(report)))]
    told = (verdict(report), *(asides(report) if report.preview else ()), *report.impact.missing[:MISSING])
    lines += [inert(line(text)) for text in told]
    return "\n".join(lines) + "\n"


def _chosen(found: Sequence[Annotation]) -> Iterator[Annotation]:
    """As many as are shown of each kind; where some are left out, one notice says how many."""
    kinds: tuple[Kind, ...] = ("error", "warning", "notice")
    groups = {kind: [each for each in found if each.kind == kind] for kind in kinds}
    cut = any(len(group) > MOST for group in groups.values())
    left_out: list[str] = []
    for kind, group in groups.items():
        room = MOST - 1 if cut and kind == "notice" else MOST
        yield from group[:room]
        more = len(group) - room
        if more > 0:
            left_out.append(f"{more} {kind}{'' if more == 1 else 's'}")
    if left_out:
        yield Annotation(
            kind="notice",
            title="errgate: not all is shown here",
            message=f"Left out: {', '.join(left_out)}. --format json lists every finding.",
        )


def _annotations(report: Report) -> Iterator[Annotation]:
    if report.verdict == "could-not-evaluate":
        told = visible(short(trouble(report), LONGEST), keep="\n")
        safe = "\n".join(inert(each) for each in told.split("\n"))
        yield Annotation(kind="error", title="errgate could not evaluate. This is not a pass.", message=safe)
        return
    found = headlines(report)
    several = several_contracts(report)
    quiet = [(kind, each) for each in report.findings if (kind := _quiet(each)) is not None]
    roots = {each.fingerprint for _, each in quiet if each.cause is None}
    told_below = {one.fingerprint for each in found for one in (each.finding, *each.followers)}
    for headline in found:
        below = {one.fingerprint for one in (headline.finding, *headline.followers)}
        more = len(headline.followers) + sum(1 for _, each in quiet if each.cause in below)
        made = _annotation("error", headline.finding, more, several=several)
        yield replace(made, kind="warning", title=f"preview: {made.title}") if report.preview else made
    if report.verdict == "blocked" and not found:
        yield Annotation(kind="error", title="errgate", message=line(verdict(report)))
    for kind, each in sorted(quiet, key=lambda pair: pair[1].level.rank):
        if each.cause is None or each.cause not in told_below | roots:
            more = sum(1 for _, other in quiet if other.cause == each.fingerprint and each.cause is None)
            yield _annotation(kind, each, more, several=several)


def _quiet(finding: Finding) -> Kind | None:
    """The kind of a finding that does not block; None for what blocks, and for what this change did not bring."""
    if finding.blocks or finding.status in (Status.INHERITED, Status.RESOLVED):
        return None
    if finding.status is Status.UNRELEASED:
        return "notice"
    loud = finding.level is Level.WARN or (finding.level.stops and finding.status in ACCEPTED)
    return "warning" if loud else "notice"


def _annotation(kind: Kind, finding: Finding, more: int, *, several: bool) -> Annotation:
    path = exact_path(finding)
    said = list(sentences(finding))
    if path is None and place(finding):
        said.append(f"In {shown(place(finding))}.")
    if more:
        said.append(f"{more} more {'finding follows' if more == 1 else 'findings follow'} from this.")
    status = "" if finding.status is Status.INTRODUCED else f"{finding.status}: "
    return Annotation(
        kind=kind,
        title=f"{status}{subject_title(finding, several=several)}",
        message="\n".join(inert(each) for each in said),
        path=path,
        line=finding.where.line if finding.where is not None else None,
    )


def _command(each: Annotation) -> str:
    properties = []
    if each.path is not None:
        properties.append(f"file={_property(each.path)}")
        if each.line is not None:
            properties.append(f"line={each.line}")
    properties.append(f"title={_property(short(each.title, TITLE))}")
    return f"::{each.kind} {','.join(properties)}::{_data(short(each.message, LONGEST))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
