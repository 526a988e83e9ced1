"""Departures and corrections at awkward moments: every event still comes to an end, and its tables say what counts."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest

from games.models import Game
from games.play import directing as games
from ground.wording import and_list
from notifications.models import OutboundMail
from tests.tournaments.acting import act, cannot, dry_run, leaves
from tests.tournaments.conftest import NOON, after, end_with, friend, game_of, play
from tests.tournaments.playing import better_of, lose, opened, payload_of, play_all, ranks, running, settle, started
from tournaments.entries.coming_back import come_back
from tournaments.event_log.append import append
from tournaments.event_log.describing import describe
from tournaments.event_rules.layouts import Layout
from tournaments.exceptions import EventError
from tournaments.models import Entrant, EntryBlock, Event, EventLogEntry, Fixture, StandingSnapshot
from tournaments.queries import divisions_of, games_of_event, stale_divisions
from tournaments.running import ladders, progress, services
from tournaments.running.departures import departure_with_games, open_seats_of
from tournaments.scheduling import timetable
from tournaments.setup.planning import ruleset_for
from tournaments.tasks import compute_stale_standings
from tournaments.verifying.events import verify_event

pytestmark = pytest.mark.django_db


def withdraw(event: Event, name: str, hours: float = 2) -> EventLogEntry:
    return leaves(event, name, at=after(hours))


def turn_around(event: Event, game: Game) -> None:
    """The player who has won a game of two has lost it after all."""
    winner = game.seats.get(place=1).number
    places = [2 if number == winner else 1 for number in range(2)]
    act("correct-result", event, game=game.pk, places=places, at=after(3))


def game_of_two(*names: str) -> Game:
    first, second = (Game.objects.filter(seats__player__username=name) for name in names)
    return first.get(pk__in=second)


def finish(event: Event, *, round_number: int) -> None:
    for game in running(event):
        if game.fixture_game.fixture.round.number == round_number:
            lose(game, better_of(game)[1][0], after(1))
    settle(event, after(1))


def test_dry_run_of_a_corrected_group_says_that_the_finals_that_have_begun_keep_their_players() -> None:
    event = started(Layout(form="groups", pool_size=3, qualifiers=1), 6)
    game = running(event)[0]
    stays = "The finals have begun, and the same players stay in them."
    lose(game, better_of(game)[1][0], after(1))
    assert stays not in dry_run("annul", event, game=game.pk).sentences
    for other in running(event):
        lose(other, better_of(other)[1][0], after(1))
    settle(event, after(1))
    assert event.stages.count() == 2
    assert stays in dry_run("annul", event, game=game.pk).sentences
    assert stays in dry_run("correct-result", event, game=game.pk, places=[1, 1]).sentences
    final = running(event)[0]
    lose(final, better_of(final)[0], after(2))
    assert stays not in dry_run("annul", event, game=final.pk).sentences


@pytest.mark.parametrize("form", ["swiss", "knockout"])
def test_player_who_is_disqualified_after_the_end_comes_last(form: str) -> None:
    rules = {"games_per_fixture": 1} if form == "knockout" else {}
    layout = Layout(form=form, third_place=False)
    event = started(layout, 4, ruleset=ruleset_for(layout, "btt", **rules))
    play_all(event, after(1))
    following = [name for rank, name in ranks(divisions_of(event)[0]) if rank == 2]
    shown = dry_run("disqualify", event, player="anna")
    assert "anna comes last in the table." in shown.sentences
    assert f"First among those still in the event: {and_list(following)}, no longer anna." in shown.sentences
    act("disqualify", event, player="anna", reason="Engine use.")
    settle(event, after(4))
    assert event.state == Event.State.FINISHED
    table = ranks(divisions_of(event)[0])
    assert {name for rank, name in table if rank == 1} == set(following)
    assert table[-1] == (4, "anna")
    assert verify_event(event) == []
    cannot("disqualify", event, "has left Autumn already", player="anna")


def test_dry_run_names_who_gains_and_who_loses_promotion() -> None:
    event = started(Layout(form="league", pool_size=3, season_days=90), 9)
    play_all(event, after(1))
    (lower, *_) = divisions_of(event).filter(tier=2)
    first, second = (event.entrants.get(division=lower, player__username=name) for _, name in ranks(lower)[:2])
    game = game_of_two(first.name, second.name)
    places = [1 if seat.player == second.player else 2 for seat in game.seats.order_by("number")]
    (said,) = [
        said for said in dry_run("correct-result", event, game=game.pk, places=places).sentences if "next" in said
    ]
    assert f"{second.name} goes up" in said
    assert f"{first.name} stays" in said


def test_log_does_not_say_of_a_disqualified_player_that_they_withdrew() -> None:
    event = started(Layout(form="swiss", rounds=2), 5)
    act("disqualify", event, player="dora", at=after(1))
    finish(event, round_number=1)
    (paired,) = [entry.text for entry in describe(event) if "from round 2 on" in entry.text]
    assert "dora (had left)" in paired
    assert "withdr" not in " ".join(entry.text for entry in describe(event))


def test_tie_that_was_passed_by_is_not_paired_after_the_one_that_follows_it() -> None:
    event = started(Layout(form="knockout", third_place=False), 8)
    annas = next(game for game in running(event) if game.seats.filter(player__username="anna").exists())
    lose(annas, better_of(annas)[1][0], after(1))
    for game in running(event):
        if game.fixture_game.fixture_id == annas.fixture_game.fixture_id:
            lose(game, better_of(game)[1][0], after(1))
    settle(event, after(1))
    line = withdraw(event, "anna")
    finish(event, round_number=1)
    finish(event, round_number=2)
    act("revert-entry", event, entry=line.seq, at=after(3))
    play_all(event, after(4))
    assert event.state == Event.State.FINISHED
    assert not Fixture.objects.filter(round__number=2, seats__entrant__player__username="anna").exists()
    assert verify_event(event) == []


def test_lost_hint_of_a_correction_after_the_end_is_found_by_the_sweep() -> None:
    event = started(Layout(), 3)
    play_all(event, after(1))
    game = Game.objects.filter(status="finished")[0]
    act("annul", event, game=game.pk)
    assert [division.event_id for division in stale_divisions()] == [event.pk]
    compute_stale_standings()
    assert not stale_divisions().exists()


BEST_OF_THREE = (Layout(form="match", in_turn=True), {"games_per_fixture": 3, "best_of": True}, 2)
KNOCKOUT = (Layout(form="knockout", third_place=False), {"games_per_fixture": 1}, 4)


@pytest.mark.parametrize(
    ("terms", "change"),
    [
        (BEST_OF_THREE, ("correct-result", {"places": "reversed"})),
        (BEST_OF_THREE, ("annul", {})),
        (KNOCKOUT, ("revert-entry", {})),
    ],
)
def test_what_is_due_again_after_the_end_is_played(
    terms: tuple[Layout, dict[str, Any], int], change: tuple[str, dict[str, Any]]
) -> None:
    layout, rules, players = terms
    event = started(layout, players, ruleset=ruleset_for(layout, "btt", **rules))
    slug, values = change
    if slug == "revert-entry":  # of a player who left after the semi-final, so that nobody plays in the final
        (semi_final,) = [game for game in running(event) if better_of(game)[0] != "anna"]
        finalist, loser = better_of(semi_final)[0], better_of(semi_final)[1][0]
        lose(semi_final, loser, after(1))
        values = {"entry": withdraw(event, finalist).seq}
    play_all(event, after(1))
    assert event.state == Event.State.FINISHED
    last = games_of_event(event).latest("pk")
    if slug != "revert-entry":
        finalist = better_of(last)[1][0]
        values = {"game": last.pk, **values}
    if values.get("places") == "reversed":
        values["places"] = [(seat.place or 0) % 2 + 1 for seat in last.seats.order_by("number")]
    goes_on = f"What is not decided any more is played, so the event goes on: anna and {finalist}."
    assert goes_on in dry_run(slug, event, **values).sentences
    act(slug, event, **values)
    event.refresh_from_db()
    assert event.state == Event.State.RUNNING
    assert describe(event)[-1].text == "The event goes on: not everything is decided any more."
    play_all(event, after(4))
    assert event.state == Event.State.FINISHED
    assert ranks(divisions_of(event)[0])[0] == (1, "anna")
    assert verify_event(event) == []
    assert OutboundMail.objects.filter(kind=OutboundMail.Kind.STANDINGS, reader=friend("anna")).count() == 2


@pytest.mark.parametrize("form", ["knockout", "double-elimination"])
def test_nobody_wins_by_a_change_of_a_match_after_which_others_were_paired(form: str) -> None:
    layout = Layout(form=form, third_place=False)
    event = started(layout, 4, ruleset=ruleset_for(layout, "btt", games_per_fixture=1))
    play_all(event, after(1))
    before = [name for rank, name in ranks(divisions_of(event)[0]) if rank == 1]
    for game in games_of_event(event).filter(fixture_game__fixture__round__number=1):
        turn_around(event, game)
    settle(event, after(4))
    assert event.state == Event.State.FINISHED
    assert [name for rank, name in ranks(divisions_of(event)[0]) if rank == 1] == before == ["anna"]
    assert verify_event(event) == []


def test_change_after_the_end_that_decides_everything_reopens_nothing() -> None:
    event = started(Layout(), 3)
    play_all(event, after(1))
    turn_around(event, games_of_event(event).latest("pk"))
    settle(event, after(4))
    assert event.state == Event.State.FINISHED
    assert event.log_entries.filter(kind="reopened").count() == 0


def test_nobody_wins_a_game_that_they_lost_by_leaving_the_event() -> None:
    event = started(Layout(seats=3), 3)
    entry = withdraw(event, "anna")
    play_all(event, after(2))
    game = games_of_event(event).filter(seats__player__username="anna")[0]
    names = list(game.seats.order_by("number").values_list("player__username", flat=True))
    first = {"game": game.pk, "places": [1 if name == "anna" else 2 for name in names]}
    for step in (dry_run, act):
        with pytest.raises(EventError, match="behind all players still in it"):
            step("correct-result", event, **first)
    act("revert-entry", event, entry=entry.seq)
    act("correct-result", event, **first)


@pytest.mark.parametrize("slug", ["correct-result", "revert-entry", "withdraw"])
def test_dry_run_says_that_a_player_who_has_left_leads(slug: str) -> None:
    event = started(Layout(), 4)
    leader, rival = "bert", game_of_two("anna", "bert")
    for game in [rival, *Game.objects.filter(status="running").exclude(pk=rival.pk)[1:]]:
        lose(game, better_of(game)[1][0], after(1))
    values: dict[str, Any]
    if slug == "withdraw":
        leader, values = "anna", {"player": "anna"}
    else:
        withdraw(event, "bert")
        places = [1 if seat.player.username == "bert" else 2 for seat in rival.seats.order_by("number")]
        values = {"game": rival.pk, "places": places}
        if slug == "revert-entry":
            act("correct-result", event, **values)
            values["places"] = [place % 2 + 1 for place in places]
            values = {"entry": act("correct-result", event, **values).seq}
    said = f"{leader} has left the event, and comes first in the table all the same."
    assert said in dry_run(slug, event, **values).sentences


def test_level_match_is_not_played_on_against_somebody_who_has_left() -> None:
    event = started(Layout(form="knockout"), 4)
    for game in Game.objects.filter(seats__player__username="anna", status="running"):
        games.adjudicate_game(game_id=game.pk, places=[1, 1], actor_id=None, reason="Level.", at=after(1))
    rival = better_of(Game.objects.filter(seats__player__username="anna")[0])[1][0]
    withdraw(event, "anna")
    settle(event, after(2))
    assert not Game.objects.filter(seats__player__username="anna", status="running").exists()
    finish(event, round_number=1)
    assert Fixture.objects.filter(round__number=2, number=1, seats__entrant__player__username=rival).exists()
    assert verify_event(event) == []


def test_swiss_goes_on_when_a_departure_is_reverted_before_its_end_is_counted() -> None:
    event = started(Layout(form="swiss", rounds=3), 4)
    for name in ("anna", "bert", "dora"):
        line = withdraw(event, name, 1)
    assert not progress.advance(event.divisions.get().pk, at=after(1))  # the table counts nobody as gone yet
    act("revert-entry", event, entry=line.seq)
    settle(event, after(2))
    assert event.divisions.get().rounds.count() == 2


def test_groups_of_which_one_is_deserted_end_without_finals_unless_a_player_comes_back() -> None:
    event = started(Layout(form="groups", pool_size=3, qualifiers=1), 6)
    for entrant in list(divisions_of(event)[1].entrants.select_related("player")):
        withdraw(event, entrant.player.username)
    play_all(event, after(3))
    assert event.state == Event.State.FINISHED
    assert event.stages.count() == 1
    assert verify_event(event) == []
    returns = event.log_entries.filter(kind="withdrawn").latest("seq")
    assert any("so the event goes on" in said for said in dry_run("revert-entry", event, entry=returns.seq).sentences)
    act("revert-entry", event, entry=returns.seq)
    play_all(event, after(4))
    assert (event.state, event.stages.count()) == (Event.State.FINISHED, 2)
    assert verify_event(event) == []


def test_corrected_challenge_moves_both_on_the_ladder() -> None:
    event = started(Layout(form="ladder"), 4)
    settle(event, after(1))
    before = ranks(divisions_of(event)[0])
    first, second = before[0][1], before[1][1]
    ladders.challenge(event_id=event.pk, player=friend(second), username=first, at=after(1))
    game = running(event)[0]
    lose(game, first, after(2))
    settle(event, after(2))
    assert ranks(divisions_of(event)[0])[0] == (1, second)
    turn_around(event, game)
    settle(event, after(3))
    assert ranks(divisions_of(event)[0]) == before


def test_player_who_leaves_a_ladder_takes_no_earlier_climb_back() -> None:
    event = started(Layout(form="ladder"), 5)
    settle(event, after(1))
    names = [name for _, name in ranks(divisions_of(event)[0])]
    ladders.challenge(event_id=event.pk, player=friend(names[3]), username=names[1], at=after(1))
    lose(running(event)[0], names[1], after(2))
    ladders.challenge(event_id=event.pk, player=friend(names[1]), username=names[0], at=after(3))
    ladders.challenge(event_id=event.pk, player=friend(names[4]), username=names[1], at=after(3))
    withdraw(event, names[1])
    settle(event, after(4))
    assert len(running(event)) == 2  # they go on, but count for nothing
    assert [name for _, name in ranks(divisions_of(event)[0])] == [names[0], names[3], names[2], names[4]]


def test_no_result_of_an_event_that_was_called_off_is_changed_and_nothing_is_announced_in_it() -> None:
    event = started(Layout(), 3)
    game = running(event)[0]
    lose(game, better_of(game)[0], after(1))
    line = act("correct-result", event, game=game.pk, places=[1, 1])
    act("call-off", event)
    event.refresh_from_db()
    for slug, values in (
        ("annul", {"game": game.pk}),
        ("revert-entry", {"entry": line.seq}),
        ("announce", {"text": "Hello."}),
    ):
        cannot(slug, event, "Autumn is called off", **values)


def test_corrected_places_are_as_players_count_them() -> None:
    event = started(Layout(seats=3), 4)
    game = running(event)[0]
    for name in better_of(game)[1]:
        lose(game, name, after(1))
    cannot("correct-result", event, "as in 1, 1, 3", game=game.pk, places=[1, 1, 2])


@pytest.mark.parametrize("form", ["swiss", "ladder"])
def test_open_games_of_a_player_who_has_left_are_ended_by_the_sweep_if_nobody_came_to_it_before(form: str) -> None:
    event = started(Layout(form=form, rounds=2 if form == "swiss" else 0), 4)
    settle(event, NOON)
    if form == "ladder":
        first, second = (name for _, name in ranks(divisions_of(event)[0])[:2])
        ladders.challenge(event_id=event.pk, player=friend(second), username=first, at=after(1))
    game = running(event)[0]
    leaver = event.entrants.get(pk=game.fixture_game.seating[0])
    event.refresh_from_db()
    leaving, _ended = departure_with_games(leaver, open_seats_of(leaver))
    append(event, replace(leaving, why="The server stopped here."), at=after(2), division=leaver.division)
    event.entrants.filter(pk=leaver.pk).update(status=Entrant.Status.WITHDRAWN)
    timetable.follow(now=after(3))
    assert (game in running(event)) == (form == "ladder")  # where it goes on, and counts for nothing


@pytest.mark.parametrize(("reason", "is_refused"), [(" ", True), ("x", False), ("x" * 200, False), ("x" * 201, True)])
def test_every_action_has_a_reason_of_200_characters_at_most(reason: str, is_refused: bool) -> None:
    event = started(Layout(), 2)
    with pytest.raises(EventError, match="Give a reason of 1 to 200 characters") if is_refused else nullcontext():
        act("pause", event, reason=reason, at=after(1))
    assert event.log_entries.filter(kind="paused").exists() != is_refused


def test_dry_run_shows_for_the_last_game_what_the_match_then_comes_to() -> None:
    event = started(Layout(), 2, rules="treeblox")
    end_with(game_of(event, "anna", "bert"), 1, 1)
    last = play(game_of(event, "bert", "anna"), "L 1,1,1")
    results: list[tuple[str, dict[str, Any], dict[str, str]]] = [
        ("adjudicate", {"scores": [1, 0]}, {"bert": "1"}),
        ("annul", {}, {"anna": "½", "bert": "½"}),
    ]
    for slug, given, points in results:
        seen = dry_run(slug, event, game=last.pk, **given)
        assert {change.player: change.points_after for change in seen.changes if change.points_after != "0"} == points


def test_player_who_leaves_before_a_first_move_made_no_move_and_has_not_lost_on_time() -> None:
    event = started(Layout(form="swiss", rounds=2), 4)
    withdraw(event, "anna")
    assert not running(event)[0].seats.filter(player__username="anna").exists()
    assert not EntryBlock.objects.exists()
    described = [entry.text for entry in describe(event)]
    assert any(text.endswith("; anna made no move.") for text in described)


def test_substitute_is_not_taken_out_for_a_player_who_did_not_appear() -> None:
    event = started(Layout(form="swiss", rounds=2), 4)
    game = running(event)[0]
    games.forfeit_seat(game_id=game.pk, seat=0, actor_id=None, reason="Never came.", at=after(1))
    gone = Entrant.objects.get(pk=game.fixture_game.seating[0])
    act("substitute", event, player=gone.player.username, substitute=friend("zoe").username)
    timetable.follow(now=after(3))
    gone.refresh_from_db()
    assert (gone.player.username, gone.status) == ("zoe", Entrant.Status.ACTIVE)


def test_player_who_came_back_once_and_does_not_appear_again_is_taken_out_again() -> None:
    event = started(Layout(form="swiss", rounds=3), 4)
    game = running(event)[0]
    gone = Entrant.objects.get(pk=game.fixture_game.seating[0])
    games.forfeit_seat(game_id=game.pk, seat=0, actor_id=None, reason="Never came.", at=after(1))
    timetable.follow(now=after(2))
    come_back(event_id=event.pk, player=gone.player, at=after(3))
    timetable.follow(now=after(4))
    gone.refresh_from_db()
    assert gone.status == Entrant.Status.ACTIVE
    finish(event, round_number=1)
    again = next(game for game in running(event) if gone.pk in game.fixture_game.seating)
    seat = again.fixture_game.seating.index(gone.pk)
    games.forfeit_seat(game_id=again.pk, seat=seat, actor_id=None, reason="Never came.", at=after(5))
    timetable.follow(now=after(6))
    gone.refresh_from_db()
    assert gone.status == Entrant.Status.WITHDRAWN


@pytest.mark.usefixtures("unguarded_logs")
def test_seed_follows_from_who_was_there_at_the_start_whoever_stands_by_or_comes_later() -> None:
    event = started(Layout(form="ladder"), 4, most=9)
    services.enter_event(event_id=event.pk, player=friend("xena"), at=after(1))
    services.enter_event(event_id=event.pk, player=friend("zoe"), at=after(1), standby=True)
    settle(event, after(1))
    assert verify_event(event) == []
    start = event.log_entries.get(kind="started")
    zoe = event.entrants.get(player__username="zoe")
    start.payload["starters"].append({"entrant": zoe.pk, "player": zoe.player_id, "rating": 1500, "deviation": 350})
    start.save()
    assert "The seed does not follow from the entrants and the nonce." in verify_event(event)


def test_player_who_leaves_a_table_of_three_spoils_nothing_for_the_others() -> None:
    event = started(Layout(seats=3), 4, rules="btt")
    entrant = event.entrants.get(player=friend("emil"))
    assert payload_of(withdraw(event, "emil", 1)).void == ()
    play_all(event, after(2))
    rows = {row.entrant: row for row in StandingSnapshot.objects.get(division__event=event).standings.rows}
    assert all(row.columns["played"] == 3 for row in rows.values())
    assert (rows[entrant.pk].columns["won"], rows[entrant.pk].columns["lost"]) == (0, 3)


def lost_on_time(name: str, at: datetime) -> Game:
    """Somebody loses a game of an event on time, after a move of his own."""
    event = opened(f"Against {name} {at:%j}", most_entrants=2)
    for each in (name, "zoe"):
        Entrant.objects.create(event=event, player=friend(each), entered_at=NOON)  # barred or not
    game = running(services.start_event(event_id=event.pk, player=friend("cleo"), at=NOON))[0]
    seat = game.seats.get(player__username=name)
    game.events.create(seq=900, ply=900, kind="step", seat=seat.number, text="pass", source="page", at=at)
    services.block_after_time_loss(game=game, seat=seat, at=at)
    return game


def test_second_loss_on_time_within_half_a_year_bars_for_longer() -> None:
    lost_on_time("anna", after(0))
    assert services.block_of(friend("anna"), after(24 * 29)) is not None
    assert services.block_of(friend("anna"), after(24 * 31)) is None
    lost_on_time("anna", after(24 * 100))
    assert services.block_of(friend("anna"), after(24 * (100 + 89))) is not None
    assert services.block_of(friend("anna"), after(24 * (100 + 91))) is None


def test_loss_on_time_after_one_that_was_annulled_is_the_first() -> None:
    first = lost_on_time("anna", after(0))
    lost_on_time("anna", after(24 * 100))
    event = Event.objects.get(divisions__rounds__fixtures__games__game=first)
    act("annul", event, game=first.pk, at=after(24 * 101))
    assert services.block_of(friend("anna"), after(24 * (100 + 29))) is not None
    assert services.block_of(friend("anna"), after(24 * (100 + 31))) is None


def test_player_who_left_a_table_is_not_adjudicated_before_the_others() -> None:
    event = started(Layout(seats=3), 4, rules="btt")
    game = running(event)[0]
    leaver = game.seats.select_related("player").get(number=0).player
    lose(game, leaver.username, after(1))
    for attempt in (act, dry_run):
        with pytest.raises(EventError, match="placed behind all players still in it") as refused:
            attempt("adjudicate", event, game=game.pk, places=[1, 2, 3])
        assert refused.value.field == "places"
    act("adjudicate", event, game=game.pk, places=[3, 1, 2])
    game.refresh_from_db()
    assert [seat.place for seat in game.seats.order_by("number")] == [3, 1, 2]


def test_both_lines_of_an_adjudication_agree_on_what_stood_on_the_board_and_what_counts() -> None:
    event = started(Layout(), 3, rules="treeblox")
    game = play(running(event)[0], "L 1,1,1")
    first, second = [seat.player.username for seat in game.seats.select_related("player").order_by("number")]
    act("adjudicate", event, game=game.pk, scores=[2, 10])
    over, counted = [entry.text for entry in describe(event) if entry.game == game.pk]
    result = f"{second} won against {first}"
    assert over == f"Game {game.pk} is over by adjudication: {result}. On the board: {first} 1, {second} 0."
    assert counted == f"Game {game.pk} was adjudicated: {result}, 10 to 2."
    entry = event.log_entries.get(kind="game_corrected").seq
    counts = f"The game stays over, and the scores on the board count: {first} 1, {second} 0."
    assert counts in dry_run("revert-entry", event, entry=entry).sentences


def test_correction_of_a_substituted_game_names_those_who_played_it() -> None:
    """Anna has played her game against bert when mara takes over her place: no line about it names mara."""
    event = started(Layout(), 3, rules="btt")
    game = next(one for one in running(event) if {"anna", "bert"} == {s.player.username for s in one.seats.all()})
    lose(game, "bert", after(1))
    act("substitute", event, player="anna", substitute=friend("mara").username)
    places = [2 if seat.player.username == "anna" else 1 for seat in game.seats.select_related("player")]
    act("correct-result", event, game=game.pk, places=places, at=after(3))
    act("annul", event, game=game.pk, at=after(4))
    texts = [entry.text for entry in describe(event) if entry.game == game.pk]
    assert len(texts) == 3
    assert all("anna" in text and "bert" in text and "mara" not in text for text in texts), texts
