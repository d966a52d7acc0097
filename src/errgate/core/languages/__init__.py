"""The languages of impact sentences. A language is one module of data and one line here."""

from errgate.core.languages import english, hindi, japanese
from errgate.core.languages.language import Language

LANGUAGES: tuple[Language, ...] = (english.LANGUAGE, hindi.LANGUAGE, japanese.LANGUAGE)
