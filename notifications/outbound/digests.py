"""Digests: one mail at the player's hour with every game that waits and what else was kept for it.

A digest is due once a period. Whoever raises ``digested_until`` to that moment writes it, in the same transaction;
with nothing to say it is passed over.
"""

from __future__ import annotations

from datetime import datetime

from allauth.usersessions.models import UserSession
from django.db import transaction

from games.models import Player, Submission
from games.play import queries
from ground.sweeps import Sweep
from notifications.addresses import preferences
from notifications.choices.schedules import last_digest, quiet_until
from notifications.choices.topics import Every, Pace, Topic
from notifications.models import MailPreference, OutboundMail, TopicPreference
from notifications.outbound.delivery_policy import coming_digest
from notifications.outbox import NewMail, enqueue

State = OutboundMail.State


def write_due(*, now: datetime) -> int:
    """Write the digests that are due; say how many had something to say.

    Costs what is due: each player who was looked at is looked at again when the next digest comes, or as soon as
    another mail is kept or a preference changes.
    """
    due = MailPreference.objects.filter(digest_due_at__lte=now).order_by("digest_due_at", "pk")
    written = 0
    with Sweep("digests") as sweep:
        for pk in list(due.values_list("pk", flat=True)):
            with sweep.one(f"player {pk}"):
                preference = MailPreference.objects.select_related("player").get(pk=pk)
                written += preference.player.is_active and _write(preference, now)
                _put_off(preference, now)
    return written


def _write(preference: MailPreference, now: datetime) -> bool:
    player = preference.player
    due = last_digest(now, player.time_zone, preference.digest_every, preference.digest_hour)
    until = preference.digested_until
    if until is not None and until >= due:
        return False
    if preference.digest_every == Every.ONCE and not _has_come(player):
        return False
    is_quiet = quiet_until(now, player.time_zone, preferences.quiet_of(player)) > now
    if is_quiet and preference.digest_every != Every.DAY:  # a player who names an hour of the day wants it then
        return False
    with transaction.atomic():
        mine = MailPreference.objects.filter(pk=preference.pk, digested_until=until)
        if not mine.update(digested_until=due):
            return False
        kept = OutboundMail.objects.select_for_update().filter(reader=player, state=State.COLLECTED)
        kept_ids = list(kept.order_by("pk").values_list("pk", flat=True))
        news = list(kept.exclude(kind=OutboundMail.Kind.TURN).order_by("pk").values_list("pk", flat=True))
        if not news and not _waits(preference):
            OutboundMail.objects.filter(pk__in=kept_ids).update(state=State.DROPPED, reason="The game has moved on.")
            return False
        cause = f"{due:%Y%m%dT%H%MZ}"
        letter = NewMail(OutboundMail.Kind.DIGEST, player.pk, cause, context={"news": news})
        (mail,) = enqueue([letter], at=now)
        described = OutboundMail.objects.filter(pk__in=kept_ids, state=State.COLLECTED)
        described.update(state=State.DROPPED, reason=f"{OutboundMail.IN_DIGEST}, mail {mail.pk}.")
    return True


def _has_come(player: Player) -> bool:
    """Whether a player has written or looked at the site since the last digest was sent to them."""
    last = OutboundMail.objects.filter(reader=player, kind=OutboundMail.Kind.DIGEST).order_by("-pk").first()
    since = last.sent_at or last.created_at if last else None
    if since is None:
        return True
    has_written = Submission.objects.filter(player=player, received_at__gt=since)
    return has_written.exists() or UserSession.objects.filter(user=player, last_seen_at__gt=since).exists()


def _put_off(preference: MailPreference, now: datetime) -> None:
    """Look at this player again when the next digest comes, unless something has changed since it was read."""
    player = preference.player
    is_kept = player.is_active and (
        preference.board_sheet
        or TopicPreference.objects.filter(player=player, pace=Pace.DIGEST).exists()
        or OutboundMail.objects.filter(reader=player, state=State.COLLECTED).exists()
    )
    same = MailPreference.objects.filter(pk=preference.pk, digest_due_at=preference.digest_due_at)
    same.update(digest_due_at=coming_digest(player, preference, now) if is_kept else None)


def _waits(preference: MailPreference) -> bool:
    """Whether a game waits for its player that the digest is to tell of."""
    chosen = preferences.preferences_of(preference.player_id, Topic.TURNS)
    paces = [chosen.pace(game.pk) for game in queries.games_to_move(preference.player)]
    return Pace.DIGEST in paces or (preference.board_sheet and any(pace != Pace.OFF for pace in paces))
