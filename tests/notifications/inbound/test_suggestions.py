"""What we ask with "Perhaps you meant" is taken by ``yes``; a move in other words plays, and the answer says so."""

from __future__ import annotations

import re
from html import unescape
from itertools import product
from typing import Any

import pytest

from games.models import Game, Player, Proposal
from games.play.agreements import offer_draw
from games.play.timeouts import flag_overdue
from notifications.lab.mail_client import ReadMail
from notifications.models import InboundMail, OutboundMail
from tests.games.conftest import NOON, Start, after, all_read, warn
from tests.notifications.mailbox import PLAY, Mailbox, PostOffice, Table, steps

pytestmark = pytest.mark.django_db


def test_move_in_other_words_is_played_and_one_that_is_doubted_taken_by_yes(table: Table) -> None:
    game, anna, _ = table
    for text in ("null d 3", "1. null d3 \N{PARTY POPPER}", "I'll play null d3, thanks!", "null d3\nnull d3"):
        with anna.office.undone():
            assert anna.answer(text).outcome == "played"
            assert steps(game) == ["null d3"]
    for text in ("should I play null d3?", "[null d3]", "nul d3", "not null d3"):
        with anna.office.undone():
            assert anna.answer(text).outcome == "refused"
            assert "Perhaps you meant:\n  [null d3]\n\nAnswer [yes] to play it" in anna.newest.text
            assert steps(game) == []
            assert anna.answer("yes").outcome == "played"
            assert steps(game) == ["null d3"]


def test_no_leaves_the_suggestion_and_a_later_yes_does_not_take_it(table: Table) -> None:
    game, anna, _ = table
    anna.answer("should I play null d3?")
    assert anna.answer("no").outcome == "refused"
    assert "Then it is not played." in anna.newest.text
    assert anna.answer("yes").outcome == "refused"
    assert steps(game) == []


def test_yes_that_could_mean_an_offer_is_asked_about(table: Table) -> None:
    game, anna, bert = table
    offer_draw(game_id=game.pk, player_id=bert.player.pk, at=NOON, source="page")
    anna.answer("should I play null d3?")
    assert anna.answer("yes").outcome == "refused"
    assert "[accept offer]" in anna.newest.text
    assert anna.answer("accept offer").outcome == "played"
    game.refresh_from_db()
    assert game.end_reason


def test_step_with_a_slip_is_suggested_with_the_whole_turn(office: PostOffice, start: Start) -> None:
    anna = office.box("anna")
    office.box("bert")
    game = start("anna", "bert", rules="treeblox")
    anna.answer("L 2,2,11")
    anna.answer("yes")
    assert steps(game)[:1] == ["L 2,2,1"]


def test_no_beside_a_move_is_asked_about_where_nothing_is_offered(office: PostOffice, start: Start) -> None:
    anna = office.box("anna")
    office.box("bert")
    game = start("anna", "bert")
    assert anna.answer("null d3\nNo!").outcome == "refused"
    assert steps(game) == []
    offer_draw(game_id=game.pk, player_id=game.seats.get(number=1).player_id, at=NOON, source="page")
    assert anna.answer("null d3\nNo!").outcome == "played"
    assert steps(game) == ["null d3"]


def test_turn_that_could_not_be_played_is_not_suggested(table: Table) -> None:
    _, anna, _ = table
    assert anna.answer("null d3\n\n\nnull d2").outcome == "refused"
    assert "Perhaps you meant" not in anna.newest.text or "Answer [yes]" not in anna.newest.text


TAKES = (
    "oui, merci", "s\xed", "yeah", "Yep!", "Yes, go ahead", "yes do it", "Yes, exactly", "Genau", "ok", "Sure",
    "Ja, das meinte ich", "That's right.", "Hallo Seeds,\nja, genau\nGru\xdf\nAnna", "Yes :-)", "*yes*",
    "Yes, null d3", "ja: null d3", "yes\nnull d3", "yes, please", "Yes, thanks!", "Ja, bitte", "si",
    "s\xec grazie", "Sim, obrigada", "Yes of course!", "[yes]", "[Yes]!", "y", "\U0001f44d",
    "\U0001f44d\U0001f3fd thanks", "\u2705", "yes\n[null d3]",
)  # fmt: skip
ASKS_AGAIN = (
    "yes\nwait, let me think", "yes\nno, rather not", "ja\nMoment, ich \xfcberlege noch", "yes\n\nmaybe",
    "yes\n\nnull d4", "oui\nmais non", "yes\nShould I?", "ok\n\nforget it", "Hi,\nyes\nno wait",
)  # fmt: skip
TAKES_NOT = (
    "Yes?", "yes, later", "ok but not that", "Yes, tomorrow", "no yes", "Thanks!", "Danke", "bitte",
    "\U0001f44d but wait", "yes\nof course not", "[yes]\nif he agrees",
)  # fmt: skip


