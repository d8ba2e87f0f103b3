"""Secrets that are known by their form: a literal prefix (or host) and a body of known alphabet and length.

One row per kind: its name, the literals of which a text must hold one for the pattern to be tried at all, and the
pattern. Bodies are bounded or can only start where a token starts, so that no text takes more than linear time.
"""

from __future__ import annotations

import re
from typing import NamedTuple

MASKS = {"private-key": "[redacted:private-key]"}
_START = (
    r"(?:(?<![A-Za-z0-9_-])|(?<=\\[nrt])|(?<=%[0-9A-Fa-f]{2})|(?<=\\u[0-9a-f]{4})|(?<=(?<![A-Za-z0-9])_)"
    r"|(?<=(?<![A-Za-z0-9])__))")
_END = r"(?![A-Za-z0-9]|[_-]{1,3}[A-Za-z0-9])"
_PLACEHOLDER = re.compile(r"[Xx]{6}|EXAMPLE|[Yy]our[_-]|\.{6}")


class Form(NamedTuple):
    """``mask`` is a template for ``re.sub``: what is kept around the secret stands in groups."""

    kind: str
    literals: tuple[str, ...]
    pattern: str
    mask: str

    def apply(self, text: str) -> tuple[str, int]:
        """The text with every secret of this kind masked, and how many; placeholders of manuals stay."""
        if not any(literal in text for literal in self.literals):
            return text, 0
        kept, place, count = [], 0, 0
        for found in re.compile(self.pattern).finditer(text):  # here: most texts need none of the patterns
            if not _PLACEHOLDER.search(found.group()):
                kept += [text[place:found.start()], found.expand(self.mask)]
                place = found.end()
                count += 1
        return "".join(kept) + text[place:], count


def _form(kind: str, literals: str, body: str) -> Form:
    """A token that stands alone."""
    return Form(kind, tuple(literals.split()), f"{_START}(?:{body}){_END}", f"[redacted:{kind}]")


def _within(kind: str, literals: str, pattern: str, mask: str) -> Form:
    """A secret inside something that is kept."""
    return Form(kind, tuple(literals.split()), pattern, mask.replace("*", f"[redacted:{kind}]"))


