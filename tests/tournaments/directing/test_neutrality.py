"""Directors who take part in their own event: what they may not decide, who may, and what ratings wait for."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from games.models import Game, Player
from tests.built_once import built_once
from tests.second_factor import sign_in_staff
from tests.tournaments.acting import act, assist, begun, cannot, dry_run, give
from tests.tournaments.api.test_entering_api import call
from tests.tournaments.conftest import NOON, after, friend, play
from tests.tournaments.playing import lose, opened, running, settle
from tests.tournaments.web.test_pages import shown_to, signed_in, words_of, words_to
from tournaments.directing import ACTIONS
from tournaments.entries import admission
from tournaments.event_log.append import append, lock_event
from tournaments.event_log.describing import describe
from tournaments.event_log.kinds import Confirmed
from tournaments.event_rules.layouts import Layout
from tournaments.event_rules.roles import Role
from tournaments.exceptions import EntryRefused, EventError, NotNeutral
from tournaments.models import Event, EventLogEntry
from tournaments.models.ratings import RatingPool
from tournaments.ratings.results import results_of_day
from tournaments.ratings.services import all_pools, bring_up_to_date, check_pool
from tournaments.running import services
from tournaments.verifying.events import verify_event

pytestmark = pytest.mark.django_db


@built_once
def event_of(*names: str, director: str, rules: str = "treeblox", **values: Any) -> Event:
    """A running event of these players, directed by somebody who may be one of them."""
    event = opened("Autumn", *names, director=director, rules=rules, **values)
    return services.start_event(event_id=event.pk, player=friend(director), at=NOON)


def staff(name: str = "sara") -> Player:
    player = friend(name)
    player.is_staff = True
    player.save()
    player.user_permissions.add(Permission.objects.get(codename="direct_events"))
    return Player.objects.get(pk=player.pk)  # which remembers no rights


def play_and_resign(game: Game, loser: str) -> None:
    play(game, "L 1,1,1", "L 4,4,1", "L 2,1,1", "L 3,4,1")
    lose(game, loser, after(2))


def sixteen(game: Game, winner: str) -> list[int]:
    """The leaves by seat of a game that somebody has won by as much as can be."""
    return [16 if seat.player.username == winner else 0 for seat in game.seats.order_by("number")]


def own_game(event: Event, name: str, status: str = "running") -> Game:
    games = Game.objects.filter(fixture_game__fixture__round__division__event=event, status=status)
    return games.filter(seats__player__username=name).order_by("pk")[0]


def rated() -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Players and places of what is rated on the day of NOON, as the results stand."""
    (pool,) = [pool for pool in all_pools() if pool.rules == "treeblox" and pool.field == RatingPool.Field.TWO]
    return [(result.players, result.places) for result in results_of_day(pool, NOON.date())]


@built_once
def _lost() -> Event:
    event = event_of("anna", "bert", director="anna")
    assist(event, "cleo")
    for game in Game.objects.order_by("pk"):
        play_and_resign(game, "anna")
    settle(event, after(2))
    return event


def lost_match() -> tuple[Event, list[Game]]:
    """A match of anna and bert, which anna directs with cleo and has lost."""
    return _lost(), list(Game.objects.order_by("pk"))


def place_in(results: list[tuple[tuple[int, ...], tuple[int, ...]]], name: str) -> int:
    ((players, places),) = results
    return places[players.index(friend(name).pk)]


# What is refused ------------------------------------------------------------------------------------------------------


def test_director_who_lost_a_match_cannot_correct_it_and_ratings_do_not_believe_it() -> None:
    event, games = lost_match()
    assert place_in(rated(), "anna") == 2
    for game in games:
        cannot(
            "correct-result",
            event,
            f"You play in game {game.pk}. Another director, cleo, or staff can",
            error=NotNeutral,
            by=friend("anna"),
            game=game.pk,
            scores=sixteen(game, "anna"),
        )
    assert place_in(rated(), "anna") == 2
    assert not event.log_entries.filter(kind="game_corrected").exists()


@pytest.mark.parametrize("slug", ["add-time", "adjudicate", "annul"])
def test_director_decides_nothing_about_an_open_game_of_their_own(slug: str) -> None:
    event = event_of("anna", "bert", "dora", director="anna", rules="btt")
    game = own_game(event, "anna")
    chosen: dict[str, dict[str, Any]] = {
        "add-time": {"span": timedelta(days=1)}, "adjudicate": {"places": [1, 2]}, "annul": {},
    }  # fmt: skip
    more = chosen[slug]
    cannot(
        slug,
        event,
        r"no other director who may: name an assistant who does not take part",
        error=NotNeutral,
        by=friend("anna"),
        game=game.pk,
        **more,
    )
    act(slug, event, by=staff(), game=game.pk, **more)


