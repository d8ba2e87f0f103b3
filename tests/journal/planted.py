"""Two hundred synthetic secrets and five hundred texts that only look like one, made anew from a fixed seed.

Nothing here is or was a real credential. Tokens are put together from pieces at run time, so that no scanner stumbles
over this file.
"""

from __future__ import annotations

import base64
import random
import string
import uuid

LETTERS = string.ascii_letters
ALNUM = LETTERS + string.digits
UPPER = string.ascii_uppercase + string.digits
HEX = "0123456789abcdef"
URL = ALNUM + "-_"
B64 = ALNUM + "+/"


class Maker:
    """Random pieces of a given alphabet, never without a digit and a letter."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def of(self, alphabet: str, length: int) -> str:
        while True:
            piece = "".join(self.random.choices(alphabet, k=length))
            usual = any(c.isdigit() for c in piece) and any(c.isalpha() for c in piece)
            if (
                (usual or length < 6 or not any(c.isdigit() for c in alphabet))
                and piece[0] not in "-_+/"
                and piece[-1] not in "-_"
            ):
                return piece

    def pick(self, *values: str) -> str:
        return self.random.choice(values)


def _b64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _jwt(make: Maker) -> str:
    head = _b64url(b'{"alg":"HS256","typ":"JWT"}')
    return f"{head}.{_b64url(b'{' + make.of(ALNUM, 40).encode() + b'}').replace('e', 'e', 1)}.{make.of(URL, 43)}"


def _real_jwt(make: Maker) -> str:
    body = b'{"sub":"' + make.of(ALNUM, 12).encode() + b'","iat":1516239022}'
    return f"{_b64url(b'{' + b'%salg%s:%sHS256%s}' % ((b'%c' % 34,) * 4))}.{_b64url(body)}.{make.of(URL, 43)}"


def _pem(make: Maker, kind: str, end: bool, newline: str) -> str:
    lines = [f"-----BEGIN {kind}PRIVATE KEY-----", *(make.of(B64, 64) for _ in range(6)), make.of(B64, 30) + "=="]
    return newline.join([*lines, f"-----END {kind}PRIVATE KEY-----"] if end else lines)


def _tokens(make: Maker) -> dict[str, list[str]]:
    """Per kind, secrets that stand anywhere in a text."""
    return {
        "aws": [make.pick("AK", "AS") + "IA" + make.of(UPPER, 16) for _ in range(8)],
        "github": [f"gh{make.pick(*'pousr')}_" + make.of(ALNUM, 36) for _ in range(8)]
        + ["github" + "_pat_" + make.of(ALNUM, 22) + "_" + make.of(ALNUM, 59) for _ in range(3)],
        "gitlab": ["gl" + "pat-" + make.of(URL, 20) for _ in range(6)],
        "slack": [
            "xox" + make.pick("b-", "p-") + make.of(string.digits, 5) + "12345-" + make.of(ALNUM, 24) for _ in range(6)
        ]
        + [
            "https://hooks.slack"
            + ".com/services/T"
            + make.of(UPPER, 8)
            + "/B"
            + make.of(UPPER, 8)
            + "/"
            + make.of(ALNUM, 24)
            for _ in range(3)
        ],
        "openai": ["sk" + "-" + make.of(ALNUM, 48) for _ in range(4)]
        + ["sk" + "-proj-" + make.of(URL, 74) for _ in range(5)],
        "anthropic": ["sk" + "-ant-api03-" + make.of(URL, 93) + "AA" for _ in range(8)],
        "google": ["AI" + "za" + make.of(URL, 35) for _ in range(5)]
        + ["GOC" + "SPX-" + make.of(URL, 28) for _ in range(3)]
        + ["ya" + "29." + make.of(URL, 80) for _ in range(2)],
        "stripe": [make.pick("sk", "rk") + "_live" + "_" + make.of(ALNUM, 24) for _ in range(6)]
        + ["wh" + "sec_" + make.of(ALNUM, 32) for _ in range(2)],
        "jwt": [_real_jwt(make) for _ in range(8)],
        "pem": [
            _pem(make, kind, end, newline)
            for kind in ("RSA ", "", "OPENSSH ")
            for end in (True, False)
            for newline in ("\n", "\\n")
        ],
        "npm": ["npm" + "_" + make.of(ALNUM, 36) for _ in range(5)],
        "azure": ["AccountKey" + "=" + make.of(B64, 86) + "==" for _ in range(4)]
        + [make.of(ALNUM, 3) + "8Q" + "~" + make.of(ALNUM, 34) for _ in range(3)],
        "others": [
            "hf" + "_" + make.of(ALNUM, 34),
            "SG" + "." + make.of(URL, 22) + "." + make.of(URL, 43),
            make.of(string.digits, 3) + "1234567:A" + "A" + make.of(URL, 33),
            "dop" + "_v1_" + make.of(HEX, 64),
            "shp" + "at_" + make.of(HEX, 32),
            "dapi" + make.of(HEX, 32),
            "hv" + "s." + make.of(ALNUM, 24),
            "py" + "pi-" + make.of(URL, 120),
            "AGE-SECRET" + "-KEY-1" + make.of(UPPER, 58),
            "dckr" + "_pat_" + make.of(URL, 27),
            "lin" + "_api_" + make.of(ALNUM, 40),
        ],
    }


def _named(make: Maker) -> dict[str, list[tuple[str, str]]]:
    """Per kind, (text, secret in it) where only the name before it tells."""

    def row(template: str, secret: str) -> tuple[str, str]:
        return template.replace("@@", secret), secret

    return {
        "env": [
            row(template, make.of(alphabet, length))
            for template, alphabet, length in (
                ("export AWS_SECRET_ACCESS_KEY=@@", B64, 40),
                ("AWS_SECRET_ACCESS_KEY=@@", B64, 40),
                ("API_KEY=@@", ALNUM, 32),
                ("STRIPE_SECRET='@@'", ALNUM, 24),
                ('DB_PASSWORD="@@"', ALNUM + "!#%", 14),
                ("POSTGRES_PASSWORD=@@", ALNUM, 12),
                ("SECRET_KEY_BASE=@@", HEX, 64),
                ("MY_APP_TOKEN=@@", ALNUM, 28),
                ("set CLIENT_SECRET=@@", ALNUM, 30),
                ("ENCRYPTION_KEY=@@", HEX, 32),
                ("REDIS_PASSWORD=@@", ALNUM, 16),
                ("SMTP_PASS" + "WORD: @@", ALNUM, 11),
                ("DJANGO_SECRET_KEY = '@@'", ALNUM + "!@#$%^&*(-_=+", 50),
                ("NPM_AUTH_TOKEN=@@", ALNUM, 36),
                ("TWILIO_AUTH_TOKEN=@@", HEX, 32),
                ("password=@@&user=bob", ALNUM, 12),
            )
        ],
        "code": [
            row(template, make.of(alphabet, length))
            for template, alphabet, length in (
                ('"client_secret": "@@"', ALNUM, 32),
                ("api_key: '@@'", ALNUM, 32),
                ('apiKey: "@@",', ALNUM, 39),
                ('password = "@@"', ALNUM, 10),
                ("{'token': '@@'}", ALNUM, 40),
                ('const SECRET = "@@";', ALNUM, 24),
                ('accessToken := "@@"', ALNUM, 32),
                ("secret_key => '@@'", ALNUM, 40),
                ("mysql --password=@@ -u root", ALNUM, 12),
                ("tool --api-key @@ run", ALNUM, 32),
                ("?access_token=@@&x=1", ALNUM, 32),
                ("_authToken=@@", HEX, 36),
                ("curl -u admin:@@ https://x.y", ALNUM, 12),
                ("<password>: @@", ALNUM, 12),
            )
        ],
        "prose": [
            row(template, make.of(alphabet, length))
            for template, alphabet, length in (
                ("the password is @@", ALNUM, 10),
                ("password: @@", ALNUM, 9),
                ("Passwort: @@ (neu)", ALNUM, 10),
                ("my token is @@", ALNUM, 32),
                ("パスワードは @@ です", ALNUM, 10),
                ("パスワード: @@", ALNUM, 12),
                ("トークン：@@", ALNUM, 36),
                ("**password**: `@@`", ALNUM, 12),
                ("- API key: @@", ALNUM, 32),
                ("secret: @@", ALNUM, 24),
                ("passphrase: @@", ALNUM, 16),
                ("the pwd was @@ before", ALNUM, 10),
                ("密码：@@", ALNUM, 12),
                ("비밀번호: @@", ALNUM, 12),
                ("pw: @@", ALNUM, 10),
                ("DB_PASS=@@", ALNUM, 12),
                ("machine example.org login bob password @@", ALNUM, 14),
                ("AK" + "IAIOSFODNN7ABCDEFG\n@@\n", B64, 40),
                ('{"input": "{\\"password\\": \\"@@\\"}"}', ALNUM, 12),
                ('{\\"api_key\\":\\"@@\\"}', ALNUM, 32),
            )
        ],
        "url": [
            row(template, make.of(ALNUM, length))
            for template, length in (
                ("postgres://app:@@@db.internal:5432/prod", 14),
                ("https://bob:@@@example.org/x.git", 16),
                ("redis://:@@@10.0.0.1:6379/0", 20),
                ("mongodb+srv://u:@@@c0.mongodb.net/?w=1", 12),
                ("amqp://guest1:@@@mq", 10),
                ("see mysql://root:@@@localhost", 9),
                ("smtp://a%40b.c:@@@mail.example.org:587", 12),
                ("ftp://anon1:@@@host/file", 8),
                ("git clone https://oauth2:@@@git.example.org/a/b", 20),
            )
        ],
        "header": [
            row(template, make.of(URL, length))
            for template, length in (
                ("Authorization: Bearer @@", 40),
                ("authorization: bearer @@", 32),
                ('-H "Authorization: Bearer @@"', 64),
                ("Authorization: Basic @@", 24),
                ("Cookie: sessionid=@@; theme=dark", 32),
                ("Set-Cookie: auth_token=@@; Path=/", 40),
                ("X-Api-Key: @@", 32),
                ("X-Auth-Token: @@", 32),
                ("PRIVATE-TOKEN: @@", 20),
                ("'Authorization': 'Bearer @@'", 43),
            )
        ],
    }


def _core(kind: str, token: str) -> str:
    """The part of a token that must not be left."""
    if kind == "azure":
        return token.split("=", 1)[-1]
    return token.partition(".com/services/")[2] or token


SURROUNDINGS = (
    "{}",
    "see {} there",
    "key={}",
    "`{}`",
    '"{}"',
    "({})",
    "\n{}\n",
    "use {}.",
    "日本語{}日本語",
    "a: {}, b",
)


def secrets(seed: int = 1) -> list[tuple[str, str, str]]:
    """(kind, text, secret): at least 200."""
    make = Maker(seed)
    rows = [
        (kind, SURROUNDINGS[place % len(SURROUNDINGS)].format(token), _core(kind, token))
        for kind, tokens in _tokens(make).items()
        for place, token in enumerate(tokens)
    ]
    for _ in range(2):
        rows += [(kind, text, secret) for kind, pairs in _named(make).items() for text, secret in pairs]
    return rows


WORDS = tuple(
    """
