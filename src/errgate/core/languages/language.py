"""What errgate must know of a language to read an impact sentence in it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """Words of one language. All but the labels and synonyms are regular expressions on lower-case text (NFC)."""

    name: str
    labels: tuple[str, ...]
    """Headings and labels that introduce the sentence, as text."""
    placeholders: tuple[str, ...] = ()
    """Texts that alone say nothing ("none", "to be done"), without the marks around them."""
    instructions: tuple[str, ...] = ()
    """How a template's instruction in brackets begins: "describe"."""
    signs: tuple[str, ...] = ()
    """Words that show that a text is in this language. One without any is tried on every text."""
    shared_signs: tuple[str, ...] = ()
    """Words that show it as well as a kindred language: they count where no language shows itself otherwise."""
    usual: bool = False
    """Tried where no language shows itself."""
    causes: tuple[str, ...]
    """Words that a reason follows. What is said after them is the reason, not the change."""
    purposes: tuple[str, ...] = ()
    """Words that an aim follows ("so that"). What is said after them may be the change as well."""
    causes_before: tuple[str, ...] = ()
    """Words that a reason precedes, in languages that put them last."""
    no_change: tuple[str, ...]
    """Phrases that say that no decision changes."""
    changes_after_all: tuple[str, ...] = ()
    """Phrases that hold one of ``no_change`` and say the contrary: "no decision stays the same"."""
    wording_only: tuple[str, ...] = ()
    """Phrases that say that only the wording changes."""
    exceptions: tuple[str, ...] = ()
    """Words after a phrase of ``no_change`` that take it back: "except"."""
    old: tuple[str, ...] = ()
    """Right before an action that agents took so far: "instead of", "no longer"."""
    old_after: tuple[str, ...] = ()
    """Right after an action that agents took so far."""
    past: tuple[str, ...] = ()
    """Within an action's word: the ending of a tense that tells what agents did so far."""
    new: tuple[str, ...] = ()
    """Right before an action that agents take now."""
    new_after: tuple[str, ...] = ()
    """Right after an action that agents take now."""
    keeps: tuple[str, ...] = ()
    """Right before an action that stays: "still"."""
    keeps_after: tuple[str, ...] = ()
    """Right after an action that stays: "as before"."""
    old_ahead: tuple[str, ...] = ()
    """Somewhere before such an action in its clause, no other action between: "statt" in "statt die Anfrage zu wiederholen"."""
    old_behind: tuple[str, ...] = ()
    """Somewhere after it in its clause, no other action between: "nicht mehr" in "wiederholen sie nicht mehr"."""
    new_ahead: tuple[str, ...] = ()
    """The like of ``old_ahead`` for an action that agents take now."""
    new_behind: tuple[str, ...] = ()
    """The like of ``old_behind`` for an action that agents take now."""
    keeps_ahead: tuple[str, ...] = ()
    """The like of ``old_ahead`` for an action that stays."""
    keeps_behind: tuple[str, ...] = ()
    """The like of ``old_behind`` for an action that stays."""
    denials: tuple[str, ...] = ()
    """Right before an arrow's left side, where the arrow is denied."""
    between: tuple[str, ...] = ()
    """What may stand between such a word and its action: an auxiliary, an adverb."""
    forward: tuple[str, ...] = ()
    """Between two actions, the old one first: "to"."""
    backward: tuple[str, ...] = ()
    """Between two actions, the new one first: "replaces"."""
    unsure: tuple[str, ...] = ()
    """Words that leave open what happens: "whether"."""
    asides: tuple[str, ...] = ()
    """Words after which something is named only to set it apart: "unlike"."""
    other: tuple[str, ...] = ()
    """Words for what a decision holds beside its action: attempts, wait, category."""
    connectives: tuple[str, ...] = ()
    """Words that part two statements of one sentence, beside commas."""
    marks: tuple[str, ...] = ()
    """Words beside a code or hint that show that it is meant as one: "code"."""
    empty_reasons: tuple[str, ...] = ()
    """Words that alone are no reason."""
    synonyms: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """Usual action names → this language's words for them."""
    forms: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """Usual action names → regular expressions of their words, where endings or word order are this language's own. What
    stands between the parts of a word that is parted ("geben sie auf") is a group called ``inside``."""
    irregular: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """Verbs whose forms do not follow the rule → their forms."""
