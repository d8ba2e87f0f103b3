"""Secrets where they really stand: in env files, commands, addresses, configuration, colours and Japanese sentences.

Everything is put together anew from a seed; nothing here is or was a real credential.
"""

from __future__ import annotations

import random
import string
from collections.abc import Callable

import pytest

from cogmem.journal.secrets import redact

HEX, UPPER, ALNUM = "0123456789abcdef", string.ascii_uppercase + string.digits, string.ascii_letters + string.digits
B64 = ALNUM + "+/"
Make = Callable[[random.Random], str]


def of(length: int, alphabet: str = ALNUM) -> Make:
    return lambda rng: "a1" + "".join(rng.choices(alphabet, k=length - 2))


def key(head: str, length: int, alphabet: str = ALNUM) -> Make:
    return lambda rng: head + "".join(rng.choices(alphabet, k=length))


def password(rng: random.Random) -> str:
    heads = ("Tr0ub4dor&3", "hunter2!Zq", "kW9#mPq2vL", "Winter2026!x", "q8Zr-Vn4k-Lp2", "blauwal77Kiste")
    return rng.choice(heads) + "".join(rng.choices(ALNUM, k=3))


TOKENS: dict[str, Make] = {
    "aws": key("AKI" + "A", 16, UPPER), "github": key("gh" + "p_", 36), "gitlab": key("glp" + "at-", 20),
    "slack": lambda rng: "xox" + "b-123456789012-1234567890123-" + of(24)(rng), "openai": key("sk-" + "proj-", 48),
    "anthropic": key("sk-" + "ant-api03-", 93), "google": key("AI" + "za", 35), "stripe": key("sk_" + "live_", 24),
    "npm": key("np" + "m_", 36), "sendgrid": lambda rng: "S" + f"G.{of(22)(rng)}.{of(43)(rng)}",
    "jwt": lambda rng: "ey" + f"JhbGciOiJIUzI1NiJ9.eyJ{of(40)(rng)}.{of(43)(rng)}", "vault": key("hv" + "s.", 90),
    "digitalocean": key("dop" + "_v1_", 64, HEX), "age": key("AGE-SECRET" + "-KEY-1", 58, UPPER),
    "shopify": key("shp" + "at_", 32, HEX),
}
AROUND = (
    "{}.", "({})", "「{}」", "キーは{}です", "鍵：{}を使う", "?key={}&x=1", "\x1b[32m{}\x1b[0m",
    "x=\x1b[1;31m\x1b[K{}\x1b[m\x1b[K",
    r"\u001b[32m{}\u001b[0m", r"line\n{}\nmore", "**{}**", "_{}_", "__{}__", "%20{}%20", r"\u003d{}", "\u200b{}\u200b",
)
SPLIT = ("\x1b[0m", "\x1b[01;31m\x1b[K", "\u200b", "\u00ad", "\x08", r"\x1b[0m", "\x1b]8;;http://x\x07")
PLACES: tuple[tuple[str, Make], ...] = (
    ("REDIS_PASS='{}'", password), ("APP_KEY=base64:{}=", of(43, B64)), ("auth: {{ user: 'x', pass: '{}' }}", password),
    ('<add key="ApiKey" value="{}"/>', of(32)), ("Authorization: token {}", of(40, HEX)), ("_auth={}==", of(40)),
    ("mysql -u root -p{} app", password), ("sshpass -p '{}' ssh bob@x", password), ("bindpw {}", password),
    ("echo '{}' | docker login -u bob --password-stdin", password),
    ('{{"auths":{{"r.io":{{"auth":"{}=="}}}}}}', of(40)),
    ("admin:$apr1$nUn34VND${}", of(22)), ("    client-key-data: {}==", of(80, B64)), ("APIキーは{}です。", of(32)),
    ("シークレットキー={}", of(32)), ("| password | `{}` |", password), ('psk="{}"', password),
    ('variable "db_password" {{ default = "{}" }}', password), ("define('DB_PASSWORD', '{}');", password),
    ("https://discord.com/api/webhooks/123456789012345678/{}", of(68)), ("curl -u admin:p@{} https://x.io", password),
    ("https://api.telegram.org/bot123456789:AA{}/sendMessage", of(33)), ("sb_" + "secret_{}", of(31)),
    ("ATA" + "TT3xFfGF0{}", of(180)), ("pscale" + "_tkn_{}", of(43)), ("FlyV1 fm" + "2_{}", of(100)),
    (".env:\x1b[01;31m\x1b[KDB_PASSWORD\x1b[m\x1b[K={}", password), ("DB_PASSWORD=\x1b[32m{}\x1b[0m", password),
    ("\x1b[32m-----BEGIN EC PRIVATE" + " KEY-----\x1b[0m\n\x1b[32m{}\x1b[0m\n-----END EC PRIVATE KEY-----", of(64)),
    ("Use password kW9#{} for staging", of(8)), ("管理者のパスワードは「{}」です", password),
    ("パスワードは{}です", password),
    ("seed phrase: {}", lambda rng: " ".join(rng.choices(("absent", "absorb", "ability", "abuse", "accident"), k=12))),
)  # fmt: skip
HARMLESS = (
    "パスワードは8文字以上にする", "パスワードはbcryptでハッシュ化", "鍵はAES256で暗号化する",
    "トークンは90日ごとに交換",
    "| password | string | required |", "| token | 4096 |", "echo 'hello there' | tee log", "mysql -u root -p app",
    "mysql -h db.internal -P 3306 --protocol=tcp", "the seed phrase: twelve words that a person writes down and keeps",
    "pass: 'always'", "define('WP_DEBUG', 'disabled_here');", "use password authentication for staging",
    "password hashing takes 200 ms", '{"auth": "required"}', "cache_key = user_42_profile",
    "-----BEGIN CERTIFICATE-----",
    "\x1b[31m3f786850e387550fdab836ed7e6dc881de23001b\x1b[0m", "task_list", "SKU12345678", "patch1.2", "_private_name_",
    '{"root":{"key":"value"}}', "variable \"password\" { type = string }", "sshpass -p \"$PASS\" ssh bob@x",
)  # fmt: skip


