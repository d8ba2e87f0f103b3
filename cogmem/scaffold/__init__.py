"""What ``init`` puts into a project, what ``uninstall`` takes out of it again, and the sample project of ``demo``."""

from __future__ import annotations