def test_director_annuls_no_loss_of_their_own_and_reverts_no_annulment_of_it() -> None:
    event, (game, _) = lost_match()
    cannot("annul", event, error=NotNeutral, by=friend("anna"), game=game.pk)
    entry = act("annul", event, by=friend("cleo"), game=game.pk)
    cannot("revert-entry", event, error=NotNeutral, by=friend("anna"), entry=entry.seq)
    act("revert-entry", event, by=friend("cleo"), entry=entry.seq)


@pytest.mark.parametrize("slug", ["pause", "resume", "call-off", "move-deadline", "add-time"])
def test_director_with_an_open_game_changes_no_clock_of_all_games(slug: str) -> None:
    event = event_of("anna", "bert", "dora", director="anna", rules="btt")
    chosen: dict[str, dict[str, Any]] = {
        "move-deadline": {"deadline": after(500)}, "add-time": {"game": None, "span": timedelta(days=1)},
    }  # fmt: skip
    values = chosen.get(slug, {})
    if slug == "resume":
        act("pause", event, by=staff())
        event.refresh_from_db()
    cannot(slug, event, "You play in games that are open", error=NotNeutral, by=friend("anna"), **values)
    assist(event, "cleo")
    act(slug, event, by=friend("cleo"), **values)


@pytest.mark.parametrize("slug", ["disqualify", "withdraw", "substitute"])
def test_director_takes_out_neither_a_rival_nor_themself(slug: str) -> None:
    event = event_of("anna", "bert", "dora", director="anna", rules="btt")
    more = {"substitute": friend("mara").username} if slug == "substitute" else {}
    for whose in ("anna", "bert"):
        cannot(
            slug, event, "You play in the same division as", error=NotNeutral, by=friend("anna"), player=whose, **more
        )
    act(slug, event, by=staff(), player="bert", **more)


def test_director_does_not_put_themself_into_the_place_of_a_player() -> None:
    event = begun("round robin", ended=1)
    cannot(
        "substitute",
        event,
        "You would take over the place yourself",
        error=NotNeutral,
        by=friend("cleo"),
        player="anna",
        substitute="cleo",
    )


def test_director_gives_no_bye_in_their_own_division() -> None:
    event = event_of("anna", "bert", "dora", director="anna", rules="btt", layout=Layout(form="swiss", rounds=2))
    sat_out = event.entrants.get(fixture_seats=None).player.username
    cannot("give-bye", event, error=NotNeutral, by=friend("anna"), player=sat_out, round=1, bye="full_point_bye")


def test_director_of_other_divisions_decides_there() -> None:
    layout = Layout(form="league", pool_size=4, season_days=90)
    names = ("anna", "bert", "dora", "emil", "fred", "gina", "hans", "ines")
    event = event_of(*names, director="anna", rules="btt", layout=layout)
    own = event.entrants.get(player=friend("anna")).division
    other = event.entrants.exclude(division=own).order_by("pk")[0].player.username
    act("withdraw", event, by=friend("anna"), player=other)


def test_player_who_directs_can_leave_like_any_player_and_then_decides() -> None:
    event = event_of("anna", "bert", "dora", director="anna", rules="btt")
    call("anna", "autumn/withdraw/", 200, reason="No time.")
    cannot("disqualify", event, error=NotNeutral, by=friend("anna"), player="bert")
    act("pause", event, by=friend("anna"))


def test_own_invitation_opens_no_band_of_ratings_but_an_event_for_invited_players() -> None:
    event = opened(director="anna", rating_from=1900)
    admission.invite(event_id=event.pk, player=friend("anna"), usernames=["anna", friend("bert").username], at=NOON)
    services.enter_event(event_id=event.pk, player=friend("bert"), at=NOON)
    with pytest.raises(EntryRefused, match="Another director, or staff, can invite you past that; you cannot yourself"):
        services.enter_event(event_id=event.pk, player=friend("anna"), at=NOON)
    admission.invite(event_id=event.pk, player=staff(), usernames=["anna"], at=NOON)
    services.enter_event(event_id=event.pk, player=friend("anna"), at=NOON)
    other = opened("Winter", director="anna", entry="invited")
    admission.invite(event_id=other.pk, player=friend("anna"), usernames=["anna"], at=NOON)
    services.enter_event(event_id=other.pk, player=friend("anna"), at=NOON)


def test_dry_run_is_refused_at_every_door_with_the_same_sentence() -> None:
    event = event_of("anna", "bert", "dora", director="anna", rules="btt")
    assist(event, "cleo")
    game = own_game(event, "anna")
    answer = call("anna", "autumn/actions/annul/", 403, game=game.pk, reason="Mine.", dry_run=True)
    assert answer["code"] == "not_neutral"
    said = f"You play in game {game.pk}. Another director, cleo, or staff can do that."
    assert answer["message"] == said
    sent = {"nonce": "n", "game": game.pk, "reason": "Mine."}
    page = signed_in("anna").post("/events/autumn/console/annul/", sent)
    assert page.status_code == 403
    assert said in words_of(page.content.decode())


