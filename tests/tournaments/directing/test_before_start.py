"""Before the start directors seed and place players, promote them by hand and move the start; all of it can be reverted
and is verified. They see the divisions and a list of what to think of."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.utils import timezone

from tests.tournaments.acting import act, cannot, dry_run
from tests.tournaments.api.test_entering_api import call
from tests.tournaments.conftest import NOON, after, friend
from tests.tournaments.entries.test_byes import chained_anew
from tests.tournaments.lives import everything
from tests.tournaments.playing import NAMES, next_season, opened, play_all
from tests.tournaments.web.test_console import through_the_page
from tests.tournaments.web.test_pages import shown_to, signed_in, words_to
from tournaments.event_log.describing import describe
from tournaments.event_rules.layouts import Layout
from tournaments.exceptions import NotNeutral
from tournaments.models import Event
from tournaments.pairing.divisions import divide
from tournaments.running import services
from tournaments.setup.division_plan import plan_divisions
from tournaments.verifying.events import verify_event

pytestmark = pytest.mark.django_db

LEAGUE = Layout(form="league", pool_size=3, season_days=90)
GROUPS = Layout(form="groups", pool_size=4, qualifiers=1, round_days=30)


def entered(layout: Layout = LEAGUE, players: int = 9, **values: Any) -> Event:
    """An event of cleo's that takes entries; the players have entered in the order of the alphabet."""
    return opened("Autumn", *NAMES[:players], layout=layout, most_entrants=max(players, 3), **values)


def start(event: Event) -> Event:
    return services.start_event(event_id=event.pk, player=friend("cleo"), at=after(3))


def divisions_of(event: Event) -> dict[str, list[str]]:
    """The players of each division in the order of their pairing numbers."""
    found: dict[str, list[str]] = {}
    rows = event.entrants.filter(division__stage__number=1).order_by("division__tier", "division__number", "number")
    for tier, number, name in rows.values_list("division__tier", "division__number", "player__username"):
        found.setdefault(f"{tier}.{number}", []).append(name)
    return found


def planned(event: Event) -> dict[str, set[str]]:
    return {
        f"{one.tier}.{one.number}": {entrant.player for entrant in one.entrants}
        for one in plan_divisions(event, at=after(2))
    }


# Order and places ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("places", "divided"),
    [
        ({}, [[[1, 2, 3]], [[4, 7, 8], [5, 6, 9]]]),
        ({9: (1, 0)}, [[[1, 2, 9]], [[3, 6, 7], [4, 5, 8]]]),
        ({1: (2, 2)}, [[[2, 3, 4]], [[5, 8, 9], [1, 6, 7]]]),
        ({9: (7, 1)}, [[[1, 2, 3]], [[4, 7, 9], [5, 6, 8]]]),
        (dict.fromkeys((5, 6, 7, 8), (1, 0)), [[[5, 6, 7]], [[1, 4, 8], [2, 3, 9]]]),
    ],
    ids=["nobody", "up", "down and into a pool", "below all", "too many"],
)
def test_others_are_placed_around_those_whose_place_is_chosen(
    places: dict[int, tuple[int, int]], divided: list[list[list[int]]]
) -> None:
    assert divide(range(1, 10), [[3], [3, 3]], places) == divided


@pytest.mark.usefixtures("unguarded_logs")
def test_seeds_decide_the_tiers_of_newcomers_and_are_verified() -> None:
    event = entered()
    first, second, third = sorted(planned(event)["2.1"])
    words = through_the_page(signed_in("cleo"), event, "seed-players", players=f"{third}, {first}, {second}")
    assert f"Seeded before all others: 1. {third}, 2. {first}, 3. {second}." in words
    assert f"{third}: Division 1.1 instead of Division 2.1" in words
    assert planned(event)["1.1"] == {first, second, third}
    event = start(event)
    assert divisions_of(event)["1.1"] == [third, first, second]
    assert verify_event(event) == []
    seeded = event.log_entries.get(kind="seeded")
    seeded.payload["entrants"] = seeded.payload["entrants"][::-1]
    chained_anew(event, seeded)
    assert verify_event(event) == ["The pairing numbers of division 1.1 do not follow from the seed."]


@pytest.mark.parametrize(
    "layout", [Layout(form="swiss", rounds=3), Layout(form="knockout"), Layout(form="ladder")], ids=lambda one: one.form
)
def test_seeds_are_the_first_pairing_numbers_of_every_form(layout: Layout) -> None:
    event = entered(layout, players=4)
    act("seed-players", event, players=["emil", "bert"])
    assert divisions_of(start(event))["1.1"][:2] == ["emil", "bert"]


