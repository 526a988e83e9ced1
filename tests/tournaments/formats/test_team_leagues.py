"""Team leagues: rounds of matches on boards, line-ups, reserves, and what becomes of players and teams that leave."""

from __future__ import annotations

from operator import attrgetter
from random import Random
from typing import Any

import pytest

from games.models import Game
from ground.wording import and_list
from tests.tournaments.acting import act, assist, dry_run, leave_event
from tests.tournaments.api.test_entering_api import call
from tests.tournaments.conftest import NOON, after, friend
from tests.tournaments.playing import lose, play_all, running, settle
from tests.tournaments.team_leagues import CITIES, league, person, team
from tests.tournaments.web.test_pages import signed_in, words_of
from tournaments.entries import teams
from tournaments.event_log.describing import describe
from tournaments.exceptions import EventError, NotDirector
from tournaments.models import Event, FixtureGame, StandingSnapshot
from tournaments.presenting.explanations import facts, round_lines
from tournaments.queries import divisions_of, field_of, names_in
from tournaments.running import services
from tournaments.running.decisions import Decision
from tournaments.verifying.events import verify_event

pytestmark = pytest.mark.django_db


def table(event: Event) -> list[tuple[int, str, float, float]]:
    """Rank, team, match points and board points."""
    division = event.divisions.get()
    names = names_in(division)
    rows = StandingSnapshot.objects.get(division=division).standings.rows
    return [(row.rank, names[row.entrant], row.points / 840, (row.values["BP"] or 0) / 840) for row in rows]


@pytest.mark.parametrize(("count", "cycles", "rules"), [(3, 1, "treeblox"), (4, 2, "btt")])
def test_league_is_played_to_its_end(count: int, cycles: int, rules: str) -> None:
    event = league(count, cycles=cycles, rules=rules)
    play_all(event, after(1))
    assert event.state == "finished"
    division = event.divisions.get()
    assert division.rounds.count() == cycles * (count - 1 if count % 2 == 0 else count)
    matches = cycles * (count - 1)
    assert [(name, points, boards) for _, name, points, boards in table(event)] == [
        (name, matches - 2 * place / 2 * cycles, 2 * (matches - place * cycles))
        for place, name in enumerate(sorted(CITIES[:count]))
    ]
    assert verify_event(event) == []


def test_boards_alternate_the_first_mover_and_the_second_half_the_home_team() -> None:
    event = league(2, boards=3, cycles=2)
    first = [[seat.player.username for seat in game.seats.order_by("number")] for game in boards(event)]
    home = first[0][0][:-1]
    away = first[0][1][:-1]
    assert first == [[f"{home}1", f"{away}1"], [f"{away}2", f"{home}2"], [f"{home}3", f"{away}3"]]
    play_all_of_round(event, after(1))
    assert [seat.player.username for seat in boards(event)[0].seats.order_by("number")] == [f"{away}1", f"{home}1"]


def boards(event: Event) -> list[Game]:
    """The open games by match and board."""
    return [
        played.game
        for played in FixtureGame.objects.filter(game__status="running", game__in=running(event))
        .select_related("game")
        .order_by("fixture__number", "number")
    ]


def play_all_of_round(event: Event, at: Any) -> None:
    """The alphabet decides the open games; then the next round is paired."""
    for game in running(event):
        lose(game, sorted(seat.player.username for seat in game.seats.select_related("player"))[1], at)
    settle(event, at)


def test_board_of_treeblox_is_a_match_of_two_games() -> None:
    event = league(2, rules="treeblox")
    games = boards(event)
    assert len(games) == 4
    assert [game.title.split(", ", 1)[1] for game in games] == [
        f"round 1, board {board}, game {number} of 2" for board in (1, 2) for number in (1, 2)
    ]
    for board in (games[:2], games[2:]):  # each player resigns one game, so the board is level
        names = sorted(seat.player.username for seat in board[0].seats.select_related("player"))
        for game, name in zip(board, names, strict=True):
            lose(game, name, after(1))
    settle(event, after(1))
    assert [(rank, points, own) for rank, _, points, own in table(event)] == [(1, 0.5, 1), (1, 0.5, 1)]
    assert verify_event(event) == []


