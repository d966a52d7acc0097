"""The house holds what it says: paths that the documents name, sizes, imports, locks, make targets, set-up scripts."""

import ast
import re
import stat
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from errgate.rules import RULES

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "errgate"
PYPROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PAGES = [
    path
    for path in (
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        ROOT / "CHANGELOG.md",
        *sorted((ROOT / "docs").rglob("*.md")),
    )
    if path.exists()
]

MOST_LINES = 400
LONG = {
    "tests/e2e/incidents.py": "a table of incidents",
    "tests/e2e/scenarios.py": "a table of worked cases",
    "tests/unit/sources/test_git.py": "one small test for each oddity of git",
}
"""Modules that may be longer, and why."""

PLACES = {
    "yaml": ("PyYAML", "sources/strict_yaml.py"),
    "jinja2": ("Jinja2", "render/"),
    "markdown_it": ("markdown-it-py", "sources/pull_request.py"),
    "re2": ("google-re2", "sources/policy_reader.py"),
    "detect_secrets": ("detect-secrets", "sources/secrets.py"),
    "jmespath": ("jmespath", "sources/jmes.py"),
    "jsonschema": ("jsonschema", "sources/envelope_reader.py"),
    "rfc8785": ("rfc8785", "core/finding.py"),
    "shtab": ("shtab", "app/completion.py"),
}
"""Third-party module: what it is installed as, and the one place that imports it."""

OURS = ("src", "tests", "docs", "tools", "examples", "templates", "requirements", ".ci")
"""Folders at the top; a path that begins with one of them is a path of this repository."""
LAYERS = ("core", "rules", "sources", "github", "render", "app")
"""Folders of src/errgate, which documents may name without their parents."""
USERS = ("src/errors/", "src/errors.py", "tests/conftest.py", "test/capture.mjs", "docs/advice.yml")
"""Beginnings of paths in a user's repository that the documents use as examples."""


def tracked() -> list[Path]:
    """Files that git knows here, those not yet added included; without git, this test has nothing to look at."""
    done = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    if done.returncode != 0:
        pytest.skip("not a git checkout")
    return [path for name in done.stdout.decode().split("\0") if name and (path := ROOT / name).is_file()]


def modules(*folders: Path) -> list[Path]:
    return sorted(path for folder in folders for path in folder.rglob("*.py"))


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def imported(path: Path) -> Iterator[str]:
    """Every module that a file imports, wherever in the file that happens."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


# Documents


def named_paths(text: str) -> Iterator[str]:
    """Paths of this repository that a page names; a word in capitals stands for any name."""
    for token in re.findall(r"[\w.*-]+(?:/[\w.*-]+)*/?", text):
        first, slash, _ = token.partition("/")
        if not slash or token.startswith(USERS):
            continue
        if first in OURS:
            yield token
        elif first in LAYERS and (token.endswith((".py", "/"))):
            yield f"src/errgate/{token}"


@pytest.mark.parametrize("page", [page for page in PAGES if "rules" not in page.parts], ids=name_of)
def test_paths_named_in_documents_exist(page: Path) -> None:
    """A page that sends its reader to a file that is not there is wrong."""
    for token in named_paths(page.read_text(encoding="utf-8")):
        pattern = re.sub(r"\b[A-Z]{3,}(?=$|[/._])", "*", token.rstrip("/."))
        assert any(ROOT.glob(pattern)), f"{name_of(page)} names {token}, which is not there"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    """A relative link is followed from the page that holds it."""
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)\s]*)?\)", page.read_text(encoding="utf-8")):
        assert "://" in target or (page.parent / target).exists(), f"{name_of(page)} links to {target}"


def test_make_targets_named_in_documents_exist() -> None:
    """Whoever reads "make demo" can type it."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z0-9]+):", makefile, re.MULTILINE))
    assert {"demo", "test"} <= targets
    phony = re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    assert phony is not None
    assert set(phony[1].split()) == targets, "every target is listed in .PHONY, and nothing else is"
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        shown = re.findall(r"`make ([a-z0-9]+)", text) + re.findall(r"^(?:\$ )?make ([a-z0-9]+)", text, re.MULTILINE)
        assert set(shown) <= targets, f"{name_of(page)} names targets that the Makefile lacks"


# Code


def test_modules_are_short() -> None:
    """A module over 400 lines does more than one job, unless the list above says why it does not."""
    lengths = {
        name_of(path): len(path.read_text(encoding="utf-8").splitlines())
        for path in modules(SOURCE, ROOT / "tests", ROOT / "tools")
    }
    assert {name for name, lines in lengths.items() if lines > MOST_LINES} == {name for name in LONG if name in lengths}


