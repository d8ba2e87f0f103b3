"""Whether talk is about work: in a conversation that never touched the project, small talk yields no memories.

A text is about work when it has the shape of code (backticks, a path, ``snake_case``, a version, an abbreviation in
capitals, Latin letters in Japanese) or a word of the trade.
"""

from __future__ import annotations

import re

_LONGEST = 4000
_SHAPES = (
    r"`[^`\n]+`",
    r"[\w.-]+/[\w./-]*\w\.\w+",
    r"\b\w+\.(?:cpp|css|csv|go|html|ipynb|java|js|json|kt|md|php|py|rb|rs|sh|sql|swift|tex|toml|tsx?|ya?ml)\b",
    r"\b[a-z]+_[a-z_]+\b",
    r"\b[a-z]+[A-Z]\w+|\b[A-Z][a-z]+[A-Z]\w*",
    r"\b[A-Z]{2,}\d*\b",
    r"\b[a-z]+\d+[a-z]*\b",
    r"\bv?\d+\.\d+(?:\.\d+)?\b",
    r"\w\(\)",
    r"(?:^|\s)--?[a-z][\w-]+",
    r"\b\d+\s?(?:fps|gb|hz|kb|khz|mb|ms|px|rpm)\b",
)
_WORDS = (
    r"algorithm|api|app|application|array|async|auth|backend|backup|batch|benchmark|boolean|branch|"
    r"browser|bucket|buffer|bug|build|byte|cache|caching|callback|cert|certificate|checkbox|class|"
    r"cli|client|cluster|code|codebase|column|command|comment|commit|compile|compiler|component|"
    r"config|configuration|container|controller|cookie|cron|customer|dashboard|data|database|dataset|"
    r"deadline|debug|decode|default|dependency|deploy|deployment|dev|directory|docker|docs|"
    r"documentation|dropdown|email|encode|endpoint|engine|entity|environment|error|exception|export|"
    r"feature|feedback|field|file|filename|firmware|flag|float|folder|footer|form|format|framework|"
    r"frontend|function|gateway|git|github|handler|hash|header|heap|helper|hook|host|icon|image|"
    r"implement|import|index|input|instance|integer|interface|invoice|iterator|javascript|job|join|"
    r"kernel|key|layout|library|lint|linter|list|listener|log|logger|logging|login|loop|macro|"
    r"markdown|menu|merge|message|meta|metadata|metric|middleware|migrate|migration|mobile|mock|modal|"
    r"model|module|mongo|mono|monorepo|nav|navbar|node|null|number|object|offline|online|option|"
    r"output|package|page|pagination|parameter|parse|parser|password|patch|payload|pipeline|pixel|"
    r"plugin|pnpm|pointer|popup|port|postgres|print|processor|production|profile|program|project|"
    r"prompt|protocol|prototype|proxy|python|query|queue|rails|record|redis|refactor|regex|release|"
    r"render|renderer|repo|repository|request|response|restart|retention|retry|revert|rollback|route|"
    r"router|routing|row|ruby|runtime|rust|sandbox|schema|script|search|sensor|server|service|"
    r"session|setting|setup|shader|shell|sidebar|signature|snapshot|socket|spec|sprint|sprite|sql|"
    r"sqlite|stack|staging|storage|string|style|stylesheet|suite|svg|symlink|sync|syntax|system|"
    r"table|tag|task|team|telemetry|template|tenant|terminal|terraform|test|testing|text|thread|"
    r"ticket|timeout|timestamp|timezone|toggle|token|tool|tooling|tracing|transaction|typescript|unit|"
    r"update|upload|user|utils|validate|validation|validator|value|variable|vector|version|vpn|"
    r"webhook|website|widget|window|worker|workflow|wrapper|yaml|zip"
)
_LATIN_WORK = re.compile(
    rf"{'|'.join(_SHAPES)}|\b(?i:{_WORDS}|librar(?:y|ies)|quer(?:y|ies)|dependencies|entities)(?:e?s)?\b"
)
_JAPANESE = re.compile(r"[ぁ-んァ-ヴ一-龥]")
# Latin letters in Japanese are names of programs, formats and parts; katakana words stand alone or end a longer one.
_JAPANESE_WORK = re.compile(
    r"[A-Za-z][A-Za-z0-9+#.-]+|(?:"
    "アプリ|アルゴリズム|インデックス|インポート|エクスポート|インストール|エラー|エンジン|カラム|キャッシュ|キュー|クエリ|クライアント|コード|コマンド|コミット|コメント|コンテナ"
    "|コンパイル|コンポーネント|ケース|サーバ|サービス|サイドバー|スキーマ|スクリプト|ステージング|ストレージ|スレッド|セッション|ソース|ソフト|タイムアウト|タグ|タスク|ダッシュボード"
    "|データ|テーブル|テスト|テレメトリ|テンプレート|デバッグ|デプロイ|デモ|トークン|ドキュメント|トランザクション|ナビ|ノード|バージョン|バイト|バグ|バス|バッチ|バックアップ|パーサ"
    "|パース|パッケージ|パラメータ|ビルド|ファイル|フィールド|フォーマット|フォルダ|フォーム|フラグ|ブラウザ|ブランチ|プラグイン|プルリク|プロジェクト|プロンプト|フロントエンド"
    "|バックエンド|ページ|ヘッダ|ボタン|マージ|マイグレーション|メソッド|メニュー|メモリ|メッセージ|モジュール|モデル|モック|モノレポ|ユーザ|ライブラリ|リクエスト|リファクタ|リポジトリ"
    "|リリース|リトライ|レコード|レスポンス|レビュー|レイヤ|ログ|ロック|ワーカー|ウィジェット|シート|シェーダ|ジョブ|センサ|チケット|スプリント|セーブ|プロキシ"
    "|関数|変数|引数|配列|文字列|正規表現|設定|環境|本番|開発|仕様|要件|実装|設計|認証|権限|例外|画面|入力|出力|検証|移行|依存|修正|再現|検索|処理|通信|接続|更新|削除|同期|非同期"
    "|箇条書き|暗号|性能|遅延|通知|描画|座標|列名|論文|実験|学習率|被験者|請求|決済|帳票|仕訳|消費税|経理|在庫|顧客|納期|工数)"
)


def about_work(text: str) -> bool:
    """Whether a text has the shape of code or a word of the trade; its first thousands of characters decide."""
    text = text[:_LONGEST]
    return bool((_JAPANESE_WORK if _JAPANESE.search(text) else _LATIN_WORK).search(text))
