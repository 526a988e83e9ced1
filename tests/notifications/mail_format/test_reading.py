"""From the bytes of a mail to what its sender orders: decoding, trimming, folding, the block at the top."""

# ruff: noqa: RUF001 - look-alikes of plain signs are what is tested

from __future__ import annotations

import encodings
import json
import subprocess
import sys
import time
from email.message import EmailMessage
from encodings.aliases import aliases
from pathlib import Path
from pkgutil import iter_modules

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import RULES
from games.rules.folding import fold
from notifications.inbound.inspect import inspect, main
from notifications.mail_format.command_blocks import read_orders
from notifications.mail_format.commands import Order, moves_of, no_moves, read_line
from notifications.mail_format.loose_moves import MoveReader
from notifications.mail_format.parsing import ParsedMail, parse_mail, text_of_html
from notifications.mail_format.quotation import MARKER, SentText
from notifications.mail_format.senders import sender_in
from notifications.mail_format.trimming import own_lines
from tests.pace import scaled

BTT = RULES["btt"]
TREEBLOX = RULES["treeblox"]


def placing() -> object:
    position = BTT.start(2)
    for step in ("null d3", "root e2"):
        position = position.play(BTT.parse(step, position))
    return position


IS_MOVE = moves_of(BTT, placing())  # type: ignore[arg-type]


def orders(text: str, **values: bool) -> list[tuple[str, str]]:
    return [(order.verb, order.text) for order in read_orders(text.splitlines(), IS_MOVE, **values).orders]


# Lines ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "[M e3>e2]",
        "> M e3>e2",
        "| M e3>e2",
        "＞ M e3>e2",
        "I would play M e3>e2",
        "M e3>e2 is what I wanted",
        "resign now",
        "do not resign",
        "draw the curtain",
        "help me",
        '"resign"',
        "(resign)",
        "[resign]",
        "accept my apologies",
        "no way",
        "show me",
        "М e3>e2",  # a Cyrillic M
        "",
        "M e3>e2 " * 60,
    ],
)
def test_other_lines_are_no_commands(line: str) -> None:
    assert read_line(line, IS_MOVE) is None


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("#17 M e3>e2", Order("move", "M e3>e2", None, 17)), ("M e3>e2 #17", Order("move", "M e3>e2", None, 17)),
        ("game 12 resign", Order("resign", "", 12, None)), ("Game 12#17: M e3>e2", Order("move", "M e3>e2", 12, 17)),
        ("preview M e3>e2", Order("preview", "M e3>e2")), ("show 12#3", Order("show", "", 12, 3)),
        ("offer draw", Order("draw")), ("YES!", Order("accept")), ("no.", Order("decline")), ("?", Order("help", "?")),
    ],
)  # fmt: skip
def test_numbers_and_names_of_verbs(line: str, order: Order) -> None:
    assert read_line(line, IS_MOVE) == order


def test_bare_number_in_front_names_a_game_only_where_several_are_served() -> None:
    assert read_line("12 resign", no_moves) is None
    assert read_line("12 resign", no_moves, game_first=True) == Order("resign", "", 12)
    assert read_line("2 e3>e2", IS_MOVE) == Order("move", "2 e3>e2")


@given(st.text())
def test_folding_is_settled_after_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text(max_size=300))
def test_reading_never_raises(text: str) -> None:
    read_orders(own_lines(text), IS_MOVE, game_first=True)
    text_of_html(text)


# The block --------------------------------------------------------------------------------------------------------


def test_greeting_and_prose_around_the_block_are_not_read_as_moves() -> None:
    reading = read_orders(["Hi Bert,", "", "M e3>e2", "", "good game!"], IS_MOVE)
    assert reading.orders == (Order("move", "M e3>e2"),)
    assert reading.unread == ("good game!",)


def test_blank_lines_do_not_part_a_block() -> None:
    assert orders("M e3>e2\n\n\nS d2>e2\n\ndraw") == [("move", "M e3>e2"), ("move", "S d2>e2"), ("draw", "")]


def test_steps_of_one_line_are_parted_by_semicolons() -> None:
    assert orders("M e3>e2; S d2>e2") == [("move", "M e3>e2; S d2>e2")]


def test_block_ends_at_the_first_line_that_is_no_command() -> None:
    reading = read_orders(["M e3>e2", "and then", "x", "y", "z", "resign"], IS_MOVE)
    assert reading.orders == (Order("move", "M e3>e2"),)
    assert reading.is_held
    assert not reading.is_ambiguous


def test_below_the_fifth_line_only_a_move_is_looked_for_and_held() -> None:
    assert orders("a\nb\nc\nd\ne\nhelp") == []
    assert orders("a\nb\nc\nd\nhelp") == [("help", "")]
    for written in ("M e3>e2", "**M e3>e2**", "1. M e3>e2"):
        reader = MoveReader(BTT, placing())
        reading = read_orders([*"abcdefg", written, "h", "resign"], reader, readers=[reader])
        assert [(order.verb, order.text.upper()) for order in reading.orders] == [("move", "M E3>E2")], written
        assert reading.is_held


