"""A player leaves: what was played stands, what is open is lost, and nobody gains by leaving."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Game
from tests.tournaments.acting import act, dry_run, leaves
from tests.tournaments.conftest import NOON, League, after, play
from tests.tournaments.playing import lose, next_season, payload_of, play_all, ranks, running, settle, started
from tournaments.event_rules.layouts import Layout
from tournaments.models import Event, StandingSnapshot
from tournaments.pairing.seasons import UNSURE
from tournaments.queries import divisions_of
from tournaments.setup.seeding import players_who_left
from tournaments.standings.points import POINT
from tournaments.standings.rulesets import usual_ruleset
from tournaments.verifying.events import verify_event

pytestmark = pytest.mark.django_db


def leave(event: Event, name: str) -> None:
    leaves(event, name)
    settle(event, after(3))


def totals(event: Event) -> list[tuple[str, int, int]]:
    """Player, points and matches that count, forfeits included, in the order of names."""
    division = divisions_of(event).get()
    snapshot = StandingSnapshot.objects.get(division=division).standings
    names = dict(event.entrants.values_list("pk", "player__username"))
    counted = ("played", "forfeits_won", "forfeits_lost")
    return sorted((names[row.entrant], row.points, sum(row.columns[one] for one in counted)) for row in snapshot.rows)


@pytest.mark.parametrize("lost", [0, 3])
def test_match_of_two_that_a_player_leaves_is_lost(lost: int) -> None:
    """Bert has lost some of four games when he withdraws: these stand, and so does his loss of the match."""
    ruleset = usual_ruleset("league", "treeblox", games_per_fixture=4)
    event = started(Layout(form="match"), 2, rules="treeblox", ruleset=ruleset)
    games = running(event)
    assert len(games) == 4
    for game in games[:lost]:
        lose(game, "bert", after(1))
    shown = dry_run("withdraw", event, player="bert")
    assert "What was played stands, and what is open is lost." in shown.sentences
    leave(event, "bert")
    assert event.state == "finished"
    assert totals(event) == [("anna", POINT, 1), ("bert", 0, 1)]
    left = event.log_entries.get(kind="withdrawn")
    assert payload_of(left).void == ()
    assert verify_event(event) == []


def test_single_games_of_a_match_of_two_that_were_won_stand() -> None:
    event = started(Layout(form="match", cycles=2), 2, rules="btt")
    first, *others = running(event)
    lose(first, "anna", after(1))
    leave(event, "bert")
    assert totals(event)[0][1:] == (POINT * len(others), 1 + len(others))
    assert totals(event)[1][1:] == (POINT, 1 + len(others))


def test_round_robin_of_two_is_not_void_either(league: League) -> None:
    event = league("anna", "bert", rules="btt")
    leave(event, "anna")
    assert ranks(divisions_of(event).get()) == [(1, "bert"), (2, "anna")]
    assert totals(event) == [("anna", 0, 1), ("bert", POINT, 1)]


def test_open_games_of_a_player_who_leaves_early_are_lost_for_ratings_and_void_in_the_table(league: League) -> None:
    """Anna leaves with no meeting complete: none counts, but her games are over, and lost as resigned ones are."""
    event = league("anna", "bert", "dora", "emil", rules="treeblox")
    begun = next(game for game in running(event) if "anna" in {seat.player.username for seat in game.seats.all()})
    play(begun, "L 1,1,1", "L 4,4,1")
    leave(event, "anna")
    begun.refresh_from_db()
    assert (begun.status, begun.end_reason) == (Game.Status.FINISHED, "forfeit")
    assert [seat.place for seat in begun.seats.order_by("number")] in ([1, 2], [2, 1])
    loser = begun.seats.select_related("player").get(place=2)
    assert loser.player.username == "anna"
    assert ("anna", 0, 0) in totals(event)
    assert verify_event(event) == []


def test_reverted_departure_does_not_bring_back_games_that_were_lost_by_it(league: League) -> None:
    event = league("anna", "bert", "dora", "emil", rules="btt")
    leave(event, "anna")
    left = event.log_entries.get(kind="withdrawn")
    act("revert-entry", event, entry=left.seq, at=after(4))
    settle(event, after(4))
    assert ("anna", 0, 3) in totals(event)
    assert verify_event(event) == []


def test_player_who_left_a_season_enters_the_next_below_all() -> None:
    """Whatever the rating: else a player who is to go down would leave, and enter again higher up as a newcomer."""
    event = started(Layout(form="league", pool_size=4, season_days=90), 12)
    leaver = divisions_of(event).filter(tier=2).first().entrants.select_related("player").first().player  # type: ignore[union-attr]
    leave(event, leaver.username)
    play_all(event, after(5))
    assert players_who_left(event) == {leaver.pk}
    assert players_who_left(event, 1) == frozenset()
    season = next_season(event.pk, now=NOON + timedelta(days=80))
    assert season.previous == event
    assert UNSURE > 80
