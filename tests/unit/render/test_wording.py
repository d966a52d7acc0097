"""Which findings are headlines, what the verdict says, and the comment's own mechanics."""

from dataclasses import replace

import pytest
from jinja2 import UndefinedError
from jinja2.exceptions import SecurityError
from markdown_it import MarkdownIt

from errgate.core.finding import Level, Status, Subject
from errgate.core.quote import plain
from errgate.core.report import Impact, Ref, Report
from errgate.render import RenderOptions, markdown, render
from errgate.render.markdown import BUDGET, marker, without_refs
from errgate.render.sanitize import Markdown
from errgate.render.wording import headlines, needs_sentence, verdict
from tests.unit.render.samples import BLOCKED, FOLLOWING, REFS, REGENERATED, REMOVED, SAMPLES


def of(*findings: object, **more: object) -> Report:
    return Report(verdict="blocked", refs=REFS, findings=tuple(findings), **more)  # type: ignore[arg-type]


def test_one_root_cause_one_headline() -> None:
    """What follows from a removed code is counted under it."""
    found = headlines(of(REMOVED, *FOLLOWING))
    assert [each.finding for each in found] == [REMOVED]
    assert len(found[0].followers) == 3


def test_a_block_under_a_sentence_is_told_with_it() -> None:
    """A sentence lifts the root, and what it does not lift is said at once, not only after the sentence."""
    row = replace(REMOVED, rule="decision/expectation-failed", cause=REGENERATED[0].fingerprint, fingerprint="0" * 12)
    report = of(REGENERATED[0], row)
    assert headlines(report)[0].graver == row
    assert plain(verdict(report)) == "Blocked. 1 change breaks agents built on `v1.4.0`."
    for kind in ("terminal", "markdown"):
        text = " ".join(render(kind, report, RenderOptions(width=0)).split())
        assert plain(row.change).split(".")[0] in text.replace("\\", "")
    assert headlines(of(REMOVED, *FOLLOWING))[0].graver is None


def test_what_is_no_break_of_agents_is_not_called_one() -> None:
    """A problem of the evidence or of the config stops the merge, and breaks nobody yet."""
    broken = replace(REMOVED, rule="fixtures/unreadable", fingerprint="0" * 12)
    assert verdict(of(broken)) == "Blocked. 1 problem needs a fix."
    assert plain(verdict(of(REMOVED, broken))).endswith("agents built on `v1.4.0`. 1 problem needs a fix.")


def test_one_recording_is_told_once() -> None:
    """That a failure moved to another code and that its recording was regenerated are lifted by the same sentence."""
    moved = replace(REGENERATED[0], rule="decision/reclassified", fingerprint="0" * 12)
    assert [each.finding for each in headlines(of(moved, *REGENERATED))] == [moved, *REGENERATED[1:]]
    elsewhere = replace(moved, contract="refunds")
    assert len(headlines(of(elsewhere, *REGENERATED))) == 4


def test_a_cause_that_does_not_block_is_no_headline() -> None:
    """What follows from an inherited finding speaks for itself."""
    follower = replace(FOLLOWING[0], cause="e" * 12)
    assert [each.finding for each in headlines(of(follower))] == [follower]


def test_causes_in_a_circle_are_not_lost() -> None:
    """A blocked report always says why."""
    one = replace(REMOVED, fingerprint="a" * 12, cause="b" * 12)
    two = replace(REMOVED, fingerprint="b" * 12, cause="a" * 12)
    assert {each.finding.fingerprint for each in headlines(of(one, two))} == {"a" * 12, "b" * 12}


def test_an_explained_root_with_a_breaking_follower_breaks() -> None:
    """A headline is as grave as the gravest of what follows."""
    root = replace(REGENERATED[0], fingerprint="c" * 12)
    [headline] = headlines(of(root, replace(FOLLOWING[0], cause="c" * 12)))
    assert not needs_sentence(headline)


@pytest.mark.parametrize(
    ("report", "said"),
    [
        (of(REMOVED), "Blocked. 1 change breaks agents built on `v1.4.0`."),
        (of(REGENERATED[0]), "Blocked. 1 recording needs an impact sentence."),
        (
            of(replace(REGENERATED[0], subject=Subject(kind="config", name="x"))),
            "Blocked. 1 change needs an impact sentence.",
        ),
        (
            of(REMOVED, *REGENERATED),
            "Blocked. 1 change breaks agents built on `v1.4.0`. 3 recordings need an impact sentence.",
        ),
        (SAMPLES["passes-with-notes"], "Passes. Nothing here breaks agents built on `v1.4.0`."),
        (SAMPLES["passes-after-explanation"], "Passes. 3 changes are explained by the impact sentence."),
        (SAMPLES["nothing-watched-changed"], "Not applicable. No watched path changed."),
        (SAMPLES["could-not-evaluate"], "Could not evaluate. This is not a pass."),
    ],
)
def test_verdict(report: Report, said: str) -> None:
    """In words, with the release's name."""
    assert plain(verdict(report)) == said
    for kind in ("markdown", "terminal"):
        assert said in render(kind, report, RenderOptions())


