"""One gate before everything else: Host, origin, session, and the headers of every answer.

A page on another site, another port or a rebound name must not be able to read a memory. The order is Host allow-list,
Fetch metadata and Origin, then the session: a token that works once and becomes a cookie. Plain ASGI.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from threading import Lock
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

TOKEN = "token"
SAFE_METHODS = frozenset({"GET", "HEAD"})
OWN_SITES = frozenset({"same-origin", "none"})
LONGEST_COOKIE = 4096
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
HEADERS = (
    ("content-security-policy", CSP),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("x-frame-options", "DENY"),
)


class Session:
    """The secrets of one run: a token for the address that is opened, and the cookie it is exchanged for."""

    def __init__(self, project_id: str) -> None:
        self.cookie = f"cogmem_{project_id[:12]}"
        self.token = secrets.token_urlsafe(32)
        self._secret = secrets.token_urlsafe(32)
        self._spent = False
        self._lock = Lock()

    def redeem(self, token: str) -> str | None:
        """The Set-Cookie value for the right token, once."""
        with self._lock:
            if self._spent or not _same(token, self.token):
                return None
            self._spent = True
        return f"{self.cookie}={self._secret}; Path=/; HttpOnly; SameSite=Strict"

    def holds(self, cookies: str) -> bool:
        """Whether a Cookie header carries this session."""
        pairs = (part.strip().partition("=") for part in cookies[:LONGEST_COOKIE].split(";"))
        return any(name == self.cookie and _same(value, self._secret) for name, _, value in pairs)


class Gate:
    """The middleware. ``refusal`` makes the page for a status (400, 403, 405, 421) in plain words."""

    def __init__(self, app: App, session: Session, port: int, refusal: Callable[[int, str], bytes]) -> None:
        self._app = app
        self._session = session
        self._hosts = {f"127.0.0.1:{port}", f"localhost:{port}"} | ({"127.0.0.1", "localhost"} if port == 80 else set())
        self._refusal = refusal

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        headers = _Headers(scope["headers"])
        status, why = self._check(scope, headers)
        if status:
            await _answer(send, status, self._refusal(status, why), scope["method"])
            return
        arguments = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        tokens = [value for name, value in arguments if name == TOKEN]
        if tokens:
            cookie = None if self._session.holds(headers.one("cookie")) else self._session.redeem(tokens[0])
            if cookie or self._session.holds(headers.one("cookie")):
                await _redirect(send, scope["path"], [pair for pair in arguments if pair[0] != TOKEN], cookie)
                return
        if not self._session.holds(headers.one("cookie")):
            await _answer(send, 403, self._refusal(403, "session"), scope["method"])
            return
        await self._app(scope, receive, _with_headers(send))

    def _check(self, scope: Scope, headers: _Headers) -> tuple[int, str]:
        """(0, "") when the request may go on, else the status and which check refused it."""
        hosts = headers.every("host")
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            return 421, "host"
        if not scope["path"].startswith("/"):
            return 400, "path"
        if headers.one("sec-fetch-site", "none") not in OWN_SITES:
            return 403, "origin"
        origins = headers.every("origin")
        if origins and origins != [f"http://{hosts[0].lower()}"]:
            return 403, "origin"
        if scope["method"] not in SAFE_METHODS:
            return (403, "origin") if not origins else (405, "method")
        return 0, ""


class _Headers:
    def __init__(self, pairs: Iterable[tuple[bytes, bytes]]) -> None:
        self._pairs = [(name.decode("latin-1").lower(), value.decode("latin-1")) for name, value in pairs]

    def every(self, name: str) -> list[str]:
        return [value for key, value in self._pairs if key == name]

    def one(self, name: str, default: str = "") -> str:
        """All values of the header as one; ``default`` when it is not there."""
        values = self.every(name)
        return "; ".join(values) if values else default


def _same(given: str, right: str) -> bool:
    return hmac.compare_digest(given.encode("utf-8", "replace"), right.encode())


def _with_headers(send: Send) -> Send:
    async def sending(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", []), *_encoded(HEADERS)]}
        await send(message)

    return sending


def _encoded(headers: Iterable[tuple[str, str]]) -> list[tuple[bytes, bytes]]:
    return [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers]


async def _answer(send: Send, status: int, body: bytes, method: str) -> None:
    headers = [
        ("content-type", "text/html; charset=utf-8"),
        ("content-length", str(len(body))),
        ("cache-control", "no-store"),
        *HEADERS,
    ]
    await send({"type": "http.response.start", "status": status, "headers": _encoded(headers)})
    await send({"type": "http.response.body", "body": b"" if method == "HEAD" else body})


async def _redirect(send: Send, path: str, arguments: list[tuple[str, str]], cookie: str | None) -> None:
    """To the same path without the token; a path of two slashes would lead to another host."""
    place = quote("/" + path.lstrip("/\\")) + (f"?{urlencode(arguments)}" if arguments else "")
    headers = [("location", place), ("content-length", "0"), ("cache-control", "no-store"), *HEADERS]
    if cookie:
        headers.append(("set-cookie", cookie))
    await send({"type": "http.response.start", "status": 303, "headers": _encoded(headers)})
    await send({"type": "http.response.body", "body": b""})
