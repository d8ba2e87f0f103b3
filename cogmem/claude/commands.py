"""What a shell command was for and how it ended: test, build, commit, revert, release. Pure functions on text.

A command that went red and later green, with a change between, is an error with its fix; so two runs must be
recognised as the same command although flags, pipes and folders differ. Exit codes alone do not tell (``pytest | tail``
exits 0), so the output is read too.
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass

RED, GREEN, UNKNOWN = "red", "green", ""
_WRAPPERS = frozenset(["sudo", "time", "nice", "env", "npx", "uv", "uvx", "poetry", "pipenv", "pdm", "hatch", "rye", "bundle", "exec", "run", "bunx", "pnpx", "xvfb-run", "stdbuf", "nohup", "timeout", "dotenv", "direnv", "command", "then", "do", "mise", "asdf"])
_SKIP = frozenset(["cd", "export", "source", ".", "set", "pushd", "popd", "echo", "sleep", "mkdir", "true", "printf", "trap", "ulimit", "umask", "alias", "unset"])
_LOOKING = frozenset(["ls", "cat", "grep", "rg", "find", "head", "tail", "wc", "diff", "which", "whereis", "type", "stat", "file", "tree", "less", "more", "awk", "jq", "ps", "pgrep", "kill", "pkill", "test", "[", "[[", "pwd", "date", "whoami", "id", "env", "printenv", "history", "sort", "uniq", "cut", "tr", "xxd", "od", "du", "df", "lsof", "ss", "netstat", "man", "help", "rm", "cp", "mv", "touch", "ln", "chmod", "chown", "basename", "dirname", "realpath", "readlink", "open", "xdg-open"])
_TEST_PROGRAMS = frozenset(["pytest", "py.test", "tox", "nox", "jest", "vitest", "mocha", "ava", "karma", "rspec", "phpunit", "ctest", "bats", "unittest", "cypress", "nextest", "playwright", "behave", "robot", "cucumber", "minitest", "pest"])
_CHECK_PROGRAMS = frozenset(["tsc", "eslint", "ruff", "mypy", "pyright", "flake8", "pylint", "black", "prettier", "biome", "rubocop", "golangci-lint", "clippy", "shellcheck", "hadolint", "yamllint", "terraform", "tofu", "webpack", "vite", "rollup", "esbuild", "next", "nuxt", "cmake", "ninja", "make", "just", "rake", "bazel", "msbuild", "xcodebuild", "tsup", "swc", "pre-commit", "actionlint", "ansible-lint", "buf", "protoc", "sqlfluff", "helm", "kustomize"])
_TWO_WORDS = frozenset(["npm", "yarn", "pnpm", "bun", "go", "cargo", "mvn", "gradle", "gradlew", "./gradlew", "dotnet", "swift", "mix", "flutter", "dart", "deno", "docker", "docker-compose", "kubectl", "git", "gh", "make", "just", "task", "rake", "rails", "django-admin", "alembic", "terraform", "tofu", "helm", "pip", "pip3", "conda", "brew", "apt", "apt-get", "sls", "serverless", "cdk", "pulumi", "dbt", "composer", "php", "artisan", "manage.py", "ansible-playbook", "bin/rails", "./manage.py", "podman", "aws", "gcloud", "az", "fly", "heroku", "vercel", "netlify", "wrangler"])
_TEST_WORDS = re.compile(r"^(?:test|tests|t|check|verify|spec|e2e|unit|integration|ci|coverage|nextest)(?:[:_-].*)?$", re.I)
_CHECK_WORDS = re.compile(r"^(?:build|compile|lint|type-?check|tsc|check|vet|package|install|ci|validate|plan|apply|clippy|migrate|"
                          r"upgrade|up|deploy|sync|lock|add|assemble|bundle|fmt|format)(?:[:_-].*)?$", re.I)
_FAILED = re.compile(
    r"\b[1-9]\d* (?:tests? )?(?:failed|failing|failures?|errors?|broken)\b|\bFAILED\b|^FAIL\b|^--- FAIL|Traceback \(most recent|"
    r"^npm (?:ERR!|error)|\bBUILD FAILED\b|BUILD FAILURE|error TS\d+|^error(?:\[E\d+\])?:|panicked at|^E\s{3}|^Error:|"
    r"\b\w+(?:Error|Exception)\b: |: fatal error|Command failed|\bExit code [1-9]|exited with (?:code|status) [1-9]|"
    r"[1-9]\d* problems? \([1-9]|Found [1-9]\d* errors?|✕|✗|✖ |コンパイルエラー|失敗: ?[1-9]", re.M)
_PASSED = re.compile(
    r"\b[1-9]\d* (?:tests? )?(?:passed|passing)\b|^OK\b|\bok\s+\S+\s+[\d.]+s|test result: ok|BUILD SUCCESS|Build succeeded|"
    r"Tests:\s+[1-9]\d* passed|All checks passed|Success: no issues|✓|\bPASS\b|0 failures|0 errors|no issues found|compiled successfully",
    re.M | re.I)
_SIGNATURES = (
    re.compile(r"^E\s+((?:\w+\.)*\w*(?:Error|Exception|Warning)\b.*|assert .*)$", re.M),
    re.compile(r"^((?:[\w.]+\.)?\w*(?:Error|Exception|Panic|Fault|Timeout)\b(?:: .*| .*)?)$", re.M),
    re.compile(r"^(?:FAILED|ERROR) (\S+(?: - .*)?)$", re.M),
    re.compile(r"((?:\S+\(\d+,\d+\): )?error TS\d+: .*)$", re.M),
    re.compile(r"^\s*(error(?:\[E\d+\])?: .*)$", re.M | re.I),
    re.compile(r"^\s*(?:--- FAIL: |● |✕ |✗ |not ok \d+ - )(.+)$", re.M),
    re.compile(r"^(?:npm (?:ERR!|error) )(.+)$", re.M),
    re.compile(r"(panicked at .+)$", re.M),
    re.compile(r"^(.*\b(?:fatal|failed|cannot|can't|could not|unable to|not found|denied|refused|missing|invalid|undefined|mismatch|timed out)\b.*)$", re.M | re.I),
    re.compile(r"^(.*(?:エラー|失敗|できません|見つかりません|存在しません).*)$", re.M),
)
_TEST_NAME = re.compile(r"(?:FAILED|ERROR) \S*::([\w\[\]-]+)|--- FAIL: (\w+)|^\s*[●✕✗] (?:.* › )?(.+?)(?: \(\d+ ?ms\))?$|^test (\S+) \.\.\. FAILED", re.M)
_ORDERS = re.compile(r"\b(?:ignore (?:all|any|the|previous)|disregard|you (?:must|should|are now)|system prompt|curl\b.*\|\s*(?:sh|bash)|assistant:|system:|user:)", re.I)


@dataclass(frozen=True, slots=True)
class Command:
    """One command of a shell line. ``key`` is equal for runs of the same thing; ``targets`` narrow it (test files)."""

    kind: str
    key: str
    targets: tuple[str, ...] = ()
    text: str = ""

    @property
    def checks(self) -> bool:
        """Whether its outcome says something about the work (tests, builds, scripts), not only about a look around."""
        return self.kind in ("test", "check", "script", "release")

    def covers(self, other: Command) -> bool:
        """Whether success of this run answers the failure of ``other``: the same thing, on at least its targets."""
        return self.key == other.key and (not self.targets or set(other.targets) <= set(self.targets)
                                          or bool(other.targets and set(self.targets) & set(other.targets)))


def split(line: str) -> list[str]:
    """The simple commands of a shell line, quotes respected, comments and here-documents dropped."""
    line = line.split("<<")[0] if "<<" in line else line
    parts: list[str] = []
    current: list[str] = []
    quote = ""
    at = 0
    while at < len(line):
        char = line[at]
        if quote:
            quote = "" if char == quote else quote
            current.append(char)
        elif char in "'\"":
            quote = char
            current.append(char)
        elif line.startswith(("&&", "||"), at):
            parts.append("".join(current))
            current = []
            at += 1
        elif char in ";\n|":
            parts.append("".join(current))
            current = []
            if char == "|":
                current.append("\0")
        else:
            current.append(char)
        at += 1
    parts.append("".join(current))
    return [p.strip() for p in parts if p.strip() and not p.startswith("\0") and not p.strip().startswith("#")]


def parse(line: str) -> list[Command]:
    """The commands of a shell line that say something, each with its kind (see ``Command``)."""
    return [command for part in split(line[:4000]) if (command := _one(part)) is not None]


def _one(part: str) -> Command | None:
    try:
        tokens = shlex.split(part)
    except ValueError:
        tokens = part.split()
    tokens = [t for t in tokens if not re.match(r"^(?:\d?>&?\d?|&>|\d?>>?)", t)]
    while tokens and (re.match(r"^\w+=", tokens[0]) or tokens[0] in _WRAPPERS or re.match(r"^(?:\d+[smh]?|-[\w-]+)$", tokens[0])):
        tokens = tokens[1:]
    if len(tokens) > 2 and tokens[0] in ("python", "python3", "py") and tokens[1] == "-m":
        tokens = tokens[2:]
    elif len(tokens) > 3 and tokens[0] in ("docker", "docker-compose", "podman") and "exec" in tokens[:3]:
        return _one(" ".join(shlex.quote(t) for t in tokens[tokens.index("exec") + 2:]))
    if not tokens or tokens[0] in _SKIP:
        return None
    program = tokens[0].rsplit("/", 1)[-1] if "/" in tokens[0] and not tokens[0].startswith("./gradlew") else tokens[0]
    words = [t for t in tokens[1:] if not t.startswith("-")]
    if program == "git":
        return _git(tokens[1:], part)
    if program in _LOOKING or program.startswith("-"):
        return None
    return _classified(program, words, part)


def _classified(program: str, words: list[str], part: str) -> Command:
    first = words[0] if words else ""
    if program in ("npm", "yarn", "pnpm", "bun") and first in ("run", "exec") and len(words) > 1:
        words, first = words[1:], words[1]
    release = _release(program, words)
    if release:
        return Command("release", f"{program} {release}", tuple(words[1:3]), part)
    if program in _TEST_PROGRAMS or (program in _TWO_WORDS and _TEST_WORDS.match(first)) or (
            re.search(r"(?:^|[_./-])tests?(?:[_./-]|$)", program) and program.endswith((".sh", ".py", ".js", ".rb", "test", "tests"))):
        targets = words if program in _TEST_PROGRAMS else words[1:]
        key = program if program in _TEST_PROGRAMS else f"{program} {first}"
        return Command("test", key, _targets(targets), part)
    if program in _CHECK_PROGRAMS or (program in _TWO_WORDS and _CHECK_WORDS.match(first)):
        two = program in _TWO_WORDS or program in ("terraform", "next", "vite", "ruff")
        return Command("check", f"{program} {first}".strip() if two else program, (), part)
    if program in ("python", "python3", "node", "ruby", "php", "perl", "bash", "sh", "Rscript", "ts-node", "tsx", "deno", "java"):
        inline = re.search(r"\s-[ce]\s", part)
        if inline or not first:
            return Command("other", program, (), part)
        name = first.rsplit("/", 1)[-1]
        kind = "test" if re.search(r"(?:^|[_.-])tests?(?:[_.-]|$)|run_?tests", name) else "script"
        return Command(kind, f"{program.rstrip('3')} {name}", (), part)
    if program in _TWO_WORDS:
        return Command("other" if first in ("logs", "ps", "show", "list", "view", "status", "get") else "script",
                       f"{program} {first}".strip(), (), part)
    return Command("script" if "." in program or "/" in part.split()[0] else "other", f"{program} {first}".strip(), (), part)


def _targets(words: list[str]) -> tuple[str, ...]:
    """Test files or names among the arguments; ``./...`` and folders such as ``tests`` stand for everything."""
    found = []
    for word in words:
        base = word.split("::")[0].rstrip("/")
        if base in (".", "./...", "tests", "test", "spec", "src", "--") or word.isdigit():
            continue
        found.append(base.rsplit("/", 1)[-1])
    return tuple(found[:8])


def _git(arguments: list[str], part: str) -> Command | None:
    words = [a for a in arguments if not a.startswith("-")]
    while len(arguments) > 1 and arguments[0] in ("-C", "-c"):
        arguments = arguments[2:]
        words = [a for a in arguments if not a.startswith("-")]
    verb = words[0] if words else ""
    rest = tuple(words[1:4])
    if verb == "commit" and "--dry-run" not in arguments:
        return Command("commit", "git commit --amend" if "--amend" in arguments else "git commit", rest, part)
    if verb == "revert" and "--abort" not in arguments:
        return Command("revert", "git revert", rest, part)
    if (verb == "reset" and "--hard" in arguments) or (verb == "restore" and "--staged" not in arguments):
        return Command("revert", f"git {verb}", rest, part)
    if verb == "checkout" and ("--" in arguments or (rest and "." in rest[-1].rsplit("/", 1)[-1] and "-b" not in arguments)):
        return Command("revert", "git checkout", rest, part)
    if verb == "stash" and "drop" in words:
        return Command("revert", "git stash drop", rest, part)
    if verb == "tag" and rest and not {"-l", "-d", "--list"} & set(arguments):
        return Command("release", "git tag", rest, part)
    if verb in ("merge", "rebase", "push", "cherry-pick"):
        return Command("vcs", f"git {verb}", rest, part)
    return None


_RELEASES = {
    "npm": ("publish",), "yarn": ("publish",), "pnpm": ("publish",), "cargo": ("publish",), "twine": ("upload",), "gh": ("release",),
    "kubectl": ("apply", "rollout"), "helm": ("upgrade", "install"), "fly": ("deploy",), "flyctl": ("deploy",), "vercel": ("deploy", "--prod", ""),
    "netlify": ("deploy",), "heroku": ("container:release",), "wrangler": ("deploy", "publish"), "serverless": ("deploy",),
    "sls": ("deploy",), "cdk": ("deploy",), "pulumi": ("up",), "terraform": ("apply",), "tofu": ("apply",), "docker": ("push",), "cap": ("production",),
    "make": ("deploy", "release", "publish"), "just": ("deploy", "release"), "gcloud": ("deploy",), "eb": ("deploy",), "ansible-playbook": ("",),
}


def _release(program: str, words: list[str]) -> str:
    """The word that makes a command a release or a deployment, or ""."""
    if re.match(r"^(?:\./)?(?:deploy|release|rollout)[\w.-]*$", program):
        return program
    wanted = _RELEASES.get(program, ())
    if program == "kubectl" and words[:2] == ["rollout", "status"]:
        return "rollout"
    if words and words[0] in wanted and "--dry-run" not in words:
        return words[0]
    if program in ("npm", "yarn", "pnpm", "bun") and words and re.match(r"^(?:deploy|release)(?:[:_-].*)?$", words[0]):
        return words[0]
    return ""


def outcome(command: Command, output: str, failed: bool) -> str:
    """RED, GREEN or UNKNOWN. A failing exit status is red; a passing one is red only when a test or build says so."""
    if failed:
        return RED
    head = output[-6000:]
    if command.kind in ("test", "check", "release") and _FAILED.search(head):
        zero = re.search(r"\b0 (?:failed|failures|errors)\b", head, re.I)
        return RED if not (zero and _PASSED.search(head) and not re.search(r"\b[1-9]\d* (?:failed|failures?|errors?)\b", head)) else GREEN
    if command.kind == "script" and re.search(r"^Traceback \(most recent call last\)", head, re.M):
        return RED
    return GREEN


def passed_whole_suite(command: Command, output: str) -> bool:
    """Whether this was a run of all tests that said how many passed."""
    return command.kind == "test" and not command.targets and bool(_PASSED.search(output[-6000:]))


def error_line(output: str, limit: int = 160) -> str:
    """The line of an output that names the error, or "". Never one that reads like an order to somebody."""
    body = re.sub(r"^(?:Error: )?Exit code \d+\n?", "", output[:12000])
    for pattern in _SIGNATURES:
        matches = [m[1].strip() for m in pattern.finditer(body)]
        for line in reversed(matches):
            if len(line) > 3 and not _ORDERS.search(line):
                return line[:limit].rstrip()
    return ""


def failing_tests(output: str, limit: int = 5) -> list[str]:
    """The names of the failing tests that an output lists, first ones first."""
    found: list[str] = []
    for match in _TEST_NAME.finditer(output[:12000]):
        name = next((g for g in match.groups() if g), "").strip()
        if name and name not in found and not _ORDERS.search(name):
            found.append(name[:80])
    return found[:limit]


def commit_subject(line: str, output: str) -> str:
    """The subject of a commit: from git's answer ``[branch abc1234] Subject``, else from ``-m``."""
    answer = re.search(r"^\[[^\]\n]{1,120} [0-9a-f]{6,40}\] (.+)$", output, re.M)
    if answer:
        return answer[1].strip()
    message = re.search(r"-(?:a|am|m|-message)[ =]?m?\s*(?:\"\$\(cat <<'?EOF'?\n(.+?)\n|\"([^\"\n]{1,200})|'([^'\n]{1,200}))", line)
    return next((g for g in message.groups() if g), "").strip() if message else ""


def commit_hash(output: str) -> str:
    """The short hash that git printed for a commit, or ""."""
    answer = re.search(r"^\[[^\]\n]{1,120} ([0-9a-f]{6,40})\]", output, re.M)
    return answer[1][:10] if answer else ""
