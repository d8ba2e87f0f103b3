"""The pages in a real browser: nothing foreign runs, nothing leaves, everybody can use them."""

from __future__ import annotations

import subprocess
import tarfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from dashboards import Dashboard, write_log

pytestmark = pytest.mark.browser

AXE = "axe-core@4.14.1"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
VECTORS = [
    "<script>hit()</script>",
    "<img src=x onerror=hit()>",
    "<svg/onload=hit()>",
    "<svg><script>hit()</script></svg>",
    "[x](javascript:hit())",
    "[x](JaVaScRiPt:hit())",
    "[x](data:text/html,<script>hit()</script>)",
    "![x](javascript:hit())",
    "<a href=javascript:hit()>x</a>",
    "<iframe src=javascript:hit()></iframe>",
    "<iframe srcdoc='<script>hit()</script>'></iframe>",
    "<body onload=hit()>",
    "<details open ontoggle=hit()>",
    "<input autofocus onfocus=hit()>",
    "<video><source onerror=hit()>",
    "<audio src=x onerror=hit()>",
    "<object data=javascript:hit()>",
    "<embed src=javascript:hit()>",
    "<base href=//evil.invalid/>",
    "<link rel=stylesheet href=//evil.invalid/x.css>",
    "<style>*{background:url(//evil.invalid/)}</style>",
    "<meta http-equiv=refresh content=0;url=//evil.invalid/>",
    "<form action=//evil.invalid><button>x</button></form>",
    "<math><mtext><script>hit()</script></mtext></math>",
    "</title><script>hit()</script>",
    "</textarea><script>hit()</script>",
    "--><script>hit()</script>",
    "</script><script>hit()</script>",
    '"><script>hit()</script>',
    "'><script>hit()</script>",
    '" onmouseover=hit() x="',
    "' onfocus=hit() autofocus '",
    "` onmouseover=hit()",
    "{{ 7*7 }}",
    "{% raw %}",
    "${hit()}",
    "<div hx-get=//evil.invalid hx-trigger=load></div>",
    "<div hx-on::load=hit()></div>",
    "<b data-hx-get=/x>b</b>",
    "<img src=//evil.invalid/pixel.png>",
    "<image xlink:href=//evil.invalid/x>",
    "<table background=//evil.invalid/x>",
    "```html\n<script>hit()</script>\n```",
    '<noscript><p title="</noscript><img src=x onerror=hit()>">',
    "<template><script>hit()</script></template>",
    "<xss id=x tabindex=1 onfocus=hit()></xss>",
    "\u202e<script>hit()</script>",
    "<a ping=//evil.invalid href=/>x</a>",
    "<scr<script>ipt>hit()</scr</script>ipt>",
    "＜script＞hit()＜/script＞",
    "<img/src=x/onerror=hit()>",
    "<svg><animate onbegin=hit() attributeName=x dur=1s>",
    "<marquee onstart=hit()>x</marquee>",
    "javascript:hit()",
    "&lt;script&gt;hit()&lt;/script&gt;",
    "&#60;script&#62;hit()&#60;/script&#62;",
    '<p style="background:url(//evil.invalid/)">x</p>',
    "%3Cscript%3Ehit()%3C/script%3E",
    "<isindex action=javascript:hit() type=image>",
    "<keygen autofocus onfocus=hit()>",
]


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("axe")
    packed = subprocess.run(["npm", "pack", AXE, "--silent"], cwd=folder, check=True, capture_output=True, text=True)
    with tarfile.open(folder / packed.stdout.split()[-1]) as archive:
        return archive.extractfile("package/axe.min.js").read().decode()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=ARGUMENTS)
        yield browser
        browser.close()


