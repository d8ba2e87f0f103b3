"""The words of captured entries in English and Japanese: labels, and what is cut off a sentence to make a title of
it."""

from __future__ import annotations

import re

LABELS = {
    "en": {
        "user": "User", "agent": "Agent", "before": "Before", "why": "Cause → effect", "then": "Then", "topic":
            "Context",
        "error": "Error", "fix": "Fix", "failing": "Failing", "tries": "Failed runs", "commit": "Commit",
        "command": "Command", "evidence": "Evidence", "files": "Files", "seen": "Again about", "matters":
            "Why it stays",
        "when": "When",
    },
    "ja": {
        "user": "ユーザー", "agent": "エージェント", "before": "以前", "why": "原因 → 結果", "then": "その後",
            "topic": "背景",
        "error": "エラー", "fix": "修正", "failing": "失敗したテスト", "tries": "失敗回数", "commit": "コミット",
        "command": "コマンド", "evidence": "根拠", "files": "ファイル", "seen": "繰り返しの話題", "matters":
            "記録の理由",
        "when": "日時",
    },
}
# What a vivid entry says about itself.
MATTERS = {
    "en": {
        "premise": "a premise collapsed", "change": "the direction changed", "breakthrough": "something became clear",
        "rejection": "an idea was rejected, with its reason", "theme": "this came back for the third time",
        "remember": "the user asked to remember it", "revert": "something was taken back",
        "fix": "an error was found and mended", "correction": "the user corrected the agent",
    },
    "ja": {
        "premise": "前提が崩れた", "change": "方向が変わった", "breakthrough": "核心が分かった", "rejection":
            "案を理由とともに退けた",
        "theme": "同じ話題が三度目", "remember": "ユーザーが覚えておくよう求めた", "revert": "変更を取り消した",
        "fix": "エラーの原因を突き止めて直した", "correction": "ユーザーが訂正した",
    },
}
EMOTIONS = {
    "en": {
        "premise": "Surprise", "change": "Reversal", "breakthrough": "Insight", "rejection": "Resolve",
        "theme": "Recognition", "decision": "Determination", "correction": "Friction", "fix": "Relief",
        "milestone": "Achievement", "question": "Uncertainty", "revert": "Regret",
    },
    "ja": {
        "premise": "驚き", "change": "転換", "breakthrough": "ひらめき", "rejection": "決断", "theme": "気づき",
            "decision": "決意",
        "correction": "違和感", "fix": "安堵", "milestone": "達成感", "question": "迷い", "revert": "後悔",
    },
}
CUTS_EN: dict[str, tuple[str, ...]] = {
    "decision": (
        r"^(?:let'?s|lets|we(?:'ll| will| should|'d better| must| can just| could just)|we(?:'re| are) going to|"
        r"i(?:'ll| will)|i want (?:us |you )?to|i'd like (?:us )?to|we (?:want|need) to) (?:just |rather |"
        r"instead |simply |then |definitely |all |now |please |actually |both |always )?",
        r"^(?:i|we)(?:'ve| have)?(?: \w+)? (?:decided|agreed|concluded)(?: yesterday| today| in the meeting)?(?: "
        r"(?:that|to|on|in favou?r of)|:) ",
        r"^(?:final )?(?:decision|verdict|final call|final answer|resolution|decided)\s*(?:is|:|-|—|,)\s*(?:that |"
        r"to )?",
        r"^(?:the (?:plan|decision|approach|way forward|choice) (?:is|will be)(?: now)?(?: to|:)? )",
        r"^(?:i'm |we're |we are |i am )(?=going with)",
    ),
    "remember": (
        r"^(?:do )?(?:remember|note|keep in mind|bear in mind|make (?:a |sure (?:you|to) )?(?:note|remember)|take "
        r"note|write (?:this|that|it) down|memori[sz]e|save (?:this|that|it)(?: (?:to|in|for) (?:memory|later|"
        r"future reference|your memory))?)\b[,:]?\s*(?:of this|this|of)?\s*(?:for (?:the future|later|future "
        r"reference|next time))?\s*[:,—-]?\s*(?:that |of )?",
        r"^(?:can|could|would|will) you (?:please )?(?:remember|note|keep in mind|make a note|save)\b[,:]?\s*(?:of "
        r"this|this)?\s*[:,—-]?\s*(?:that )?",
        r"^(?:i (?:want|need|would like|'d like) you to (?:remember|note|keep in mind)\b\s*(?:that )?)",
        r"^(?:for (?:future reference|the record|next time))[,:]\s*",
    ),
    "breakthrough": (
        r"^(?:(?:i|we)(?:'ve| have)? )?(?:(?:finally|just) )?(?:found|identified|pinpointed|tracked down|discovered|"
        r"located|isolated|figured out|uncovered|confirmed|spotted) (?:it|the (?:\w+ ){0,2}(?:cause|culprit|bug|"
        r"problem|issue|leak|reason|race|bottleneck|regression|source))\b\s*(?:of \w[^:,—]{0,50})?[:,—!.-]+\s*",
        r"^(?:and )?the (?:root cause|culprit|real (?:cause|problem|reason|issue|bug)|underlying (?:cause|problem|"
        r"issue|reason)|actual (?:cause|problem|bug|issue|reason)|smoking gun)\b[^.:]{0,30}? (?:is|was) (?:that "
        r")?",
        r"^(?:root cause|the cause|cause)\s*[:—-]\s*",
        r"^(?:it |this )?(?:turns|turned) out (?:that )?",
    ),
    "question": (
        r"^(?:(?:one |an? |the )?(?:(?:remaining|still[- ]open|outstanding|open|unresolved|unanswered) "
        r")+(?:question|issue|point|item|decision)s?\s*(?:is|:|—|-|,)\s*)",
        r"^(?:tbd|tbc|todo)\s*[:—-]\s*",
    ),
}
CUTS_EN["change"] = (
    r"^(?:actually|wait|on second thoughts?|scratch that|change of plans?|new plan|never ?mind(?: that)?|hold on|"
    r"(?:i|we)(?:'ve| have)? changed (?:my|our) minds?|i take that back|forget what i said)\b[,:.!\s—-]*",
    *CUTS_EN["decision"],
)
CUTS_EN["preference"] = CUTS_EN["remember"] = (
    r"^(?:from now on|going forward|(?:in|for) (?:the )?future|as a (?:general )?rule|henceforth)[,:]?\s*|^next "
    r"time[,:]\s*",
    *CUTS_EN["remember"],
)
CUTS_EN["correction"] = (
    r"^(?:that(?:'s| is) (?:wrong|incorrect|not (?:right|correct|true|it))|wrong|incorrect|not quite|correction|to "
    r"be clear|to clarify)\b[,:.!\s—-]*",
)
REWRITES_EN = (
    (re.compile(r"^let'?s not\b", re.I), "Don't"),
    (
        re.compile(
            r"^let'?s (stop|drop|scrap|ditch|abandon|kill|avoid|skip|leave|hold off|rule out|pass on|never|forget)\b",
            re.I,
        ),
        r"\1",
    ),
    (
        re.compile(
            r"^(?:i|we) (?:won't|will not|are not going to|'re not going to|aren't going to|don't want to)\b", re.I
        ),
        "Don't",
    ),
    (re.compile(r"^going with\b", re.I), "Go with"),
)
POINTING = {
    "en": re.compile(r"\b(?:that|this|it|them|those|these)\b", re.I),
    "ja": re.compile(r"(?:今後もずっと|これからもずっと|それ|これ|その(?:案|方針|件)?|この(?:案|件|方法))"),
}
CUTS_JA = (
    r"(?:と|って)?(?:いうこと)?(?:を|は)?[、,]?\s*(?:覚え(?:て(?:おいて)?|といて)|忘れないで|メモ(?:して)?(?:おいて|"
    r"しといて)?|記録して(?:おいて)?|記憶して)(?:ください|下さい|くれ|ね|ほしい)?[。！!]?$",
    r"^(?:覚え(?:て(?:おいて)?|といて)|忘れないで|メモ(?:して)?(?:おいて)?)(?:ください|下さい|ほしい|くれ|"
    r"ね)?(?:のですが|んだけど|こと)?[、。:：\s]+",
    r"(?:で|て)?お願い(?:します)?[。！!]?$",
    r"(?:ください|下さい)[。！!]?$",
    r"[。！!]+$",
)
REWRITES_JA = (
    (re.compile(r"に(?:しよう|しましょう|します)$"), "にする"),
    (re.compile(r"で(?:行こう|いこう|行きましょう|いきましょう|行きます|いきます)$"), "でいく"),
    (re.compile(r"を採用(?:しよう|しましょう|します)$"), "を採用"),
    (re.compile(r"を使(?:おう|いましょう)$"), "を使う"),
    (re.compile(r"やめ(?:よう|ましょう|とこう|ておこう|ておきましょう)$"), "やめる"),
    (re.compile(r"ことに(?:した|しました|します|しよう|しましょう)$"), ""),
    (re.compile(r"(?<=[戻返直出消移残渡示押外足回通試])(?:そう|しましょう)$"), "す"),
    (re.compile(r"(?:しよう|しましょう)$"), "する"),
    (re.compile(r"^(?:原因|真因|根本原因)[:：]\s*"), ""),
)
