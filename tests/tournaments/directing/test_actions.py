"""Every action of a director: its dry run shows what it comes to, it is done once, and it stands in the log."""

from __future__ import annotations

import re
from dataclasses import is_dataclass
from datetime import timedelta
from typing import Any

import pytest

from games.models import Game
from games.play.directing import MOST_ADDED
from ground.sweeps import SweepError
from tests.tournaments.acting import act, assist, begun, cannot, dry_run, values_for
from tests.tournaments.api.test_entering_api import call
from tests.tournaments.conftest import after, friend
from tests.tournaments.directing.test_before_start import entered, planned
from tests.tournaments.entries.test_byes import chained_anew
from tests.tournaments.lives import everything
from tests.tournaments.playing import better_of, lose, payload_of, play_all, ranks, running, settle, started
from tests.tournaments.team_leagues import league
from tests.tournaments.web.test_console import through_the_page
from tests.tournaments.web.test_pages import shown_to, signed_in, words_of, words_to
from tournaments.directing import ACTIONS, offered
from tournaments.directing.action.base import Place
from tournaments.directing.requests.asking import NewRequest, ask
from tournaments.directing.rounds.move_deadline import LONGEST
from tournaments.event_log.describing import describe
from tournaments.event_rules.layouts import Layout
from tournaments.exceptions import EventError
from tournaments.models import Entrant, Event, StandingSnapshot
from tournaments.presenting.match_tables import match_tables
from tournaments.queries import divisions_of, fixtures_of
from tournaments.running import ladders, services
from tournaments.running.decisions import Decision
from tournaments.running.substitution import replace_player
from tournaments.scheduling import timetable
from tournaments.verifying.events import verify_event
from tournaments.wording.decisions import write_points

pytestmark = pytest.mark.django_db

CHANGES = [
    ("round robin", "disqualify"), ("round robin", "several-players"), ("Treeblox", "adjudicate"),
    ("Treeblox", "correct-result"), ("Swiss", "withdraw"), ("Swiss", "annul"), ("tables", "several-games"),
    ("tables", "correct-result"),
]  # fmt: skip


def places_of(event: Event) -> dict[str, tuple[int, str]]:
    """Each player's rank and points in the stored tables."""
    found = {}
    for division in divisions_of(event):
        names = dict(division.entrants.values_list("pk", "player__username"))
        for row in StandingSnapshot.objects.get(division=division).standings.rows:
            found[names[row.entrant]] = (row.rank, write_points(row.points))
    return found


@pytest.mark.parametrize(("form", "slug"), CHANGES)
def test_changed_places_are_those_of_the_dry_run(form: str, slug: str) -> None:
    event = begun(form)
    values = values_for(event, slug)
    before = places_of(event)
    seen = dry_run(slug, event, **values)
    act(slug, event, **values)
    for division in divisions_of(event):
        services.compute_standings(division.pk, at=after(2))
    now = places_of(event)
    changed = {name for name in before if name in now and before[name] != now[name]}
    assert {change.player: (change.rank_after, change.points_after) for change in seen.changes} == {
        name: now[name] for name in changed
    }
    assert seen.sentences
    event.refresh_from_db()
    assert verify_event(event) == []


@pytest.mark.parametrize(("form", "slug"), [("ladder", "withdraw"), ("knockout", "withdraw")])
def test_dry_run_shows_a_departure_in_forms_without_points(form: str, slug: str) -> None:
    event = begun(form, ended=0)
    before, first = places_of(event), event.entrants.get(number=1).player.username
    seen = dry_run(slug, event, player=first)
    act(slug, event, player=first)
    settle(event, after(2))
    now = places_of(event)
    changed = {name: place for name, place in now.items() if place != before[name]}
    assert {change.player: (change.rank_after, change.points_after) for change in seen.changes} == changed
    assert changed


def test_player_who_leaves_early_is_said_to_stay_in_the_table_where_nothing_of_theirs_counts() -> None:
    event = begun("round robin", ended=1)
    seen = dry_run("withdraw", event, player="dora")
    act("withdraw", event, player="dora")
    settle(event, after(2))
    assert seen.sentences[1].endswith("dora stays in the table, without points.")
    assert places_of(event)["dora"][1] == "0"


