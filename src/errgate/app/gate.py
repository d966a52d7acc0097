"""The gate's use case: read the refs, decide what is touched, run the suite, fill in line numbers."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from errgate.app.description import BODY_LIMIT, body_note, is_template
from errgate.app.touched import matching, paths, redrawn, renames, touches
from errgate.core import blame, glob, pointer
from errgate.core.completion import completed, must_be_readable, must_hold_something, with_stand_ins
from errgate.core.config import Config, ContractConfig, RegistryPart
from errgate.core.contract import PARTS, Fixture
from errgate.core.finding import Finding, Status, Where
from errgate.core.quote import quote
from errgate.core.regeneration import fixture_changes
from errgate.core.report import Ref, Refs, Report, Sentence
from errgate.core.rule import Change, ConfigChange
from errgate.core.suite import ContractInput, Input, evaluate
from errgate.core.value import MISSING
from errgate.errors import ConfigInvalid, ErrgateError, Unreadable, UsageError
from errgate.rules import RULES
from errgate.rules.gate import matches_nothing
from errgate.sources import config_reader, contracts, documents
from errgate.sources.secrets import find_secrets
from errgate.sources.source import Blob, Source, TooLarge
from errgate.sources.source import Change as PathChange

DEFAULT_CONFIG = ".github/errgate.yml"

Tree = Mapping[str, Blob]


@dataclass(frozen=True, kw_only=True)
class Request:
    """What to judge. ``release_of`` finds the release by the target's config; it may raise SourceUnavailable."""

    source: Source
    target: Ref
    base: Ref
    head: Ref
    config_path: str = DEFAULT_CONFIG
    outside_config: bytes | None = None
    """A config that lies outside of the trees and is used for every ref."""
    release: Ref | None = None
    """Named on the command line."""
    body: str | None = None
    fresh: Callable[[str], Mapping[str, Fixture] | None] = lambda _contract: None
    """The errors of one contract that the branch emitted in this run, by the name of their recording."""


def check(request: Request, releases: "Releases") -> Report:
    """The verdict on one pull request. Raises ErrgateError where nothing can be evaluated."""
    return _Gate(request, releases).run()


class Releases:
    """Finds the release that a config's rule names. Sources without history have none."""

    def find(self, config: Config, contract: ContractConfig | None) -> Ref | None:
        """The release, or None where base stands in for it."""
        return None


