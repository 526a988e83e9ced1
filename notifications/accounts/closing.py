"""Closing an account: its player leaves every game and event, and what is theirs alone is removed.

Games stay whole for the others: seats, moves and remarks that were made there keep the name.
"""

from __future__ import annotations

from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db import transaction

from games.exceptions import GameError, ProposalError
from games.lobby.proposals import decline_proposal, withdraw_proposal
from games.models import Game, Player
from games.play import queries
from games.play.agreements import resign
from notifications.accounts.notices import CLOSED, Origin, send_notice
from notifications.models import FeedKey, InboundMail, MailPreference, MailToken, OutboundMail, Webhook


def close_account(player: Player, origin: Origin, *, at: datetime) -> None:
    """Leave all games, withdraw all proposals, then remove what is private and make the account useless for ever.

    Games of events are left by the rules of the events, by the sweep that looks for closed accounts. Stopped half-way,
    it can be done again.
    """
    _leave_games(player, at)
    _leave_proposals(player, at)
    _remove_what_is_private(player, origin, at)


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
def _remove_what_is_private(player: Player, origin: Origin, at: datetime) -> None:
    addresses = list(EmailAddress.objects.filter(user=player, verified=True).values_list("email", flat=True))
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
    player.is_active = player.is_staff = player.is_superuser = player.automatic_leave = False
    player.first_name = player.last_name = player.email = ""
    player.time_zone, player.calendar, player.hold_minutes = "UTC", {}, 0
    player.set_unusable_password()
    player.save()
    send_notice(player, CLOSED, origin, at=at, also_to=addresses)
