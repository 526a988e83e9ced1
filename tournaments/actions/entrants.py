"""Deeds about who takes part: departures, substitutes, byes."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar

from tournaments import directing
from tournaments.actions.base import Deed, Foreseen, Values, counted, entrant_named, foreseen
from tournaments.entries.admission import player_named
from tournaments.event_log.kinds import Departure, Disqualified, Kind, Withdrawn
from tournaments.event_log.kinds.words import round_in_words
from tournaments.event_rules.layouts import Form
from tournaments.exceptions import EventError
from tournaments.models import Entrant, Event
from tournaments.queries import field_of, open_games_of, standby_of

State = Event.State
Status = Entrant.Status


class Withdraw(Deed):
    service = staticmethod(directing.withdraw)
    slug = "withdraw"
    title = "Withdraw a player"
    meaning = "Takes a player out of the running event, by its rules for those who leave."
    asks = ("player",)
    is_grave = True
    kind: ClassVar[type[Departure]] = Withdrawn

    def _foresee(self, event: Event, values: Values, *, at: datetime) -> Foreseen:
        return foresee_departure(entrant_named(event, values["player"]), kind=self.kind, at=at)

    def arguments(self, event: Event, values: Values) -> dict[str, Any]:
        entrant = entrant_named(event, values["player"])
        return {"entrant_id": entrant.pk, "whose": entrant.player}


class Disqualify(Withdraw):
    service = staticmethod(directing.disqualify)
    slug = "disqualify"
    title = "Disqualify a player"
    meaning = "Takes a player out of the running event as a sanction, who cannot enter it again."
    kind = Disqualified


def foresee_departure(entrant: Entrant, *, kind: type[Departure] = Withdrawn, at: datetime) -> Foreseen:
    """What it means that somebody leaves: the policy of the event as it applies, and every changed place."""
    name, event = entrant.player.username, entrant.event
    if entrant.status in (Status.WITHDRAWN, Status.DISQUALIFIED):
        raise EventError(f"{name} has left {event.name} already.")
    division = entrant.division
    if division is None:
        raise EventError(f"{name} has not been paired yet.")
    if kind is Withdrawn and (reserve := directing.reserve_for(entrant, at=at)):
        instead = f"No move has been made in {name}'s games, so {reserve}, who stands by, takes the place and plays on."
        return foreseen([instead], division, at=at)
    lines = directing.foreseen_departure(entrant, kind=kind)
    void = [fixture for payload in lines if isinstance(payload, Departure) for fixture in payload.void]
    goes_on = directing.plays_on(entrant, kind=kind)
    told = [*_policy(entrant, len(void)), *_what_becomes_of_games(entrant, bool(void), goes_on, len(lines) - 1)]
    return foreseen(told, division, lines, at=at)


def _policy(entrant: Entrant, void: int) -> list[str]:
    """The rule by which somebody leaves, and what it comes to."""
    division, name = entrant.division, entrant.player.username
    if division is None:
        return []
    form = division.stage.format
    if form == "ladder":
        return [f"{name} leaves the ladder, and all below move up by one rung."]
    if form == "knockout":
        return [f"What was played stands. Whoever is to meet {name} goes on without a game."]
    if form == "swiss":
        return [f"What was played stands. {name} is not paired again."]
    if entrant.event.event_scheme.seats > 2:
        return [f"What was played stands. In open games the others play on, and {name} is placed last."]
    own = [match for match in field_of(division).matches if entrant.pk in match.entrants]
    complete = sum(match.is_complete for match in own)
    rule = "If somebody leaves with less than half of the meetings complete, all of them become void."
    if void:
        return [
            rule,
            f"{name} has completed {complete} of {len(own)}, which is less than half: all {len(own)} become void and "
            f"count for nobody. {name} stays in the table, without points.",
        ]
    return [
        rule,
        f"{name} has completed {complete} of {len(own)}, so what was played stands, and what is open is lost.",
    ]


def _what_becomes_of_games(entrant: Entrant, is_void: bool, goes_on: bool, ended: int) -> list[str]:
    """What the open games come to, of which so many have ended then."""
    count = len(directing.open_seats_of(entrant))
    if not count:
        return []
    if entrant.event.event_scheme.seats > 2:
        last = (
            f"{counted(ended, 'open game')} {'ends' if ended == 1 else 'end'} at once, since one other is left there."
        )
        return [*([last] if ended else []), *_what_becomes_of_seats(entrant, count - ended)]
    if goes_on:
        how = "goes on, but counts" if count == 1 else "go on, but count"
        return [f"{counted(count, 'open game')} {how} for nothing on the ladder. The opponents are told."]
    how = "without a result" if is_void else "at once as a loss"
    return [f"{counted(count, 'open game')} {'ends' if count == 1 else 'end'} {how}."]


def _what_becomes_of_seats(entrant: Entrant, count: int) -> list[str]:
    """What so many seats at tables come to where the others play on."""
    if not count:
        return []
    standby = standby_of(entrant.event)
    after = (
        f"The first who stands by, {standby[0].player}, then takes over the place."
        if standby
        else "Nobody stands by, so the house bot plays on, and the seat is placed last."
    )
    return [f"The seat in {counted(count, 'open game')} is left. {after}"]


_REACHED: dict[str, str] = {Form.LADDER: "the rung", Form.KNOCKOUT: "all that has been reached"}


class Substitute(Deed):
    service = staticmethod(directing.substitute)
    slug = "substitute"
    title = "Put in a substitute"
    meaning = "Another player takes over somebody's place, with all that has been reached and the open games."
    asks = ("player", "substitute")

    def _foresee(self, event: Event, values: Values, *, at: datetime) -> Foreseen:
        entrant, new = entrant_named(event, values["player"]), player_named(values["substitute"])
        directing.check_substitute(entrant, new)
        open_games, reached = open_games_of(entrant).count(), _REACHED.get(event.form, "all points")
        played = f" and {counted(open_games, 'open game')}" if open_games else ""
        told = [f"{new} takes over the place of {entrant.player}, with {reached}{played}."]
        if open_games:
            more = f"{new} has at least a day, or an increment if that is more"
            told.append(f"The clocks go on as they stand, but {more}.")
        lines: list[Kind] = []
        if entrant.status != Status.ACTIVE:
            told.append(f"{entrant.player} had left; that is taken back with all that followed for the table.")
            lines = directing.reinstatement(entrant)
        return foreseen(told, entrant.division, lines, at=at)

    def arguments(self, event: Event, values: Values) -> dict[str, Any]:
        return {"entrant_id": entrant_named(event, values["player"]).pk, "username": values["substitute"]}


class GiveBye(Deed):
    service = staticmethod(directing.give_bye)
    slug = "bye"
    title = "Give a bye"
    meaning = "Says what a round without a game is worth to somebody who had to sit it out."
    asks = ("player", "round", "bye")
    states = (State.RUNNING, State.FINISHED)

    def is_possible(self, event: Event) -> bool:
        return super().is_possible(event) and event.form == Form.SWISS

    def _foresee(self, event: Event, values: Values, *, at: datetime) -> Foreseen:
        entrant = entrant_named(event, values["player"])
        number = values["round"] or 0
        payload, division = directing.bye(event, entrant.pk, round_number=number, kind=values["bye"])
        told = f"Round {number} counts as a {round_in_words(values['bye'])} for {entrant.player}."
        return foreseen([told], division, [payload], at=at)

    def arguments(self, event: Event, values: Values) -> dict[str, Any]:
        entrant = entrant_named(event, values["player"])
        return {"entrant_id": entrant.pk, "round_number": values["round"] or 0, "kind": values["bye"]}
