"""Playing by answering mails: what is played, what is answered, what is refused, and who is not believed."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress

from games.models import Game, Player, Submission
from games.play.held_moves import publish_held
from games.play.moving import play_move
from notifications.inbound import open_mail
from notifications.lab.mail_client import answer_to
from notifications.models import InboundMail, OutboundMail
from tests.games.conftest import NOON, Start, after
from tests.notifications.mailbox import Mailbox, PostOffice, Table, kinds, steps

pytestmark = pytest.mark.django_db

MANY_WAYS = ("gmail", "outlook")  # ``test_programs`` has them all


def opened_treeblox(office: PostOffice, start: Start, program: str = "gmail") -> tuple[Mailbox, Game]:
    """Dark's mailbox and a game of Treeblox in which Dark may begin to grow."""
    dark, light = office.box("anna", program), office.box("bert", program)
    game = start("anna", "bert", rules="treeblox")
    for ply, text in enumerate(("L b2", "L c3", "L d4", "L a1", "L a4", "L d1")):
        game.refresh_from_db()
        mover = dark if game.to_act == 0 else light
        play_move(game_id=game.pk, player_id=mover.player.pk, text=text, ply=ply, at=NOON, source="page")
    OutboundMail.objects.filter(kind="receipt").delete()
    return dark, game


# Moves ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("program", MANY_WAYS)
def test_answer_of_any_program_plays_the_move(office: PostOffice, start: Start, program: str) -> None:
    anna, bert = office.box("anna", program), office.box("bert", program)
    game = start("anna", "bert")
    assert anna.answer("null d3").outcome == "played"
    assert bert.answer("Root  E2").outcome == "played"
    assert anna.answer("Hi Bert,\n\nm e3>e2").outcome == "played"
    assert steps(game) == ["null d3", "root e2", "M e3>e2"]


@pytest.mark.parametrize("program", MANY_WAYS)
def test_turn_of_several_lines_is_one_submission(office: PostOffice, start: Start, program: str) -> None:
    dark, game = opened_treeblox(office, start, program)
    read = dark.answer("B b1\nB 2,1,2")
    assert steps(game)[-2:] == ["B 2,1,1", "B 2,1,2"]
    assert read.submission is not None
    assert (read.submission.first_seq, read.submission.last_seq) == (8, 9)


def test_seat_that_is_to_act_again_gets_one_mail_with_a_new_address(office: PostOffice, start: Start) -> None:
    dark, game = opened_treeblox(office, start)
    turn = dark.newest
    before = len(dark.mails())
    dark.answer("B b1")
    assert kinds(dark)[before:] == ["turn"]
    assert "Receipt " in dark.newest.text
    assert dark.newest.reply_to != turn.reply_to
    dark.answer("B 2,1,2", dark.newest)
    assert steps(game)[-2:] == ["B 2,1,1", "B 2,1,2"]


def test_held_move_is_answered_at_once_and_again_when_it_is_published(office: PostOffice, table: Table) -> None:
    game, anna, bert = table
    anna.want_receipts()
    Player.objects.filter(username="anna").update(hold_minutes=30)
    before = len(bert.mails())
    read = anna.answer("null d3")
    assert read.submission is not None
    assert read.submission.state == "held"
    assert "Held until" in anna.newest.text
    assert (steps(game), len(bert.mails())) == ([], before)
    office.wait(hours=1)
    publish_held(now=office.now)
    assert steps(game) == ["null d3"]
    assert (kinds(anna)[-1], kinds(bert)[-1]) == ("receipt", "turn")


def test_time_of_a_move_is_its_arrival(office: PostOffice, table: Table) -> None:
    game, anna, _ = table
    mail = anna.newest
    office.now = after(5)
    anna.answer("null d3", mail)
    assert game.events.get(ply=1).at == after(5)


def test_receipt_answers_the_mail_and_names_what_was_not_read(table: Table) -> None:
    _, anna, _ = table
    Player.objects.filter(username="anna").update(announced_minutes=0)
    anna.want_receipts()
    read = anna.answer("null d3\nsee you at the club")
    receipt = anna.newest
    assert read.submission is not None
    assert receipt.header("In-Reply-To") == read.message_id
    assert receipt.header("Auto-Submitted") == "auto-replied"
    assert f"Receipt {read.submission.pk}: {read.submission.receipt[:16]}" in receipt.text
    assert "| see you at the club" in receipt.text


