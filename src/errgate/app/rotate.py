"""``errgate rotate``: after a release, the errors that it produced become v1's."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

from errgate.app.check import GitReleases, config_inside
from errgate.core.config import Collection, Config, ContractConfig, ReleaseRule
from errgate.core.contract import Fixtures
from errgate.core.report import Ref
from errgate.core.rotation import Rotation, plan
from errgate.errors import ErrgateError, ExitCode, UsageError
from errgate.sources import config_reader, contracts
from errgate.sources.expectations import revise_expectations, write_expectations
from errgate.sources.git import GitSource
from errgate.sources.releases import before
from errgate.sources.source import TooLarge, Tree
from errgate.sources.work_tree import WorkTree

PREVIOUS = "previous"
"""Stands in for the name of the release before, where none is known."""
MOST_LINES = 20
"""Moved files that are listed by name."""

Data = Mapping[str, bytes | TooLarge]


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What to rotate. ``release`` and ``contract``: None means by the config, and every contract."""

    repo: Path
    config: str | None = None
    release: str | None = None
    contract: str | None = None
    dry_run: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """What is to be done for one contract."""

    contract: ContractConfig
    release: Ref
    rotation: Rotation
    files: Mapping[str, bytes]
    """Path → what it holds afterwards; only what differs."""

    @property
    def folder(self) -> str:
        """Where v1 lies."""
        return self.contract.fixtures["v1"]


def run(request: Request) -> int:
    """Plan for every contract, then write; what was done is printed. Raises ErrgateError, before anything is written."""
    from errgate.render.sanitize import visible

    rotate = _Rotate(request)
    works = rotate.works()
    files = _together(works)
    if files and not request.dry_run:
        for work in works:
            rotate.must_be_saved(work)
        rotate.work_tree.write(files)
    for line in [*rotate.skipped, *(line for work in works for line in _lines(work, dry_run=request.dry_run))]:
        print(visible(line).encode("utf-8", "backslashreplace").decode())
    return ExitCode.PASS


def _together(works: Sequence[Work]) -> Mapping[str, bytes]:
    """What all contracts write. Raises UsageError where two of them write one file."""
    files: dict[str, bytes] = {}
    for work in works:
        for path, data in work.files.items():
            if path in files:
                raise UsageError(
                    f"Two contracts would write {path!r}, so nothing was written.",
                    fix="Rotate one after the other with --contract NAME, and commit in between.",
                )
            files[path] = data
    return files