# Line-ups -------------------------------------------------------------------------------------------------------------


def test_line_up_counts_from_its_round_on_and_nobody_sees_it_before() -> None:
    event = league(2, reserves=1, cycles=2, preview_hours=48)
    assert boards(event) == []
    named = {"event_id": event.pk, "entrant_id": team(event, "Ulm").pk, "by": person("Ulm", 1), "round_number": 1}
    teams.name_line_up(**named, players=["ulm3", "ulm1"], at=after(1))
    assert not event.log_entries.filter(kind="line_up_named").exists()
    settle(event, after(47))
    assert boards(event) == []
    settle(event, after(48))
    assert sorted({name for game in boards(event) for name in players(game) if "ulm" in name}) == ["ulm1", "ulm3"]
    assert [sorted(players(game)) for game in boards(event)] == [["bonn1", "ulm3"], ["bonn2", "ulm1"]]
    line = event.log_entries.get(kind="line_up_named")
    assert line.payload["players"] == [person("Ulm", 3).pk, person("Ulm", 1).pk]
    with pytest.raises(EventError, match="Round 1 has begun already"):
        teams.name_line_up(**named, players=["ulm3", "ulm1"], at=after(49))
    assert verify_event(event) == []


def players(game: Game) -> list[str]:
    return [seat.player.username for seat in game.seats.select_related("player").order_by("number")]


def test_line_up_is_one_player_of_the_list_for_each_board() -> None:
    event = league(2, preview_hours=48)
    named = {"event_id": event.pk, "entrant_id": team(event, "Ulm").pk, "round_number": 1, "at": after(1)}
    for chosen, problem in (
        (["ulm1"], "one for each board"),
        (["ulm1", "ulm1"], "2 different players"),
        (["ulm1", "bonn1"], "bonn1 is not on the list of Ulm: ulm1 and ulm2"),
    ):
        with pytest.raises(EventError, match=problem):
            teams.name_line_up(**named, by=person("Ulm", 1), players=chosen)
    with pytest.raises(NotDirector, match="Only the captain of Ulm"):
        teams.name_line_up(**named, by=person("Bonn", 1), players=["ulm2", "ulm1"])
    teams.name_line_up(**named, by=friend("cleo"), players=["ulm2", "ulm1"])  # the director


# Players and teams that leave -----------------------------------------------------------------------------------------


def leaves(event: Event, city: str, number: int, at: Any) -> None:
    player = person(city, number)
    decision = Decision(player, "No time.", at)
    teams.leave_team(event_id=event.pk, entrant_id=team(event, city).pk, username=player.username, decision=decision)


def test_reserve_plays_on_for_a_player_who_leaves() -> None:
    event = league(2, reserves=1)
    leaves(event, "Ulm", 2, after(1))
    assert sorted(name for game in boards(event) for name in players(game)) == ["bonn1", "bonn2", "ulm1", "ulm3"]
    assert verify_event(event) == []
    leaves(event, "Ulm", 1, after(1))  # and no reserve is left
    settle(event, after(1))
    assert [sorted(players(game)) for game in boards(event)] == [["bonn2", "ulm3"]]
    assert team(event, "Ulm").player == person("Ulm", 3)  # the next of the list leads the team
    play_all(event, after(2))
    assert table(event) == [(1, "Bonn", 1, 2), (2, "Ulm", 0, 0)]
    assert verify_event(event) == []


def test_board_for_which_a_team_has_nobody_is_lost_without_a_game() -> None:
    event = league(2, cycles=2)
    leaves(event, "Bonn", 2, after(1))
    play_all_of_round(event, after(1))
    assert len(boards(event)) == 1
    assert "Bonn has no player for board 2 and loses it." in texts(event)
    assert "The event started with 2 teams" in texts(event)
    assert "bonn1 plays for Bonn; the captain is bonn1." in texts(event)
    assert "ulm1 and ulm2 play for Ulm; the captain is ulm1." in texts(event)
    play_all(event, after(2))
    assert sorted(table(event)) == [(1, "Bonn", 1, 2), (1, "Ulm", 1, 2)]
    assert verify_event(event) == []


