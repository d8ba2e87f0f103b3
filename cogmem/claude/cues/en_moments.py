"""English cues for what happens once: corrections, reverts, decisions, insights, milestones, questions.

The shape of a rule is in ``cogmem.claude.cues``.
"""

from __future__ import annotations

RULES: tuple[tuple[str, str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("no", "u", (
        r"^\W*(?:(?:hmm+|wait|ugh|oh|well|um+|sorry|hey),?\s+)?(?:no+|nope|nah|wrong|incorrect|not quite|not "
        r"exactly|not really|not right|stop)\b(?![-\s](?:problem|worries|need|rush|idea|thanks|thank|one|"
        r"longer|changes?|issues?|errors?|more|matter|wonder|doubt|way|go\b|code|tests?|failures?|bugs?|new|"
        r"other|warnings?))",
    ), (
        r"^\W*(?:no|nope|nah)[,.! ]*(?:that'?s (?:all|it|fine|ok|okay|good|great|everything)|thanks?|thank "
        r"you|it'?s (?:fine|ok|good|all good)|i'?m (?:good|done|fine)|all good|we'?re (?:good|done)|not "
        r"(?:now|yet|today)|nothing|just)\b",
        r"^\W*(?:no|nope|nah|wrong|stop)\W*$",
        r"^\W*stop (?:the|it|here|for)\b(?! (?:using|doing|adding))",
    )),
    ("correction", "u", (
        r"\b(?:that(?:'s| is| was)|this is|it(?:'s| is)|those are|these are|you(?:'re| are)|you got (?:it|"
        r"that|this)|your (?:\w+ ){1,3}(?:is|are)|the (?:\w+ ){1,4}(?:is|are)) (?:just |still |simply |"
        r"completely |totally |also |all |actually )?(?:wrong|incorrect|not (?:right|correct|true|what i "
        r"(?:asked|meant|wanted|said)|how (?:it|we|this)|the (?:right|correct))|mistaken|backwards|the wrong|"
        r"a mistake|inaccurate|the opposite|off by|outdated info)\b",
    ), (
        r"\?\W*$",
        r"^\W*(?:found|got) it\b",
        r"\bif (?:that|it|this|the)\b",
        r"\b(?:what|where|something|anything|nothing|see) (?:is|that's|was) (?:wrong|incorrect)\b",
    )),
    ("correction", "u", (
        r"\bi (?:said|meant|mean|asked (?:for|you)|told you|specifically (?:asked|said|wanted)|already "
        r"(?:said|told|explained)|never (?:said|asked|wanted)|did(?:n't| not) (?:ask|say|mean|want)|wanted)\b",
    ), (
        r"\bi (?:meant|wanted|mean) to (?:ask|tell|say|thank|check|know|see)\b",
        r"^\W*i mean,",
        r"\?\W*$",
        r"\bknow what i mean\b",
    )),
    ("correction", "u", (
        r"\byou (?:misunderstood|misread|misinterpreted|mixed up|confused|forgot|missed|skipped|broke|"
        r"overwrote|deleted|removed|changed the wrong|edited the wrong|used the wrong|picked the wrong|"
        r"shouldn't|should not|should have \w+(?:ed|en|t|ut|un|ade|one)\b|were supposed|weren't supposed|"
        r"ignored|keep \w+ing|got (?:that|it|this|the \w+) (?:wrong|backwards)|can't just|cannot just|put "
        r"(?:it|this|that|them) in the wrong)\b",
    ), (
        r"\?\W*$",
        r"\bin case you\b",
        r"\bif you\b",
        r"\b(?:shouldn't|should not) (?:need|have (?:to|any)|worry|see)\b",
    )),
    ("correction", "u", (
        r"\b(?:is|are|was|should (?:be|go|live|return|have|use|say|read|come|point)|must (?:be|go|return)|"
        r"needs? to (?:be|go|return)|means?|runs? (?:on|in)|lives? in|uses?|expects?|returns?|comes? from|"
        r"goes? (?:in|to|into))\b[^.?!]{1,90}(?:, not\b|\band not\b|\bnot the\b|\binstead of\b|\brather "
        r"than\b|\binstead\W*$)",
        r"\bnot [^,.;]{1,60},? but (?:rather )?(?!(?:i|we|it|that|for|only)\b)\w",
    ), (
        r"\?\W*$",
        r"\bwhether or not\b",
        r"^\W*let'?s\b",
        r"\bwhy\b",
    )),
    ("correction", "u", (
        r"\byou(?:'re| are) (?:mixing up|mixing|confusing|misreading|misunderstanding|overlooking|missing the point|"
        r"assuming|looking at the wrong|still using|editing the wrong|overcomplicating)\b",
    ), (
        r"\?\W*$",
        r"\bif you(?:'re| are)\b",
    )),
    ("prohibit", "u", (
        r"<LEAD>(?:don't|do not|dont|stop|quit|no need to|avoid)\s+(?:\w+ing\b|(?:ever |just |use|touch|"
        r"change|edit|modify|add|remove|delete|rename|commit|push|run|create|write|mock|put|make|call|import|"
        r"skip|assume|guess|invent|hardcode|hard-code|do|break|wrap|catch|swallow|return|log|print|install|"
        r"upgrade|introduce|reformat|format|refactor|rewrite|ignore|explain|disable|store|send|merge|deploy|"
        r"duplicate|copy|force)\b)",
    ), (
        r"\?\W*$",
        r"\b(?:don't|do not) (?:worry|forget|bother|mind|know|think|understand|see|have)\b",
        r"\bstop (?:the|it|here)\b",
        r"\bstop (?:working|responding|running)\b",
        r"\bdo (?:it )?(?:yet|anything)\W*$",
    )),
    ("correction", "u", (
        r"\bwhy (?:did|are|would|do|have) you\b",
        r"\bthat'?s not (?:what|how|where|the|it)\b",
        r"\bwrong (?:file|branch|place|directory|folder|function|table|column|version|test|approach|one|"
        r"project|repo|environment|order|way|key|name|endpoint|port)\b",
    ), (
        r"\bi (?:was|am|were|think i|might)\b",
        r"\bwhy (?:do|would) you (?:think|recommend|suggest|prefer)\b",
        r"\bis (?:this|that|it) the wrong\b",
        r"\bwhat'?s wrong\b",
    )),
    ("correction", "u", (
        r"^\W*(?:actually|correction|small correction|to be clear|to clarify|one correction|careful|watch "
        r"out)\b[,:]?\s+(?:it|that|the|this|we|our|those|there|you|they|in|on|only|by|postgres|python|"
        r"node)\b[^?]{8,}",
    ), (
        r"\?\W*$",
        r"\b(?:looks|works?|seems?) (?:good|great|fine|right)\b",
        r"\bi(?:'d)? like\b",
    )),
    ("correction", "u", (
        r"\b(?:is|are|looks?|seems?|was) (?:\w+ )?(?:outdated|out of date|obsolete|stale|no longer (?:correct|"
        r"accurate|current|up to date))\b",
    ), (
        r"\?\W*$",
        r"\bif\b",
        r"\b(?:cache|lock|branch|build)\b",
    )),
    ("revert", "u", (
        r"<LEAD>(?:let'?s |can you |could you |we (?:should|need to|have to) |i want to |you (?:should|need "
        r"to) )?(?:undo|revert|roll(?:ing)? ?back|back out|put (?:it|that|this|everything) back|change (?:it|"
        r"that|this) back|go back to (?:the )?(?:old|previous|original|earlier))\b",
    ), (
        r"\bif (?:it|this|that)\b",
        r"\bhow (?:do|would|can)\b",
        r"\b(?:rollback|undo|revert) (?:button|feature|command|support|stack|plan|script|migration|function)\b",
    )),
    ("decision", "u", (
        r"\b(?:let'?s|lets|we(?:'ll| will| should|'re going to| are going to|'re|'d better| are| can just| "
        r"could just)|we want to|i want (?:us |you )?to|i'd like (?:us )?to|we need to|we must) "
        r"<ADV><CHOOSE>\b",
    ), (
        r"<HYPO>",
        r"<KEEP_GOING>",
        r"\bwe(?:'re| are) (?:using|storing|keeping|moving|splitting|going for)\b.{0,60}\b(?:currently|now|"
        r"right now|today|already|at the moment)\b",
        r"\bwe(?:'re| are) (?:currently|already)\b",
    )),
    ("decision", "u", (
        r"\b(?:i|we)(?:'ve| have)?(?: \w+)? (?:decided|chose|chosen|settled on|agreed|opted|picked|concluded|"
        r"went with|gone with)\b",
        r"\bi(?:'ll| will| am|'m) (?:going with|going to go with|go with|stick with|pick|choose|take option)\b",
        r"^\W*(?:(?:ok|okay|alright|right|so|final|and|then|yes|good|great|fine)\b[,:.!\s]*)*(?:final "
        r")?(?:decision|verdict|final call|final answer|resolution|call it decided|decided)\b\s*(?:is|:|-|—|"
        r",)",
    ), (
        r"<HYPO>",
        r"\bhaven'?t (?:yet )?(?:decided|chosen|picked)\b",
        r"\bnot (?:yet )?decided\b",
        r"\bbefore (?:we|i)\b.{0,20}\bdecided\b",
    )),
    ("decision", "u", (
        r"^\W*(?:(?:ok|okay|alright|right|so|then|yes|yeah|yep|sure|good|great|fine|hmm|cool|agreed|"
        r"perfect)\b[,:.!\s]*)*(?:please )?(?:go(?:ing)? (?:with|for)|stick (?:with|to)|pick|choose|take|use|"
        r"prefer) (?:option|plan|approach|variant|alternative|the (?:first|second|third|fourth|last|former|"
        r"latter|simpler|simple|other)|[a-d1-4]\b(?=\W*(?:$|[,.;!]|please|then|since|because|it'?s|but|and))|"
        r"number)",
    ), (r"\?\W*$",)),
    ("decision", "u", (
        r"\b(?:let'?s|we(?:'ll| will|'re going to| are going to)|i(?:'ll| will)) \w+\b[^?]{3,100}\b(?:instead "
        r"of|rather than|instead\W*$)",
        r"^\W*(?:please )?(?:use|make it|take|build (?:it|this) with|write (?:it|this) in|store|keep|prefer|"
        r"deploy|host|model|implement (?:it|this) (?:as|with|in))\b[^?]{3,90}\b(?:instead of|rather than)\b",
        r"\b[\w.+-]+ it is(?: then)?\W*$",
        r"^\W*(?:(?:ok|okay|alright|right|so|yes|yeah|fine|cool)\b[,:.!\s]*)*[\w.+-]+(?: [\w.+-]+)?,? then\W*$",
        r"(?<![-\w])(?:wins|is the (?:winner|one we(?:'ll| will) (?:use|take)))\W*$",
    ), (
        r"<HYPO>",
        r"<KEEP_GOING>",
        r"^\W*(?:what|how|who|where|see|talk|done|and|now|well|back|since|until|ok|okay|great) (?:it is|then)",
        r"\b(?:that|this|what|as|where|how) it is\b",
    )),
    ("decision", "u", (
        r"^\W*(?:(?:ok|okay|alright|right|so|then|yes|yeah|yep|sure|good|great|fine|hmm|cool|agreed|"
        r"perfect)\b[,:.!\s]*)*(?:go|going) (?:with|for)\b(?! (?:it|that)\W*$| lunch| a )",
        r"\bwe(?:'re| are) going with\b",
        r"\bthe (?:plan|decision|approach|way forward|choice) (?:is|will be)(?: now)?(?: to|:)?\s",
        r"\b(?:it'?s|that'?s) (?:decided|settled|agreed)\b",
    ), (r"<HYPO>",)),
    ("decision", "u", (
        r"\bwe go (?:with|for)\b",
        r"\bgo ahead with (?!it\b|that\b|this\b)\w",
        r"\bmade up (?:my|our) minds?\b",
        r"\bit'?s going to be \w",
        r"\blet'?s do (?!it\b|that\b|this\b|some\b|one\b|more\b|the same\b|a (?:quick|test|run|check)\b)\w[\w "
        r"/-]{3,40} (?:for|in|with|on|instead)\b",
        r"\blet'?s make\b.{3,60}\b(?:configurable|optional|required|mandatory|the default|public|private|async|"
        r"immutable|a (?:separate|setting|flag|service|plugin|package|module)|default)\b",
        r"^\W*(?:please )?use (?!a\b|an\b|the\b|this\b|that\b|it\b|my\b|our\b|your\b|these\b|those\b|more\b|less\b|"
        r"some\b|only\b)[\w./+-]+(?: [\w./+-]+)? (?:for|as|everywhere|in all|across)\b",
        r"^\W*(?:my|our|the|final) (?:final )?(?:decision|verdict|call|choice)\s*(?:is|:|-|—|,)",
    ), (
        r"<HYPO>",
        r"<KEEP_GOING>",
    )),
    ("decision", "u", (
        r"\bmake (?:it|that|them) (?:\d|at (?:least|most)\b|the default\b|optional\b|required\b|mandatory\b)",
        r"\blet'?s (?:pause|postpone|freeze|delay|put .{2,40} on hold|hold off on|wait with)\b",
        r"^\W*(?:meanwhile|first|then|so|ok|okay|and|please)?[,\s]*(?:please )?(?:get|move|take|migrate|switch) [\w ]{3,40} (?:off|onto|over to|out of|away from|from \w+ to) \w",
    ), (
        r"<HYPO>",
        r"\bget (?:it|this|that) (?:off|out)\b",
    )),
    ("breakthrough", "u", (
        r"\b(?:aha|eureka)\b",
        r"\b(?:i see|ah+|oh+|got it|wow|i get it|now i (?:get|understand|see))\b[^.?]{0,12}\b(?:so "
        r")?(?:that(?:'s| is| was)|it(?:'s| is| was)|this is)\b[^.]{0,40}\b(?:how|why|what|because|where|the "
        r"reason)\b",
        r"\bso (?:that|this)(?:'s| is| was) (?:how|why|what|where|the reason)\b",
        r"\bnow (?:it|that|this|everything) (?:all |finally )?(?:makes sense|clicks|fits)\b",
        r"\b(?:that|this|which) (?:finally |also )?explains\b",
        r"\bit (?:all |finally |just )?clicked\b",
        r"\bmystery solved\b",
        r"\bi (?:finally |just )?(?:figured (?:it|this|that)? ?out|cracked it|understand now|get it now)\b",
    ), (r"\?\W*$",)),
    ("breakthrough", "ua", (
        r"\b(?:found|identified|pinpointed|tracked (?:it |this |that )?down|discovered|located|isolated|"
        r"nailed|spotted|figured out|uncovered|confirmed)\b[^.]{0,40}\b(?:root cause|culprit|real (?:problem|"
        r"cause|issue|bug|reason)|the (?:\w+ )?(?:cause|bug|leak|problem|issue|reason|source|race|mistake|"
        r"bottleneck|regression))\b",
        r"^\W*(?:found it|here it is|there it is|eureka|aha|bingo)\s*[!:—.-]",
        r"\b(?:root cause|culprit|smoking gun|real (?:cause|problem|reason|issue|bug)|underlying (?:cause|"
        r"problem|issue|reason)|actual (?:cause|problem|bug|issue|reason))\b[^.?]{0,30}?(?:\b(?:is|was|turned "
        r"out|turns out|lies|comes from|seems)\b|:)",
    ), (
        r"(?#pre)\?\W*$",
        r"\b(?:might|may|could|maybe|perhaps|possibly|probably|likely|if|once|until|haven't|have not|hasn't|"
        r"not (?:yet )?found|to (?:find|identify|pinpoint|locate|be)|find(?:ing)? the|let me|i'll|we'll|will|"
        r"trying|want|need|before|whether|still|can you|please|no)\b",
    )),
    ("breakthrough", "ua", (
        r"\b(?:it )?(?:turns|turned) out\b[^.]{10,}",
        r"\b(?:the (?:\w+ ){0,3}(?:bug|problem|failure|crash|slowdown|error|leak|hang|mismatch|flakiness|"
        r"discrepancy)) (?:is|was) (?:caused by|due to|because|that)\b",
    ), (
        r"\?\W*$",
        r"\b(?:might|may|could|maybe|perhaps|possibly|probably|likely|if|unless)\b",
    )),
    ("breakthrough", "u", (
        r"^\W*(?:oh |ah |yes |yeah )?that'?s it\s*!",
        r"^\W*(?:ah+|oh+|aha|i see|wow)[,!. ]+so\b.{15,}",
        r"\bnow i (?:finally )?(?:get|understand|see|know) (?:why|how|what|where)\b",
        r"\ball along\b",
        r"\bthat was (?:the|our|my) (?:\w+ )?(?:problem|cause|bug|issue|reason|mistake)\b",
    ), (
        r"\?\W*$",
        r"\b(?:for today|thanks)\b",
    )),
    ("theme", "u", (
        r"\b(?:third|fourth|fifth|3rd|4th|5th|nth|umpteenth|hundredth) time\b",
        r"\bkeeps? (?:coming (?:back|up)|happening|breaking|failing|biting|recurring|popping up|haunting|"
        r"coming)\b",
        r"\b(?:we|i) keep (?:running into|hitting|coming back to|seeing|having|tripping|getting|fixing)\b",
        r"\b(?:yet|once) again\b",
        r"\bagain and again\b",
        r"\bhere we go again\b",
        r"\bsame (?:\w+ )?(?:bug|error|problem|issue|failure|mistake|story|topic|question|discussion|thing) "
        r"(?:again|as (?:last|before|yesterday)|came up)\b",
        r"\bback (?:again )?to (?:the )?\w+ (?:again|problem again)\b",
        r"\b(?:this|it|that) (?:came|has come|comes|came back) up (?:again|before|so often)\b",
        r"\bwe(?:'ve| have) been (?:here|through this) before\b",
        r"\bnot (?:the first|again)\b.{0,10}\b(?:time|this)\b",
        r"\brecurring (?:problem|issue|theme|bug|topic)\b",
        r"\bevery (?:single )?time (?:we|i|you|it|this)\b",
    ), (
        r"\bonce again,? thanks\b",
        r"^\W*(?:run|try|do|check) (?:it|that|this)? ?(?:once )?again\b",
    )),
    ("theme", "u", (
        r"\bagain,? (?:the|this) same\b|\bthe same (?:\w+ ){1,3}again\b",
        r"\bwe(?:'ve| have) (?:already )?had (?:this|that|the same) (?:\w+ )?(?:discussion|conversation|issue|"
        r"problem|debate|argument|bug)\b",
        r"\b(?:second|2nd) time (?:this|in a|that|today|we|i)\b",
    ), (r"\?\W*$",)),
    ("milestone", "u", (
        r"\b(?:phase|step|milestone|sprint|stage|part|iteration) (?:\w+ )?(?:is |are |was )?(?:now |finally "
        r")?(?:complete[d]?|done|finished|wrapped up|in the bag|closed)\b",
        r"\bwe(?:'ve| have)? (?:just |finally |officially )?(?:shipped|launched|released|deployed|gone live|"
        r"went live|hit (?:our|the|a)|reached|cut (?:the )?release)\b",
        r"\b(?:is|are|it's|we're|now) (?:now |finally |officially )?(?:live|in production|shipped|rolled out|"
        r"merged|released|deployed)\b",
        r"\b(?:migration|release|rollout|launch|cutover|rewrite|refactor\w*|deployment|upgrade|feature|mvp|"
        r"beta)\b (?:is |was )?(?:now |finally )?(?:complete|completed|done|finished|out|live)\b",
        r"\bfirst (?:paying )?(?:customer|user|release|version)\b.{0,30}\b(?:signed|live|out|paid)\b",
    ), (
        r"\?\W*$",
        r"\b(?:once|when|after|until|before|if|not|isn't|should|will|needs?|almost|nearly|get)\b",
    )),
    ("milestone", "a", (
        r"\b(?:phase|milestone|stage|sprint) (?:\w+ )?(?:is |are )?(?:now )?(?:complete[d]?|done|finished)\b",
        r"\b(?:migration|rollout|cutover|release|deployment|deploy) (?:to [\w-]+ )?(?:is |was |has )?(?:now |"
        r"been )?(?:complete|completed|finished|succeeded|successful)\b",
    ), (
        r"\?\W*$",
        r"\b(?:once|when|after|until|before|if|not|isn't|should|will|next)\b",
    )),
    ("milestone", "u", (
        r"\b(?:all green|everything(?:'s| is)?|it'?s all)\b.{0,15}\b(?:deployed|shipped|live|released|merged)\b",
        r"\bwe(?:'ve| have)?(?: just| finally)? (?:hit|reached|passed|crossed) [\d,.]+\w* \w+",
    ), (
        r"\?\W*$",
        r"\b(?:once|when|after|until|before|if|not|should|will)\b",
    )),
    ("question", "u", (
        r"\b(?:we|i|someone|somebody|the team|legal|you)(?:'ll| will)? (?:still |really |also |eventually |"
        r"probably |definitely )?(?:need|have|ought|should|must|want)(?:s)?(?: to)? (?:still |also |"
        r"eventually |really )?(?:investigate|look into|figure out|find out|decide|clarify|check with|ask|"
        r"research|work out|revisit|think (?:about|through|harder)|confirm (?:with|whether|if)|verify with|"
        r"explore|dig into|understand (?:why|how|whether)|talk to|sort out|determine|evaluate)\b",
    ), (
        r"\?\W*$",
        r"\bi need you to\b",
        r"\b(?:should|need to) ask (?:you|claude)\b",
    )),
    ("question", "ua", (
        r"\b(?:open|unresolved|outstanding|remaining|unanswered|still-open) (?:question|issue|point|item|"
        r"decision)s?\b",
        r"\b(?:tbd|tbc|to be (?:decided|determined|confirmed|discussed)|still (?:open|undecided|unclear|"
        r"unknown|to be decided|don't know|do not know|need to (?:decide|clarify|confirm|find out|figure out|"
        r"check|investigate))|up in the air|open for now|needs? (?:a decision|clarification|more "
        r"investigation|further investigation|(?:a )?follow-?up|investigating)|remains? (?:unclear|open|"
        r"unknown|to be (?:seen|decided)|unresolved|a mystery|unexplained))\b",
    ), (r"\bno (?:open|unresolved|outstanding|remaining)\b",)),
    ("question", "u", (
        r"\b(?:not (?:\w+ )?sure|unsure|unclear|don't (?:\w+ )?know|do not know|no idea|undecided|(?:i|we) "
        r"wonder|wondering|uncertain|torn)\b[^.]{0,25}\b(?:whether|if|how|why|what|which|who|when|where|about|"
        r"between)\b[^.]{0,200}\b(?:yet|for now|later|tomorrow|next week|until|someday|at some point|before "
        r"launch)\b",
        r"\b(?:park|postpone|defer|table|shelve|leave) (?:that|this|it|the \w+(?: \w+)?)\b[^.]{0,40}\b(?:for "
        r"now|later|open|until|for another|next)\b",
        r"\b(?:let'?s |we'?ll |we can |i'?ll )?(?:decide|revisit|figure (?:that|this|it) out|discuss|think "
        r"about|come back to|look (?:at|into)|deal with|sort (?:that|this|it) out)\b[^.]{0,40}\b(?:later|"
        r"tomorrow|next (?:week|time|sprint|session|month)|another (?:day|time)|some other time|after (?:the "
        r")?(?:release|launch|holidays|weekend))\b",
        r"\bquestion for (?:later|the team|legal|ops|tomorrow)\b",
    ), (r"^\W*no\W*$",)),
    ("question", "u", (
        r"\b(?:haven't|have not|hasn't|has not|not)\b.{0,15}\b(?:decided|settled|agreed on|figured out|clarified|"
        r"resolved|made up (?:my|our) minds?)\b.{0,60}\byet\b",
        r"\b(?:haven't|have not) (?:yet )?(?:decided|settled|agreed|figured out|clarified|chosen)\b",
        r"^\W*(?:todo|to do|action item|follow-?up|open item)\b\s*[:—-]",
    ), (r"\?\W*$",)),
    ("question", "u", (
        r"\b(?:haven't|have not|hadn't) (?:really )?thought (?:about|through)\b",
        r"\b(?:until|once|when|after) (?:i|we)(?:'ve| have)? (?:hear|know|talk|ask|decide|get an answer)\w*\b",
    ), (r"\?\W*$",)),
    ("unsure", "u", (
        r"\b(?:wonder(?:ing)?|not (?:\w+ )?sure|unsure|undecided|torn|in two minds|on the fence|don't (?:\w+ "
        r")?know)\b[^.]{0,25}\b(?:if|whether|how|why|what|which|who|when|where|about|between)\b",
    ), ()),
    ("question", "a", (
        r"\bi (?:couldn't|could not|wasn't able to|was not able to|can't|cannot|was unable to|am unable to) "
        r"(?:\w+ )?(?:determine|verify|confirm|reproduce|tell (?:whether|if|why)|establish|explain|find out)\b",
        r"\b(?:worth|would need|will need|warrants?) (?:investigating|checking (?:with|whether)|a follow-?up|"
        r"further|clarifying)\b",
        r"\b(?:we|you)(?:'ll| will)? (?:still |eventually )?need to (?:decide|clarify|confirm (?:with|"
        r"whether)|find out|check with)\b",
        r"\bnot clear (?:yet )?(?:whether|why|if|how)\b",
    ), (
        r"\?\W*$",
        r"\buntil i\b",
        r"\blet me\b",
    )),
)
