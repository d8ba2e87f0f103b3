"""What the tools say to the model, in English and Japanese."""

from __future__ import annotations

TEXTS: dict[str, tuple[str, str]] = {
    "wrong": ("Not done: {problems}.", "実行できません: {problems}。"),
    "core": ("Core facts", "基本の事実"),
    "hits": ("Found", "見つかった記憶"),
    "facts": ("Facts and preferences", "事実と好み"),
    "weak": ("weak", "弱い一致"),
    "strong": ("strong", "確かな一致"),
    "nothing": ("Nothing in the memory answers this.", "記憶の中に答えはありません。"),
    "only_weak": (
        "Nothing in the memory clearly answers this; the weak hits may be related.",
        "はっきりした答えは記憶にありません。弱い一致は関連があるかもしれません。",
    ),
    "no_question": (
        "That is too short, or a greeting: nothing was searched.",
        "短すぎるか挨拶のため、検索しませんでした。",
    ),
    "no_entry": ("There is no memory {id}.", "記憶 {id} はありません。"),
    "no_entry.hint": ("Ids come from search, facts or timeline.", "id は search・facts・timeline の結果にあります。"),
    "logged": ("Logged as {id} in {place}.", "{place} に {id} として記録しました。"),
    "remembered": ("Remembered as {id} in {place}.", "{place} に {id} として覚えました。"),
    "core_set": ("Core fact “{name}” is written in {place}.", "基本の事実「{name}」を {place} に書きました。"),
    "core_same": ("Core fact “{name}” already says that.", "基本の事実「{name}」はすでにその内容です。"),
    "bad_key": (
        "A core_key is a short name without ':', line breaks or secrets.",
        "core_key は ':'・改行・秘密情報を含まない短い名前にしてください。",
    ),
    "empty_title": ("The title is empty.", "title が空です。"),
    "empty_ids": ("ids is empty: name at least one.", "ids が空です。一つ以上指定してください。"),
    "empty_fact": ("The fact is empty.", "内容が空です。"),
    "forget_what": ("Say what to forget: an id or a query.", "忘れる対象を id か query で指定してください。"),
    "forget_none": ("No memory holds all of these words: {query}", "これらの言葉をすべて含む記憶はありません: {query}"),
    "forget_preview": (
        "{n} would be hidden. Ask the user, then call forget again with confirm: true.",
        "{n} 件が対象です。ユーザーに確認してから confirm: true で再度呼び出してください。",
    ),
    "forget_many": (
        "{n} memories match, too many at once (at most {most}). Use a narrower query or ids.",
        "{n} 件が一致します。一度に扱えるのは {most} 件までです。query を絞るか id を使ってください。",
    ),
    "forgotten": (
        "Hidden: {n}. The text stays in the log, marked Forgotten; a person can undo it there.",
        "{n} 件を隠しました。本文はログに残り、Forgotten の印が付きます。印を消せば元に戻ります。",
    ),
    "core_gone": ("Core fact “{name}” was removed from {place}.", "基本の事実「{name}」を {place} から削除しました。"),
    "no_facts": ("No facts are recorded yet.", "事実はまだ記録されていません。"),
    "no_graph": ("No entry links to [[{name}]].", "[[{name}]] へのリンクを含む記憶はありません。"),
    "neighbours": ("{name}: linked with {names}", "{name}: 関連 {names}"),
    "more": ("{n} more are not shown.", "ほかに {n} 件あります。"),
}


def say(lang: str, key: str, **values: object) -> str:
    """One text in ``lang`` (``ja`` or anything else for English), filled in."""
    text = TEXTS[key][1 if lang == "ja" else 0]
    return text.format(**values) if values else text
