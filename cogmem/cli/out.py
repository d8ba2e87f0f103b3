"""All that the command line prints goes through here: data on stdout, talk on stderr, nothing that harms a terminal.

In text mode control characters and bidirectional overrides are shown as escapes; JSON is ASCII where the stream is
not UTF-8. A stream that is closed or gone never costs more than its output.
"""

from __future__ import annotations

import os
import sys

from cogmem.messages import say, spoken

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import TextIO

_CONTROL = {code: f"\\x{code:02x}" for code in (*range(0x20), *range(0x7F, 0xA0)) if code not in (0x09, 0x0A)}
_HIDDEN = {code: f"\\u{code:04x}" for code in (
    0x061C, 0x200B, 0x200E, 0x200F, *range(0x2028, 0x202F), 0x2060, *range(0x2066, 0x206A), 0xFEFF,
    *range(0xD800, 0xE000))}
_VISIBLE = _CONTROL | _HIDDEN
_IN_JSON = _HIDDEN | {code: f"\\u{code:04x}" for code in range(0x7F, 0xA0)}  # the rest is escaped by JSON itself
STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "cyan": "36"}


def clean(text: object) -> str:
    """``text`` with what a terminal would obey, or an eye would not see, as visible escapes; tabs and newlines stay."""
    return str(text).translate(_VISIBLE)


def one_line(text: object) -> str:
    """The same on one line."""
    return " ".join(clean(text).split())


class Out:
    """How this run speaks: ``json`` (data as one object), ``color``, ``quiet`` (no talk but errors), ``verbose``."""

    def __init__(self, *, json: bool = False, color: str = "auto", quiet: bool = False, verbose: bool = False) -> None:
        self.json, self.quiet, self.verbose = json, quiet, verbose
        self._color = color

    @property
    def lang(self) -> str:
        return spoken()

    def style(self, text: str, name: str, *, stream: TextIO | None = None) -> str:
        """``text`` in a style where colour is wanted and possible."""
        return f"\033[{STYLES[name]}m{text}\033[0m" if wants_color(self._color, stream or sys.stdout) else text

    def line(self, text: str = "") -> None:
        """One line of data in text mode. Styles are added by the caller after cleaning."""
        if not self.json:
            sys.stdout.write(text + "\n")

    def lines(self, texts: Iterable[str]) -> None:
        for text in texts:
            self.line(text)

    def data(self, value: Mapping[str, object]) -> None:
        """The one object of ``--json``; nothing in text mode."""
        if self.json:
            write_json(value)

    def rows(self, values: Iterable[Mapping[str, object]]) -> None:
        """The lines of ``--jsonl``: one object each."""
        import json

        for value in values:
            sys.stdout.write(json.dumps(value, default=str) + "\n")

    def talk(self, text: str) -> None:
        """What is said beside the data: on stderr, and not at all when quiet."""
        if not self.quiet:
            sys.stderr.write(clean(text) + "\n")

    def note(self, text: str) -> None:
        """A warning on stderr."""
        if not self.quiet:
            label = self.style(say(None, "notice.label"), "yellow", stream=sys.stderr)
            sys.stderr.write(f"{label}: {clean(text)}\n")


def write_json(value: Mapping[str, object]) -> None:
    """One JSON object on stdout. What a terminal would obey, and lone surrogates, are escapes, which JSON can carry."""
    import json

    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower().replace("_", "-")
    text = json.dumps(value, ensure_ascii=encoding not in ("utf-8", "utf8"), indent=2, default=str)
    sys.stdout.write(text.translate(_IN_JSON) + "\n")


def wants_color(choice: str, stream: TextIO) -> bool:
    """``--color`` over NO_COLOR over FORCE_COLOR over whether it is a terminal that can (TERM is not dumb)."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return os.environ.get("TERM") != "dumb" and is_terminal(stream)


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a stream is a terminal; a closed one is not."""
    try:
        return stream is not None and stream.isatty()
    except ValueError:
        return False


def prepare_streams() -> None:
    """Make the standard streams safe: a missing one becomes the null device, an encoding that lacks a character
    shows it as an escape instead of failing."""
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w", encoding="utf-8"))  # noqa: SIM115
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="surrogateescape" if name == "stdin" else "backslashreplace")


def discard_stdout() -> None:
    """After a broken pipe: whatever is still buffered goes nowhere, so that the interpreter's exit stays silent."""
    null = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(null, sys.stdout.fileno())
    except (OSError, ValueError):
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    finally:
        os.close(null)
