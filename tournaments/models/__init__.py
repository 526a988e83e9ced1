"""The tables of events: who takes part, what was paired, and the append-only log. Standings and ratings follow from it.

One module for each subject; it imports pure modules, the tables of ``games``, and those above it in this list alone:
``cups``, ``events``, ``entrants``, ``fixtures``, ``event_log``, ``standings``, ``keys``. The tables of ratings stand
with the ratings.
"""

from __future__ import annotations

from tournaments.models.cups import CupPlace, CupQueue
from tournaments.models.entrants import Entrant, EntryBlock, Invitation
from tournaments.models.event_log import EventLogEntry
from tournaments.models.events import Division, Event, Stage
from tournaments.models.fixtures import Fixture, FixtureGame, FixtureSeat, PairingRun, Round
from tournaments.models.keys import KeyLimit
from tournaments.models.ratings import PlayerRating, RatingPeriod, RatingPool, RatingRow
from tournaments.models.standings import MatchScore, StandingSnapshot

__all__ = [
    "CupPlace",
    "CupQueue",
    "Division",
    "Entrant",
    "EntryBlock",
    "Event",
    "EventLogEntry",
    "Fixture",
    "FixtureGame",
    "FixtureSeat",
    "Invitation",
    "KeyLimit",
    "MatchScore",
    "PairingRun",
    "PlayerRating",
    "RatingPeriod",
    "RatingPool",
    "RatingRow",
    "Round",
    "Stage",
    "StandingSnapshot",
]
