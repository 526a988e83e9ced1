"""Abuse of the addresses that everybody knows, and of those that one mail asks for an answer at."""

from __future__ import annotations

import pytest

from games.models import Game, Player, Proposal
from games.moderation import decisions
from games.play.moving import play_move
from notifications.accounts.closing import close_account
from notifications.accounts.notices import Origin
from notifications.addresses.reply_addresses import find_token, fixed_token
from notifications.inbound import intake
from notifications.models import InboundMail, OutboundMail
from tests.games.conftest import Start
from tests.notifications.mailbox import PLAY, Correspondent, PostOffice
from tests.notifications.signing import HEADERS, sign

pytestmark = pytest.mark.django_db

YAHOO = [b"date", b"from", b"to", b"subject", b"references"]  # and so do GMX and T-Online: no Message-ID


def with_another_id(raw: bytes, number: int) -> bytes:
    return raw.replace(b"Message-ID: <dora-", b"Message-ID: <again-%d-" % number)


def first_moves(game: Game) -> list[str]:
    position = game.load_position()
    return [game.game_rules.format(move, position) for move in position.legal_moves()]


def play_on_the_page(game: Game, office: PostOffice) -> None:
    """Dora and Emil make one other move each, and Dora is notified of her next turn, in which the first is legal."""
    first = first_moves(game)[0]
    for ply, seat in enumerate(game.seats.order_by("number")):
        move, key = first_moves(game)[-1], f"page:{ply}"
        play_move(game_id=game.pk, player_id=seat.player_id, text=move, ply=ply, at=office.now, source="page", key=key)
        game.refresh_from_db()
    assert first in first_moves(game)
    office.wait(hours=3)
    office.work()


# Replays --------------------------------------------------------------------------------------------------------------


def test_signed_mail_counts_once_however_often_its_open_fields_are_changed(
    dora: Correspondent, emil: Correspondent
) -> None:
    dora.join(), emil.join()
    raw = sign(dora.compose("challenge emil btt"), "example.org", headers=YAHOO)
    assert dora.bring(raw).outcome == "played"
    for number, days in ((1, 0), (2, 5)):
        dora.office.wait(days=days)
        blanks = raw.replace(b"challenge emil", b"challenge \t" + b" " * number + b"emil") + b"\r\n" * number
        found = dora.bring(b"X-Loop-Count: 1\r\n" + with_another_id(blanks, number))
        assert (found.outcome, Proposal.objects.count()) == ("ignored", 1)
    dora.office.wait(days=6)
    assert dora.bring(with_another_id(raw, 3)).reason == "It was signed more than 10 days before it came."


def test_move_does_not_play_in_a_turn_that_began_after_it_was_written(
    dora: Correspondent, emil: Correspondent, start: Start
) -> None:
    dora.join(), emil.join()
    game = start("dora", "emil", rules="treeblox")
    dora.office.wait(hours=1)
    kept = sign(dora.compose(first_moves(game)[0]), "example.org")
    play_on_the_page(game, dora.office)
    found = dora.bring(kept)
    assert found.outcome == "refused"
    assert Game.objects.get().ply == 2


@pytest.mark.parametrize("left_open", [b"date", b"to"])
def test_mail_whose_signature_leaves_moment_or_addressee_open_is_asked_about(
    dora: Correspondent, emil: Correspondent, left_open: bytes
) -> None:
    dora.join(), emil.join()
    fields = [name for name in HEADERS if name != left_open]
    found = dora.bring(sign(dora.compose("challenge emil btt"), "example.org", headers=fields))
    assert (found.outcome, Proposal.objects.count()) == ("held", 0)


def test_type_that_is_not_signed_cannot_turn_a_quotation_into_a_command(
    dora: Correspondent, emil: Correspondent
) -> None:
    dora.join(), emil.join()
    text = "Never send\r\n\r\n-----Original Message-----\r\n\r\nchallenge emil btt\r\n-----Original Message-------\r\n"
    raw = sign(dora.compose(text), "example.org")
    typed = b'Content-Type: multipart/mixed; boundary="---Original Message-----"\r\n' + raw
    assert dora.bring(typed).reason.startswith("Its signature does not cover its Content-Type")
    assert Proposal.objects.count() == 0


