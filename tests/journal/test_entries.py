"""Reading logs: each test's text is what a person, an editor or an older tool leaves in a file."""

from __future__ import annotations

import inspect
import time

import pytest

from cogmem.journal.entries import parse
from cogmem.journal.text import decode

SOURCE = "memory/logs/akira/2026-03-08.md"
DESIGN = """\
    # 2026-03-08 Session Log

    ## Session Summary
    *Session: 7f3a9c | Minutes: 74 | Topics: pricing, billing | Tone: determined*
    Moved billing from per-seat to usage-based pricing; migration plan agreed.

    ## Log Entries

    ### [DECISION][PRICING] Switched to usage-based pricing
    *Arousal: 0.8 | Emotion: Determination | Time: 14:32+09:00 | Session: 7f3a9c | Source: user*
    Per-seat punishes large teams at expansion. Rejected: hybrid (too hard to explain).

    ---

    - [QUESTION] Does the EU entity need its own price list?

    ## Handover
    - **Continuing**: enterprise discounts
    - **Next actions**: 1. migrate staging 2. tell finance
    - **Notes**: legal must confirm the notice period
    """


def read(text, source=SOURCE, **options):
    log = parse(inspect.cleandoc(text) + "\n", source, **options)
    assert log.render() == log.text
    return log


def titles(text, **options):
    return [entry.title for entry in read(text, **options).entries]


def test_the_documented_log_is_read_in_full():
    log = read(DESIGN)
    summary, decision, question = log.entries
    assert (log.date, log.user, log.problems) == ("2026-03-08", "akira", ())
    assert (summary.kind, summary.category, summary.session) == ("summary", "SUMMARY", "7f3a9c")
    assert summary.content.startswith("Moved billing")
    assert summary.meta == (("Minutes", "74"), ("Topics", "pricing, billing"), ("Tone", "determined"))
    assert (decision.category, decision.domains, decision.arousal) == ("DECISION", ("PRICING",), 0.8)
    assert (decision.emotion, decision.time, decision.origin) == ("Determination", "14:32+09:00", "user")
    assert decision.title == "Switched to usage-based pricing" and decision.body.startswith("Per-seat punishes")
    assert (decision.line, decision.end_line, decision.section) == (9, 11, 2)
    assert (question.kind, question.category, question.line) == ("line", "QUESTION", 15)
    assert question.title == "Does the EU entity need its own price list?"
    [handover] = log.handovers
    assert handover.line == 17 and handover.text.splitlines()[0] == "- **Continuing**: enterprise discounts"


def test_japanese_headings_are_equals():
    log = read("""
        # 2026-03-08 セッションログ
        ## セッション概要
        料金体系を見直した。
        ## ログエントリ
        ### [DECISION] 従量課金に変更
        *Arousal: 0.8 | Emotion: 決意*
        席数課金は大人数に不利。
        ## 引き継ぎ
        - 次: 法務に確認
        """)
    assert [(entry.kind, entry.title) for entry in log.entries] == [
        ("summary", "料金体系を見直した。"),
        ("entry", "従量課金に変更"),
    ]
    assert log.handovers[0].text == "- 次: 法務に確認"


@pytest.mark.parametrize(
    "heading",
    [
        "Handover",
        "Handoff",
        "handoff",
        "HANDOVER",
        "Hand-off",
        "引き継ぎ",
        "引継ぎ",
        "引き継ぎ事項",
        "Handover (2)",
        "Handover – 14:30",
        "Handover:",
        "📝 Handover",
        "Handover notes",
        "引き継ぎ（2回目）",
        "For tomorrow",
    ],
)
def test_a_handover_by_any_of_its_names(heading):
    log = read(
        f"""
        ## {heading}
        - next: ship
        ### [NOTE] after
        """,
        handover_headings=("## For tomorrow",),
    )
    assert [handover.text for handover in log.handovers] == ["- next: ship"]
    assert [entry.title for entry in log.entries] == ["after"]


