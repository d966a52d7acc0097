"""Enums, constants and dicts of Python sources as lists of codes, by the parser that also reads the registry."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from errgate.core.config import RegistryPart
from errgate.sources import registry_reader
from errgate.sources.discovery import Place, look

SOURCES: Mapping[str, tuple[str, str, Mapping[str, str], tuple[str, ...]]] = {
    "texts": (
        "class ErrorCode(str, Enum):\n    NOT_FOUND = 'not_found'\n    TIMED_OUT = 'timed_out'\n",
        "/ErrorCode/*", {}, ("not_found", "timed_out"),
    ),
    "numbers": ("class ErrorCode(IntEnum):\n    NOT_FOUND = 1001\n    TIMED_OUT = 1002\n", "/ErrorCode/*", {}, ("1001", "1002")),
    "tuples": (
        "class ApiError(Enum):\n    A = ('not_found', HTTPStatus.NOT_FOUND, 'There is none.')\n    B = ('timed_out', 504, 'Late.')\n",
        "/ApiError/*", {"status": "1", "description": "2"}, ("not_found", "timed_out"),
    ),
    "calls": (
        "class ApiError(Enum):\n    NOT_FOUND = Info(http_status=404, message='no')\n    TIMED_OUT = Info(http_status=504, message='late')\n",
        "/ApiError/*", {"status": "http_status", "description": "message"}, ("NOT_FOUND", "TIMED_OUT"),
    ),
    "a class of constants": (
        "class ErrorCodes:\n    NOT_FOUND = 'not_found'\n    TIMED_OUT = 'timed_out'\n", "/ErrorCodes/*", {}, ("not_found", "timed_out"),
    ),
    "a dict": (
        "ERROR_CODES = {'not_found': {'http_status': 404}, 'timed_out': {'http_status': 504}}\n",
        "/ERROR_CODES/*", {"status": "http_status"}, ("not_found", "timed_out"),
    ),
}  # fmt: skip
HEAD = (
    "from enum import Enum, IntEnum\nfrom http import HTTPStatus\n\nclass Colour(Enum):\n    RED = 1\n    BLUE = 2\n\n"
)


@pytest.mark.parametrize("name", SOURCES)
def test_what_is_found_is_what_the_registrys_reader_reads(name: str, tmp_path: Path) -> None:
    source, pattern, fields, codes = SOURCES[name]
    (tmp_path / "codes.py").write_text(HEAD + source)
    first = look(Place(tmp_path)).survey.ranked()[0]
    assert (first.pattern, dict(first.mapped.fields), first.codes) == (pattern, fields, codes)
    part = RegistryPart(path="codes.py", reader="python-enum", codes=pattern, fields=fields)
    read = registry_reader.read(registry_reader.opened((HEAD + source).encode(), part), part)
    assert tuple(entry.code for entry in read.entries) == codes


@pytest.mark.parametrize(
    "source",
    [
        "class NotFoundError(Exception):\n    status_code = 404\n    default_code = 'not_found'\n",
        "class Method(Enum):\n    GET = 'GET'\n    POST = 'POST'\n",
        "class Broken(Enum:\n",
        "class ErrorCode(Enum):\n    A = f()\n",
    ],
)
def test_what_is_no_list_of_codes(source: str, tmp_path: Path) -> None:
    (tmp_path / "codes.py").write_text(HEAD + source)
    assert look(Place(tmp_path)).survey.ranked() == []
