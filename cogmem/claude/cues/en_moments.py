"""English cues for what a person corrects, takes back and decides.

The shape of a rule is in ``cogmem.claude.cues``.
"""

from __future__ import annotations

RULES: tuple[tuple[str, str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("no", "u", (
        r"^\W*(?:(?:hm+|wait|ugh|oh|well|um+|sorry|hey),?\s+)?(?:no+|nope|nah|wrong|incorrect|not quite|not "
        r"exactly|not really|not right|stop)\b(?![-\s](?:problem|worries|need|rush|idea|clue|thanks|thank|one|"
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
        r"^\W*(?:please |next,? |then |and |so |ok,? )*(?:use|put|keep|let'?s)\b",
        r"\bwhy\b",
    )),
    ("correction", "u", (
        r"\byou(?:'re| are) (?:mixing up|mixing|confusing|misreading|misunderstanding|overlooking|missing the point|"
        r"assuming|looking at the wrong|still using|editing the wrong|overcomplicating)\b",
    ), (
        r"\?\W*$",
        r"\bif you(?:'re| are)\b",
    )),
    ("correction", "u", (
        r"\b(?:isn't|is not|'s not|wasn't) how\b",
        r"\b(?:doesn't|does not|don't|do not) match\b",
        r"^\W*not (?!yet\b|now\b|today\b|sure\b|really\b|bad\b|quite\b|exactly\b|at all\b|a problem\b)[\w -]{2,25}, "
        r"(?:but )?[\w -]{2,25}\W*$",
        r"\bbelongs? (?:in|into|under|to|with|next)\b",
        r"\byou (?:still|never) (?:didn't|haven't|did|have not|don't|ignore|forgot|missed)\b",
    ), (
        r"\?\W*$",
        r"\bif\b",
    )),
    ("correction", "u", (
        r"\bi'?d rather (?:have|see|keep|use|do|go|put|get|call|write)\b",
    ), (r"\?\W*$",)),
    ("decline", "u", (
        r"<LEAD>(?:just )?(?:skip|drop|ditch|lose) (?:the )?[\w.+-]+",
    ), (r"\?\W*$",)),
    ("correction", "u", (
        r"^\W*[\w.%-]+(?: [\w.%-]+){0,3}, not (?!(?:yet|now|sure|really|bad|great|today|that|too|a|the|so|much|"
        r"many|in|at|"
        r"on|for|to|only|just)\b)[\w.%-]+(?: [\w-]+)?\W*$",
    ), (r"\?\W*$",)),
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
        r"to) )?(?:undo|revert|roll(?:ing)? ?back|roll (?:it|that|this|the [\w -]{2,20}) back|back out|put (?:it|"
        r"that|this|everything) back|bring (?:it|that|"
        r"this|the [\w -]{2,20}) back|"
        r"bring back|back (?:it|that|this|the [\w -]{2,20}) out\b|change (?:it|"
        r"that|this) back|go back to (?:the )?(?:old|previous|original|earlier))\b",
    ), (
        r"\bif (?:it|this|that)\b",
        r"\bhow (?:do|would|can)\b",
        r"^\W*(?:undo|revert|rollback) (?:is|was|does|doesn't|works|should)\b",
        r"\b(?:rollback|undo|revert) (?:button|feature|command|support|stack|plan|script|migration|function)\b",
    )),
    ("decision", "u", (
        r"\b(?:team|we|boss|client|customer|management|everyone|board)(?:'ve| have| has| had)?(?: just| "
        r"finally)? (?:decided|"
        r"agreed|settled|voted)\b",
        r"\bwe(?:'ll| will|'re going to| are going to|'d) (?!(?:the|a|an|our|my|your|their|\w+'s|see|be|need|have "
        r"to|look|check|run|try|talk|test|"
        r"wait|fix|find|"
        r"get|meet|know|start|begin|finish|continue|go (?:to|on|back|home|over|through)|come|do (?:it|that|this|so)|"
        r"discuss|"
        r"decide|ask|think|revisit|hear|break|lose|take (?:a|an|it)|call|debug|investigate|read|review|make sure|"
        r"write|deal|"
        r"figure|worry|leave|move on|say|tell|show|end|miss|regret|cover|stop|hope|sleep|love|enjoy|never|also need|"
        r"probably "
        r"need|have|want|like|still|just see|catch|pick (?:it|this|that) up|work|push|commit|appreciate|sort|add "
        r"(?:a )?"
        r"test)\b)[a-z]+ \w+",
    ), (
        r"<HYPO>",
        r"<KEEP_GOING>",
        r"\b(?:not|haven't|hasn't) (?:yet )?(?:decided|agreed|settled)\b",
    )),
    ("decision", "u", (
        r"\bwe (?:do|use|take|have|offer|ship|run) [^?]{3,60}\binstead\b",
    ), (
        r"\?\W*$",
        r"\bif\b",
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
        r"deploy|host|model|implement (?:it|this) (?:as|with|in))\b[^?]{3,90}(?:\b(?:instead of|rather than)\b|, "
        r"not\b)",
        r"\b[\w.+-]+ it is(?: then)?(?:\W*$|[,;.!])",
        r"^\W*(?!(?:i|we|you|it|that|this|they|the|a|an|there|he|she|my|our|your|but|and|so|why|what|how|because|no|"
        r"not|yes|"
        r"is|are|was|does|do|if|when|which)\b)[a-z]+ (?:them|it|these|those|everything|all|the \w+|\w+s)\b[^?]*, not "
        r"(?:by|in|"
        r"on|with|per|at|from|as|to|via|through|the|a|after|before)\b",
        r"(?:^|[,;] )[\w.+-]+(?: [\w.+-]+)? (?:yes|yep|ok|okay|sure|fine)(?: please)?,? (?:but )?[\w.+-]+(?: "
        r"[\w.+-]+)? (?:no|"
        r"nope|later|not|can wait|maybe later)"
        r"\b|(?:^|[,;] )(?:yes|yep|yeah) to [\w .+-]{2,40},? (?:but )?no to\b",
        r"^\W*(?:(?:ok|okay|alright|right|so|then|yes|good|great|fine)\b[,:.!\s]*)+we (?:make|do|build|write|use|put|"
        r"keep|take|"
        r"go|store|send|name|call|split|move) (?!(?:it|that|this|so|on|home|to|a (?:break|test))\W*$)\w",
        r"^\W*(?:(?:ok|okay|alright|right|so|yes|yeah|fine|cool)\b[,:.!\s]*)*[\w.+-]+(?: [\w.+-]+)?,? then\W*$",
        r"(?<![-\w])(?:wins|is the (?:winner|one we(?:'ll| will) (?:use|take)))\W*$",
    ), (
        r"<HYPO>",
        r"<KEEP_GOING>",
        r"\b(?:go on|carry on|continue|come on|go ahead|do it|try|again|please),? then\W*$",
        r"^\W*(?:what|how|who|where|see|talk|done|and|now|well|back|since|until|ok|okay|great) (?:it is|then)",
        r"\b(?:that|this|what|as|where|how|there|here|it|which|because|since|think|when|if) it is\b",
    )),
    ("decision", "u", (
        r"^\W*(?:(?:ok|okay|alright|right|so|then|yes|yeah|yep|sure|good|great|fine|hmm|cool|agreed|"
        r"perfect)\b[,:.!\s]*)*(?:go|going) (?:with|for)\b(?! (?:it|that)\W*$| lunch| a )",
        r"\bwe(?:'re| are) going with\b",
        r"\bthe (?:plan|decision|approach|way forward|choice) (?:is|will be)(?: now)?(?: to|:)?\s",
        r"\b(?:it'?s|that'?s) (?:decided|settled|agreed)\b|\bthat settles it\b",
    ), (r"<HYPO>",)),
    ("decision", "u", (
        r"<LEAD>(?:i'm |we're )?going to <ADV><CHOOSE>\b",
        r"<LEAD>(?:the |new |our )?(?:plan|decision|choice|rule) is\b",
    ), (
        r"<HYPO>",
        r"<KEEP_GOING>",
    )),
    ("decision", "u", (
        r"\b(?:let's|we'll|just) do (?!(?:that|it|this|some|a|an|the same|one more|lunch|so)\b)[\w+ /.-]{2,30}\W*$",
        r"\b(?:that|this|it|they|those|these) (?:goes?|belongs?|lives?|stays?) (?:in|into|under|to|behind|on|with) "
        r"(?:the |our |a "
        r")?(?!way|nerves|hand)\w",
        r"^\W*for (?:the |our )?\w[\w ]{1,30}?,? (?:let's|we'll|just) (?:do|use|go|have|take) (?!(?:it|that|"
        r"this|some|a)\b)"
        r"\w",
        r"^\W*(?:please |just |then |so |ok |okay )*do (?!(?:it|this|that|them)\b)[\w.+-]+ instead\W*$",
        r"\bi say (?:we|let's) (?:take|use|go|do|drop|keep|pick) (?!(?:it|that|this)\b)\w",
    ), (
        r"<HYPO>",
        r"<KEEP_GOING>",
        r"\b(?:lunch|coffee|break|walk)\b",
    )),
    ("decision", "u", (
        r"\bwe (?:take|choose|pick|adopt) (?!(?:it|that|care|a|the|some|our|no)\b)\w",
        r"\bwe go (?:with|for)\b|[,;.] going with (?!(?:it|that|this|the flow|you|him|her)\b)\w",
        r"\bgo ahead with (?!it\b|that\b|this\b)\w",
        r"\bmade up (?:my|our) minds?\b",
        r"(?:\bit'?s|(?<!it )(?<!this )(?<!that )\b(?:is|are)) going to be (?!(?:fine|great|ok|okay|hard|easy|late|"
        r"long|fun|a "
        r"(?:long|lot|while|problem|mess))\b)\w",
        r"\bi(?:'d| would)? (?:want|like|prefer) to (?:build|write|make|keep|have|host|run|do|model|implement|set) "
        r"[^?]{3,60}\b(?:as|"
        r"in|with|on|using|instead|without|separately)\b",
        r"^\W*[\w.+-]+(?: [\w.+-]+)? as the \w+",
        r"\blet'?s do (?!it\b|that\b|this\b|some\b|one\b|more\b|the same\b|a (?:quick|test|run|check)\b)\w[\w "
        r"/-]{3,40} (?:for|in|with|on|instead)\b",
        r"\blet'?s make\b.{3,60}\b(?:configurable|optional|required|mandatory|the default|public|private|async|"
        r"immutable|a (?:separate|setting|flag|service|plugin|package|module)|default)\b",
        r"^\W*(?:please )?use (?!a\b|an\b|the\b|this\b|that\b|it\b|my\b|our\b|your\b|these\b|those\b|more\b|less\b|"
        r"some\b|only\b)[\w./+-]+(?: [\w./+-]+)? (?:for|as|everywhere|in all|across|with(?= \w))\b",
        r"^\W*(?:my|our|the|final) (?:final )?(?:decision|verdict|call|choice)\s*(?:is|:|-|—|,)",
    ), (
        r"<HYPO>",
        r"<KEEP_GOING>",
    )),
    ("decision", "u", (
        r"\blet'?s (?:put|show|place|display|hide|offer|give|have|only|always) (?!(?:it|this|that) (?:aside|off)|a "
        r"pin\b|me\b|you\b|lunch|"
        r"(?:a )?(?:coffee|break|look|go)\b)(?:\w+ ){2,}",
        r"\bmake (?:it|that|them) (?:\d|at (?:least|most)\b|the default\b|optional\b|required\b|mandatory\b)",
        r"\blet'?s (?:pause|postpone|freeze|delay|put .{2,40} on hold|hold off on|wait with)\b",
        r"^\W*(?:meanwhile|first|then|so|ok|okay|and|please)?[,\s]*(?:please )?(?:get|move|take|migrate|switch) [\w "
        r"]{3,40} (?:off|onto|over to|out of|away from|from \w+ to) \w",
    ), (
        r"<HYPO>",
        r"\bget (?:it|this|that) (?:off|out)\b",
    )),
    ("decision", "u", (
        r"\b(?:let'?s|we(?:'ll| will|'re going to| are going to| should)) (?:just |then |now )?(?:have (?:one|two|a "
        r"single|separate|no more than|only)|name|call (?!it a day)|settle (?:this|it|on)|deploy|host|charge|"
        r"version|target|log|cache|be using|run\b.{3,30}\bon) ?\w",
        r"^\W*(?:(?:ok|okay|so|then|and|please|right|fine|alright)\b[,:.!\s]*)*(?:store|keep|put|host|log|cache|"
        r"name|treat|model|serve) (?!this\b|that\b|it\b(?! as\b)|these\b|going\b|in mind\b|working\b)[^?]{3,60}? "
        r"(?:as|in|into|under|behind|alive|until|for the|on the|per)\b",
        r"\bi want (?:the|our|all|every|each|this) [^?]{2,50} to (?:be|have|use|go|stay|run|return|live)\b",
        r"^\W*(?:ok(?:ay)?,? |so,? |and,? |here'?s )*(?:the |my |our |one (?:more |last )?|another )?(?:plan|rule|"
        r"deal|approach|decision)\s*[:—]\s*\w",
        r"^\W*(?:please )?make \w[\w -]{1,40} (?:the default|optional|required|mandatory|configurable|opt-in|"
        r"opt-out|public|private|read-only)\b",
        r"\b(?:done deal|that'?s settled|case closed)\b",
        r"\bi (?:choose|pick|take|vote for|'?d take)\b",
        r"\b(?:option|variant|plan|approach|version|number) [\w-]{1,12} (?:looks|sounds|seems|is) (?:the )?(?:best|"
        r"better|right|good)\b",
        r"\b(?:should|will|would) (?:do|be enough|be plenty|suffice)(?: for (?:now|us))?\W*$",
        r"\b(?:is|are) (?:enough|plenty|fine|sufficient|good enough) for (?:now|us|the (?:start|beginning|mvp|"
        r"first))\b",
    ), (
        r"<HYPO>",
        r"<KEEP_GOING>",
        r"\b(?:let'?s|we'll) (?:log (?:in|out|off)|call (?:him|her|them|it a)|run (?:it|the|that))\b",
    )),
)