@pytest.mark.parametrize("heading", ["Handover process redesign", "引き継ぎ資料の作成", "Handovers", "Log", "Notes"])
def test_a_section_of_another_name_is_an_entry_if_it_holds_prose(heading):
    log = read(f"""
        ### [NOTE] before
        body
        ## {heading}
        We talked about it for an hour.
        """)
    assert not log.handovers
    assert [(entry.title, entry.body, entry.section) for entry in log.entries] == [
        ("before", "body", 0),
        (heading, "We talked about it for an hour.", 1),
    ]


def test_a_section_without_prose_is_none():
    assert (
        titles("""
        ## Todo
        - [X] done
        - [ ] open
        | a | b |
        |---|---|
        <!-- write here -->
        ## Log Entries
        Nothing yet.
        """)
        == []
    )


def test_several_sessions_a_day():
    log = read("""
        ## Session Summary
        One.
        ## Handover
        - first
        ## Log Entries
        ### [NOTE] in between
        ## Session Summary (2)
        Two.
        ## Handoff
        - second
        """)
    assert [entry.title for entry in log.entries if entry.kind == "summary"] == ["One.", "Two."]
    assert [handover.text for handover in log.handovers] == ["- first", "- second"]
    assert [entry.section for entry in log.entries] == [1, 3, 4]


def test_what_is_appended_after_a_handover_is_read():
    log = read("""
        ## 引き継ぎ
        - 続き
        ### [DECISION] Delegated to subagent: look at the logs
        *Arousal: 0.6*
        text
        """)
    assert [entry.title for entry in log.entries] == ["Delegated to subagent: look at the logs"]
    assert log.handovers[0].text == "- 続き"


class TestHeadline:
    def test_time_and_speaker(self):
        first, second, third, fourth = read(
            """
            # 2023-05-08

            ## Session

            ### [LOG] 13:56 Caroline: Hey Mel! Good to see you

            ### [LOG]  Caroline:  double  blanks
            ### [LOG] 9:05:30 Dr. Mel Gibson: hi
            ### 14:32+09:00 [DECISION] – user: go
            """,
            source="memory/logs/2023-05-08.md",
        ).entries
        assert (first.time, first.speaker, first.title) == ("13:56", "Caroline", "Caroline: Hey Mel! Good to see you")
        assert (first.line, first.section, first.category) == (5, 1, "LOG")
        assert (second.time, second.speaker, second.title) == (None, "Caroline", "Caroline:  double  blanks")
        assert (third.time, third.speaker) == ("09:05", "Dr. Mel Gibson")
        assert (fourth.time, fourth.category, fourth.speaker) == ("14:32+09:00", "DECISION", "user")

    @pytest.mark.parametrize(
        ("text", "time"),
        [
            ("1:56 pm Eve: hi", "13:56"),
            ("12:10 AM Eve: hi", "00:10"),
            ("2023-05-08 13:56 Eve: hi", "13:56"),
            ("2023-05-08T13:56Z Eve: hi", "13:56Z"),
            ("13:56 - Eve: hi", "13:56"),
        ],
    )
    def test_times_as_people_write_them(self, text, time):
        [entry] = read(f"### [LOG] {text}").entries
        assert (entry.time, entry.title, entry.speaker) == (time, "Eve: hi", "Eve")

    @pytest.mark.parametrize("text", ["25:00 hours", "13:75 x", "3:1 odds", "1356 Eve", "13:56x Eve"])
    def test_what_is_no_time_stays_in_the_title(self, text):
        [entry] = read(f"### [LOG] {text}").entries
        assert (entry.time, entry.title) == (None, text)

    @pytest.mark.parametrize(
        "heading",
        [
            "[DECISION] Pricing: usage based",
            "[ERROR] Build: red",
            "[NOTE] Fix: the door",
            "[NOTE] see http://a.b",
            "[NOTE] lower: case",
            "[LOG] Because of the following long words: x",
            "[LOG] a:b",
        ],
    )
    def test_a_label_is_no_speaker(self, heading):
        [entry] = read(f"### {heading}").entries
        assert entry.speaker is None

    def test_a_japanese_speaker(self):
        [entry] = read("### [LOG] 10:00 田中：おはよう").entries
        assert entry.speaker is None  # no blank after the colon: a label as likely as a name
        [entry] = read("### [LOG] 10:00 田中： おはよう").entries
        assert entry.speaker == "田中"

    @pytest.mark.parametrize(
        ("heading", "category", "domains", "title"),
        [
            ("### [DECISION] [PRICING]  Two", "DECISION", ("PRICING",), "Two"),
            ("### [USER-RESEARCH][B2B] x", "USER-RESEARCH", ("B2B",), "x"),
            ("### [Error] title", "ERROR", (), "title"),
            ("### [decision] low", "DECISION", (), "low"),
            ("### [WIP] kept", "WIP", (), "kept"),
            ("### [X] box", "NOTE", (), "[X] box"),
            ("### [ ] box", "NOTE", (), "[ ] box"),
            ("### [Link](http://a) x", "NOTE", (), "[Link](http://a) x"),
            ("### [API](http://a) x", "NOTE", (), "[API](http://a) x"),
            ("### [Whatever] x", "NOTE", (), "[Whatever] x"),
            ("### \\[API] is down", "NOTE", (), "[API] is down"),
            ("###\u3000[ERROR]\u3000全角", "ERROR", (), "全角"),
            ("###\t[ERROR]\ttab", "ERROR", (), "tab"),
            ("### plain", "NOTE", (), "plain"),
            ("### title [DECISION]", "NOTE", (), "title [DECISION]"),
            ("### C# and #5 #", "NOTE", (), "C# and #5 #"),
        ],
    )
    def test_categories_and_domains(self, heading, category, domains, title):
        [entry] = parse(heading, SOURCE).entries
        assert (entry.category, entry.domains, entry.title) == (category, domains, title)

    def test_an_entry_that_says_nothing_is_none(self):
        assert (
            titles("""
            ###
            ### [LOG]
            ### [NOTE]

            """)
            == []
        )
        assert [entry.body for entry in parse("###\nbody", SOURCE).entries] == ["body"]


