"""French."""

from types import MappingProxyType

from errgate.core.languages.language import Language

WHO = r"(?:d[ée]cisions?|comportements?|actions?|r[ée]actions?|agents?|consommateurs?|clients?|appelants?)"
THE = r"(?:(?:sur|pour|dans|chez|envers) (?:l[ea]s? |l['’]|leurs? )?|l[ea]s? |l['’]|l['’]ensemble des |toutes les |tous les |leurs? |ses |son |sa |ces? |cette |d['’]?|des |du |de la |de l['’]|de |aux? |à l['’]|à la )"
OF = r"(?: (?:de|des|du|pour|sur|dans)(?: [\w`./-]+){1,2}| d['’][\w`./-]+)?"
SAME = r"(?:inchangée?s?|identiques?|les? m[êe]mes?|la m[êe]me|(?:exactement )?comme (?:avant|auparavant)|tel(?:le)?s? quel(?:le)?s?|intacte?s?)"

LANGUAGE = Language(
    name="French",
    labels=(
        "Impact consommateur",
        "Impact consommateurs",
        "Impact sur les consommateurs",
        "Impact sur le consommateur",
        "Impact pour les consommateurs",
        "Impacts sur les consommateurs",
        "Impact côté consommateur",
        "Impact client",
        "Impact clients",
        "Impact sur les clients",
        "Impact sur les agents",
        "Effet sur les consommateurs",
        "Effets sur les consommateurs",
        "Conséquences pour les consommateurs",
    ),
    placeholders=(
        r"aucune?|aucun impact|rien|n[ée]ant|sans objet|s\. ?o\.?|non applicable|[àa] (?:compl[ée]ter|d[ée]finir|remplir|faire|pr[ée]ciser|venir)|pas de r[ée]ponse",
    ),
    instructions=(r"d[ée]cri|expli|veuillez|merci|[àa] (?:compl|rempl|pr[ée]c|d[ée]f)|compl[ée]t|ajout|indiqu",),
    signs=(
        r"\bcar (?:l[ea]s?|l['’]|elles?|ils?|on|c['’]|ce|cela|une?|des|nous|vous|aucune?)\b",
        r"\b(?:parce|puisque|les|le|il|elles?|qui|seulement|ne|une|sont|avec|désormais|dorénavant|maintenant|aucune?|ils|elles|cette|ces|dans|où|même|mêmes|plutôt|auparavant|toujours|lieu de|raison de|raison ?:|cause de|afin|sur|rien|cela|leur|leurs|pourquoi|motif ?:|sauf|leurs)\b(?<!\bin lieu de)",
        r"\b(?:qu|l|d|n|c|s|j)['’](?=[a-zà-ÿœæ])",
        r"\b(?:décisions?|réessa\w{2,6}|escalad\w{1,6}|consommateurs?|inchangée?s?|comportements?)\b",
    ),
    causes=(
        r"\b(?:(?:c['’]est|ceci|cela|ça) )?(?:est )?(?:parce qu(?:e\b|['’])|à cause d(?:e\b|u\b|es\b|['’]))",
        r"\bpuisqu(?:e\b|['’])",
        r"\bcar\b",
        r"\b(?:étant|etant) donn[ée] qu(?:e\b|['’])",
        r"\b(?:étant|etant) donn[ée]e?s?\b",
        r"\b(?:vu|attendu|d['’]autant plus|du fait|sous prétexte|au motif|vu le fait) qu(?:e\b|['’])",
        r"\b(?:en raison|à cause|du fait|par suite|à la suite|faute|pour cause|compte tenu) (?:de\b|du\b|des\b|d['’])",
        r"\bgr[âa]ce (?:à|au|aux)\b",
        r"\b(?:raisons?|motifs?|pourquoi|justification|cause|contexte)\s*(?:[:?]|[-–—](?=\s))",
        r"\bla raison(?: en)? (?:est|était)\b",
    ),
    purposes=(
        r"\bafin (?:que\b|qu['’]|de\b|d['’])",
        r"\bpour (?:que\b|qu['’]|éviter\b|empêcher\b|ne (?:pas|plus)\b|permettre\b|réduire\b|laisser\b|protéger\b)",
        r"\bde (?:sorte|façon|manière) (?:que\b|qu['’]|à\b)",
        r"\bdans le but (?:de\b|d['’])",
    ),
    no_change=(
        rf"\baucune? (?:autre )?{WHO}{OF} (?:\w+ )?(?:n['’]|ne |n['’]est |n['’]a |ne s['’]|n['’]en )(?:est |sera |a |se |s['’])?(?:change|changera|changé|changée|modifiée?|affectée?|touchée?|impactée?|altérée?|comporte (?:autrement|différemment)|décide (?:autrement|différemment)|varie|bouge|évolue|voit (?:de|la) différence)\b",
        rf"\baucune? (?:changement|modification|diff[ée]rence|impact|effet|incidence|cons[ée]quence)(?: \w+)? (?:dans|de|du|des|pour|sur|d['’]) ?{THE}?{WHO}\b",
        rf"\b(?:pas de|sans|pas d['’]) ?(?:\w+ )?(?:changement|modification|impact|effet|incidence|changer|modifier|affecter|différence)s? ?{THE}{{0,2}}{WHO}\b",
        r"\brien (?:\w+ )?(?:ne |n['’]a |n['’]est |ne s['’])(?:change|changera|changé|modifié|bouge)\b",
        rf"\bne (?:change|changent|modifie|modifient|changera|modifiera|affecte|affectent|touche) aucune? (?:des )?{WHO}\b",
        rf"\bne (?:change|changent|modifie|modifient|changera|modifiera|affecte|affectent) (?:pas|rien à|en rien|nullement|aucunement) ?{THE}?{WHO}\b",
        r"\bne (?:change|changera|modifie) (?:en )?rien\b",
        rf"\b{WHO}{OF} (?:ne |n['’])(?:(?:change(?:nt|ra|ront)?|bouge(?:nt)?|varie(?:nt)?|évolue(?:nt)?) (?:pas|en rien|nullement|aucunement)|(?:est|sont|a|ont) (?:pas|en rien|nullement) (?:changé|modifiée?s?|affectée?s?|touchée?s?|impactée?s?))\b(?! (?:seulement|que)\b)",
        rf"\b{WHO}{OF} (?:reste(?:nt|ra|ront)?|demeure(?:nt)?|est|sont) (?:toute?s? |tous |donc |exactement |bien |strictement |ainsi |alors )*{SAME}\b",
        rf"\b(?:laisse(?:nt)?|garde(?:nt)?|conserve(?:nt)?) {THE}?{WHO} {SAME}\b",
        rf"\b{WHO},? inchangée?s?\b",
        rf"\b(?:m[êe]me|m[êe]mes) {WHO}\b",
        r"\b(?:se comporte(?:nt)?|d[ée]cide(?:nt)?|r[ée]agi(?:t|ssent)|agi(?:t|ssent)) (?:exactement |toujours )?(?:comme (?:avant|auparavant)|de la m[êe]me (?:façon|manière)|pareil(?:lement)?|à l['’]identique)\b",
        r"\b(?:n['’]est|ne sont) pas (?:affectée?s?|touchée?s?|concernée?s?|impactée?s?)\b",
        r"\b(?<!ne )(?:reste(?:nt)?|demeure(?:nt)?) (?:inchangée?s?|identiques?|intacte?s?|tel(?:le)?s? quel(?:le)?s?)\b",
        r"\b(?:ne voi(?:t|ent)|ne remarque(?:nt)?) (?:aucune|pas de) différence\b",
    ),
    changes_after_all=(
        rf"\b(?:aucune?|toutes? les|tous les|peu de) {WHO}{OF} (?:ne |n['’])(?:reste(?:nt)?|demeure(?:nt)?|est|sont) (?:pas )?(?:toute?s? |tous )?{SAME}",
        rf"\b{WHO}{OF} ne (?:reste(?:nt)?|demeure(?:nt)?|sont) pas (?:toute?s? |tous )?{SAME}",
        r"\b(?:pas vrai|faux) que (?:rien|aucune?)[\w' ’]{0,30}",
    ),
    wording_only=(
        r"(?<!pas )\b(?:seule?s?|uniquement|seulement|juste|simplement|purement|que) (?:l[ea]s? |l['’]|du |de la |des |un |une )?(?:formulation|libell[ée]s?|texte|mise en forme|orthographe|ponctuation|r[ée]daction|cosm[ée]tiques?|mots|wording)\b",
        r"\b(?:formulation|libell[ée]|texte|orthographe|mise en forme) (?:uniquement|seulement|seule?)\b",
        r"\bchangement (?:purement )?(?:cosm[ée]tique|de formulation|de libell[ée]|r[ée]dactionnel)\b",
    ),
    exceptions=(r"(?:sauf|except[ée]|hormis|[àa] l['’]exception|mis [àa] part|[àa] part|si ce n['’]est|en dehors|hors|[àa] moins|seulement pour|exception faite)\b",),
    old=(
        r"au lieu (?:de |d['’]|du |des )(?:la |l['’]|les |se )?",
        r"plut[ôo]t qu(?:e |['’])(?:de |d['’]|la |le |une? )?",
        r"[àa] la place (?:de |d['’]|du |des )(?:la |l['’])?",
        r"(?:ne |n['’])(?:se |s['’]|l['’]|la |le |les |y |en )?",
        r"(?:ne |n['’])(?:sont|est|seront|sera|vont|va|doivent|doit|peuvent|peut|faut|font|fait|ont|a|veulent|devraient|cherchent|essaient|tentent)(?: (?:plus|pas|jamais|guère))?(?: (?:à|de))? ?",
        r"(?:ne|de ne) (?:plus|pas|jamais) (?:se |s['’]|les? |la )?",
        r"(?:cesse(?:nt|ront|ra)?|arr[êe]te(?:nt|ront|ra)?) (?:de |d['’])",
        r"(?:renonce(?:nt)?) (?:à |aux? )",
        r"sans (?:les? |la |se |aucune? )?",
        r"(?:auparavant|avant|jusqu['’](?:ici|à présent|alors)|précédemment|autrefois),? (?:les |ces )?(?:ils|elles|agents|clients|consommateurs)? ?",
        r"(?:plus de|plus d['’]|plus aucune?|pas de|pas d['’]|aucune?|jamais de) ?",
        r"(?:était|étaient|ancien :|avant :) ?",
        r"l[àa] où (?:ils|elles|les agents|les clients) ",
        r"évite(?:nt)? (?:de |d['’])",
    ),
    old_after=(
        r"(?:plus|pas|jamais)\b(?! (?:tôt|tard|vite|seulement|que)\b)(?=\s*(?:[,.;:)`]|et\b|mais\b|sur\b|pour\b|lors\b|[àa]\b|en\b|avec\b|car\b|parce\b|$))",
        r"(?:auparavant|avant|jusqu['’](?:ici|à présent|alors)|précédemment|autrefois)(?=\s*(?:[,.;:)]|et\b|mais\b|$))",
    ),
    past=(r"(?:aient|ait)\b(?<!raient)(?<!rait)(?<!ssaient)(?<!fait)",),
    old_ahead=(
        r"\b(?:ne|n['’])(?:\s|(?<=['’]))(?:\w+ ){0,2}(?:plus|jamais)\b(?! (?:\w+ )?que\b)",
        r"\bau lieu (?:de|d['’]|du|des)(?=\W|$)(?! cela)",
        r"\b(?:auparavant|jusqu['’]ici|jusqu['’]à présent|précédemment|autrefois)\b",
    ),
    old_behind=(
        r"^[\s`\"'»]*(?:auparavant|jusqu['’]ici|jusqu['’]à présent|précédemment|autrefois)\b",
        r"\b(?:auparavant|jusqu['’]ici|jusqu['’]à présent|précédemment|autrefois)\s*$",
        r"^[\s`\"'»]*(?:n['’]est plus|ne sont plus|n['’]a plus lieu|disparaît|disparaissent|est supprimée?|sont supprimée?s)\b",
    ),
    new=(
        r"(?:désormais|dorénavant|maintenant|à présent|d[èe]s maintenant|à partir de maintenant|à l['’]avenir),? (?:les |ces )?(?:ils |elles |on |agents |clients |consommateurs |appelants )?(?:doivent |vont |se |s['’])?",
        r"(?:vont|va|commence(?:nt)? à|se mett(?:ent|ra|ront) à|doivent|devront|doit|devra|passe(?:nt)? à|passe(?:nt)? directement à|finissent par) (?:la |l['’]|le |une? |désormais |maintenant )?",
        r"mais (?:désormais |maintenant |plutôt )?",
        r"(?:ils|elles) (?:doivent|vont) (?:désormais |maintenant )?",
        r"nouveau :",
        r"(?:provoque|entraîne|déclenche|mène à)(?:nt)? (?:désormais |maintenant )?(?:une? |la |l['’]|le )?",
    ),
    new_after=(
        r"(?:désormais|dorénavant|maintenant|à présent|à partir de maintenant|à l['’]avenir|à la place(?! d))\b",
    ),
    new_ahead=(r"\b(?:désormais|dorénavant|maintenant|à présent|à l['’]avenir)\b",),
    new_behind=(r"\b(?:désormais|dorénavant|maintenant|à présent|à l['’]avenir)\b",),
    keeps=(r"(?:toujours|encore|comme avant,?|(?:continue|continuent|continueront|continuera) (?:à|de|d['’])|persiste(?:nt)? à) ?(?:les? |la )?",),
    keeps_after=(r"(?:toujours|encore|comme (?:avant|auparavant)|à l['’]identique|de la m[êe]me (?:façon|manière)|sans changement)\b",),
    keeps_behind=(r"\b(?:comme (?:avant|auparavant)|à l['’]identique)\b",),
    denials=(r"\bpas(?: de| d['’]| un)?", r"\bne", r"\bn['’]", r"\bsans", r"\bjamais", r"\baucune?"),
    between=(r"les", r"le", r"la", r"l['’]", r"ces", r"agents", r"clients", r"consommateurs", r"ils", r"elles", r"on", r"une?", r"de", r"à", r"toujours", r"directement", r"aussi", r"\w+ment", r"plus", r"pas", r"jamais", r"se"),
    forward=(
        r"(?:à|vers|en|puis|devient|deviennent|devenu)(?: (?:la|le|les|l['’]|une?|des))?",
        r"(?:(?:est|sont|a été|sera) )?remplacée?s? par(?: (?:la|le|les|l['’]|une?|des))?",
        r"(?:cède(?:nt)?|laisse(?:nt)?) (?:la )?place (?:à|aux?)(?: (?:la|l['’]|une?))?",
    ),
    backward=(r"remplace(?:nt)?(?: (?:la|le|les|l['’]|une?|des))?", r"(?:prend|prennent) la place (?:de|du|des)(?: la| l['’])?"),
    unsure=(r"\b(?:on ne sait pas|nul ne sait|reste à (?:voir|savoir))\b", r"\b(?:peut-être|éventuellement)\b", r"\b(?:savoir|demande|clair|ignore) (?:si|s['’])\b", r"\b(?:est|reste|sont) (?:inconnue?s?|incertaine?s?|floue?s?|indéterminée?s?)\b"),
    asides=(
        r"\b(?:contrairement (?:à|au|aux)|à la différence (?:de|du|des|d['’])|à l['’]inverse d|sans rapport avec|rien à voir avec|sauf(?: pour| sur)?|excepté|hormis|à part|à l['’]exception (?:de|du|des|d['’])|hors)\b",
        r"\bil ne s['’]agit pas\b",
    ),
    other=(r"\btentatives?\b", r"\bessais?\b", r"\battentes?\b", r"\battend(?:ent|re|s)?\b", r"\bcat[ée]gories?\b", r"\bd[ée]lais?\b"),
    connectives=(r"et", r"mais", r"tandis que", r"alors que", r"pendant que"),
    marks=(r"codes?", r"codes? d['’]erreur", r"erreurs?", r"indice", r"en-t[êe]te", r"nomm[ée]e?", r"appel[ée]e?", r"champs?", r"statuts?", r"entr[ée]e", r"valeur"),
    empty_reasons=(
        r"parce", r"que", r"car", r"aucune?", r"rien", r"sans", r"raisons?", r"motif", r"pourquoi", r"cela", r"c", r"ça", r"est", r"comme", r"à", r"faire", r"compléter", r"définir", r"préciser", r"voilà", r"diverses?", r"inconnue?", r"de", r"la", r"le", r"venir",
    ),
    forms=MappingProxyType(
        {
            "retry": (
                r"r[ée]essa(?:ye|ie|y)(?:r|nt|ront|ra|raient|ait|aient|ée?s?|é|nt|ant|ez|ons)?",
                r"(?:re|ré)tent(?:er|ent|e|eront|era|aient|ait|ées?|é|ative|atives)",
                r"(?:nouvelles? tentatives?|nouvel essai|nouveaux essais)",
                r"r[ée]it[èée]r(?:er|ent|e|eront|era|aient|ait|ée?s?)",
                r"relanc(?:er|ent|e|eront|era|ée?s?|eaient|eait)(?: la requ[êe]te| l['’]appel)?",
                r"retries",
            ),
            "escalate": (
                r"escalad(?:er|ent|e|eront|era|aient|ait|ée?s?|es|ant)",
                r"(?:fai(?:re|t|saient|sait)|font|feront) (?:remonter|escalader)",
                r"remont(?:er|ent|e|eront|era|aient|ait|ée?s?|ant)(?= (?:l['’](?:erreur|incident)|le (?:problème|cas)|à (?:un|une)|vers)\b)",
                r"(?:transm|soum)(?:ettre|ettent|et|ettront|ettra|is|ises?) à (?:un humain|une personne)",
            ),
            "fix_request": (
                r"(?:corrig|rectifi|r[ée]par)(?:er|ent|e|eront|era|aient|ait|eaient|eait|ée?s?|eant|ant)(?: (?:d['’]abord|ensuite|désormais|maintenant|eux-mêmes))?(?: (?:la|leur|sa|les|leurs|une)) (?:requ[êe]tes?|demandes?)",
                r"correction de (?:la|leur) (?:requ[êe]te|demande)",
            ),
            "abandon": (
                r"abandonn(?:er|ent|e|eront|era|aient|ait|ée?s?|ant)",
                r"renon(?:cer|cent|ce|ceront|cera|çaient|çait|cé)",
                r"laiss(?:er|ent|e|eront) tomber",
            ),
            "give_up": (r"abandonn(?:er|ent|e|eront|era|aient|ait|ée?s?)", r"renon(?:cer|cent|ce|ceront|cera)"),
            "abort": (r"interromp(?:re|ent|t|ront|ra|us?|ue?s?)", r"abandonn(?:er|ent|e|eront|era)"),
            "wait": (r"attend(?:re|ent|ront|ra|aient|ait|u)?|patient(?:er|ent|e|eront)",),
        }
    ),
)  # fmt: skip
