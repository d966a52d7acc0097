"""What was found in a repository, gathered file by file, and what is chosen from it."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from errgate.core.contract import Fixture
from errgate.core.discovery import schemas
from errgate.core.discovery.bodies import is_error
from errgate.core.discovery.classes import Classes, enum_candidates
from errgate.core.discovery.registries import Candidate, candidates, order
from errgate.core.discovery.words import parts, speaks_of_errors
from errgate.core.value import Json

TESTING = re.compile(
    r"tests?|specs?|__tests__|testdata|test_data|fixtures?|mocks?|samples?|examples?|recordings?|cassettes?|golden|v[0-9]+|snapshots?",
    re.I,
)
"""A folder that holds what tests read."""
SOURCES = (
    "py",
    "ts",
    "tsx",
    "js",
    "mjs",
    "go",
    "rb",
    "java",
    "kt",
    "php",
    "cs",
    "rs",
    "ex",
    "exs",
    "scala",
    "swift",
    "clj",
)
"""Endings of source files."""
SERVING = re.compile(
    r"handlers?|serializ\w*|responses?|mappers?|middlewares?|filters?|render\w*|format\w*|advice|resolvers?|factory|envelope|http|api",
    re.I,
)
"""A word beside ``error`` in the name of a file that writes errors."""
FOLDER = re.compile(
    r"(?:api|http|app|base|custom|service|rest)?[_-]?(?:errors?|exceptions?|problems?|faults?)[_-]?(?:handling|handlers?|middlewares?|codes?)?",
    re.I,
)
"""The whole name of a folder whose files write errors."""
WHOLE = re.compile(
    r"(?:api|http|app|application|base|custom|service|rest)?[_-]?(?:errors?|exceptions?|problems?|faults?)", re.I
)
"""The whole name of a file that writes errors."""
UNPREDICTED = re.compile(
    r"(?:x[_-]?)?(?:request|correlation|trace|span|error|event|instance|debug|fbtrace|incident)[_-]?id|requestid|traceid|timestamp|time|date|"
    r"generated_at|host(?:id|name)?|instance|log[_-]?url|request_log_url",
    re.I,
)
"""Keys whose values differ from call to call."""
PLAIN = re.compile(r"[\w./@+-]+", re.ASCII)
MOST_GLOBS = 8


@dataclass(slots=True)
class Survey:
    """Everything that was found. ``paths``: every path of the repository that was listed."""

    paths: Sequence[str] = ()
    registries: list[Candidate] = field(default_factory=list)
    bodies: dict[str, Fixture] = field(default_factory=dict)
    described: dict[str, schemas.Described] = field(default_factory=dict)
    """Path of an OpenAPI document, or of a schema of an error's body → what it says."""
    envelopes: list[str] = field(default_factory=list)
    """Paths of JSON Schemas that are called like an error."""
    unread: list[tuple[str, str]] = field(default_factory=list)
    """Files with a telling name that could not be read, and why."""
    least: int = 2
    """The fewest codes that make a registry."""

    def take(self, path: str, document: Json, recorded: Fixture | None) -> None:
        """One parsed file. ``recorded``: the same read as a recording, for a JSON file."""
        if schemas.is_openapi(document):
            found = self.described[path] = schemas.describe(path, document)
            self.registries += found.registries[:20]
        elif schemas.is_schema(document):
            found = schemas.describe(path, document)
            self.registries += found.registries[:5]
            if any(speaks_of_errors(part) for part in path.split("/")[-2:]) and _is_body_schema(document):
                self.envelopes.append(path)
                self.described[path] = replace(found, bodies=(schemas.sample(document, document),))
        else:
            self._take_data(path, document, recorded)

    def _take_data(self, path: str, document: Json, recorded: Fixture | None) -> None:
        found = candidates(path, document, least=self.least)[:8]
        body = document if recorded is None else recorded.body
        is_body = recorded is not None and is_error(body, recorded.status)
        if is_body and not (found and found[0].sure and not is_testing(path) and len(set(found[0].codes)) > 2):
            assert recorded is not None
            self.bodies[path] = recorded
            return
        self.registries += found

    def take_classes(self, path: str, classes: Classes) -> None:
        """The enums of one source file."""
        self.registries += enum_candidates(path, classes, least=self.least)[:8]

    def ranked(self, *, path: str | None = None) -> list[Candidate]:
        """The lists of codes that may be the registry, the likeliest first; those of one file if it is named."""
        kept = [each for each in self.registries if (each.path == path if path is not None else each.sure)]
        return sorted(kept, key=order)

    @property
    def media(self) -> tuple[str, ...]:
        """Media types of failing answers in all documents."""
        return tuple(dict.fromkeys(name for found in self.described.values() for name in found.media))