def test_all_mails_of_a_game_are_one_thread(table: Table) -> None:
    game, anna, bert = table
    anna.answer("null d3")
    bert.answer("root e2")
    mails = anna.mails() + bert.mails()
    assert len({mail.subject for mail in mails}) == 1
    assert all(mail.header("References").startswith(f"<game-{game.pk}@") for mail in mails)


# Refusals ---------------------------------------------------------------------------------------------------------


def test_illegal_move_is_explained_and_the_address_still_works(table: Table) -> None:
    game, anna, _ = table
    turn = anna.newest
    read = anna.answer("null d9")
    answer = anna.newest
    assert read.outcome == "refused"
    assert Submission.objects.get(pk=read.submission_id).state == "rejected"
    assert "Nothing was played." in answer.text
    assert "| null d9" in answer.text
    assert answer.reply_to == turn.reply_to
    assert anna.answer("null d3").outcome == "played"
    assert steps(game) == ["null d3"]


def test_refused_step_in_the_middle_plays_nothing(office: PostOffice, start: Start) -> None:
    dark, game = opened_treeblox(office, start)
    read = dark.answer("B b1; B 4,4,4; L c1")
    assert read.outcome == "refused"
    assert len(steps(game)) == 6
    assert "| B 4,4,4" in dark.newest.text
    assert "| L c1" in dark.newest.text


@pytest.mark.parametrize(
    ("text", "said"),
    [("what do I have to do?", "null SQUARE"), ("", "no words of yours"), ("accept", "Nobody has offered")],
)
def test_mail_that_does_nothing_is_told_why(table: Table, text: str, said: str) -> None:
    _, anna, _ = table
    assert anna.answer(text).outcome == "refused"
    assert said in anna.newest.text


def test_two_different_commands_are_ambiguous_and_nothing_counts(table: Table) -> None:
    game, anna, _ = table
    read = anna.answer("resign\nno, wait, rather\nnull d3")
    game.refresh_from_db()
    assert read.outcome == "refused"
    assert (game.status, game.ply) == ("running", 0)
    assert "two commands" in anna.newest.text


def test_answer_to_an_old_mail_shows_the_present_board(table: Table) -> None:
    game, anna, bert = table
    old = anna.newest
    anna.answer("null d3")
    bert.answer("root e2")
    read = anna.answer("null d2", old)
    assert read.outcome == "refused"
    assert "was already played" in read.reason
    assert "[root e2]" not in read.reason
    assert anna.newest.reply_to != old.reply_to
    assert steps(game) == ["null d3", "root e2"]


def test_same_move_sent_again_in_a_new_mail_is_a_duplicate(table: Table) -> None:
    game, anna, _ = table
    turn = anna.newest
    anna.answer("null d3", turn)
    read = anna.answer("NULL D3", turn)
    assert read.submission is not None
    assert read.submission.state == "duplicate"
    assert steps(game) == ["null d3"]


def test_move_after_the_time_is_over_loses(office: PostOffice, table: Table) -> None:
    game, anna, _ = table
    mail = anna.newest
    office.now = after(80)
    read = anna.answer("null d3", mail)
    assert read.outcome == "refused"
    assert "time ran out" in read.reason
    assert steps(game) == []


# Other verbs ------------------------------------------------------------------------------------------------------


def test_preview_shows_the_board_and_plays_nothing(table: Table) -> None:
    game, anna, _ = table
    read = anna.answer("preview null d3")
    assert (read.outcome, steps(game)) == ("answered", [])
    assert read.submission is not None
    assert read.submission.state == "previewed"
    assert "Nothing was played" in anna.newest.text
    assert "###" in anna.newest.text


AGREED = ["ok accept", "Sure, accept", "accept, sure", "Fine - accept!", "gerne, annehmen", "ok, yes"]
NOT_AGREED = ["ok", "not sure, accept", "sure, accept?", "accept or not"]