token: none|tokens: 4096|max_tokens=4096|token count: 128000|total tokens: 12345|the token is invalid
token: required|password: required|password: ********|password: <your password>|password: ${DB_PASSWORD}
password: {{ vault.password }}|password = input("Password: ")|password = os.environ["DB_PASSWORD"]
password = getpass.getpass()|the password is wrong|password reset: works again|password: string|password: str
password?: string;|def login(user: str, password: str) -> bool:|secret: true|secret: optional
secret = get_secret("db/prod")|secrets: inherit|secret santa: next Friday|secret sauce is patience
api_key: ${API_KEY}|api_key: YOUR_API_KEY|api_key: <key>|api_key = settings.api_key|apiKey: process.env.API_KEY
API key: none|api_key=xxxxxxxxxxxxxxxx|api_key: "your-api-key-here"|token: ...
token = request.headers.get("X-Token")|token: token|token = self.token|const token = await getToken()
token := r.Header.Get("Authorization")|token: null|token: undefined|Authorization: Bearer <token>
Authorization: Bearer ${TOKEN}|Authorization: Bearer token|bearer of bad news: everyone
the bearer token expires after one hour|credentials: include|credentials: same-origin|credentials: "omit"
access key: see vault|secret_name: my-app-db|secretName: tls-cert|secretKeyRef:|private key: stored in the HSM
private_key_path=/etc/ssl/key.pem|private_key: /home/app/.ssh/id_ed25519|token_url: https://auth.example.org/token
token endpoint: /oauth/token|token_type: Bearer|token budget: 600 tokens|session tokens: 400|tokenizer: cl100k_base
tokenize: true|secretary: Ms Miller|password policy: at least 12 characters|password manager: 1Password
tests pass: 1234|pass=all checks|5000 tests pass = good
password length: 12|password_hash: bcrypt|passwords: never in the log
no password was set|パスワードは必要です|パスワード: なし
パスワードは不要|トークン数: 4096|トークンは無効|token は期限切れ
トークン: 不明|api key が必要|the secret is out|token is a word
access_key_id: see 1Password|api-key: required|-----BEGIN PUBLIC KEY-----|-----BEGIN CERTIFICATE-----
looks for -----BEGIN PRIVATE KEY----- in the text|ssh-ed25519 AAAA|postgres://localhost:5432/app
https://example.org:8443/path@v2|https://user@example.org/|redis://localhost:6379/0
https://user:password@example.org/|postgres://user:${PASSWORD}@db/app|mailto:a@b.c|http://[::1]:8080/
git@github.com:a/b.git|https://example.org/?q=a:b@c|see http://a.b/c:d and x@y.z
postgres://<user>:<password>@host/db|std::vector<int>:x@y|sk-learn pipeline|sk-folding-cube
sk-loading-spinner-container-wide|sk-SK locale|ghp_short|AKIA|AKIAEXAMPLE|xoxb-|glpat-|npm_config_registry
npm_package_version|npm_lifecycle_event|hf_hub_download|hf_transfer|SG.1|eyJ|eyJhbGciOiJIUzI1NiJ9|whsec_|AIza|ya29
shpat_|secret_santa_list_of_people|key-value store|key-of-something|secret_key_ref|dp.test|gsk_value|r8_unorm
pul-request|AKC Champion|pat = re.compile(r"x+")|pat: the dog|pwd: /home/user/project|pwd = os.getcwd()
PWD=/home/user/app|echo $PWD|cd $(pwd)|cookie: yes please|Cookie: theme=dark; lang=en|Set-Cookie: lang=ja; Path=/
cookies: enabled|curl -u admin https://x|curl -u "$USER:$PASS" x|token: 2026-03-08
token expires: 2026-03-08T12:00:00Z|token: 14:32|password expires: 30 days|secret: 3 of 5 shares|api_key: 0
the password field is hidden|password must be changed|password == other.password|if token != expected:
assert secret is None|token=abc|secret=test|password=foo(bar)|token=$(cat token.txt)|--password-file /run/secrets/db
--token-ttl 3600|--no-password|--password "$DB_PASSWORD"|secret="$(openssl rand -hex 32)"|TOKEN=${TOKEN:-none}
SECRET_KEY = config.SECRET_KEY|PASSWORD_RESET_TIMEOUT=3600|PASSWORD_HASHERS = [|TOKEN_LIMIT=100000
ACCESS_TOKEN_EXPIRE_MINUTES=30|API_KEY_HEADER = "X-Api-Key"|SECRET_PATTERNS = (
""".replace("\n", "|")
    .strip("|")
    .split("|")
)


def look_alikes(seed: int = 2) -> list[str]:
    """At least 500 texts in which nothing is secret."""
    make = Maker(seed)
    rows = list(WORDS)
    for _ in range(30):
        rows += [
            f"commit {make.of(HEX, 40)}",
            f"sha256:{make.of(HEX, 64)}",
            f"see {make.of(HEX, 7)}..{make.of(HEX, 7)}",
            f"id {uuid.UUID(bytes=make.random.randbytes(16))}",
            f"md5 {make.of(HEX, 32)}",
            f'etag: "{make.of(HEX, 32)}"',
            f"![x](data:image/png;base64,{make.of(B64, 200)})",
            f"integrity sha512-{make.of(B64, 86)}==",
            f"cache key: {make.of(HEX, 16)}",
            f"content_hash={make.of(HEX, 64)}",
            f"Id: {make.of(HEX, 12)}",
            f"https://example.org/{make.of(URL, 30)}",
            f"{make.of(LETTERS + '_', 30)}()",
            f"order {make.of(UPPER, 10)}",
        ]
    return rows
