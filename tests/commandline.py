"""What a command line said, for tests of any room: the program as a real process, and its answer."""

from __future__ import annotations

import json
import sys
from typing import Any

PROGRAM = [sys.executable, "-P", "-c", "from cogmem.cli.entry import main; main()"]


class Said:
    """What a command said: exit code, stdout, stderr. No command may ever show a traceback."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err
        assert "Traceback" not in out + err, err

    @property
    def json(self) -> Any:
        return json.loads(self.out)