def test_what_a_reverted_entry_changed_is_as_before() -> None:
    event = begun("round robin")
    before = places_of(event)
    act("correct-result", event, **values_for(event, "correct-result"))
    line = event.log_entries.get(kind="game_corrected")
    seen = dry_run("revert-entry", event, entry=line.seq)
    act("revert-entry", event, entry=line.seq)
    settle(event, after(2))
    assert places_of(event) == before
    assert {change.player for change in seen.changes}
    cannot("revert-entry", event, "reverted already", entry=line.seq)


FIRST: dict[str, tuple[str, ...]] = {  # what has to be done before an action
    "resume": ("pause",),
    "revert-entry": ("correct-result",),
    "confirm": ("correct-result",),
    "archive": ("call-off",),
    "unarchive": ("call-off", "archive"),
}

SWISS: dict[str, tuple[dict[str, Any], int, int]] = {  # where an action needs a Swiss tournament of its own
    "give-bye": ({}, 3, 3),
    "set-pairing": ({"preview_hours": 1}, 3, 3),
    "keep-apart": ({"preview_hours": 1}, 3, 3),
    "release-round": ({"preview_hours": 1}, 3, 3),
    "pair-now": ({}, 3, 3),
    "let-in": ({"round_days": 30}, 5, 9),
}


def event_for(slug: str) -> Event:
    """An event in which the action can be done."""
    if ACTIONS[slug].states == (Event.State.OPEN,):
        return entered()
    if slug in SWISS:
        values, players, most = SWISS[slug]
        return started(Layout(form="swiss", rounds=3, **values), players, most=most)
    event = (
        league(2, reserves=1)
        if slug == "use-reserve"
        else begun("ladder" if slug == "finish" else "round robin", ended=1)
    )
    if slug == "confirm":
        assist(event, "dora", "mara")
    if slug == "approve-tables":
        play_all(event, after(2))
    for before in FIRST.get(slug, ()):
        act(before, event, **(values_for(event, before) if before == "correct-result" else {}))
        event.refresh_from_db()
    return event


@pytest.mark.parametrize("slug", ACTIONS)
def test_action_with_the_same_key_is_done_once(slug: str) -> None:
    event, mara = event_for(slug), friend("mara").username
    asked = corrected = event.log_entries.filter(kind="game_corrected").values_list("seq", flat=True).first()
    if slug == "refuse-request":
        wanted = NewRequest(what="withdrawal", why="I am ill.")
        asked = ask(event_id=event.pk, player=friend("anna"), wanted=wanted, at=after(1)).seq
    without_game = list(event.entrants.filter(fixture_seats=None).values_list("player__username", flat=True))
    idle = min(planned(event)["2.1"] if event.state == Event.State.OPEN else without_game, default="")
    chosen: dict[str, dict[str, Any]] = {
        "add-time": {"game": None, "span": timedelta(days=2)},
        "announce": {"text": "Well done."},
        "move-deadline": {"deadline": after(500)},
        "move-start": {"start": after(500)},
        "substitute": {"player": "dora", "substitute": mara},
        "revert-entry": {"entry": corrected},
        "confirm": {"entry": corrected},
        "set-pairing": {"pairs": [["anna", "bert"]]},
        "keep-apart": {"players": ["anna", "bert"]},
        "refuse-request": {"entry": asked},
        "let-in": {"player": mara},
        "use-reserve": {"game": next((game.pk for game in running(event)), 0), "reserve": "ulm3"},
        "give-bye": {"player": idle, "round": 1, "bye": "half_point_bye"},
        "seed-players": {"players": [idle]},
        "place-player": {"player": idle, "tier": 1},
        "change-tier": {"player": idle, "direction": "up"},
    }
    values = chosen[slug] if slug in chosen else values_for(event, slug)
    decides = friend("mara" if slug == "confirm" else "cleo")
    assert dry_run(slug, event, **values).sentences
    act(slug, event, by=decides, key="k1", **values)
    there_is = everything()
    act(slug, event, by=decides, key="k1", **values)
    if slug != "substitute":  # all others find what they are about a second time, and look under the lock, too
        again = Decision(decides, "As agreed.", after(2), "k1")
        ACTIONS[slug].perform(event, ACTIONS[slug].Inputs(**values), again)
    assert event.log_entries.filter(payload__key="k1").count() == 1
    assert everything() == there_is
    event.refresh_from_db()
    assert verify_event(event) == []


