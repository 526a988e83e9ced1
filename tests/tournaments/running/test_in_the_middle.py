"""A request in the middle of another one, on PostgreSQL: whoever comes second waits, and finds what is then true."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from games.exceptions import GameError
from games.models import Game, Player
from games.play import directing as game_actions
from games.play import moving, timeouts
from games.play.submissions import Receipt
from games.timekeeping.turn_clock import is_paused
from tests.at_once import at_once, in_the_middle
from tests.games.conftest import all_read, warn
from tests.tournaments.acting import act, leave_event
from tests.tournaments.conftest import League, after, friend, game_of, play
from tests.tournaments.playing import better_of, lose, next_season, play_all, running, settle, started
from tournaments.event_rules.layouts import Layout
from tournaments.exceptions import EventError
from tournaments.models import Entrant, Event, EventLogEntry
from tournaments.presenting import exports
from tournaments.running import seasons, services
from tournaments.scheduling import timetable
from tournaments.tasks import compute_stale_standings
from tournaments.verifying.events import verify_event

pytestmark = [pytest.mark.services, pytest.mark.usefixtures("postgres_database")]


def kinds(event: Event) -> Counter[str]:
    return Counter(event.log_entries.values_list("kind", flat=True))


def end_all_but(event: Event, left: int) -> list[Game]:
    """The alphabet decides all games but the last ones, which are returned."""
    games_now = running(event)
    for game in games_now[: len(games_now) - left]:
        lose(game, better_of(game)[1][0], after(1))
    return games_now[len(games_now) - left :]


def withdraw(event: Event, name: str) -> EventLogEntry:
    entrant = event.entrants.get(player=friend(name))
    return leave_event(event_id=event.pk, entrant_id=entrant.pk, player=friend(name), reason="Ill.", at=after(2))


def test_finals_begin_once_though_two_workers_see_the_last_group_end() -> None:
    event = started(Layout(form="groups", pool_size=3, qualifiers=1), 6)
    end_all_but(event, 0)
    in_the_middle(
        'FROM "tournaments_division" INNER JOIN "tournaments_stage"', "LIMIT 21",  # read, and not locked yet
        of=compute_stale_standings, do=lambda: [compute_stale_standings() for _ in range(3)],
    )  # fmt: skip
    assert list(event.stages.values_list("number", flat=True)) == [1, 2]
    assert event.entrants.filter(division__stage__number=2).count() == 2
    assert verify_event(Event.objects.get()) == []


def test_round_is_decided_by_the_board_as_it_is_in_the_end() -> None:
    event = started(Layout(form="swiss", rounds=1, round_days=10), 3, rules="treeblox")
    timetable.follow(now=after(24 * 10))
    game, *_ = running(event)
    dark = game.seats.get(number=0)
    in_the_middle(
        'FROM "games_game"', "fixture_id", "ORDER BY",  # the games that still run are known
        of=lambda: timetable.follow(now=after(24 * 18)),
        do=lambda: moving.play_move(
            game_id=game.pk, player_id=dark.player_id, text="L 1,1,1", ply=0, at=after(2), source="page"
        ),
    )  # fmt: skip
    game.refresh_from_db()
    assert (game.status, game.ply > 0) == ("finished", True)
    assert list(game.seats.values_list("points", "place")) == [(1, 1), (0, 2)]


def test_player_who_withdraws_while_a_round_is_paired_is_in_it_and_loses_the_game() -> None:
    event = started(Layout(form="swiss", rounds=3), 6)
    end_all_but(event, 0)
    _, line = in_the_middle(
        "INSERT", "tournaments_pairingrun", of=compute_stale_standings, do=lambda: withdraw(event, "anna")
    )
    assert line.kind == "withdrawn"
    assert kinds(event)["round_paired"] == 2
    assert not running(event)[0].seats.filter(player__username="anna").exists()
    compute_stale_standings()
    assert verify_event(Event.objects.get()) == []


@pytest.mark.parametrize("slug", ["adjudicate", "substitute"])
def test_directors_action_and_the_end_of_a_game_leave_one_result(league: League, slug: str) -> None:
    event = league("anna", "bert", "dora", rules="btt")
    game = next(game for game in running(event) if game.seats.filter(player__username="anna").exists())
    friend("kurt")
    inputs: dict[str, dict[str, Any]] = {
        "adjudicate": {"game": game.pk, "places": [1, 1]},
        "substitute": {"player": "anna", "substitute": "kurt"},
    }
    answers = at_once(lambda: act(slug, event, **inputs[slug]), lambda: lose(game, "anna", after(2)))
    assert all(answer is None or isinstance(answer, EventLogEntry | Exception) for answer in answers)
    settle(event, after(3))
    assert EventLogEntry.objects.filter(kind="game_finished", game=game).count() <= 1
    assert verify_event(event) == []


@pytest.mark.parametrize("slug", ["call-off", "pause"])
def test_game_that_ends_while_the_director_stops_the_event_is_no_error(league: League, slug: str) -> None:
    event = league("anna", "bert", "dora", rules="btt")
    last = running(event)[-1]
    line, _ = in_the_middle(
        'FROM "games_game"', 'ORDER BY "games_game"."id"',  # the games that still run are known
        of=lambda: act(slug, event),
        do=lambda: lose(last, better_of(last)[1][0], after(2)),
    )  # fmt: skip
    assert isinstance(line, EventLogEntry)
    last.refresh_from_db()
    assert last.end_reason == "resignation"
    assert len(running(event)) == (2 if slug == "pause" else 0)


def test_event_that_is_paused_while_the_sweep_lets_it_go_on_stays_paused(league: League) -> None:
    event = league("anna", "bert", "dora", rules="btt")
    act("pause", event, at=after(1))
    in_the_middle(
        'FROM "games_game"', 'ORDER BY "games_game"."id"',  # it goes on, and its games are known
        of=lambda: act("resume", event, at=after(2)),
        do=lambda: act("pause", event, at=after(3)),
    )  # fmt: skip
    assert all(is_paused(game) for game in running(event))


def test_round_whose_deadline_moves_while_it_is_decided_goes_on() -> None:
    event = started(Layout(form="swiss", rounds=1, round_days=10), 4)
    timetable.follow(now=after(24 * 10))
    in_the_middle(
        'FROM "games_game"', "fixture_id", "ORDER BY",  # the games that still run are known
        of=lambda: timetable.follow(now=after(24 * 18)),
        do=lambda: act("move-deadline", event, round=1, deadline=after(24 * 30), at=after(24 * 17)),
    )  # fmt: skip
    assert len(running(event)) == 2


def test_game_that_ends_while_somebody_leaves_is_no_error(league: League) -> None:
    event = league("anna", "bert", "dora", rules="btt")
    last = [game for game in running(event) if game.seats.filter(player__username="anna").exists()][-1]
    line, _ = in_the_middle(
        'FROM "games_game"', "tournaments_fixtureseat", "ORDER BY",  # her games are known
        of=lambda: withdraw(event, "anna"),
        do=lambda: lose(last, better_of(last)[1][0], after(2)),
    )  # fmt: skip
    assert line.kind == "withdrawn"
    assert len(running(event)) == 1


def test_one_substitute_takes_over_one_place_of_two(league: League) -> None:
    event = league("anna", "bert", "dora", rules="btt")
    friend("kurt")

    def put_in(name: str) -> EventLogEntry:
        return act("substitute", event, player=name, substitute="kurt", at=after(1))

    answers = at_once(lambda: put_in("anna"), lambda: put_in("bert"))
    assert sorted(isinstance(answer, EventError) for answer in answers) == [False, True]
    playing = set(Entrant.objects.filter(number__gt=0).values_list("player__username", flat=True))
    seated = set(Game.objects.filter(status="running").values_list("seats__player__username", flat=True))
    assert playing == seated
    assert kinds(event)["substituted"] == 1


def test_player_who_says_yes_while_the_season_starts_is_told_that_it_has() -> None:
    event = started(Layout(form="league", pool_size=3, season_days=20), 4)
    play_all(event, after(1))
    season = next_season(event.pk, now=after(48))
    for name in ("anna", "bert", "dora"):
        seasons.stay(event_id=season.pk, player_id=friend(name).pk, stays=True, at=after(72))
    _, refusal = in_the_middle(
        "INSERT", "tournaments_stage",
        of=lambda: timetable.follow(now=after(24 * 21)),
        do=lambda: seasons.stay(event_id=season.pk, player_id=friend("emil").pk, stays=True, at=after(24 * 21)),
    )  # fmt: skip
    assert isinstance(refusal, EventError)
    assert refusal.message.endswith("is running.")
    assert season.entrants.filter(status="active").count() == 3
    assert verify_event(Event.objects.get(pk=season.pk)) == []


def test_two_losses_on_time_at_one_moment_are_a_first_and_a_second(league: League) -> None:
    events = [league("anna", "bert"), started(Layout(), 2, rules="treeblox")]
    late = [play(game_of(event, "anna", "bert"), "L 1,1,1", "L 4,4,1") for event in events]
    for game in late:
        warn(game)
    all_read(after(100))
    at_once(*[lambda game=game: timeouts.resolve_timeout(game.pk, now=after(100)) for game in late])  # type: ignore[misc]
    blocks = friend("anna").entry_blocks.all()
    assert sorted((block.until - block.since).days for block in blocks) == [30, 90]


def no_show() -> Event:
    """Anna never came to her game of a Swiss tournament."""
    event = started(Layout(form="swiss", rounds=2), 4)
    game = next(game for game in running(event) if game.seats.filter(player__username="anna").exists())
    seat = game.seats.get(player__username="anna").number
    game_actions.forfeit_seat(game_id=game.pk, seat=seat, actor_id=None, reason="Did not come.", at=after(1))
    return event


def closed_account() -> Event:
    event = started(Layout(), 4)
    Player.objects.filter(username="anna").update(is_active=False)
    return event


SWEPT = pytest.mark.parametrize(
    ("gone", "known"),
    [
        (no_show, ('FROM "tournaments_eventlogentry"', '"kind" IN')),
        (closed_account, ('FROM "tournaments_entrant"', "MAX(")),
    ],
)


@SWEPT
def test_two_schedulers_take_somebody_out_once_and_neither_fails(
    gone: Callable[[], Event], known: tuple[str, str]
) -> None:
    event = gone()
    in_the_middle(*known, of=lambda: timetable.follow(now=after(2)), do=lambda: timetable.follow(now=after(2)))
    assert kinds(event)["withdrawn"] == 1


def cup() -> Event:
    """Four play a knockout; kurt and lena stand by."""
    event = started(Layout(form="knockout"), 4)
    for number, name in enumerate(("kurt", "lena")):
        services.enter_event(event_id=event.pk, player=friend(name), at=after(number), standby=True)
    return event


def move_in(game: Game) -> Receipt:
    game.refresh_from_db()
    position = game.load_position()
    text = game.game_rules.format(next(iter(position.legal_moves())), position)
    mover = game.seats.get(number=position.seat_to_act).player
    return moving.play_move(
        game_id=game.pk, player_id=mover.pk, text=text, ply=game.ply, at=after(2), source="page", key=f"page:{game.pk}"
    )


def withdraw_bert(event: Event) -> None:
    withdraw(event, "bert")


def close_account_of_bert(event: Event) -> None:
    Player.objects.filter(username="bert").update(is_active=False)
    timetable.follow(now=after(2))


@pytest.mark.parametrize(
    ("leaves", "mover"),
    [
        (withdraw_bert, "the opponent"),
        pytest.param(close_account_of_bert, "bert", marks=pytest.mark.slow),
    ],
)
def test_move_that_is_made_while_somebody_leaves_a_knockout_is_not_given_to_a_reserve(
    leaves: Callable[[Event], None], mover: str
) -> None:
    event = cup()
    his = [game for game in running(event) if game.seats.filter(player=friend("bert")).exists()]
    game = next(game for game in his if (game.seats.get(number=0).player.username == "bert") == (mover == "bert"))
    _, moved = in_the_middle(
        '"games_currentturn"', "held_until", "LIMIT 1",  # that no move has been made is known
        of=lambda: leaves(event), do=lambda: move_in(game),
    )  # fmt: skip
    assert isinstance(moved, Receipt)
    compute_stale_standings()
    assert (kinds(event)["substituted"], kinds(event)["withdrawn"]) == (0, 1)
    assert not Game.objects.filter(seats__player__username__in=("kurt", "lena")).exists()


@pytest.mark.slow
def test_no_move_is_made_by_a_player_who_has_given_the_place_to_a_reserve() -> None:
    event = cup()
    his = [game for game in running(event) if game.seats.filter(player=friend("bert")).exists()]
    game = next(game for game in his if game.seats.get(number=0).player.username == "bert")
    line, refusal = in_the_middle(
        'FROM "games_game"', "FOR UPDATE", of=lambda: withdraw(event, "bert"), do=lambda: move_in(game)
    )
    assert line.kind == "substituted"
    assert isinstance(refusal, GameError)
    game.refresh_from_db()
    assert (game.ply, game.seats.get(number=0).player.username) == (0, "kurt")


@pytest.mark.slow
def test_two_players_who_withdraw_the_same_player_call_one_reserve() -> None:
    event = cup()
    entrant = event.entrants.get(player=friend("bert"))
    said: dict[str, Any] = {"event_id": event.pk, "entrant_id": entrant.pk, "reason": "Ill.", "at": after(2)}
    answers = at_once(*[lambda: leave_event(player=friend("cleo"), **said)] * 3)
    assert sum(isinstance(answer, EventError) for answer in answers) == 2
    assert kinds(event)["substituted"] == 1


def test_player_who_takes_over_a_place_does_not_suffer_for_the_player_who_had_it(league: League) -> None:
    event = league("anna", "bert", "dora", rules="btt")
    friend("kurt")
    _, refusal = in_the_middle(
        "INSERT", "tournaments_eventlogentry",
        of=lambda: act("substitute", event, player="anna", substitute="kurt", at=after(1)),
        do=lambda: act("disqualify", event, player="anna", at=after(1)),
    )  # fmt: skip
    assert refusal.message == "kurt has taken over the place of anna already."
    assert event.entrants.get(player=friend("kurt")).status == "active"


def test_sweep_that_closes_the_games_of_a_player_who_has_left_leaves_those_of_a_substitute_alone() -> None:
    event = started(Layout(seats=3), 4)
    withdraw(event, "bert")
    friend("kurt")
    for slug in ("pause", "resume"):  # since then the sweep looks at all games
        act(slug, event, at=after(3))
    in_the_middle(
        'SELECT DISTINCT "tournaments_entrant"."id"',  # players who have left, with open games, are known
        of=lambda: timetable.follow(now=after(3)),
        do=lambda: act("substitute", event, player="bert", substitute="kurt", at=after(3)),
    )  # fmt: skip
    assert [seat.has_left for seat in friend("kurt").seats.all()] == [False] * 3


def test_player_who_is_back_before_the_games_are_closed_plays_on() -> None:
    event = started(Layout(form="swiss", rounds=3), 4)
    in_the_middle(
        'FROM "games_game"', "tournaments_fixtureseat", "ORDER BY",  # his open games are known
        of=lambda: withdraw(event, "bert"),
        do=lambda: act("revert-entry", event, entry=event.log_entries.get(kind="withdrawn").seq, at=after(3)),
    )  # fmt: skip
    assert len(running(event)) == 2


@pytest.mark.slow
def test_substitute_plays_the_game_that_begins_while_the_place_is_taken_over() -> None:
    event = started(Layout(form="swiss", rounds=3), 6)
    end_all_but(event, 0)
    friend("kurt")
    in_the_middle(
        'FROM "games_game"', "tournaments_fixtureseat",  # her games are known
        of=lambda: act("substitute", event, player="anna", substitute="kurt", at=after(1)),
        do=compute_stale_standings,
    )  # fmt: skip
    assert kinds(event)["round_paired"] == 2
    assert Game.objects.filter(status="running", seats__player=friend("kurt")).count() == 1
    assert not Game.objects.filter(status="running", seats__player=friend("anna")).exists()


def test_season_that_is_archived_while_the_sweep_makes_the_next_one_has_none() -> None:
    event = started(Layout(form="league", pool_size=3, season_days=90), 3)
    play_all(event, after(1))
    act("approve-tables", event)
    event.refresh_from_db()
    in_the_middle(
        'FROM "tournaments_event" LEFT OUTER JOIN "tournaments_event"',
        '"previous_id"',  # the season is known to be over
        of=lambda: timetable.follow(now=after(2)),
        do=lambda: act("archive", event, by=friend("cleo"), reason="The last one.", at=after(2)),
    )
    event.refresh_from_db()
    assert (event.state, Event.objects.count()) == ("archived", 1)


def test_game_that_ends_while_the_results_are_written_as_a_file_stands_in_it_once() -> None:
    event = started(Layout(), 4)
    last = running(event)[-1]
    rows, _ = in_the_middle(
        'FROM "tournaments_eventlogentry"',  # the log is known
        of=lambda: list(exports.results_rows(event.divisions.get())),
        do=lambda: lose(last, better_of(last)[1][0], after(1)),
    )
    assert [row[3] for row in rows[1:]].count(last.pk) == 1


@SWEPT
def test_event_that_is_called_off_while_the_sweep_takes_somebody_out_is_no_error(
    gone: Callable[[], Event], known: tuple[str, str]
) -> None:
    event = gone()
    in_the_middle(
        *known,
        of=lambda: timetable.follow(now=after(2)),
        do=lambda: act("call-off", event, by=friend("cleo"), reason="So.", at=after(2)),
    )
    event.refresh_from_db()
    assert (event.state, kinds(event)["withdrawn"]) == ("called_off", 0)
