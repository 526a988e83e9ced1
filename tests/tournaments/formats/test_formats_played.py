"""Every format, from the entries to the last table, through the services."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tests.tournaments.acting import act, leave_event
from tests.tournaments.conftest import NOON, THREE_DAYS, friend
from tests.tournaments.playing import (
    NAMES,
    better_of,
    lose,
    next_season,
    payload_of,
    play_all,
    ranks,
    running,
    settle,
    started,
)
from tournaments.event_rules.layouts import Layout
from tournaments.exceptions import EventError
from tournaments.formats import FORMATS
from tournaments.models import Division, Entrant, Event, Fixture, StandingSnapshot
from tournaments.presenting.brackets import bracket_rounds
from tournaments.presenting.match_tables import match_tables
from tournaments.queries import divisions_of, fixtures_of, games_of_event, open_games_of
from tournaments.running import ladders, seasons, services
from tournaments.scheduling import timetable
from tournaments.verifying.events import verify_event

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("players", "places"), [(2, [1, 2]), (5, [1, 2, 3, 4, 5]), (8, [1, 2, 3, 4, 5, 5, 5, 5])])
def test_knockout_goes_on_to_its_final(players: int, places: list[int]) -> None:
    event = started(Layout(form="knockout"), players)
    play_all(event, NOON + timedelta(hours=1))
    assert event.state == "finished"
    table = ranks(divisions_of(event).get())
    assert table[0] == (1, "anna")
    assert [rank for rank, _ in table] == places
    assert verify_event(event) == []


def test_what_was_not_decided_when_a_knockout_is_called_off_has_no_winner() -> None:
    event, at = started(Layout(form="knockout"), 8), NOON + timedelta(hours=1)
    won, half, *_ = fixtures = list(Fixture.objects.order_by("number"))
    for game in (*won.games.all(), half.games.all()[0]):
        lose(game.game, better_of(game.game)[1][0], at)
    settle(event, at)
    division = divisions_of(event).get()
    before, bracket = ranks(division), goes_on(division)
    assert [bracket[fixture.number] for fixture in fixtures] == [better_of(won.games.all()[0].game)[0], "", "", ""]
    act("call-off", event, by=friend("cleo"), reason="A flood.", at=at)
    settle(event, at)
    assert (running(event), ranks(division), goes_on(division)) == ([], before, bracket)
    verdicts = [table.verdict for table in match_tables(division, list(fixtures_of(division)))]
    assert [verdict.startswith("The event was called off before") for verdict in verdicts] == [False, True, True, True]
    assert verify_event(event) == []


def goes_on(division: Division) -> dict[int, str]:
    """Who has won which tie of the first round; nobody yet is an empty text."""
    ties = bracket_rounds(division)[0].ties
    return {tie.number: "".join(side.player for side in tie.sides if side.goes_on) for tie in ties}


def titles(event: Event) -> set[str]:
    """What the games are called, without their rounds."""
    return {game.title.split(", round ")[0] for game in games_of_event(event)}


def test_groups_send_their_best_to_the_finals() -> None:
    event = started(Layout(form="groups", pool_size=4, qualifiers=2), 8)
    assert event.divisions.count() == 2
    assert titles(event) == {"Autumn, group 1", "Autumn, group 2"}
    play_all(event, NOON + timedelta(hours=1))
    finals = divisions_of(event).first()
    assert finals is not None
    assert (event.state, finals.stage.number, finals.entrants.count()) == ("finished", 2, 4)
    assert ranks(finals)[0] == (1, "anna")
    assert titles(event) == {
        "Autumn, group 1", "Autumn, group 2",
        *(f"Autumn, finals, {name}, game {number} of 2"
          for name in ("semi-final", "final", "match for third place") for number in (1, 2)),
    }  # fmt: skip
    assert verify_event(event) == []


def test_balanced_pool_of_31_is_a_round_robin_for_six_seats_only() -> None:
    described: dict[str, Any] = {"director": friend("cleo"), "rules": "btt", "control": THREE_DAYS, "at": NOON}
    pool = services.create_event(name="Pool", layout=Layout(seats=6), most_entrants=31, **described)
    form = FORMATS["round-robin"]
    form.check_size(31, pool.event_layout)
    assert len(form.draw({"entrants": 31, "seats": 6, "cycles": 1}).meetings) == 31
    with pytest.raises(EventError, match="is for 2 to 21 players, not 31"):
        services.create_event(name="All", layout=Layout(), most_entrants=31, **described)


def test_ladder_is_climbed_by_challenges() -> None:
    event = started(Layout(form="ladder"), 4, most=8)
    division = divisions_of(event).get()
    settle(event, NOON)
    order = [name for _, name in ranks(division)]
    fixture = ladders.challenge(event_id=event.pk, player=friend(order[3]), username=order[2], at=NOON)
    lose(fixture.games.get().game, order[2], NOON + timedelta(hours=1))
    settle(event, NOON + timedelta(hours=1))
    assert [name for _, name in ranks(division)] == [order[0], order[1], order[3], order[2]]
    services.enter_event(event_id=event.pk, player=friend("mara"), at=NOON + timedelta(hours=2))
    settle(event, NOON + timedelta(hours=2))
    assert ranks(division)[-1] == (5, "mara")
    assert verify_event(event) == []


def test_league_of_three_tiers_goes_on_with_promotion_and_relegation() -> None:
    event = started(Layout(form="league", pool_size=4, season_days=180), 12)
    assert [(one.tier, one.entrants.count()) for one in divisions_of(event)] == [(1, 4), (2, 4), (2, 4)]
    assert titles(event) == {f"Autumn, division {number}" for number in ("1.1", "2.1", "2.2")}
    play_all(event, NOON + timedelta(days=3))
    assert event.state == "finished"
    upper = {name for one in divisions_of(event).filter(tier=1) for _, name in ranks(one)}
    last = ranks(divisions_of(event).get(tier=1))[-1][1]
    firsts = {ranks(one)[0][1] for one in divisions_of(event).filter(tier=2)}
    season = next_season(event.pk, now=NOON + timedelta(days=4))
    assert season.starts_at == NOON + timedelta(days=180)
    for name in NAMES[:12]:
        seasons.stay(event_id=season.pk, player_id=friend(name).pk, stays=True, at=NOON + timedelta(days=5))
    timetable.follow(now=NOON + timedelta(days=180))
    season.refresh_from_db()
    assert season.state == "running"
    now_upper = {e.player.username for e in Entrant.objects.filter(event=season, division__tier=1)}
    assert last not in now_upper
    assert firsts & now_upper
    assert len(now_upper) == 4
    assert upper & now_upper
    assert verify_event(event) == verify_event(season) == []


def test_withdrawal_before_half_of_the_games_makes_them_void() -> None:
    event = started(Layout(), 5)
    at = NOON + timedelta(hours=1)
    entrant = event.entrants.get(player=friend("emil"))
    line = leave_event(
        event_id=event.pk, entrant_id=entrant.pk, player=friend("emil"), reason="No time any more.", at=at
    )
    assert len(payload_of(line).void) == 4
    assert services.block_of(friend("emil"), at) is None  # he has lost nothing on time
    assert not open_games_of(entrant).exists()
    play_all(event, at)
    table = StandingSnapshot.objects.get(division__event=event).standings
    assert {row.entrant: row.columns["played"] for row in table.rows}[entrant.pk] == 0
    assert all(row.columns["played"] == 3 for row in table.rows if row.entrant != entrant.pk)
    assert verify_event(event) == []


def test_player_who_leaves_with_half_of_the_games_complete_loses_the_others() -> None:
    event = started(Layout(), 5)
    at = NOON + timedelta(hours=1)
    emil = event.entrants.get(player=friend("emil"))
    for game in [game for game in running(event) if emil.pk in game.fixture_game.seating][:2]:
        lose(game, next(name for name in better_of(game)[1] + [better_of(game)[0]] if name != "emil"), at)
    line = leave_event(event_id=event.pk, entrant_id=emil.pk, player=emil.player, reason="No time any more.", at=at)
    assert payload_of(line).void == ()
    play_all(event, at)
    rows = {row.entrant: row for row in StandingSnapshot.objects.get(division__event=event).standings.rows}
    assert (rows[emil.pk].columns["won"], rows[emil.pk].columns["forfeits_lost"]) == (2, 2)
    counted = ("played", "forfeits_won", "forfeits_lost")
    assert all(sum(row.columns[one] for one in counted) == 4 for row in rows.values())
    assert verify_event(event) == []
