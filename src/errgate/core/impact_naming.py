"""Which names a piece of prose names: codes, hint values, fields, fixtures, policy entries, parts, paths.

A name counts as a whole token, in its own case. One that is spelt like an ordinary word or a number must be marked as a
name: in backticks or quotes, or beside a word such as "code".
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from errgate.core import pointer
from errgate.core.impact_prose import GLUE, LETTER, without_asides
from errgate.core.impact_values import Demand, Name, Vocabulary
from errgate.core.impact_words import Tongues, normal, words_of

LATIN = "A-Za-z0-9_\u00c0-\u024f"
RUN = re.compile(f"[{LATIN}]+")
PATHS = re.compile(rf"[{LATIN}.@+~=-]*(?:/[{LATIN}.@+~=-]+)*(?:#[0-9]+)?")
CODE_SPAN = re.compile(r"`([^`\n]{1,300})`")
OPENING, CLOSING = "`\"'“‘「『«„‚»《", "`\"'”’」』»“‘«》"
MARK_REACH = 24
EVERYDAY: Mapping[str, str] = {
    "field": " action actions code codes data error errors field hint id name reason status type value ",
    "part": " code codes config decision error hint hints name owner path release synthetic v1 v2 ",
    "entry": " actions categories code default retry status text ",
}
"""Words that any sentence about errors holds, so that they must be marked."""
IS = r"[=:：]|is|of|to|value|says|の|が|は|का|की|में|ist|est|es|é|vaut|vale|wert|的值|的|是|为|為"
BESIDE = rf"[\s`\"'’]{{0,3}}(?:{IS})?[\s`\"'‘]{{0,3}}(?:value\s)?[`\"']{{0,2}}"
BEHIND = r"[`\"']{0,2}\s{1,3}(?:value\s)?(?:of|in|for|von|bei|de|du|del|do|da|dans|en|em)\s(?:the\s)?[`\"']{0,2}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """One spelling of a name. ``before`` and ``after``: words beside it that mark it, where it must be marked."""

    text: str
    marked: bool = False
    before: str = ""
    after: str = ""


@lru_cache(maxsize=4096)
def token(name: str) -> re.Pattern[str]:
    """A name as a whole token, in its own case; never inside a longer identifier, path, number or dotted name."""
    if not name:
        return re.compile(r"(?!)")
    letter = re.compile(LETTER)
    left = rf"(?<!{LETTER})(?<!{LETTER}[./:+-])" if letter.match(name[0]) or not name[0].isalnum() else ""
    right = rf"(?!{LETTER})(?![./:+-]{LETTER})" if letter.match(name[-1]) or not name[-1].isalnum() else ""
    sign = r"(?<![+-])" if name[0].isdigit() else ""
    return re.compile(f"{left}{sign}{re.escape(name)}{right}")


@lru_cache(maxsize=4096)
def is_everyday(name: str) -> bool:
    """Whether a name looks like an ordinary word or a number, or is of a script without word boundaries."""
    if name.isdigit() or (name.isalpha() and name[1:] == name[1:].lower()):
        return True
    return re.search(f"[{GLUE}]", name[:1] + name[-1:]) is not None


def is_named(text: str, form: Form, tongues: Tongues) -> bool:
    """Whether the prose holds this spelling, marked where it must be."""
    if not form.text or form.text not in text:
        return False
    for match in token(form.text).finditer(text):
        if not form.marked:
            return True
        before, after = text[: match.start()][-MARK_REACH:], text[match.end() :][:MARK_REACH]
        if before[-1:] in OPENING and after[:1] in CLOSING and before and after:
            return True
        if before.endswith("« ") and after.startswith(" »"):
            return True
        if _is_marked(before, after, form, tongues):
            return True
    return False


@lru_cache(maxsize=64)
def _mark(words: str, *, before: bool) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{words})\W{{0,3}}$" if before else rf"\W{{0,2}}(?:{words})(?!\w)", re.IGNORECASE)


def _is_marked(before: str, after: str, form: Form, tongues: Tongues) -> bool:
    if words_of("marks", tongues, before=r"(?<![A-Za-z])", after=r"\s?[:：]?\s?[`\"']?$").search(before.lower()):
        return True
    if form.before and _mark(form.before, before=True).search(before):
        return True
    return bool(form.after) and _mark(form.after, before=False).match(after) is not None


# The spellings of a name


def forms(name: Name, vocabulary: Vocabulary) -> tuple[Form, ...]:
    """How a name may be written. Hint values, fixtures and paths have rules of their own besides."""
    text = normal(name.text)
    match name.kind:
        case "code":
            marks = r"codes?|error|status|http" if text.lstrip("-").isdigit() else r"codes?|error"
            return (Form(text=text, marked=is_everyday(text), before=marks, after=r"code"),)
        case "hint":
            return (
                Form(
                    text=text, marked=is_everyday(text), before="hint|field|header", after="hint|field|header|value|="
                ),
            )
        case "value":
            if text in vocabulary.actions:
                return ()
            return (Form(text=text, marked=is_everyday(text), before="value|says|hint", after="value|hint"),)
        case "field":
            return tuple(_field_forms(text, vocabulary))
        case "entry":
            return tuple(_entry_forms(text, vocabulary))
        case "part" | "config":
            return tuple(_part_forms(text))
        case _:
            return ()


def _field_forms(at: str, vocabulary: Vocabulary) -> Iterable[Form]:
    if not at:
        yield from (Form(text="envelope"), Form(text="body", marked=True, before="whole|error", after="itself"))
        return
    yield Form(text=at, marked=False) if "/" in at else _field_word(at, vocabulary)
    if not at.startswith("/"):
        return
    tokens = [normal(each) for each in pointer.parse(at)]
    words = [each for each in tokens if each and each != "*" and not each.isdigit()]
    if len(tokens) > 1 and words:
        yield from (Form(text="/".join(tokens)), Form(text=".".join(tokens)))
    if len(words) > 1:
        yield Form(text=".".join(words))
    if words:
        yield _field_word(words[-1], vocabulary)


def _field_word(word: str, vocabulary: Vocabulary) -> Form:
    everyday = f" {word} " in EVERYDAY["field"] or word in vocabulary.actions
    return Form(text=word, marked=everyday, before="field|key|property", after="field|key|property")


def _entry_forms(entry: str, vocabulary: Vocabulary) -> Iterable[Form]:
    head, _, tail = entry.partition(" ")
    everyday = f" {entry} " in EVERYDAY["entry"] or entry in vocabulary.actions
    yield Form(text=entry, marked=everyday, before="entry|the|safe", after="entry|action")
    if tail:
        words = "status(?: code)?|code|http|entry"
        yield Form(
            text=tail,
            marked=is_everyday(tail),
            before=f"{re.escape(head)}|{words}",
            after="status|entry|errors?|responses?" if head == "status" else "entry",
        )
    last = entry.rpartition(".")[2]
    if last != entry:
        yield Form(text=last, marked=is_everyday(last), before="entry|field|order of", after="entry|precedence")
        yield Form(text=entry.partition(".")[0])


def _part_forms(key: str) -> Iterable[Form]:
    marks = {
        "before": "part|key|setting|fixtures|collection",
        "after": "policy|part|files?|vocabulary|mapping|collection|fixtures?|config(?:uration)?|setting|key|schema|list",
    }
    last = re.sub(r"\[\d+\]$", "", key.rpartition(".")[2])
    for each in dict.fromkeys((key, re.sub(r"\[\d+\]$", "", key), last)):
        if each:
            yield Form(text=each, marked=f" {each} " in EVERYDAY["part"], **marks)
    if key == "config":
        yield Form(text="configuration")


# Looking a text up


class Namer:
    """Finds the demands that a text names. Built once; each look-up costs what the text is long."""

    def __init__(self, demands: Sequence[Demand], vocabulary: Vocabulary, tongues: Tongues) -> None:
        self.tongues = tongues
        """The languages of the texts that it is asked about."""
        self.vocabulary = vocabulary
        self._forms: dict[Name, tuple[Form, ...]] = {}
        self._by_run: dict[str, list[Name]] = {}
        self._always: list[Name] = []
        self._wanting: dict[Name, list[int]] = {}
        for index, demand in enumerate(demands):
            for name in dict.fromkeys(demand.names):
                if not name.text and name.kind != "field":
                    continue
                self._wanting.setdefault(name, []).append(index)
        for name in self._wanting:
            self._add(name)
        self._contract_of = [demand.contract for demand in demands]
        self._bare = _bare_names(vocabulary.fixtures)
        self._codes: dict[str, list[Form]] = {}
        for code in vocabulary.codes:
            run = RUN.search(normal(code))
            if run is not None:
                self._codes.setdefault(run[0], []).extend(forms(Name(kind="code", text=code), vocabulary))

    def _add(self, name: Name) -> None:
        self._forms[name] = forms(name, self.vocabulary)
        texts = [form.text for form in self._forms[name]]
        if name.kind in ("fixture", "path"):
            texts = [normal(name.text).rpartition("/")[2]]
        elif name.kind == "value":
            texts = [normal(name.text)]
        for text in texts:
            run = RUN.search(text)
            if run is None:
                self._always.append(name)
            else:
                self._by_run.setdefault(run[0], []).append(name)

    def named(self, text: str, limited: frozenset[str] = frozenset()) -> frozenset[int]:
        """The indexes of the demands that the text names. ``limited``: the contracts that its surroundings speak of."""
        text = without_asides(text, self.tongues)
        runs = set(RUN.findall(text))
        asked = dict.fromkeys([*(each for run in runs for each in self._by_run.get(run, ())), *self._always])
        if not asked:
            return frozenset()
        found: set[int] = set()
        tokens: frozenset[str] | None = None
        for name in asked:
            if name.kind == "fixture":
                tokens = paths(text) if tokens is None else tokens
                found.update(self._fixture(name, self.contracts(text) or limited, tokens))
            elif name.kind == "path":
                tokens = paths(text) if tokens is None else tokens
                whole = normal(name.text)
                if any(each in (whole, whole.rpartition("/")[2]) or each.endswith("/" + whole) for each in tokens):
                    found.update(self._wanting[name])
            elif self._is_named(name, text):
                found.update(self._wanting[name])
        return frozenset(found)

    def names_a_code(self, text: str) -> bool:
        """Whether the text names any code at all, also one that no demand is about."""
        text = without_asides(text, self.tongues)
        return any(
            is_named(text, form, self.tongues) for run in set(RUN.findall(text)) for form in self._codes.get(run, ())
        )

    def _is_named(self, name: Name, text: str) -> bool:
        if any(is_named(text, form, self.tongues) for form in self._forms[name]):
            return True
        if name.kind != "value":
            return False
        if beside(name).search(text) or behind(name).search(text):
            return True
        if name.text in self.vocabulary.actions:
            return False
        return token(normal(name.text)).search(text) is not None and token(normal(name.hint)).search(text) is not None

    def _fixture(self, name: Name, limited: frozenset[str], tokens: frozenset[str]) -> Iterable[int]:
        """A recording by its path, or by a bare name that only one failure carries."""
        subject = normal(name.text)
        relative = subject.partition("/")[2]
        base = relative.rpartition("/")[2]
        for each in tokens:
            if each == subject or each.endswith("/" + subject):
                folders = set(each[: -len(subject)].split("/"))
                owners = folders & set(self.vocabulary.contracts) if len(self.vocabulary.contracts) > 1 else ()
                for index in self._wanting[name]:
                    if not owners or self._contract_of[index] in owners:
                        yield index
            elif each in (relative, base):
                meant = {each for each in self._bare.get(each, ()) if not limited or each[0] in limited}
                for index in self._wanting[name]:
                    if meant <= {(self._contract_of[index], relative)}:
                        yield index

    def contracts(self, text: str) -> frozenset[str]:
        """The contracts that a text limits itself to; none where there is one contract only."""
        if len(self.vocabulary.contracts) < 2:
            return frozenset()
        return frozenset(
            name for name in self.vocabulary.contracts if name and name in text and token(normal(name)).search(text)
        )

    def within(self, indexes: Iterable[int], contracts: frozenset[str]) -> frozenset[int]:
        """Those of the demands that belong to one of the contracts; all where none is given."""
        return frozenset(
            each
            for each in indexes
            if not contracts or not self._contract_of[each] or self._contract_of[each] in contracts
        )

    def value_spans(self, text: str, indexes: Iterable[int]) -> frozenset[tuple[int, int]]:
        """Where a hint's value stands beside its hint, and so is no action word."""
        wanted = set(indexes)
        found: set[tuple[int, int]] = set()
        for name, wanting in self._wanting.items():
            if name.kind == "value" and name.text in text and wanted.intersection(wanting):
                for pattern in (beside(name), behind(name)):
                    found.update(match.span("value") for match in pattern.finditer(text))
            elif name.kind == "code" and name.text in text and self._is_shouted_action(name.text):
                found.update(match.span() for match in token(normal(name.text)).finditer(text))
        return frozenset(found)

    def _is_shouted_action(self, code: str) -> bool:
        """Whether a code is spelt like an action but for its case."""
        return code not in self.vocabulary.actions and code.lower() in self.vocabulary.actions

    def needs_mark(self, demand: Demand, text: str) -> bool:
        """Whether the text holds a spelling of the demand that only lacks its backticks."""
        return any(
            form.marked and form.text in text and token(form.text).search(text) is not None
            for name in demand.names
            for form in self._forms.get(name, ())
        )


