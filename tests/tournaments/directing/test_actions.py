"""Every action of a director: its dry run shows what it comes to, it is done once, and it stands in the log."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest

from games.models import Game
from games.play.directing import MOST_ADDED
from ground.sweeps import SweepError
from tests.tournaments.acting import a_game, act, assist, begun, dry_run, values_for
from tests.tournaments.conftest import after, friend
from tests.tournaments.lives import everything
from tests.tournaments.playing import better_of, lose, payload_of, play_all, ranks, running, settle, started
from tests.tournaments.team_leagues import league
from tournaments.directing import ACTIONS
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

WITH_CHANGES = ("adjudicate", "correct-result", "annul", "withdraw", "disqualify", "several-games", "several-players")

QUICK = {
    ("round robin", "withdraw"),
    ("Treeblox", "correct-result"),
    ("Swiss", "withdraw"),
    ("tables", "annul"),
}


def places_of(event: Event) -> dict[str, tuple[int, str]]:
    """Each player's rank and points in the stored tables."""
    found = {}
    for division in divisions_of(event):
        names = dict(division.entrants.values_list("pk", "player__username"))
        for row in StandingSnapshot.objects.get(division=division).standings.rows:
            found[names[row.entrant]] = (row.rank, write_points(row.points))
    return found


@pytest.mark.parametrize(
    ("form", "slug"),
    [
        pytest.param(form, slug, marks=() if (form, slug) in QUICK else pytest.mark.slow)
        for form in ("round robin", "Treeblox", "Swiss", "tables")
        for slug in WITH_CHANGES
        if (form, slug) != ("tables", "several-players")  # refused at tables of three and more
    ],
)
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
    with pytest.raises(EventError, match="reverted already"):
        act("revert-entry", event, entry=line.seq)


FIRST: dict[str, tuple[str, ...]] = {  # what has to be done before an action
    "resume": ("pause",),
    "revert-entry": ("correct-result",),
    "confirm": ("correct-result",),
    "archive": ("call-off",),
    "unarchive": ("call-off", "archive"),
}


BEFORE = {slug for slug, action in ACTIONS.items() if action.states == (Event.State.OPEN,)}  # test_before_start.py


@pytest.mark.parametrize("slug", [slug for slug in ACTIONS if slug not in BEFORE])
def test_action_with_the_same_key_is_done_once(slug: str) -> None:
    if slug == "give-bye":
        event = started(Layout(form="swiss", rounds=2), 3)
        sat_out = event.entrants.get(fixture_seats=None).player.username
    elif slug in ("set-pairing", "keep-apart", "release-round", "pair-now"):
        event = started(Layout(form="swiss", rounds=2, preview_hours=0 if slug == "pair-now" else 1), 3)
    elif slug == "let-in":
        event = started(Layout(form="swiss", rounds=3, round_days=30), 5, most=9)
    elif slug == "use-reserve":
        event = league(2, reserves=1)
    else:
        event = begun("ladder" if slug == "finish" else "round robin", ended=1)
    if slug == "confirm":
        assist(event, "dora", "mara")
    if slug == "approve-tables":
        play_all(event, after(2))
    for before in FIRST.get(slug, ()):
        act(before, event, **(values_for(event, before) if before == "correct-result" else {}))
        event.refresh_from_db()
    if slug == "refuse-request":
        wanted = NewRequest(what="withdrawal", why="I am ill.")
        asked = ask(event_id=event.pk, player=friend("anna"), wanted=wanted, at=after(1))
    corrected = event.log_entries.filter(kind="game_corrected").values_list("seq", flat=True).first()
    chosen: dict[str, dict[str, Any]] = {
        "add-time": {"game": None, "span": timedelta(days=2)},
        "announce": {"text": "Well done."},
        "move-deadline": {"deadline": after(500)},
        "substitute": {"player": "dora", "substitute": friend("mara").username},
        "revert-entry": {"entry": corrected},
        "confirm": {"entry": corrected},
        "set-pairing": {"pairs": [["anna", "bert"]]},
        "keep-apart": {"players": ["anna", "bert"]},
        "refuse-request": {"entry": asked.seq if slug == "refuse-request" else 0},
        "let-in": {"player": friend("mara").username},
        "use-reserve": {"game": next((game.pk for game in running(event)), 0), "reserve": "ulm3"},
        "give-bye": {"player": sat_out if slug == "give-bye" else "", "round": 1, "bye": "half_point_bye"},
    }
    values = chosen[slug] if slug in chosen else values_for(event, slug)
    decides = friend("mara") if slug == "confirm" else friend("cleo")
    act(slug, event, by=decides, key="k1", **values)
    there_is = everything()
    act(slug, event, by=decides, key="k1", **values)
    if slug != "substitute":  # all others find what they are about a second time, and look under the lock, too
        again = Decision(decides, "As agreed.", after(2), "k1")
        ACTIONS[slug].perform(event, ACTIONS[slug].Inputs(**values), again)
    assert event.log_entries.filter(payload__key="k1").count() == 1
    assert everything() == there_is


