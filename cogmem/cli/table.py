"""The static list of commands: name, module, group and one line of help (EN, JA). Reading it imports nothing else."""

from __future__ import annotations


class Row:
    """One command. ``module`` is below ``cogmem.cli.commands``; hidden ones work but are not listed."""

    __slots__ = ("en", "group", "hidden", "ja", "module", "name")

    def __init__(self, name: str, module: str, group: str, en: str, ja: str, hidden: bool = False) -> None:
        self.name, self.module, self.group, self.en, self.ja, self.hidden = name, module, group, en, ja, hidden

    def help(self, lang: str) -> str:
        return self.ja if lang == "ja" else self.en


GROUPS: dict[str, tuple[str, str]] = {
    "start": ("Start", "はじめる"),
    "ask": ("Ask and record", "探す・残す"),
    "look": ("Look inside", "中を見る"),
    "tend": ("Set up and tend", "設定と手入れ"),
}
COMMANDS: tuple[Row, ...] = (
    Row("demo", "demo", "start", "Show what it does, on a sample project", "見本のプロジェクトで動きを見る"),
    Row("init", "init", "start", "Give this project a memory", "このプロジェクトに記憶を持たせる"),
    Row("search", "search", "ask", "Find memories", "記憶を探す"),
    Row("context-search", "context_search", "ask", "Find what bears on a message, if anything does",
        "発言に関わる記憶があれば探す"),
    Row("log", "log", "ask", "Write an entry into today's log", "今日のログに記録を書く"),
    Row("context", "context", "ask", "Print what Claude is told at session start",
        "セッション開始時に伝える内容を表示"),
    Row("why", "why", "look", "Explain a hit, or what was told to the model last",
        "検索結果や、最後に伝えた内容の理由を示す"),
    Row("status", "status", "look", "Count what is remembered", "記憶の件数と状態を表示"),
    Row("insights", "insights", "look", "How vivid, of what kind, what came up, what it cost",
        "覚醒度、分類、想起、消費量を集計"),
    Row("dashboard", "dashboard", "look", "Open the memory in the browser", "ブラウザーで記憶を見る"),
    Row("hooks", "hooks", "look", "When each hook last fired, and how long it took",
        "各フックの最終実行と所要時間を表示"),
    Row("bench", "bench", "look", "Measure recall and speed", "想起の精度と速度を測る"),
    Row("index", "index", "tend", "Bring the index up to date", "インデックスを最新にする"),
    Row("config", "config", "tend", "Show every setting, its value and where it came from",
        "すべての設定の値と設定元を表示"),
    Row("model", "model", "tend", "The embedding model: status, fetch, calibrate",
        "埋め込みモデルの状態、取得、較正"),
    Row("doctor", "doctor", "tend", "Find out what is wrong, and how to mend it", "不具合と直し方を調べる"),
    Row("pause", "pause", "tend", "Stop recording and reminding in this project",
        "このプロジェクトでの記録と想起を一時停止する"),
    Row("resume", "resume", "tend", "Start again after a pause", "一時停止を解除する"),
    Row("uninstall", "uninstall", "tend", "Take cogmem away again", "cogmem を取り除く"),
    Row("completion", "completion", "tend", "Print a shell completion script", "シェル補完スクリプトを表示"),
    Row("mcp", "mcp", "tend", "The server that Claude Code starts", "Claude Code が起動するサーバー", hidden=True),
)
ALIASES = {"stats": "status", "last": "why", "help": "help"}
BY_NAME = {row.name: row for row in COMMANDS}


def overview(lang: str, version: str) -> str:
    """The text of ``cogmem --help``: examples first, then the commands in groups."""
    ja = lang == "ja"
    width = max(len(row.name) for row in COMMANDS) + 2
    lines = [
        f"cogmem {version} – " + ("Claude Code のための記憶" if ja else "a memory for Claude Code"),
        "",
        *(_EXAMPLES_JA if ja else _EXAMPLES_EN),
    ]
    for group, names in GROUPS.items():
        rows = [row for row in COMMANDS if row.group == group and not row.hidden]
        lines += ["", names[1 if ja else 0] + ":", *(f"  {row.name:<{width}}{row.help(lang)}" for row in rows)]
    lines += ["", *(_OPTIONS_JA if ja else _OPTIONS_EN), ""]
    return "\n".join(lines)


_EXAMPLES_EN = (
    "Examples:",
    "  cogmem demo                                    see it work, nothing to set up",
    "  cogmem init                                    give this project a memory",
    '  cogmem search "why did we drop per-seat"       find a memory',
    '  cogmem log "Ship on Fridays no more" --tag DECISION',
)
_EXAMPLES_JA = (
    "例:",
    "  cogmem demo                                    設定なしで動きを見る",
    "  cogmem init                                    このプロジェクトに記憶を持たせる",
    '  cogmem search "席単位をやめた理由"             記憶を探す',
    '  cogmem log "金曜のリリースはやめる" --tag DECISION',
)
_OPTIONS_EN = (
    "Options of every command:",
    "  -C, --project DIR   the project to work in (default: nearest cogmem.toml upwards)",
    "  --json              one JSON object on standard output",
    "  --lang en|ja        language of the messages",
    "  --color WHEN        auto, always or never",
    "  -q, --quiet         results and errors only",
    "  -h, --help          help; `cogmem COMMAND --help` for one command",
    "  -V, --version       the version",
)
_OPTIONS_JA = (
    "共通のオプション:",
    "  -C, --project DIR   対象のプロジェクト（既定: 上にたどって最も近い cogmem.toml）",
    "  --json              標準出力に JSON を 1 つ出力",
    "  --lang en|ja        表示の言語",
    "  --color WHEN        auto、always、never のいずれか",
    "  -q, --quiet         結果とエラーだけを表示",
    "  -h, --help          ヘルプ。コマンドごとには `cogmem COMMAND --help`",
    "  -V, --version       バージョンを表示",
)
