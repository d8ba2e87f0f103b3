"""``cogmem doctor``: what is wrong here, and how to mend it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cogmem.cli.base import Run, define, option
from cogmem.cli.out import clean
from cogmem.messages import say

if TYPE_CHECKING:
    from cogmem.doctor.finding import Finding

_SIGNS = {"ok": ("✓", "green"), "note": ("·", "cyan"), "warning": ("!", "yellow"), "error": ("✗", "red")}


@define("doctor")
@option("--fix", is_flag=True)
@option("--bundle", metavar="FILE")
def command(run: Run, fix: bool, bundle: str | None) -> int:
    from cogmem.doctor.registry import examine, mend

    run.speak_as_project()
    findings = examine(Path(run.folder or "."))
    fixed, unmended = mend(findings) if fix else ([], [])
    findings = examine(Path(run.folder or ".")) if fixed else findings
    if bundle:
        _bundle(run, Path(bundle), findings)
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


def _bundle(run: Run, path: Path, findings: list[Finding]) -> None:
    from cogmem.doctor.bundle import write
    from cogmem.errors import CogmemError
    from cogmem.project import open_project

    try:
        project = open_project(run.folder)
    except CogmemError:
        project = None  # the findings say why
    write(path, project, findings)
    run.out.talk(say(None, "doctor.bundle", path=path))
