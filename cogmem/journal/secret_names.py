"""Secrets that are known by the name before them: ``password: …``, ``"client_secret": "…"``, ``export API_KEY=…``.

The name is looked for first, then a separator after it, then the value is judged: placeholders, plain words, numbers,
types and code that fetches a secret stay as they are.
"""

from __future__ import annotations

import re

_PASSWORDS = ("password", "passwd", "passphrase", "パスワード", "暗証番号")
_NAME = re.compile(
    r"password|passwd|passphrase|(?<![a-z])pwd|passwort|secret|token|api[_-]?key|access[_-]?key|private[_-]?key"
    r"|encryption[_-]?key|signing[_-]?key|auth[_-]?key|account[_-]?key|master[_-]?key|credentials?|(?<![a-z])pat(?=[\s]*[=:])"
    r"|パスワード|トークン|シークレット|apiキー|秘密鍵|暗証番号")
_SEPARATOR = re.compile(
    r"(?:[_-](?:access[_-]?)?(?:key|value|token|secret)(?:[_-]?base)?|[_-]?\d{1,2}|[_-](?:prod|dev|test|live|staging))?"
    r"[\"'`*\]]{0,3}(?:[ \t]{0,4}(?:=>|:=|={1,2}|[:：＝])[ \t]{0,4}|[ \t]{1,3}(?:is|was)[ \t]{1,3}"
    r"|[ \t]{0,2}は[ \t]{0,2})"
    r"[*]{0,2}[ \t]{0,2}([\"'`]?)",
    re.I)
_FLAG = re.compile(r"[= \t][ \t]{0,2}([\"'`]?)")
_QUOTED = {mark: re.compile(rf"[^{mark}\r\n]{{1,512}}") for mark in "\"'`"}
_BARE = re.compile(r"[^\s\"'`,;&<>|。、」）)\]}]{1,2048}")
_PLACEHOLDER = re.compile(
    r"[<\[{$%*(]|(?:your|my|the|some|an?|example|sample|dummy|fake|insert|replace|changeme|change[_-]me|todo|xxx+|\.{2,}"
    r"|none|null|nil|undefined|true|false|empty|unset|unknown|redacted|hidden|masked|placeholder|optional|required|n/a)"
    r"(?![a-z0-9])|x{4,}|\.{3}|[\W_]+\Z|%[a-z_]+%|[A-Z]+(?:_[A-Z]+)+\Z|os\.|process\.env|env[.\[(]|config[.\[]|settings\.|self\.|this\.|secrets?\.",
    re.I)
_CODE = re.compile(r"[\w.]{1,80}\(|[\w.]+\[|[a-zA-Z_]{1,40}(?:\.[a-zA-Z_]{1,40})+\Z|(?:https?|file)://|\.{0,2}/[\w.-]+/|~/")
_DATE = re.compile(r"\d{4}-\d\d(?:-\d\d)?(?:[T ].*)?\Z|\d{1,2}:\d\d")
_NUMBER = re.compile(r"[-+]?[\d.,_]+(?:[a-zA-Z%]{1,4})?\Z")
_SECRET_SHAPE = re.compile(r"[A-Za-z0-9_+/.=~$!@#%^&*-]+\Z")
_VOWELS = re.compile(r"[aeiouy]", re.I)
MASK = "[redacted:{kind}]"


def assigned(text: str) -> tuple[str, int]:
    """The text with the values of secret names masked, and how many."""
    folded = text.lower() if text.isascii() else _fold(text)
    kept, place, count = [], 0, 0
    for name in _NAME.finditer(folded):
        if name.start() < place:
            continue
        value = _value_after(text, name.start(), name.end())
        if value is None:
            continue
        start, end, quoted, strong = value
        weak_name = not name.group().startswith(_PASSWORDS) and name.group() not in ("pwd", "passwort")
        if not _is_secret(text[start:end], password=not weak_name, quoted=quoted, strong=strong):
            continue
        kept += [text[place:start], MASK.format(kind="secret" if weak_name else "password")]
        place = end
        count += 1
    return "".join(kept) + text[place:], count


def _fold(text: str) -> str:
    """ASCII capitals as small letters and nothing else, so that places stay the same."""
    return text.encode("utf-8", "surrogatepass").lower().decode("utf-8", "surrogatepass")


def _value_after(text: str, start: int, end: int) -> tuple[int, int, bool, bool] | None:
    """Where the value of a name lies: (start, end, whether in quotes, whether after ``=`` or a command's flag)."""
    found = _SEPARATOR.match(text, end)
    strong = bool(found) and "=" in found.group() if found else False
    if found is None:
        dashes = text.rfind("--", max(0, start - 30), start)
        if dashes < 0 or not re.fullmatch(r"--[\w-]*", text[dashes:start]):
            return None
        found, strong = _FLAG.match(text, end), True
        if found is None:
            return None
    mark = found.group(1)
    if mark:
        value = _QUOTED[mark].match(text, found.end())
        if value is None or text[value.end():value.end() + 1] != mark:
            return None
        return value.start(), value.end(), True, strong
    value = _BARE.match(text, found.end())
    return (value.start(), value.end(), False, strong) if value else None


def _is_secret(value: str, *, password: bool, quoted: bool, strong: bool) -> bool:
    """Judge a value by its looks; ``password`` names take short ones, other names need something that looks random."""
    value = value.strip().rstrip(".:!?" if not quoted else "")
    if len(value) < (4 if password else 8) or _PLACEHOLDER.match(value) or _DATE.match(value):
        return False
    if not quoted and _CODE.match(value):
        return False
    letters, digits = any(c.isalpha() for c in value), any(c.isdigit() for c in value)
    mixed = value != value.lower() and value != value.upper() and not value.istitle()
    capitals = sum(c.isupper() for c in value)
    if password:
        if quoted or strong:
            return not value.isascii() or " " not in value.strip() or digits or len(value.split()) >= 4
        return digits or mixed or any(c in "!@#$%^&*+=~" for c in value)
    if " " in value or not _SECRET_SHAPE.match(value) or _NUMBER.match(value) or "[redacted:" in value:
        return False
    if digits and letters:
        return len(value) >= 16 or strong or quoted or mixed
    if mixed and len(value) >= 20 and capitals * 4 > len(value):
        return True  # more capitals than a name in camel case has
    return strong and len(value) >= 16 and letters and len(_VOWELS.findall(value)) * 5 < len(value)
