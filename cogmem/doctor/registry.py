"""All checks, in the order in which they are run. A check that cannot run says so as a finding and stops no other."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from cogmem.clock import NoTimeError
from cogmem.doctor.client import CHECKS as CLIENT
from cogmem.doctor.client_settings import CHECKS as CLIENT_SETTINGS
from cogmem.doctor.config import CHECKS as CONFIG
from cogmem.doctor.finding import LEVELS, Check, Finding, Patient
from cogmem.doctor.git import CHECKS as GIT
from cogmem.doctor.index import CHECKS as INDEX
from cogmem.doctor.logs import CHECKS as LOGS
from cogmem.doctor.model import CHECKS as MODEL
from cogmem.doctor.places import CHECKS as PLACES
from cogmem.doctor.private import CHECKS as PRIVATE
from cogmem.doctor.system import CHECKS as SYSTEM
from cogmem.doctor.texts import say
from cogmem.errors import CogmemError
from cogmem.project import find_root, open_project

CHECKS: tuple[Check, ...] = (*SYSTEM, *CONFIG, *PLACES, *PRIVATE, *GIT, *LOGS, *MODEL, *INDEX, *CLIENT,
                             *CLIENT_SETTINGS)


def examine(folder: Path, checks: tuple[Check, ...] = CHECKS) -> list[Finding]:
    """The findings of all checks for the project at or above ``folder``; without a project those that need none."""
    patient = _patient(folder)
    findings: list[Finding] = []
    for check in checks:
        try:
            findings += check(patient)
        except NoTimeError:
            continue  # `system.time` tells
        except (CogmemError, OSError, sqlite3.Error) as error:
            hint = error.hint if isinstance(error, CogmemError) and error.hint else say("check.failed_hint")
            message = say("check.failed", name=check.__name__, text=error)
            findings.append(Finding("error", "check_failed", message, hint))
    return findings


def mend(findings: list[Finding]) -> tuple[list[str], list[str]]:
    """Carry out every fix there is: (what was done, what could not be done)."""
    done, failed = [], []
    for finding in findings:
        if finding.fix is None:
            continue
        try:
            done.append(finding.fix())
        except (CogmemError, OSError) as error:
            failed.append(say("fix.failed", message=finding.message, text=error))
    return done, failed


def _patient(folder: Path) -> Patient:
    folder = Path(os.path.realpath(folder))
    try:
        return Patient(folder, open_project(folder) if find_root(folder) else None)
    except CogmemError:
        return Patient(folder, None)  # `config.readable` tells what is wrong with it


def worst(findings: list[Finding]) -> str:
    """The most serious level among the findings."""
    return max((finding.level for finding in findings), key=LEVELS.index, default="ok")
