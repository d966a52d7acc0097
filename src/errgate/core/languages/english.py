"""English."""

from errgate.core.languages.language import Language

LANGUAGE = Language(
    name="English",
    labels=("Consumer impact", "Consumer-impact", "Impact on consumers"),
    reasons=(
        r"\bbecause\b",
        r"\bso that\b",
        r"\bdue to\b",
        r"\bin order to\b",
        r"\bsince\b",
        r"\bwhy\s*:",
        r"\breason\s*:",
        r"\bthe reason is\b",
    ),
    no_change=(
        r"\bno (?:consumer[- ]visible |visible |behaviou?ral |consumer |agent )?(?:decisions?|behaviou?rs?|actions?|outcomes?|consumers?|agents?)"
        r"(?: of (?:any )?(?:agents?|consumers?))? (?:\w+ )?(?:changes?|changed|differs?|moves?|moved|(?:is|are) (?:changed|affected))\b",
        r"\bno (?:consumer[- ]visible |visible |behaviou?ral |functional )(?:changes?|impact|effect)\b",
        r"\bno changes? (?:in|to|of) (?:any |the |what )?(?:consumer |agent )?(?:decisions?|behaviou?r|actions?|agents?|consumers?)\b",
        r"\bnothing (?:\w+ )?changes\b",
        r"\bno (?:consumer )?impact\b",
        r"\b(?:decisions?|behaviou?r|actions?) (?:\w+ )?(?:stays?|remains?|is|are) (?:\w+ )?(?:the same|unchanged|as before)\b",
        r"\b(?:does|do|will) not change (?:any |the |what |how )?(?:\w+ )?(?:decisions?|behaviou?r|actions?|agents?|consumers?)\b",
        r"\b(?:wording|text|formatting|message|spelling) only\b",
        r"\bonly (?:the )?(?:wording|formatting|spelling)\b",
        r"\bdecides? as before\b",
    ),
    old=(
        r"instead of(?: (?:the )?(?:usual )?)?", r"rather than", r"in place of", r"no longer", r"used to", r"stops?", r"stopped",
        r"where (?:they|it|agents|consumers|clients)(?: (?:had|would|used to|have))?", r"(?:do|does|did|will|would|can|could|should) not",
        r"(?:don't|doesn't|didn't|won't|cannot|can't)", r"\bnot(?: be)?", r"never", r"previously", r"formerly", r"was", r"were",
        r"had(?: been)?", r"from",
    ),  # fmt: skip
    new=(
        r"now", r"will(?: now)?(?: be)?", r"start(?:s)?(?: to)?", r"begin(?:s)?(?: to)?", r"becomes?", r"instead", r"to", r"then",
        r"must(?: now)?", r"should(?: now)?",
    ),  # fmt: skip
    forward=(r"\bto\b", r"\bbecomes?\b", r"\bturns? into\b"),
    inflects=True,
)