# Strangers ------------------------------------------------------------------------------------------------------------


def test_no_stranger_is_mailed_because_somebody_names_them_as_the_sender(dora: Correspondent) -> None:
    raw = dora.compose("sign up dora")
    forged = sign(raw, "evil.example", key=1)
    for number, mail in enumerate((raw, forged, b"Reply-To: victim@example.org\r\n" + raw)):
        assert dora.bring(with_another_id(mail, number)).outcome == "ignored"
    assert OutboundMail.objects.count() == 0


def test_two_machines_that_answer_each_other_come_to_an_end(dora: Correspondent) -> None:
    dora.write("sign up dora")
    for _ in range(4):
        dora.answer("Thank you for your mail, which we will read soon.")
    assert len(dora.mails()) == 3  # as many answers as a stranger gets in a day
    for number in range(5):
        dora.write(f"Ticket {number} has been opened.")
    assert len(dora.mails()) == 3


def test_mail_in_the_name_of_one_of_our_addresses_is_not_answered(dora: Correspondent, office: PostOffice) -> None:
    for name in ("play", "seeds", "postmaster"):
        raw = dora.compose("what is this?").replace(
            b"From: dora@example.org", b"From: %b@play.localhost" % name.encode()
        )
        found = dora.bring(with_another_id(sign(raw, "play.localhost"), len(name)))
        assert found.outcome == "ignored"
    assert OutboundMail.objects.count() == 0


def test_yes_to_an_old_question_makes_no_account_and_says_how_to_ask_again(dora: Correspondent) -> None:
    dora.write("sign up dora")
    dora.office.wait(days=8)
    dora.answer("yes")
    assert not Player.objects.filter(username__in=("dora", "emil")).exists()
    assert "You asked for the name dora more than 7 days ago." in " ".join(dora.mails()[-1].text.split())
    assert "[sign up NAME]" in dora.mails()[-1].text


def test_yes_after_somebody_else_has_taken_the_name_says_so(dora: Correspondent) -> None:
    dora.write("sign up dora")
    Player.objects.create(username="dora")
    dora.answer("yes")
    assert "[sign up NAME]" in dora.mails()[-1].text
    assert Player.objects.filter(username__startswith="dora").count() == 1


def test_yes_of_another_sender_makes_no_account(dora: Correspondent, emil: Correspondent) -> None:
    dora.write("sign up dora")
    mail = dora.mails()[-1]
    emil.write("yes", mail.reply_to)
    assert not Player.objects.filter(username__in=("dora", "emil")).exists()
    assert dora.answer("yes").reason == "dora has joined."
    assert dora.write("yes", mail.reply_to).reason == "The address has an account already."
    assert Player.objects.filter(username__startswith="dora").count() == 1


def test_many_mails_of_strangers_do_not_keep_out_the_next_one(dora: Correspondent, office: PostOffice) -> None:
    token = fixed_token()
    rows = [
        InboundMail(raw=b"", raw_key=number, message_key=number, token=token, source="smtp", state="done",
                    received_at=office.now, due_at=office.now)
        for number in range(intake.AT_ONE_ADDRESS_AN_HOUR * 2)
    ]  # fmt: skip
    InboundMail.objects.bulk_create(rows)
    assert dora.write("sign up dora").outcome == "answered"


# Questions to players -------------------------------------------------------------------------------------------------


def test_account_is_not_closed_by_an_old_yes_or_by_a_no(dora: Correspondent) -> None:
    player = dora.join()
    dora.write("close account")
    asked = dora.mails()[-1]
    assert dora.write("no", asked.reply_to).outcome == "answered"
    assert "Nothing was changed." in dora.mails()[-1].text
    dora.office.wait(days=8)
    assert dora.write("yes", asked.reply_to).outcome == "refused"
    player.refresh_from_db()
    assert player.is_active


