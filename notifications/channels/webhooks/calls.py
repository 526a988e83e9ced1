"""Calls that wait: each is made once it is due, again after a failure, and given up after the last attempt."""

from __future__ import annotations

import http.client
import logging
from datetime import datetime, timedelta

from django.db.models import F

from games.sweeps import Sweep
from notifications.channels.webhooks.hooks import HookError, secret_of
from notifications.channels.webhooks.http import MayReach, is_public, post_json
from notifications.models import Webhook, WebhookCall

log = logging.getLogger(__name__)

State = WebhookCall.State

RETRIES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 360, 1440))
OFF_AFTER = timedelta(days=7)  # of nothing but failures
SWEEP = 100


def make_call(call_id: int, *, now: datetime, may_reach: MayReach = is_public) -> bool:
    """Make one call if it waits and is due; say whether the program took it."""
    call = claim(call_id, now)
    if call is None:
        return False
    try:
        status = post_json(call.hook.url, call.payload, secret=secret_of(call.hook), key=call.dedupe_key, at=now,
                           may_reach=may_reach)  # fmt: skip
        problem = "" if 200 <= status < 300 else f"It answered {status}."
    except (HookError, OSError, http.client.HTTPException, ValueError) as error:
        problem = f"{type(error).__name__}: {error}"
    waiting = WebhookCall.objects.filter(pk=call.pk, state=State.WAITING, attempts=call.attempts)
    if not problem:
        Webhook.objects.filter(pk=call.hook_id).exclude(failing_since=None).update(failing_since=None)
        return bool(waiting.update(state=State.DONE, reason=""))
    log.info("%s failed, attempt %d: %s", call, call.attempts, problem)
    waiting.update(reason=problem[:200])
    _count_failure(call.hook, now)
    return False


def claim(call_id: int, now: datetime) -> WebhookCall | None:
    """Take one waiting call: whoever raises ``attempts`` first holds it until it is due again."""
    call = WebhookCall.objects.select_related("hook").filter(pk=call_id, state=State.WAITING, due_at__lte=now).first()
    if call is None:
        return None
    mine = WebhookCall.objects.filter(pk=call.pk, state=State.WAITING, attempts=call.attempts, due_at__lte=now)
    if call.hook.off_at is not None or call.attempts >= len(RETRIES):
        mine.update(state=State.FAILED)
        return None
    if not mine.update(attempts=F("attempts") + 1, due_at=now + RETRIES[call.attempts]):
        return None
    call.attempts += 1
    return call


def _count_failure(hook: Webhook, now: datetime) -> None:
    Webhook.objects.filter(pk=hook.pk, failing_since=None).update(failing_since=now)
    Webhook.objects.filter(pk=hook.pk, failing_since__lte=now - OFF_AFTER, off_at=None).update(off_at=now)


def make_waiting_calls(*, now: datetime) -> int:
    """Make the calls that a lost task or a failed attempt has left behind; say how many were taken."""
    waiting = WebhookCall.objects.filter(state=State.WAITING, due_at__lte=now).order_by("due_at", "pk")
    taken = 0
    with Sweep("calls") as sweep:
        for pk in waiting.values_list("pk", flat=True)[:SWEEP]:
            with sweep.one(f"call {pk}"):
                taken += make_call(pk, now=now)
    return taken