def test_words_that_agree_alone_stand_on_the_line_of_an_accept(table: Table) -> None:
    game, anna, bert = table
    anna.answer("null d3\ndraw")
    for text in AGREED + NOT_AGREED:
        with anna.office.undone():
            bert.answer(text)
            game.refresh_from_db()
            assert game.status == (Game.Status.FINISHED if text in AGREED else Game.Status.RUNNING), text


def test_draw_is_offered_and_accepted_by_mail(table: Table) -> None:
    game, anna, bert = table
    assert anna.answer("draw").outcome == "played"
    assert "offered a draw" in bert.newest.text
    assert bert.answer("accept").outcome == "played"
    game.refresh_from_db()
    assert (game.status, game.end_reason) == ("finished", "draw agreed")
    assert "draw agreed" in anna.newest.text


def test_mail_that_is_done_in_part_says_so(table: Table) -> None:
    game, anna, _ = table
    read = anna.answer("null d3\naccept")
    assert (read.outcome, steps(game)) == ("played", ["null d3"])
    _, problem = anna.mails()
    assert problem.header("In-Reply-To") == read.message_id
    assert "Nothing was played" not in problem.text
    assert "Only the first part of your mail was done: [move]." in problem.text
    assert "Nobody has offered" in problem.text


def test_verb_at_the_address_of_a_turn_that_is_over_does_nothing(table: Table) -> None:
    game, anna, bert = table
    old = anna.newest
    anna.answer("null d3", old)
    bert.answer("root e2\ndraw")
    for text in ("resign", "draw", "abandon", "accept", "decline"):
        with anna.office.undone():
            read = anna.answer(text, old)
            game.refresh_from_db()
            assert (read.outcome, game.status, game.agreements) == ("refused", "running", {"draw": [1]})
            assert "the game has moved on" in anna.newest.text
            assert anna.answer(text).reason != read.reason


def test_several_commands_of_one_kind_are_answered(table: Table) -> None:
    _, anna, _ = table
    for text in ("show\nshow", "help\nshow\nhelp", "preview null d3\npreview null d2", "draw\ndraw"):
        with anna.office.undone():
            read = anna.answer(text)
            assert (read.state, read.outcome) == ("done", "played" if "draw" in text else "answered"), text


def test_letter_that_only_looks_plain_is_named(table: Table) -> None:
    _, anna, _ = table
    anna.answer("null \N{CYRILLIC SMALL LETTER A}3")
    assert 'Its letter "\N{CYRILLIC SMALL LETTER A}" is not the plain one' in " ".join(anna.newest.text.split())


def test_line_that_was_read_as_a_move_is_not_called_unread(table: Table) -> None:
    _, anna, _ = table
    anna.answer("nul d3\nsee you")
    assert anna.newest.text.count("| nul d3") == 1
    assert "These lines of your mail were not read:\n| see you" in anna.newest.text


def test_address_in_an_answer_is_not_stored(table: Table) -> None:
    _, anna, _ = table
    read = anna.answer(f"my address is {anna.newest.reply_to}")
    stored = f"{read.own_text}{read.unread}{Submission.objects.get().text}{OutboundMail.objects.order_by('pk').last()}"
    assert "turn-xxxx@" in read.own_text
    assert anna.newest.reply_to not in stored


def test_receipt_says_whose_turn_it_is(table: Table) -> None:
    _, anna, _ = table
    anna.want_receipts()
    anna.answer("null d3")
    assert "It is the turn of bert (purple), with time until Thu 5 March 2026, 12:00" in " ".join(
        anna.newest.text.split()
    )


def test_board_stands_before_what_is_said_about_it(table: Table) -> None:
    _, anna, bert = table
    anna.answer("null d3")
    text = bert.newest.text
    parts = ["It is your turn", "###", "| bert", "Since your last move", "You have", "Write your move", "http"]
    assert sorted(parts, key=text.index) == parts
    assert text.count("/games/") == 1


def test_resignation_by_mail_ends_the_game(table: Table) -> None:
    game, anna, bert = table
    for text in ("resign", "Resign.", "RESIGN!", "I resign"):
        with anna.office.undone():
            anna.answer(text)
            game.refresh_from_db()
            assert (game.status, game.end_reason) == ("finished", "resignation")
            assert "1. bert" in bert.newest.text


def test_move_with_a_draw_offer_below_it(table: Table) -> None:
    game, anna, _ = table
    anna.answer("null d3\ndraw")
    game.refresh_from_db()
    assert (game.ply, game.agreements) == (1, {"draw": [0]})


