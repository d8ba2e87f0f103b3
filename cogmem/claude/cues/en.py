"""English: the parts that cues share, and the single cues that other rules ask for by name."""

from __future__ import annotations

from cogmem.claude.cues import en_exchange, en_findings, en_moments, en_open, en_passing, en_standing

RULES = (*en_open.RULES, *en_passing.RULES, *en_standing.RULES, *en_moments.RULES, *en_findings.RULES)

# Parts that several patterns share, written <NAME> in them.
PARTS = {
    "LEAD": "|".join((
        r"^\W*(?:(?:please|pls|also|and|but|oh|btw|by the way|one more thing|ok|okay|so|well|hey|then|right|yo|bro|"
        r"dude|mate|lol|"
        r"hm+|um+|yes|yeah|great|good|cool|thanks|perfect|important|fyi|actually|wait|ah)\b[,:.!\s-]*){0,4}",
    )),
    "HYPO": "|".join((
        r"\b(?:wonder(?:ing)?|not sure|unsure|if|whether)\b.{0,20}\b(?:we|i)\b",
        r"\b(?:which|what|whether|how|why|where|who)\b[^,;]{0,40}\b(?:we|i|to)\b",
        r"^\W*(?:if|what if|should|could|would|can|maybe|perhaps|how about|do you|does|is it|are we|unless|"
        r"suppose)\b",
        r"\?\W*$",
    )),
    "ADV": "|".join((
        r"(?:just |rather |instead |simply |then |definitely |all |now |please |actually |both |always |also "
        r")?",
    )),
    "CHOOSE": "|".join((
        r"(?:go(?:ing)? (?:with|for)|us(?:e|ing)|adopt|pick|choos(?:e|ing)|switch(?:ing)?(?: over)? to|"
        r"switch\b.{1,40}\b(?:to|from)|mov(?:e|ing)\b.{0,40}\b(?:to|into|away from|off)|stick(?:ing)? (?:with|"
        r"to)|keep|settl(?:e|ing) (?:on|for)|standardi[sz]e on|stay with|stor(?:e|ing)|default to|rely on|"
        r"migrat(?:e|ing)\b.{0,40}\bto|replac(?:e|ing)\b.{1,60}\b(?:with|by)|split(?:ting)?|cap|treat|target|"
        r"make it|call it|rename\b.{1,40}\bto|do (?:it|this|that) (?:with|via|in)|ship|support|require|drop "
        r"support|base (?:it|this)|build (?:it|this) (?:on|with)|put\b.{1,40}\b(?:in|into|behind|under)|write "
        r"(?:it|this) in|pin|freeze|enforce|limit)",
    )),
    "KEEP_GOING": "|".join((
        r"\b(?:keep (?:going|working|moving|at it|it up|you posted|in mind|an eye)|mov(?:e|ing) on|use "
        r"(?:this|the) (?:time|chance|session|opportunity|moment|occasion)|keep (?:it|this|that) (?:short|simple|"
        r"brief|light|quick)|call it a day|go for (?:a|lunch|coffee)|put (?:it|that|"
        r"this) (?:off|aside))\b",
    )),
}

