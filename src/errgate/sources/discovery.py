"""Looks through a repository for what its errors are made of: by name first, then a bounded number of files by content."""

import os
import re
import stat
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from errgate.core.contract import Fixture
from errgate.core.discovery.classes import Classes
from errgate.core.discovery.survey import Survey
from errgate.core.discovery.words import path_score, speaks_of_codes, speaks_of_errors
from errgate.core.value import Json
from errgate.errors import ErrgateError, SourceUnavailable, Unreadable
from errgate.sources import documents, fixture_reader, python_enum
from errgate.sources.git_process import Git
from errgate.sources.source import LIMIT
from errgate.sources.strict_yaml import resolved

MOST_NAMES = 20_000
"""Files that are looked at by name."""
MOST_OPENED = 300
"""Files that are opened."""
LARGEST = 1_000_000
"""Bytes of a file that is opened; a description of an API may be as large as any file that errgate reads."""
MOST_BYTES = 40_000_000
MOST_YAML = 6_000_000
"""Bytes of YAML, which takes the longest to read."""
SKIPPED = frozenset((
    ".git", "node_modules", "vendor", "third_party", "dist", "build", "target", "out", "venv", ".venv", "env", "__pycache__",
    ".tox", ".mypy_cache", ".pytest_cache", ".ruff_cache", "site-packages", "bower_components", "coverage", ".next", ".nuxt",
    ".cache", ".idea", ".vscode", ".terraform", "Pods", ".gradle", ".eggs",
))  # fmt: skip
"""Folders that hold nothing of the API's own."""
NO_REGISTRY = frozenset((
    "package.json", "package-lock.json", "composer.json", "composer.lock", "tsconfig.json", "pnpm-lock.yaml", "yarn.lock",
    "cargo.lock", "poetry.lock", "pipfile.lock", "uv.lock", "mkdocs.yml", "docker-compose.yml", "docker-compose.yaml",
    "cargo.toml", "pyproject.toml", "pipfile", "gopkg.toml", "gopkg.lock", "lerna.json", "turbo.json", "jest.config.json",
    "renovate.json", "netlify.toml", "book.toml", "rustfmt.toml", "deno.json", "angular.json", "nx.json", "manifest.json",
    "errgate.yml", "chart.yaml", "values.yaml",
))  # fmt: skip
"""Files whose format is known and is none of these."""
MANIFESTS = (
    "package.json", "pyproject.toml", "requirements.txt", "go.mod", "Cargo.toml", "Gemfile", "pom.xml", "build.gradle",
    "build.gradle.kts", "composer.json", "setup.py", "setup.cfg", "mix.exs",
)  # fmt: skip
ENDINGS = (".json", ".yml", ".yaml", ".toml", ".py")
DESCRIBING = re.compile(r"open[_-]?api|swagger|api[_-]?spec|api[_-]?docs?|asyncapi|schema", re.IGNORECASE)
TELLING = re.compile(
    r"^class\s+\w*(?:err|fault|problem|failure|exception|reason|code)\w*\s*[(:]|\bEnum\b|\b(?:Text|Integer)Choices\b|^\w*ERR\w*\s*[:=]",
    re.IGNORECASE | re.MULTILINE,
)
"""What a Python source must hold for parsing it to be worth the time."""
LIKELY_SOURCE = re.compile(
    r"err|exc|code|problem|fault|fail|const|enum|status|types|schema|model|api|handler|core", re.IGNORECASE
)
_OPEN = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


@dataclass(slots=True, kw_only=True)
class Looked:
    """A survey, with how much was looked at."""

    survey: Survey
    listed: int = 0
    opened: int = 0
    more: bool = False
    """There were more files than are looked at."""
    packages: tuple[str, ...] = ()
    """Words of the manifests that may be names of dependencies."""
    is_git: bool = True
    tags: tuple[str, ...] = ()
    texts: dict[str, str] = field(default_factory=dict)
    """CODEOWNERS, by path."""