class _Rotate:
    def __init__(self, request: Request) -> None:
        self.request = request
        self.source = GitSource(request.repo)
        self.head = self.source.resolve("HEAD")
        self.work_tree = WorkTree(self.source.work_tree())
        self.path = config_inside(request.config)
        self.skipped: list[str] = []

    def works(self) -> list[Work]:
        """The plan of each contract that has something to take over."""
        config = self.config(self.head)
        if config is None:
            raise UsageError(
                f"There is no {self.path} in the last commit.", fix="Commit one, or name another with --config."
            )
        found = [work for contract in self._chosen(config) if (work := self._work(config, contract)) is not None]
        if not found:
            raise UsageError(" ".join(self.skipped), fix="Nothing was rotated.")
        return found

    def config(self, ref: Ref) -> Config | None:
        """The config at a ref, None where it has none. Raises ConfigInvalid."""
        blob = self.source.tree(ref).get(self.path)
        content = self.source.read([blob]).get(blob.id) if blob is not None else None
        return config_reader.read(content, self.path) if isinstance(content, bytes) else None

    def _chosen(self, config: Config) -> Sequence[ContractConfig]:
        if self.request.contract is None:
            return config.contracts
        named = config.contract(self.request.contract)
        if named is None:
            names = ", ".join(each.name for each in config.contracts)
            raise UsageError(f"There is no contract {self.request.contract!r}.", fix=f"Name one of: {names}.")
        return (named,)

    def _work(self, config: Config, contract: ContractConfig) -> Work | None:
        if "v1" not in contract.fixtures:
            self.skipped.append(f"{contract.name}: the config names no folder for v1.")
            return None
        release, former = self._release(config, contract)
        placed = self._placed(release, contract)
        released, data = self._released(release, placed)
        if released is None or not released.fixtures:
            self.skipped.append(f"{contract.name}: {release.name} has no recordings in v2.")
            return None
        present, tree, here = self._present(contract)
        folder = contract.fixtures["v1"]
        names = [path[len(folder) + 1 :] for path in tree]
        rotation = plan(released, present, former=former, volatile=contract.volatile, taken=names)
        files = dict(self._files(rotation, contract, released, present, (data, here)))
        self._must_stay_inside(contract, files)
        return Work(contract=contract, release=release, rotation=rotation, files=MappingProxyType(files))

    # The release

    def _release(self, config: Config, contract: ContractConfig) -> tuple[Ref, str]:
        """The release to take over, and the name of the one before."""
        rule = contract.release or config.release
        target = self._target()
        if self.request.release is not None:
            release = self.source.resolve(self.request.release)
        else:
            found = GitReleases(self.source, target).find(config, contract)
            if found is None and rule.kind == "tag":
                raise UsageError(
                    f"No tag {rule.value!r} is reachable from {target.name}, so there is no release to rotate.",
                    fix="Tag the release, fetch the tags (`git fetch --tags`), or name it with --release REF.",
                )
            release = found or target
        if rule.kind == "base":
            return release, PREVIOUS
        by_tag = rule if rule.kind == "tag" else ReleaseRule()
        tags = self.source.tags_merged(release)
        return release, before(tags, by_tag, (release.name, release.sha)) or PREVIOUS

    def _target(self) -> Ref:
        try:
            return self.source.default_target()
        except UsageError:
            return self.head

    def _placed(self, release: Ref, contract: ContractConfig) -> ContractConfig:
        """The contract as the release's own config places it."""
        try:
            own = self.config(release)
        except ErrgateError:
            own = None
        there = own.contract(contract.name) if own is not None else None
        return there or contract

    def _released(self, release: Ref, placed: ContractConfig) -> tuple[Fixtures | None, Data]:
        tree = self.source.tree(release)
        only = _only(placed, "v2")
        data = self.source.read(contracts.needed(tree, only))
        return _readable(contracts.load(tree, only, data).fixtures.get("v2"), release.name), data

    # The work tree

    def _present(self, contract: ContractConfig) -> tuple[Fixtures | None, Tree, Data]:
        folder = contract.fixtures["v1"]
        tree = self.work_tree.tree(folder)
        only = _only(contract, "v1")
        data = self.work_tree.read(folder, contracts.needed(tree, only))
        return _readable(contracts.load(tree, only, data).fixtures.get("v1"), "the work tree"), tree, data

    def _files(
        self,
        rotation: Rotation,
        contract: ContractConfig,
        released: Fixtures,
        present: Fixtures | None,
        data: tuple[Data, Data],
    ) -> Iterator[tuple[str, bytes]]:
        """Path → bytes of everything that the plan writes."""
        folder = contract.fixtures["v1"]
        theirs, ours = _bytes(released, data[0]), _bytes(present, data[1])
        for was, now in rotation.moved.items():
            yield f"{folder}/{now}", ours[was]
        for name in rotation.written:
            yield f"{folder}/{name}", theirs[name]
        if rotation.changes_rows(present):
            yield f"{folder}/{contracts.EXPECTED}", self._rows(rotation, folder)

    def _rows(self, rotation: Rotation, folder: str) -> bytes:
        path = f"{folder}/{contracts.EXPECTED}"
        blob = self.work_tree.tree(folder).get(path)
        content = self.work_tree.read(folder, [blob]).get(blob.id) if blob is not None else None
        if not isinstance(content, bytes):
            return write_expectations(rotation.rows).encode()
        return revise_expectations(content, path, rotation.rows, rotation.renamed).encode()

    def _must_stay_inside(self, contract: ContractConfig, files: Mapping[str, bytes]) -> None:
        others = [f"{each}/" for name, each in contract.fixtures.items() if name != "v1"]
        deeper = [each for each in others if each.startswith(f"{contract.fixtures['v1']}/")]
        for path in files:
            if path.startswith(tuple(deeper)):
                raise UsageError(
                    f"{contract.name}: {path!r} would lie in another collection.",
                    fix="Give v1 a folder that no other collection lies in.",
                )

    def must_be_saved(self, work: Work) -> None:
        """Raise UsageError where git could not give back what would be replaced."""
        unsaved = self.source.unsaved(work.folder) if work.files else ()
        if unsaved:
            more = f" and {len(unsaved) - 1} more" if len(unsaved) > 1 else ""
            raise UsageError(
                f"{work.folder} has uncommitted changes ({unsaved[0]}{more}), so nothing was written.",
                fix="Commit or stash them first; --dry-run shows the plan.",
            )
        committed, here = self.source.tree(self.head), self.work_tree.tree(work.folder)
        for path in work.files:
            if (path in here) != (path in committed):
                what = "is not committed (git ignores it)" if path in here else "is committed and not checked out"
                raise UsageError(
                    f"{path} {what}, so nothing was written.",
                    fix="Commit it, or check the folder out as a whole.",
                )


def _only(contract: ContractConfig, name: Collection) -> ContractConfig:
    """The contract with one collection, and with those that lie inside of its folder."""
    folder = contract.fixtures.get(name)
    kept = {each: at for each, at in contract.fixtures.items() if each == name or at.startswith(f"{folder}/")}
    return replace(contract, registry=None, hints=None, envelope=None, decision=None, fixtures=MappingProxyType(kept))


def _readable(fixtures: Fixtures | None, where: str) -> Fixtures | None:
    for problem in fixtures.problems if fixtures else ():
        place = problem.path if problem.line is None else f"{problem.path}:{problem.line}"
        raise UsageError(f"{place} at {where}: {problem.what} Nothing was written.", fix=problem.fix)
    return fixtures


def _bytes(fixtures: Fixtures | None, data: Data) -> Mapping[str, bytes]:
    """File, relative to the collection → its bytes."""
    found: dict[str, bytes] = {}
    for each in fixtures.fixtures.values() if fixtures else ():
        content = data.get(each.blob)
        assert fixtures is not None
        if isinstance(content, bytes):
            found[each.path[len(fixtures.path) + 1 :]] = content
    return found


def _lines(work: Work, *, dry_run: bool) -> Iterator[str]:
    """What was done, in few lines."""
    rotation, name = work.rotation, f"{work.contract.name}: {work.release.name}"
    if not work.files:
        yield f"{name}: {work.folder} holds everything already."
        return
    would = "would be " if dry_run else ""
    rows = f"{work.folder}/{contracts.EXPECTED}" in work.files
    yield (
        f"{name}: {_count(len(rotation.written), 'file')} {would}written to {work.folder}, {len(rotation.moved)} of them in "
        f"the place of others, which {would}moved; {len(rotation.kept)} there already; "
        f"decisions.yml {'would change' if rows and dry_run else 'changed' if rows else 'unchanged'}."
    )
    for was, now in list(rotation.moved.items())[:MOST_LINES]:
        yield f"  {work.folder}/{was} -> {work.folder}/{now}"
    if len(rotation.moved) > MOST_LINES:
        yield f"  and {len(rotation.moved) - MOST_LINES} more"


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
