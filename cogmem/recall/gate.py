"""Whether a message is worth a look into the memory: greetings, thanks and "go on" are not, questions are.

The whole message must be small talk, never its beginning ("node memory leak", "okta login", はいけい: questions).
Standard library only and without ``re``, because the prompt hook asks this before anything else; < 1 ms.
"""

from __future__ import annotations

import unicodedata

from cogmem.folding import nfkc

_LONGEST = 80  # characters; longer messages are never small talk

SMALL_TALK = frozenset(
    phrase.strip()
    for phrase in """
    ok, okay, okey, k, kk, yes, yep, yeah, yea, ya, y, yup, no, nope, nah, n, sure, sure thing, of course,
    right, alright, all right, fine, good, great, nice, cool, perfect, awesome, excellent, wonderful, amazing,
    super, lovely, neat, wow, correct, exactly, agreed, indeed, absolutely, definitely, certainly, true,
    thats right, thats fine, thats good, thats great, thats it, thats all, thanks, thank you, thx, ty, tysm,
    cheers, much appreciated, appreciate it, please, pls, many thanks, thanks a lot, thanks so much,
    thank you so much, thank you very much, very much, so much, a lot, hello, hi, hey, hiya, yo, hello there,
    hi there, hey there, there, good morning, good afternoon, good evening, good night, morning, evening,
    how are you, how are you doing, whats up, sup, welcome, youre welcome, no problem, np, no worries,
    never mind, nevermind, nvm, sorry, my bad, oops, bye, goodbye, good bye, see you, see ya, cya, later,
    see you later, see you tomorrow, see you soon, take care, have a good day, have a nice day, good job,
    well done, nice work, good work, great work, great job, nice job, lgtm, looks good, looks good to me,
    looks great, looks fine, sounds good, sounds great, sounds good to me, sounds fine, makes sense,
    that makes sense, makes sense to me, got it, i see, understood, i understand, roger, noted, copy that, ack,
    will do, go ahead, go, go on, go for it, do it, do that, do so, please do, yes please, no thanks,
    no thank you, continue, please continue, carry on, keep going, proceed, please proceed, next, next one, and,
    then, now, so, well, oh, ah, hm, hmm, hmmm, mm, um, uh, uhm, huh, lol, haha, hahaha, ha, xd, lets go,
    lets do it, lets do that, lets move on, move on, moving on, lets continue, lets proceed, lets start,
    lets begin, lets get started, lets keep going, lets go ahead, ready, im ready, done, stop, wait, hold on,
    one moment, one sec, let me think, let me think about it, let me see, let me check, give me a second,
    give me a moment, give me a minute, just a second, just a moment, just a sec, thinking, again,
    try again, please try again, retry, once more, resume, skip, skip it, back,
    go back, undo, undo that, undo it, cancel, abort, quit, exit, help, commit, commit it, commit this, push,
    run it, run it again, try it, ship it, merge it, apply it, fix it, do both, both, the first, the second,
    first one, second one, the first one, the second one, option a, option b, all, all of them, this one,
    that one, interesting, good idea, good point, fair enough, fair, i agree, me too, same, same here,
    works for me, it works, that works, works, ok then, not yet, not now, maybe, maybe later, perhaps, whatever,
    it is, it does, i do, i did, はい, ハイ, はーい, ええ, うん, うんうん, ううん, いいえ, いえ, いや, いえいえ,
    そう, そうです, そうですね, そうだね, そうなんだ, そうなんですね, そっか, そうか, おk, おけ, オッケー,
    オーケー, オケ, おっけー, 了解, 了解です, 了解しました, りょうかい, りょ, 承知, 承知しました, 承知です,
    承知いたしました, かしこまりました, わかりました, 分かりました, わかった, 分かった, 理解しました, 理解です,
    なるほど, なるほどね, なるほどです, 確かに, たしかに, 同意, 同意です, 賛成, 賛成です, ありがとう, ありがと,
    ありがとうございます, ありがとうございました, どうも, 感謝, 感謝です, 助かります, 助かりました, 助かる,
    すみません, ごめん, ごめんなさい, 失礼しました, こんにちは, こんばんは, おはよう, おはようございます,
    おはよ, やあ, もしもし, はじめまして, よろしく, よろしくお願いします, よろしくお願いいたします,
    宜しくお願いします, お願い, お願いします, お願いいたします, おねがいします, 頼む, 頼みます, お疲れ,
    お疲れさま, お疲れ様, お疲れさまです, お疲れ様です, おつかれ, お疲れさまでした, お疲れ様でした,
    おつかれさま, おつかれさまです, さようなら, さよなら, またね, また明日, またあした, おやすみ,
    おやすみなさい, では, じゃあ, それでは, じゃ, でわ, いい, いいね, いいですね, 良い, 良いです, 良いですね,
    いいよ, いいです, よい, よいです, 良さそう, 良さそうです, よさそう, よさそうです, いいと思います,
    いいと思う, 良いと思います, 大丈夫, 大丈夫です, 問題ない, 問題ないです, 問題なし, 問題ありません, 完璧,
    完璧です, 素晴らしい, 素晴らしいです, すばらしい, すごい, さすが, 最高, 最高です, 進めて, 進めてください,
    進めて下さい, すすめて, すすめてください, 続けて, 続けてください, 続けて下さい, つづけて, 続き, 続きを,
    続きから, 次, 次へ, 次に, 次お願いします, 次に進んで, 次に進んでください, 次に進みましょう,
    次に行きましょう, 次へ進んで, やって, やってください, やってみて, やってみてください, それで, それで進めて,
    それで進めてください, それでお願いします, それでいい, それでいいです, この方針で, その方針で, 始めて,
    始めてください, 始めよう, 始めましょう, はじめよう, 再開, 再開して, 再開してください, 再開しよう,
    やり直して, やり直してください, もう一度, もう一回, 待って, 待ってください, ちょっと待って,
    ちょっと待ってください, ちょっとお待ちください, 少々お待ちください, 少々お待ち下さい, 少しお待ちください,
    お待ちください, お待ち下さい, お待たせしました, 少し考えさせて, 考えさせてください, 考え中, 考え中です,
    止めて, 止めてください, やめて, 戻して, 戻して下さい, 戻してください, 実行して,
    実行してください, 直して, 直してください, 修正して, 修正してください, コミットして, コミットしてください,
    完了, 完了です, 終わり, 終わりです, 以上, 以上です, うーん, えっと, あの, へえ, へー, ほう, ふむ, おお,
    おー, わあ, あ, え, お, ね, よ, です, 笑, 草, www, w, どうぞ, 後で, あとで, また後で, ここまで,
    今日はここまで
    """.replace("\n", " ").split(",")
    if phrase.strip()
)
_LONGEST_PHRASE = max(len(phrase) for phrase in SMALL_TALK)
_LONGEST_WORDS = max(phrase.count(" ") + 1 for phrase in SMALL_TALK)

