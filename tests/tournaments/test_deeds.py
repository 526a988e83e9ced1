"""Every deed of a director: what it says beforehand is what it comes to, done once, told in the log."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, cast

import pytest

from games.models import Game
from games.rules import base
from tests.tournaments.conftest import after, friend
from tests.tournaments.playing import better_of, lose, running, settle, started
from tournaments import logbook, services
from tournaments.deeds import DEEDS, Values
from tournaments.exceptions import EventError
from tournaments.models import Entrant, Event, StandingSnapshot
from tournaments.queries import divisions_of
from tournaments.schemes import Scheme
from tournaments.verifying import verify_event
from tournaments.wording import write_points

pytestmark = pytest.mark.django_db

FORMS: dict[str, tuple[Scheme, int, str]] = {
    "round robin": (Scheme(), 5, "btt"),
    "Treeblox": (Scheme(), 5, "treeblox"),
    "Swiss": (Scheme(form="swiss", rounds=3, round_days=30), 6, "btt"),
    "tables": (Scheme(seats=3), 4, "btt"),
    "ladder": (Scheme(form="ladder"), 4, "btt"),
    "knockout": (Scheme(form="knockout"), 4, "btt"),
}


QUICK = {("round robin", "withdraw"), ("Treeblox", "correct"), ("Swiss", "withdraw"), ("tables", "annul")}


def begun(form: str, *, ended: int = 3) -> Event:
    """An event in which some games have ended, as the alphabet decides: just one of them dora's."""
    scheme, players, rules = FORMS[form]
    event = started(scheme, players, rules=rules, most=max(players, 8) if form == "ladder" else players)
    games = running(event)
    hers = [game for game in games if game.seats.filter(player__username="dora").exists()]
    for game in [*hers[:1], *(game for game in games if game not in hers)][:ended]:
        for name in better_of(game)[1]:
            lose(game, name, after(1))
    settle(event, after(1))
    return event


def places_of(event: Event) -> dict[str, tuple[int, str]]:
    """Each player's rank and points in the stored tables."""
    found = {}
    for division in divisions_of(event):
        names = dict(division.entrants.values_list("pk", "player__username"))
        for row in StandingSnapshot.objects.get(division=division).standings.rows:
            found[names[row.entrant]] = (row.rank, write_points(row.points))
    return found


def do(event: Event, slug: str, key: str | None = None, **values: Any) -> None:
    DEEDS[slug].do(event, friend("cleo"), cast(Values, values), reason="As agreed.", at=after(2), key=key)


def a_game(event: Event, status: str) -> Game:
    return Game.objects.filter(status=status, fixture_game__isnull=False).order_by("pk")[0]


def values_for(event: Event, slug: str) -> dict[str, Any]:
    """Something that the deed can be done with in an event of ``begun``."""
    if slug in ("correct", "annul"):
        game = a_game(event, "finished")
        places = list(
            base.places_of([seat.place or 0 for seat in game.seats.order_by("number")])
        )  # the last is the first
        more = {"scores": [1, 9]} if event.rules == "treeblox" else {"places": places}
        return {"game": game.pk, **(more if slug == "correct" else {})}
    if slug == "adjudicate":
        game = a_game(event, "running")
        return {"game": game.pk, "places": list(range(1, game.seats.count() + 1))}
    return {"player": "dora"}


@pytest.mark.parametrize(
    ("form", "slug"),
    [
        pytest.param(form, slug, marks=() if (form, slug) in QUICK else pytest.mark.slow)
        for form in ("round robin", "Treeblox", "Swiss", "tables")
        for slug in ("adjudicate", "correct", "annul", "withdraw", "disqualify")
    ],
)
def test_changed_places_are_those_that_were_foreseen(form: str, slug: str) -> None:
    event = begun(form)
    values = values_for(event, slug)
    before = places_of(event)
    seen = DEEDS[slug].foresee(event, cast(Values, values), at=after(2))
    do(event, slug, **values)
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
def test_departure_is_foreseen_in_forms_without_points(form: str, slug: str) -> None:
    event = begun(form, ended=0)
    seen = DEEDS[slug].foresee(event, Values(player="anna"), at=after(2))
    do(event, slug, player="anna")
    settle(event, after(2))
    now = places_of(event)
    assert all((change.rank_after, change.points_after) == now[change.player] for change in seen.changes)


