"""Closing an account: its player leaves every game and event, and what is theirs alone is removed.

Games stay whole for the others: seats, moves and remarks that were made there keep the name.
"""

from __future__ import annotations

from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.db import transaction

from games.accounts import guests
from games.exceptions import GameError, ProposalError
from games.lobby.proposals import decline_proposal, withdraw_proposal
from games.models import Game, Player
from games.play import queries
from games.play.agreements import resign
from games.signals import access_ended
from notifications.accounts.joining import open_codes
from notifications.accounts.notices import CLOSED, Origin, send_notice
from notifications.models import FeedKey, InboundMail, MailPreference, MailToken, OutboundMail, Webhook


def close_account(player: Player, origin: Origin, *, at: datetime) -> None:
    """Leave all games, withdraw all proposals, then remove what is private and make the account permanently
    unusable. The player's bots are closed first.

    Games of events are left by the rules of the events, by the sweep that looks for closed accounts. Stopped half-way,
    it can be done again.
    """
    for bot in player.bots.filter(is_active=True):
        close_account(bot, origin, at=at)
    _leave_games(player, at)
    _leave_proposals(player, at)
    with transaction.atomic():
        addresses = list(EmailAddress.objects.filter(user=player, verified=True).values_list("email", flat=True))
        language, time_zone = player.language, player.time_zone
        _remove_what_is_private(player, at)
        player.language, player.time_zone = language, time_zone  # of the last mail, not saved
        send_notice(player, CLOSED, origin, at=at, also_to=addresses)


def forget_idle_guests(*, now: datetime) -> int:
    """Close what guests have left behind who have not moved for long; how many. Their games keep a name of nobody."""
    idle = list(guests.idle_guests(now=now))
    for guest in idle:
        _leave_games(guest, now)
        guest.username = f"{guests.PREFIX}{guest.pk}"
        _remove_what_is_private(guest, now)
    return len(idle)


def _leave_games(player: Player, at: datetime) -> None:
    running = Game.objects.filter(
        status=Game.Status.RUNNING, seats__player=player, seats__left_ply=None, fixture_game=None
    )
    for pk in running.values_list("pk", flat=True):
        try:
            resign(game_id=pk, player_id=player.pk, at=at, source="page")
        except GameError:
            continue  # over since it was looked for


def _leave_proposals(player: Player, at: datetime) -> None:
    for leave, proposals in (
        (withdraw_proposal, player.proposals.filter(status="open")),
        (decline_proposal, queries.challenges_to(player)),
    ):
        for pk in proposals.values_list("pk", flat=True):
            try:
                leave(proposal_id=pk, player=player, at=at)
            except ProposalError:
                continue  # closed since it was looked for


@transaction.atomic
def _remove_what_is_private(player: Player, at: datetime) -> None:
    for session in UserSession.objects.filter(user=player):
        session.end()
    InboundMail.objects.filter(token__player=player).delete()
    for rows in (
        MailToken.objects.filter(player=player),
        OutboundMail.objects.filter(reader=player),
        MailPreference.objects.filter(player=player),
        FeedKey.objects.filter(player=player),
        Webhook.objects.filter(player=player),
        Authenticator.objects.filter(user=player),
        EmailAddress.objects.filter(user=player),
        player.api_tokens.all(),
        player.topic_preferences.all(),
        player.notes.all(),
        player.mutes.all(),
        player.watches.all(),
    ):
        rows.delete()
    access_ended.send(Player, keys=[], accounts=[player.pk], at=at)
    open_codes(at).filter(player=player).update(withdrawn_at=at)
    player.joining_codes.update(note="")
    player.is_active = player.is_staff = player.is_superuser = player.automatic_leave = False
    player.first_name = player.last_name = player.email = ""
    player.time_zone, player.calendar, player.hold_minutes = "UTC", {}, 0
    player.language = settings.LANGUAGE_CODE
    player.set_unusable_password()
    player.save()
