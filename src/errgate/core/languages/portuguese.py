"""Portuguese, as written in Brazil and in Portugal."""

from types import MappingProxyType

from errgate.core.languages.language import Language

WHO = r"(?:decis(?:ão|ao|ões|oes)|comportamentos?|aç(?:ão|ões)|acç(?:ão|ões)|reaç(?:ão|ões)|agentes?|consumidor(?:es)?|clientes?)"
THE = r"(?:o |a |os |as |um |uma |seu |sua |seus |suas |do |da |dos |das |de |no |na |nos |nas |em |para o |para a |para os |para as |para |ao |à |aos |às |sobre o |sobre a |sobre os |sobre as |nenhuma? |qualquer |pelos |pelas )"
OF = r"(?: (?:de|do|da|dos|das|para|sobre|com|em|no|na)(?: [\w`./-]+){1,2})?"
SAME = r"(?:igua(?:l|is)|inalterad[oa]s?|sem (?:mudanças?|alteraç(?:ão|ões))|idêntic[oa]s?|intact[oa]s?|(?:o|a|os|as) mesm[oa]s?|(?:exatamente )?como (?:antes|est(?:á|ão|ava|avam)|até agora)|tal como (?:antes|est(?:á|ão)))"

LANGUAGE = Language(
    name="Portuguese",
    labels=(
        "Impacto nos consumidores",
        "Impacto no consumidor",
        "Impacto em consumidores",
        "Impacto sobre os consumidores",
        "Impacto para os consumidores",
        "Impacto para consumidores",
        "Impacto para o consumidor",
        "Impacto ao consumidor",
        "Impacto aos consumidores",
        "Impacto nos clientes",
        "Impacto nos agentes",
        "Efeito nos consumidores",
        "Efeitos nos consumidores",
        "Efeito sobre os consumidores",
        "Consequências para os consumidores",
    ),
    placeholders=(
        r"nenhuma?|nenhum impacto|nada|sem (?:impacto|efeito|resposta|mudanças|alterações)|não se aplica|pendente|a (?:definir|completar|preencher|fazer)|por (?:definir|preencher)",
    ),
    instructions=(r"descrev|expli(?:que|ca)|por favor|preench|complet|escrev|adicion|indi(?:que|ca)",),
    signs=(
        r"\w(?:ção|ções|são|sões|zão|zões)\b|\bé\b",
        r"\b(?:não|são|estão|pois|uma|já|agora|também|quando|nenhuma?|em vez|ao invés|até|aos|à|às|uma vez|devido|por quê|porém|então|muda|mudam|mudanças?|comportamento|sem|ainda|continuam?|segue)\b",
        r"\b(?:tent(?:ar|am|arão|avam) (?:novamente|de novo|outra vez)|retent\w{1,5}|escal(?:am|onam|arão|onar)|desist\w{1,5}|abandonam)\b",
    ),
    shared_signs=(r"\b(?:porque|que|agentes|consumidor(?:es)?|lugar de|vez de|dado que|desde|está|mais|motivo|nada|escalar|para que|para evitar)\b",),
    causes=(
        r"\b(?:(?:é|isso é|isto é) )?porque\b",
        r"\bpois\b(?! (?:bem|não|é|sim)\s*[,.;!])",
        r"\b(?:já|uma vez|visto|dado|posto|tendo em vista|em vista de|haja vista|pelo facto de|pelo fato de|devido ao fato de) que\b",
        r"\b(?:devido|graças) (?:a|à|ao|aos|às)\b",
        r"\b(?:por causa|por conta|em (?:razão|virtude|função|decorrência)|por motivos?) (?:de|do|da|dos|das)\b",
        r"\bdad[oa]s? (?:o|a|os|as)\b",
        r"\b(?:motivos?|raz(?:ão|ao|ões)|por ?qu[eê]|porqu[eê]|causa|justificativa|justificação|contexto)\s*(?:[:?]|[-–—](?=\s))",
        r"\b(?:o motivo|a razão|a causa) (?:é|era|foi)(?: que)?\b",
        r"\b(?:isso|isto) se deve (?:a|ao|à)\b",
    ),
    purposes=(
        r"\b(?:para|a fim de|de modo|de maneira|de forma) que\b",
        r"\bpara (?:evitar|impedir|não|prevenir|permitir|reduzir|proteger|que)\b",
        r"\b(?:a fim|com o (?:fim|objetivo|propósito|intuito)) de\b",
    ),
    no_change=(
        rf"\bnenhuma? (?:outr[oa] )?{WHO}{OF} (?:\w+ )?(?:muda|mudará|mudou|é (?:alterad|modificad|afetad)[oa]|foi (?:alterad|modificad|afetad)[oa]|se altera|varia|será (?:alterad|afetad)[oa]|altera-se|decide (?:diferente|de outr[oa] (?:forma|maneira|modo)|outra coisa)|se comporta (?:diferente|de outr[oa] (?:forma|maneira|modo))|(?:age|reage) (?:diferente|de outra (?:forma|maneira)))",
        rf"\bnão (?:muda|mudam|altera|alteram|modifica|modificam|afeta|afetam|mudará|há)(?: (?:em )?nada)?(?: a| em| de| para)? (?:nenhuma? (?:mudança (?:de|em|no) )?){THE}?{WHO}\b",
        rf"\bnão (?:muda|mudam|altera|alteram|modifica|modificam|afeta|afetam|mudará|alterará) {THE}{{0,2}}{WHO}\b",
        rf"\bnão há (?:nenhuma? |qualquer )?(?:mudanças?|alteraç(?:ão|ões)|diferenças?|impacto|efeitos?) {THE}{{1,2}}{WHO}\b",
        rf"\b(?:sem|nenhuma?) (?:qualquer |nenhuma? )?(?:mudanças?|alteraç(?:ão|ões)|diferenças?|impacto|efeitos?|mudar|alterar|modificar|afetar) {THE}{{0,2}}{WHO}\b",
        r"\bnão muda (?:absolutamente )?nada\b",
        r"\bnada (?:\w+ )?(?:muda|mudará|mudou|se altera|é alterado|foi alterado|varia)\b",
        rf"\b{WHO}{OF} não (?:muda|mudam|mudou|mudaram|mudará|mudarão|varia|variam|se alteram?|(?:é|são|foi|foram|será|serão) (?:alterad|modificad|afetad|impactad)[oa]s?)\b(?! (?:só|somente|apenas)\b)",
        rf"(?<!nenhuma )(?<!nenhum )\b{WHO}{OF} (?:continua(?:m)?(?: sendo| a ser)?|permanece(?:m)?|fica(?:m)?|se mantém|mantém-se|mantêm-se|se mantêm|segue(?:m)?|é|são) (?:(?:todas|todos|exatamente|sempre|então) )*{SAME}(?!\w)",
        rf"\b(?:deixa(?:m)?|mantém|mantêm|conserva(?:m)?) {THE}{{0,2}}{WHO} {SAME}(?!\w)",
        rf"\b{WHO},? (?:inalterad[oa]s?|sem (?:mudanças?|alteraç(?:ão|ões)))\b",
        rf"\b(?:mesm[oa]s?|idêntic[oa]s?) {WHO}\b",
        r"(?<!não )\b(?:se comporta(?:m)?|comporta(?:m)?-se|decide(?:m)?|age(?:m)?|reage(?:m)?|responde(?:m)?) (?:exatamente )?(?:igual|como (?:antes|sempre|até agora)|da mesma (?:forma|maneira)|do mesmo modo|o mesmo)\b",
        r"\bnão (?:é|são|está|estão|fica|ficam|foi|foram) (?:afetad|alterad|modificad|impactad)[oa]s?\b",
        r"(?<!não )\b(?:continua(?:m)?|permanece(?:m)?|fica(?:m)?|se mantém|mantém-se|segue(?:m)?) (?:igua(?:l|is)|inalterad[oa]s?|intact[oa]s?|sem (?:mudanças?|alteraç(?:ão|ões))|como (?:antes|est(?:á|ão|ava|avam)))(?!\w)",
        r"\bnão (?:vê|veem|nota|notam|percebe|percebem) (?:nenhuma |a |qualquer )?diferença\b",
    ),
    changes_after_all=(
        rf"\b(?:nenhuma?|nem tod[oa]s (?:as |os )?|pouc[oa]s) ?{WHO}{OF} (?:continua(?:m)?(?: sendo| a ser)?|permanece(?:m)?|fica(?:m)?|se mantém|mantém-se|se mantêm|segue(?:m)?|é|são) (?:\w+ )?{SAME}",
        rf"\b{WHO}{OF} não (?:continua(?:m)?(?: sendo| a ser)?|permanece(?:m)?|fica(?:m)?|se mantém|se mantêm|são) (?:\w+ )?{SAME}",
        r"\b(?:não é verdade|é falso) que (?:nada|nenhum|não )[\w ]{0,30}",
    ),
    wording_only=(
        r"(?<!não )\b(?:só|somente|apenas|unicamente|meramente|puramente) (?:(?:muda|mudam|se (?:muda|corrige)|é|um|uma|em|de|na|no) ){0,2}(?:(?:o|a|os|as) )?(?:redaç(?:ão|ao)|texto|formataç(?:ão|ao)|ortografia|pontuação|estétic[oa]|cosmétic[oa]|palavras|fraseado)\b",
        r"\b(?:redação|texto|formatação|ortografia) (?:apenas|somente)\b",
        r"\b(?:mudança|alteração) (?:puramente |apenas )?(?:cosmética|de redação|de texto|estética)\b",
    ),
    exceptions=(r"(?:exceto|excepto|salvo|menos|à exceção|com (?:a )?exceção|fora|além|a não ser|a menos|só (?:em|para)|apenas (?:em|para)|tirando)\b",),
    old=(
        r"(?:em vez|ao invés|em lugar|no lugar) d[eo](?: a| o| um| uma)?",
        r"(?:já não|não)(?: se| o| a| os| as)?(?: (?:devem|deve|podem|pode|vão|vai|precisam|precisa|há|haverá|é|são|fazem|faz|voltam a|devem mais|vão mais|adianta|tentam))?(?: mais)?(?: que)?",
        r"nunca(?: mais)?(?: se)?",
        r"(?:deixa(?:m|rão|rá|vam)?|para(?:m)?|cessa(?:m)?) de",
        r"sem(?: (?:voltar a|o|a|os|as|nenhuma?|mais))?",
        r"(?:antes|até agora|anteriormente|previamente|antigamente),?(?: (?:os|as|o|a|estes|esses))?(?: (?:agentes|consumidores|clientes|eles|se))?",
        r"(?:era|eram|anterior:|antes:)",
        r"(?:evita(?:m|r)?|costumavam|costumava)",
        r"onde(?: antes)?(?: (?:os|as))?(?: (?:agentes|consumidores|clientes|eles))?",
        r"nenhuma?",
    ),
    old_after=(r"(?:antes(?! de)|até agora|anteriormente|previamente)(?=\s*(?:[,.;:)]|(?:e|mas)\b|$))", r"mais(?=\s*(?:[,.;:)`]|(?:e|mas|em|no|na|com|para|porque|pois)\b|$))(?!\s*[`]?\w*[`]? ?vezes)"),
    past=(r"(?:avam?|iam?)\b(?<!riam)(?<!ria)",),
    old_ahead=(
        r"\b(?:em vez|ao invés|em lugar) de\b",
        r"\bjá não\b",
        r"\b(?:até agora|anteriormente|previamente)\b",
        r"\bdeixam? de\b",
    ),
    old_behind=(
        r"\b(?:até agora|anteriormente|previamente)\s*$",
        r"^[\s`\"'»]*(?:desaparece|desaparecem|já não (?:existe|ocorre|acontece)|deixa de (?:existir|ocorrer|acontecer))\b",
    ),
    new=(
        r"(?:agora|a partir de agora|de agora em diante|doravante|daqui em diante|em vez disso),?(?: (?:os|as|o|a|estes|esses))?(?: (?:agentes|consumidores|clientes|eles))?(?: (?:se|devem|deverão|vão|têm de|têm que|deve|vai|precisam))?",
        r"(?:passa(?:m|rão|rá)?|começa(?:m)?|começarão|vão|vai)(?: (?:diretamente|a|direto a))?",
        r"(?:devem|deve|deverão|têm (?:de|que)|tem (?:de|que)|precisam)",
        r"(?:mas|e) sim",
        r"(?:novo:|depois:|agora:)",
        r"(?:resulta(?:m)?|acaba(?:m)?|termina(?:m)?) (?:em|por|no|na)(?: (?:um|uma))?",
        r"(?:provoca(?:m)?|leva(?:m)? (?:a|à|ao)|causa(?:m)?)(?: (?:um|uma|a|o))?",
    ),
    new_after=(r"(?:agora|a partir de agora|de agora em diante|doravante|daqui em diante|em vez disso)\b",),
    new_ahead=(r"\b(?:a partir de agora|de agora em diante|doravante|agora)\b(?<!até agora)",),
    new_behind=(r"\b(?:a partir de agora|de agora em diante|doravante|agora)\b(?<!até agora)",),
    keeps=(r"(?:continuam?|continuarão|continuará|seguem|ainda|como antes,?|permanecem)(?: (?:a|ainda|sempre))?",),
    keeps_after=(r"(?:exatamente )?(?:como (?:antes|sempre|até agora)|igual a antes|ainda|sem mudanças?|da mesma forma)\b",),
    keeps_behind=(r"\b(?:como (?:antes|sempre|até agora))\b",),
    denials=(r"\bnão(?: é| há)?(?: um| uma)?", r"\bsem", r"\bnunca", r"\bnenhuma?"),
    between=(r"os", r"as", r"o", r"a", r"um", r"uma", r"agentes", r"consumidores", r"clientes", r"eles", r"se", r"sempre", r"também", r"diretamente", r"\w+mente", r"mais"),
    forward=(
        r"(?:para|a|em|por)(?: (?:o|a|um|uma))?",
        r"(?:ao|à)",
        r"(?:passa(?:m)? a(?: ser)?|se torna(?:m)?|vira(?:m)?|torna-se)(?: (?:um|uma))?",
        r"(?:(?:é|são|foi|fica) )?(?:substituíd|trocad)[oa]s? (?:por|pelo|pela)(?: (?:um|uma))?",
        r"(?:mas|e) sim",
        r"dá lugar (?:a|ao|à)(?: (?:um|uma))?",
    ),
    backward=(r"substitu(?:i|em)(?: (?:o|a|os|as))?", r"(?:ocupa|toma) o lugar d[eoa]"),
    unsure=(r"\b(?:não se sabe|ninguém sabe|quem sabe|resta saber)\b", r"\b(?:talvez|possivelmente|porventura)\b", r"\b(?:sabe|saber|claro|decidir) se\b", r"\b(?:é|está|fica|são) (?:incert[oa]|desconhecid[oa]|indefinid[oa]|por decidir)\b"),
    asides=(
        r"\b(?:ao contrário d[eoa]s?|diferentemente d[eoa]s?|à diferença d[eoa]|exceto(?: em| para| no| na)?|salvo(?: em| para)?|à exceção d[eoa]|com exceção d[eoa]|nada a ver com|sem relação com)\b",
        r"\bnão se trata de\b",
    ),
    other=(r"\btentativas?\b", r"\besper(?:a|am|ar|as|ará|arão)\b", r"\bcategorias?\b", r"\batrasos?\b", r"\bdemoras?\b"),
    connectives=(r"e", r"mas", r"enquanto", r"porém", r"ao passo que", r"já"),
    marks=(r"c[oó]digos?(?: de erro)?", r"erros?", r"code", r"cabeçalho", r"dica", r"chamad[oa]", r"campos?", r"estado", r"entrada", r"valor", r"status"),
    empty_reasons=(
        r"porque", r"que", r"sim", r"nada", r"nenhuma?", r"motivos?", r"razão", r"razões", r"por", r"qu[eê]", r"pendente", r"definir", r"preencher", r"completar", r"vários", r"desconhecid[oa]", r"não", r"sei", r"é", r"assim", r"o", r"a", r"de", r"se", r"aplica",
    ),
    forms=MappingProxyType(
        {
            "retry": (
                r"(?:re)?tent(?:ar|am|a|ava|avam|ar[aã]o|ará|aram|ando|em|e) (?:novamente|de novo|outra vez|mais uma vez)",
                r"(?:voltar|voltam|volta|voltavam|voltarão|volte|voltem) a tentar",
                r"retent(?:ar|am|a|ava|avam|arão|ará|ativas?|ando|em)",
                r"(?:novas? tentativas?|retentativas?)",
                r"repet(?:ir|em|e|iam|irão|indo|ição|ições)(?: (?:a|o|as|os) (?:requisiç(?:ão|ões)|pedidos?|chamadas?))?",
            ),
            "escalate": (
                r"escal(?:ar|am|a|ava|avam|arão|ará|aram|ando|ad[oa]s?|em|e|amento|onar|onam|ona|onavam|onarão|onad[oa]s?|onamento)",
                r"(?:encaminha(?:m|r)?|passa(?:m|r)?) (?:\w+ ){0,2}?(?:a|para) (?:uma pessoa|um humano|um operador|o suporte)",
            ),
            "fix_request": (
                r"(?:corrig(?:ir|em|e|iam|irão|indo|am)|consert(?:ar|am|a|avam|em)|ajust(?:ar|am|a|em))(?: (?:a|o|sua|seu|as|os)) (?:requisiç(?:ão|ões)|pedidos?|solicitaç(?:ão|ões))",
                r"correção d[ao] (?:requisição|pedido|solicitação)",
            ),
            "abandon": (
                r"abandon(?:ar|am|a|o|ava|avam|arão|ará|aram|ando|ad[oa]s?|em|e)",
                r"desist(?:ir|em|e|iam?|irão|irá|iram|indo|ência|am)",
            ),
            "give_up": (r"abandon(?:ar|am|a|arão)", r"desist(?:ir|em|e|irão)"),
            "abort": (r"abort(?:ar|am|a|arão)", r"interromp(?:er|em|e)"),
            "wait": (r"(?:esper|aguard)(?:ar|am|a|avam|arão)",),
        }
    ),
)  # fmt: skip
