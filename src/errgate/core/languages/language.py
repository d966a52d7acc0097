"""What errgate must know of a language to read an impact sentence in it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """Words of one language, as regular expressions on lower-case text where they are called patterns."""

    name: str
    labels: tuple[str, ...]
    """Headings and labels that introduce the sentence, as text."""
    reasons: tuple[str, ...]
    """Patterns of words that a reason follows."""
    reasons_after: tuple[str, ...] = ()
    """Patterns of words that a reason precedes."""
    no_change: tuple[str, ...]
    """Patterns that say that no decision changes."""
    old: tuple[str, ...]
    """Patterns right before an action that agents took so far: "instead of", "no longer"."""
    new: tuple[str, ...]
    """Patterns right before an action that agents take now."""
    old_after: tuple[str, ...] = ()
    """Patterns right after an action that agents took so far."""
    forward: tuple[str, ...] = ()
    """Patterns between two actions, the old one first."""
    new_after: tuple[str, ...] = ()
    """Patterns right after an action that agents take now."""
    unsure: tuple[str, ...] = ()
    """Patterns that leave open what happens."""
    aside: tuple[str, ...] = ()
    """Patterns after which something is named only to set it apart: "unlike"."""
    inflects: bool = False
    """Whether action names take this language's endings (English only, since actions are English words)."""
