"""The dashboard as a process, with a project to show, and clients for it."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import httpx

from cogmem.project import Project

LOG = """# {day} Session Log

## Log Entries

### [DECISION][PRICING] Switched to usage-based pricing
*Arousal: 0.8 | Emotion: Determination | Time: 14:32+09:00 | Session: 7f3a9c | Source: user*
Per-seat punishes large teams at expansion. Rejected: hybrid (too hard to explain).

---

### [ERROR] 夜間バッチが二重に走って請求書が重複した
*Arousal: 0.9 | Pinned: true*
古いサーバーの crontab が残っていた。

---

- [QUESTION] Does the EU entity need its own price list?

## Handover
- **Continuing**: enterprise discounts
"""


def write_log(project: Project, day: str, text: str) -> Path:
    path = project.logs_dir / f"{day}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


@dataclass
class Dashboard:
    """A running dashboard; ``client`` holds the session's cookie."""

    process: subprocess.Popen[str]
    url: str
    client: httpx.Client = field(init=False)

    def __post_init__(self) -> None:
        parts = urlsplit(self.url)
        self.host = parts.netloc
        self.port = parts.port
        self.base = f"http://{parts.netloc}"
        self.client = httpx.Client(base_url=self.base, trust_env=False)
        self.client.cookies.update(self.open().cookies)

    def open(self) -> httpx.Response:
        """Redeem the address that was printed."""
        return httpx.get(self.url, trust_env=False)

    def page(self, path: str, **arguments: str) -> str:
        answer = self.client.get(path, params=arguments or None)
        assert answer.status_code == 200, (answer.status_code, answer.text)
        return answer.text


def start(folder: Path, *options: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "cogmem.web", str(folder), "--no-browser", *options],
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
