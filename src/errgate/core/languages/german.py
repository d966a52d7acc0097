"""German. Verbs are parted ("geben auf") or stand last, so that what qualifies an action need not stand beside it."""

from types import MappingProxyType

from errgate.core.languages.language import Language

WHO = (
    r"(?:(?:konsumenten|verbraucher|client|agenten)?(?:entscheidung(?:en)?|verhalten(?:sweisen?)?|aktion(?:en)?|reaktion(?:en)?)"
    r"|(?:verhaltens|entscheidungs)?(?:ergebnis(?:se)?)|agent(?:en)?|konsument(?:en)?|verbraucher|clients?|aufrufer)"
)
KIND = r"(?:(?:sichtbaren?|beobachtbaren?|fachlichen?|einzigen?|weiteren?|der|des) ){0,2}"
NO = r"\bkein(?:e|er|en|em|es)? "
CHANGED = r"(?:ändert|verändert|verschiebt|änderte|veränderte)"
SAME = r"(?:unverändert|gleich|unberührt|identisch|(?:genau )?wie (?:bisher|zuvor|vorher|gehabt|sie (?:ist|sind|war|waren)|es (?:ist|war))|(?:genau )?(?:die|das|der)selben?|beim alten|erhalten)"
STAYS = r"(?:bleib(?:t|en)|blieb(?:en)?|ist|sind)"
NOT_ALL = r"(?<!nicht alle )(?<!kein )(?<!keine )(?<!nicht jede )(?<!nicht jedes )"

