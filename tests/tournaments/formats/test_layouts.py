"""What a season or a group stage comes to, so that what follows can be laid out."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction

import pytest

from games.play import directing as games
from tests.tournaments.acting import leave_event
from tests.tournaments.conftest import NOON, after, friend
from tests.tournaments.playing import better_of, lose, next_season, play_all, running, settle, started
from tournaments.event_rules.layouts import Layout
from tournaments.models import Entrant, Event
from tournaments.pairing.seasons import target_tier
from tournaments.presenting.promotion_zones import Zone
from tournaments.presenting.tables import record_of, standing_table
from tournaments.queries import divisions_of, entries_of, fixtures_of
from tournaments.running import seasons, services
from tournaments.setup.seeding import finishes_of

pytestmark = pytest.mark.django_db


def order(event: Event) -> list[str]:
    """The players of an event of one division as they go on from it."""
    finishes = finishes_of(event)
    names = dict(event.entrants.values_list("player", "player__username"))
    return [names[player] for player in sorted(finishes, key=lambda player: finishes[player].rank)]


def draw_all(event: Event) -> None:
    for game in running(event):
        games.adjudicate_game(game_id=game.pk, places=[1, 1], actor_id=None, reason="Level.", at=after(1))
    settle(event, after(1))


def drawn_season(players: int) -> tuple[Event, Event]:
    """A league that the alphabet has decided, and its next season, in which every game was a draw."""
    first = started(Layout(form="league", pool_size=3, season_days=180), players)
    play_all(first, after(1))
    season = next_season(first.pk, now=after(2))
    for entrant in season.entrants.select_related("player"):
        seasons.stay(event_id=season.pk, player_id=entrant.player_id, stays=True, at=after(3))
    season = services.start_event(event_id=season.pk, player=friend("cleo"), at=NOON + timedelta(days=180))
    for game in running(season):
        games.adjudicate_game(game_id=game.pk, places=[1, 1], actor_id=None, reason="Level.", at=after(1))
    settle(season, after(1))
    return first, season


def test_player_who_shares_a_place_is_put_in_order_by_the_season_before_then_by_rating_then_by_lot() -> None:
    first, season = drawn_season(3)
    assert order(first) == ["anna", "bert", "dora"]
    for name, rating in (("anna", 1400), ("bert", 1500), ("dora", 1500)):
        Entrant.objects.filter(event=season, player=friend(name)).update(rating=rating)
    assert order(season) == ["anna", "bert", "dora"]
    season.previous = None
    by_number = season.entrants.exclude(player=friend("anna")).order_by("number")
    assert order(season) == [*by_number.values_list("player__username", flat=True), "anna"]


def test_table_tells_each_of_those_who_share_a_place_what_becomes_of_them() -> None:
    _, season = drawn_season(9)
    finishes = finishes_of(season)
    zones = {-1: Zone.UP, 0: Zone.STAYS, 1: Zone.DOWN}
    for division in divisions_of(season):
        players = dict(division.entrants.values_list("pk", "player"))
        lines = standing_table(division).lines
        assert {line.rank for line in lines} == {1}
        ends = {line.entrant: finishes[players[line.entrant]] for line in lines}
        assert {line.entrant: line.zone for line in lines} == {
            entrant: zones[target_tier(end) - end.tier] for entrant, end in ends.items()
        }


def test_points_of_pools_are_compared_as_shares_of_what_could_be_had() -> None:
    event = started(Layout(form="league", seats=3, pool_size=4), 7, rules="btt")
    play_all(event, after(1))
    winners = [finish for finish in finishes_of(event).values() if finish.rank == 1]
    assert {(finish.tier, finish.share) for finish in winners} == {(1, Fraction(1)), (2, Fraction(1))}


def test_void_games_are_none_that_could_be_won() -> None:
    event = started(Layout(form="league", pool_size=5), 5)
    emil = event.entrants.get(player=friend("emil"))
    leave_event(event_id=event.pk, entrant_id=emil.pk, player=emil.player, reason="No time.", at=after(1))
    play_all(event, after(1))
    finishes = finishes_of(event)
    assert emil.player_id not in finishes
    shares = {finish.rank: finish.share for finish in finishes.values()}
    assert shares == {1: 1, 2: Fraction(2, 3), 3: Fraction(1, 3), 4: 0}


def test_finals_seed_the_winners_of_all_groups_before_the_seconds_so_that_two_of_one_meet_late() -> None:
    event = started(Layout(form="groups", pool_size=4, qualifiers=2), 8)
    groups = [
        sorted(group.entrants.values_list("player__username", flat=True))  # the alphabet decides every game
        for group in event.divisions.order_by("number")
    ]
    while event.divisions.count() == 2:
        for game in running(event):
            lose(game, better_of(game)[1][0], after(1))
        settle(event, after(1))
    finals = divisions_of(event)[0]
    seeds = list(finals.entrants.order_by("number").values_list("player__username", flat=True))
    assert seeds == [groups[0][0], groups[1][0], groups[0][1], groups[1][1]]
    met = {tuple(sorted(seat.entrant.number or 0 for seat in fixture.seats.all())) for fixture in fixtures_of(finals)}
    assert met == {(1, 4), (2, 3)}


def test_place_leads_to_the_finals_in_the_record_of_a_player_as_in_the_table() -> None:
    event = started(Layout(form="groups", pool_size=6, qualifiers=2), 6)
    for game in running(event):
        if better_of(game) != ("fred", ["gina"]):  # both are still playing
            lose(game, better_of(game)[1][0], after(1))
    anna = event.entrants.get(player=friend("anna"))
    leave_event(event_id=event.pk, entrant_id=anna.pk, player=anna.player, reason="Ill.", at=after(1))
    settle(event, after(1))
    lines = standing_table(event.divisions.get()).lines
    assert [(line.rank, line.zone) for line in lines[:3]] == [(1, ""), (2, Zone.THROUGH), (3, Zone.THROUGH)]
    for line in lines:
        (part,) = record_of(event, entries_of(event, line.player))
        assert part.line is not None
        assert part.line.zone == line.zone
