"""Every action of players has its doors, and one made here goes through all of them."""

from __future__ import annotations

import inspect
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Annotated, Any

import pytest
from django.urls import path
from django.utils import timezone

from games.accounts.sessions import player_of
from games.action.base import Call, Input, Outcome, PlayerAction
from games.api.action_views import OPERATIONS, operation
from games.api.requests import caller
from games.exceptions import AbsenceError
from games.models import Player
from games.moderation import quotas
from games.play.actions import ACTIONS
from games.web.action_pages import PAGES, page
from ground.rest.stored_answers import StoredAnswer
from notifications.inbound import verbs
from notifications.inbound.verbs.base import MAILS, acting
from notifications.mail_format.command_list import COMMAND_OF
from seeds import urls
from tests.games.browsing import Browser
from tests.games.programs import Program
from tests.notifications.mailbox import Correspondent, PostOffice

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.across.test_actions")]


@dataclass(frozen=True, slots=True)
class Minutes:
    minutes: Annotated[int, Input("Minutes", least=1, most=90)]


@dataclass(frozen=True, slots=True)
class Held:
    """How long moves are held."""

    minutes: int


class Hold(PlayerAction[Player, Minutes]):
    slug, title, meaning, button = "sample-hold", "Hold moves", "Holds your moves longer.", "Hold"
    Inputs, Facts, has_dry_run = Minutes, Held, True

    def perform(self, target: Player, inputs: Minutes, call: Call) -> Outcome:
        if inputs.minutes == 13:
            raise AbsenceError("Nobody holds moves for 13 minutes.")
        quotas.spend(quotas.LEAVE, target, at=call.at)
        player = Player.objects.select_for_update().get(pk=target.pk)
        player.hold_minutes += inputs.minutes
        player.save(update_fields=["hold_minutes"])
        return Outcome((f"Moves are held for {player.hold_minutes} minutes.",), Held(player.hold_minutes))


HOLD = Hold()
urlpatterns = [
    path("sample/", page(HOLD, player_of, lambda player, outcome: "/rules/")),
    path("api/v1/sample/", operation(HOLD, caller)),
    *urls.urlpatterns,
]
by_mail = acting(HOLD, lambda opened, order: (opened.player, Minutes(int(order.text))))


def all_actions(kind: type[Any] = PlayerAction) -> Iterator[type[PlayerAction[Any, Any]]]:
    """Every class of an action that has a name."""
    for one in kind.__subclasses__():
        if not inspect.isabstract(one) and "slug" in vars(one):
            yield one
        yield from all_actions(one)


def test_every_action_has_each_door_or_says_why_not() -> None:
    doors: dict[str, Collection[str]] = {
        "page": PAGES,
        "REST": OPERATIONS,
        "mail": MAILS | (ACTIONS.keys() & verbs.HANDLERS.keys()),
    }
    found = list(all_actions())
    assert len({one.slug for one in found}) == len(found) > 30
    for name, known in doors.items():
        assert [one.slug for one in found if (one.slug in known) == (name in one.lacks)] == [], name
    assert all(one.meaning and (one.Facts is None or one.Facts.__doc__) for one in found)


def held() -> int:
    return Player.objects.get(username="anna").hold_minutes


def test_action_is_tried_done_once_and_refused_in_the_same_words_at_every_door(monkeypatch: pytest.MonkeyPatch) -> None:
    office = PostOffice(now=timezone.now())
    box = Correspondent(office, "anna")
    box.join()
    anna, program = Browser("anna"), Program("anna")
    shown = anna.fill(anna.get("/sample/"), minutes="5")
    assert "Moves are held for 5 minutes." in shown.text
    assert program.post("sample/", {"minutes": 5, "dry_run": True}).json() == {"minutes": 5}
    assert (held(), StoredAnswer.objects.count()) == (0, 0)
    for _ in range(2):
        assert "Moves are held for 5 minutes." in anna.fill(shown, confirm="1").note("success")
    assert (held(), StoredAnswer.objects.count()) == (5, 1)
    assert program.post("sample/", {"minutes": 5}).json() == {"minutes": 10}
    assert "Nobody holds moves for 13 minutes." in anna.fill(anna.get("/sample/"), minutes="13").text
    assert program.post("sample/", {"minutes": 13}).json()["message"] == "Nobody holds moves for 13 minutes."
    assert program.post("sample/", {"minutes": 91}).json()["code"] == "invalid"
    assert anna.fill(anna.get("/sample/"), minutes="91").status == 400
    monkeypatch.setitem(verbs.HANDLERS, COMMAND_OF["hold"].verb, by_mail)
    box.write("hold 7")
    assert "Moves are held for 17 minutes." in box.mails()[-1].text
    box.write("hold 13")
    assert "Nobody holds moves for 13 minutes." in box.mails()[-1].text


def test_same_key_has_the_first_outcome() -> None:
    anna = Player.objects.create_user("anna")
    outcomes = [HOLD.do(anna, Minutes(5), Call(anna, timezone.now(), "key")) for _ in range(2)]
    assert [one.facts for one in outcomes] == [Held(5), Held(5)]
    assert [one.is_repeat for one in outcomes] == [False, True]
