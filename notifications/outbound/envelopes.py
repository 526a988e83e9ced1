"""A mail put together: parts, headers and threads, ready for Django's mail API."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from email.message import Message as MimeMessage
from email.mime.image import MIMEImage
from email.policy import Compat32
from functools import lru_cache
from typing import Any, ClassVar
from urllib.parse import quote, urlencode

import css_inline
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext

from notifications.addresses import reply_addresses
from notifications.addresses.unsubscribing import off_link
from notifications.mail_format.automatic_mail import LOOP_HEADER
from notifications.mail_format.quotation import MARKER, MARKERS
from notifications.models import OutboundMail
from notifications.outbound.board_images import png_of
from notifications.outbound.delivery_policy import check_pace
from notifications.outbound.messages import Message, message_for

SHEET_ID = "sheet"

SHORT_LINE = 76  # characters: shorter lines of a header are never broken

_GAPS = re.compile(r"\n{3,}")
_LINKS = re.compile(r"(/mail/(?:off|on|confirm|yes))/[^\s<>\"/]+/?")


class QuickFolding(Compat32):
    """Writes mails as Django does, without working out where to break a line of the header that is short enough."""

    def fold_binary(self, name: str, value: Any) -> bytes:
        line = f"{name}: {value}"
        if len(line) < SHORT_LINE and isinstance(value, str) and value.isascii() and value.isprintable():
            return f"{line}{self.linesep}".encode()
        return super().fold_binary(name, value)


class MailWithPictures(EmailMultiAlternatives):
    """Text and HTML, and the pictures that the HTML shows."""

    mixed_subtype: ClassVar[str] = "related"
    _whole: Any = None

    def message(self, **options: Any) -> Any:
        """The mail as it is sent, put together once; the header names the part that shows the pictures, as RFC 2387 has
        it."""
        if self._whole is None:
            self._whole = super().message(**options)
            if self._whole.get_content_subtype() == "related":
                self._whole.set_param("type", "multipart/alternative")
            self._whole.policy = QuickFolding()
            secret = salted_hmac("notifications.outbound.envelopes.boundary", self.extra_headers["Message-ID"])
            for depth, part in enumerate(part for part in self._whole.walk() if part.is_multipart()):
                part.set_boundary(f"{secret.hexdigest()[:24]}-{depth}")  # that nobody could write into the text
        return self._whole


@dataclass(frozen=True)
class Rendered:
    """A mail ready to be sent, and what is kept of it: no address that would take an answer."""

    message: EmailMultiAlternatives
    to: str
    subject: str
    stored_text: str
    stored_html: str
    stored_raw: bytes | None
    keep_context: bool


def render(mail: OutboundMail, *, to: str, now: datetime) -> Rendered:
    """Put a mail together, in the language of its reader. Raises NotWanted, NotYet or ForDigest if it need not be sent,
    or not now."""
    with translation.override(mail.reader.language if mail.reader else translation.get_language()):
        return _render(mail, to, now)


def _render(mail: OutboundMail, to: str, now: datetime) -> Rendered:
    about = message_for(mail, now)
    about.check_wanted()
    check_pace(about, now)
    template = about.template or str(mail.kind)
    pictures, reply_to, link = about.pictures, about.reply_to, off_link(mail, about.unsubscribes)
    values = about.values() | {
        "marker": MARKERS.get(translation.get_language() or "", MARKER),
        "picture": bool(pictures),
        "off_link": link,
        "last_word": about.last_word,
    }
    values |= {
        "introduces": values["headline"].endswith(":"),
        "site": settings.SITE_URL,
        "operator_pages": _operator_pages(),
        "answerable": bool(reply_to),
        "taps": [(words.strip(), _begun(mail, about, words)) for words in about.taps] if reply_to else [],
        "sheet": about.sheet,
    }
    text = _GAPS.sub("\n\n", render_to_string(f"notifications/{template}.txt", values)).strip() + "\n"
    html = css_inline.inline(
        render_to_string(f"notifications/{template}.html", values), keep_at_rules=True, load_remote_stylesheets=False
    )
    message = MailWithPictures(
        subject=about.subject,
        body=text,
        from_email=reply_addresses.return_path(mail),
        to=[to],
        reply_to=[reply_to] if reply_to else None,
        headers=headers_of(mail, about, link),
    )
    message.attach_alternative(html, "text/html")
    for name, picture in pictures.items():
        message.attach(_inline_picture(picture, name))
    if about.sheet:
        message.attach(_inline_picture(about.sheet.svg, SHEET_ID))
    keep = about.keep or settings.MAIL_LAB
    whole = message.message()
    return Rendered(
        message,
        to,
        about.subject,
        _blotted(text) if keep else "",
        _blotted(html) if keep else "",
        whole.as_bytes() if settings.MAIL_LAB else _head_of(whole) if keep else None,
        keep,
    )


def _begun(mail: OutboundMail, about: Message, words: str) -> str:
    """A link to an answer that begins with some words (RFC 6068). Every sign is encoded that a telephone could misread:
    some take a plus for a blank. The words do not come last, where a program that breaks the link sets them apart.
    """
    body = "\r\n".join(words.splitlines())
    fields = {"body": body, "In-Reply-To": message_id(mail), "subject": f"Re: {about.subject}"}
    return f"mailto:{quote(about.reply_to, safe='@')}?{urlencode(fields, quote_via=quote, safe='')}"


def _operator_pages() -> list[tuple[str, str]]:
    """The pages with the operator's own texts, by their titles."""
    pages = (
        (gettext("Privacy"), "privacy", settings.PRIVACY_FILE),
        (gettext("Imprint"), "imprint", settings.IMPRINT_FILE),
    )
    return [(title, f"{settings.SITE_URL}{reverse(name)}") for title, name, file in pages if file]


