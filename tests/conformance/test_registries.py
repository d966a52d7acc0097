"""Real registries: what the gate finds between two versions is exactly what a mechanical difference says, no more."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from errgate.app.gate import Releases, Request, check
from errgate.core.report import Ref, Report
from errgate.sources.directory import DirectoryPair

ROOT = Path(__file__).parents[2]
COPIED = ROOT / "tests" / "data" / "registries"
ALL = ROOT.parent / "shared" / "data" / "registries"
CONFIG = """\
version: 1
owner: "@acme/errors"
contracts:
  - name: codes
    registry: {path: codes.json, fields: {name: symbol}, attributes: [retry_class, fields]}
"""
"""One config for all of them."""


def expected(changes: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """(rule, level, code) for each mechanical difference: one table for all pairs.

    A difference between two facts redefines the code; a fact that went is withdrawn; a fact that came is a note, but for
    retryability that came as true, which now names an action.
    """
    for each in changes["differences"]:
        kind, code = each["kind"], each["code"]
        old, new = each.get("old"), each.get("new")
        match kind:
            case "code_removed":
                yield "registry/code-removed", "block", code
            case "code_added":
                yield "registry/code-added", "note", code
            case "symbol_renamed":
                yield "registry/renamed", "note", code
            case "description_changed":
                yield "registry/description-changed", "note", code
            case "envelope_field_added":
                yield "registry/attribute-specified", "note", code
            case "retry_decision_changed" if old is None and new is True:
                yield "registry/action-specified", "explain", code
            case (
                "status_changed"
                | "cause_changed"
                | "default_action_changed"
                | "retry_class_changed"
                | "retry_decision_changed"
            ):
                if old is None:
                    yield "registry/attribute-specified", "note", code
                elif new is None:
                    yield "registry/attribute-withdrawn", "explain", code
                else:
                    yield "registry/code-redefined", "block", code
            case _:
                raise AssertionError(f"no rule for {kind}")


def without_action(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """An added code that says nothing about what to do, where every released one says something."""

    def says(entry: Mapping[str, Any]) -> bool:
        return any(entry.get(fact) is not None for fact in ("default_action", "retryable", "status"))

    known = {entry["code"] for entry in old["codes"]}
    if all(says(entry) for entry in old["codes"]):
        for entry in new["codes"]:
            if entry["code"] not in known and not says(entry):
                yield "registry/no-default-action", "block", entry["code"]


def judge(tmp_path: Path, old: str, new: str) -> Report:
    for name, registry in (("release", old), ("head", new)):
        folder = tmp_path / name
        (folder / ".github").mkdir(parents=True)
        (folder / ".github" / "errgate.yml").write_text(CONFIG)
        (folder / "codes.json").write_text(registry)
    before, after = Ref(name=str(tmp_path / "release")), Ref(name=str(tmp_path / "head"))
    source = DirectoryPair(tmp_path / "release", tmp_path / "head")
    return check(Request(source=source, target=before, base=before, head=after, release=before), Releases())


def conforms(pair: Path, tmp_path: Path) -> None:
    old, new = (pair / "old.json").read_text(), (pair / "new.json").read_text()
    report = judge(tmp_path, old, new)
    wanted = Counter(expected(json.loads((pair / "changes.json").read_text())))
    wanted.update(without_action(json.loads(old), json.loads(new)))
    got = Counter(
        (each.rule, each.level.value, each.subject.name) for each in report.findings if each.subject.kind == "code"
    )
    assert got == wanted
    others = [each for each in report.findings if each.subject.kind != "code" and each.level.stops]
    assert others == []
    assert report.verdict == ("blocked" if any(level in ("block", "explain") for _, level, _ in wanted) else "pass")


@pytest.mark.parametrize("pair", sorted(path.name for path in COPIED.iterdir() if path.is_dir()))
def test_copied_pair(pair: str, tmp_path: Path) -> None:
    """The pairs that lie beside this test."""
    conforms(COPIED / pair, tmp_path)


def _all() -> list[str]:
    return sorted(path.name for path in ALL.iterdir()) if ALL.is_dir() else []


@pytest.mark.skipif(not ALL.is_dir(), reason="the full collection of registry pairs is not beside this checkout")
@pytest.mark.parametrize("pair", _all())
def test_every_pair(pair: str, tmp_path: Path) -> None:
    """Every pair of the full collection, by the same config and the same table."""
    conforms(ALL / pair, tmp_path)


def _shuffled(registry: Mapping[str, Any]) -> str:
    """The same registry, the other way round and written otherwise."""
    entries = [dict(reversed(entry.items())) for entry in reversed(registry["codes"])]
    return json.dumps({**registry, "codes": entries}, ensure_ascii=False, indent=7)


@pytest.mark.parametrize("pair", sorted(path.name for path in COPIED.iterdir() if path.is_dir()))
def test_order_and_form_do_not_count(pair: str, tmp_path: Path) -> None:
    """A moved row, another key order and another indentation find nothing."""
    old = (COPIED / pair / "old.json").read_text()
    report = judge(tmp_path, old, _shuffled(json.loads(old)))
    assert [each.rule for each in report.findings if each.rule != "registry/actions-unstated"] == []
    assert report.verdict == "pass"


@pytest.mark.parametrize("pair", sorted(path.name for path in COPIED.iterdir() if path.is_dir()))
def test_respelling_never_blocks(pair: str, tmp_path: Path) -> None:
    """Reworded descriptions and respelt causes are notes."""
    registry = json.loads((COPIED / pair / "old.json").read_text())
    for entry in registry["codes"]:
        if "description" in entry:
            entry["description"] = f"In other words: {entry['description']}"
        if "cause" in entry:
            entry["cause"] = entry["cause"].upper() + "."
    report = judge(tmp_path, (COPIED / pair / "old.json").read_text(), json.dumps(registry))
    assert report.verdict in ("pass", "not-applicable")
    assert not [each for each in report.findings if each.level.stops]
