"""Settings: one table, four layers, every problem at once with its place; a committed file may not send anything."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cogmem.config import CogMemConfig, is_loopback, key_lines
from cogmem.errors import ConfigError
from cogmem.messages import MESSAGES, speak
from cogmem.places import user_config_path
from cogmem.settings import BY_NAME, SETTINGS, convert


def load(folder: Path, text: str, local: str | None = None) -> CogMemConfig:
    (folder / "cogmem.toml").write_text(text, "utf-8")
    if local is not None:
        (folder / "cogmem.local.toml").write_text(local, "utf-8")
    return CogMemConfig.from_toml(folder / "cogmem.toml")


def refused(folder: Path, text: str) -> ConfigError:
    with pytest.raises(ConfigError) as caught:
        load(folder, text)
    return caught.value


def test_an_empty_file_gives_the_defaults(tmp_path: Path) -> None:
    config = load(tmp_path, "")
    assert {row.name: config.values[row.name] for row in SETTINGS} == {row.name: row.default for row in SETTINGS}
    assert config.scoring.beta == 0.05
    assert config.logs_dir == "memory/logs"
    assert config.root == tmp_path
    with pytest.raises(AttributeError, match="no setting"):
        _ = config.scoring.gamma


def test_every_default_passes_its_own_check() -> None:
    for row in SETTINGS:
        assert convert(row, row.default)[1] is None, row.name


def test_every_setting_is_explained_in_both_languages() -> None:
    for row in SETTINGS:
        assert row.help_en.endswith(".") and row.help_ja.endswith("。"), row.name


def test_layers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    user = user_config_path()
    user.parent.mkdir(parents=True)
    user.write_text("[cogmem.recall]\ntop_k = 6\nweak = 0.4\n", "utf-8")
    toml, local = "[cogmem.recall]\ntop_k = 5\nthreshold = 0.7\nweak = 0.3\n", "[cogmem.recall]\ntop_k = 7\n"
    assert load(tmp_path, toml).recall.top_k == 6
    config = load(tmp_path, toml, local)
    assert (config.recall.top_k, config.recall.threshold, config.recall.weak) == (7, 0.7, 0.4)
    assert config.origins["recall.top_k"].endswith("cogmem.local.toml")
    monkeypatch.setenv("COGMEM_RECALL_TOP_K", "8")
    config = load(tmp_path, toml, local)
    assert config.recall.top_k == 8
    assert config.origins["recall.top_k"] == "COGMEM_RECALL_TOP_K"


def test_environment_of_every_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {
        "COGMEM_CAPTURE_ENABLED": "off",
        "COGMEM_CAPTURE_IGNORE": "a/*, b/**",
        "COGMEM_USER": "mika",
        "COGMEM_USER_ID": "other",
        "COGMEM_SCORING_BETA": "0.1",
    }.items():
        monkeypatch.setenv(name, value)
    config = load(tmp_path, "")
    assert config.capture.enabled is False
    assert config.capture.ignore == ("a/*", "b/**")
    assert config.user_id == "mika"
    assert config.scoring.beta == 0.1
    monkeypatch.setenv("COGMEM_SCORING_BETA", "lots")
    with pytest.raises(ConfigError, match=r"COGMEM_SCORING_BETA: scoring\.beta must be a number, not 'lots'"):
        load(tmp_path, "")


def test_all_problems_come_at_once_with_file_and_line(tmp_path: Path) -> None:
    error = refused(
        tmp_path,
        '[cogmem]\nlang = "fr"\n\n[cogmem.scoring]\nbeta = 3\nmode = "x"\n'
        '[cogmem.capture]\nenabled = "yes"\nignore = [1]\n',
    )
    lines = str(error).splitlines()
    assert [re.search(r"toml:(\d+): (\S+)", line).groups() for line in lines] == [  # type: ignore[union-attr]
        ("2", "lang"),
        ("5", "scoring.beta"),
        ("6", "scoring.mode"),
        ("8", "capture.enabled"),
        ("9", "capture.ignore"),
    ]
    assert error.line == 2 and error.file == str(tmp_path / "cogmem.toml") and error.exit_code == 2
    assert error.hint


@pytest.mark.parametrize("value", ["nan", "inf", "-0.1", "1.01", "true", '"0.5"'])
def test_a_share_is_between_nought_and_one(tmp_path: Path, value: str) -> None:
    assert "scoring.beta" in str(refused(tmp_path, f"[cogmem.scoring]\nbeta = {value}\n"))


@pytest.mark.parametrize("path", ["../elsewhere", "/etc", "~/x", "a/../../b", "C:/x", "\\\\host\\x", ""])
def test_paths_stay_in_the_project(tmp_path: Path, path: str) -> None:
    assert "logs_dir" in str(refused(tmp_path, f"[cogmem]\nlogs_dir = '{path}'\n"))


@pytest.mark.parametrize(
    ("text", "line"), [("[cogmem]\nlang = \n", 2), ("[cogmem\n", 1), ("[cogmem]\nlang='en'\nlang='ja'\n", 3)]
)
def test_broken_toml_is_one_error_with_its_line(tmp_path: Path, text: str, line: int) -> None:
    error = refused(tmp_path, text)
    assert error.line == line and "not valid TOML" in str(error)


def test_other_encodings_are_named(tmp_path: Path) -> None:
    (tmp_path / "cogmem.toml").write_bytes("[cogmem]\nuser_id = '愛子'\n".encode("cp932"))
    with pytest.raises(ConfigError, match=":2: not valid UTF-8"):
        CogMemConfig.from_toml(tmp_path / "cogmem.toml")
    (tmp_path / "cogmem.toml").write_bytes("\ufeff[cogmem]\r\nlang = 'ja'\r\n".encode())
    assert CogMemConfig.from_toml(tmp_path / "cogmem.toml").lang == "ja"


def test_unknown_keys_are_warnings_with_the_nearest_name(tmp_path: Path) -> None:
    notices = load(tmp_path, "[cogmem.scoring]\nbase_halflife = 3\n\n[cogmem.weather]\nrain = 1\n").notices
    assert [(one.code, one.line, one.suggestion) for one in notices] == [
        ("unknown_key", 2, "scoring.base_half_life"),
        ("unknown_key", 5, None),
    ]


def test_a_config_of_cogmem_agent_is_read(tmp_path: Path) -> None:
    config = load(
        tmp_path,
        """
