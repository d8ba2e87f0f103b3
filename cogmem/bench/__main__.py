"""``python -m cogmem.bench RESULTS.json… > docs/benchmarks.md``: the page from results that were saved before."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from cogmem.bench.report import markdown


def main(paths: list[str]) -> int:
    """Merge the results and print the page."""
    merged: dict[str, object] = {}
    for path in paths:
        values = json.loads(Path(path).read_text("utf-8"))
        merged |= {"speed": values} if "sizes" in values else values
    sys.stdout.write(markdown(merged))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
