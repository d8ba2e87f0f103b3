"""English cues for what becomes clear, comes back, is reached, or stays open.

The shape of a rule is in ``cogmem.claude.cues``.
"""

from __future__ import annotations

RULES: tuple[tuple[str, str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("breakthrough", "u", (
        r"\b(?:aha|eureka)\b",
        r"\b(?:i see|ah+|oh+|got it|wow|i get it|now i (?:get|understand|see))\b[^.?]{0,12}\b(?:so "
        r")?(?:that(?:'s| is| was)|it(?:'s| is| was)|this is)\b[^.]{0,40}\b(?:how|why|what|because|where|the "
        r"reason)\b",
        r"\bso (?:that|this)(?:'s| is| was) (?:how|why|what|where|the reason)\b",
        r"\bnow (?:it|that|this|everything) (?:all |finally )?(?:makes sense|clicks|fits)\b",
        r"\b(?:that|this|which) (?:finally |also )?explains\b",
        r"^\W*(?:(?:ah+|oh+|aha|ok|okay|so)\b\W*)*explains (?:it|everything|a lot|why|the)\b",
        r"\bit (?:all |finally |just )?clicked\b",
        r"\bmystery solved\b|\bnow i (?:understand|get it|see)\W*$",
        r"\bi (?:finally |just )?(?:figured (?:it|this|that)? ?out|cracked it|understand now|get it now)\b",
    ), (
        r"\?\W*$",
        r"\bwhat [\w ]{2,30} (?:is|are|was|were|does|means?)(?: for)?\W*$",
    )),
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
        r"discrepancy)) (?:(?:is|was) (?:caused by|due to|because|that)|(?:came|comes|"
        r"stems|stemmed|originates|originated) from)\b",
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
    ("breakthrough", "u", (
        r"\bbingo\b",
        r"\bso it(?:'s| is| was) (?:the|a|my|our|that) [\w -]{2,40}? (?:that|which|who|all along|causing|doing)\b",
        r"\bthere(?:'s| is| are) (?:our|the|your|my) (?:\w+ )?(?:culprit|bug|problem|answer|leak|issue|reason|"
        r"duplicates?|"
        r"dupes?)\b",
        r"^\W*(?:oh+|ah+|wait|wow|hm+|right)[,.! ]+so (?:both|all|it|they|every|the|that|we|"
        r"this)\b(?!.{0,12}\b(?:plan|"
        r"works?|looks?|should|we(?:'ll| should))\b).{10,}",
        r"\bi (?:think i )?(?:finally|now|at last) (?:understand|understood|get|got|see|realized|realised)\b",
        r"^\W*got it\s*[:—-]\s*\w+ \w+ \w+ \w+",
        r"^\W*(?:so |ha,? |yes,? |yep,? |of course,? )?it was (?:the|a|my|our|just) [^?]*!\W*$",
    ), (r"\?\W*$",)),
    ("breakthrough", "u", (
        r"\b(?:so|ah|oh|and|wow|right)\b[^?]{0,80}\bthat'?s why (?!i\b|we (?:asked|want|need|decided))",
    ), (r"\?\W*$",)),
    ("breakthrough", "a", (
        r"\b(?:changed|lost|moved|renamed|dropped|expired|disappeared|broke|was removed)\b[^.?]{0,60}, so (?:the|it|"
        r"every|all|no|nothing|that)\b[^?]{3,}",
    ), (r"\b(?:i'll|i will|i(?:'ve| have)|we(?:'ve| have)|let me|might|may|could)\b",)),
    ("breakthrough", "a", (
        r"^\W*(?:honestly,? )?i(?:'d| had)? (?:expected|assumed|thought|suspected|bet on)\b[^?]{3,90}?\b(?:but|in fact|"
        r"instead)\b[^?]{6,}",
        r"\b(?:has|had|have) nothing to do with\b[^?]{4,}",
        r"\b(?:is|are|was|were) (?:much |far |even )?(?:worse|simpler|stranger|other|older) than (?:we|i) (?:thought|"
        r"assumed|expected|feared)\b",
        r"\b(?:been|was|were) (?:wrong|broken|off|missing|ignored|disabled) all along\b",
    ), (
        r"\?\W*$",
        r"\b(?:might|may|could|maybe|perhaps|possibly|probably|likely|if|unless)\b",
    )),
    ("unsure", "u", (
        r"\b(?:gotta|got to|have to|need to|i'll|i must) (?:first )?(?:check|confirm|clear (?:it|that|this)|"
        r"talk|speak) "
        r"(?:with|to) \w",
    ), (r"\?\W*$",)),
    ("theme", "u", (
        r"\b(?:third|fourth|fifth|3rd|4th|5th|nth|umpteenth|hundredth) (?:time|outage|incident|failure|crash)\b|"
        r"^\W*(?:oh |ugh |not )?(?:that|this|the) "
        r"\w+ again\W*$",
        r"\bkeeps? (?:coming (?:back|up)|happening|breaking|failing|biting|recurring|popping up|haunting|"
        r"coming)\b",
        r"\b(?:we|i) keep (?:running into|hitting|coming back to|seeing|having|tripping|getting|fixing)\b",
        r"\b(?:yet|once) again\b",
        r"\bagain and again\b",
        r"\bhere we go again\b",
        r"\bsame (?:\w+ )?(?:bug|error|problem|issue|failure|mistake|story|topic|question|discussion|thing) "
        r"(?:again|as (?:last|yesterday)|came up)\b",
        r"\bback (?:again )?to (?:the )?\w+ (?:again|problem again)\b",
        r"\b(?:this|it|that) (?:came|has come|comes|came back) up (?:again|before|so often)\b",
        r"\bwe(?:'ve| have) been (?:here|through this) before\b",
        r"\bnot (?:the first|again)\b.{0,10}\b(?:time|this)\b",
        r"\brecurring (?:problem|issue|theme|bug|topic)\b",
        r"\bevery (?:single )?(?:time|merge|release|deploy|build|sprint|week|month|monday|morning|upgrade) (?:we|"
        r"i|you|it|"
        r"this|the|somebody|someone)\b|\bevery single \w+ (?:we|i|it|this|the)\b|\b(?:break|fail|crash|come|happen|"
        r"go|die|flake)\w* (?:\w+ )?every (?:"
        r"other|second|few|single) \w+",
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
    ("theme", "u", (
        r"\bwe (?:fix|have|see|do|hit|discuss|debug|get) (?:this|that|it) every (?:single )?(?:week|day|month|"
        r"release|sprint|time)\b",
        r"^\W*(?:and )?yet another \w",
    ), (r"\?\W*$",)),
    ("theme", "u", (
        r"\b(?:three|four|five|six|3|4|5|6|several|many) times (?:this|in the (?:last|past)|since|already|now)\b",
    ), (r"\?\W*$",)),
    ("milestone", "u", (
        r"\b(?:phase|step|milestone|sprint|stage|part|iteration) (?:\w+ )?(?:is |are |was )?(?:now |finally "
        r")?(?:complete[d]?|done|finished|wrapped up|in the bag|closed)\b",
        r"\bwe(?:'ve| have)? (?:just |finally |officially )?(?:shipped|launched|released|deployed|gone live|"
        r"went live|hit (?:our|the|a)|reached|cut (?:the )?release)\b",
        r"\b(?:is|are|it's|we're|now) (?:now |finally |officially )?(?:live|in production|shipped|rolled out|"
        r"merged|released|deployed)\b",
        r"\b(?:migration|release|rollout|launch|cutover|rewrite|refactor\w*|deployment|upgrade|feature|mvp|"
        r"beta)\b (?:is |was )?(?:now |finally |officially |all )?(?:complete|completed|done|finished|out|live)\b",
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
    ("milestone", "u", (
        r"\bsigned off\b",
        r"\bwe (?:just |finally )?passed (?:the|our|all)?\b.{0,25}\b(?:audit|review|certification|inspection|exam|"
        r"acceptance)\b",
        r"\b(?:version|release|v)?\s?[\d.]*\b(?:is|are) (?:now )?(?:on (?:npm|pypi|crates\.io|the app store|the "
        r"store|docker hub)|in production)\b",
    ), (
        r"\?\W*$",
        r"\b(?:once|when|after|until|before|if|not|should|will|needs? to be)\b",
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
    ), (r"\b(?:no|last|final) (?:open|unresolved|outstanding|remaining)\b",)),
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
        r"\b(?:don't|do not|doesn't|won't|'ll only|will only) (?:\w+ )?know (?:yet|on|until|after|when|by)\b|\bno "
        r"idea yet\b|\bfor "
        r"(?:the |our )?\w+ to decide\b|\bthat's with (?:legal|the|our|finance|marketing|ops|product)\b|\bgotta ask "
        r"\w|\blet's see "
        r"what [^?]{2,40} (?:says?|thinks?|wants?)\b|\bparking (?:it|that|this)\b",
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
    ("question", "u", (
        r"\b(?:can't|cannot|couldn't) decide\b",
        r"^\W*(?:still |it'?s (?:still )?)?(?:unclear|undecided|open)\b[^?]{0,10}\b(?:whether|if|who|how|what|which|"
        r"where|when)\b",
        r"\bi(?:'ll| will| have to| need to| should) (?:find out|ask|check|clarify|confirm)\b[^?]{0,30}\b(?:whether|"
        r"if|with|who|how|what|about)\b",
        r"\b(?:talk|think|speak|decide|worry) about [^?]{3,50} (?:at some point|later|some ?day|another time|next "
        r"(?:week|month|time|sprint))\b",
        r"\bfigure out [\w -]{3,50} (?:later|next week|tomorrow|another time)\b",
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
