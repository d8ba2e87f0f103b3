"""Starting another surface: never imported, always a process of its own (``python -P -m cogmem.web``).

``-P`` keeps the current folder off the module path: a repository must not be able to lend us its own ``click.py``.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from cogmem.cli.out import Out
from cogmem.messages import spoken

_ADDRESS = re.compile(r"http://\S+")


def become(module: str, args: list[str], *, folder: str | None = None) -> int:
    """Replace this process by a room; where that cannot be done, run it as a child. Returns the child's exit code."""
    line = [sys.executable, "-P", "-m", module, *args]
    if folder:
        os.chdir(folder)
    sys.stdout.flush()
    if os.name != "nt":
        os.execv(sys.executable, line)
    return subprocess.run(line).returncode


def dashboard(out: Out, root: Path, *, port: int | None = None, browser: bool = True) -> int:
    """The dashboard of ``root`` until Ctrl-C; with ``--json`` its address is one object on stdout."""
    args = [str(root), *(["--port", str(port)] if port is not None else [])]
    args += [] if browser else ["--no-browser"]
    os.environ["COGMEM_LANG"] = spoken()
    if not out.json:
        return become("cogmem.web", args)
    return _announced(out, args)


def _announced(out: Out, args: list[str]) -> int:
    """Run it as a child and hand on the address it prints."""
    command = [sys.executable, "-P", "-m", "cogmem.web", *args]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        try:
            for line in child.stdout or ():
                found = _ADDRESS.search(line)
                if found:
                    out.data({"url": found[0], "pid": child.pid})
                    sys.stdout.flush()
            return child.wait()
        except KeyboardInterrupt:
            child.terminate()
            child.wait()
            return 0