def test_account_is_not_closed_by_another_sender(dora: Correspondent, emil: Correspondent) -> None:
    player, _ = dora.join(), emil.join()
    dora.write("close account")
    found = emil.write("yes", dora.mails()[-1].reply_to)
    player.refresh_from_db()
    assert (found.outcome, player.is_active) == ("held", True)


def test_challenge_is_accepted_once_and_by_the_player_who_was_asked(dora: Correspondent, emil: Correspondent) -> None:
    dora.join(), emil.join()
    dora.write("challenge emil btt")
    address = emil.mails()[-1].reply_to
    assert dora.write("accept", address).outcome == "held"
    assert emil.write("accept", address).outcome == "played"
    dora.office.wait(minutes=1)
    emil.write("accept", address)
    assert Game.objects.count() == 1


def test_held_mail_is_confirmed_once_and_not_by_another_sender(
    dora: Correspondent, emil: Correspondent, start: Start
) -> None:
    dora.join(), emil.join()
    game = start("dora", "emil")
    dora.write("null d3", dora.mails()[-1].reply_to, signed=False)
    address = dora.mails()[-1].reply_to
    assert emil.write("yes", address).outcome == "ignored"
    assert Game.objects.get().ply == 0
    for _ in range(2):
        dora.write("yes", address)
    game.refresh_from_db()
    assert game.ply == 1
    assert InboundMail.objects.filter(outcome="played", token__seat__game=game).count() == 1


@pytest.mark.slow
def test_held_mail_at_the_common_address_plays_in_no_later_turn(
    dora: Correspondent, emil: Correspondent, start: Start
) -> None:
    dora.join(), emil.join()
    game = start("dora", "emil", rules="treeblox")
    fields = [name for name in HEADERS if name != b"to"]
    dora.office.wait(hours=1)
    dora.bring(sign(dora.compose(first_moves(game)[0]), "example.org", headers=fields))
    asked = dora.mails()[-1]
    play_on_the_page(game, dora.office)
    dora.write("yes", asked.reply_to)
    assert Game.objects.get().ply == 2


# Accounts that must not act -------------------------------------------------------------------------------------------


def test_closed_account_is_a_stranger_and_its_addresses_are_gone(
    dora: Correspondent, emil: Correspondent, start: Start
) -> None:
    player, _ = dora.join(), emil.join()
    start("dora", "emil")
    addresses = [mail.reply_to for mail in dora.mails()]
    close_account(player, Origin("", "mail"), at=dora.office.now)
    assert not any(find_token(address) for address in addresses if not address.startswith("answer-"))
    assert dora.write("games").outcome == "answered"
    assert "[sign up NAME]" in dora.mails()[-1].text


def test_suspended_player_goes_on_with_games_that_run_and_begins_none(
    dora: Correspondent, emil: Correspondent, start: Start
) -> None:
    player, _ = dora.join(), emil.join()
    start("dora", "emil")
    moderator = Player.objects.create(username="mona", is_superuser=True)
    decisions.sanction(moderator=moderator, player=player, kind="suspended", days=7, reason="Rude.", at=dora.office.now)
    assert dora.write("challenge emil btt").outcome == "refused"
    assert "suspended" in dora.mails()[-1].text
    dora.write("games")
    assert dora.write("null d3").outcome == "played"


def test_guest_cannot_be_challenged_by_mail(dora: Correspondent) -> None:
    dora.join()
    Player.objects.create(username="guest-0123456789", is_guest=True)
    assert dora.write("challenge guest-0123456789 btt").outcome == "refused"
    assert Proposal.objects.count() == 0


def test_flood_in_one_name_leaves_room_for_other_names(dora: Correspondent, emil: Correspondent) -> None:
    dora.join(), emil.join()
    sent = {"envelope_from": "", "envelope_to": PLAY, "source": "smtp", "peer": "192.0.2.7", "at": dora.office.now}
    for _ in range(intake.WAITING_AT_ONE_ADDRESS):
        intake.receive(dora.compose("resign"), **sent)
    with pytest.raises(intake.NotNow):
        intake.receive(dora.compose("resign"), **sent)
    assert emil.write("games").outcome == "answered"
