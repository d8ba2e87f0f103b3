"""``os`` for less: imported first, it lends ``os`` the three names that it takes from ``_collections_abc``.

The two dozen classes in there cost a hook as much as half of its own work, and ``os.environ`` is all that inherits from
one of them. Whoever imports the real module afterwards finds it; where ``os`` is there already, or wants more than
that, nothing is changed.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

ABC = "_collections_abc"


class Environment:
    """What ``os.environ`` inherits: a mapping of texts."""

    def __getitem__(self, key: str) -> str:
        raise KeyError(key)

    def __delitem__(self, key: str) -> None:
        raise KeyError(key)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __contains__(self, key: str) -> bool:
        try:
            self[key]
        except KeyError:
            return False
        return True

    def get(self, key: str, default: str | None = None) -> str | None:
        try:
            return self[key]
        except KeyError:
            return default

    def keys(self) -> list[str]:
        return list(self)

    def values(self) -> list[str]:
        return [self[key] for key in self]

    def items(self) -> list[tuple[str, str]]:
        return [(key, self[key]) for key in self]

    def pop(self, key: str, *default: str) -> str:
        if default and key not in self:
            return default[0]
        value = self[key]
        del self[key]
        return value


class Lent:
    """Stands in for the module."""

    Mapping = MutableMapping = Environment

    @staticmethod
    def _check_methods(kind: type, *names: str) -> object:
        found = (next((one.__dict__[name] for one in kind.__mro__ if name in one.__dict__), None) for name in names)
        return True if all(found) else NotImplemented


if ABC not in sys.modules and "os" not in sys.modules:
    sys.modules[ABC] = Lent  # type: ignore[assignment]
    try:
        import os  # noqa: F401
    except ImportError:
        sys.modules.pop("os", None)
    del sys.modules[ABC]
