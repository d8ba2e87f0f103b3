"""The one table of settings: name, kind, default, limits, scope and help (EN, JA).

Parsing, validation, ``cogmem config``, ``docs/settings.md`` and the template of ``cogmem.toml`` all come from here.
Names are the TOML keys under ``[cogmem]``; ``scope`` says who may set a value: ``any`` file, ``address`` (the committed
``cogmem.toml`` may only name loopback addresses) or ``local`` (never from the committed file).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from cogmem.messages import say

Check = Callable[[object], str | None]


class Setting:
    """One row. ``check`` gives a phrase that says what is wrong with a value of the right kind, or None."""

    __slots__ = ("check", "default", "env", "help_en", "help_ja", "kind", "name", "scope")

    def __init__(
        self, name: str, kind: str, default: object, help_en: str, help_ja: str, check: Check | None = None,
        scope: str = "any",
    ) -> None:
        self.name = name
        self.kind = kind
        self.default = default
        self.help_en = help_en
        self.help_ja = help_ja
        self.check = check
        self.scope = scope
        self.env = env_names(name)

    @property
    def choices(self) -> tuple[str, ...]:
        return getattr(self.check, "choices", ())

    def limits(self, lang: str = "en") -> str:
        """The allowed values in words, for documentation; empty when anything of the kind will do."""
        key = getattr(self.check, "key", "")
        return say(lang, key.replace("check.", "limit.")) if key else getattr(self.check, "words", "")


def env_names(name: str) -> tuple[str, ...]:
    """The environment variables that set ``name``, the strongest first."""
    plain = "COGMEM_" + name.upper().replace(".", "_")
    return ("COGMEM_USER", plain) if name == "user_id" else (plain,)


class OneOf:
    def __init__(self, *choices: str) -> None:
        self.choices = choices
        self.words = " | ".join(choices)

    def __call__(self, value: object) -> str | None:
        return None if value in self.choices else say(None, "check.one_of", choices=", ".join(self.choices))


class Between:
    def __init__(self, low: float, high: float) -> None:
        self.low, self.high = low, high
        self.words = f"{low:g} … {high:g}"

    def __call__(self, value: object) -> str | None:
        inside = isinstance(value, (int, float)) and self.low <= value <= self.high  # NaN is never inside
        return None if inside else say(None, "check.between", low=f"{self.low:g}", high=f"{self.high:g}")


class InsideProject:
    """A relative path that stays in the project: the committed file must not be able to point anywhere else."""

    key = "check.inside"

    def __call__(self, value: object) -> str | None:
        text = str(value).replace("\\", "/")
        outside = not text or text.startswith(("/", "~")) or re.match(r"[A-Za-z]:", text) or "\0" in text
        if outside or ".." in text.split("/"):
            return say(None, self.key)
        return say(None, "check.git") if in_git(text) else None


class DatabasePath(InsideProject):
    """Where cogmem may make a database: what it writes there is no text, and what it finds damaged there is moved."""

    key = "check.database"

    def __call__(self, value: object) -> str | None:
        name = clean_path(str(value)).rpartition("/")[2]
        wrong = super().__call__(value) or not name.lower().endswith(".db") or name.lower() == ".db"
        return say(None, self.key) if wrong else None


def clean_path(text: str) -> str:
    """A relative path as it is compared: forward slashes, no ``.`` and no empty parts; "" is the folder itself."""
    return "/".join(part for part in text.replace("\\", "/").split("/") if part not in ("", "."))


def in_git(path: str) -> bool:
    """Whether a path leads into a ``.git`` folder, also as other file systems may write the name: ``.GIT``, ``.git.``,
    ``git~1``, ``.git::$INDEX_ALLOCATION``, with a letter that has no width."""
    parts = clean_path(_NO_WIDTH.sub("", path)).casefold().split("/")
    return any(part.partition(":")[0].rstrip(". ") in (".git", "git~1") for part in parts)


class Matches:
    def __init__(self, pattern: str, key: str) -> None:
        self.pattern, self.key = re.compile(pattern), key

    def __call__(self, value: object) -> str | None:
        return None if self.pattern.fullmatch(str(value)) else say(None, self.key)


_NO_WIDTH = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]")
_IN = InsideProject()
_SHARE = Between(0, 1)
_USER = Matches(r"(?!\.)[\w.@-]{0,64}", "check.user")
_URL = Matches(r"(https?://[^\s]+)?", "check.url")

SETTINGS: tuple[Setting, ...] = (
    Setting("format", "int", 1, "Format of the project's files; a newer one is opened read-only.",
            "プロジェクトの形式のバージョン。より新しいものは読み取り専用で開きます。", Between(1, 9999)),
    Setting("lang", "str", "en", "Language of what cogmem writes and says.",
            "cogmem が書く文章と表示の言語。", OneOf("en", "ja")),
    Setting("user_id", "str", "", "Whose logs are written: memory/logs/<user>/. Empty: flat, or the only user folder.",
            "ログの書き込み先のユーザー（memory/logs/<user>/）。空なら直下か、唯一のユーザーフォルダー。", _USER),
    Setting("logs_dir", "str", "memory/logs", "Where the daily logs are.", "日々のログの置き場所。", _IN),
    Setting("contexts_dir", "str", "memory/contexts", "Where the briefings for the next session are.",
            "次のセッションへの申し送りの置き場所。", _IN),
    Setting("db_path", "str", "memory/vectors.db", "The derived index; it can be deleted at any time.",
            "派生インデックス。いつ削除してもかまいません。", DatabasePath()),
    Setting("handover_delimiter", "str", "", "One more heading that opens a handover, besides the built-in ones.",
            "組み込みのものに加えて、引き継ぎと見なす見出し。"),
    Setting("identity.agents", "str", "identity/agents.md", "Behaviour rules of the agent.",
            "エージェントの行動規則。", _IN),
    Setting("identity.soul", "str", "identity/soul.md", "Who the agent is.", "エージェントの人格。", _IN),
    Setting("identity.user", "str", "identity/user.md", "Who the user is.", "ユーザーのプロフィール。", _IN),
    Setting("knowledge.summary", "str", "memory/knowledge/summary.md", "What is known, in short.", "知識の要約。", _IN),
    Setting("knowledge.error_patterns", "str", "memory/knowledge/error-patterns.md", "Errors that came back.",
            "繰り返したエラー。", _IN),
    Setting("knowledge.insights", "str", "memory/knowledge/insights.md", "Insights that held.",
            "確かめられた気づき。", _IN),
    Setting("scoring.mode", "str", "bounded", "How arousal and age re-order relevant memories.",
            "関連する記憶を覚醒度と経過日数で並べ替える方法。", OneOf("bounded", "classic", "weighted")),
    Setting("scoring.beta", "float", 0.05, "bounded: the most that arousal and age can move a hit.",
            "bounded: 覚醒度と経過日数が順位を動かせる最大幅。", _SHARE),
    Setting("scoring.sim_weight", "float", 0.7, "classic: weight of relevance.", "classic: 関連度の重み。", _SHARE),
    Setting("scoring.arousal_weight", "float", 0.3, "classic: weight of arousal.", "classic: 覚醒度の重み。", _SHARE),
    Setting("scoring.base_half_life", "float", 60.0, "Days until a memory of arousal 0 has faded to one half.",
            "覚醒度 0 の記憶が半分に薄れるまでの日数。", Between(0.1, 36500)),
    Setting("scoring.decay_floor", "float", 0.3, "Fading never goes below this.", "薄れても下回らない下限。", _SHARE),
    Setting("recall.threshold", "float", 0.65, "Relevance from which a memory counts as an answer.",
            "答えと見なす関連度の下限。", _SHARE),
    Setting("recall.weak", "float", 0.50, "Relevance from which a search shows a memory as a weak hit.",
            "検索で弱い一致として示す関連度の下限。", _SHARE),
    Setting("recall.top_k", "int", 5, "How many hits a search gives.", "検索が返す件数。", Between(1, 1000)),
    Setting("context_search.enabled", "bool", True, "Whether memories are offered unasked while you work.",
            "作業中に記憶を自動で差し出すかどうか。"),
    Setting("context_search.flashback_sim", "float", 0.65, "Relevance that a flashback needs.",
            "フラッシュバックに必要な関連度。", _SHARE),
    Setting("context_search.flashback_arousal", "float", 0.5, "Arousal that a flashback needs.",
            "フラッシュバックに必要な覚醒度。", _SHARE),
    Setting("context_search.cache_max_size", "int", 20, "How many questions a session remembers.",
            "セッションが覚えておく質問の数。", Between(0, 10000)),
    Setting("context_search.cache_sim_threshold", "float", 0.9, "How alike two questions must be to share an answer.",
            "同じ質問と見なす類似度の下限。", _SHARE),
    Setting("reinforcement.mode", "str", "used", "What strengthens a memory: being used, being retrieved, nothing.",
            "記憶を強めるきっかけ: 使われた、検索された、なし。", OneOf("used", "retrieved", "off")),
    Setting("reinforcement.step", "float", 0.1, "How much one use adds to arousal.",
            "一度の利用で覚醒度に足す量。", _SHARE),
    Setting("reinforcement.cap", "float", 0.3, "The most that use can add.", "利用で足せる上限。", _SHARE),
    Setting("embedding.provider", "str", "embedded", "Who turns text into vectors; none: words only.",
            "文章をベクトルにする方法。none なら単語検索のみ。", OneOf("embedded", "ollama", "openai", "none")),
    Setting("embedding.model", "str", "multilingual-e5-small", "The embedding model.", "埋め込みモデル。",
            Matches(r"[^\s]{1,200}", "check.model")),
    Setting("embedding.url", "str", "", "Address of the provider; empty: its usual one.",
            "プロバイダーのアドレス。空なら標準のもの。", _URL, "address"),
    Setting("embedding.timeout", "float", 10.0, "Seconds to wait for the provider.",
            "プロバイダーの応答を待つ秒数。", Between(0.1, 600)),
    Setting("embedding.api_key", "str", "", "Key for the provider (OPENAI_API_KEY counts too for openai).",
            "プロバイダーの鍵（openai では OPENAI_API_KEY も有効）。", None, "local"),
    Setting("embedding.batch", "int", 32, "Texts per request or thread.", "一度に処理する文章の数。", Between(1, 2048)),
    Setting("behavior.skill_gate", "str", "warn", "What happens when a guarded file is edited without its skill.",
            "スキルを読まずに対象ファイルを編集したときの動作。", OneOf("warn", "block", "off")),
    Setting("behavior.consecutive_failure_threshold", "int", 2, "Failed steps in a row before advice is given.",
            "助言を出すまでの連続失敗回数。", Between(1, 100)),
    Setting("hooks.session_tokens", "int", 600, "Tokens told at session start.", "セッション開始時に伝えるトークン数。",
            Between(0, 2300)),
    Setting("hooks.prompt_tokens", "int", 400, "Tokens told with one prompt.", "プロンプトごとに伝えるトークン数。",
            Between(0, 2300)),
    Setting("hooks.flashbacks", "int", 3, "Flashbacks per prompt.",
            "プロンプトごとのフラッシュバック数。", Between(0, 10)),
    Setting("hooks.allow_own_tools", "bool", True, "Whether cogmem's own tools run without a permission question.",
            "cogmem 自身のツールを確認なしで許可するかどうか。"),
    Setting("hooks.deadline_ms", "int", 250, "Milliseconds a prompt may wait for flashbacks.",
            "プロンプトがフラッシュバックを待つ最大ミリ秒数。", Between(20, 5000)),
    Setting("capture.enabled", "bool", True, "Whether decisions, errors and corrections are recorded by themselves.",
            "決定・エラー・訂正を自動で記録するかどうか。"),
    Setting("capture.ignore", "list", (), "Paths (globs) of which nothing is captured.",
            "自動で記録しないパス（グロブ）。"),
    Setting("capture.keep_transcript_days", "int", 365, "Days that transcript text is kept in the ledger; 0: none.",
            "会話記録を台帳に残す日数。0 なら残しません。", Between(0, 36500)),
    Setting("injections.keep_days", "int", 90,
            "Days that the record of what was told to the model, of searches and of skills is kept.",
            "モデルに伝えた内容・検索・スキルの記録を残す日数。", Between(1, 36500)),
    Setting("updates.auto", "str", "ask", "Whether a newer version is looked for at session start.",
            "セッション開始時に新しいバージョンを確認するかどうか。", OneOf("ask", "check", "never")),
)
BY_NAME: dict[str, Setting] = {row.name: row for row in SETTINGS}
TRIGGERS = "skill_triggers"

# Keys of cogmem-agent that became another key.
ALIASES: dict[str, str] = {"session.contexts_dir": "contexts_dir", "identity.agent": "identity.soul"}

# Keys of cogmem-agent that have no meaning here: accepted, named by `cogmem doctor`.
RETIRED = frozenset({
    "knowledge.summary_max_kb", "knowledge.summary_prior_sessions", "session.recent_logs", "session.prefer_compact",
    "session.token_budget",
    "crystallization.pattern_threshold", "crystallization.error_threshold",
    "crystallization.log_days_threshold", "crystallization.checkpoint_interval_days",
    "crystallization.last_checkpoint", "crystallization.checkpoint_count", "decay.arousal_threshold",
    "decay.recall_threshold", "decay.recall_window_months",
    "decay.enabled", "skills.auto_improve", "metrics.total_sessions", "updates.skip_until", "updates.last_check",
})


PATHS: tuple[str, ...] = tuple(row.name for row in SETTINGS if isinstance(row.check, InsideProject))
"""The settings that say where something lies."""
LEDGER = "ledger.db"
"""The statistics lie beside the index under this name."""


def clashes(values: Mapping[str, object]) -> Iterator[tuple[str, str, str]]:
    """What is wrong with the places taken together, as (setting, the other setting that is meant, phrase): two things
    at one place, or the index among files that a person keeps."""
    at = {name: clean_path(str(values[name])) for name in PATHS}
    for n, name in enumerate(PATHS):
        for other in PATHS[:n]:
            if at[name].casefold() == at[other].casefold():
                yield name, other, say(None, "check.same", other=other)
    folder, _, file = at["db_path"].rpartition("/")
    if file.casefold() == LEDGER:
        yield "db_path", "db_path", say(None, "check.same", other=LEDGER)
    homes = [at["logs_dir"] + "/", at["contexts_dir"] + "/"]
    so_far = ""
    for part in folder.split("/"):
        so_far += part + "/"
        if part.startswith(".") and not any(home.startswith(so_far) for home in homes):
            yield "db_path", "db_path", say(None, "check.hidden", folder=so_far)
            break
    if at["db_path"] != BY_NAME["db_path"].default:
        yield from _among(at, folder + "/", homes)


def _among(at: Mapping[str, str], folder: str, homes: list[str]) -> Iterator[tuple[str, str, str]]:
    for name in PATHS:
        if name == "db_path":
            continue
        kept = at[name] if name in ("logs_dir", "contexts_dir") else at[name].rpartition("/")[0]
        # A folder that holds the logs or the briefings is the memory as a whole: that is where the index belongs.
        whole = not name.endswith("_dir") and any(home.startswith(kept + "/") for home in homes)
        if kept and folder.startswith(kept + "/") and not whole:
            yield "db_path", name, say(None, "check.among", folder=kept + "/", other=name)
            return


def convert(row: Setting, value: object) -> tuple[object, str | None]:
    """``value`` as a value of the row's kind, and what is wrong with it (None: nothing)."""
    value = _modernise(row.name, value)
    if row.kind == "float" and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if row.kind == "list" and isinstance(value, list):
        value = tuple(value)
    wanted = {"str": str, "int": int, "float": float, "bool": bool, "list": tuple}[row.kind]
    if not isinstance(value, wanted) or (row.kind == "int" and isinstance(value, bool)):
        return row.default, say(None, f"check.{row.kind}") + _but(value)
    if row.kind == "list" and not all(isinstance(item, str) for item in value):  # type: ignore[attr-defined]
        return row.default, say(None, "check.list")
    wrong = row.check(value) if row.check else None
    return (row.default, wrong + _but(value)) if wrong else (value, None)


def from_text(row: Setting, text: str) -> object:
    """A value as it is typed in the environment; unfit text is returned as it is, for ``convert`` to refuse."""
    word = text.strip().lower()
    if row.kind == "bool":
        return _WORDS.get(word, text)
    if row.kind == "list":
        return [part.strip() for part in text.split(",") if part.strip()]
    if row.kind in ("int", "float"):
        try:
            return int(text) if row.kind == "int" else float(text)
        except ValueError:
            return text
    return text


_WORDS = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}


def _but(value: object) -> str:
    text = repr(value) if not isinstance(value, bool) else str(value).lower()
    return say(None, "check.not", value=text if len(text) <= 60 else text[:57] + "...")


def _modernise(name: str, value: object) -> object:
    """What cogmem-agent wrote, in today's words."""
    if name == "behavior.skill_gate" and isinstance(value, bool):
        return "warn" if value else "off"
    if name == "embedding.url" and isinstance(value, str):
        return value.rstrip("/").removesuffix("/api/embed")
    return value
