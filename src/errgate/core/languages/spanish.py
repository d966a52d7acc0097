"""Spanish."""

from types import MappingProxyType

from errgate.core.languages.language import Language

WHO = r"(?:decisi[oó]n|decisiones|comportamientos?|acci[oó]n|acciones|reacci[oó]n|reacciones|agentes?|consumidor(?:es)?|clientes?)"
THE = r"(?:el |la |los |las |un |una |su |sus |al |del |de la |de los |de las |de |en el |en la |en los |en las |en |para el |para los |para las |para |a la |a las |a los |a |sobre el |sobre la |sobre los |sobre las |ninguna? |alguna? )"
OF = r"(?: (?:de|del|para|sobre|con|en)(?: [\w`./-]+){1,2})?"
SAME = r"(?:igual(?:es)?|sin cambios?|id[eé]ntic[oa]s?|intact[oa]s?|inalterad[oa]s?|(?:la|el|las|los) mism[oa]s?|(?:exactamente )?como (?:antes|hasta ahora|est[aá]n?|estaban?)|tal (?:cual|y como est[aá]n?))"

LANGUAGE = Language(
    name="Spanish",
    labels=(
        "Impacto en los consumidores",
        "Impacto en el consumidor",
        "Impacto en consumidores",
        "Impacto sobre los consumidores",
        "Impacto para los consumidores",
        "Impacto para el consumidor",
        "Impacto al consumidor",
        "Impacto en los clientes",
        "Impacto en los agentes",
        "Efecto en los consumidores",
        "Efectos en los consumidores",
        "Efecto sobre los consumidores",
        "Consecuencias para los consumidores",
    ),
    placeholders=(
        r"ningun[oa]|ning[uú]n impacto|nada|sin (?:impacto|efecto|respuesta|cambios)|no aplica|no procede|pendiente|por (?:definir|completar|hacer|rellenar)|a completar",
    ),
    instructions=(r"describ|explic|por favor|rellen|complet|escrib|añad|indi(?:ca|que)",),
    signs=(
        r"\w(?:ción|sión)\b|[¡¿]",
        r"\b(?:ya|ahora|los|las|una|pero|más|también|cuando|ningún|ninguna|ninguno|puesto que|según|sino|están|razón|por qué|comportamiento|cambia|cambian|decisiones|acciones|todavía|aún|hay|siguen?)\b",
        r"\b(?:reintent\w{1,5}|escal(?:an|ará|arán|amos|aban)|abandonan)\b",
    ),
    shared_signs=(r"\b(?:porque|que|agentes|consumidor(?:es)?|lugar de|vez de|dado que|debido a|desde|está|motivo|nada|escalar|para que|para evitar)\b",),
    causes=(
        r"\b(?:(?:es|esto es|eso es) )?porque\b",
        r"\b(?:ya|puesto|dado|visto|debido a|en vista de|por cuanto) que\b",
        r"\b(?:debido|gracias) (?:a|al)\b",
        r"\b(?:a|por) (?:causa|culpa|raz[oó]n) (?:de|del)\b",
        r"\b(?:por|con) motivo (?:de|del)\b",
        r"\bdad[oa]s? (?:el|la|los|las|un|una)\b",
        r"\bpues\b",
        r"\b(?:motivos?|raz[oó]n|razones|por ?qu[eé]|causa|justificaci[oó]n|contexto)\s*(?:[:?]|[-–—](?=\s))",
        r"\b(?:el motivo|la raz[oó]n|la causa) (?:es|era|fue)(?: que)?\b",
        r"\b(?:esto|eso) se debe a(?: que|l)?\b",
    ),
    purposes=(
        r"\b(?:para|a fin de|con el fin de|de modo|de manera|de forma) que\b",
        r"\bpara (?:evitar|impedir|no|prevenir|permitir|reducir|proteger|que)\b",
        r"\b(?:a fin|con el (?:fin|objetivo|objeto)) de\b",
    ),
    no_change=(
        rf"\bning(?:ún|un|una) (?:otr[oa] )?{WHO}{OF} (?:\w+ )?(?:cambia|cambiará|ha cambiado|cambió|varía|se (?:modifica|altera|mueve|ve afectad[oa])|es (?:modificad|afectad|alterad)[oa]|decide (?:distinto|de otra (?:manera|forma)|otra cosa|algo distinto)|se comporta (?:distinto|de otr[oa] (?:manera|forma|modo))|(?:actúa|reacciona) (?:distinto|de otra (?:manera|forma)))",
        rf"\bno (?:cambia|cambian|cambiará|altera|alteran|modifica|modifican|afecta|afectan|hay)(?: (?:en )?(?:nada|absoluto))?(?: a| en| de| para)? (?:ning(?:ún|un|una) (?:cambio (?:de|en) )?){THE}?{WHO}\b",
        rf"\bno (?:cambia|cambian|cambiará|cambiarán|altera|alteran|modifica|modifican|afecta|afectan) (?:a )?{THE}?(?:las |los |la |el )?{WHO}\b",
        rf"\bno hay (?:ning(?:ún|una) )?(?:cambios?|diferencias?|impacto|efectos?) {THE}{{1,2}}{WHO}\b",
        rf"\b(?:sin|ning(?:ún|una)) (?:\w+ )?(?:cambios?|diferencias?|impacto|efectos?|cambiar|alterar|modificar|afectar) {THE}{{0,2}}{WHO}\b",
        r"\bno cambia (?:absolutamente )?nada\b",
        r"\bnada (?:\w+ )?(?:cambia|cambiará|ha cambiado|cambió|varía)\b",
        rf"\b{WHO}{OF} no (?:(?:ha|han) )?(?:cambia|cambian|cambiará|cambiarán|cambiado|varía|varían|se (?:altera|alteran|modifica|modifican|ve afectad[oa]|ven afectad[oa]s))\b(?! (?:sólo|solo|solamente|únicamente)\b)",
        rf"(?<!ninguna )(?<!ningún )\b{WHO}{OF} (?:sigue(?:n)?(?: siendo)?|permanece(?:n)?|queda(?:n)?|se mantiene(?:n)?|es|son|continúa(?:n)?) (?:(?:todas|todos|exactamente|siempre|entonces) )*{SAME}\b",
        rf"\b(?:deja(?:n)?|mantiene(?:n)?|conserva(?:n)?) {THE}{{0,2}}{WHO} {SAME}\b",
        rf"\b{WHO},? sin cambios?\b",
        rf"\b(?:(?:mism[oa]s?|id[eé]ntic[oa]s?) {WHO})\b",
        r"(?<!no )\b(?:se comporta(?:n)?|decide(?:n)?|actúa(?:n)?|reacciona(?:n)?|responde(?:n)?) (?:exactamente )?(?:igual|como (?:antes|siempre|hasta ahora)|de la misma (?:manera|forma)|lo mismo)\b",
        r"\bno (?:se ve(?:n)?|está(?:n)?|resulta(?:n)?|son|es) (?:afectad|alterad|modificad)[oa]s?\b",
        r"(?<!no )\b(?:sigue(?:n)?|permanece(?:n)?|queda(?:n)?|se mantiene(?:n)?) (?:igual(?:es)?|sin cambios?|intact[oa]s?|inalterad[oa]s?|como (?:antes|est[aá]n?|estaban?)|tal cual)\b",
        r"\bno (?:ve|ven|nota|notan|perciben?) (?:ninguna |la )?diferencia\b",
    ),
    changes_after_all=(
        rf"\b(?:ning(?:ún|una)|no tod[oa]s (?:las |los )?|poc[oa]s) ?{WHO}{OF} (?:sigue(?:n)?(?: siendo)?|permanece(?:n)?|queda(?:n)?|se mantiene(?:n)?|es|son|continúa(?:n)?) (?:\w+ )?{SAME}",
        rf"\b{WHO}{OF} no (?:sigue(?:n)?(?: siendo)?|permanece(?:n)?|queda(?:n)?|se mantiene(?:n)?|es|son) (?:\w+ )?{SAME}",
        r"\b(?:no es (?:verdad|cierto)|es falso) que (?:nada|ning|no )[\w ]{0,30}",
    ),
    wording_only=(
        r"(?<!no )\b(?:s[oó]lo|solamente|únicamente|unicamente|meramente|puramente|nada más) (?:(?:cambia|cambian|se (?:cambia|corrige|retoca)|es|un|una|en|de) ){0,2}(?:(?:el|la|los|las) )?(?:redacci[oó]n|texto|formato|ortograf[ií]a|puntuaci[oó]n|est[eé]tic[oa]|cosm[eé]tic[oa]|palabras|fraseo)\b",
        r"\b(?:redacci[oó]n|texto|formato|ortograf[ií]a) (?:únicamente|solamente|nada más)\b",
        r"\bcambio (?:puramente )?(?:cosm[eé]tico|de redacci[oó]n|de texto|est[eé]tico)\b",
    ),
    exceptions=(r"(?:excepto|salvo|menos|a excepci[oó]n|con (?:la )?excepci[oó]n|aparte de|fuera de|a no ser|a menos|s[oó]lo (?:en|para)|exceptuando|quitando)\b",),
    old=(
        r"(?:en lugar|en vez) de(?:l)?(?: la| el| un| una)?",
        r"antes que",
        r"ya no(?: se| lo| la| los| las)?(?: (?:deben?|pueden?|van a|va a|debería[n]?|hace[n]?|habrá|hay|es|son|requiere[n]?|intentan))?(?: que)?",
        r"no(?: se| lo| la| los| las)?(?: (?:deben?|pueden?|van a|va a|debería[n]?|hacen?|habrá|hay|es|son|ha(?:n)? de|tiene[n]? que|vuelven a))?(?: que)?",
        r"nunca(?: más)?(?: se)?",
        r"(?:deja(?:n|rán|rá|ban)?|cesa(?:n)?|para(?:n)?) de",
        r"sin(?: (?:volver a|el|la|los|las|ning[uú]n))?",
        r"(?:antes|hasta ahora|previamente|anteriormente|antiguamente),?(?: (?:los|las|el|la|estos))?(?: (?:agentes|consumidores|clientes|ellos|se))?",
        r"(?:era|eran|antes:|anterior:)",
        r"(?:evita(?:n|r)?|desisten? de|solían|solía)",
        r"donde(?: antes)?(?: (?:los|las))?(?: (?:agentes|consumidores|clientes))?",
        r"ning[uú]n(?:a)?",
    ),
    past=(r"(?:aban?|ían?)\b(?<!rían)(?<!ría)",),
    old_ahead=(
        r"\b(?:en lugar|en vez) de\b",
        r"\bya no\b",
        r"\b(?:hasta ahora|previamente|anteriormente)\b",
        r"\bdejan? de\b",
    ),
    old_after=(r"(?:antes(?! de)|hasta ahora|previamente|anteriormente|ya no)(?=\s*(?:[,.;:)]|(?:y|pero)\b|$))",),
    old_behind=(
        r"\b(?:hasta ahora|previamente|anteriormente)\s*$",
        r"^[\s`\"'»]*(?:desaparece|desaparecen|ya no (?:existe|ocurre|sucede)|deja de (?:existir|ocurrir|suceder)|queda eliminado)\b",
    ),
    new=(
        r"(?:ahora|a partir de ahora|desde ahora|de ahora en adelante|en adelante|en su lugar),?(?: (?:los|las|el|la|estos))?(?: (?:agentes|consumidores|clientes|ellos))?(?: (?:se|deben|deberán|van a|tienen que|debe|va a|tiene que|toca|hay que))?",
        r"(?:pasa(?:n|rán|rá)?|empieza(?:n)?|comienza(?:n)?|empezarán|van|va) (?:directamente )?a",
        r"(?:deben|debe|deberán|tienen que|tiene que|hay que)",
        r"sino(?: que)?(?: (?:ahora|se))?",
        r"(?:nuevo:|después:|ahora:)",
        r"(?:acaba(?:n)?|termina(?:n)?) (?:en|por)(?: (?:un|una|la|el))?",
        r"(?:provoca(?:n)?|lleva(?:n)? a|conduce(?:n)? a|causa(?:n)?)(?: (?:un|una|la|el))?",
    ),
    new_after=(r"(?:ahora|a partir de ahora|desde ahora|de ahora en adelante|en adelante|en su lugar)\b",),
    new_ahead=(r"\b(?:a partir de ahora|de ahora en adelante|desde ahora|ahora)\b",),
    new_behind=(r"\b(?:a partir de ahora|de ahora en adelante|desde ahora|ahora(?! mismo no))\b(?<!hasta ahora)",),
    keeps=(r"(?:siguen?|continúan?|seguirán?|continuarán?|todavía|aún|como antes,?|igual que antes,?)(?: (?:todavía|a))?",),
    keeps_after=(r"(?:exactamente )?(?:como (?:antes|siempre|hasta ahora)|igual que antes|todavía|sin cambios)\b",),
    keeps_behind=(r"\b(?:como (?:antes|siempre|hasta ahora)|igual que antes)\b",),
    denials=(r"\bno(?: es| hay)?(?: un| una)?", r"\bsin", r"\bnunca", r"\bning[uú]na?"),
    between=(r"los", r"las", r"el", r"la", r"un", r"una", r"agentes", r"consumidores", r"clientes", r"se", r"lo", r"siempre", r"también", r"directamente", r"\w+mente", r"más"),
    forward=(
        r"(?:a|hacia|en|por)(?: (?:el|la|un|una))?",
        r"al",
        r"(?:pasa(?:n)? a(?: ser)?|se convierte(?:n)? en|se vuelve(?:n)?)(?: (?:un|una))?",
        r"(?:(?:es|son|fue|queda|se ve) )?(?:re[e]?mplazad|sustituid)[oa]s? por(?: (?:el|la|un|una))?",
        r"sino(?: que)?(?: (?:ahora|se))?",
        r"da paso a(?:l)?(?: (?:la|una?))?",
    ),
    backward=(r"(?:re[e]?mplaza(?:n)?|sustituye(?:n)?)(?: a(?:l)?)?(?: (?:la|los|las|el))?", r"(?:ocupa|toma) el lugar de(?:l)?(?: la)?"),
    unsure=(r"\b(?:no se sabe|nadie sabe|quién sabe|está por ver)\b", r"\b(?:quizás?|tal vez|acaso|posiblemente)\b", r"\b(?:sabe|saber|claro|decidir) si\b", r"\b(?:es|está|queda|son|sigue) (?:incierto|desconocid[oa]|por (?:ver|decidir)|poco claro)\b", r"¿(?!por qu[eé])"),
    asides=(
        r"\b(?:a diferencia de(?:l)?|al contrario (?:que|de)|excepto(?: en| para)?|salvo(?: en| para)?|aparte de|sin relación con|nada que ver con|con (?:la )?excepción de|a excepción de)\b",
        r"\bno se trata de\b",
    ),
    other=(r"\bintentos?\b", r"\besper(?:a|an|ar|as|ará|arán)\b", r"\bcategor[ií]as?\b", r"\bdemoras?\b", r"\bretardos?\b"),
    connectives=(r"y", r"e", r"pero", r"mientras(?: que)?", r"sino(?: que)?", r"en cambio"),
    marks=(r"c[oó]digos?(?: de error)?", r"code", r"cabecera", r"encabezado", r"pista", r"llamad[oa]", r"campos?", r"estado", r"entrada", r"valor", r"status"),
    empty_reasons=(
        r"porque", r"que", r"s[ií]", r"nada", r"ning[uú]n[oa]?", r"motivos?", r"raz[oó]n", r"razones", r"por", r"qu[eé]", r"pendiente", r"definir", r"completar", r"varios", r"desconocid[oa]", r"no", r"s[eé]", r"es", r"así", r"el", r"la", r"de", r"lo", r"aplica",
    ),
    forms=MappingProxyType(
        {
            "retry": (
                r"reintent(?:ar|an|a|o|os|aba|aban|ar[aá]n?|aron|ando|ad[oa]s?|e|en|arlo|arla|emos|amos)",
                r"(?:volver|vuelven|vuelve|volv[ií]an?|volver[aá]n?|vuelvan) a intentar(?:lo|la|los|las)?",
                r"(?:intent(?:ar|an|a|aban|arlo|arla) (?:de nuevo|otra vez|nuevamente))",
                r"nuevos? intentos?",
            ),
            "escalate": (
                r"escal(?:ar|an|a|aci[oó]n|aciones|aba|aban|ar[aá]n?|aron|ando|ad[oa]s?|e|en|arlo|arla|amiento|amientos|amos)",
                r"(?:eleva(?:n|r)?|deriva(?:n|r)?|remite(?:n)?|pasa(?:n|r)?) (?:\w+ ){0,2}?a (?:una persona|un humano|un operador|soporte)",
            ),
            "fix_request": (
                r"(?:corr(?:egir|igen|ige|egían|egirán|igiendo|ijan)|arregl(?:ar|an|a|aban|arán|en)|repar(?:ar|an|a))(?: (?:la|su|las|sus)) (?:solicitud|solicitudes|petici[oó]n|peticiones)",
                r"correcci[oó]n de la (?:solicitud|petici[oó]n)",
            ),
            "abandon": (
                r"abandon(?:ar|an|a|o|aba|aban|ar[aá]n?|aron|ando|ad[oa]s?|e|en)",
                r"desist(?:ir|en|e|ían?|irán?|ieron|iendo|imiento)",
                r"(?:rendirse|se rinden?|se rendirán)",
                r"(?:darse|se dan?|se darán) por vencid[oa]s?",
            ),
            "give_up": (r"abandon(?:ar|an|a|ar[aá]n?)", r"desist(?:ir|en|e)", r"(?:rendirse|se rinden?)"),
            "abort": (r"abort(?:ar|an|a|ará|arán)", r"interrump(?:ir|en|e)"),
            "wait": (r"esper(?:ar|an|a|aban|ar[aá]n?)",),
        }
    ),
)  # fmt: skip
