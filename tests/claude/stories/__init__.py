"""Stories: conversations whose memories were labelled by hand, in seven sets.

``dev`` shaped the rules of capture; each further set was written after the rules had been mended on the one before it,
and was used in turn once its first figure had been taken. The first figure of a set is the honest one:
``test_stories`` has them.
"""

from __future__ import annotations

from claude.stories import blind, dev, final, fresh, held, last, proof

DEV = dev.STORIES
HELD = held.STORIES
FRESH = fresh.STORIES
LAST = last.STORIES
PROOF = proof.STORIES
FINAL = final.STORIES
BLIND = blind.STORIES
ALL = (*DEV, *HELD, *FRESH, *LAST, *PROOF, *FINAL, *BLIND)