class _Gate:
    def __init__(self, request: Request, releases: Releases) -> None:
        self.request = request
        self.releases = releases
        self.trees: dict[str, Tree] = {}
        self.configs: dict[str, Config | Unreadable | None] = {}

    def tree(self, ref: Ref) -> Tree:
        key = ref.sha or ref.name
        if key not in self.trees:
            self.trees[key] = self.request.source.tree(ref)
        return self.trees[key]

    def read(self, blobs: Iterable[Blob]) -> Mapping[str, bytes | TooLarge]:
        return self.request.source.read(list({blob.id: blob for blob in blobs}.values()))

    def config(self, ref: Ref) -> Config | Unreadable | None:
        key = ref.sha or ref.name
        if key not in self.configs:
            self.configs[key] = self._read_config(ref)
        return self.configs[key]

    def _read_config(self, ref: Ref) -> Config | Unreadable | None:
        path = self.request.config_path
        try:
            if self.request.outside_config is not None:
                return config_reader.read(self.request.outside_config, path, rules=LEVELS)
            blob = self.tree(ref).get(path)
            if blob is None:
                return None
            content = self.read([blob]).get(blob.id)
            if blob.mode in ("120000", "160000"):
                return ConfigInvalid("it is no regular file.", path=path, fix="Commit the file itself.")
            if not isinstance(content, bytes):
                return ConfigInvalid("it is larger than 5 MB.", path=path, fix="Shorten it.")
            return config_reader.read(content, path, rules=LEVELS)
        except Unreadable as error:
            return error

    def run(self) -> Report:
        request = self.request
        target, head = self.config(request.target), self.config(request.head)
        if target is None:
            return self._adoption(head)
        if isinstance(target, Unreadable):
            if not isinstance(head, Config):
                raise target
            judging = head
        else:
            judging = target
        changes = request.source.changes(request.base, request.head)
        touched = self._touched(judging, changes)
        refs = Refs(
            release=request.release or request.base, base=request.base, head=request.head, target=request.target
        )
        if not touched and not isinstance(target, Unreadable):
            return Report(
                verdict="not-applicable",
                reason="No watched path changed.",
                config_path=request.config_path,
                refs=refs,
                findings=tuple(self._with_lines(self._missing_files(judging), refs)),
            )
        return self._judge(judging, changes, touched, refs)

    def _adoption(self, head: Config | Unreadable | None) -> Report:
        request = self.request
        if head is None:
            raise UsageError(
                f"There is no {request.config_path} at {request.target.name} or at {request.head.name}.",
                fix="Add one (see the README), or name another with --config.",
            )
        if isinstance(head, Unreadable):
            raise head
        changes = request.source.changes(request.base, request.head)
        touched = self._touched(head, changes)
        refs = Refs(release=request.base, base=request.base, head=request.head, target=request.target)
        report = self._judge(head, changes, touched, refs, preview=True)
        return replace(
            report,
            verdict="not-applicable",
            reason="errgate is being installed: the target has no config yet.",
            preview=True,
        )

    def _missing_files(self, judging: Config) -> tuple[Finding, ...]:
        """The config's files that exist at neither base nor head: said even where nothing is touched, or a typing error would
        keep a part unwatched for ever. Folders and globs wait until the suite runs, since they need the whole tree."""
        refs = (self.request.base, self.request.head)
        named = [path for each in judging.contracts for path in contracts.paths(each).values()]
        there = frozenset(path for path in named if any(path in self.tree(ref) for ref in refs))
        folders = frozenset(f"{folder}/" for each in judging.contracts for folder in each.fixtures.values())
        change = replace(self._config_change(quick=True), target=judging, head=judging, base_paths=there | folders)
        return tuple(
            blame.finding(draft, contract="", status=Status.INTRODUCED, level=LEVELS[draft.rule])
            for draft in matches_nothing.RULE.config(change)  # type: ignore[misc]
            if ".serializer[" not in draft.subject.name
        )

    # What is touched

    def _touched(self, judging: Config, changes: Sequence[PathChange]) -> Mapping[str, tuple[str, ...]]:
        """Contract → touched parts, in a fixed order. A changed config touches every contract."""
        changed, request = paths(changes), self.request
        others = [each for ref in (request.base, request.head) if isinstance(each := self.config(ref), Config)]
        found: dict[str, tuple[str, ...]] = {}
        for contract in judging.contracts:
            versions = [contract, *(own for config in others if (own := config.contract(contract.name)))]
            seen = changed | redrawn([self.tree(request.base), self.tree(request.head)], versions, changed, self.read)
            parts = [part for part in PARTS if any(touches(each, part, seen) for each in versions)]
            names = list(dict.fromkeys(part.partition(".")[0] for part in parts))
            if any(each.serializer and matching(each.serializer, changed) for each in versions):
                names.append("serializer")
            if self.request.config_path in changed:
                names.append("config")
            if names:
                found[contract.name] = tuple(names)
        return found

    # Judging

    def _judge(
        self,
        judging: Config,
        changes: Sequence[PathChange],
        touched: Mapping[str, tuple[str, ...]],
        refs: Refs,
        *,
        preview: bool = False,
    ) -> Report:
        inputs: list[ContractInput] = []
        stand_ins: list[str] = []
        releases: dict[str, Ref] = {}
        for contract in judging.contracts:
            if contract.name not in touched:
                continue
            own = refs.base if preview else self._release(judging, contract)
            releases[contract.name] = own
            made, missing = self._contract(contract, own, changes, touched[contract.name])
            inputs.append(made)
            first = own == next(iter(releases.values()))
            stand_ins += missing if first else [f"{contract.name}:{part}" for part in missing]
        release = next(iter(releases.values()), refs.base)
        refs = replace(
            refs,
            release=replace(release, stand_ins=tuple(dict.fromkeys(stand_ins))),
            by_contract={name: ref for name, ref in releases.items() if ref != release},
        )
        body = self.request.body
        report = evaluate(
            Input(
                refs=refs,
                config=self._config_change(),
                contracts=tuple(inputs),
                sentences=self._sentences(judging),
                owners={
                    each.name: each.owner or judging.owner for each in judging.contracts if each.owner or judging.owner
                },
                body_note=body_note(body),
                body_cut=body is not None and len(body) >= BODY_LIMIT,
            ),
            RULES,
        )
        return replace(report, findings=tuple(self._with_lines(report.findings, refs)))

    def _release(self, judging: Config, contract: ContractConfig) -> Ref:
        if self.request.release is not None:
            return self.request.release
        return self.releases.find(judging, contract) or self.request.base

    def _contract(
        self, judging: ContractConfig, release: Ref, changes: Sequence[PathChange], touched: tuple[str, ...]
    ) -> tuple[ContractInput, tuple[str, ...]]:
        refs = (release, self.request.base, self.request.head)
        own = [self._contract_config(ref, judging) for ref in refs]
        trees = [self.tree(ref) for ref in refs]
        data = contracts.gather(self.read, list(zip(trees, own, strict=True)))
        at_release, at_base, at_head = (
            contracts.load(tree, config, data) for tree, config in zip(trees, own, strict=True)
        )
        must_hold_something(at_base, at_head)
        if release != self.request.base:
            must_be_readable(at_release, release)
        stand_ins: tuple[str, ...] = ()
        if self.config(release) is None:
            at_release, stand_ins = with_stand_ins(at_release, at_base)
        mapping = contracts.remapped(own[1].registry, own[2].registry)
        before = (
            contracts.load(trees[2], replace(own[2], registry=_old_mapping(own[1], own[2])), data) if mapping else None
        )
        changed = paths(changes)
        fixtures = fixture_changes(at_base, at_head, at_release, volatile=judging.volatile, renames=renames(changes))
        return (
            ContractInput(
                config=judging,
                release=at_release,
                base=completed(at_base, at_release, at_release),
                head=completed(at_head, at_base, at_release),
                touched=touched,
                head_read_as_before=before,
                change=Change(
                    base=at_base,
                    head=at_head,
                    release=at_release,
                    release_name=quote(release.name),
                    config=judging,
                    fixtures=fixtures,
                    serializer_touched=matching(judging.serializer, changed) if judging.serializer else (),
                    remapped=mapping,
                    secrets=find_secrets(
                        fixtures, (each for part in at_base.fixtures.values() for each in part.fixtures.values())
                    ),
                    fresh=self.request.fresh(judging.name),
                ),
            ),
            stand_ins,
        )

    def _contract_config(self, ref: Ref, judging: ContractConfig) -> ContractConfig:
        """Where a ref's parts lie: its own config's word, else the target's."""
        own = self.config(ref)
        found = own.contract(judging.name) if isinstance(own, Config) else None
        return found or judging

    def _config_change(self, *, quick: bool = False) -> ConfigChange:
        request = self.request
        at = {
            name: self.config(ref)
            for name, ref in (("base", request.base), ("head", request.head), ("target", request.target))
        }

        def valid(name: str) -> Config | None:
            found = at[name]
            return found if isinstance(found, Config) else None

        def broken(name: str) -> Unreadable | None:
            found = at[name]
            return found if isinstance(found, Unreadable) else None

        return ConfigChange(
            path=request.config_path,
            base=valid("base"),
            head=valid("head"),
            target=valid("target"),
            base_problem=broken("base"),
            head_problem=broken("head"),
            target_problem=broken("target"),
            base_paths=frozenset() if quick else frozenset(self.tree(request.base)),
            head_paths=frozenset() if quick else frozenset(self.tree(request.head)),
            matched=lambda patterns, path: glob.watching(patterns).matches(path),
            default_levels=LEVELS,
        )

    def _sentences(self, judging: Config) -> tuple[Sentence, ...]:
        from errgate.sources import pull_request

        body, source = self.request.body, self.request.source
        trailers = pull_request.read_trailers(source.messages(self.request.base, self.request.head))
        if body is None:
            return trailers
        tree = self.tree(self.request.target)
        blobs = [blob for path, blob in tree.items() if is_template(path) and blob.mode.startswith("100")]
        contents = self.read(blobs)
        templates = [
            content.decode("utf-8", "replace") for blob in blobs if isinstance(content := contents.get(blob.id), bytes)
        ]
        found = pull_request.read_sentences(body, templates=templates, labels=judging.impact_labels)
        return (*found, *trailers)

    # Line numbers

    def _with_lines(self, findings: Sequence[Finding], refs: Refs) -> Iterator[Finding]:
        """Each finding's pointer turned into a line: of head's file, or of base's for what head no longer has."""
        read: dict[tuple[str, str], documents.Document | None] = {}
        for finding in findings:
            where = finding.where
            if where is None or where.line is not None or not where.at:
                yield finding
                continue
            gone = finding.head is None and finding.release is not None
            line = None
            for ref in (refs.base, refs.release, refs.head) if gone else (refs.head, refs.base):
                key = (where.path, ref.sha or ref.name)
                if key not in read:
                    read[key] = self._document(where.path, ref)
                document = read[key]
                if document is not None and (not gone or pointer.get(document.value, where.at) is not MISSING):
                    line = document.line(where.at)
                    break
            yield replace(finding, where=Where(path=where.path, at=where.at, line=line))

    def _document(self, path: str, ref: Ref) -> documents.Document | None:
        blob = self.tree(ref).get(path)
        content = self.read([blob]).get(blob.id) if blob is not None and blob.mode.startswith("100") else None
        if not isinstance(content, bytes):
            return None
        try:
            return documents.parse(content, path)
        except ErrgateError:
            return None


LEVELS = MappingProxyType({rule.id: rule.level for rule in RULES})
"""Every rule's id with its own level."""


def _old_mapping(base: ContractConfig, head: ContractConfig) -> RegistryPart:
    assert base.registry is not None
    assert head.registry is not None
    return replace(base.registry, path=head.registry.path)
