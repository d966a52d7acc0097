"""What a changed decision means in a day, from a team's own figures about its traffic.

An estimate with its assumption said: recorded recoverable errors are taken to be equally frequent.
"""

from collections.abc import Sequence

from errgate.core.config import Traffic
from errgate.core.decide import retries
from errgate.core.judge import Judged
from errgate.core.report import Numbers

BUDGET = 0.2
"""The share of calls that retry budgets commonly let through (20 %: Finagle's and Envoy's default)."""


def measure(contract: str, traffic: Traffic, judged: Sequence[Judged], inherited: Sequence[Judged]) -> Numbers | None:
    """The numbers of one contract, or None where this pull request changes no action and no count of attempts."""
    known = {(each.fixture.subject, each.old, each.new) for each in inherited}
    failures: dict[str, list[Judged]] = {}
    for each in judged:
        if each.role in ("old-error", "new-error") and not each.fixture.generated:
            failures.setdefault(each.fixture.name, []).append(each)
    recoverable = [name for name, pair in failures.items() if any(retries(each.old.action) for each in pair)]
    changed = {
        name: each
        for name, pair in failures.items()
        for each in pair
        if each.differs in ("action", "retry") and (each.fixture.subject, each.old, each.new) not in known
    }
    dropped = [each for name, each in changed.items() if name in recoverable and not retries(each.new.action)]
    burnt = [each for each in changed.values() if not retries(each.old.action) and retries(each.new.action)]
    again = [each for each in changed.values() if retries(each.old.action) and retries(each.new.action)]
    more = sum(each.new.max_attempts - each.old.max_attempts for each in (*burnt, *again))
    if not dropped and not burnt and not more:
        return None
    per_failure = traffic.calls_per_day * traffic.transient_rate / max(1, len(recoverable))
    fewer = sum(each.old.max_attempts - 1 for each in dropped)
    return Numbers(
        contract=contract,
        calls_per_day=traffic.calls_per_day,
        transient_rate=traffic.transient_rate,
        outcomes_per_day=per_failure * (len(dropped) + len(burnt)),
        attempts_per_day=per_failure * (more - fewer),
        dropped=len(dropped),
        burnt=len(burnt),
        recoverable=len(recoverable),
        budget=BUDGET,
    )
