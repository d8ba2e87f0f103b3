"""``cogmem init``: give a project a memory, and Claude Code the plugin that uses it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cogmem.cli.base import Run, define, option
from cogmem.cli.out import clean
from cogmem.errors import ChangedMeanwhileError, UsageError
from cogmem.messages import say, speak, spoken

if TYPE_CHECKING:
    from cogmem.claude.changes import Plan as ClientPlan
    from cogmem.scaffold.plan import Plan


@define("init", short_folder=True)
@click.argument("folder", required=False, metavar="[DIR]")
@option("--user", "user_id", metavar="ID")
@option("--private", is_flag=True)
@option("--shared", is_flag=True)
@option("--project", "by_project", is_flag=True)
@option("--no-client", is_flag=True)
@option("--dry-run", is_flag=True)
@option("--yes", is_flag=True)
def command(run: Run, folder: str | None, user_id: str | None, private: bool, shared: bool, **flags: Any) -> int:
    from cogmem.project import checked_user
    from cogmem.scaffold.plan import plan

    if private and shared:
        raise UsageError(say(None, "init.both_modes"))
    root = Path(os.path.abspath(folder or run.folder or "."))
    _allowed(run, root)
    work = plan(root, lang=_language(run, root), user=checked_user(user_id), mode=_mode(run, root, private, shared))
    client = _client(root, flags["by_project"]) if not flags["no_client"] else None
    if flags["dry_run"]:
        _show_dry(run, work, client)
        return 0
    return _carry_out(run, work, client)


def _carry_out(run: Run, work: Plan, client: ClientPlan | None) -> int:
    from cogmem.claude.texts import say as of_client
    from cogmem.project import project_id
    from cogmem.scaffold.setup import set_up

    client_changed = bool(client and client.changes)
    asked = bool(work) or not _listed(work.root)
    try:
        if client:
            client.apply()
        work.root.mkdir(parents=True, exist_ok=True)
        project, changed = set_up(work)
    except ChangedMeanwhileError as error:  # most likely by a second `init`; what it wrote is not to be written over
        raise ChangedMeanwhileError(of_client("error.meanwhile", path=error.file or work.root),
                                    hint=of_client("hint.meanwhile"), file=error.file) from error
    inside, outside = _of_client(work, client)
    outside += _notes_of(work, project_id(project)) if asked else []
    notes = [*_warnings(work), *(client.notes if client is not None else []), *_missing(work, client)]
    run.out.data({"root": str(work.root), "mode": work.mode, "changed": changed or client_changed,
                  "id": project_id(project), "written": [*_names(work), *inside], "outside": outside,
                  "notices": notes})
    _tell(run, work, changed or client_changed, inside, outside)
    for note in notes:
        run.out.note(note)
    return 0


def _tell(run: Run, work: Plan, changed: bool, inside: list[str], outside: list[str]) -> None:
    """What was written, how to take it back, what to type next."""
    if run.out.quiet:
        return
    if not changed:
        run.out.line(say(None, "init.nothing", root=clean(work.root)))
        return
    for change in work.changes:
        verb = say(None, "init.wrote" if change.before is None else "init.appended" if change.added else "init.changed")
        run.out.line(f"  {verb} {clean(_name(work, change.path))}")
    for name in inside:
        run.out.line(f"  {say(None, 'init.wrote')} {clean(name)}")
    for path in outside:
        run.out.line("  " + say(None, "init.outside", path=clean(path)))
    mode = say(None, f"init.{work.mode}")
    run.out.line(run.out.style(say(None, "init.done", root=clean(work.root), mode=mode), "bold"))
    run.out.line(say(None, "init.undo"))
    run.out.line(say(None, "init.next"))


def _show_dry(run: Run, work: Plan, client: ClientPlan | None) -> None:
    diff = work.diff() + (client.diff() if client else "")
    inside, outside = _of_client(work, client)
    if work or not _listed(work.root):
        outside += _notes_of(work, _id_of(work.root))
    run.out.data({"root": str(work.root), "mode": work.mode, "written": [*_names(work), *inside],
                  "folders": work.folders, "outside": outside, "diff": diff, "dry_run": True})
    run.out.talk(say(None, "init.dry"))
    run.out.line(clean(diff.rstrip("\n")))
    for path in outside:
        run.out.talk("  " + say(None, "init.outside", path=path))


def _missing(work: Plan, client: ClientPlan | None) -> list[str]:
    """What this machine lacks for all of it to work: a client that loads the plugin, the model's file."""
    from cogmem.claude import plugin
    from cogmem.doctor.client import OLDEST_FOR_PLUGIN, client_version, numbers
    from cogmem.embed.model_file import candidates
    from cogmem.places import cache_dir
    from cogmem.project import open_project

    notes = []
    version = client_version() if client is not None else "-"  # a plan that changes nothing is falsy
    if version is None:
        notes.append(say(None, "init.no_client"))
    elif client is not None and numbers(version) < OLDEST_FOR_PLUGIN and plugin.folder().is_dir():
        from cogmem.claude.texts import say as of_client

        notes.append(of_client("note.old_client", version=version))
    provider = open_project(work.root).config.embedding.provider
    if provider == "embedded" and not candidates(cache_dir()):
        notes.append(say(None, "init.no_model"))
    return notes


