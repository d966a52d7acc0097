"""A path or glob of the config matches nothing.

Why it matters: what it should watch is not watched; often it is a typing error.
Breaks when: never; this is a warning.
Safe when: it matches at least one file at base or head.
How to fix: correct it or remove it.
"""

from collections.abc import Iterator

from errgate.core.finding import Draft, Level, Subject, Where
from errgate.core.quote import quote
from errgate.core.rule import ConfigChange, Rule


def _config(change: ConfigChange) -> Iterator[Draft]:
    config = change.head or change.target
    paths = change.base_paths | change.head_paths
    for contract in config.contracts if config else ():
        for index, glob in enumerate(contract.serializer):
            if glob.startswith("!") or any(change.matched((glob,), path) for path in paths):
                continue
            yield Draft(
                rule=RULE.id,
                subject=Subject(kind="config", name=f"{contract.name}.serializer[{index}]"),
                meets=f"{quote(glob)} matches no file.",
                does="A change to what it should watch would not run the suite.",
                change="Correct it or remove it.",
                head=glob,
                where=Where(path=change.path, at=f"{contract.at}/serializer/{index}"),
            )
        places = {
            "registry": contract.registry.path if contract.registry else "",
            "hints": contract.hints or "",
            "envelope": contract.envelope or "",
            "decision": contract.decision or "",
        }
        for key, path in places.items():
            if path and path not in paths:
                yield _missing(change, f"{contract.name}.{key}", path, f"{contract.at}/{key}")
        for name, folder in contract.fixtures.items():
            if not any(path.startswith(folder + "/") for path in paths):
                yield _missing(change, f"{contract.name}.fixtures.{name}", folder, f"{contract.at}/fixtures/{name}")


def _missing(change: ConfigChange, key: str, path: str, at: str) -> Draft:
    return Draft(
        rule=RULE.id,
        subject=Subject(kind="config", name=key),
        meets=f"{quote(path)} does not exist.",
        does="This part is not checked.",
        change=f"Add it, or remove {quote(key)} from the config.",
        head=path,
        where=Where(path=change.path, at=at),
    )


RULE = Rule(
    id="gate/matches-nothing",
    level=Level.WARN,
    title="A path or glob of the config matches nothing.",
    config=_config,
)
