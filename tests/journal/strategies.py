"""Texts that look like logs, or like nothing at all; drafts; and the settings for many of them."""

from __future__ import annotations

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from cogmem.model import Draft

QUICK = settings(
    max_examples=700,
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
SOAK = settings(QUICK, max_examples=10_000, derandomize=False)

FRAGMENTS = (
    "# 2026-03-08 Session Log",
    "# Title",
    "## Log Entries",
    "## ログエントリ",
    "## Session Summary",
    "## セッション概要",
    "## Handover",
    "## Handoff",
    "## 引き継ぎ",
    "## Notes",
    "## ",
    "##",
    "### [DECISION] Moved",
    "### [X] box",
    "###",
    "### [DECISION][PRICING] Two tags",
    "### [LOG] 13:56 Caroline: Hey Mel!",
    "### [LOG]  Caroline: hey",
    "### plain",
    "###nothing",
    "    ### code",
    "#### deeper",
    "*Arousal: 0.8 | Emotion: Joy*",
    "*Arousal: 9*",
    "*Arousal: high*",
    "*Time: 14:32+09:00 | Odd key: v | Session: 1*",
    "  *Pinned: true*",
    "- [QUESTION] What?",
    "- [X] done",
    "- [ ] todo",
    "- [TODO][API] both",
    "- plain",
    "  - nested",
    "  more of it",
    "1. one",
    "| a | b |",
    "|---|---|",
    "---",
    "***",
    "- - -",
    "```",
    "```python",
    "````",
    "~~~",
    "~~~~ x",
    "<!-- hidden",
    "-->",
    "<!-- one line -->",
    "text",
    "日本語の本文",
    "",
    " ",
    "\\### kept",
    "\\\\## twice",
    "\\---",
    "--\\>",
    "...",
    "title: a: b",
    "\ufeff### marked",
    "\x0c### fed",
    "\x00",
    "\ud83d",
    "\udc82\udca0",
    "\u2028x\x85y",
    "⚠️ 👩‍👩‍👧 🇯🇵",
    "مرحبا ‮ bidi",
    "Ｆｕｌｌ",
    "> ### quoted",
    "+ [RISK] plus",
)
ENDS = ("\n", "\r\n", "\r")


@st.composite
def logs(draw: st.DrawFn) -> str:
    """Some lines of a log in any order, with one kind of line end or several, and perhaps none at the end."""
    ends = draw(st.sampled_from([("\n",), ("\r\n",), ("\r",), ENDS]))
    line = st.sampled_from(FRAGMENTS) | st.text(max_size=30)
    lines = draw(st.lists(st.tuples(line, st.sampled_from(ends)), max_size=24))
    text = draw(st.sampled_from(["", "", "", "\ufeff"])) + "".join(part + end for part, end in lines)
    return text[:-1] if draw(st.booleans()) else text


TANGLE = (
    "```",
    "```py",
    "````",
    "~~~",
    "<!-- open",
    "end -->",
    "### [NOTE] inner",
    "## Handover",
    "---",
    "- [TODO] x",
    "t",
    "",
    "\\```",
    "--\\>",
    "*Arousal: 0.9*",
)
tangles = st.lists(st.sampled_from(TANGLE), max_size=14).map("\n".join)
tangled_drafts = st.builds(
    Draft, title=st.sampled_from(("t", "a --> b", "```")), body=tangles, emotion=st.none() | st.just("-->")
)
texts = logs() | st.text(max_size=200)
words = st.text(st.characters(codec="utf-8"), min_size=1, max_size=20)
keys = st.text(st.characters(codec="utf-8", categories=("L", "N")), min_size=1, max_size=8)


@st.composite
def drafts(draw: st.DrawFn) -> Draft:
    """Drafts with hostile titles, bodies and metadata."""
    title = (
        st.text(max_size=40)
        | st.sampled_from(FRAGMENTS)
        | st.sampled_from(
            ("[API] down", "\\[API] down", "[X] box", "14:32 late", "Alice: hi", "a --> b", "#", "[Error] x", "[a](b)")
        )
    )
    body = st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=30), max_size=10).map("\n".join)
    value = st.text(max_size=12) | st.sampled_from(("a|b", "a\\", "\\|", "x*", "-->", "--\\>", "a,b", "**"))
    return Draft(
        title=draw(title),
        body=draw(body),
        category=draw(st.sampled_from(("NOTE", "DECISION", "USER-RESEARCH", "x", "", "mvp", "日本"))),
        domains=tuple(draw(st.lists(st.sampled_from(("TECH", "api", "A", "決定", "B2B")), max_size=3))),
        arousal=draw(st.floats(-1, 2) | st.just(float("nan"))),
        emotion=draw(st.none() | value),
        origin=draw(st.sampled_from(("user", "agent", "auto", "tool", "import", "web", "Bad one"))),
        session=draw(st.none() | value),
        pinned=draw(st.booleans()),
        files=tuple(draw(st.lists(value, max_size=3))),
        extra=tuple(draw(st.lists(st.tuples(keys | st.just("Id"), value), max_size=3))),
    )
