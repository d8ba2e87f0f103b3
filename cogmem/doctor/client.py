"""Checks of Claude Code: is it there and new enough, are our hooks registered once, do they run, has something undone
them."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from cogmem import __version__, clock
from cogmem.claude import fired, install, installed, plugin
from cogmem.claude.settings import MARK
from cogmem.doctor.client_files import NAMES, PLUGIN, files_of, has_unmarked, own_groups, value_of
from cogmem.doctor.client_texts import say
from cogmem.doctor.finding import Check, Finding, Patient
from cogmem.messages import spoken
from cogmem.project import Project, invited, living_projects

OLDEST_FOR_PLUGIN = (2, 1, 157)
SECONDS = 30
_ENOUGH, _SLOW_MS = 20, 500.0
"""How many runs of a hook say something, and from how many milliseconds (p95) they say that it is slow."""
_PROBE = {"session_id": "doctor", "hook_event_name": "PreToolUse", "tool_input": {"query": "x"},
          "tool_name": "mcp__plugin_cogmem_memory__search"}
_MINIMAL_PATH = "/usr/bin:/bin:/usr/sbin:/sbin"


def client(_: Patient) -> Iterator[Finding]:
    version = client_version()
    if version is None:
        yield Finding("note", "client", say("client.none"), say("client.none_hint"))
    elif numbers(version) < OLDEST_FOR_PLUGIN and installed.load().plugins:
        yield Finding("error", "client_old", say("client.old", version=version), say("client.old_hint"))
    else:
        yield Finding("ok", "client", say("client.ok", version=version))


def client_version() -> str | None:
    """What ``claude --version`` says; None when there is no client that answers."""
    program = shutil.which("claude")
    if program is None:
        return None
    try:
        done = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=SECONDS,
                              stdin=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired):
        return None
    found = re.match(r"\d+(?:\.\d+)*", done.stdout.strip())
    return found[0] if found else None


def numbers(version: str) -> tuple[int, ...]:
    """A version as numbers, for comparing."""
    return tuple(int(part) for part in re.findall(r"\d+", version))


def registration(patient: Patient) -> Iterator[Finding]:
    """Plugin or settings: exactly one of them, unharmed, with a program that is there."""
    project = patient.project
    if project is None or not invited(project):
        return
    state, merged = installed.load(), _merged(project)
    here = plugin.folder()
    known = state.plugins.get(str(here))
    ours = [here] if here.is_dir() and (known or (here / ".git").exists()) else []  # a clone put there by hand counts
    market = _from_marketplace(project)
    bare = [str(path) for path in files_of(project) if has_unmarked(value_of(path))]
    both = [*map(str, ours), *([str(merged)] if merged else []), *(path for path, _ in market), *bare]
    if len(both) > 1:
        message = say("hooks.twice", first=both[0], second=both[1])
        hint = say("hooks.market_hint", name=market[0][1]) if market else say("hooks.twice_hint")
        hint = say("hooks.bare_hint", path=bare[0]) if bare else hint
        yield Finding("warning", "hooks_twice", message, hint)
    if not both:
        yield _nowhere(project, state)
    if known and ours:
        yield from _plugin(project, known)
    if merged:
        yield from _by_path(patient, project, merged)


def unused(patient: Patient) -> Iterator[Finding]:
    """A plugin that outlived its last project, whose folder was deleted without ``cogmem uninstall``."""
    project = patient.project
    if (project is not None and invited(project)) or living_projects():
        return
    for one in installed.load().plugins.values():
        if os.path.isdir(one.folder):
            message = say("plugin.unused", folder=one.folder)
            yield Finding("note", "plugin_unused", message, say("plugin.unused_hint"), file=one.folder)


def _nowhere(project: Project, state: installed.Installed) -> Finding:
    """No hook of ours is where this client looks: how it came to that, and the way out."""
    lost, here = state.merges.get(str(project.root)), plugin.folder()
    elsewhere = [one.folder for one in state.plugins.values() if os.path.isdir(one.folder)]
    if lost:
        message = say("hooks.lost", path=lost.path)
        return Finding("error", "hooks_lost", message, say("hooks.lost_hint"), file=lost.path)
    if (here / "hooks" / "hooks.json").is_file():
        message = say("hooks.unknown", path=here)
        return Finding("warning", "hooks_unknown", message, say("hooks.edited_hint"), file=str(here),
                       fix=lambda: _write_anew(project))
    if elsewhere:
        message = say("hooks.elsewhere", there=elsewhere[0], here=plugin.config_dir())
        return Finding("error", "hooks_elsewhere", message, say("hooks.elsewhere_hint"), file=elsewhere[0])
    return Finding("error" if state.plugins else "note", "hooks_none", say("hooks.none"), say("hooks.none_hint"))


def _plugin(project: Project, one: installed.Plugin) -> Iterator[Finding]:
    gone = next((path for path in (one.python, one.stub) if not os.path.isfile(path)), None)
    if gone:
        yield Finding("error", "hooks_gone", say("hooks.gone", path=gone), say("hooks.gone_hint"), file=gone,
                      fix=lambda: _write_anew(project))
        return
    changed = install.changed_files(one)
    for path in changed:
        yield Finding("warning", "hooks_edited", say("hooks.edited", path=path), say("hooks.edited_hint"),
                      file=str(path), fix=lambda: _write_anew(project))
    for name in plugin.MODES:
        path = Path(one.folder) / name
        if path.is_file() and not os.access(path, os.X_OK):
            message = say("plugin.mode", path=path)
            yield Finding("warning", "plugin_mode", message, say("plugin.mode_hint"), str(path), fix=_runnable(path))
    yield from _versions(project, one)
    if not changed:
        yield from _answers(project, Path(one.folder))
        yield from _server(project, one)


def _versions(project: Project, one: installed.Plugin) -> Iterator[Finding]:
    if numbers(one.version) > numbers(__version__):
        message = say("plugin.newer", version=one.version, ours=__version__)
        yield Finding("warning", "plugin_newer", message, say("plugin.newer_hint", python=one.python), file=one.folder)
    elif numbers(one.version) < numbers(__version__):
        message = say("plugin.old", version=one.version, ours=__version__)
        yield Finding("warning", "plugin_old", message, say("hooks.edited_hint"), file=one.folder,
                      fix=lambda: _write_anew(project))


def _server(project: Project, one: installed.Plugin) -> Iterator[Finding]:
    """The server's interpreter must have what it imports. Nothing is started: the modules are only loaded."""
    if one.python == sys.executable:
        return  # then this very program is the proof
    line = [one.python, "-P", "-c", "import cogmem.mcp.server, cogmem.store, numpy"]
    try:
        done = subprocess.run(line, capture_output=True, timeout=SECONDS, stdin=subprocess.DEVNULL, cwd=one.folder)
        text = done.stderr.decode("utf-8", "replace").strip()[-200:] if done.returncode else ""
    except (OSError, subprocess.TimeoutExpired) as error:
        text = str(error)
    if text:
        message = say("server.broken", python=one.python, text=text)
        yield Finding("error", "server_broken", message, say("server.broken_hint"), file=one.python,
                      fix=lambda: _write_anew(project))


