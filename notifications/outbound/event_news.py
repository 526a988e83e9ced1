"""What happens in events and concerns single players becomes rows of the outbox: entries of the log and questions.

Each kind of entry says whom it concerns; ``outbound.messages.events`` has the words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.dispatch import receiver

from games.models import Player
from notifications.models import OutboundMail
from notifications.outbox import NewMail, enqueue
from tournaments.models import Entrant, Event, EventLogEntry
from tournaments.presenting.roster import EventRoster
from tournaments.signals import ASKED, log_grown, players_concerned, round_advanced

AT_ONCE = 500  # letters that are looked for among those that were written


@receiver(log_grown)
def notify_of_entry(event: Event, line: EventLogEntry, **_: Any) -> None:
    """Notify the players whom an entry of the log concerns, but not the one who wrote it."""
    payload = line.entry.payload
    concerned = [player for player in payload.concerns(EventRoster(event, line)) if player != payload.actor]
    _notify(event, line.kind, concerned, key=str(line.seq), at=line.at, facts={"entry": line.seq})


@receiver(players_concerned)
def notify_concerned(
    event: Event, what: str, players: Sequence[int], key: str, at: datetime, facts: dict[str, Any], **_: Any
) -> None:
    """Notify players of what concerns them, once a key."""
    _notify(event, what, players, key=key, at=at, facts=facts)


@receiver(round_advanced)
def ask_for_confirmation(event: Event, kind: str, **_: Any) -> None:
    """Ask everybody of last season."""
    if kind == ASKED:
        asked = event.entrants.filter(status=Entrant.Status.ASKED).values_list("player", flat=True)
        _notify(event, ASKED, asked, key="", at=event.created_at, facts={})


def _notify(event: Event, what: str, players: Iterable[int], *, key: str, at: datetime, facts: dict[str, Any]) -> None:
    concerned = set(players)
    if not concerned:
        return
    humans = Player.objects.filter(pk__in=concerned, is_bot=False, is_active=True).order_by("pk")
    letters = [
        NewMail(
            kind=OutboundMail.Kind.EVENT,
            reader_id=reader,
            cause=f"event:{event.pk}:{what}:{key}",
            context={"event": event.pk, "what": what, **facts},
        )
        for reader in humans.values_list("pk", flat=True)
    ]
    for start in range(0, len(letters), AT_ONCE):
        keys = {letter.as_row(at).dedupe_key: letter for letter in letters[start : start + AT_ONCE]}
        known = set(OutboundMail.objects.filter(dedupe_key__in=keys).values_list("dedupe_key", flat=True))
        enqueue([letter for name, letter in keys.items() if name not in known], at=at)
