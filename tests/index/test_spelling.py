"""Spellings in memory are the spellings of the table."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cogmem.index.near import near_words
from cogmem.index.spelling import Spelling
from cogmem.index.sqlite import Index
from cogmem.index.sync import sync
from cogmem.project import Project

WORDS = "pricing migration database connection reception calendar reminder appointment encryption certificate backup"


def test_both_say_the_same(words_project: Project) -> None:
    log = words_project.logs_dir / "2026-03-08.md"
    log.write_text("# 2026-03-08\n\n## Log Entries\n\n### [NOTE] " + WORDS + "\n", "utf-8")
    with Index.open(words_project.index_path) as index:
        sync(words_project, index)
        spelling = Spelling()
        vocabulary = WORDS.split()

        @settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
        @given(st.sampled_from(vocabulary), st.integers(0, 10), st.sampled_from("abcdexyz"))
        def same(word: str, at: int, char: str) -> None:
            wrong = word[:at] + char + word[at + 1 :]
            assert spelling.near(index.db, wrong) == near_words(index.db, wrong)

        same()
        assert spelling.near(index.db, "migratoin")
        log.write_text(log.read_text("utf-8") + "\n### [NOTE] throttling webhooks\n", "utf-8")
        sync(words_project, index)
        assert spelling.near(index.db, "webhoks") == near_words(index.db, "webhoks") != []
        log.write_text("# 2026-03-08\n", "utf-8")
        sync(words_project, index)
        assert spelling.near(index.db, "migratoin") == []
