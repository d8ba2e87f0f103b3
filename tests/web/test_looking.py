"""Looking at the memory changes nothing in it: no file, no boost, no count of how often something was recalled."""

from __future__ import annotations

from cogmem.ledger.sqlite import Ledger


def state(project) -> dict[str, bytes]:
    """The memory's texts. What only makes the next answer faster is not part of it."""
    files = [path for path in project.root.rglob("*") if path.is_file() and "vectors.db" not in path.name]
    return {str(path): path.read_bytes() for path in files if not path.name.startswith("ledger.db")}


def test_no_page_strengthens_what_it_shows(shown, words_project):
    link = shown.page("/memories").split('href="/memories/')[1].split('"')[0]
    before = state(words_project)
    pages = ("/", "/memories", f"/memories/{link}", "/search?q=usage-based+pricing", "/logs/2026-03-08")
    for _ in range(5):
        for page in pages:
            assert shown.client.get(page).status_code == 200
    assert state(words_project) == before
    if words_project.ledger_path.exists():
        with Ledger.open(words_project.ledger_path) as ledger:
            assert ledger.boosts() == {} and ledger.most_recalled() == []