def test_time_for_everybody_is_a_minute_at_least_and_not_too_much() -> None:
    event = begun("round robin", ended=1)
    for span in (timedelta(seconds=59), MOST_ADDED + timedelta(seconds=1)):
        with pytest.raises(EventError, match=f"Between a minute and {MOST_ADDED.days} days"):
            act("add-time", event, game=None, span=span)
    for span in (timedelta(minutes=1), MOST_ADDED):
        act("add-time", event, game=None, span=span)


def test_deadline_lies_in_the_next_two_years() -> None:
    event = begun("Swiss", ended=1)
    for deadline in (after(2), after(2) + LONGEST + timedelta(seconds=1)):
        with pytest.raises(EventError, match="in the future, within the next two years"):
            act("move-deadline", event, round=1, deadline=deadline)
    act("move-deadline", event, round=1, deadline=after(2) + LONGEST)
    with pytest.raises(EventError, match="no such round"):
        act("move-deadline", event, round=2, deadline=after(500))


def test_time_for_everybody_reaches_every_open_game_once() -> None:
    event = begun("round robin")
    before = {game.pk: game.clocks for game in running(event)}
    for _ in range(2):
        act("add-time", event, key="k2", game=None, span=timedelta(days=1))
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


def test_reason_with_a_mark_that_nobody_sees_keeps_no_game_from_its_time() -> None:
    event = begun("round robin")
    before = {game.pk: sum(game.clocks) for game in running(event)}
    reason = "Sor\u200bry"  # as texts that were copied have it
    act("add-time", event, span=timedelta(days=1), by=friend("cleo"), reason=reason, at=after(2), key=None)
    assert all(sum(game.clocks) > before[game.pk] for game in running(event))


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


def test_whoever_directs_nothing_can_do_nothing() -> None:
    event = begun("round robin")
    before = event.log_entries.count()
    rows: dict[str, dict[str, Any]] = {
        **{slug: values_for(event, slug) for slug in WITH_CHANGES},
        "add-time": {"game": a_game(event, "running").pk, "span": timedelta(days=2)},
        "substitute": {"player": "dora", "substitute": friend("mara").username},
        "use-reserve": {"game": a_game(event, "running").pk, "reserve": "mara"},
        "move-deadline": {"deadline": after(500)},
        "announce": {"text": "Hello."},
        "pause": {}, "resume": {}, "finish": {}, "call-off": {}, "revert-entry": {"entry": 2}, "archive": {},
        "approve-tables": {},
        "unarchive": {}, "release-round": {}, "pair-now": {}, "set-pairing": {"pairs": [["anna", "bert"]]},
        "keep-apart": {"players": ["anna", "bert"]},
        "give-bye": {"player": "dora", "round": 1, "bye": "half_point_bye"},
        "confirm": {"entry": 2},
        "seed-players": {"players": ["dora"]}, "place-player": {"player": "dora", "tier": 1},
        "change-tier": {"player": "dora", "direction": "up"}, "move-start": {"start": after(90)},
        "let-in": {"player": "mara"}, "refuse-request": {"entry": 2},
    }  # fmt: skip
    assert rows.keys() == ACTIONS.keys()
    for slug, values in rows.items():
        with pytest.raises(EventError) as refused:
            act(slug, event, **values, by=friend("emil"), reason="Why not.", at=after(2), key=None)
        assert refused.value.code == "not_director", slug
    event.refresh_from_db()
    assert event.log_entries.count() == before


def test_finished_event_comes_out_of_the_archive_as_it_went_in() -> None:
    event = begun("league", ended=0)
    play_all(event, after(1))
    with pytest.raises(EventError, match="are not approved as they stand now"):
        act("archive", event)
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
        with pytest.raises(EventError, match="in the archive"):
            act(slug, event, **values)
    act("archive", event, key="k1")
    assert verify_event(event) == []
    sentences = dry_run("unarchive", event).sentences
    assert sentences[-1] == "The next season is made, and everybody is asked whether they stay."
    act("unarchive", event, key="k2")
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED
    act("correct-result", event, **values_for(event, "correct-result"))
    with pytest.raises(EventError, match="are not approved as they stand now"):
        act("archive", event)
    described = describe(event)
    texts = ["The event was archived.", "The event was taken out of the archive."]
    assert [entry.text for entry in described if entry.kind in ("archived", "unarchived")] == texts
    timetable.follow(now=after(3))
    assert Event.objects.filter(previous=event).exists()


