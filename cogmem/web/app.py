"""The routes of the dashboard. Each checks its parameters, asks the shelf, and renders one template."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qsl, urlencode

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, Response

from cogmem.errors import CogmemError
from cogmem.project import Project, project_id
from cogmem.web import pages, parameters
from cogmem.web.pages import NotThere
from cogmem.web.parameters import BadAddress
from cogmem.web.render import Renderer, Static, refusal
from cogmem.web.security import Gate, Session
from cogmem.web.shelf import Shelf
from cogmem.web.texts import say

LANGUAGE_COOKIE = "cogmem_lang"
NO_STORE = {"cache-control": "no-store"}
FOREVER = {"cache-control": "private, max-age=31536000, immutable"}


def secured(project: Project, shelf: Shelf, port: int) -> tuple[Gate, Session]:
    """The application behind its gate, and the session whose token opens it."""
    session = Session(project_id(project) or sha256(str(project.root).encode("utf-8", "surrogateescape")).hexdigest())
    return Gate(create_app(project, shelf), session, port, refusal(str(project.config.lang))), session


def create_app(project: Project, shelf: Shelf) -> FastAPI:
    """The pages alone, without the gate."""
    app = FastAPI(title="cogmem", docs_url=None, redoc_url=None, openapi_url=None, redirect_slashes=False)
    static = Static()
    renderer = Renderer(project.root.name, static)
    site = Site(project, shelf, renderer)
    app.add_api_route("/", site.home, response_class=HTMLResponse)
    app.add_api_route("/told", site.told, response_class=HTMLResponse)
    app.add_api_route("/memories", site.memories, response_class=HTMLResponse)
    app.add_api_route("/memories/{id}", site.memory, response_class=HTMLResponse)
    app.add_api_route("/search", site.search, response_class=HTMLResponse)
    app.add_api_route("/logs/{day}", site.log, response_class=HTMLResponse)

    @app.get("/static/{name}")
    async def static_file(name: str) -> Response:
        found = static.get(name)
        if found is None:
            return Response(status_code=404, headers=NO_STORE)
        return Response(found[0], media_type=found[1], headers=FOREVER)

    app.add_exception_handler(404, site.not_found)
    app.add_exception_handler(405, site.not_allowed)
    app.add_exception_handler(NotThere, site.not_found)
    app.add_exception_handler(BadAddress, site.bad_address)
    app.add_exception_handler(CogmemError, site.broken)
    app.add_exception_handler(500, site.broken)
    app.middleware("http")(_remember_language)
    return app


class Site:
    """The pages of one project."""

    def __init__(self, project: Project, shelf: Shelf, renderer: Renderer) -> None:
        self._project = project
        self._shelf = shelf
        self._renderer = renderer

    async def home(self, request: Request) -> Response:
        lang = self._language(request)
        return self._show(request, "home.html", await self._shelf.ask(lambda books: pages.home(books, lang)))

    async def told(self, request: Request) -> Response:
        lang = self._language(request)
        return self._show(request, "told.html", await self._shelf.ask(lambda books: pages.told(books, lang)))

    async def memories(self, request: Request, category: str = "", text: str = "", before: str = "") -> Response:
        lang, wanted = self._language(request), parameters.category(category)
        contains, spot = parameters.text("text", text), parameters.spot(before)
        return self._show(
            request,
            "memories.html",
            await self._shelf.ask(lambda books: pages.memories(books, lang, wanted, contains, spot)),
        )

    async def memory(self, request: Request, id: str) -> Response:
        lang, wanted = self._language(request), parameters.memory_id(id)
        return self._show(
            request, "memory.html", await self._shelf.ask(lambda books: pages.memory(books, lang, wanted))
        )

    async def search(self, request: Request, q: str = "", part: str = "") -> Response:
        lang, query = self._language(request), parameters.text("q", q)
        template = "results.html" if part == "results" else "search.html"
        return self._show(request, template, await self._shelf.ask(lambda books: pages.search(books, lang, query)))

    async def log(self, request: Request, day: str, source: str = "", line: str = "", before: str = "") -> Response:
        lang, date = self._language(request), parameters.day(day)
        wanted, number = parameters.text("source", source), parameters.line(line)
        spot = parameters.spot(before)
        if wanted:
            return self._show(
                request,
                "log.html",
                await self._shelf.ask(lambda _: pages.day_text(self._project, lang, date, wanted, number)),
            )
        return self._show(
            request, "log.html", await self._shelf.ask(lambda books: pages.day_entries(books, lang, date, spot))
        )

    async def not_found(self, request: Request, error: Exception) -> Response:
        key = error.key if isinstance(error, NotThere) else "error.not_found"
        return self._error(request, 404, say(self._language(request), key))

    async def not_allowed(self, request: Request, error: Exception) -> Response:
        return self._error(request, 405, say(self._language(request), "error.method"))

    async def bad_address(self, request: Request, error: Exception) -> Response:
        problem = error.problem if isinstance(error, BadAddress) else ""
        return self._error(request, 400, say(self._language(request), "error.arguments", problem=problem))

    async def broken(self, request: Request, error: Exception) -> Response:
        problem = error.message if isinstance(error, CogmemError) else type(error).__name__
        print(f"cogmem: {request.url.path}: {type(error).__name__}: {error}", file=sys.stderr, flush=True)
        return self._error(request, 503, say(self._language(request), "error.broken", problem=problem))

    def _error(self, request: Request, status: int, message: str) -> Response:
        lang = self._language(request)
        return self._show(request, "error.html", {"title": say(lang, "title.error"), "message": message}, status)

    def _show(self, request: Request, template: str, values: dict[str, Any], status: int = 200) -> Response:
        lang = self._language(request)
        other = "en" if lang == "ja" else "ja"
        arguments = [pair for pair in parse_qsl(request.url.query) if pair[0] not in {"lang", "part"}]
        values = {"other_lang": "?" + urlencode([*arguments, ("lang", other)]), **values}
        return HTMLResponse(self._renderer.page(template, lang, **values), status, NO_STORE)

    def _language(self, request: Request) -> str:
        """What the address asks for, else what was chosen before, else the project's language."""
        for asked in (request.query_params.get("lang"), request.cookies.get(LANGUAGE_COOKIE)):
            if asked in ("en", "ja"):
                return str(asked)
        return str(self._project.config.lang)


async def _remember_language(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
    response = await call_next(request)
    lang = request.query_params.get("lang")
    if lang in ("en", "ja"):
        response.set_cookie(LANGUAGE_COOKIE, lang, max_age=31536000, httponly=True, samesite="strict")
    return response
