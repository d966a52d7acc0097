"""``errgate check`` and ``errgate diff``: which refs, which config, which body; then the gate."""

import argparse
import datetime
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from errgate.app.gate import DEFAULT_CONFIG, Releases, Request, check
from errgate.core.config import Config, ContractConfig
from errgate.core.contract import Fixture
from errgate.core.quote import quote
from errgate.core.report import Ref, Refs, Report
from errgate.errors import SourceUnavailable, UsageError
from errgate.sources.directory import DirectoryPair
from errgate.sources.git import GitSource
from errgate.sources.releases import choose


def on_git(options: argparse.Namespace) -> Report:
    """Judge a branch of a repository. Raises ErrgateError where nothing can be evaluated."""
    _today(options.today)
    body = _body(options.pr_body)
    source = GitSource(Path(options.repo))
    head = source.resolve(options.head)
    target = source.resolve(options.base) if options.base else source.default_target()
    base = source.merge_base(target, head)
    release = source.resolve(options.release) if options.release else None
    if options.head == "HEAD" and source.dirty():
        print("errgate: uncommitted changes are not judged.", file=sys.stderr)
    config_path = config_inside(options.config)
    if head.sha == base.sha:
        return Report(
            verdict="not-applicable",
            reason=f"The head has nothing that {quote(target.name)} does not have.",
            config_path=config_path,
            refs=Refs(release=release or base, base=base, head=head, target=target),
        )
    request = Request(
        source=source,
        target=target,
        base=base,
        head=head,
        config_path=config_path,
        release=release,
        body=body,
        fresh=_fresh(options.fresh),
    )
    return check(request, GitReleases(source, target))


def on_directories(options: argparse.Namespace) -> Report:
    """Judge one folder against another. Raises ErrgateError where nothing can be evaluated."""
    _today(options.today)
    old, new = Path(options.release_dir), Path(options.head_dir)
    for folder in (old, new):
        if not folder.is_dir():
            raise UsageError(f"{folder} is not a folder.", fix="Name two folders.")
    body = _body(options.pr_body)
    release, head = Ref(name=str(old)), Ref(name=str(new))
    outside = None
    path = options.config or DEFAULT_CONFIG
    if options.config and not (new / options.config).exists() and not (old / options.config).exists():
        outside = _read(options.config, "the config")
    elif Path(path).is_absolute():
        outside = _read(path, "the config")
    request = Request(
        source=DirectoryPair(old, new),
        target=release,
        base=release,
        head=head,
        config_path=path,
        outside_config=outside,
        release=release,
        body=body,
        fresh=_fresh(options.fresh),
    )
    return check(request, Releases())


class GitReleases(Releases):
    """The release among a repository's tags, or the ref that the config names."""

    def __init__(self, source: GitSource, target: Ref) -> None:
        self.source = source
        self.target = target
        self.said: set[str] = set()

    def find(self, config: Config, contract: ContractConfig | None) -> Ref | None:
        rule = contract.release if contract is not None and contract.release is not None else config.release
        if rule.kind == "base":
            return None
        if rule.kind == "ref":
            return self.source.resolve(rule.value)
        if self.source.is_shallow():
            raise SourceUnavailable(
                "This clone is shallow, so the release's tag may be missing.",
                fix="Fetch the history: `git fetch --unshallow --tags`, or `fetch-depth: 0` for actions/checkout.",
            )
        found = choose(self.source.tags_merged(self.target), rule)
        if found is None and rule.value not in self.said:
            self.said.add(rule.value)
            print(
                f"errgate: no tag {rule.value!r} is reachable from {self.target.name}, so the merge base stands in for the "
                "release. Fetch the tags (`git fetch --tags`), or write `release: base`.",
                file=sys.stderr,
            )
        return None if found is None else Ref(name=found[0], sha=found[1])


def config_inside(config: str | None) -> str:
    """The config's path in the repository. Raises UsageError for one that cannot lie in it."""
    if config is None:
        return DEFAULT_CONFIG
    path = config.removeprefix("./")
    if path.startswith("/") or ".." in path.split("/") or not path:
        raise UsageError(
            f"--config {config!r} is not a path inside the repository.",
            fix="Name the file as the repository does, such as .github/errgate.yml; it is read at the target.",
        )
    return path


def _fresh(folder: str | None) -> Callable[[str], Mapping[str, Fixture] | None]:
    if folder is None:
        return lambda _contract: None
    from errgate.app.fresh import FreshErrors

    return FreshErrors(Path(folder))


def _body(name: str | None) -> str | None:
    if name is None:
        return None
    data = sys.stdin.buffer.read() if name == "-" else _read(name, "the pull request's description")
    return data.decode("utf-8", "replace")


def _read(name: str, what: str) -> bytes:
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise UsageError(f"Cannot read {what} {name}: {error.strerror}.", fix="Name a file that exists.") from error


def _today(value: str | None) -> datetime.date:
    if value is None:
        return datetime.datetime.now(datetime.UTC).date()
    try:
        return datetime.date.fromisoformat(value)
    except ValueError as error:
        raise UsageError(f"--today {value!r} is no date.", fix="Write it as YYYY-MM-DD.") from error