CUES: dict[str, tuple[str, ...]] = {
    **en_exchange.CUES,
    **en_open.CUES,
    "LAYS_OUT": (
        r"\b(?:either|both|would (?:work|do)|can|could|two (?:ways|options)|candidates|possibilities|options|"
        r"alternatives|choose|choice)\b",
    ),
    "WORKED": (
        r"\b(?:is|are) (?:all |now )?(?!need|speed|indeed)\w+ed\b|\bi(?:'ve| have)? (?:(?!need)\w+ed|set|put|made|"
        r"wrote|written|built|kept|ran|split|cut|chose)\b|\bnow\b|"
        r"\b(?:is|are) "
        r"(?:in|done|up|live|there|set|ready|in place)\b|^\W*(?:all )?(?:done|updated|added|fixed|renamed|moved|"
        r"removed|created)\b|"
        r"\b(?:describes?|returns?|uses?|goes|runs?|sends?|expects?)\b",
    ),
    "TASTE": (
        r"\b(?:do|did|would) you (?:\w+ )?(?:love|enjoy|drink|eat|listen|watch|read|play|live|expect)\b|\bdo you "
        r"like (?!better|more\b)|\byour "
        r"favou?rite\b|\bhow(?: are|'s| is) (?:you|it|things|your)\b",
    ),
    "GUESSES": (
        r"^\W*(?:could|might|may|must|probably|either|perhaps|maybe)\b[^?]*\bbe\b",
        r"\b(?:it|that|this|cause|problem|bug|issue|error|reason|culprit|something|these|those|they)(?:'s| is|'re| "
        r"are| could "
        r"be| must be| may be| might be| was| has to be) (?:\w+ )?(?:either|a|an|the)\b",
    ),
    "FACT": (
        r"\b(?:do|did) you mean\b|\bare you (?:talking about|referring to|looking at|thinking of)\b",
        r"^\W*(?:(?:so|and|then|ok|okay|hm+|one question|just to be sure)\b[,:\s]*)*(?:is|are|was|were|does|did|"
        r"has|have|"
        r"had|do you (?:see|get|have|know|run|remember|mean|use|happen)|what(?:'s| is| are| was| do you (?:see|get))|"
        r"when|where|who|how (?:many|much|often|long|old|big|does|did)|which \w+ (?:do you (?:have|see|run|get)|are "
        r"you|is|was|does|did)|can you (?:see|reproduce)|do (?:both|all|the|your|these|those|they|other|any|most)|"
        r"what (?:does|did|happens|kind|version|else|time|do (?!you "
        r"(?:think|want|prefer|say|suggest|reckon)))|(?:can|could|would) you (?:please )?(?:share|show|paste|send|"
        r"tell|confirm|"
        r"check|run|try|post|provide|give|describe)|(?:which|what|who) [^?]{2,60}\b(?!need|exceed|speed|feed|"
        r"embed)\w+ed|"
        r"(?:what|which|how|who|when|where|why)\b[^?]{2,60}\b(?:is|are|was|were|does|did|has|have|happens|fails|says|"
        r"return|returned|print|printed))\b",
    ),
    "WISH": (
        r"\b(?:should|shall|want|prefer|rather|better|best|(?<!look )(?<!looks )(?<!do you )like|ok|okay|fine|"
        r"supposed|need|enough|acceptable|"
        r"which way)"
        r"\b",
    ),
    "NAMES": (
        r"\b(?!(?:that|this|what|so|as|how|where|it|there|here|then|ok|okay|like|whatever)\b)[\w.+-]{2,} it is\W*$",
        r"\b(?:go(?:ing)? (?:with|for)|stick(?:ing)? (?:with|to)|settled? on|switch(?:ing)? to) (?:the )?(?!(?:it|"
        r"that|"
        r"this|them|lunch|coffee|flow|plan|a|you|your|me|him|her)\b)[\w.+-]{2,}",
    ),
    "AGREE": (
        r"^\W*(?:(?:yes|yep|yeah|yup|yea|ya|aye|kk?|sure|ok|okay|alright|right|agreed?|perfect|great|excellent|"
        r"exactly|"
        r"awesome|nice|cool|good|fine|absolutely|definitely|correct|indeed|lgtm|sgtm|approved|deal|sold|done|"
        r"totally|of course|brilliant|love it|both|sounds|works|makes sense|please|👍|✅)\b|👍|✅|(?:fair "
        r"enough|why not(?!,? \w)|i'?m in|fine by me|ship it|no objections?|good (?:plan|idea|call|point)|i buy "
        r"that)\b|\blet'?s do (?:that|it|this)\b|\b(?:that|this) (?:works|sounds (?:good|right|great|fine|"
        r"best))\b|go (?:ahead|for it|with)|do (?:it|that|so|both)|that(?:'s| is| would be| sounds| works)? "
        r"?(?:works?|good|great|fine|perfect|right|sensible|the one|it)|let'?s (?:do|go|try|use|pick|take)|i "
        r"(?:like|agree|love|prefer|think so|'m (?:fine|ok|good))|option|the (?:first|second|third|former|"
        r"latter|last)|(?:[1-4]|[a-d])\b[.):]?(?:\s|$))",
    ),
    "DISAGREE": (
        r"^\W*(?:no|nope|nah|not|don't|do not|stop|wait|hmm|hold on|actually|never)\b",
        r"\b(?:but (?:not|let'?s|i|we|don't)|rather not|i'd rather|instead of that)\b",
    ),
    "PROPOSE": (
        r"\b(?:i(?:'d| would| strongly)? (?:recommend|suggest|propose|advise|lean|favou?r|vote|go with|prefer|"
        r"opt)|my (?:recommendation|suggestion|proposal|preference|pick|vote)|recommendation:|proposal:|"
        r"recommended\b|we (?:could|should|can)|you (?:could|should)|better to|best (?:option|approach|choice|"
        r"way)|how about|what if we|let'?s|i'm (?:proposing|leaning)|should (?:i|we)|shall (?:i|we)|do you "
        r"want (?:me|us)?|would you (?:like|prefer|rather)|want me to|which (?:one|option|approach|would|do)|"
        r"are you (?:ok|okay|fine|happy) with|ok(?:ay)? to|option [a-d1-4]\b|approach [a-d1-4]\b)",
    ),
    "RECOMMEND": (
        r"^\W*better (?:not|to)\b",
        r"\b(?:i(?:'d| would| strongly)? (?:\w+ )?(?:recommend|suggest|propose|advise|go with|prefer|vote|opt|"
        r"favou?r|lean)|i(?:'d| would) (?:rather |first |probably |simply |also |definitely )?(?!(?:like|love|"
        r"be (?:happy|glad)|need|estimate|imagine|assume|bet|think|say|guess|expect|appreciate|have to|"
        r"want)\b)[a-z]{3,}|my (?:recommendation|"
        r"suggestion|proposal|preference|pick|vote)|recommendation:|proposal:|suggestion:|recommended\b|i'm "
        r"(?:proposing|leaning)|(?:the )?(?:best|safest|simplest|cleanest|cheapest|right|better|sensible) "
        r"(?:option|approach|way|choice|fix|solution|fit|move|bet|path)\b|makes? (?:the most|more) sense|"
        r"would be (?:best|better|safer|simpler|cleaner|ideal|enough)|should (?:i|we) (?:use|go with|switch|"
        r"adopt|keep|move|replace|drop)|want me to (?:use|switch|replace|move|split|store))",
    ),
    "PROCEDURE": (
        r"^(?:\W*(?:want me to|should i|shall i|do you want me to|would you like me to|i can|let me know if|"
        r"ok to|okay to|are you ok(?:ay)? with me|can i|may i)\W+)?(?:\w+\W+){0,2}?(?:proceed|continue|go "
        r"ahead|run (?:the|it|them|all)|commit|push|take a look|look (?:at|into)|start(?: with)?|begin|open a "
        r"(?:pr|pull)|show|explain|do (?:that|this|it|so)|fix (?:it|that|this|them)|apply (?:it|this|that|"
        r"the)|implement (?:it|this|that)|write (?:it|the tests?|tests?)|clean up|summari[sz]e|dig|check|"
        r"verify|rerun|re-run|make (?:the|this|that) change|try)\b",
    ),
    "CHOICE": (
        r"\b(?:instead of|rather than|over (?:the )?\w+ because|switch|replac|us(?:e|ing)\b|adopt|mov(?:e|"
        r"ing)\b|migrat|drop|keep|split|stor(?:e|ing)|approach|option|strategy|design|pattern|default|with a|"
        r"via|library|framework|schema|architecture|model|policy|retry|cache|queue|limit|rename|separate|"
        r"single|behind|format|structure|soft|hard|flag|version|index|table|event|batch|async|sync\b|poll|"
        r"push-based|timeout|backoff|one (?:\w+ )?per|dedicated|shared|stateless)",
    ),
    "REASON": (
        r"\b(?:because|since|as it|so that|otherwise|the reason (?:is|being)|due to|given that|it'?s (?:too|"
        r"simpler|faster|cheaper|easier|safer)|in order to|which (?:means|makes|would))\b",
    ),
    "TDD": (
        r"\b(?:tdd|test[- ]first|failing test first|(?:should|will|must|expect(?:ed)?(?: it)? to) fail|red "
        r"(?:phase|step)|see it fail|watch it fail|confirm (?:that )?it fails)\b",
    ),
    "DIAGNOSIS": (
        r"\b(?:is|are|was|were) too (?:small|large|big|old|new|short|long|strict|slow|low|high|early|late)\b",
        r"\b(?:since|so that|which (?:means|is why)|therefore|leaves? out|no longer|has no|have no|is called|"
        r"used to|did not|didn't|does not|doesn't|cannot|can't|without)\b",
        r"\b\w+(?: \w+){0,3} (?:imports?|reads?|expects?|renamed|lacks?|needs?|truncated|overwrites?|runs? "
        r"(?:before|after|in)|is (?:not|never|set|read|parsed|cached|sorted|rounded|compared|missing))\b",
        r"\b(?:root cause|culprit|because|caused by|due to|the (?:real |actual |underlying )?(?:problem|issue|"
        r"bug|cause|reason|failure|error|mistake) (?:is|was|lies|came|comes|turned)|fixed (?:by|the|it|in)|"
        r"the fix (?:is|was)|turns out|turned out|happened (?:when|because|since)|was (?:missing|using|never|"
        r"not|still|being|reading|returning|comparing|passing|calling)|forgot|expected .{1,40} but|never|"
        r"stale|missing|off by one|wrong)\b",
    ),
    "CAUSE": (
        r"\b(?:root cause|culprit|because|caused by|due to|since|the (?:real |actual )?(?:problem|issue|bug|"
        r"cause|reason) (?:is|was)|turns? out|so that)\b",
        r"^\W*[A-Z][\w -]{2,40}: ",
    ),
    "HEDGE": (
        r"^\W*(?:i|we)(?:'ve| have)? (?:just |also )?(?:added|fixed|changed|updated|moved|replaced|removed|switched|"
        r"committed)\b",
        r"\b(?:might|may|could|maybe|perhaps|possibly|probably|likely|suspect|let me|i'll|i will|if|whether|"
        r"unrelated|not the (?:cause|problem|reason|issue)|(?:is|are|was)(?: not|n't) it|so it is not|rules? out|"
        r"should i|want me|would you|need to (?:check|see|find|look)|check(?:ing)? (?:whether|if))\b",
        r"\?\W*$",
    ),
    "ANNOUNCE": (
        r"^\W*(?:(?:ok(?:ay)?|aha|great|good|so|and|there|yes|eureka)\b[,!:.\s-]*)*(?:i(?:'ve| have)? |"
        r"we(?:'ve| have)? )?(?:(?:finally|just) )?(?:found|identified|tracked down|located|figured out|"
        r"understand|see) (?:it|out|the (?:\w+ ){0,2}(?:cause|culprit|bug|problem|issue|reason|leak|"
        r"source))(?: now)?\W*$",
    ),
    "OPINION": (
        r"\b(?:any (?:thoughts|opinions?|ideas?|objections?|suggestions?)|(?:your )?thoughts\s*\?|what(?:'s| is) "
        r"your (?:opinion|"
        r"take|view|advice|thought|recommendation)|what do you "
        r"(?:think|suggest|recommend)|what would you (?:do|suggest|recommend)|does that make sense|good "
        r"idea\s*\?|pros and cons)\b",
    ),
    "ACK": (
        r"^\W*(?:(?:ok(?:ay)?|thanks?|thank you|thx|ty|cheers|great|nice|cool|good|perfect|awesome|got it|i "
        r"see|right|alright|sure|fine|excellent|lovely|sweet|understood|noted|makes sense|very|much|a lot|so|"
        r"that|helps|job|work|one|done|👍)\W*)+$",
    ),
    "DEFER": (
        r"\b(?:yet|for now|later|tomorrow|next (?:week|month|sprint|time|meeting|quarter)|until|someday|at "
        r"some point|before (?:the )?launch|(?:let'?s|we'?ll|i'?ll|we should|i should|need to|have to|gotta|"
        r"got to|will) "
        r"(?:\w+ )?(?:ask|check with|discuss|see|think|talk|revisit|decide|bring it up|raise)|waiting for|"
        r"pending|open)\b",
    ),
    "FILLER": (
        r"^\W*(?:(?:ok|okay|so|well|hm+|um+|uh|oh|ah|hey|right|alright|yes|yeah|yep|yup|sure|great|good|cool|"
        r"fine|perfect|thanks|thank you|actually|wait|please|pls|also|and|but|btw|by the way|then|now|no|nope|"
        r"nah|agreed|sorry|first|i think|i guess|i believe|honestly|listen|look|exactly|indeed|true|fair|aha|"
        r"bingo|hold on|important|fyi|sounds good|makes sense|one more thing|found it|got it|i see|on second "
        r"thoughts?|scratch that|nice|done|awesome|absolutely|definitely|correction|update|"
        r"note)\b(?:[,:.!;\s—–-]+|$))+",
    ),
}
