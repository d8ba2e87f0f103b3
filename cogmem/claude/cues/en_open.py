"""English cues for what a person leaves open: who is still to be asked, what nobody knows yet, what has to wait.

The shape of a rule is in ``cogmem.claude.cues``. ``open`` outranks corrections and decisions in the same sentence.
"""

from __future__ import annotations

_WHO = (
    r"(?:(?:my |our |the )?(?:\w+ ){0,2}(?:officer|team|legal|boss|manager|client|customer|board|owner|lead|leads|"
    r"designers?|pm|cto|ceo|doctor|lawyers?|supervisor|advisor|professor|security|finance|controlling|marketing|sales|"
    r"ops|compliance|procurement|committee|architect|partner|colleagues?|landlord|editor|people)|(?-i:[A-Z])[a-z]+)"
)
_OUGHT = r"(?:'ll| will| shall| must| have to| need to| should| gotta|'ve got to| still have to| still need to)"

RULES: tuple[tuple[str, str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("open", "u", (
        r"\b(?:no (?:clue|idea|answer|decision)|(?:not|n't) (?:\w+ )?sure|undecided|unsure|(?:don't|do not) (?:\w+ )?"
        r"know|dunno|idk)\b[^.?!]{0,60}\b(?:yet|still)\b(?! (?:works?|fails?|broken))",
        r"\bstill (?:no (?:clue|idea|decision)|don't (?:\w+ )?know|do not know|not (?:\w+ )?(?:sure|decided|clear|"
        r"agreed)|"
        r"undecided|unsure|haven't (?:decided|agreed|settled|heard)|open|debating|thinking about|unclear)\b",
        r"\b(?:sleep on (?:it|this|that)|sit with (?:it|this|that) for|(?:chew|mull) (?:on|over) (?:it|this|that))\b",
        r"\b(?:can't|cannot|couldn't|can not|not able to|unable to|not for me to|not my call to) "
        r"(?:really )?(?:answer|decide|settle|judge|commit|(?:tell|say)(?: you| anything| more| much)*(?= (?:today|"
        r"yet|now)|[,:.]|"
        r"$))\b[^.?!]{0,25}(?:\b(?:today|yet|now|myself|alone|until|"
        r"before)\b|$|[:,.])",
        r"\bnot (?:yet )?in a position to\b|\b(?:no (?:clue|idea)|(?:don't|do not) (?:\w+ )?know) (?:where to "
        r"(?!look|find|start)"
        r"|which|whether|if we|who should|how (?:many|much|long)) ?[^?]*$",
        r"\bi (?:must|have to|need to|should|gotta|will|'ll|shall)(?: first| still)? (?:first )?(?:ask|check with|"
        r"consult|talk "
        r"to) (?:him|her|them|(?:my|our|the) \w+|(?-i:[A-Z])[a-z]+)\b",
        rf"\b{_WHO} (?:must|has to|have to|needs? to|should|will have to|still has to|gets to|wants to) (?:say|decide|"
        r"tell|approve|sign|weigh|confirm|answer|agree|think)\b",
        rf"\b(?:whether|which|how (?:many|much|long|often)|who|what|where|when|or not)\b.{{3,160}}\b(?:i|we){_OUGHT}"
        rf"(?: first| still)? (?:ask|check with|consult|talk to|clarify with|discuss) ",
        r"\b(?:is|are|'re|'s) still (?:at it|discussing|arguing|fighting|debating|thinking|negotiating|deciding|"
        r"talking|waiting (?:for|on) "
        r"(?:an answer|approval|legal|the))\b",
        rf"\b(?:i|we){_OUGHT}(?: first| still)? (?:bring|take|raise|discuss|run|talk|clear|settle|sort) (?:it|this|"
        rf"that) (?:\w+ )?"
        r"(?:with|by|at|in|past) ",
        r"\b(?:has|have) not (?:yet )?been (?:settled|decided|agreed|fixed|finali[sz]ed|resolved|determined|"
        r"discussed)\b|\b(?:hasn't|"
        r"haven't) (?:yet )?been (?:settled|decided|agreed|finali[sz]ed|resolved|discussed)\b",
        r"\b(?:no idea|idk|dunno|no clue|not sure|don't know)\b[^?]{0,60}\b(?:tomorrow|later|next \w+|tonight|(?:mon|"
        r"tues|wednes|thurs|"
        r"fri|satur|sun)day|this weekend)\b",
        r"\b(?:jury is (?:still )?out|remains to be seen|up for (?:debate|discussion|grabs)|in limbo|to be continued|"
        r"need(?:s)? (?:more|some) (?:time|thought) (?:to|on|for|before)|needs? some thought)\b",
        r"\b(?:haven't|have not|hasn't|has not|nobody has|no one has) (?:yet )?(?:decided|settled|talked|spoken|"
        r"discussed|heard back|"
        r"asked (?!for)|agreed|checked with|got(?:ten)? an answer|cleared|looked into|made up)\b",
        r"\b(?:get|come) back to (?:you|this|that|it)\b[^.?!]{0,20}\b(?:on|about|with|once|when|after|later|tomorrow|"
        r"next)\b|\bget back to you\b|\blet you know (?:once|when|later|tomorrow|next|after|by|as soon)\b",
        r"^\W*(?:let's |lets |we can |i'd |i would )?(?:park|shelve|table) (?:it|that|this|the)\b|\bput a pin in\b|"
        r"\bon (?:the )?back ?burner\b|\bopen (?:point|question|item|issue)\b",
        rf"\b(?:waiting|wait) (?:for|on) {_WHO}(?:'s)? (?:answer|decision|reply|ok|okay|approval|feedback|sign-?off|to "
        r"(?:decide|answer|say|reply|come back|confirm))\b",
        r"\bdepends on (?:what|whether|how|who) (?!you\b|it\b)\w+[^?]{3,50}\b(?:says?|decides?|wants?|answers?|allows?|"
        r"thinks?|comes? back)\b",
    ), (
        r"\b(?:no|not an?|last|final|closed|close|every|the) (?:more )?open (?:question|point|item|issue)",
        r"\bif (?:you|i|we) (?:still )?(?:don't|do not|can't)\b",
        r"\b(?:why|how come)\b[^.]{0,40}\?\W*$",
        r"\b(?:coffee|lunch|dinner|breakfast|weekend)\b",
        r"\bnot sure (?:i (?:follow|understand|get)|what you mean)\b",
    )),
)

CUES: dict[str, tuple[str, ...]] = {
    # The agent says how the run went, not why it had failed.
    "REPORTS": (
        r"^\W*(?:all |both |the |every |\d+ )*(?:\d+ )?(?:tests?|checks?|suites?|specs?|builds?|runs?|it|"
        r"they)\b[^,;]{0,30}\b"
        r"(?:pass(?:es|ed|ing)?|green|clean|works?|succeed\w*|succeeds?|through|ok)\b|^\W*(?:done|fixed|green|pushed|"
        r"committed|good|great|sorry|perfect|now|i(?:'ve| have)? )\b|\bnow\W*$|\bby the way\b|\bi (?:also|recommend|"
        r"suggest|"
        r"propose)\b",
    ),
    # A prompt that asks for help or for a look.
    "HELP": (
        r"\b(?:please|pls|plz|can you|could you|would you|help|look (?:at|into)|check|figure out|find out|fix|debug|"
        r"investigate|any idea|what's (?:it|going|wrong|up)|why)\b",
    ),
    # What would be if: nothing is said about what is.
    "SUPPOSES": (
        r"^(?:if|unless|suppose|imagine) (?:we|i|they|you|he|she|it|someone|anybody)(?: ever|'d| had| were)\b",
    ),
    # What would come of something that is not done yet.
    "WOULD": (r"\b(?:would|could|can|saves?|might|instead of|rather than)\b",),
    # Said back with a question mark, before it is set right.
    "ECHOES": (
        r"^(?:it (?:appears|seems|looks)(?: like| as if| to me)?(?: that)?|i (?:see|notice|noticed|think)(?: that)?) "
        r"you(?:'ve| have)? "
        r"\w+[^?]*$",
        r"^(?:why (?:is|are|did|does|do) (?!not)[^?]{3,60}\?|you (?:named|called|used|put|wrote|set|chose|left|made|"
        r"picked|said|"
        r"went with|have) [^?]+\?)\W*$",
    ),
    "JOKES": (r"\b(?:kidding|joking|jk|just messing|messing with you|sarcasm)\b|/s\W*$",),
}
