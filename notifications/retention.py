"""How long mails are kept: what people wrote and where they wrote from goes after some days; that it came goes after a
year, unless it is about a game that still runs.

The hashes by which a mail is known again stay as long, so that one which is delivered twice is one mail.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q

from games.models import Game
from notifications.models import CallLease, InboundMail, OutboundMail, WebhookCall

BATCH = 500  # rows that are deleted in one transaction


def purge(*, now: datetime) -> int:
    """Forget the words of mails that are older than ``MAIL_KEEP_DAYS``; say of how many. Twice is once.

    The text of a mail about a running game stays: what a player quotes of it in an answer must be known as ours.
    """
    before = now - timedelta(days=settings.MAIL_KEEP_DAYS)
    came = InboundMail.objects.filter(received_at__lt=before).exclude(state=InboundMail.State.WAITING)
    forgotten = came.exclude(raw=b"").update(raw=b"", own_text="", unread=[], envelope_from="", peer="")

    out = OutboundMail.objects.filter(created_at__lt=before)
    forgotten += out.exclude(raw=None).update(raw=None)
    gone = out.exclude(state=OutboundMail.State.WAITING).exclude(game__status=Game.Status.RUNNING)
    forgotten += gone.exclude(Q(text="") & Q(html="")).update(text="", html="")
    forgotten += gone.filter(kind__in=OutboundMail.EXEMPT).delete()[0]  # they name an address of nobody's account

    calls = WebhookCall.objects.filter(created_at__lt=before).exclude(state=WebhookCall.State.WAITING)
    CallLease.objects.filter(until__lt=before).delete()
    return forgotten + calls.delete()[0] + _delete_rows(now - timedelta(days=settings.MAIL_ROWS_KEEP_DAYS))


def _delete_rows(before: datetime) -> int:
    """Delete what is left of older mails, in batches that each end by themselves; say how many rows."""
    came = InboundMail.objects.filter(received_at__lt=before).exclude(state=InboundMail.State.WAITING)
    went = OutboundMail.objects.filter(created_at__lt=before).exclude(state=OutboundMail.State.WAITING)
    running = Game.Status.RUNNING
    came = came.exclude(token__seat__game__status=running)
    went = went.exclude(game__status=running).exclude(reminders__seat__game__status=running)
    deleted = 0
    for rows in (came, went):
        while numbers := list(rows.order_by("pk").values_list("pk", flat=True)[:BATCH]):
            deleted += rows.model._default_manager.filter(pk__in=numbers).delete()[0]
    return deleted
