"""``errgate init``: a config proposed from what a repository holds, tried out, then written. Nothing is overwritten."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from errgate.app import init_report, init_trial, pull_request_template
from errgate.app.init_trial import Trial
from errgate.core import glob, preset_names
from errgate.core.contract import Fixture
from errgate.core.discovery import bodies, policy, survey
from errgate.core.discovery.bodies import Places
from errgate.core.discovery.fields import UNUSED
from errgate.core.discovery.proposal import CONFIG, Proposal, files
from errgate.core.discovery.registries import Candidate, mappings, overlaps
from errgate.core.discovery.synthetic import unknown_code
from errgate.core.presets import PRESETS
from errgate.errors import ExitCode, SourceUnavailable, UsageError
from errgate.sources.config_reader import OWNER
from errgate.sources.discovery import Looked, Place, look
from errgate.sources.git_process import Git
from errgate.sources.source import LIMIT
from errgate.sources.work_tree import WorkTree

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,99}")
MOST_TRIED = 6
"""Lists of codes that are tried before none is taken."""
MOST_RECORDED = 2_000
"""Files of a folder of recorded errors that are taken over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What was asked. None: guess it."""

    repo: Path
    preset: str | None = None
    name: str | None = None
    registry: str | None = None
    owner: str | None = None
    dry_run: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """A proposal that the gate can read, and what was passed over on the way to it."""

    proposal: Proposal
    trial: Trial
    passed_over: tuple[tuple[Candidate, str], ...] = ()
    others: tuple[Candidate, ...] = ()


def run(request: Request) -> int:
    """Propose, try out, write, and say what was guessed. Raises ErrgateError, and then nothing was written."""
    init = _Init(request)
    looked = init.look()
    chosen = init.choose(looked)
    written, kept = init.new_files(chosen.proposal)
    templates = init.templates()
    if not request.dry_run:
        init.write({**written, **templates.files})
    report = init_report.Written(
        files=tuple(written), kept=kept, templates=templates, dry_run=request.dry_run,
        ignored=init.place.ignored([*written, *templates.files]) if looked.is_git else (),
    )  # fmt: skip
    init_report.show(chosen, looked, report, {**written, **templates.files} if request.dry_run else {})
    return ExitCode.PASS


class _Init:
    def __init__(self, request: Request) -> None:
        self.request = request
        self.root, self.below = _root(request.repo)
        self.place = Place(self.root)
        self.work_tree = WorkTree(self.root)
        if _is_there(self.root / CONFIG):
            raise UsageError(
                f"{CONFIG} exists already, so nothing was changed.",
                fix="Edit it (`errgate schema config` describes it), or remove it and run `errgate init` again.",
            )
        _check(request)

    # Looking

    def look(self) -> Looked:
        """What lies in the repository. Raises UsageError where --registry names no file of it."""
        registry = self._registry_path()
        return look(self.place, below=self.below, registry=registry)

    def _registry_path(self) -> str | None:
        named = self.request.registry
        if named is None:
            return None
        for start in (self.root, Path.cwd(), self.request.repo):
            try:
                path = (start / named).relative_to(self.root).as_posix() if not Path(named).is_absolute() else (
                    Path(named).relative_to(self.root).as_posix())  # fmt: skip
            except ValueError:
                continue
            if ".." not in path.split("/") and self.place.read(path, LIMIT) is not None:
                return path
        raise UsageError(
            f"--registry {named!r} is no regular file of at most 5 MB inside {str(self.root)!r}.",
            fix="Name the file that lists the error codes, as a path from the repository's root; symlinks are not followed.",
        )

    # Choosing

    def choose(self, looked: Looked) -> Chosen:
        """The likeliest proposal that can be read. Raises UsageError where there is nothing to propose."""
        found = looked.survey
        path = self._registry_path()
        ranked = found.ranked(path=path)
        passed: list[tuple[Candidate, str]] = []
        for candidate in ranked[:MOST_TRIED]:
            trial = Trial(problem="it was not tried.")
            for proposal in self._proposals(looked, candidate):
                trial = init_trial.run(proposal, self.existing(proposal))
                if not trial.problem:
                    return self._chosen(proposal, trial, passed, ranked)
            passed.append((candidate, trial.problem))
        if path is None and (self.request.preset or found.bodies or self._known_kind(looked)):
            for proposal in self._proposals(looked, None):
                trial = init_trial.run(proposal, self.existing(proposal))
                if not trial.problem:
                    return self._chosen(proposal, trial, passed, ranked)
                passed.append((Candidate(path="the recorded errors", pattern="", codes=()), trial.problem))
        raise UsageError(*_nothing(path, looked, passed))

    def _known_kind(self, looked: Looked) -> bool:
        """Whether a description of the API tells the kind of its errors, though it lists no codes."""
        return not bodies.guess(self._errors(looked, {}), media=looked.survey.media).guess

    def _chosen(
        self, proposal: Proposal, trial: Trial, passed: Sequence[tuple[Candidate, str]], ranked: Sequence[Candidate]
    ) -> Chosen:
        registry = proposal.registry
        tried = [(each.path, each.pattern) for each, _ in passed]
        others = tuple(
            each
            for each in ranked
            if (each.path, each.pattern) not in tried and registry is not None and not overlaps(each, registry)
        )[:4]
        if registry is not None and trial.contract is not None and trial.contract.registry is not None:
            codes = tuple(entry.code for entry in trial.contract.registry.entries)
            proposal = replace(proposal, registry=replace(registry, codes=codes))
        return Chosen(proposal=proposal, trial=trial, passed_over=tuple(passed), others=others)

    def _proposals(self, looked: Looked, candidate: Candidate | None) -> Iterator[Proposal]:
        """The proposal with all that was guessed, then with less and less of it."""
        full = self._proposal(looked, candidate)
        for mapping in mappings(candidate):
            fields = {**full.fields, **mapping} if candidate is not None else {}
            acts = bool(full.actions.own) and fields.get("action") != UNUSED
            flagged = candidate is not None and "retryable" in candidate.mapped.found
            by_code = full.by_code and (acts or (flagged and fields.get("retryable") != UNUSED))
            made = replace(full, fields=fields, by_code=by_code)
            yield self._with_synthetic(made)
        if full.envelope_path:
            yield self._with_synthetic(replace(full, envelope_path=""))
        if full.recorded or full.hints_path:
            yield self._with_synthetic(
                replace(
                    full, envelope_path="", hints=(), hints_path="", recorded=frozenset(), fixtures=self._skeleton()
                )
            )

    def _proposal(self, looked: Looked, candidate: Candidate | None) -> Proposal:
        found = looked.survey
        registry_path = candidate.path if candidate is not None else ""
        recorded = survey.fixture_folders([each for each in found.bodies if each != registry_path], found.paths)
        errors = self._errors(looked, recorded)
        places = self._places(looked, candidate, errors)
        actions = policy.actions_of(candidate)
        hints = policy.hints_of(errors, actions)
        hints = () if places.preset in ("openai", "anthropic", "slack", "stripe") else hints
        contract = self._folder("contract")
        fixtures = {**self._skeleton(beside=recorded.get("v2") or recorded.get("v1")), **recorded}
        text = looked.texts.values()
        owner = self.request.owner or next((survey.owner_of(each, registry_path or CONFIG) for each in text), "")
        return Proposal(
            name=self.request.name or self._name(),
            owner=owner if OWNER.fullmatch(owner) else "",
            tag=survey.release_pattern(looked.tags),
            registry=candidate,
            fields=dict(candidate.mapped.fields) if candidate is not None else {},
            places=places,
            actions=actions,
            by_code=policy.decides_by_code(candidate, actions),
            hints=hints,
            decision_path=f"{contract}/decision.yml",
            hints_path=f"{contract}/hints.yml" if hints or self._has(f"{contract}/hints.yml") else "",
            envelope_path=min(found.envelopes, key=lambda each: (len(each), each), default=""),
            fixtures={name: fixtures[name] for name in ("v1", "v2", "synthetic") if name in fixtures},
            recorded=frozenset(recorded),
            volatile=policy.unpredicted(errors, survey.UNPREDICTED),
            serializer=survey.serializer_globs(found.paths, but=registry_path),
        )

    def _errors(self, looked: Looked, recorded: Mapping[str, str]) -> list[Fixture]:
        """Recorded errors, those of the chosen folders first; where there are none, bodies that schemas describe."""
        found = looked.survey.bodies
        chosen = [
            body for path, body in found.items() if any(path.startswith(f"{each}/") for each in recorded.values())
        ]
        described = [
            Fixture(collection="v2", name="", path=path, document=body, body=body)
            for path, each in looked.survey.described.items()
            for body in each.bodies
        ]
        return chosen or list(found.values()) or described

    def _places(self, looked: Looked, candidate: Candidate | None, errors: Sequence[Fixture]) -> Places:
        if self.request.preset is not None:
            preset = preset_names.find(self.request.preset)
            assert preset is not None
            return Places(preset=preset.name, why="you named the preset")
        codes = candidate.codes if candidate is not None else ()
        return bodies.guess(errors, codes=codes, media=looked.survey.media, packages=looked.packages)

    def _with_synthetic(self, proposal: Proposal) -> Proposal:
        return replace(proposal, synthetic=unknown_code(proposal)) if "synthetic" in proposal.fixtures else proposal

    def _skeleton(self, beside: str | None = None) -> dict[str, str]:
        parent, _, last = (beside or "").rpartition("/")
        top = parent if last in ("v1", "v2") and parent else self._folder("fixtures")
        return {name: f"{top}/{name}" for name in ("v1", "v2", "synthetic")}

    def _folder(self, name: str) -> str:
        """A folder for new files: of that name, unless a file or a symlink has it."""
        prefix = f"{self.below}/" if self.below else ""
        for each in (name, f"error-{name}", f"errgate-{name}"):
            place = self.root / prefix / each
            if not _is_there(place) or (place.is_dir() and not place.is_symlink()):
                return f"{prefix}{each}"
        return f"{prefix}.errgate/{name}"

    def _name(self) -> str:
        folder = self.below.rpartition("/")[2] or self.root.name
        name = re.sub(r"[^A-Za-z0-9_.-]+", "-", folder).strip("-._")[:60]
        return name or "api"

    def _has(self, path: str) -> bool:
        return self.place.read(path, LIMIT) is not None

    # What is there

    def existing(self, proposal: Proposal) -> Mapping[str, bytes]:
        """Content of the files that the proposal names or would write, and that exist already."""
        named = [*files(proposal), proposal.hints_path, proposal.envelope_path]
        if proposal.registry is not None:
            named.append(proposal.registry.path)
        for folder in proposal.fixtures.values():
            named += [path for path in self._names if path.startswith(f"{folder}/") and _is_recording(path)][
                :MOST_RECORDED
            ]
        found = {path: data for path in named if path and (data := self.place.read(path, LIMIT)) is not None}
        for pattern in proposal.serializer:
            matcher = glob.compile([pattern])
            first = next((path for path in self._names if matcher.matches(path)), None)
            if first is not None:
                found.setdefault(first, b"")
        return found

    @property
    def _names(self) -> Sequence[str]:
        if not hasattr(self, "_listed"):
            self._listed = self.place.names(self.below)[0]
        return self._listed

    def new_files(self, proposal: Proposal) -> tuple[Mapping[str, bytes], tuple[str, ...]]:
        """What is to be written, and what exists already and is kept. Raises UsageError where something is in the way."""
        wanted = {path: text.encode() for path, text in files(proposal).items()}
        kept = tuple(path for path in wanted if _is_there(self.root / path))
        return {path: data for path, data in wanted.items() if path not in kept}, kept

    def templates(self) -> pull_request_template.Templates:
        """The pull-request templates with the section that they lack."""
        names = [*self._names] if not self.below else self.place.names()[0]
        paths = pull_request_template.templates(names)
        contents = {path: self.place.read(path, pull_request_template.LARGEST) for path in paths}
        return pull_request_template.plan(paths, contents)

    # Writing

    def write(self, contents: Mapping[str, bytes]) -> None:
        """Write all files or none. Raises SourceUnavailable."""
        before = {path: self.place.read(path, LIMIT) for path in contents}
        above = {folder for path in contents for folder in (self.root / path).parents if not folder.exists()}
        try:
            self.work_tree.write(contents)
        except SourceUnavailable as error:
            for path, old in before.items():
                if old is not None and self.place.read(path, LIMIT) != old:
                    (self.root / path).write_bytes(old)
                elif old is None:
                    (self.root / path).unlink(missing_ok=True)
            for folder in sorted(above, key=lambda each: -len(each.parts)):
                with suppress(OSError):  # not there, or somebody else's file is in it
                    folder.rmdir()
            raise SourceUnavailable(
                f"{error.problem} What had been written was removed.",
                fix="Make room or correct the permissions, then run again.",
            ) from error


def _root(repo: Path) -> tuple[Path, str]:
    """The folder that the config belongs to, and what part of it to look through: the repository's top, else the folder."""
    no_folder = UsageError(f"{str(repo)!r} is not a folder.", fix="Name the repository with --repo DIR.")
    try:
        here = repo.resolve()
        if not here.is_dir():
            raise no_folder
    except (OSError, ValueError, RuntimeError) as error:
        raise no_folder from error
    try:
        top = Git(repo).top
    except SourceUnavailable:
        return here, ""
    if not _is_there(top / ".git"):
        raise UsageError("This repository is bare: it has no files to look through.", fix="Use a clone of it.")
    below = here.relative_to(top).as_posix()
    return top, "" if below == "." else below


def _is_there(path: Path) -> bool:
    """Whether anything has that name, a dangling symlink included; what cannot be looked at counts as there."""
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError:
        return True
    return True


def _check(request: Request) -> None:
    if request.owner is not None and OWNER.fullmatch(request.owner) is None:
        raise UsageError(f"--owner {request.owner!r} is no user and no team.", fix="Write @user or @org/team.")
    if request.name is not None and NAME.fullmatch(request.name) is None:
        raise UsageError(
            f"--name {request.name!r} is no name for a contract.", fix="Use letters, digits, `-`, `_` and `.`."
        )
    if request.preset is not None and preset_names.find(request.preset) is None:
        raise UsageError(f"There is no preset {request.preset!r}.", fix=f"Use one of: {', '.join(PRESETS)}.")


def _is_recording(path: str) -> bool:
    return path.endswith((".json", ".jsonl", "/decisions.yml"))


def _nothing(path: str | None, looked: Looked, passed: Sequence[tuple[Candidate, str]]) -> tuple[str]:
    """Why nothing can be proposed, and what to do."""
    return (init_report.nothing(path, looked, passed),)
