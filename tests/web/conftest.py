"""Fixtures that run the dashboard as a process."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from cogmem.project import Project
from dashboards import LOG, Dashboard, start, write_log


@pytest.fixture
def serve() -> Iterator[Callable[[Project], Dashboard]]:
    running: list[Dashboard] = []

    def serving(project: Project) -> Dashboard:
        process = start(project.root, "--port", "0")
        line = process.stdout.readline()
        assert "http://127.0.0.1:" in line, process.stderr.read()
        running.append(Dashboard(process, line.split()[-1]))
        return running[-1]

    yield serving
    for dashboard in running:
        dashboard.client.close()
        dashboard.process.kill()
        dashboard.process.communicate()


@pytest.fixture
def shown(words_project: Project, serve: Callable[[Project], Dashboard]) -> Dashboard:
    """A dashboard over two days of a small log."""
    for day in ("2026-03-08", "2026-03-09"):
        write_log(words_project, day, LOG.format(day=day))
    return serve(words_project)
