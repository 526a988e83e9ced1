"""Deeds about the event as a whole: deadlines, pauses, words to all, its end, and lines taken back."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from games.clock.controls import words
from games.models import Player
from tournaments import directing
from tournaments.actions.base import Deed, Foreseen, Values, counted, foreseen, later
from tournaments.event_log.describing import describe
from tournaments.event_log.kinds import Departure, GameCorrected, LadderEnded, Reverted
from tournaments.event_rules.layouts import Form
from tournaments.exceptions import EventError
from tournaments.models import Entrant, Event, Result
from tournaments.queries import open_challenges, running_games
from tournaments.running.progress import late_division
from tournaments.running.seasons import waits_for_next

State = Event.State
Status = Entrant.Status


class MoveDeadline(Deed):
    service = staticmethod(directing.move_deadline)
    slug = "deadline"
    title = "Move a deadline"
    meaning = "Gives a round that is being played, or all of them, another deadline. Clocks of games stay as they are."
    asks = ("round", "deadline")
    optional = ("round",)

    def _foresee(self, event: Event, values: Values, *, at: datetime) -> Foreseen:
        number = values.get("round")
        directing.rounds_to_move(event, number, values["deadline"], at=at)
        which = "Every round that is being played" if number is None else f"Round {number}"
        end = values["deadline"].astimezone(UTC)
        told = [
            f"{which} ends on {end:%-d %B %Y, %H:%M} UTC. Games that are open then get a week more, "
            "once; after that they are decided by the scores on the board."
        ]
        if event.paused_at is not None:
            told.append("The event is paused: when it goes on, that moves by as long as it was paused.")
        return Foreseen(tuple(told))

    def arguments(self, event: Event, values: Values) -> dict[str, Any]:
        return {"round_number": values.get("round"), "deadline": values["deadline"]}


class Pause(Deed):
    service = staticmethod(directing.pause)
    slug = "pause"
    title = "Pause the event"
    meaning = "Stops all clocks of the event. Moves are still taken; no round is paired."

    def is_possible(self, event: Event) -> bool:
        return super().is_possible(event) and event.paused_at is None

    def _foresee(self, event: Event, values: Values, *, at: datetime) -> Foreseen:
        if event.paused_at is not None:
            raise EventError(f"{event.name} is paused already.")
        count = running_games(event).count()
        told = [f"The clocks of {counted(count, 'open game')} stop until the event goes on. Moves are still taken."]
        if event.form == Form.LADDER:
            told.append("Nobody can challenge meanwhile.")
        elif event.form in (Form.SWISS, Form.KNOCKOUT, Form.GROUPS):
            told.append("Nothing is paired meanwhile.")
        return Foreseen(tuple(told if count else told[1:] or ["No game is open, so no clock stops."]))


class Resume(Deed):
    service = staticmethod(directing.resume)
    slug = "resume"
    title = "Let the event go on"
    meaning = "Lets the clocks of a paused event run again."

    def is_possible(self, event: Event) -> bool:
        return super().is_possible(event) and event.paused_at is not None

    def _foresee(self, event: Event, values: Values, *, at: datetime) -> Foreseen:
        if event.paused_at is None:
            raise EventError(f"{event.name} is not paused.")
        stood = words(at - event.paused_at)
        count = running_games(event).count()
        told = (f"The clocks of {counted(count, 'open game')} run again.",) if count else ()
        return Foreseen((*told, f"Deadlines move by {stood}."))


class Announce(Deed):
    slug = "announce"
    title = "Announce something"
    meaning = "Tells everybody in the event something: on its page, and by mail."
    asks = ("words",)
    has_reason = False
    states = (State.OPEN, State.RUNNING, State.FINISHED)

    def _foresee(self, event: Event, values: Values, *, at: datetime) -> Foreseen:
        active = event.entrants.of_first_stage().filter(status=Status.ACTIVE)
        players = counted(active.exclude(player=event.director_id).count(), "player")
        return Foreseen((f"It stands in the event's log; {players} and {event.director.username} are mailed.",))

    def do(self, event: Event, player: Player, values: Values, *, reason: str, at: datetime, key: str | None) -> Result:
        return directing.announce(event_id=event.pk, words=values["words"], player=player, at=at, key=key)


class Finish(Deed):
    service = staticmethod(directing.finish)
    slug = "finish"
    title = "End the ladder"
    meaning = "Nobody challenges or enters any more. When the open challenges are played, the table is final."
    is_grave = True

    def is_possible(self, event: Event) -> bool:
        return super().is_possible(event) and event.form == Form.LADDER and late_division(event) is not None

    def _foresee(self, event: Event, values: Values, *, at: datetime) -> Foreseen:
        open_ones = open_challenges(directing.ladder_to_finish(event))
        told = ["From now on nobody can challenge anybody, and nobody can enter."]
        if open_ones:
            count, are = counted(len(open_ones), "open challenge"), "is" if len(open_ones) == 1 else "are"
            told.append(
                f"{count} {are} played to the end first, and everybody is told. Until then it can be taken back."
            )
        then = "Then" if open_ones else "No challenge is open, so within a minute"
        told.append(f"{then} the event is finished, and everybody is mailed the final table.")
        if event.paused_at is not None:
            told.append("The event is paused, so that has to wait until it goes on.")
        return Foreseen(tuple(told))


class CallOff(Deed):
    service = staticmethod(directing.call_off)
    slug = "call-off"
    title = "Call the event off"
    meaning = "Ends the event without a result. That cannot be taken back."
    is_grave = True
    states = (State.OPEN, State.RUNNING)

    def _foresee(self, event: Event, values: Values, *, at: datetime) -> Foreseen:
        count = running_games(event).count()
        told = ["The event ends without a result, for good. Everybody in it is told by mail."]
        if count:
            told.append(f"{counted(count, 'open game')} {'ends' if count == 1 else 'end'} without a result.")
        return Foreseen(tuple(told))


class Archive(Deed):
    service = staticmethod(directing.archive)
    slug = "archive"
    title = "Put it into the archive"
    meaning = "Closes an event that is over: it can be read as before, and nothing of it changes any more."
    states = (State.FINISHED, State.CALLED_OFF)

    def check_state(self, event: Event) -> None:
        directing.check_can_be_archived(event)

    def _foresee(self, event: Event, values: Values, *, at: datetime) -> Foreseen:
        told = [f"Everybody can read {event.name} as before, but no result is corrected or taken back any more."]
        if event.state == State.FINISHED and waits_for_next(event):
            told.append("No new season follows it as long as it is there.")
        return Foreseen((*told, "Nobody is mailed. It can be taken out of the archive again at any time."))


class Unarchive(Deed):
    service = staticmethod(directing.unarchive)
    slug = "unarchive"
    title = "Take it out of the archive"
    meaning = "Makes it as if the event had never been put into the archive."
    states = (State.ARCHIVED,)

    def check_state(self, event: Event) -> None:
        directing.state_before_archive(event)

    def _foresee(self, event: Event, values: Values, *, at: datetime) -> Foreseen:
        state = directing.state_before_archive(event)
        told = [f"{event.name} is {state.label} again. Nobody is mailed."]
        if state == State.FINISHED:
            told.append("Its results can be corrected again.")
            if waits_for_next(event):
                told.append("The next season is made, and everybody is asked whether they stay.")
        return Foreseen(tuple(told))


class TakeBack(Deed):
    service = staticmethod(directing.reverse)
    slug = "take-back"
    title = "Take a line back"
    meaning = (
        "Makes it as if a correction, an annulment, a bye, a departure, the end of a ladder, or that somebody asked to "
        "sit out a round had never been."
    )
    asks = ("line",)
    states = (State.RUNNING, State.FINISHED)

    def _foresee(self, event: Event, values: Values, *, at: datetime) -> Foreseen:
        seq = values["line"]
        division, payload = directing.reversible(event, seq)
        (entry,) = describe(event, [event.results.get(seq=seq)])
        told = [f"Entry {seq} is reverted: “{entry.text}”"]
        if isinstance(payload, LadderEnded):
            told.append("The ladder goes on: it can be entered again, and everybody can challenge.")
        if isinstance(payload, GameCorrected) and payload.is_adjudicated:
            told.append("The game stays over, and what stood on the board counts.")
        if isinstance(payload, Departure):
            told.append("The player takes part again. Games that ended meanwhile stay ended; they can be corrected.")
            if event.event_scheme.seats > 2:
                told.append("Seats that were left stay with the house bot, unless a substitute is put in.")
        return foreseen([*told, *later(division)], division, [Reverted(entry=seq)], at=at)

    def arguments(self, event: Event, values: Values) -> dict[str, Any]:
        return {"seq": values["line"]}
