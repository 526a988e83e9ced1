"""What else a mail may say where its signature leaves open how it is to be read. Pure.

Content-Type and Content-Transfer-Encoding decide where its lines end and which of its parts are shown. If nobody has
signed them, a forger may have changed them: a quoted-printable text whose encoding is taken away has line ends in the
middle of its sentences. So a mail must look like what its header says, and whatever else it looks like is read, too.
"""

from __future__ import annotations

import binascii
import re
from email.message import Message

from notifications.mail_format.parsing import (
    encoding_of,
    names_flowed,
    parameter,
    parts_of,
    payload_as,
    text_of_bytes,
    text_of_html,
    unflowed,
)

QUOTED = "quoted-printable"
CONTAINERS = ("multipart/alternative", "multipart/mixed", "multipart/related", "multipart/signed")

_PREAMBLE = re.compile(r"(?:this is an? [a-z ]*multi-?part message in mime format\.?)?", re.IGNORECASE)
_PART = re.compile(r"^--[^\n]*\n[ \t]*content-[a-z-]+:", re.IGNORECASE | re.MULTILINE)
_TAG = re.compile(
    r"<(?:!doctype|html|head|body|meta|style|div|p|br|span|blockquote|table|font|center|pre|b|i|u|em|strong|a|ul|ol|li"
    r"|h[1-6])(?=[\s/>])",
    re.IGNORECASE,
)
_NOT_QUOTED = re.compile(rb"=(?![0-9A-F]{2}|[ \t]*(?:\r?\n|\Z))", re.IGNORECASE)  # as quoted-printable never has it
_QUOTED_ATTRIBUTE = re.compile(rb"<[^<>]*=3D[\"']", re.IGNORECASE)
_OTHER_LETTERS = re.compile(r"[^\x00-\x7f]+")


def other_texts(mail: Message, *, is_type_open: bool, is_encoding_open: bool) -> tuple[str, ...] | None:
    """The texts that a mail may have been sent as, beside the one that its header gives.

    None if it does not look like what its header says. ``is_type_open``: the signature leaves Content-Type open.
    """
    if mail.get_content_maintype() == "multipart":
        return () if not is_type_open or _is_plainly_multipart(mail) else None
    payloads = _payloads(mail) if is_encoding_open else (payload_as(mail, encoding_of(mail)),)
    if payloads is None or (is_type_open and not all(_is_of_its_type(mail, payload) for payload in payloads[:1])):
        return None
    if any(b"\0" in payload for payload in payloads):  # which no text has, but half of every letter in UTF-16
        return None
    charset = parameter(mail, "charset")
    texts = [text_of_bytes(payload, charset) for payload in payloads]
    if is_type_open:
        plain = [(_in_any_charset(payload), text) for payload, text in zip(payloads, texts, strict=True)]
        texts += [other for other, text in plain if other != text]
    if mail.get_content_type() == "text/html":
        return tuple(map(text_of_html, texts[1:]))
    if not names_flowed(mail):
        return tuple(texts[1:])
    return (*(unflowed(text, mail) for text in texts[1:]), *(texts if is_type_open else ()))


def _payloads(mail: Message) -> tuple[bytes, ...] | None:
    """The bytes of the one part, as its encoding says first, then in others; None if it cannot be in its encoding."""
    named = encoding_of(mail)
    raw, quoted = payload_as(mail, ""), payload_as(mail, QUOTED)
    has_signs = b"=" in raw
    is_quoted = has_signs and not _NOT_QUOTED.search(raw)
    is_surely_quoted = is_quoted and bool(_QUOTED_ATTRIBUTE.search(raw))
    if named == QUOTED:
        if has_signs and not is_quoted:
            return None
        return (quoted,) if is_surely_quoted or not has_signs else (quoted, raw)
    if named or is_surely_quoted:
        return None
    return (raw, *([quoted] if is_quoted else []), *_from_base64(raw))


def _from_base64(raw: bytes) -> tuple[bytes, ...]:
    """What a text says as base64, if it can be that and says something."""
    try:
        found = binascii.a2b_base64(b"".join(raw.split()), strict_mode=True)
        return (found,) if found and found.decode() else ()
    except (binascii.Error, UnicodeDecodeError):
        return ()


def _is_plainly_multipart(mail: Message) -> bool:
    """Whether the text begins with a part, so that no other boundary can be meant, and parts are shown as always."""
    part = next(iter(parts_of(mail)), None)
    if part is None or mail.get_content_type() not in CONTAINERS:
        return False
    first = next(iter(part.keys()), "")
    return first.lower().startswith("content-") and bool(_PREAMBLE.fullmatch((mail.preamble or "").strip()))


def _is_of_its_type(mail: Message, payload: bytes) -> bool:
    """Whether bytes look like the plain text or the HTML that the header says they are."""
    text = payload.decode("latin-1").lstrip()
    if text.startswith("--") or _PART.search(text):
        return False
    if mail.get_content_type() == "text/html":
        return bool(_TAG.match(text))
    return mail.get_content_type() == "text/plain" and not text.startswith("<") and not _TAG.search(text)


def _in_any_charset(payload: bytes) -> str:
    """The text with letters where another charset has other signs: no sign of it is decoration, or ends a line."""
    try:
        return payload.decode()
    except UnicodeDecodeError:
        return _OTHER_LETTERS.sub("\u044f", payload.decode("latin-1"))
