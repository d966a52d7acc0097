"""Real errors: each is read by a preset, and its code, message, status and wait are those that a person found in it."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from errgate.core.contract import Fixture
from errgate.core.presets import PRESETS, starter
from errgate.core.signals import Signals, read_signals
from errgate.sources import fixture_reader

ROOT = Path(__file__).parents[2]
COPIED = ROOT / "tests" / "data" / "envelopes"
ALL = ROOT.parent / "shared" / "data" / "envelopes"
ROWS: Mapping[str, Mapping[str, Any]] = yaml.safe_load((COPIED.parent / "envelopes.yml").read_text(encoding="utf-8"))


def fixture(path: Path) -> Fixture:
    """The recorded error as a team would commit it: an exchange, or the bare body where no status is known."""
    kept = json.loads(path.read_text(encoding="utf-8"))
    headers = kept.get("headers") or {}
    if kept["http_status"] is None:
        assert not headers
        document = kept["body"]
    else:
        document = {"response": {"status": kept["http_status"], "headers": headers, "body": kept["body"]}}
    return fixture_reader.read_fixture(json.dumps(document).encode(), "v2", path.name, str(path), "")


def conforms(path: Path, row: Mapping[str, Any]) -> None:
    found: Signals = read_signals(starter(PRESETS[row["preset"]]), None, fixture(path))
    assert (found.code, found.status, found.wait) == (row["code"], row["status"], row["wait"])
    wanted = row["message"] or ""
    if wanted.endswith("…"):
        assert found.message.startswith(wanted.removesuffix("…"))
    else:
        assert found.message == wanted


def names(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.json")) if folder.is_dir() else []


@pytest.mark.parametrize("name", names(COPIED))
def test_copied_body(name: str) -> None:
    """The bodies that lie beside this test; each names its source and a licence that lets it lie there."""
    kept = json.loads((COPIED / name).read_text(encoding="utf-8"))
    assert kept["source"]
    assert "no licence" not in kept["licence"]
    assert "facts" not in kept["licence"]
    conforms(COPIED / name, ROWS[name])


@pytest.mark.skipif(not ALL.is_dir(), reason="the full collection of error bodies is not beside this checkout")
@pytest.mark.parametrize("name", names(ALL))
def test_every_body(name: str) -> None:
    """Every body of the full collection."""
    conforms(ALL / name, ROWS[name])


@pytest.mark.skipif(not ALL.is_dir(), reason="the full collection of error bodies is not beside this checkout")
def test_every_row_has_a_body() -> None:
    """A row about a body that is not there asserts nothing."""
    assert sorted(ROWS) == names(ALL)


def test_most_presets_are_shown_by_a_real_body() -> None:
    """Every preset reads at least one row of the table."""
    assert {row["preset"] for row in ROWS.values()} == set(PRESETS)
