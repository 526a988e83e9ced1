"""A move beside other words is announced, and played unless its player objects; its words reach the other players."""

from __future__ import annotations

from dataclasses import replace
from datetime import time, timedelta

import pytest

from games.conversation.remarks import remarks_for
from games.exceptions import CannotUndo
from games.models import CurrentTurn, Game, GameEvent, Player
from games.moderation.decisions import sanction
from games.play.agreements import ask_undo
from games.play.held_moves import publish_held
from games.play.timeouts import flag_overdue
from notifications.addresses.preferences import choose_times, pace_of
from notifications.choices.topics import Topic
from notifications.inbound.intake import receive
from notifications.lab.mail_client import answer_to
from tests.games.conftest import NOON, THREE_DAYS, Start, after, all_read, warn
from tests.notifications.mailbox import Mailbox, PostOffice, Table, kinds, steps

pytestmark = pytest.mark.django_db
CHATTY = "Hi Bert,\n\nit rains here.\n\nnull d3\n\nSee you on Friday!\nAnna"


def said(game: Game, reader: Mailbox | None) -> list[str]:
    return [remark.text for remark in remarks_for(game, reader.player if reader else None)]


def test_answer_says_what_was_read_until_when_and_which_words_are_shown(table: Table) -> None:
    game, anna, bert = table
    before = len(bert.mails())
    assert anna.answer(CHATTY).outcome == "played"
    assert anna.newest.text.split("\n\n")[0] == "We read [null d3]. It is played at 13:00, unless you\nanswer [no]."
    assert "The other players see these words with it:\n\n| it rains here.\n| See you on Friday!" in anna.newest.text
    assert (steps(game), said(game, bert), len(bert.mails())) == ([], [], before)


def test_it_is_played_when_its_time_has_come_with_its_words_for_players_alone(office: PostOffice, table: Table) -> None:
    game, anna, bert = table
    anna.answer(CHATTY)
    sent = len(anna.mails())
    assert publish_held(now=after(0.9)) == []
    office.now = after(1)
    assert publish_held(now=after(1)) == [game.pk]
    assert steps(game) == ["null d3"]
    assert game.events.get(ply=1).at == NOON
    assert said(game, bert) == ["it rains here.\nSee you on Friday!"]
    assert said(game, None) == []
    assert "it rains here." in bert.newest.text
    assert len(anna.mails()) == sent, "the announcement was the receipt"


def test_yes_plays_it_now_and_a_no_cancels_it_and_says_nothing_to_anybody(table: Table) -> None:
    game, anna, bert = table
    anna.answer(CHATTY)
    for text in ("yes", "Yes, please\n\nThis mail is confidential. If you are not meant, delete it."):
        with anna.office.undone():
            assert anna.answer(text).outcome == "played"
            assert steps(game) == ["null d3"]
    with anna.office.undone():
        anna.tap("yes")
        assert steps(game) == ["null d3"]
    with anna.office.undone():
        anna.answer("null d4")
        assert (publish_held(now=after(2)), steps(game)) == ([], ["null d4"])
    with anna.office.undone():
        anna.answer("no\n\nnull d4")
        assert steps(game) == ["null d4"]
    assert anna.answer("no").outcome == "played"
    assert publish_held(now=after(2)) == []
    assert (steps(game), said(game, bert)) == ([], [])


def test_same_move_again_counts_once_and_its_words_join_those_of_the_first_mail(table: Table) -> None:
    game, anna, bert = table
    turn = anna.newest
    for text in (CHATTY, CHATTY, "null d3\n\nI forgot: greetings to Carol!"):
        assert anna.answer(text, turn).outcome == "played"
        assert "We read [null d3]. It is played at 13:00" in anna.newest.text
    assert "| See you on Friday!\n| I forgot: greetings to Carol!" in anna.newest.text
    assert publish_held(now=after(1)) == [game.pk]
    assert (steps(game), kinds(anna).count("show")) == (["null d3"], 3)
    assert said(game, bert) == ["it rains here.\nSee you on Friday!\nI forgot: greetings to Carol!"]
    anna.answer("null d3\n\nOne more thing.", turn)
    assert "The words beside it were shown to nobody" in " ".join(anna.newest.text.split())
    assert (steps(game), len(said(game, bert))) == (["null d3"], 1)