class TestMetadata:
    def entry(self, line, body="body"):
        log = parse(f"### [NOTE] t\n{line}\n{body}\n", SOURCE)
        return log.entries[0], log.problems

    @pytest.mark.parametrize(
        ("written", "arousal"),
        [
            ("0.8", 0.8),
            (".8", 0.8),
            ("1", 1.0),
            ("0", 0.0),
            ("9", 1.0),
            ("-3", 0.0),
            ("1.1", 1.0),
            ("high", 0.5),
            ("", 0.5),
            ("nan", 0.5),
            ("inf", 0.5),
            ("0.7 (vivid)", 0.7),
            ("1e400", 1.0),
            ("9" * 500, 0.5),
        ],
    )
    def test_arousal_lies_between_0_and_1(self, written, arousal):
        entry, problems = self.entry(f"*Arousal: {written} | Emotion: x*")
        assert entry.arousal == arousal and entry.emotion == "x" and entry.body == "body"
        fine = written in ("0.8", ".8", "1", "0", "0.7 (vivid)", "1e400")
        assert [(p.source, p.line) for p in problems] == ([] if fine else [(SOURCE, 2)])

    def test_absent_means_a_half(self):
        entry, problems = self.entry("no metadata here")
        assert (entry.arousal, entry.body, problems) == (0.5, "no metadata here\nbody", ())

    def test_all_keys(self):
        entry, problems = self.entry(
            "*Arousal: 0.8 | Emotion: Joy \\| relief | Time: 14:32+09:00 | Session: s1 | Source: Tool | Pinned: true | "
            "Forgotten: 2026-03-09 | Supersedes: 0123456789ab | Id: my-own_id | Files: a.py:42@1f, b\\,c.py | Mood: ☀*"
        )
        assert problems == ()
        assert (entry.emotion, entry.time, entry.session, entry.origin) == ("Joy | relief", "14:32+09:00", "s1", "tool")
        assert entry.low_trust and entry.pinned and entry.forgotten
        assert (entry.supersedes, entry.id, entry.explicit_id) == ("0123456789ab", "my-own_id", True)
        assert entry.files == ("a.py:42@1f", "b,c.py") and entry.meta == (("Mood", "☀"),)

    @pytest.mark.parametrize(
        "line",
        [
            "_Arousal: 0.7_",
            "**Arousal: 0.7**",
            "*arousal: 0.7*",
            "  *Arousal: 0.7*  ",
            "*Arousal：0.7*",
            "\n*Arousal: 0.7*",
            "*Emotion: x | Arousal: 0.7*",
            "*Arousal:0.7*",
        ],
    )
    def test_forms_of_the_line(self, line):
        entry, _ = self.entry(line)
        assert (entry.arousal, entry.body) == (0.7, "body")

    @pytest.mark.parametrize("line", ["*emphasis*", "*Note: this*", "Arousal: 0.7", "* Arousal: 0.7", "*Arousal: 0.7"])
    def test_what_is_text(self, line):
        entry, _ = self.entry(line)
        assert (entry.arousal, entry.body) == (0.5, f"{line}\nbody")

    def test_a_line_that_comes_late_counts_too(self):
        entry, _ = self.entry("first words", "*Arousal: 0.9 | Emotion: Awe*\nlast words")
        assert (entry.arousal, entry.emotion, entry.body) == (0.9, "Awe", "first words\nlast words")

    def test_only_the_first_line_counts(self):
        entry, _ = self.entry("*Arousal: 0.9*", "*Arousal: 0.1*")
        assert (entry.arousal, entry.body) == (0.9, "*Arousal: 0.1*")

    @pytest.mark.parametrize("value", ["false", "no", "0", "off", ""])
    def test_a_mark_can_be_off(self, value):
        entry, _ = self.entry(f"*Pinned: {value} | Forgotten: {value}*")
        assert not entry.pinned and not entry.forgotten

    def test_a_second_use_of_an_id_is_reported(self):
        log = read("""
            ### a
            *Id: same*
            ### b
            *Id: same*
            ### c
            *Id: no way!*
            """)
        assert [entry.explicit_id for entry in log.entries] == [True, False, False]
        assert len({entry.id for entry in log.entries}) == 3
        assert [problem.line for problem in log.problems] == [3, 5]


