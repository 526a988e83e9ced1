"""Who can join: everybody, or people with a code that a member or the staff has made for them.

A code lets one person join, within two weeks. It is used when the form is sent or the mail is answered, and its row
says by whom; the operator's log has a line for each code that is made, withdrawn or used.
"""

from __future__ import annotations

import hashlib
import logging
import re
import secrets
from datetime import datetime, timedelta
from enum import StrEnum

from django.conf import settings
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext

from games.exceptions import GameError
from games.models import Player
from notifications.models import JoiningCode

log = logging.getLogger(__name__)

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that looks like another one
LENGTH = 16  # 79 bits
PART = 4  # letters between two dashes
VALID = timedelta(days=14)
MOST_OPEN = 5  # codes of a member that nobody has used yet
MOST_OPEN_OF_STAFF = 200
_NOT_LETTERS = re.compile(r"[^a-z0-9]")


class Registration(StrEnum):
    """Who can join, as the setting ``REGISTRATION`` says it."""

    OPEN = "open"
    BY_MEMBERS = "by-members"
    BY_STAFF = "by-staff"


class JoiningError(GameError):
    """A code that cannot be made, or that lets nobody join."""

    code = "joining"


def needs_code() -> bool:
    """Whether only people with a code can join."""
    return settings.REGISTRATION != Registration.OPEN


def closed_sentence() -> str:
    """Why somebody without a code cannot join, and where they get one; blank while everybody can."""
    if settings.REGISTRATION == Registration.BY_MEMBERS:
        return gettext("Only people with an invitation can join. Every member can make one: ask somebody you know.")
    if settings.REGISTRATION == Registration.BY_STAFF:
        return gettext("Only people with an invitation can join. The staff make them.")
    return ""


def may_make(player: Player) -> bool:
    """Whether a player makes codes for others."""
    if not needs_code() or player.is_program or player.is_guest:
        return False
    return bool(player.is_staff) or settings.REGISTRATION == Registration.BY_MEMBERS


def make_code(player: Player | None, *, note: str, at: datetime) -> str:
    """A new code, which is known from now on to whoever reads the answer. ``player`` is None for the operator.

    Raises JoiningError for somebody who makes none, or has as many as there can be.
    """
    if player is not None:
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)
        if not may_make(player):
            raise JoiningError(gettext("You cannot make invitations here."))
        most = MOST_OPEN_OF_STAFF if player.is_staff else MOST_OPEN
        if open_codes(at).filter(player=player).count() >= most:
            raise JoiningError(
                gettext("You have {most} invitations that nobody has used yet. Withdraw one first.").format(most=most)
            )
    letters = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
    row = JoiningCode.objects.create(
        digest=_digest(letters), player=player, note=note.strip(), made_at=at, ends_at=at + VALID
    )
    log.info("Player %s has made code %s to join.", player.pk if player else None, row.pk)
    return "-".join(letters[start : start + PART] for start in range(0, LENGTH, PART))


def open_codes(now: datetime) -> QuerySet[JoiningCode]:
    """The codes with which somebody can join."""
    return JoiningCode.objects.filter(used_at=None, withdrawn_at=None, ends_at__gt=now)


def withdraw_code(player: Player, pk: int, *, at: datetime) -> bool:
    """Make a code of the player's useless; False if there is none that can still be used."""
    if not open_codes(at).filter(pk=pk, player=player).update(withdrawn_at=at):
        return False
    log.info("Player %s has withdrawn code %s to join.", player.pk, pk)
    return True


def find_code(code: str, guest: Player | None = None, *, now: datetime) -> int | None:
    """The number of a code with which somebody can join; None while everybody can. A guest can use theirs again, with
    another name or address. Raises JoiningError."""
    if not needs_code():
        return None
    found = _usable(guest, now).filter(digest=_digest(code)).first()
    if found is not None:
        return found.pk
    if not code.strip():
        raise JoiningError(closed_sentence())
    raise _refusal()


def use_code(number: int | None, player: Player, *, at: datetime) -> None:
    """Let a player who has just been stored join with the code of a number, in the caller's transaction.

    Raises JoiningError where somebody else was quicker.
    """
    if not needs_code():
        return
    if number is None or not _usable(player, at).filter(pk=number).update(used_at=at, used_by=player):
        raise _refusal()
    log.info("Player %s has joined with code %s.", player.pk, number)


def _usable(player: Player | None, now: datetime) -> QuerySet[JoiningCode]:
    own = Q(used_by=player, used_by__is_guest=True) if player else Q(pk=None)
    return JoiningCode.objects.filter(Q(pk__in=open_codes(now).values("pk")) | own)


def _refusal() -> JoiningError:
    return JoiningError(
        gettext("Nobody can join with this invitation: it was used, has expired or is mistyped. Ask for a new one.")
    )


def _digest(code: str) -> str:
    """Of the letters of a code, however it was typed. A plain hash: a code has too many letters to be guessed."""
    return hashlib.sha256(_NOT_LETTERS.sub("", code.lower()).encode()).hexdigest()


def joining_link(code: str) -> str:
    """The page on which somebody with a code joins."""
    return f"{settings.SITE_URL}{reverse('account_signup')}?invitation={code}"
