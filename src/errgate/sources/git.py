"""Git objects as a source. Never a checkout, never the working tree's files, never the user's git settings.

Only machine formats with NUL are parsed (git-diff-tree, git-ls-tree, git-cat-file, git-for-each-ref).
"""

import os
import re
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from errgate.core.report import Ref
from errgate.errors import SourceUnavailable, UsageError
from errgate.sources.source import LIMIT, Blob, Change, TooLarge, renamed

SHA = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
FETCH_ALL = "Fetch the history: `git fetch --unshallow --tags`, or `fetch-depth: 0` for actions/checkout."


class GitSource:
    """A repository, from wherever inside it. Raises SourceUnavailable where git cannot answer."""

    def __init__(self, repo: Path) -> None:
        if not repo.is_dir():
            raise SourceUnavailable(f"{repo} is not a folder.", fix="Name the repository with --repo DIR.")
        self.repo = repo.absolute()
        self._shallow: bool | None = None
        self._locate()

    def _locate(self) -> None:
        code, out, err = self._try("rev-parse", "--is-shallow-repository", "--is-bare-repository", "--absolute-git-dir")
        if code != 0:
            if "not a git repository" in err:
                raise SourceUnavailable(f"{self.repo} is not a git repository.", fix="Name one with --repo DIR.")
            raise SourceUnavailable(f"git cannot read {self.repo}: {_first(err)}", fix="Check the repository.")
        shallow, bare, *_ = out.decode("utf-8", "surrogateescape").split("\n")
        self._shallow = shallow == "true"
        self._bare = bare == "true"

    # Running git

    def _environment(self) -> dict[str, str]:
        """The caller's environment without anything that would point git elsewhere or run something."""
        clean = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
        return {
            **clean,
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_OPTIONAL_LOCKS": "0",
            "GIT_NO_REPLACE_OBJECTS": "1",
            "GIT_NO_LAZY_FETCH": "1",
            "GIT_TERMINAL_PROMPT": "0",
            "LC_ALL": "C",
        }

    def _command(self, arguments: Sequence[str]) -> list[str]:
        # safe.directory for this command alone: a runner's workspace belongs to another user (actions/runner issue 2033).
        # Git compares it with the top of the work tree or the git directory, so each folder upwards is named.
        trusted = [each for path in (self.repo.resolve(), *self.repo.resolve().parents) for each in (path, path / ".git")]
        safe = [word for path in trusted for word in ("-c", f"safe.directory={path}")]
        fixed = ["-c", "core.fsmonitor=false", "-c", f"core.hooksPath={os.devnull}", "-c", "core.quotePath=false"]
        return ["git", *safe, *fixed, "-C", str(self.repo), *arguments]

    def _try(self, *arguments: str, stdin: bytes | None = None) -> tuple[int, bytes, str]:
        try:
            done = subprocess.run(  # noqa: S603  (no shell; refs never start with a dash)
                self._command(arguments),
                input=stdin if stdin is not None else b"",
                capture_output=True,
                env=self._environment(),
                check=False,
            )
        except FileNotFoundError as error:
            raise SourceUnavailable("git is not installed.", fix="Install git 2.30 or newer.") from error
        except OSError as error:
            raise SourceUnavailable(f"git cannot be run: {error.strerror}.", fix="Check the installation.") from error
        return done.returncode, done.stdout, done.stderr.decode("utf-8", "replace")

    def _git(self, *arguments: str, stdin: bytes | None = None) -> bytes:
        code, out, err = self._try(*arguments, stdin=stdin)
        if code != 0:
            fix = FETCH_ALL if self._shallow else "Check that the repository is complete (`git fsck`)."
            raise SourceUnavailable(f"git {arguments[0]} failed: {_first(err)}", fix=fix)
        return out

    # Refs

    def is_shallow(self) -> bool:
        """Whether history is cut off, so that tags and merge bases may be missing."""
        return bool(self._shallow)

    def resolve(self, name: str) -> Ref:
        """The commit that a branch, tag, id or HEAD names. Raises SourceUnavailable for an unknown name."""
        if not name or name.startswith("-") or "\0" in name or "\n" in name:
            raise SourceUnavailable(f"{name!r} is not the name of a commit.", fix="Name a branch, a tag or a commit id.")
        code, out, _ = self._try("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
        sha = out.decode("ascii", "replace").strip()
        if code != 0 or not SHA.fullmatch(sha):
            fix = FETCH_ALL if self._shallow else f"Fetch it (`git fetch origin {name}`), or check the spelling."
            raise SourceUnavailable(f"There is no commit called {name!r} here.", fix=fix)
        return Ref(name=sha[:12] if name == "HEAD" or SHA.fullmatch(name) else name, sha=sha)

    def default_target(self) -> Ref:
        """origin/HEAD, else main, else master (local first, then origin's). Raises UsageError that names --base."""
        wanted = ("refs/remotes/origin/HEAD", "refs/heads/main", "refs/remotes/origin/main", "refs/heads/master",
                  "refs/remotes/origin/master")  # fmt: skip
        out = self._git("for-each-ref", "--format=%(refname)%00%(objectname)%00%(symref)", *wanted)
        found = {}
        for line in out.decode("utf-8", "surrogateescape").splitlines():
            name, sha, symref = line.split("\0")
            found[name] = (symref or name, sha)
        for name in wanted:
            if name in found:
                full, sha = found[name]
                return Ref(name=full.removeprefix("refs/heads/").removeprefix("refs/remotes/"), sha=sha)
        raise UsageError(
            "There is no origin/HEAD, main or master here, so the target branch is unknown.",
            fix="Name the branch that the pull request wants to enter with --base REF.",
        )

    def merge_base(self, target: Ref, head: Ref) -> Ref:
        """The merge base of two commits. Raises SourceUnavailable where there is none."""
        code, out, err = self._try("merge-base", target.sha, head.sha)
        sha = out.decode("ascii", "replace").strip()
        if code == 0 and SHA.fullmatch(sha):
            return Ref(name=f"{target.name}@{sha[:7]}", sha=sha)
        if self._shallow:
            raise SourceUnavailable(
                f"This clone is shallow and holds no common ancestor of {target.name} and {head.name}.", fix=FETCH_ALL
            )
        if code == 1:
            raise SourceUnavailable(
                f"{target.name} and {head.name} have no common history.", fix="Name the right branch with --base REF."
            )
        raise SourceUnavailable(f"git merge-base failed: {_first(err)}", fix="Check that the repository is complete.")

    def tags_merged(self, target: Ref) -> tuple[tuple[str, str], ...]:
        """(tag, commit id) of every tag whose commit is reachable from the target; annotated tags are peeled."""
        form = "%(refname:strip=2)%00%(objectname)%00%(*objectname)%00%(objecttype)%00%(*objecttype)"
        out = self._git("for-each-ref", f"--format={form}", f"--merged={target.sha}", "refs/tags")
        found = []
        for line in out.decode("utf-8", "surrogateescape").splitlines():
            name, sha, peeled, kind, inner = line.split("\0")
            if "commit" in (kind, inner):
                found.append((name, peeled or sha))
        return tuple(found)

    def dirty(self) -> bool:
        """Whether the working tree differs from HEAD; untracked files count."""
        if self._bare:
            return False
        code, out, _ = self._try("status", "--porcelain", "-z", "--untracked-files=normal", "--ignore-submodules=all")
        return code == 0 and bool(out)

    # Trees and blobs

    def tree(self, ref: Ref) -> Mapping[str, Blob]:
        """Every entry of a commit's tree."""
        out = self._git("ls-tree", "-r", "-z", "--full-tree", ref.sha)
        found = {}
        for record in out.split(b"\0"):
            if record:
                meta, _, raw = record.partition(b"\t")
                mode, _, sha = meta.decode("ascii").split(" ")
                path = raw.decode("utf-8", "surrogateescape")
                found[path] = Blob(path=path, mode=mode, id=sha)
        return found

    def changes(self, base: Ref, head: Ref) -> tuple[Change, ...]:
        """Every path that differs, without git's own guesses about renames: equal content is joined here."""
        out = self._git("diff-tree", "-r", "-z", "--raw", "--no-renames", "--full-index", "--no-ext-diff", base.sha, head.sha)
        records = out.split(b"\0")
        found = []
        for index in range(0, len(records) - 1, 2):
            old_mode, new_mode, old, new, _ = records[index].decode("ascii").lstrip(":").split(" ")
            path = records[index + 1].decode("utf-8", "surrogateescape")
            found.append(
                Change(
                    old=None if set(old) == {"0"} and old_mode == "000000" else Blob(path=path, mode=old_mode, id=old),
                    new=None if set(new) == {"0"} and new_mode == "000000" else Blob(path=path, mode=new_mode, id=new),
                )
            )
        return renamed(found)

    def messages(self, base: Ref, head: Ref) -> tuple[str, ...]:
        """Commit messages of base..head, newest first."""
        out = self._git("log", "-z", "--format=%B", "--encoding=UTF-8", f"{base.sha}..{head.sha}", "--")
        return tuple(message for message in out.decode("utf-8", "replace").split("\0") if message.strip())

    def read(self, blobs: Iterable[Blob]) -> Mapping[str, bytes | TooLarge]:
        """Contents by id through one ``cat-file --batch``; sizes first, so that a huge blob is never loaded."""
        names = list(dict.fromkeys(blob.id for blob in blobs if blob.mode not in ("120000", "160000")))
        if not names:
            return {}
        paths = {blob.id: blob.path for blob in blobs} if not isinstance(blobs, list) else {b.id: b.path for b in blobs}
        asked = "".join(f"{name}\n" for name in names).encode()
        out = self._git("cat-file", "--batch-check", "--buffer", stdin=asked)
        found: dict[str, bytes | TooLarge] = {}
        small = []
        for line in out.decode("ascii", "replace").splitlines():
            name, kind, *rest = line.split(" ")
            if kind != "blob":
                raise SourceUnavailable(
                    f"The content of {paths.get(name, name)} ({name[:12]}) is missing here.",
                    fix="Fetch it: this is a partial clone, or the repository is damaged.",
                )
            if int(rest[0]) > LIMIT:
                found[name] = TooLarge(size=int(rest[0]))
            else:
                small.append(name)
        if small:
            found.update(_contents(self._git("cat-file", "--batch", "--buffer", stdin="".join(f"{n}\n" for n in small).encode())))
        return found


def _contents(out: bytes) -> Mapping[str, bytes]:
    """The records of ``cat-file --batch``: a header line, the bytes, a line feed."""
    found: dict[str, bytes] = {}
    at = 0
    while at < len(out):
        end = out.index(b"\n", at)
        name, _, size = out[at:end].decode("ascii").split(" ")
        start = end + 1
        found[name] = out[start : start + int(size)]
        at = start + int(size) + 1
    return found


def _first(text: str) -> str:
    """Git's first line that says something, without its prefix."""
    lines = [line for line in text.splitlines() if line.strip()]
    found = next((line for line in lines if line.startswith(("fatal:", "error:"))), lines[0] if lines else "no reason given")
    return found.removeprefix("fatal: ").removeprefix("error: ")
