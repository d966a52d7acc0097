"""``errgate decide``: what a consumer does about recorded errors, who decided, and what it overruled."""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from errgate.app.gate import DEFAULT_CONFIG
from errgate.core import preset_names
from errgate.core.config import Collection, Config, RegistryPart
from errgate.core.contract import Expectation, Fixture, Hints, Policy, Problem, Registry
from errgate.core.decide import Consumer, Decision, decide_signals, label, read
from errgate.core.presets import PRESETS, starter
from errgate.core.signals import Signals
from errgate.errors import ErrgateError, ExitCode, UsageError
from errgate.sources import (
    config_reader,
    documents,
    fixture_reader,
    hints_reader,
    policy_reader,
    registry_reader,
    shape,
)
from errgate.sources.contracts import EXPECTED


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """The parts of a consumer as the command line names them; None: as the config says."""

    decision: str | None = None
    preset: str | None = None
    """Instead of a policy: a small one that reads this envelope."""
    hints: str | None = None
    registry: str | None = None


def run(files: Sequence[Path], parts: Parts, *, write: bool, as_json: bool) -> int:
    """Print a decision for each error; with ``write`` fill decisions.yml. Raises ErrgateError."""
    if parts.preset is not None and parts.decision is not None:
        raise UsageError(
            "--preset comes with a small policy of its own, so --decision cannot be given too.",
            fix="Leave one of them out, or write `errors: {preset: NAME}` into the policy.",
        )
    config = _config() if parts.decision is None and parts.preset is None else None
    by_folder: dict[Path, dict[str, Decision]] = {}
    rows: list[dict[str, object]] = []
    for path in files:
        consumer, folder = _consumer(path, config, parts)
        for fixture in _fixtures(path, folder):
            signals = read(consumer, fixture)
            decided = decide_signals(consumer, signals)
            by_folder.setdefault(folder, {})[fixture.name] = decided
            rows.append(_row(fixture, signals, decided, _wait_read(consumer, signals)))
    if as_json:
        print(json.dumps(rows, ensure_ascii=True, indent=2))
    else:
        for row in rows:
            print(_line(row))
    if write:
        for folder, decisions in by_folder.items():
            _write(folder, decisions)
    return ExitCode.PASS


def _config() -> Config:
    path = Path(DEFAULT_CONFIG)
    if not path.exists():
        raise UsageError(
            f"There is no {DEFAULT_CONFIG} here.",
            fix="Name the policy with --decision FILE, or the kind of errors with --preset NAME (such as problem+json), or "
            "go to the repository's root.",
        )
    return config_reader.read(path.read_bytes(), DEFAULT_CONFIG)


def _consumer(path: Path, config: Config | None, parts: Parts) -> tuple[Consumer, Path]:
    """The consumer that judges a file, and the folder that its name is relative to."""
    named = _registry(parts.registry) if parts.registry else None
    if config is None:
        return _load(_policy(parts), parts.hints, named), path.parent
    relative = _relative(path)
    for contract in config.contracts:
        for folder in contract.fixtures.values():
            if relative is not None and relative.startswith(f"{folder}/") and contract.decision:
                consumer = _load(
                    _read_policy(contract.decision), parts.hints or contract.hints, named or contract.registry
                )
                return consumer, Path(folder)
    first = next((contract for contract in config.contracts if contract.decision), None)
    if first is None or first.decision is None:
        raise UsageError(
            f"{DEFAULT_CONFIG} names no decision policy.",
            fix="Name one with --decision FILE, or an envelope with --preset.",
        )
    return _load(_read_policy(first.decision), parts.hints or first.hints, named or first.registry), path.parent


def _policy(parts: Parts) -> Policy:
    """The policy that the command line names."""
    if parts.preset is None:
        assert parts.decision is not None
        return _read_policy(parts.decision)
    preset = preset_names.find(parts.preset)
    if preset is None:
        raise UsageError(
            f"There is no preset {shape.short(parts.preset)!r}.",
            fix=shape.suggestion(
                parts.preset.lower(), (*PRESETS, *preset_names.ALIASES), f"Use one of: {', '.join(PRESETS)}."
            ),
        )
    return starter(preset)


def _read_policy(decision: str) -> Policy:
    return policy_reader.read(_document(decision))


def _relative(path: Path) -> str | None:
    try:
        return path.resolve().relative_to(Path.cwd().resolve()).as_posix()
    except ValueError:
        return None


def _load(policy: Policy, hints: str | None, registry: RegistryPart | None) -> Consumer:
    found_hints: Hints | None = None
    if hints is not None:
        found_hints = hints_reader.read(_document(hints), lambda path: _drawn(hints, path))
    found: Registry | None = None
    if registry is not None:
        found = registry_reader.read(registry_reader.opened(_bytes(Path(registry.path)), registry), registry)
    return Consumer(policy=policy, hints=found_hints, registry=found)


