"""Parts that a ref lacks: which may be taken from another ref, and which must be there."""

from dataclasses import replace
from types import MappingProxyType

from errgate.core.contract import PARTS, Contract
from errgate.core.report import Ref
from errgate.errors import Unreadable


def must_be_readable(release: Contract, ref: Ref) -> None:
    """A release that cannot be read cannot be compared with. Raises Unreadable."""
    for part, problem in release.problems.items():
        raise Unreadable(
            f"the {part} cannot be read at the release {ref.name}: {problem.what}",
            path=problem.path,
            line=problem.line,
            fix=f"{problem.fix} If only the release has it, name another with --release, or compare with the merge base "
            "(`release: base`).",
        )


def must_hold_something(base: Contract, head: Contract) -> None:
    """A contract of which nothing at all can be read, at base as little as at head, is not judged. Raises Unreadable."""
    problems = [problem for each in head.fixtures.values() for problem in each.problems]
    if not problems or any(_holds(state) for state in (base, head)):
        return
    known = {(problem.path, problem.blob) for each in base.fixtures.values() for problem in each.problems}
    if all((problem.path, problem.blob) in known for problem in problems):
        first = problems[0]
        raise Unreadable(
            f"nothing of the contract {head.name!r} can be read, so nothing was compared: {first.what}",
            path=first.path,
            line=first.line,
            fix=first.fix,
        )


def _holds(state: Contract) -> bool:
    parts = (state.registry, state.hints, state.envelope)
    return any(part is not None for part in parts) or any(each.fixtures for each in state.fixtures.values())


def completed(head: Contract, base: Contract, release: Contract) -> Contract:
    """Head with each part that is missing or unreadable taken from base (else the release), for replay only.

    The missing part is a finding of its own; without this every decision that it made would be another one.
    """
    return replace(
        head,
        registry=head.registry or base.registry or release.registry,
        hints=head.hints or base.hints or release.hints,
        envelope=head.envelope or base.envelope or release.envelope,
        policy=head.policy or base.policy or release.policy,
    )


def with_stand_ins(release: Contract, base: Contract) -> tuple[Contract, tuple[str, ...]]:
    """A release without config takes each part that it lacks from base."""
    missing = [part for part in PARTS if release.part(part) is None and base.part(part) is not None]
    fixtures = dict(release.fixtures)
    for part in missing:
        if part.startswith("fixtures."):
            name = part.removeprefix("fixtures.")
            fixtures[name] = base.fixtures[name]  # type: ignore[index]
    return (
        replace(
            release,
            registry=base.registry if "registry" in missing else release.registry,
            hints=base.hints if "hints" in missing else release.hints,
            envelope=base.envelope if "envelope" in missing else release.envelope,
            policy=base.policy if "decision" in missing else release.policy,
            fixtures=MappingProxyType(fixtures),
            paths=base.paths,
        ),
        tuple(missing),
    )