@lru_cache(maxsize=1024)
def beside(name: Name) -> re.Pattern[str]:
    """A hint's value right after its hint: ``recovery=retry``, "recovery is retry"."""
    hint, value = re.escape(normal(name.hint)), re.escape(normal(name.text))
    return re.compile(
        rf"(?<!{LETTER}){hint}(?!{LETTER}){BESIDE}(?P<value>(?<!{LETTER}){value})(?!{LETTER})(?![./]{LETTER})"
    )


@lru_cache(maxsize=1024)
def behind(name: Name) -> re.Pattern[str]:
    """A hint's value right before its hint: "the `retry` value of `recovery`"."""
    hint, value = re.escape(normal(name.hint)), re.escape(normal(name.text))
    return re.compile(rf"(?<!{LETTER})(?<!{LETTER}[./-])(?P<value>{value}){BEHIND}{hint}(?!{LETTER})(?![./-]{LETTER})")


def paths(text: str) -> frozenset[str]:
    """The path-like tokens of a text, without a full stop at the end; a code span as a whole may be a path too."""
    found = {each.rstrip(".").removeprefix("./") for each in PATHS.findall(text) if "." in each or "/" in each}
    return frozenset(found | {each.strip() for each in CODE_SPAN.findall(text) if "." in each})


def _bare_names(fixtures: Mapping[str, Sequence[str]]) -> Mapping[str, frozenset[tuple[str, str]]]:
    """Bare name → the failures (contract and relative name) that carry it."""
    found: dict[str, set[tuple[str, str]]] = {}
    for owner, subjects in fixtures.items():
        for subject in subjects:
            relative = normal(subject).partition("/")[2]
            for bare in (relative, relative.rpartition("/")[2]):
                found.setdefault(bare, set()).add((owner, relative))
    return {bare: frozenset(each) for bare, each in found.items()}
