"""The other side of the post office: reads the mails that were really sent and answers them as mail programs do.

For the mail lab, the demo and the tests. It touches no tables: mails come from the folder of Django's file backend,
or as bytes, and answers go through the real SMTP server.
"""

from __future__ import annotations

import base64
import email
import email.policy
import smtplib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid, parseaddr, parsedate_to_datetime
from functools import cached_property, partial
from pathlib import Path

from notifications.lab.mail_programs import LANGUAGES, PROGRAMS, Quoted, subject_of_answer

# After each mail in a file of Django's file backend.
_END = b"\n" + b"-" * 79 + b"\n"
SECONDS = 20
UNDATED = datetime(2026, 11, 21, 10, tzinfo=UTC)


@dataclass(frozen=True)
class ReadMail:
    """A mail as its reader's program shows it; parsed when somebody opens it."""

    raw: bytes

    @cached_property
    def message(self) -> EmailMessage:
        return email.message_from_bytes(self.raw, policy=email.policy.default)

    def header(self, name: str) -> str:
        return str(self.message.get(name, "")).strip()

    @property
    def to(self) -> str:
        return parseaddr(self.header("To"))[1]

    @property
    def reply_to(self) -> str:
        """Where an answer goes."""
        return parseaddr(self.header("Reply-To") or self.header("From"))[1]

    @property
    def subject(self) -> str:
        return self.header("Subject")

    @property
    def message_id(self) -> str:
        return self.header("Message-ID")

    @property
    def text(self) -> str:
        return self._body("plain")

    @property
    def html(self) -> str:
        return self._body("html")

    @property
    def pictures(self) -> dict[str, bytes]:
        """The pictures as PNG, by the names under which the mail shows them: the board, perhaps a sheet."""
        parts = (part for part in self.message.walk() if part.get_content_type() == "image/png")
        return {str(part["Content-ID"]).strip("<> "): bytes(part.get_payload(decode=True) or b"") for part in parts}

    @property
    def picture(self) -> bytes:
        """The board as PNG; empty if the mail has none."""
        return self.pictures.get("board", b"")

    def with_pictures(self, html: str) -> str:
        """HTML of this mail with its pictures in it, as data URLs."""
        for name, picture in self.pictures.items():
            html = html.replace(f"cid:{name}", f"data:image/png;base64,{base64.b64encode(picture).decode()}")
        return html

    def as_quoted(self) -> Quoted:
        """What an answer may quote of it."""
        name, address = parseaddr(self.header("From"))
        return Quoted(
            name=name,
            address=address,
            at=parsedate_to_datetime(self.header("Date")) if self.header("Date") else UNDATED,
            to=self.to,
            subject=self.subject,
            text=self.text,
            html=self.html,
        )

    def _body(self, subtype: str) -> str:
        for part in self.message.walk():
            if part.get_content_type() == f"text/{subtype}":
                return str(part.get_content())
        return ""


def read_folder(folder: Path, read: dict[Path, int] | None = None) -> Iterator[ReadMail]:
    """All mails that Django's file backend has written to a folder, the oldest file first.

    ``read`` remembers between calls how much of each file was read. A mail that is still being written is left for
    the next time.
    """
    read = {} if read is None else read
    for path in sorted(folder.glob("*.log"), key=lambda path: (path.stat().st_mtime_ns, path.name)):
        if path.stat().st_size == read.get(path, 0):
            continue
        content = path.read_bytes()
        *mails, unfinished = content[read.get(path, 0) :].split(_END)
        read[path] = len(content) - len(unfinished)
        for raw in mails:
            yield ReadMail(raw.lstrip(b"\n"))


# Answers --------------------------------------------------------------------------------------------------------------


def answer_to(mail: ReadMail, text: str, *, sender: str, program: str = "gmail", language: str = "en") -> EmailMessage:
    """An answer as the program writes it in a language: addressed, threaded, with the mail quoted its way."""
    words = LANGUAGES[language]
    answer = EmailMessage(policy=email.policy.SMTP)
    answer["From"] = sender
    answer["To"] = mail.reply_to
    answer["Subject"] = subject_of_answer(mail.subject, program, words)
    answer["Date"] = format_datetime(datetime.now(UTC))
    answer["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2])
    if mail.message_id:
        answer["In-Reply-To"] = mail.message_id
        answer["References"] = " ".join(filter(None, [mail.header("References"), mail.message_id]))
    PROGRAMS[program](answer, mail.as_quoted(), text, words)
    return answer


def hand_in(raw: bytes, *, sender: str, recipient: str, host: str, port: int) -> str:
    """Bring a mail to an SMTP server; returns what the server said. Raises smtplib.SMTPException when it says no."""
    with smtplib.SMTP(host, port, timeout=SECONDS) as smtp:
        smtp.ehlo()
        steps: list[Callable[[], tuple[int, bytes]]] = [
            partial(smtp.mail, sender),
            partial(smtp.rcpt, recipient),
            partial(smtp.data, raw),
        ]
        for step in steps:
            code, words = step()
            if code >= 400:
                raise smtplib.SMTPResponseException(code, words)
        return f"{code} {words.decode('utf-8', 'replace')}"


@dataclass
class Mailbox:
    """One person's mail: the mails to an address in a folder, and answers from that address through a door."""

    address: str
    folder: Path
    host: str
    port: int
    program: str = "gmail"
    language: str = "en"
    _seen: set[str] = field(default_factory=set)
    _read: dict[Path, int] = field(default_factory=dict)

    def new_mails(self) -> list[ReadMail]:
        """The mails that came since the last look. A mail that was sent twice is one mail."""
        fresh = []
        for mail in read_folder(self.folder, self._read):
            if mail.to == self.address and mail.message_id not in self._seen:
                self._seen.add(mail.message_id)
                fresh.append(mail)
        return fresh

    def answer(self, mail: ReadMail, text: str) -> str:
        """Answer a mail; returns what the server said."""
        answer = answer_to(mail, text, sender=self.address, program=self.program, language=self.language)
        return hand_in(answer.as_bytes(), sender=self.address, recipient=mail.reply_to, host=self.host, port=self.port)
