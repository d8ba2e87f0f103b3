"""What a shell command was for: test, check, script, commit, revert, release. Pure functions on text.

A command that went red and later green, with a change between, is an error with its fix; so two runs must be
recognised as the same command although flags, pipes and folders differ.
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass

from cogmem.claude import programs

_TEST_WORDS = re.compile(
    r"^(?:test|tests|t|check|verify|spec|e2e|unit|integration|ci|coverage|nextest)(?:[:_-].*)?$", re.I
)
# Of a program that we do not know: words that say it all the same.
_SAYS_CHECK = re.compile(r"^(?:tests?|build|compile|lint|type-?check|check|verify)(?:[:_-].*)?$", re.I)
# "npm test deploy", "docker compose -f deploy up": what stands behind these is no command.
_LEADS_ELSEWHERE = re.compile(r"^(?:compose|tests?|lint|build|start|cd|exec)(?:[:_-].*)?$", re.I)
_CHECK_WORDS = re.compile(
    r"^(?:build|compile|lint|type-?check|tsc|check|vet|package|install|ci|validate|plan|apply|clippy|migrate|"
    r"upgrade|up|deploy|sync|lock|add|assemble|bundle|fmt|format)(?:[:_-].*)?$",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Command:
    """One command of a shell line. ``key`` is equal for runs of the same thing; ``targets`` narrow it (test files). The
    kind ``tool`` is a program that we know nothing of: it counts when it says that it failed."""

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
        return self.key == other.key and (
            not self.targets
            or set(other.targets) <= set(self.targets)
            or bool(other.targets and set(self.targets) & set(other.targets))
        )


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
    while tokens and (tokens[0] in programs.WRAPPERS or re.match(r"^\w+=|^(?:\d+[smh]?|-[\w-]+)$", tokens[0])):
        tokens = tokens[1:]
    if len(tokens) > 2 and tokens[0] in ("python", "python3", "py") and tokens[1] == "-m":
        tokens = tokens[2:]
    elif len(tokens) > 3 and tokens[0] in ("docker", "docker-compose", "podman") and "exec" in tokens[:3]:
        return _one(" ".join(shlex.quote(t) for t in tokens[tokens.index("exec") + 2 :]))
    if not tokens or tokens[0] in programs.SKIP:
        return None
    program = tokens[0].rsplit("/", 1)[-1] if "/" in tokens[0] and not tokens[0].startswith("./gradlew") else tokens[0]
    words = [t for t in tokens[1:] if not t.startswith("-")]
    if program == "git":
        return _git(tokens[1:], part)
    if program in programs.LOOKING or program.startswith("-"):
        return None
    return _classified(program, words, part)


def _classified(program: str, words: list[str], part: str) -> Command:
    """A command of a program that is neither git nor a look around."""
    first = words[0] if words else ""
    if program in programs.PACKAGE_RUNNERS and first in ("run", "exec") and len(words) > 1:
        words, first = words[1:], words[1]
    if "rollback" in words[:3] or words[:2] == ["rollout", "undo"]:
        return Command("revert", f"{program} rollback", tuple(words[-2:]), part)
    release = _release(program, words, part)
    if release:
        return Command("release", f"{program} {release}", tuple(words[1:3]), part)
    two = program in programs.TWO_WORDS
    key = f"{program} {first}".strip()
    if program in programs.TEST_PROGRAMS:
        return Command("test", program, _targets(words), part)
    if (two and _TEST_WORDS.match(first)) or _is_test_script(program):
        return Command("test", key if two else program, _targets(words[1:] if two else words), part)
    if program in programs.CHECK_PROGRAMS or (two and _CHECK_WORDS.match(first)):
        return Command("check", key if two or program in ("next", "vite", "ruff") else program, (), part)
    if program in programs.INTERPRETERS:
        return _script(program, first, part)
    if _SAYS_CHECK.match(first):
        return Command("test" if _TEST_WORDS.match(first) else "check", key, (), part)
    looks = first in programs.LOOKS
    own = "." in program or "/" in part.split()[0]
    if (two and not looks) or (own and not two):
        return Command("script", key, (), part)
    return Command("other" if two else "tool", key, tuple(part.split()[1:12]), part)


def _is_test_script(program: str) -> bool:
    named = re.search(r"(?:^|[_./-])tests?(?:[_./-]|$)", program)
    return bool(named) and program.endswith((".sh", ".py", ".js", ".rb", "test", "tests"))


def _script(program: str, first: str, part: str) -> Command:
    """A script given to its interpreter; code given on the command line says nothing."""
    if not first or re.search(r"\s-[ce]\s", part):
        return Command("other", program, (), part)
    name = first.rsplit("/", 1)[-1]
    kind = "test" if re.search(r"(?:^|[_.-])tests?(?:[_.-]|$)|run_?tests", name) else "script"
    return Command(kind, f"{program.rstrip('3')} {name}", (), part)


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
    if verb == "checkout" and (
        "--" in arguments or (rest and "." in rest[-1].rsplit("/", 1)[-1] and "-b" not in arguments)
    ):
        return Command("revert", "git checkout", rest, part)
    if verb == "stash" and "drop" in words:
        return Command("revert", "git stash drop", rest, part)
    if verb == "tag" and rest and not {"-l", "-d", "--list"} & set(arguments):
        return Command("release", "git tag", rest, part)
    if verb in ("merge", "rebase", "push", "cherry-pick"):
        return Command("vcs", f"git {verb}", rest, part)
    return None


def _release(program: str, words: list[str], part: str) -> str:
    """The word that makes a command a release or a deployment, or ""."""
    if re.match(r"^(?:\./)?(?:deploy|release|rollout)[\w.-]*$", program):
        return program
    wanted = programs.RELEASES.get(program, frozenset())
    if program == "kubectl" and words[:2] == ["rollout", "status"]:
        return "rollout"
    if "--dry-run" in part or programs.LOOKS & set(words[:3]):
        return ""
    if words and words[0] in wanted:
        return words[0]
    if words[:2] in (["pr", "merge"], ["mr", "merge"]):
        return "merge"
    near = words[: 2 if program in programs.TWO_WORDS else 1]
    named = next((word for word in near if word in programs.SPREADS), "")
    if named and program not in programs.PUBLISHES_TO_A_FOLDER and not _LEADS_ELSEWHERE.match(words[0]):
        return named
    if program in programs.PACKAGE_RUNNERS and words and re.match(r"^(?:deploy|release)(?:[:_-].*)?$", words[0]):
        return words[0]
    return ""
