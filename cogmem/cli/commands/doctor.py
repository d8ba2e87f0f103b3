"""``cogmem doctor``: what is wrong here, and how to mend it."""

from __future__ import annotations

from pathlib import Path

from cogmem.cli.base import Run, define, option
from cogmem.cli.out import clean
from cogmem.messages import say

_SIGNS = {"ok": ("✓", "green"), "note": ("·", "cyan"), "warning": ("!", "yellow"), "error": ("✗", "red")}


@define("doctor")
@option("--fix", is_flag=True)
def command(run: Run, fix: bool) -> int:
    from cogmem.doctor.registry import examine, mend

    run.speak_as_project()
    findings = examine(Path(run.folder or "."))
    fixed, unmended = mend(findings) if fix else ([], [])
    findings = examine(Path(run.folder or ".")) if fixed else findings
    errors = sum(finding.level == "error" for finding in findings)
    warnings = sum(finding.level == "warning" for finding in findings)
    run.out.data({"ok": not errors, "errors": errors, "warnings": warnings, "fixed": fixed,
                  "not_fixed": unmended,
                  "findings": [finding.as_dict() for finding in findings]})
    run.out.lines(clean(text) for text in fixed)
    for text in unmended:
        run.out.note(text)
    for finding in findings:
        sign, color = _SIGNS[finding.level]
        place = f"{finding.file}:{finding.line}: " if finding.file and finding.line else ""
        place = "" if place and place.strip() in finding.message + " " else place
        run.out.line(f"{run.out.style(sign, color)} {clean(place + finding.message)}")
        if finding.hint:
            run.out.line(f"    → {clean(finding.hint)}")
    found = "doctor.found" if errors or warnings else "doctor.fine"
    summary = say(None, found, errors=errors, warnings=warnings)
    run.out.line(run.out.style(summary, "bold"))
    return 1 if errors else 0