TOPIC_WORDS = (
    "regarding",
    "what about",
    "how about",
    "concerning",
    "as for",
    "in terms of",
    "when it comes to",
    "about the",
    "analyz",
    "analys",
    "discuss",
    "investigat",
    "evaluat",
    "compar",
    "design",
    "implement",
    "review",
    "plan",
    "strateg",
    "architect",
    "debug",
    "refactor",
    "migrat",
    "decid",
    "decision",
    "approach",
    "why did",
    "how did",
    "remember",
    "previous",
    "last time",
    "earlier",
    "before",
    "について",
    "に関して",
    "に関する",
    "の件",
    "どう思う",
    "どうかな",
    "どうなって",
    "どうする",
    "設計",
    "実装",
    "分析",
    "調査",
    "検討",
    "比較",
    "評価",
    "方針",
    "戦略",
    "以前",
    "前に",
    "前回",
    "あの時",
    "覚えて",
    "思い出",
    "原因",
    "理由",
    "決定",
    "移行",
    "見直",
)
_QUESTION_STARTS = frozenset(
    [
        "what",
        "when",
        "where",
        "which",
        "who",
        "whom",
        "whose",
        "why",
        "how",
        "did",
        "do",
        "does",
        "is",
        "are",
        "was",
        "were",
        "can",
        "could",
        "should",
        "would",
        "has",
        "have",
    ]
)


