"""What looks like a code, what speaks of errors, and what a path says about the file."""

import re
from collections.abc import Iterable, Sequence

from errgate.core.value import Json

LONGEST = 120
"""Characters of a text that may still be a code."""
_STRONG = re.compile(
    r"""[A-Z][A-Z0-9]*(?:[_.:/-][A-Z0-9]+)+            # RATE_LIMITED, ERR-12
    |   [A-Z]{1,10}[0-9]{2,8}                           # E1001
    |   [a-z][a-z0-9]*(?:[_.:/-][a-z0-9]+)+             # rate_limited, card.declined
    |   (?:[A-Za-z0-9]+[.:/_-])*[A-Z]+[a-z0-9]+(?:[A-Z]+[a-z0-9]*)+(?:[.:/_-][A-Za-z0-9]+)*  # NotFound, BR:KV:ErrNotLeader
    |   [a-z]+[a-z0-9]*(?:[A-Z][a-z0-9]*)+              # notFound
    |   -?[0-9]{1,8}                                    # 10001, -32601
    |   (?=[0-9A-Z]*[0-9])[0-9A-Z]{5}                   # SQLSTATE 0100C
    |   [A-Za-z][\w-]*(?:[.:/_-][\w*-]+)+               # Config.InvalidPath, dynamodb.*/crc32
    |   (?:https?|urn|tag|about):[^\s<>"]{2,}           # a problem type
    """,
    re.VERBOSE | re.ASCII,
)
_WEAK = re.compile(r"[A-Za-z][A-Za-z0-9]{1,40}|\([a-z]+\)", re.ASCII)
_HUMPS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+")
SPEAKING = re.compile(
    r"""err(?:or)?s?|errcodes?|errno|faults?|problems?|failures?|exceptions?|mistakes?|fehler|erreurs?|errores|erros?""",
    re.IGNORECASE,
)
"""A part of a name that speaks of errors."""
CODING = re.compile(
    r"codes?|errcodes?|errorcodes?|reasons?|registry|catalogu?e?|types?|defs?|definitions?", re.IGNORECASE
)
"""A part of a name that speaks of a list of codes."""
TROUBLE = re.compile(
    r"""err(?:or)?|inval|not[_ .-]?found|no[_ .-]?such|missing|denied|forbid|unauth|auth|time[d_ .-]?out|fail|exceed|expire|
    required|conflict|unavail|internal|limit|unknown|unsupport|bad[_ .-]|too[_ .-]?(?:many|large|long)|duplicate|exist|refus|
    reject|disabled|blocked|malformed|mismatch|insufficient|declined|overload|throttl|abort|corrupt|illegal|violat|locked|gone|unprocess|
    incorrect|cancel|parse|exception|fault|transient|broken|not[_ .-]?allow|cannot|can't|wrong|deadlock|quota|exhaust|permission""",
    re.IGNORECASE | re.VERBOSE,
)
"""Words that codes and messages of errors are made of."""
PENALTIES: Sequence[tuple[re.Pattern[str], int, str]] = (
    (re.compile(r"tests?|specs?|__tests__|testdata|fixtures?|mocks?|samples?|examples?|demos?|e2e", re.I), 30, "a test's file"),
    (re.compile(r"locales?|i18n|l10n|lang|langs|languages|translations?|messages", re.I), 22, "translations"),
    (re.compile(r"\.github|\.vscode|\.idea|\.circleci|migrations?|snapshots?|__snapshots__", re.I), 45, "no API's file"),
    (re.compile(r"docs?|website|site", re.I), 6, "documentation"),
    (re.compile(r"clients?|sdks?|examples?|tools?|scripts?|generated|gen", re.I), 8, "not the API itself"),
)  # fmt: skip
"""A folder's name, what it costs, and why."""


def strength(text: str) -> float:
    """How much a text looks like a code: 1 surely, 0.5 a single word, 0 not at all."""
    if not text or len(text) > LONGEST:
        return 0.0
    if _STRONG.fullmatch(text):
        return 1.0
    return 0.5 if _WEAK.fullmatch(text) else 0.0


def code_of(value: Json) -> str | None:
    """The text of a value that may be a code, else None."""
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, int):
        return str(value)
    return value if isinstance(value, str) else None


def parts(name: str) -> list[str]:
    """The words of a file's or key's name: ``ErrorCodes.json`` → Error, Codes, json."""
    return [part for part in _HUMPS.split(name) if part]


def speaks_of_errors(name: str) -> bool:
    """Whether one of a name's words means an error."""
    return any(SPEAKING.fullmatch(part) for part in parts(name)) or SPEAKING.match(name) is not None


def speaks_of_codes(name: str) -> bool:
    """Whether one of a name's words means a list of codes."""
    return any(CODING.fullmatch(part) for part in parts(name))


def troubles(texts: Iterable[str]) -> float:
    """The share of texts that use words of errors."""
    listed = list(texts)
    return sum(1 for text in listed if TROUBLE.search(text)) / len(listed) if listed else 0.0


def path_score(path: str) -> tuple[int, list[str]]:
    """Points for what a path says about the file as a registry, and the reasons in words."""
    *folders, file = path.split("/")
    stem = file.rpartition(".")[0] or file
    points, reasons = 0, []
    if speaks_of_errors(stem):
        points += 40 if speaks_of_codes(stem) else 28
        reasons.append("its name speaks of errors")
    elif speaks_of_codes(stem):
        points += 14
        reasons.append("its name speaks of codes")
    if any(speaks_of_errors(folder) for folder in folders):
        points += 10
        reasons.append("its folder speaks of errors")
    for pattern, cost, why in PENALTIES:
        if any(pattern.fullmatch(folder) for folder in folders):
            points -= cost
            reasons.append(
                f"though it lies where one finds {why}" if why != "a test's file" else "though it is a test's file"
            )
            break
    return points, reasons


def unknown_like(codes: Sequence[str]) -> Json:
    """A code that is none of these, written as they are: the first one shows how."""
    first = codes[0] if codes else "not_found"
    if all(code.lstrip("-").isdigit() for code in codes) and codes:
        number, sign = 999_999, -1 if first.startswith("-") else 1
        while str(sign * number) in codes:
            number += 1
        return sign * number
    words = "not", "a", "known", "code"
    if first.isupper():
        made = ("-" if "-" in first and "_" not in first else "_").join(words).upper()
    elif first[:1].isupper():
        made = "".join(word.capitalize() for word in words)
    elif any(char.isupper() for char in first):
        made = words[0] + "".join(word.capitalize() for word in words[1:])
    else:
        mark = next((char for char in "_-." if char in first), "_")
        made = mark.join(words)
    while made in codes:
        made += "X" if made[-1:].isupper() else "x"
    return made
