"""From bytes to a document: the encoding, the format, and the line of each place."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from errgate.core import pointer
from errgate.core.value import Json
from errgate.errors import Unreadable
from errgate.sources import strict_json, strict_yaml
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
    places: Callable[[], Mapping[tuple[str, ...], int]] = field(compare=False, repr=False)

    def line(self, at: str) -> int | None:
        """The 1-based line of a pointer, or of the nearest place around it that exists."""
        found = self.places()
        tokens = pointer.parse(at)
        for length in range(len(tokens), -1, -1):
            if tokens[:length] in found:
                return found[tokens[:length]]
        return None


def is_lfs_pointer(data: bytes) -> bool:
    """Whether the bytes are a Git LFS pointer instead of a file's content."""
    return len(data) < 1024 and data.startswith(LFS)


def decode(data: bytes, path: str) -> str:
    """UTF-8 text, a byte order mark dropped. Raises Unreadable for other encodings, empty and over-large files."""
    if len(data) > LIMIT:
        raise Unreadable(f"larger than {LIMIT // 1_000_000} MB.", path=path, fix="Split it.")
    if data[:2] in (b"\xff\xfe", b"\xfe\xff") or (len(data) > 3 and b"\0" in data[:4]):
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
    """The document in a file, by its extension. Raises Unreadable with the line."""
    text = decode(data, path)
    lower = path.lower()
    if lower.endswith(".toml"):
        raise Unreadable("TOML is not supported in this version.", path=path, fix="Use JSON or YAML.")
    if lower.endswith((".yml", ".yaml")) or (not lower.endswith(".json") and text.lstrip()[:1] not in ("{", "[")):
        parsed = strict_yaml.parse(text, path)
        return Document(path=path, value=parsed.value, is_yaml=True, places=lambda: parsed.lines)
    return Document(path=path, value=strict_json.parse(text, path), places=_later(text))


def _later(text: str) -> Callable[[], Mapping[tuple[str, ...], int]]:
    found: dict[tuple[str, ...], int] = {}

    def places() -> Mapping[tuple[str, ...], int]:
        if not found:
            found.update(strict_json.lines(text))
        return found

    return places
