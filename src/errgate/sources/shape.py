"""A small kit for readers: typed access to a document's places, with errors that name the line and what to do."""

import difflib
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from errgate.core import pointer
from errgate.core.value import Json, escape, kind, text
from errgate.errors import Unreadable
from errgate.sources.documents import Document
from errgate.sources.strict_yaml import NULLS, Plain

WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,17})", re.ASCII)
NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,17})(\.[0-9]{1,17})?", re.ASCII)
LONGEST_NAME = 200
"""Characters that a name may have: an action, a hint, a contract, a code's field."""
LONGEST_PATH = 1024
UNSEEN = frozenset(("Cc", "Cf", "Cs", "Co", "Zl", "Zp"))
"""Unicode categories of characters that do not show."""


def short(found: str) -> str:
    """Text from a file, cut for a message."""
    return found if len(found) <= 60 else f"{found[:57]}..."


def suggestion(found: str, known: Collection[str], otherwise: str = "") -> str:
    """``Did you mean …?`` where a known word is near, else ``otherwise`` or the list of known words."""
    near = difflib.get_close_matches(found, known, n=1) if len(found) <= 60 else []
    return f"Did you mean `{near[0]}`?" if near else otherwise or f"Use one of: {', '.join(known)}."


def is_null(value: Json) -> bool:
    """Null, as JSON or as plain YAML writes it."""
    return value is None or (isinstance(value, Plain) and value in NULLS)


