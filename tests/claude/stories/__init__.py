"""Stories: conversations whose memories were labelled by hand, in three sets.

``dev`` shaped the rules of capture; ``held`` was written after them, and shaped their second form; ``fresh`` was
written after that. The first figure of a set is the honest one; ``docs`` and the tests say what they were.
"""

from __future__ import annotations

from claude.stories import dev, fresh, held

DEV = dev.STORIES
HELD = held.STORIES
FRESH = fresh.STORIES
ALL = (*DEV, *HELD, *FRESH)
