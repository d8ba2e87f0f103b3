"""What the journal says to a person: problems found in files and errors with their way out, in English and Japanese."""

from __future__ import annotations

from typing import TypeVar

from cogmem.errors import CogmemError
from cogmem.messages import spoken

E = TypeVar("E", bound=CogmemError)

TEXTS: dict[str, tuple[str, str]] = {
    # problems in a file, after its name and line
    "arousal.outside": ("arousal {value} is outside 0.0 to 1.0; read as {read}",
                        "arousal {value} は 0.0〜1.0 の範囲外です。{read} として扱います"),
    "arousal.word": ("arousal {value!r} is not a number; read as {read}",
                     "arousal {value!r} は数値ではありません。{read} として扱います"),
    "date.none": ("{date} is not a date", "{date} は日付ではありません"),
    "encoding.legacy": ("not UTF-8 (read as {encoding}); the bytes are kept",
                        "UTF-8 ではありません（{encoding} として読みます）。元のバイトはそのままです"),
    "encoding.broken": ("not UTF-8 (shown as {sign}); the bytes are kept",
                        "UTF-8 ではありません（{sign} と表示します）。元のバイトはそのままです"),
    "encoding.more": ("not UTF-8: {count} more lines", "UTF-8 でない行がほかに {count} 行あります"),
    "encoding.tail": ("the file ends within a {encoding} character",
                      "ファイルが {encoding} の文字の途中で終わっています"),
    "id.taken": ("Id: {id} is used by another entry above; this one has an id from its place",
                 "Id: {id} は上の記録で使われています。この記録の ID は位置から決めます"),
    "id.none": ("Id: {id} is not an id; the entry has one from its place",
                "Id: {id} は ID の形式ではありません。この記録の ID は位置から決めます"),
    "region.open": ("a code fence or comment opens here and is never closed; read as text",
                    "ここで始まるコードブロックかコメントが閉じられていません。本文として扱います"),
    # errors and what to do
    "entry.gone": ("{source} has no entry {id}", "{source} に記録 {id} はありません"),
    "entry.gone.hint": ("the log was changed since: `cogmem index`, then search again",
                        "その後ログが変更されています。`cogmem index` を実行してから検索し直してください"),
    "log.gone": ("there is no log {source}", "ログ {source} はありません"),
    "log.moving": ("{source} keeps appearing and vanishing", "{source} が現れては消えています"),
    "log.moving.hint": ("is another program moving it?", "ほかのプログラムが移動していないか確認してください"),
    "log.open": ("{source} cannot take another entry", "{source} に記録を追加できません"),
    "log.open.hint": ("its end is within a comment or code block that is never closed: close it by hand",
                      "末尾が、閉じられていないコメントかコードブロックの中にあります。手で閉じてください"),
    "mark.none": ("an entry has no mark {name!r}", "記録に {name!r} という印はありません"),
    "mark.none.hint": ("one of {names}", "{names} のいずれかです"),
    "mark.arousal": ("arousal is a number from 0 to 1, not {value!r}",
                     "arousal は 0〜1 の数値にしてください（現在の値: {value!r}）"),
    "mark.id": ("{value!r} is not an id", "{value!r} は ID の形式ではありません"),
    "mark.id.hint": ("ids are shown by `cogmem search --json`", "ID は `cogmem search --json` で確認できます"),
    "log.outside": (
        "{source} is a link that leads out of the logs; what is written there is never found",
        "{source} はログのフォルダーの外へのリンクです。そこに書いたものは検索できません",
    ),
    "log.outside.hint": (
        "put the file itself there, or let the whole logs folder be the link",
        "ファイルそのものを置くか、ログのフォルダー全体をリンクにしてください",
    ),
    "unreadable": ("cannot read {source}: {text}", "{source} を読めません: {text}"),
    "unreadable.hint": ("check its permissions", "アクセス権を確認してください"),
}


def say(key: str, /, **values: object) -> str:
    """The text of ``key`` in the language that the surface speaks."""
    return TEXTS[key][spoken() == "ja"].format(**values)


def error(kind: type[E], key: str, /, *, hint: str | None = None, file: str | None = None, line: int | None = None,
          **values: object) -> E:
    """An error with the text of ``key`` and the hint ``<key>.hint`` (or that of another key)."""
    hints = hint or f"{key}.hint"
    return kind(say(key, source=file, line=line, **values), file=file, line=line,
                hint=say(hints, **values) if hints in TEXTS else None)
