"""Whether quotas, blocks and moderators let a player do something with an event: the questions of ``games.moderation``.

Each raises NotAllowed, and locks the player's row where it counts, so that an event is locked before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from django.db.models import QuerySet

from games.exceptions import GameError
from games.models import Player
from games.moderation import blocks, quotas, sanctions
from tournaments.exceptions import EventError, NotAllowed
from tournaments.models import CupPlace, Entrant, Event

State = Event.State


def check_may_join(player: Player, *, at: datetime) -> None:
    """For a player who wants to enter an event, or to challenge somebody on a ladder."""
    _ask(lambda: sanctions.check_may_play(player.pk, at))


def check_may_be_named(player: Player, *, at: datetime) -> None:
    """For a player whom somebody else puts into an event. The refusal does not say that they are suspended."""
    if sanctions.in_force(at, sanctions.NO_PLAY).filter(player=player).exists():
        raise EventError(blocks.not_available(player))


def check_may_wait(player: Player, *, at: datetime) -> None:
    """For a player who wants to wait for one more mini cup: what they wait for and what they play in count."""
    places, playing = CupPlace.objects.filter(player=player), Entrant.Status.ACTIVE
    cups = Event.objects.filter(state=State.RUNNING, entrants__player=player, entrants__status=playing).exclude(cup="")
    _ask(lambda: quotas.check_room(quotas.MINI_CUPS, player, cups, at=at, more=places.count() + 1))


def check_may_draft(director: Player, *, about: str, at: datetime) -> None:
    """For a director who makes one more event, with words of their own about it."""

    def ask() -> None:
        sanctions.check_may_play(director.pk, at)
        check_words(director, about, at=at)
        quotas.check_room(quotas.DRAFTS, director, _events_of(director, State.DRAFT), at=at)

    _ask(ask)


def check_may_found_club(player: Player, *, at: datetime) -> None:
    """For a player who founds one more club."""

    def ask() -> None:
        sanctions.check_may_play(player.pk, at)
        sanctions.check_may_talk(player.pk, at)
        quotas.check_room(quotas.CLUBS, player, player.club_places.filter(is_organiser=True), at=at)

    _ask(ask)


def check_may_make_circuit(player: Player, *, at: datetime) -> None:
    """For a player who makes one more circuit."""

    def ask() -> None:
        sanctions.check_may_play(player.pk, at)
        sanctions.check_may_talk(player.pk, at)
        quotas.check_room(quotas.CIRCUITS, player, player.circuits.filter(ended_at=None), at=at)

    _ask(ask)


def check_words(director: Player, words: str, *, at: datetime) -> None:
    """For words of a director that everybody can read, if there are any."""
    if words.strip():
        _ask(lambda: sanctions.check_may_talk(director.pk, at))


def check_may_open(director: Player, event: Event, *, at: datetime) -> None:
    """For a draft that is opened for entries. A next season counts for no quota, however early it is opened."""

    def ask() -> None:
        sanctions.check_may_play(director.pk, at)
        if event.previous_id is None:
            quotas.check_room(quotas.OPEN_EVENTS, director, _events_of(director, State.OPEN), at=at)

    _ask(ask)


def count_announcement(director: Player, *, at: datetime) -> None:
    """For words of a director that are mailed to everybody in an event."""

    def ask() -> None:
        sanctions.check_may_talk(director.pk, at)
        quotas.spend(quotas.ANNOUNCEMENTS, director, at=at)

    _ask(ask)


def count_note(player: Player, *, at: datetime) -> None:
    """For a note that only directors and arbiters of an event read."""
    _ask(lambda: quotas.spend(quotas.NOTES, player, at=at))


def count_request(player: Player, *, at: datetime) -> None:
    """For words of a player to the directors of an event, which stand in its log."""

    def ask() -> None:
        sanctions.check_may_talk(player.pk, at)
        quotas.spend(quotas.REQUESTS, player, at=at)

    _ask(ask)


def count_invitations(director: Player, invited: Sequence[Player], *, at: datetime) -> None:
    """For invitations of others to an event, which count as challenges."""
    others = [player for player in invited if player != director]

    def ask() -> None:
        sanctions.check_may_play(director.pk, at)
        blocks.check_may_ask(director, others)
        quotas.spend_challenges(director, others, at=at)

    _ask(ask)


def _events_of(director: Player, state: str) -> QuerySet[Event]:
    """The events that somebody has made; not the next seasons of leagues, which the service makes."""
    return Event.objects.filter(director=director, state=state, previous=None)


def _ask(question: Callable[[], None]) -> None:
    try:
        question()
    except GameError as refusal:
        raise NotAllowed(refusal) from refusal
