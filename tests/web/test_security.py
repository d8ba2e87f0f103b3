"""Nobody but the browser that the user opened sees a memory: every route, every kind of stranger."""

from __future__ import annotations

import asyncio
import itertools
import os
import socket
import sys
from urllib.parse import quote

import httpx
import pytest

from cogmem import assets
from cogmem.web.app import create_app
from cogmem.web.security import CSP, HEADERS
from cogmem.web.shelf import Shelf
from dashboards import LOG, Dashboard, start, write_log

SECRET = "usage-based"


@pytest.fixture
def routes(words_project):
    """Addresses for every route of the application, taken from the application."""
    values = {"{id}": "0123456789ab", "{day}": "2026-03-08", "{name}": "style.css"}
    paths = [route.path for route in create_app(words_project, Shelf(words_project)).routes]
    assert len(paths) >= 6
    for name, value in values.items():
        paths = [path.replace(name, value) for path in paths]
    return paths


def raw(dashboard: Dashboard, *lines: str) -> str:
    """What comes back for a request written by hand."""
    with socket.create_connection(("127.0.0.1", dashboard.port), timeout=10) as line:
        line.sendall("\r\n".join([*lines, "Connection: close", "", ""]).encode("latin-1"))
        data = b""
        while part := line.recv(65536):
            data += part
    return data.decode("utf-8", "replace")


def cookie(dashboard: Dashboard) -> str:
    return "; ".join(f"{name}={value}" for name, value in dashboard.client.cookies.items())


def test_the_token_works_once_and_leaves_the_address(shown):
    second = httpx.get(shown.url, trust_env=False)
    assert second.status_code == 403 and SECRET not in second.text
    again = shown.client.get(shown.url)
    assert again.status_code == 303 and again.headers["location"] == "/"
    assert httpx.get(shown.base + "/", trust_env=False).status_code == 403


def test_the_cookie_is_for_this_project_and_for_no_script(words_project, serve):
    dashboard = serve(words_project)
    name = next(iter(dashboard.client.cookies))
    assert name.startswith("cogmem_") and (words_project.id_path.read_text()[:12] in name)
    fresh = serve(words_project)
    answer = httpx.get(fresh.url.replace("token=", "token=x"), trust_env=False)
    assert answer.status_code == 403 and "set-cookie" not in answer.headers


def test_the_cookies_flags(words_project):
    process = start(words_project.root, "--port", "0")
    try:
        answer = httpx.get(process.stdout.readline().split()[-1], trust_env=False)
    finally:
        process.kill()
        process.communicate()
    flags = answer.headers["set-cookie"].split("; ")[1:]
    assert answer.status_code == 303
    assert set(flags) == {"Path=/", "HttpOnly", "SameSite=Strict"}


HOSTS = [
    "evil.example",
    "127.0.0.1.nip.io:{port}",
    "localhost",
    "localhost:1",
    "127.0.0.1",
    "",
    "[::1]:{port}",
    "0.0.0.0:{port}",
    "127.0.0.1:{port}@evil.example",
    "LOCALHOST.evil:{port}",
    "127.1:{port}",
    "2130706433:{port}",
]


def test_only_our_own_host_is_answered(shown, routes):
    for host, path in itertools.product(HOSTS, routes):
        answer = raw(shown, f"GET {path} HTTP/1.1", f"Host: {host.format(port=shown.port)}", f"Cookie: {cookie(shown)}")
        assert answer.split()[1] in {"421", "400"} and SECRET not in answer, (host, path, answer)


def test_two_hosts_and_absolute_addresses_are_refused(shown):
    twice = raw(shown, "GET / HTTP/1.1", f"Host: {shown.host}", "Host: evil.example", f"Cookie: {cookie(shown)}")
    assert twice.split()[1] in {"400", "421"}
    absolute = raw(shown, "GET http://evil.example/ HTTP/1.1", f"Host: {shown.host}", f"Cookie: {cookie(shown)}")
    assert absolute.split()[1] in {"400", "421"} and SECRET not in absolute


def test_localhost_is_ours_too(shown):
    assert shown.client.get("/", headers={"host": f"localhost:{shown.port}"}).status_code == 200