def _folded(message: str) -> str:
    """NFKC, lower case, apostrophes gone, everything that is neither letter nor digit a blank."""
    text = nfkc(message).lower()
    kept = []
    for char in text:
        if char in "'’`":
            continue
        kept.append(char if char.isalnum() or unicodedata.combining(char) or char == "ー" else " ")
    return " ".join("".join(kept).split())


def _is_cjk(char: str) -> bool:
    return "\u3040" <= char <= "\u30ff" or "\u3400" <= char <= "\u9fff" or "\uf900" <= char <= "\ufaff"


def _covered_words(words: list[str]) -> bool:
    """Whether consecutive small-talk phrases make up all the words (dynamic programming over word positions)."""
    reached = [True] + [False] * len(words)
    for end in range(1, len(words) + 1):
        for start in range(max(0, end - _LONGEST_WORDS), end):
            if reached[start] and _covered_piece(" ".join(words[start:end])):
                reached[end] = True
                break
    return reached[-1]


def _covered_piece(piece: str) -> bool:
    """One phrase, or a run of Japanese that consists of phrases (はいお願いします)."""
    if piece in SMALL_TALK:
        return True
    if not piece or not any(map(_is_cjk, piece)):
        return False
    reached = [True] + [False] * len(piece)
    for end in range(1, len(piece) + 1):
        for start in range(max(0, end - _LONGEST_PHRASE), end):
            if reached[start] and piece[start:end] in SMALL_TALK:
                reached[end] = True
                break
    return reached[-1]


def should_search(message: str) -> tuple[bool, str]:
    """(worth a search, reason). Reasons: ``question``, ``empty``, ``command``, ``symbols``, ``too_short``,
    ``small_talk``."""
    stripped = message.strip()
    if not stripped:
        return False, "empty"
    if len(stripped) > _LONGEST:
        return True, "question"
    if stripped[0] == "/" and len(stripped.split()) == 1 and "/" not in stripped[1:] and "." not in stripped:
        return False, "command"
    text = _folded(stripped)
    if not any(char.isalpha() for char in text):
        digits = sum(char.isdigit() for char in text)
        return (True, "question") if digits > 2 else (False, "symbols")
    if len(text) == 1 and not "\u3400" <= text <= "\u9fff":
        return False, "too_short"
    if _covered_words(text.split()):
        return False, "small_talk"
    return True, "question"


def topic(message: str, keywords: tuple[str, ...] | list[str] = ()) -> tuple[bool, str]:
    """The stricter gate of context search: what ``should_search`` lets through must also be long enough to have a
    topic (three words, or six Japanese characters), or hold a topic word, a session keyword or a question.

    Reasons added: ``keyword``, ``topic_word``, ``no_topic``.
    """
    worth, reason = should_search(message)
    if not worth:
        return False, reason
    lowered = nfkc(message[:4000]).lower()
    if any(word and word.lower() in lowered for word in keywords):
        return True, "keyword"
    if any(word in lowered for word in TOPIC_WORDS):
        return True, "topic_word"
    if "?" in lowered or lowered.split(None, 1)[0] in _QUESTION_STARTS or lowered.rstrip("。. ").endswith("か"):
        return True, "question"
    words = len(lowered.split())
    characters = sum(map(_is_cjk, lowered))
    return (True, "question") if words >= 3 or characters >= 6 else (False, "no_topic")
