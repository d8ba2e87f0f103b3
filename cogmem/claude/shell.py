"""The shell lines that Claude Code runs for a hook, and the quoting that lets any path stand in them."""

from __future__ import annotations

import json
import shlex

# Walks up from where Claude Code was started to the nearest cogmem.toml, HOME being the last folder looked at. A
# worktree may have it in its main checkout only. Where there is none, stdin is read (the client minds a closed pipe)
# and that is all.
_GUARD = """\
q() {{ cat >/dev/null; exit 0; }}
cd -P "${{CLAUDE_PROJECT_DIR:-.}}" >/dev/null 2>&1 || q
d=$PWD; s=$d
while [ ! -f "$d/cogmem.toml" ]; do
if [ -f "$d/.git" ] && read -r g <"$d/.git"; then m=${{g#gitdir: }}; n=${{m%/.git/worktrees/*}}
[ "$n" != "$m" ] && {{ [ -f "$n/cogmem.toml" ] || [ -f "$n${{s#"$d"}}/cogmem.toml" ]; }} && break; fi
[ "$d" -ef "$HOME" ] && q
case $d in /*/*) d=${{d%/*}};; *) q;; esac
done
"""
# A clone that this user never invited has no id; what is not a plain checkout is for the program to judge.
_UNINVITED = """[ -d "$d/.git" ] && [ ! -f "$d/memory/.run/id" ] && q\n"""
_RUN = """[ -x {python} ] && [ -f {stub} ] || {gone}\nexec {python} -I -S {stub}"""


def hook_line(python: str, stub: str, *, gone: str = "") -> str:
    """The command of a hook: guard, then our program. ``gone``: what the person is told when the program is not there
    any more (SessionStart only; every other event stays silent)."""
    said = f"{{ printf '%s\\n' {shlex.quote(json.dumps({'systemMessage': gone}))}; q; }}" if gone else "q"
    run = _RUN.format(python=shlex.quote(python), stub=shlex.quote(stub), gone=said)
    return _GUARD.format() + ("" if gone else _UNINVITED) + run


def launcher(python: str) -> str:
    """``bin/cogmem``: the command line for the agent's Bash tool, without the current folder on the import path."""
    return f"#!/bin/sh\nexec {shlex.quote(python)} -P -c 'from cogmem.cli.entry import main; main()' \"$@\"\n"
