"""From bytes to a document: the encoding, the format, and the line of each place."""

from collections.abc import Callable
from dataclasses import dataclass, field

from errgate.core import pointer
from errgate.core.value import Json
from errgate.errors import Unreadable
from errgate.sources import lines, python_enum, strict_json, strict_toml, strict_yaml
from errgate.sources.source import LIMIT

BOM = b"\xef\xbb\xbf"
LFS = b"version https://git-lfs.github.com/spec/"


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A parsed file. Lines are looked up only when a finding needs one."""

    path: str
    value: Json
    is_yaml: bool = False
    """Scalars are text as written; unquoted ones are ``strict_yaml.Plain``."""
    places: Callable[[], lines.Lines] = field(compare=False, repr=False)

    def line(self, at: str) -> int:
        """The 1-based line of a pointer, or of the nearest place around it that exists."""
        return self.places().find(pointer.parse(at))


def is_lfs_pointer(data: bytes) -> bool:
    """Whether the bytes are a Git LFS pointer instead of a file's content."""
    return len(data) < 1024 and data.startswith(LFS)


def is_wide(data: bytes) -> bool:
    """Whether the bytes look like UTF-16 or UTF-32."""
    return data[:2] in (b"\xff\xfe", b"\xfe\xff") or (len(data) > 3 and b"\0" in data[:4])


def decode(data: bytes, path: str) -> str:
    """UTF-8 text, a byte order mark dropped. Raises Unreadable for other encodings, empty and over-large files."""
    if len(data) > LIMIT:
        raise Unreadable(f"larger than {LIMIT // 1_000_000} MB.", path=path, fix="Split it.")
    if is_lfs_pointer(data):
        raise Unreadable(
            "it is a Git LFS pointer, not the file's content.",
            path=path,
            fix="Commit the file itself (git lfs untrack).",
        )
    if is_wide(data):
        raise Unreadable("not UTF-8 (it looks like UTF-16 or UTF-32).", path=path, fix="Save it as UTF-8.")
    try:
        text = data.removeprefix(BOM).decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise Unreadable(f"not UTF-8 (byte {error.start}).", path=path, line=line, fix="Save it as UTF-8.") from error
    if not text.strip():
        raise Unreadable("empty file.", path=path, fix="Write its content, or remove the file.")
    return text


def parse(data: bytes, path: str) -> Document:
    """The document in a file, by its extension, else by how it begins. Raises Unreadable with the line.

    A Python source gives whatever in it can be read, which is enough for finding lines.
    """
    lower = path.lower()
    if lower.endswith((".py", ".pyi")):
        return of_python(data, path)
    text = decode(data, path)
    if lower.endswith(".toml"):
        value, places = strict_toml.parse(text, path)
        return Document(path=path, value=value, places=lambda: places)
    if lower.endswith((".yml", ".yaml")) or (not lower.endswith(".json") and text.lstrip()[:1] not in ("{", "[")):
        parsed = strict_yaml.parse(text, path)
        return Document(path=path, value=parsed.value, is_yaml=True, places=lambda: parsed.lines)
    return of_json(text, path)


def of_python(data: bytes, path: str, asked: python_enum.Asked | None = None) -> Document:
    """The enum classes of a Python source. Raises Unreadable with the line; without ``asked`` only for bad syntax."""
    value, places = python_enum.parse(decode(data, path), path, asked)
    return Document(path=path, value=value, places=lambda: places)


def of_json(text: str, path: str) -> Document:
    """The document in a JSON text, whatever its name. Raises Unreadable with the line."""
    return Document(path=path, value=strict_json.parse(text, path), places=_later(text))


def _later(text: str) -> Callable[[], lines.Lines]:
    """The lines of a JSON text, found at the first question."""
    found: list[lines.Lines] = []

    def places() -> lines.Lines:
        if not found:
            found.append(lines.of_json(text))
        return found[0]

    return places
