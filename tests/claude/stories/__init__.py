"""Stories: conversations whose memories were labelled by hand. ``dev`` shaped the rules, ``held`` was written after."""

from __future__ import annotations

from claude.stories import dev, held

DEV = dev.STORIES
HELD = held.STORIES
ALL = (*DEV, *HELD)
