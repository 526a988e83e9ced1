"""Words about a player who was disqualified."""

from __future__ import annotations

from django.utils.translation import gettext as _

from notifications.outbound.messages.events.entries.departures import DepartureWords


class DisqualifiedWords(DepartureWords):
    @property
    def subject_for_others(self) -> str:
        return _("a player was disqualified")

    @property
    def headline_for_director(self) -> str:
        return _("A player of an event that you direct was disqualified.")

    @property
    def may_enter_again(self) -> bool:
        return False
