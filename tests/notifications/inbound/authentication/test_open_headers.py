"""A forger who changes how a signed mail is to be read, and not a letter of it, moves for nobody.

Most signatures leave open in which encoding, and some of which type, a text is. What Anna has signed here names a move
that she does not want to play.
"""

from __future__ import annotations

import base64
import quopri
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from email.utils import format_datetime

import pytest

from games.models import Game
from games.rules.folding import fold
from tests.games.conftest import Start
from tests.notifications.mailbox import PostOffice
from tests.notifications.providers import Desk, bring, plies
from tests.quick_first import quick_first

pytestmark = pytest.mark.django_db

PLAIN = "text/plain; charset=utf-8"
QUOTED, IN_BASE64 = "quoted-printable", "base64"


def signed(desk: Desk, body: bytes, content_type: str = PLAIN, encoding: str = "") -> bytes:
    """A mail of Anna's to the address that takes her move, with the signature of her provider."""
    lines = [
        *desk.provider.adds, f"From: Anna <{desk.anna}>", f"To: {desk.asked.reply_to}",
        f"Subject: {desk.provider.subject}{desk.asked.subject}", f"Date: {format_datetime(desk.at)}",
        f"Message-ID: <{abs(hash(body))}@{desk.provider.domain}>", "MIME-Version: 1.0", f"Content-Type: {content_type}",
        *([f"Content-Transfer-Encoding: {encoding}"] if encoding else []),
    ]  # fmt: skip
    head = "\r\n".join(lines).format(domain=desk.provider.domain)
    return desk.signed(head.encode() + b"\r\n\r\n" + body + b"\r\n")


# Forgeries ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Trick:
    """What Anna writes about a move, as which type and in which encoding, and what the forger puts in their place.

    ``needs_header``: it changes a header, which a provider that signs it prevents by itself.
    """

    body: Callable[[str], str | bytes]
    old: str = ""
    new: str = ""
    content_type: str = PLAIN
    encoding: str = ""

    def mail(self, desk: Desk, move: str) -> bytes:
        body = self.body(move)
        return signed(desk, body if isinstance(body, bytes) else body.encode(), self.content_type, self.encoding)

    def forged(self, desk: Desk, move: str) -> bytes:
        raw = self.mail(desk, move)
        old = self.old.format(move=move).encode()
        assert not old or old in raw
        changed = raw.replace(old, self.new.format(move=move).encode(), 1) if old else raw
        return changed.replace(b"MIME-Version", b"X-Forged: 1\r\nMIME-Version", 1)


def sentence(move: str) -> str:
    """In quoted-printable: a sentence whose soft line ends stand around the move."""
    return f"In a game such as this one, in which you are ahead, I do not =\r\n{move}=\r\n; nobody would do so."


def line_ends(move: str) -> str:
    return f"Never =0D=0A{move}=0D=0A, I say."


def in_parts(text: str, encoding: str = QUOTED, preamble: str = "") -> str:
    named = f"Content-Type: text/plain\r\nContent-Transfer-Encoding: {encoding}"
    return f"{preamble}--b1\r\n{named}\r\n\r\n{text}\r\n--b1--"


ENCODED = "Content-Transfer-Encoding: quoted-printable"
MIXED = 'multipart/mixed; boundary="b1"'
TYPED = f"Content-Type: {PLAIN}"
PREAMBLE = "This is a multi-part message in MIME format.\r\n"

