"""Retrieval sets from outside: documents and questions as JSON lines, or a developer's log with its questions inline.

``NAME.docs.jsonl`` {c corpus, id, t text, d ISO date, s speaker} and ``NAME.queries.jsonl`` {c, id, q, gold, cat},
gzipped or not; ``NAME*.devlog.txt`` as ``benchmarks/developer-1.devlog.txt`` shows. A set without questions is foreign
text: stores of the others are made large with it. None of it is shipped.
"""

from __future__ import annotations

import gzip
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from cogmem.errors import UsageError

SUBJECTS = (("developer", "til"), ("locomo", "tatoeba"))
"""Software; everyday life."""
UNDATED = "2026-01-01"
KINDS = {"p": "paraphrase", "j": "ja to en", "e": "en to ja", "n": "ja to ja", "k": "keywords", "h": "oblique"}
TYPO = "typo"


@dataclass(frozen=True, slots=True)
class Doc:
    """One entry to be found. ``category`` and ``arousal`` are those of a log, if the set has them."""

    id: str
    text: str
    date: str | None = None
    speaker: str | None = None
    category: str = "LOG"
    arousal: float | None = None

    @property
    def rendered(self) -> str:
        """The text on one line, after its speaker."""
        flat = " ".join(self.text.split())
        return f"{self.speaker}: {flat}" if self.speaker else flat


@dataclass(frozen=True, slots=True)
class Question:
    """One question and the ids of the documents that answer it."""

    id: str
    text: str
    gold: tuple[str, ...]
    category: str = ""


@dataclass(frozen=True, slots=True)
class Corpus:
    """What becomes one project."""

    name: str
    docs: tuple[Doc, ...]
    questions: tuple[Question, ...]


def names(folder: Path) -> list[str]:
    """The sets in a folder. Raises UsageError when there are none."""
    found = {path.name.split(".")[0] for path in folder.glob("*.docs.jsonl*")}
    found |= {path.name.split(".")[0].rsplit("-", 1)[0] for path in folder.glob("*.devlog.txt")}
    if not found:
        raise UsageError(
            f"{folder} holds no retrieval sets", hint="NAME.docs.jsonl and NAME.queries.jsonl, or NAME.devlog.txt"
        )
    return sorted(found)


def subjects(folder: Path) -> list[list[str]]:
    """Groups of sets about one subject: ``subjects.json`` (lists of names) if the folder has it, else the known ones.

    Raises UsageError for a file that says something else."""
    path = folder / "subjects.json"
    if not path.exists():
        return [list(group) for group in SUBJECTS]
    try:
        return [[str(name) for name in group] for group in json.loads(path.read_text("utf-8"))]
    except (OSError, ValueError, TypeError) as error:
        raise UsageError(f"{path} is no list of lists of names", hint='[["notes", "manuals"], ["chats"]]') from error


def load(folder: Path, name: str, skip: Iterable[str] = ("adversarial",)) -> list[Corpus]:
    """The corpora of a set; questions of the categories in ``skip`` are left out, and corpora without any, unless the
    whole set has none."""
    logs = sorted(folder.glob(f"{name}*.devlog.txt"))
    corpora = [_devlog(name, logs)] if logs else list(_json(folder, name))
    left_out = frozenset(skip)
    kept = [Corpus(c.name, c.docs, tuple(q for q in c.questions if q.category not in left_out)) for c in corpora]
    return [corpus for corpus in kept if corpus.questions] or kept


def write_logs(docs: Iterable[Doc], folder: Path) -> dict[tuple[str, int], str]:
    """Write documents as a project's daily logs, one entry each. Returns (file name, 1-based line) -> document id."""
    days: dict[str, list[Doc]] = defaultdict(list)
    for doc in docs:
        days[(doc.date or UNDATED)[:10]].append(doc)
    folder.mkdir(parents=True, exist_ok=True)
    where: dict[tuple[str, int], str] = {}
    for day, entries in sorted(days.items()):
        lines = [f"# {day}", "", "## Session", ""]
        for doc in entries:
            where[(f"{day}.md", len(lines) + 1)] = doc.id
            lines.append(f"### [{doc.category}] {(doc.date or '')[11:16]} {doc.rendered}".replace("]  ", "] "))
            lines += [f"*Arousal: {doc.arousal}*"] if doc.arousal is not None else []
            lines.append("")
        (folder / f"{day}.md").write_text("\n".join(lines), "utf-8")
    return where


def misspelt(text: str, seed: int) -> str:
    """Every plain word of four letters or more with one typo: a swap, a loss or a doubled letter."""
    random = Random(seed)
    return " ".join(_typo(word, random) for word in text.split())


def _typo(word: str, random: Random) -> str:
    if len(word) < 4 or not word.isascii() or not word.isalpha():
        return word
    at, kind = random.randrange(1, len(word) - 1), random.randrange(3)
    if kind == 0 and word[at] != word[at + 1]:
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    return word[:at] + word[at + 1 :] if kind == 1 else word[:at] + word[at] + word[at:]


def _lines(folder: Path, name: str, *, needed: bool = True) -> Iterator[dict[str, Any]]:
    plain = folder / name
    packed = folder / f"{name}.gz"
    if not needed and not plain.exists() and not packed.exists():
        return iter(())
    try:
        text = plain.read_text("utf-8") if plain.exists() else gzip.decompress(packed.read_bytes()).decode("utf-8")
    except OSError as error:
        raise UsageError(f"cannot read {plain}: {error.strerror}") from error
    return (json.loads(line) for line in text.splitlines() if line.strip())


def _json(folder: Path, name: str) -> Iterator[Corpus]:
    docs: dict[str, list[Doc]] = defaultdict(list)
    questions: dict[str, list[Question]] = defaultdict(list)
    for row in _lines(folder, f"{name}.docs.jsonl"):
        docs[row["c"]].append(Doc(str(row["id"]), row["t"], row.get("d"), row.get("s")))
    for row in _lines(folder, f"{name}.queries.jsonl", needed=False):
        gold = tuple(str(one) for one in row["gold"])
        questions[row["c"]].append(Question(str(row["id"]), row["q"], gold, row.get("cat") or ""))
    for name_, found in docs.items():
        yield Corpus(name_, tuple(found), tuple(questions[name_]))


def _devlog(name: str, paths: list[Path]) -> Corpus:
    docs: list[Doc] = []
    questions: list[Question] = []
    for line in (line for path in paths for line in path.read_text("utf-8").splitlines()):
        if line.startswith("#") or not line.strip():
            continue
        if not line.startswith(" "):
            day, time, category, arousal, text = line.split(" ", 4)
            docs.append(Doc(f"d{len(docs)}", text, f"{day}T{time}", None, category, float(arousal)))
            continue
        kind, text = line.strip().split(" ", 1)
        gold = (docs[-1].id,)
        questions.append(Question(f"q{len(questions)}", text, gold, KINDS[kind]))
        if kind == "k" and text.isascii():
            typo = misspelt(text, len(docs))
            questions.append(Question(f"q{len(questions)}", typo, gold, TYPO))
    return Corpus(name, tuple(docs), tuple(questions))