def test_what_was_taken_back_counts_as_before() -> None:
    event = begun("round robin")
    before = places_of(event)
    do(event, "correct", **values_for(event, "correct"))
    line = event.results.get(kind="game corrected")
    seen = DEEDS["take-back"].foresee(event, Values(line=line.seq), at=after(2))
    do(event, "take-back", line=line.seq)
    settle(event, after(2))
    assert places_of(event) == before
    assert {change.player for change in seen.changes}
    with pytest.raises(EventError, match="taken back already"):
        do(event, "take-back", line=line.seq)


@pytest.mark.parametrize("slug", ["correct", "withdraw", "add-time", "announce", "pause", "deadline", "substitute"])
def test_deed_with_the_same_key_is_done_once(slug: str) -> None:
    event = begun("round robin")
    chosen: dict[str, dict[str, Any]] = {
        "add-time": {"game": a_game(event, "running").pk, "span": timedelta(days=2)},
        "announce": {"words": "Well done."},
        "pause": {},
        "deadline": {"deadline": after(500)},
        "substitute": {"player": "dora", "substitute": friend("mara").username},
    }
    values = chosen[slug] if slug in chosen else values_for(event, slug)
    do(event, slug, "k1", **values)
    game = a_game(event, "running")
    lines, clocks = event.results.count(), game.clocks
    do(event, slug, "k1", **values)
    game.refresh_from_db()
    assert event.results.filter(payload__key="k1").count() == 1
    assert (event.results.count(), game.clocks) == (lines, clocks)


def test_time_for_everybody_reaches_every_open_game_once() -> None:
    event = begun("round robin")
    before = {game.pk: game.clocks for game in running(event)}
    for _ in range(2):
        do(event, "add-time", "k2", game=None, span=timedelta(days=1))
    for game in running(event):
        assert sum(game.clocks) == sum(before[game.pk]) + 2 * 86_400_000
    (line,) = logbook.entries(event, list(event.results.filter(kind="time added")))
    assert line.text == "Everybody got 1 day more in every open game."


def test_two_directors_who_substitute_for_the_same_player_do_it_once() -> None:
    event = begun("round robin")
    entrant = event.entrants.get(player=friend("dora"))
    old = Entrant.objects.select_related("player", "event").get(pk=entrant.pk)
    do(event, "substitute", player="dora", substitute=friend("mara").username)
    from tournaments.directing import replace_player

    with pytest.raises(EventError, match="mara has taken over the place of dora"):
        replace_player(old, friend("nina"), friend("cleo"), "Late.", after(2))
    entrant.refresh_from_db()
    assert entrant.player == friend("mara")
    assert not Game.objects.filter(seats__player=friend("nina")).exists()


def test_whoever_directs_nothing_can_do_nothing() -> None:
    event = begun("round robin")
    before = event.results.count()
    rows: dict[str, dict[str, Any]] = {
        **{slug: values_for(event, slug) for slug in ("adjudicate", "correct", "annul", "withdraw", "disqualify")},
        "add-time": {"game": a_game(event, "running").pk, "span": timedelta(days=2)},
        "substitute": {"player": "dora", "substitute": friend("mara").username},
        "deadline": {"deadline": after(500)},
        "announce": {"words": "Hello."},
        "pause": {}, "resume": {}, "call-off": {}, "take-back": {"line": 2},
        "bye": {"player": "dora", "round": 1, "bye": "half-point bye"},
    }  # fmt: skip
    assert rows.keys() == DEEDS.keys()
    for slug, values in rows.items():
        with pytest.raises(EventError) as refused:
            DEEDS[slug].do(event, friend("emil"), cast(Values, values), reason="Why not.", at=after(2), key=None)
        assert refused.value.code == "not_director", slug
    event.refresh_from_db()
    assert event.results.count() == before


def test_every_line_of_the_log_is_a_sentence() -> None:
    event = begun("Swiss", ended=1)
    do(event, "withdraw", player="dora")
    do(event, "take-back", line=event.results.get(kind="withdrawn").seq)
    do(event, "pause")
    do(event, "resume")
    do(event, "announce", words="Round 2 is next.")
    do(event, "deadline", round=1, deadline=after(500))
    told = logbook.entries(event)
    assert [entry.seq for entry in told] == list(range(1, event.results.count() + 1))
    assert all(entry.text.strip() for entry in told)
    texts = [entry.text for entry in told]
    assert "dora was withdrawn." in texts
    assert any(text.startswith("Line ") and "dora was withdrawn." in text for text in texts)
    withdrawal = next(entry for entry in told if entry.kind == "withdrawn")
    assert (withdrawal.actor, withdrawal.why, withdrawal.is_taken_back) == ("cleo", "As agreed.", True)
