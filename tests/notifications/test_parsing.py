"""Taking mails apart: whatever the bytes are, it is quick and ends in text or in "unreadable"."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notifications.inbound.inspect import inspect
from notifications.inbound.parsing import UnreadableMail, headers_of, parse_mail, text_of_html
from notifications.inbound.replies import own_lines

FROM = b"From: anna@example.org\r\n"


def body(head: bytes, content: bytes) -> bytes:
    return FROM + head + b"\r\n\r\n" + content


def html(content: bytes) -> bytes:
    return body(b"Content-Type: text/html; charset=utf-8", content)


def nested(head: bytes, depth: int) -> bytes:
    return b"".join(b"%s=b%d\r\n\r\n--b%d\r\n" % (head, number, number) for number in range(depth))


MULTIPART = b"Content-Type: multipart/mixed; boundary"
PARAMETERS = b"".join(b"; a%d=b" % number for number in range(5_000))
HOSTILE: dict[str, Callable[[], bytes]] = {
    "20,000 parts": lambda: body(MULTIPART + b"=b", b"--b\r\n\r\nx\r\n" * 20_000 + b"--b--"),
    "20,000 parts of a digest": lambda: body(
        b"Content-Type: multipart/digest; boundary=b", b"--b\r\n\r\nx\r\n" * 20_000
    ),
    "10,000 addresses": lambda: body(b"To: " + b", ".join(b"a%d@b.c" % n for n in range(10_000)), b"x"),
    "5,000 addresses": lambda: body(b"To: " + b", ".join(b"a%d@b.c" % n for n in range(5_000)), b"x"),
    "20,000 encoded words": lambda: body(b"Subject: " + b"=?utf-8?q?a?= " * 20_000, b"x"),
    "4,000 encoded words": lambda: body(b"Subject: " + b"=?utf-8?q?a?= " * 4_000, b"x"),
    "encoded words of a slow charset": lambda: body(b"Subject: =?punycode?q?" + b"a" * 900 + b"-9999999?=", b"x"),
    "5,000 parameters": lambda: body(b"Content-Type: text/plain" + PARAMETERS, b"x"),
    "5,000 parameters of a part": lambda: body(MULTIPART + b"=b", b"--b\r\nContent-Type: text/plain" + PARAMETERS),
    "semicolons": lambda: body(b"Content-Type: text/plain" + b";" * 60_000, b"x"),
    "open comments": lambda: b"From: " + b"(" * 60_000 + b"anna@example.org\r\n\r\nx",
    "1,000 nested": lambda: nested(MULTIPART, 1_000),
    "1,000 nested, written otherwise": lambda: nested(MULTIPART + b"*0", 1_000),
    "1,000 nested, written with a space": lambda: nested(MULTIPART + b" ", 1_000),
    "40 nested": lambda: nested(MULTIPART, 40),
    "mails in mails": lambda: b"Content-Type: message/rfc822\r\n\r\n" * 8_000,
    "report of 25,000 blocks": lambda: b"Content-Type: message/delivery-status\r\n\r\n" + b"a: b\r\n\r\n" * 25_000,
    "header of a part without an end": lambda: body(MULTIPART + b"=b", b"--b\r\n" + b"a: b\r\n" * 40_000),
    "200,000 header lines": lambda: b"a: b\r\n" * 40_000,
    "lines that go on": lambda: body(b"X: y\r\n" + b" z\r\n" * 20_000, b"x"),
    "no header": lambda: b"x" * 250_000,
    "blank lines in front": lambda: b"\r\n" * 120_000,
    "one long line": lambda: body(b"X: y", b"x" * 250_000),
    "line ends": lambda: body(b"X: y", b"\n" * 250_000),
    "carriage returns": lambda: body(b"X: y", b"x\r" * 120_000),
    "broken base64": lambda: body(b"Content-Transfer-Encoding: base64", b"Q=!@" * 60_000),
    "broken quoted-printable": lambda: body(b"Content-Transfer-Encoding: quoted-printable", b"=\r\n=4" * 40_000),
    "uuencode": lambda: body(b"Content-Transfer-Encoding: x-uuencode", b"begin 666 x\r\n" + b"#86)C\r\n" * 35_000),
    "broken UTF-16": lambda: body(b"Content-Type: text/plain; charset=utf-16", b"\xd8\x00" * 120_000),
    "ISO-2022 escapes": lambda: body(b"Content-Type: text/plain; charset=iso-2022-jp", b"\x1b$B" * 80_000),
    "slow charset": lambda: body(b"Content-Type: text/plain; charset=punycode", b"a" * 999 + b"-" + b"9" * 100_000),
    "soft line ends": lambda: body(b"Content-Type: text/plain; format=flowed", b"a \r\n" * 60_000),
    "HTML nested": lambda: html(b"<div>" * 50_000),
    "quotations nested": lambda: html(b"<blockquote>" * 20_000),
    "marks of quotations": lambda: html(b"<div id=divRplyFwdMsg></div>" * 8_000),
    "rules of quotations": lambda: html(b"<hr id=stopSpelling>" * 12_000),
    "classes of quotations": lambda: html(b"<p class='gmail_quote x'>" * 9_000),
    "line breaks": lambda: html(b"a<br>" * 50_000),
    "attributes": lambda: html(b"<a " + b"".join(b" x%d=1" % number for number in range(30_000)) + b">"),
    "formatting without an end": lambda: html(b"<b><i><a href=x>" * 15_000),
    "lines kept as they are": lambda: html(b"<pre>" + b"\n" * 240_000),
    "open tags": lambda: html(b"<" * 250_000),
    "open comments in HTML": lambda: html(b"<!-- " * 50_000),
}


@pytest.mark.parametrize("raw", HOSTILE.values(), ids=HOSTILE)
def test_hostile_mail_is_looked_at_in_no_time(raw: Callable[[], bytes]) -> None:
    mail = raw()
    assert any(time_of(mail) < 0.2 for _ in range(3))


def time_of(raw: bytes) -> float:
    began = time.process_time()
    inspect(raw)
    with suppress(UnreadableMail):
        headers_of(raw)
    return time.process_time() - began


@pytest.mark.parametrize(
    "name",
    ["20,000 parts", "1,000 nested", "1,000 nested, written otherwise", "5,000 parameters of a part", "no header"],
)
def test_mail_that_would_take_long_says_that_it_is_unreadable(name: str) -> None:
    assert inspect(HOSTILE[name]())["class"] == "unreadable"


@given(
    st.binary(max_size=300),
    st.sampled_from([FROM, MULTIPART + b"=b\r\n\r\n--b\r\n", b"Content-Type: text/html\r\n\r\n"]),
)
def test_any_bytes_behind_any_header_raise_nothing_else(raw: bytes, head: bytes) -> None:
    inspect(head + raw)


CHARSETS = (b"utf-16", b"iso-2022-jp", b"hz", b"gb18030", b"utf-7", b"none", b"utf-8-sig", b"zlib", b"idna")


@given(st.binary(max_size=200), st.sampled_from(CHARSETS))
def test_any_bytes_of_any_charset_are_read(raw: bytes, charset: bytes) -> None:
    inspect(body(b"Content-Type: text/plain; charset=" + charset, raw))


def test_text_about_parts_is_no_mail_of_many_parts() -> None:
    text = "The boundary of my territory.\n-- dashes\n" * 400
    assert parse_mail(body(b"X: y", text.encode())).text == text


@pytest.mark.parametrize("name", ["Subject", "From"])
@pytest.mark.parametrize(("raw", "read"), [("Grüße".encode(), "Grüße"), (b"Gr\xfc\xdfe", "Grüße")])
def test_header_of_bytes_without_a_charset_is_read(name: str, raw: bytes, read: str) -> None:
    assert parse_mail(name.encode() + b": " + raw + b"\r\n\r\nx").header(name) == read


# Quotations in HTML ---------------------------------------------------------------------------------------------------

OWN = "<p>M e3&gt;e2</p>"
QUOTATIONS = {
    "Gmail": '<div class="gmail_quote"><div class="gmail_attr">On Tuesday, Seeds wrote:</div>resign</div>',
    "Gmail through Outlook": '<div class="x_gmail_quote"><div class="x_gmail_attr">Seeds wrote:</div>resign</div>',
    "Yahoo": '<div id="yahoo_quoted_1" class="yahoo_quoted">resign</div>',
    "Yahoo, renamed": '<div class="ydp12ab34yahoo_quoted">resign</div>',
    "Thunderbird": '<div class="moz-cite-prefix">Seeds wrote:</div><blockquote type="cite">resign</blockquote>',
    "Apple": '<blockquote type="cite"><div>On 3 Mar 2026, Seeds wrote:</div>resign</blockquote>',
    "Outlook on the web": '<div id="appendonsend"></div><hr><div id="divRplyFwdMsg">From: Seeds</div><div>resign</div>',
    "Outlook, prefixed": '<div id="x_divRplyFwdMsg">From: Seeds</div><p>resign</p>',
    "Outlook on a telephone": '<div id="mail-editor-reference-message-container"><p>resign</p></div>',
    "Outlook for Macintosh": '<span id="OLK_SRC_BODY_SECTION"><p>resign</p></span>',
    "Outlook of old": '<div class="OutlookMessageHeader">From: Seeds</div>resign<p>resign</p>',
    "Outlook on the desktop": '<div style="border-top:solid 1pt"><p><b>From:</b> Seeds &lt;s@play.example&gt;<br>'
    "<b>Sent:</b> Tuesday<br><b>To:</b> Anna<br><b>Subject:</b> game</p></div><p>resign</p>",
    "Hotmail": '<hr id="stopSpelling">From: Seeds<p>resign</p>',
    "Proton": '<div class="protonmail_signature_block">A</div><div class="protonmail_quote">resign</div>',
    "Zimbra": '<hr id="zwchr" data-marker="__DIVIDER__"><div data-marker="__QUOTED_TEXT__">resign</div>',
    "GMX": '<div name="quote">resign</div>',
    "Tuta": '<div class="tutanota_quote">resign</div>',
    "signature": '<div class="gmail_signature">resign</div>',
    "nested": "<blockquote><div><blockquote>resign</blockquote>resign</div></blockquote>",
}


@pytest.mark.parametrize("quotation", QUOTATIONS.values(), ids=QUOTATIONS)
def test_quotation_of_an_html_mail_is_not_own(quotation: str) -> None:
    assert own_lines(text_of_html(f"<html><body>{OWN}{quotation}</body></html>")) == ["M e3>e2"]


def test_answer_below_an_html_quotation_is_found() -> None:
    quotation = '<div class="moz-cite-prefix">On 3/3/26, Seeds wrote:</div><blockquote type="cite">resign</blockquote>'
    assert own_lines(text_of_html(f"<html><body>{quotation}{OWN}</body></html>")) == ["M e3>e2"]
