"""Says on stderr what the configuration's files hold that does not count."""

from __future__ import annotations

import os

from cogmem.cli.out import Out
from cogmem.config import CogMemConfig, Notice
from cogmem.messages import say
from cogmem.places import user_config_path

_FOR_DOCTOR = ("retired_key", "overridden")


def tell(out: Out, config: CogMemConfig) -> None:
    """Name the notices, but for those that only `doctor` names."""
    for notice in config.notices:
        if notice.code not in _FOR_DOCTOR:
            out.note(in_words(notice))


def in_words(notice: Notice) -> str:
    """One notice as a sentence with its place."""
    place = f"{_short(notice.file)}:{notice.line}" if notice.line else _short(notice.file)
    text = say(None, f"notice.{notice.code}", place=place, key=notice.key, user=user_config_path())
    return text + (say(None, "notice.did_you_mean", name=notice.suggestion) if notice.suggestion else "")


def _short(path: str) -> str:
    relative = os.path.relpath(path)
    return path if relative.startswith("..") else relative