def test_yes_in_other_words_takes_a_suggestion_and_beside_a_doubt_it_does_not(table: Table) -> None:
    game, anna, _ = table
    anna.answer("should I play null d3?")
    for text in TAKES + TAKES_NOT + ASKS_AGAIN:
        with anna.office.undone():
            assert anna.answer(text).outcome == ("played" if text in TAKES else "refused"), text
            assert steps(game) == (["null d3"] if text in TAKES else []), text
            if text in ASKS_AGAIN:
                assert "Perhaps you meant:\n  [null d3]\n\nAnswer [yes] to play it" in anna.newest.text
                anna.answer("yes")
                assert steps(game) == ["null d3"], text


def test_ok_that_answers_no_question_of_ours_plays_nothing(table: Table) -> None:
    game, anna, _ = table
    assert anna.answer("ok").outcome == "refused"
    assert steps(game) == []


@pytest.mark.parametrize("text", ["nul d3", "should I play null d3?"])
def test_suggestion_of_a_move_at_the_address_of_the_account_is_taken_by_yes(table: Table, text: str) -> None:
    game, anna, _ = table
    anna.answer("games")
    assert anna.answer(text).outcome == "refused"
    assert anna.answer("yes").outcome == "played"
    assert steps(game) == ["null d3"]


def test_line_that_names_the_suggested_move_is_quoted(table: Table) -> None:
    _, anna, _ = table
    anna.answer("Maybe\nnull d3")
    assert 'The words "Maybe" in your mail may be about the move' in " ".join(anna.newest.text.split())


def test_player_whose_turn_it_is_not_is_asked_nothing(table: Table) -> None:
    _, _, bert = table
    bert.answer("Maybe\nroot e2")
    assert "Perhaps you meant" not in bert.newest.text


@pytest.mark.parametrize("text", ["ok, thanks", "Sure", "exactly"])
def test_ok_is_a_yes_only_in_answer_to_the_mail_that_asked(table: Table, text: str) -> None:
    game, anna, _ = table
    first = anna.newest
    anna.answer("Maybe\nnull d3")
    anna.answer(text, first)
    assert steps(game) == []
    anna.answer("Maybe\nnull d3!")
    anna.answer(text)
    assert steps(game) == ["null d3"]


@pytest.mark.parametrize("text", ["Should I\naccept", "accept\nJust kidding"])
def test_offer_of_a_draw_is_not_taken_beside_words_that_may_doubt_it(table: Table, text: str) -> None:
    game, anna, bert = table
    offer_draw(game_id=game.pk, player_id=bert.player.pk, at=NOON, source="page")
    assert anna.answer(text).outcome == "refused"
    game.refresh_from_db()
    assert game.status == "running"
    assert "If you mean it, send [accept] alone." in " ".join(anna.newest.text.split())
    anna.answer("accept\n\nThanks for the game!")
    game.refresh_from_db()
    assert game.status != "running"


MEANT = (
    ("btt", "null delta 3", "null d3"), ("btt", "null d three", "null d3"), ("btt", "Null Dora drei", "null d3"),
    ("btt", "d3", "null d3"), ("treeblox", "L 231", "L 2,3,1"), ("treeblox", "b3", "L 2,3,1"),
    ("treeblox", "leaf b3", "L 2,3,1"), ("roots", "bead fifteen fifteen", "bead 15,15"),
    ("roots", "bead 1515", "bead 15,15"), ("roots", "L 1 2", ""), ("roots", "null zulu 9", ""), ("roots", "bead 3", ""),
    ("roots", "13", ""),
)  # fmt: skip


