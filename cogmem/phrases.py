"""What is wrong with a setting or with a place, and what would be right, in English and Japanese: part of the catalogue
in ``messages``.
"""

from __future__ import annotations

PHRASES: dict[str, tuple[str, str]] = {
    "check.one_of": ("must be one of {choices}", "は {choices} のいずれかにしてください"),
    "check.between": ("must be between {low} and {high}", "は {low} から {high} までの値にしてください"),
    "check.inside": ("must be a path inside the project", "はプロジェクト内の相対パスにしてください"),
    "check.git": ("must not lie in .git", "は .git の中に置けません"),
    "check.database": ("must be a file inside the project whose name ends in .db, not in .git",
                       "はプロジェクト内（.git の外）の、名前が .db で終わるファイルにしてください"),
    "check.hidden": ("must not lie in {folder}, a hidden folder", "は隠しフォルダー {folder} の中に置けません"),
    "check.among": ("must not lie in {folder}, where {other} is", "は {other} のある {folder} の中に置けません"),
    "check.same": ("must be another place than {other}", "は {other} と別の場所にしてください"),
    "check.user": ("must be letters, digits, '-', '_', '.' or '@', at most 64",
                   "には英数字と - _ . @ を 64 文字まで使えます"),
    "check.url": ("must be an http:// or https:// address", "は http:// か https:// で始まるアドレスにしてください"),
    "check.model": ("must be a model's name", "にはモデル名を指定してください"),
    "check.str": ("must be a text in quotes", "は引用符で囲んだ文字列にしてください"),
    "check.int": ("must be a whole number", "は整数にしてください"),
    "check.float": ("must be a number", "は数値にしてください"),
    "check.bool": ("must be true or false", "は true か false にしてください"),
    "check.list": ("must be a list of texts", "は文字列のリストにしてください"),
    "check.not": (", not {value}", "（現在の値: {value}）"),
    "check.triggers": ("skill_triggers needs a text `pattern` and a list `skills`",
                       "skill_triggers には文字列 `pattern` とリスト `skills` が必要です"),
    # what a setting may be, in words
    "limit.inside": ("a path inside the project", "プロジェクト内の相対パス"),
    "limit.database": ("a path inside the project that ends in .db", ".db で終わる、プロジェクト内の相対パス"),
    "limit.user": ("letters, digits, '-', '_', '.' or '@', at most 64", "英数字と - _ . @ で 64 文字まで"),
    "limit.url": ("an http:// or https:// address", "http:// か https:// で始まるアドレス"),
    "limit.model": ("a model's name", "モデル名"),
    # whose a database is
    "ours.not": ("{path} is not a database of cogmem; it was left as it is",
                 "{path} は cogmem のデータベースではないため、そのまま残しました"),
    "ours.not_hint": ("move it away, or change db_path in cogmem.toml",
                      "そのファイルを移動するか、cogmem.toml の db_path を変更してください"),
    # the benchmark on one's own store
    "bench.copy": ("asking {questions} questions of a copy of {entries} entries",
                   "{entries} 件の記憶のコピーに {questions} 件の質問をします"),
    "bench.too_few": ("too few or too short entries to make questions from",
                      "質問を作るには記憶が少なすぎるか、短すぎます"),
    "bench.probe.heading": ("heading: asks with the heading; the copy lacks it",
                            "heading: 見出しで質問（コピーからは除く）"),
    "bench.probe.half": ("other half: asks with the second half of the text; the copy holds the first only",
                         "other half: 本文の後半で質問（コピーは前半のみ）"),
    "bench.probe.ordinary": ("ordinary words: asks with the entry's three words that most entries hold",
                             "ordinary words: 最も多くの記憶に出てくる 3 語で質問"),
    "bench.probe.misspelt": ("misspelt: asks with two rare words, each with a typing error",
                             "misspelt: 珍しい 2 語を打ち間違えて質問"),
    "bench.columns": ("R@k: share of questions whose entry is among the first k; answered: something lies above the "
                      "bar; words only, vectors only: parts of cogmem alone; grep: most words in common",
                      "R@k: 正しい記憶が上位 k 件にある割合。answered: 基準以上の記憶がある割合。"
                      "words only・vectors only: 単語だけ・意味だけの cogmem。grep: 共通する単語が多い順"),
    "bench.since": ("Against the run of {date} ({differs}), in points:",
                    "{date} の結果との差（{differs}）、単位はポイント:"),
    "bench.same": ("same version, model, settings and number of entries", "バージョン・モデル・設定・記憶の数は同じ"),
    "bench.clear": ("outside its interval", "区間の外"),
    "bench.differs.version": ("another version", "バージョンが違う"),
    "bench.differs.embedder": ("another model", "モデルが違う"),
    "bench.differs.scoring": ("another scoring mode", "scoring.mode が違う"),
    "bench.differs.entries": ("other entries", "記憶の数が違う"),
}
