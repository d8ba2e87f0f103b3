"""What installing into Claude Code says to a person, in English and Japanese."""

from __future__ import annotations

from cogmem.messages import filled, spoken

TEXTS: dict[str, tuple[str, str]] = {
    "gone": (
        "cogmem's program is gone ({python}), so this session has no memory; nothing is lost. Install cogmem and run "
        "`cogmem init` again, or remove {folder}.",
        "cogmem のプログラムが見つかりません（{python}）。このセッションでは記憶が使えませんが、"
        "失われたものはありません。cogmem をインストールして `cogmem init` をもう一度実行するか、"
        "{folder} を削除してください。",
    ),
    "plugin.description": ("A memory that keeps what mattered and lets the rest fade.",
                           "大事なことは残り、そうでないことは薄れていく記憶。"),
    "note.newer": ("The plugin in {folder} is newer ({version}) and stays.",
                   "{folder} のプラグインはより新しいバージョン（{version}）なので、そのままにします。"),
    "note.other": ("The plugin in {folder} runs with {python} and stays.",
                   "{folder} のプラグインは {python} で動いており、そのままにします。"),
    "note.edited": ("{path} was edited and stays; the new text is in {new}.",
                    "{path} は編集されているため残し、新しい内容を {new} に置きます。"),
    "note.kept": ("{path} was edited and is left there.", "{path} は編集されているため残します。"),
    "note.project": (
        "Hooks in {path} work only where Claude Code is started in that folder itself, not below it, and without the "
        "failure-breaker, the typed-skill tracking and the warm server. Everybody needs `cogmem-hook` on PATH.",
        "{path} のフックは、"
        "Claude Code をそのフォルダーで起動したときだけ動きます（その下のフォルダーでは動きません）。"
        "失敗ブレーカー、入力したスキルの追跡、常駐サーバーは使えません。全員の PATH に `cogmem-hook` が必要です。",
    ),
    "note.team": ("{path} registers cogmem's hooks already, so the plugin is not installed.",
                  "{path} に cogmem のフックが登録済みのため、プラグインはインストールしません。"),
    "note.replaced": ("cogmem's groups are taken out of {path}: the plugin takes their place.",
                      "プラグインに置き換えるため、{path} から cogmem のフックを取り除きます。"),
    "note.remaining": ("The plugin stays: {count:other project uses|other projects use} it ({names}).",
                       "ほかに {count} 件のプロジェクトが使っているため、プラグインは残します（{names}）。"),
    "note.gone": ("Not there any more, so not counted as using the plugin: {names}. If you moved one: `cogmem init` "
                  "there.",
                  "すでに存在しないため、プラグインの利用者に数えませんでした: {names}。"
                  "移動した場合は、移動先で `cogmem init` を実行してください。"),
    "note.path": ("cogmem-hook is not on PATH: the hooks in settings.json stay silent until it is.",
                  "cogmem-hook が PATH にないため、settings.json のフックは動きません。"),
    "note.old_client": (
        "Claude Code {version} loads no plugin from a skills folder (2.1.157 does): upgrade it, or use --project.",
        "Claude Code {version} はスキルフォルダーのプラグインを読み込みません（2.1.157 以降が必要）。"
        "更新するか --project を使ってください。"),
    "error.vanishing": ("{python} lies in a temporary environment (uvx) that will be gone: the hooks would go with it",
                        "{python} は一時的な環境（uvx）にあり、やがて消えます。そうなるとフックも動かなくなります"),
    "hint.vanishing": ("install it for good: `uv tool install cogmem` (or pipx install cogmem), then `cogmem init`",
                       "`uv tool install cogmem`（または pipx install cogmem）でインストールしてから"
                       "`cogmem init` を実行してください"),
    "error.foreign": ("{folder} is there already and is not cogmem's plugin",
                      "{folder} がすでにあり、cogmem のプラグインではありません"),
    "hint.foreign": ("move it away and repeat, or use `cogmem init --project`",
                     "それを移動してから実行し直すか、`cogmem init --project` を使ってください"),
    "error.both": ("the plugin serves this project already; hooks in settings.json would run twice",
                   "このプロジェクトではすでにプラグインが働いています。settings.json にも書くと二重に動きます"),
    "hint.both": ("`cogmem uninstall` first, then `cogmem init --project`",
                  "先に `cogmem uninstall` を実行し、その後 `cogmem init --project` を実行してください"),
    "hint.both_others": (
        "the plugin works here as well: `cogmem init` without --project; or take it away first, with "
        "`cogmem uninstall` in {others}",
        "プラグインはここでも動きます（--project なしの `cogmem init`）。設定ファイルに書くなら、先に次の場所で "
        "`cogmem uninstall` を実行してください: {others}",
    ),
    "error.meanwhile": ("{path} changed meanwhile: another `cogmem init` is running, or has just finished",
                        "{path} がその間に変わりました。別の `cogmem init` が実行中か、終わったところです"),
    "hint.meanwhile": ("run `cogmem init` again", "`cogmem init` をもう一度実行してください"),
    "settings.refused": ("{place} {why}; it was left as it is", "{place}: {why}。変更していません"),
    "settings.hint": ("mend the file (Claude Code drops it too) and repeat, or `cogmem init` without --project",
                      "ファイルを直してから（Claude Code もこのファイルを読み込めません）実行し直すか、"
                      "--project なしで `cogmem init` を実行してください"),
    "settings.utf8": ("is not UTF-8", "UTF-8 ではありません"),
    "settings.json": ("is not strict JSON ({text})", "厳密な JSON ではありません（{text}）"),
    "settings.unsafe": ("cannot be merged safely ({text})", "安全に書き加えられません（{text}）"),
    "settings.object": ("does not hold an object", "JSON オブジェクトではありません"),
    "settings.hooks": ("has a `hooks` key that is not an object of lists",
                       "`hooks` が、イベントごとの配列を持つオブジェクトではありません"),
    "settings.twice": ("the key {name!r} is there twice", "キー {name!r} が重複しています"),
    "settings.constant": ("{word} is not JSON", "{word} は JSON の値ではありません"),
    "error.state": ("{path} cannot be read ({why})", "{path} を読めません（{why}）"),
    "hint.state": ("it says what cogmem wrote where: restore it, or move it away and run `cogmem init` again",
                   "cogmem が何をどこに書いたかの記録です。元に戻すか、"
                   "移動してから `cogmem init` をもう一度実行してください"),
}


def say(key: str, lang: str | None = None, **values: object) -> str:
    """One text, in ``lang`` or in the language of the interface."""
    text = TEXTS[key][1 if (lang or spoken()) == "ja" else 0]
    return filled(text, values) if values else text
