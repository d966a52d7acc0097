"""Finds values shaped like credentials in recordings. The only place that knows the detection library.

Detectors of known formats only: guesses by randomness or by a telling key would take request ids for secrets. What is found is
named by its kind and place; the value is not kept.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from errgate.core import pointer
from errgate.core.contract import Fixture
from errgate.core.rule import FixtureChange, Secret
from errgate.core.value import Json, escape

WINDOW, STEP = 2_000, 1_500
"""Long texts are looked at in overlapping pieces, so that no expression meets a text of megabytes."""
MOST_TEXT = 2_000_000
"""Characters that are looked at in one pull request."""
SIGNS = re.compile(
    r"A3T|ABIA|ACCA|AKIA|ASIA|AIza|AccountKey=|://[^/\s]{0,200}@|gh[opsur]_|github_pat_|gl[a-z]{2,6}-|GR1348941|eyJ|-us[0-9]|npm_|sk-|"
    r"PRIVATE KEY|PuTTY-User|pypi-AgE|SG\.|xox[abposr]-|hooks\.slack\.com|sq0csp-|[rs]k_live_|[0-9]{8,10}:|SK[a-z0-9]{30}|"
    r"(?i:bearer|basic) |[MNO][a-zA-Z0-9_-]{23,25}\."
)
"""What every known format holds; most texts hold none of it, and then the library is not loaded."""
PLACEHOLDER = re.compile(r"[xX*0.#-]{8,}$")
"""How people blank the end of a token."""
FURTHER = {
    "Anthropic API Key": r"sk-ant-[A-Za-z0-9_-]{32,}",
    "GitHub Token (fine-grained)": r"github_pat_[A-Za-z0-9_]{60,}",
    "Google API Key": r"AIza[A-Za-z0-9_-]{35}",
    "HTTP Authorization": r"(?i:bearer|basic) (?=[A-Za-z0-9+/_.~-]*[0-9])[A-Za-z0-9+/_.~-]{20,}={0,2}",
    "NPM Token": r"npm_[A-Za-z0-9]{36}",
    "OpenAI Token": r"sk-(?:proj|svcacct|admin)-[A-Za-z0-9_-]{32,}",
}
"""Formats that the library does not know yet, by the vendors' own descriptions."""
LIBRARY = (
    "aws.AWSKeyDetector", "azure_storage_key.AzureStorageKeyDetector", "basic_auth.BasicAuthDetector",
    "discord.DiscordBotTokenDetector", "github_token.GitHubTokenDetector", "gitlab_token.GitLabTokenDetector",
    "jwt.JwtTokenDetector", "mailchimp.MailchimpDetector", "openai.OpenAIDetector", "private_key.PrivateKeyDetector",
    "pypi_token.PypiTokenDetector", "sendgrid.SendGridDetector", "slack.SlackDetector", "square_oauth.SquareOAuthDetector",
    "stripe.StripeDetector", "telegram_token.TelegramBotTokenDetector", "twilio.TwilioKeyDetector",
)  # fmt: skip


def find_secrets(changes: Iterable[FixtureChange], held: Iterable[Fixture] = ()) -> tuple[Secret, ...]:
    """Every place of a recording at head that holds something shaped like a credential.

    ``held``: base's recordings. What one of them holds already is known to whoever reads the repository, and not new.
    """
    found: list[Secret] = []
    left = MOST_TEXT
    for change in changes:
        if change.new is None:
            continue
        before = {text for _, text in _texts(change.old.document)} if change.old is not None else frozenset[str]()
        for at, text in _texts(change.new.document):
            if text in before or left <= 0:
                continue
            left -= len(text)
            found += _found(change.new, at, text)
    if not found:
        return ()
    known = {text for fixture in held for _, text in _texts(fixture.document)}
    return tuple(each for each in found if pointer.get(each.fixture.document, each.at) not in known)


def _found(fixture: Fixture, at: str, text: str) -> Iterator[Secret]:
    kind = kind_of(text)
    if kind is not None:
        yield Secret(fixture=fixture, at=at, kind=kind)


def kind_of(text: str) -> str | None:
    """The kind of credential that a text holds, or None."""
    if SIGNS.search(text) is None:
        return None
    for start in range(0, max(1, len(text) - (WINDOW - STEP)), STEP):
        piece = text[start : start + WINDOW]
        for kind, expression in _further().items():
            hit = expression.search(piece)
            if hit is not None and not PLACEHOLDER.search(hit[0]):
                return kind
        for kind, detector in _detectors():
            if any(_counts(hit, piece) for hit in detector.analyze_string(piece)):
                return kind
    return None


def _counts(hit: str, piece: str) -> bool:
    """Whether a hit is no placeholder. Twilio's account ids (``AC…``) are no secret: they stand in its error messages."""
    around = re.match(r"[^\s\"']*", piece[max(0, piece.find(hit)) :])
    return not (around and PLACEHOLDER.search(around[0])) and not re.fullmatch(r"AC[a-z0-9]{32}", hit)


@cache
def _further() -> Mapping[str, re.Pattern[str]]:
    return {kind: re.compile(expression) for kind, expression in FURTHER.items()}


@cache
def _detectors() -> Sequence[tuple[str, Any]]:
    from importlib import import_module  # noqa: PLC0415  (loaded only where a text looks like a credential)

    import detect_secrets.plugins  # noqa: PLC0415

    found = []
    for name in LIBRARY:
        module, _, detector = name.partition(".")
        made = getattr(import_module(f"{detect_secrets.plugins.__name__}.{module}"), detector)()
        found.append((str(made.secret_type), made))
    return tuple(found)


def _texts(document: Json) -> Iterator[tuple[str, str]]:
    """Every text of a document with its pointer, without recursion."""
    left: list[tuple[str, Json]] = [("", document)]
    while left:
        at, value = left.pop()
        if isinstance(value, str):
            yield at, value
        elif isinstance(value, Mapping):
            left += [(f"{at}/{escape(key)}", item) for key, item in reversed(list(value.items()))]
        elif isinstance(value, Sequence):
            left += [(f"{at}/{index}", item) for index, item in reversed(list(enumerate(value)))]
