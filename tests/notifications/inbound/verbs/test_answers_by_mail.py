"""Roots and Shoots by mail: turns in few mails, the owner of a cut root asked at once, late answers, wishes."""

from __future__ import annotations

import re
from datetime import datetime

import pytest

from games.models import Game, Player
from games.play import creation, timeouts
from games.play.held_moves import publish_held
from games.rules.roots.stages import Spawning
from notifications.addresses.preferences import choose
from notifications.choices.topics import Pace, Topic
from notifications.inbound import intake, processing
from notifications.lab.mail_client import answer_to
from tests.games.conftest import NOON, THREE_DAYS, Start, after
from tests.games.roots_games import CUT, cutting_game
from tests.notifications.mailbox import PostOffice, waiting

pytestmark = pytest.mark.django_db


@pytest.fixture
def office() -> PostOffice:
    office = PostOffice()
    for name in ("anna", "bert"):
        office.box(name)
    return office


def cut(start: Start, office: PostOffice) -> Game:
    """Anna has cut bert's root by mail, and bert has been asked."""
    game = cutting_game(start, "anna", "bert")
    office.wait(hours=5)
    assert office.box("anna").answer(f"{CUT}\nbead 10,6\nspawn far").outcome == "played"
    game.refresh_from_db()
    return game


def flat(text: str) -> str:
    return " ".join(text.split())


def log(game: Game) -> list[tuple[str, str]]:
    return list(game.events.filter(ply__isnull=False).order_by("ply").values_list("text", "cause"))


def beat(now: datetime) -> None:
    intake.beat(now=now)


def test_owner_is_mailed_at_once_what_is_asked_and_what_happens_without_an_answer(
    start: Start, office: PostOffice
) -> None:  # fmt: skip
    game = cut(start, office)
    mail = office.box("bert").newest
    words = flat(mail.text)
    assert f"Your answer is needed in game {game.pk}." in words
    assert "You have 1 day, until Tue 3 March 2026, 17:00 (UTC)." in words
    assert "Without an answer the end with the fewest beads is lost." in words
    assert '"lose x,y" with x,y = 9,5 or 9,7' in words
    assert all(len(line) <= 78 or re.search("http|mailto", line) for line in mail.text.splitlines())


def test_mover_is_told_what_comes_back_and_for_whom_to_wait(start: Start, office: PostOffice) -> None:
    cut(start, office)
    words = flat(office.box("anna").newest.text)
    assert "Not played: [bead 10,6] [spawn far]. Blue has to answer before the turn goes on." in words
    assert "bert (blue) has to answer before the turn goes on, with time until Tue 3 March 2026, 17:00 (UTC)." in words


@pytest.mark.parametrize("words", ["", "\n\nit rains here."])
def test_mover_without_receipts_is_told_what_was_not_played(
    start: Start, office: PostOffice, words: str
) -> None:  # fmt: skip
    game, anna = cutting_game(start, "anna", "bert"), office.box("anna")
    choose(player_id=anna.player.pk, paces={Topic.RECEIPTS: Pace.OFF}, at=NOON)
    office.wait(hours=5)
    anna.answer(f"{CUT}\nbead 10,6{words}")
    office.wait(hours=1)
    assert publish_held(now=office.now) == ([game.pk] if words else [])
    office.work()
    assert "Not played: [bead 10,6]." in flat(anna.newest.text)


def test_owner_answers_by_mail_and_the_mover_goes_on(start: Start, office: PostOffice) -> None:
    game = cut(start, office)
    office.wait(hours=1)
    assert office.box("bert").answer("Lose K6").outcome == "played"  # 9,5
    assert log(game)[-1] == ("lose 9,5", "")
    mail = office.box("anna").newest
    assert f"It is your turn in game {game.pk}." in mail.text
    assert f"{game.ply + 1}. blue [lose 9,5]: blue loses the end that begins at 9,5: 3 beads" in flat(mail.text)
    assert office.box("anna").answer("bead 10,6").outcome == "played"


