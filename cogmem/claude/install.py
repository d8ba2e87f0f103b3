"""Into Claude Code and out of it again: one plugin for all projects of a user, or groups in a project's settings.

Both directions are plans first: what is shown is what is done, and what was written where is kept in the state file, so
that leaving takes away exactly that.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from pathlib import Path

from cogmem import __version__
from cogmem.assets import hook_program
from cogmem.claude import installed, plugin, settings
from cogmem.claude.changes import Plan, content, empty_after, missing_folders
from cogmem.claude.texts import say
from cogmem.errors import ChangedMeanwhileError, CogmemError
from cogmem.places import cache_dir, state_dir
from cogmem.project import known_projects, living_projects

VANISHING = ("/uv/archive-v", "/uv/environments-v", "/uv/builds-v", "/pipx/.cache/", "/.cache/uv/")


class InstallError(CogmemError):
    """cogmem cannot be put into Claude Code this way; nothing was written."""

    code = "install"


def plan_install(root: Path, *, way: str = "plugin", lang: str = "en", python: str | None = None,
                 anew: bool = False) -> Plan:
    """What makes Claude Code use the memory of ``root``. ``way`` is ``plugin``, or ``project`` for its settings.
    ``anew``: the plugin of another installation does not work and is replaced.

    Apply it before the project is listed as invited, so that folders which only we made are known as such. Raises
    InstallError, SettingsError.
    """
    python = os.path.abspath(python or sys.executable)
    refuse_vanishing(python)
    state = installed.load()
    merges = _settings_path(root)
    state.note_made([*missing_folders(state_dir()), *missing_folders(cache_dir())])
    if way == "project":
        return _plan_merge(state, root, merges)
    plan = Plan()
    if settings.own_events(content(merges), str(merges)):
        if _merge_of(state, root, content(merges)) is None:
            plan.notes.append(say("note.team", path=merges))
            return plan
        plan.notes.append(say("note.replaced", path=merges))
        _take_out_merge(plan, state, root, merges)
    return _plan_plugin(plan, state, plugin.folder(), python, lang, anew)


def plan_uninstall(root: Path, project_id: str) -> Plan:
    """What takes ``root`` out of Claude Code again, and with the last project cogmem itself.

    The memory stays; what is removed with it are the caches and the state folder. A project whose folder is gone uses
    nothing, so ``root`` may be a folder without one (and ``project_id`` empty).
    """
    state = installed.load()
    plan = Plan(forget=project_id)
    merges = _settings_path(root)
    _take_out_merge(plan, state, root, merges)
    remaining = [place for one, place in living_projects().items() if one != project_id]
    if remaining:
        if state.plugins:
            plan.notes.append(say("note.remaining", count=len(remaining), names=", ".join(sorted(remaining))))
    else:
        gone = {place for one, place in known_projects().items() if one != project_id} - {str(root)}
        if gone:
            plan.notes.append(say("note.gone", names=", ".join(sorted(gone))))
        for one in list(state.plugins.values()):
            _take_out_plugin(plan, state, one)
        plan.trees += [path for path in (state_dir(), cache_dir()) if path.is_dir()]
        plan.folders += empty_after(Path(folder) for folder in state.made)
        state.made = []
    if not plan.trees or state_dir() not in plan.trees:
        installed.plan_save(plan, state)
    return plan


def refuse_vanishing(python: str) -> None:
    """Raises InstallError for an interpreter that will not be there tomorrow."""
    real = os.path.realpath(os.path.dirname(python)).replace("\\", "/") + "/"
    cache = os.environ.get("UV_CACHE_DIR", "").rstrip("/")
    if any(part in real or part in python for part in VANISHING) or (cache and real.startswith(cache + "/")):
        raise InstallError(say("error.vanishing", python=python), hint=say("hint.vanishing"))


def _settings_path(root: Path) -> Path:
    return root / ".claude" / "settings.json"


def _plan_plugin(
    plan: Plan, state: installed.Installed, folder: Path, python: str, lang: str, anew: bool = False
) -> Plan:
    known = state.plugins.get(str(folder))
    if known is None and folder.is_dir() and any(folder.iterdir()) and not _looks_ours(folder):
        if str(folder) in installed.load().plugins:  # noted since we looked: another `init` is about to write it
            raise ChangedMeanwhileError(say("error.meanwhile", path=folder), hint=say("hint.meanwhile"))
        raise InstallError(say("error.foreign", folder=folder), hint=say("hint.foreign"))
    if known and _runnable(known) and not anew:
        if _version(known.version) > _version(__version__):
            plan.notes.append(say("note.newer", folder=folder, version=known.version))
            return plan
        if known.version == __version__ and known.python != python and not changed_files(known):
            plan.notes.append(say("note.other", folder=folder, python=known.python))
            return plan
    state.note_made(missing_folders(folder))
    files = plugin.files(python, lang)
    written = dict(known.files) if known else {}
    for name, data in files.items():
        plan_file(plan, folder, name, data, written)
    for name in [name for name in written if name.removesuffix(".new") not in files]:
        _drop(plan, folder / name, written.pop(name))
    state.plugins[str(folder)] = installed.Plugin(str(folder), __version__, python, str(hook_program()), written)
    installed.plan_save(plan, state)
    plan.changes.reverse()  # the state file first: a crash in the middle leaves nothing that is not written down
    return plan


def plan_file(plan: Plan, folder: Path, name: str, data: bytes, written: dict[str, str]) -> None:
    """One file of the plugin; a skill that the person edited stays, with the new text beside it."""
    target, found = folder / name, content(folder / name)
    edited = found is not None and name in written and _sum(found) != written[name] and found != data
    if edited and name.startswith("skills/"):
        new = target.with_name(target.name + ".new")
        if _sum(data) != written[name]:
            if content(new) != data:
                plan.notes.append(say("note.edited", path=target, new=new))
            plan.put(new, data)
            written[f"{name}.new"] = _sum(data)
        return
    plan.put(target, data, plugin.MODES.get(name))
    written[name] = _sum(data)


def _drop(plan: Plan, path: Path, ours: str) -> None:
    found = content(path)
    if found is None:
        return
    if _sum(found) == ours:
        plan.put(path, None)
    else:
        plan.notes.append(say("note.kept", path=path))


def _take_out_plugin(plan: Plan, state: installed.Installed, one: installed.Plugin) -> None:
    folder = Path(one.folder)
    for name, ours in one.files.items():
        _drop(plan, folder / name, ours)
    inside = {folder, *(parent for name in one.files for parent in (folder / name).parents if folder in parent.parents)}
    plan.folders += empty_after(inside)
    del state.plugins[one.folder]


def _plan_merge(state: installed.Installed, root: Path, path: Path) -> Plan:
    plan = Plan(notes=[say("note.project", path=path)])
    if any(_runnable(one) for one in state.plugins.values()):
        others = [place for place in living_projects().values() if os.path.realpath(place) != os.path.realpath(root)]
        hint = say("hint.both_others", others=", ".join(others)) if others else say("hint.both")
        raise InstallError(say("error.both"), hint=hint)
    before = content(path)
    after = settings.merged(before, plugin.classic(), __version__, str(path))
    known = _merge_of(state, root, before)
    if known is None:
        known = installed.Merge(str(path), before, "", made_folder=not path.parent.exists())
    elif before is not None and _sum(before) != known.after:
        known.before = settings.without_ours(before, str(path))  # edited since: what is not ours counts as theirs
    known.path, known.after = str(path), _sum(after)
    state.merges = {place: one for place, one in state.merges.items() if one is not known} | {str(root): known}
    installed.plan_save(plan, state)
    plan.put(path, after)
    if shutil.which("cogmem-hook") is None:
        plan.notes.append(say("note.path"))
    return plan


def _take_out_merge(plan: Plan, state: installed.Installed, root: Path, path: Path) -> None:
    """The original bytes when the file is as we left it, else the file without our groups."""
    found = content(path)
    known = _merge_of(state, root, found)
    state.merges = {place: one for place, one in state.merges.items() if one is not known}
    if found is None:
        return
    if known and _sum(found) == known.after:
        plan.put(path, known.before)
        if known.made_folder:
            plan.folders.append(path.parent)
    elif settings.own_events(found, str(path)) and known:
        theirs = settings.parse(known.before, str(path)).get("hooks") if known.before and known.before.strip() else None
        left = settings.without_ours(found, str(path), keep_hooks=theirs is not None, keep_events=tuple(theirs or ()))
        plan.put(path, left)


def _merge_of(state: installed.Installed, root: Path, found: bytes | None) -> installed.Merge | None:
    """What we know of this project's settings; a project that was moved is recognised by what we wrote."""
    known = state.merges.get(str(root))
    if known is None and found is not None:
        known = next((one for one in state.merges.values() if one.after == _sum(found)), None)
    return known


def _looks_ours(folder: Path) -> bool:
    manifest = content(folder / ".claude-plugin" / "plugin.json")
    return manifest is not None and b'"name": "cogmem"' in manifest


def _runnable(one: installed.Plugin) -> bool:
    return os.access(one.python, os.X_OK) and os.path.isfile(one.stub) and os.path.isdir(one.folder)


def changed_files(one: installed.Plugin) -> list[Path]:
    """The plugin's files that are missing or not as they were written; skills are the person's to edit."""
    found = {name: content(Path(one.folder) / name) for name in one.files if not name.startswith("skills/")}
    return [Path(one.folder) / name for name, data in found.items() if data is None or _sum(data) != one.files[name]]


def _version(text: str) -> tuple[int, ...]:
    numbers = []
    for part in text.split("."):
        digits = "".join(char for char in part if char.isdigit())
        numbers.append(int(digits or 0))
    return tuple(numbers)


def _sum(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
