"""From a tree and a contract's config to a Contract: which blobs are needed, and what they say.

Whatever cannot be read becomes a Problem of its part; nothing is raised, since the rules decide what it means.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import TypeVar

from errgate.core.config import Collection, ContractConfig, RegistryPart
from errgate.core.contract import (
    Contract,
    Expectation,
    Fixture,
    Fixtures,
    Hints,
    Part,
    Policy,
    Problem,
    Registry,
)
from errgate.core.decide import retries
from errgate.core.finding import Where
from errgate.errors import Unreadable
from errgate.sources import documents, envelope_reader, fixture_reader, hints_reader, policy_reader, registry_reader
from errgate.sources.documents import Document
from errgate.sources.source import Blob, TooLarge

EXPECTED = "decisions.yml"
Data = Mapping[str, bytes | TooLarge]
T = TypeVar("T")


def paths(config: ContractConfig) -> Mapping[Part, str]:
    """Where each configured part lies."""
    found: dict[Part, str] = {}
    if config.registry is not None:
        found["registry"] = config.registry.path
    if config.hints is not None:
        found["hints"] = config.hints
    if config.envelope is not None:
        found["envelope"] = config.envelope
    if config.decision is not None:
        found["decision"] = config.decision
    for collection, folder in config.fixtures.items():
        found[f"fixtures.{collection}"] = folder  # type: ignore[index]
    return MappingProxyType(found)


def needed(tree: Mapping[str, Blob], config: ContractConfig) -> Iterator[Blob]:
    """The blobs to read for one contract: its files, and its fixtures with their expected decisions."""
    for part, path in paths(config).items():
        if part.startswith("fixtures."):
            yield from (blob for blob in _below(tree, config, path) if _is_regular(blob) and _is_read(blob.path, path))
        elif path in tree and _is_regular(tree[path]):
            yield tree[path]


def drawn(tree: Mapping[str, Blob], config: ContractConfig, data: Data) -> Iterator[str]:
    """The paths that the hints draw values from, whether or not there is something. ``data`` holds the hints' content."""
    blob = tree.get(config.hints or "")
    content = data.get(blob.id) if blob is not None and _is_regular(blob) else None
    if isinstance(content, bytes) and config.hints is not None and b"path" in content:
        with suppress(Unreadable):  # reading the part says what is wrong
            yield from hints_reader.drawn_paths(documents.parse(content, config.hints))


def gather(read: Callable[[Iterable[Blob]], Data], pairs: Sequence[tuple[Mapping[str, Blob], ContractConfig]]) -> Data:
    """The content of everything that ``load`` reads for some trees: the files that are known by the config first, then
    those that the hints name."""
    data = read([blob for tree, config in pairs for blob in needed(tree, config)])
    named = [tree[path] for tree, config in pairs for path in drawn(tree, config, data) if path in tree]
    missing = [blob for blob in named if _is_regular(blob) and blob.id not in data]
    return {**data, **read(missing)} if missing else data


def _below(tree: Mapping[str, Blob], config: ContractConfig, folder: str) -> Iterator[Blob]:
    """The blobs of one collection: below its folder, unless another collection lies deeper."""
    deeper = [f"{each}/" for each in config.fixtures.values() if each != folder and each.startswith(f"{folder}/")]
    for path, blob in tree.items():
        if path.startswith(f"{folder}/") and not any(path.startswith(each) for each in deeper):
            yield blob


def _is_regular(blob: Blob) -> bool:
    return blob.mode in ("100644", "100755", "100664")


def _is_read(path: str, folder: str) -> bool:
    return path.endswith((".json", ".jsonl")) or path == f"{folder}/{EXPECTED}"


