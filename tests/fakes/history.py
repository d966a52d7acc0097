"""Commits held in memory: a source of trees without files and without git, for tests that judge many pull requests."""

import hashlib
from collections.abc import Iterable, Mapping

from errgate.app.gate import Releases, Request, check
from errgate.core.config import Config, ContractConfig
from errgate.core.report import Ref, Report
from errgate.sources.releases import choose
from errgate.sources.source import LIMIT, Blob, Change, TooLarge, Tree, compare

Files = Mapping[str, str | bytes | None]


class History(Releases):
    """A line of commits on main and one branch; what git would give, of regular files alone."""

    def __init__(self) -> None:
        self.main: list[Ref] = []
        self.branch: list[Ref] = []
        self.tags: dict[str, int] = {}
        """Tag → how many commits main had."""
        self._fork = 0
        self._trees: dict[str, Tree] = {}
        self._blobs: dict[str, bytes] = {}
        self._messages: dict[str, str] = {}

    def commit(self, files: Files, message: str = "Change") -> Ref:
        """Write, remove (None) and commit, on the branch once there is one."""
        line = self.branch or self.main
        tree = dict(self._trees[line[-1].sha or ""]) if line else {}
        for path, content in files.items():
            if content is None:
                tree.pop(path, None)
                continue
            data = content.encode() if isinstance(content, str) else content
            name = hashlib.sha1(data, usedforsecurity=False).hexdigest()
            self._blobs[name] = data
            tree[path] = Blob(path=path, mode="100644", id=name)
        sha = f"{len(self._trees):040x}"
        ref = Ref(name=sha, sha=sha)
        self._trees[sha] = dict(sorted(tree.items()))
        self._messages[sha] = message
        line.append(ref)
        return ref

    def tag(self, name: str) -> None:
        """Tag main's tip."""
        self.tags[name] = len(self.main)

    def fork(self, at: int | None = None) -> None:
        """Begin the branch at one of main's commits, by default its tip."""
        self._fork = len(self.main) - 1 if at is None else at
        self.branch = [self.main[self._fork]]

    def judge(self, body: str | None = None) -> Report:
        """The verdict on the branch as a pull request into main."""
        target, base, head = self.main[-1], self.main[self._fork], self.branch[-1]
        return check(Request(source=self, target=target, base=base, head=head, body=body), self)

    # What the gate asks

    def find(self, config: Config, contract: ContractConfig | None) -> Ref | None:
        """The release among the tags."""
        rule = contract.release if contract is not None and contract.release is not None else config.release
        if rule.kind != "tag":
            return None
        tags = [(name, self.main[count - 1].sha or "") for name, count in self.tags.items()]
        found = choose(tags, rule)
        return None if found is None else Ref(name=found[0], sha=found[1])

    def tree(self, ref: Ref) -> Tree:
        """Everything at one commit."""
        return self._trees[ref.sha or ""]

    def read(self, blobs: Iterable[Blob]) -> Mapping[str, bytes | TooLarge]:
        """Contents by blob id."""
        contents = {blob.id: self._blobs[blob.id] for blob in blobs}
        return {name: data if len(data) <= LIMIT else TooLarge(size=len(data)) for name, data in contents.items()}

    def changes(self, base: Ref, head: Ref) -> tuple[Change, ...]:
        """What differs between two commits."""
        return compare(self.tree(base), self.tree(head))

    def messages(self, base: Ref, head: Ref) -> tuple[str, ...]:
        """The branch's messages, newest first."""
        return tuple(self._messages[ref.sha or ""] for ref in reversed(self.branch[1:]))
