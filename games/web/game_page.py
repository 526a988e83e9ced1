"""What the page of a game shows: its seats, clocks, history, offers, and what the viewer may do."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from games.archive import stored_records
from games.clock.calendars import PauseRules
from games.clock.pause_words import days_in_words, why_in_words
from games.exceptions import GameError
from games.models import Game, GameEvent, Player, Seat, Submission
from games.plans.language import Plan
from games.play import drafts, moving, queries
from games.play.house_players import may_have_hints, suggested_step
from games.play.outcome import plan_of
from games.rules.base import Position, Preference
from games.timekeeping import turn_clock
from games.timekeeping.leave import calendar_of
from games.web.forms import MoveForm
from games.web.pointing import Offer, Pointing
from ground.lists import Row
from ground.sendings import new_nonce
from ground.wording import reread, time_in_words

SHORT_LIST = 60  # so many legal moves are still a help; more would be a wall


@dataclass
class GamePage:
    """Everything that the template of a game needs. ``shown_ply`` is the moment on the board."""

    game: Game
    now: datetime
    viewer: Player | None
    position: Position[Any]
    shown_ply: int
    form: MoveForm | None = None
    problem: GameError | None = None
    preview: moving.Preview | None = None
    pointing: Pointing | None = None
    asks_for_hint: bool = False
    side: str = ""  # from which a board in space is shown
    sides: list[Offer] = field(default_factory=list)
    plan_text: str | None = None  # what stands in the box for plans, where it is not the plan that is kept
    plan_problem: GameError | None = None
    plan_preview: Plan | None = None
    kept: dict[str, str] = field(default_factory=dict)  # words that were refused, by the box they stand in
    seats: list[Seat] = field(init=False)

    def __post_init__(self) -> None:
        self.seats = list(self.game.seats.all())
        for seat in self.seats:
            seat.game = self.game

    @property
    def is_present(self) -> bool:
        return self.shown_ply == self.game.ply

    @property
    def running(self) -> bool:
        return self.game.status == Game.Status.RUNNING

    @cached_property
    def my_seat(self) -> Seat | None:
        """The seat that the viewer plays, if any."""
        if self.viewer is None:
            return None
        return next((seat for seat in self.seats if seat.player_id == self.viewer.pk and not seat.has_left), None)

    @property
    def is_guest(self) -> bool:
        """Whether the viewer plays without an account, and can do no more here than play."""
        return self.viewer is not None and self.viewer.is_guest

    @cached_property
    def my_turn(self) -> bool:
        return self.running and self.my_seat is not None and self.my_seat.number == self.game.to_act

    @property
    def acting(self) -> Seat | None:
        return None if self.game.to_act is None else self.seats[self.game.to_act]

    @cached_property
    def time_left(self) -> timedelta | None:
        """What is left on the running clock, which may stand; the deadline, if any is known, is not before that time
        has run."""
        if not self.running or self.game.turn.time is None:
            return None
        left = self.game.turn.time * turn_clock.MILLISECOND - turn_clock.used_until(self.game, self.now)
        until = left if self.game.deadline is None else min(left, self.game.deadline - self.now)
        return max(timedelta(0), until)

    @cached_property
    def stands(self) -> str:
        """Why the clock is stopped at this moment; empty if it runs or there is none."""
        acting = self.acting
        if not self.running or acting is None:
            return ""
        return why_in_words(turn_clock.stands_at(self.game, self.now), acting.player.username)

    @property
    def runs_again_at(self) -> datetime | None:
        return turn_clock.runs_again_at(self.game, self.now)

    @property
    def is_unwarned(self) -> bool:
        """Whether time was over in this turn before any warning had reached its player."""
        return self.running and turn_clock.has_notice(self.game)

    @property
    def plan_news(self) -> str:
        """What the viewer is to know of a plan that is gone."""
        return reread(self.my_seat.plan_news) if self.my_seat is not None and self.running else ""

    @property
    def pause_rules(self) -> PauseRules:
        return PauseRules.load(self.game.pause_rules)

    def away(self) -> list[tuple[Seat, str]]:
        """Players who are on leave now or have booked it, and when, of those who play on."""
        found = []
        for seat in self.seats:
            calendar = calendar_of(seat.player)
            days = [day for day in (*calendar.leave, *calendar.taken) if day >= calendar.local_day(self.now)]
            if days and self.running and not seat.has_left:
                found.append((seat, days_in_words(days)))
        return found

    def acts(self, seat: Seat) -> bool:
        return self.is_present and self.running and seat.number == self.game.to_act

    def clock_of(self, seat: Seat) -> timedelta | None:
        if not self.running or seat.has_left or seat.player.is_bot:
            return None
        if seat.number == self.game.to_act:
            return self.time_left
        return timedelta(milliseconds=self.game.clocks[seat.number])

    @cached_property
    def _past_players(self) -> list[tuple[int, int, Player]]:
        return queries.players_of_the_past(self.game)

    def seat_then(self, event: GameEvent) -> Seat | None:
        """The seat of an event with the player who had it then; None for an event of no seat."""
        if event.seat is None:
            return None
        seat = self.seats[event.seat]
        past = (player for seq, number, player in self._past_players if number == event.seat and event.seq < seq)
        if (player := next(past, None)) is None:
            return seat
        then = copy(seat)
        then.player = player
        return then

    @cached_property
    def _names(self) -> stored_records.NamesInTheLog:
        return stored_records.NamesInTheLog(list(self.game.events.exclude(reason="")))

    def director_of(self, event: GameEvent) -> str:
        """Who did a director's action; empty if the rules of the event did it, or it was none."""
        return self._names[event.actor_id] if event.actor_id is not None else ""

    def details_of(self, event: GameEvent) -> str:
        """What the text of a director's action says, in words."""
        return stored_records.details_of(self.game, event, self._names)

    @property
    def pause(self) -> GameEvent | None:
        """The director's pause in which the game is."""
        if not self.running or not turn_clock.is_paused(self.game):
            return None
        return self.game.events.filter(kind=GameEvent.Kind.PAUSED).order_by("seq").last()

    @cached_property
    def history(self) -> list[queries.HistoryLine]:
        """The newest line first."""
        return queries.history_of(self.game)[::-1]

    @property
    def shown_event(self) -> GameEvent | None:
        """The step or roll that led to the moment on the board; None at the start."""
        return self.game.events.filter(ply=self.shown_ply).first()

    @property
    def has_dice(self) -> bool:
        return self.game.game_rules.has_dice

    def hint(self) -> str:
        return self.game.game_rules.hint(self.position)

    @cached_property
    def may_ask_for_hint(self) -> bool:
        """Whether the viewer is to move and plays nobody but house bots, unrated."""
        seat = self.my_seat
        if seat is None or not self.my_turn or self.pointing is None:
            return False
        return may_have_hints(self.game, self.seats, seat)

    @property
    def hinted(self) -> Row | None:
        """What the middle bot would play, if the viewer asks and may; nothing once all steps are chosen."""
        if not self.asks_for_hint or not self.may_ask_for_hint or self.pointing is None:
            return None
        rules, ahead = self.game.game_rules, self.pointing.ahead
        if ahead.position.seat_to_act != self.game.to_act:
            return None
        move = suggested_step(self.game, ahead.position)
        text = rules.format(move, ahead.position)
        return {
            "words": rules.move_words(move, ahead.position),
            "text": text,
            "address": self.pointing.leading_to((*ahead.after, text)),
        }

    def short_list(self) -> list[Offer]:
        """All legal steps where they are few, else nothing; each leads to the page with it in the box."""
        return [] if self.pointing is None else self.pointing.whole_steps(SHORT_LIST)

    def offers(self) -> list[tuple[str, list[Seat]]]:
        return [(what, [self.seats[number] for number in seats]) for what, seats in self.game.agreements.items()]

    def to_answer(self) -> list[str]:
        """The offers of others that wait for the viewer."""
        mine = self.my_seat
        if mine is None:
            return []
        return [what for what, seats in self.game.agreements.items() if mine.number not in seats]

    @property
    def held(self) -> Submission | None:
        """The viewer's move that waits to be published."""
        held = self.game.turn.held if self.my_turn else None
        return held if held is not None and self.viewer is not None and held.player_id == self.viewer.pk else None

    @property
    def has_draft(self) -> bool:
        """Whether the move box holds what the viewer kept there for this moment."""
        return self.my_seat is not None and bool(drafts.draft_of(self.my_seat))

    def winners(self) -> list[Seat]:
        """Those who share the first place of a finished game that has a result."""
        return [seat for seat in self.seats if seat.place == 1]

    @property
    def rematch_bot(self) -> str:
        """The house bot whom the viewer can play again at once: the only other player of a game that is over."""
        others = self.opponents
        is_pair = len(self.seats) == 2 and len(others) == 1 and others[0].is_bot
        return others[0].username if is_pair and self.game.is_over else ""

    @property
    def opponents(self) -> list[Player]:
        """The others, for a viewer who has or had a seat, also one that they resigned; for everybody else nobody."""
        others = [seat.player for seat in self.seats if seat.player != self.viewer]
        return others if len(others) < len(self.seats) else []

    @cached_property
    def is_asked(self) -> bool:
        """Whether the seat to act owes an answer in the turn of another one."""
        return self.running and self.game.load_position().is_answer

    @cached_property
    def next_game(self) -> int | None:
        """The number of the most urgent other game in which the viewer is to move."""
        return None if self.viewer is None else queries.next_to_move(self.viewer, but=self.game)

    @property
    def sends_at_once(self) -> bool:
        """Whether the viewer wants a move that is complete on the board to be sent without another press."""
        return self.viewer is not None and not self.viewer.confirm_moves

    @cached_property
    def may_plan(self) -> bool:
        """Whether the viewer may say what to reply to what others do."""
        return self.running and self.my_seat is not None and not self.is_guest and (not self.my_turn or self.is_asked)

    @property
    def plan(self) -> Plan | None:
        """The plan that the viewer's seat keeps."""
        seat = self.my_seat
        return plan_of(seat) if seat is not None and seat.plan else None

    @property
    def preferences(self) -> tuple[Preference, ...]:
        return self.game.game_rules.preferences

    @property
    def standing_preferences(self) -> tuple[Preference, ...]:
        return self.game.game_rules.standing_preferences

    @property
    def answer_time(self) -> str:
        return time_in_words(self.game.time_control.answer)

    @property
    def nonce(self) -> str:
        """The mark of one more form on the page."""
        return new_nonce()

    def commitment(self) -> str:
        return stored_records.commitment_of(self.game)
