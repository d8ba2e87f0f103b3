"""A subagent is launched: its intent goes into the log, because the main conversation may be compacted before it ends.

The entry is a DECISION of arousal .4 in the domain DELEGATION, written by ``auto`` and therefore never injected
unasked. While another writer holds the log the intent waits in a scratch file and is written with the next one.
"""

from __future__ import annotations

import os

from cogmem.hooks import deadline, place, state, wire
from cogmem.hooks.call import Call
from cogmem.hooks.texts import say

AROUSAL = 0.4
SHORTEST = 10  # characters: less is no intent
TITLE = 100
BODY = 1500


def note(call: Call) -> None:
    """PreToolUse ``Agent`` or ``Task``."""
    given = call.input
    intent = wire.text(given, "prompt").strip()
    if len(intent) < SHORTEST or not call.settings.capture or not call.first():
        return
    what = wire.text(given, "description").strip() or intent
    title = say(call.lang, "delegation.title", agent=_short(wire.text(given, "subagent_type") or "subagent", 40),
                what=_short(what, TITLE))
    body = intent if len(intent) <= BODY else intent[:BODY].rstrip() + "\n" + say(call.lang, "delegation.cut")
    deadline.at_least(deadline.WRITING)
    from cogmem.journal.secrets import masked

    title, body = map(masked, (title, body))
    if _names_ignored(call, f"{title}\n{body}"):
        return
    waiting = f"{call.run_dir}/hooks/waiting"
    state.append(waiting, wire.dumps({"title": title, "body": body, "session": call.session_id}) + "\n")
    write_waiting(call)


def _names_ignored(call: Call, text: str) -> bool:
    """Whether an intent names a file that the user's globs keep out of the memory."""
    from cogmem.claude.paths import Ignored
    from cogmem.project import open_project

    return Ignored(tuple(open_project(call.root).config.capture.ignore)).in_text(text, call.root)


def waits(call: Call) -> bool:
    """Whether an intent could not be written yet, or its writer was killed."""
    return bool(_waiting(call))


def _waiting(call: Call) -> list[str]:
    """The files with intents that nobody is writing: what the dead had taken (``waiting.<pid>``), then what waits."""
    try:
        found = [one for one in os.scandir(f"{call.run_dir}/hooks") if one.name.partition(".")[0] == "waiting"]
    except OSError:
        return []
    names = [one.name for one in found if one.is_file(follow_symlinks=False)]
    return [f"{call.run_dir}/hooks/{name}" for name in sorted(names, reverse=True) if not _runs(name.partition(".")[2])]


def _runs(pid: str) -> bool:
    """Whether another process with this number is there."""
    from cogmem.files import lives

    return pid.isdigit() and int(pid) != os.getpid() and lives(int(pid))


def write_waiting(call: Call) -> None:
    """Bring the intents that wait into today's log; whoever renames a file first writes what is in it."""
    for waiting in _waiting(call):
        _write(call, waiting)


def _write(call: Call, waiting: str) -> None:
    """An intent is taken off the list after it was written: a kill between the two may tell it twice, never lose it."""
    mine = f"{call.run_dir}/hooks/waiting.{os.getpid()}"
    from cogmem.errors import CogmemError
    from cogmem.journal.daylog import append
    from cogmem.model import DELEGATION, Draft
    from cogmem.project import open_project

    project = open_project(call.root)
    try:
        os.rename(waiting, mine)
    except FileNotFoundError:
        return
    left = place.read(mine).splitlines()
    try:
        while left:
            one = _intent(left[0])
            if one is not None:
                append(project, Draft(
                    title=wire.text(one, "title"), body=wire.text(one, "body"), category="DECISION",
                    domains=(DELEGATION,), arousal=AROUSAL, origin="auto",
                    session=wire.text(one, "session")[:8] or None))
            left.pop(0)
    except (CogmemError, deadline.DeadlineError):
        state.append(f"{call.run_dir}/hooks/waiting", "".join(line + "\n" for line in left))
    state.remove(mine)


def _intent(line: str) -> dict[str, object] | None:
    """One line of the waiting list; None for half a line, which a full disk left."""
    try:
        one = wire.loads(line)
    except ValueError:
        return None
    return one if isinstance(one, dict) else None


def _short(text: str, most: int) -> str:
    """The first line, at most ``most`` characters."""
    line = " ".join(text.split("\n", 1)[0].split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"