def test_same_block_twice_is_no_contradiction_but_another_one_is() -> None:
    assert not read_orders(["resign", "yes, really", "resign"], IS_MOVE).is_ambiguous
    assert read_orders(["resign", "or better", "M e3>e2"], IS_MOVE).is_ambiguous


# Trimming ---------------------------------------------------------------------------------------------------------


def test_answer_below_the_quotation_is_found() -> None:
    text = f"On 2 Mar 2026, Seeds wrote:\n> {MARKER}\n> It is your turn\n\nM e3>e2\n-- \nAnna"
    assert own_lines(text) == ["M e3>e2"]


@pytest.mark.parametrize("described", ["| L 1,2,1; L 1,3,1; L 1,4,1", "  [L 1,2,1; L 1,3,1; L 1,4,1]"])
def test_long_move_that_we_told_back_may_be_sent_again(described: str) -> None:
    assert own_lines("L 1,2,1; L 1,3,1; L 1,4,1", SentText([f"As we read it:\n{described}\n"])) != []


def test_lines_of_the_mail_that_is_answered_are_not_own_even_unmarked() -> None:
    sent = SentText(["It is your turn in game 12 against somebody.\nPurple has e2."])
    text = "M e3>e2\nIt is your turn in game 12\nagainst somebody.\nPurple has e2."
    assert own_lines(text, sent) == ["M e3>e2"]


HOSTILE = {
    "steps": "M e3>e2;" * 25_000,
    "plan": "plan if M e3>e2 then M e3>e2\n" + "then if M e3>e2 then M e3>e2\n" * 8_000,
    "blank lines": "\n" * 200_000,
}