def test_what_went_wrong_is_said_in_full() -> None:
    """A long message keeps its last sentence, which says what to do."""
    for kind in ("markdown", "terminal"):
        assert "may be concluded." in " ".join(render(kind, SAMPLES["could-not-evaluate"], RenderOptions()).split())


@pytest.mark.parametrize("status", [each for each in Status if each is not Status.INTRODUCED])
@pytest.mark.parametrize("kind", ["markdown", "terminal"])
def test_every_status_is_shown(kind: str, status: Status) -> None:
    """Nothing that was found is left out."""
    report = Report(verdict="pass", refs=REFS, findings=(replace(REMOVED, status=status),))
    text = render(kind, report, RenderOptions())
    assert "RATE_LIMITED" in text
    assert status.value in text.lower() or (status is Status.UNRELEASED and "never released" in text.lower())


def test_a_contract_is_named_only_among_several() -> None:
    """One contract is no news."""
    assert "`payments`:" in render("markdown", SAMPLES["two-contracts"], RenderOptions())
    assert "`payments`:" not in render("markdown", SAMPLES["passes-with-notes"], RenderOptions())


@pytest.mark.parametrize(
    "path", [".github/errgate.yml", "a--b", "a---b", "-->", "->", "--!>", "a\nb", "\ud800", "", "-" * 500]
)
def test_the_marker_is_one_comment(path: str) -> None:
    """Whatever the path, the marker is one line and hides nothing else."""
    made = marker(path)
    assert "\n" not in made
    assert "--" not in made.removeprefix("<!--").removesuffix("-->")
    assert MarkdownIt("commonmark", {"html": True}).render(f"{made}\n**x**").endswith("<p><strong>x</strong></p>\n")
    assert markdown.render(Report(verdict="pass", config_path=path), RenderOptions()).startswith(f"{made}\n**")


def test_b038_another_push_with_the_same_findings_says_the_same() -> None:
    """Only the folded list of commits differs, so that nobody is disturbed by an edit."""
    pushed = replace(BLOCKED, refs=replace(REFS, head=Ref(name="rate-limits", sha="5" * 40)))
    first, second = (render("markdown", each, RenderOptions()) for each in (BLOCKED, pushed))
    assert first != second
    assert without_refs(first) == without_refs(second)
    assert without_refs(first) != without_refs(render("markdown", SAMPLES["passes-with-notes"], RenderOptions()))
    assert "What to change" in without_refs(first)
    assert without_refs("x") == "x"


def test_b033_a_long_sentence_to_paste_loses_names_but_not_its_end() -> None:
    """Names are left out and counted; what is pasted still says what changes."""
    names = ", ".join(f"`v2/failure_{index:04}.json`" for index in range(1_000))
    report = of(
        *REGENERATED, impact=Impact(required=True, missing=("x",), skeleton=f"{names}: retry -> escalate, because …")
    )
    text = render("markdown", report, RenderOptions())
    assert markdown.size(text) <= BUDGET
    assert "retry -> escalate, because …\n```" in text
    assert "more names belong into it" in text


def test_b033_hundreds_of_findings_are_counted() -> None:
    """The verdict counts all of them, whatever is shown."""
    many = [replace(REMOVED, fingerprint=f"{index:012x}", contract="😀" * 60 + str(index)) for index in range(900)]
    text = render("markdown", of(*many), RenderOptions())
    assert markdown.size(text) <= BUDGET
    assert "900 changes break" in text
    assert text.count("<details>") == text.count("</details>")


def test_b075_a_template_escapes_what_is_not_known_to_be_safe() -> None:
    """A bare value is escaped, an unknown name is an error and not a blank, internals are out of reach."""
    environment = markdown.environment()
    assert environment.from_string("{{ x }}").render(x="<b>*x* | @me") == "&lt;b&gt;\\*x\\* \\| `@me`"
    assert environment.from_string("{{ x }}").render(x=Markdown("`<b>`")) == "`<b>`"
    with pytest.raises(SecurityError):
        environment.from_string("{{ ''.__class__.__mro__ }}").render()
    with pytest.raises(UndefinedError):
        environment.from_string("{{ impct }}").render()


@pytest.mark.parametrize("level", [Level.WARN, Level.NOTE])
def test_quiet_findings_need_nothing(level: Level) -> None:
    """A pass says so before it lists them."""
    report = Report(verdict="pass", refs=REFS, findings=(replace(REMOVED, level=level),))
    assert "nothing to do before the merge" in render("markdown", report, RenderOptions())


def test_refs_are_not_needed() -> None:
    """A report from before any ref was found."""
    assert "the release" in verdict(Report(verdict="pass"))


def test_codes_with_another_effect_are_another_item() -> None:
    """What is said of one code must hold for all that it is told with."""
    alike = [replace(REMOVED, fingerprint=f"{index:012x}", meets=f"C{index} is gone.") for index in range(5)]
    other = replace(REMOVED, fingerprint="d" * 12, meets="D is gone.", does="It gives up where it asked a person.")
    text = render("markdown", of(*alike, other), RenderOptions())
    assert "C2 is gone. 2 more like these." in text
    assert "- D is gone. It gives up where it asked a person." in text