class TestBodies:
    def test_what_stands_in_an_entry_stays_there(self):
        text = inspect.cleandoc("""
            ### [INSIGHT] All sorts
            *Arousal: 0.6*
            | col | [TODO] |
            |-----|--------|
            | a   | b      |

            - [X] done
            - [ ] open
            - [TODO] in here it is text
              - nested
                - deeper

            # a comment, or a title

            #### Deeper heading
            text

            ---

            > ### quoted
            > *Arousal: 0.1*

                ### indented code
            * * *
            1. last
            """)
        log = read(text)
        [entry] = log.entries
        assert entry.body == text.split("\n", 2)[2]
        assert (entry.category, entry.arousal, entry.end_line) == ("INSIGHT", 0.6, len(text.splitlines()))

    @pytest.mark.parametrize(
        "fence",
        [
            "```md\n{}\n```",
            "~~~\n{}\n~~~",
            "````\n```\n{}\n```\n````",
            "<!--\n{}\n-->",
            "```\n{}\n`````",
            "  ```\n{}\n  ```",
            "~~~ a`b\n{}\n~~~~",
            "<!-- {} -->",
        ],
    )
    def test_code_and_comments_hold_no_entries(self, fence):
        sample = fence.format("### [ERROR] sample\n*Arousal: 0.9*\n## Handover\n- [TODO] x\n---")
        log = parse(f"### [NOTE] outer\n*Arousal: 0.2*\nbefore\n{sample}\nafter\n### [NOTE] next\n", SOURCE)
        assert [(entry.title, entry.arousal) for entry in log.entries] == [("outer", 0.2), ("next", 0.5)]
        assert log.entries[0].body == f"before\n{sample}\nafter"
        assert not log.handovers and not log.problems

    @pytest.mark.parametrize("opener", ["```python", "~~~", "````", "<!-- broke off", "```"])
    def test_what_is_never_closed_is_text(self, opener):
        log = parse(f"### a\n{opener}\n### b\n### c\n", SOURCE)
        assert [entry.title for entry in log.entries] == ["a", "b", "c"]
        assert [(problem.line, "never closed" in problem.message) for problem in log.problems] == [(2, True)]

    def test_inline_code_is_no_fence(self):
        assert titles("""
            ### a
            ```inline``` and
            ### b
            ```
            """) == ["a", "b"]

    def test_rules_between_entries_are_not_of_the_entry(self):
        log = read("""
            ### a
            text

            ---

            ### b
            x
            ---
            y
            ---
            ***

            - [TODO] c
            """)
        assert [(entry.title, entry.body) for entry in log.entries] == [("a", "text"), ("b", "x\n---\ny"), ("c", "")]


