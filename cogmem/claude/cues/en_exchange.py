"""English: what the agent's last words ask for, and how a person answers them; used by ``cogmem.claude.exchange``.

Patterns that begin with ``^`` look at the start of a sentence whose opening words ("ok, so …") are cut off.
"""

from __future__ import annotations

_STEPS = (
    r"(?:run|re-?run|commit|push|pull(?! in)|look|check|read|open|show|explain|summari[sz]e|continue|proceed|go "
    r"(?:on|ahead|"
    r"through)|start|begin|try|test|verify|investigate|debug|dig|fetch|print|list|grep|search|find|fix|apply|do "
    r"(?:that|"
    r"this|it|so)(?! (?:with|in|as|by|via|using|on|either))|deploy|merge|rebase|walk|describe|take (?:a|another)|"
    r"have a|move on|restart|stop|install|inspect|"
    r"trace|profile|benchmark|measure|reproduce|review|clean|write (?:\w+ )?tests?|(?:create|"
    r"open|cut|make) (?:a |the )?(?:\w+ )?(?:pr|pull|branch|tag|release|ticket|issue)|help|send|post|undo|revert|"
    r"delete|wait|stay|leave it|see|tell|give me|scroll|click|ping|curl|repeat|"
    r"tackle|work on|handle (?:it|this|that)|rebuild|update (?:it|them|the (?:docs|readme|"
    r"changelog)))\b"
)
_OFFERS = (
    r"(?:want me to|shall (?:i|we)|should (?:i|we)|do you want (?:me|us) to|would you like me to|ok if i|"
    r"(?:next,? |then "
    r")?i(?:'d| would|'ll| will| can| could| might| may)|can i|may i|let's|let me|we(?:'d| can| could| might|"
    r" should))"
)
_SOFT = (
    r"(?:also|even|just|now|first|next|then|quickly|probably|simply|easily|rather|go|and|like to|love to|want to|"
    r"have to|"
    r"start (?:with|by)|both)"
)