def texts(event: Event) -> str:
    return " ".join(entry.text for entry in describe(event))


def test_team_that_wins_without_playing_is_named_before_and_no_director_is_said_to_have_given_it_that() -> None:
    event = league(4, cycles=2)
    for _ in range(3):
        play_all_of_round(event, after(1))
    gone = team(event, "Bonn")
    (division,) = divisions_of(event)
    own = [one.entrants for one in field_of(division).roster.pairings if gone.pk in one.entrants]
    *others, twice = sorted(event.entrants.exclude(pk=gone.pk), key=lambda one: sum(one.pk in each for each in own))
    said = dry_run("withdraw", event, player=gone.player.username, at=after(2)).sentences
    names = and_list([one.name for one in sorted(others, key=attrgetter("number"))])
    assert f"These win without playing in the rounds to come: {names}." in said
    act("withdraw", event, player=gone.player.username, at=after(2))
    play_all(event, after(3))
    known, entrants = facts(field_of(division), division.stage.stage_format), names_in(division)
    notes = {one.pk: [line.note for line in round_lines(known, one.pk, entrants)] for one in (*others, twice)}
    assert ["no game: the opponent had left" in notes[one.pk] for one in (*others, twice)] == [True, True, False]
    assert not any("director" in note for several in notes.values() for note in several)


def test_matches_of_a_team_that_leaves_early_count_for_nobody() -> None:
    event = league(4, cycles=2)
    play_all_of_round(event, after(1))
    play_all_of_round(event, after(1))
    gone = team(event, "Bonn")
    leave_event(event_id=event.pk, entrant_id=gone.pk, player=gone.player, reason="No time.", at=after(2))
    play_all(event, after(3))
    assert event.state == "finished"
    rows = {name: (points, own) for _, name, points, own in table(event)}
    assert rows == {"Jena": (4, 8), "Kiel": (2, 4), "Ulm": (0, 0), "Bonn": (0, 0)}
    assert verify_event(event) == []


def test_dry_run_says_that_a_team_that_leaves_before_its_first_match_counts_for_nobody() -> None:
    event = league(4, preview_hours=72)
    assert running(event) == []
    gone = team(event, "Bonn")
    said = " ".join(dry_run("withdraw", event, player=gone.name, at=after(2)).sentences)
    assert "Bonn has completed 0 of 3, which is less than half: all 3 become void." in said
    leave_event(event_id=event.pk, entrant_id=gone.pk, player=gone.player, reason="No time.", at=after(2))
    for _ in range(3):
        act("release-round", event, at=after(3))
        play_all_of_round(event, after(3))
    rows = {name: points for _, name, points, _boards in table(event)}
    assert rows == {"Jena": 2, "Kiel": 1, "Ulm": 0, "Bonn": 0}


@pytest.mark.parametrize("count", [3, 4])  # of three, rounds follow in which nobody plays
def test_later_opponents_of_a_team_that_leaves_late_win_on_all_boards(count: int) -> None:
    event = league(count, cycles=2)
    for _ in range(3):
        play_all_of_round(event, after(1))
    gone = team(event, "Bonn")
    leave_event(event_id=event.pk, entrant_id=gone.pk, player=gone.player, reason="No time.", at=after(2))
    play_all(event, after(3))
    won = {name: points for _, name, points, own in table(event) if points * 2 == own}
    assert won == ({"Jena": 5, "Bonn": 3} if count == 4 else {"Bonn": 2}) | {"Kiel": 3, "Ulm": 1}
    assert verify_event(event) == []


