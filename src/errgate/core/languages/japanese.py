"""Japanese. Actions are named by their identifiers, or by the policy's aliases."""

from errgate.core.languages.language import Language

LANGUAGE = Language(
    name="Japanese",
    labels=("利用者への影響", "コンシューマーへの影響", "コンシューマへの影響", "消費者への影響", "消費側への影響"),
    reasons=(r"なぜなら", r"理由\s*[:：は]", r"というのも"),
    reasons_after=(r"ため(?:です|である|だ|に|、|。|$)", r"ので", r"からです", r"からである"),
    no_change=(
        r"(?:判断|決定|動作|挙動|振る舞い|アクション)(?:は|に|も)(?:何も|一切)?(?:変わらない|変わりません|変化はない|変化はありません|変更はない|変更はありません|影響はない|影響はありません)",
        r"(?:何も|なにも)変わ(?:らない|りません)",
        r"(?:文言|メッセージ)のみ",
        r"(?:判断|決定|動作|挙動)は(?:そのまま|同じ|従来どおり|従来通り)",
    ),
    old=(r"以前は", r"これまでは", r"従来は"),
    new=(r"今後は", r"これからは", r"現在は"),
    old_after=(r"(?:する)?(?:の)?代わりに", r"ではなく", r"せず", r"しなく", r"から"),
    forward=(r"から", r"(?:する)?(?:の)?代わりに", r"ではなく", r"せずに?"),
)
