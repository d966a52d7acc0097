"""Blame: which findings this pull request brings, which it inherits, which it resolves.

Full runs of the comparison rules (release→head, release→base, base→head) are joined on identity; self-consistency
rules run at base and head. Then each decision finding gets the cause that it follows from.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from errgate.core.finding import Draft, Finding, Key, Level, Status, fingerprint

ROOTS = ("registry", "hints")
"""Families that a decision finding can follow from; a finding about a policy entry can too."""

ENVELOPE_ROOTS = ("envelope/alias-conflict", "envelope/code-moved", "envelope/null-undeclared")
"""Rules of the envelope that a decision finding can follow from."""

FIXTURE_ROOTS = ("fixtures/overwritten", "fixtures/proof-lost", "fixtures/wholesale")
"""Rules about recordings that a regenerated one can follow from."""

FOLLOWERS = ("fallback/old-shape-changed", "fallback/lands-elsewhere", "fixtures/regenerated")
"""Rules outside ``decision/`` whose findings may follow from another."""


def finding(draft: Draft, *, contract: str, status: Status, level: Level) -> Finding:
    """A draft with its blame. The draft's own level counts where it is milder than the rule's."""
    mild = draft.level if draft.level is not None and draft.level.rank > level.rank else level
    return Finding(
        rule=draft.rule,
        level=mild,
        status=status,
        contract=contract,
        subject=draft.subject,
        meets=draft.meets,
        does=draft.does,
        change=draft.change,
        fingerprint=fingerprint(draft, contract),
        where=draft.where,
        release=draft.release,
        head=draft.head,
        consumer=draft.consumer,
        fixtures=draft.fixtures,
        keys=draft.keys,
        moves=draft.moves,
        names=draft.names,
    )


def join_comparisons(
    *,
    release_head: Iterable[Draft],
    release_base: Iterable[Draft],
    base_head: Iterable[Draft],
    contract: str,
    level_of: Callable[[str], Level],
    in_release: Callable[[Draft], bool],
) -> tuple[Finding, ...]:
    """The three runs joined on identity.

    In release→head only: introduced; also in release→base: inherited; in release→base only, where it could stop a
    merge: resolved; in base→head only, about something that the release does not have: unreleased, which silences
    ``resolved`` about the same subject. Base→head only about a released subject says that the release's state is being
    restored: nothing to report.
    """

    def table(drafts: Iterable[Draft]) -> Mapping[str, Draft]:
        return {fingerprint(_comparable(draft), contract): draft for draft in drafts}

    rh, rb, bh = table(release_head), table(release_base), table(base_head)

    def made(draft: Draft, status: Status) -> Finding:
        return finding(draft, contract=contract, status=status, level=level_of(draft.rule))

    found = [made(draft, Status.INHERITED if key in rb else Status.INTRODUCED) for key, draft in rh.items()]
    unreleased = [
        each
        for key, draft in bh.items()
        if key not in rh and not in_release(draft) and (each := made(draft, Status.UNRELEASED)).level.stops
    ]
    silenced = {each.subject for each in unreleased}
    resolved = [
        each
        for key, draft in rb.items()
        if key not in rh and draft.subject not in silenced and (each := made(draft, Status.RESOLVED)).level.stops
    ]
    return (*found, *unreleased, *resolved)


def _comparable(draft: Draft) -> Draft:
    """A lost code is one break, whether or not recordings show yet what replaced it."""
    if draft.rule == "registry/broad-code-split":
        return replace(draft, rule="registry/code-removed", head=None)
    return draft


def join_checks(
    *, base: Iterable[Draft], head: Iterable[Draft], contract: str, level_of: Callable[[str], Level]
) -> tuple[Finding, ...]:
    """Self-consistency at base and head: at both inherited, at head only introduced, at base only resolved."""
    before = {fingerprint(draft, contract): draft for draft in base}
    after = {fingerprint(draft, contract): draft for draft in head}

    def made(draft: Draft, status: Status) -> Finding:
        return finding(draft, contract=contract, status=status, level=level_of(draft.rule))

    found = [made(draft, Status.INHERITED if key in before else Status.INTRODUCED) for key, draft in after.items()]
    gone = [made(draft, Status.RESOLVED) for key, draft in before.items() if key not in after]
    return (*found, *(each for each in gone if each.level.stops))


def link_causes(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings, each decision finding with the fingerprint of what it follows from.

    Generated cases that follow from something add nothing to it, and are left out.
    """
    ordered = sorted(findings, key=lambda each: each.order)
    roots: dict[Key, Finding] = {}
    for each in ordered:
        if each.level.stops and (
            each.family in ROOTS or each.subject.kind == "decision" or each.rule in ENVELOPE_ROOTS
        ):
            for key in each.keys:
                roots.setdefault((each.contract, *key), each)
        if each.rule in FIXTURE_ROOTS and each.level.stops:
            for key in each.keys:
                roots.setdefault((each.contract, *key), each)
    groups: dict[tuple[object, ...], Finding] = {}
    for each in ordered:
        if each.family == "decision" and each.rule != "decision/expectation-failed" and each.level.stops:
            groups.setdefault(_same_fixture(each), each)
    linked = (_linked(each, roots, groups) for each in sorted(ordered, key=_is_generated))
    return tuple(each for each in linked if each.cause is None or not _is_generated(each))


def _is_generated(each: Finding) -> bool:
    return each.subject.kind == "fixture" and each.subject.name.startswith("generated/")


def _linked(each: Finding, roots: Mapping[Key, Finding], groups: dict[tuple[object, ...], Finding]) -> Finding:
    if each.cause is not None or each.status is Status.RESOLVED:
        return each
    follows = each.family == "decision" or each.rule in FOLLOWERS
    if not follows:
        return each
    for key in each.keys:
        root = roots.get((each.contract, *key))
        if root is not None and root.fingerprint != each.fingerprint:
            return replace(each, cause=root.fingerprint)
    if each.subject.kind == "decision" or each.family == "fixtures":
        return each
    first = groups.get(_same_fixture(each), each) if each.rule == "decision/expectation-failed" else each
    if first is each:
        group = (each.contract, each.consumer, each.status, each.keys, each.moves)
        first = groups.setdefault(group, each)
    return each if first is each else replace(each, cause=first.fingerprint)


def _same_fixture(each: Finding) -> tuple[object, ...]:
    """What a failed expectation shares with the finding that explains it: the recording and the new action."""
    return ("fixture", each.contract, each.status, each.subject.name, tuple(move.new for move in each.moves))
