"""What doctor says about Claude Code, in English and Japanese."""

from __future__ import annotations

from cogmem.messages import spoken

TEXTS: dict[str, tuple[str, str]] = {
    "client.none": ("the `claude` command is not on PATH", "`claude` コマンドが PATH にありません"),
    "client.ok": ("Claude Code {version}", "Claude Code {version}"),
    "client.old": ("Claude Code {version} is too old for the plugin (2.1.157 loads it)",
                   "Claude Code {version} はプラグインには古すぎます (2.1.157 以降が必要)"),
    "client.old_hint": ("upgrade Claude Code, or `cogmem uninstall` and `cogmem init --project`",
                        "Claude Code を更新するか、`cogmem uninstall` の後 `cogmem init --project` を実行"),
    "hooks.none": ("Claude Code does not know cogmem: no hook is registered",
                   "Claude Code に cogmem のフックが登録されていません"),
    "hooks.none_hint": ("`cogmem init` registers them", "`cogmem init` で登録します"),
    "hooks.ok": ("the hooks are registered once and answer ({way}; {ms} ms)",
                 "フックは一度だけ登録され、応答します ({way}、{ms} ミリ秒)"),
    "hooks.silent": ("the registered hook does not answer: {text}", "登録されたフックが応答しません: {text}"),
    "hooks.silent_hint": ("`cogmem init` writes it anew; `cogmem hooks` shows what failed last",
                          "`cogmem init` で書き直します。`cogmem hooks` で直近の失敗を確認できます"),
    "hooks.twice": ("the hooks are registered twice: {first} and {second}",
                    "フックが二重に登録されています: {first} と {second}"),
    "hooks.twice_hint": ("keep one: `cogmem uninstall`, then `cogmem init` (the second delivery is ignored until then)",
                         "一方だけに: `cogmem uninstall` の後 `cogmem init` (それまで二度目は無視されます)"),
    "hooks.gone": ("the plugin's program is gone: {path}", "プラグインのプログラムがありません: {path}"),
    "hooks.gone_hint": ("`cogmem init` points it to this installation",
                        "`cogmem init` で今の環境に向け直します"),
    "hooks.edited": ("{path} is not as cogmem wrote it", "{path} は cogmem が書いたままではありません"),
    "hooks.edited_hint": ("`cogmem doctor --fix` writes it anew", "`cogmem doctor --fix` で書き直します"),
    "hooks.mended": ("the plugin was written anew", "プラグインを書き直しました"),
    "hooks.lost": ("{path} no longer holds cogmem's hooks: another program replaced them",
                   "{path} から cogmem のフックが消えています (ほかのプログラムが書き換えました)"),
    "hooks.lost_hint": ("`cogmem init --project` adds them again", "`cogmem init --project` で追加し直します"),
    "hooks.path": ("cogmem-hook is not on PATH: the hooks in {path} stay silent",
                   "cogmem-hook が PATH になく、{path} のフックは働きません"),
    "hooks.path_hint": ("`uv tool install cogmem` puts it there", "`uv tool install cogmem` で入ります"),
    "hooks.below": ("the hooks in {path} do not work for a session started below {root}",
                    "{path} のフックは {root} より下で起動したセッションでは働きません"),
    "hooks.below_hint": ("start Claude Code in the project's folder, or use the plugin (`cogmem init`)",
                         "プロジェクトのフォルダーで起動するか、プラグイン (`cogmem init`) を使ってください"),
    "settings.off": ("{path} switches all hooks off (disableAllHooks)",
                     "{path} で全フックが無効です (disableAllHooks)"),
    "settings.off_hint": ("take that line out, or live without recall", "その行を消してください"),
    "settings.dropped": ("Claude Code ignores all of {path}: {text}",
                         "Claude Code は {path} を丸ごと無視します: {text}"),
    "settings.dropped_hint": ("mend the file by hand; comments and trailing commas are not allowed there",
                              "手で直してください。コメントと末尾のコンマは使えません"),
    "fired.never": ("no hook has run in this project yet", "このプロジェクトではまだフックが動いていません"),
    "fired.never_hint": ("start Claude Code here once; `cogmem hooks` shows what ran",
                         "一度ここで Claude Code を起動してください。`cogmem hooks` で確認できます"),
    "fired.last": ("last fired: {events}", "最終実行: {events}"),
    "fired.failing": ("{event} failed {count} times, last: {text}", "{event} が {count} 回失敗。最後: {text}"),
    "fired.failing_hint": ("`cogmem hooks` shows all; please report it if it stays",
                           "`cogmem hooks` で確認し、続くようならご報告ください"),
}


def say(key: str, /, **values: object) -> str:
    """The text of ``key`` in the interface's language."""
    return TEXTS[key][1 if spoken() == "ja" else 0].format(**values)
