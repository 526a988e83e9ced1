"""What directors, assistants and arbiters may do in one event."""

from __future__ import annotations

import pytest

from games.models import Player
from tests.tournaments.acting import act, assist, begun, cannot, give
from tests.tournaments.api.test_entering_api import call
from tests.tournaments.conftest import friend
from tests.tournaments.playing import running
from tests.tournaments.web.test_pages import shown_to, signed_in, words_of, words_to
from tournaments.directing import ACTIONS
from tournaments.event_log.describing import describe
from tournaments.event_rules.roles import Role
from tournaments.exceptions import NotDirector
from tournaments.verifying.events import verify_event

pytestmark = pytest.mark.django_db

OF_ARBITERS = {
    "add-time", "adjudicate", "annul", "confirm", "correct-result", "pause", "resume", "refuse-request", "revert-entry",
    "several-games",
}  # fmt: skip


def test_arbiters_take_the_actions_about_games() -> None:
    assert {slug for slug, action in ACTIONS.items() if action.is_for_arbiters} == OF_ARBITERS


def test_arbiter_decides_about_games_and_takes_it_back() -> None:
    event = begun("round robin", ended=1)
    give(Role.ARBITER, event, "arno")
    arno, ended = friend("arno"), event.log_entries.filter(kind="game_finished").first()
    assert ended is not None
    corrected = act("correct-result", event, by=arno, game=ended.game_id, places=(1, 1))
    act("revert-entry", event, by=arno, entry=corrected.seq)
    game = running(event)[0]
    act("adjudicate", event, by=arno, game=game.pk, places=(1, 2))
    act("pause", event, by=arno)
    event.refresh_from_db()
    act("resume", event, by=arno)
    assert verify_event(event) == []


def test_arbiter_decides_about_nothing_else() -> None:
    event = begun("round robin", ended=1)
    give(Role.ARBITER, event, "arno")
    arno, left = friend("arno"), act("withdraw", event, player="dora")
    for slug, action in ACTIONS.items():
        if slug not in OF_ARBITERS:
            with pytest.raises(NotDirector):
                action.check_role(event, arno)
    cannot("revert-entry", event, error=NotDirector, by=arno, entry=left.seq)
    call("arno", "autumn/actions/revert-entry/", 403, entry=left.seq, reason="Back.", dry_run=True)


def test_console_offers_an_arbiter_what_an_arbiter_may_do() -> None:
    event = begun("round robin", ended=1)
    give(Role.ARBITER, event, "arno")
    act("withdraw", event, player="dora")
    console = shown_to("arno", "/events/autumn/console/")
    offered = {slug for slug in ACTIONS if f"/events/autumn/console/{slug}/" in console}
    assert offered <= OF_ARBITERS
    assert {"add-time", "adjudicate", "pause"} <= offered
    assert "revert-entry" not in offered, "the departure is not the arbiter's to revert"
    assert "Invite players" not in console
    assert "Arbiters: arno." in words_of(console)
    assert "You are an arbiter of this event." in words_to("arno", "/events/autumn/")


def test_player_has_one_role_at_a_time_and_the_log_says_which() -> None:
    event = begun("round robin", ended=0)
    assist(event, "arno")
    give(Role.ARBITER, event, "arno")
    give(Role.ARBITER, event, "arno")
    give(Role.NONE, event, "arno")
    said = [entry.text for entry in describe(event, event.log_entries.order_by("seq"))][-4:]
    assert said == [
        "From now on arno assists the director.",
        "From now on arno no longer assists the director.",
        "From now on arno is an arbiter and decides about games.",
        "From now on arno is no longer an arbiter.",
    ]
    assert signed_in("arno").get("/events/autumn/console/").status_code == 403


def test_director_gives_a_role_on_the_console() -> None:
    event = begun("round robin", ended=0)
    friend("arno")
    page = signed_in("cleo").post("/events/autumn/manage/assist/", {"names": "arno", "role": "arbiter"}, follow=True)
    assert "arno is an arbiter now." in words_of(page.content.decode())
    assert list(event.arbiters.all()) == [friend("arno")]
    signed_in("cleo").post("/events/autumn/manage/assist/", {"names": "arno", "role": "king"})
    assert list(event.arbiters.all()) == [friend("arno")]
    Player.objects.filter(username="arno").update(is_active=False)  # and may open the account again
    signed_in("cleo").post("/events/autumn/manage/dismiss/", {"names": "arno"})
    assert not event.arbiters.exists()


def test_arbiter_who_plays_decides_about_none_of_their_games() -> None:
    event = begun("round robin", ended=0)
    give(Role.ARBITER, event, "anna")
    own = next(game for game in running(event) if game.seats.filter(player__username="anna").exists())
    assert call("anna", "autumn/actions/adjudicate/", 403, game=own.pk, places=[1, 2], reason="Mine.")["code"] == (
        "not_neutral"
    )
