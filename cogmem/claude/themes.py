"""When a person comes back to the same thing for the third time: words that return after the talk had moved on."""

from __future__ import annotations

import re
from collections.abc import MutableMapping
from typing import Any

from cogmem.claude.sentences import language, words

GAP = 3
RETURNS = 3
_WORDS = 240
_COMMON = 0.34
# Pairs of hiragana are courtesy and grammar.
_HIRAGANA = re.compile(r"[\u3041-\u3096]+")


def third_return(state: MutableMapping[str, Any], text: str, prompt: int) -> list[str]:
    """The words that stand, with this prompt, in a third block of prompts; [] unless at least two return together.

    ``state`` maps a word to [blocks, last prompt, prompts it stood in]; ``prompt`` counts prompts from 1. Two mentions
    less than ``GAP`` prompts apart are one block. Words that stand in every third prompt are the project's, no theme.
    """
    returned: list[str] = []
    for word in sorted(words(text)):
        if (len(word) < 4 and word.isascii()) or _HIRAGANA.fullmatch(word):
            continue
        blocks, last, count = state.get(word, (0, -GAP - 1, 0))
        fresh = prompt - last >= GAP
        blocks += fresh
        count += 1
        state[word] = [blocks, prompt, count]
        if fresh and blocks == RETURNS and count <= max(RETURNS, prompt * _COMMON):
            returned.append(word)
    while len(state) > _WORDS:
        state.pop(min(state, key=lambda w: state[w][1]))
    need = 2 if language(text) == "en" else 3
    return returned[:6] if len(returned) >= need else []
