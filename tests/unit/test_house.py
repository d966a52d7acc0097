"""The house: lists agree with files, documents name what exists, modules stay small."""

import importlib
import pkgutil
import re
import subprocess
from pathlib import Path

import pytest

import errgate.core.languages
import errgate.rules
from errgate.app import catalogue
from errgate.core.languages import LANGUAGES
from errgate.render import FORMATS
from errgate.rules import RULES

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "errgate"
LONGEST = 400


def tracked() -> list[Path]:
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    names = done.stdout.decode().split("\0") if done.returncode == 0 else []
    return [ROOT / name for name in names if name and (ROOT / name).is_file()]


def test_every_rule_is_one_module_and_listed_once() -> None:
    """Files, the list, ids and levels agree."""
    files = {
        path.relative_to(SOURCE / "rules").with_suffix("").as_posix()
        for path in (SOURCE / "rules").rglob("*.py")
        if path.name != "__init__.py"
    }
    ids = [rule.id for rule in RULES]
    assert {each.replace("-", "_") for each in ids} == files
    assert len(ids) == len(set(ids))
    for rule in RULES:
        assert re.fullmatch(r"[a-z]+/[a-z]+(-[a-z0-9]+)*", rule.id)
        assert any((rule.compare, rule.check, rule.change, rule.config))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_every_rule_is_documented(rule: errgate.rules.Rule) -> None:
    """One sentence and the four sections, in order; the sentence is the title."""
    told = catalogue.sections(rule)
    assert list(told) == ["", *catalogue.LABELS]
    assert all(len(text) > 5 for text in told.values())
    assert rule.title.endswith(".")


def test_every_language_is_one_module_and_listed() -> None:
    """A language is one file and one line."""
    names = {name for _, name, _ in pkgutil.iter_modules(errgate.core.languages.__path__)} - {"language"}
    listed = {importlib.import_module(f"errgate.core.languages.{name}").LANGUAGE.name for name in names}
    assert listed == {language.name for language in LANGUAGES}


def test_every_format_is_one_module() -> None:
    """Each listed format can be imported and renders."""
    for module in FORMATS.values():
        assert callable(importlib.import_module(module).render)


def test_modules_stay_small() -> None:
    """A module has one job."""
    long = {
        path.relative_to(SOURCE).as_posix() for path in SOURCE.rglob("*.py") if path.read_text().count("\n") > LONGEST
    }
    assert long == set()


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md", "docs/architecture.md"])
def test_documents_name_what_exists(document: str) -> None:
    """Paths of this project in backticks or links, and make targets, exist."""
    text = (ROOT / document).read_text(encoding="utf-8")
    targets = set(re.findall(r"(?m)^([a-z]+):", (ROOT / "Makefile").read_text()))
    assert set(re.findall(r"(?m)(?:^|`)make ([a-z]+)", text)) <= targets
    for link in re.findall(r"\]\(([^)#]+)\)", text):
        assert link.startswith("http") or (ROOT / Path(document).parent / link).exists(), link
    for path in re.findall(r"`((?:src|tests|docs|examples|templates|tools)/[\w./-]+)`", text):
        if not re.search(r"FAMILY|NAME", path):
            assert (ROOT / path).exists(), path
    for path in re.findall(r"`((?:app|core|sources|render)/[\w./-]+\.py)`", text):
        assert (SOURCE / path).exists(), path


def test_readme_begins_with_the_two_commands() -> None:
    """What a visitor can do at once."""
    assert re.search(r"(?s)\A# errgate\s+```console\nmake demo.*?\nmake test", (ROOT / "README.md").read_text())


def test_requirements_are_pinned_by_hash() -> None:
    """Exact versions, and no index's address."""
    for name in ("run", "dev"):
        text = (ROOT / "requirements" / f"{name}.txt").read_text()
        assert "://" not in text
        for line in re.findall(r"(?m)^[A-Za-z].*$", text):
            assert re.match(r"[\w.-]+==[\w.]+", line), line


def test_nothing_dangerous_is_imported() -> None:
    """Data is never code."""
    for path in SOURCE.rglob("*.py"):
        text = path.read_text()
        assert not re.search(
            r"\b(?:import|from) (?:pickle|marshal|shelve)\b|yaml\.load\(|yaml\.unsafe|\beval\(|\bexec\(", text
        ), path


def test_tracked_files_are_read_as_text() -> None:
    """No file of ours carries a byte order mark or Windows line ends."""
    for path in tracked():
        data = path.read_bytes()
        assert not data.startswith(b"\xef\xbb\xbf"), path
        assert b"\r\n" not in data, path
