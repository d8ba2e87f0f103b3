"""What people say when something is decided, corrected, learnt or left open: data, one set of modules per language.

A rule is (kind, who, alternatives, vetoes). ``who`` is ``u`` (the person), ``a`` (the agent) or ``ua``. A rule fires
when one of its alternatives is found in a sentence whose quotes are blanked, and no veto is; a veto that begins with
``(?#pre)`` looks only at what comes before the end of the cue.
"""

from __future__ import annotations