TRICKS = {
    "quoted-printable taken away": Trick(sentence, f"{ENCODED}\r\n", encoding=QUOTED),
    "quoted-printable called 7bit": Trick(sentence, ENCODED, "Content-Transfer-Encoding: 7bit", encoding=QUOTED),
    "quoted-printable called binary": Trick(sentence, ENCODED, "Content-Transfer-Encoding: binary", encoding=QUOTED),
    "quoted-printable called something": Trick(sentence, ENCODED, "Content-Transfer-Encoding: x-own", encoding=QUOTED),
    "quoted-printable called base64": Trick(sentence, ENCODED, "Content-Transfer-Encoding: base64", encoding=QUOTED),
    "blanks behind the name": Trick(sentence, ENCODED, f"{ENCODED}  ", encoding=QUOTED),
    "folded name": Trick(sentence, ENCODED, "Content-Transfer-Encoding:\r\n quoted-printable", encoding=QUOTED),
    "folded below the name": Trick(sentence, ENCODED, f"{ENCODED}\r\n\t", encoding=QUOTED),
    "name in a comment": Trick(sentence, ENCODED, "Content-Transfer-Encoding: (x) quoted-printable", encoding=QUOTED),
    "two encodings": Trick(sentence, ENCODED, f"Content-Transfer-Encoding: 7bit\r\n{ENCODED}", encoding=QUOTED),
    "blanks at soft line ends": Trick(sentence, "{move}=\r\n", "{move}= \r\n", encoding=QUOTED),
    "blanks at the soft line end above": Trick(sentence, "I do not =\r\n", "I do not = \r\n", encoding=QUOTED),
    "quoted-printable added": Trick(line_ends, TYPED, f"{TYPED}\r\n{ENCODED}"),
    "quoted-printable for 8bit": Trick(line_ends, "Encoding: 8bit", "Encoding: quoted-printable", encoding="8bit"),
    "base64 added": Trick(
        lambda move: base64.b64encode(move.encode()), TYPED, f"{TYPED}\r\nContent-Transfer-Encoding: base64"
    ),
    "uuencode added": Trick(
        lambda move: f"begin 644 x\r\n{chr(32 + len(move))}{move}", TYPED, f"{TYPED}\r\nContent-Transfer-Encoding: uu"
    ),
    "UTF-7": Trick(lambda move: "".join(f"+{base64.b64encode(m.encode('utf-16-be')).decode().rstrip('=')}-"
                                        for m in move), "utf-8", "utf-7"),
    "UTF-16": Trick(lambda move: move.encode("utf-16-le"), "utf-8", "utf-16-le"),
    "UTF-32": Trick(lambda move: move.encode("utf-32-le"), "utf-8", "utf-32-le"),
    "EBCDIC": Trick(lambda move: move.encode("cp500"), "utf-8", "cp500"),
    "letters as signs": Trick(lambda move: f"не {move}", "utf-8", "cp437"),
    "letters as signs, of one byte": Trick(
        lambda move: f"не {move}".encode("koi8-r"), "koi8-r", "cp437", content_type="text/plain; charset=koi8-r"
    ),
    "a sign as a line end": Trick(
        lambda move: f"never\x85{move}\x85today".encode("latin-1"), "windows-1252", "iso-8859-15",
        content_type="text/plain; charset=windows-1252",
    ),
    "plain text as HTML": Trick(
        lambda move: f"How does one write never<br>{move}<br>in HTML?", "text/plain", "text/html"
    ),
    "HTML as plain text": Trick(
        lambda move: f"It was never, said <a\r\nhref=x>he</a>,\r\n{move}\r\nwins.", "text/html", "text/plain",
        content_type="text/html; charset=utf-8",
    ),
    "HTML in quoted-printable as plain text": Trick(
        lambda move: f'<p class=3D"x">It was never, said he, with =\r\n{move}=\r\n that one wins.</p>',
        "text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable", PLAIN,
        content_type="text/html; charset=utf-8", encoding=QUOTED,
    ),
    "boundary of the forger's": Trick(
        lambda move: f"No.\r\n\r\n-----Original Message-----\r\n\r\n{move}", PLAIN,
        'multipart/mixed; boundary="---Original Message-----"',
    ),
    "boundary of the forger's, from the start": Trick(
        lambda move: f"-----Original Message-----\r\nFrom: Bert\r\n\r\n{move}\r\n\r\nNot with me.", PLAIN,
        'multipart/mixed; boundary="---Original Message-----"',
    ),
    "parts shown as text": Trick(
        lambda move: in_parts(sentence(move), preamble=PREAMBLE), MIXED, PLAIN, content_type=MIXED
    ),
    "parts without a boundary": Trick(
        lambda move: in_parts(sentence(move)), MIXED, "text/plain", content_type=MIXED
    ),
    "digest": Trick(
        lambda move: f"--b1\r\n\r\nNever.\r\n--b1\r\nContent-Type: text/plain\r\n\r\n{move}\r\n--b1--",
        "multipart/mixed", "multipart/digest", content_type=MIXED,
    ),
    "blanks behind the encoding of a part": Trick(
        lambda move: in_parts(sentence(move)), f"{ENCODED}\r\n\r\n", f"{ENCODED} \r\n\r\n", content_type=MIXED
    ),
    "blanks at soft line ends of a part": Trick(
        lambda move: in_parts(sentence(move)), "{move}=\r\n", "{move}=\t\r\n", content_type=MIXED
    ),
    "blanks on the line above the text of a part": Trick(
        lambda move: in_parts(f"Never:\r\n\r\n{move}", "7bit"), "7bit\r\n\r\n", "7bit\r\n \r\n", content_type=MIXED
    ),
    "a mail within": Trick(lambda move: f"Never: x\r\n\r\n{move}", PLAIN, "message/rfc822"),
    "a picture": Trick(lambda move: f"Never:\r\n{move}", PLAIN, "image/png"),
    "soft line ends added": Trick(
        lambda move: f"{move[:2]} \r\n{move[2:]}", PLAIN, f"{PLAIN}; format=flowed; delsp=yes"
    ),
}  # fmt: skip