@pytest.mark.parametrize("hostile", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_is_read_in_no_time(hostile: str) -> None:
    began = time.process_time()
    read_orders(own_lines(hostile[:200_000]), IS_MOVE)
    assert time.process_time() - began < scaled(0.25)


# Mails ------------------------------------------------------------------------------------------------------------


def mail(body: bytes, head: str = "Content-Type: text/plain; charset=utf-8\r\n") -> ParsedMail:
    return parse_mail(b"From: anna@example.org\r\n" + head.encode() + b"\r\n" + body)


@pytest.mark.parametrize(
    ("head", "body"),
    [
        ("Content-Type: text/plain; charset=utf-8\r\n", "M e3→e2".encode()),
        ("Content-Type: text/plain; charset=windows-1252\r\n", "M e3–e2".encode("cp1252")),
        ("Content-Type: text/plain; charset=us-ascii\r\n", "M e3–e2".encode("cp1252")),
        ("Content-Type: text/plain; charset=no-such-thing\r\n", "M e3→e2".encode()),
        ("Content-Type: text/plain; charset=utf-16\r\n", "M e3→e2".encode("utf-16")),
        ("", b"M e3>e2"),
        ("Content-Transfer-Encoding: base64\r\n", b"TSBlMz5lMg=="),
        ("Content-Transfer-Encoding: quoted-printable\r\n", b"M=20e3>e2"),
        ("Content-Type: text/html\r\n", b"<p>M e3&gt;e2</p>"),
        ("Content-Type: text/html\r\n", b"<div>M&nbsp;e3&gt;e2<br></div><blockquote>M e3&gt;f3</blockquote>"),
        ("Content-Type: text/plain; format=flowed\r\n", b"M \r\ne3>e2"),
    ],
)
def test_body_of_any_encoding_is_read(head: str, body: bytes) -> None:
    [(verb, _)] = orders(mail(body, head).text)
    assert verb == "move"


ENCODINGS = {
    b"M e3>e2 \xc3\xbc": '8bit" 8bits 8-bit 8bit(comment) 8bit; utf-8 none x-unknown "7bit" BINARY; us-ascii en',
    b"M=20e3>e2 =C3=BC": 'quoted-printable" Quoted_Printable quoted-printable; quoted qp "quoted-printable(x)"',
    b"TSBlMz5lMiDDvA==\n": 'base64; "base64" base-64 BASE64(comment) x-base64 b base64,',
}


@pytest.mark.parametrize(
    ("body", "name"), [(body, name) for body, names in ENCODINGS.items() for name in names.split()]
)
def test_encoding_is_read_however_its_name_is_spelt(body: bytes, name: str) -> None:
    raw = b"Content-Transfer-Encoding: " + name.replace("(", " (").encode() + b"\r\n\r\n" + body
    assert parse_mail(raw).text.strip() == "M e3>e2 \u00fc"


def test_text_that_is_not_in_the_encoding_that_its_header_names_is_read_as_it_is() -> None:
    assert parse_mail(b"Content-Transfer-Encoding: base64\r\n\r\nM e3>e2\r\n").text == "M e3>e2\r\n"


LABELS = sorted({*aliases, *aliases.values(), *(module.name for module in iter_modules(encodings.__path__))})


def test_every_charset_that_python_knows_leaves_a_mail_readable() -> None:
    for label in LABELS:
        for sort in ("plain", "html"):
            head = f"From: =?{label}?q?J=FCrgen?= <anna@example.org>\r\nSubject: =?{label}?q?=FC?=\r\n"
            raw = f"{head}Content-Type: text/{sort}; charset={label}\r\n\r\nM e3>e2 ".encode() + b"\xfc\r\n"
            found = inspect(raw)
            assert (found["class"], found["sender"]) == ("reply", "anna@example.org")


@pytest.mark.parametrize(
    "charset", ["utf7", "u7", "punycode", "idna", "undefined", "unicode_escape", "raw_unicode_escape", "zlib", "mbcs"]
)
@pytest.mark.parametrize("sort", ["text/plain", "text/html", "multipart/mixed"])
def test_charset_that_is_none_is_not_decoded(charset: str, sort: str) -> None:
    head = f"From: =?{charset}?q?J=FCrgen?= <anna@example.org>\r\nContent-Type: {sort}; charset={charset}"
    text = "M e3+AD4-e2 \\ud800 \\x3e Gr\u00fc\u00dfe"
    parsed = parse_mail(f"{head}\r\n\r\n{text}".encode())
    assert sort == "multipart/mixed" or parsed.text == text
    sender = sender_in(parsed.headers)
    assert sender
    assert sender.address == "anna@example.org"
    assert parsed.header("From") == "J\u00fcrgen <anna@example.org>"


def test_nul_which_no_database_stores_is_gone() -> None:
    assert parse_mail(b"Content-Type: text/plain\r\n\r\nM e3>\0e2").text == "M e3>e2"


def test_dash_of_windows_is_read_although_the_mail_says_latin_1() -> None:
    raw = b"Content-Type: text/plain; charset=iso-8859-1\r\n\r\nM e3\x96e2"
    assert orders(parse_mail(raw).text) == [("move", "M e3-e2")]


@pytest.mark.parametrize(("delsp", "joined"), [("", "L 1,1, 1; done"), ("; delsp=yes", "L 1,1,1; done")])
def test_softly_broken_lines_are_whole_again(delsp: str, joined: str) -> None:
    raw = f"Content-Type: text/plain; format=flowed{delsp}\r\n\r\nL 1,1, \r\n1; done\r\n".encode()
    assert parse_mail(raw).text == joined


def test_blank_lines_and_mailbox_line_in_front_do_not_hide_the_headers() -> None:
    raw = b"\r\n\nFrom someone Mon Mar  2\r\n\r\nFrom: anna@example.org\r\nSubject: x\r\n\r\nhello"
    assert parse_mail(raw).header("From") == "anna@example.org"


def test_html_quotations_of_mail_programs_are_left_out() -> None:
    html = (
        '<div dir="ltr">M e3&gt;e2</div><div class="gmail_quote"><div class="gmail_attr">On Monday wrote:</div>'
        "<blockquote>resign<blockquote>accept</blockquote></blockquote></div><script>resign</script>"
    )
    assert text_of_html(html) == "M e3>e2"


def test_attachments_are_not_read() -> None:
    message = EmailMessage()
    message["From"] = "anna@example.org"
    message.set_content("hello")
    message.add_attachment("resign", filename="move.txt")
    assert orders(parse_mail(message.as_bytes()).text) == []


# Commands on the command line -------------------------------------------------------------------------------------


def ran(module: str, *arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", f"notifications.{module}", *arguments]
    return subprocess.run(command, input=given, capture_output=True, text=True, check=True)


def test_trimmer_and_inspection_need_no_database(tmp_path: Path) -> None:
    body = "M e3>e2\n\nOn 2 Mar 2026, Seeds <s@play.example> wrote:\n> old\n"
    assert ran("mail_format.trimming", given=body).stdout == "M e3>e2\n"
    path = tmp_path / "mail.eml"
    path.write_bytes(b"From: anna@example.org\r\nReturn-Path: <anna@example.org>\r\n\r\nresign\r\n\r\n> old\r\n")
    found = json.loads(ran("inbound.inspect", str(path)).stdout)
    assert (found["class"], found["sender"], found["commands"][0]["verb"]) == ("reply", "anna@example.org", "resign")


@pytest.mark.parametrize(
    ("files", "words"), [((), "Name one file"), (("a", "b"), "Name one file"), (("/no/such",), "No such file")]
)
def test_inspection_of_no_file_says_what_would_be_right(files: tuple[str, ...], words: str) -> None:
    assert words in str(main(files))
