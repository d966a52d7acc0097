"""A part of the contract is missing at head.

Why it matters: what is missing is not checked. Deleting the registry must not be a way to pass.
Breaks when: a part is there at base or at the release, and head's tree or head's config lacks it.
Safe when: it moved and head's config says where to.
How to fix: restore the part.
"""

from collections.abc import Iterator

from errgate.core.contract import PARTS, Contract, Part
from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.quote import quote
from errgate.core.rule import Change, Rule


def _there(contract: Contract, part: Part) -> bool:
    return contract.part(part) is not None or part in contract.problems


def _change(change: Change) -> Iterator[Draft]:
    for part in PARTS:
        before = change.base if _there(change.base, part) else change.release
        if not _there(before, part) or _there(change.head, part):
            continue
        path = change.head.paths.get(part) or before.paths.get(part, "")
        old = before.paths.get(part, "")
        if part not in change.head.paths:
            how, fix = "head's config no longer names it", f"Name {quote(old)} in the config again."
        elif path != old:
            how = f"head's config names {quote(path)}, which does not exist"
            fix = f"Correct the path in the config; {quote(old)} is what it was."
        else:
            how, fix = f"{quote(path)} is gone", f"Restore {quote(path)}, or name its new place in the config."
        yield Draft(
            rule=RULE.id,
            subject=Subject(kind="config", name=part),
            meets=f"The {part} of this contract is missing: {how}.",
            does="Nothing can be compared with it, so no change to it would be noticed.",
            change=fix,
            where=Where(path=path),
            names=(f"part:{part}",),
        )


RULE = Rule(
    id="gate/part-removed", level=Level.BLOCK, title="A part of the contract is missing at head.", change=_change
)