def test_move_is_played_or_offered_that_alone_has_these_letters_and_digits(office: PostOffice, start: Start) -> None:
    anna = office.box("anna")
    for rules, words, move in MEANT:
        with office.undone():
            game = start("anna", "bert", rules=rules)
            found = anna.answer(words)
            if not move:
                assert (found.outcome, "We ask first" in anna.newest.text) == ("refused", False), words
            elif not steps(game):
                assert f"[{move}]" in anna.newest.text
                anna.answer("yes")
            assert steps(game) == [move] * bool(move), words


# Which question an answer belongs to ---------------------------------------------------------------------------------

YESES = ("yes", "Yes.", "[yes]", "ja", "Yes, please", "accept", "y", "sim", "Ja, gerne", "YES!")
OKS = ("ok", "Okay.", "sure", "exactly", "go ahead")
THUMBS = ("\U0001f44d", "\U0001f44d\U0001f3fb", "\u2705")


def send(box: Mailbox, words: str, to: str = "", named: ReadMail | None = None) -> InboundMail:
    """A mail to an address (that of the newest mail) that names in its header which mail it answers, or none."""
    to, header = to or box.newest.reply_to, f"In-Reply-To: {named.header('Message-ID')}\n" if named else ""
    raw = f"From: {box.address}\nTo: {to}\n{header}\n{words}\n".encode()
    return box.office.deliver(raw, to, sender=box.address)


def doubted(box: Mailbox, move: str = "null d3", mail: ReadMail | None = None) -> ReadMail:
    """The question about a move that may be meant."""
    box.answer(f"maybe {move}, but I am not certain", mail)
    assert f"[{move}]?" in box.newest.text
    return box.newest


def test_answer_to_another_mail_than_the_question_takes_nothing_and_one_to_the_question_does(table: Table) -> None:
    game, anna, _ = table
    turn = anna.newest
    first = doubted(anna, "null d4")
    doubted(anna, "null d3")
    for words in (*YESES, *OKS, *THUMBS):
        with anna.office.undone():
            for older in (turn, first):
                assert anna.answer(words, older).outcome == "refused"
                assert "[null d3]?" in anna.newest.text  # it is asked again
            assert steps(game) == []
            anna.answer(words)
            assert steps(game) == ["null d3"], words


def test_refusal_closes_no_question(table: Table) -> None:
    game, anna, _ = table
    doubted(anna)
    for words in ("Yes of course! I always chat a bit.", "null z9", "help moves"):
        anna.answer(words)
    for words in (*YESES, *OKS):
        with anna.office.undone():
            send(anna, words)
            assert steps(game) == ["null d3"], words


def test_reaction_counts_for_no_mail_that_it_does_not_name(table: Table) -> None:
    game, anna, _ = table
    doubted(anna)
    for words in THUMBS:
        send(anna, words)
    assert steps(game) == []


def test_beside_an_offer_only_an_answer_to_the_question_is_one(table: Table) -> None:
    game, anna, bert = table
    turn, asked = anna.newest, doubted(anna)
    bert.answer("draw")
    for words in ("yes", "Ja", "accept", "ok", "\U0001f44d", "no"):
        with anna.office.undone():
            for mail in (turn, anna.newest):
                anna.answer(words, mail)
            send(anna, words)
            game.refresh_from_db()
            assert (steps(game), game.status, list(game.agreements)) == ([], "running", ["draw"])
            anna.answer(words, asked)
            game.refresh_from_db()
            assert (steps(game), game.status) == ([] if words == "no" else ["null d3"], "running")


def test_yes_to_a_mail_before_an_offer_does_not_take_it(table: Table) -> None:
    game, anna, bert = table
    turn = anna.newest
    bert.answer("draw")
    anna.answer("yes", turn)
    game.refresh_from_db()
    assert game.status == "running"
    anna.answer("yes")
    game.refresh_from_db()
    assert game.status == "finished"


def test_yes_at_the_address_of_an_account_is_for_the_game_of_the_mail_that_it_names(
    office: PostOffice, start: Start
) -> None:
    games = [start("anna", "bert"), start("anna", "bert")]
    anna = office.box("anna")
    turns = anna.mails()[:2]
    asked = [doubted(anna, move, turn) for move, turn in zip(("null d3", "null d4"), turns, strict=True)]
    anna.answer("games")
    personal = anna.newest.reply_to
    for words, named in (("yes", None), ("ok", None), ("yes", turns[0]), ("yes", anna.newest), ("ok", turns[1])):
        send(anna, words, personal, named)
    assert [steps(game) for game in games] == [[], []]
    send(anna, "yes", personal, asked[1])
    assert [steps(game) for game in games] == [[], ["null d4"]]


