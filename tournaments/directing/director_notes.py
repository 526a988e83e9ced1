"""Notes that the directors and arbiters of an event write for each other. They change nothing and stand in no log."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Player
from tournaments import permission
from tournaments.directing.action.dry_run import DryRun
from tournaments.event_log.append import lock_event
from tournaments.exceptions import EventError, NotDirector
from tournaments.models import DirectorNote, Event
from tournaments.running.services import check_arbitrates

LONGEST_NOTE = 2000
MOST_NOTES = 200  # of one event


@transaction.atomic
def write_note(*, event_id: int, player: Player, text: str, at: datetime) -> DirectorNote:
    """Leave a note for the other directors and arbiters. Raises EventError, NotDirector and NotAllowed."""
    event = lock_event(event_id)
    check_arbitrates(event, player)
    words = text.strip()
    if not 1 <= len(words) <= LONGEST_NOTE:
        raise EventError(_("A note has 1 to 2,000 characters."), "text")
    if event.director_notes.count() >= MOST_NOTES:
        problem = _("An event has at most %(most)d notes. Delete one that is settled.")
        raise EventError(problem % {"most": MOST_NOTES})
    permission.count_note(player, at=at)
    return DirectorNote.objects.create(event=event, author=player, text=words, written_at=at)


@transaction.atomic
def delete_note(*, event_id: int, player: Player, note_id: int) -> None:
    """Delete a note of one's own; the director of the event can delete each. One that is gone stays gone.

    Raises NotDirector.
    """
    event = lock_event(event_id)
    check_arbitrates(event, player)
    note = event.director_notes.filter(pk=note_id).first()
    if note is None:
        return
    if not may_delete(event, note, player):
        raise NotDirector(_("Only its author and the director of %(event)s can delete a note.") % {"event": event.name})
    note.delete()


def would_write(event: Event) -> DryRun:
    """What a note would come to."""
    read = _("The directors and arbiters of %(event)s can read the note. Nobody is notified.")
    return DryRun((read % {"event": event.name},))


def would_delete(event: Event, note_id: int) -> DryRun:
    """What deleting a note would come to."""
    note = event.director_notes.filter(pk=note_id).select_related("author").first()
    if note is None:
        return DryRun((_("There is no such note, so nothing changes."),))
    return DryRun((_("The note by %(author)s is deleted for everybody.") % {"author": note.author.username},))


def may_delete(event: Event, note: DirectorNote, player: Player) -> bool:
    return player.pk in (note.author_id, event.director_id)
