"""What can still happen: bounds of places against every way in which a table can end, and the lines drawn in it."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from tournaments.event_rules.layouts import Layout
from tournaments.pairing.seasons import Finish, Leads, leads_of, target_tier
from tournaments.presenting.promotion_zones import Zone, ZoneLine, outlook_in_words, zone_lines_of, zone_of
from tournaments.standings.outlook import Outlook, Places, outlooks
from tournaments.standings.points import POINT

HALF = POINT // 2


@pytest.mark.parametrize("seed", range(20))
def test_no_place_that_is_out_of_the_bounds_can_be_reached(seed: int) -> None:
    random = Random(seed)
    players = range(5)
    pairs = [(one, two) for one in players for two in players if one < two]
    random.shuffle(pairs)
    played, left = pairs[:-4], pairs[-4:]
    points = dict.fromkeys(players, 0)
    for one, two in played:
        own = random.choice((0, HALF, POINT))
        points[one] += own
        points[two] += POINT - own
    still_open = {player: sum(player in pair for pair in left) for player in players}
    bounds = outlooks(points, still_open, POINT)
    for results in product((0, HALF, POINT), repeat=len(left)):
        final = dict(points)
        for (one, two), own in zip(left, results, strict=True):
            final[one] += own
            final[two] += POINT - own
        for player in players:
            first = 1 + sum(final[other] > final[player] for other in players)
            last = sum(final[other] >= final[player] for other in players)
            assert bounds[player].places.best <= first
            assert last <= bounds[player].places.worst
            assert final[player] <= bounds[player].most


def test_leader_whom_nobody_can_reach_is_first_for_certain() -> None:
    bounds = outlooks({1: 3 * POINT, 2: POINT, 3: 0}, {1: 0, 2: 1, 3: 1}, POINT)
    assert bounds[1] == Outlook(most=3 * POINT, places=Places(1, 1), staying=Places(1, 1))
    assert bounds[2].places == Places(2, 3)
    assert outlook_in_words(bounds[1], ()) == ["first for certain"]
    assert outlook_in_words(bounds[2], ()) == ["cannot be first any more"]


def test_player_who_can_only_be_equalled_is_not_first_for_certain() -> None:
    bounds = outlooks({1: POINT, 2: 0}, {2: 1}, POINT)
    assert bounds[1] == bounds[2] == Outlook(most=POINT, places=Places(1, 2), staying=Places(1, 2))


NOT_UP = "cannot reach a place of promotion any more"


def test_player_who_is_behind_somebody_who_has_left_goes_up_all_the_same() -> None:
    bounds = outlooks({1: 4 * POINT, 2: 3 * POINT, 3: POINT, 4: POINT}, {3: 1, 4: 1}, POINT, gone={1})
    assert bounds[2] == Outlook(most=3 * POINT, places=Places(2, 2), staying=Places(1, 1))
    assert bounds[3] == Outlook(most=2 * POINT, places=Places(3, 4), staying=Places(2, 3))
    assert bounds[1] == Outlook(most=4 * POINT, places=Places(1, 1), staying=Places(1, 1))
    lines = zone_lines_of(Layout(form="league", pool_size=4), stage=1, leads=Leads(1, 4), size=4)
    assert outlook_in_words(bounds[2], lines) == ["cannot be first any more", "goes up for certain"]
    assert outlook_in_words(bounds[3], lines) == ["cannot be first any more", NOT_UP]


@pytest.mark.parametrize("size", range(3, 16))
@pytest.mark.parametrize("tier", [1, 2, 3])
def test_lines_of_a_league_are_those_of_promotion_and_relegation(size: int, tier: int) -> None:
    leads = leads_of([1, 2, 3], tier, size=9)
    lines = zone_lines_of(Layout(form="league", pool_size=9), stage=1, leads=leads, size=size)
    moves = {None: 0, Zone.STAYS: 0, Zone.UP: -1, Zone.DOWN: 1}
    for rank in range(1, size + 1):
        target = target_tier(Finish(entrant=1, tier=tier, rank=rank, leads=leads, share=Fraction(0)))
        assert moves[zone_of(rank, lines)] == target - tier


def test_there_are_lines_where_a_table_leads_somewhere_only() -> None:
    assert zone_lines_of(Layout(), stage=1, leads=None, size=9) == ()
    assert zone_lines_of(Layout(form="league", pool_size=9), stage=1, leads=None, size=9) == ()
    groups = Layout(form="groups", pool_size=4, qualifiers=2)
    assert zone_lines_of(groups, stage=1, leads=None, size=4) == (ZoneLine(2, Zone.THROUGH, Zone.OUT),)
    assert zone_lines_of(groups, stage=2, leads=None, size=4) == ()


@pytest.mark.parametrize(
    ("best", "worst", "words"),
    [
        (1, 1, ["first for certain", "goes up for certain"]),
        (1, 2, ["goes up for certain"]),
        (2, 2, ["cannot be first any more", "goes up for certain"]),
        (2, 5, ["cannot be first any more", "will not go down"]),
        (3, 9, ["cannot be first any more", NOT_UP]),
        (6, 9, ["cannot be first any more", NOT_UP, "cannot leave the places of relegation any more"]),
    ],
)
def test_what_is_certain_is_said_in_words(best: int, worst: int, words: list[str]) -> None:
    lines = zone_lines_of(Layout(form="league", pool_size=9), stage=1, leads=Leads(2, 5), size=9)
    places = Places(best, worst)
    assert outlook_in_words(Outlook(0, places, places), lines) == words
