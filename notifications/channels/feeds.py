"""A player's moves and deadlines for other programs to fetch, at addresses that nobody can guess and he can change.

Atom (RFC 4287) by Django's own writer, iCalendar (RFC 5545) by the library of that name.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language, gettext

from games.log_kinds.kinds import FED, Told, label_of, tell_news
from games.models import Game, GameEvent, Player
from games.play import queries
from notifications.models import FeedKey, new_nonce
from tournaments.presenting.feeds import calendar_named, ical_entry

SHOWN = 100  # events in a feed
LETTERS = 26


# Keys -----------------------------------------------------------------------------------------------------------------


def letters_of(key: FeedKey) -> str:
    """What the addresses of a player's feeds contain: it follows from the secret key of when they were made."""
    made = [(_letters(key, secret), secret) for secret in _secrets()]
    return next((letters for letters, secret in made if _digest(letters, secret) == key.digest), made[0][0])


def _secrets() -> tuple[str, ...]:
    return (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)


def _letters(key: FeedKey, secret: str) -> str:
    code = salted_hmac("notifications.channels.feeds.letters", key.nonce, secret, algorithm="sha256").digest()
    return base64.b32encode(code).decode().lower()[:LETTERS]


def _digest(letters: str, secret: str) -> str:
    return salted_hmac("notifications.channels.feeds.digest", letters, secret, algorithm="sha256").hexdigest()


@transaction.atomic
def renew_key(*, player_id: int, at: datetime) -> FeedKey:
    """New addresses for a player's feeds; those of before are dead."""
    Player.objects.select_for_update(no_key=True).get(pk=player_id)
    key = FeedKey(player_id=player_id, nonce=new_nonce(), created_at=at)
    key.digest = _digest(_letters(key, settings.SECRET_KEY), settings.SECRET_KEY)
    FeedKey.objects.filter(pk=player_id).delete()
    key.save(force_insert=True)
    return key


def drop_key(*, player_id: int) -> None:
    """No feeds any more."""
    FeedKey.objects.filter(pk=player_id).delete()


def player_with(letters: str) -> Player | None:
    """Whose feeds these are; None for an address that is none, or that of a closed account."""
    key = (
        FeedKey.objects.select_related("player")
        .filter(digest__in=[_digest(letters, secret) for secret in _secrets()])
        .first()
    )
    return key.player if key is not None and key.player.is_active else None


# Moves ----------------------------------------------------------------------------------------------------------------


def moves_of_player(player: Player) -> QuerySet[GameEvent]:
    """The newest public events of a player's games."""
    return _newest(GameEvent.objects.filter(game__seats__player=player))


def moves_of_game(game: Game) -> QuerySet[GameEvent]:
    """The newest public events of one game."""
    return _newest(GameEvent.objects.filter(game=game))


def _newest(events: QuerySet[GameEvent]) -> QuerySet[GameEvent]:
    return events.filter(kind__in=FED).select_related("game").order_by("-at", "-pk")[:SHOWN]


def atom(title: str, path: str, events: Sequence[GameEvent]) -> str:
    """Events as an Atom feed."""
    feed = Atom1Feed(
        title=title,
        link=f"{settings.SITE_URL}/",
        description="",
        feed_guid=f"tag:{settings.MAIL_DOMAIN},2026:{path}",
        language=get_language(),
        author_name=settings.SITE_NAME,
    )
    for event in events:
        page = reverse("games:game", args=[event.game_id])
        feed.add_item(
            title=gettext("Game {number}, {rules}: {what}").format(
                number=event.game_id, rules=event.game.game_rules.title, what=_words(event)
            ),
            link=f"{settings.SITE_URL}{page}" + (f"?ply={event.ply}" if event.ply is not None else ""),
            description="",
            unique_id=f"tag:{settings.MAIL_DOMAIN},2026:game-{event.game_id}-{event.seq}",
            pubdate=event.at,
            updateddate=event.at,
        )
    return feed.writeString("utf-8")


def _words(event: GameEvent) -> str:
    """What happened, as mails say it."""
    colour = event.game.game_rules.colours[event.seat] if event.seat is not None else ""
    who = gettext(colour) if colour else ""
    if event.kind in (GameEvent.Kind.STEP, GameEvent.Kind.ROLL):
        return f"{event.ply}. {who} {event.text}".replace("  ", " ")
    return tell_news(event.kind, Told(text=event.text, who=who, ply=event.ply)) or label_of(event.kind)


# Deadlines --------------------------------------------------------------------------------------------------------


def deadlines(player: Player, now: datetime) -> bytes:
    """When the player's time runs out in each game that waits for him, as a calendar."""
    calendar = calendar_named(settings.SITE_NAME, "Deadlines")
    summary = gettext("Your time runs out: game {number}, {rules}, against {opponents}")
    for game in queries.games_to_move(player):
        if game.deadline is not None:
            others = ", ".join(seat.player.username for seat in game.seats.all() if seat.player_id != player.pk)
            words = summary.format(number=game.pk, rules=game.game_rules.title, opponents=others)
            page = reverse("games:game", args=[game.pk])
            calendar.add_component(ical_entry(f"game-{game.pk}-{game.ply}", game.deadline, words, page, at=now))
    return bytes(calendar.to_ical())
