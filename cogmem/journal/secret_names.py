"""Secrets that are known by the name before them: ``password: …``, ``"client_secret": "…"``, ``export API_KEY=…``.

The name is looked for first, then a separator after it, then the value is judged: placeholders, plain words, numbers,
types and code that fetches a secret stay as they are.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_PASSWORDS = frozenset((
    "password", "passwd", "passphrase", "pwd", "pass", "pw", "bindpw", "psk", "passwort", "kennwort", "mot de passe",
    "contraseña", "パスワード", "暗証番号", "密码", "密碼", "비밀번호"))
_NAME = re.compile(
    r"password|passwd|passphrase|(?<![a-z])pwd|(?<=_)pass(?=[\"']?[ \t]{0,4}[=:])|(?<![a-z])pw(?=[ \t]{0,4}[=:])"
    r"|(?<![a-z_])pass(?=[\"']?[ \t]{0,4}[=:]>?[ \t]{0,4}[\"'])|(?<![a-z])bindpw|(?<![a-z])psk(?=[ \t]{0,2}=)"
    r"|passwort|kennwort|mot de passe|contraseña|密码|密碼|비밀번호|secret|token|api[ _-]?key|access[ _-]?key"
    r"|private[ _-]?key|encryption[_-]?key|signing[_-]?key|auth[_-]?key|account[_-]?key|master[_-]?key|credentials?"
    r"|(?<![a-z])(?:app|session|storage|deploy|license|licence|service|webhook|admin|root|hmac|cipher|crypt)[_-]key(?![a-z])"
    r"|(?<![a-z])pat(?=[ \t]{0,4}[=:])|パスワード|トークン|シークレット(?:キー)?|apiキー|アクセスキー|秘密鍵|暗証番号")
_TELLTALES = (
    "pass", "pwd", "pw", "secret", "token", "key", "credential", "pat", "psk", "kennwort", "contraseña",
    "パスワード", "トークン", "シークレット", "キー", "秘密鍵", "暗証番号", "密码", "密碼", "비밀번호")
_SEPARATOR = re.compile(
    r"(?:[_-](?:access[_-]?)?(?:key|value|token|secret)(?:[_-]?base)?|[_-]?\d{1,2}|[_-](?:prod|dev|test|live|staging))?"
    r"[\\\"'`*\]]{0,4}(?:>?[ \t]{0,4}(?:=>|:=|={1,2}|[:：＝])[ \t]{0,4}(?:base64:)?|>(?=\w)"
    r"|[ \t]{1,3}(?:is|was)[ \t]{1,3}|[ \t]{1,3}value=|[ \t]{0,4}\|[ \t]{0,4}"
    r"|[ \t]{0,4}\{[^{}]{0,200}?\bdefault[ \t]{0,4}=[ \t]{0,4}|[ \t]{0,2}は[ \t]{0,2}「?)"
    r"[*]{0,2}[ \t]{0,2}\\{0,2}([\"'`]?)",
    re.I)
_FLAG_NAME = re.compile(r"--[\w-]*")
_FLAG = re.compile(r"[= \t][ \t]{0,2}([\"'`]?)")
_QUOTED = {mark: re.compile(rf"[^{mark}\r\n]{{1,512}}") for mark in "\"'`"}
_BARE = re.compile(r"[^\s\"'`,;&<>|。、」）)\]}]+")
_INTO_JAPANESE = re.compile(r"([!-~]+)[\u3040-\u30ff\u4e00-\u9fff]")
_NO_VALUE = re.compile(
    r"で(?!す|お|ござ)|文字|桁|バイト|ビット|回|日|分|時間|か月|ヶ月|年|つ|個|種類|件|以上|以下|ごと|のみ")
"""What follows an ASCII word that describes a password rather than being one: AES256で暗号化, 8文字以上."""
_PLACEHOLDER = re.compile(
    r"[<\[{$%*(]|(?:your|my|the|some|an?|example|sample|dummy|fake|insert|replace|changeme|change[_-]me|todo|xxx+|\.{2,}"
    r"|none|null|nil|undefined|true|false|empty|unset|unknown|redacted|hidden|masked|placeholder|optional|required|n/a)"
    r"(?![a-z0-9])|x{4,}|\.{3}|[\W_]+\Z|%[a-z_]+%|[A-Z]+(?:_[A-Z]+)+\Z|os\.|process\.env|env[.\[(]|config[.\[]|settings\.|self\.|this\.|secrets?\.",
    re.I)
_CODE = re.compile(r"[\w.]{1,80}\(|[\w.]+\[|[a-zA-Z_]{1,40}(?:\.[a-zA-Z_]\w{0,30}){1,5}\Z|(?:https?|file)://|\.{0,2}/[\w.-]+/|~/")
_SELF_DESCRIBING = re.compile(r"pass(?:word|wd|phrase)|secret|token|credential|パスワード", re.I)
_DATE = re.compile(r"\d{4}-\d\d(?:-\d\d)?(?:[T ].*)?\Z|\d{1,2}:\d\d")
_NUMBER = re.compile(r"[-+]?[\d.,_]+(?:[a-zA-Z%]{1,4})?\Z")
_SECRET_SHAPE = re.compile(r"[A-Za-z0-9_+/.=~$!@#%^&*-]+\Z")
_VOWELS = re.compile(r"[aeiouy]", re.I)
_JUDGED = 200  # characters of a value that are looked at
_MASKS = {True: "[redacted:password]", False: "[redacted:secret]"}


class _Value(NamedTuple):
    """The value after a name: its place in the text, how it is written, and what stands around it."""

    start: int
    end: int
    quoted: bool
    strong: bool  # after `=`, `:=`, `=>` or a command's flag
    code: bool  # as an argument or an assignment in a program: `f(password=word, …)`, `self.password = word`


def assigned(text: str) -> tuple[str, int]:
    """The text with the values of secret names masked, and how many."""
    folded = text.lower() if text.isascii() else _fold(text)
    if not any(telltale in folded for telltale in _TELLTALES):
        return text, 0
    kept, place, count, run_end = [], 0, 0, 0
    for name in _NAME.finditer(folded):
        if name.start() < place:
            continue
        value = _value_after(text, name.start(), name.end(), run_end)
        password = name.group() in _PASSWORDS and (name.group() != "pass" or folded[name.start() - 1] == "_")
        if value is not None and not value.quoted:
            run_end = value.end
        if value is None or not _is_secret(text[value.start:value.end], value, password):
            continue
        kept += [text[place:value.start], _MASKS[password]]
        place = value.end
        count += 1
    return "".join(kept) + text[place:], count


def _fold(text: str) -> str:
    """ASCII capitals as small letters and nothing else, so that places stay the same."""
    return text.encode("utf-8", "surrogatepass").lower().decode("utf-8", "surrogatepass")


def _value_after(text: str, start: int, end: int, run_end: int) -> _Value | None:
    """The value after a name at (start, end). ``run_end``: where the last value without quotes ends, so that a long
    run full of names is not walked through for each of them."""
    found = _SEPARATOR.match(text, end)
    if found is None:
        dashes = text.rfind("--", max(0, start - 30), start)
        if dashes < 0 or not _FLAG_NAME.fullmatch(text, dashes, start):
            return None
        found = _FLAG.match(text, end)
        if found is None:
            return None
        strong, code = True, found.group()[0] != "="
    else:
        strong = "=" in found.group()
        code = strong and (text[max(0, start - 1):start] == "." or " " in found.group())
    mark, first = found.group(1), found.end()
    if not mark and first < run_end:
        last = run_end
    else:
        value = (_QUOTED[mark] if mark else _BARE).match(text, first)
        last = value.end() if value else first
        turn = None if mark else _INTO_JAPANESE.match(text, first, last)
        if turn is not None:
            last = first if _NO_VALUE.match(text, turn.end(1)) else turn.end(1)
    after = text[last:last + 1]
    if last == first or (mark and after != mark):
        return None
    while text[last - 1] == "\\" and last > first:
        last -= 1  # of an escaped quote, as in JSON within JSON
    return _Value(first, last, bool(mark), strong, code or after in (",", ")"))


def _is_secret(text: str, value: _Value, password: bool) -> bool:
    """Judge a value by its looks; ``password`` names take short ones, other names need something that looks random."""
    text = text[:_JUDGED].strip().rstrip("" if value.quoted else ".:!?")
    if len(text) < (4 if password else 8) or _PLACEHOLDER.match(text) or _DATE.match(text) or "[redacted:" in text:
        return False
    digits = any(c.isdigit() for c in text)
    if (_CODE.match(text) and (not value.quoted or text[0] in "/~.")) or (_SELF_DESCRIBING.search(text) and not digits):
        return False
    return _is_password(text, value, digits) if password else _looks_random(text, value, digits)


def _is_password(text: str, value: _Value, digits: bool) -> bool:
    if value.quoted:
        return digits or not text.isascii() or " " not in text or len(text.split()) >= 4
    if value.strong and not value.code:
        return True
    return digits or _is_mixed(text) or any(c in "!@#$%^&*+=~" for c in text)


def _looks_random(text: str, value: _Value, digits: bool) -> bool:
    if " " in text or not (value.quoted or _SECRET_SHAPE.match(text)) or _NUMBER.match(text):
        return False
    letters = sum(c.isalpha() for c in text)
    if digits and letters:
        return len(text) >= 16 or value.strong or value.quoted or _is_mixed(text)
    if len(text) >= 20 and _is_mixed(text) and sum(c.isupper() for c in text) * 4 > len(text):
        return True  # more capitals than a name in camel case has
    return value.strong and len(text) >= 16 and letters > 0 and len(_VOWELS.findall(text)) * 5 < len(text)


def _is_mixed(text: str) -> bool:
    """Capitals and small letters, not just one capital in front."""
    return text != text.lower() and text != text.upper() and not text.istitle()