def test_every_line_of_the_log_is_a_sentence() -> None:
    event = begun("Swiss", ended=1)
    act("withdraw", event, player="dora")
    act("revert-entry", event, entry=event.log_entries.get(kind="withdrawn").seq)
    act("pause", event)
    act("resume", event)
    act("announce", event, text="Round 2 is next.")
    act("move-deadline", event, round=1, deadline=after(500))
    described = describe(event)
    assert [entry.seq for entry in described] == list(range(1, event.log_entries.count() + 1))
    assert all(entry.text.strip() for entry in described)
    texts = [entry.text for entry in described]
    assert "dora was withdrawn." in texts
    assert any(text.startswith("Entry ") and "dora was withdrawn." in text for text in texts)
    withdrawal = next(entry for entry in described if entry.kind == "withdrawn")
    assert (withdrawal.actor, withdrawal.why, withdrawal.is_reverted) == ("cleo", "As agreed.", True)


@pytest.mark.parametrize(
    ("slug", "inputs"),
    [
        ("withdraw", {"player": "anna"}),
        ("substitute", {"player": "anna", "substitute": "kurt"}),
        ("add-time", {"span": timedelta(days=1)}),
        ("call-off", {}),
    ],
)
def test_what_is_too_late_is_refused_before_it_is_confirmed(slug: str, inputs: dict[str, Any]) -> None:
    event = begun("round robin")
    act("call-off", event, by=friend("cleo"), reason="So.")
    event.refresh_from_db()
    with pytest.raises(EventError, match="Autumn is called off"):
        dry_run(slug, event, **inputs)


@pytest.mark.parametrize("slug", ["correct-result", "annul"])
def test_game_of_another_event_is_left_alone(slug: str) -> None:
    event, other = begun("round robin", ended=1), started(Layout(), 2, name="Winter")
    game = running(other)[0]
    lose(game, better_of(game)[0], after(1))
    with pytest.raises(EventError, match="is not part of Autumn"):
        act(slug, event, game=game.pk, **({} if slug == "annul" else {"places": [1, 1]}))
    assert not event.log_entries.filter(kind__in=("game_corrected", "game_annulled")).exists()


@pytest.mark.parametrize("form", ["tables", "round robin", "ladder", "knockout"])
def test_nobody_is_given_points_for_sitting_out_where_all_do_or_nobody_does(form: str) -> None:
    event = begun(form)
    values = {"player": "dora", "round": 1, "bye": "full_point_bye"}
    for attempt in (lambda: dry_run("give-bye", event, **values), lambda: act("give-bye", event, **values)):
        with pytest.raises(EventError, match="Byes are given in Swiss tournaments only"):
            attempt()
    assert not event.log_entries.filter(kind="bye_given").exists()


def test_seat_that_the_house_plays_gets_no_time() -> None:
    event = begun("tables", ended=0)
    game = running(event)[0]
    lose(game, game.seats.get(number=0).player.username, after(1))
    with pytest.raises(EventError, match="The house bot plays this seat"):
        dry_run("add-time", event, game=game.pk, seat=1, span=timedelta(days=1))


def both_refuse(event: Event, slug: str, match: str, **values: Any) -> None:
    """What a dry run refuses is not done either."""
    lines = event.log_entries.count()
    for attempt in (
        lambda: dry_run(slug, event, **values),
        lambda: act(slug, event, **values),
    ):
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
    ("form", "sentences"),
    [
        ("ladder", ("kurt takes over the place of anna, with the rung.",)),
        (
            "knockout",
            (
                "kurt takes over the place of anna, with all that has been reached.",
                "kurt plays on in 2 open games, with the clocks as they stand, but with at least a day, or an "
                "increment if that is more.",
            ),
        ),
    ],
)
def test_what_a_substitute_takes_over_is_said_in_the_words_of_the_form(form: str, sentences: tuple[str, ...]) -> None:
    event, new = begun(form, ended=0), friend("kurt").username
    assert dry_run("substitute", event, player="anna", substitute=new).sentences == sentences


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ("ladder", "Nobody can challenge meanwhile."),
        ("Swiss", "Nothing is paired meanwhile."),
        ("tables", "The clocks of 4 open games stop until the event resumes. Moves are still accepted."),
    ],
)
def test_pause_is_told_in_the_words_of_the_form(form: str, sentence: str) -> None:
    assert dry_run("pause", begun(form, ended=0)).sentences[-1] == sentence


def test_score_of_a_resigned_game_is_not_told_as_if_it_had_decided() -> None:
    event = begun("round robin")
    act("correct-result", event, **values_for(event, "correct-result"))
    (entry,) = describe(event, [event.log_entries.get(kind="game_corrected")])
    assert re.fullmatch(r"The result of game \d+ was corrected: \w+ won against \w+\.", entry.text)
