"""Drafts that nobody wants any more."""

from __future__ import annotations

from django.db import transaction

from games.models import Player
from tournaments.exceptions import EventError
from tournaments.models import Event
from tournaments.running.services import lock_directed


@transaction.atomic
def delete_draft(*, event_id: int, player: Player) -> None:
    """Remove an event that has never been open, with its invitations. Raises EventError and NotDirector."""
    event = lock_directed(event_id, player)
    if event.state != Event.State.DRAFT:
        raise EventError(f"{event.name} is {event.get_state_display()}; only a draft can be deleted.")
    event.delete()
