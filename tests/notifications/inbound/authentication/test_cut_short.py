"""A forger who makes a signed mail longer, so that it is cut in the middle, moves for nobody.

Most signatures let anybody fold headers, put header lines on top, and make one blank of a line many.
"""

from __future__ import annotations

import re

import pytest

from tests.notifications.mailbox import PostOffice
from tests.notifications.providers import Desk, bring, plies

pytestmark = [pytest.mark.django_db, pytest.mark.parametrize("desk", ["Gmail"], indirect=True)]

GAP = 199  # blanks in a row that are still read


def signed(desk: Desk, text: str, *, subject: str = "", content_type: str = "text/plain; charset=utf-8") -> bytes:
    head, _, _ = desk.mail(text, subject=subject).partition(b"Content-Type:")
    return desk.signed(head + f"Content-Type: {content_type}\r\n\r\n{text}\r\n".encode())


def assert_plays_nothing(office: PostOffice, desk: Desk, forged: bytes) -> None:
    found = bring(office, forged, desk.asked.reply_to)
    assert plies() == 0, (found.outcome, found.own_text)


def test_long_header_does_not_cut_the_text(office: PostOffice, desk: Desk) -> None:
    raw = signed(desk, "null d3\r\nForget it.")
    wanted = raw.index(b"null d3") + len(b"null d3\r\n")
    pads, left = [b"X-Report: message/delivery-status\r\n"], 65_536 - wanted
    left -= len(pads[0])
    while left:
        size = min(left, 900) if left - min(left, 900) > 20 or left <= 900 else left - 100
        pads.append(b"X-Pad: " + b"x" * (size - 9) + b"\r\n")
        left -= size
    assert_plays_nothing(office, desk, b"".join(pads) + raw)


def test_blanks_do_not_cut_a_line(office: PostOffice, desk: Desk) -> None:
    raw = signed(desk, "ok, so now I will play null d3 if you resign")
    assert_plays_nothing(
        office,
        desk,
        raw.replace(b"ok, so now I will play null d3 ", b"ok, so now I will play null d3 ".replace(b" ", b" " * GAP)),
    )


def test_blanks_do_not_take_a_quotation_its_tag(office: PostOffice, desk: Desk) -> None:
    style = " ".join(f"a{number}: 1;" for number in range(25))
    html = f'<div>what of this?</div><blockquote style="{style}"><div>null d3</div></blockquote>'
    raw = signed(desk, html, content_type="text/html; charset=utf-8")
    assert_plays_nothing(office, desk, raw.replace(style.encode(), style.replace(" ", " " * GAP).encode()))


def test_folds_do_not_cut_a_subject(office: PostOffice, desk: Desk) -> None:
    raw = signed(desk, "", subject="null d3 is a bad move")
    fold = b"\r\n" + b" " * GAP
    assert_plays_nothing(office, desk, raw.replace(b"null d3 is", b"null d3" + fold * 25 + b" is"))


def test_soft_lines_whose_blanks_are_taken_away_are_no_lines(office: PostOffice, desk: Desk) -> None:
    text = "In this position, as far as I can see from here, a strong player sets up \r\nnull d3 \r\nat once."
    raw = signed(desk, text, content_type="text/plain; charset=utf-8; format=flowed")
    assert_plays_nothing(office, desk, re.sub(rb" +\r\n", b"\r\n", raw))