def load(tree: Mapping[str, Blob], config: ContractConfig, data: Data) -> Contract:
    """One ref's contract. ``data`` holds the content of the blobs that ``gather`` gives, by id."""
    reader = _Reader(tree, config, data)
    policy = reader.part("decision", config.decision, policy_reader.read)
    registry = reader.part("registry", config.registry.path if config.registry else None, reader.registry)
    hints = reader.part("hints", config.hints, reader.hints)
    envelope = reader.part("envelope", config.envelope, envelope_reader.read)
    registry = reader.agreeing(registry, policy)
    hints = reader.meaningful(hints, policy)
    fixtures = {name: found for name, folder in config.fixtures.items() if (found := reader.collection(name, folder))}
    return Contract(
        name=config.name,
        registry=registry,
        hints=hints,
        envelope=envelope,
        policy=policy,
        fixtures=MappingProxyType(fixtures),
        problems=MappingProxyType(reader.problems),
        paths=paths(config),
    )


class _Reader:
    """Collects the problems of one contract while its parts are read."""

    def __init__(self, tree: Mapping[str, Blob], config: ContractConfig, data: Data) -> None:
        self.tree = tree
        self.config = config
        self.data = data
        self.problems: dict[Part, Problem] = {}

    def registry(self, document: Document) -> Registry:
        assert self.config.registry is not None
        return registry_reader.read(document, self.config.registry)

    def hints(self, document: Document) -> Hints:
        return hints_reader.read(document, self.drawn)

    def drawn(self, path: str) -> Document | None:
        """The file that hints draw values from. Raises Unreadable for anything but a regular file that can be read."""
        if path not in self.tree:
            return None
        content = _content(self.tree[path], self.data)
        if isinstance(content, Problem):
            raise Unreadable(content.what, path=path, fix=content.fix)
        return documents.parse(content, path)

    def part(self, part: Part, path: str | None, read: Callable[[Document], T]) -> T | None:
        if path is None or path not in self.tree:
            return None
        blob = self.tree[path]
        content = _content(blob, self.data)
        if isinstance(content, Problem):
            self.problems[part] = content
            return None
        try:
            return read(self.opened(content, path))
        except Unreadable as error:
            self.problems[part] = _problem(error, self.tree.get(error.path, blob))
            return None

    def agreeing(self, registry: Registry | None, policy: Policy | None) -> Registry | None:
        """The registry, unless an entry's action and retryability contradict each other."""
        for entry in registry.entries if registry else ():
            if entry.action is None or entry.retryable is None or registry is None:
                continue
            is_action = entry.action in policy.actions if policy else entry.action == "retry"
            if is_action and retries(entry.action) != entry.retryable:
                self.problems["registry"] = Problem(
                    path=registry.path,
                    line=self.line(registry.path, entry.at),
                    what=f"the code {entry.code!r} says action {entry.action!r} and retryable "
                    f"{str(entry.retryable).lower()}, which contradict each other.",
                    fix="Correct one of the two, or state only one.",
                )
                return None
        return registry

    def meaningful(self, hints: Hints | None, policy: Policy | None) -> Hints | None:
        """The hints, unless one maps to a word that is no action of the policy."""
        for hint in hints.hints.values() if hints and policy else ():
            assert hints is not None
            assert policy is not None
            states = [hint.absent, hint.unrecognized, hint.null, hint.malformed]
            words = {"next", "default", "unrecognized", "backoff", "forbidden", *policy.actions}
            value, wrong = next(
                ((key, word) for key, word in hint.values.items() if word not in policy.actions), ("", None)
            )
            wrong = wrong or next((word for word in states if word not in words), None)
            if wrong is not None:
                place = hints.place(hint, value) if value else Where(path=hints.path, at=hint.pointer)
                self.problems["hints"] = Problem(
                    path=place.path,
                    line=self.line(place.path, place.at),
                    what=f"the hint {hint.name!r} maps to {wrong!r}, which is no action of the decision policy.",
                    fix=f"Use one of: {', '.join(policy.actions)}.",
                )
                return None
        return hints

    def line(self, path: str, at: str) -> int | None:
        content = self.data.get(self.tree[path].id)
        return self.opened(content, path).line(at) if isinstance(content, bytes) else None

    def opened(self, content: bytes, path: str) -> Document:
        """The document in a part's file; the registry's as its reader says."""
        registry = self.config.registry
        if registry is not None and registry.path == path:
            return registry_reader.opened(content, registry)
        return documents.parse(content, path)

    def collection(self, name: Collection, folder: str) -> Fixtures | None:
        """One collection, or None where its folder holds no recording."""
        fixtures: dict[str, Fixture] = {}
        problems: list[Problem] = []
        expected: Mapping[str, Expectation] = MappingProxyType({})
        if folder in self.tree:
            there = _content(self.tree[folder], self.data)
            problems.append(there if isinstance(there, Problem) else _not_a_folder(self.tree[folder]))
        blobs = sorted(_below(self.tree, self.config, folder), key=lambda blob: blob.path)
        if not blobs and not problems:
            return None
        for blob in blobs:
            relative = blob.path[len(folder) + 1 :]
            if blob.mode != "160000" and not _is_read(blob.path, folder):
                continue
            content = _content(blob, self.data)
            if isinstance(content, Problem):
                problems.append(content)
            elif relative == EXPECTED:
                try:
                    expected = fixture_reader.read_expectations(documents.parse(content, blob.path))
                except Unreadable as error:
                    problems.append(_problem(error, blob))
            else:
                for found in _recordings(content, name, relative, blob):
                    if isinstance(found, Problem):
                        problems.append(found)
                    else:
                        fixtures[found.name] = found
        if not fixtures and not problems and not expected:
            return None
        return Fixtures(
            collection=name,
            path=folder,
            fixtures=MappingProxyType(fixtures),
            expected=expected,
            expected_path=f"{folder}/{EXPECTED}",
            problems=tuple(problems),
        )


