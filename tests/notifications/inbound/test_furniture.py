"""What mailboxes, firms and programs add to every mail is not read as words of its writer; commands always are."""

from __future__ import annotations

from itertools import product

import pytest

from notifications.inbound.inspect import is_some_move
from notifications.mail_format.command_list import COMMANDS
from notifications.mail_format.commands import read_line
from notifications.mail_format.furniture import without_furniture
from notifications.mail_format.parsing import parse_mail
from notifications.mail_format.trimming import own_lines
from tests.notifications.inbound.test_threats import VERBS
from tests.notifications.mailbox import Table, steps

ABOVE = {
    "banner": "CAUTION: This email originated from outside of the organization. Do not click links or open "
    "attachments unless you recognize the sender.\n\n",
    "label": "[EXTERNAL]\n\n",
    "banner of a program": "You don't often get email from seeds@play.example. Learn why: https://aka.ms/x (link)\n\n",
    "armour": "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n",
}
BELOW = {
    "printing": "\n\nPlease consider the environment before printing this e-mail.",
    "secrets": "\n\nThis e-mail may contain confidential and/or privileged information.",
    "notice": "\n\nCONFIDENTIALITY NOTICE: This message is intended only for the addressee.",
    "lawyers": "\n\n----------\nThis message and any attachments are confidential and may be privileged. If you are "
    "not the\nintended recipient, please notify the sender and delete it. Any unauthorised\ndisclosure is prohibited.",
    "German lawyers": "\n\nDiese Nachricht ist vertraulich. Sollten Sie nicht der vorgesehene Empf\u00e4nger sein, so\n"
    "informieren Sie bitte den Absender und l\u00f6schen Sie diese E-Mail.",
    "scanned": "\n\nThis message has been scanned for viruses and dangerous content by MailScanner.",
    "Avast": "\n\nVirus-free. www.avast.com",
    "files": "\n\nAttachments:\nboard.png (12 KB)\n<image001.png>",
    "list without files": "\n\nAttachments:",
    "telephone": "\n\nSent from my iPhone",
    "signature": "\n-----BEGIN PGP SIGNATURE-----\n\niQEzBAEBCgAdFiEE\n=x1Yz\n-----END PGP SIGNATURE-----",
}
ALL = {*VERBS, *(command.usage for command in COMMANDS), *(command.verb for command in COMMANDS), "yes", "no", "ja"}


def lines_of(text: str) -> list[str]:
    return without_furniture(
        own_lines(parse_mail(f"\n{text}".encode()).text), lambda line: read_line(line, is_some_move)
    )


@pytest.mark.parametrize(("above", "below"), [*product([""], BELOW), *product(ABOVE, ["printing"])])
def test_command_is_read_as_if_nothing_had_been_added(above: str, below: str) -> None:
    for command in sorted(ALL):
        assert lines_of(f"{ABOVE.get(above, '')}{command}{BELOW[below]}") == command.splitlines()


@pytest.mark.parametrize("verb", ["say", "note"])
def test_words_behind_say_are_kept_and_what_stands_below_them_is_not(verb: str) -> None:
    for text in (*ABOVE.values(), *BELOW.values()):
        words = f"{verb} hello\n{' '.join(text.split())}\nsee you"
        if "PGP" not in text and "Sent from" not in text:
            assert lines_of(f"null d3\n\n{words}{BELOW['lawyers']}") == ["null d3", "", *words.splitlines()]


@pytest.mark.parametrize(
    "words",
    [
        "Sent from my imagination", "Sent from my Imagination", "Sent from my couch in Berlin",
        "Gesendet aus meiner Badewanne", "Von meinem Sofa gesendet", "Envoy\u00e9 de mon canap\u00e9",
        "this message is a joke, see the attachment", "This e-mail was only a test message",
        "External message: withdrawn by the sender", "Please ignore this e-mail, it went to the wrong recipient",
        "I sent this mail to the sender of the other message", "is this e-mail about another message?",
        "say the message of my sender", "But:",
    ],
)  # fmt: skip
def test_words_that_may_be_about_the_command_are_kept(words: str) -> None:
    assert lines_of(f"null d3\n\n{words}") == ["null d3", "", words]


def test_smiley_of_outlook_is_no_part_of_a_move() -> None:
    html = "<p>null d3 <span style='font-family:Wingdings'>J</span></p>"
    parts = f"--b\n\nnull d3 J\n--b\nContent-Type: text/html\n\n{html}\n--b--\n"
    assert parse_mail(f"Content-Type: multipart/alternative; boundary=b\n\n{parts}".encode()).text.strip() == "null d3"


@pytest.mark.django_db
def test_line_that_stood_in_two_answered_mails_is_no_longer_read_unless_it_is_a_doubt(table: Table) -> None:
    game, anna, _ = table
    for slogan in ("Meier & Co: a step ahead, worldwide", "perhaps"):
        found = [anna.answer(f"{text}\n\n{slogan}").outcome for text in ("null z9", "null z8")]
        assert found == ["refused", "refused"]
    assert anna.answer("null d3\n\nperhaps").outcome == "refused"
    assert steps(game) == []
    assert anna.answer("null d3\n\nMeier & Co: a step ahead, worldwide").outcome == "played"
    assert steps(game) == ["null d3"]
