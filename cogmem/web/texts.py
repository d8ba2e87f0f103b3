"""Every word of the dashboard, in English and Japanese. Parity of keys and of placeholders is tested."""

from __future__ import annotations

TEXTS: dict[str, tuple[str, str]] = {
    # frame
    "title.home": ("Today", "ホーム"),
    "title.memories": ("Memories", "記憶"),
    "title.search": ("Search", "検索"),
    "title.told": ("What Claude is told at session start", "セッション開始時に Claude に伝える内容"),
    "title.log": ("Log of {day}", "{day}のログ"),
    "title.error": ("Not shown", "表示できません"),
    "skip": ("Skip to content", "本文へ移動"),
    "nav": ("Pages", "ページ"),
    "lang.switch": ("日本語", "English"),
    "footer": (
        "The memory is the Markdown in your repository. This page only reads it.",
        "記憶の本体はリポジトリの Markdown です。このページは読み取り専用です。",
    ),
    # home
    "home.lead": ("What {project} remembers", "{project} が覚えていること"),
    "home.figures": ("Figures", "数値"),
    "figure.memories": ("memories", "記憶"),
    "figure.days": ("days with a log", "ログのある日"),
    "figure.pinned": ("pinned", "ピン留め"),
    "figure.pending": ("waiting for a vector", "ベクトル待ち"),
    "home.newest": ("Newest", "新しい記憶"),
    "home.all": ("All memories", "すべての記憶"),
    "home.kinds": ("By category", "分類別"),
    "told.nothing": ("Nothing yet.", "まだありません。"),
    "told.size": ("about {tokens} tokens", "約 {tokens} トークン"),
    # empty
    "empty.title": ("Nothing is remembered yet", "まだ記憶がありません"),
    "empty.text": (
        "Memories are Markdown entries in memory/logs. They come from Claude Code sessions, or by hand:",
        "記憶は memory/logs にある Markdown の記録です。Claude Code のセッションから自動で書き込まれ、"
        "手動でも書けます。",
    ),
    "empty.sample": ("This is what one looks like:", "記録の例:"),
    "empty.sample.title": ("No more deploys on Friday", "金曜日にはデプロイしない"),
    "empty.sample.body": (
        "Three outages began that way. Rejected: a freeze from noon.",
        "障害が三度そこから始まった。午後だけ止める案は見送り。",
    ),
    # list
    "list.filters": ("Filters", "絞り込み"),
    "list.category": ("Category", "分類"),
    "list.any": ("any", "すべて"),
    "list.text": ("Contains", "含む語句"),
    "list.apply": ("Apply", "適用"),
    "list.clear": ("Clear", "解除"),
    "list.none": ("No memory matches these filters.", "条件に合う記憶はありません。"),
    "list.older": ("Older", "古い記憶へ"),
    "list.newest": ("Newest", "最新へ"),
    "list.count.one": ("{n} memory", "{n} 件"),
    "list.count.many": ("{n} memories", "{n} 件"),
    "list.count.filtered": ("{n} of {all} memories", "{all} 件中 {n} 件"),
    # one memory
    "strength": ("Strength", "強さ"),
    "strength.help": (
        "Half importance, half recency: {importance} and {recency}.",
        "重要さと新しさの平均です（{importance} と {recency}）。",
    ),
    "arousal": ("Arousal", "覚醒度"),
    "arousal.boost": ("{arousal} + {boost} from use", "{arousal} + 利用による加算 {boost}"),
    "emotion": ("Emotion", "感情"),
    "date": ("Date", "日付"),
    "time": ("Time", "時刻"),
    "category": ("Category", "分類"),
    "domains": ("Domains", "領域"),
    "origin": ("Written by", "記録者"),
    "origin.user": ("a person", "ユーザー"),
    "origin.agent": ("Claude", "Claude"),
    "origin.auto": ("capture", "自動記録"),
    "origin.tool": ("a tool (low trust)", "ツール（信頼度低）"),
    "origin.import": ("an import (low trust)", "取り込み（信頼度低）"),
    "origin.web": ("the web (low trust)", "ウェブ（信頼度低）"),
    "user": ("User", "ユーザー"),
    "session": ("Session", "セッション"),
    "files": ("Files", "ファイル"),
    "id": ("Id", "ID"),
    "source": ("Source", "出典"),
    "pinned": ("pinned", "ピン留め"),
    "superseded": ("superseded", "置き換え済み"),
    "supersedes": ("Supersedes", "置き換え元"),
    "half_life": ("Half-life", "半減期"),
    "half_life.value": ("{days} days = {base} × (1 + {arousal})", "{days} 日 = {base} × (1 + {arousal})"),
    "recency": ("Recency", "新しさ"),
    "recency.value.one": ("{value} after {n} day", "{n} 日後の値 {value}"),
    "recency.value.many": ("{value} after {n} days", "{n} 日後の値 {value}"),
    "curve": ("How it fades", "薄れていく様子"),
    "curve.half.later": ("Half of it will be left on {day}.", "{day}に半分になります。"),
    "curve.half.before": ("Half of it was left on {day}.", "{day}に半分になりました。"),
    "curve.never": ("It never fades to half: the floor is higher.", "下限が高いため、半分までは薄れません。"),
    "curve.start": ("last use", "最後の利用"),
    "curve.end.one": ("{n} day later", "{n} 日後"),
    "curve.end.many": ("{n} days later", "{n} 日後"),
    "curve.legend": (
        "Solid: until today. Dashed: if it is not used. Dotted: the floor.",
        "実線: 今日まで。破線: 使わない場合。点線: 下限。",
    ),
    "neighbours": ("Before and after", "前後の記録"),
    # log
    "log.none": ("There is no log of this day.", "この日のログはありません。"),
    "log.entries": ("Entries", "記録"),
    "log.raw": ("Text", "原文"),
    "log.view": ("View", "表示"),
    "log.lines": ("Lines {first}–{last} of {all}", "{all} 行中 {first}–{last} 行目"),
    "log.earlier": ("Earlier lines", "前の行"),
    "log.later": ("Later lines", "次の行"),
    "log.unreadable": ("This log cannot be read.", "このログは読めません。"),
    "log.next_day": ("Next log", "次のログ"),
    "log.previous_day": ("Previous log", "前のログ"),
    # search
    "search.label": ("Ask the memory", "記憶に尋ねる"),
    "search.button": ("Search", "検索"),
    "search.hint": (
        "By meaning and by words, in English or Japanese. Typos are fine.",
        "意味と単語の両方で検索します。英語でも日本語でもかまいません。打ち間違いがあっても見つかります。",
    ),
    "search.nothing": ("Nothing in memory about this", "記憶の中に答えはありません"),
    "search.nothing.text": (
        "No entry is relevant enough to be an answer to “{query}”.",
        "「{query}」の答えになるほど関連する記憶はありません。",
    ),
    "search.weak_only": (
        "Nothing clearly answers this; these may be related.",
        "次の記憶は関連があるかもしれません（弱い一致）。",
    ),
    "search.found.one": ("{n} answer", "答え {n} 件"),
    "search.found.many": ("{n} answers", "答え {n} 件"),
    "search.found.weak.one": ("{n} weak hit", "弱い一致 {n} 件"),
    "search.found.weak.many": ("{n} weak hits", "弱い一致 {n} 件"),
    "search.strong": ("answers", "答え"),
    "search.weak": ("weak", "弱い一致"),
    "search.short": (
        "A word or two more: this is too short for a question, or a greeting.",
        "もう少し詳しく入力してください。質問としては短すぎるか、挨拶のようです。",
    ),
    "search.score": ("Score", "スコア"),
    "search.why": ("How the score is made", "スコアの内訳"),
    "search.relevance": ("Relevance", "関連度"),
    "search.meaning": ("Meaning", "意味"),
    "search.words": ("Words", "単語"),
    "search.fading": ("Fading", "減衰"),
    "search.boost": ("From use", "利用による加算"),
    "search.failed": (
        "The search did not answer. Is the dashboard still running?",
        "検索に応答がありません。ダッシュボードが動いているか確認してください。",
    ),
    # errors
    "error.host": (
        "This address is not the dashboard's. Open the address that cogmem dashboard printed.",
        "これはダッシュボードのアドレスではありません。cogmem dashboard が表示したアドレスを開いてください。",
    ),
    "error.origin": (
        "Other sites may not open the dashboard. Open the address that cogmem dashboard printed.",
        "ほかのサイトからは開けません。cogmem dashboard が表示したアドレスを直接開いてください。",
    ),
    "error.session": (
        "This browser has no key to the dashboard. Run cogmem dashboard again and open the address it prints; "
        "each address works once.",
        "このブラウザーにはダッシュボードの鍵がありません。cogmem dashboard をもう一度実行し、"
        "表示されたアドレスを開いてください。アドレスは一度だけ有効です。",
    ),
    "error.method": ("The dashboard only shows; nothing can be changed here.",
                     "ダッシュボードは表示専用です。ここでは何も変更できません。"),
    "error.path": ("The address is not valid.", "アドレスが正しくありません。"),
    "error.not_found": ("There is nothing at this address.", "このアドレスには何もありません。"),
    "error.no_memory": (
        "There is no memory with this id. It may have been renamed or deleted in the log.",
        "この ID の記憶はありません。ログで変更または削除された可能性があります。",
    ),
    "error.arguments": (
        "The address has a part that is not valid: {problem}",
        "アドレスの一部が正しくありません: {problem}",
    ),
    "error.broken": ("The memory could not be read: {problem}", "記憶を読めませんでした: {problem}"),
    # terminal
    "cli.ready": ("Dashboard: {url}", "ダッシュボード: {url}"),
    "cli.stop": (
        "Ctrl-C ends it. The address works once; it is for you alone.",
        "Ctrl-C で終了します。アドレスは一度だけ有効で、あなた専用です。",
    ),
    "cli.taken": ("Port {port} is taken{holder}.", "ポート {port} は使用中です{holder}。"),
    "cli.taken.by": (" by {name} (process {pid})", "（{name}、プロセス {pid}）"),
    "cli.taken.hint": (
        "`cogmem dashboard --port {free}` uses another one",
        "`cogmem dashboard --port {free}` で別のポートを使えます",
    ),
    "cli.refused": ("Port {port} cannot be used: {problem}.", "ポート {port} は使えません: {problem}。"),
}


def say(lang: str, key: str, **values: object) -> str:
    """One text in ``lang`` (``ja`` or anything else for English), filled in."""
    text = TEXTS[key][1 if lang == "ja" else 0]
    return text.format(**values) if values else text


def count(lang: str, key: str, n: int, **values: object) -> str:
    """A text that depends on a number: ``key.one`` or ``key.many``."""
    return say(lang, f"{key}.{'one' if n == 1 else 'many'}", n=f"{n:,}", **values)
