"""How a command ended, read from its output: red or green, the line that names the error, what a commit was called."""

from __future__ import annotations

import re

from cogmem.claude.commands import Command

RED, GREEN = "red", "green"
_FAILED = re.compile(
    r"\b[1-9]\d* (?:tests? )?(?:failed|failing|failures?|errors?|broken)\b|\bFAILED\b|^FAIL\b|^--- FAIL|Traceback "
    r"\(most recent|"
    r"^npm (?:ERR!|error)|\bBUILD FAILED\b|BUILD FAILURE|error TS\d+|^error(?:\[E\d+\])?:|panicked at|^E\s{3}|^Error:|"
    r"\b\w+(?:Error|Exception)\b: |: fatal error|Command failed|\bExit code [1-9]|exited with (?:code|status) [1-9]|"
    r"[1-9]\d* problems? \([1-9]|Found [1-9]\d* errors?|✕|✗|✖ |コンパイルエラー|失敗: ?[1-9]",
    re.M,
)
_PASSED = re.compile(
    r"\b[1-9]\d* (?:tests? )?(?:passed|passing)\b|^OK\b|\bok\s+\S+\s+[\d.]+s|test result: ok|BUILD SUCCESS|Build "
    r"succeeded|"
    r"Tests:\s+[1-9]\d* passed|All checks passed|Success: no issues|✓|\bPASS\b|0 failures|0 errors|no issues found|"
    r"compiled successfully",
    re.M | re.I,
)
_SIGNATURES = (
    re.compile(r"^E\s+((?:\w+\.)*\w*(?:Error|Exception|Warning)\b.*|assert .*)$", re.M),
    re.compile(r"^((?:[\w.]+\.)?\w*(?:Error|Exception|Panic|Fault|Timeout)\b(?:: .*| .*)?)$", re.M),
    re.compile(r"^(?:FAILED|ERROR) (\S+(?: - .*)?)$", re.M),
    re.compile(r"^[ \t]*\[failed\]:? (.+)$|^\d+:\d+ \+\d+(?: ~\d+)? -\d+: (.+?) \[E\]$", re.M | re.I),
    re.compile(r"^([^\n]{0,300}error TS\d+: .*)$", re.M),
    re.compile(r"^[ \t]*(error(?:\[E\d+\])?: .*)$", re.M | re.I),
    re.compile(r"^[ \t]*(?:--- FAIL: |● |✕ |✗ |not ok \d+ - )(.+)$", re.M),
    re.compile(r"^(?:npm (?:ERR!|error) )(.+)$", re.M),
    re.compile(r"(panicked at .+)$", re.M),
    re.compile(
        r"^(.*\b(?:fatal|failed|cannot|can't|could not|unable to|not found|denied|refused|missing|invalid|undefined|"
        r"mismatch|timed out)\b.*)$",
        re.M | re.I,
    ),
    re.compile(r"^[ \t]*(?:\*\* )?(\(?(?:[\w.]+\.)?\w*(?:Error|Exception)\)?:? .*)$", re.M),
    re.compile(r"^(.*(?:エラー|失敗|できません|見つかりません|存在しません).*)$", re.M),
)
_TEST_NAME = re.compile(
    r"(?:FAILED|ERROR) \S*::([\w\[\]-]+)|--- FAIL: (\w+)|^[ \t]*[●✕✗] (?:.* › )?(.+?)(?: \(\d+ ?ms\))?$|^test (\S+) "
    r"\.\.\. FAILED|^\d+:\d+ \+\d+(?: ~\d+)? -\d+: (.+?) \[E\]$|^[ \t]*\[Failed\]: (\w+)|^[ \t]*Failed (\w+) \[\d",
    re.M,
)
_ORDERS = re.compile(
    r"\b(?:ignore (?:all|any|the|previous)|disregard|you (?:must|should|are now)|system prompt|curl\b.*\|\s*(?:sh|"
    r"bash)|assistant:|system:|user:)",
    re.I,
)


