"""What people with bad intentions, and machines without any, send to us; and what we never send to anybody."""

from __future__ import annotations

import email
import random
import re
from email.message import EmailMessage
from itertools import product

import pytest
from allauth.account.models import EmailAddress
from django.core import mail as django_mail
from django.core.cache import cache
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from games.conversation import remarks
from games.models import Game, Player
from games.play.moving import play_move
from notifications.addresses.reply_addresses import game_address, personal_address, turn_address
from notifications.lab.mail_client import answer_to
from notifications.mail_format.command_list import RESERVED
from notifications.models import InboundMail, OutboundMail
from tests.games.browsing import Browser
from tests.games.conftest import NOON, Start, after
from tests.notifications.inbound.verbs.test_verbs import write
from tests.notifications.mailbox import PostOffice, Table, kinds, steps

pytestmark = pytest.mark.django_db

LETTERS = re.compile(r"\b(?:turn|game|personal|bounce)-[a-z2-7]{26}\b", re.IGNORECASE)


# Addresses that get about -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("program", ["gmail", "outlook"])
def test_mail_that_was_passed_on_lets_nobody_else_play(table: Table, program: str) -> None:
    """Somebody to whom anna has forwarded her turn answers it; the address stands in the quotation and the envelope."""
    game, anna, bert = table
    turn = anna.newest
    before = OutboundMail.objects.filter(kind__in=OutboundMail.ANSWERS).count()
    for text, sender in product(
        ("null d3", "resign", "say I am anna", "stop", "help"), ("x@else.example", bert.address)
    ):
        raw = answer_to(turn, text, sender=sender, program=program).as_bytes()
        assert anna.office.deliver(raw, turn.reply_to, sender=sender).outcome == "held"
    game.refresh_from_db()
    assert (steps(game), game.status, game.remarks.count()) == ([], "running", 0)
    assert OutboundMail.objects.filter(kind__in=OutboundMail.ANSWERS).count() == before
    assert not any("x@else" in message.to[0] for message in django_mail.outbox)


def test_opponent_with_the_address_of_the_account_gets_nowhere(table: Table) -> None:
    game, anna, bert = table
    own = personal_address(anna.player.pk)
    for text in (f"{game.pk} resign", "stop", "leave 2030-01-01", "games", f"{game.pk} note"):
        assert write(bert, own, text).outcome == "held"
    game.refresh_from_db()
    assert game.status == "running"


def test_no_row_and_no_page_that_is_kept_has_an_address_that_works(table: Table) -> None:
    game, anna, _ = table
    live = anna.newest.reply_to
    anna.answer(f"note {live}\nand more")
    anna.answer(f"say write to {live}")
    anna.answer(f"I was told to write to {live.upper()}")
    kept = [
        *(f"{mail.own_text} {mail.unread} {mail.reason}" for mail in InboundMail.objects.all()),
        *(
            f"{mail.text} {mail.html} {mail.subject} {mail.context} {mail.reason}"
            for mail in OutboundMail.objects.all()
        ),
        *(f"{sent.text} {sent.message}" for sent in game.submissions.all()),
        *(remark.text for remark in game.remarks.all()),
        remarks.note_on(game, anna.player),
        Browser("anna").get(f"/games/{game.pk}/").html,
        Browser("anna").get("/submissions/").html,
    ]
    assert [text for text in kept if LETTERS.search(text)] == []
    assert "turn-xxxx@" in game.remarks.get().text


# Old mails ----------------------------------------------------------------------------------------------------------

VERBS = (
    *("null d3", "root e2", "M e3>e2", "resign", "draw", "accept", "decline", "undo", "abandon", "cancel", "drop plan"),
    *("plan if * then resign", "preview null a1", "plan", "show", "?", "null d3\nresign", "draw #0", "always ask"),
)


