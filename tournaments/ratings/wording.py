"""Ratings in words, as pages, files and REST write them. Pure."""

from __future__ import annotations

from tournaments.glicko2 import Rating


def write_rating(value: Rating) -> str:
    """ "1620", or "1620?" while it is not sure yet."""
    return f"{value.rating:.0f}{'?' if value.is_provisional else ''}"


def write_deviation(value: Rating) -> str:
    """How sure a rating is: "± 70"."""
    return f"± {value.deviation:.0f}"


def write_change(points: float) -> str:
    """Points with their sign, "+12"; "0" for less than half a point."""
    rounded = round(points)
    return f"+{rounded}" if rounded > 0 else f"\N{MINUS SIGN}{-rounded}" if rounded < 0 else "0"


def write_score(score: float) -> str:
    """ "1", "½" or "0"."""
    return {1.0: "1", 0.5: "½", 0.0: "0"}[score]
