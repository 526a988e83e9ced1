"""Taking mails out of the outbox and settling what became of them, many at a time.

A sender holds the mails that it has claimed until they are due again; after a jump of the system clock, which may make
them so at once, nobody else takes them before it has surely done with them. What it settles counts only while nobody
else has claimed them since, so that a sender that was stopped for long overwrites nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from functools import reduce
from itertools import groupby
from operator import attrgetter, or_

from django.db import transaction
from django.db.models import F, Q, QuerySet

from games.uptime.outages import has_just_jumped
from ground.prepared.writes import update_if
from notifications.models import MailPreference, OutboundMail

State = OutboundMail.State

# The wait after each failed attempt; a sender that dies holds its claim as long. After the last one we give up.
RETRIES = tuple(timedelta(minutes=minutes) for minutes in (2, 5, 15, 60, 240, 720, 1440))
# Which unsent mails a newer one of the same kind and game makes superfluous.
REPLACED: dict[str, tuple[str, ...]] = {
    OutboundMail.Kind.TURN: (State.WAITING, State.COLLECTED),
    OutboundMail.Kind.WATCHED: (
        State.COLLECTED,
    ),  # a line of the digest; one that waits tells all since it was written
}


def claim(numbers: Collection[int], now: datetime) -> list[OutboundMail]:
    """Take those of these mails that wait and are due, the oldest first: nobody else gets them until they are due
    again."""
    with transaction.atomic():
        asked = OutboundMail.objects.filter(pk__in=numbers, state=State.WAITING, due_at__lte=now)
        found = list(asked.select_for_update(no_key=True).order_by("attempts", "pk"))
        if any(mail.attempts for mail in found) and has_just_jumped(now):
            found = [mail for mail in found if not mail.attempts]
        for attempts, group in groupby(found, attrgetter("attempts")):
            if attempts >= len(RETRIES):
                for mail in group:
                    settle([mail], state=State.DROPPED, reason=f"Given up after {attempts} attempts. {mail.reason}")
                continue
            mails, due_at = list(group), now + RETRIES[attempts]
            _of(mails).update(attempts=F("attempts") + 1, due_at=due_at)
            for mail in mails:
                mail.attempts, mail.due_at = attempts + 1, due_at
    return sorted((mail for mail in found if mail.due_at > now), key=attrgetter("pk"))


def _of(mails: Sequence[OutboundMail]) -> QuerySet[OutboundMail]:
    """The rows of claimed mails, as far as they are still ours."""
    claims: dict[int, list[int]] = {}
    for mail in mails:
        claims.setdefault(mail.attempts, []).append(mail.pk)
    ours = reduce(or_, (Q(attempts=attempts, pk__in=numbers) for attempts, numbers in claims.items()))
    return OutboundMail.objects.filter(ours, state=State.WAITING)


def settle_one(mail: OutboundMail, **values: object) -> bool:
    """Write these values of one claimed mail; say whether it was still ours."""
    for name, value in values.items():
        setattr(mail, name, value)
    return update_if(mail, tuple(values), state=State.WAITING, attempts=mail.attempts)


def settle(mails: Sequence[OutboundMail], *, reason: str, **values: object) -> bool:
    """Write the same of several claimed mails, with the reason; say whether any of them was still ours."""
    return bool(mails and _of(mails).update(reason=reason[:200], **values))


@transaction.atomic
def keep_for_digest(mail: OutboundMail, reason: str, *, now: datetime) -> None:
    """A claimed mail is kept for its reader's next digest, and whoever writes digests looks at this player again."""
    settle([mail], state=State.COLLECTED, reason=reason)
    MailPreference.objects.filter(pk=mail.reader_id).update(digest_due_at=now)


def put_off(mails: Sequence[OutboundMail], until: datetime, reason: str) -> None:
    """These mails wait until then, which is no attempt."""
    settle(mails, due_at=until, reason=reason, attempts=F("attempts") - 1)


def replace_older(mails: Sequence[OutboundMail]) -> list[OutboundMail]:
    """Drop the unsent mails that one of these replaces, since it says what they would have said about the same game;
    return these without those of them that are replaced themselves."""
    newest = {(mail.kind, mail.reader_id, mail.game_id): mail for mail in mails if mail.kind in REPLACED}
    unsent = OutboundMail.objects.filter(state__in=(State.WAITING, State.COLLECTED))
    found = unsent.filter(
        kind__in=REPLACED, reader__in={reader for _, reader, _ in newest}, game__in={game for _, _, game in newest}
    )
    older = [
        pk
        for pk, state, kind, reader, game in found.values_list("pk", "state", "kind", "reader", "game")
        if (newer := newest.get((kind, reader, game))) and pk < newer.pk and state in REPLACED[newer.kind]
    ]
    if older:
        reason = "A newer mail about the same game replaces it."
        unsent.filter(pk__in=older).update(state=State.DROPPED, reason=reason)
    return [
        mail for mail in mails
        if State.WAITING not in REPLACED.get(mail.kind, ()) or newest[mail.kind, mail.reader_id, mail.game_id] is mail
    ]  # fmt: skip