@pytest.mark.parametrize("minutes", [60, 0])
def test_words_that_are_refused_are_answered_though_the_move_is_played(
    office: PostOffice, table: Table, minutes: int
) -> None:
    game, anna, bert = table
    Player.objects.filter(username="anna").update(announced_minutes=minutes)
    mia = Player.objects.create(username="mia", is_superuser=True)
    sanction(moderator=mia, player=anna.player, kind="muted", days=5, reason="x", at=NOON)
    anna.answer(CHATTY)
    publish_held(now=after(1))
    office.wait(hours=1.5)
    office.work()
    assert (steps(game), said(game, bert)) == (["null d3"], [])
    assert "| it rains here." in anna.newest.text
    assert kinds(anna)[-1] == "done"


def test_hold_is_not_cut_short_by_the_deadline_and_delays_it_by_an_hour(office: PostOffice, table: Table) -> None:
    game, anna, _ = table
    warn(game)
    office.now = after(71.9)
    Player.objects.filter(username="anna").update(announced_minutes=240)
    anna.answer(CHATTY)
    game.refresh_from_db()
    assert game.turn.held_until == after(73)
    for text, moves in (("no", []), ("null d4", ["null d4"])):
        with office.undone():
            office.now = after(72.5)
            anna.answer(text)
            game.refresh_from_db()
            assert steps(game) == moves
            assert moves or game.deadline == after(73.5)
    all_read(after(72.9))
    assert flag_overdue(now=after(72.9)) == []
    assert publish_held(now=after(73)) == [game.pk]
    assert game.events.get(ply=1).at == after(71.9)


def test_it_does_not_end_at_night_or_in_the_quiet_hours_of_its_player(office: PostOffice, table: Table) -> None:
    _, anna, _ = table
    for hour, hours in ((20.5, 1), (21.5, 10.5), (3, 5)):
        with office.undone():
            office.now = NOON + timedelta(hours=hour - 12 + 24)
            anna.answer(CHATTY)
            assert CurrentTurn.objects.get().held_until == office.now + timedelta(hours=hours)
    choose_times(player_id=anna.player.pk, at=NOON, quiet=(time(12, 30), time(15)))
    anna.answer(CHATTY)
    assert CurrentTurn.objects.get().held_until == after(3)


@pytest.mark.parametrize("minutes", [0, 60])
def test_hold_never_reaches_the_hard_end_of_the_game(office: PostOffice, start: Start, minutes: int) -> None:
    anna, _ = office.box("anna"), office.box("bert")
    game = start("anna", "bert", control=replace(THREE_DAYS, ends=after(72.5)))
    warn(game)
    Player.objects.filter(username="anna").update(hold_minutes=minutes)
    office.now = after(71.6)
    anna.answer(CHATTY, anna.mails()[0])
    assert steps(game) == ["null d3"], "its opponent has the time that is left"


def test_player_chooses_by_mail_how_long_it_is_held_and_whether_words_are_shown(table: Table) -> None:
    game, anna, bert = table
    anna.answer("games")
    assert anna.answer("hold off\nwords off").outcome == "played"
    anna.player.refresh_from_db()
    assert (anna.player.announced_minutes, anna.player.passes_words_on) == (0, False)
    anna.answer("games")
    anna.answer("receipts on")
    assert pace_of(anna.player.pk, Topic.RECEIPTS) == "now"
    anna.answer("receipts off")
    assert pace_of(anna.player.pk, Topic.RECEIPTS) == "urgent"
    anna.answer("hold 1441")
    assert "0 to 1440 minutes" in anna.newest.text
    anna.answer(CHATTY, anna.mails()[0])
    assert (steps(game), said(game, bert)) == (["null d3"], [])


def test_it_can_be_taken_back_without_consent_until_somebody_answers(office: PostOffice, table: Table) -> None:
    game, anna, bert = table
    anna.answer(CHATTY)
    publish_held(now=after(1))
    ask_undo(game_id=game.pk, player_id=anna.player.pk, at=after(1.5), source="page")
    assert game.events.filter(kind=GameEvent.Kind.UNDONE).exists()
    office.now = after(2)
    anna.answer("null d3\n\nThis one, then.")
    office.now = after(3)
    publish_held(now=after(3))
    bert.answer("root e2")
    ask_undo(game_id=game.pk, player_id=anna.player.pk, at=after(4), source="page")
    assert game.events.filter(kind=GameEvent.Kind.UNDONE).count() == 1


