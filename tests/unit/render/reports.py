"""Any report at all, for laws that hold whatever is in one."""

from hypothesis import strategies as st

from errgate.core.finding import Finding, Level, Move, Status, Subject, Where
from errgate.core.quote import quote
from errgate.core.report import Decided, DecisionChange, Impact, Ref, Refs, Regenerated, Report, Sentence, Stats
from errgate.rules import RULES

NASTY = (
    "", " ", "::error::forged", "x\r\n::add-mask::a", "a,b:c%0A::x", "##[error]x", "\u202egnp.exe", "\u200b\ufeff", "\x1b[31m",
    "\x00\x08\x0b\x85\u2028\u2029", "\ud800", "\udcff", "\uffff\ufffe", "]]>", "<!--", "&lt;<a b='c'>", "[a](1)", "[a](https://x.invalid)",
    "{0}", "`", "\x01\x02", "%", "%2e%2e/", "//host/x", "/x", "c:/x", "../x", "é ü/日本.json", "a#b?c.json", "\U0001f600",
)  # fmt: skip
TEXT = st.one_of(
    st.sampled_from(NASTY),
    st.text(max_size=30),
    st.text(st.characters(exclude_categories=()), max_size=12),
    st.builds(str.__mul__, st.sampled_from(("x", "é", "::", "%")), st.integers(250, 5_000)),
)
SAID = st.one_of(TEXT.map(quote), st.just("A sentence of ours."), st.builds("{} is gone.".format, TEXT.map(quote)))
FINGERPRINT = st.integers(0, 12).map("{:012x}".format)


def _where() -> st.SearchStrategy[Where]:
    return st.builds(Where, path=TEXT, at=TEXT, line=st.none() | st.integers(1, 10**9))


FINDING = st.builds(
    Finding,
    rule=st.sampled_from([rule.id for rule in RULES]),
    level=st.sampled_from(Level),
    status=st.sampled_from(Status),
    contract=st.sampled_from(("", "payments", "errgate")) | TEXT,
    subject=st.builds(Subject, kind=st.sampled_from(("code", "fixture", "config")), name=TEXT),
    meets=SAID,
    does=SAID,
    change=SAID,
    fingerprint=FINGERPRINT,
    where=st.none() | _where(),
    release=TEXT,
    head=st.none() | TEXT,
    fixtures=st.lists(TEXT, max_size=14).map(tuple),
    cause=st.none() | FINGERPRINT,
    moves=st.lists(st.builds(Move, old=TEXT, new=TEXT), max_size=1).map(tuple),
)
DECIDED = st.builds(
    Decided,
    action=TEXT,
    category=TEXT,
    max_attempts=st.integers(1, 9),
    wait=st.sampled_from((1, 2.5, "none")),
    decided_by=TEXT,
)
CHANGED = st.builds(
    DecisionChange,
    contract=TEXT,
    fixture=TEXT,
    consumer=TEXT,
    old=DECIDED,
    new=DECIDED,
    hurts=st.just("burns-retries"),
    old_code=st.none() | TEXT,
)
REF = st.builds(Ref, name=TEXT, sha=st.just("a" * 40))
REPORTS = st.builds(
    Report,
    verdict=st.sampled_from(("pass", "not-applicable", "blocked", "could-not-evaluate")),
    reason=st.none() | SAID | TEXT,
    config_path=TEXT,
    refs=st.none() | st.builds(Refs, release=REF, base=REF, head=REF, target=REF),
    findings=st.lists(FINDING, max_size=8).map(tuple),
    decisions=st.lists(CHANGED, max_size=2).map(tuple),
    regenerated=st.lists(
        st.builds(
            Regenerated,
            contract=TEXT,
            path=TEXT,
            kind=st.just("value"),
            covered_by=st.none() | st.integers(0, 3),
        ),
        max_size=2,
    ).map(tuple),
    impact=st.builds(
        Impact,
        required=st.booleans(),
        satisfied=st.booleans(),
        sentences=st.lists(st.builds(Sentence, text=TEXT, source=st.just("body")), max_size=2).map(tuple),
        missing=st.lists(SAID, max_size=3).map(tuple),
        skeleton=TEXT,
    ),
    stats=st.just(Stats(fixtures=1, seconds=0.5)),
    preview=st.booleans(),
)
"""Reports that need not make sense."""
