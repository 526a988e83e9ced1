"""Drafts that nobody wants any more."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Player
from tournaments.exceptions import EventError
from tournaments.models import Event
from tournaments.running.services import lock_directed


@transaction.atomic
def delete_draft(*, event_id: int, player: Player) -> None:
    """Remove an event that has never been open, with its invitations. Raises EventError and NotDirector."""
    event = lock_directed(event_id, player)
    if event.state != Event.State.DRAFT:
        raise EventError(
            _("{event} is {state}; only a draft can be deleted.").format(
                event=event.name, state=event.get_state_display()
            )
        )
    if event.previous is not None and event.previous.state == Event.State.FINISHED:
        problem = _("A next season follows %(event)s by itself. If the league is to end, archive that season first.")
        raise EventError(problem % {"event": event.previous.name})
    event.delete()
