"""Reports of each kind, as the outputs meet them. ``python -m tests.unit.render.samples`` writes the kept outputs anew."""

import hashlib
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from errgate.core.finding import Finding, Level, Move, Status, Subject, Where
from errgate.core.quote import quote
from errgate.core.report import (
    Decided,
    DecisionChange,
    Impact,
    Numbers,
    Ref,
    Refs,
    Regenerated,
    Report,
    Sentence,
    Stats,
)
from errgate.render import FORMATS, RenderOptions, render

KEPT = Path(__file__).parents[2] / "data" / "reports"
ENDINGS = {
    "markdown": "md",
    "terminal": "txt",
    "json": "json",
    "github": "github.txt",
    "sarif": "sarif",
    "junit": "xml",
}
REFS = Refs(
    release=Ref(name="v1.4.0", sha="1" * 40, stand_ins=("hints",)),
    base=Ref(name="main@2222222", sha="2" * 40),
    head=Ref(name="rate-limits", sha="3" * 40),
    target=Ref(name="main", sha="4" * 40),
)
ESCALATES = Decided(
    action="escalate", category="throttled", max_attempts=1, wait="none", decided_by="unknown_code", on_default=True
)
RETRIES = Decided(action="retry", category="throttled", max_attempts=3, wait="backoff", decided_by="code TRANSIENT")
NOT_CHECKED = {"payments": ("envelope", "fixtures.synthetic")}


def finding(rule: str, name: str, meets: str, does: str = "", change: str = "", **more: object) -> Finding:
    """A finding about a code unless more is said."""
    values: dict[str, object] = {
        "level": Level.BLOCK,
        "status": Status.INTRODUCED,
        "contract": "payments",
        "subject": Subject(kind="code", name=name),
        "fingerprint": hashlib.sha256(f"{rule}|{name}".encode("utf-8", "backslashreplace")).hexdigest()[:12],
        **more,
    }
    return Finding(rule=rule, meets=meets, does=does, change=change, **values)  # type: ignore[arg-type]


REMOVED = finding(
    "registry/code-removed",
    "TRANSIENT",
    f"{quote('TRANSIENT')} is renamed to {quote('RATE_LIMITED')}.",
    f"An agent built on {quote('v1.4.0')} takes its safe default and escalates where it retried.",
    f"Keep {quote('TRANSIENT')} on the wire and in the registry; put the specific code into a second field, or retire it "
    "at a major version.",
    where=Where(path="contract/codes.yml", at="/codes/TRANSIENT", line=14),
    release="TRANSIENT",
    fixtures=("fixtures/v1/timeout.json", "fixtures/v1/throttled.json", "fixtures/v1/upstream.json"),
    moves=(Move(old="retry", new="escalate"),),
)
RECORDINGS = ("timeout.json", "throttled.json", "upstream.json")
FOLLOWING = tuple(
    finding(
        "decision/new-error-changed",
        f"v2/{name}",
        f"{quote(f'v2/{name}')} now carries {quote('RATE_LIMITED')} where the release sent {quote('TRANSIENT')}.",
        f"An agent built on {quote('v1.4.0')} escalates (the safe default) where it retried.",
        "Send the released code.",
        subject=Subject(kind="fixture", name=f"v2/{name}"),
        where=Where(path=f"fixtures/v2/{name}"),
        cause=REMOVED.fingerprint,
    )
    for name in RECORDINGS
)
REGENERATED = tuple(
    finding(
        "fixtures/regenerated",
        f"v2/{name}",
        f"{quote(f'v2/{name}')} has another value.",
        "Tests that compare with it are green again; what an agent does about it is not said.",
        "Write under Consumer impact what agents do differently (or that no decision changes), and why.",
        level=Level.EXPLAIN,
        subject=Subject(kind="fixture", name=f"v2/{name}"),
        where=Where(path=f"fixtures/v2/{name}"),
    )
    for name in RECORDINGS
)
DECISIONS = tuple(
    DecisionChange(
        contract="payments",
        fixture=f"fixtures/v2/{name}",
        consumer="policy",
        old=RETRIES,
        new=ESCALATES,
        hurts="drops-recoverable",
        old_code="TRANSIENT",
        new_code="RATE_LIMITED",
    )
    for name in RECORDINGS
)
WARNING = finding(
    "registry/status-unlike-wire",
    "INVALID",
    f"{quote('v2/invalid.json')} carries {quote('INVALID')} with status 400; the registry says 422.",
    "A consumer that decides by status and one that goes by the registry disagree.",
    "Let the two agree.",
    level=Level.WARN,
    where=Where(path="contract/codes.yml", line=21),
)
NOTES = tuple(
    finding(
        "registry/code-added",
        code,
        f"{quote(code)} is new.",
        f"An agent built on {quote('v1.4.0')} takes its safe default and escalates.",
        "Nothing to do.",
        level=Level.NOTE,
        where=Where(path="contract/codes.yml", line=line),
        head=code,
    )
    for code, line in (("QUOTA_SPENT", 30), ("REGION_DOWN", 31))
)
INHERITED = finding(
    "registry/code-redefined",
    "DENIED",
    f"{quote('DENIED')} has another action: {quote('escalate')} is now {quote('abandon')}.",
    f"An agent built on {quote('v1.4.0')} goes by the old action.",
    f"Restore action {quote('escalate')} for {quote('DENIED')}.",
    status=Status.INHERITED,
)


