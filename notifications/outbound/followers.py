"""Who is notified of games without playing in them, and of what is said when a game is over: rows of the outbox.

A move in a game that nobody has ever watched costs no query for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.dispatch import receiver

from games.conversation.watching import watchers_of
from games.models import Game, GameEvent, Mute, Player, Remark
from games.play.log import OpenGame
from games.signals import game_advanced, remark_made
from notifications.models import OutboundMail
from notifications.outbox import NewMail, enqueue

Happened = GameEvent.Kind
Kind = OutboundMail.Kind

MOST_A_DAY = 30  # mails about turns of games that one player watches; the end of a game is always mailed
_TURNS = {Happened.STEP, Happened.UNDONE}


@receiver(game_advanced)
def notify_watchers(advanced: Sequence[OpenGame], **_: Any) -> None:
    """Write down who is to be notified of a game that is watched. A mail that still waits will tell of this, too."""
    for one in advanced:
        if one.game.is_watched:
            _notify_watchers(one.game, one.events)


def _notify_watchers(game: Game, events: Sequence[GameEvent]) -> None:
    readers = [watch.player_id for watch in watchers_of(game) if watch.each_turn or game.is_over]
    if not game.is_over:
        readers = _with_room(readers, game, events) if {event.kind for event in events} & _TURNS else []
    enqueue([
            NewMail(kind=Kind.WATCHED, reader_id=reader, cause=f"game:{game.pk}:{events[-1].seq}",
                   game_id=game.pk, ply=game.ply, context={"first_seq": events[0].seq})
            for reader in readers
        ],
        at=events[-1].at,
    )  # fmt: skip


def _with_room(readers: Sequence[int], game: Game, events: Sequence[GameEvent]) -> list[int]:
    """Those for whom no mail about this game waits, and who have not had enough of such mails within a day."""
    mails = OutboundMail.objects.filter(kind=Kind.WATCHED, reader__in=readers)
    waiting = set(mails.filter(game=game, state=OutboundMail.State.WAITING).values_list("reader", flat=True))
    recent = list(mails.filter(created_at__gt=events[-1].at - timedelta(days=1)).values_list("reader", flat=True))
    return [reader for reader in readers if reader not in waiting and recent.count(reader) < MOST_A_DAY]


@receiver(remark_made)
def notify_of_remark(remark: Remark, **_: Any) -> None:
    """While a game runs its next mails tell what was said. Afterwards there are none, so a mail of its own does."""
    game = remark.game
    if not game.is_over:
        return
    deaf = Mute.objects.filter(game=game).values("player")
    described = OutboundMail.objects.filter(kind=Kind.SAID, game=game, state=OutboundMail.State.WAITING).values(
        "reader"
    )
    hearers = Player.objects.filter(seats__game=game, is_bot=False, is_active=True).exclude(pk=remark.player_id)
    enqueue(
        [
            NewMail(kind=Kind.SAID, reader_id=reader, cause=f"remark:{remark.pk}", game_id=game.pk, ply=game.ply)
            for reader in hearers.exclude(pk__in=deaf).exclude(pk__in=described).values_list("pk", flat=True)
        ],
        at=remark.at,
    )
