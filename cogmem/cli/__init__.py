"""The command line: parse, call one room, print. ``entry`` starts it, ``table`` lists the commands."""

from __future__ import annotations
