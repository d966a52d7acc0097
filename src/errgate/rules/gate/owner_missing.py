"""The config names no owner.

Why it matters: nobody is named who may approve a deliberate break.
Breaks when: never; this is a warning.
Safe when: `owner` names a user or a team, for the whole config or for each contract.
How to fix: add `owner` to the config.
"""

from collections.abc import Iterator

from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.quote import quote
from errgate.core.rule import ConfigChange, Rule


def _config(change: ConfigChange) -> Iterator[Draft]:
    config = change.target or change.head
    if config is None or config.owner:
        return
    for contract in config.contracts:
        if not contract.owner:
            yield Draft(
                rule=RULE.id,
                subject=Subject(kind="config", name=f"{contract.name}.owner"),
                meets=f"The contract {quote(contract.name)} has no owner.",
                does="Nobody is named who may approve a deliberate break.",
                change=f"Add {quote('owner')} to the config.",
                where=Where(path=change.path, at=contract.at),
            )


RULE = Rule(id="gate/owner-missing", level=Level.WARN, title="The config names no owner.", config=_config)
