"""Why there are no vectors, in one line for a person: what the embedder or its server said, and the way out."""

from __future__ import annotations

from cogmem.errors import CogmemError
from cogmem.journal.secrets import redact
from cogmem.recall.texts import say


def reason(error: CogmemError, lang: str) -> str:
    """What went wrong and what to do. A server may repeat in its answer what it was sent: no secret is passed on."""
    text = say(lang, "failing", message=error.message, hint=error.hint or say(lang, "failing.doctor"))
    return redact(" ".join(text.split()))[0]