def _recordings(content: bytes, name: Collection, relative: str, blob: Blob) -> Iterator[Fixture | Problem]:
    """The recordings of one file, a problem for each that cannot be read."""
    if relative.endswith(".jsonl"):
        yield from fixture_reader.read_lines(content, name, relative, blob.path, blob.id)
        return
    try:
        yield fixture_reader.read_fixture(content, name, relative, blob.path, blob.id)
    except Unreadable as error:
        yield _problem(error, blob)


def _content(blob: Blob, data: Data) -> bytes | Problem:
    """The bytes of a regular file, or why there are none."""
    if blob.mode == "120000":
        return Problem(
            path=blob.path,
            kind="symlink",
            what="it is a symlink, which is not followed.",
            fix="Commit the file itself.",
            blob=blob.id,
        )
    if blob.mode == "160000":
        return Problem(
            path=blob.path,
            kind="submodule",
            what="it is a submodule, whose content is in another repository.",
            fix="Commit the files themselves.",
            blob=blob.id,
        )
    content = data.get(blob.id)
    if content is None or isinstance(content, TooLarge):
        return Problem(
            path=blob.path,
            kind="too-large",
            what="it is larger than 5 MB.",
            fix="Split it, or record less.",
            blob=blob.id,
        )
    if documents.is_lfs_pointer(content):
        return Problem(
            path=blob.path,
            kind="lfs",
            what="it is stored in Git LFS, so its content is not in the repository and was not checked.",
            fix="Commit the file itself (git lfs untrack, then add it again).",
            blob=blob.id,
        )
    return content


def _not_a_folder(blob: Blob) -> Problem:
    return Problem(path=blob.path, what="it is a file, not a folder.", fix="Name a folder in the config.", blob=blob.id)


def _problem(error: Unreadable, blob: Blob) -> Problem:
    empty = "empty" in error.problem
    return Problem(
        path=error.path or blob.path,
        line=error.line,
        what=error.problem,
        fix=error.fix,
        kind="empty" if empty else "ill-formed",
        blob=blob.id,
    )


def remapped(old: RegistryPart | None, new: RegistryPart | None) -> tuple[str, ...]:
    """The keys of the registry's mapping that differ: ``reader``, ``codes``, ``fields``."""
    if old is None or new is None:
        return ()
    differ = {
        "reader": old.reader != new.reader,
        "codes": old.codes != new.codes,
        "fields": dict(old.fields) != dict(new.fields),
    }
    return tuple(key for key, changed in differ.items() if changed)