def test_time_for_everybody_is_a_minute_at_least_and_not_too_much() -> None:
    event = begun("round robin", ended=1)
    for span in (timedelta(seconds=59), MOST_ADDED + timedelta(seconds=1)):
        cannot("add-time", event, f"Between a minute and {MOST_ADDED.days} days", game=None, span=span)
    for span in (timedelta(minutes=1), MOST_ADDED):
        act("add-time", event, game=None, span=span)


def test_deadline_lies_in_the_next_two_years() -> None:
    event = begun("Swiss", ended=1)
    for deadline in (after(2), after(2) + LONGEST + timedelta(seconds=1)):
        cannot("move-deadline", event, "in the future, within the next two years", round=1, deadline=deadline)
    act("move-deadline", event, round=1, deadline=after(2) + LONGEST)
    cannot("move-deadline", event, "no such round", round=2, deadline=after(500))


def test_time_for_everybody_reaches_every_open_game_once() -> None:
    event = begun("round robin")
    before = {game.pk: game.clocks for game in running(event)}
    for _ in range(2):
        act("add-time", event, key="k2", game=None, span=timedelta(days=1), reason="Sor\u200bry")  # as texts are copied
    for game in running(event):
        assert sum(game.clocks) == sum(before[game.pk]) + 2 * 86_400_000
    (line,) = describe(event, list(event.log_entries.filter(kind="time_added")))
    assert line.text == "Everybody got 1 day more in every open game."


def test_time_for_everybody_reaches_the_games_that_were_open_though_the_server_stopped_in_between() -> None:
    event = begun("round robin")
    missed, later, *_ = games = running(event)
    before = {game.pk: sum(game.clocks) for game in games}
    Game.objects.filter(pk=missed.pk).update(rules="")
    Game.objects.filter(pk=later.pk).update(started_at=after(2.5))
    with pytest.raises(SweepError):
        act("add-time", event, key="k3", game=None, span=timedelta(days=1))
    Game.objects.filter(pk=missed.pk).update(rules=missed.rules)
    for hours in (3, 4):
        timetable.follow(now=after(hours))
    gained = {game.pk: sum(game.clocks) - before[game.pk] for game in running(event)}
    assert gained == {game.pk: 0 if game == later else 2 * 86_400_000 for game in games}


def test_log_names_who_had_the_seats_when_an_action_was_taken() -> None:
    event = begun("round robin")
    game = next(game for game in running(event) if game.seats.filter(player__username="dora").exists())
    names = [seat.player.username for seat in game.seats.order_by("number")]
    act("add-time", event, game=game.pk, seat=names.index("dora") + 1, span=timedelta(days=1))
    act("substitute", event, player="dora", substitute=friend("mara").username)
    act("adjudicate", event, game=game.pk, places=[1, 2] if names[0] == "dora" else [2, 1])
    other = next(name for name in names if name != "dora")
    texts = {entry.kind: entry.text for entry in describe(event)}
    assert texts["time_added"] == f"In game {game.pk}, dora got 1 day more."
    assert texts["adjudicated"] == f"Game {game.pk} was adjudicated: mara won against {other}."


def test_two_directors_who_substitute_for_the_same_player_do_it_once() -> None:
    event = begun("round robin")
    entrant = event.entrants.get(player=friend("dora"))
    old = Entrant.objects.select_related("player", "event").get(pk=entrant.pk)
    act("substitute", event, player="dora", substitute=friend("mara").username)
    with pytest.raises(EventError, match="mara has taken over the place of dora"):
        replace_player(old, friend("nina"), Decision(friend("cleo"), "Late.", after(2)))
    entrant.refresh_from_db()
    assert entrant.player == friend("mara")
    assert not Game.objects.filter(seats__player=friend("nina")).exists()


