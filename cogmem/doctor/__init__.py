"""Finds out what is wrong and says how to mend it. Each module here has checks; ``registry`` lists them all."""

from __future__ import annotations
