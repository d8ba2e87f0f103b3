"""The report for a bug: complete enough to help, and nothing in it that is the user's alone."""

from __future__ import annotations

import json
import os
import subprocess

import pytest

from cogmem.places import hook_log_dir
from commandline import PROGRAM
from patient import Room

SECRET = "sk-proj-" + "Ab3dEf6hIj9kLmN0pQrSt" * 2


def bundle(room: Room) -> tuple[str, dict]:
    path = room.tmp / "report.json"
    line = [*PROGRAM, "doctor", "--bundle", str(path), "-C", str(room.root)]
    done = subprocess.run(line, capture_output=True, text=True, env={**os.environ, "USER": "mika"})
    assert str(path) in done.stderr and path.stat().st_mode & 0o077 == 0
    text = path.read_text("utf-8")
    return text, json.loads(text)


def test_what_helps_is_in_it(room: Room) -> None:
    room.make()
    log = hook_log_dir() / "hooks.log"
    log.parent.mkdir(mode=0o700, exist_ok=True)
    log.write_text(f"1.0\tStop\t1.5\tquiet\t{room.root}\n1.0\tStop\t1.5\tquiet\t/other/secret-plans\n")
    _, said = bundle(room)
    assert said["client"] == "2.1.332" and said["plugins"][0]["folder"] == "~/.claude/skills/cogmem"
    assert {"python", "config", "hooks"} <= {one["code"] for one in said["findings"]}
    assert said["settings"]["embedding.provider"] == "none"
    assert said["log"] == ["1.0\tStop\t1.5\tquiet\tPROJECT"] and said["hooks"][0]["event"] == "Stop"


def test_what_is_private_is_not(room: Room) -> None:
    room.make(user="mika")
    room.write("memory/logs/bernadette/2026-03-02.md", "### [NOTE] Salaries\nConfidential.\n")
    room.local(f'[cogmem.embedding]\napi_key = "{SECRET}"\n[cogmem.zzz]\nkey = "{SECRET}"\n')
    log = hook_log_dir() / "hooks.log"
    log.parent.mkdir(mode=0o700, exist_ok=True)
    log.write_text(f"1.0\tStop\t1.5\tOSError: key {SECRET}\t{room.root}\n")
    room.index()
    text, _ = bundle(room)
    for word in (SECRET, str(room.home), str(room.root), "Salaries", "Confidential", "mika", "bernadette", "seat"):
        assert word not in text


@pytest.mark.parametrize("toml", ["[broken", None])
def test_without_a_readable_project(room: Room, toml: str | None) -> None:
    room.root.mkdir()
    if toml:
        room.write("cogmem.toml", toml)
    _, said = bundle(room)
    assert said["settings"] == {} and said["findings"]
