"""How long mails are kept: what people wrote and where they wrote from goes after some days; that it came goes after a
year, unless it is about a game that still runs.

The hashes by which a mail is known again stay as long, so that one which is delivered twice is one mail.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Max, Min, Model, QuerySet

from games.models import Game
from notifications.models import CallLease, InboundMail, OutboundMail, WebhookCall

BATCH = 500  # rows that are changed or deleted in one transaction


def purge(*, now: datetime) -> int:
    """Forget the words of mails that are older than ``MAIL_KEEP_DAYS``; say of how many. Idempotent.

    The text of a mail about a running game stays: what a player quotes of it in an answer must be known as ours. Costs
    what has become old since the last time, in batches that each end by themselves.
    """
    before = now - timedelta(days=settings.MAIL_KEEP_DAYS)
    came = InboundMail.objects.filter(received_at__lt=before).exclude(state=InboundMail.State.WAITING)
    blank = {"raw": b"", "own_text": "", "unread": [], "envelope_from": "", "peer": ""}
    forgotten = _in_batches(came.exclude(raw=b""), "received_at", lambda rows: rows.update(**blank))

    out = OutboundMail.objects.filter(created_at__lt=before)
    forgotten += _in_batches(out.filter(raw__isnull=False), "created_at", lambda rows: rows.update(raw=None))
    gone = out.exclude(state=OutboundMail.State.WAITING).exclude(game__status=Game.Status.RUNNING)
    exempt = gone.filter(kind__in=OutboundMail.EXEMPT)  # they name an address of nobody's account
    forgotten += _in_batches(exempt, "created_at", _delete)
    forgotten += _in_batches(gone.exclude(text=""), "created_at", lambda rows: rows.update(text="", html=""))

    calls = WebhookCall.objects.filter(pk__lte=_last_before(WebhookCall, "created_at", before))
    forgotten += _in_batches(calls.exclude(state=WebhookCall.State.WAITING), "pk", _delete)
    CallLease.objects.filter(until__lt=before).delete()
    return forgotten + _delete_rows(now - timedelta(days=settings.MAIL_ROWS_KEEP_DAYS))


def _delete_rows(before: datetime) -> int:
    """Delete what is left of older mails; say how many rows."""
    running = Game.Status.RUNNING
    came = InboundMail.objects.filter(pk__lte=_last_before(InboundMail, "received_at", before), received_at__lt=before)
    went = OutboundMail.objects.filter(pk__lte=_last_before(OutboundMail, "created_at", before), created_at__lt=before)
    came = came.exclude(state=InboundMail.State.WAITING).exclude(token__seat__game__status=running)
    went = went.exclude(state=OutboundMail.State.WAITING).exclude(game__status=running)
    went = went.exclude(reminders__seat__game__status=running)
    return _in_batches(came, "pk", _delete) + _in_batches(went, "pk", _delete)


def _in_batches(rows: QuerySet[Any], order: str, act: Callable[[QuerySet[Any]], int]) -> int:
    """Do to all ``rows`` what takes them out of the query, some at a time; say to how many."""
    done = 0
    since: dict[str, Any] = {}
    while batch := list(rows.filter(**since).order_by(order, "pk").values_list("pk", order)[:BATCH]):
        done += act(rows.model._default_manager.filter(pk__in=[pk for pk, _ in batch]))
        since = {f"{order}__gte": batch[-1][1]}  # where the last batch ended: what has gone need not be passed again
    return done


def _delete(rows: QuerySet[Any]) -> int:
    return rows.delete()[0]


def _last_before(model: type[Model], field: str, moment: datetime) -> int:
    """The number of the last row from before a moment, found by halving, since numbers follow time, or nearly: a row
    that was overtaken is found a little later. An index by time would cost with every row that is written."""
    rows = model._default_manager.order_by("pk").values_list("pk", field)
    ends = model._default_manager.aggregate(first=Min("pk"), last=Max("pk"))
    low, high = (ends["first"] or 1) - 1, ends["last"] or 0
    while low < high:
        middle = (low + high + 1) // 2
        row = rows.filter(pk__gte=middle).first()
        if row is None or row[1] >= moment:
            high = middle - 1
        else:
            low = row[0]
    return low
