"""The part that all actions of directors have in common."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from enum import StrEnum
from typing import ClassVar

from django.db import transaction
from django.utils.translation import gettext as _

from games.action import base
from games.action.base import I
from games.action.base import NoInputs as NoInputs
from games.models import Game, Player
from tournaments.directing.action.dry_run import DryRun, together
from tournaments.directing.action.inputs import Input
from tournaments.event_rules.layouts import Form
from tournaments.exceptions import EventError
from tournaments.models import Entrant, Event, EventLogEntry
from tournaments.queries import acts_as_staff
from tournaments.running.decisions import Decision, known_entry, lock_for, not_now
from tournaments.running.neutrality import Stake, check_neutral
from tournaments.running.requests import open_request, request_of_key
from tournaments.running.services import check_arbitrates, check_directs

State = Event.State


class Place(StrEnum):
    """Where the console offers an action."""

    EVENT = "event"  # among the buttons for the whole event
    DIVISIONS = "divisions"  # among the buttons about the order and the places of players before the start
    ENTERED = "entered"  # beside each player who has entered an event that has not started
    OPEN_GAMES = "open_games"  # among those buttons, as long as games are open
    GAME = "game"  # beside each open game
    NEXT_ROUND = "next_round"  # among the buttons about the round that is paired next
    RESULTS = "results"  # among the buttons about results
    RESULT = "result"  # beside each result in the log
    ENTRANT = "entrant"  # beside each entrant
    ENTRY = "entry"  # beside each log entry that can be reverted
    GAME_ENTRY = "game_entry"  # beside each of these that is about a game
    REQUEST = "request"  # beside each open request of a player
    PROVISIONAL = "provisional"  # beside each log entry that ratings wait for


class Action(base.Action[Event, I, Decision, EventLogEntry]):
    """One thing that a director can do to an event. Its dry run is computed and not tried: an action can concern
    thousands of games, whose results workers count."""

    kind_of_input = Input
    offered_at: ClassVar[tuple[Place, ...]] = (Place.EVENT,)
    states: ClassVar[tuple[str, ...]] = (State.RUNNING,)
    forms: ClassVar[Collection[str]] = tuple(Form)  # of events in which the console offers it
    about_games: ClassVar[tuple[str, ...]] = (
        Game.Status.RUNNING,
    )  # which there are to choose from, if it asks for one
    has_reason: ClassVar[bool] = True
    shows_next_round: ClassVar[bool] = False  # its form does, which directors who play do not see
    grants: ClassVar[bool] = False  # players can ask for it, and it can approve what one asked for
    is_for_arbiters: ClassVar[bool] = False  # it decides about games, so that arbiters can take it, too

    def is_possible(self, event: Event) -> bool:
        """Whether the console offers it in the event's present state."""
        return event.state in self.states and event.form in self.forms

    def suits(self, entrant: Entrant) -> bool:
        """Whether the console offers it beside this entrant of an event in which it is possible."""
        return True

    def suggestions(self, event: Event) -> Sequence[tuple[str, dict[str, str]]]:
        """What its form can be filled in with: for each suggestion its name, and values by field."""
        return ()

    def check_state(self, event: Event) -> None:
        """Raises EventError for an event in whose present state it cannot be done."""
        if event.state not in self.states:
            raise EventError(not_now(event))

    def check_role(self, event: Event, player: Player, inputs: I | None = None) -> None:
        """Raises NotDirector for a player whose role in the event does not include this, with these inputs if they are
        known."""
        (check_arbitrates if self.is_for_arbiters else check_directs)(event, player)

    def stakes(self, event: Event, inputs: I) -> Sequence[Stake]:
        """The players who may not take it, since it concerns them. Raises EventError for what is not there."""
        return ()

    def dry_run(
        self, event: Event, inputs: I, *, at: datetime, player: Player | None = None, request: int | None = None
    ) -> DryRun:
        """What it would come to if the player did it, and approved a request with it; writes nothing. Raises EventError
        if it cannot be done."""
        self.check_state(event)
        if player is not None:
            self.check_role(event, player, inputs)
            check_neutral(event, player, self.stakes(event, inputs), with_arbiters=self.is_for_arbiters)
        found = self.consequences(event, inputs, at=at)
        if request is not None:
            approved = _("Request %(number)d is approved: “%(text)s” %(player)s is notified.")
            asked = open_request(event, request)
            asked.check_approved_by(self.slug, inputs)
            values = {"number": request, "text": asked.text, "player": asked.player}
            found = together((DryRun((approved % values,)), found))
        return found.as_of_now()

    def do(self, event: Event, inputs: I, decision: Decision) -> EventLogEntry:
        """Do it, or find the entry of what was done under the key before.

        Raises EventError, NotDirector, and NotNeutral.
        """
        if decision.player is not None:
            self.check_role(event, decision.player, inputs)
        if known := known_entry(event, decision.key, by=decision.player):
            return known  # what was asked for may not be there any more
        if (request := request_of_key(decision.key)) is not None:
            open_request(event, request).check_approved_by(self.slug, inputs)
        if decision.player is not None:
            stakes = self.stakes(event, inputs)
            check_neutral(event, decision.player, stakes, with_arbiters=self.is_for_arbiters)
            decision = replace(decision, staff=acts_as_staff(event, decision.player))
        return self.perform(event, inputs, decision)

    @abstractmethod
    def consequences(self, event: Event, inputs: I, *, at: datetime) -> DryRun:
        """``dry_run`` in a state in which it can be done."""


class EntryAction(Action[I]):
    """An action that takes effect by an entry of the log, written under the event's lock."""

    def perform(self, event: Event, inputs: I, decision: Decision) -> EventLogEntry:
        """Write the entry, and then do what follows from it outside the event's transaction."""
        with transaction.atomic():
            locked = lock_for(event.pk, decision, with_arbiters=self.is_for_arbiters)
            if known := known_entry(locked, decision.key):
                return known
            self.check_state(locked)
            entry = self.write(locked, inputs, decision)
        self.follow_up(entry, at=decision.at)
        return entry

    @abstractmethod
    def write(self, event: Event, inputs: I, decision: Decision) -> EventLogEntry:
        """Write the entry and change the locked event with it. Raises EventError."""

    def follow_up(self, entry: EventLogEntry, *, at: datetime) -> None:
        """What is done game by game after the commit; a sweep does it if this is interrupted."""
