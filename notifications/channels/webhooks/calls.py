"""Calls that wait: each is made once it is due, again after a failure, and given up after the last attempt.

One at a time for each player and each host; a program that fails rests, longer each time, whatever waits for it.
"""

from __future__ import annotations

import http.client
import logging
import time
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from django.db.models import F, Q, QuerySet

from games.uptime.outages import has_just_jumped
from ground.sweeps import Sweep
from ground.wording import kept
from notifications.channels.messengers import message_of, token_of
from notifications.channels.webhooks import leases
from notifications.channels.webhooks.challenges import ATTEMPTS, is_answered
from notifications.channels.webhooks.hooks import MESSENGERS, HookError, host_of, secret_of
from notifications.channels.webhooks.http import SECONDS, post_json, send
from notifications.channels.webhooks.reach import MayReach, may_be_called
from notifications.models import Webhook, WebhookCall

log = logging.getLogger(__name__)

# Why a call was given up or failed, as sentences that are stored.
SWITCHED_OFF = kept("The program was switched off.")
ANSWERED = kept("It answered {status}.")
SILENT = kept("It did not answer the challenge.")

State = WebhookCall.State

RETRIES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 360, 1440))
BETWEEN_PUSHES = timedelta(seconds=15)  # to one browser, which each time asks for everything that is new
OFF_AFTER = timedelta(days=7)  # of nothing but failures
LONGEST_CALL = timedelta(seconds=2 * SECONDS)
SWEEP = 100
SWEEP_SECONDS = 20.0  # after which a sweep leaves the rest to the next one


def make_call(call_id: int, *, now: datetime, may_reach: MayReach = may_be_called) -> bool:
    """Make one call if it waits, is due, and neither its player nor its host is called at this moment; say whether the
    program took it."""
    found = WebhookCall.objects.select_related("hook").filter(pk=call_id, state=State.WAITING, due_at__lte=now).first()
    if found is None:
        return False
    browser = f"browser {found.hook_id}"
    if found.hook.kind == Webhook.Kind.PUSH and not leases.take(browser, now=now, span=BETWEEN_PUSHES):
        WebhookCall.objects.filter(pk=call_id, state=State.WAITING).update(due_at=now + BETWEEN_PUSHES)
        return False
    keys = f"player {found.hook.player_id}", f"host {host_of(found.hook.url)}"
    with leases.held(*keys, now=now, span=LONGEST_CALL) as is_free:
        call = claim(call_id, now) if is_free else None
        return call is not None and _make(call, now, may_reach)


def claim(call_id: int, now: datetime) -> WebhookCall | None:
    """Take one waiting call: whoever raises ``attempts`` first holds it until it is due again."""
    call = (
        WebhookCall.objects.select_related("hook__player")
        .filter(pk=call_id, state=State.WAITING, due_at__lte=now)
        .first()
    )
    if call is None or (call.hook.confirmed_at is None and not call.is_challenge):
        return None
    if call.attempts and has_just_jumped(now):  # it may be in work
        return None
    mine = WebhookCall.objects.filter(pk=call.pk, state=State.WAITING, attempts=call.attempts, due_at__lte=now)
    if call.hook.off_at is not None or call.attempts >= len(RETRIES):
        mine.update(state=State.FAILED, reason=call.reason or SWITCHED_OFF)
        return None
    if call.hook.rests_until is not None and call.hook.rests_until > now:
        mine.update(due_at=call.hook.rests_until)
        return None
    if not mine.update(attempts=F("attempts") + 1, due_at=now + RETRIES[call.attempts]):
        return None
    call.attempts += 1
    return call