def test_challenge_is_accepted_beside_a_word_of_agreement(table: Table) -> None:
    _, anna, bert = table
    send(bert, "challenge anna btt", PLAY)
    for words in ("Gerne!\nannehmen\nGru\xdf Bernd", "Sure.\naccept", "Hi Bert,\nja\nAnna"):
        with anna.office.undone():
            assert anna.answer(words).outcome == "played"


def test_accept_at_the_address_of_an_account_is_for_the_challenge_that_it_names(table: Table) -> None:
    _, anna, bert = table
    turn, carl = anna.newest, anna.office.box("carl")
    for box in (bert, carl):
        box.office.wait(hours=1)
        send(box, "challenge anna btt", PLAY)
    first = next(mail for mail in anna.mails() if "bert" in mail.subject and "challenge" in mail.header("Feedback-ID"))
    for words, named in (("accept", None), ("accept", turn), ("yes", turn)):
        assert send(anna, words, PLAY, named).outcome == "refused"
    assert send(anna, "accept", PLAY, first).outcome == "played"
    assert [proposal.status for proposal in Proposal.objects.order_by("pk")] == ["started", "open"]
    assert send(anna, "yes", PLAY, turn).outcome == "refused"
    assert send(anna, "Accept.", PLAY).outcome == "played"  # the only one that waits


# Links that begin an answer ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_named", [True, False])
@pytest.mark.parametrize(("language", "play", "no"), [("en-gb", "play", "no"), ("de", "zug", "nein")])
def test_tap_answers_the_question_that_it_stands_in(
    table: Table, language: str, play: str, no: str, is_named: bool
) -> None:
    game, anna, _ = table
    Player.objects.filter(pk=anna.player.pk).update(language=language)
    anna.answer("null d33")
    anna.tap(no, is_named=is_named)
    assert steps(game) == []
    anna.answer("maybe null d3, but I am not certain")
    first = anna.newest
    anna.answer("maybe null d4, but I am not certain")
    anna.tap(f"{play} null d3", first, is_named=is_named)
    assert steps(game) == ["null d3"]


def test_tap_answers_an_offer(table: Table) -> None:
    game, anna, bert = table
    bert.answer("draw")
    for word, status in (("accept offer", "finished"), ("decline offer", "running")):
        with anna.office.undone():
            anna.tap(word)
            game.refresh_from_db()
            assert (game.status, game.agreements) == (status, {})


@pytest.mark.parametrize("word", ["accept", "decline"])
def test_tap_answers_a_challenge_and_one_that_is_over_has_none(table: Table, word: str) -> None:
    _, anna, bert = table
    anna.answer("games")
    anna.answer("challenge bert btt")
    bert.tap(word)
    assert Proposal.objects.get().status != "open"
    assert "[decline]" not in bert.newest.html


def test_begun_answers_survive_telephones_that_read_a_plus_as_a_blank(
    settings: Any, office: PostOffice, start: Start
) -> None:
    settings.MAIL_BOX = "me+mail@play.example"
    start("anna", "bert")
    anna = office.box("anna")
    link = anna.newest.html.partition('href="mailto:')[2].partition('"')[0]
    assert re.fullmatch(
        r"me%2Bmail%2Bturn-[a-z2-7]{26}@play.example\?body=play%20&[!-~]+;subject=Re%3A%20Game[!-~]+", link
    )
    assert "+" not in link
    assert OutboundMail.objects.filter(html__contains=link[:40]).count() == 0  # what is kept has no address


def test_question_refusal_and_receipt_differ_in_their_first_words(table: Table) -> None:
    _, anna, _ = table
    anna.want_receipts()
    begins = []
    for words in ("maybe null d3, but I am not certain", "null z9", "null d3"):
        anna.answer(words)
        preview = re.search(r'class="preheader"[^>]*>([^<]*)', anna.newest.html)
        begins.append(anna.newest.text.split("\n\n")[0].split()[:3])
        assert preview is not None
        assert unescape(preview[1]).split()[:3] == begins[-1]
    assert begins == [["We", "ask", "first:"], ["Nothing", "was", "played."], ["We", "have", "your"]]