FORMS = (
    _form("aws-key", "AKIA ASIA ABIA ACCA", r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}"),
    _within("aws-secret", "[redacted:aws-key]",
            r"(\[redacted:aws-key\][\s\S]{1,120}?(?<![A-Za-z0-9/+]))(?=[^\s]{0,39}[a-z])(?=[^\s]{0,39}[A-Z])"
            r"(?=[^\s]{0,39}\d)[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])", r"\1*"),
    _within("netrc-password", "machine",
            r"(\bmachine\s{1,4}\S{1,100}\s{1,4}login\s{1,4}\S{1,100}\s{1,4}password\s{1,4})"
            r"(?!\[redacted)\S{1,200}", r"\1*"),
    _form("github-token", "ghp_ gho_ ghu_ ghs_ ghr_ github_pat_",
          r"gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255}"),
    _form("gitlab-token", "glpat- gldt- glrt- glcbt- glptt- gloas- glsoat- glft- glimt- glagent-",
          r"gl(?:pat|dt|rt|cbt|ptt|oas|soat|ft|imt|agent)-[A-Za-z0-9_.-]{20,300}"),
    _form("slack-token", "xox xapp-", r"xox[abeoprs](?:\.xox[bp])?-[A-Za-z0-9-]{10,300}|xapp-\d-[A-Za-z0-9-]{10,300}"),
    _within("slack-webhook", "hooks.slack.com/",
            r"(hooks\.slack\.com/(?:services|workflows|triggers)/)[A-Za-z0-9_/-]{20,300}", r"\1*"),
    _form("anthropic-key", "sk-ant-", r"sk-ant-[A-Za-z0-9_-]{20,300}"),
    _form("openai-key", "sk-",
          r"sk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{20,300}|sk-or-v1-[0-9a-f]{32,128}|sk-[A-Za-z0-9]{32,128}"),
    _form("google-key", "AIza ya29. GOCSPX- 1//0",
          r"AIza[0-9A-Za-z_-]{35}|ya29\.[0-9A-Za-z_-]{20,500}|GOCSPX-[0-9A-Za-z_-]{24,40}|1//0[0-9A-Za-z_-]{30,300}"),
    _form("stripe-key", "sk_live_ sk_test_ rk_live_ rk_test_ whsec_",
          r"[sr]k_(?:live|test)_[A-Za-z0-9]{16,250}|whsec_[A-Za-z0-9+/=]{24,250}"),
    _form("jwt", "eyJ", r"eyJ[A-Za-z0-9_-]{6,}\.eyJ[A-Za-z0-9_-]{6,}(?:\.[A-Za-z0-9_-]*)?"),
    _form("npm-token", "npm_", r"npm_[A-Za-z0-9]{30,60}"),
    _form("pypi-token", "pypi-", r"pypi-[A-Za-z0-9_-]{50,500}"),
    _form("huggingface-token", "hf_ api_org_", r"(?:hf|api_org)_[A-Za-z]{28,60}|hf_[A-Za-z0-9]{30,60}"),
    _form("sendgrid-key", "SG.", r"SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}"),
    _within("telegram-token", ":AA", rf"(?:{_START}|(?<=/bot))\d{{8,10}}:AA[A-Za-z0-9_-]{{32,35}}{_END}", "*"),
    _within("discord-webhook", "/api/webhooks/", r"(/api/webhooks/\d{15,25}/)[A-Za-z0-9_-]{40,120}", r"\1*"),
    _within("discord-token", ".",  # the first letter first: every text has dots
            r"[MNO](?<![A-Za-z0-9_-].)[A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}" + _END, "*"),
    _form("digitalocean-token", "_v1_", r"do[opr]_v1_[a-f0-9]{64}"),
    _form("shopify-token", "shp", r"shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}"),
    _form("databricks-token", "dapi", r"dapi[a-f0-9]{32}(?:-\d)?"),
    _form("vault-token", "hvs. hvb.", r"hv[sb]\.[A-Za-z0-9_-]{24,300}"),
    _form("terraform-token", ".atlasv1.", r"[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,90}"),
    _form("docker-token", "dckr_", r"dckr_(?:pat|oat)_[A-Za-z0-9_-]{27,60}"),
    _form("age-key", "AGE-SECRET-KEY-", r"AGE-SECRET-KEY-1[0-9A-Z]{58}"),
    _form("azure-secret", "8Q~ 7Q~", r"[A-Za-z0-9_~.]{3}[78]Q~[A-Za-z0-9_~.-]{31,34}"),
    _form("service-key",
          "lin_api_ dp. sq0 PMAK- NRAK- glsa_ sntrys_ sbp_ gsk_ xai- r8_ pplx- key- figd_ ntn_ secret_ pul- rubygems_ "
          "tvly- fm2_ AKC CFPAT- EAA ATATT sb_secret_ pscale_ pat SK xkeysib- glc_ nvapi- tskey- lsv2_ sk.eyJ",
          r"lin_api_[A-Za-z0-9]{32,60}|dp\.(?:pt|st|ct|scim)\.[A-Za-z0-9._-]{40,100}|sq0(?:atp|csp)-[A-Za-z0-9_-]{22,60}"
          r"|PMAK-[a-f0-9]{24}-[a-f0-9]{34}|NRAK-[A-Z0-9]{27}|glsa_[A-Za-z0-9]{32}_[a-f0-9]{8}"
          r"|sntrys_[A-Za-z0-9+/=_]{50,500}"
          r"|sbp_[a-f0-9]{40}|gsk_[A-Za-z0-9]{40,60}|xai-[A-Za-z0-9]{60,100}|r8_[A-Za-z0-9]{37}|pplx-[A-Za-z0-9]{40,60}"
          r"|key-[a-f0-9]{32}|figd_[A-Za-z0-9_-]{38,60}|ntn_[A-Za-z0-9]{40,60}|secret_[A-Za-z0-9]{40,50}|pul-[a-f0-9]{40}"
          r"|rubygems_[a-f0-9]{48}|tvly-[A-Za-z0-9-]{30,60}|AKC[A-Za-z0-9]{60,90}|EAA[A-Z][A-Za-z0-9_-]{56,300}"
          r"|fm2_[A-Za-z0-9+/=]{40,800}|CFPAT-[A-Za-z0-9_-]{40,60}|ATATT3[A-Za-z0-9_=-]{100,300}"
          r"|sb_secret_[A-Za-z0-9_-]{20,60}|pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.-]{30,70}"
          r"|pat[A-Za-z0-9]{14}\.[a-f0-9]{64}|SK[a-f0-9]{32}|xkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}"
          r"|glc_[A-Za-z0-9+/=]{40,400}|nvapi-[A-Za-z0-9_-]{50,80}|tskey-[a-z]{3,9}-[A-Za-z0-9-]{20,80}"
          r"|lsv2_[a-z]{2}_[a-f0-9]{32}_[a-f0-9]{10}|sk\.eyJ[A-Za-z0-9_-]{20,200}\.[A-Za-z0-9_-]{10,60}"),
    _within("azure-key", "AccountKey= SharedAccessKey= sig=",
            r"((?:AccountKey|SharedAccessKey)=)[A-Za-z0-9+/]{40,100}={0,2}"
            r"|([?&]sig=)[A-Za-z0-9%+/=]{40,120}", r"\1\2*"),
    _within("url-password", "://",
            r"(://[^\s/:@\"'<>]{0,100}:)(?!(?:pass(?:word|wd)?|pwd|secret|x{3,}|\*+|\.{3})@|[${<\[]|%[A-Z_]+%)"
            r"[^\s/@\"'<>]{3,256}(?=@[\w\[])", r"\1*"),
    _within("bearer", "earer EARER",
            r"(\b(?:[Bb]earer|BEARER)[ \t]{1,4})(?=[A-Za-z0-9._~+/=-]{0,60}\d)[A-Za-z0-9._~+/=-]{16,4096}", r"\1*"),
    _within("basic-auth", "asic",
            r"(\b[Aa]uthorization[\"']?[ \t]{0,4}[:=][ \t]{0,4}[\"']?[Bb]asic[ \t]{1,4})"
            r"[A-Za-z0-9+/_-]{8,1024}={0,2}", r"\1*"),
    _within("auth-header", "uthorization",
            r"(\b[Aa]uthorization[\"']?[ \t]{0,4}[:=][ \t]{0,4}[\"']?"
            r"(?:[Tt]oken|[Aa]pi-?[Kk]ey|Bot|SSWS|GenieKey|Splunk)[ \t=]{1,4})"
            r"(?=[A-Za-z0-9._~+/=-]{0,60}\d)[A-Za-z0-9._~+/=-]{16,1024}", r"\1*"),
    _within("registry-auth", "auth",
            r"((?<![A-Za-z0-9])_auth[ \t]{0,3}=[ \t]{0,3}[\"']?|\"auth\"[ \t]{0,3}:[ \t]{0,3}\")"
            r"[A-Za-z0-9+/]{16,400}={0,2}", r"\1*"),
    _within("client-key", "-key-data",
            r"(\bclient-key-data[\"']?[ \t]{0,3}:[ \t]{0,3}[\"']?)[A-Za-z0-9+/]{40,12000}={0,2}", r"\1*"),
    _within("password-hash", ":$",
            r"(?m)(^[\w.@+-]{1,64}:)\$(?:apr1|1|2[aby]|5|6|y|argon2id?)\$[A-Za-z0-9./$=,+]{20,200}", r"\1*"),
    _within("seed-phrase", "phrase mnemonic フレーズ",
            r"((?:(?:[Ss]eed|[Rr]ecovery|[Bb]ackup|[Mm]nemonic)[ _-]?(?:phrase|words)?|シードフレーズ|復元フレーズ)"
            r"[\"']?[ \t]{0,3}(?:[:=：は]|is)[ \t]{0,3}[\"'「`]?)(?:[a-z]{3,8}[ \t]){11,23}[a-z]{3,8}\b", r"\1*"),
    _within("password", "define(",
            r"(\bdefine\([ \t]{0,3}[\"'][A-Z_]{0,40}(?:PASS|SECRET|TOKEN|KEY|SALT)[A-Z_]{0,20}[\"']"
            r"[ \t]{0,3},[ \t]{0,3}[\"'])(?!\[redacted)[^\"'\r\n]{6,200}", r"\1*"),
    _within("password", "--password-stdin",
            r"(\b(?:echo|printf)[ \t]{1,3}(?:-n[ \t]{1,3})?[\"']?)(?![$<{\[])[^\s\"'|]{4,200}"
            r"(?=[\"']?[ \t]{0,3}\|[^\r\n|]{1,120}--password-stdin)", r"\1*"),
    _within("password", "assword asswd bindpw rootpw",
            r"(\b(?:(?:bindpw|rootpw)[ \t]{1,4}(?=[^\s]{0,60}\d)"
            r"|[Pp]assw(?:or)?d[ \t]{1,3}[\"'`]?(?=[^\s]{0,60}\d)(?=[^\s]{0,60}[A-Za-z])(?=[^\s]{0,60}[!@#$%^&*+=~])))"
            r"(?![$<{\[(])[^\s\"'`,;。、)]{8,80}", r"\1*"),
    _within("password", "sshpass", r"(\bsshpass[ \t]{1,3}-p[ \t]{0,3}[\"']?)(?![$<{\[])[^\s\"']{4,200}", r"\1*"),
    _within("password", "mysql mariadb",
            r"(\b(?:mysql(?:dump|admin|import)?|mariadb(?:-dump|-admin)?)\b[ \t][^\r\n|;&]{0,160}?[ \t]-p[\"']?)"
            r"(?![$<{\[ \t\"'])[^\s\"']{4,200}", r"\1*"),
    _within("cookie", "ookie",
            r"(\b(?:[Ss]et-)?[Cc]ookie:[ \t]{0,4}[^\r\n;=]{0,60}(?:sess|SESS|Sess|token|auth|sid)[^\r\n;=]{0,40}=)"
            r"[^\s;\"'\[]{12,4096}", r"\1*"),
    _within("curl-password", "-u --user",
            r"((?:^|[ \t])(?:-u|--user)[= \t][ \t]{0,3}[\"']?[\w.@+-]{1,60}:)(?![$<{\[])[^\s\"']{4,200}", r"\1*"),
)
