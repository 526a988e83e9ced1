"""Taking mails apart: whatever the bytes are, it is quick and ends in text or in "unreadable"."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.reading import FROM, MAILS, MULTIPART, body
from notifications.inbound.inspect import inspect
from notifications.mail_format.bounce_reports import read_report
from notifications.mail_format.parsing import UnreadableMail, headers_of, parse_mail, text_of_html
from notifications.mail_format.trimming import own_lines
from tests.pace import scaled

UNREADABLE = {
    "20,000 parts", "1,000 nested", "1,000 nested, written otherwise", "5,000 parameters of a part", "no header",
    "parts behind carriage returns", "header lines behind carriage returns", "header of a part without an end",
}  # fmt: skip


@pytest.mark.parametrize("name", MAILS)
def test_hostile_mail_is_looked_at_in_no_time(name: str) -> None:
    """Also where it comes to a return path. Some say why they cannot be read."""
    mail = MAILS[name]()
    assert any(time_of(inspected, mail) < scaled(0.6) for _ in range(3)), "what grows with the square takes far longer"
    assert time_of(read_report, mail) < scaled(0.6)
    found = inspect(mail) if name in UNREADABLE else {}
    assert found == {} or (found["class"] == "unreadable" and found["reason"])


def inspected(mail: bytes) -> None:
    inspect(mail)
    with suppress(UnreadableMail):
        headers_of(mail)


def time_of(read: Callable[[bytes], object], mail: bytes) -> float:
    began = time.process_time()
    read(mail)
    return time.process_time() - began


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


@pytest.mark.parametrize(
    "head",
    [
        "Content-Disposition: attachment",
        "Content-Disposition: inline; filename=move.txt",
        "Content-Type: text/plain; name=move.txt",
    ],
)
def test_file_is_never_read_wherever_a_program_shows_it(head: str) -> None:
    parts = f"--b\r\n\r\nhello\r\n--b\r\n{head}\r\n\r\nresign\r\n--b--\r\n"
    assert parse_mail(body(MULTIPART + b"=b", parts.encode())).text == "hello"


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