class TestListLines:
    def test_they_are_entries_outside_of_entries_only(self):
        log = read(
            """
            # 2026-03-08 (compact)
            - [DECISION] Moved billing
            - [WIP][API] two tags
            - [X] done
            - [ ] open
            - [x] done
            - [TODO](http://a.b) a link
            - [API]: no
              - [TODO] nested
            - [QUESTION] With more
              *Arousal: 0.7 | Pinned: true*
              and a second line
            not any more
            * [RISK] star
            ### entry
            - [TODO] inside
            """,
            source="memory/logs/2026-03-08.compact.md",
        )
        assert log.compact and log.date == "2026-03-08"
        assert [(entry.category, entry.title) for entry in log.entries] == [
            ("DECISION", "Moved billing"),
            ("WIP", "two tags"),
            ("QUESTION", "With more"),
            ("RISK", "star"),
            ("NOTE", "entry"),
        ]
        question = log.entries[2]
        assert (question.arousal, question.pinned, question.body) == (0.7, True, "and a second line")
        assert (question.line, question.end_line) == (10, 12)

    def test_not_in_a_summary_or_handover(self):
        log = read("""
            ## Session Summary
            - [DECISION] said
            ## Handover
            - [TODO] ship
            """)
        assert [entry.kind for entry in log.entries] == ["summary"]


class TestFiles:
    @pytest.mark.parametrize(
        "wrap",
        [
            lambda t: t.replace("\n", "\r\n").encode(),
            lambda t: t.replace("\n", "\r").encode(),
            lambda t: b"\xef\xbb\xbf" + t.encode(),
            lambda t: t.encode("utf-16"),
            lambda t: t.encode("utf-16-le"),
            lambda t: b"\xfe\xff" + t.encode("utf-16-be"),
            lambda t: t.encode("utf-32"),
            lambda t: t.rstrip("\n").encode(),
            lambda t: ("\x0c" + t).encode(),
            lambda t: ("\ufeff" + t.replace("\n", "\r\n")).encode("utf-16-le"),
        ],
    )
    def test_the_same_entries_whatever_wrote_the_file(self, wrap):
        text = (
            inspect.cleandoc("""
            ### [DECISION] 先頭の項目 ⚠️
            *Arousal: 0.8*
            本文

            - nested
            ## Handover
            - next
            """)
            + "\n"
        )
        wanted = parse(text, SOURCE)
        data = wrap(text)
        decoded = decode(data, SOURCE)
        found = parse(decoded.text, SOURCE, problems=decoded.problems)
        assert decoded.encode() == data and not found.problems
        assert found.entries == wanted.entries and found.handovers == wanted.handovers

    def test_front_matter_is_kept_and_holds_no_entries(self):
        log = read("""
            ---
            title: a: b
            tags:
            \t- x
            ---
            # 2026-03-08
            ### entry
            """)
        assert [(entry.title, entry.line) for entry in log.entries] == [("entry", 7)]

    def test_a_rule_at_the_top_is_no_front_matter(self):
        assert titles("""
            ---
            ### entry
            ---
            ### other
            """) == ["entry", "other"]

    @pytest.mark.parametrize(
        ("source", "date", "user"),
        [
            ("memory/logs/2026-03-08.md", "2026-03-08", None),
            ("memory/logs/mel/2026-03-08-session2.md", "2026-03-08", "mel"),
            ("memory/logs/2026-03-08.compact.md", "2026-03-08", None),
            ("notes.md", "2026-03-07", None),
            ("memory/logs/2026-13-45.md", "2026-03-07", None),
        ],
    )
    def test_date_and_user_come_from_the_place(self, source, date, user):
        log = read(
            """
            # 2026-03-07 Session Log
            ### x
            """,
            source=source,
        )
        assert (log.date, log.user, log.entries[0].date) == (date, user, date)
        assert len(log.problems) == ("13-45" in source)

    def test_ids_come_from_the_place(self):
        text = "### a\none\n### a\ntwo\n- [TODO] a\n## S\n- [TODO] a\n"
        here, there = parse(text, SOURCE), parse(text, "memory/logs/2026-03-08.md")
        ids = [entry.id for entry in here.entries]
        assert all(len(one) == 12 and int(one, 16) >= 0 for one in ids) and len(set(ids)) == len(ids)
        assert not set(ids) & {entry.id for entry in there.entries}
        changed = parse("### new on top\n" + text.replace("one", "another body"), SOURCE)
        assert [entry.id for entry in changed.entries[1:]] == ids

    def test_empty_files(self):
        for text in ("", "\n", "\ufeff", " \r\n", "\0", "# 2026-03-08"):
            log = parse(text, SOURCE)
            assert log.entries == () and log.render() == text

    def test_lone_surrogates_are_shown_as_broken_and_kept(self):
        log = parse("### fix \ud83d please\n👩‍👩‍👧 é 日本 \0 \ufffe\n", SOURCE)
        [entry] = log.entries
        assert (entry.title, entry.body) == ("fix \ufffd please", "👩‍👩‍👧 é 日本 \ufffd \ufffe")
        assert "\ud83d" in log.render()


