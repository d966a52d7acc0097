"""From bytes to a document: the encoding, the format, the line of each place."""

import pytest

from errgate.errors import Unreadable
from errgate.sources import documents
from errgate.sources.source import LIMIT

FORMATS = ["a.json", "a.yml", "a.yaml", "noextension"]


def refused(data: bytes, path: str = "a.json") -> Unreadable:
    with pytest.raises(Unreadable) as caught:
        documents.parse(data, path)
    return caught.value


@pytest.mark.parametrize("path", FORMATS)
def test_b083_a_byte_order_mark_is_dropped(path: str) -> None:
    """A byte order mark must not end up in the first key, nor stop the parser."""
    assert documents.parse(b'\xef\xbb\xbf{"code": "A"}', path).value == {"code": "A"}


@pytest.mark.parametrize("path", FORMATS)
@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be"])
def test_b083_other_encodings_are_refused(path: str, encoding: str) -> None:
    """Parsers that guess the encoding would take UTF-16 at one ref and not at the other."""
    assert "not UTF-8" in refused('{"code": "A"}'.encode(encoding), path).problem


@pytest.mark.parametrize("path", FORMATS)
def test_b083_invalid_utf8_names_the_byte_and_the_line(path: str) -> None:
    """Latin-1 text raises no traceback; the message says where it is."""
    error = refused(b'{"a":\n"\xe9"}', path)
    assert (error.problem, error.line) == ("not UTF-8 (byte 7).", 2)


@pytest.mark.parametrize("data", [b"", b"  \n\t\n", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("path", FORMATS)
def test_an_empty_file_is_called_empty(data: bytes, path: str) -> None:
    assert refused(data, path).problem == "empty file."


def test_comments_alone_are_an_empty_file() -> None:
    assert refused(b"# nothing yet\n", "a.yml").problem == "empty file."


def test_a_file_over_the_limit_is_refused_before_it_is_read() -> None:
    assert "larger than 5 MB" in refused(b" " * (LIMIT + 1)).problem


def test_toml_is_read_by_its_name() -> None:
    assert documents.parse(b"a = 1", "codes.TOML").value == {"a": 1}


def test_the_content_decides_where_the_name_does_not() -> None:
    assert not documents.parse(b' {"a": 1}', "contract/errors").is_yaml
    assert documents.parse(b"a: 1", "contract/errors").is_yaml


POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"


def test_b060_an_lfs_pointer_is_recognised() -> None:
    """A Git LFS pointer must not be reported as broken JSON, nor as a change of everything."""
    assert documents.is_lfs_pointer(POINTER)
    assert "Git LFS" in refused(POINTER).problem


@pytest.mark.parametrize("data", [b"", b'{"version": "https://git-lfs.github.com/spec/v1"}', POINTER + b"x" * 1024])
def test_b060_what_only_resembles_an_lfs_pointer_is_not_one(data: bytes) -> None:
    """Empty files and large files are no pointers."""
    assert not documents.is_lfs_pointer(data)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.json", '{\n"codes": [\n{"code": "A"},\n{"code":\n"B", "x/y~z": []}]}'),
        ("a.yml", 'codes:\n-\n - code: A\n -\n  code: B\n  "x/y~z": []\n'),
    ],
)
def test_lines_of_places(path: str, text: str) -> None:
    document = documents.parse(text.encode(), path)
    places = ["", "/codes", "/codes/0", "/nothing", "/codes/0/code/deeper", "/codes/7"]
    found = [document.line(at) for at in places]
    assert found == ([1, 2, 3, 1, 3, 2] if path == "a.json" else [1, 1, 3, 1, 3, 1])


def test_lines_of_escaped_keys_and_crlf() -> None:
    document = documents.parse(b'{"a\\u002fb":\r\n{"~": {},\r\n"c": [1,\r\n[2]]}}', "a.json")
    assert [document.line(at) for at in ("/a~1b", "/a~1b/~0", "/a~1b/c", "/a~1b/c/1/0")] == [1, 2, 3, 4]
