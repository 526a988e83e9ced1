"""A request that its caller has named is done once: its answer is stored, and the same request again gets it.

The name is the header ``Idempotency-Key``. Action and answer are written in one transaction, the answer at its end. Of
two at once the second waits there for the first; then what it has done is undone, and it gets the answer of the first.
What was not even tried is not stored: a malformed body, a missing scope, too many requests. It can be put right and
sent under the same key.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import IntegrityError, transaction
from django.db.models import CharField
from django.utils import timezone
from django.utils.translation import gettext
from rest_framework import serializers
from rest_framework.exceptions import APIException
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from ground.prepared.queries import Asked, Prepared
from ground.prepared.writes import insert
from ground.rest.stored_answers import StoredAnswer

HEADER = "Idempotency-Key"
PROBLEM_JSON = "application/problem+json"
REPLAYED = "Idempotent-Replayed"
LONGEST_KEY = 100
_NAMED = Prepared(lambda: StoredAnswer.objects.filter(player=Asked("player"), key=Asked("key", CharField)))
REFUSALS = (403, 404, 409, 422)  # which the same request would get again for the same reason


class KeyReused(APIException):
    """The key names another request of the same player."""

    status_code = 409
    default_code = "key_reused"


def key_of(request: Request) -> str | None:
    """The name that the caller gave to a request. Raises ValidationError."""
    key = request.headers.get(HEADER)
    if key is None:
        return None
    if not key or len(key) > LONGEST_KEY or not key.isascii() or not key.isprintable():
        raise serializers.ValidationError(
            {
                HEADER: [
                    gettext("A key has 1 to {longest_key} printable ASCII characters.").format(longest_key=LONGEST_KEY)
                ]
            }
        )
    return key


def answer_once(request: Request, player: AbstractBaseUser, key: str, handle: Callable[[], Response]) -> Response:
    """What ``handle`` answers, or answered when the player sent this request before. Raises KeyReused for another one.

    ``handle`` turns what it refuses into answers; what it raises undoes everything, and nothing is stored.
    """
    digest = _digest_of(request)
    if stored := _NAMED.ask(player=player.pk, key=key):
        return _replay(stored[0], digest)
    try:
        with transaction.atomic():
            answer = handle()
            if answer.status_code >= 400 and answer.status_code not in REFUSALS:
                transaction.set_rollback(True)
                return answer
            body = "" if answer.data is None else JSONRenderer().render(answer.data).decode()
            made = {"made_at": timezone.now(), "status": answer.status_code, "body": body}
            insert([StoredAnswer(player_id=player.pk, key=key, request=digest, **made)])
    except IntegrityError:  # the same name at once: what this one has done is undone
        if not (stored := _NAMED.ask(player=player.pk, key=key)):
            raise
        return _replay(stored[0], digest)
    return answer


def _replay(stored: StoredAnswer, digest: str) -> Response:
    if stored.request != digest:
        raise KeyReused(
            gettext("You have sent another request with this {header}. Use a new key for a new request.").format(
                header=HEADER
            )
        )
    body = json.loads(stored.body) if stored.body else None
    is_refusal = stored.status >= 400
    form = PROBLEM_JSON if is_refusal else None
    return Response(body, stored.status, headers={REPLAYED: "true"}, exception=is_refusal, content_type=form)


def _digest_of(request: Request) -> str:
    sent = json.dumps([request.method, request.get_full_path(), request.data], sort_keys=True)
    return hashlib.sha256(sent.encode()).hexdigest()
