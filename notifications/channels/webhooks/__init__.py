"""Webhooks: a signed call to a player's program for each mail that would be written, whether the mail is wanted or not.

A call says only that something happened and where to look; REST gives the rest to a program that may see it.
"""

from __future__ import annotations

from datetime import datetime

from games.background import enqueue_after_commit
from notifications.channels.base import Channel
from notifications.channels.webhooks.calls import make_waiting_calls
from notifications.models import OutboundMail, Webhook, WebhookCall

# Mails about games and events; answers to a player's own mails, and mails about the account, are no news.
NEWS = frozenset(OutboundMail.Kind) - {
    *OutboundMail.ANSWERS, *OutboundMail.EXEMPT, OutboundMail.Kind.ACCOUNT, OutboundMail.Kind.CONFIRM,
    OutboundMail.Kind.RECHECK, OutboundMail.Kind.DIGEST, OutboundMail.Kind.MODERATION,
}  # fmt: skip


class Webhooks(Channel):
    """The channel to programs of players."""

    slug = "webhooks"

    def notify(self, mail: OutboundMail, *, now: datetime) -> None:
        if mail.kind not in NEWS or mail.reader_id is None:
            return
        hooks = Webhook.objects.filter(player=mail.reader_id, off_at=None, confirmed_at__isnull=False)
        payload = {
            "what": mail.kind,
            "player": mail.reader.username if mail.reader else "",
            "game": mail.game_id,
            "ply": mail.ply,
            "event": mail.context.get("event"),
            "at": mail.created_at.isoformat(),
        }
        calls = [
            WebhookCall(hook=hook, payload=payload, dedupe_key=f"{hook.pk}:{mail.pk}", created_at=now, due_at=now)
            for hook in hooks
        ]
        if not calls:
            return
        keys = [call.dedupe_key for call in calls]
        WebhookCall.objects.bulk_create(calls, ignore_conflicts=True)
        waiting = WebhookCall.objects.filter(dedupe_key__in=keys, state=WebhookCall.State.WAITING)
        if numbers := list(waiting.values_list("pk", flat=True)):
            enqueue_after_commit("notifications.tasks.send_calls", numbers)

    def deliver_waiting(self, *, now: datetime) -> int:
        return make_waiting_calls(now=now)
