"""What directors do to games, as players read it in their mails; and addresses of somebody who was replaced."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from games.models import Game, Player
from games.play import directing
from games.play.moving import play_move
from games.play.planning import set_plan
from tests.games.conftest import Start
from tests.notifications.mailbox import Mailbox, PostOffice

pytestmark = pytest.mark.django_db


def action(office: PostOffice, game: Game, **values: Any) -> dict[str, Any]:
    cleo, _ = Player.objects.get_or_create(username="cleo")
    return {"game_id": game.pk, "actor_id": cleo.pk, "reason": "A flood.", "at": office.now} | values


def lines(box: Mailbox) -> str:
    return " ".join(box.newest.text.split())


def test_everybody_is_told_what_the_director_did_and_why(office: PostOffice, start: Start) -> None:
    anna, bert = office.box("anna"), office.box("bert")
    game = start("anna", "bert")
    directing.pause_game(**action(office, game))
    office.wait(hours=1)
    for box in (anna, bert):
        assert "paused (cleo, as director). Reason: A flood." in lines(box)
    directing.resume_game(**action(office, game))
    directing.add_time(**action(office, game, seat=0, span=timedelta(days=1), actor_id=None))
    office.wait(hours=1)
    assert "blue time added (by the rules): 1 day more. Reason: A flood." in lines(anna)
    assert anna.answer("null d3").outcome == "played"
    directing.adjudicate_game(**action(office, game, places=[2, 1]))
    office.wait(hours=1)
    assert "adjudicated (cleo, as director): places: purple 1, blue 2. Reason: A flood." in lines(bert)


def test_substitute_gets_an_address_that_works_and_the_old_ones_say_why_they_are_dead(
    office: PostOffice, start: Start
) -> None:
    anna, dora = office.box("anna"), office.box("dora")
    game = start("anna", "bert")
    old = anna.newest
    directing.substitute_seat(**action(office, game, seat=0, player_id=dora.player.pk))
    office.wait(hours=1)
    assert "dora plays on for anna" in lines(anna)
    for text in ("null d3", "preview null d3", "resign", "draw", "plan if * then resign"):
        assert anna.answer(text, old).outcome != "played"
        assert "A substitute plays on for you in game" in lines(anna)
        office.wait(hours=1)
    game.refresh_from_db()
    assert (game.ply, game.status, game.agreements) == (0, "running", {})
    assert dora.answer("null d3").outcome == "played"


def test_player_who_had_planned_reads_in_the_turn_mail_that_the_plan_is_gone(office: PostOffice, start: Start) -> None:
    anna, bert = office.box("anna"), office.box("bert")
    game = start("anna", "bert")
    for box in (anna, bert):
        box.want_receipts()
    values: dict[str, Any] = {"game_id": game.pk, "source": "page", "at": office.now}
    set_plan(**values, player_id=bert.player.pk, text="if null d3 then root e2")
    play_move(**values, player_id=anna.player.pk, text="null c3", ply=0)
    office.wait(hours=1)
    described = "The game has not gone as you planned, so your plan was dropped at move 1."
    assert described in lines(bert)
    assert described not in lines(anna)
    assert bert.answer("root e2").outcome == "played"
    office.wait(hours=1)
    assert described not in lines(bert)