# Time that is over while a question is open ------------------------------------------------------------------------


def ask_late(office: PostOffice, table: Table) -> Game:
    """Anna, who was warned, is asked about a move that came a minute before her time was over."""
    game, anna, _ = table
    warn(game)
    office.now = after(72 - 1 / 60)
    anna.answer("Maybe\nnull d3")
    assert "Answer [yes] to play it" in anna.newest.text
    return game


def flagged_at(hours: float) -> bool:
    all_read(after(hours))
    return bool(flag_overdue(now=after(hours)))


def test_move_in_time_that_was_asked_about_is_not_lost_and_counts_from_its_arrival(
    office: PostOffice, table: Table
) -> None:
    game, anna, _ = table
    ask_late(office, table)
    for answered_at, is_swept in ((72.01, False), (80, True), (95.9, True)):
        with office.undone():
            assert not is_swept or not flagged_at(answered_at - 0.1)
            office.now = after(answered_at)
            assert anna.answer("yes").outcome == "played"
            game.refresh_from_db()
            assert steps(game) == ["null d3"]
            assert game.events.get(ply=1).at == after(72 - 1 / 60)
    with office.undone():  # a no before the time is over leaves an hour, too
        anna.answer("no")
        assert not flagged_at(72.9)
        assert flagged_at(73.1)
    with office.undone():  # and after it an hour for another move
        assert not flagged_at(80)
        office.now = after(80)
        anna.answer("no")
        game.refresh_from_db()
        assert game.deadline == after(81)
        office.now = after(80.9)
        assert anna.answer("null d4").outcome == "played"
        assert steps(game) == ["null d4"]
    office.now = after(75)
    anna.answer("yes\nwait, let me think")  # it is asked again
    office.now = after(76)
    anna.answer("yes")
    assert steps(game) == ["null d3"]


def test_question_without_an_answer_holds_the_clock_for_a_day_and_leaves_an_hour_once(
    office: PostOffice, table: Table
) -> None:
    game, anna, _ = table
    ask_late(office, table)
    assert not flagged_at(80)
    assert not flagged_at(96.9)
    office.now = after(96.5)
    anna.answer("Or maybe\nnull d4")
    assert flagged_at(97.2)
    game.refresh_from_db()
    assert steps(game) == []


@pytest.mark.parametrize("first", ["null d3\n\nit rains here.", "Or maybe\nnull d3"])
def test_after_a_no_another_doubted_move_in_time_is_not_lost_either(
    office: PostOffice, table: Table, first: str
) -> None:
    game, anna, _ = table
    warn(game)
    office.now = after(71.9)
    anna.answer(first)
    assert not flagged_at(72.4)
    office.now = after(72.5)
    anna.answer("no")
    office.now = after(73.4)
    anna.answer("Or maybe\nnull d4")
    assert not flagged_at(80)
    office.now = after(80)
    anna.answer("yes")
    assert steps(game) == ["null d4"]
    assert game.events.get(ply=1).at == after(73.4)


def test_yes_after_more_than_a_day_counts_from_its_own_arrival(office: PostOffice, table: Table) -> None:
    game, anna, _ = table
    office.now = after(10)
    anna.answer("Maybe\nnull d3")
    office.now = after(40)
    anna.answer("yes")
    assert game.events.get(ply=1).at == after(40)


FOOTERS = (
    "\n\nThis e-mail may contain confidential and/or privileged information. If you are not the intended recipient,\n"
    "please notify the sender and do not copy it.",
    "\n\nAttachments: logo.png",
    "\n\nFour Winds Ltd: we do not stop where others do, and never have.",
    "\n\nSent with care",
)


def test_mailbox_that_adds_text_can_say_yes(table: Table) -> None:
    game, anna, _ = table
    banner = "[EXTERNAL] This message comes from outside of your organisation.\n\n"
    for footer, above in product(FOOTERS, ("", banner)):
        with anna.office.undone():
            anna.answer(f"{above}null d3{footer}")
            anna.answer(f"{above}yes{footer}")
            assert steps(game) == ["null d3"], (above, footer)
