"""The tables of events: who takes part, what was paired, and the append-only log. Standings and ratings follow from it.

One module for each subject; it imports pure modules, the tables of ``games``, and those above it in this list alone:
``clubs``, ``cups``, ``events``, ``circuits``, ``entrants``, ``fixtures``, ``event_log``,
``standings``, ``saved_templates``. The tables of ratings stand with the ratings.
"""

from __future__ import annotations

from tournaments.models.circuits import Circuit
from tournaments.models.clubs import Club, ClubMember
from tournaments.models.cups import CupPlace, CupQueue
from tournaments.models.entrants import NAME, Entrant, EntryBlock, Invitation, LineUp, TeamPlayer
from tournaments.models.event_log import EventLogEntry
from tournaments.models.events import DirectorNote, Division, Event, KeyLimit, Stage
from tournaments.models.fixtures import Fixture, FixtureGame, FixtureSeat, PairingRun, Round
from tournaments.models.ratings import PlayerRating, RatingPeriod, RatingPool, RatingRow
from tournaments.models.saved_templates import SavedTemplate
from tournaments.models.standings import MatchScore, StandingSnapshot