def is_testing(path: str) -> bool:
    """Whether a path lies where tests keep their data."""
    return any(TESTING.fullmatch(folder) for folder in path.split("/")[:-1])


def _is_body_schema(document: Json) -> bool:
    properties = document.get("properties") if isinstance(document, Mapping) else None
    if not isinstance(properties, Mapping):
        return False
    keys = {str(key).lower() for key in properties}
    return bool(keys & {"code", "error", "errors", "error_code", "errorcode", "type", "title", "reason"})


def fixture_folders(bodies: Iterable[str], paths: Iterable[str]) -> Mapping[str, str]:
    """Collection → folder, where recorded errors lie together: v2, and v1 where there is one beside it. Else nothing."""
    held: dict[str, int] = {}
    for path in bodies:
        for folder in _above(path):
            held[folder] = held.get(folder, 0) + 1
    there: dict[str, int] = dict.fromkeys(held, 0)
    for path in paths:
        if path.endswith((".json", ".jsonl")):
            for folder in _above(path):
                if folder in there:
                    there[folder] += 1
    good = [folder for folder, count in held.items() if _is_collection(folder, count, there[folder])]
    if not good:
        return {}
    best = min(good, key=lambda folder: (-held[folder], -folder.count("/"), folder))
    below = {name: f"{best}/{name}" for name in ("v1", "v2") if f"{best}/{name}" in held}
    if "v2" in below:
        return {name: below[name] for name in ("v1", "v2") if name in below}
    parent, _, last = best.rpartition("/")
    if last == "v1" and parent:
        return {"v1": best}
    return {"v2": best}


def _above(path: str) -> list[str]:
    folders = path.split("/")[:-1]
    return ["/".join(folders[: index + 1]) for index in range(len(folders))]


def _is_collection(folder: str, bodies: int, files: int) -> bool:
    telling = any(TESTING.fullmatch(part) or speaks_of_errors(part) for part in folder.split("/"))
    own = speaks_of_errors(folder.rpartition("/")[2]) or TESTING.fullmatch(folder.rpartition("/")[2]) is not None
    return telling and bodies * 10 >= max(files, bodies) * 8 and bodies >= (1 if own else 2)


def serializer_globs(paths: Iterable[str], *, but: str = "") -> tuple[str, ...]:
    """Globs of the source files that seem to write errors: whole folders where their name says so."""
    folders: dict[str, int] = {}
    files: dict[str, int] = {}
    for path in paths:
        stem, dot, ending = path.rpartition("/")[2].rpartition(".")
        if not dot or ending not in SOURCES or is_testing(path) or PLAIN.fullmatch(path) is None or path == but:
            continue
        if any(word in stem.lower() for word in ("test", "spec", "mock", "stub", "_pb2")):
            continue
        above = next((each for each in _above(path)[::-1] if FOLDER.fullmatch(each.rpartition("/")[2])), None)
        if above is not None:
            folders[above] = folders.get(above, 0) + 1
        elif WHOLE.fullmatch(stem) or (speaks_of_errors(stem) and any(SERVING.fullmatch(part) for part in parts(stem))):
            files[path] = 1
    globs = [*(f"{folder}/**" for folder in sorted(folders)), *sorted(files)]
    return tuple(sorted(globs, key=lambda each: (each.count("/"), each))[:MOST_GLOBS])


def owner_of(codeowners: str, path: str) -> str:
    """The first team or user that a CODEOWNERS file names for a path: the last line that matches counts, as GitHub has it.

    Only patterns of whole paths, folders and ``*`` are understood; others are passed over.
    """
    found = ""
    for line in codeowners.splitlines()[:5_000]:
        words = line.partition("#")[0].split()
        if len(words) < 2 or not words[1].startswith("@"):
            continue
        pattern = words[0].removesuffix("/**").removesuffix("/*").strip("/")
        whole = words[0] in ("*", "**", "/")
        ending = pattern.startswith("*.") and path.endswith(pattern[1:])
        if whole or ending or path == pattern or path.startswith(f"{pattern}/"):
            found = words[1]
    return found


def release_pattern(tags: Sequence[str]) -> str:
    """The pattern of a repository's release tags: ``v*`` unless another form is the commonest."""
    counts: dict[str, int] = {}
    for tag in tags[:10_000]:
        match = re.fullmatch(r"(?P<prefix>(?:[A-Za-z][\w.-]*[/@_-])?[vV]?)[0-9]+(?:\.[0-9]+)+(?:[-+].*)?", tag)
        if match is not None:
            counts[match["prefix"]] = counts.get(match["prefix"], 0) + 1
    if not counts:
        return "v*"
    prefix = min(counts, key=lambda each: (-counts[each], each not in ("v", ""), each))
    return f"{prefix}*" if prefix else "[0-9]*"