_RED_COUNT = re.compile(
    r"\b(?:fail(?:ing|ed|ures?)|errors?)\s*[:=]?\s*[1-9]|^\s*\[?(?:failed|ng|not ok)\b", re.I | re.M
)
# A line that counts or closes a run names no error.
_TALLY = re.compile(
    r"^(?:\d+:\d+ )?\+\d+(?: ~\d+)? -\d+: (?:some tests failed|loading)|^(?:some|\d+) (?:of \d+ )?tests? (?:have |"
    r"has )?"
    r"failed\W*$|^failed!?\s+-|^tests? (?:run )?failed\W*$|^=+ |^\d+ failed\b(?!: )|^failures?:?\s*\d*$|"
    r"^error: test failed|"
    r"^(?:test suites?|tests|passing|failing)\b[:\s]+\d|^make(?:\[\d+\])?: \*\*\*|^npm err! (?:code|errno|a complete "
    r"log)|"
    r"^process completed with exit|^error: process .* exit|^command failed|^(?:error: )?exit code",
    re.I,
)
# "FAILED: 0" counts no failure.
_NONE_FAILED = re.compile(r"\b(?:failed|failures?|errors?|broken)\s*[:=]\s*0\b", re.I)


def outcome(command: Command, output: str, failed: bool) -> str:
    """RED, GREEN or UNKNOWN. A failing exit status is red; a passing one is red only when a test or build says so."""
    if failed:
        return RED
    head = _NONE_FAILED.sub("0 failed", output[-6000:])
    if command.kind in ("test", "check", "release") and _FAILED.search(head):
        zero = re.search(r"\b0 (?:failed|failures|errors)\b", head, re.I)
        some = re.search(r"\b[1-9]\d* (?:failed|failures?|errors?)\b", head)
        return GREEN if zero and not some and _PASSED.search(head) else RED
    if command.kind == "script" and re.search(r"^Traceback \(most recent call last\)", head, re.M):
        return RED
    return GREEN


def passed(output: str) -> str:
    """The last line of an output that counts passing tests, or ""."""
    lines = [line.strip() for line in output[-6000:].split("\n") if _PASSED.search(line)]
    return lines[-1][:120] if lines else ""


def says_failed(output: str) -> bool:
    """Whether an output names a failed check, not only a command that could not run."""
    return bool(_FAILED.search(_NONE_FAILED.sub("", output[-6000:])) or _RED_COUNT.search(output[-6000:]))


def error_line(output: str, limit: int = 2000) -> str:
    """The line of an output that names the error, or "". Never one that reads like an order to somebody."""
    body = re.sub(r"^(?:Error: )?Exit code \d+\n?", "", output[:12000])
    for pattern in _SIGNATURES:
        matches = [next(filter(None, m.groups()), "").strip() for m in pattern.finditer(body)]
        for line in reversed(matches):
            if len(line) > 3 and not _TALLY.match(line) and not _ORDERS.search(line):
                return line[:limit].rstrip()
    return ""


def failing_tests(output: str, limit: int = 5) -> list[str]:
    """The names of the failing tests that an output lists, first ones first."""
    found: list[str] = []
    for match in _TEST_NAME.finditer(output[:12000]):
        name = next((g for g in match.groups() if g), "").strip()
        if name and name not in found and not _ORDERS.search(name):
            found.append(name)
    return found[:limit]


def commit_subject(line: str, output: str) -> str:
    """The subject of a commit: from git's answer ``[branch abc1234] Subject``, else from ``-m``."""
    answer = re.search(r"^\[[^\]\n]{1,120} [0-9a-f]{6,40}\] (.+)$", output, re.M)
    if answer:
        return answer[1].strip()
    message = re.search(
        r"-(?:a|am|m|-message)[ =]?m?\s*(?:\"\$\(cat <<'?EOF'?\n(.+?)\n|\"([^\"\n]{1,200})|'([^'\n]{1,200}))", line
    )
    return next((g for g in message.groups() if g), "").strip() if message else ""


def commit_hash(output: str) -> str:
    """The short hash that git printed for a commit, or ""."""
    answer = re.search(r"^\[[^\]\n]{1,120} ([0-9a-f]{6,40})\]", output, re.M)
    return answer[1][:10] if answer else ""