@pytest.mark.usefixtures("unguarded_logs")
def test_player_is_placed_in_a_group_and_the_log_says_so() -> None:
    event = entered(GROUPS, players=8)
    other = next(number for number, members in planned(event).items() if "anna" not in members)
    described = dry_run("place-player", event, player="anna", pool=int(other[-1]))
    assert f"anna: Group {other[-1]} instead of Group" in " ".join(described.sentences)
    entry = act("place-player", event, player="anna", pool=int(other[-1]))
    assert describe(event, [entry])[0].text == f"anna was placed in group {other[-1]}."
    event = start(event)
    assert "anna" in divisions_of(event)[other]
    assert verify_event(event) == []
    entry.payload["pool"] = 3 - int(other[-1])
    chained_anew(event, entry)
    assert "Who plays in division" in verify_event(event)[0]


def test_player_is_promoted_by_hand_whatever_the_table_says() -> None:
    first = start(entered())
    play_all(first, after(4))
    season = next_season(first.pk, now=after(5))
    for name in NAMES[:9]:
        services.enter_event(event_id=season.pk, player=friend(name), at=after(6))
    season.refresh_from_db()
    down = next(number for number, members in planned(season).items() if number != "1.1" and members)
    player = min(planned(season)[down])
    moved = dry_run("change-tier", season, player=player, direction="up", at=after(7))
    assert moved.sentences[0] == f"{player} plays in tier 1."
    act("change-tier", season, player=player, direction="up", at=after(7))
    assert player in planned(season)["1.1"]
    cannot("change-tier", season, "there is none beyond", player=player, direction="up", at=after(7))
    season = services.start_event(event_id=season.pk, player=friend("cleo"), at=after(8))
    assert player in divisions_of(season)["1.1"]
    assert verify_event(season) == []


def test_decisions_before_the_start_are_reverted_until_then() -> None:
    event = entered()
    as_before = planned(event)
    seeded = act("seed-players", event, players=["jack"])
    placed = act("place-player", event, player="ines", tier=1)
    assert {"jack", "ines"} <= planned(event)["1.1"]
    shown = dry_run("revert-entry", event, entry=placed.seq)
    assert "ines: Division 2." in " ".join(shown.sentences)
    words = through_the_page(signed_in("cleo"), event, "revert-entry", entry=placed.seq)
    assert "is reverted: “ines was placed in tier 1.”" in words
    call("cleo", "autumn/actions/revert-entry/", entry=seeded.seq, reason="Not so.")
    assert planned(event) == as_before
    late = act("seed-players", event, players=["jack"])
    event = start(event)
    cannot("revert-entry", event, "has started, and this was part of it", entry=late.seq)
    assert verify_event(event) == []


@pytest.mark.parametrize(
    ("slug", "values", "field", "sentence"),
    [
        ("seed-players", {"players": ["anna", "nobody"]}, "players", "nobody has not entered Autumn."),
        ("seed-players", {"players": ["anna", "Anna"]}, "players", "Name each player once."),
        ("place-player", {"player": "nobody", "tier": 1}, "player", "nobody has not entered Autumn."),
        ("place-player", {"player": "anna"}, "tier", "Give the tier, 1 for the highest."),
        ("change-tier", {"player": "anna", "direction": "sideways"}, "direction", "There is no"),
        ("move-start", {"start": "2020-01-01T00:00:00Z"}, "start", "The start must lie in the future"),
    ],
)
def test_wrong_value_is_an_error_of_its_field(slug: str, values: dict[str, Any], field: str, sentence: str) -> None:
    entered()
    answer = call("cleo", f"autumn/actions/{slug}/", 400, reason="So it is.", **values)
    assert [error["field"] for error in answer["errors"]] == [field]
    assert sentence in answer["message"]


def test_director_who_takes_part_neither_seeds_nor_places_anybody() -> None:
    event = entered(players=8)
    services.enter_event(event_id=event.pk, player=friend("cleo"), at=NOON)
    cannot("seed-players", event, "You take part in Autumn", error=NotNeutral, players=["anna"])
    cannot("place-player", event, error=NotNeutral, player="anna", tier=2)
    assert "console/place-player/?player=" not in shown_to("cleo", "/events/autumn/console/before-start/")


# The start ----------------------------------------------------------------------------------------------------------


