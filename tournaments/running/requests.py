"""What players have asked the directors for: which requests are open, and how one is closed.

A request and its answer are entries of the log, without a division: they change no table.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from games.models import Player
from ground.wording import reread
from tournaments.event_log.append import append
from tournaments.event_log.kinds import RequestAnswered, Requested, load
from tournaments.event_log.kinds.entrants.requested import APPEAL, SUBSTITUTE, TIME, WITHDRAWAL
from tournaments.exceptions import Meanwhile
from tournaments.models import Event, EventLogEntry

if TYPE_CHECKING:
    from tournaments.running.decisions import Decision

_KEY = "request "  # in front of the number of a request: the key of the decision that approves it


@dataclass(frozen=True, slots=True)
class Request:
    """A request of a player in an ``event``, named by its slug; ``text`` says what it asks for, ``proposed`` is the
    substitute whom it names. ``answer`` is None as long as it is open."""

    event: str
    seq: int
    at: datetime
    asked: Requested
    player: str
    proposed: str
    text: str
    answer: RequestAnswered | None

    @property
    def action(self) -> str:
        """The action that approves it."""
        return granting(self.asked, self.player, self.proposed)[0]

    @property
    def inputs(self) -> dict[str, int | str | None]:
        """The inputs of that action, as far as they follow from it."""
        return granting(self.asked, self.player, self.proposed)[1]

    @property
    def why(self) -> str:
        return reread(self.asked.why)


def requests_in(events: Iterable[int], *, of: Player | None = None, only_open: bool = True) -> list[Request]:
    """The requests in some events, of everybody or of one player, the oldest first; in two statements."""
    rows = EventLogEntry.objects.filter(event__in=list(events), kind__in=(Requested.slug, RequestAnswered.slug))
    asked: dict[tuple[str, int], tuple[datetime, Requested]] = {}
    answers: dict[tuple[str, int], RequestAnswered] = {}
    for event, seq, kind, stored, at in rows.order_by("pk").values_list("event__slug", "seq", "kind", "payload", "at"):
        payload = load(kind, stored)
        if isinstance(payload, RequestAnswered):
            answers[event, payload.request] = payload
        elif isinstance(payload, Requested) and (of is None or payload.actor == of.pk):
            asked[event, seq] = at, payload
    chosen = [(key, found) for key, found in asked.items() if not (only_open and key in answers)]
    known = {player for _key, (_at, payload) in chosen for player in (payload.actor, payload.player) if player}
    names = dict(Player.objects.filter(pk__in=known).values_list("pk", "username"))

    def name_of(player: int | None) -> str:
        return names.get(player or 0, "")

    return [
        Request(*key, at, one, name_of(one.actor), name_of(one.player), one.said(name_of), answers.get(key))
        for key, (at, one) in chosen
    ]


def open_request(event: Event, seq: int) -> Request:
    """The request of that number. Raises Meanwhile where there is none, or it has been answered."""
    found = next((one for one in requests_in([event.pk]) if one.seq == seq), None)
    if found is None:
        raise Meanwhile(_("There is no open request %(number)d in %(event)s.") % {"number": seq, "event": event.name})
    return found


def key_of_request(seq: int) -> str:
    """The key of the decision that approves a request, so that it is approved once."""
    return f"{_KEY}{seq}"


def request_of_key(key: str | None) -> int | None:
    """The request that a decision under this key approves, if it approves one."""
    return int(key.removeprefix(_KEY)) if key is not None and key.startswith(_KEY) else None


def answer_request(
    event: Event, seq: int, answer: str, decision: Decision, *, entry: int | None = None
) -> EventLogEntry:
    """Close a request of the locked event. Raises Meanwhile where that has been done."""
    asked = open_request(event, seq).asked
    payload = RequestAnswered(
        request=seq, player=asked.actor or 0, answer=answer, entry=entry,
        actor=decision.player.pk if decision.player else None, staff=decision.staff, why=decision.reason,
        key=None if entry else decision.key,
    )  # fmt: skip
    return append(event, payload, at=decision.at)


def granting(asked: Requested, player: str, proposed: str = "") -> tuple[str, dict[str, int | str | None]]:
    """The action that approves what a player asked for, by its slug, and its inputs as REST takes them, as far as they
    follow from that; ``proposed`` is the name of the substitute."""
    if asked.what == TIME:
        seat = None if asked.seat is None else asked.seat + 1
        return "add-time", {"game": asked.game, "seat": seat, "span": asked.seconds}
    if asked.what == APPEAL and asked.game is not None:
        return "correct-result", {"game": asked.game}
    if asked.what == APPEAL:
        return "revert-entry", {"entry": asked.entry}
    if asked.what == SUBSTITUTE:
        return "substitute", {"player": player, **({"substitute": proposed} if proposed else {})}
    return "withdraw" if asked.what == WITHDRAWAL else "let-in", {"player": player}