def test_announced_move_after_which_dice_have_fallen_is_not_taken_back(office: PostOffice, start: Start) -> None:
    anna, bert = office.box("anna"), office.box("bert")
    game = start("anna", "bert", rules="roots")
    while not (before := Game.objects.get(pk=game.pk)).events.filter(kind="roll").exists():
        position = before.load_position()
        move = next(iter(position.legal_moves()))
        box = (anna, bert)[position.seat_to_act or 0]
        box.answer(f"it rains here.\n\nplay {before.game_rules.format(move, position)}")
        office.wait(hours=24)
        publish_held(now=office.now)
    with pytest.raises(CannotUndo):
        ask_undo(game_id=game.pk, player_id=box.player.pk, at=office.now, source="page")


def test_move_that_played_at_once_needs_consent_to_be_taken_back(table: Table) -> None:
    game, anna, _ = table
    anna.answer("null d3\n\nAnna")
    ask_undo(game_id=game.pk, player_id=anna.player.pk, at=after(1), source="page")
    assert not game.events.filter(kind=GameEvent.Kind.UNDONE).exists()


def test_marked_move_plays_at_once_alone_and_is_held_beside_doubt(table: Table) -> None:
    game, anna, _ = table
    anna.answer("Maybe\n\nplay null d3")
    assert (steps(game), kinds(anna)[-1]) == ([], "show")
    anna.answer("play null d3")
    assert steps(game) == ["null d3"]


@pytest.mark.parametrize("words", ["resign\n\nIt was a great game.", "What if I\nresign"])
def test_resignation_beside_other_words_is_asked_about_and_taken_by_yes(table: Table, words: str) -> None:
    game, anna, _ = table
    anna.answer(words)
    game.refresh_from_db()
    assert game.status == "running"
    anna.answer("yes")
    game.refresh_from_db()
    assert game.status == "finished"


def test_move_beside_words_is_in_time_where_one_alone_is(office: PostOffice, table: Table) -> None:
    game, anna, _ = table
    warn(game)
    office.now = after(71.9)
    anna.answer("should I play null d3?")
    office.now = after(72.5)
    anna.answer(CHATTY.replace("d3", "d4"))
    assert "We read [null d4]. It is played at 13:30" in anna.newest.text
    assert publish_held(now=after(73.5)) == [game.pk]
    assert steps(game) == ["null d4"]


def test_leave_covers_a_move_beside_words(office: PostOffice, table: Table) -> None:
    game, anna, _ = table
    Player.objects.filter(username="anna").update(automatic_leave=True)
    office.now = after(72.2)
    anna.answer(CHATTY)
    assert "We read [null d3]." in anna.newest.text
    assert publish_held(now=after(73.2)) == [game.pk]


def test_yes_takes_the_move_that_was_asked_about_last(table: Table) -> None:
    game, anna, _ = table
    anna.answer(CHATTY)
    anna.answer("should I play null d4?")
    anna.answer("yes")
    assert steps(game) == ["null d4"]


def test_no_to_the_mail_that_announces_counts_whatever_was_asked_since(table: Table) -> None:
    _, anna, _ = table
    anna.answer(CHATTY)
    announcement = anna.newest
    anna.answer("should I play null d4?")
    anna.answer("no", announcement)
    assert publish_held(now=after(2)) == []


def test_objection_in_words_cancels_it_and_one_that_names_another_move_is_asked_about(table: Table) -> None:
    game, anna, _ = table
    anna.answer(CHATTY)
    for text in ("Nein, bitte nicht.", "No, I did not mean that.", "Wait, don't play that!", "Hold on"):
        with anna.office.undone():
            anna.answer(text)
            assert "[null d3] is cancelled." in anna.newest.text
            assert publish_held(now=after(2)) == [], text
    for text in ("No, null d4", "rather null d4", "Oops, wrong one. null d4 please", "null d4\nNo!"):
        with anna.office.undone():
            anna.answer(text)
            assert "[null d3] is cancelled." in anna.newest.text
            assert anna.newest.text.split("\n\n")[0].startswith("We ask first:")
            assert (publish_held(now=after(2)), steps(game)) == ([], []), text


def test_mail_that_is_not_understood_is_answered_with_what_is_played_all_the_same(table: Table) -> None:
    game, anna, _ = table
    anna.answer(CHATTY)
    anna.answer("Thanks, nice service")
    assert "We read [null d3]. It is played at 13:00, unless" in " ".join(anna.newest.text.split())
    assert publish_held(now=after(1)) == [game.pk]