def _regenerated(covered_by: int | None) -> tuple[Regenerated, ...]:
    return tuple(
        Regenerated(contract="payments", path=f"fixtures/v2/{name}", kind="value", covered_by=covered_by)
        for name in RECORDINGS
    )


BLOCKED = Report(
    verdict="blocked",
    refs=REFS,
    touched={"payments": ("registry", "fixtures")},
    not_checked=NOT_CHECKED,
    findings=(REMOVED, *FOLLOWING, *REGENERATED, WARNING, *NOTES, INHERITED),
    decisions=DECISIONS,
    regenerated=_regenerated(None),
    impact=Impact(
        required=True,
        missing=(f"No sentence names {quote('v2/timeout.json')} (or {quote('TRANSIENT')}).",),
        skeleton="`v2/timeout.json`, `v2/throttled.json`, `v2/upstream.json`: retry -> escalate, because …",
    ),
    stats=Stats(fixtures=212, seconds=0.21),
)
SENTENCE = "`TRANSIENT`: retry -> fix_request for v2/timeout.json, because limits are not outages."
TWO_CONTRACTS = Report(
    verdict="blocked",
    refs=REFS,
    findings=(
        REMOVED,
        finding(
            "gate/config-loosened",
            "refunds.volatile",
            f"{quote('refunds.volatile')}: {quote('/code')} is no longer compared.",
            "Later pull requests would be checked less; this one is judged by the target's config.",
            "Undo it, or say in one sentence that names the key why less is enough.",
            level=Level.EXPLAIN,
            contract="refunds",
            subject=Subject(kind="config", name="refunds.volatile"),
            where=Where(path=".github/errgate.yml", line=12),
        ),
        finding(
            "registry/code-removed",
            "EXPIRED",
            f"{quote('EXPIRED')} is gone.",
            f"An agent built on {quote('v1.4.0')} takes its safe default and escalates where it retried.",
            f"Keep {quote('EXPIRED')} on the wire and in the registry.",
            contract="refunds",
            where=Where(path="refunds/codes.yml"),
            moves=(Move(old="retry", new="escalate"),),
        ),
    ),
    impact=Impact(
        required=True,
        sentences=(Sentence(text="`refunds.volatile` changes.", source="body"),),
        missing=(
            f"The sentence about {quote('refunds.volatile')} does not say why: add a reason, such as “because …”.",
        ),
        skeleton="`refunds.volatile`: changed because …",
    ),
    stats=Stats(fixtures=31),
)
_PAYLOAD = (
    "x|`y` @octocat #1 closes #2 GH-3 https://evil.example ![i](b) </details><h1>Approved</h1> <!-- \u202e\u200b\x1b[31m\r\n"
    "::error file=a::forged\n##[error]no {{7*7}} {% raw %} ```\n# Approved\n"
)
HOSTILE = Report(
    verdict="blocked",
    config_path="a--b-->c---",
    refs=Refs(
        release=Ref(name="v1|@x", sha="1" * 40),
        base=REFS.base,
        head=Ref(name="\ud800", sha="3" * 40),
        target=REFS.target,
    ),
    touched={_PAYLOAD: ("registry",)},
    findings=(
        finding(
            "registry/code-removed",
            _PAYLOAD,
            f"{quote(_PAYLOAD)} is gone.",
            f"An agent built on {quote('@v1')} escalates on {quote('a``b`c')}.",
            f"Keep {quote('</code></details>')}{quote('@octocat')}.",
            contract=_PAYLOAD,
            where=Where(path="a\udcff`b|c.yml", line=1),
            release={"\ud800": _PAYLOAD},
        ),
    ),
    decisions=(
        DecisionChange(
            contract=_PAYLOAD,
            fixture="fixtures/v1/|pipe|.json",
            consumer="policy",
            old=RETRIES,
            new=Decided(action="a|b", category="@c", max_attempts=1, wait="none", decided_by="code `|`"),
            hurts="may-repeat-side-effect",
            old_code=_PAYLOAD,
            new_code="",
        ),
    ),
    impact=Impact(
        required=True,
        sentences=(Sentence(text=_PAYLOAD, source="body"),),
        missing=(f"No sentence names {quote(_PAYLOAD)}.",),
        skeleton="`x`: ```\n# Approved\n::error::x, because …",
    ),
)
LOST = Numbers(
    contract="payments", calls_per_day=10_000, transient_rate=0.02, outcomes_per_day=200, attempts_per_day=-400,
    dropped=3, burnt=0, recoverable=3,
)  # fmt: skip
"""Retries that are lost."""
SAMPLES: Mapping[str, Report] = {
    "blocked-by-a-removed-code": BLOCKED,
    "blocked-with-numbers": replace(BLOCKED, traffic=(LOST,)),
    "blocked-by-a-missing-sentence": Report(
        verdict="blocked",
        refs=REFS,
        findings=(
            finding(
                "decision/reclassified",
                "v2/timeout.json",
                f"{quote('v2/timeout.json')} now carries {quote('INVALID')} where the release sent {quote('TRANSIENT')}.",
                f"An agent built on {quote('v1.4.0')} fixes the request where it retried.",
                "Say in the impact sentence why this failure belongs to the other code, or keep its code.",
                level=Level.EXPLAIN,
                subject=Subject(kind="fixture", name="v2/timeout.json"),
                where=Where(path="fixtures/v2/timeout.json"),
            ),
            *REGENERATED,
        ),
        regenerated=_regenerated(None),
        impact=Impact(
            required=True,
            missing=tuple(f"No sentence names {quote(f'v2/{name}')}." for name in RECORDINGS),
            skeleton="`v2/timeout.json`: retry -> fix_request, because …\n\n"
            "`v2/throttled.json`, `v2/upstream.json`: no decision changes, because …",
        ),
        stats=Stats(fixtures=212),
    ),
    "passes-with-notes": Report(
        verdict="pass", refs=REFS, findings=(WARNING, *NOTES, INHERITED), stats=Stats(fixtures=212)
    ),
    "passes-after-explanation": Report(
        verdict="pass",
        refs=REFS,
        findings=tuple(
            finding(
                each.rule,
                each.subject.name,
                each.meets,
                level=Level.EXPLAIN,
                status=Status.EXPLAINED,
                subject=each.subject,
                where=each.where,
            )
            for each in REGENERATED
        ),
        regenerated=_regenerated(0),
        impact=Impact(required=True, satisfied=True, sentences=(Sentence(text=SENTENCE, source="body"),)),
        stats=Stats(fixtures=212),
    ),
    "could-not-evaluate": Report(
        verdict="could-not-evaluate",
        reason="contract/hints.yml:7: unknown key `valeus` (did you mean `values`?). Correct the key; the keys that are "
        "understood are listed in the README under hints. Nothing was compared, and so nothing may be concluded.",
    ),
    "adoption": Report(
        verdict="not-applicable",
        reason="errgate is being installed: the target has no config yet.",
        preview=True,
        refs=REFS,
        findings=(REMOVED, WARNING),
        decisions=DECISIONS[:1],
        stats=Stats(fixtures=212),
    ),
    "nothing-watched-changed": Report(verdict="not-applicable", reason="No watched path changed.", refs=REFS),
    "two-contracts": TWO_CONTRACTS,
    "hostile": HOSTILE,
}


def main() -> int:
    """Write every sample in every format."""
    KEPT.mkdir(parents=True, exist_ok=True)
    for name, report in SAMPLES.items():
        for kind in FORMATS:
            text = render(kind, report, RenderOptions())
            (KEPT / f"{name}.{ENDINGS[kind]}").write_text(text, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
