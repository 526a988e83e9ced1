"""A league over its seasons."""

from __future__ import annotations

import pytest

from games.moderation import quotas
from tests.built_once import built_once
from tests.tournaments.conftest import NOON, THREE_DAYS, after, friend
from tests.tournaments.playing import NAMES, next_season, play_all, started
from tournaments.event_rules.layouts import Form, Layout
from tournaments.exceptions import NotAllowed
from tournaments.history.seasons import Moved, league_of, seasons_of
from tournaments.models import Event
from tournaments.running import seasons, services
from tournaments.standings.points import POINT

pytestmark = pytest.mark.django_db


def following(event: Event, at: float) -> Event:
    """The next season of a league of six, in which everybody stays, begun."""
    season = next_season(event.pk, now=after(at))
    for name in NAMES[:6]:
        seasons.stay(event_id=season.pk, player_id=friend(name).pk, stays=True, at=after(at))
    return services.start_event(event_id=season.pk, player=friend("cleo"), at=after(at))


@built_once
def two_seasons() -> Event:
    """The second season of a league of two tiers of three; both are over."""
    first = started(Layout(form=Form.LEAGUE, pool_size=3, season_days=180), 6)
    play_all(first, after(1))
    second = following(first, 48)
    play_all(second, after(49))
    return second


def tier_of(event: Event, name: str) -> int:
    return event.entrants.get(player=friend(name), division__isnull=False).division.tier  # type: ignore[union-attr]


def test_drafts_of_next_seasons_count_for_no_quota() -> None:
    layout, director = Layout(form=Form.LEAGUE, pool_size=3, season_days=180), friend("cleo")
    values = {"director": director, "rules": "btt", "layout": layout, "control": THREE_DAYS, "at": NOON}
    for number in range(quotas.DRAFTS.most + 1):
        event = services.create_event(name=f"League {number}", **values)
        ended = {"state": Event.State.FINISHED, "started_at": NOON, "finished_at": after(1), "seed": "5eed"}
        Event.objects.filter(pk=event.pk).update(**ended)
    for event in seasons.to_continue():
        seasons.prepare_next(event.pk, now=after(2))
    assert Event.objects.filter(state=Event.State.DRAFT).count() > quotas.DRAFTS.most
    services.create_event(name="Spring", **values)


def test_director_with_as_many_open_events_as_one_can_have_opens_a_next_season_all_the_same() -> None:
    values = {"director": friend("cleo"), "rules": "btt", "control": THREE_DAYS, "at": NOON}
    for number in range(quotas.OPEN_EVENTS.most):
        event = services.create_event(name=f"League {number}", **values)
        Event.objects.filter(pk=event.pk).update(state=Event.State.OPEN)
    season = services.create_event(name="Season", **values)
    with pytest.raises(NotAllowed):
        services.open_entries(event_id=season.pk, player=friend("cleo"))
    Event.objects.filter(pk=season.pk).update(previous=event)
    assert services.open_entries(event_id=season.pk, player=friend("cleo")).state == Event.State.OPEN


def test_league_knows_its_seasons_from_each_of_them() -> None:
    second = two_seasons()
    first = second.previous
    assert first is not None
    assert seasons_of(first) == seasons_of(second) == [first, second]


def test_next_season_that_is_still_a_draft_is_not_shown() -> None:
    second = two_seasons()
    seasons.prepare_next(second.pk, now=after(60))
    assert len(seasons_of(second)) == 2


def test_seasons_have_champions_and_the_players_who_changed_tiers() -> None:
    second = two_seasons()
    first = second.previous
    assert first is not None
    league = league_of(second)
    assert [(one.event, one.players) for one in league.seasons] == [(second, 6), (first, 6)]
    latest, earliest = league.seasons
    up = [name for name in NAMES[:6] if tier_of(second, name) < tier_of(first, name)]
    down = [name for name in NAMES[:6] if tier_of(second, name) > tier_of(first, name)]
    assert latest.moves.up == tuple(Moved(name, 1) for name in up)
    assert latest.moves.down == tuple(Moved(name, 2) for name in down)
    assert up
    assert (earliest.moves.up, earliest.moves.down) == ((), ())
    assert len(latest.champions) == len(earliest.champions) == 1
    assert tier_of(first, earliest.champions[0]) == 1


def test_all_time_table_adds_up_the_tables_of_all_seasons() -> None:
    second = two_seasons()
    league = league_of(second)
    assert sorted(one.player for one in league.all_time) == sorted(NAMES[:6])
    assert [one.events for one in league.all_time] == [2] * 6
    assert [one.points for one in league.all_time] == sorted((one.points for one in league.all_time), reverse=True)
    assert sum(one.points for one in league.all_time) == 12 * POINT, "a point for each of twelve games"
    assert all(one.points == POINT * one.won for one in league.all_time)
    assert sum(one.titles for one in league.all_time) == 2
    assert all(one.played == one.won + one.lost == 4 for one in league.all_time)
    champion = league.seasons[0].champions[0]
    line = next(one for one in league.all_time if one.player == champion)
    assert (line.best_tier, line.best_place) == (1, 1)


def test_records_are_the_most_points_and_titles_in_a_row() -> None:
    league = league_of(two_seasons())
    most = league.most_points
    assert most is not None
    assert (most.points, most.played) == (2 * POINT, 2)
    first, second = (season.champions for season in reversed(league.seasons))
    if first == second:
        assert league.longest_run is not None
        assert (league.longest_run.player, league.longest_run.count) == (first[0], 2)
    else:
        assert league.longest_run is None


def test_season_that_is_played_has_moves_and_no_champion() -> None:
    season = following(two_seasons(), 96)
    league = league_of(season)
    assert [bool(one.champions) for one in league.seasons] == [False, True, True]
    assert [one.events for one in league.all_time] == [2] * 6
