"""Paths of a conversation: relative to the project, and those that the user's ignore globs exclude."""

from __future__ import annotations

import os
from fnmatch import fnmatchcase


def relative(path: str, root: str) -> str:
    """``path`` as it is written in the project (posix), or its last two parts when it lies outside."""
    path = path.replace("\\", "/")
    root = root.replace("\\", "/").rstrip("/")
    if root and (path.startswith(root + "/")):
        return path[len(root) + 1 :]
    if not path.startswith("/") and ":" not in path[:3]:
        return path.removeprefix("./")
    real = os.path.realpath(path).replace("\\", "/")
    base = os.path.realpath(root).replace("\\", "/") if root else ""
    if base and real.startswith(base + "/"):
        return real[len(base) + 1 :]
    return "/".join(path.strip("/").split("/")[-2:])


class Ignored:
    """The user's globs: ``.env``, ``*.pem``, ``secrets/**``. A glob without a slash matches a name anywhere."""

    def __init__(self, globs: tuple[str, ...] | list[str] = ()) -> None:
        self.globs = tuple(globs)

    def __call__(self, path: str, root: str = "") -> bool:
        if not self.globs or not path:
            return False
        name = relative(path, root)
        parts = name.split("/")
        for glob in self.globs:
            bare = glob.removeprefix("./").removeprefix("**/").strip("/")
            if fnmatchcase(name, bare) or fnmatchcase(name, f"*/{bare}") or fnmatchcase(path, glob):
                return True
            if "/" not in bare and any(fnmatchcase(part, bare) for part in parts):
                return True
        return False

    def in_command(self, line: str, root: str = "") -> bool:
        """Whether a shell line names an ignored file: then neither it nor its output is read."""
        if not self.globs:
            return False
        words = line.replace("=", " ").replace(":", " ").replace("<", " ").replace(">", " ").split()
        return any(self(word.strip("'\"();|&"), root) for word in words)

    def in_text(self, text: str, root: str = "") -> bool:
        """Whether a text names an ignored file by its path."""
        return bool(self.globs) and self.in_command(text, root)
