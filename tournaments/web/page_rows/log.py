"""The rows of the log of an event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext

from games.moderation.subjects import report_address
from tournaments.directing.action.base import Action, Place
from tournaments.event_log.describing import DescribedEntry
from tournaments.event_log.kinds import Announced, GameFinished
from tournaments.models import Event
from tournaments.web.links import Link, action_address

Offered = Mapping[Place, Sequence[Action[Any]]]


@dataclass(frozen=True, slots=True)
class LogRow:
    """An entry of the log as a page shows it. ``address`` is that of the game that it is about, if it is about one;
    ``waiting`` says that it waits to be confirmed."""

    seq: int
    at: datetime
    text: str
    address: str
    is_announcement: bool
    is_reverted: bool
    waiting: str
    reason: str
    receipt: str
    actions: tuple[Link, ...]
    report_address: str  # of an announcement


def log_rows(
    event: Event, entries: Sequence[DescribedEntry], offered: Offered, *, digests: Sequence[str] = ()
) -> list[LogRow]:
    """The rows of entries, the newest first; ``offered`` are the actions that the viewer, as a director, can take.

    The decision of a director that ends a game and the end of the game are one row, with the receipts of both.
    """
    receipts = [f"{entry.seq} · {digest[:16]}…" for entry, digest in zip(entries, digests, strict=False)]
    rows: list[LogRow] = []
    for index, entry in enumerate(entries):
        receipt = receipts[index] if receipts else ""
        if rows and entry.decided_in == rows[-1].seq:
            rows[-1] = replace(rows[-1], receipt=", ".join(filter(None, (rows[-1].receipt, receipt))))
        else:
            rows.append(_log_row(event, entry, offered, receipt))
    return rows


def _log_row(event: Event, entry: DescribedEntry, offered: Offered, receipt: str) -> LogRow:
    is_announcement = entry.kind == Announced.slug
    return LogRow(
        seq=entry.seq,
        at=entry.at,
        text=entry.text,
        address=reverse("games:game", args=[entry.game]) if entry.game and not is_announcement else "",
        is_announcement=is_announcement,
        is_reverted=entry.is_reverted,
        waiting=gettext("not rated until another director or staff confirms it") if entry.is_provisional else "",
        reason=reason(entry.why, entry.actor, is_by_staff=entry.is_by_staff),
        receipt=receipt,
        actions=_actions(event, entry, offered),
        report_address=report_address("announcement", f"{event.slug}:{entry.seq}") if is_announcement else "",
    )


def _actions(event: Event, entry: DescribedEntry, offered: Offered) -> tuple[Link, ...]:
    """What a director can do about an entry."""
    of_entry = [
        *(offered.get(Place.PROVISIONAL, ()) if entry.is_provisional else ()),
        *(offered.get(Place.GAME_ENTRY if entry.game else Place.ENTRY, ()) if entry.can_be_reverted else ()),
    ]
    if of_entry:
        return tuple(
            Link(str(action.title), action_address(event, action.slug, entry=entry.seq)) for action in of_entry
        )
    opposite = entry.opposite
    undoing = [one for several in offered.values() for one in several if opposite and one.slug == opposite.action]
    if opposite is not None and undoing:
        title = gettext("Revert: %(action)s") % {"action": undoing[0].title}
        return (Link(title, action_address(event, opposite.action, **opposite.values)),)
    if entry.kind == GameFinished.slug:
        return tuple(
            Link(str(action.title), action_address(event, action.slug, game=entry.game))
            for action in offered.get(Place.RESULT, ())
        )
    return ()


def reason(why: str, actor: str, *, is_by_staff: bool = False) -> str:
    """Why something was done, and by whom; what is not known is left out."""
    if actor and is_by_staff:
        actor = gettext("{player}, staff of the service").format(player=actor)
    if why and actor:
        return gettext("Reason: {reason} ({actor})").format(reason=why, actor=actor)
    return gettext("Reason: {reason}").format(reason=why) if why else actor
