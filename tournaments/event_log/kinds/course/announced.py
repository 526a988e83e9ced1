"""The director wrote to everybody in the event; ``event_announced`` brings it to them, in a mail of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from tournaments.event_log.kinds.base import Kind, Names


@dataclass(frozen=True, kw_only=True)
class Announced(Kind):
    """The director announced something, in these words."""

    slug: ClassVar[str] = "announced"
    in_feed: ClassVar[bool] = True

    words: str

    def sentence(self, names: Names) -> str:
        return _("Announced: %(words)s") % {"words": self.words}