class Visit:
    """A browser that opened the dashboard, and what went wrong in it: errors, foreign requests, scripts that ran."""

    def __init__(self, browser: Browser, dashboard: Dashboard, **options: object) -> None:
        self.base = dashboard.base
        self.context: BrowserContext = browser.new_context(**{"locale": "en-GB", "reduced_motion": "reduce", **options})
        self.context.add_cookies(
            [
                {"name": name, "value": value, "url": dashboard.base, "httpOnly": True, "sameSite": "Strict"}
                for name, value in dashboard.client.cookies.items()
            ]
        )
        self.wrong: list[str] = []
        self.page: Page = self.context.new_page()
        self.page.expose_function("hit", lambda: self.wrong.append("a script of a memory ran"))
        self.page.on("request", lambda request: self._requested(request.url))
        self.page.on("dialog", lambda dialog: (self.wrong.append("dialog"), dialog.dismiss()))
        self.page.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        self.page.on("console", lambda message: self._said(message.type, message.text))

    def _requested(self, url: str) -> None:
        if not url.startswith(self.base + "/"):
            self.wrong.append(f"asked for {url}")

    def _said(self, kind: str, text: str) -> None:
        if kind in {"error", "warning"} and "status of 404" not in text:
            self.wrong.append(text)

    def go(self, path: str) -> Page:
        self.page.goto(self.base + path, wait_until="load")
        return self.page


@pytest.fixture
def visit(browser):
    open_visits: list[Visit] = []

    def visiting(dashboard: Dashboard, **options: object) -> Visit:
        open_visits.append(Visit(browser, dashboard, **options))
        return open_visits[-1]

    yield visiting
    for one in open_visits:
        one.context.close()


def every_page(dashboard: Dashboard) -> list[str]:
    link = dashboard.page("/memories").split('href="/memories/')[1].split('"')[0]
    return [
        "/",
        "/told",
        "/memories",
        "/memories?category=DECISION&text=usage",
        "/memories?text=zebra",
        f"/memories/{link}",
        "/search",
        "/search?q=usage-based+pricing",
        "/search?q=zebra+accordion",
        "/logs/2026-03-08",
        "/logs/2026-03-08?source=memory/logs/2026-03-08.md&line=5#L5",
        "/nothing-here",
    ]


def test_no_memory_runs_a_script_or_reaches_out(words_project, serve, visit):
    entries = []
    for n, vector in enumerate(VECTORS):
        flat = vector.replace("\n", " ")
        entries.append(
            f"### [NOTE][{flat[:20]}] vector {n} {flat}\n*Arousal: 0.5 | Emotion: {flat.replace('|', '')} | Session: "
            f"{flat.replace('|', '')}*\n{vector}\n"
        )
    write_log(words_project, "2026-03-08", "# 2026-03-08\n\n## Log Entries\n\n" + "\n---\n\n".join(entries))
    (words_project.knowledge_dir / "core.md").write_text(
        "".join(f"- k{n}: {v}\n" for n, v in enumerate(VECTORS) if "\n" not in v)
    )
    dashboard = serve(words_project)
    visited = visit(dashboard)
    links = {
        part.split('"')[0]
        for page in ("/memories", *(f"/logs/2026-03-08?before={n}" for n in [""]))
        for part in dashboard.page(page).split('href="')[1:]
    }
    paths = [
        *every_page(dashboard),
        *sorted(link for link in links if link.startswith("/memories/")),
        "/search?q=vector+script+hit",
        *("/search?q=" + quoted(vector) for vector in VECTORS[:30]),
        *("/memories?text=" + quoted(vector) for vector in VECTORS[:10]),
    ]
    for path in paths:
        page = visited.go(path)
        assert (
            page.evaluate(
                "document.querySelectorAll('main script, main [onerror], main [onload], main iframe, main img, "
                'main style, main form:not([action="/search"]):not([action="/memories"]), [hx-get], '
                "main a[href^=javascript i]').length"
            )
            == 0
        ), path
        assert visited.wrong == [], path
    visited.go("/search").fill("input[name=q]", VECTORS[1])
    visited.page.wait_for_selector("[data-verdict]")
    assert visited.wrong == []