class Place:
    """The folder that is looked through: files by paths relative to it, symlinks never followed."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def names(self, below: str = "") -> tuple[list[str], bool, bool]:
        """Paths of files, sorted; whether there were more than are listed; whether git listed them."""
        try:
            output = Git(self.root).run(
                "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", below or "."
            )
            listed: Iterator[str] = _decoded(output.split(b"\0"))
            is_git = True
        except SourceUnavailable:
            listed, is_git = self._walk(below), False
        kept: list[str] = []
        for path in listed:
            if SKIPPED.isdisjoint(path.split("/")[:-1]):
                kept.append(path)
                if len(kept) > MOST_NAMES:
                    return sorted(kept[:-1]), True, is_git
        return sorted(dict.fromkeys(kept)), False, is_git

    def _walk(self, below: str) -> Iterator[str]:
        top = self.root / below if below else self.root
        for folder, folders, files in os.walk(top, followlinks=False):
            folders[:] = sorted(name for name in folders if name not in SKIPPED)
            for name in sorted(files):
                path = os.path.relpath(os.path.join(folder, name), self.root).replace(os.sep, "/")  # noqa: PTH118
                yield from _decoded([os.fsencode(path)])

    def read(self, path: str, limit: int = LARGEST) -> bytes | None:
        """The content of a regular file of at most that many bytes, else None. Nothing on the way may be a symlink."""
        here = self.root
        try:
            for part in path.split("/")[:-1]:
                here = here / part
                if not stat.S_ISDIR(here.lstat().st_mode):
                    return None
            with open(os.open(self.root / path, _OPEN), "rb") as file:  # noqa: PTH123  (opened by its descriptor)
                found = os.fstat(file.fileno())
                if not stat.S_ISREG(found.st_mode) or found.st_size > limit:
                    return None
                data = file.read(limit + 1)
                return data if len(data) <= limit else None
        except (OSError, ValueError):
            return None

    def tags(self) -> tuple[str, ...]:
        """The names of the tags, at most 10,000."""
        try:
            output = Git(self.root).run("for-each-ref", "--count=10000", "--format=%(refname:strip=2)", "refs/tags")
        except SourceUnavailable:
            return ()
        return tuple(output.decode("utf-8", "replace").splitlines())

    def ignored(self, paths: Sequence[str]) -> tuple[str, ...]:
        """Those of some paths that git would not add."""
        try:
            status, output, _ = Git(self.root).attempt("check-ignore", "-z", "--", *paths)
        except SourceUnavailable:
            return ()
        return tuple(_decoded(output.split(b"\0"))) if status == 0 else ()


def _decoded(names: Sequence[bytes]) -> Iterator[str]:
    """Names that are UTF-8 and printable; others cannot be written into a config."""
    for name in names:
        try:
            text = name.decode("utf-8")
        except UnicodeDecodeError:
            continue
        if text and text.isprintable() and "\\" not in text:
            yield text


def look(place: Place, *, below: str = "", registry: str | None = None) -> Looked:
    """Look through a folder. ``registry``: a file that is opened first, whatever its name. Never raises for its content."""
    names, more, is_git = place.names(below)
    survey = Survey(paths=names, least=1 if registry is not None else 2)
    found = Looked(survey=survey, listed=len(names), more=more, is_git=is_git, tags=place.tags() if is_git else ())
    wanted = [
        name for name in names if name.lower().endswith(ENDINGS) and name.rpartition("/")[2].lower() not in NO_REGISTRY
    ]
    ordered = sorted(
        (name for name in wanted if name != registry), key=lambda name: (-_rank(name), name.count("/"), name)
    )
    left, yaml_left = MOST_BYTES, MOST_YAML
    for name in [*([registry] if registry is not None else ()), *ordered]:
        if found.opened >= MOST_OPENED or left <= 0:
            found.more = True
            break
        is_yaml = name.lower().endswith((".yml", ".yaml"))
        large = name == registry or DESCRIBING.search(name) is not None
        data = place.read(name, min(left, LIMIT if large else LARGEST, yaml_left if is_yaml else left))
        if data is None:
            _note_large(place, survey, name)
            continue
        if name.endswith(".py") and not _rank(name) and b"Enum" not in data:
            continue
        found.opened += 1
        left -= len(data)
        yaml_left -= len(data) if is_yaml else 0
        _take(survey, name, data)
    found.packages = _packages(place, names)
    found.texts = _codeowners(place)
    return found


def _rank(path: str) -> int:
    """The likelier a file says something about errors, the sooner it is opened."""
    points, _ = path_score(path)
    stem = path.rpartition("/")[2]
    if DESCRIBING.search(stem):
        points += 25
    if any(speaks_of_errors(folder) for folder in path.split("/")[:-1]):
        points = max(points, 5) + 15
    if path.endswith(".py"):
        return max(0, points) if speaks_of_errors(stem) or speaks_of_codes(stem) or LIKELY_SOURCE.search(path) else 0
    return max(1, points + 5)


def _take(survey: Survey, name: str, data: bytes) -> None:
    try:
        if name.endswith(".py"):
            survey.take_classes(name, _classes(documents.decode(data, name), name))
            return
        survey.take(name, _parsed(name, data), _recorded(name, data))
    except (ErrgateError, RecursionError) as error:
        if speaks_of_errors(name.rpartition("/")[2]) or DESCRIBING.search(name):
            survey.unread.append((name, error.problem if isinstance(error, ErrgateError) else "nested too deeply."))


def _classes(text: str, name: str) -> Classes:
    if TELLING.search(text) is None:
        return {}
    found, _ = python_enum.parse(text, name, None)
    return {
        str(owner): {str(member): entry for member, entry in members.items() if isinstance(entry, Mapping)}
        for owner, members in (found.items() if isinstance(found, Mapping) else ())
        if isinstance(members, Mapping)
    }


def _parsed(name: str, data: bytes) -> Json:
    document = documents.parse(data, name)
    return resolved(document.value) if document.is_yaml else document.value


def _recorded(name: str, data: bytes) -> Fixture | None:
    if not name.lower().endswith(".json"):
        return None
    try:
        return fixture_reader.read_fixture(data, "v2", name.rpartition("/")[2], name, "")
    except Unreadable:
        return None


def _note_large(place: Place, survey: Survey, name: str) -> None:
    """A file that is called like an error and is too large is worth a word."""
    if not speaks_of_errors(name.rpartition("/")[2]) and not DESCRIBING.search(name.rpartition("/")[2]):
        return
    try:
        found = (place.root / name).lstat()
    except (OSError, ValueError):
        return
    if stat.S_ISLNK(found.st_mode):
        survey.unread.append((name, "it is a symlink, which is not followed."))
    elif found.st_size > LARGEST:
        survey.unread.append((name, f"it is larger than is read here ({found.st_size / 1_000_000:.1f} MB)."))


def _packages(place: Place, names: Sequence[str]) -> tuple[str, ...]:
    found: dict[str, None] = {}
    manifests = [name for name in names if name.rpartition("/")[2] in MANIFESTS]
    for name in sorted(manifests, key=lambda each: (each.count("/"), each))[:10]:
        text = (place.read(name, 200_000) or b"").decode("utf-8", "replace")
        found.update((word.lower(), None) for word in re.findall(r"@?[A-Za-z0-9][\w./@-]{1,80}", text)[:5_000])
    return tuple(found)


def _codeowners(place: Place) -> dict[str, str]:
    for name in (".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"):
        data = place.read(name, 500_000)
        if data is not None:
            return {name: data.decode("utf-8", "replace")}
    return {}