def _of_client(work: Plan, client: ClientPlan | None) -> tuple[list[str], list[str]]:
    """What registering with Claude Code writes in the project (names) and outside of it (paths)."""
    paths = [change.path for change in client.changes] if client else []
    inside = [_name(work, path) for path in paths if path.is_relative_to(work.root)]
    return inside, [str(path) for path in paths if not path.is_relative_to(work.root)]


def _notes_of(work: Plan, one: str) -> list[str]:
    """The user's list of projects, and the record that `uninstall` goes by; a new project has no id yet."""
    from cogmem.project import registries
    from cogmem.scaffold.record import record_path

    return [str(registries()[0]), *([str(record_path(one or "<id>"))] if work else [])]


def _id_of(root: Path) -> str:
    from cogmem.project import open_project, project_id

    return project_id(open_project(root)) if (root / "cogmem.toml").is_file() else ""


def _listed(root: Path) -> bool:
    """Whether this user's list has the project already."""
    from cogmem.project import invited, open_project

    return (root / "cogmem.toml").is_file() and invited(open_project(root))


def _names(work: Plan) -> list[str]:
    return [_name(work, change.path) for change in work.changes]


def _name(work: Plan, path: Path) -> str:
    return path.relative_to(work.root).as_posix() if path.is_relative_to(work.root) else str(path)


def _allowed(run: Run, root: Path) -> None:
    """HOME, ``/`` and a folder inside another project only when the user says so."""
    from cogmem.project import find_root
    from cogmem.scaffold.setup import is_home_or_root

    if root.exists() and not root.is_dir():
        raise UsageError(say(None, "error.not_folder", place=root))
    if is_home_or_root(root) and not run.ask(say(None, "init.ask_home", place=root)):
        raise UsageError(say(None, "error.refused", place=root), hint=say(None, "error.refused_hint"))
    outer = find_root(root)
    if outer and outer != Path(os.path.realpath(root)) and not (root / "cogmem.toml").exists():
        run.out.note(say(None, "init.nested", outer=outer))
        run.require(say(None, "init.ask_nested"))


def _language(run: Run, root: Path) -> str:
    """``--lang``, else what the project says, else the locale."""
    if run.lang:
        return run.lang
    if (root / "cogmem.toml").is_file():
        from cogmem.config import CogMemConfig

        lang = str(CogMemConfig.from_toml(root / "cogmem.toml").lang)
        speak(lang)
        return lang
    return spoken()


def _mode(run: Run, root: Path, private: bool, shared: bool) -> str | None:
    """What was asked for; with a remote and a terminal the question is put, else the plan decides."""
    from cogmem.scaffold.plan import remotes

    if private or shared:
        return "private" if private else "shared"
    if run.yes or run.out.json or (root / "cogmem.toml").exists() or not remotes(root):
        return None
    return "shared" if run.ask(say(None, "init.ask_shared"), default=False) else "private"


def _client(root: Path, by_project: bool) -> ClientPlan:
    from cogmem.claude.install import plan_install

    return plan_install(root, way="project" if by_project else "plugin", lang=spoken())


def _warnings(work: Plan) -> list[str]:
    from cogmem.scaffold.plan import remotes

    known = ("github.com", "gitlab.com", "bitbucket.org", "codeberg.org")
    public = [remote for remote in remotes(work.root) if any(host in remote for host in known)]
    return [say(None, "init.public", remote=public[0])] if work.mode == "shared" and public else []
