"""One desk for all events of a director."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Game
from games.models.turns import CurrentTurn
from tests.tournaments.acting import act, begun, give
from tests.tournaments.conftest import after, friend
from tests.tournaments.playing import opened
from tests.tournaments.web.test_pages import signed_in, statements, words_of
from tournaments.directing.requests.asking import NewRequest, ask
from tournaments.event_rules.roles import Role
from tournaments.models import Event
from tournaments.presenting.desk.overview import OnDesk, desk_of

pytestmark = pytest.mark.django_db


def one_more(name: str) -> Event:
    """Another event that cleo directs and that is open for entries."""
    return opened(name)


def on_desk(name: str) -> dict[str, OnDesk]:
    return {one.event.slug: one for one in desk_of(friend(name), at=after(24 * 12))}


def withdrawal(event: Event, name: str) -> None:
    ask(event_id=event.pk, player=friend(name), wanted=NewRequest(what="withdrawal", why="Ill."), at=after(1))


def test_desk_has_what_each_event_waits_for_and_those_first_that_wait() -> None:
    event = begun("round robin", ended=0)
    late = one_more("Winter")
    Event.objects.filter(pk=late.pk).update(starts_at=after(3))
    one_more("Spring")
    withdrawal(event, "anna")
    quiet = Game.objects.earliest("pk")
    CurrentTurn.objects.exclude(game=quiet).update(started_at=after(24 * 11))
    CurrentTurn.objects.filter(game=quiet).update(started_at=after(1))
    found = on_desk("cleo")
    assert list(found) == ["winter", "autumn", "spring"]
    assert [one.text for one in found["autumn"].requests] == ["anna asks to leave."]
    assert (found["autumn"].silent, found["winter"].is_overdue) == ([quiet.pk], True)
    assert not found["spring"].needs_me
    assert on_desk("anna") == {}


def test_arbiter_has_what_arbiters_decide() -> None:
    event = begun("round robin", ended=0)
    give(Role.ARBITER, event, "arno")
    give(Role.ASSISTANT, event, "asta")
    withdrawal(event, "anna")
    wanted = NewRequest(what="time", why="Ill.", game=Game.objects.earliest("pk").pk, span=timedelta(days=2))
    player = Game.objects.earliest("pk").seats.get(number=0).player
    ask(event_id=event.pk, player=player, wanted=wanted, at=after(1))
    assert [one.asked.what for one in on_desk("arno")["autumn"].requests] == ["time"]
    assert [one.asked.what for one in on_desk("asta")["autumn"].requests] == ["withdrawal", "time"]


def test_page_and_rest_show_it_in_as_many_statements_for_many_events() -> None:
    event = begun("round robin", ended=0)
    withdrawal(event, "anna")
    rest = signed_in("cleo")
    few = [statements(path, "cleo") for path in ("/events/desk/", "/api/v1/desk/")]
    for number in range(4):
        one_more(f"More {number}")
    assert [statements(path, "cleo") for path in ("/events/desk/", "/api/v1/desk/")] == few
    shown = rest.get("/events/desk/").content.decode()
    assert "anna asks to leave." in words_of(shown)
    assert "/events/autumn/console/withdraw/?player=anna&amp;request=" in shown
    answer = rest.get("/api/v1/desk/").json()
    assert (answer[0]["event"], answer[0]["requests"][0]["action"], len(answer)) == ("autumn", "withdraw", 5)
    act("withdraw", event, player="anna", key=f"request {answer[0]['requests'][0]['seq']}")
    assert not rest.get("/api/v1/desk/").json()[0]["requests"]
