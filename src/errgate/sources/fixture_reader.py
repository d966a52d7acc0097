"""Reads recorded errors: a ``.json`` file, or the lines of a ``.jsonl`` file; offers their expectations with them."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from errgate.core.config import Collection
from errgate.core.contract import Fixture, Problem, Request
from errgate.core.value import Json, kind, text
from errgate.errors import Unreadable
from errgate.sources import documents
from errgate.sources.documents import Document
from errgate.sources.expectations import read_expectations, write_expectations
from errgate.sources.shape import Place, root
from errgate.sources.source import LIMIT

__all__ = ["read_expectations", "read_fixture", "read_lines", "write_expectations"]

IDEMPOTENCY = ("idempotency-key", "x-idempotency-key")
NOTHING: Mapping[str, str] = MappingProxyType({})


def read_fixture(data: bytes, collection: Collection, name: str, path: str, blob: str) -> Fixture:
    """One recording; ``name`` is relative to the collection, ``blob`` the content's id. Raises Unreadable."""
    return _fixture(documents.of_json(documents.decode(data, path), path), collection, name, blob, None)


def read_lines(data: bytes, collection: Collection, name: str, path: str, blob: str) -> Iterator[Fixture | Problem]:
    """Each line of a .jsonl file as a recording called ``file.jsonl#17``; a line that cannot be read is a Problem.

    Blank lines are skipped and not counted, so that inserting one renames nothing. A problem of one line has that line's
    own id as its ``blob``, so that it stays the same problem when other lines change; a file without any recording is one
    Problem.
    """
    if len(data) > LIMIT or not data.strip() or documents.is_lfs_pointer(data) or documents.is_wide(data):
        try:
            documents.decode(data, path)
        except Unreadable as error:
            kinds = "too-large" if len(data) > LIMIT else "empty" if not data.strip() else "ill-formed"
            yield Problem(path=path, what=error.problem, fix=error.fix, blob=blob, kind=kinds)  # type: ignore[arg-type]
            return
    count = 0
    for number, line in enumerate(data.removeprefix(documents.BOM).split(b"\n"), 1):
        if not line.strip():
            continue
        count += 1
        try:
            document = documents.of_json(documents.decode(line, path), path)
            yield _fixture(document, collection, f"{name}#{count}", blob, number)
        except Unreadable as error:
            own = hashlib.sha256(line).hexdigest()[:40] if blob else ""
            yield Problem(path=path, what=error.problem, fix=error.fix, line=number, blob=own)


def _fixture(document: Document, collection: Collection, name: str, blob: str, line: int | None) -> Fixture:
    value = document.value
    response = value.get("response") if isinstance(value, Mapping) else None
    status = _whole(response.get("status")) if isinstance(response, Mapping) else None
    bare = Fixture(
        collection=collection, name=name, path=document.path, document=value, body=value, blob=blob, line=line
    )
    if not isinstance(value, Mapping) or not isinstance(response, Mapping) or status is None or "body" not in response:
        return bare
    exchange = root(document)
    return replace(
        bare,
        body=response["body"],
        exchange=True,
        status=status,
        headers=_headers(exchange.child("response", response).child("headers", response.get("headers"))),
        request=_request(exchange.child("request", value.get("request"))),
    )


def _whole(value: Json) -> int | None:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _headers(place: Place) -> Mapping[str, str]:
    """Header name in lower case → value. Names that differ in case only, and lists of values, are joined by a comma."""
    if place.value is None:
        return NOTHING
    if not isinstance(place.value, Mapping):
        raise place.wrong("a mapping of header names to values")
    found: dict[str, list[str]] = {}
    for name, raw in place.value.items():
        words = raw if isinstance(raw, list) else [] if raw is None else [raw]
        if any(kind(word) not in ("string", "number", "boolean") for word in words):
            raise place.child(name, raw).wrong("text, or a list of texts")
        if words:
            found.setdefault(name.lower(), []).extend(text(word) for word in words)
    return MappingProxyType({name: ", ".join(words) for name, words in found.items()})


def _request(place: Place) -> Request | None:
    """What was asked. None where the recording does not say the method."""
    if place.value is None:
        return None
    if not isinstance(place.value, Mapping):
        raise place.wrong("a mapping")
    headers = _headers(place.child("headers", place.value.get("headers")))
    method = place.value.get("method")
    if method is None:
        return None
    if not isinstance(method, str):
        raise place.child("method", method).wrong("text")
    has_key = any(headers.get(name, "").strip() for name in IDEMPOTENCY)
    return Request(method=method.strip().upper(), has_idempotency_key=has_key)
