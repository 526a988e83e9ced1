"""What moderators do: warn, mute, suspend, close an account, dismiss a report, and revert any of it.

Each is an entry of a log that nothing changes. ``player_moderated`` is sent in its transaction.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.contrib.auth.models import Group, Permission
from django.db import transaction
from django.utils.translation import gettext

from games.exceptions import GameError
from games.models import ModerationEntry, Player, Report
from games.moderation.sanctions import Kind
from games.signals import player_moderated

PERMISSION = "games.moderate"
GROUP = "Moderators"
LONGEST_REASON = 500
LONGEST_DAYS = 366
TIMED = (Kind.MUTED, Kind.SUSPENDED)
SANCTIONS = (Kind.WARNED, Kind.MUTED, Kind.SUSPENDED, Kind.CLOSED)


class CannotModerate(GameError):
    """A decision that cannot be made."""

    code = "moderation"


class NotModerator(CannotModerate):
    """Only moderators decide."""

    code = "not_moderator"


def is_moderator(player: Player) -> bool:
    """Whether a player has the permission, by the group of moderators or as superuser."""
    return player.is_active and player.has_perm(PERMISSION)


@transaction.atomic
def sanction(
    *,
    moderator: Player,
    player: Player,
    kind: str,
    reason: str,
    at: datetime,
    days: int | None = None,
    report: Report | None = None,
    key: str | None = None,
) -> ModerationEntry:
    """Warn, mute or suspend a player, or close the account; ``days`` None: until it is reverted.

    The ``report`` and all others on its subject are closed with it. The same key again answers the first entry. Raises
    CannotModerate and NotModerator.
    """
    _check_moderator(moderator)
    if key and (known := ModerationEntry.objects.filter(moderator=moderator, key=key).first()):
        return known
    if kind not in SANCTIONS:
        kinds = ", ".join(SANCTIONS)
        raise CannotModerate(gettext("A decision is one of these: {kinds}.").format(kinds=kinds))
    if days is not None and kind not in TIMED:
        raise CannotModerate(gettext("Only muting and suspending have a number of days."))
    if days is not None and not 1 <= days <= LONGEST_DAYS:
        raise CannotModerate(gettext("The days are 1 to {most}.").format(most=LONGEST_DAYS))
    locked = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if locked == moderator or locked.is_bot or is_moderator(locked):
        raise CannotModerate(gettext("Moderators cannot decide about themselves, each other, or house bots."))
    if kind == Kind.CLOSED and not locked.is_active:
        raise CannotModerate(gettext("This account is closed already."))
    until = None if days is None else at + timedelta(days=days)
    entry = ModerationEntry.objects.create(
        player=locked, kind=kind, reason=_reason(reason), until=until, moderator=moderator, key=key, at=at
    )
    if kind == Kind.CLOSED:
        locked.is_active = False
        locked.save(update_fields=["is_active"])
    if report is not None:
        _close_reports(report, entry)
    player_moderated.send(ModerationEntry, entry=entry)
    return entry


@transaction.atomic
def dismiss(*, moderator: Player, report: Report, reason: str, at: datetime) -> ModerationEntry:
    """Close a report, and all others on its subject, without a consequence. Idempotent. Raises CannotModerate."""
    _check_moderator(moderator)
    locked = Report.objects.select_for_update().get(pk=report.pk)
    if locked.closed_by is not None:
        return locked.closed_by
    entry = ModerationEntry.objects.create(
        player=locked.about, kind=Kind.DISMISSED, reason=_reason(reason), moderator=moderator, at=at
    )
    _close_reports(locked, entry)
    return entry


@transaction.atomic
def revert(*, moderator: Player, entry: ModerationEntry, reason: str, at: datetime) -> ModerationEntry:
    """Take a decision back; an account that it closed is open again. Idempotent. Raises CannotModerate."""
    _check_moderator(moderator)
    if entry.kind not in SANCTIONS or entry.player_id is None:
        raise CannotModerate(gettext("Only a decision about a player can be reverted."))
    locked = Player.objects.select_for_update(no_key=True).get(pk=entry.player_id)
    known = ModerationEntry.objects.filter(reverts=entry.pk).first()
    if known is not None:
        return known
    made = ModerationEntry.objects.create(
        player=locked, kind=Kind.REVERTED, reason=_reason(reason), reverts=entry.pk, moderator=moderator, at=at
    )
    if entry.kind == Kind.CLOSED:
        locked.is_active = True
        locked.save(update_fields=["is_active"])
    player_moderated.send(ModerationEntry, entry=made)
    return made


def make_group(**_: object) -> None:
    """Receiver of ``post_migrate``: the group of moderators, with the permission, for the admin to put people into."""
    permission = Permission.objects.filter(content_type__app_label="games", codename="moderate").first()
    if permission is not None:
        Group.objects.get_or_create(name=GROUP)[0].permissions.add(permission)


def _check_moderator(moderator: Player) -> None:
    if not is_moderator(moderator):
        raise NotModerator(gettext("Only moderators can do that."))


def _reason(reason: str) -> str:
    words = reason.replace("\0", "").strip()
    if not words:
        raise CannotModerate(gettext("Give a reason: the player reads it."))
    if len(words) > LONGEST_REASON:
        raise CannotModerate(gettext("A reason can have {most} characters. Shorten it.").format(most=LONGEST_REASON))
    return words


def _close_reports(report: Report, entry: ModerationEntry) -> None:
    """Close the open reports on the same subject."""
    Report.objects.filter(kind=report.kind, subject=report.subject, closed_by=None).update(closed_by=entry)