def test_finished_event_comes_out_of_the_archive_as_it_went_in() -> None:
    event = begun("league", ended=0)
    play_all(event, after(1))
    cannot("archive", event, "are not approved as they stand now")
    assert dry_run("approve-tables", event).sentences[0].endswith("first.")
    act("approve-tables", event)
    seen = dry_run("archive", event)
    assert "No new season follows it as long as it is archived." in seen.sentences
    act("archive", event, key="k1")
    event.refresh_from_db()
    for slug, values in (
        ("correct-result", values_for(event, "correct-result")),
        ("announce", {"text": "Hello."}),
        ("archive", {}),
    ):
        cannot(slug, event, "in the archive", **values)
    act("archive", event, key="k1")
    assert verify_event(event) == []
    sentences = dry_run("unarchive", event).sentences
    assert sentences[-1] == "The next season is made, and everybody is asked whether they stay."
    act("unarchive", event, key="k2")
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED
    act("correct-result", event, **values_for(event, "correct-result"))
    cannot("archive", event, "are not approved as they stand now")
    described = describe(event)
    texts = ["The event was archived.", "The event was taken out of the archive."]
    assert [entry.text for entry in described if entry.kind in ("archived", "unarchived")] == texts
    timetable.follow(now=after(3))
    assert Event.objects.filter(previous=event).exists()


def test_what_is_too_late_is_refused_before_it_is_confirmed() -> None:
    event = begun("round robin")
    act("call-off", event)
    event.refresh_from_db()
    with pytest.raises(EventError, match="Autumn is called off"):
        dry_run("withdraw", event, player="anna")


def test_game_of_another_event_is_left_alone() -> None:
    event, other = begun("round robin", ended=1), started(Layout(), 2, name="Winter")
    game = running(other)[0]
    lose(game, better_of(game)[0], after(1))
    cannot("annul", event, "is not part of Autumn", game=game.pk)
    assert not event.log_entries.filter(kind="game_annulled").exists()


@pytest.mark.parametrize("form", ["tables", "knockout"])
def test_nobody_is_given_points_for_sitting_out_where_all_do_or_nobody_does(form: str) -> None:
    values = {"player": "dora", "round": 1, "bye": "full_point_bye"}
    both_refuse(begun(form), "give-bye", "Byes are given in Swiss tournaments only", **values)


def test_seat_that_the_house_plays_gets_no_time() -> None:
    event = begun("tables", ended=0)
    game = running(event)[0]
    lose(game, game.seats.get(number=0).player.username, after(1))
    with pytest.raises(EventError, match="The house bot plays this seat"):
        dry_run("add-time", event, game=game.pk, seat=1, span=timedelta(days=1))


def both_refuse(event: Event, slug: str, match: str, **values: Any) -> None:
    """What a dry run refuses is not done either."""
    lines = event.log_entries.count()
    for attempt in (lambda: dry_run(slug, event, **values), lambda: act(slug, event, **values)):
        with pytest.raises(EventError, match=match):
            attempt()
    assert event.log_entries.count() == lines


@pytest.mark.parametrize(
    ("form", "values", "refusal"),
    [("ladder", {}, "so nobody would get more time"), ("tables", {"seat": 1}, "Say in which game")],
)
def test_time_is_added_to_somebody_in_some_game(form: str, values: dict[str, Any], refusal: str) -> None:
    both_refuse(begun(form, ended=0), "add-time", refusal, span=timedelta(days=1), **values)


def test_what_a_bye_is_worth_is_corrected_after_the_end() -> None:
    event = started(Layout(form="swiss", rounds=1), 3)
    play_all(event, after(1))
    assert event.state == Event.State.FINISHED
    [bye] = payload_of(event.log_entries.get(kind="round_paired")).byes
    name = event.entrants.get(pk=bye.entrant).player.username
    values = {"player": name, "round": 1, "bye": "zero_point_bye"}
    (change,) = (one for one in dry_run("give-bye", event, **values).changes if one.player == name)
    act("give-bye", event, **values)
    services.compute_standings(divisions_of(event)[0].pk, at=after(2))
    assert places_of(event)[name] == (change.rank_after, "0")


def test_player_who_leaves_a_table_at_which_one_other_is_left_ends_its_game() -> None:
    event = begun("tables", ended=0)
    act("withdraw", event, player="anna")
    settle(event, after(2))
    before = places_of(event)
    seen = dry_run("withdraw", event, player="bert")
    assert seen.sentences[1:] == (
        "2 open games end at once, since one other player is left there.",
        "The seat in 1 open game becomes vacant. "
        "There is no substitute, so the house bot plays on, and the player is placed last.",
    )
    act("withdraw", event, player="bert")
    settle(event, after(2))
    now = places_of(event)
    changed = {name: place for name, place in now.items() if place != before[name]}
    assert {change.player: (change.rank_after, change.points_after) for change in seen.changes} == changed


