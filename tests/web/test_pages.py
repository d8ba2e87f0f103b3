"""What the pages say: true figures, the whole path from list to line, and nothing where there is nothing."""

from __future__ import annotations

import html
import re

import pytest

from dashboards import LOG, write_log


def words(page: str) -> str:
    """The page's text without its tags."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page)).split())


def links(page: str, start: str) -> list[str]:
    return [html.unescape(link) for link in re.findall(r'href="([^"]*)"', page) if link.startswith(start)]


def test_home_counts_what_is_there(shown):
    page = words(shown.page("/"))
    assert (
        "6 memories" in page and "2 days with a log" in page and "2 pinned" in page and "0 waiting for a vector" in page
    )
    assert "DECISION 2" in page and "ERROR 2" in page and "QUESTION 2" in page


def test_an_empty_memory_shows_how_to_begin(words_project, serve):
    page = words(serve(words_project).page("/"))
    assert "Nothing is remembered yet" in page and "cogmem log" in page and "[DECISION]" in page


def test_what_claude_is_told(shown):
    assert "<memory-context>" in words(shown.page("/told"))


def test_from_the_list_to_the_memory_to_its_line(shown):
    page = shown.page("/memories", text="usage-based")
    assert "2 of 6 memories" in words(page)
    memory = shown.page(links(page, "/memories/")[0])
    assert "Per-seat punishes large teams at expansion." in memory and "Determination" in memory and "14:32" in memory
    assert "Half-life" in memory and "108 days = 60 × (1 + 0.80)" in words(memory) and "PRICING" in memory
    text = shown.client.get(links(memory, "/logs/")[0])
    line = re.search(r'<li id="L5">.*?</li>', text.text, re.S)[0]
    assert "### [DECISION][PRICING] Switched to usage-based pricing" in words(line)


def test_the_language_of_a_memory_is_marked(shown):
    page = shown.page("/memories", category="ERROR")
    assert re.search(r'<a [^>]*dir="auto" lang="ja">夜間バッチ', page)


def test_a_search_is_taken_apart(shown):
    page = words(shown.page("/search", q="usage-based pricing"))
    assert "2 answers" in page or "1 answer" in page
    for part in ("Relevance", "Meaning", "Words", "Arousal", "Fading", "How the score is made"):
        assert part in page
    part = shown.page("/search", q="usage-based pricing", part="results")
    assert "<html" not in part and "Switched to usage-based pricing" in part


def test_a_search_that_finds_nothing_says_so(shown):
    page = words(shown.page("/search", q="zebra accordion quarantine"))
    assert "Nothing in memory about this" in page and "zebra accordion quarantine" in page
    assert "too short" in words(shown.page("/search", q="hello"))
    assert "Nothing in memory" not in words(shown.page("/search"))


def test_searching_from_a_page_strengthens_nothing(shown, words_project):
    shown.page("/search", q="usage-based pricing")
    from cogmem.store import MemoryStore

    with MemoryStore(words_project) as store:
        assert store.boosts() == {}


def test_pages_of_fifty(words_project, serve):
    entries = "\n---\n\n".join(f"### [NOTE] entry number {n}\n" for n in range(120))
    write_log(words_project, "2026-03-08", f"# x\n\n## Log Entries\n\n{entries}")
    dashboard = serve(words_project)
    seen, path = [], "/memories"
    while path:
        page = dashboard.page(path)
        assert len(page.encode()) < 60_000
        seen += re.findall(r">entry number (\d+)<", page)
        path = next(iter(links(page.split('rel="next"')[0].rsplit("<a", 1)[-1], "/memories?before")), "")
        assert len(seen) <= 120
    assert seen == [str(n) for n in reversed(range(120))]


def test_long_texts_stay_small(words_project, serve):
    big = "long words " * 60_000
    write_log(
        words_project, "2026-03-08", f"# x\n\n## Log Entries\n\n### [NOTE] {big[:5000]}\n{big}\n" + "line\n" * 5000
    )
    dashboard = serve(words_project)
    for path in (
        "/",
        "/memories",
        "/search?q=long+words",
        "/logs/2026-03-08",
        "/logs/2026-03-08?source=memory/logs/2026-03-08.md&line=6",
    ):
        assert len(dashboard.client.get(path).text.encode()) < 60_000, path
    page = dashboard.page("/logs/2026-03-08", source="memory/logs/2026-03-08.md", line="4000")
    assert 'id="L4000"' in page and "Lines 3,992–" in words(page) and "of 5,006" in words(page)


def test_what_changes_in_the_log_shows_at_the_next_look(shown, words_project):
    assert "Osaka" not in shown.page("/memories")
    write_log(words_project, "2026-03-10", "# x\n\n## Log Entries\n\n### [NOTE] Moved to Osaka\n")
    assert "Moved to Osaka" in shown.page("/memories") and "7 memories" in words(shown.page("/"))


def test_other_users_logs_are_shown_with_whose_they_are(words_project, serve):
    write_log(words_project, "2026-03-08", LOG.format(day="2026-03-08"))
    write_log(words_project, "aiko/2026-03-08", "# x\n\n## Log Entries\n\n### [NOTE] Aiko was here\n")
    dashboard = serve(words_project)
    page = dashboard.page("/logs/2026-03-08")
    assert "memory/logs/aiko/2026-03-08.md" in page and "Aiko was here" in page and "4 memories" in words(page)


@pytest.mark.parametrize(
    "path", ["/logs/2020-01-01", "/memories/000000000000", "/logs/2026-03-08?source=memory/logs/x.md", "/nothing"]
)
def test_what_is_not_there(shown, path):
    answer = shown.client.get(path)
    assert answer.status_code == 404 and "Not shown" in words(answer.text)


@pytest.mark.parametrize(
    "path",
    [
        "/logs/today",
        "/memories/a%20b",
        "/memories?before=x",
        "/memories?category=%3Cb%3E",
        "/search?q=" + "x" * 2001,
        "/logs/2026-03-08?line=0",
    ],
)
def test_what_is_no_address(shown, path):
    answer = shown.client.get(path)
    assert answer.status_code == 400 and "not valid" in words(answer.text)


def test_in_japanese(shown):
    page = shown.page("/", lang="ja")
    assert '<html lang="ja">' in page and "6 記憶" in words(page) and "2026年3月9日" in page
    assert '<html lang="ja">' in shown.page("/memories")
    assert '<html lang="en">' in shown.page("/memories", lang="en")


def test_a_broken_configuration_of_another_time_is_no_traceback(shown, words_project):
    """The index is deleted under the running dashboard: it is made again."""
    shown.page("/")
    for path in words_project.index_path.parent.glob("vectors.db*"):
        path.unlink()
    assert "6 memories" in words(shown.page("/"))