def test_console_offers_a_director_nothing_about_own_games_and_rivals() -> None:
    event = event_of("anna", "bert", "dora", director="anna", rules="btt")
    assist(event, "cleo")
    own = own_game(event, "anna")
    (other,) = [game for game in running(event) if not game.seats.filter(player__username="anna").exists()]
    page = shown_to("anna", "/events/autumn/console/")
    assert f"console/annul/?game={other.pk}" in page
    assert f"console/annul/?game={own.pk}" not in page
    assert "console/disqualify/?player=" not in page
    assert "not yours to decide: you play" in words_of(page)
    neutral = shown_to("cleo", "/events/autumn/console/")
    assert f"console/annul/?game={own.pk}" in neutral
    assert "console/disqualify/?player=bert" in neutral


# What is provisional --------------------------------------------------------------------------------------------------


def correct_both(event: Event, games: list[Game], by: Player, hours: float = 2) -> list[EventLogEntry]:
    return [
        act("correct-result", event, by=by, at=after(hours), game=game.pk, scores=sixteen(game, "anna"))
        for game in games
    ]


def test_match_of_a_director_is_not_rated_until_a_second_director_has_confirmed_its_correction() -> None:
    event, games = lost_match()
    assist(event, "dora")
    first, second = correct_both(event, games, friend("cleo"))
    assert rated() == []
    cannot(
        "confirm",
        event,
        r"You have decided this yourself\. Another director, dora, or staff",
        error=NotNeutral,
        by=friend("cleo"),
        entry=first.seq,
    )
    cannot("confirm", event, f"You play in game {games[0].pk}", error=NotNeutral, by=friend("anna"), entry=first.seq)
    seen = dry_run("confirm", event, entry=first.seq)
    assert seen.sentences[-1] == "Ratings count it from the next night on. The table stays as it is."
    act("confirm", event, by=friend("dora"), entry=first.seq)
    assert rated() == []
    act("confirm", event, by=staff(), entry=second.seq)
    assert place_in(rated(), "anna") == 1
    cannot("confirm", event, f"Entry {second.seq} does not wait to be confirmed", by=friend("dora"), entry=second.seq)
    settle(event, after(3))
    assert verify_event(event) == []


def test_annulled_game_of_a_director_stays_rated_until_that_is_confirmed() -> None:
    event, games = lost_match()
    entries = [act("annul", event, by=friend("cleo"), game=game.pk) for game in games]
    assert place_in(rated(), "anna") == 2
    for entry in entries:
        act("confirm", event, by=staff(), entry=entry.seq)
    assert rated() == []


def test_adjudicated_game_without_leaves_waits_too() -> None:
    event = event_of("anna", "bert", "dora", director="anna", rules="btt")
    assist(event, "cleo")
    game = own_game(event, "anna")
    entry = act("adjudicate", event, by=friend("cleo"), game=game.pk, places=[1, 2])
    assert entry.payload["provisional"] is True
    game.refresh_from_db()
    assert "is rated when one more director or staff has confirmed" in words_to("bert", f"/games/{game.pk}/")
    act("confirm", event, by=staff(), entry=entry.seq)
    assert "one more director" not in words_to("bert", f"/games/{game.pk}/")


def test_decision_about_a_player_who_has_assisted_waits_too() -> None:
    event = begun("round robin", ended=1)
    game = own_game(event, "dora", "finished")
    assist(event, "dora")
    give(Role.NONE, event, "dora")
    entry = act("annul", event, game=game.pk)
    assert entry.payload["provisional"] is True
    texts = [entry.text for entry in describe(event)]
    assert "From now on dora assists the director." in texts
    assert "From now on dora no longer assists the director." in texts


def test_decision_about_players_who_direct_nothing_needs_no_second() -> None:
    event = begun("round robin", ended=1)
    entry = act("annul", event, game=own_game(event, "dora", "finished").pk)
    assert "provisional" not in entry.payload


def test_days_are_counted_again_when_a_decision_is_made_and_when_it_is_confirmed() -> None:
    event, games = lost_match()
    (pool,) = [pool for pool in all_pools() if pool.rules == "treeblox" and pool.field == RatingPool.Field.TWO]

    def rating_of(name: str, hours: float) -> float | None:
        bring_up_to_date(pool.pk, now=after(hours))
        assert check_pool(pool.pk, now=after(hours)) == []
        row = pool.players.filter(player=friend(name)).first()
        return row.rating if row else None

    lost = rating_of("anna", 36)
    assert lost is not None
    assert lost < 1500
    entries = correct_both(event, games, friend("cleo"), hours=40)
    assert rating_of("anna", 60) is None
    for entry in entries:
        act("confirm", event, by=staff(), at=after(64), entry=entry.seq)
    won = rating_of("anna", 84)
    assert won is not None
    assert won > 1500


