"""The report for a terminal: what blocks first, then what a sentence must say, then counts and the verdict."""

from collections.abc import Iterator

from errgate.core.finding import Finding, Status
from errgate.core.report import Report
from errgate.render import RenderOptions
from errgate.render.sanitize import inert, line, visible
from errgate.render.wording import Headline, headlines, needs_sentence, place, verdict

RED, YELLOW, GREEN, BOLD, DIM, PLAIN = "31", "33", "32", "1", "2", "0"


def render(report: Report, options: RenderOptions) -> str:
    """Lines of text, coloured where asked."""

    def paint(text: str, colour: str) -> str:
        return f"\x1b[{colour}m{text}\x1b[{PLAIN}m" if options.colour else text

    lines: list[str] = []
    for each in headlines(report):
        lines += [paint(head, BOLD) if index == 0 else head for index, head in enumerate(_headline(each))]
        lines.append("")
    lines += _impact(report)
    lines += [paint(each, DIM) for each in _rest(report)]
    colour = {"blocked": RED, "could-not-evaluate": YELLOW}.get(report.verdict, GREEN)
    lines.append(paint(line(verdict(report)), colour))
    if report.preview:
        lines.append("This is a preview by the config of this pull request; it does not count.")
    return "\n".join(inert(each) for each in lines) + "\n"


def _headline(each: Headline) -> Iterator[str]:
    finding = each.finding
    where = place(finding)
    contract = f" [{visible(finding.contract)}]" if finding.contract else ""
    yield f"{finding.level}  {finding.rule}{contract}" + (f"  {visible(where)}" if where else "")
    yield f"  {line(finding.meets)}"
    yield f"  {line(finding.does)}"
    yield f"  -> {line(finding.change)}"
    for follower in each.followers[:5]:
        yield f"     follows: {line(follower.meets)} {line(follower.does)}"
    if len(each.followers) > 5:
        yield f"     follows: {len(each.followers) - 5} more"


def _impact(report: Report) -> Iterator[str]:
    if not report.impact.missing:
        return
    yield "The impact sentence:"
    for each in report.impact.missing:
        yield f"  - {line(each)}"
    if report.impact.skeleton and any(needs_sentence(each) for each in headlines(report)):
        yield "  Paste this into the pull request's description and say why:"
        yield ""
        yield "    ## Consumer impact"
        yield ""
        for part in report.impact.skeleton.split("\n"):
            yield f"    {visible(part)}".rstrip()
    yield ""


def _rest(report: Report) -> Iterator[str]:
    """Notes and warnings one line each, the rest counted."""
    quiet = [each for each in report.findings if each.status is Status.INTRODUCED and not each.level.stops]
    for each in quiet[:12]:
        yield f"{each.level}  {_one(each)}"
    if len(quiet) > 12:
        yield f"      {len(quiet) - 12} more warnings and notes"
    for status in (Status.EXPLAINED, Status.RESOLVED, Status.INHERITED, Status.UNRELEASED):
        found = [each for each in report.findings if each.status is status]
        for each in found[:5]:
            yield f"{status}  {_one(each)}"
        if len(found) > 5:
            yield f"{status}  {len(found) - 5} more"
    if quiet or any(each.status is not Status.INTRODUCED for each in report.findings):
        yield ""


def _one(each: Finding) -> str:
    return f"{each.rule}: {line(each.meets)}"