[cogmem]
user_id = ""
handover_delimiter = "## 引き継ぎ"
[cogmem.identity]
agent = "identity/who.md"
[cogmem.session]
contexts_dir = "memory/briefings"
token_budget = 6000
[cogmem.crystallization]
pattern_threshold = 3
[cogmem.embedding]
provider = "ollama"
model = "zylonai/multilingual-e5-large"
url = "http://localhost:11434/api/embed"
timeout = 10
[cogmem.behavior]
skill_gate = true
[[cogmem.skill_triggers]]
pattern = "docs/**"
skills = ["writing"]
[updates]
auto = "never"
skip_until = ""
""",
    )
    assert config.identity.soul == "identity/who.md"
    assert config.contexts_dir == "memory/briefings"
    assert config.embedding.url == "http://localhost:11434"
    assert config.behavior.skill_gate == "warn"
    assert config.updates.auto == "never"
    assert config.skill_triggers == (("docs/**", ("writing",)),)
    assert {one.key for one in config.notices} == {
        "session.token_budget",
        "crystallization.pattern_threshold",
        "updates.skip_until",
    }
    assert {one.code for one in config.notices} == {"retired_key"}


REMOTE = "https://collector.example/v1"


def test_the_committed_file_cannot_send_anything_anywhere(tmp_path: Path) -> None:
    config = load(tmp_path, f'[cogmem.embedding]\nprovider = "openai"\nurl = "{REMOTE}"\napi_key = "k"\n')
    assert config.embedding.provider == "embedded"
    assert config.embedding.url == "" and config.embedding.api_key == ""
    assert [one.key for one in config.notices if one.code == "not_from_project"] == [
        "embedding.url",
        "embedding.api_key",
        "embedding.provider",
    ]


def test_the_user_may(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    local = f'[cogmem.embedding]\nprovider = "openai"\nmodel = "text-embedding-3-small"\nurl = "{REMOTE}"\n'
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    config = load(tmp_path, "", local)
    assert (config.embedding.provider, config.embedding.url, config.embedding.api_key) == ("openai", REMOTE, "sk-test")
    assert not config.notices


def test_a_loopback_server_may_be_named_in_the_project(tmp_path: Path) -> None:
    config = load(tmp_path, '[cogmem.embedding]\nprovider = "openai"\nmodel = "m"\nurl = "http://127.0.0.1:8080/v1"\n')
    assert config.embedding.provider == "openai" and not config.notices


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://localhost:11434", True),
        ("http://127.0.0.1/x", True),
        ("http://[::1]:8080/v1", True),
        ("HTTP://localhost", False),
        ("http://localhost.evil.example", False),
        ("http://127.0.0.1@evil.example", False),
        ("http://evil.example/?localhost", False),
        ("http://evil.example#127.0.0.1", False),
        ("http://127.0.0.1\\@evil.example", False),
        ("http://2130706433", False),
        ("ftp://localhost", False),
    ],
)
def test_what_counts_as_loopback(url: str, expected: bool) -> None:
    assert is_loopback(url) is expected


def test_a_newer_format_is_read_only(tmp_path: Path) -> None:
    config = load(tmp_path, "[cogmem]\nformat = 2\n")
    assert config.read_only and [one.code for one in config.notices] == ["newer_format"]


def test_broken_triggers_are_named(tmp_path: Path) -> None:
    error = refused(tmp_path, '[cogmem]\n[[cogmem.skill_triggers]]\npattern = "a"\nskills = "b"\n')
    assert error.line == 2


def test_key_lines_step_over_long_strings() -> None:
    text = 'a = """\nb = 1\n"""\n[t]\n"c" = 2\n# d = 3\nx.y = 1\n'
    assert key_lines(text) == {"a": 1, "t": 4, "t.c": 5, "t.x.y": 7}


def test_values_from_the_program_are_checked(tmp_path: Path) -> None:
    config = CogMemConfig.default(tmp_path, embedding__provider="none", recall__top_k=3)
    assert config.embedding.provider == "none" and config.recall.top_k == 3
    with pytest.raises(ConfigError):
        CogMemConfig.default(tmp_path, recall__top_k=0)
    with pytest.raises(ConfigError) as caught:
        config.replaced({"recall.topk": 1})
    assert caught.value.hint == "recall.top_k"


def test_messages_are_japanese_when_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COGMEM_LANG", "ja")
    error = refused(tmp_path, "[cogmem.scoring]\nbeta = 3\n")
    assert "scoring.beta は 0 から 1 までの値にしてください（現在の値: 3.0）" in str(error)


def test_every_message_has_the_same_fields_in_both_languages() -> None:
    for key, (en, ja) in MESSAGES.items():
        fields = [set(re.findall(r"\{(\w+)", text)) for text in (en, ja)]
        assert fields[0] == fields[1], key


def test_the_catalogue_speaks_the_chosen_language() -> None:
    from cogmem.messages import say

    speak("ja")
    try:
        assert say(None, "resume.done") == "再開しました"
    finally:
        speak("")
    assert say(None, "resume.done") == "running again"
    assert set(BY_NAME) == {row.name for row in SETTINGS}