LANGUAGE = Language(
    name="German",
    labels=(
        "Auswirkungen auf Konsumenten",
        "Auswirkung auf Konsumenten",
        "Auswirkungen auf die Konsumenten",
        "Auswirkungen für Konsumenten",
        "Auswirkungen auf Verbraucher",
        "Auswirkung auf Verbraucher",
        "Auswirkungen auf Clients",
        "Auswirkungen auf Nutzer",
        "Auswirkungen auf Aufrufer",
        "Auswirkungen auf Agenten",
        "Konsumentenauswirkungen",
        "Konsumenten-Auswirkungen",
        "Konsumentenauswirkung",
        "Folgen für Konsumenten",
        "Folgen für Clients",
    ),
    placeholders=(
        r"keine?|keine (?:angaben?|auswirkung(?:en)?)|nichts|nein|entfällt|offen|folgt(?: noch)?|ausfüllen|bitte ausfüllen|k\. ?a\.?|nicht zutreffend|noch offen",
    ),
    instructions=(r"bitte|beschreib|erklär|begründ|ausfüllen",),
    signs=(
        r"\b(?:nicht|kein(?:e|en|em|er|es)?|weil|und|oder|werden|wird|wurde|statt|anstatt|anstelle|jetzt|nun|künftig|ist|sind|eine[mnrs]?|das|dass|daß|für|auf|bei|sie|mehr|nichts|denn|sondern|bisher|bleibt|bleiben|außer)\b",
        r"\b(?:agenten|konsumenten|verbraucher|entscheidung(?:en)?|verhalten|grund|begründung|warum|aufgrund|wegen|damit|eskalier\w{1,5}|wiederhol\w{1,5})\b",
    ),
    causes=(
        r"\b(?:das ist(?: so)?,? )?weil\b",
        r"\bdas liegt daran,? dass\b",
        r"\bdenn\b",
        r"\bda\b(?!(?: (?:ist|sind|war|sein|wird|werden|steht|gibt)\b|-|mit\b|\s*[,.;:]))",
        r"\b(?:aufgrund|auf grund|wegen|infolge|dank|angesichts|mangels)\b",
        r"\b(?:deswegen|deshalb|daher),? weil\b",
        r"\bzumal\b",
        r"\b(?:grund|gründe|begründung|hintergrund|ursache|motivation)\s*(?::|[-–—](?=\s))",
        r"\b(?:der |als )?(?:grund|hintergrund)(?: dafür| hierfür| dieser änderung)? (?:ist|war|sind),?(?: dass)?\b",
        r"\b(?:warum|wieso|weshalb|wozu)\s*(?:[:?]|[-–—](?=\s))",
    ),
    purposes=(
        r"\bdamit\b(?! (?:wird|werden|ist|sind|bleibt|bleiben|ändert)\b)",
        r"\bum [^,.;:]{0,60}?\bzu (?=\w)",
        r"\bso ?dass\b",
        r"\b(?:zwecks|zum zwecke?|zur vermeidung)\b",
    ),
    no_change=(
        rf"{NO}{KIND}{WHO}(?: (?:von|für|bei|des|der|an|eines|einer|in)(?: [\w`./-]+){{1,2}})? (?:{CHANGED} sich|(?:wird|werden|wurde|ist|sind) (?:\w+ )?(?:geändert|verändert|berührt|betroffen|beeinflusst)|(?:entscheidet|entscheiden|verhält sich|handelt|reagiert) anders|ist betroffen)\b",
        rf"(?:\b(?:sich|dass|weil|denn|es)\b,? ?)?{NO}{KIND}{WHO}(?: (?:bei|für) [\w`./-]+)? (?:\w+ )?(?:ändert|verändert|ändern)\b",
        rf"\b(?:ändert|verändert|ändern|verändern|ändere) (?:sich )?(?:dabei |dadurch |damit |hier |somit |bei [\w`./-]+ |für [\w`./-]+ )?(?:auch )?kein(?:e|er|en)? {KIND}{WHO}\b",
        rf"\b(?:ändert|verändert|ändern) (?:sich )?(?:(?:dabei|dadurch|damit|hier|somit|also|für [\w`./-]+|bei [\w`./-]+|für die {WHO}|an (?:den|der|dem) {WHO}|am {WHO}) )*(?:gar |überhaupt )?nichts\b",
        rf"\bnichts(?: (?:am|an (?:den|der|dem)) {WHO})? (?:{CHANGED}(?: sich)?|wird (?:geändert|anders)|ist anders)\b",
        rf"\b(?:sich )?(?:gar |überhaupt )?nichts(?: (?:am|an (?:den|der|dem)) {WHO})? (?:ändert|geändert|verändert)\b",
        rf"{NOT_ALL}\b{WHO}(?: (?:von|bei|für|der|des|auf)(?: [\w`./-]+){{1,2}})? {STAYS} (?:(?:damit|dabei|dadurch|somit|also|alle|hier|dort|weiterhin|völlig|exakt|genau|jedoch|aber) )*{SAME}\b",
        rf"\b{STAYS} {NOT_ALL}(?:(?:alle|die|das|jede|sämtliche|ihre|ihr) )*{WHO} (?:(?:damit|dabei|hier|genau) )*{SAME}\b",
        rf"\b{STAYS} (?:alles|es)(?: für [\w`./-]+| bei [\w`./-]+)? (?:\w+ )?(?:beim alten|unverändert|gleich|wie (?:bisher|es war|gehabt))\b|\balles bleibt (?:beim alten|gleich|unverändert|wie (?:bisher|gehabt|es (?:ist|war)))\b",
        rf"\b{WHO} (?:ändert|ändern|verändert|verändern) sich (?:(?:dadurch|dabei|damit|hier|hierbei|also) )*nicht\b(?! nur)",
        rf"\b(?:ändert|ändern) sich (?:das|die|der) {WHO} (?:\w+ )?nicht\b(?! nur)",
        rf"{NOT_ALL}\b{WHO},? (?:unverändert|bleib\w+ gleich)\b",
        r"\b(?:entscheid(?:et|en)|verh(?:ält|alten) sich|handel(?:t|n)|reagier(?:t|en)|verfahren) (?:[\w`./-]+ ){0,4}?(?:(?:genau(?:so)?|exakt|weiterhin) )?(?:wie (?:bisher|zuvor|vorher|gehabt)|gleich|unverändert)\b",
        rf"\bohne (?:(?:jede|eine|sichtbare|irgendeine) )*(?:verhaltensänderung(?:en)?|änderung(?:en)? (?:am|des|der|im|an) (?:\w+ )?{WHO}|{WHO} zu (?:ändern|verändern)|auswirkung(?:en)? auf (?:das |die )?{WHO})\b",
        rf"{NO}(?:\w+ )?(?:verhaltensänderung(?:en)?|(?:auswirkung(?:en)?|änderung(?:en)?|unterschied(?:e)?|einfluss|folgen|wirkung) (?:auf|am|im|für|an|des|der|bei|in|von) (?:(?:das|die|den|der|dem) )?{WHO})\b",
        rf"\b(?:gleiche[sn]?|dieselben?|dasselbe|unveränderte[sn]?) {WHO}\b",
        r"\b(?:bleib(?:t|en)) (?:ganz )?(?:unberührt|unverändert|unbeeinflusst)\b",
        r"\b(?:ist|sind) (?:davon )?nicht (?:davon )?(?:betroffen|berührt|beeinflusst)\b",
        rf"\b(?:lässt|lassen) (?:alle |die |das )*{WHO} unverändert\b",
    ),
    changes_after_all=(
        rf"\b(?:kein(?:e|er)?|nicht (?:alle|jede[srn]?)|kaum (?:eine?)?|wenige) {KIND}{WHO}(?: [\w`./-]+){{0,3}}? {STAYS} (?:\w+ )?{SAME}\b",
        rf"\bbleib(?:t|en) (?:kein(?:e|er)?|nicht (?:alle|jede[srn]?)) {KIND}{WHO} {SAME}\b",
        r"\b(?:nicht wahr|falsch),? dass (?:\w+ ){0,3}(?:nichts|kein\w*)[\w ]{0,24}",
    ),
    wording_only=(
        r"(?<!nicht )\b(?:nur|lediglich|bloß|ausschließlich|rein) (?:(?:der|die|das|den|eine?|an der|am|um) )?(?:wortlaut|formulierung(?:en)?|text|textänderung(?:en)?|wortwahl|formatierung|rechtschreibung|schreibweise|tippfehler|kosmetisch(?:e)?|sprachlich(?:e)?|zeichensetzung)\b",
        r"\b(?:wortlaut|formulierung|formatierung|rechtschreibung)sänderung\b",
        r"(?<!nicht )\bnur die meldung(?= |[,.;:)]|$)(?! (?:entscheidet|zählt))",
    ),
    exceptions=(r"(?:außer|ausser|ausgenommen|abgesehen von|bis auf|mit ausnahme|sofern nicht|es sei denn|jedoch nicht (?:bei|für)|aber nicht (?:bei|für)|nur (?:bei|für)|einzig (?:bei|für))\b",),
    old=(
        r"(?:an)?statt(?: zu)?",
        r"(?:anstelle|an stelle)(?: von| des| der| eines| einer)?",
        r"nicht (?:mehr|länger)(?: zu)?",
        r"nicht(?! (?:nur|allein|bloß|zuletzt))(?: zu)?",
        r"kein(?:e|en|er)?(?: weitere[nr]?)?",
        r"niemals|nie(?: mehr| wieder)?",
        r"ohne(?: zu)?",
        r"(?:bisher|bislang|früher|zuvor|vorher|ehemals|vormals|bis jetzt|bis dato),?(?: (?:wurde|wird|war|haben|hat)(?: [\w]+)?| (?:sie|die|agenten|konsumenten|clients))*",
        r"(?:hören|hört) auf,?(?: [\w`./-]+){0,3}(?: zu)?",
        r"war(?:en)?",
        r"weg vo[nm]",
        r"vo[nm]",
        r"verzichte(?:t|n)(?: \w+)? auf(?: den| die| das)?",
        r"alt:",
        r"unterlassen(?: es)?",
    ),
    past=(r"(?:holten?|suchten?|lierten?|gierten?|gaben?|brachen?)\b(?<!gabe)(?<!brache)",),
    old_ahead=(
        r"\b(?:an)?statt\b",
        r"\banstelle\b",
        r"\bnicht (?:mehr|länger)\b",
        r"\b(?:bisher|bislang|früher|vormals|bis jetzt|bis dato)\b",
        r"\bohne\b(?= (?:[\w`./-]+ ){0,3}zu\s*$)",
        r"\b(?:hören|hört) auf\b",
        r"\bverzicht(?:et|en)\b",
    ),
    old_behind=(
        r"\bnicht (?:mehr|länger)\b",
        r"\bnicht\s*$",
        r"\b(?:bisher|bislang|früher|vormals|bis jetzt|bis dato)\b",
        r"^\s*(?:wird|werden|wurde|wurden) (?:\w+ )?(?:eingestellt|unterlassen|abgeschafft)\b",
        r"^[\s`\"'“]*(?:entfällt|entfallen|fällt weg|fallen weg|unterbleibt|unterbleiben|hat ausgedient)\b",
    ),
    new=(
        r"(?:jetzt|nun|nunmehr|künftig|zukünftig|ab (?:jetzt|sofort|nun)|von nun an|fortan|neuerdings|stattdessen)(?: zu)?",
        r"(?:sondern|stattdessen)(?:,? (?:jetzt|nun))?",
        r"(?:beginn(?:t|en)|fangen an)(?: zu)?",
        r"neu:",
        r"(?:soll(?:en)?|müssen|muss|führt|führen)(?: jetzt| nun| künftig)?(?: zu(?:r|m)?)?",
    ),
    new_ahead=(
        r"\b(?:jetzt|nun|nunmehr|künftig|zukünftig|ab sofort|von nun an|fortan|neuerdings|stattdessen|ab dieser version)\b",
        r"\b(?:werden|wird)\b",
        r"\b(?:müssen|muss|sollen|soll)\b",
    ),
    new_behind=(
        r"\b(?:jetzt|nun|nunmehr|künftig|zukünftig|ab sofort|von nun an|fortan|neuerdings|stattdessen)\b",
    ),
    keeps=(r"(?:weiterhin|weiter|immer noch|noch immer|nach wie vor|unverändert|wie (?:bisher|gehabt|zuvor))(?: zu)?",),
    keeps_after=(r"(?:genau(?:so)? )?(?:wie (?:bisher|zuvor|vorher|gehabt)|weiterhin|unverändert|immer noch|nach wie vor)\b",),
    keeps_ahead=(r"\b(?:weiterhin|immer noch|nach wie vor|wie (?:bisher|gehabt))\b(?! nicht| kein)",),
    keeps_behind=(r"\b(?:weiterhin|immer noch|nach wie vor|wie (?:bisher|gehabt|zuvor|vorher)|genauso weiter)\b(?! nicht| kein)",),
    denials=(r"\bnicht", r"\bkein(?:e|en)?", r"\bohne", r"\bnie"),
    between=(
        r"sie", r"agenten", r"konsumenten", r"clients", r"verbraucher", r"aufrufer", r"es", r"die", r"den", r"das", r"der", r"dem", r"ein(?:e|en|er)?", r"diese[nrs]?", r"zu", r"automatisch(?:e[nrs]?)?", r"immer", r"auch", r"direkt", r"sofort", r"einfach", r"gleich",
    ),
    forward=(
        r"(?:zu|zur|zum|nach|auf|in)(?: (?:den|die|das|eine[nr]?))?",
        r"(?:wird|werden|wurde)(?: jetzt| nun| künftig)? (?:zu|zur|zum|durch)",
        r"(?:wurde |wird )?durch",
        r"sondern(?: (?:jetzt|nun|künftig|sie))?",
        r"weicht(?: (?:dem|der|einem|einer))?",
    ),
    backward=(r"ersetz(?:t|en)(?: (?:das|die|den))?", r"löst", r"tritt an (?:die )?stelle (?:von|des|der)", r"(?:tritt )?anstelle (?:von|des|der)"),
    unsure=(r"\bob\b", r"\b(?:unklar|ungewiss|unbekannt|unsicher|offen),? (?:ob|wie|was)\b", r"\b(?:ist|bleibt|sind) (?:noch )?(?:unklar|ungewiss|unbekannt|offen)\b", r"\bvielleicht\b", r"\bmöglicherweise\b", r"\bweiß (?:niemand|keiner|man nicht)\b"),
    asides=(
        r"\b(?:anders als|im gegensatz zu|im unterschied zu|unabhängig von|abgesehen von|mit ausnahme (?:von|des|der)|bis auf|außer|ausser|ausgenommen)\b",
        r"\b(?:hat|haben) nichts mit\b",
        r"\bnichts zu tun(?: hat)? mit\b",
        r"\bes geht nicht um\b",
    ),
    other=(r"\b(?:wiederhol(?:ungs)?)?versuche?n?\b", r"\bwarte\w*", r"\bwartezeit\w*", r"\bkategorien?\b", r"\bverzögerung\w*", r"\bbackoff\b", r"\bpausen?\b"),
    connectives=(r"und", r"aber", r"während", r"sondern", r"wohingegen", r"jedoch", r"doch"),
    marks=(r"(?:fehler)?codes?", r"fehler", r"hinweis(?:e|es)?", r"hint", r"kopfzeile", r"header", r"namens", r"genannt", r"feld(?:es|er)?", r"status", r"eintrags?", r"wert"),
    empty_reasons=(
        r"weil", r"darum", r"grund", r"gründe", r"gründen", r"offen", r"keine?r?", r"nichts", r"so", r"ist", r"es", r"halt", r"eben", r"folgt", r"noch", r"später", r"nötig", r"unbekannt", r"diverse[rn]?", r"warum", r"des", r"der",
    ),
    synonyms=MappingProxyType({}),
    forms=MappingProxyType(
        {
            "retry": (
                r"wiederhol(?:en|t|te|ten|e|st|end)|zu wiederholen|wiederholung(?:en)?|wiederholungsversuche?n?",
                r"(?:erneut|neu|nochmals?|noch einmal|wieder)(?:e[nrms]?)?(?: zu)? (?:ge)?versuch(?:en|t|te|ten|s|e)?",
                r"versuch(?:en|t|te|ten)(?P<inside> (?:[\w`./-]+ ){0,6}?)(?:erneut|nochmals?|noch einmal|wieder)",
                r"retry(?:-versuche?n?|s)?",
            ),
            "escalate": (
                r"eskalier(?:en|t|te|ten|e|st|end)|eskalation(?:en)?",
                r"(?:leit(?:en|et|eten)|geb(?:en)|gibt)(?P<inside> (?:[\w`./-]+ ){0,6}?)(?:an (?:einen )?menschen|an (?:den |die |das )?(?:support|bereitschaft)) weiter",
                r"an (?:einen )?menschen (?:weiter(?:zu)?(?:geben|leiten)|weiter(?:gegeben|geleitet)|übergeben)",
            ),
            "fix_request": (
                r"(?:die |den |ihre |ihren |eine |seine )?(?:anfragen?|requests?)(?: zu)? (?:korrigier(?:en|t|te|ten)|berichtig(?:en|t|te|ten)|reparier(?:en|t)|zu korrigieren)",
                r"(?:korrigier|berichtig|reparier)(?:en|t|te|ten)(?P<inside> (?:[\w`./-]+ ){0,4}?)(?:die |den |ihre |ihren |seine )?(?:anfragen?|requests?)",
                r"(?:anfrage|request)-?korrektur(?:en)?|korrektur der anfrage",
            ),
            "abandon": (
                r"(?:geb(?:en|t|e)|gibt|gab(?:en)?)(?P<inside> (?:[\w`./-]+ ){0,6}?)auf(?=\s*(?:[,.;:!)]|und\b|statt\b|anstatt\b|weil\b|da\b|denn\b|wegen\b|damit\b|$))",
                r"auf(?:zu)?geben|aufgegeben|aufgebt|aufgibt",
                r"br(?:echen|icht)(?P<inside> (?:[\w`./-]+ ){0,6}?)ab|ab(?:zu)?brechen|abgebrochen|abbruch",
            ),
            "give_up": (
                r"(?:geb(?:en|t|e)|gibt|gab(?:en)?)(?P<inside> (?:[\w`./-]+ ){0,6}?)auf(?=\s*(?:[,.;:!)]|und\b|statt\b|anstatt\b|weil\b|da\b|denn\b|wegen\b|damit\b|$))",
                r"auf(?:zu)?geben|aufgegeben|aufgibt",
            ),
            "abort": (r"br(?:echen|icht)(?P<inside> (?:[\w`./-]+ ){0,6}?)ab|ab(?:zu)?brechen|abgebrochen|abbruch",),
            "wait": (r"wart(?:en|et|ete|eten)|ab(?:zu)?warten",),
        }
    ),
)  # fmt: skip
