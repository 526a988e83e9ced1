"""Words about a player who withdrew or was withdrawn."""

from __future__ import annotations

from django.utils.translation import gettext as _

from notifications.outbound.messages.events.entries.departures import DepartureWords
from tournaments.entries.coming_back import entry_to_come_back


class WithdrawnWords(DepartureWords):
    def advice(self) -> list[str]:
        if self.is_own and entry_to_come_back(self.event, self.reader) is not None:
            return [_("You can come back until the next round is paired: use the button on the page of the event.")]
        return super().advice()
