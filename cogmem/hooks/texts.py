"""What hooks say to the model and to the person, in English and Japanese. A plain table, standard library only."""

from __future__ import annotations

TEXTS: dict[str, tuple[str, str]] = {
    "gate.one": (
        "cogmem skill-gate: {path} is guarded by the skill `{skill}`, which is not loaded in this session. "
        "Load it with the Skill tool before you go on.",
        "cogmem スキルゲート: {path} はスキル `{skill}` の対象ですが、このセッションではまだ読み込まれていません。"
        "続ける前に Skill ツールで読み込んでください。",
    ),
    "gate.log": (
        "cogmem skill-gate: {path} is a memory log. Never edit or rewrite a log with Edit or Write: a hook may be "
        "appending to it at the same moment. Use cogmem's `log` tool to add an entry (skill: `{skill}`).",
        "cogmem スキルゲート: {path} は記憶のログです。Edit や Write で書き換えないでください（フックが同時に追記して"
        "いることがあります）。記録には cogmem の `log` ツールを使ってください（スキル: `{skill}`）。",
    ),
    "breaker.advice": (
        "cogmem failure-breaker: {count} steps in a row have failed. Stop repeating it. State what you expected, what "
        "happened and what you have not checked yet; then change the approach, or ask the user.",
        "cogmem 失敗ブレーカー: {count} 回続けて失敗しています。同じことを繰り返さないでください。期待したこと、実際に"
        "起きたこと、まだ確かめていないことを書き出し、方法を変えるか、ユーザーに尋ねてください。",
    ),
    "breaker.same": ("The same error came back {times} times: {error}", "同じエラーが {times} 回出ています: {error}"),
    "breaker.last": ("The last error: {error}", "最後のエラー: {error}"),
    "breaker.known": ("What the log knows about it:", "ログにある関連の記録:"),
    "delegation.title": ("Delegated to {agent}: {what}", "{agent} に委任: {what}"),
    "delegation.cut": ("… [the rest is in the session's transcript]", "…［続きはセッションの記録にあります］"),
    "own.allowed": ("cogmem's own tool in a project that uses it", "このプロジェクトの cogmem 自身のツール"),
    "start.uninvited": (
        "This repository has a cogmem memory that you have not switched on: run `cogmem init` here to use it. "
        "Until then none of it reaches Claude.",
        "このリポジトリには cogmem の記憶がありますが、まだ有効にしていません。使うにはここで `cogmem init` を実行して"
        "ください。それまで内容は Claude に渡りません。",
    ),
    "start.unwritten": (
        "cogmem cannot write everything here: {problem}. What is in the memory is still recalled (`cogmem doctor`).",
        "cogmem はここに書き込めないものがあります: {problem}。"
        "記憶にあるものは引き続き思い出します（`cogmem doctor`）。",
    ),
    "start.config": (
        "cogmem: {problem}. The defaults are used until it is mended (`cogmem doctor`).",
        "cogmem: {problem}。直すまで既定値を使います（`cogmem doctor`）。",
    ),
}


def say(lang: str, key: str, **values: object) -> str:
    """One text in ``lang`` (``ja``, or anything else for English), filled in."""
    text = TEXTS[key][1 if lang == "ja" else 0]
    return text.format(**values) if values else text
