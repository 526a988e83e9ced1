"""Words about a player who lost their place on a ladder by its rules."""

from __future__ import annotations

from django.utils.translation import gettext as _

from notifications.outbound.messages.events.entries.departures import DepartureWords


class RemovedFromLadderWords(DepartureWords):
    @property
    def subject_for_others(self) -> str:
        return _("a player was removed from the ladder")

    @property
    def headline_for_director(self) -> str:
        return _("A player was removed from a ladder that you direct.")
