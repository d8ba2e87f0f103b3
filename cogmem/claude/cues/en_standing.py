"""English cues for what is to stand from now on: rules and preferences, premises that fell, ideas dropped.

The shape of a rule is in ``cogmem.claude.cues``.
"""

from __future__ import annotations

RULES: tuple[tuple[str, str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("remember", "u", (
        r"<LEAD>(?:do )?(?:remember|note|keep in mind|bear in mind|make (?:a |sure (?:you|to) )?(?:note|"
        r"remember)|take note|write (?:this|that|it) down|don't (?:ever )?forget|do not forget|never forget|"
        r"memori[sz]e|save (?:this|that|it) (?:to|in|for|as))\b",
    ), (
        r"\bremember (?:when|how we|the time|last)\b",
        r"\bnote how\b",
        r"^\W*remember [^?.!]{1,40}\?",
        r"forget (?:it|about (?:it|that))\W*$",
        r"^\W*do you\b",
    )),
    ("remember", "u", (
        r"\b(?:can|could|would|will|want|need|like) (?:you|u) (?:to )?(?:please )?(?:remember|note|keep in "
        r"mind|make a note|not forget|save|record)\b",
    ), (
        r"\bcan you note how\b",
        r"\bremember (?:when|what|how|where|which|why)\b",
    )),
    ("remember", "u", (
        r"\bplease be (?:aware|advised|reminded|mindful)\b|^\W*(?:do )?be aware (?:that|of)\b|\bit (?:should|must|is "
        r"to) be noted\b|"
        r"^\W*(?:psa|nb|n\.b\.|heads[- ]up|word of warning|rule of thumb)\b(?: for \w+)?\s*[:,—-]",
        r"^\W*(?:could|can|would|will|might|may|shall|i'd be grateful|i'd appreciate|i'd ask|it would be|would it be)"
        r"\b (?:we|you|i ask|if|it if|that|possible|great|good|nice|lovely|helpful)\b[^?]{6,}\b(?:going forward|from "
        r"now on|in (?:the "
        r")?future|"
        r"from here on|always|every time|each time|at all times|henceforth|next time)\b",
    ), ()),
    ("remember", "u", (
        r"\b(?:for (?:(?:the )?future(?: reference)?|the record|next time|later)(?=[,:])|from now on|going "
        r"forward|henceforth|from here on|^\W*(?:and |but |so )?next time\b(?! we (?:meet|talk|"
        r"speak))[^?]{12,}|next time,? (?:please |always |never |use |do |don't |ask |"
        r"run |check |make |we |you )|(?:less|fewer|more|no|shorter|smaller)\b.{3,40}\b(?:in (?:the )?future|next "
        r"time)(?= |,|\W*$)|^\W*(?:please |and |also |ok |but )*in (?:the )?future,? (?!we (?:might|may|"
        r"could|"
        r"want)|i (?:might|may)|it |this |that |there )[a-z]+)\b",
        r"^\W*(?:and |oh |also )*(?:btw|by the way|fyi|while (?:we're|i'm) at it|one more "
        r"thing)\b[^?]{0,120}\b(?:don't|do not|never|"
        r"always|must)\b[^?]{6,}",
        r"\b(?:before|lest) i forget\b[^?]{12,}|\bwhile i(?:'m| am)? (?:think|thinking|remember) (?:of|about) "
        r"it\b[^?]{12,}",
        r"\b(?:as a (?:general )?rule|worth remembering|one thing to remember|things? to remember)\b",
    ), (r"\?\W*$",)),
    ("preference", "u", (
        r"\b(?:never ever|always always)\b(?! (?:seen|had|heard|been|again\W*$))",
        r"(?:<LEAD>|: )(?:from today |all |for )?(?:every|each|all) (?:new |single )?[\w-]+(?: [\w-]+)? (?:(?:always "
        r"|also |now )?(?:must|"
        r"shall|should|has to|have to|needs? (?:a|an|to|its|their|one|the|both|at least)|gets? (?:its|their) own|goes "
        r"through|is to|are to|has (?:a|an) (?:own )?\w+ test)\b)",
        r"<LEAD>(?:always|never) (?!mind\b)[a-z]+\b",
    ), (
        r"\?\W*$",
        r"^\W*never (?:again|ever)\W*$",
        r"\b(?:always|never) (?:work(?:s|ed)|fail(?:s|ed)|happen(?:s|ed)|been|seen|had|was|were|did)\b",
    )),
    ("preference", "u", (
        r"\bi (?:always|never|usually|generally|strongly|really|much|personally) (?:want|prefer|use|like|"
        r"write|hate|dislike)\b",
        r"\bi(?:'d)?(?: would)? (?:much |rather |strongly )?prefer\b",
        r"\bi (?:hate|dislike|can't stand|love|like) (?:it when|when|having|seeing|to (?:have|see|keep|use|"
        r"be))\b",
        r"\bi (?:don't|do not|really don't) like (?!the (?:idea|look|plan|approach|name|design)|that|this|it\b)\w",
        r"\bmy preference\b",
        r"\bi like (?:my|our)\b",
    ), (
        r"\?\W*$",
        r"\bi'd like to\b",
    )),
    ("preference", "u", (
        r"\b(?:our|my|the (?:team|house|project|company)(?:'s)?) (?:\w+ )?(?:convention|policy|rule|standard|"
        r"style|practice|guideline)s?\b[^.]{0,30}\b(?:is|are|says|requires?|forbids?)\b",
        r"\b(?:we|this (?:repo|project|team|codebase)|in this (?:repo|project|codebase)[^.]{0,10}) (?:always|"
        r"never|only ever)\b",
    ), (r"\?\W*$",)),
    ("preference", "u", (
        r"\b(?:is|are|stays?|remains?) (?:strictly |absolutely |completely )?(?:off[- ]limits|forbidden|"
        r"prohibited|not allowed|not permitted|frozen|mandatory|read-only for us|sacred|taboo|untouchable|"
        r"hands off|as (?:they|it) (?:are|is)|untouched)\b",
        r"\b(?:must|needs? to|has to|have to) (?:always|never|stay|remain)\b",
        r"\bnothing (?:goes|gets|should go|may go) (?:to|into|in|out)\b",
        r"\b(?:make|have) me \w+ .{0,40}\bfirst\b|\blet me (?:approve|review|sign off|see) .{0,40}\bfirst\b",
        r"\b(?:in|for|across) (?:this|our|the) (?:codebase|repo|repository|project|team|company|house|"
        r"org)\b,? (?:we|it's|"
        r"everything|all|every|no)\b|\bwe (?:prefer|favou?r|avoid|tend to|stick to|try to|like to|don't do|don't use|"
        r"don't like|only (?:use|write|do|allow|merge|deploy|accept)) [^?]*\b(?:here|over|in (?:this|our)|"
        r"around here|as a "
        r"rule|on this team|anywhere|by convention)\b",
        r"\bwe (?:use|write|put|keep|name|call|sort|indent|prefix|say|spell) [^?]{3,60} in (?:this|our|the) (?:repo|"
        r"repository|"
        r"project|team|codebase|company|app|code|docs|house)\W*$",
        r"\b(?:holds|goes|applies|counts|same) (?:true )?(?:for|to) (?:every|all|any|each)\b(?! of (?:this|them)\W*$)",
        r"\b(?:the|our|house|my) rules? (?:on|in|for|of|around|with)\b[^:?]{2,40}[:—]|\b(?:the|our|house|my) (?:\w+ "
        r")?rule:",
        r"[,;:] ?(?:always|never) (?:with|without|in|on|use|using|via|through|the|a|an|put|write|run|from|behind|"
        r"\w+ing)\b|"
        r"\b(?:that's|this is|it's) (?:the|our) (?:house |team |company )?(?:style|rule|convention|standard|"
        r"policy|law)\b",
        r"\b(?:always )?(?:ask|check with|tell|warn) me (?:first|before)\b",
        r"\b(?:we|i|you|they|these|those|it|this|that)\b(?:'\w+)? [^.?!]{6,90}[,;] ?(?:always|never|everywhere|no "
        r"exceptions?|period)\W*$",
        r"\bwe (?:do|did|have done|handle|write|name|call|keep) (?:it|this|that|them) (?:like (?:that|this)|the "
        r"same way|that way)\b",
        r"\b(?:before|after|whenever|every time|each time) (?:you|we|each|every|any)\b[^,?]{2,60}, (?:please |"
        r"always |you (?:must|should) |also )?(?:run|check|ask|make|use|write|update|compare|bump|add|tell|"
        r"verify|look|open|create|never|don't|do)\b",
    ), (
        r"\?\W*$",
        r"\b(?:if|can you|could you)\b",
    )),
    ("preference", "u", (
        r"\b(?:you|we) (?:should|must|need to|have to) (?:always|never)\b",
        r"\bi want you to (?:always|never)\b",
        r"\bmake sure (?:to |you |that you |we )?(?:always|never|don't ever)\b",
        r"^\W*(?:very |super )?important\b\s*[:!,—-]\s*\w",
    ), (r"\?\W*$",)),
    ("remember", "u", (
        r"\bkeep (?:that|this|it) in mind\b|[,;.] (?:so |and )?(?:please )?(?:(?:write|note|jot) (?:that|this|it) "
        r"down|make a note|"
        r"remember (?:that|this|it)|don't forget)\b|\bgood to know for\b",
        r"\b(?:add|put|save|write|store|commit) (?:this |that |it )?(?:in)?to (?:your )?memory\b",
        r"\bi(?:'m| am) [\w -]{3,30}, so (?:please|don't|never|always|use|keep|make|avoid|give|tell|show|"
        r"write|assume|skip)\b|\bfor (?:the record|your information)\b|^\W*fyi\b|^\W*(?:note|reminder|memo)(?: for "
        r"later| to (?:self|us|"
        r"you))?\s*[:—-]",
        r"\b(?:my (?:name|timezone|time zone|role|job|manager|pronouns|birthday|editor|shell) is|please call me \w|"
        r"i work (?:as|at|for)|i live in|i'm based in)\b",
    ), (r"\?\W*$",)),
    ("premise", "ua", (
        r"\b(?:assumption|premise|hypothesis|theory|understanding|mental model)s?\b[^.]{0,60}\b(?:wrong|false|"
        r"incorrect|invalid|\w*n't hold|not hold|fell apart|falls apart|collapse[sd]?|no longer (?:hold|true|"
        r"valid)|out the window|mistaken|backwards|not true|untrue|flawed|disproved|busted)\b",
        r"\b(?:wrong|false|faulty|invalid|mistaken|flawed|incorrect) (?:assumption|premise|hypothesis|mental "
        r"model)\b",
    ), (
        r"\b(?:might|may|could|if|whether|unless|check|verify|in case)\b",
        r"\?\W*$",
    )),
    ("premise", "ua", (
        r"\b(?:we|i|you|everyone|everybody|both of us|the (?:design|plan|spec|code|team))(?:'ve|'d| have| had|"
        r" were| was)? (?:all |both |always )?(?:been )?(?:assum(?:ed|ing|es)|took for granted|believed|"
        r"thought|was under the impression)\b[^.]{0,140}\b(?:but|however|turns out|in (?:fact|reality)|except|"
        r"and (?:that|it)(?:'s| is| was)(?: not|n't)? ?(?:wrong|false|true)?)\b",
    ), (
        r"\?\W*$",
        r"\b(?:might|may(?! not)|if)\b",
    )),
    ("premise", "u", (
        r"\b(?:turns|turned) out\b[^.]{0,140}\b(?:not|n't|never|no|wrong|only|opposite|nobody|can't|cannot|"
        r"isn't)\b",
        r"\b(?:just|today|now) (?:told (?:me|us)|informed (?:me|us)|announced)\b|\bso [^.?]{3,40} (?:won't|can't|"
        r"cannot|doesn't) "
        r"(?:work|fly|scale|fit)\b(?!.*\byet\b)",
        r"\b(?:not|\w+n't|never|no)\b[^.?]{3,80}\b(?:like|as|what|how|where|than) (?:i|we|you|they) (?:\w+ "
        r")?(?:thought|assumed|"
        r"believed|expected|figured|supposed)\b",
        r"\bcorrect (?:my|our|the|this|that) (?:\w+ )?(?:assumption|premise|understanding)\b",
        r"\bcontrary to (?:what|our|my)\b|\bmoot\b|\b(?:all|was|is|work) for nothing\b|\bin vain\b",
        r"\bbad news\b|\b(?:we|i) (?:were|was) (?:told|misinformed|misled)\b|\bwe can forget (?!it|that|about it)\w",
        r"\b(?:that|this) changes (?:everything|the (?:whole )?(?:plan|picture|design|approach|game|"
        r"equation))\b",
        r"\bback to (?:the drawing board|square one)\b",
        r"\b(?:we|i)(?: \w+)? (?:was|were|had it|got it|have been) (?:all |completely |totally )?(?:wrong(?! to\b)|"
        r"backwards)\b",
        r"\bthe whole (?:premise|idea|point|plan|approach)\b[^.]{0,40}\b(?:wrong|moot|gone|doesn't|does not|"
        r"falls)\b",
    ), (
        r"\?\W*$",
        r"\b(?:might|may(?! not)|if)\b",
    )),
    ("premise", "u", (
        r"\bso\b[^.]{0,50}\b(?:\w+n't|not|never|no)\b[^.]{0,80}\b(?:after all|at all)\b",
        r"\bnot\b[^.]{3,60}\bafter all\b",
        r"\b(?:data|numbers|analytics|logs?|metrics|measurements?|figures|docs?|documentation|spec|"
        r"contract)\b[^.]{0,20}\b(?:says? otherwise|disagrees?|tells? (?:us )?(?:a different|another)|shows? "
        r"the opposite|contradicts?|proves? (?:us|me|that) wrong)\b",
        r"\b(?:is|was|were|are) (?:outdated|obsolete|old|stale) (?:info|information|news|data|docs?)\b",
        r"\bno longer (?:true|holds|the case|applies|valid)\b",
        r"\b(?:opposite|reverse) is (?:true|the case)\b",
        r"\bwe(?:'ve| have)? (?:misread|misjudged|underestimated|overestimated|misunderstood)\b",
    ), (
        r"\?\W*$",
        r"\b(?:might|may(?! not)|if)\b",
    )),
    ("premise", "a", (
        r"\b(?:my|our|the) (?:earlier|original|initial|previous|first) (?:assumption|diagnosis|analysis|"
        r"hypothesis|conclusion|theory|plan|understanding)\b[^.]{0,60}\b(?:wrong|incorrect|mistaken|off|"
        r"doesn't|does not|didn't|not)\b",
        r"\bi was wrong about\b",
        r"\bthat (?:invalidates|contradicts|breaks) (?:our|my|the)\b",
    ), (
        r"\?\W*$",
        r"\b(?:might|may(?! not)|if)\b",
    )),
    ("premise", "u", (
        r"(?:\b(?:i|we)(?:'ve| have)? (?:just |now )?|^\W*(?:ok |oh |hm+ |ugh )?(?:just |only now ))(?:found out|"
        r"learn(?:ed|t)|heard|realized|realised|noticed|"
        r"discovered)\b[^.]{0,100}\b(?:\w+n't|not|never|no longer|only|different|illegal|cancell?ed|wrong|"
        r"forbidden)\b",
        r"\beverything changes\b|\bchanges everything\b",
        r"\b(?:our|the|this|my) (?:\w+ ){0,3}(?:plan|approach|strategy|design|concept|idea|architecture|"
        r"roadmap)\b[^.]{0,30}\b(?:can't|cannot|won't|doesn't|does not|no longer) (?:work|hold|fly|apply|make "
        r"sense)\b",
        r"\b(?:our|the|this|my) (?:\w+ ){0,3}(?:plan|approach|strategy|design|concept|idea|"
        r"architecture)\b[^.]{0,10}\b(?:is|was|falls|becomes) (?:built on sand|moot|pointless|obsolete|dead|"
        r"useless|worthless|apart)\b",
    ), (
        r"\?\W*$",
        r"\b(?:might|may(?! not))\b",
    )),
    ("premise", "u", (
        r"\bback on the table\b",
        r"\b(?:that|this|which) changes (?:the|our|everything)\b",
    ), (
        r"\?\W*$",
        r"\b(?:if|might|may|could)\b",
    )),
    ("premise", "u", (
        r"\b(?:benchmark|measurement|estimate|calculation|number|figure|diagnosis|analysis|requirement|spec)s? "
        r"(?:was|were|is|are) (?:all |completely |totally |just )?(?:wrong|off|flawed|meaningless|misleading)\b",
        r"\bplot twist\b|(?:^\W*(?:(?:well|ok|okay|ugh|oh|great)\b[,\s]*)*|[,;.] )so much for\b",
        r"\b(?:idea|plan|approach|theory|strategy|design|concept|reasoning)\b[^.]{0,40}\b(?:falls? apart|collapses?|"
        r"is dead|breaks down|no longer works?)\b",
        r"\b(?:looks like|it seems|seems like|apparently)\b[^.]{3,60}\b(?:don't|doesn't|didn't|never|not|nobody|no "
        r"one)\b[^.]{0,20}\b(?:even|actually|really|any ?more|need|use|want|exist)\b",
        r"\b(?:is|are) (?:going away|being (?:deprecated|shut down|discontinued|retired|sunset))\b|\b(?:has|was|"
        r"have been|got) (?:been )?(?:discontinued|shut down|cancell?ed)\b",
        r"\b(?:is|was|are) based on (?:the |an? )?(?:old|wrong|outdated|false)\b",
    ), (
        r"\?\W*$",
        r"\b(?:if|might|may)\b",
        r"\b(?:server|service|container|process|machine|pod|job) (?:has|was|got)\b",
    )),
    ("change", "u", (
        r"^\W*(?:(?:ok|okay|hm+|oh|sorry|actually|no|wait)\b[,.!\s]*)*scratch (?:the |that |my )?[\w.-]+(?: "
        r"[\w.-]+)?(?:[,.;!]|\W*$)",
        r"\b(?:wants?|needs?|prefers?|takes?|going|goes|asked for|asks for) [^.?]{2,40} after all\b",
        r"\b(?:on second thoughts?|chang(?:ed?|ing) (?:my|our) minds?|scratch that|never ?mind (?:that|the|"
        r"what|all)|(?:thinking|thought) about (?:it|this) (?:more|again|some more|overnight|now)|having (?:slept|"
        r"thought) (?:on|about)|i take (?:that|it) back|change of plans?|forget what i said|disregard (?:that|"
        r"what)|i(?:'ve| have) (?:reconsidered|been rethinking)|plans? (?:have |has )?changed|hold on,? let's|"
        r"strike that)\b",
        r"^\W*(?:ok|okay)?[,\s]*new plan\s*[:—,-]",
        r"\b(?:better|rather|prefer|instead|like|let's|back|fine|enough|right)\b[^.?]*\bafter all\b",
        r"(?:^\W*|[,;.!] )(?:please )?bring (?:back|the [\w -]{2,20} back)\b",
        r"^\W*(?:please |let's |lets |so |ok |okay |sorry,? |and )*(?:go(?:ing)? |switch(?:ing)? |chang\w+ |move "
        r")?back to (?!work|you|"
        r"square|the drawing|normal|it\b|this|that|my|sleep)\w",
        r"\b(?:again,? )?(?:like|as|the way) (?:it was |they were |we had (?:it|them) )?before(?:hand)?\W*$",
        r"\bi want [^.?]{3,60} (?:as [^.?]{3,30} again|back)\W*$|\bplans? (?:have |has )?changed\b|\bslept on it\b",
        r"\bafter (?:seeing|trying|thinking|sleeping|looking|using)\b[^.?]{3,60}\b(?:rather|prefer|better|instead|"
        r"want)\b",
        r"\b(?:revise|reverse|reconsider|overturn) (?:my|our|that|the) (?:decision|choice|plan)\b",
        r"\bon reflection\b|\b(?:come to think|you know what|in hindsight|hindsight|thinking again|second thought|"
        r"after "
        r"sleeping on)\b|\bi (?:was wrong|shouldn't have|should never have) (?:to ask|asked|wanting|to want|"
        r"about wanting)\b|"
        r"\b(?:like|the way|as) (?:we|it) (?:had|was|did)(?: (?:it|before))?\W*$",
        r"^\W*(?:hm+|ok|okay|so|oh|well)?[,.\s]*(?:now that i think|come to think|thinking) (?:about|of) it\b,? \w",
    ), (r"\?\W*$",)),
    ("change", "u", (
        r"^\W*(?:(?:hm+|oh|ok|okay|no|sorry|well)\b[,.!\s]*)*(?:wait|actually|hold on)\b[,.!\s]+no\b[,.!\s]+(?!(?:it|"
        r"that|this|i|you|there|they|the)\b)[\w.+-]+(?: [\w.+-]+){0,4} (?:after all|instead|again|is better)\b",
        r"^\W*(?:hm+|oh|wait|ok|okay|no|sorry|well)?[,.!\s]*(?:actually|wait)\b,?\s+(?:no,? |sorry,? |wait,? "
        r")?(?:let's|lets|i'd rather|i would rather|we should|we'd better|make (?:it|that)|go (?:back|with)|"
        r"keep|drop|forget|never ?mind|instead|i want|i think we should|we don't|maybe we should)\b",
        r"\blet's (?:go back to|reverse|reconsider|rethink|return to|walk (?:that|this|it) back)\b",
        r"\bi(?:'ve| have)? (?:no longer|don't) (?:want|think) (?:that|the|to|we) .{0,60}\b(?:anymore|any "
        r"more|any longer)\b",
        r"\bi no longer\b",
    ), (r"^\W*(?:actually,? )?(?:can|could|would|what)\b",)),
    ("rejection", "u", (
        r"\b(?:i|we)(?:'d| would) (?:much )?(?:rather|prefer)(?: it)?(?: if)? (?:we|you) (?:left|leave|kept|didn't|"
        r"did not|"
        r"don't|waited|stayed|not)\b",
        r"\b(?:leave|left|keep) (?:the |that |this |our |my )?[\w./-]+(?: [\w./-]+){0,3} (?:alone|untouched|as (?:it|"
        r"they) "
        r"(?:is|are|was|were))\b",
        r"\blet'?s (?:not|avoid|skip|drop|scrap|ditch|abandon|stop|kill|leave out|leave (?:it|that|this) out|"
        r"hold off|forget|rule out|never|pass on)\b",
        r"\bi'?d rather (?:not|we didn't|you didn't)\b",
        r"\bnot (?:a (?:big )?fan of|going (?:with|to (?:use|do|add|build|go|adopt|take|support|ship))|"
        r"interested in|convinced (?:by|about|that)|comfortable with|sold on|worth (?:it|the|doing|adding))\b",
    ), (
        r"\b(?:not going to (?:change|touch|do|say) (?:anything|much)|stop here|stop for|call it a day|skip to|stop "
        r"there|forget to|not forget|never forget|not "
        r"worry|stop (?:the )?(?:server|container|service|process|dev)|not rush|not break)\b",
        r"\?\W*$",
    )),
    ("rejection", "u", (
        r"\b(?:we|i|you)(?:'re| are|'m| am)? ?(?:really |just |still |definitely |certainly |simply "
        r")?(?:won't|will not|don't want|do not want|shouldn't|should not|aren't going to|not going to|don't "
        r"need|do not need|can't afford|cannot afford|refuse to|don't think we (?:need|"
        r"should)|don't believe we (?:need|should))\b",
    ), (
        r"\b(?:not going to (?:change|touch|do|say) (?:anything|much)|don't want (?:to (?:bother|rush|interrupt|"
        r"lose|waste)|you to think)|won't (?:be|have|take|"
        r"happen)|you (?:won't|don't need|will not)|don't need (?:to worry|anything|more|help)|i don't need "
        r"it (?:now|today)|shouldn't (?:be|have|take|matter|affect))\b",
        r"\?\W*$",
        r"^\W*if\b",
    )),
    ("rejection", "u", (
        r"<LEAD>(?:(?:i|we)(?:'ve| have)? (?:decided to |want to |'ll |will )?)?(?:scrap|drop(?:ped)?|"
        r"ditch(?:ed)?|abandon(?:ed)?|discard(?:ed)?|reject(?:ed)?|veto|rul(?:e|ed) out|throw (?:away|out)|"
        r"give up on|gave up on|forget(?: about)?|kill)\s+(?:that|this|it|the (?:[\w-]+ ){0,3}(?:idea|plan|"
        r"approach|option|proposal|feature|design|refactor\w*|rewrite|migration|experiment|version|solution|"
        r"section|part|chapter|step|page|paragraph|tab|button|requirement|dependency|module|field)|option|"
        r"plan|any|support|all)\b",
        r"\b(?:is|are|was|were|got|been) (?:rejected|ruled out|off the table|a no-?go|a non-?starter|vetoed|"
        r"out of the question)\b",
        r"(?:^\W*|[,;] )forget (?:about )?(?:the|all the|any|this|these|those)\s\w{3,}",
        r"\bhard (?:no|pass)\b",
        r"\bno-go\b",
        r"\bnon-?starter\b",
    ), (
        r"\?\W*$",
        r"\bforget (?:it|about it|that)\W*$",
        r"\b(?:drop|kill|discard|reject)\w* (?:the )?(?:table|column|index|database|process|container|server|"
        r"request|connection|packet)",
    )),
    ("rejection", "u", (
        r"^\W*no (?!(?:problem|worries|need|rush|idea|thanks|thank|one|longer|changes?|issues?|errors?|more|matter|"
        r"wonder|doubt|way|go|code|tests?|failures?|bugs?|new|other|warnings?|that|it|this|the|i|you|we|not|"
        r"don't|they|there|no|wait|luck|clue|difference|results?|output)\b)[\w-]+\b[^?]*$",
        r"\bwe(?:'re| are) (?:dropping|removing|cutting|abandoning|killing|giving up on|discontinuing|retiring)\b",
        r"\bis a (?:hard |clear |definite )?no\b(?!-)",
        r"\bso no\W*$",
        r"\b(?:don't|do not) bother\b(?! (?:me|him|her|them|us)\b)",
        r"^\W*(?:no,? |nah,? |please,? |god,? )*(?:please )?(?:don't|do not)(?:\W*$|[,.;!] (?!i'll\b|i will\b|let "
        r"me\b))",
        r"\bno need (?:for|to (?:support|build|add|write|have))\b",
    ), (r"\?\W*$",)),
    ("rejection", "u", (
        r"\b(?:is|are|that'?s|it'?s) (?:clearly |definitely |simply )?(?:out of scope|not in scope|a non-goal|not "
        r"our (?:job|problem|concern)|off limits for now)\b",
        r"\b(?:is|are) (?:a )?(?:bad|terrible|awful) idea\b",
    ), (r"\?\W*$",)),
    ("rejection", "u", (
        r"\b(?:i'm|we're|i am|we are) not (?:having|doing|adding|using|building|paying|buying|introducing|"
        r"supporting)\b",
        r"\bso forget it\b",
        r"\b(?:we|i) (?:can't|cannot|may not|must not|aren't allowed to) (?:use|have|add|run|deploy|host|store|"
        r"afford|support|depend on|rely on|ship)\b",
        r"\b(?:won't|doesn't|don't|will not) allow (?:it|that|this|us)\b",
        r"\bi (?:really )?(?:hate|dislike|don't like|do not like) (?:that|this|the) (?:idea|approach|plan|name|design|"
        r"solution)\b",
        r"\b(?:we|i)(?:'ve| have)? (?:already )?(?:ruled|rejected|dismissed|voted) (?:that|this|it)(?: out| down)?\b",
        r"^\W*no more [\w-]+",
        r"\bdecided against\b",
    ), (
        r"\?\W*$",
        r"\bnot doing (?:anything|well|great|so)\b",
        r"\bno more (?:errors?|failures?|questions?|warnings?|issues?|bugs?)\b",
    )),
    ("rejection", "u", (
        r"\b(?:so )?that'?s (?:dead|off|gone)(?: then)?\W*$",
    ), (r"\?\W*$",)),
    ("rejection", "u", (
        r"^\W*(?:(?:ok|okay|so|then|and|please|hmm|right)\b[,:.!\s]*)*(?:scrap|ditch|kill|axe|drop) the (?!(?:\w+ "
        r")?(?:table|column|index|database|process|container|server|service|request|connection|job|task|pod|"
        r"session|cache)\b)\w",
    ), (r"\?\W*$",)),
    ("overkill", "u", (
        r"\b(?:too (?:complex|complicated|risky|expensive|slow|heavy|heavyweight|fragile|hard|brittle|clever|"
        r"magical|invasive|big|much (?:work|overhead|complexity|magic|for us))|overkill|over-?engineer(?:ed|"
        r"ing)|over-?complicated|not worth|adds? (?:too much )?complexity|premature|yagni)\b",
    ), (r"\?\W*$",)),
    ("rejection", "u", (
        r"\b(?:that|this|it|which|\w+)(?:'s| is| are) (?:definitely |now |therefore )?(?:out\b(?! of (?:date|"
        r"sync|memory|order|bounds|range|scope)| there)|off the list|not an option|not happening|out of the "
        r"running|a dead end|not (?:going to|gonna) happen)",
        r"\b(?:won't|doesn't|does not|will not) (?:fly|do\W*$|cut it|work for us|be worth)",
        r"\btake (?:the whole thing|it all|that|it) (?:back )?out\b",
        r"\bleave (?:the |that |this )?\w+ out\b",
        r"\bget rid of (?:that|this|the (?:idea|whole))\b",
        r"\bcut (?:that|the) (?:feature|scope)\b",
        r"\bremove (?:it|that) from the (?:list|plan|scope|roadmap)\b",
    ), (
        r"\?\W*$",
        r"\bif\b",
        r"\brelease is out\b",
        r"\bversion\b.{0,20}\bis out\b",
    )),
)
