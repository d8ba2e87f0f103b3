"""What each model family wants to be told: words before a question, words before a text, and how much it can read."""

from __future__ import annotations

from dataclasses import dataclass

VERSION = 1
"""Part of every server embedder's id: raise it when a row changes, since the vectors then change too."""

_ASK = "Represent this sentence for searching relevant passages: "
_TASK = "Instruct: Given a question, retrieve notes that answer it\nQuery: "


@dataclass(frozen=True, slots=True)
class Family:
    """``query`` and ``passage`` go before the text; ``room`` is how many tokens one vector is made of at most.

    A server may say more and use less (Ollama cuts at 2,048 unless told otherwise), so 2,000 is the most we ask for.
    """

    query: str = ""
    passage: str = ""
    room: int = 2000


_FAMILIES: tuple[tuple[tuple[str, ...], Family], ...] = (
    (("e5", "instruct"), Family(_TASK, "", 500)),
    (("e5",), Family("query: ", "passage: ", 500)),
    (("nomic-embed",), Family("search_query: ", "search_document: ")),
    (("bge-m3",), Family()),
    (("bge",), Family(_ASK, "", 500)),
    (("mxbai-embed",), Family(_ASK, "", 500)),
    (("arctic-embed2",), Family("query: ")),
    (("arctic-embed",), Family(_ASK, "", 500)),
    (("embeddinggemma",), Family("task: search result | query: ", "title: none | text: ")),
    (("qwen3-embedding",), Family(_TASK)),
    (("minilm",), Family(room=240)),
    (("granite-embedding",), Family(room=500)),
)


def family(model: str) -> Family:
    """The row of a model's name, ``namespace/name:tag``; a name that nobody knows gets no prefixes."""
    name = model.lower().rsplit("/", 1)[-1].partition(":")[0]
    return next((row for words, row in _FAMILIES if all(word in name for word in words)), Family())
