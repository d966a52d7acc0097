"""Every rule has an example: its files make the rule fire, and a near miss does not."""

from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

from errgate.app.fresh import FreshErrors
from errgate.app.gate import Releases, Request, check
from errgate.core.report import Ref, Report
from errgate.errors import ErrgateError
from errgate.rules import RULES
from errgate.sources.directory import DirectoryPair

ROOT = Path(__file__).parents[2] / "examples" / "rules"
CONTRACT = ROOT / "contract"
BY_ID = {rule.id: rule for rule in RULES}


def path_of(rule: str) -> Path:
    return ROOT / f"{rule.replace('-', '_')}.yml"


def common() -> dict[str, str | None]:
    """The files of the contract that every example starts from."""
    return {
        path.relative_to(CONTRACT).as_posix(): path.read_text()
        for path in sorted(CONTRACT.rglob("*"))
        if path.is_file()
    }


def lay(folder: Path, *layers: Mapping[str, str | None]) -> None:
    """Write the common contract, then some files over it; None removes one."""
    files = common()
    for layer in layers:
        files.update(layer)
    for name, content in files.items():
        if content is not None:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content)


def judge(
    folder: Path,
    release: Mapping[str, str | None],
    head: Mapping[str, str | None],
    fresh: Mapping[str, str] | None = None,
) -> Report:
    old, new = folder / "release", folder / "head"
    lay(old, release)
    lay(new, release, head)
    emitted = folder / "fresh"
    for name, content in (fresh or {}).items():
        emitted.mkdir(exist_ok=True)
        (emitted / name).write_text(content)
    before, after = Ref(name=str(old)), Ref(name=str(new))
    request = Request(
        source=DirectoryPair(old, new),
        target=before,
        base=before,
        head=after,
        release=before,
        fresh=FreshErrors(emitted) if fresh else lambda _contract: None,
    )
    return check(request, Releases())


@pytest.mark.parametrize("rule", [rule.id for rule in RULES])
def test_example(rule: str, tmp_path: Path) -> None:
    """The example makes the rule say what it must about the named subject, at its level, and the near miss does not."""
    example = yaml.safe_load(path_of(rule).read_text())
    assert example["rule"] == rule
    release = example.get("release") or {}
    report = judge(tmp_path / "fires", release, example["head"], example.get("fresh"))
    found = {each.subject.name: each for each in report.findings if each.rule == rule}
    assert example["finds"] in found, sorted((each.rule, each.subject.name) for each in report.findings)
    assert found[example["finds"]].level is BY_ID[rule].level
    try:
        near = judge(
            tmp_path / "near", example.get("near_release", release), example["near_miss"], example.get("near_fresh")
        )
    except ErrgateError:
        assert rule == "gate/config-repaired"
        return
    subjects = [each.subject.name for each in near.findings if each.rule == rule]
    assert example["finds"] not in subjects


def test_every_example_belongs_to_a_rule() -> None:
    """No example is left behind by a rule that went."""
    found = {path for path in ROOT.rglob("*.yml") if CONTRACT not in path.parents}
    assert found == {path_of(rule.id) for rule in RULES}