def test_start_is_moved_and_moved_back() -> None:
    event = entered(starts_at=after(100))
    shown = dry_run("move-start", event, start=after(200))
    assert shown.sentences[0].startswith("Autumn starts on ")
    moved = act("move-start", event, start=after(200))
    event.refresh_from_db()
    assert event.starts_at == after(200)
    cannot("move-start", event, "already planned to start", start=after(200))
    again = act("move-start", event, start=after(300))
    cannot("revert-entry", event, "moved again since then", entry=moved.seq)
    for entry in (again, moved):
        act("revert-entry", event, entry=entry.seq)
    event.refresh_from_db()
    assert event.starts_at == after(100)
    assert verify_event(start(event)) == []


def test_list_before_the_start_names_what_stops_it_and_what_may_be_forgotten() -> None:
    event = entered(Layout(), players=4)
    EmailAddress.objects.create(user=friend("anna"), email="anna@example.org", verified=True, primary=True)
    services.enter_event(event_id=event.pk, player=friend("fred"), at=NOON)
    act("seed-players", event, players=["emil", "dora"])
    services.withdraw_entry(event_id=event.pk, player=friend("emil"))
    listed = call("cleo", "autumn/before-start/", method="get")
    sentences = {check["sentence"]: check["level"] for check in listed["checks"]}
    assert listed["can_start"]
    assert "bert, dora and fred have no confirmed mail address and could not be warned by mail." in sentences
    assert "emil was seeded or placed by a director, and does not take part." in sentences
    assert any(level == "warns" and "Nothing ends a game" in said for said, level in sentences.items())
    assert listed["divisions"][0]["entrants"][0]["player"] == "dora"
    words = words_to("cleo", "/events/autumn/console/before-start/")
    assert all(sentence in words for sentence in sentences)


def test_event_with_too_few_players_says_so_before_the_start() -> None:
    entered(players=1)
    assert not call("cleo", "autumn/before-start/", method="get")["can_start"]
    answer = call("cleo", "autumn/start/", 409, dry_run=True)
    assert answer["message"] == call("cleo", "autumn/start/", 409)["message"]


def test_dry_run_of_a_start_is_about_a_start_now() -> None:
    event = entered(Layout(round_days=30))
    act("move-start", event, start=timezone.now() + timedelta(days=100))
    said = " ".join(call("cleo", "autumn/start/", dry_run=True)["consequences"])
    planned = " ".join(one["sentence"] for one in call("cleo", "autumn/before-start/", method="get")["checks"])
    assert "starts automatically" in planned
    assert "starts automatically" not in said
    ends = f"{timezone.now() + timedelta(days=37):%-d %b %Y}"
    assert f"over by {ends}" in said
    assert f"over by {ends}" not in planned


@pytest.mark.parametrize(
    ("path", "values", "sentence"),
    [
        ("start", {}, "the lots are drawn"),
        ("invite", {"players": ["kurt"]}, "Invited and notified: kurt."),
        ("remove", {"player": "anna"}, "anna is off the list."),
        ("role", {"player": "kurt", "role": "assistant"}, "kurt can do everything in Autumn"),
        ("role", {"player": "kurt", "role": "arbiter"}, "kurt can decide about the games of Autumn"),
    ],
)
def test_what_is_no_action_has_a_dry_run_too(path: str, values: dict[str, Any], sentence: str) -> None:
    entered()
    friend("kurt")
    there_is = everything()
    answer = call("cleo", f"autumn/{path}/", dry_run=True, **values)
    assert not answer["done"]
    assert sentence in " ".join(answer["consequences"])
    assert everything() == there_is
    call("anna", f"autumn/{path}/", 403, dry_run=True, **values)
    assert call("cleo", f"autumn/{path}/", **values)["slug"] == "autumn"
    assert everything() != there_is


def test_name_that_nobody_has_is_an_error_of_its_field() -> None:
    entered()
    for path, field, more in (
        ("invite", "players", {}),
        ("remove", "player", {}),
        ("role", "player", {"role": "arbiter"}),
    ):
        for dry in (True, False):
            named = {field: ["nobody"] if field == "players" else "nobody"}
            answer = call("cleo", f"autumn/{path}/", 400, dry_run=dry, **named, **more)
            assert [error["field"] for error in answer["errors"]] == [field]


def test_draft_is_opened_after_a_dry_run() -> None:
    made = call("cleo", "", 201, name="Spring", rules="btt", form="league")
    assert "Everybody can see Spring" in call("cleo", "spring/open/", dry_run=True)["consequences"][0]
    assert Event.objects.get(slug=made["slug"]).state == "draft"
    assert call("cleo", "spring/open/")["state"] == "open"
    assert "only a draft can be opened" in call("cleo", "spring/open/", 409, dry_run=True)["message"]