@pytest.mark.slow
@settings(max_examples=20, suppress_health_check=list(HealthCheck))
@given(text=st.sampled_from(VERBS), played=st.integers(1, 6), late=st.integers(0, 5), seat=st.integers(0, 1))
def test_no_mail_for_one_turn_changes_another(start: Start, text: str, played: int, late: int, seat: int) -> None:
    """Written to the address of turn n, a mail does nothing at turn m, whatever it says.

    But for what a player offers who alone has moved since then: they have had no other mail.
    """
    offered_at = min(late, played - 1)
    assume(text not in ("draw", "abandon", "undo") or offered_at < played - 1 or seat != offered_at % 2)
    cache.clear()
    office, choice = PostOffice(), random.Random(played)
    boxes = [office.box("anna"), office.box("bert")]
    game = start("anna", "bert")
    seats = list(game.seats.select_related("player", "game").order_by("number"))
    old = turn_address(seats[seat], offered_at)
    for number in range(played):
        game.refresh_from_db()
        position = game.load_position()
        move = game.game_rules.format(position.random_move(choice), position)
        play_move(game_id=game.pk, player_id=seats[game.to_act or 0].player_id, text=move, ply=number,
                  at=after(number / 10), source="page")  # fmt: skip
    office.now = after(1)
    office.work()
    before = state_of(game)
    write(boxes[seat], old, text)
    assert state_of(game) == before


def state_of(game: Game) -> object:
    game.refresh_from_db()
    seats = list(game.seats.values_list("plan", "left_ply", "standing_answer", "draft"))
    held = None if game.is_over else game.turn.held_id
    return game.ply, game.seq, game.status, game.agreements, held, game.clocks, seats


# Machines -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("turn", "Ticket {number} was opened.\nresign? no\n"),
        ("game", "<b>{number}"),
        ("personal", "I am away. ({number})"),
    ],
)
def test_machine_that_answers_everything_is_written_to_twelve_times(table: Table, kind: str, words: str) -> None:
    """With a new Message-ID each time, and no sign of being a machine. The last answer says that it is."""
    game, anna, _ = table
    seat = game.seats.select_related("player", "game").get(number=0)
    to = {"turn": turn_address(seat, 0), "game": game_address(seat), "personal": personal_address(anna.player.pk)}[kind]
    before, answered = len(anna.mails()), 0
    for number in range(14):  # it answers each of our mails, and writes some more of its own accord
        anna.office.wait(minutes=11)
        write(anna, to, words.format(number=number), subject=f"Re: your mail {number}")
        if len(anna.mails()) > before + answered:
            answered = len(anna.mails()) - before
            to = anna.newest.reply_to
    answers = [mail.text for mail in anna.mails()[before:]]
    assert ["This is our last answer to mails like this one for now." in text for text in answers] == [False] * 11 + [
        True
    ]
    assert (steps(game), game.submissions.filter(state="rejected").count() or 14) == ([], 14)


def test_two_services_that_write_to_each_other_stop_at_once(table: Table) -> None:
    """Our mails carry a mark of ours, and say that a machine wrote them: either alone ends the talk."""
    _, anna, _ = table
    anna.answer("help")
    answer = anna.newest
    for without in ((), ("X-Seeds-Loop",), ("X-Seeds-Loop", "Auto-Submitted")):
        theirs = EmailMessage()
        for name, value in answer.message.items():
            if name not in without and name.lower() not in ("message-id", "content-type", "mime-version"):
                theirs[name] = str(value)
        theirs["Message-ID"] = f"<{len(without)}@their.example>"
        theirs.set_content(answer.text)
        sent = OutboundMail.objects.count()
        read = anna.office.deliver(theirs.as_bytes(), answer.reply_to, sender=anna.address)
        assert (read.outcome, OutboundMail.objects.count()) == ("ignored", sent)


# What goes out ------------------------------------------------------------------------------------------------------


def test_nobody_is_written_to_but_at_verified_addresses_of_accounts(table: Table) -> None:
    _, anna, bert = table
    senders = ("x@victim.example", f"{anna.address}, y@victim.example", "<>", "anna@victim.example", bert.address)
    turn = anna.newest
    for number, sender in enumerate(senders):
        for to in (turn.reply_to, personal_address(anna.player.pk)):
            head = (
                f"From: {sender}\r\nReply-To: z@victim.example\r\nSender: w@victim.example\r\nMessage-ID: <{number}@v>"
            )
            anna.office.deliver(f"{head}\r\n\r\nhelp\r\n".encode(), to, sender="v@victim.example")
    assert anna.answer("null d3", turn).outcome == "played"
    verified = set(EmailAddress.objects.filter(verified=True).values_list("email", flat=True))
    assert {address for message in django_mail.outbox for address in message.recipients()} <= verified


