"""Checks of Claude Code: is it there and new enough, are our hooks registered once, do they run, has something undone
them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from cogmem import clock
from cogmem.claude import fired, install, installed, plugin, settings
from cogmem.claude.changes import content
from cogmem.doctor.client_texts import say
from cogmem.doctor.finding import Check, Finding, Patient
from cogmem.messages import spoken
from cogmem.project import Project, invited

OLDEST_FOR_PLUGIN = (2, 1, 157)
SECONDS = 10
_PROBE = {"session_id": "doctor", "hook_event_name": "PreToolUse", "tool_input": {"query": "x"},
          "tool_name": "mcp__plugin_cogmem_memory__search"}
_MINIMAL_PATH = "/usr/bin:/bin:/usr/sbin:/sbin"
# Keys whose wrong type makes the client drop a whole file.
_KINDS: dict[str, type | tuple[type, ...]] = {"cleanupPeriodDays": (int, float), "env": dict, "permissions": dict,
                                              "hooks": dict, "model": str, "includeCoAuthoredBy": bool}


def client(_: Patient) -> Iterator[Finding]:
    program = shutil.which("claude")
    if program is None:
        yield Finding("note", "client", say("client.none"))
        return
    try:
        done = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=SECONDS,
                              stdin=subprocess.DEVNULL)
        version = done.stdout.split()[0]
        parts = tuple(int(part) for part in version.split(".")[:3])
    except (OSError, subprocess.TimeoutExpired, ValueError, IndexError):
        yield Finding("note", "client", say("client.none"))
        return
    if parts < OLDEST_FOR_PLUGIN and installed.load().plugins:
        yield Finding("error", "client_old", say("client.old", version=version), say("client.old_hint"))
    else:
        yield Finding("ok", "client", say("client.ok", version=version))


def registration(patient: Patient) -> Iterator[Finding]:
    """Plugin or settings: exactly one of them, unharmed, with a program that is there."""
    project = patient.project
    if project is None or not invited(project):
        return
    state, merged = installed.load(), _merged(project)
    plugins = [one for one in state.plugins.values() if os.path.isdir(one.folder)]
    both = [one.folder for one in plugins] + ([str(merged)] if merged else []) + _from_marketplace(project)
    if len(both) > 1:
        message = say("hooks.twice", first=both[0], second=both[1])
        yield Finding("warning", "hooks_twice", message, say("hooks.twice_hint"))
    if not both:
        lost = state.merges.get(str(project.root))
        if lost:
            message = say("hooks.lost", path=lost.path)
            yield Finding("error", "hooks_lost", message, say("hooks.lost_hint"), file=lost.path)
        else:
            yield Finding("error" if state.plugins else "note", "hooks_none", say("hooks.none"), say("hooks.none_hint"))
    for one in plugins:
        yield from _plugin(project, one)
    if merged:
        yield from _by_path(patient, project, merged)


def _plugin(project: Project, one: installed.Plugin) -> Iterator[Finding]:
    gone = next((path for path in (one.python, one.stub) if not os.path.isfile(path)), None)
    if gone:
        yield Finding("error", "hooks_gone", say("hooks.gone", path=gone), say("hooks.gone_hint"), file=gone)
        return
    changed = install.changed_files(one)
    for path in changed:
        yield Finding("warning", "hooks_edited", say("hooks.edited", path=path), say("hooks.edited_hint"),
                      file=str(path), fix=lambda: _write_anew(project))
    if not changed:
        yield from _answers(project, Path(one.folder))


def _write_anew(project: Project) -> str:
    install.plan_install(project.root, lang=spoken()).apply()
    return say("hooks.mended")


def _answers(project: Project, folder: Path) -> Iterator[Finding]:
    """Run the registered line as Claude Code does, under a minimal PATH, with a question that it answers."""
    hook = json.loads((folder / "hooks/hooks.json").read_text("utf-8"))["hooks"]["PreToolUse"][0]["hooks"][0]
    line = [hook["command"], *hook["args"]] if "args" in hook else ["sh", "-c", hook["command"]]
    kept = ("HOME", "XDG_", "USER", "APPDATA", "LOCAL")
    env = {name: value for name, value in os.environ.items() if name.startswith(kept)}
    env |= {"PATH": _MINIMAL_PATH, "CLAUDE_PROJECT_DIR": str(project.root)}
    question = json.dumps({**_PROBE, "cwd": str(project.root)}).encode()
    begun = clock.monotonic()
    try:
        done = subprocess.run(line, input=question, capture_output=True, timeout=SECONDS, env=env)
        text = done.stderr.decode("utf-8", "replace").strip()[-200:] or f"exit {done.returncode}"
        answered = b'"allow"' in done.stdout or (done.returncode == 0 and not _allows(project))
    except (OSError, subprocess.TimeoutExpired) as error:
        answered, text = False, str(error)
    if answered:
        took = round((clock.monotonic() - begun) * 1000)
        yield Finding("ok", "hooks", say("hooks.ok", way=str(folder), ms=took))
    else:
        yield Finding("error", "hooks_silent", say("hooks.silent", text=text), say("hooks.silent_hint"))


def _allows(project: Project) -> bool:
    return bool(project.config.hooks.allow_own_tools) and not project.paused


def _by_path(patient: Patient, project: Project, merged: Path) -> Iterator[Finding]:
    if shutil.which("cogmem-hook") is None:
        yield Finding("error", "hooks_path", say("hooks.path", path=merged), say("hooks.path_hint"))
    if patient.folder != project.root:
        message = say("hooks.below", path=merged, root=project.root)
        yield Finding("warning", "hooks_below", message, say("hooks.below_hint"))


def _merged(project: Project) -> Path | None:
    """The settings file of the project that holds our groups."""
    for name in ("settings.json", "settings.local.json"):
        path = project.root / ".claude" / name
        try:
            if settings.own_events(content(path), str(path)):
                return path
        except settings.SettingsError:
            continue  # `files` tells
    return None


def _from_marketplace(project: Project) -> list[str]:
    """Settings that switch on a cogmem plugin out of a marketplace."""
    found = []
    for path in _files(project):
        enabled = _value(path).get("enabledPlugins")
        if isinstance(enabled, dict) and any(name.startswith("cogmem@") and on for name, on in enabled.items()):
            found.append(str(path))
    return found


def files(patient: Patient) -> Iterator[Finding]:
    """Settings files that the client drops, or that switch our hooks off."""
    for path in _files(patient.project):
        data = content(path)
        if data is None or not data.strip():
            continue
        try:
            value = settings.parse(data, str(path))
        except settings.SettingsError as error:
            yield Finding("error", "settings_dropped", say("settings.dropped", path=path, text=error.message),
                          say("settings.dropped_hint"), file=str(path), line=error.line)
            continue
        wrong = [name for name, kind in _KINDS.items() if name in value and not isinstance(value[name], kind)]
        if wrong:
            yield Finding("error", "settings_dropped", say("settings.dropped", path=path, text=wrong[0]),
                          say("settings.dropped_hint"), file=str(path))
        if value.get("disableAllHooks") is True:
            message = say("settings.off", path=path)
            yield Finding("error", "hooks_off", message, say("settings.off_hint"), file=str(path))


def _files(project: Project | None) -> list[Path]:
    own = [plugin.config_dir() / "settings.json"]
    names = ("settings.json", "settings.local.json") if project else ()
    return own + [project.root / ".claude" / name for name in names if project]


def _value(path: Path) -> dict[str, object]:
    try:
        return settings.parse(content(path) or b"{}", str(path))
    except settings.SettingsError:
        return {}


def last_fired(patient: Patient) -> Iterator[Finding]:
    """When each hook last ran here, and what failed."""
    if patient.project is None or not invited(patient.project):
        return
    rows = fired.events(patient.project.root)
    if not rows:
        yield Finding("note", "fired", say("fired.never"), say("fired.never_hint"))
        return
    yield Finding("ok", "fired", say("fired.last", events=", ".join(f"{row['event']} {row['last']}" for row in rows)))
    for row in rows:
        if int(str(row["failures"])) * 5 > int(str(row["count"])):
            message = say("fired.failing", event=row["event"], count=row["failures"], text=row["last_failure"])
            yield Finding("warning", "hooks_failing", message, say("fired.failing_hint"))


CHECKS: tuple[Check, ...] = (client, registration, files, last_fired)
