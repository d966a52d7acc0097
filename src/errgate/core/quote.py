"""Repository data inside our own sentences: wrapped in private markers, so that each output can escape it its own way."""

from collections.abc import Iterator

START, END = "\x01", "\x02"
_CONTROL = {code: f"\\x{code:02x}" for code in (*range(32), 127) if code not in (9, 10, 13)}


def quote(text: str) -> str:
    """Data for a sentence. Control characters are shown as escapes, so that nothing can forge a marker."""
    shown = text.translate(_CONTROL).replace("\r", "\\r").replace("\n", "\\n").replace("\t", "\\t")
    return f"{START}{shown}{END}"


def split(text: str) -> Iterator[tuple[bool, str]]:
    """The pieces of a sentence in order: (True, data) and (False, our own prose). Empty prose is left out."""
    rest = text
    while rest:
        prose, marker, rest = rest.partition(START)
        if prose:
            yield False, prose
        if marker:
            data, _, rest = rest.partition(END)
            yield True, data


def plain(text: str) -> str:
    """The sentence for people and for JSON: data in backticks."""
    return "".join(f"`{piece}`" if is_data else piece for is_data, piece in split(text))


def quote_message(text: str) -> str:
    """A message that names data in backticks, as a sentence: what stands in backticks is data, the rest our own words."""
    pieces = text.replace(START, "").replace(END, "").split("`")
    if len(pieces) % 2 == 0:
        return quote(text.replace("`", "'"))
    return "".join(quote(piece) if index % 2 else piece for index, piece in enumerate(pieces))
