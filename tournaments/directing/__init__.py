"""What directors do to their events: one module an action, with what it asks for, its dry run, and doing it.

Pages and REST make their forms from this list. What an action does to games is done to the games first and written into
the event's log in one transaction where few games are concerned, and else game by game: a sweep
(``running.settling``) finishes what a crash has left out. The same key again is the same action, done once.

Imports ``entries``, ``running``, the log and the models; nothing of the pages. ``README.md`` says how to add an action.
"""

from __future__ import annotations

from typing import Any

from games.models import Player
from tournaments.directing.action.base import Action, Place
from tournaments.directing.add_time import AddTime
from tournaments.directing.adjudicate import Adjudicate
from tournaments.directing.announce import Announce
from tournaments.directing.annul import Annul
from tournaments.directing.approve_tables import ApproveTables
from tournaments.directing.archive import Archive
from tournaments.directing.before_start.change_tier import ChangeTier
from tournaments.directing.before_start.move_start import MoveStart
from tournaments.directing.before_start.place_player import PlacePlayer
from tournaments.directing.before_start.seed_players import SeedPlayers
from tournaments.directing.call_off import CallOff
from tournaments.directing.confirm import Confirm
from tournaments.directing.correct_result import CorrectResult
from tournaments.directing.disqualify import Disqualify
from tournaments.directing.finish import Finish
from tournaments.directing.pause import Pause
from tournaments.directing.requests.let_in import LetIn
from tournaments.directing.requests.refuse_request import RefuseRequest
from tournaments.directing.resume import Resume
from tournaments.directing.revert_entry import RevertEntry
from tournaments.directing.rounds.give_bye import GiveBye
from tournaments.directing.rounds.keep_apart import KeepApart
from tournaments.directing.rounds.move_deadline import MoveDeadline
from tournaments.directing.rounds.pair_now import PairNow
from tournaments.directing.rounds.release_round import ReleaseRound
from tournaments.directing.rounds.set_pairing import SetPairing
from tournaments.directing.rounds.use_reserve import UseReserve
from tournaments.directing.several.several_games import SeveralGames
from tournaments.directing.several.several_players import SeveralPlayers
from tournaments.directing.substitute import Substitute
from tournaments.directing.unarchive import Unarchive
from tournaments.directing.withdraw import Withdraw
from tournaments.models import Event
from tournaments.queries import may_direct

ACTIONS: dict[str, Action[Any]] = {
    action.slug: action
    for action in (
        AddTime(),
        Adjudicate(),
        CorrectResult(),
        Annul(),
        Confirm(),
        Substitute(),
        UseReserve(),
        Withdraw(),
        Disqualify(),
        LetIn(),
        RefuseRequest(),
        SeveralGames(),
        SeveralPlayers(),
        GiveBye(),
        ReleaseRound(),
        PairNow(),
        SetPairing(),
        KeepApart(),
        MoveDeadline(),
        SeedPlayers(),
        PlacePlayer(),
        ChangeTier(),
        MoveStart(),
        Announce(),
        Pause(),
        Resume(),
        RevertEntry(),
        Finish(),
        CallOff(),
        ApproveTables(),
        Archive(),
        Unarchive(),
    )
}


def offered(event: Event, player: Player) -> dict[Place, list[Action[Any]]]:
    """The actions that are possible in an event now for a player with a role in it, by the places of the console at
    which they are offered. Arbiters revert entries about games only."""
    directs = may_direct(event, player)
    possible = [
        action for action in ACTIONS.values() if action.is_possible(event) and (directs or action.is_for_arbiters)
    ]
    return {
        place: [action for action in possible if place in action.offered_at and (directs or place != Place.ENTRY)]
        for place in Place
    }