CUES: dict[str, tuple[str, ...]] = {
    # What the agent wants to know or may do: the work's next step, not its shape.
    "STEP": (
        rf"\b{_OFFERS} (?:{_SOFT} )*{_STEPS}",
        r"\b(?:which|what|where) [^?]{0,40}\b(?:first|next)\W*$|\b(?:next|anything|something) else\b|"
        r"^\W*what(?:'s| is| "
        r"should)[^?]{0,12}next\b|\bnow or later\b|\bready to (?:go|start|continue|merge|push)\b",
        r"^\W*anything (?:else|unclear|missing|left|to add|you)\b|\bhow can i help\b|\bwhat (?:are|can|should|shall|"
        r"do|would) (?:we|i|you)\b[^?]{0,25}\b(?:do|doing|help|"
        r"today|tackle|work "
        r"on)\b|\b(?:want|need|like) (?:a|an|the|some) (?:quick |short )?(?:summary|joke|tip|list|link|hand|summary|"
        r"recap|overview|explanation|"
        r"example|walkthrough|"
        r"hint|break)\b",
        r"^\W*(?:and )?(?:continue|proceed|go on|run it|ok(?:ay)? to (?:go|proceed|continue|start|run|push|merge))\b",
        r"\b(?:let me know (?:if you (?:have|need|run)|when)|feel free|anything i (?:missed|can)|any (?:questions|"
        r"other))\b",
    ),
    "PROPOSAL": (
        r"\bi(?:'d| would)?(?: also| strongly)? (?:recommend|suggest|propose|advise|lean|favou?r|vote|prefer|opt)\b",
        r"\b(?:my|one) (?:recommendation|suggestion|proposal|preference|pick|vote|idea)\b|\b(?:recommendation|"
        r"proposal|"
        r"suggestion|option|idea):|\brecommended\b",
        r"\bi (?:can|could|might|may|would|'d) (?:also |even |easily |just |then |next )*(?!see|tell|not|only|find|"
        r"say|guess|expect|estimate|imagine|assume|bet|think|"
        r"reproduce|confirm|say|say|imagine|read)[a-z]{3,}\b|\bi'd (?:also |rather |first |simply )*(?!see|say|"
        r"expect|estimate|imagine|assume|bet|think|"
        r"guess)[a-z]{2,}\b",
        r"\bwe (?:can|could|might|should|may)(?: also| just| even)? (?!see|tell|not|only)[a-z]{2,}\b|"
        r"\byou (?:could|might "
        r"want to|should)\b|\bit (?:might|may|could) be (?:worth|good|useful)\b",
        r"\b(?:would|will|could|might) be (?:the )?(?:best|better|safer|safest|simpler|simplest|cleaner|cleanest|"
        r"cheaper|"
        r"cheapest|"
        r"easier|easiest|ideal|enough|useful|nicer|more)\b|\b(?:is|seems|looks like) the (?:best|simplest|"
        r"cleanest|safest|"
        r"right|better|most sensible) (?:\w+ )?(?:option|approach|way|choice|fit|solution|one)\b",
        r"\bi think (?:we|it|that|you|a|an|the)\b|\bhow about\b|\bwhat (?:about|if we)\b|\blet's\b|"
        r"\bmakes? (?:the most |more "
        r"|most )?sense\b|\b(?:would|could|may|might) (?:help|pay off|be worth)\b|\b(?:next|then),? i(?:'d|'ll|"
        r" will| "
        r"would)\b|\bwe(?:'ll| will)? (?:probably )?need (?:a|an|to)\b|\bworth (?:adding|considering|having)\b",
    ),
    "SUGGESTS": (r"\bhow about\b|\bwhat (?:about|if)\b|\bwhy (?:don't|not)\b",),
    # It asks for a choice without a question mark.
    "TELL_ME": (
        r"\b(?:let me know|tell me|say) (?:which|what(?! you find)|how(?! (?:it|that|this) )|whether|where|if "
        r"you(?:'d| would)? (?:prefer|rather|like|"
        r"want))\b|\b(?:pick|"
        r"choose) (?:one|whichever|what)\b",
    ),
    # It asks for leave to go on with what it said before.
    "GO_AHEAD": (
        r"^\W*(?:so,? |then,? )?(?:shall|should|may|can|do you want|would you like|want|ok|okay|are you "
        r"ok(?:ay)?)\b[^?]{0,20}?\b(?:do|"
        r"implement|apply|make|build|add|use|try|go|set|proceed|continue|start|change|switch)(?: ahead| on| for| "
        r"with)*(?: up)?"
        r"(?: (?:it|that|this|so|those|these|with (?:it|that|this)|(?:that|this) (?:way|change|plan|approach|one)|"
        r"the (?:change|"
        r"plan)))?\W*\?",
    ),
    # It asks whether what was just said is fine.
    "APPROVAL": (
        r"^\W*(?:do you like|(?:does|do|is|are|was) (?:that|this|it|these|those)(?: all)? (?:look|sound|work|make|"
        r"ok|okay|fine|"
        r"what|right|good|better|acceptable|help|suit|match|correct|enough)|how (?:does|do) (?:that|it|this|"
        r"these)|what do "
        r"you think|ok(?:ay)?\?|agreed\?|any (?:objections?|thoughts|concerns|feedback)|thoughts\?|your call|"
        r"up to you)",
    ),
    # How a person answers.
    "OPENING": (
        r"^\W*(?:(?:yo|bro|dude|man|mate|ay+|lol|lmao+|h+m+|u+m+|uh+|oh+|ah+|eh|ok|okay|so|well|and|but|btw|actually|"
        r"honestly|then|wait|hey|huh|"
        r"yeah,? but|i "
        r"think|i guess|i'd say|i believe|tbh|imo|personally)\b[\s,.:;!?-]*)*",
    ),
    "ASKS": (
        r"\?\W*$",
        r"^(?:what(?!ever)|why(?! not\W*$)|how|whats|hows)\b",
        r"^(?:which (?:one|is|are|of|would|do|does|has)|when (?:is|are|do|does|did|will|was|can)|where (?:is|are|"
        r"do|does|"
        r"did|was|would)|who (?:is|are|wrote|owns|uses|does|did|was)|is (?:it|that|this|there|the)|are (?:there|"
        r"they|we|"
        r"you|these|those)|was (?:it|that|this|there|the)|do (?:you|we|i|they|these|those)|does|did|can (?:it|you|"
        r"we|i|"
        r"they|that|this)|could (?:you|we|it|i)|would (?:it|that|this|you|they|[a-z]+ (?:be|work|even))|"
        r"will (?:it|that|"
        r"this|you|they)|should (?:i|we)|have you|has (?:it|that)|remind me|tell me|any idea|isn't|aren't|wouldn't|"
        r"couldn't|shouldn't|doesn't (?:it|that)|explain|help me)\b",
        r"\b(?:right|no|correct|huh)\s*\?\W*$",
    ),
    "PUTS_OFF": (
        r"\b(?:no clue|(?:hasn't|haven't|isn't|aren't) (?:been )?(?:decided|settled|made up|agreed|clear))\b",
        r"\b(?:not (?:yet|decided|clear|settled)|undecided|no idea|that's with (?:the |our )?\w+|dunno|idk|don't "
        r"know|do not know|"
        r"nobody (?:knows|has "
        r"decided)|no one knows|good question|tricky|not (?:\w+ )?sure|unsure|up in the air|to be (?:decided|"
        r"confirmed|"
        r"discussed)|tbd|depends|pending|waiting (?:for|on)|still (?:waiting|looking|open|discussing|being|under)|"
        r"can't (?:say|decide|answer|tell)|hard to say|have to think|sleep on|haven't (?:thought|decided))\b",
        r"\bask (?:me|\w+) (?:again |about (?:it|that) )?(?:next|tomorrow|later|in|after|on|when)\b",
        r"\b(?:i|we)(?:'ll| will|'d| would|'ve| have)? ?(?:need to|have to|must|should|gotta|got to|'ll|will|"
        r"better)? "
        r"?(?:first )?(?:ask|check with|talk to|talk (?:it|this|that) over|discuss|clarify|confirm|revisit|decide|"
        r"think "
        r"about|run (?:it|this|that) by|bring (?:it|this|that) up|find out)\b",
        r"^(?:let's |we can |i'll |we'll )?(?:decide|discuss|postpone|park|revisit|defer|leave (?:that|it|"
        r"this) open)\b",
        r"^later\b|\b(?:leave|keep) (?:that|it|this) open\b|\bopen for now\b|\bneeds? (?:a decision|to be (?:decided|"
        r"discussed|clarified))\b|\b(?:for|up to) (?:the |our )?\w+ to (?:decide|say)\b|get back to you|\bsee what "
        r"[^?]{2,40} (?:says?|thinks?)\b|has to (?:weigh in|decide|sign off|approve|confirm)\b",
    ),
    "SHRUGS": (
        r"\b(?:whatever|up to you|you (?:decide|choose|pick|tell me)|your (?:call|choice|pick)|"
        r"don't (?:\w+ )?(?:care|mind)|"
        r"no preference|doesn't matter|does not matter|either(?: one)? (?:is|works|way)|any(?:thing|one)? (?:is|"
        r"works|"
        r"will do)|surprise me|not important)\b",
        r"^(?:hm+|let me (?:think|check|see|look|ask|try|read)|hold on|one (?:sec|second|moment|minute)|just a|"
        r"brb|wait|"
        r"sec|moment|gimme|give me|thinking|coffee|lunch|later|now|tomorrow|today)\b",
    ),
    "CHATS": (
        r"^(?:lol|haha+|hehe|phew|ugh|wow|whoa|yay|hooray|oops|hey|hi|hello|morning|good (?:morning|evening|night|"
        r"work|"
        r"job)|bye|cheers|thanks|thank you|thx|ty|no (?:worries|problem|rush|hurry)|take your time|you(?:'re|"
        r" are) (?:a|the|"
        r"welcome|right)|welcome|sorry|my bad|congrats|back|i'm back)\b",
        r"\b(?:thanks|thank you|thx|cheers)\W*$|\b(?:coffee|lunch|weekend|holiday|for today|see you|good night|took "
        r"(?:ages|forever)|so (?:cool|fast|"
        r"nice))\b",
    ),
    "STATUS": (
        r"^(?:before|previously|earlier|yesterday|last (?:time|week|month)),? (?:it|that|this|they|we) (?:was|were|"
        r"had|got|took)\b",
        r"\b(?:still|same (?:error|problem|issue|thing|result|output)|doesn't (?:work|help|build|compile|start|"
        r"show|load|"
        r"change|seem)|does not (?:work|help)|isn't (?:working|there|loading|showing)|not working|didn't (?:work|"
        r"help|"
        r"change)|works?(?: now| fine| great| for me)?\W*$|it works|broken|crash\w*|hangs?|fail(?:s|ed|ing)?|error|"
        r"looks? (?:good|great|nice|better|fine|right|ok|awful|weird)|(?:is|was) (?:fast|slow|nice|great|cool|"
        r"quick)|nice|"
        r"great|awesome|perfect|(?:can't|cannot|don't|do not) (?:see|find|get|understand)|nothing (?:happens|"
        r"changed))\b",
    ),
    "DOES": (
        rf"^(?:please |pls |just |now |first |next |quickly |also |can you |could you |let's |lets |go and |i'll |"
        rf"i will |"
        rf"i'd )*{_STEPS}",
        r"^(?:next|then|after that),? (?!(?:it|that|this|we)\b)|^(?:next|now|then) (?:the|step|one|file|up)\b|"
        r"^(?:make|move) (?:it|this|that) (?:a (?:bit|little|tad)|"
        r"slightly|"
        r"bigger|smaller|shorter|longer|nicer)\b|^add (?:a |some |the )?(?:\w+ )?tests?\b|^add (?:a )?(?:console|"
        r"print|log|"
        r"comment|todo)\b|\b(?:short|long|brief|quick) (?:version|summary|answer)\b|^(?:again|once more|go|more|"
        r"less)\W*$",
    ),
    "CONSENT_HEAD": (
        r"^(?:(?:yes|yep|yeah|yup|yea|ya|aye|sure|ok|okay|k|kk|fine|alright|right|agreed|exactly|same(?: here)?|"
        r"true|fair(?: enough| point)?|absolutely|definitely|"
        r"totally|of course|please(?: do)?(?=\W*$|,)|pls(?=\W*$|,)|(?:good|great)(?! (?:question|idea|call|"
        r"point))|nice(?! "
        r"idea)|cool|perfect|sounds good|makes sense|works(?: "
        r"for me)?|do (?:it|that)(?=\W*$|,)|go(?: ahead| for it)(?=\W|$)|thanks|thx|👍|✅|lgtm|sgtm)\b[\s,.!:;—-]*)+",
    ),
    "LIKES": (
        r"\b(?:(?:what|as) i had in mind|(?:thinking|thought) the same|my thoughts? exactly|took the words|exactly "
        r"what i (?:want|had|meant|"
        r"was thinking))\b",
        r"\b(?:love (?:it|that|the idea)|like (?:it|that|the idea|the sound)|(?:good|great|smart|nice|clever|"
        r"excellent|"
        r"solid|brilliant|neat) (?:idea|call|plan|point|catch|thinking|choice|one)|that(?:'s| is) (?:smart|clever|"
        r"good|"
        r"great|fine|perfect|neat|sensible|the way)|sold|i'm in|convinced|deal|\+1|with you|think so too|do it(?: "
        r"that way| like that)?|"
        r"go for "
        r"(?:it|that)|let's (?:do|go|try)(?: (?:it|that|this|so|for it|with (?:it|that)))?\W*$|(?:your|the) "
        r"(?:recommendation|suggestion|pick|proposal)|the recommended|what you (?:suggest|recommend|propose)\w*|as "
        r"(?:you )?(?:suggested|proposed|recommended)|works for (?:me|us)|sounds? (?:good|great|right|fine|sensible|"
        r"reasonable)|makes "
        r"sense|no objections?|fine (?:by|with) me|why not\W*$|can't hurt|wouldn't hurt|don't see why not|seems "
        r"(?:right|reasonable|sensible|fine)|all for it|agree|agreed)\b",
    ),
    # Words that hold a negation and yet refuse nothing.
    "NOT_NEGATIVE": (
        r"\b(?:no (?:problem|worries|objections?|rush|hurry|doubt|idea|preference|matter)|not (?:bad|sure|yet|only|a "
        r"problem|much left)|why not|can't hurt|can not hurt|wouldn't hurt|don't (?:mind|care|know|see why not|worry|"
        r"forget)|couldn't agree|can't argue|nothing against|not a bad|never ?mind|isn't it|don't you think|"
        r"if not|or "
        r"not|whether or not|no (?:longer )?(?:need to )?(?:ask|wait))\b",
    ),
    "REFUSES": (
        r"\bi'm afraid\b(?! so)|\bi'd sooner\b",
        r"^(?:please )?(?:no+|nah+|nope|never|nay|neither|none|not|don't|do not|dont|please don't|god no|hell no|"
        r"skip|drop|"
        r"forget|leave|"
        r"pass|stop|nothing|nobody|rather not|i'd rather(?! (?:have|use|keep|go|do))|hard pass|veto)\b",
        r"\b(?:not (?:possible|acceptable|allowed|permitted|ok(?:ay)?|an option|safe|suitable|appropriate|good enough|"
        r"feasible)|impossible|unacceptable|forbidden|illegal|leave \w+ alone|left (?:[\w.]+ ){1,3}alone)\b",
        r"\b(?:\w+n't|cannot|never|no ?body|no one|no need|nothing|not (?:needed|necessary|required|worth|now|for|"
        r"again|"
        r"really|going|in|a fan|convinced)|but no|so no|say no)\b",
        r"\bwe(?:'ve| have)?(?: already)? (?:got|have|use) [\w -]{2,30} for (?:that|this|it|those)\b|\balready "
        r"(?:have|got|exists?|do(?:es)?)\b|"
        r"\b(?:sledgehammer|cannon|like a lot|a bit much|heavy-handed|for (?:just )?(?:one|two|three|a single|a "
        r"handful)|absolutely no)\b",
        r"\b(?:overkill|over[ -]?(?:engineer\w*|the top|complicat\w*)|yagni|premature|unnecessary|needless|pointless|"
        r"useless|overhead|bloat\w*|horrible|ugly|one (?:thing|step) at a time|gimmick|waste|gold[- ]plating|out of "
        r"scope|too (?:much|complex|complicated|"
        r"heavy|risky|"
        r"expensive|early|fancy|clever|big|slow|fragile|many)|hate|dislike|(?:bad|terrible|awful) idea|a mess|no-go|"
        r"without (?:it|that|this)|tempting|another (?:day|time)|some other time|hard pass|i'll pass|leave it|"
        r"skip (?:it|"
        r"that|this|the)|scrap|would (?:hide|break|only|just|make it (?:worse|harder|more))|rather not|enough "
        r"already|more trouble|let's not)\b",
    ),
    "ENOUGH": (
        r"\b(?:is|are|'s|'re|will be|would be|should be) (?:\w+ ){0,2}(?:enough|plenty|sufficient)\b|\b(?:will|"
        r"should|"
        r"would|'ll) (?:do|suffice)\b|\b(?:enough|plenty)(?: here| for (?:us|me|this|that|now))?\W*$|^(?:just|"
        r"plain|only) "
        r"(?:use |a |an |plain )?[\w.+-]+|\binstead\W*$|\bdoes the (?:job|trick)\b|\bi'd rather (?:have|use|keep|"
        r"go|do)\b",
    ),
    # A plain statement that sets something right.
    "SETS_RIGHT": (
        r"^[\w' -]{2,30} (?:do|does|did) (?:have|need|exist|use|get|support|allow|want|pay|count|matter|work|come|"
        r"go)\b",
        r"\bin this (?:context|case|sense|field|industry)\b[^?]{0,20}\b(?:means?|is|are)\b|\bhere it (?:means|is|"
        r"stands for)\b",
        r"\b(?:won't|doesn't|don't|will not|does not|do not|not going to|can't|cannot|never) (?:\w+ )?(?:match|add "
        r"up|line up|tally|"
        r"reconcile|agree|be right|apply|hold|exist|count)\b|\bi'm afraid\b(?! (?:so|not|i (?:don't|can't|have to "
        r"go))\b)",
        r"\b(?:wrong|incorrect|backwards|other way (?:a)?round|the opposite|mixed up|mistake|misread|misunderst\w+|"
        r"supposed to|meant to|(?:should|must|has to|have to|needs to|need to|ought to) (?:not |never )?(?:be|have|"
        r"go|use|return|"
        r"come|live|"
        r"stay|start|end|point|say|raise|throw|match|include|only)|is the one|the one to use|i (?:said|asked|"
        r"meant|wanted|"
        r"told)|(?:was|were|is|are) (?:actually|really|called|deprecated|outdated|removed|renamed|raised|lowered|"
        r"changed|"
        r"moved|gone)|not (?:the|a|an|in|on|by|per|from|for|just) \w+|, not \w+|but (?:the|in|on|by|per) \w+|"
        r"was (?:needed|"
        r"there for|on purpose|intentional)|used to be|no longer|instead of|rather than)\b",
    ),
    # Said against what the agent reports.
    "DENIES": (r"^\W*(?:no|nope|nah)\b[, ]+(?!problem|worries|rush|hurry|need|wonder|way|idea|thanks|thank)\w.{6,}",),
    "OBJECTS": (
        r"^[\w.-]+(?: [\w.-]+)?(?:'s| is| are| was) (?:on|in|at|from|under|part of|the same|not|no|an?) (?!problem|"
        r"way\b|lot\b|mess)\w",
        r"^\d+[\w%]* (?:is|are|seems|feels) (?:way |far |much |a bit |really )*(?:too|op\b|overkill|excessive|not "
        r"enough|insane|crazy|"
        r"tiny|nothing|a lot)",
        r"^(?:way |far |much )?too (?:many|much|long|verbose|wordy|short|big|small|noisy|chatty|wide|narrow|dark|"
        r"bright) \w+",
        r"^(?:\W|hm+\b|no\b|um+\b|but\b|huh\b)*(?:it|this|that|these|those|they)(?:'s| is| was| has|'re| are| "
        r"were|'ve| have) (?:been "
        r"|\w+ly )?(?!fine|ok|okay|good|great|nice|cool|perfect|awesome|late|all\b|enough|correct|right|true|weird|"
        r"strange|odd|"
        r"funny|fast|slow|quick|better|done|working|red|green|interesting|amazing|wonderful|brilliant|exactly|what|"
        r"how|why|it\b|"
        r"a (?:good|nice|bit|lot|great|shame|pity|mess|start)|so\b|very|pretty|really|not bad|awful|ugly|beautiful|"
        r"helpful|clear|"
        r"sad|annoying|hard|easy|probably|maybe|likely)\w",
        r"\b(?:ticket|spec|docs?|design|mock-?up|requirement|issue|contract|customer|client|schema)s? (?:says?|said|"
        r"wants?|wanted|"
        r"asks?|asked|specif\w+|requires?|shows?)\b|\bcustomers are\b|^(?:\W|but\b)*in \w+,? (?:we|it's|they)\b|"
        r"^(?:\W|no\b|but\b)*we(?:'re| are) (?:on|using|"
        r"a|an|in|not)\b|^[\w'.-]+(?: [\w'.-]+){0,2}, please\b|\b(?:we|they|you) (?:require|need|use|have|"
        r"ship|charge|pay|"
        r"expect|run|deliver|support|accept|call) \w+[^?]*\b(?:\d\w*|everywhere|elsewhere|not|only|always|never)\b|"
        r"^(?:\W|hm+\b|but\b)*you (?:named|called|used|put|"
        r"wrote|set|chose|left)\b",
    ),
    "INSISTS": (
        r"\b(?:here|our|we|us|actually|really|only|always|never|not|\w+n't|instead|already|anymore|any more|in fact)\b",
    ),
    "STATES": (
        r"^(?:the |our |their |its |all |in \w+,? |on \w+,? |for \w+,? |here,? |it |that |this |they |we |you |"
        r"[\w.+-]+ "
        r"){0,4}(?:is|are|'s|'re|was|were|has|have|starts?|ends?|uses?|means?|needs?|goes|comes?|belongs?|lives?|"
        r"runs?|"
        r"counts?|pays?|wants?|gets?|only|pushes|calls|returns|costs?|takes?)\b",
    ),
    # How things are to be, said out of nothing.
    "SPECIFIES": (
        r"^(?:please |then |just |and )*(?:add|include) (?:a|an|another|one more) (?!tests?\b|(?:\w+ )?(?:test|log|"
        r"print|comment))"
        r"(?:\w+ )*\w+[,:] ",
        r"^(?:please |then |just )*(?:keep|set|cap|limit|use|allow|retry|retain|expire|wait|run) (?:it |them |the "
        r"\w+ )?(?:at |to |for |in "
        r")?\d+ (?!to\b|and\b|lines?\b|more\b)\w",
        r"^(?!(?:i|you|we|it|that|this|they|there|which|what|who)\b)[\w'./ -]{2,50} (?:should|must|has to|have to|"
        r"needs? "
        r"to|is going to|are going to|will) (?:all |always |only |never |just |still )*(?:be|have|use|stay|live|"
        r"go|return|"
        r"accept|support|expire|start|end|default|cost|show|include|contain|take|come|run|count|allow|require|get|"
        r"keep|see)\b"
        r"(?! (?:happy|glad|pleased|angry|annoyed|surprised|thrilled|confused|fine|ok|okay|enough|good|easy|done|"
        r"there|working|able|possible|back|here|soon|ready|nice|great|"
        r"it)\b)",
        r"^(?:please |then |just |only )*(?:keep|leave|use|make|take|drop|remove|name|call|limit|cap|pin|store|"
        r"put|allow|"
        r"require|return|default|set|switch|support|treat|sort|group|round|charge|skip|reject|accept|cache|"
        r"encrypt|hash|"
        r"send|save|log|ship|sign|split|merge|hide)\b[^?]{3,}\b(?:and (?:delete|drop|remove|ditch|throw)|only|"
        r"everywhere|by "
        r"default|for (?:all|every|each|any|now)|instead|as (?:the )?default|at (?:most|least)|max(?:imum)?|"
        r"min(?:imum)?|"
        r"per \w+|(?:to|at|after|of|every) \d\w*(?! and)|not (?:the|by|in|on|as))\b(?!.*\bline \d)",
        r"\bwe(?:'d)? (?:only |just |really )?(?:want|like|require)(?: to have)? (?!to (?:know|see|find|check|"
        r"look|talk|ask|run|"
        r"wait|go|do|try)|you|some|more|help|it to work|that\W*$|it\W*$)\w",
        r"\b(?:only|just) (?:want|need|support|accept|allow|charge|ship|show|keep)s?\b|\bonly (?:for|if|when|on|"
        r"in|the|with) "
        r"\w+.{0,40}\W*$|\bgoing with (?!it|that|this)\w|^(?:sold|decided|settled)\b.{3,}",
        r"^(?:v\d|from \w+ on|from now on|starting|until|for (?:the )?\w+),? (?!i was)[^?]{0,20}(?:we|it|they|"
        r"everything|"
        r"all)\b (?!(?:was|were) going)[^?]{3,}",
    ),
    "TAKES": (
        r"^(?:please |then |just |and )*(?:add|include) (?:a|an|another|one more) (?!tests?\b|(?:\w+ )?(?:test|log|"
        r"print|comment))\w",
        r"^(?:let's |lets |we'll |i'll |i'd |we |i |then |just |please |definitely |probably |rather )*(?:go|"
        r"going|take|use|"
        r"using|pick|choose|keep|make|have|want|prefer|say|call|name|put|store|vote|return|show|send|ship|cap|"
        r"limit|drop|"
        r"then it's|it's)\b|\bplease\W*$|\bit is\W*$|\bany ?day\b|\bby far\b|\bsounds? right\b|\bis (?:better|"
        r"simpler|"
        r"easier|safer|cleaner|fine|nicer)\b|\bmakes more sense\b",
    ),
}
