"""Words about an event that was changed before its start."""

from __future__ import annotations

from django.utils.translation import gettext as _

from notifications.outbound.messages.events.entries.words import EntryWords
from tournaments.event_log.kinds import TermsChanged


class TermsChangedWords(EntryWords[TermsChanged]):
    @property
    def subject(self) -> str:
        return _("the event was changed")

    @property
    def headline(self) -> str:
        return _("An event that you have entered was changed before its start.")

    def advice(self) -> list[str]:
        return [_("If you do not want to play it like this, you can withdraw on its page until it starts.")]