def test_nothing_is_called_after_nothing() -> None:
    """A module is named after what it holds."""
    empty = {"util", "utils", "helper", "helpers", "common", "manager", "managers", "misc"}
    assert not [name_of(path) for path in modules(SOURCE, ROOT / "tests", ROOT / "tools") if path.stem in empty]


def test_third_party_libraries_stay_in_their_places() -> None:
    """Each is imported in one place, wherever in the file; one without a place is not imported at all."""
    used = set()
    for path in modules(SOURCE):
        inside = path.relative_to(SOURCE).as_posix()
        for module in imported(path):
            top = module.partition(".")[0]
            if top == "errgate" or top in sys.stdlib_module_names:
                continue
            assert top in PLACES, f"{inside} imports {top}, which has no place"
            assert inside.startswith(PLACES[top][1]), f"{inside} imports {top}; its place is {PLACES[top][1]}"
            used.add(PLACES[top][0])
    declared = {re.split(r"[<>=]", each)[0] for each in PYPROJECT["project"]["dependencies"]}
    assert used == declared, "what is imported is what pyproject.toml asks for"
    assert {PLACES[each][0] for each in PLACES} == used


PURE = [*modules(SOURCE / "core", SOURCE / "rules"), SOURCE / "errors.py"]
READS = {"open", "print", "input", "eval", "exec", "compile", "__import__", "breakpoint"}
CLOCK = {"now", "today", "utcnow"}


@pytest.mark.parametrize("path", PURE, ids=name_of)
def test_core_and_rules_are_pure(path: Path) -> None:
    """Values in, values out: no built-in that reads, prints or runs, and no clock (imports are held by import-linter)."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    own = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        if isinstance(node.func, ast.Name):
            assert node.func.id not in READS - own, f"{name_of(path)}:{node.lineno} calls {node.func.id}()"
        elif isinstance(node.func, ast.Attribute):
            assert node.func.attr not in CLOCK, f"{name_of(path)}:{node.lineno} asks the clock"


def test_b098_data_is_never_code() -> None:
    """Nothing that unpickles or evaluates is imported or called anywhere: a file of a pull request could then run."""
    banned = {"pickle", "cPickle", "_pickle", "marshal", "shelve", "dill", "cloudpickle", "code", "runpy"}
    calls = {"eval", "exec", "unsafe_load", "full_load"}
    for path in modules(SOURCE):
        assert not {each.partition(".")[0] for each in imported(path)} & banned, name_of(path)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                called = getattr(node.func, "id", getattr(node.func, "attr", ""))
                assert called not in calls, f"{name_of(path)}:{node.lineno} calls {called}()"
                assert not any(each.arg == "shell" for each in node.keywords), f"{name_of(path)}:{node.lineno}: shell="


def test_every_rule_module_is_listed() -> None:
    """A rule that is written and not listed never runs; an id says where its module lies."""
    found = [path for path in modules(SOURCE / "rules") if path.stem != "__init__"]
    ids = {import_module(f"errgate.rules.{path.parent.name}.{path.stem}").RULE.id: path for path in found}
    assert set(ids) == {rule.id for rule in RULES}
    assert len(RULES) == len({rule.id for rule in RULES})
    for rule, path in ids.items():
        assert rule == f"{path.parent.name}/{path.stem.replace('_', '-')}"


# Requirements


PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;]+)(?: ; [^\\]+)? \\$")


def locked(name: str) -> dict[str, str]:
    """Name → version of one lock; every requirement is exact and has at least one hash."""
    pins: dict[str, str] = {}
    hashes: dict[str, int] = {}
    current = ""
    for line in (ROOT / "requirements" / name).read_text(encoding="utf-8").splitlines():
        if line.startswith("    --hash=sha256:"):
            hashes[current] = hashes.get(current, 0) + 1
            continue
        pin = PIN.match(line)
        assert pin is not None, f"{name} has a line that is neither a pin nor a hash: {line}"
        current = pin[1]
        assert current not in pins
        pins[current] = pin[2]
    assert pins.keys() == hashes.keys()
    return pins


def asked(name: str) -> set[str]:
    """The lower-case names that an .in file asks for."""
    lines = (ROOT / "requirements" / name).read_text(encoding="utf-8").split("\n")
    return {re.split(r"[<>=]", line)[0].lower() for line in lines if line and not line.startswith("-")}


def test_locks_are_exact_hashed_and_agree() -> None:
    """What a user installs is what the tests ran with, and no index is named."""
    run, dev = locked("run.txt"), locked("dev.txt")
    assert run.items() <= dev.items()
    assert asked("run.in") <= run.keys()
    assert asked("dev.in") <= dev.keys()
    assert asked("run.in") == {re.split(r"[<>=]", each)[0].lower() for each in PYPROJECT["project"]["dependencies"]}


def test_no_package_registry_is_named() -> None:
    """Which index pip asks is its own setting; a host written here would be asked by everybody."""
    hosts = [".".join(parts) for parts in (("pypi", "org"), ("pythonhosted", "org"), ("registry", "npmjs", "org"))]
    options = [f"--{each}" for each in ("index-url", "extra-index-url", "find-links", "trusted-host")]
    for path in tracked():
        content = path.read_bytes().decode("utf-8", "replace").lower()
        assert not [host for host in hosts if host in content], name_of(path)
        if path.parent == ROOT / "requirements":
            assert not [option for option in options if option in content], name_of(path)


# Scripts


@pytest.mark.parametrize("script", ["tools/find_python.sh", "tools/setup.sh", "tools/lock.sh"])
def test_scripts_parse(script: str) -> None:
    """A plain sh reads them."""
    subprocess.run(["sh", "-n", str(ROOT / script)], check=True)


def test_ci_is_executable() -> None:
    """Whoever checks out the repository can call it."""
    path = ROOT / ".ci" / "run"
    assert path.stat().st_mode & stat.S_IXUSR
    subprocess.run(["bash", "-n", str(path)], check=True)


def script(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n" + text, encoding="utf-8")
    path.chmod(0o755)


def find_python(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """What the script chooses where only one folder holds commands."""
    return subprocess.run(
        ["/bin/sh", str(ROOT / "tools" / "find_python.sh")],
        env={"PATH": str(folder), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


GOOD, OLD = "exit 0\n", 'case "$1" in --version) echo Python 3.9.1;; *) exit 1;; esac\n'
BROKEN = "echo 'no such version' >&2; exit 127\n"


def test_a_shim_that_does_not_run_is_passed_over(tmp_path: Path) -> None:
    """A version manager leaves commands of versions that are not installed."""
    script(tmp_path / "python3.13", BROKEN)
    script(tmp_path / "python3.12", GOOD)
    assert find_python(tmp_path).stdout.strip() == str(tmp_path / "python3.12")


def test_an_old_python_is_refused_with_what_to_do(tmp_path: Path) -> None:
    """It says which one it found, what is needed, and how to name another one."""
    script(tmp_path / "python3", OLD)
    done = find_python(tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert "3.11 or newer" in done.stderr
    assert "PYTHON=" in done.stderr


def test_a_python_that_was_named_is_used_or_refused(tmp_path: Path) -> None:
    """Never another one behind the caller's back."""
    script(tmp_path / "python3.13", GOOD)
    script(tmp_path / "mine", GOOD)
    script(tmp_path / "old", OLD)
    assert find_python(tmp_path, PYTHON="mine").stdout.strip() == str(tmp_path / "mine")
    done = find_python(tmp_path, PYTHON="old")
    assert (done.returncode, done.stdout) == (1, "")
    assert "PYTHON=old" in done.stderr