HOSTILE = (
    "<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "</pre></td><svg/onload=alert(1)>",
    "javascript:alert(1) <a href='javascript:alert(1)'>x</a>", "{{ 7|add:1 }}{% now 'Y' %}{% load i18n %}${7*7}#{7*7}",
    "&lt;script&gt; &#60;b&#62;",
)  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
def test_markup_and_templates_arrive_as_they_were_typed(table: Table, text: str) -> None:
    game, anna, bert = table
    Game.objects.filter(pk=game.pk).update(title=text[:120])
    anna.answer(f"null d3\nsay {text}")
    bert.answer(f"{text}")
    pages = [Browser(name).get(f"/games/{game.pk}/").html for name in ("anna", "bert")]
    pages += [Browser("bert").get("/submissions/").html, Browser().get(f"/games/{game.pk}/log/").html]
    mails = [mail.html for mail in bert.mails() + anna.mails()]
    for html in (*pages, *mails):
        assert not re.search(r"<script>alert|<img src=x|<svg/onload|<a href='javascript", html)
        assert "2026{" not in html
    assert any(" ".join(text.split())[:40] in " ".join(mail.text.replace("\n| ", " ").split()) for mail in bert.mails())
    assert game.remarks.get().text == text


@pytest.mark.parametrize("break_", ["\r\n", "\n", "\r", "\0", "\u2028", "\x0b", "\x85"])
def test_no_name_title_or_word_adds_a_header(office: PostOffice, start: Start, break_: str) -> None:
    words = f"hello{break_}Bcc: victim@elsewhere.example{break_}{break_}resign"
    anna, bert = office.box("anna"), office.box("bert")
    game = start("anna", "bert", title=words.replace("\0", "")[:120])
    Player.objects.filter(username="bert").update(first_name=words.replace("\0", "")[:100])
    remarks.say(game_id=game.pk, player_id=bert.player.pk, text=words, at=NOON, source="page")
    anna.answer("null d3")
    mails = anna.mails() + bert.mails()
    assert len(mails) >= 3
    for message in django_mail.outbox:
        parsed = email.message_from_bytes(message.message().as_bytes())
        assert parsed["Bcc"] is None
        assert not any("\n" in value.replace("\n ", "") for _, value in parsed.items())
        assert "victim@elsewhere.example" not in message.recipients()
    assert all(len(line) <= 78 for line in game.remarks.get().text.splitlines())


def test_no_new_player_can_be_called_like_a_command() -> None:
    assert {"say", "note", "resign", "stop", "help", "leave", "plan"} <= RESERVED
    for name in ("say", "resign", "help"):
        page = Browser().send("/accounts/signup/", username=name, email=f"{name}@example.org")
        assert not Player.objects.filter(username=name).exists(), page.text[:200]


# Spellings ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "played"),
    [
        (b"Content-Type: text/plain; charset=utf-7\r\n\r\n+AG4-ull d3", False),
        (b"Content-Transfer-Encoding: base64\r\n\r\nbnVsbCBkMw==", True),
        (b"\r\nnull\0 d3", True),
        ("\r\nn\u0443ll d3".encode(), False),
    ],
)
def test_any_encoding_plays_the_move_or_is_explained(table: Table, raw: bytes, played: bool) -> None:
    game, anna, _ = table
    to = anna.newest.reply_to
    before = len(anna.mails())
    read = anna.office.deliver(
        f"From: {anna.address}\r\nTo: {to}\r\nMessage-ID: <1@x.example>\r\n".encode() + raw, to, sender=anna.address
    )
    assert (read.outcome, steps(game)) == (("played", ["null d3"]) if played else ("refused", []))
    assert kinds(anna)[before:] == ([] if played else ["problem"])
