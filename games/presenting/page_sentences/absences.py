"""Sentences on times at which the service was not there or its clock was wrong."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext

from games.presenting.moments import write_short_moment


def clock_jump(at: datetime, seconds: float, believed_at: datetime | None) -> str:
    """When the system clock was moved and how far; ``believed_at``: since when it has been taken to be right."""
    if believed_at is None:
        text = gettext("{moment}: by {seconds:.1f} seconds")
    else:
        text = gettext("{moment}: by {seconds:.1f} seconds; taken to be right since {believed}")
    believed = write_short_moment(believed_at) if believed_at else ""
    return text.format(moment=write_short_moment(at), seconds=seconds, believed=believed)
