"""Reads recorded errors (.json, .jsonl) and their expected decisions (decisions.yml)."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from errgate.core.config import Collection
from errgate.core.contract import Expectation, Fixture, Problem, Request
from errgate.core.value import Json, kind, text
from errgate.errors import Unreadable
from errgate.sources import documents, strict_json
from errgate.sources.documents import Document
from errgate.sources.shape import Place, root

IDEMPOTENCY = ("idempotency-key", "x-idempotency-key")


def read_fixture(data: bytes, collection: Collection, name: str, path: str, blob: str) -> Fixture:
    """One recording. Raises Unreadable."""
    value = strict_json.parse(documents.decode(data, path), path)
    return _fixture(value, collection, name, path, blob, None)


def read_lines(data: bytes, collection: Collection, name: str, path: str, blob: str) -> Iterator[Fixture | Problem]:
    """Each line of a .jsonl file as a recording called ``file.jsonl#17``; a line that cannot be read is a Problem."""
    try:
        content = documents.decode(data, path)
    except Unreadable as error:
        yield Problem(path=path, what=error.problem, fix=error.fix, line=error.line, blob=blob)
        return
    for number, line in enumerate(content.split("\n"), 1):
        if not line.strip():
            continue
        try:
            value = strict_json.parse(line, path)
        except Unreadable as error:
            yield Problem(path=path, what=error.problem, fix=error.fix, line=number, blob=blob)
            continue
        yield _fixture(value, collection, f"{name}#{number}", path, blob, number)


def _fixture(value: Json, collection: Collection, name: str, path: str, blob: str, line: int | None) -> Fixture:
    response = value.get("response") if isinstance(value, Mapping) else None
    if isinstance(value, Mapping) and isinstance(response, Mapping):
        status = response.get("status")
        if isinstance(status, int) and not isinstance(status, bool) and "body" in response:
            return Fixture(
                collection=collection,
                name=name,
                path=path,
                document=value,
                body=response["body"],
                exchange=True,
                status=status,
                headers=_headers(response.get("headers")),
                request=_request(value.get("request")),
                blob=blob,
                line=line,
            )
    return Fixture(collection=collection, name=name, path=path, document=value, body=value, blob=blob, line=line)


def _headers(value: Json) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for name, raw in value.items() if isinstance(value, Mapping) else ():
        items = raw if isinstance(raw, list) else [raw]
        words = [text(item) for item in items if kind(item) in ("string", "number", "boolean")]
        if words:
            key = name.lower()
            found[key] = ", ".join([found[key], *words] if key in found else words)
    return MappingProxyType(found)


def _request(value: Json) -> Request | None:
    if not isinstance(value, Mapping) or not isinstance(value.get("method"), str):
        return None
    headers = _headers(value.get("headers"))
    return Request(
        method=str(value["method"]).upper(), has_idempotency_key=any(name in headers for name in IDEMPOTENCY)
    )


def read_expectations(document: Document) -> Mapping[str, Expectation]:
    """The rows of decisions.yml by the recording's name. Raises Unreadable with the line."""
    return MappingProxyType({name: _row(place) for name, place in root(document).object().items()})


def _row(place: Place) -> Expectation:
    if isinstance(place.value, str):
        return Expectation(action=place.text(), at=place.at)
    members = place.object(("action", "category", "max_attempts", "wait", "why"), required=("action",))
    return Expectation(
        action=members["action"].text(),
        category=members["category"].text() if "category" in members else None,
        max_attempts=members["max_attempts"].whole(at_least=1) if "max_attempts" in members else None,
        wait=members["wait"].scalar() if "wait" in members else None,
        why=members["why"].text() if "why" in members else "",
        at=place.at,
    )


def write_expectations(rows: Mapping[str, Expectation]) -> str:
    """decisions.yml as text, sorted by name; each ``why`` is kept."""
    return "".join(f"{_quoted(name)}: {_written(rows[name])}\n" for name in sorted(rows))


def _written(row: Expectation) -> str:
    stated: dict[str, str | int] = {"action": row.action}
    for key, value in (("category", row.category), ("max_attempts", row.max_attempts), ("wait", row.wait)):
        if value is not None:
            stated[key] = value
    if row.why:
        stated["why"] = row.why
    if len(stated) == 1:
        return _quoted(row.action)
    members = (f"{key}: {_quoted(value) if isinstance(value, str) else value}" for key, value in stated.items())
    return "{" + ", ".join(members) + "}"


def _quoted(value: str) -> str:
    """A YAML scalar: plain where that is safe, else double-quoted as JSON writes it."""
    import json  # noqa: PLC0415
    import re  # noqa: PLC0415

    return value if re.fullmatch(r"[A-Za-z_][\w./-]*", value, re.ASCII) else json.dumps(value)