def test_pages_and_rest_show_what_waits_and_what_staff_decided() -> None:
    event, (game, _) = lost_match()
    entry = act("correct-result", event, by=friend("cleo"), game=game.pk, scores=sixteen(game, "anna"))
    client = Client()
    sign_in_staff(client, "olga")
    page = client.get("/events/autumn/log/").content.decode()
    assert "not rated until another director or staff confirms it" in words_of(page)
    assert f"console/confirm/?entry={entry.seq}" in page
    (line,) = [line for line in call("bert", "autumn/log/", 200, "get") if line["seq"] == entry.seq]
    assert (line["is_provisional"], line["is_by_staff"]) == (True, False)
    act("confirm", event, by=staff(), entry=entry.seq)
    page = shown_to("bert", "/events/autumn/log/")
    assert "not rated until" not in words_of(page)
    assert "(sara, staff of the service)" in words_of(page)
    lines = {line["seq"]: line for line in call("bert", "autumn/log/", 200, "get")}
    assert lines[entry.seq]["is_provisional"] is False
    assert lines[event.log_entries.latest("seq").seq]["is_by_staff"] is True


# Staff ----------------------------------------------------------------------------------------------------------------


def test_staff_direct_every_event_and_only_staff_revert_what_they_decided() -> None:
    event, (game, _) = lost_match()
    entry = act("correct-result", event, by=staff(), game=game.pk, scores=[8, 8])
    assert entry.payload["staff"] is True
    assert "provisional" not in entry.payload
    cannot("revert-entry", event, "only staff can revert it", by=friend("cleo"), entry=entry.seq)
    cannot(
        "annul",
        event,
        f"Staff have decided about game {game.pk}; only staff can change that",
        by=friend("cleo"),
        game=game.pk,
    )
    act("revert-entry", event, by=staff(), entry=entry.seq)
    act("annul", event, by=friend("cleo"), game=game.pk)


def test_staff_decide_nothing_about_games_of_their_own() -> None:
    event = event_of("sara", "bert", "dora", director="cleo", rules="btt")
    cannot("annul", event, error=NotNeutral, by=staff("sara"), game=own_game(event, "sara").pk)


def test_staff_without_the_right_direct_nothing() -> None:
    event = begun("round robin", ended=1)
    player = friend("sara")
    player.is_staff = True
    player.save()
    with pytest.raises(EventError) as refused:
        act("pause", event, by=player)
    assert refused.value.code == "not_director"
    assert signed_in("sara").get("/events/autumn/console/").status_code == 403


def test_staff_direct_in_sessions_with_a_second_factor_only() -> None:
    begun("round robin", ended=1)
    assert signed_in(staff().username).get("/events/autumn/console/").status_code == 403
    client = Client()
    sign_in_staff(client, "olga")
    assert client.get("/events/autumn/console/").status_code == 200


def test_staff_who_play_are_not_shown_as_staff_in_what_they_do_as_players() -> None:
    event = event_of("sara", "bert", "dora", director="cleo", rules="btt")
    staff("sara")
    call("sara", "autumn/withdraw/", 200, reason="No time.")
    assert "staff" not in event.log_entries.get(kind="withdrawn").payload


def test_staff_name_an_assistant_where_no_director_is_neutral() -> None:
    event = event_of("anna", "bert", director="anna")
    admission.give_role(
        event_id=event.pk, player=staff(), username=friend("cleo").username, role=Role.ASSISTANT, at=NOON
    )
    entry = event.log_entries.get(kind="assistant_named")
    assert (entry.payload["staff"], entry.payload["player"]) == (True, friend("cleo").pk)


# Checking -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("payload", "sentence"),
    [
        ({"entry": 1, "game": 1}, "confirms no decision that waits for it"),
        ({}, "confirms a decision of the same player"),
    ],
)
def test_verification_finds_a_confirmation_that_none_could_give(payload: dict[str, int], sentence: str) -> None:
    event, (game, _) = lost_match()
    decided = act("annul", event, by=friend("cleo"), game=game.pk)
    values = {"entry": decided.seq, "game": game.pk} | payload
    append(lock_event(event.pk), Confirmed(**values, actor=friend("cleo").pk, why="Fine."), at=after(3),
           division=decided.division, game=game)  # fmt: skip
    settle(event, after(3))
    assert [found for found in verify_event(event) if sentence in found]


def test_every_action_says_whom_it_concerns_or_is_known_to_concern_nobody() -> None:
    free = {slug for slug, action in ACTIONS.items() if type(action).stakes is type(ACTIONS["announce"]).stakes}
    assert free == {"announce", "finish", "archive", "unarchive", "move-start", "approve-tables"}
