"""``docs/settings.md``, made from the SETTINGS table: ``cogmem config --markdown > docs/settings.md``."""

from __future__ import annotations

import json

from cogmem.settings import SETTINGS, Setting

_HEAD = """# Settings

Made from the settings table by `cogmem config --markdown`; do not edit it by hand.

Settings stand under `[cogmem]` in one of these, the later one wins:

1. `cogmem.toml` in the project, committed with it
2. your own `config.toml` (Linux: `~/.config/cogmem/`, macOS: `~/Library/Application Support/cogmem/`, Windows:
   `%APPDATA%\\cogmem\\`)
3. `cogmem.local.toml` in the project, not committed
4. environment variables, `COGMEM_` and the name in capitals with `_` for the dot (`COGMEM_RECALL_TOP_K=8`)

`cogmem config` shows every value and where it came from. All problems of a file are reported at once, with their lines;
an unknown key is a warning. Because a repository must not be able to send your memory anywhere, `cogmem.toml` may name
only loopback addresses and no keys: what is marked † counts from 2, 3 and 4 only.

Patterns that ask for a skill before a file is edited are tables of their own:

```toml
[[cogmem.skill_triggers]]
pattern = "migrations/**"
skills = ["migrations"]
```
"""


def page() -> str:
    """The whole page."""
    parts = [_HEAD]
    section = None
    for row in SETTINGS:
        here = row.name.rpartition(".")[0]
        if here != section:
            section = here
            title = f"[cogmem.{here}]" if here else "[cogmem]"
            parts.append(f"\n## `{title}`\n\n| key | default | allowed | what it does |\n|---|---|---|---|\n")
        parts.append(_line(row))
    return "".join(parts)


def _line(row: Setting) -> str:
    key = row.name.rpartition(".")[2]
    default = json.dumps(list(row.default) if isinstance(row.default, tuple) else row.default, ensure_ascii=False)
    allowed = row.limits().replace("|", "\\|") or {"str": "text", "bool": "true, false", "list": "list of texts"}.get(
        row.kind, row.kind)
    mark = {"local": " †", "address": " † (loopback is fine)"}.get(row.scope, "")
    return f"| `{key}` | `{default}` | {allowed} | {row.help_en}{mark} |\n"
