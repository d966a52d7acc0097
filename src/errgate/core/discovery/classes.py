"""Classes of source code as lists of codes. Reading the source is the work of ``errgate.sources``."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from errgate.core.discovery.fields import Entry, Mapped, map_fields
from errgate.core.discovery.registries import Candidate, scored
from errgate.core.discovery.words import code_of, speaks_of_codes, speaks_of_errors
from errgate.core.value import Json, escape

READER = "python-enum"
OWN = ("code", "name", "value")
"""What an entry always has; the reader finds the code among it."""
Classes = Mapping[str, Mapping[str, Entry]]
"""Class → member → what is literal in it: ``code``, ``name``, ``value``, and the parts of a value by index or name."""
CONSTANT = re.compile(r"[A-Z]\w*")


def enum_candidates(path: str, classes: Classes, *, least: int = 2) -> list[Candidate]:
    """The classes of one file that list codes, the likeliest first."""
    found = [made for name, members in classes.items() if (made := _candidate(path, name, members, least)) is not None]
    return sorted(found, key=lambda each: (-each.score, each.pattern))


def _candidate(path: str, name: str, members: Mapping[str, Entry], least: int) -> Candidate | None:
    constants = sum(1 for member in members if CONSTANT.match(member))
    if len(members) < least or (constants * 5 < len(members) * 4 and not name.isupper()):
        return None  # attributes of a class are no codes
    entries = tuple(members.values())
    codes = tuple(_code(member, entry) for member, entry in members.items())
    made = scored(
        Candidate(
            path=path, pattern=f"/{escape(name)}/*", codes=codes, mapped=_mapped(entries), reader=READER, kind="enum",
            entries=entries,
        ),
        names=[name],
    )  # fmt: skip
    if made is None:
        return None
    both = speaks_of_errors(name) and speaks_of_codes(name)
    speaks = made.speaks if not path.endswith(("exceptions.py", "errors.py")) else speaks_of_errors(name)
    return replace(made, score=made.score + (18 if both else 0), speaks=speaks or _is_trouble(made))


def _is_trouble(made: Candidate) -> bool:
    return any("words are those of errors" in reason for reason in made.reasons)


def _code(member: str, entry: Entry) -> str:
    return code_of(entry.get("code")) or member


def _mapped(entries: Sequence[Entry]) -> Mapped:
    """Keyword arguments by their names; positions by what all members hold there."""
    named = map_fields(
        [{key: value for key, value in each.items() if key not in OWN} for each in entries], code_key=None, star=2
    )
    fields, found = dict(named.fields), dict(named.found)
    for index in sorted({key for each in entries for key in each if key.isdigit()}):
        values = [each[index] for each in entries if index in each]
        if "status" not in found and values and all(_is_status(value) for value in values):
            fields["status"] = found["status"] = index
        elif "retryable" not in found and values and all(isinstance(value, bool) for value in values) and index != "0":
            continue  # a flag without a name says nothing
        elif "description" not in found and index != "0" and all(isinstance(value, str) for value in values):
            fields["description"] = found["description"] = index
    return Mapped(fields=fields, found=found, left=named.left)


def _is_status(value: Json) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 100 <= value <= 599