def left(secret: str, text: str) -> bool:
    """Whether a piece of the secret stands in the text."""
    size = min(12, len(secret))
    return any(secret[at:at + size] in text for at in range(len(secret) - size + 1))


@pytest.mark.parametrize("around", AROUND)
def test_a_token_is_masked_whatever_stands_around_it(around: str) -> None:
    rng = random.Random(11)
    for kind, make in TOKENS.items():
        secret = make(rng)
        masked, count = redact(f"before {around.format(secret)} after")
        assert count and not left(secret, masked), (kind, masked)
        assert masked.startswith("before ") and masked.endswith(" after")


@pytest.mark.parametrize("between", SPLIT)
def test_a_token_with_something_unseen_in_it_is_masked(between: str) -> None:
    rng = random.Random(12)
    for kind, make in TOKENS.items():
        secret = make(rng)
        half = len(secret) // 2
        masked, count = redact(f"the key {secret[:half]}{between}{secret[half:]} is old")
        assert count and not left(secret[:half], masked) and not left(secret[half:], masked), (kind, masked)


@pytest.mark.parametrize(("place", "make"), PLACES)
def test_a_secret_is_masked_where_people_write_it(place: str, make: Make) -> None:
    rng = random.Random(13)
    for _ in range(5):
        secret = make(rng)
        masked, count = redact(f"before it\n{place.format(secret)}\nafter it")
        assert count and not left(secret, masked), masked
        assert redact(masked) == (masked, 0)


@pytest.mark.parametrize("text", HARMLESS)
def test_what_only_looks_like_one_stays(text: str) -> None:
    assert redact(text) == (text, 0)


def test_colours_stay_where_they_hide_nothing() -> None:
    secret = TOKENS["github"](random.Random(14))
    text = f"\x1b[32mpassed\x1b[0m token {secret} \U0001f469\u200d\U0001f4bb"
    assert redact(text) == (text.replace(secret, "[redacted:github-token]"), 1)