def test_answer_that_arrived_in_time_counts_however_late_it_is_read(start: Start, office: PostOffice) -> None:
    game = cut(start, office)
    bert = office.box("bert")
    mail = bert.newest
    answer = answer_to(mail, "lose 9,5", sender=bert.address, program="gmail")
    intake.receive(answer.as_bytes(), envelope_from=bert.address, envelope_to=mail.reply_to, source="smtp",
                   peer="127.0.0.1", at=after(28.9))  # fmt: skip
    beat(after(30))
    assert timeouts.flag_overdue(now=after(30)) == []
    for pk in waiting(after(30)):
        processing.read(pk, now=after(30))
    beat(after(31))
    assert timeouts.flag_overdue(now=after(31)) == []
    assert log(game)[-1] == ("lose 9,5", "")


def test_answer_that_arrives_too_late_is_refused_and_both_are_told_of_the_default(
    start: Start, office: PostOffice
) -> None:  # fmt: skip
    game = cut(start, office)
    bert = office.box("bert")
    asked = bert.newest
    office.now = after(29.2)
    beat(after(29.2))
    assert bert.answer("lose 9,5", asked).outcome == "refused"
    assert log(game)[-1] == ("lose 9,7", "answer_by_default")
    said = [flat(mail.text) for mail in bert.mails()[-2:]]
    assert any("did not arrive in time, so the default was played for you." in text for text in said)
    assert any("Your time ran out at 17:00 UTC on 3 March 2026." in text for text in said)
    assert f"{game.ply + 1}. blue [lose 9,7] (no answer in time)" in flat(office.box("anna").newest.text)


def test_standing_answer_is_given_by_mail(start: Start, office: PostOffice) -> None:
    game = cutting_game(start, "anna", "bert")
    plies = game.ply
    bert = office.box("bert")
    assert bert.answer("always lose longer").outcome == "played"
    assert "Your answer from now on: [lose longer]." in bert.newest.text
    office.box("anna").answer(f"{CUT}; bead 10,6")
    assert log(game)[plies : plies + 3] == [(CUT, ""), ("lose 9,5", "standing_answer"), ("bead 10,6", "")]
    assert bert.answer("Always ask.").outcome == "played"
    assert game.seats.get(number=1).standing_answer == ""
    assert bert.answer("always lose 9,7").outcome == "refused"
    assert "one of these: ask, lose shorter, lose longer, lose poorer" in flat(bert.newest.text)


def test_turn_of_dice_takes_one_mail_and_the_answer_says_what_was_rolled(office: PostOffice) -> None:
    players = [Player.objects.get(username=name) for name in ("anna", "bert")]
    game = creation.create_game(rules="roots", players=players, control=THREE_DAYS, at=NOON, secret="5e" * 32)
    for name, text in (("anna", "bead 3,9"), ("bert", "bead 15,9")):
        office.wait(hours=1)
        assert office.box(name).answer(text).outcome == "played"
    office.box("anna").want_receipts()
    game.refresh_from_db()
    while isinstance(game.load_position().stage, Spawning):  # how often, the dice decide
        office.wait(hours=1)
        assert office.box(("anna", "bert")[game.to_act]).answer("spawn far").outcome == "played"
        game.refresh_from_db()
    office.wait(hours=1)
    assert office.box("anna").answer("d10; spawn near").outcome == "played"
    game.refresh_from_db()
    texts = [text for text, _ in log(game)]
    rolls = [text.removeprefix("roll ").replace(" ", ": ") for text in texts[texts.index("d10") :] if "roll" in text]
    assert game.to_act == 1
    assert f"Rolled: {', '.join(rolls)}." in flat(office.box("anna").newest.text)
    described = flat(office.box("bert").newest.text)
    assert "[d10] shows" in described
    assert "from the pile" in described
    assert "[spawn far]" in described
