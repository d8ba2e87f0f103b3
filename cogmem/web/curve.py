"""The fading of one memory as the lines of a small chart: what has been, what is to come, and the floor.

Coordinates are those of a 100 × 40 picture, y downwards. Pure arithmetic on values.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from cogmem.web.views import Fading

WIDTH, HEIGHT = 100.0, 40.0
LEAST_DAYS = 90
POINTS = 60


@dataclass(frozen=True, slots=True)
class Curve:
    """``past`` and ``future`` are points for an SVG polyline; ``today`` (x, y), ``floor`` (y), ``span`` in days from
    the last use, ``half`` the day on which half is left (empty: never, the floor is higher)."""

    past: str
    future: str
    today: tuple[float, float]
    floor: float
    span: int
    half: str


def curve(fading: Fading, floor: float, today: date) -> Curve:
    """From the last use of a memory to twice its age or two half-lives, whatever is longer."""
    span = max(LEAST_DAYS, 2 * fading.age, round(2 * fading.half_life))

    def point(age: float) -> tuple[float, float]:
        left = max(floor, 0.5 ** (age / fading.half_life))
        return round(WIDTH * age / span, 2), round(HEIGHT * (1 - left), 2)

    def line(start: float, end: float) -> str:
        steps = max(2, round(POINTS * (end - start) / span))
        points = (point(start + (end - start) * n / (steps - 1)) for n in range(steps))
        return " ".join(f"{x:g},{y:g}" for x, y in points)

    half = today + timedelta(days=round(fading.half_life) - fading.age) if floor <= 0.5 else None
    return Curve(
        past=line(0, fading.age),
        future=line(fading.age, span),
        today=point(fading.age),
        floor=round(HEIGHT * (1 - floor), 2),
        span=span,
        half=half.isoformat() if half else "",
    )