MEGABYTE = 1 << 20
CEILING = 8.0  # CPU seconds; 2 at most were seen, and what is quadratic takes minutes
HOSTILE = {
    "long line": "### [NOTE] x\n" + "a" * MEGABYTE,
    "long title": "### " + "[A" * (MEGABYTE // 2),
    "long metadata": "### x\n*Arousal: 0.1 | " + "\\|a" * (MEGABYTE // 3) + "*",
    "many bars": "### x\n*Arousal: 0.1" + "|" * MEGABYTE + "*",
    "blanks": "### x\n" + " " * MEGABYTE + "y",
    "blank title": "### " + " " * MEGABYTE + "y",
    "rules": "### x\n" + "---\n" * (MEGABYTE // 4) + "y",
    "dashes": "-" * MEGABYTE + "x\n",
    "dashes and blanks": "### x\n" + "- " * (MEGABYTE // 2) + "x",
    "open fences": "```a\n" * (MEGABYTE // 5),
    "closed fences": "```\n" * (MEGABYTE // 4),
    "growing fences": "\n".join("`" * n + "x" for n in range(1400, 3, -1)),
    "open comments": "<!--\n" * (MEGABYTE // 5),
    "ticks": "`" * MEGABYTE + "x`",
    "equal headings": "### x\n" * (MEGABYTE // 12),
    "list lines": "- [TODO] x\n" * (MEGABYTE // 22),
    "tags": "- " + "[AA]" * (MEGABYTE // 4),
    "backslashes": "### x\n" + "\\" * MEGABYTE + "### y",
    "arrows": "### x\n" + "--\\" * (MEGABYTE // 3) + ">",
    "joiners": "### x\n" + "\u200d" * (MEGABYTE // 3),
    "late metadata": "### x\ny\n" + "*Arousal\n" * (MEGABYTE // 9),
    "front matter": "---\n" + "a: b\n" * (MEGABYTE // 5),
    "carriage returns": "### x" + "\r" * MEGABYTE,
    "bad bytes": ("### x\n" + "\udce9a\n" * (MEGABYTE // 6)),
    "speaker": "### [LOG] 10:00 " + "A b" * (MEGABYTE // 3) + ":",
    "section names": "## " + "!" * MEGABYTE + "x\n",
    "comment starts": "## Notes\n" + "<!--" * (MEGABYTE // 4),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_time_is_linear_in_the_text(name):
    text = HOSTILE[name]
    start = time.process_time()
    log = parse(text, SOURCE)
    assert time.process_time() - start < CEILING
    assert log.render() == text