STRANGERS = [
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
    {"sec-fetch-site": "nonsense"},
    {"origin": "https://evil.example"},
    {"origin": "null"},
    {"origin": "http://localhost:1"},
    {"origin": "http://127.0.0.1"},
    {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document"},
]


def test_other_sites_are_refused(shown, routes):
    for headers, method, path in itertools.product(STRANGERS, ("GET", "POST", "HEAD"), routes):
        answer = shown.client.request(method, path, headers=headers)
        assert answer.status_code == 403 and SECRET not in answer.text, (headers, method, path)


def test_nothing_but_looking(shown, routes):
    for method, path in itertools.product(("POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"), routes):
        assert shown.client.request(method, path).status_code == 403
        assert shown.client.request(method, path, headers={"origin": shown.base}).status_code == 405


def test_no_key_no_page(shown, routes):
    name, value = next(iter(shown.client.cookies.items()))
    given = [None, "cogmem_x=1", f"{name}=", f"{name}=wrong", name, f"{name[:-1]}={value}", f"{name}={value}x"]
    for cookies, path in itertools.product(given, routes):
        headers = {"cookie": cookies} if cookies else {}
        answer = httpx.get(shown.base + path, headers=headers, trust_env=False)
        assert answer.status_code == 403 and SECRET not in answer.text, path


def test_every_answer_carries_the_headers(shown, routes):
    answers = [shown.client.get(path) for path in routes]
    answers += [
        shown.client.get(path) for path in ("/nothing", "/logs/x", "/memories/!", "/docs", "/openapi.json", "/redoc")
    ]
    answers += [
        httpx.get(shown.base + "/", trust_env=False),
        shown.client.get("/", headers={"origin": "null"}),
        shown.client.get(shown.url),
    ]
    for answer in answers:
        for name, value in HEADERS:
            assert answer.headers.get_list(name) == [value], (answer.url, name)
        assert "server" not in answer.headers
        assert not [name for name in answer.headers if name.startswith("access-control-")]
    assert "unsafe" not in CSP and "*" not in CSP and "default-src 'none'" in CSP


def test_there_are_no_interactive_docs(shown):
    for path in ("/docs", "/redoc", "/openapi.json", "/docs/oauth2-redirect"):
        assert shown.client.get(path).status_code == 404


def test_pages_are_not_kept_and_files_are(shown):
    page = shown.client.get("/")
    assert page.headers["cache-control"] == "no-store"
    sheet = page.text.split('rel="stylesheet" href="')[1].split('"')[0]
    answer = shown.client.get(sheet)
    assert answer.status_code == 200 and "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-type"].startswith("text/css")


def test_it_listens_on_loopback_alone(shown):
    import socket as sockets

    with open("/proc/net/tcp") as table:
        listening = [line.split()[1] for line in table.readlines()[1:] if line.split()[3] == "0A"]
    ours = [place.split(":")[0] for place in listening if int(place.split(":")[1], 16) == shown.port]
    assert ours == [f"{int.from_bytes(sockets.inet_aton('127.0.0.1'), 'little'):08X}"]
    with open("/proc/net/tcp6") as table:
        assert f":{shown.port:04X}" not in [line.split()[1][-5:] for line in table.readlines()[1:]]


TRAVERSALS = [
    "../../etc/passwd",
    "..%2f..%2fetc%2fpasswd",
    "%2e%2e/%2e%2e/etc/passwd",
    "/etc/passwd",
    "C:\\Windows\\win.ini",
    "....//....//etc/passwd",
    "%00",
    "2026-03-08%00",
    "2026-03-08/../../../cogmem.toml",
    "x" * 5000,
    "..",
    ".",
    "%252e%252e%252fetc%252fpasswd",
    "..\\..\\etc\\passwd",
    "2026-3-8",
    "２０２６-03-08",
    "2026-13-01",
]


PLACES = [
    "/logs/{}",
    "/memories/{}",
    "/static/{}",
    "/logs/2026-03-08?source={}",
    "/memories?before={}",
    "/search?q=a&part={}",
    "/memories?category={}",
    "/{}",
]


def test_no_path_leads_out(shown):
    for place, vector in itertools.product(PLACES, TRAVERSALS):
        target = place.format(vector.encode("ascii", "replace").decode())
        answer = raw(shown, f"GET {target} HTTP/1.1", f"Host: {shown.host}", f"Cookie: {cookie(shown)}")
        assert answer.split()[1] in {"200", "400", "404", "405"}, target
        assert "root:" not in answer and "[cogmem" not in answer and "Traceback" not in answer, target


def test_a_link_out_of_the_logs_is_not_followed(words_project, serve, tmp_path):
    (tmp_path / "secret.md").write_text("# top secret\n")
    words_project.logs_dir.joinpath("2026-03-08.md").symlink_to(tmp_path / "secret.md")
    dashboard = serve(words_project)
    for path in ("/logs/2026-03-08", "/logs/2026-03-08?source=memory/logs/2026-03-08.md"):
        answer = dashboard.client.get(path)
        assert answer.status_code == 404 and "top secret" not in answer.text


def test_hostile_addresses_open_no_file_outside_the_project(words_project, shared_cache):
    """Every file that the process opens while it answers them lies in the project or belongs to cogmem."""
    opened: list[str] = []
    watching = False

    def hook(event, arguments):
        if watching and event in {"open", "os.listdir", "os.scandir"} and isinstance(arguments[0], str):
            opened.append(os.path.realpath(arguments[0]))

    sys.addaudithook(hook)
    write_log(words_project, "2026-03-08", LOG.format(day="2026-03-08"))
    shelf = Shelf(words_project).start()
    app = create_app(words_project, shelf)

    async def ask(paths):
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1") as client:
            return [(await client.get(path)).status_code for path in paths]

    assert set(asyncio.run(ask(["/", "/memories", "/search?q=usage-based+pricing", "/logs/2026-03-08"]))) == {200}
    vectors = [place.format(quote(vector, safe="%./")) for place in PLACES for vector in TRAVERSALS]
    watching = True
    answers = asyncio.run(ask(vectors))
    watching = False
    shelf.close()
    assert set(answers) <= {200, 400, 404}
    allowed = (os.path.realpath(words_project.root), os.path.realpath(assets.root()), os.path.realpath(shared_cache))
    outside = [path for path in opened if not path.startswith(allowed) and not path.endswith((".pyc", ".py"))]
    assert outside == [] and opened