@pytest.mark.parametrize("slug", ["correct-result", "adjudicate"])
def test_where_leaves_count_a_director_gives_them_and_no_other_places(slug: str) -> None:
    event = begun("Treeblox")
    values = values_for(event, slug)
    both_refuse(event, slug, "leave the places out", **values, places=[1, 1])
    both_refuse(event, slug, "Give the active leaves of each seat", game=values["game"], places=[1, 2])
    both_refuse(event, slug, "each of the 2 seats its score", game=values["game"], scores=[3])
    both_refuse(event, slug, "Nobody has 61 active leaves: each player has 16", game=values["game"], scores=[61, 0])
    both_refuse(event, slug, "Nobody has -1 active leaves: each player has 16", game=values["game"], scores=[4, -1])


def test_leaves_that_a_director_gives_a_game_decide_its_match() -> None:
    event = started(Layout(form="match"), 2, rules="treeblox")
    first, second = running(event)
    names = [seat.player.username for seat in first.seats.order_by("number")]
    seen = dry_run("adjudicate", event, game=first.pk, scores=[0, 9])
    assert seen.sentences[1] == (
        f"In the match it counts {names[0]} 0, {names[1]} 9; on the board it is {names[0]} 0, {names[1]} 0."
    )
    act("adjudicate", event, key="k", game=first.pk, scores=[0, 9])
    act("adjudicate", event, key="k", game=first.pk, scores=[0, 9])
    lose(second, names[1], after(3))
    settle(event, after(3))
    (division,) = divisions_of(event)
    (table,) = match_tables(division, list(fixtures_of(division)))
    described = {game.game.pk: (game.counted, game.note) for game in table.games}
    assert {game.on_board for game in table.games} == {(0, 0)}
    loses, wins = table.players.index(names[0]), table.players.index(names[1])
    counted, note = described[first.pk]
    assert (counted[loses], counted[wins], note) == ("0", "9", "decided by the director, or by the rules of the event")
    assert table.verdict == f"{names[1]} wins the match by 1."
    assert ranks(division) == [(1, names[1]), (2, names[0])]
    (line,) = event.log_entries.filter(kind="game_corrected")
    (entry,) = describe(event, [line])
    assert entry.text == f"Game {first.pk} was adjudicated: {names[1]} won against {names[0]}, 9 to 0."
    assert verify_event(event) == []


def test_where_places_count_no_scores_are_given() -> None:
    event = begun("Swiss")
    both_refuse(event, "correct-result", "leave the scores out", **values_for(event, "correct-result"), scores=[0, 9])


@pytest.mark.parametrize("slug", ["adjudicate", "add-time"])
def test_game_that_goes_on_after_the_end_of_its_ladder_is_not_decided_by_its_director(slug: str) -> None:
    event = begun("ladder", ended=0)
    order = [entrant.player.username for entrant in event.entrants.order_by("number")]
    ladders.challenge(event_id=event.pk, player=friend(order[1]), username=order[0], at=after(1))
    act("withdraw", event, player=order[1])
    act("finish", event)
    settle(event, after(2))
    game = running(event)[0]
    values = {"places": [1, 2]} if slug == "adjudicate" else {"span": timedelta(days=1)}
    both_refuse(event, slug, "Autumn is finished", game=game.pk, **values)
    assert running(event) == [game]
    act("annul", event, game=game.pk)
    assert running(event) == []


@pytest.mark.parametrize(
    ("slug", "form", "sentence"),
    [
        ("substitute", "ladder", "kurt takes over the place of anna, with the rung."),
        ("substitute", "knockout", "kurt plays on in 2 open games, with the clocks as they stand, but with at least a "
         "day, or an increment if that is more."),
        ("pause", "ladder", "Nobody can challenge meanwhile."),
        ("pause", "Swiss", "Nothing is paired meanwhile."),
        ("pause", "tables", "The clocks of 4 open games stop until the event resumes. Moves are still accepted."),
    ],
)  # fmt: skip
def test_dry_run_says_it_in_the_words_of_the_form(slug: str, form: str, sentence: str) -> None:
    values = {"player": "anna", "substitute": friend("kurt").username} if slug == "substitute" else {}
    assert dry_run(slug, begun(form, ended=0), **values).sentences[-1] == sentence


