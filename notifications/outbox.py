"""The outbox: one row for each mail to be written, in the transaction of its cause. ``outbound.sending`` sends them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from games.feed import topics
from games.feed.writing import NewEntry, write
from games.models import Proposal
from ground.background import enqueue_after_commit
from ground.prepared.writes import insert
from notifications.models import OutboundMail
from tournaments.models import Event


@dataclass(frozen=True)
class NewMail:
    """One mail to be written: its kind, its one reader, and the cause that makes it unique for both."""

    kind: str
    reader_id: int
    cause: str
    game_id: int | None = None
    ply: int | None = None
    context: dict[str, Any] = field(default_factory=dict)

    @property
    def dedupe_key(self) -> str:
        """What no two mails share."""
        return f"{self.kind}:{self.reader_id}:{self.cause}"

    def as_row(self, at: datetime, entry: int | None = None) -> OutboundMail:
        return OutboundMail(
            entry=entry,
            kind=self.kind,
            reader_id=self.reader_id,
            game_id=self.game_id,
            ply=self.ply,
            context=self.context,
            dedupe_key=self.dedupe_key,
            created_at=at,
            due_at=at,
        )


def enqueue(letters: Sequence[NewMail], *, at: datetime) -> list[OutboundMail]:
    """Write letters down in the caller's transaction, and ask a worker to send them once it commits.

    Raises IntegrityError for a letter that was posted before: causes are counted by the caller, under its lock.
    """
    if not letters:
        return []
    numbers = _write_news(letters, at)
    rows = [letter.as_row(at, numbers.get(letter.dedupe_key)) for letter in letters]
    insert(rows)
    request_sending()
    return rows


def _write_news(letters: Sequence[NewMail], at: datetime) -> dict[str, int]:
    """Write what is news to their readers into the feed, wanted by mail or not; the numbers by ``dedupe_key``."""
    news = [letter for letter in letters if letter.kind in OutboundMail.NEWS]
    events = {letter.context["event"] for letter in news if "event" in letter.context}
    slugs = dict(Event.objects.filter(pk__in=events).values_list("pk", "slug")) if events else {}
    entries = [
        NewEntry(
            topics.of_player(letter.reader_id),
            letter.kind,
            {
                "game": letter.game_id,
                "ply": letter.ply,
                "seq": letter.context.get("last_seq"),
                "event": slugs.get(letter.context.get("event", 0)),
                "proposal": letter.context.get("proposal"),
            },
        )
        for letter in news
    ]
    return dict(zip((letter.dedupe_key for letter in news), write(entries, at=at), strict=True))


def challenge_mail(proposal: Proposal, reader_id: int) -> NewMail:
    """The mail by which a player reads of a challenge."""
    return NewMail(
        kind=OutboundMail.Kind.CHALLENGE,
        reader_id=reader_id,
        cause=f"proposal:{proposal.pk}:{Proposal.Status.OPEN}",
        context={"proposal": proposal.pk, "by": proposal.proposer_id},
    )


def request_sending() -> None:
    """Ask a worker to send what waits, after the commit."""
    enqueue_after_commit("notifications.tasks.send_waiting_mail")
