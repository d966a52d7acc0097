"""Errors that a run emitted, against their recordings."""

import pytest

from errgate.core.contract import Fixture
from errgate.core.fresh import compare
from errgate.sources.fixture_reader import read_fixture


def error(text: str) -> Fixture:
    return read_fixture(text.encode(), "v2", "a.json", "a.json", "")


RECORDED = error(
    '{"response": {"status": 503, "headers": {"Retry-After": "3", "Date": "x"}, "body": {"code": "A", "id": "1"}}}'
)


@pytest.mark.parametrize(
    ("emitted", "differ"),
    [
        ('{"response": {"status": 503, "headers": {"retry-after": "3"}, "body": {"id": "2", "code": "A"}}}', ()),
        ('{"response": {"status": 503, "headers": {"retry-after": "3", "server": "x"}, "body": {"code": "A", "id": "9"}}}', ()),
        ('{"request": {"method": "GET"}, "response": {"status": 503, "headers": {"retry-after": "3"}, "body": {"code": "A", "id": ""}}}', ()),
        ('{"code": "A", "id": "4"}', ()),
        ('{"code": "B", "id": "4"}', ("/code",)),
        ('{"response": {"status": 500, "headers": {"retry-after": "3"}, "body": {"code": "A", "id": "9"}}}', ("/response/status",)),
        ('{"response": {"status": 503, "body": {"code": "A", "id": "9"}}}', ("/response/headers/retry-after",)),
        ('{"response": {"status": 503, "headers": {"retry-after": "4"}, "body": {"code": "A", "id": "9"}}}', ("/response/headers/retry-after",)),
        ('{"response": {"status": 503, "headers": {"retry-after": "3"}, "body": {"code": "A"}}}', ("/id",)),
        ('{"response": {"status": 503, "headers": {"retry-after": "3"}, "body": {"code": "A", "id": null}}}', ("/id",)),
        ('{"response": {"status": 503, "headers": {"retry-after": "3"}, "body": {"code": "A", "id": "1", "more": 1}}}', ("/more",)),
    ],
)  # fmt: skip
def test_compare(emitted: str, differ: tuple[str, ...]) -> None:
    """Status, body and stated headers count; a volatile value, ``Date`` and further headers do not."""
    assert compare(RECORDED, error(emitted), ("/id",)) == differ


def test_true_is_not_one() -> None:
    """JSON equality, not Python's."""
    assert compare(error('{"a": [true]}'), error('{"a": [1]}'), ()) == ("/a/0",)
