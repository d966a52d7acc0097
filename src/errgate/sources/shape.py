"""A small kit for readers: typed access to a document's places, with errors that name the line and what to do."""

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from errgate.core.value import Json, escape, kind, text
from errgate.errors import Unreadable
from errgate.sources.documents import Document
from errgate.sources.strict_yaml import Plain

WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,17})", re.ASCII)
NULLS = ("", "null", "Null", "NULL", "~")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One place of a document, for reading."""

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
        return f"`{self.at.rpartition('/')[2] or 'the document'}`"

    @property
    def is_null(self) -> bool:
        """Null, as JSON or as plain YAML writes it."""
        return self.value is None or (isinstance(self.value, Plain) and self.value in NULLS)

    def child(self, key: str, value: Json) -> "Place":
        """A place one step below."""
        return Place(document=self.document, at=f"{self.at}/{escape(key)}", value=value, error=self.error)

    def object(self, known: Iterable[str] | None = None, required: Iterable[str] = ()) -> Mapping[str, "Place"]:
        """A mapping's members. Raises for another type, an unknown key (with the nearest known one), a missing one."""
        if not isinstance(self.value, Mapping):
            raise self.refuse(f"{self.name} must be a mapping, found {self._found()}.")
        members = {key: self.child(key, value) for key, value in self.value.items()}
        if known is not None:
            names = list(known)
            for key, member in members.items():
                if key not in names:
                    near = difflib.get_close_matches(key, names, n=1)
                    hint = f"Did you mean `{near[0]}`?" if near else f"Known keys: {', '.join(names)}."
                    raise member.refuse(f"unknown key `{key}`.", hint)
        for key in required:
            if key not in members:
                raise self.refuse(f"{self.name} lacks the key `{key}`.", f"Add `{key}`.")
        return members

    def items(self) -> Iterator["Place"]:
        """A list's items. Raises for another type."""
        if not isinstance(self.value, Sequence) or isinstance(self.value, str):
            raise self.refuse(f"{self.name} must be a list, found {self._found()}.")
        for index, item in enumerate(self.value):
            yield self.child(str(index), item)

    def texts(self) -> tuple[str, ...]:
        """A list of texts, or one text alone."""
        if isinstance(self.value, str) and not self.is_null:
            return (str(self.value),)
        return tuple(item.text() for item in self.items())

    def text(self) -> str:
        """A text that is not empty. Raises for another type."""
        if not isinstance(self.value, str) or self.is_null:
            raise self.refuse(f"{self.name} must be text, found {self._found()}.")
        if not self.value.strip():
            raise self.refuse(f"{self.name} is empty.")
        return str(self.value)

    def scalar(self) -> str:
        """Text, or a JSON number or boolean as its text."""
        if kind(self.value) in ("array", "object") or self.is_null:
            raise self.refuse(f"{self.name} must be text, found {self._found()}.")
        return text(self.value)

    def whole(self, *, at_least: int | None = None) -> int:
        """A whole number, or plain YAML that is written as one."""
        value = self.value
        if isinstance(value, Plain) and WHOLE.fullmatch(value):
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.refuse(f"{self.name} must be a whole number, found {self._found()}.")
        if at_least is not None and value < at_least:
            raise self.refuse(f"{self.name} must be at least {at_least}, found {value}.")
        return value

    def boolean(self) -> bool:
        """true or false."""
        if isinstance(self.value, bool):
            return self.value
        if isinstance(self.value, Plain) and self.value in ("true", "false"):
            return self.value == "true"
        raise self.refuse(f"{self.name} must be true or false, found {self._found()}.")

    def choice(self, *allowed: str) -> str:
        """One of some words. Raises with the nearest one."""
        found = self.scalar()
        if found not in allowed:
            near = difflib.get_close_matches(found, allowed, n=1)
            hint = f"Did you mean `{near[0]}`?" if near else f"Use one of: {', '.join(allowed)}."
            raise self.refuse(f"{self.name} is `{_short(found)}`.", hint)
        return found

    def pointer(self, *, header: bool = False) -> str:
        """A JSON Pointer; with ``header`` also ``header:NAME``."""
        found = self.text()
        if header and found.startswith("header:") and found[7:].strip():
            return f"header:{found[7:].strip()}"
        if not found.startswith("/") or re.search(r"~(?![01])", found):
            also = " or `header:NAME`" if header else ""
            raise self.refuse(
                f"{self.name} must be a JSON Pointer{also}, found `{_short(found)}`.", "Start it with `/`."
            )
        return found

    def pointers(self, *, header: bool = False) -> tuple[str, ...]:
        """One pointer, or a list of them."""
        if isinstance(self.value, str):
            return (self.pointer(header=header),)
        found = tuple(item.pointer(header=header) for item in self.items())
        if not found:
            raise self.refuse(f"{self.name} is empty.", "Name at least one pointer.")
        return found

    def path(self) -> str:
        """A path inside the repository, without ``./`` and trailing slash."""
        found = self.text().strip()
        cleaned = found.removeprefix("./").rstrip("/")
        if "\\" in found:
            raise self.refuse(f"{self.name} holds a backslash.", "Separate folders with `/`.")
        if cleaned.startswith("/") or not cleaned or ".." in cleaned.split("/") or re.match(r"[A-Za-z]:", cleaned):
            raise self.refuse(
                f"{self.name} is no path inside the repository: `{_short(found)}`.", "Write it from the root."
            )
        return cleaned

    def _found(self) -> str:
        if self.is_null:
            return "null"
        what = kind(self.value)
        return f'text "{_short(text(self.value))}"' if what == "string" else "a list" if what == "array" else what


def _short(found: str) -> str:
    return found if len(found) <= 60 else f"{found[:57]}..."


def root(document: Document, error: type[Unreadable] = Unreadable) -> Place:
    """The whole document as a place."""
    return Place(document=document, at="", value=document.value, error=error)