def is_visible(found: str) -> bool:
    """Whether every character shows: no control characters, line breaks, joiners or text direction marks."""
    return found.isprintable() or not any(unicodedata.category(char) in UNSEEN for char in found)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One place of a document, for reading. Every method that reads raises ``error`` with the line."""

    document: Document
    at: str
    value: Json
    error: type[Unreadable] = Unreadable

    def refuse(self, problem: str, fix: str = "Correct it.") -> Unreadable:
        """The error to raise for this place."""
        return self.error(problem, path=self.document.path, line=self.document.line(self.at), fix=fix)

    @property
    def name(self) -> str:
        """How messages call this place."""
        tokens = pointer.parse(self.at)
        if not tokens:
            return "the document"
        if tokens[-1].isdigit() and len(tokens) > 1:
            return f"an entry of `{short(tokens[-2])}`"
        return f"`{short(tokens[-1])}`"

    @property
    def is_null(self) -> bool:
        """Null, as JSON or as plain YAML writes it."""
        return is_null(self.value)

    def child(self, key: str, value: Json) -> "Place":
        """A place one step below."""
        return Place(document=self.document, at=f"{self.at}/{escape(key)}", value=value, error=self.error)

    def object(self, known: Sequence[str] | None = None, required: Iterable[str] = ()) -> Mapping[str, "Place"]:
        """A mapping's members. Raises for another type, an unknown key (with the nearest known one), a missing one."""
        if not isinstance(self.value, Mapping):
            raise self.wrong("a mapping")
        members = {key: self.child(key, value) for key, value in self.value.items()}
        if known is not None:
            for key, member in members.items():
                if key not in known:
                    raise member.refuse(
                        f"unknown key `{short(key)}`.", suggestion(key, known, f"Known keys: {', '.join(known)}.")
                    )
        for key in required:
            if key not in members:
                raise self.refuse(f"{self.name} lacks the key `{key}`.", f"Add `{key}`.")
        return members

    def items(self, *, most: int | None = None) -> Iterator["Place"]:
        """A list's items, at most so many. Raises for another type."""
        if not isinstance(self.value, Sequence) or isinstance(self.value, str):
            raise self.wrong("a list")
        if most is not None and len(self.value) > most:
            raise self.refuse(f"{self.name} has {len(self.value)} entries, more than {most}.", "List fewer.")
        for index, item in enumerate(self.value):
            yield self.child(str(index), item)

    def one_or_more(self, *, most: int | None = None) -> Iterator["Place"]:
        """A list's items, or the place itself where it is one text; never none."""
        if isinstance(self.value, str):
            yield self
            return
        count = 0
        for count, item in enumerate(self.items(most=most), 1):  # noqa: B007  (counted for the check below)
            yield item
        if not count:
            raise self.refuse(f"{self.name} is empty.", "List at least one, or remove it.")

    def texts(self) -> tuple[str, ...]:
        """A list of texts, or one text alone."""
        return tuple(item.text() for item in self.one_or_more())

    def text(self) -> str:
        """A text that is not empty."""
        if not isinstance(self.value, str) or self.is_null:
            raise self.wrong("text")
        if not self.value.strip():
            raise self.refuse(f"{self.name} is empty.", "Write a text, or remove it.")
        return str(self.value)

    def label(self) -> str:
        """A name in one line: text without characters that do not show, or blanks at its ends; a number as its text."""
        found = self.scalar()
        if not found.strip():
            raise self.refuse(f"{self.name} is empty.", "Write a name.")
        return self.named(found)

    def named(self, found: str) -> str:
        """A name of this place, which may be its key: one line, nothing in it that does not show."""
        if found != found.strip() or not is_visible(found) or len(found) > LONGEST_NAME:
            raise self.refuse(
                f"the name {short(found)!r} has blanks at its ends, characters that do not show, "
                f"or more than {LONGEST_NAME} of them.",
                "Write it in one line.",
            )
        return found

    def scalar(self) -> str:
        """Text, or a JSON number or boolean as its text."""
        if kind(self.value) in ("array", "object") or self.is_null:
            raise self.wrong("text")
        return text(self.value)

    def whole(self, *, at_least: int, at_most: int = 1_000_000) -> int:
        """A whole number, or plain YAML that is written as one."""
        value = self.value
        if isinstance(value, Plain) and WHOLE.fullmatch(value):
            value = int(value)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.wrong("a whole number")
        if not at_least <= value <= at_most:
            raise self.refuse(
                f"{self.name} must be from {at_least} to {at_most}, found {short(text(value))}.", "Change it."
            )
        return value

    def number(self, *, at_least: float, at_most: float) -> float:
        """A number, or plain YAML that is written as one."""
        value = self.value
        if isinstance(value, Plain) and NUMBER.fullmatch(value):
            value = float(value)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.wrong("a number")
        if not at_least <= value <= at_most:
            raise self.refuse(
                f"{self.name} must be from {at_least} to {at_most}, found {short(text(value))}.", "Change it."
            )
        return float(value)

    def boolean(self) -> bool:
        """true or false."""
        if isinstance(self.value, bool):
            return self.value
        if isinstance(self.value, Plain) and self.value in ("true", "false"):
            return self.value == "true"
        raise self.wrong("true or false")

    def choice(self, *allowed: str) -> str:
        """One of some words. Raises with the nearest one."""
        found = self.scalar()
        if found not in allowed:
            raise self.refuse(f"{self.name} is `{short(found)}`.", suggestion(found, allowed))
        return found

    def pointer(self, *, header: bool = False, pattern: bool = False) -> str:
        """A JSON Pointer; with ``header`` also ``header:NAME``; with ``pattern`` ``*`` may stand for any key."""
        found = self.text()
        if header and found.startswith("header:"):
            name = found[7:].strip()
            if not re.fullmatch(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+", name) or len(name) > LONGEST_NAME:
                raise self.refuse(f"`{short(found)}` names no response header.", "Write `header:Retry-After`.")
            return f"header:{name}"
        if not found.startswith("/") or re.search(r"~(?![01])", found) or len(found) > LONGEST_PATH:
            also = " or `header:NAME`" if header else ""
            fix = (
                f"Write `/{found.replace('.', '/')}`." if re.fullmatch(r"[\w.-]{1,60}", found) else "Start it with `/`."
            )
            raise self.refuse(f"{self.name} must be a JSON Pointer{also}, found `{short(found)}`.", fix)
        if not pattern and "*" in found.split("/"):
            raise self.refuse(f"{self.name} holds `*`, which only `codes` and `volatile` take.", "Name one place.")
        return found

    def pointers(self, *, header: bool = False, pattern: bool = False) -> tuple[str, ...]:
        """One pointer, or a list of them."""
        return tuple(item.pointer(header=header, pattern=pattern) for item in self.one_or_more(most=1000))

    def path(self) -> str:
        """A path inside the repository, without ``./`` and trailing slash."""
        found = self.text()
        cleaned = found.removeprefix("./").rstrip("/")
        if "\\" in found:
            raise self.refuse(f"{self.name} holds a backslash.", "Separate folders with `/`.")
        if "*" in found or "?" in found:
            raise self.refuse(
                f"{self.name} holds a wildcard: `{short(found)}`.", "Name one file, or one folder; only globs take `*`."
            )
        segments = cleaned.split("/")
        if (
            any(segment in ("", ".", "..") for segment in segments)
            or re.match(r"[A-Za-z]:", cleaned)
            or len(cleaned) > LONGEST_PATH
            or not is_visible(cleaned)
        ):
            raise self.refuse(
                f"{self.name} is no path inside the repository: `{short(found)}`.",
                "Write it from the repository's root, without `..` and a leading `/`.",
            )
        return cleaned

    def wrong(self, wanted: str) -> Unreadable:
        """The error for a value of another type."""
        return self.refuse(f"{self.name} must be {wanted}, found {described(self.value)}.", f"Write {wanted}.")


def described(value: Json) -> str:
    """What was found, for a message: its type, and a scalar's text."""
    if is_null(value):
        return "null"
    what = kind(value)
    if what in ("array", "object"):
        return "a list" if what == "array" else "a mapping"
    return f'text "{short(text(value))}"' if what == "string" else f"{what} {short(text(value))}"


def root(document: Document, error: type[Unreadable] = Unreadable) -> Place:
    """The whole document as a place."""
    return Place(document=document, at="", value=document.value, error=error)
