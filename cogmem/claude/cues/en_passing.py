"""English cues for what is said in passing: orders under a condition, what a word means here, news that changes things.

The shape of a rule is in ``cogmem.claude.cues``.
"""

from __future__ import annotations

RULES: tuple[tuple[str, str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("preference", "u", (
        r"\b(?:when(?:ever)?|before|after|if|each time|every time|unless) (?:you|we|anyone|somebody|someone) "
        r"[^?;.]{3,50},? (?:please|"
        r"always|never|don't|do not|make sure|you (?:must|should|have to)|i want|i need) \w",
        r"\b(?:is|are|goes?|comes?) (?:always|never|only|strictly)\b[^?]*\b(?:with us|for us|around here|on our side|"
        r"at (?:our|this) "
        r"\w+|in our \w+|here)\b",
        r"\b(?:director|boss|manager|client|customer|team|auditor|editor|professor|supervisor|board|legal|owner|cto|"
        r"ceo|law)s? "
        r"(?:always )?(?:insists?|demands?|requires?) (?:that|on) \w",
        r"^\W*our \w+(?: \w+)? (?:are|is) (?:named|called|written|kept|stored|numbered|prefixed|formatted|sorted|"
        r"signed|reviewed) ",
        r"\bthat's (?:how|the way) we (?:do|write|handle|name|call|keep|like|want) (?:it|this|that|them|things)?\b",
        r"\b(?:please )?(?:stay|keep|remain) (?:under|below|within|above|away from|out of|off) [^?]{3,}",
    ), (
        r"\?\W*$",
        r"\bif you (?:want|like|need|can|could|have time|don't mind|prefer|think|get|have a)\b",
        r"\b(?:keep|stay) (?:out of|away from) (?:it|trouble|this)\W*$",
        r"\b(?:let me know|tell me|ping me|wake me|call me)\b",
    )),
    ("remember", "u", (
        r"\b(?:the (?:word|term|name|abbreviation) |by |when (?:i|we) say )[\"'“‘`][^\"'”’`]{1,30}[\"'”’`],? (?:here "
        r"|always |in [\w ]+ )?"
        r"(?:means?|stands? for|refers? to|is (?:short|our (?:name|word|term)) for|we mean|i mean)\b",
        r"\b(?:you (?:should|need to|ought to|must) know|(?:just )?so (?:that )?you know|worth knowing|good to know|"
        r"let me mention)\b"
        r"(?! (?:what|how|why|if|when) )[^?]{10,}",
        r"\b(?:bear|keep|have) (?:that|this|it) in mind\b",
        r"\b(?:keep (?:that|those|them) (?:straight|apart)|don't (?:mix|confuse) (?:them|those|these|the two)|not to "
        r"be confused)\b",
    ), (r"\?\W*$",)),
    ("premise", "u", (
        r"\b(?:just |now |finally |has |have )(?:replied|written back|wrote back|answered|called|confirmed|got back "
        r"to (?:me|us)|"
        r"mailed|e-?mailed|told (?:me|us)|messaged)\b[^?]*\b(?:\w+n't|not|no longer|cannot|never|only|no|ago|instead|"
        r"changed|moved|"
        r"stopped|relicensed|deprecated|discontinued|last (?:year|month|week))\b",
        r"\b(?:relicensed|went out of business|shut(?:ting)? down|pulled the plug|discontinu(?:ed|ing)|end[- ]of[- "
        r"]life)\b",
    ), (
        r"\?\W*$",
        r"\b(?:if|might|may)\b",
        r"\b(?:server|service|container|process|machine|pod|job|laptop|computer|it) (?:has |was |got |is )?shut",
    )),
    ("change", "u", (
        r"\b(?:looked|was|were|worked|felt|read) (?:much |way |far |a lot )?(?:better|nicer|clearer|cleaner) "
        r"(?:before|in|on|as)?\b[^?]*"
        r"\b(?:again|back|let's|please|revert)\b",
        r"\b(?:turn|switch) (?:it|that|this|them) (?:back )?(?:off|on) again\b|\bdisable (?:it|that|this) again\b",
        r"\blet's have (?:that|it|this|the [\w ]{2,20}) (?:again|back)\b",
    ), (r"\?\W*$",)),
    ("revert", "u", (
        r"(?:^\W*|[,;.!] )(?:please |so |and )?(?:restore|reinstate|resurrect|un-?delete) (?:it|that|this|them|the "
        r"\w+)\b",
    ), (r"\?\W*$",)),
    ("open", "u", (
        r"\bdepends on (?:what|whether|how|who|where|when|which|if)\b[^?]*$",
        r"^\W*no (?!error|luck|answer|reply|response|crash|problem|issue|complaint|sign|news|result|failure|warning|"
        r"sound|change)"
        r"[\w ]{2,25} yet\W*$",
        r"\b(?:we|i)(?:'ll| will) (?:only )?(?:hear|know|find out|get an answer) (?:more )?(?:from|by|in|on|once|"
        r"when|after|next|tomorrow|"
        r"later)\b",
    ), (r"\bif (?:it|that) works\b",)),
)