def _runnable(path: Path) -> Callable[[], str]:
    def fix() -> str:
        path.chmod(path.stat().st_mode | 0o755)
        return say("plugin.mode_mended", path=path)

    return fix


def _write_anew(project: Project) -> str:
    install.plan_install(project.root, lang=spoken(), anew=True).apply()
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
        yield Finding("error", "hooks_silent", say("hooks.silent", text=text), say("hooks.silent_hint"),
                      fix=lambda: _write_anew(project))


def _allows(project: Project) -> bool:
    return bool(project.config.hooks.allow_own_tools) and not project.paused


def _by_path(patient: Patient, project: Project, merged: Path) -> Iterator[Finding]:
    if shutil.which("cogmem-hook") is None:
        yield Finding("error", "hooks_path", say("hooks.path", path=merged), say("hooks.path_hint"))
    ours = own_groups(value_of(merged))
    bare = {event: [{key: value for key, value in group.items() if key != MARK} for group in groups]
            for event, groups in ours.items()}
    wanted = plugin.classic()
    if bare != wanted:
        event = next((one for one in wanted if bare.get(one) != wanted[one]), next(iter(bare)))
        other = {str(group[MARK]) for groups in ours.values() for group in groups} - {__version__}
        message = say("hooks.differ", path=merged, event=event)
        yield Finding("note" if other else "warning", "hooks_differ", message, say("hooks.differ_hint"), str(merged))
    if patient.folder != project.root:
        message = say("hooks.below", path=merged, root=project.root)
        yield Finding("warning", "hooks_below", message, say("hooks.below_hint"))


def _merged(project: Project) -> Path | None:
    """The settings file of the project that holds our groups."""
    paths = (project.root / ".claude" / name for name in NAMES)
    return next((path for path in paths if own_groups(value_of(path))), None)


def _from_marketplace(project: Project) -> list[tuple[str, str]]:
    """(settings, name) of a cogmem plugin out of a marketplace that is switched on; the same one counts once."""
    found: dict[str, str] = {}
    for path in files_of(project):
        enabled = value_of(path).get("enabledPlugins")
        for name, on in enabled.items() if isinstance(enabled, dict) else ():
            if name.startswith("cogmem@") and name != PLUGIN and on:
                found.setdefault(name, str(path))
    return [(path, name) for name, path in found.items()]


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
        if int(str(row["count"])) >= _ENOUGH and float(str(row["p95_ms"])) > _SLOW_MS:
            message = say("fired.slow", event=row["event"], ms=round(float(str(row["p95_ms"]))))
            yield Finding("note", "hooks_slow", message, say("fired.slow_hint"))


CHECKS: tuple[Check, ...] = (client, registration, unused, last_fired)