def test_score_of_a_resigned_game_is_not_told_as_if_it_had_decided() -> None:
    event = begun("round robin")
    act("correct-result", event, **values_for(event, "correct-result"))
    (entry,) = describe(event, [event.log_entries.get(kind="game_corrected")])
    assert re.fullmatch(r"The result of game \d+ was corrected: \w+ won against \w+\.", entry.text)


def names_of(game: Game) -> list[str]:
    return [seat.player.username for seat in game.seats.select_related("player").order_by("number")]


def test_all_lines_about_an_adjudicated_match_say_who_won_and_how() -> None:
    event = started(Layout(form="match"), 2, rules="treeblox")
    game = running(event)[0]
    first, second = names_of(game)
    act("adjudicate", event, game=game.pk, scores=[2, 9])
    settle(event, after(3))
    texts = [entry.text for entry in describe(event) if entry.game == game.pk]
    assert texts
    for text in texts:
        assert second in text
        assert f"{first} won" not in text
        assert "level" not in text
        assert "0 to 0" not in text
    page = words_to("", f"/events/{event.slug}/log/")
    assert f"{second} won against {first}, 9 to 2." in page
    assert page.count(f"Game {game.pk}") == 1
    assert all(f"{entry.seq} · " in page for entry in event.log_entries.all())
    assert friend("cleo").username in page
    ended, decided = [line for line in call("", f"{event.slug}/log/", method="get") if line["game"] == game.pk]
    assert (ended["decided_in"], decided["decided_in"]) == (decided["seq"], None)
    assert shown_to("", f"/events/{event.slug}/feed.atom").count("<entry>") == 2


@pytest.mark.parametrize(("slug", "given", "instead"), [
    ("adjudicate", {"places": [1, 2]}, "“Correct result” gives it another result, and “Annul” removes its result."),
    ("annul", {}, "“Correct result” gives it a result that counts in the event."),
])  # fmt: skip
def test_who_decided_the_wrong_game_reads_what_to_do_instead_and_can_do_it(
    slug: str, given: dict[str, list[int]], instead: str
) -> None:
    event = started(Layout(), 3)
    game = running(event)[0]
    entry = act(slug, event, game=game.pk, **given)
    for dry in (True, False):
        refused = call("cleo", "autumn/actions/revert-entry/", 400, entry=entry.seq, reason="Wrong.", dry_run=dry)
        (error,) = refused["errors"]
        assert error["field"] == "entry"
        assert f"game {game.pk} is over and cannot be continued" in error["detail"]
        assert error["detail"].endswith(instead)
    (described,) = describe(event, [entry])
    assert described.opposite is not None
    act(described.opposite.action, event, **described.opposite.values, places=[2, 1])
    settle(event, after(3))
    (division,) = divisions_of(event)
    assert ranks(division)[0] == (1, names_of(game)[1])
    assert verify_event(event) == []


def test_every_action_has_its_slug_a_frozen_dataclass_a_short_title_and_a_meaning() -> None:
    for action in ACTIONS.values():
        assert type(action).__module__.startswith("tournaments.directing.")
        assert type(action).__module__.rpartition(".")[2] == action.slug.replace("-", "_")
        assert is_dataclass(action.Inputs)
        assert action.Inputs.__dataclass_params__.frozen
        assert action.optional <= action.inputs.keys()
        assert 1 <= len(str(action.title).split()) <= 2
        assert str(action.meaning).endswith(".")
        assert action.offered_at


@pytest.mark.django_db
def test_reason_is_asked_for_where_an_action_has_one() -> None:
    begun("round robin", ended=0)
    for reason in ({}, {"reason": ""}, {"reason": "\u200b"}, {"reason": "x" * 201}):
        answer = call("cleo", "autumn/actions/pause/", 400, **reason)
        assert (answer["code"], [error["field"] for error in answer["errors"]]) == ("invalid", ["reason"])
    refused = call("cleo", "autumn/actions/announce/", 400, text="Hello.", reason="x")
    assert "There is no such value" in refused["message"]


