"""How long the answers to requests with an ``Idempotency-Key`` are kept."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.models import StoredAnswer

KEPT_FOR = timedelta(days=7)


def forget_old_answers(*, now: datetime) -> int:
    """Delete the answers that are older than KEPT_FOR, and say how many."""
    return StoredAnswer.objects.filter(made_at__lt=now - KEPT_FOR).delete()[0]
