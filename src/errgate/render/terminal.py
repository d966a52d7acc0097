"""The report for a terminal: what blocks first, then what a sentence must say, then counts and the verdict."""

import textwrap
from collections.abc import Iterator

from errgate.core.finding import Finding, Status
from errgate.core.report import Report
from errgate.render import RenderOptions
from errgate.render.sanitize import inert, line, short, shown, visible
from errgate.render.wording import EXIT, Headline, asides, headlines, needs_sentence, numbers, place, trouble, verdict

RED, YELLOW, GREEN, BOLD, DIM, PLAIN = "31", "33", "32", "1", "2", "0"
COLOURS = {"blocked": RED, "could-not-evaluate": YELLOW}
FOLLOWERS = 5
"""Findings that follow from a headline, or stand in a list of one status, which are shown before the rest is counted."""
QUIET = 12
"""Warnings and notes that are shown."""
HEADLINES = 50
REASON = 4_000


def render(report: Report, options: RenderOptions) -> str:
    """Lines of text, coloured where asked. A sentence breaks at the width; a name does not."""
    lines = [
        _paint(inert(part), colour if options.colour else "")
        for text, colour in _lines(report)
        for part in _wrapped(text, options.width)
    ]
    return "\n".join(lines) + "\n"


def _paint(text: str, colour: str) -> str:
    return f"\x1b[{colour}m{text}\x1b[{PLAIN}m" if colour and text else text


def _wrapped(text: str, width: int) -> list[str]:
    """The text in lines of at most the width; continued ones stand two columns further in than the first."""
    if len(text) <= width or width < 40:
        return [text]
    indent = text[: len(text) - len(text.lstrip(" "))]
    return textwrap.wrap(
        text, width, subsequent_indent=f"{indent}  ", break_long_words=False, break_on_hyphens=False
    ) or [text]


def _lines(report: Report) -> Iterator[tuple[str, str]]:
    """Each line with its colour."""
    found = headlines(report)
    for each in found[:HEADLINES]:
        for index, text in enumerate(_headline(each)):
            yield text, "" if index else BOLD
        yield "", ""
    if len(found) > HEADLINES:
        yield f"{len(found) - HEADLINES} more; --format json lists them all.", BOLD
        yield "", ""
    for text in _impact(report, found):
        yield text, ""
    for text in numbers(report):
        yield line(text), BOLD
        yield "", ""
    for text in _rest(report):
        yield text, DIM
    for part in short(visible(trouble(report), keep="\n"), REASON).split("\n") if trouble(report) else ():
        yield f"  {part}", ""
    for text in asides(report):
        yield line(text), ""
    colour = COLOURS.get(report.verdict, GREEN)
    yield line(verdict(report)), colour
    yield EXIT[int(report.exit_code)], colour


def _headline(each: Headline) -> Iterator[str]:
    finding = each.finding
    where = place(finding)
    contract = f" [{shown(finding.contract)}]" if finding.contract else ""
    yield f"{finding.level}  {visible(finding.rule)}{contract}" + (f"  {shown(where)}" if where else "")
    yield f"  {line(finding.meets)}"
    yield f"  {line(finding.does)}"
    yield f"  -> {line(finding.change)}"
    if each.graver is not None:
        yield f"  and {each.graver.level}  {visible(each.graver.rule)}: {line(each.graver.meets)}"
        yield f"  -> {line(each.graver.change)}"
    for follower in each.followers[:FOLLOWERS]:
        yield f"     follows: {line(follower.meets)} {line(follower.does)}"
    if len(each.followers) > FOLLOWERS:
        yield f"     follows: {len(each.followers) - FOLLOWERS} more"


def _impact(report: Report, found: tuple[Headline, ...]) -> Iterator[str]:
    if not report.impact.missing:
        return
    yield "The impact sentence:"
    for each in report.impact.missing[:HEADLINES]:
        yield f"  - {line(each)}"
    if report.impact.skeleton and any(needs_sentence(each) for each in found):
        yield "  Paste this into the pull request's description and say why:"
        yield ""
        yield "  ## Consumer impact"
        yield ""
        for part in report.impact.skeleton.split("\n"):
            yield f"  {visible(part)}".rstrip()
    yield ""


def _rest(report: Report) -> Iterator[str]:
    """Notes and warnings one line each, the rest counted."""
    quiet = [each for each in report.findings if each.status is Status.INTRODUCED and not each.level.stops]
    for each in quiet[:QUIET]:
        yield f"{each.level}  {_one(each)}"
    if len(quiet) > QUIET:
        yield f"      {len(quiet) - QUIET} more warnings and notes"
    for status in Status:
        found = [each for each in report.findings if each.status is status]
        if status is Status.INTRODUCED:
            continue
        for each in found[:FOLLOWERS]:
            yield f"{status}  {_one(each)}"
        if len(found) > FOLLOWERS:
            yield f"{status}  {len(found) - FOLLOWERS} more"
    if quiet or any(each.status is not Status.INTRODUCED for each in report.findings):
        yield ""


def _one(each: Finding) -> str:
    return f"{visible(each.rule)}: {line(each.meets)}"