@pytest.mark.django_db
def test_actions_are_offered_where_they_fit() -> None:
    event = begun("round robin", ended=1)
    slugs = {place: [action.slug for action in actions] for place, actions in offered(event, friend("cleo")).items()}
    assert slugs[Place.GAME] == ["add-time", "adjudicate", "annul"]
    assert slugs[Place.RESULT] == ["correct-result", "annul"]
    assert slugs[Place.ENTRANT] == ["substitute", "withdraw", "disqualify"]
    assert slugs[Place.EVENT] == ["announce", "pause", "call-off"]
    act("withdraw", event, player="dora")
    page = shown_to("cleo", "/events/autumn/console/")
    assert "console/substitute/?player=dora" in page
    assert "console/withdraw/?player=dora" not in page
    assert "console/withdraw/?player=anna" in page
    act("call-off", event)
    event.refresh_from_db()
    assert [action.slug for action in offered(event, friend("cleo"))[Place.EVENT]] == ["archive"]


@pytest.mark.django_db
def test_form_of_a_game_of_three_asks_for_each_place() -> None:
    event = begun("tables", ended=0)
    game = running(event)[0]
    page = shown_to("cleo", f"/events/autumn/console/adjudicate/?game={game.pk}")
    names = [seat.player.username for seat in game.seats.order_by("number")]
    assert all(f"Place of {name}" in words_of(page) for name in names)
    sent = {"nonce": "n", "game": game.pk, "reason": "Late.", "place_0": "2", "place_1": "1", "place_2": "2"}
    shown = signed_in("cleo").post("/events/autumn/console/adjudicate/", sent)
    assert f"1. {names[1]}, 2. " in words_of(shown.content.decode())


def finished() -> Event:
    event = begun("round robin", ended=0)
    play_all(event, after(1))
    assert event.state == Event.State.FINISHED
    return event


@pytest.mark.usefixtures("unguarded_logs")
def test_tables_are_approved_on_the_page_and_what_was_approved_is_verified() -> None:
    event, page = finished(), "/events/autumn/console/"
    assert "finished tables not approved" in words_to("cleo", page)
    assert "anna first." in through_the_page(signed_in("cleo"), event, "approve-tables")
    assert "finished tables approved" in words_to("cleo", page)
    cannot("approve-tables", event, "approved already")
    act("archive", event)
    event.refresh_from_db()
    assert verify_event(event) == []
    entry = event.log_entries.get(kind="tables_approved")
    entry.payload["digest"] = "0" * 64
    chained_anew(event, entry)
    assert [sentence.partition(" ")[2].partition(" ")[2] for sentence in verify_event(event)] == [
        "approves other tables than the log comes to.",
        "archives tables that nobody had approved.",
    ]


def test_correction_ends_an_approval_and_a_reverted_one_does_not_count() -> None:
    event = finished()
    first = act("approve-tables", event)
    act("correct-result", event, **values_for(event, "correct-result"))
    settle(event, after(3))
    cannot("archive", event, "not approved as they stand now")
    again = call("cleo", "autumn/actions/approve-tables/", reason="Looked at.")["entry"]["seq"]
    call("cleo", "autumn/actions/revert-entry/", entry=again, reason="Not yet.")
    cannot("archive", event, "not approved as they stand now")
    assert first.seq < again
    assert verify_event(event) == []


def test_entry_that_cannot_be_reverted_leads_to_the_action_that_undoes_it() -> None:
    event, cleo = begun("round robin", ended=1), signed_in("cleo")
    act("pause", event)
    console = cleo.get("/events/autumn/console/").content.decode()
    assert "Revert: Resume" in console
    act("resume", event)
    act("substitute", event, player="dora", substitute=friend("mara").username)
    console = cleo.get("/events/autumn/console/").content.decode()
    assert "Revert: Resume" not in console
    assert "console/substitute/?player=mara&amp;substitute=dora" in console
    assert 'value="dora"' in cleo.get("/events/autumn/console/substitute/?player=mara&substitute=dora").content.decode()


def test_what_another_action_undoes_is_not_reverted_and_the_refusal_names_it() -> None:
    event = begun("round robin", ended=0)
    number = act("pause", event).seq
    for dry in (True, False):
        refused = call("cleo", "autumn/actions/revert-entry/", 400, entry=number, reason="Wrong.", dry_run=dry)
        assert f"Entry {number} cannot be reverted; it is undone by the action “resume”." in refused["message"]