def test_help_lists_what_can_be_written(table: Table) -> None:
    _, anna, _ = table
    for text in ("help", "?", "Help."):
        with anna.office.undone():
            assert anna.answer(text).outcome == "answered"
            assert "[preview MOVE]" in anna.newest.text
            assert anna.newest.picture.startswith(b"\x89PNG")


# Addresses --------------------------------------------------------------------------------------------------------


def test_game_address_takes_verbs_but_a_move_only_with_its_number(table: Table) -> None:
    game, anna, bert = table
    anna.want_receipts()
    anna.answer("null d3")
    receipt = anna.newest
    assert receipt.reply_to.startswith("game-")
    bert.answer("root e2")
    read = anna.answer("M e3>e2", receipt)
    assert (read.outcome, "#2" in read.reason) == ("refused", True)
    assert anna.answer("#1 M e3>e2", receipt).outcome == "refused"
    assert anna.answer("M e3>e2 #2", receipt).outcome == "played"
    assert steps(game) == ["null d3", "root e2", "M e3>e2"]


def test_list_of_games_has_a_live_address_for_each(office: PostOffice, start: Start) -> None:
    anna, _, _ = office.box("anna"), office.box("bert"), office.box("cora")
    games = [start("anna", "bert"), start("anna", "cora", rules="treeblox")]
    anna.answer("games")
    listed = anna.newest
    assert listed.reply_to.startswith("personal-")
    for game in games:
        assert f"Game {game.pk}, " in listed.text
    addresses = [line.split()[-1] for line in listed.text.splitlines() if line.startswith("| moves to ")]
    raw = answer_to(listed, "null d3", sender=anna.address).as_bytes()
    assert office.deliver(raw, addresses[0], sender=anna.address).outcome == "played"


def test_personal_address_wants_the_number_of_the_game_where_several_wait(
    office: PostOffice, table: Table, start: Start
) -> None:
    game, anna, _ = table
    start("anna", "bert")
    anna.answer("games")
    personal = anna.newest
    read = anna.answer("null d3", personal)
    assert read.outcome == "refused"
    assert "moves to turn-" in anna.newest.text
    assert anna.answer(f"{game.pk}#0 null d3", personal).outcome == "played"
    assert anna.answer("999 resign", personal).outcome == "refused"
    assert anna.answer(f"game {game.pk} resign", personal).outcome == "played"


def test_move_at_the_game_address_out_of_turn_is_told_whose_turn_it_is(table: Table) -> None:
    _, _, bert = table
    read = bert.answer("root e2")
    assert (read.outcome, read.reason) == ("refused", "It is not your turn: anna is to move.")


# Trust ------------------------------------------------------------------------------------------------------------


def test_mail_of_somebody_else_plays_nothing_and_only_the_player_is_asked(office: PostOffice, table: Table) -> None:
    game, anna, bert = table
    mail = anna.newest
    mails = OutboundMail.objects.count()
    read = anna.answer("null d3", mail, sender="mallory@elsewhere.example")
    assert (read.outcome, steps(game)) == ("held", [])
    asked = OutboundMail.objects.latest("pk")
    assert OutboundMail.objects.count() == mails + 1
    assert (asked.kind, asked.reader) == ("confirm", anna.player)
    assert read.submission is not None
    assert (read.submission.player, read.submission.state) == (anna.player, "held")
    assert "elsewhere.example" in read.submission.message
    assert "mallory" not in read.submission.message
    EmailAddress.objects.create(user=anna.player, email="new@example.org", verified=False)
    for sender in (bert.address, "new@example.org"):
        assert anna.answer("null d3", mail, sender=sender).outcome == "held"


def test_mail_that_cannot_be_read_is_told_to_its_player_alone(office: PostOffice, table: Table) -> None:
    game, anna, _ = table
    mail = anna.newest
    mails = OutboundMail.objects.count()
    read = office.deliver(b"X: y\r\n" * 1_200 + b"\r\nnull d3\r\n", mail.reply_to)
    assert (read.state, read.outcome, OutboundMail.objects.count()) == ("done", "ignored", mails)
    assert read.submission is not None
    described = read.submission
    assert (described.player, described.game, described.state, described.code) == (
        anna.player, game, "ignored", "unreadable_mail",
    )  # fmt: skip
    assert described.message.startswith("A mail to your reply address could not be read. ")
    assert described.message.endswith(" Nothing was played. Write again, as plain text.")


