"""An entry of every kind, for an event that is played, and a kind that only the tests have."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, ClassVar

from django.utils.translation import gettext as _

from ground.wording import and_list
from tests.tournaments.conftest import NOON
from tournaments.event_log import kinds
from tournaments.event_log.kinds import Kind
from tournaments.event_log.kinds.base import REVERTED, Fold, Names, Roster, Wanted
from tournaments.models import Event, Fixture
from tournaments.queries import games_of_event
from tournaments.standings.matches import GameResult
from tournaments.standings.tables import Bye
from tournaments.standings.tables import Kind as RoundKind


def samples(event: Event) -> dict[str, Kind]:
    """A payload of every registered kind, about the first fixture of an event."""
    fixture = Fixture.objects.filter(round__division__event=event).earliest("pk")
    played = fixture.games.get()
    first, second = played.seating
    player, other = (event.entrants.get(pk=entrant).player_id for entrant in played.seating)
    result = GameResult(fixture.pk, played.game_id, 1, (first, second), (3, 2), (1, 2), (), "score")
    by = {"actor": event.director_id, "why": "As agreed."}
    byes = (Bye(first, 2, RoundKind.PAIRING_BYE),)
    one = [
        kinds.Started(nonce="ab", seed="cd", layout=event.layout, ruleset=event.ruleset,
                      starters=(kinds.Starter(first, player, 1500, 350),),
                      seasons=(kinds.Season(1, 7, "ef"),), actor=event.director_id),
        kinds.StartMoved(start=NOON + timedelta(days=7), before=NOON, why="Too few have entered."),
        kinds.Seeded(entrants=(second, first), **by),
        kinds.Placed(entrant=first, tier=1, pool=2, **by),
        kinds.RoundPaired(pairing=1, digest="ab", fixtures=(fixture.pk,), byes=byes),
        kinds.WentOn(round=2, fixtures=(fixture.pk,), **by),
        kinds.GamesAdded(fixture=fixture.pk, games=2),
        kinds.Challenged(fixture=fixture.pk, challenger=second, defender=first),
        kinds.GameFinished(result=result),
        kinds.GameCorrected(result=result, **by),
        kinds.GameAnnulled(result=result, **by),
        kinds.Adjudicated(game=played.game_id, places=(2, 1), **by),
        kinds.Confirmed(entry=1, game=played.game_id, **by),
        kinds.TimeAdded(game=played.game_id, seat=1, seconds=86_400, **by),
        kinds.ByeRequested(entrant=first, round=9, actor=player),
        kinds.ByeGiven(byes=(Bye(first, 1, RoundKind.HALF_BYE),), **by),
        kinds.KeptApart(entrants=(first, second), groups=((first, second),), same_club=True, **by),
        kinds.PairingSet(round=9, pairs=((first, second),), **by),
        kinds.DeadlineMoved(round=1, deadline=NOON + timedelta(days=9), **by),
        kinds.Entered(entrant=first, player=player, number=5, rating=1500, again=False, byes=byes),
        kinds.Withdrawn(entrant=first, round=2, void=(fixture.pk,), **by),
        kinds.Disqualified(entrant=first, round=2, void=(), **by),
        kinds.RemovedFromLadder(entrant=first, round=2, void=(fixture.pk,), why="Lost on time."),
        kinds.Substituted(entrant=first, old=other, new=player, **by),
        kinds.SquadNamed(entrant=first, captain=player, players=(player, other)),
        kinds.LineUpNamed(entrant=first, round=2, players=(other, player)),
        kinds.BoardTakenOver(entrant=first, old=other, new=player, games=(played.game_id,)),
        kinds.Requested(what="substitute", player=other, actor=player, why="I move house."),
        kinds.RequestAnswered(request=1, player=player, answer="refused", **by),
        kinds.Paused(**by),
        kinds.Resumed(**by),
        kinds.Announced(words="Round 2 is next.", actor=event.director_id, key="k"),
        kinds.AssistantNamed(player=other, assists=True, actor=event.director_id),
        kinds.ArbiterNamed(player=other, arbitrates=True, actor=event.director_id),
        kinds.Reverted(entry=1, **by),
        kinds.FinalsBegan(finalists=(kinds.Finalist(first, second),)),
        kinds.Reopened(),
        kinds.LadderEnded(**by),
        kinds.TermsChanged(changes=("players in a pool: 7, now 9",), actor=event.director_id),
        kinds.CalledOff(**by),
        kinds.TablesApproved(digest="ab", **by),
        kinds.Archived(**by),
        kinds.Unarchived(**by),
    ]  # fmt: skip
    return {payload.slug: payload for payload in one}


def about(event: Event, payload: Kind) -> dict[str, Any]:
    """The division of an entry, and the game that the result of a finished game is of."""
    is_of_game = isinstance(payload, kinds.GameFinished)
    return {"division": event.divisions.get(), "game": games_of_event(event).first() if is_of_game else None}


@dataclass(frozen=True, kw_only=True)
class FixtureVoided(Kind):
    """A director declared a fixture void: it counts for nobody."""

    slug: ClassVar[str] = "fixture_voided"
    reverted_by: ClassVar[str] = REVERTED
    in_feed: ClassVar[bool] = True

    fixture: int
    entrants: tuple[int, ...]

    def apply(self, fold: Fold, seq: int) -> None:
        fold.void.add(self.fixture)

    def concerns(self, roster: Roster) -> Iterable[int]:
        return [roster.player(entrant) for entrant in self.entrants]

    def names(self) -> Wanted:
        return Wanted(entrants=self.entrants)

    def sentence(self, names: Names) -> str:
        players = and_list([names.entrant(entrant) for entrant in self.entrants])
        return _("The fixture of %(players)s was declared void.") % {"players": players}
