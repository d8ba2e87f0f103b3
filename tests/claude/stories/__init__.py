"""Stories: conversations whose memories were labelled by hand, in five sets.

``dev`` shaped the rules of capture; ``held`` was written after them, and shaped their second form; ``fresh`` was
written after that, and ``last`` after ``fresh`` had been used in turn. The first figure of a set is the honest one; ``docs`` and the tests say what they were.
"""

from __future__ import annotations

from claude.stories import dev, fresh, held, last, proof

DEV = dev.STORIES
HELD = held.STORIES
FRESH = fresh.STORIES
LAST = last.STORIES
PROOF = proof.STORIES
ALL = (*DEV, *HELD, *FRESH, *LAST, *PROOF)