def _blotted(text: str) -> str:
    """The text with everything in it that lets its holder do something replaced."""
    text = reply_addresses.blot(text)
    return text if settings.MAIL_LAB else _LINKS.sub(r"\1/xxxx/", text)


def _head_of(message: MimeMessage) -> bytes:
    """The header of a mail, fit to be kept: a person with read access to our tables can do nothing with it."""
    return "".join(f"{name}: {_blotted(' '.join(str(value).split()))}\n" for name, value in message.items()).encode()


@lru_cache(maxsize=64)
def _inline_picture(svg: str, name: str) -> MIMEImage:
    picture = MIMEImage(png_of(svg), "png")
    picture.add_header("Content-ID", f"<{name}>")
    picture.add_header("Content-Disposition", "inline", filename=f"{name}.png")
    return picture


def message_id(mail: OutboundMail) -> str:
    """Derived from the row: the same mail sent twice is one mail to the reader's program."""
    return f"<mail-{mail.pk}@{settings.MAIL_DOMAIN}>"


def loop_mark(mail_id: int) -> str:
    """What our own header says: which mail it was, and that it was ours."""
    return f"mail-{mail_id} {salted_hmac('notifications.outbound.envelopes.loop', str(mail_id)).hexdigest()[:24]}"


def headers_of(mail: OutboundMail, about: Message, off: str) -> dict[str, str]:
    """Who wrote it, which thread it belongs to, and that no machine should answer (RFC 3834, 2369, 8058)."""
    answered = about.answers
    headers = {
        "From": settings.DEFAULT_FROM_EMAIL,
        "Message-ID": message_id(mail),
        "Auto-Submitted": "auto-replied" if answered else "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "Feedback-ID": f"{mail.kind}:seeds",
        "List-Id": f"<{mail.kind}.{settings.MAIL_DOMAIN}>",
        LOOP_HEADER: loop_mark(mail.pk),
    }
    references = [f"<{about.thread}>"] if about.thread else []
    if answered and answered.message_id:
        references.append(answered.message_id)
    if references:
        headers["References"] = " ".join(references)
        headers["In-Reply-To"] = references[-1]
    if off:
        by_mail = f"mailto:{reply_addresses.personal_address(about.reader.pk)}?subject=stop%20{about.unsubscribes}"
        headers["List-Unsubscribe"] = f"<{off}>, <{by_mail}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return headers