@pytest.mark.parametrize(("count", "rounds"), [(5, 0), (6, 4)])  # everybody meets everybody, or a Swiss tournament
def test_season_in_which_players_and_teams_leave_follows_from_its_log(count: int, rounds: int) -> None:
    """Whatever happens: the event ends and can be verified, and no team that has left is paired again."""
    luck = Random(1)
    event = league(count, boards=2, reserves=1, rounds=rounds)
    gone: dict[int, int] = {}  # by entrant the rounds that had begun
    for hour in range(1, 60):
        settle(event, after(hour))
        open_games = running(event)
        if not open_games:
            break
        for game in luck.sample(open_games, max(1, len(open_games) // 2)):
            game.refresh_from_db()
            if game.status == "running":
                lose(game, luck.choice(players(game)), after(hour))
        here = list(event.entrants.filter(status="active").order_by("pk"))
        if luck.random() < 0.4:
            luckless = luck.choice(here)
            member = luck.choice(list(luckless.squad.all())).player
            decision = Decision(member, "No time.", after(hour))
            teams.leave_team(event_id=event.pk, entrant_id=luckless.pk, username=member.username, decision=decision)
        elif luck.random() < 0.15 and len(here) > 2:
            one = luck.choice(here)
            gone[one.pk] = event.divisions.get().rounds.count()
            leave_event(event_id=event.pk, entrant_id=one.pk, player=one.player, reason="No time.", at=after(hour))
        settle(event, after(hour))
    assert event.state == "finished"
    assert verify_event(event) == []
    field = field_of(event.divisions.get())
    assert all(match.is_complete for match in field.matches)
    for pairing in field.roster.pairings:
        assert all(pairing.round <= gone.get(entrant, pairing.round) for entrant in pairing.entrants)


# Before the start -----------------------------------------------------------------------------------------------------


def test_players_are_invited_accept_and_play_for_one_team_only() -> None:
    event = league(2, start=False)
    ulm, bonn = team(event, "Ulm"), team(event, "Bonn")
    friend("anna")
    teams.invite_player(event_id=event.pk, entrant_id=ulm.pk, by=ulm.player, username="Anna", at=NOON)
    teams.invite_player(event_id=event.pk, entrant_id=bonn.pk, by=bonn.player, username="anna", at=NOON)
    teams.accept_invitation(event_id=event.pk, entrant_id=bonn.pk, player=friend("anna"), at=NOON)
    with pytest.raises(EventError, match="anna plays for Bonn already"):
        teams.accept_invitation(event_id=event.pk, entrant_id=ulm.pk, player=friend("anna"), at=NOON)
    with pytest.raises(EventError, match="anna plays for Bonn already"):
        services.enter_event(event_id=event.pk, player=friend("anna"), at=NOON, team="Berlin")
    with pytest.raises(EventError, match="There is a team 'ulm' in Autumn already"):
        services.enter_event(event_id=event.pk, player=friend("bert"), at=NOON, team="ulm")
    with pytest.raises(EventError, match="Teams play in Autumn"):
        services.enter_event(event_id=event.pk, player=friend("bert"), at=NOON)
    with pytest.raises(EventError, match="has not invited you"):
        teams.accept_invitation(event_id=event.pk, entrant_id=ulm.pk, player=friend("bert"), at=NOON)


def test_captain_orders_the_list_and_the_first_of_it_play() -> None:
    event = league(2, reserves=1, start=False)
    ulm = team(event, "Ulm")
    change = {"event_id": event.pk, "entrant_id": ulm.pk}
    teams.change_team(**change, by=ulm.player, name="SC Ulm", order=["ulm3", "ulm1"])
    with pytest.raises(NotDirector):
        teams.change_team(**change, by=person("Ulm", 2), name="Others")
    event = services.start_event(event_id=event.pk, player=friend("cleo"), at=NOON)
    assert sorted({name for game in boards(event) for name in players(game) if "ulm" in name}) == ["ulm1", "ulm3"]
    with pytest.raises(EventError, match="teams change until the start only"):
        teams.change_team(**change, by=ulm.player, name="Others")


def test_team_with_too_few_players_does_not_start() -> None:
    event = league(3, start=False)
    leaves(event, "Kiel", 2, NOON)
    event = services.start_event(event_id=event.pk, player=friend("cleo"), at=NOON)
    assert sorted(event.entrants.filter(status="active").values_list("team_name", flat=True)) == ["Bonn", "Ulm"]
    assert verify_event(event) == []


def test_director_sees_before_the_start_which_teams_would_not_play() -> None:
    event = league(3, start=False)
    leaves(event, "Kiel", 2, NOON)
    listed = call("cleo", f"{event.slug}/before-start/", method="get")
    sentences = [check["sentence"] for check in listed["checks"]]
    assert "2 teams take part." in sentences
    assert "Kiel has fewer than 2 players who have accepted, and would not take part." in sentences
    assert {one["team"] for one in listed["divisions"][0]["entrants"]} == {"Bonn", "Ulm"}
    page = words_of(signed_in("cleo").get(f"/events/{event.slug}/console/before-start/").content.decode())
    assert "ulm1 captain of Ulm, rating 1500" in page


def test_dry_run_of_a_start_without_complete_teams_is_refused_as_the_start_is() -> None:
    event = league(2, start=False)
    for city in ("Ulm", "Bonn"):
        leaves(event, city, 2, NOON)
    refused = call("cleo", f"{event.slug}/start/", 409)["message"]
    assert "2 to 16 teams, not 0" in refused
    assert call("cleo", f"{event.slug}/start/", 409, dry_run=True)["message"] == refused


def test_captain_who_leaves_before_the_start_is_followed_by_the_next_player() -> None:
    event = league(2, start=False)
    leaves(event, "Ulm", 1, NOON)
    assert team(event, "Ulm").player == person("Ulm", 2)
    leaves(event, "Ulm", 2, NOON)
    assert team(event, "Ulm").status == "withdrawn"


# Verified -------------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("unguarded_logs")
def test_another_player_on_a_board_or_on_a_list_is_found() -> None:
    event = league(2)
    game, ulm, anna = boards(event)[0], team(event, "Ulm"), friend("anna")
    game.seats.filter(number=0).update(player=anna)
    ulm.squad.filter(player=person("Ulm", 2)).update(player=anna)
    assert set(verify_event(event)) >= {
        f"Others sit at game {game.pk} than the line-ups and the log say.",
        f"Others play for the team of entrant {ulm.pk} than the log says.",
    }


def test_director_puts_a_reserve_on_an_open_board_and_back() -> None:
    """The player stays on the list; the entry is undone by the same action the other way round."""
    event = league(2, reserves=1)
    game = next(game for game in boards(event) if "ulm2" in players(game))
    (shown, stays) = dry_run("use-reserve", event, game=game.pk, reserve="ulm3").sentences
    assert shown == f"ulm3 takes over the board of ulm2 for Ulm. Games: {game.pk}."
    assert stays == "ulm2 stays on the list of Ulm."
    for name, sentence in (("bonn2", "has a board in this match"), ("cleo", "on the list of neither team")):
        with pytest.raises(EventError, match=sentence):
            dry_run("use-reserve", event, game=game.pk, reserve=name)
    entry = act("use-reserve", event, game=game.pk, reserve="ulm3")
    assert "ulm3" in players(game)
    assert verify_event(event) == []
    (described,) = describe(event, [entry])
    assert described.opposite is not None
    act(described.opposite.action, event, **described.opposite.values)
    assert "ulm2" in players(game)
    form = signed_in("cleo").get(f"/events/autumn/console/use-reserve/?game={game.pk}").content.decode()
    assert "ulm3 (Ulm)" in form
    assert "ulm1 (Ulm)" not in form
    play_all(event, after(3))
    assert verify_event(event) == []


def test_line_up_is_named_by_a_director_who_plays_for_no_team() -> None:
    event = league(2, reserves=1, preview_hours=48)
    ulm = team(event, "Ulm")
    page = signed_in("cleo").get(f"/events/autumn/teams/{ulm.pk}/").content.decode()
    assert "Name line-up" in page
    assist(event, "bonn1", "gina")
    named = {"event_id": event.pk, "entrant_id": ulm.pk, "round_number": 1, "players": ["ulm3", "ulm1"], "at": after(1)}
    with pytest.raises(NotDirector, match="You play for another team"):
        teams.name_line_up(by=friend("bonn1"), **named)
    assert "Name line-up" not in signed_in("bonn1").get(f"/events/autumn/teams/{ulm.pk}/").content.decode()
    teams.name_line_up(by=friend("gina"), **named)