# Gmail signs neither type nor encoding, Microsoft the type, Mail.ru both.
DESKS = [*(("Gmail", game) for game in ("btt", "treeblox", "twigs", "roots")), "Outlook.com", "Mail.ru"]


@pytest.mark.parametrize("desk", quick_first(DESKS), indirect=True)
def test_nothing_plays_by_being_read_in_another_way(office: PostOffice, desk: Desk) -> None:
    move = first_move()
    for name, trick in TRICKS.items():
        found = bring(office, trick.forged(desk, move), desk.asked.reply_to)
        assert (name, found.outcome, plies()) == (name, found.outcome, 0), (
            found.reason,
            found.own_text,
            bytes(found.raw).decode("latin-1"),
        )
    assert bring(office, signed(desk, move.encode()), desk.asked.reply_to).outcome == "played"


def first_move() -> str:
    """A legal move in the game that waits, in its notation."""
    game = Game.objects.order_by("pk")[0]
    position = game.load_position()
    return fold(game.game_rules.format(next(iter(position.legal_moves())), position))


# Honest mails ---------------------------------------------------------------------------------------------------------

QUOTE = "On Monday, 2\xa0March\xa02026, Seeds, for players who write <play@seeds.example> wrote:\n> Yes, äöü"
GREETING = "say Schöne Grüße aus München, und viel Vergnügen heute Abend, wünscht Anna"
AS_HTML = f'<html><body><div style="color: #111">{{move}}</div><blockquote>{QUOTE}</blockquote></body></html>'
HONEST = {
    "quoted-printable": (f"{{move}}\n\n{QUOTE}", PLAIN, QUOTED),
    "quoted-printable with words for the others": (f"{{move}}\n{GREETING}\n\n{QUOTE}", PLAIN, QUOTED),
    "quoted-printable HTML": (AS_HTML, "text/html; charset=utf-8", QUOTED),
    "8bit": (f"{{move}}\n\n{QUOTE}", PLAIN, "8bit"),
    "8bit HTML": (AS_HTML, "text/html; charset=utf-8", "8bit"),
    "Latin-1": (f"{{move}}\n\nGrüße\n\n{QUOTE}", "text/plain; charset=iso-8859-1", "8bit"),
    "flowed": (f"{{move}}\n\nThanks \nAnna\n\n{QUOTE}", f"{PLAIN}; format=flowed", "8bit"),
    "parts": (in_parts("{move}", "7bit"), MIXED, ""),
    "parts below a preamble": (in_parts("{move}", "7bit", PREAMBLE), MIXED, ""),
}  # fmt: skip


@pytest.mark.parametrize("desk", quick_first(["Gmail", "Outlook.com", "WEB.DE", "Mail.ru"]), indirect=True)
def test_answer_plays_in_every_encoding(office: PostOffice, desk: Desk, start: Start) -> None:
    for name, (text, content_type, encoding) in HONEST.items():
        start("anna", "bert", rated=True)
        asked = replace(desk, asked=office.sent_to(desk.anna)[-1])
        body = text.format(move="null d3").encode("latin-1" if "iso" in content_type else "utf-8")
        body = quopri.encodestring(body) if encoding == QUOTED else body
        raw = signed(asked, re.sub(rb"\r?\n", b"\r\n", body), content_type, encoding)
        found = bring(office, raw, asked.asked.reply_to)
        assert (name, found.outcome) == (name, "played"), found.reason
