r"""The one path-glob dialect, used for every glob that a team writes.

Patterns are anchored at the root of the repository and compare case-sensitively with paths that use ``/``:

* ``*``, ``?`` and ``[a-z]`` (``[!a-z]``) match within one segment and match a leading dot like any other character.
* ``**`` is a whole segment and stands for any number of folders, none included. At the end, as in ``a/**``, it is
  everything below ``a``, and also a submodule, symlink or file that takes the place of the folder ``a`` itself.
* A trailing ``/`` means the same as ``/**``. A leading ``/`` or ``./`` changes nothing. Trailing blanks are dropped.
* ``!pattern`` takes paths out again; the last pattern that matches a path decides.
* ``\`` takes the meaning from one special character. Braces and extended groups such as ``!(a|b)`` are refused.

Matching never backtracks across a star that has found its place, so that its time is bounded by the two lengths.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

LONGEST = 1024
"""Characters that a pattern may have."""
_SPECIAL = frozenset("*?[]{}()!+@#^-\\ ~$&'\"`|;<>=,")
_WILD = re.compile(r"[*?\[\\]|/ *\Z")
_DRIVE = re.compile(r"[A-Za-z]:")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_ANY = "[^/]"
_FOLDERS = "(?:[^/]+/)"


class GlobInvalid(ValueError):
    """A pattern outside the dialect. ``problem`` says what is wrong with ``pattern``, ``fix`` what to write."""

    def __init__(self, pattern: str, problem: str, fix: str) -> None:
        super().__init__(f"{problem} {fix}")
        self.pattern = pattern
        self.problem = problem
        self.fix = fix


@dataclass(frozen=True, slots=True, kw_only=True)
class _Pattern:
    takes: bool
    """False for a ``!pattern``."""
    start: str
    """What every matching path starts with; a last ``/`` may be missing."""
    regex: re.Pattern[str] = field(repr=False)

    def matches(self, path: str) -> bool:
        return path.startswith(self.start.removesuffix("/")) and self.regex.fullmatch(path) is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Globs:
    """A list of patterns that is ready to match. ``patterns`` are as written."""

    patterns: tuple[str, ...]
    _parsed: tuple[_Pattern, ...] = field(repr=False, compare=False)

    def matches(self, path: str) -> bool:
        """Whether the last pattern that matches a path takes it in. Paths are relative to the root, without ``./``."""
        for pattern in reversed(self._parsed):
            if pattern.matches(path):
                return pattern.takes
        return False


def compile(patterns: Sequence[str]) -> Globs:
    """Patterns as one matcher; no patterns match nothing.

    Raises GlobInvalid for a pattern outside the dialect, and for a list in which every pattern starts with ``!``.
    """
    return _compile(tuple(patterns))


def watching(patterns: Sequence[str]) -> Globs:
    """As ``compile``, for what a team wants to have watched: the name of a folder means everything below it.

    Raises GlobInvalid as ``compile`` does.
    """
    return _compile(tuple(each if _WILD.search(each) else f"{each.rstrip(' /')}/**" for each in patterns))


@lru_cache(maxsize=512)
def _compile(patterns: tuple[str, ...]) -> Globs:
    parsed = tuple(_parse(pattern) for pattern in patterns)
    if parsed and not any(each.takes for each in parsed):
        raise GlobInvalid(
            patterns[0],
            f"Every pattern in the list takes paths out ({patterns[0]!r}), so nothing could match.",
            "Put a pattern without '!' before it, such as '**'.",
        )
    return Globs(patterns=patterns, _parsed=parsed)


def literal_start(pattern: str) -> str:
    """The text before a pattern's first wildcard, escapes undone.

    Raises GlobInvalid for a pattern outside the dialect.
    """
    return _parse(pattern).start


@lru_cache(maxsize=2048)
def _parse(pattern: str) -> _Pattern:
    body = _trimmed(pattern)
    takes = not body.startswith("!")
    if not takes:
        body = body[1:]
    if (body.startswith("(") and not takes) or re.search(r"(?<!\\)[?*+@!]\(", body):
        raise GlobInvalid(
            pattern,
            f"The pattern {pattern!r} uses an extended group, which is not supported.",
            "List each alternative as a pattern of its own, and take paths out with a later '!pattern'.",
        )
    _refuse(pattern, body)
    body = body.removeprefix("./") if body.startswith("./") else body.removeprefix("/")
    if body.endswith("/"):
        body += "**"
    segments = body.split("/")
    if not body or "" in segments or "." in segments:
        raise GlobInvalid(
            pattern,
            f"The pattern {pattern!r} has an empty segment or a '.' in it, so it could match no path.",
            "Write the path from the root of the repository, such as 'src/errors/**'; '**' is everything.",
        )
    if ".." in segments:
        raise GlobInvalid(
            pattern,
            f"The pattern {pattern!r} leaves the repository with '..'.",
            "Write the path from the root of the repository.",
        )
    parsed = [None if segment == "**" else _atoms(pattern, segment) for segment in segments]
    return _Pattern(takes=takes, start=_start(parsed), regex=re.compile(_path_regex(parsed), re.DOTALL))


def _trimmed(pattern: str) -> str:
    """Without trailing blanks; a blank behind a backslash stays."""
    if len(pattern) > LONGEST:
        raise GlobInvalid(
            pattern[:40],
            f"A pattern has {len(pattern)} characters; {LONGEST} are allowed.",
            "Shorten it with a wildcard.",
        )
    body = pattern.rstrip(" \t\r\n")
    if body.endswith("\\") and len(body) < len(pattern) and pattern[len(body)] == " ":
        body += " "
    return body


def _refuse(pattern: str, body: str) -> None:
    """What can be told before the pattern is split into segments."""
    if not body or body == "!":
        raise GlobInvalid(pattern, f"The pattern {pattern!r} is empty.", "Remove it, or write '**' for every file.")
    if body.startswith("!"):
        raise GlobInvalid(pattern, f"The pattern {pattern!r} starts with '!' twice.", "Write one '!'.")
    if body[0] == " ":
        raise GlobInvalid(pattern, f"The pattern {pattern!r} starts with a blank.", "Remove it.")
    if _CONTROL.search(body):
        raise GlobInvalid(
            pattern,
            f"The pattern {pattern!r} has a control character in it.",
            "Write one pattern a line.",
        )
    if _DRIVE.match(body) or body.startswith("\\\\"):
        raise GlobInvalid(
            pattern,
            f"The pattern {pattern!r} is an absolute Windows path.",
            "Write the path from the root of the repository, with '/' between the folders.",
        )


# A segment as atoms: each is a regular expression for one character, or None for a star.

_Atoms = tuple[str | None, ...]


def _atoms(pattern: str, segment: str) -> _Atoms:
    if "**" in segment.replace("\\*", ""):
        raise GlobInvalid(
            pattern,
            f"The pattern {pattern!r} has '**' beside other characters, where it has no meaning of its own.",
            "Give '**' a segment of its own, as in 'docs/**/*.json'; within a name write one '*'.",
        )
    return tuple(_scan(pattern, segment))


def _scan(pattern: str, segment: str) -> Iterator[str | None]:
    at = 0
    while at < len(segment):
        char = segment[at]
        if char == "\\":
            yield re.escape(_escaped(pattern, segment, at))
            at += 2
            continue
        if char == "[":
            found, at = _class(pattern, segment, at)
            yield found
            continue
        if char in "{}":
            raise GlobInvalid(
                pattern,
                f"The pattern {pattern!r} uses braces, which are not supported.",
                f"List each alternative as a pattern of its own; write '\\{char}' for a brace in a name.",
            )
        yield None if char == "*" else _ANY if char == "?" else re.escape(char)
        at += 1


def _escaped(pattern: str, segment: str, at: int) -> str:
    """The character behind the backslash at ``at``. A backslash that looks like a separator is refused."""
    follower = segment[at + 1 : at + 2]
    after = segment[at + 2 : at + 3]
    if follower not in _SPECIAL or follower in ("", "\\") or (follower == "*" and after == "*"):
        raise GlobInvalid(
            pattern,
            f"The pattern {pattern!r} has a backslash that takes no wildcard's meaning away.",
            f"Folders are separated by '/': write {_slashed(pattern)!r}. A dot or a letter needs no backslash.",
        )
    return follower


def _slashed(pattern: str) -> str:
    return pattern.replace("\\\\", "/").replace("\\", "/")


def _class(pattern: str, segment: str, at: int) -> tuple[str, int]:
    """The regular expression of the class that opens at ``at``, and the place behind it."""
    end = at + 1
    negated = segment[end : end + 1] in ("!", "^")
    end += negated
    members: list[tuple[str, bool]] = []
    while True:
        char = segment[end : end + 1]
        if char == "" or (char == "[" and segment[end + 1 : end + 2] in (":", ".", "=")):
            raise GlobInvalid(
                pattern,
                f"The pattern {pattern!r} has a '[' that opens no class of characters such as '[a-z]'.",
                "Close it with ']' in the same segment, list the characters one by one, or write '\\[' for a name.",
            )
        if char == "]" and members:
            break
        plain = char != "\\"
        if not plain:
            end += 1
            char = segment[end : end + 1]
            if char == "" or char.isalnum():
                _escaped(pattern, segment, end - 1)
        members.append((char, plain))
        end += 1
    return _class_regex(pattern, members, negated), end + 1


def _class_regex(pattern: str, members: list[tuple[str, bool]], negated: bool) -> str:
    parts: list[str] = []
    at = 0
    while at < len(members):
        low = members[at][0]
        if at + 2 < len(members) and members[at + 1] == ("-", True):
            high = members[at + 2][0]
            if low > high:
                raise GlobInvalid(
                    pattern, f"The pattern {pattern!r} has the empty range {low}-{high}.", f"Write {high}-{low}."
                )
            parts.append(f"{re.escape(low)}-{re.escape(high)}")
            at += 3
        else:
            parts.append(re.escape(low))
            at += 1
    inside = "".join(parts)
    return f"(?!/)[{'^' if negated else ''}{inside}]"


# From atoms to a regular expression. Atomic groups keep a star where it first finds its place: what follows the first
# place can match at least as much as what follows a later one, so no other place needs a try.


def _path_regex(segments: Sequence[_Atoms | None]) -> str:
    runs: list[list[_Atoms]] = [[]]
    for segment in segments:
        if segment is None:
            runs.append([])
        else:
            runs[-1].append(segment)
    first, *rest = ["/".join(_segment_regex(each) for each in run) for run in runs]
    if not rest:
        return first
    *middle, last = rest
    pieces = [first] if first else []
    pieces += [f"(?>{_FOLDERS}*?{run}(?![^/]))" for run in middle if run]
    if not last:
        return "/".join(pieces) + "(?:/.+)?" if pieces else ".+"
    # A last run of one segment is the path's last segment; a longer one may begin at several places.
    pieces.append(f"{_FOLDERS}*{'+' if len(runs[-1]) == 1 else '?'}{last}")
    return "/".join(pieces)


def _segment_regex(atoms: _Atoms) -> str:
    runs: list[str] = [""]
    for atom in atoms:
        if atom is None:
            runs.append("")
        else:
            runs[-1] += atom
    if len(runs) == 1:
        return runs[0]
    middle = "".join(f"(?>{_ANY}*?{run})" for run in runs[1:-1] if run)
    inside = f"{runs[0]}{middle}{_ANY}*{runs[-1]}"
    if atoms == (None,):
        return f"{_ANY}++"
    return f"(?>{inside}(?![^/]))" if runs[-1] else f"(?>{inside})"


def _start(segments: Sequence[_Atoms | None]) -> str:
    """The literal text that a path must start with."""
    start = ""
    for segment in segments:
        if segment is None:
            return start
        for atom in segment:
            if atom is None or atom == _ANY or atom.startswith("(?!"):
                return start
            start += atom[-1]
        start += "/"
    return start[:-1]