def _make(call: WebhookCall, now: datetime, may_reach: MayReach) -> bool:
    """Make a claimed call and write down what came of it."""
    hook, secret = call.hook, secret_of(call.hook)
    messenger = MESSENGERS.get(hook.kind)  # None for a program; others show on our page that they read the challenge
    asks_program = messenger is None and call.is_challenge
    try:
        if messenger is None:
            status, body = post_json(
                hook.url, call.payload, secret=secret, key=call.dedupe_key, at=now, may_reach=may_reach
            )
        else:
            if problem := messenger.check(urlsplit(hook.url), token_of(hook)):
                raise HookError(problem)
            message = message_of(hook, call.payload, is_challenge=call.is_challenge)
            sending = messenger.sending(hook, message, key=call.dedupe_key, at=now)
            status, body = send(*sending, may_reach=may_reach)
        problem = "" if 200 <= status < 300 else ANSWERED.format(status=status)
        if not problem and asks_program and not is_answered(secret, call.payload["challenge"], body):
            problem = SILENT
    except (HookError, OSError, http.client.HTTPException, ValueError) as error:
        problem = f"{type(error).__name__}: {error}"
    mine = WebhookCall.objects.filter(pk=call.pk, state=State.WAITING, attempts=call.attempts)
    if problem:
        log.info("%s failed, attempt %d: %s", call, call.attempts, problem)
        _count_failure(call, problem[:200], now)
        return False
    Webhook.objects.filter(pk=call.hook_id).update(failing_since=None, failures=0, rests_until=None)
    if asks_program:
        Webhook.objects.filter(pk=call.hook_id).update(confirmed_at=now)
    if hook.kind == Webhook.Kind.PUSH:
        hook.calls.filter(state=State.WAITING, created_at__lte=now).exclude(pk=call.pk).update(state=State.DONE)
    return bool(mine.update(state=State.DONE, reason=""))


def _count_failure(call: WebhookCall, problem: str, now: datetime) -> None:
    """The program rests; it is switched off after a week of failures, and one that confirms nothing sooner."""
    mine = WebhookCall.objects.filter(pk=call.pk, state=State.WAITING, attempts=call.attempts)
    mine.update(reason=problem)
    hook = Webhook.objects.filter(pk=call.hook_id)
    rest = RETRIES[min(call.hook.failures, len(RETRIES) - 1)]
    hook.update(failures=F("failures") + 1, rests_until=now + rest)
    hook.filter(failing_since=None).update(failing_since=now)
    hook.filter(failing_since__lte=now - OFF_AFTER, off_at=None).update(off_at=now)
    if call.is_challenge and call.attempts >= ATTEMPTS:
        mine.update(state=State.FAILED)
        hook.update(off_at=now)


def make_calls(call_ids: Sequence[int], *, now: datetime, may_reach: MayReach = may_be_called) -> int:
    """Make these calls, and whatever else waits for the same players by then; say how many were taken. Whoever finds
    a player called at this moment leaves the rest to the worker that makes that call."""
    players = WebhookCall.objects.filter(pk__in=call_ids).values("hook__player")
    return make_waiting_calls(now=now, players=players, may_reach=may_reach)


def make_waiting_calls(
    *, now: datetime, players: QuerySet[Any] | None = None, may_reach: MayReach = may_be_called
) -> int:
    """Make, for some seconds, the calls that wait and are due (of ``players`` alone, if they are named); say how many
    were taken."""
    waiting = WebhookCall.objects.filter(state=State.WAITING, due_at__lte=now)
    if players is not None:
        waiting = waiting.filter(hook__player__in=players)
    ready = Q(hook__confirmed_at__isnull=False) | Q(payload__challenge__isnull=False)
    rested = Q(hook__rests_until=None) | Q(hook__rests_until__lte=now)
    began, passed, taken = time.monotonic(), 0.0, 0
    with Sweep("calls") as sweep:
        for pk in waiting.filter(ready, rested).order_by("due_at", "pk").values_list("pk", flat=True)[:SWEEP]:
            with sweep.one(f"call {pk}"):
                taken += make_call(pk, now=now + timedelta(seconds=passed), may_reach=may_reach)
            passed = time.monotonic() - began
            if passed > SWEEP_SECONDS:
                break
    return taken
