"""Events for bots only: owners enter their bots, and what is rated is rated among bots."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from games.accounts.bots import declare_bot
from games.models import Game
from tests.games.browsing import Browser
from tests.tournaments.acting import cannot
from tests.tournaments.api.test_entering_api import call
from tests.tournaments.conftest import THREE_DAYS, friend
from tests.tournaments.rating_games import ended
from tournaments.event_rules.layouts import Layout
from tournaments.exceptions import EntryRefused, EventError
from tournaments.models import Entrant, Event
from tournaments.ratings import services as rating_services
from tournaments.running import editing, services
from tournaments.setup.planning import plan_event

pytestmark = pytest.mark.django_db

PAGE = "/events/bots/"


@pytest.fixture
def bots() -> Event:
    """A Swiss tournament for bots only, open for entries; anna has two bots, bert has one."""
    for owner, names in {"anna": ("elm-bot", "oak-bot"), "bert": ("yew-bot",)}.items():
        for name in names:
            declare_bot(owner=friend(owner), username=name, about="Plays.", at=timezone.now())
    return opened("Bots", entry="bots")


def opened(name: str = "Autumn", **values: object) -> Event:
    now, cleo = timezone.now(), friend("cleo")
    event = services.create_event(
        name=name, director=cleo, rules="btt", control=THREE_DAYS, at=now,
        layout=Layout(form="swiss", rounds=2), **values,  # type: ignore[arg-type]
    )  # fmt: skip
    services.open_entries(event_id=event.pk, player=cleo)
    return event


def inside(event: Event) -> set[str]:
    return {one.player.username for one in event.entrants.filter(status=Entrant.Status.ACTIVE)}


def started(event: Event) -> Event:
    for name in ("elm-bot", "oak-bot", "yew-bot"):
        services.enter_event(event_id=event.pk, player=friend(name), at=timezone.now())
    return services.start_event(event_id=event.pk, player=friend("cleo"), at=timezone.now())


def test_owner_enters_and_withdraws_bots_on_the_page_of_the_event(bots: Event) -> None:
    anna = Browser("anna")
    assert "Only bots may enter." in anna.get(PAGE).text
    page = anna.send(f"{PAGE}enter/", bot="oak-bot")
    assert "oak-bot takes part in Bots." in page.note("success")
    assert "Your bots here: oak-bot." in page.text
    assert page.form(f"{PAGE}enter/")["bot"] == "elm-bot"
    anna.fill(page, f"{PAGE}withdraw/")
    assert inside(bots) == set()
    assert "None of your bots can enter now." in Browser("dora").get(PAGE).text


def test_owner_withdraws_a_bot_that_plays_after_having_seen_what_that_means(bots: Event) -> None:
    started(bots)
    anna = Browser("anna")
    page = anna.send(f"{PAGE}withdraw/", bot="oak-bot")
    assert "Leave Bots?" in page.text
    assert inside(bots) == {"elm-bot", "oak-bot", "yew-bot"}
    anna.send(f"{PAGE}withdraw/?bot=oak-bot", **{**page.form(), "reason": "It has a bug."})
    assert inside(bots) == {"elm-bot", "yew-bot"}


def test_owner_enters_and_withdraws_bots_with_a_key_of_their_own(bots: Event) -> None:
    call("anna", "bots/enter/", bot="oak-bot")
    call("yew-bot", "bots/enter/")
    assert inside(bots) == {"oak-bot", "yew-bot"}
    call("anna", "bots/withdraw/", bot="OAK-bot")
    assert inside(bots) == {"yew-bot"}
    assert "You have no bot called 'yew-bot'." in call("anna", "bots/enter/", 400, bot="yew-bot")["message"]
    assert call("anna", "bots/enter/", 409)["message"] == "Bots is for bots only."


def test_bots_are_seeded_by_their_ratings_among_bots_and_rated_there(bots: Event) -> None:
    now = timezone.now()
    ended(("yew-bot", "elm-bot"), (1, 2), now - timedelta(days=3))
    ended(("elm-bot", "anna"), (1, 2), now - timedelta(days=2))
    pool = next(pool for pool in rating_services.all_pools() if (pool.rules, pool.field) == ("btt", "2p-bots"))
    rating_services.bring_up_to_date(pool.pk, now=now)
    started(bots)
    ratings = {one.player.username: one.rating or 0 for one in bots.entrants.select_related("player")}
    assert ratings["yew-bot"] > ratings["elm-bot"] > ratings["oak-bot"] == 1500
    assert all(Game.objects.filter(fixture_game__isnull=False).values_list("rated", flat=True))


def test_team_league_is_for_people() -> None:
    refused = call("cleo", "", 400, name="Bots", rules="btt", form="teams", entry="bots")
    assert "Teams are made up of people." in refused["message"]


def test_event_that_is_rated_among_people_still_takes_no_bots(bots: Event) -> None:
    event = opened()
    with pytest.raises(EntryRefused, match="is rated among people, and bots are rated apart"):
        services.enter_event(event_id=event.pk, player=friend("oak-bot"), at=timezone.now())


@pytest.mark.parametrize(("entry", "rated"), [("open", True), ("bots", True), ("bots", False)])
def test_event_does_not_change_so_that_people_and_bots_would_be_rated_together(
    bots: Event, entry: str, rated: bool
) -> None:
    event = opened(rated=False)
    services.enter_event(event_id=event.pk, player=friend("oak-bot"), at=timezone.now())
    if entry == "bots":
        services.enter_event(event_id=event.pk, player=friend("dora"), at=timezone.now())
    planned = plan_event(
        name="Bots", director=friend("cleo"), rules="btt", control=THREE_DAYS, at=timezone.now(), entry=entry,
        layout=event.event_layout, rated=rated,
    )  # fmt: skip
    with pytest.raises(EventError, match=f"{'dora' if entry == 'bots' else 'oak-bot'} has entered"):
        editing.edit_event(event_id=event.pk, player=friend("cleo"), planned=planned)


def test_no_person_takes_over_the_place_of_a_bot_in_rated_games_nor_a_bot_that_of_anybody(bots: Event) -> None:
    started(bots)
    for new, refused in (("dora", "oak-bot is a bot, and its games are rated among bots"), ("elm-bot", "not a bot")):
        cannot("substitute", bots, refused, player="oak-bot", substitute=friend(new).username, at=timezone.now())
    assert inside(bots) == {"elm-bot", "oak-bot", "yew-bot"}