def _drawn(hints: str, path: str) -> documents.Document | None:
    """A file that hints draw values from: below the working folder, else below the nearest folder around the hints."""
    for folder in (Path(), *Path(hints).resolve().parents):
        if (folder / path).is_file():
            return documents.parse(_bytes(folder / path), path)
    return None


def _registry(path: str) -> RegistryPart:
    return RegistryPart(path=path, reader=registry_reader.reader_of(path))


def _document(name: str) -> documents.Document:
    return documents.parse(_bytes(Path(name)), name)


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise UsageError(f"Cannot read {path}: {error.strerror}.", fix="Name a file that exists.") from error


def _fixtures(path: Path, folder: Path) -> Iterator[Fixture]:
    try:
        name = path.resolve().relative_to(folder.resolve()).as_posix()
    except ValueError:
        name = path.name
    collection: Collection = "v2"
    data = _bytes(path)
    if path.suffix == ".jsonl":
        for line in fixture_reader.read_lines(data, collection, name, str(path), ""):
            if isinstance(line, Problem):
                raise ErrgateError(f"{line.path}:{line.line}: {line.what}", fix=line.fix)
            yield line
    else:
        yield fixture_reader.read_fixture(data, collection, name, str(path), "")


def _row(fixture: Fixture, signals: Signals, decided: Decision, wait: int | float | str | None) -> dict[str, object]:
    """One decision. ``wait`` is the decision's; ``read`` is what the consumer found in the error, null for absent."""
    found = {"code": signals.code, "status": signals.status, "message": signals.message or None}
    return {
        "fixture": fixture.path if fixture.line is None else f"{fixture.path}#{fixture.line}",
        "action": decided.action,
        "category": decided.category,
        "max_attempts": decided.max_attempts,
        "wait": decided.wait,
        "decided_by": label(decided.decided_by),
        "on_default": decided.on_default,
        "overruled": [{"source": label(key), "action": action} for key, action in decided.overruled],
        **found,
        "read": {**found, "wait": wait},
    }


def _wait_read(consumer: Consumer, signals: Signals) -> int | float | str | None:
    """The wait that the error states: in a seconds hint where one is declared, else at the policy's own places."""
    waits = [hint.name for hint in consumer.hints.hints.values() if hint.seconds] if consumer.hints else []
    if not waits:
        return signals.wait
    stated = next((signals.hints[name] for name in waits if signals.hints[name].state == "known"), None)
    if stated is None:
        return None
    return "unknown" if stated.seconds is None else stated.seconds


def _line(row: Mapping[str, object]) -> str:
    attempts, wait = row["max_attempts"], row["wait"]
    wait_text = f"{wait} s" if isinstance(wait, int | float) else wait
    again = f", {attempts} attempts, wait {wait_text}" if wait != "none" else ""
    by = "the safe default" if row["on_default"] else row["decided_by"]
    over = row["overruled"]
    assert isinstance(over, list)
    lost = "".join(f"; overruled {each['source']} ({each['action']})" for each in over)
    text = f"{row['fixture']}: {row['action']}{again} [{row['category']}], by {by}{lost}; read: {_facts(row)}"
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def _facts(row: Mapping[str, object]) -> str:
    """What was found in the error, in few words: ``code rate_limited, status 429, message "Slow down", no wait``."""
    found = row["read"]
    assert isinstance(found, Mapping)
    message = None if found["message"] is None else f'"{shape.short(str(found["message"]))}"'
    wait = f"{found['wait']} s" if isinstance(found["wait"], int | float) else found["wait"]
    facts = {"code": found["code"], "status": found["status"], "message": message, "wait": wait}
    return ", ".join(f"no {name}" if value is None else f"{name} {value}" for name, value in facts.items())


def _write(folder: Path, decisions: Mapping[str, Decision]) -> None:
    """Fill decisions.yml: rows that exist are kept, missing ones are added."""
    path = folder / EXPECTED
    rows: dict[str, Expectation] = {}
    if path.exists():
        rows.update(fixture_reader.read_expectations(documents.parse(path.read_bytes(), str(path))))
    differing = [name for name, decided in decisions.items() if name in rows and rows[name].action != decided.action]
    added = [name for name in decisions if name not in rows]
    for name in added:
        rows[name] = Expectation(action=decisions[name].action)
    path.write_text(fixture_reader.write_expectations({name: replace(row, at="") for name, row in rows.items()}))
    print(f"{path}: {len(added)} rows added, {len(rows) - len(added)} kept.", file=sys.stderr)
    for name in differing:
        print(
            f"{path}: {name} is kept as {rows[name].action!r}, though it is decided as {decisions[name].action!r}.",
            file=sys.stderr,
        )