def test_no_to_an_older_mail_cancels_nothing_and_shows_what_is_played_and_when(table: Table) -> None:
    game, anna, _ = table
    turn = anna.newest
    anna.answer(CHATTY)
    assert anna.answer("no", turn).outcome == "refused"
    assert anna.newest.text.split("\n\n")[0] == "Nothing has changed: your move still waits."
    assert "We read [null d3]. It is played at 13:00, unless" in " ".join(anna.newest.text.split())
    assert Game.objects.get(pk=game.pk).turn.held is not None
    anna.tap("no")
    assert publish_held(now=after(2)) == []
    assert anna.answer("yes", turn).outcome == "refused", "what was cancelled is no open question"


def test_what_is_said_beside_a_held_move_waits_with_it(table: Table) -> None:
    game, anna, bert = table
    anna.answer("it rains here.\n\nnull d3\nsay Enjoy\nyour garden")
    assert anna.newest.text.count("We read [null d3]. It is played at 13:00") == 1
    assert "| it rains here.\n| Enjoy\n| your garden" in anna.newest.text
    assert (said(game, bert), len(anna.mails())) == ([], 2)
    publish_held(now=after(1))
    assert said(game, bert) == ["it rains here.", "Enjoy\nyour garden"]
    assert said(game, None) == ["Enjoy\nyour garden"], "the others are for players"


def test_what_is_said_beside_a_held_move_that_is_cancelled_is_not_said(table: Table) -> None:
    game, anna, bert = table
    anna.answer("say Enjoy\n\nnull d3\n\nit rains here.")
    anna.answer("no")
    publish_held(now=after(1))
    assert said(game, bert) == []


def test_answer_that_comes_too_late_is_answered_with_what_was_played_which_undo_takes_back(
    office: PostOffice, table: Table
) -> None:
    game, anna, _ = table
    anna.answer(CHATTY)
    announcement = anna.newest
    publish_held(now=after(1))
    office.now = after(1.2)
    for text in ("yes", "no"):
        with office.undone():
            anna.answer(text, announcement)
            assert "Move 1 was already played: null d3" in anna.newest.text
            assert "Nothing was played" not in anna.newest.text
    assert anna.answer("undo", announcement).outcome == "played"
    assert game.events.filter(kind=GameEvent.Kind.UNDONE).exists()


def test_no_that_came_in_time_and_is_read_later_cancels_it(office: PostOffice, table: Table) -> None:
    game, anna, _ = table
    anna.answer(CHATTY)
    raw = answer_to(anna.newest, "no", sender=anna.address, program="gmail", language="en").as_bytes()
    values = {"envelope_from": anna.address, "source": "smtp", "peer": "127.0.0.1", "at": after(0.99)}
    receive(raw, envelope_to=anna.newest.reply_to, **values)
    assert publish_held(now=after(1.01)) == []
    office.now = after(1.02)
    assert "[null d3] is cancelled." in anna.newest.text
    assert (publish_held(now=after(2)), steps(game)) == ([], [])


def test_undo_is_about_the_move_since_the_mail_until_that_is_answered(table: Table) -> None:
    _, anna, bert = table
    turn = anna.newest
    anna.answer("null d3", turn)
    assert anna.answer("undo", turn).outcome == "played"
    bert.answer("root e2")
    assert anna.answer("undo", turn).outcome == "refused"


@pytest.mark.parametrize("offer", ["draw", "abandon"])
def test_offer_beside_a_move_and_words_is_asked_about_since_it_would_lapse_with_the_move(
    table: Table, offer: str
) -> None:
    game, anna, _ = table
    anna.answer(f"null d3\n{offer}\nit rains")
    game.refresh_from_db()
    assert (game.agreements, game.turn.held) == ({}, None)
    assert "We ask first: do you play [null d3]?" in anna.newest.text
    assert anna.answer(f"null d3\n{offer}\n\nAnna", anna.mails()[0]).outcome == "played"
    game.refresh_from_db()
    assert (steps(game), game.agreements) == (["null d3"], {offer: [0]})


def test_yes_that_is_taken_back_below_cancels_it_until_the_next_yes(table: Table) -> None:
    game, anna, _ = table
    anna.answer(CHATTY)
    anna.answer("yes\nwait, let me think")
    assert publish_held(now=after(2)) == []
    assert "[null d3] is cancelled." in anna.newest.text
    anna.answer("yes")
    assert steps(game) == ["null d3"]
