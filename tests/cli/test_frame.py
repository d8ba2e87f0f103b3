"""What every command shares: help, version, languages, errors, streams."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from cogmem import __version__
from cogmem.cli.base import cli
from cogmem.cli.help_texts import EXAMPLES, OPTIONS
from cogmem.cli.out import Out, clean
from cogmem.cli.table import BY_NAME, COMMANDS, GROUPS
from cogmem.cli.tables import aligned
from cogmem.messages import speak
from cogmem.project import Project
from commandline import PROGRAM, Said

Call = Callable[..., Said]
NEEDS_PROJECT = [
    row.name for row in COMMANDS if row.name not in ("init", "demo", "doctor", "model", "completion", "mcp")
]
ARGUMENTS = {"search": ["x"], "context-search": ["x"], "log": ["x"], "why": ["last"], "uninstall": ["--yes"]}


def test_help_lists_every_command_and_imports_no_click(process: Call) -> None:
    for args in ([], ["--help"], ["-h"], ["help"]):
        said = process(*args)
        assert said.code == 0 and not said.err
        assert all(f"  {row.name} " in said.out for row in COMMANDS if not row.hidden)
    probe = "import sys; from cogmem.cli.entry import run; run(['--help']); print(sorted(sys.modules), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert not {"click", "pathlib", "json", "dataclasses", "numpy", "cogmem.cli.base"} & set(
        re.findall(r"'([\w.]+)'", done.stderr)
    )


def test_version(process: Call) -> None:
    for args in (["--version"], ["-V"], ["--lang", "ja", "--version"]):
        assert process(*args).out == f"cogmem {__version__}\n"


def test_every_command_belongs_to_a_group() -> None:
    assert {row.group for row in COMMANDS} == set(GROUPS)


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("name", [row.name for row in COMMANDS])
def test_every_command_explains_itself(cogmem: Call, name: str, lang: str) -> None:
    said = cogmem(name, "--help", "--lang", lang)
    assert said.code == 0 and said.out.startswith(BY_NAME[name].help(lang))
    if name != "mcp":
        assert f"  {EXAMPLES[name][0]}\n" in said.out
    command = cli.get_command(click.Context(cli), name)
    context = click.Context(command, info_name=name)
    speak(lang)
    records = [param.get_help_record(context) for param in command.get_params(context)]
    speak("")
    assert not [record[0] for record in records if record and record[0].startswith("-") and not record[1].strip()]
    assert "--json" in said.out or name == "model"


def test_option_help_exists_in_both_languages() -> None:
    assert all(en and ja for en, ja in OPTIONS.values())


def test_unknown_commands_bring_the_nearest(cogmem: Call) -> None:
    said = cogmem("serach", "x")
    assert said.code == 2 and "cogmem search" in said.err and not said.out
    said = cogmem("zzzz", "--json")
    assert said.code == 2 and said.json["error"]["code"] == "usage"
    assert cogmem("help", "index").out.startswith("Bring the index")


def test_unknown_options_are_usage_errors(cogmem: Call, project: Project) -> None:
    said = cogmem("status", "--colour", "-C", project.root)
    assert said.code == 2 and "--color" in said.err
    said = cogmem("search", "-k", "0", "x", "--json")
    assert said.code == 2 and said.json["error"]["message"]


@pytest.mark.parametrize(
    ("arguments", "said_in_japanese"),
    [
        (["search"], "エラー: 'QUERY...' がありません"),
        (["search", "x", "--nope"], "エラー: --nope というオプションはありません（候補: "),
        (["search", "x", "-k"], "エラー: -k には値が必要です"),
        (["search", "x", "--mode", "y"], "（指定できる値: hybrid | lexical | semantic）"),
        (["log", "x", "--arousal", "7"], "エラー: '--arousal' の値が正しくありません（指定できる値: 0 … 1）"),
        (["status", "more"], "エラー: 余分な引数があります: more"),
        (["-C", "/nonexistent", "status"], "エラー: /nonexistent はフォルダーではありません"),
    ],
)
def test_a_wrong_command_line_is_explained_in_japanese_too(
    cogmem: Call, project: Project, arguments: list[str], said_in_japanese: str
) -> None:
    said = cogmem("--lang", "ja", *arguments, cwd=project.root)
    assert said.code == 2 and said_in_japanese in said.err and not said.out
    english = cogmem("--lang", "en", *arguments, cwd=project.root)
    assert english.code == 2 and english.err.isascii()


def test_status_speaks_japanese(cogmem: Call, project: Project) -> None:
    assert "\nベクトル待ち" in cogmem("--lang", "ja", "status", cwd=project.root).out
    assert "waiting for a vector" in cogmem("--lang", "en", "status", cwd=project.root).out


@pytest.mark.parametrize("name", NEEDS_PROJECT)
def test_outside_a_project_nothing_is_written(cogmem: Call, tmp_path: Path, name: str) -> None:
    said = cogmem(name, *ARGUMENTS.get(name, []), "--json", cwd=tmp_path)
    assert said.code == 4 and said.json["error"]["code"] == "not_initialised"
    assert "cogmem init" in said.json["error"]["hint"] and not list(tmp_path.iterdir())
    text = cogmem(name, *ARGUMENTS.get(name, []), cwd=tmp_path)
    assert text.code == 4 and not text.out and str(tmp_path) in text.err


def test_a_bad_config_is_one_message_with_its_place(cogmem: Call, project: Project) -> None:
    (project.root / "cogmem.toml").write_text("[cogmem]\nlang = 3\n[cogmem.recall]\ntop_k = 0\n", "utf-8")
    said = cogmem("status", "--json", "-C", project.root)
    error = said.json["error"]
    assert (said.code, error["code"], error["line"]) == (2, "config", 2)
    text = cogmem("status", "-C", project.root)
    assert text.code == 2 and "cogmem.toml:2: lang" in text.err and "cogmem.toml:4: recall.top_k" in text.err


def test_the_project_can_be_named_before_or_after_the_command(cogmem: Call, project: Project, tmp_path: Path) -> None:
    inner = project.root / "src"
    inner.mkdir()
    for args in (["-C", inner, "config", "lang", "--json"], ["config", "lang", "--json", "--project", inner]):
        assert cogmem(*args, cwd=tmp_path).json["root"] == str(project.root)
    said = cogmem("config", "-C", tmp_path / "nowhere")
    assert said.code == 2 and "nowhere" in said.err


def test_languages(cogmem: Call, project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "ありません" in cogmem("status", "--lang", "ja", cwd=tmp_path).err
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")
    assert "ありません" in cogmem("status", cwd=tmp_path).err
    assert "no cogmem project" in cogmem("status", "--lang=en", cwd=tmp_path).err
    (project.root / "cogmem.toml").write_text('[cogmem]\nlang = "en"\n', "utf-8")
    assert cogmem("pause", cwd=project.root).out.startswith("paused")
    assert cogmem("resume", "--lang", "ja", cwd=project.root).out.startswith("再開")


def test_pause_and_resume(cogmem: Call, project: Project) -> None:
    assert cogmem("pause", "--json", cwd=project.root).json == {"paused": True, "changed": True}
    assert cogmem("pause", "--json", cwd=project.root).json == {"paused": True, "changed": False}
    assert cogmem("resume", "--json", cwd=project.root).json == {"paused": False, "changed": True}


def test_notices_go_to_stderr(cogmem: Call, project: Project) -> None:
    (project.root / "cogmem.toml").write_text("[cogmem]\nlnag = 'en'\n[cogmem.session]\nrecent_logs = 2\n", "utf-8")
    said = cogmem("config", "lang", "--json", cwd=project.root)
    assert said.json["settings"]["lang"]["value"] == "en"
    assert "cogmem.toml:2: lnag is not a setting (did you mean lang?)" in said.err and "recent_logs" not in said.err
    assert not cogmem("config", "lang", "--quiet", cwd=project.root).err


def test_a_pipe_that_closes_early_is_no_error(project: Project) -> None:
    command = " ".join(f"'{part}'" for part in PROGRAM)
    for line in (f"{command} config -v | head -1", f"{command} --help | true", f"{command} config --json | true"):
        done = subprocess.run(
            ["bash", "-c", f"set -o pipefail; {line}"], cwd=project.root, capture_output=True, text=True
        )
        assert done.returncode in (0, 141) and not done.stderr, line


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&- <&-", ">/dev/full"])
def test_closed_and_full_streams(project: Project, closed: str) -> None:
    command = " ".join(f"'{part}'" for part in PROGRAM)
    for args in ("config", "--help", "nonsense", "config --json"):
        done = subprocess.run(
            ["bash", "-c", f"{command} {args} {closed}"], cwd=project.root, capture_output=True, text=True
        )
        assert done.returncode in ((2,) if args == "nonsense" else (1,) if "full" in closed else (0,)), (
            args,
            done.stderr,
        )
        assert not [word for word in ("Traceback", "Exception ignored", "unexpected") if word in done.stderr]


@pytest.mark.parametrize("encoding", ["cp932", "ascii", "latin-1"])
def test_a_console_that_lacks_characters(process: Call, project: Project, encoding: str) -> None:
    (project.root / "cogmem.toml").write_text('[cogmem]\nhandover_delimiter = "## é 引き継ぎ 💭"\n', "utf-8")
    env = {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    said = process("config", "handover_delimiter", cwd=project.root, env=env)
    assert said.code == 0 and "\\U0001f4ad" in said.out
    said = process("config", "handover_delimiter", "--json", cwd=project.root, env=env)
    assert said.json["settings"]["handover_delimiter"]["value"] == "## é 引き継ぎ 💭"
    assert process("--help", "--lang", "ja", env=env).code == 0


def test_what_a_terminal_would_obey_is_shown(cogmem: Call, project: Project) -> None:
    (project.root / "cogmem.toml").write_text(
        '[cogmem]\nhandover_delimiter = "a\\u001b[31mb\\u202ec\\u0007"\n', "utf-8"
    )
    said = cogmem("config", "handover_delimiter", cwd=project.root)
    assert "a\\x1b[31mb\\u202ec\\x07" in said.out and "\x1b" not in said.out
    assert json.loads(cogmem("config", "handover_delimiter", "--json", cwd=project.root).out)


def test_cleaning_keeps_what_people_write() -> None:
    assert clean("日本語 é 👩‍💻\tx\ny") == "日本語 é 👩‍💻\tx\ny"
    assert clean("\udc80\x9b\u2066") == "\\udc80\\x9b\\u2066"


@pytest.mark.parametrize(
    ("env", "args", "colored"),
    [
        ({}, [], False),
        ({"FORCE_COLOR": "1"}, [], True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, [], False),
        ({"NO_COLOR": "1"}, ["--color", "always"], True),
        ({"FORCE_COLOR": "1"}, ["--color=never"], False),
    ],
)
def test_color(
    cogmem: Call, project: Project, monkeypatch: pytest.MonkeyPatch, env: dict[str, str], args: list[str], colored: bool
) -> None:
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    assert ("\x1b[" in cogmem("config", "lang", *args, cwd=project.root).out) is colored
    assert "\x1b[" not in cogmem("config", "lang", "--json", *args, cwd=project.root).out


def test_ctrl_c_is_quick_and_says_so(project: Project) -> None:
    probe = (
        "import sys, signal, os; from cogmem.cli import guard; import click\n"
        "guard._invoked = lambda args: os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.exit(guard.guarded(['config']))"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, cwd=project.root)
    assert done.returncode == 130 and "Traceback" not in done.stderr and "nothing is lost" in done.stderr


def test_an_error_nobody_foresaw_is_one_line(project: Project) -> None:
    probe = (
        "import sys; from cogmem.cli import guard, entry\n"
        "def broken(*a, **k): raise ZeroDivisionError('x')\n"
        "guard._invoked = broken\nsys.argv = ['cogmem', 'config']\nentry.main()"
    )
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, cwd=project.root)
    assert done.returncode == 1 and "Traceback" not in done.stderr and "ZeroDivisionError: x" in done.stderr
    env = {**os.environ, "COGMEM_DEBUG": "1"}
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, cwd=project.root, env=env)
    assert "Traceback" in done.stderr


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_completion_scripts(cogmem: Call, tmp_path: Path, shell: str) -> None:
    said = cogmem("completion", shell, cwd=tmp_path)
    assert said.code == 0 and "cogmem" in said.out


def test_the_shell_completes_commands_in_a_broken_project(process: Call, tmp_path: Path) -> None:
    (tmp_path / "cogmem.toml").write_text("[broken", "utf-8")
    said = process(
        cwd=tmp_path, env={"_COGMEM_COMPLETE": "bash_complete", "COMP_WORDS": "cogmem se", "COMP_CWORD": "1"}
    )
    assert "plain,search" in said.out


def test_columns_line_up_with_wide_characters() -> None:
    assert aligned([["港", "x"], ["ab", "y"], ["c"]]) == ["港  x", "ab  y", "c"]


def test_quiet_says_only_data(capsys: pytest.CaptureFixture[str]) -> None:
    out = Out(quiet=True)
    out.talk("x")
    out.note("y")
    out.line("z")
    assert capsys.readouterr() == ("z\n", "")


def test_the_page_of_commands_is_up_to_date(process: Call) -> None:
    page = (Path(__file__).parents[2] / "docs/commands.md").read_text("utf-8")
    assert process("help", "--markdown", env={"COLUMNS": "40"}).out == page
    assert all(re.search(rf"^### cogmem {row.name}\b", page, re.M) for row in COMMANDS if not row.hidden)
    assert "### cogmem model fetch\n" in page
