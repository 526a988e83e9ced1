"""A game that a director decides: what cannot be, and that all that is said of it agrees."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Game
from tests.tournaments.acting import act
from tests.tournaments.api.test_entering_api import call
from tests.tournaments.conftest import after, friend
from tests.tournaments.playing import lose, ranks, running, settle, started
from tests.tournaments.web.test_pages import words_of
from tournaments.event_log.describing import describe
from tournaments.event_rules.layouts import Layout
from tournaments.exceptions import EventError
from tournaments.models import Event
from tournaments.queries import divisions_of
from tournaments.verifying.events import verify_event

pytestmark = pytest.mark.django_db


def names_of(game: Game) -> list[str]:
    return [seat.player.username for seat in game.seats.select_related("player").order_by("number")]


def left_by_the_first_seat() -> tuple[Event, Game]:
    """A table of three that the player in seat 1 has left while the others play on."""
    event = started(Layout(seats=3), 4)
    game = running(event)[0]
    lose(game, names_of(game)[0], after(1))
    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
    return event, game


@pytest.mark.slow
@pytest.mark.parametrize("places", [(1, 2, 3), (1, 1, 3), (2, 1, 3), (1, 1, 1)])
def test_player_who_has_left_a_table_is_placed_last_by_a_director_too(places: tuple[int, ...]) -> None:
    event, game = left_by_the_first_seat()
    with pytest.raises(EventError) as refused:
        act("adjudicate", event, game=game.pk, places=places)
    assert refused.value.field == "places"
    answer = call("cleo", f"{event.slug}/actions/adjudicate/", 400, game=game.pk, places=places, reason="So it is.")
    assert [error["field"] for error in answer["errors"]] == ["places"]


def test_player_who_has_left_a_table_can_be_adjudicated_last() -> None:
    event, game = left_by_the_first_seat()
    act("adjudicate", event, game=game.pk, places=(3, 2, 1))
    assert [seat.place for seat in game.seats.order_by("number")] == [3, 2, 1]


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
    page = words_of(Client().get(f"/events/{event.slug}/log/").content.decode())
    assert f"{second} won against {first}, 9 to 2." in page
    assert page.count(f"Game {game.pk}") == 1
    assert all(f"{entry.seq} · " in page for entry in event.log_entries.all())
    assert friend("cleo").username in page
    ended, decided = [line for line in call("", f"{event.slug}/log/", method="get") if line["game"] == game.pk]
    assert (ended["decided_in"], decided["decided_in"]) == (decided["seq"], None)
    assert Client().get(f"/events/{event.slug}/feed.atom").content.decode().count("<entry>") == 2


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
