"""Webhooks: a signed call to a player's program for each entry of the player's feed, whether its mail is wanted or not.

A call is the entry: it says only that something happened and where to look; REST gives the rest to a program that may
see it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from games.feed.entries import shaped
from games.models import FeedEntry
from ground.background import enqueue_after_commit
from notifications.channels.messengers import WORTH
from notifications.models import OutboundMail, Webhook, WebhookCall


def notify(mails: Sequence[OutboundMail], *, now: datetime) -> None:
    """Write down the calls that these rows of the outbox lead to; repeating it writes none twice. Nothing waits for the
    network here: that is for a task, after the commit."""
    entries = {mail.entry: mail.reader_id for mail in mails if mail.entry is not None}
    wanted = Webhook.objects.filter(player__in=entries.values(), off_at=None, confirmed_at__isnull=False)
    hooks: dict[int, list[Webhook]] = {}
    for hook in wanted.select_related("player") if entries else ():
        hooks.setdefault(hook.player_id, []).append(hook)
    called = [number for number, reader in entries.items() if reader in hooks]
    calls = [
        WebhookCall(
            hook=hook,
            payload=shaped(entry.pk, entry.topic, entry.what, entry.facts, entry.at) | {"player": hook.player.username},
            dedupe_key=f"{hook.pk}:{entry.pk}",
            created_at=now,
            due_at=now,
        )
        for entry in (FeedEntry.objects.filter(pk__in=called).order_by("pk") if called else ())
        for hook in hooks[entries[entry.pk] or 0]
        if hook.kind == Webhook.Kind.PROGRAM or entry.what in WORTH
    ]
    if not calls:
        return
    keys = [call.dedupe_key for call in calls]
    WebhookCall.objects.bulk_create(calls, ignore_conflicts=True)
    waiting = WebhookCall.objects.filter(dedupe_key__in=keys, state=WebhookCall.State.WAITING)
    if numbers := list(waiting.values_list("pk", flat=True)):
        enqueue_after_commit("notifications.tasks.send_calls", tuple(numbers))
