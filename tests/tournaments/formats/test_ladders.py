"""Life on a ladder: who leaves it and comes back, what becomes of open games, and how its director ends it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Game
from games.play import directing as games
from tests.tournaments.acting import act, dry_run, leave_event
from tests.tournaments.conftest import NOON, after, friend
from tests.tournaments.playing import lose, payload_of, ranks, settle, started
from tournaments.directing import ACTIONS
from tournaments.event_log.describing import describe
from tournaments.event_rules.layouts import Layout
from tournaments.exceptions import EntriesClosed, EntryRefused, EventError
from tournaments.models import Entrant, Event, EventLogEntry
from tournaments.presenting import entry_options
from tournaments.queries import divisions_of
from tournaments.running import ladders, progress, services
from tournaments.scheduling import timetable
from tournaments.verifying.events import verify_event

pytestmark = pytest.mark.django_db


def rungs(event: Event) -> list[str]:
    return [name for _, name in ranks(divisions_of(event)[0])]


def begun(players: int = 4, most: int = 8) -> tuple[Event, list[str]]:
    """A ladder, and who stands on it from the top down."""
    event = started(Layout(form="ladder"), players, most=most)
    settle(event, NOON)
    return event, rungs(event)


def challenged(event: Event, challenger: str, defender: str, hours: float = 1) -> Game:
    fixture = ladders.challenge(event_id=event.pk, player=friend(challenger), username=defender, at=after(hours))
    return fixture.games.get().game


def leave(event: Event, name: str, hours: float = 2) -> EventLogEntry:
    entrant = event.entrants.get(player__username=name)
    return leave_event(
        event_id=event.pk, entrant_id=entrant.pk, player=entrant.player, reason="No time.", at=after(hours)
    )


def lose_on_time(game: Game, name: str, hours: float) -> None:
    """A forfeit counts on a ladder like a loss on time, and bars nobody from entering."""
    seat = game.seats.get(player__username=name).number
    games.forfeit_seat(game_id=game.pk, seat=seat, actor_id=None, reason="Never came.", at=after(hours))


def fallen(event: Event, order: list[str], newcomer: str = "mara") -> str:
    """The second on the ladder has lost on time twice as the challenged, and was taken off it by the sweep."""
    late = order[1]
    lose_on_time(challenged(event, order[2], late, 1), late, 2)
    services.enter_event(event_id=event.pk, player=friend(newcomer), at=after(3))
    lose_on_time(challenged(event, newcomer, late, 4), late, 5)
    settle(event, after(5))
    timetable.follow(now=after(9))
    return late


def end(event: Event, hours: float = 3) -> EventLogEntry:
    return act("finish", event, by=friend("cleo"), reason="It is enough.", at=after(hours), key="k")


# Leaving --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("leaver", [0, 1])
def test_open_game_of_a_player_who_leaves_goes_on_and_counts_for_nothing_on_the_ladder(
    leaver: int, client: Client
) -> None:
    event, order = begun()
    game = challenged(event, order[1], order[0])
    assert game.title == event.name  # a ladder has no rounds
    line = leave(event, order[leaver])
    timetable.follow(now=after(3))
    game.refresh_from_db()
    assert (game.status, game.rated) == (Game.Status.RUNNING, True)
    assert payload_of(line).void == (game.fixture_game.fixture_id,)
    (described,) = describe(event, [line])
    assert (
        described.text == f"{order[leaver]} withdrew. 1 open challenge is played on, but does not count on the ladder."
    )
    page = client.get(f"/events/{event.slug}/fixtures/{game.fixture_game.fixture_id}/").content.decode()
    assert "goes on, but no longer counts here: a player has left." in page
    page = client.get(f"/games/{game.pk}/").content.decode()
    assert f"This game goes on, but no longer counts in {event.name}: a player has left." in page
    lose(game, order[0], after(4))
    settle(event, after(4))
    assert rungs(event) == [name for name in order if name != order[leaver]]
    (row,) = [row for row in divisions_of(event)[0].snapshot.standings.rows if row.rank == 1]
    assert (row.columns["played"], row.columns["won"]) == (0, 0)
    assert verify_event(event) == []


GOES_ON = "1 open game goes on, but does not count on the ladder. The opponent is notified."


def test_game_that_goes_on_is_shown_before_and_not_lost_by_a_player_who_leaves_after_the_opponent() -> None:
    event, order = begun()
    game = challenged(event, order[1], order[0])
    seen = dry_run("withdraw", event, player=order[0], at=after(2))
    assert GOES_ON in seen.sentences
    assert {(change.player, change.rank_after) for change in seen.changes} == {
        (name, rung) for rung, name in enumerate(order[1:], 1)
    }
    leave(event, order[0])
    assert GOES_ON in dry_run("withdraw", event, player=order[1], at=after(3)).sentences
    line = leave(event, order[1], hours=3)
    timetable.follow(now=after(4))
    game.refresh_from_db()
    assert (game.status, payload_of(line).void) == (Game.Status.RUNNING, ())


def test_game_that_does_not_count_any_more_keeps_nobody_from_a_challenge() -> None:
    event, order = begun()
    challenged(event, order[2], order[1])
    leave(event, order[1])
    settle(event, after(2))
    assert challenged(event, order[2], order[0], hours=3).status == Game.Status.RUNNING


def test_nobody_is_shown_as_to_be_challenged_while_the_ladder_stands_still(client: Client) -> None:
    event, order = begun()
    division = divisions_of(event)[0]
    client.force_login(friend(order[3]))
    shown = f"You can challenge {order[1]} or {order[2]}."
    assert shown in client.get(f"/events/{event.slug}/standings/").content.decode()
    act("pause", event, by=event.director, reason="Holidays.", at=after(1))
    assert "can challenge" not in client.get(f"/events/{event.slug}/standings/").content.decode()
    url = f"/api/v1/events/{event.slug}/divisions/{division.pk}/ladder/"
    assert not any(rung["may_challenge"] for rung in client.get(url).json())


def test_player_who_can_challenge_nobody_is_told_why(client: Client) -> None:
    event, order = begun()

    def described(name: str) -> str:
        (sentence,) = entry_options.standing_of(event, friend(name), at=after(2)).described[1:]
        return sentence

    assert described(order[0]) == "You stand on the first rung: there is nobody above you."
    game = challenged(event, order[1], order[0])
    assert described(order[1]) == "You have an open challenge already; play it first."
    lose(game, order[1], after(1))
    assert described(order[1]) == f"You can challenge {order[0]} again 14 days after your last game."
    challenged(event, order[2], order[0])
    end(event)
    assert described(order[1]) == described(order[3]) == str(ladders.ENDS)
    client.force_login(friend(order[1]))
    assert f'<p class="note">{ladders.ENDS}</p>' in client.get(f"/events/{event.slug}/standings/").content.decode()


def test_how_many_are_in_reach_costs_no_further_statement() -> None:
    event, order = begun(12, most=12)
    division = divisions_of(event)[0]

    def statements(name: str) -> int:
        entrant = event.entrants.get(player__username=name)
        with CaptureQueriesContext(connection) as asked:
            ladders.may_challenge(division, entrant, at=after(1))
        return len(asked)

    assert statements(order[1]) == statements(order[11])


def test_nobody_challenges_whom_he_plays_against_already() -> None:
    event, order = begun()
    challenged(event, order[2], order[1])
    lose_on_time(challenged(event, order[3], order[1]), order[1], 2)
    settle(event, after(2))
    assert rungs(event) == [order[0], order[3], order[2], order[1]]  # the challenged is below the challenger now
    with pytest.raises(EventError, match=f"You are playing against {order[2]} already"):
        challenged(event, order[1], order[2], hours=3)


def test_nobody_has_more_than_one_open_challenge_nor_more_than_two_to_answer() -> None:
    event, order = begun(6)
    games_with_second = [challenged(event, order[rung], order[1]) for rung in (2, 3)]
    with pytest.raises(EventError, match="open challenge already; play it first"):
        challenged(event, order[2], order[0])
    with pytest.raises(EventError, match=f"{order[1]} has 2 challenges to answer already"):
        challenged(event, order[4], order[1])
    lose(games_with_second[0], order[2], after(2))
    assert challenged(event, order[4], order[1], hours=3).status == Game.Status.RUNNING


@pytest.mark.parametrize(
    ("rung", "described"), [(1, "nobody, since you are at the top"), (2, "rung 1 only"), (4, "rungs 2 to 3")]
)
def test_player_who_challenges_somebody_out_of_reach_is_told_who_is_within(rung: int, described: str) -> None:
    event, order = begun(5)
    with pytest.raises(EventError, match=f"You stand on rung {rung} and can challenge {described}"):
        challenged(event, order[rung - 1], order[4])


def test_player_who_is_disqualified_loses_what_is_open_and_cannot_enter_again() -> None:
    event, order = begun()
    game = challenged(event, order[1], order[0])
    act("disqualify", event, player=order[0], by=friend("cleo"), reason="Used a program.", at=after(2), key=None)
    game.refresh_from_db()
    assert game.seats.get(player__username=order[1]).place == 1
    settle(event, after(2))
    assert rungs(event) == order[1:]
    with pytest.raises(EntryRefused, match="disqualified"):
        services.enter_event(event_id=event.pk, player=friend(order[0]), at=after(3))


def test_withdrawal_that_is_reverted_lets_the_open_game_count_again() -> None:
    event, order = begun()
    game = challenged(event, order[1], order[0])
    line = leave(event, order[0])
    act("revert-entry", event, entry=line.seq, by=friend("cleo"), reason="A mistake.", at=after(3))
    lose(game, order[0], after(4))
    settle(event, after(4))
    assert rungs(event)[:2] == [order[1], order[0]]
    assert event.entrants.get(player__username=order[0]).status == Entrant.Status.ACTIVE
    assert verify_event(event) == []


# Coming back ----------------------------------------------------------------------------------------------------------


def test_player_who_has_left_enters_again_on_the_last_rung_and_what_was_open_still_does_not_count() -> None:
    event, order = begun()
    game = challenged(event, order[1], order[0])
    leave(event, order[0])
    settle(event, after(2))
    standing = entry_options.standing_of(event, friend(order[0]), at=after(3))
    assert [step.name for step in standing.steps] == ["enter"]
    assert any("begin on the last rung" in sentence for sentence in standing.described)
    for _ in range(2):  # entering twice is entering once
        services.enter_event(event_id=event.pk, player=friend(order[0]), at=after(3))
    settle(event, after(3))
    assert rungs(event) == [*order[1:], order[0]]
    (line,) = event.log_entries.filter(kind="entered")
    assert describe(event, [line])[0].text == f"{order[0]} entered again, on the last rung."
    assert payload_of(line).byes == ()  # there are no rounds that could have been missed
    lose(game, order[1], after(4))
    settle(event, after(4))
    assert rungs(event) == [*order[1:], order[0]]
    assert verify_event(event) == []


def test_player_who_comes_back_finds_a_full_ladder_full() -> None:
    event, order = begun(4, most=4)
    leave(event, order[0])
    services.enter_event(event_id=event.pk, player=friend("mara"), at=after(3))
    assert not entry_options.standing_of(event, friend(order[0]), at=after(4)).steps
    with pytest.raises(EntriesClosed, match="is full"):
        services.enter_event(event_id=event.pk, player=friend(order[0]), at=after(4))


def test_earlier_departure_that_is_reverted_brings_back_nobody_who_has_left_again() -> None:
    event, order = begun()
    first = leave(event, order[0])
    services.enter_event(event_id=event.pk, player=friend(order[0]), at=after(3))
    leave(event, order[0], hours=4)
    act("revert-entry", event, entry=first.seq, by=friend("cleo"), reason="A mistake.", at=after(5))
    settle(event, after(5))
    assert event.entrants.get(player__username=order[0]).status == Entrant.Status.WITHDRAWN
    assert rungs(event) == order[1:]
    assert verify_event(event) == []


def test_nobody_takes_over_the_place_of_a_player_who_has_left_a_ladder() -> None:
    event, order = begun()
    leave(event, order[0])
    friend("mara")
    with pytest.raises(EventError, match="no place is kept"):
        dry_run("substitute", event, player=order[0], substitute="mara", at=after(3))


# Falling off ----------------------------------------------------------------------------------------------------------


def test_player_who_falls_off_a_ladder_leaves_the_place_to_others_and_may_come_back() -> None:
    event, order = begun(4, most=5)
    late = fallen(event, order)
    line = event.log_entries.get(kind="removed_from_ladder")
    assert (payload_of(line).actor, payload_of(line).why) == (None, ladders.FELL.format(days=90))
    assert not describe(event, [line])[0].can_be_reverted
    with pytest.raises(EventError, match="cannot be reverted"):
        act("revert-entry", event, entry=line.seq, at=after(10))
    entrant = event.entrants.get(player__username=late)
    assert ladders.remove_from_ladder(entrant, at=after(10)) == line  # another scheduler finds what is done
    timetable.follow(now=after(10))
    assert event.log_entries.filter(kind="removed_from_ladder").count() == 1
    settle(event, after(10))
    assert rungs(event) == [order[0], order[2], order[3], "mara"]
    described = entry_options.standing_of(event, friend(late), at=after(10)).described
    assert described[0].startswith("You were removed from this ladder: when challenged, you lost on time")
    with pytest.raises(EventError, match="enter it first"):
        challenged(event, late, "mara", hours=10)
    services.enter_event(event_id=event.pk, player=friend("nina"), at=after(11))
    with pytest.raises(EntriesClosed, match="is full"):
        services.enter_event(event_id=event.pk, player=friend(late), at=after(11))
    leave(event, "nina", hours=12)
    services.enter_event(event_id=event.pk, player=friend(late), at=after(13))
    settle(event, after(13))
    timetable.follow(now=after(14))
    assert rungs(event)[-1] == late
    assert ladders.remove_from_ladder(entrant, at=after(14)) is None
    assert event.log_entries.filter(kind="removed_from_ladder").count() == 1
    assert verify_event(event) == []


def test_player_who_has_fallen_off_waits_like_everybody_who_lost_on_time() -> None:
    event, order = begun()
    late = fallen(event, order)
    friend(late).entry_blocks.create(
        game=Game.objects.filter(status="finished")[0], since=after(5), until=NOON + timedelta(days=90)
    )
    described = entry_options.standing_of(event, friend(late), at=after(9))
    assert not described.steps
    assert any("You lost a game of an event on time." in sentence for sentence in described.described)
    with pytest.raises(EntryRefused, match="on time"):
        services.enter_event(event_id=event.pk, player=friend(late), at=after(9))
    services.enter_event(event_id=event.pk, player=friend(late), at=NOON + timedelta(days=91))
    settle(event, NOON + timedelta(days=91))
    assert rungs(event)[-1] == late


# The end --------------------------------------------------------------------------------------------------------------


def test_ladder_that_is_ended_lets_open_challenges_be_played_and_takes_no_more() -> None:
    event, order = begun()
    game = challenged(event, order[1], order[0])
    first, second, *_ = dry_run("finish", event, at=after(2)).sentences
    assert first == "From now on nobody can challenge anybody, and nobody can enter."
    assert second.startswith("1 open challenge is played to the end first")
    end(event)
    with pytest.raises(EventError, match="ended already"):
        act("finish", event, at=after(3))
    settle(event, after(3))
    assert event.state == Event.State.RUNNING
    with pytest.raises(EventError, match="no new ones"):
        challenged(event, order[2], order[1], hours=4)
    with pytest.raises(EntriesClosed):
        services.enter_event(event_id=event.pk, player=friend("mara"), at=after(4))
    assert not ACTIONS["finish"].is_possible(event)
    assert str(ladders.ENDS) in entry_options.standing_of(event, friend(order[2]), at=after(4)).described
    assert entry_options.standing_of(event, friend("mara"), at=after(4)) == entry_options.Standing((str(ladders.ENDS),))
    lose(game, order[0], after(5))
    settle(event, after(5))
    assert (event.state, event.finished_at) == (Event.State.FINISHED, after(5))
    assert rungs(event)[:2] == [order[1], order[0]]
    assert verify_event(event) == []


def test_ladder_without_open_challenges_is_finished_at_once_and_by_the_same_request_once() -> None:
    event, order = begun()
    for _ in range(2):
        end(event)
    settle(event, after(4))
    assert event.state == Event.State.FINISHED
    (line,) = event.log_entries.filter(kind="ladder_ended")
    assert (payload_of(line).actor, payload_of(line).why) == (friend("cleo").pk, "It is enough.")
    assert rungs(event) == order
    assert not describe(event, [line])[0].can_be_reverted
    with pytest.raises(EventError, match="cannot go on"):
        act("revert-entry", event, entry=line.seq, by=friend("cleo"), reason="No.", at=after(5))


def test_game_that_counts_for_nothing_keeps_no_ladder_from_its_end_but_from_the_archive() -> None:
    event, order = begun()
    game = challenged(event, order[1], order[0])
    leave(event, order[1])
    end(event)
    settle(event, after(3))
    assert event.state == Event.State.FINISHED
    said: dict[str, Any] = {"by": friend("cleo"), "reason": "Done."}
    with pytest.raises(EventError, match="still running"):
        act("archive", event, at=after(4), **said)
    lose(game, order[0], after(4))
    settle(event, after(4))
    assert rungs(event) == [order[0], *order[2:]]
    act("approve-tables", event, at=after(5), **said)
    act("archive", event, at=after(5), **said)
    event.refresh_from_db()
    assert event.state == Event.State.ARCHIVED
    assert verify_event(event) == []


def test_end_of_a_ladder_can_be_reverted_while_challenges_are_open() -> None:
    event, order = begun()
    game = challenged(event, order[1], order[0])
    line = end(event)
    assert describe(event, [line])[0].can_be_reverted
    act("revert-entry", event, entry=line.seq, at=after(4))
    lose(game, order[0], after(5))
    settle(event, after(5))
    assert event.state == Event.State.RUNNING
    assert challenged(event, order[2], order[0], hours=6).status == Game.Status.RUNNING


def test_end_that_is_reverted_before_it_is_counted_lets_the_ladder_go_on() -> None:
    event, order = begun()
    line = end(event)
    assert not progress.advance(event.divisions.get().pk, at=after(3))  # the table does not count the line yet
    act("revert-entry", event, entry=line.seq, at=after(4))
    settle(event, after(4))
    assert event.state == Event.State.RUNNING
    assert challenged(event, order[1], order[0], hours=5).status == Game.Status.RUNNING


def test_player_who_challenges_where_nobody_can_is_told_why() -> None:
    event, order = begun()
    for slug, why in (("pause", "is paused; you can challenge once it is resumed"), ("call-off", "called off")):
        act(slug, event, at=after(1))
        with pytest.raises(EventError, match=why):
            challenged(event, order[1], order[0], hours=2)
    with pytest.raises(EventError, match="Winter is not a ladder"):
        challenged(started(Layout(), 4, name="Winter"), "bert", "anna", hours=2)


def test_what_is_over_or_ends_by_itself_is_not_ended() -> None:
    event, _ = begun()
    act("call-off", event, at=after(2))
    with pytest.raises(EventError, match="Autumn is called off"):
        end(event)
    event = started(Layout(), 3, name="Winter")
    assert not ACTIONS["finish"].is_possible(event)
    with pytest.raises(EventError, match="ends when everything is played"):
        end(event)
