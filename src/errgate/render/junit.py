"""The report as JUnit XML, which most CI systems show as tests.

One suite a contract, one test case a finding, and a suite of errgate's own whose one case is the verdict, so that a run
without findings shows a test too. What blocks is a failure; what does not count here is skipped, with the reason; what could
not be evaluated is an error. The dialect is the common one: ``testsuites``, ``testsuite``, ``testcase`` with ``failure``,
``error``, ``skipped`` and ``system-out``. No time is told, so that the same input gives the same bytes.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from xml.etree import ElementTree as ET

from errgate.core.finding import Finding, Status
from errgate.core.report import Report
from errgate.render import RenderOptions
from errgate.render.sanitize import inert, line, short, shown, visible
from errgate.render.wording import asides, exact_path, place, sentences, trouble, verdict

OWN = "errgate"
"""The suite of the verdict, and of findings that belong to no contract."""
MESSAGE = 1_000
"""Characters of a ``message`` attribute, which viewers show on one line."""
REASON = 4_000
SKIPPED = {
    Status.INHERITED: "Already on the target branch, and not counted here.",
    Status.UNRELEASED: "Of something that no release has; a note.",
    Status.EXPLAINED: "Explained by the impact sentence.",
    Status.DECLARED: "A declared break.",
    Status.WAIVED: "Waived.",
}
"""Why a finding of a status does not count."""


def render(report: Report, options: RenderOptions) -> str:
    """An XML 1.0 document of suites; whatever XML cannot hold is shown as an escape."""
    suites: dict[str, list[ET.Element]] = {OWN: [_verdict(report)]}
    names = Counter(_name(each) for each in report.findings)
    for finding in report.findings:
        case = _case(finding, preview=report.preview, twice=names[_name(finding)] > 1)
        suites.setdefault(finding.contract or OWN, []).append(case)
    root = ET.Element("testsuites", {"name": OWN, **_counts([each for cases in suites.values() for each in cases])})
    for name, cases in suites.items():
        suite = ET.SubElement(root, "testsuite", {"name": shown(name), **_counts(cases)})
        suite.extend(cases)
    ET.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _counts(cases: Sequence[ET.Element]) -> dict[str, str]:
    found = Counter(child.tag for case in cases for child in case)
    counted = {"failures": found["failure"], "errors": found["error"], "skipped": found["skipped"]}
    return {"tests": str(len(cases)), **{name: str(number) for name, number in counted.items()}, "time": "0"}


def _name(finding: Finding) -> tuple[str, str, str]:
    return finding.contract, finding.rule, shown(finding.subject.name)


def _verdict(report: Report) -> ET.Element:
    """The case that is always there."""
    case = ET.Element("testcase", classname=OWN, name="verdict", time="0")
    said = line(verdict(report))
    match report.verdict:
        case "could-not-evaluate":
            reason = visible(short(trouble(report), REASON), keep="\n")
            _outcome(case, "error", said, reason.split("\n"), kind=report.verdict)
        case "blocked":
            _outcome(case, "failure", said, list(_sentence(report)), kind=report.verdict)
        case "not-applicable":
            _outcome(case, "skipped", said, [line(each) for each in asides(report)])
        case _:
            _said(ET.SubElement(case, "system-out"), [said, *(line(each) for each in asides(report))])
    return case


def _sentence(report: Report) -> Iterator[str]:
    """What the impact sentence lacks, and one to paste."""
    if report.impact.missing:
        yield "The impact sentence:"
        yield from (f"- {line(each)}" for each in report.impact.missing)
    if report.impact.skeleton:
        yield "To paste into the pull request's description under Consumer impact, with the reason filled in:"
        yield from (visible(each) for each in report.impact.skeleton.split("\n"))


def _case(finding: Finding, *, preview: bool, twice: bool) -> ET.Element:
    told = f" [{finding.fingerprint}]" if twice else ""
    name = f"{visible(finding.rule)} {shown(finding.subject.name)}{told}"
    case = ET.Element("testcase", classname=visible(finding.family), name=name, time="0")
    path = exact_path(finding)
    if path is not None:
        case.set("file", path)
        if finding.where is not None and finding.where.line is not None:
            case.set("line", str(finding.where.line))
    meets, *others = sentences(finding) or (name,)
    where = [f"In {shown(place(finding))}"] if place(finding) else []
    if finding.blocks and not preview:
        _outcome(case, "failure", meets, [*others, *where], kind=finding.level.value)
    elif finding.blocks:
        _outcome(case, "skipped", f"A preview, which does not count: {meets}", [*others, *where])
    elif finding.status in SKIPPED:
        _outcome(case, "skipped", f"{SKIPPED[finding.status]} {meets}", [*others, *where])
    else:
        label = "resolved" if finding.status is Status.RESOLVED else finding.level.value
        _said(ET.SubElement(case, "system-out"), [f"{label}: {meets}", *others, *where])
    return case


def _outcome(case: ET.Element, tag: str, message: str, text: Sequence[str], *, kind: str | None = None) -> None:
    made = ET.SubElement(case, tag, message=short(message, MESSAGE))
    if kind is not None:
        made.set("type", kind)
    _said(made, [message, *text] if len(message) > MESSAGE else text)


def _said(element: ET.Element, lines: Sequence[str]) -> None:
    """Lines of text, none of which is a command to a log."""
    element.text = "\n".join(inert(each) for each in lines) or None