def quoted(text: str) -> str:
    from urllib.parse import quote_plus

    return quote_plus(text)


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(shown, visit, axe, scheme, lang):
    for width in (320, 1280):
        visited = visit(shown, color_scheme=scheme, viewport={"width": width, "height": 800})
        for path in every_page(shown):
            at = (
                path.replace("#", ("&" if "?" in path else "?") + f"lang={lang}#", 1)
                if "#" in path
                else (path + ("&" if "?" in path else "?") + f"lang={lang}")
            )
            page = visited.go(at)
            for summary in page.locator("summary").all():
                summary.click()
            page.evaluate(axe)
            found = page.evaluate(
                "axe.run(document, {resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', "
                "'wcag21aa', 'wcag22aa', 'best-practice']})"
            )
            problems = [(one["id"], one["nodes"][0]["html"][:120]) for one in found["violations"]]
            assert problems == [], (at, width, scheme)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (at, width)
            assert page.evaluate("document.documentElement.lang") == lang
        assert visited.wrong == []


def test_forced_colours_and_big_text(shown, visit, axe):
    visited = visit(shown, forced_colors="active", viewport={"width": 640, "height": 800}, device_scale_factor=2)
    for path in every_page(shown):
        page = visited.go(path)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
        page.evaluate(axe)
        assert page.evaluate("axe.run().then(found => found.violations.map(one => one.id))") == [], path


def test_the_keyboard_reaches_everything_and_the_focus_shows(shown, visit):
    page = visit(shown).go("/search?q=usage-based+pricing")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    assert page.evaluate("document.activeElement.getBoundingClientRect().top") >= -5
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    page = visit(shown).go("/search?q=usage-based+pricing")
    wanted = page.evaluate("document.querySelectorAll('a, button, input, select, summary').length")
    reached = set()
    for _ in range(wanted + 2):
        page.keyboard.press("Tab")
        spot = page.evaluate("""() => { const e = document.activeElement; const s = getComputedStyle(e);
            return [e.tagName + (e.getAttribute('href') || e.name || '') + e.getBoundingClientRect().top,
                    s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2] }""")
        if not spot[0].startswith("BODY"):
            assert spot[1], spot
            reached.add(spot[0])
    assert len(reached) == wanted
    assert (
        page.evaluate("""Array.from(document.querySelectorAll('a, button, input, select, summary'))
        .filter(e => e.getBoundingClientRect().height < 23.5 && !e.closest('p, h1, h2, h3, li')).length""")
        == 0
    )


def test_it_answers_as_you_type(shown, visit):
    visited = visit(shown)
    page = visited.go("/search")
    page.type("input[name=q]", "usage-based pricing", delay=10)
    page.wait_for_selector("#results .card")
    assert "usage-based" in page.inner_text("#results")
    assert "q=usage-based+pricing" in page.url
    page.wait_for_function("document.getElementById('search-status').textContent.length > 0")
    page.fill("input[name=q]", "zebra accordion")
    page.wait_for_selector(".none")
    assert "Nothing in memory about this" in page.inner_text("#results")
    assert page.evaluate("document.activeElement.name") == "q"
    page.reload()
    assert "Nothing in memory about this" in page.inner_text("#results")
    assert visited.wrong == []


def test_without_scripts_everything_works(shown, visit):
    context = visit(shown, java_script_enabled=False)
    page = context.go("/search")
    page.fill("input[name=q]", "usage-based pricing")
    page.click("button")
    assert "usage-based" in page.inner_text("#results")


def test_the_address_that_is_printed_opens_the_page(words_project, browser):
    from dashboards import start

    process = start(words_project.root, "--port", "0")
    context = browser.new_context()
    try:
        page = context.new_page()
        url = process.stdout.readline().split()[-1]
        assert page.goto(url).status == 200
        assert "token" not in page.url and page.evaluate("document.cookie") == ""
        other = browser.new_context()
        assert other.new_page().goto(url).status == 403
        other.close()
    finally:
        context.close()
        process.kill()
        process.communicate()


def test_pages_stay_small(shown, visit):
    page = visit(shown).go("/search?q=usage-based+pricing")
    sizes = page.evaluate("performance.getEntriesByType('resource').map(e => [e.name, e.decodedBodySize])")
    scripts = sum(size for name, size in sizes if name.endswith(".js"))
    sheets = sum(size for name, size in sizes if name.endswith(".css"))
    assert 0 < scripts < 25_000 and 0 < sheets < 15_000
    assert not Path("dashboard/static/vendor").exists()
