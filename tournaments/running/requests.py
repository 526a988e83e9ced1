"""What players have asked the directors for: which requests are open, and how one is closed.

A request and its answer are entries of the log, without a division: they change no table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from games.models import Game, Player, Seat
from ground.wording import reread
from tournaments.event_log.append import append
from tournaments.event_log.describing import describe
from tournaments.event_log.kinds import RequestAnswered, Requested, load
from tournaments.event_log.kinds.entrants.request_answered import LAPSED
from tournaments.event_log.kinds.entrants.requested import APPEAL, ENTRY, SUBSTITUTE, TIME, WITHDRAWAL
from tournaments.exceptions import EventError, Meanwhile
from tournaments.models import Entrant, Event, EventLogEntry

if TYPE_CHECKING:
    from tournaments.running.decisions import Decision

_Key = tuple[str, int]  # event and number
_KEY = "request "  # in front of the number of a request: the key of the decision that approves it


@dataclass(frozen=True, slots=True)
class Request:
    """A request of a player in an ``event``, named by its slug; ``text`` says what it asks for, ``proposed`` is the
    substitute whom it names. ``answer`` is None as long as it is open; if nobody could approve it any more, it is
    ``LAPSED``, which stands in no entry."""

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

    def check_approved_by(self, slug: str, inputs: Any) -> None:  # Any: inputs of one of the actions
        """Raises EventError for an action, with these inputs, that does something else than what was asked for."""
        same = ("game", "entry", "player")
        given = [str(getattr(inputs, name, "")).casefold() for name in same if name in self.inputs]
        wanted = [str(self.inputs[name]).casefold() for name in same if name in self.inputs]
        if given != wanted or slug not in (self.action, "annul" if self.action == "correct-result" else ""):
            problem = _("Request %(number)d is about something else: “%(text)s”")
            raise EventError(problem % {"number": self.seq, "text": self.text})


def requests_in(events: Iterable[int], *, of: Player | None = None, only_open: bool = True) -> list[Request]:
    """The requests in some events, of everybody or of one player, the oldest first; in three statements at most, and
    some more for each event with an appeal."""
    rows = EventLogEntry.objects.filter(event__in=list(events), kind__in=(Requested.slug, RequestAnswered.slug))
    asked: dict[_Key, tuple[datetime, Requested]] = {}
    answers: dict[_Key, RequestAnswered] = {}
    states: dict[str, str] = {}
    for event, state, seq, kind, stored, at in rows.order_by("pk").values_list(
        "event__slug", "event__state", "seq", "kind", "payload", "at"
    ):
        payload, states[event] = load(kind, stored), state
        if isinstance(payload, RequestAnswered):
            answers[event, payload.request] = payload
        elif isinstance(payload, Requested) and (of is None or payload.actor == of.pk):
            asked[event, seq] = at, payload
    known = {player for _at, payload in asked.values() for player in (payload.actor, payload.player) if player}
    places = ("entries__event__slug", "entries__status", "entries__number")
    players = list(Player.objects.filter(pk__in=known).values_list("pk", "username", *places))
    names: dict[int, str] = {player: name for player, name, *_place in players}
    there = {(at, one) for one, _name, at, status, number in players if number and status == Entrant.Status.ACTIVE}
    answers = _lapsed({key: one for key, (_at, one) in asked.items() if key not in answers}, states, there) | answers
    chosen = [(key, found) for key, found in asked.items() if not (only_open and key in answers)]

    def name_of(player: int | None) -> str:
        return names.get(player or 0, "")

    appealed = {event for (event, _seq), (_at, one) in chosen if one.what == APPEAL}
    said = {
        (event.slug, entry.seq): entry.text
        for event in Event.objects.filter(slug__in=appealed)
        for entry in describe(event, list(event.log_entries.filter(kind=Requested.slug)))
    }
    return [
        Request(
            *key, at, one, name_of(one.actor), name_of(one.player), said.get(key) or one.said(name_of), answers.get(key)
        )
        for key, (at, one) in chosen
    ]


def _lapsed(
    unanswered: Mapping[_Key, Requested], states: Mapping[str, str], there: Collection[_Key]
) -> dict[_Key, RequestAnswered]:
    """Those that nobody could approve any more: the event or the game is over, or what was asked for has happened."""
    asked = unanswered.values()
    seats = Seat.objects.filter(game__in=[one.game for one in asked if one.what == TIME], left_ply=None)
    clocks = set(seats.filter(game__status=Game.Status.RUNNING).values_list("game", "number"))

    def is_of_use(event: str, one: Requested) -> bool:
        if states[event] != Event.State.RUNNING:
            return one.what == APPEAL and states[event] == Event.State.FINISHED
        if one.what == TIME:
            return (one.game, one.seat) in clocks
        return one.what not in (ENTRY, WITHDRAWAL) or ((event, one.actor) in there) == (one.what == WITHDRAWAL)

    return {
        (event, seq): RequestAnswered(request=seq, player=one.actor or 0, answer=LAPSED)
        for (event, seq), one in unanswered.items()
        if not is_of_use(event, one)
    }


def open_request(event: Event, seq: int, *, or_lapsed: bool = False) -> Request:
    """The request of that number. Raises Meanwhile where there is none, or it has been answered."""
    found = next((one for one in requests_in([event.pk], only_open=not or_lapsed) if one.seq == seq), None)
    if found is None or (found.answer and found.answer.answer != LAPSED):
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
    """Close a request of the locked event, which its approval may have made lapse. Raises Meanwhile if that is done."""
    asked = open_request(event, seq, or_lapsed=True).asked
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
