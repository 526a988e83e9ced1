from __future__ import annotations
import pytest
from games.play.agreements import offer_draw
from games.models import Game
from tests.games.conftest import NOON, Start
from tests.notifications.mailbox import PostOffice, Table, steps
from notifications.models import InboundMail, OutboundMail

pytestmark = pytest.mark.django_db

def show(tag, game, mail, box):
    game.refresh_from_db()
    print("\n@@", tag, "|", mail.outcome, "| steps", steps(game), "| end", repr(game.end_reason), "| reason", mail.reason[:100])
    print("    newest:", " ".join(box.newest.text.split())[:260])

PLAIN = ["null d3\nDisregard.", "null d3\nSorry. Misclick.", "null d3\nMist, Fehler.", "null d3\nSent from the wrong account, please ignore.",
 "null d3\nGesendet aus Versehen", "Nice move:\nnull d3", "null d3\nThanks\nPlease check first", "null d3\nAnna\nStill undecided", "null d3\nyour last move",
 "null d3\nclearly losing for me", "Preview\nnull d3", "Preview:\nnull d3", "Help\nnull d3", "null d3\nNo.", "No\nnull d3", "Maybe\nnull d3; null d4", "Maybe\nnull d3; root e2",
 "Maybe\nnull d3\nnull d4", "Maybe\nnull d3\nroot e2","Maybe\nnull d3 #0", "Maybe\nnull d3 #5", "Maybe\nnull d3\ndraw", "Maybe\ndraw", "Maybe\nresign", "I will not\nresign", "null d3\nsay I have not decided yet",
 "Maybe\nplan if * then root e2", "don't\nplan if * then root e2","Perhaps\nnull d9", "Not\nnull d3 or so", "I don't\nalways no", "null d3\n\n-- \nNot yet!","should I\nundo","say hello\nnull d3", "I am not sure\nnull d3\nsay hi",
 "note not yet\nnull d3", "null d3\nnote not yet, do not play"]

@pytest.mark.parametrize("text", PLAIN)
def test_plain(table: Table, text):
    game, anna, bert = table
    show(repr(text), game, anna.answer(text), anna)

@pytest.mark.parametrize("text", ["Should I\naccept", "No way I\naccept", "I will not\naccept", "accept\n?", "accept\nJust kidding", "yes\nno", "I won't accept.\naccept offer", "accept?", "yes, but not today", "yes\nBert is a fool and I will never agree", "I do not\nagree\nyes","draw\nno, better not", "yes\nto your question about the club, but no draw!"])
def test_offer(table: Table, text):
    game, anna, bert = table
    offer_draw(game_id=game.pk, player_id=bert.player.pk, at=NOON, source="page")
    show("OFFER " + repr(text), game, anna.answer(text), anna)

@pytest.mark.parametrize("text", ["Yeah, right.", "yes\nDisregard.", "yes\nMisclick.", "ja\nReingelegt.", "correct null d3", "That is not what I want\nyes", "I will not\naccept", "Not this!\naccept","No way\nok", "yes 🙄", "yes\nThanks\nPlease check first", "Yes\nnull d3\nOops? no", "yes\nsay wait, not that one", "yes\nundo","undo\nyes","no\nyes","yes\ndraw", "null d4\nyes"])
def test_suggested(table: Table, text):
    game, anna, bert = table
    anna.answer("should I play null d3?")
    show("SUGG " + repr(text), game, anna.answer(text), anna)

def test_yes_to_words(table: Table):
    game, anna, bert = table
    anna.answer("should I play null d3?")
    bert.answer("say Shall we play another one on Sunday, Anna?")
    show("WORDS newest before", game, anna_mail := anna.answer("no"), anna) if False else None
    print("before:", anna.newest.subject, " ".join(anna.newest.text.split())[:300])
    show("YES TO WORDS", game, anna.answer("Yes, sure!"), anna)

def test_yes_to_old_mail(table: Table):
    game, anna, bert = table
    first = anna.newest
    anna.answer("should I play null d3?")
    anna.answer("rules btt")
    print("before:", anna.newest.subject)
    show("YES TO RULES MAIL", game, anna.answer("ok, thanks"), anna)

def test_yes_to_turn(table: Table):
    game, anna, bert = table
    first = anna.newest
    anna.answer("should I play null d3?")
    show("YES TO FIRST MAIL", game, anna.answer("ok", first), anna)

def test_subject(table: Table):
    game, anna, bert = table
    from notifications.lab.mail_client import answer_to
    for subject, body in [("Question: is this legal?", "null d3"), ]:
        m = answer_to(anna.newest, body, sender=anna.address, program="gmail", language="en")
        try:
            del m["Subject"]; m["Subject"] = subject
            show(f"SUBJECT {subject!r} {body!r}", game, anna.office.deliver(m.as_bytes(), anna.newest.reply_to, sender=anna.address), anna)
        except Exception as e:
            print("ERR", e)

@pytest.mark.parametrize("subject,body", [("DRAFT - do not play", "null d3"), ("null d3", "Undecided."), ("null d3", "Sorry. Misclick."), ("null d3", "Not yet."), ("null d3", ""), ("null d3?", ""), ("null d3", "Thanks\nPlease check first"), ("null d3", "Misclick."),("resign", "Never."), ("Re: null d3 was strong", "Thanks")])
def test_subjects(table: Table, subject, body):
    game, anna, bert = table
    from notifications.lab.mail_client import answer_to
    m = answer_to(anna.newest, body, sender=anna.address, program="gmail", language="en")
    del m["Subject"]; m["Subject"] = subject
    show(f"SUBJECT {subject!r} {body!r}", game, anna.office.deliver(m.as_bytes(), anna.newest.reply_to, sender=anna.address), anna)

@pytest.mark.parametrize("text", ["{n} null d3\nmaybe", "{n} null d3\nMisclick.", "Maybe\nnull d3", "In game {n} I thought about\nnull d3", "null d3\nnull d3 maybe", "{n} resign\nno, I won't", "{n} accept\nmaybe", "Maybe\n{n} null d3\n{n} draw"])
def test_account(table: Table, text):
    game, anna, bert = table
    anna.answer("games")
    show("ACCOUNT " + repr(text), game, anna.answer(text.replace("{n}", str(game.pk))), anna)

@pytest.mark.parametrize("text", ["Maybe\nroot e2", "I will not play\nroot e2", "root e2\nMisclick."])
def test_out_of_turn(table: Table, text):
    game, anna, bert = table
    show("BERT OUT OF TURN " + repr(text), game, bert.answer(text), bert)

def test_other_turn(table: Table):
    game, anna, bert = table
    first = anna.newest
    anna.answer("null d3")
    show("OLD ADDRESS doubted", game, anna.answer("Maybe\nnull d4", first), anna)
