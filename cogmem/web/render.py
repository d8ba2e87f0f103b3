"""Templates to HTML: values are escaped, texts come from the catalogue, static files are named by content."""

from __future__ import annotations

import datetime as dt
import hashlib
import mimetypes
from collections.abc import Callable
from functools import partial
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from cogmem import assets
from cogmem.web.texts import count, say

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


class Static:
    """The files below ``dashboard/static`` in memory, under names that change with their content."""

    def __init__(self) -> None:
        folder = assets.path("dashboard", "static")
        self._files: dict[str, tuple[bytes, str]] = {}
        self._names: dict[str, str] = {}
        for path in sorted(p for p in folder.rglob("*") if p.is_file()):
            data = path.read_bytes()
            digest = hashlib.sha256(data).hexdigest()[:12]
            public = f"{path.stem}.{digest}{path.suffix}"
            self._names[path.relative_to(folder).as_posix()] = public
            self._files[public] = data, mimetypes.guess_type(path.name)[0] or "application/octet-stream"

    def address(self, name: str) -> str:
        return f"/static/{self._names[name]}"

    def get(self, public: str) -> tuple[bytes, str] | None:
        """(content, media type) of a public name; no path ever reaches the disk."""
        return self._files.get(public)


class Renderer:
    """Renders a template for one project in a language."""

    def __init__(self, project: str, static: Static) -> None:
        self._project = project
        self._static = static
        self._environment = Environment(
            loader=FileSystemLoader(assets.path("dashboard", "templates")),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )

    def page(self, template: str, lang: str, **values: Any) -> str:
        """The HTML. ``values`` are the page's own; the frame's are added."""
        frame: dict[str, Any] = {
            "lang": lang,
            "project": self._project,
            "t": partial(say, lang),
            "count": partial(count, lang),
            "number": number,
            "day": partial(day, lang),
            "static": self._static.address,
            "page": "",
        }
        return self._environment.get_template(template).render(**frame | values)


def number(value: int) -> str:
    return f"{value:,}"


def day(lang: str, iso: str) -> str:
    """``8 March 2026`` or ``2026年3月8日``; what is no date stays as it is."""
    try:
        date = dt.date.fromisoformat(iso)
    except ValueError:
        return iso
    if lang == "ja":
        return f"{date.year}年{date.month}月{date.day}日"
    return f"{date.day} {MONTHS[date.month - 1]} {date.year}"


def refusal(lang: str) -> Callable[[int, str], bytes]:
    """Pages for requests that are not let in: no style sheet, no script, nothing of the project."""

    def page(status: int, why: str) -> bytes:
        text, title = say(lang, f"error.{why}"), say(lang, "title.error")
        return (
            f'<!doctype html><html lang="{lang}"><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width">'
            f"<title>{status} · cogmem</title><h1>{title}</h1><p>{text}</p></html>\n"
        ).encode()

    return page
