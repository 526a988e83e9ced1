"""Actions about several games or players at once: another action for each of them, or for none."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeVar

from django.db.models import QuerySet
from django.utils import timezone

from games.models import Game
from tournaments.directing.action.base import Action, Place
from tournaments.directing.action.dry_run import DryRun, together
from tournaments.event_log.append import lock_games_and_event
from tournaments.models import Event, EventLogEntry
from tournaments.queries import SILENT, running_games
from tournaments.running.decisions import Decision, known_entry
from tournaments.running.neutrality import Stake

Part = tuple[Action[Any], Any]  # Any: one action with its own inputs
I = TypeVar("I")  # noqa: E741 - the inputs of an action


class Several(Action[I]):
    """Each of the actions that ``parts`` names is done, in one transaction: what refuses one of them refuses all.

    Each has its entry of the log; the last entry has the key of the request, and is the answer.
    """

    offered_at = (Place.OPEN_GAMES,)
    is_grave = True

    @abstractmethod
    def parts(self, event: Event, inputs: I) -> Sequence[Part]:
        """The actions in their order, at least one, each with its inputs. Raises EventError."""

    @abstractmethod
    def games(self, event: Event, inputs: I) -> QuerySet[Game]:
        """The games that are locked for all of it."""

    def stakes(self, event: Event, inputs: I) -> Sequence[Stake]:
        return [stake for one, given in self.parts(event, inputs) for stake in one.stakes(event, given)]

    def consequences(self, event: Event, inputs: I, *, at: datetime) -> DryRun:
        return together(one.consequences(event, given, at=at) for one, given in self.parts(event, inputs))

    def perform(self, event: Event, inputs: I, decision: Decision) -> EventLogEntry:
        with lock_games_and_event(self.games(event, inputs), event.pk) as locked:
            if known := known_entry(locked, decision.key):
                return known
            self.check_state(locked)
            *others, (last, of_last) = self.parts(locked, inputs)
            for number, (one, given) in enumerate(others, 1):
                key = None if decision.key is None else f"{number} of {decision.key}"
                one.perform(locked, given, replace(decision, key=key))
            return last.perform(locked, of_last, decision)


def silent_games(event: Event) -> QuerySet[Game]:
    """The open games of an event in which nobody has moved for ten days."""
    return running_games(event).filter(turn__started_at__lte=timezone.now() - SILENT)