INTERPRETER = """\
echo "$@" >> "$LOG"
case "$1 $2" in
  "-m venv") mkdir -p .venv/bin && cp "$SELF" .venv/bin/python ;;
  "-c "*) echo 3 12 ;;
esac
"""


def test_set_up_happens_once_and_again_when_the_lock_changes(tmp_path: Path) -> None:
    """The environment is made once, kept while nothing changed, filled again when the lock did; a moved one is not trusted."""
    home = tmp_path / "checkout"
    for name in (
        "tools/setup.sh",
        "tools/find_python.sh",
        "pyproject.toml",
        "requirements/dev.txt",
        "src/errgate/__init__.py",
    ):
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_bytes((ROOT / name).read_bytes())
    interpreter, log = tmp_path / "bin" / "python3", tmp_path / "log"
    script(interpreter, INTERPRETER)

    def set_up(folder: Path = home) -> list[str]:
        log.write_text("", encoding="utf-8")
        subprocess.run(
            ["/bin/sh", str(folder / "tools" / "setup.sh")],
            env={
                "PATH": f"{interpreter.parent}:/usr/bin:/bin",
                "LOG": str(log),
                "SELF": str(interpreter),
                "PYTHON": "python3",
            },
            check=True,
            capture_output=True,
        )
        return [line for line in log.read_text(encoding="utf-8").splitlines() if line.startswith("-m")]

    first = set_up()
    assert first[0] == "-m venv --clear .venv"
    assert any("--require-hashes" in line for line in first)
    assert any("--editable" in line for line in first)
    assert set_up() == []
    with (home / "requirements" / "dev.txt").open("a", encoding="utf-8") as lock:
        lock.write("one-more==1 \\\n")
    assert [line for line in set_up() if " install " in line]
    assert set_up() == []
    moved = home.rename(tmp_path / "moved")
    assert "-m venv --clear .venv" in set_up(moved)