# Repeats and floods -----------------------------------------------------------------------------------------------


def test_same_mail_twice_is_stored_and_played_once(office: PostOffice, table: Table) -> None:
    game, anna, _ = table
    mail = anna.newest
    raw = answer_to(mail, "null d3", sender=anna.address).as_bytes()
    relayed = b"Received: from a by b; Mon, 2 Mar 2026 12:00:00 +0000\r\n" + raw
    first = office.deliver(raw, mail.reply_to)
    mails = OutboundMail.objects.count()
    assert office.deliver(raw, mail.reply_to) == office.deliver(relayed, mail.reply_to) == first
    assert (InboundMail.objects.count(), OutboundMail.objects.count()) == (1, mails)
    assert steps(game) == ["null d3"]


LAST_WORD = "This is our last answer to mails like this one for now."


def test_every_mistake_is_answered_however_soon_it_follows(office: PostOffice, table: Table) -> None:
    _, anna, _ = table
    turn = anna.newest
    for number, text in enumerate(("null dd3", "nul d33", "null z1", "null z2"), start=1):
        anna.answer(text, turn)
        assert kinds(anna).count("problem") == number
        assert LAST_WORD not in anna.newest.text


def test_text_that_repeats_is_answered_twice(office: PostOffice, table: Table) -> None:
    _, anna, _ = table
    turn = anna.newest
    for count, is_last in ((1, False), (2, True), (2, True)):
        anna.answer("null z1", turn)
        assert kinds(anna).count("problem") == count
        assert (LAST_WORD in anna.newest.text) == is_last
    anna.answer("null z2", turn)
    assert kinds(anna).count("problem") == 3


def test_answers_of_a_day_come_to_an_end(office: PostOffice, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_mail, "ANSWERS_A_DAY", 6)
    _, anna, _ = table
    turn = anna.newest
    for _ in range(8):
        office.wait(minutes=2)
        anna.answer("help", turn)
    assert kinds(anna).count("help") == 6
    assert [LAST_WORD in mail.text for mail in anna.mails()][-2:] == [False, True]
    office.wait(hours=25)
    anna.answer("help", turn)
    assert kinds(anna).count("help") == 7


def test_our_own_mail_coming_back_does_nothing(office: PostOffice, table: Table) -> None:
    _, anna, _ = table
    anna.answer("draw")
    mail = anna.newest
    read = office.deliver(mail.message.as_bytes(), mail.reply_to)
    assert (read.sort, read.outcome) == ("loop", "ignored")


def test_automatic_answer_is_ignored_and_its_owner_can_see_it(office: PostOffice, table: Table) -> None:
    game, anna, _ = table
    mail = anna.newest
    raw = b"Auto-Submitted: auto-replied\r\n" + answer_to(mail, "null d3", sender=anna.address).as_bytes()
    mails = OutboundMail.objects.count()
    read = office.deliver(raw, mail.reply_to, sender=anna.address)
    assert (read.sort, read.outcome, steps(game)) == ("auto", "ignored", [])
    assert OutboundMail.objects.count() == mails
    assert Submission.objects.get(player=anna.player).state == "ignored"


def test_move_played_on_the_page_leaves_the_same_mails(office: PostOffice, start: Start) -> None:
    rows = []
    for source in ("mail", "page"):
        anna, bert = office.box(f"anna-{source}"), office.box(f"bert-{source}")
        game = start(anna.player.username, bert.player.username)
        mail = anna.newest
        anna.want_receipts()
        if source == "mail":
            anna.answer("null d3", mail)
        else:
            play_move(game_id=game.pk, player_id=anna.player.pk, text="null d3", ply=0, at=office.now, source="page")
        rows.append((kinds(anna), kinds(bert), [mail.text.replace(source, "x").count("\n") for mail in bert.mails()]))
    assert rows[0] == rows[1]
    assert rows[0][0] == ["turn", "receipt"]
    assert rows[0][1] == ["started", "turn"]
