"""The languages of impact sentences. A language is one module of data and one line here."""

from errgate.core.languages import chinese, english, french, german, hindi, japanese, portuguese, spanish
from errgate.core.languages.language import Language

LANGUAGES: tuple[Language, ...] = (
    english.LANGUAGE,
    hindi.LANGUAGE,
    japanese.LANGUAGE,
    german.LANGUAGE,
    french.LANGUAGE,
    spanish.LANGUAGE,
    portuguese.LANGUAGE,
    chinese.LANGUAGE,
)
