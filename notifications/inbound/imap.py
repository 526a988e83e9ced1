"""The IMAP door: collects mail from one mailbox whose addresses have a plus, ``play+turn-...@hoster.example``.

Every mail in the folder is taken in and then moved away: to ``IMAP_DONE``, or to ``IMAP_UNKNOWN`` when it is for none
of our addresses. One that was stored and not moved yet, because somebody pulled a plug, is found again and is the same
mail. So no number of a mail is remembered from one connection to the next, and UIDVALIDITY may change between them.
"""

from __future__ import annotations

import logging
import re
import ssl
import time
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from imaplib import IMAP4
from threading import Event

from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, close_old_connections
from django.utils import timezone
from imap_tools import BaseMailBox, ImapToolsError, MailBox, MailBoxUnencrypted

from notifications.addresses.reply_addresses import is_ours
from notifications.inbound import intake
from notifications.mail_format.parsing import headers_of
from notifications.models import InboundMail

log = logging.getLogger(__name__)

Source = InboundMail.Source

# Where mail hosts write the recipient that a mail was delivered to. Never To, which its sender writes.
RECIPIENT_HEADERS = ("Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To")
MOST_RECIPIENTS = 10
AT_A_TIME = 50  # mails
ANSWER_SECONDS = 60
LONGEST_IDLE = 5  # seconds, so that the server can be closed
# A mail may carry an earlier time than that at which the mailbox first shows it.
MARGIN = timedelta(seconds=60)
LONGEST_PAUSE = 300  # seconds between two attempts to get into the mailbox

_UID = re.compile(rb"\bUID (\d+)")
_SIZE = re.compile(rb"\bRFC822\.SIZE (\d+)")
_DATE = re.compile(rb'\bINTERNALDATE "([^"]+)"')


class Trouble(Exception):
    """The mailbox does not do what it should; the message says what it said."""


def poll_mailbox(stop: Event) -> None:
    """Collect mail until ``stop`` is set. While the mailbox cannot be reached there is no heartbeat."""
    failures = 0
    while not stop.is_set():
        try:
            with open_mailbox() as box:
                collector = MailboxPoller(box)
                while not stop.is_set():
                    collector.collect(now=timezone.now())
                    failures = 0
                    _wait(box, stop)
        except (OSError, IMAP4.error, ImapToolsError, Trouble, DatabaseError) as error:
            failures += 1
            log.warning("No mail can be collected from %s: %s", settings.IMAP_HOST, error)
            close_old_connections()
            stop.wait(min(LONGEST_PAUSE, settings.IMAP_POLL_SECONDS * failures))


def open_mailbox() -> BaseMailBox:
    """The mailbox of ``IMAP_URL``, logged in, with its folder chosen. Raises OSError, IMAP4.error, ImapToolsError.

    Over TLS the certificate of the host is checked; ``imaplib`` left to itself takes any.
    """
    host, port = settings.IMAP_HOST, settings.IMAP_PORT
    if settings.IMAP_TLS:
        box: BaseMailBox = MailBox(host, port, timeout=ANSWER_SECONDS, ssl_context=ssl.create_default_context())
    else:
        box = MailBoxUnencrypted(host, port, timeout=ANSWER_SECONDS)
    return box.login(settings.IMAP_USER, settings.IMAP_PASSWORD, initial_folder=settings.IMAP_FOLDER)


class MailboxPoller:
    """Takes what lies in one mailbox. The two other folders are made where they are missing."""

    def __init__(self, box: BaseMailBox) -> None:
        self._box = box
        self._done, self._unknown = _folder(box, settings.IMAP_DONE), _folder(box, settings.IMAP_UNKNOWN)

    def collect(self, *, now: datetime) -> int:
        """Take in everything in the folder; say how many mails were for us. Raises DatabaseError, Trouble."""
        taken = 0
        self._box.client.noop()  # now the mailbox reports what has come since: a search may keep to what was reported
        uids = self._box.uids()
        for start in range(0, len(uids), AT_A_TIME):
            some = uids[start : start + AT_A_TIME]
            ours = [uid for uid, raw, at in _fetch(self._box, some) if _take_in(raw, min(at, now))]
            self._box.move(ours, self._done)
            self._box.move([uid for uid in some if uid not in ours], self._unknown)
            taken += len(ours)
        intake.beat(now=now, arriving_since=now - MARGIN, source=Source.IMAP)
        close_old_connections()
        return taken


def _wait(box: BaseMailBox, stop: Event) -> None:
    if "IDLE" not in box.client.capabilities:
        stop.wait(settings.IMAP_POLL_SECONDS)
        return
    until = time.monotonic() + settings.IMAP_POLL_SECONDS
    while not stop.is_set() and time.monotonic() < until:
        if box.idle.wait(timeout=min(LONGEST_IDLE, settings.IMAP_POLL_SECONDS)):
            return


def _folder(box: BaseMailBox, name: str) -> str:
    """The name of a folder as this mailbox wants it; made where it is missing."""
    if box.folder.exists(name):
        return name
    separator = next((folder.delim for folder in box.folder.list()), "/") or "/"
    inside = f"INBOX{separator}{name}"  # some hosts have all folders in there
    if box.folder.exists(inside):
        return inside
    try:
        box.folder.create(name)
    except ImapToolsError:
        box.folder.create(inside)
        return inside
    return name


# One mail -------------------------------------------------------------------------------------------------------------


def _fetch(box: BaseMailBox, uids: Sequence[str]) -> Iterator[tuple[str, bytes, datetime]]:
    """Number, bytes and time of arrival of those mails that are not too big, without marking them as read."""
    small = [uid for uid, size in _sizes(box, uids) if size <= settings.MAIL_MAX_BYTES]
    for uid in small:
        try:
            parts = _asked(box, uid, "(UID INTERNALDATE BODY.PEEK[])")
        except Trouble as error:  # with this mail alone: the mailbox answers
            log.error("A mail was left in %s because it cannot be fetched: %s", settings.IMAP_UNKNOWN, error)
            continue
        mails = [part[1] for part in parts if isinstance(part, tuple)]
        if mails:
            yield uid, mails[0], _arrival(b" ".join(part[0] if isinstance(part, tuple) else part for part in parts))


def _sizes(box: BaseMailBox, uids: Sequence[str]) -> Iterator[tuple[str, int]]:
    for part in _asked(box, ",".join(uids), "(UID RFC822.SIZE)"):
        line = part[0] if isinstance(part, tuple) else part
        uid, size = _UID.search(line or b""), _SIZE.search(line or b"")
        if uid and size:
            yield uid[1].decode(), int(size[1])


def _asked(box: BaseMailBox, uids: str, what: str) -> list[bytes | tuple[bytes, bytes]]:
    status, answer = box.client.uid("FETCH", uids, what)
    if status != "OK":
        raise Trouble(f"{status} {answer!r}"[:200])
    return [part for part in answer if part]


def _arrival(said: bytes) -> datetime:
    date = _DATE.search(said)
    try:
        return datetime.strptime(date[1].decode().strip(), "%d-%b-%Y %H:%M:%S %z") if date else timezone.now()
    except ValueError:
        return timezone.now()


def _take_in(raw: bytes, at: datetime) -> bool:
    """Store a mail for all addresses of ours that it was delivered to; say whether there were any.

    A mail on which it fails goes to the unknown, and keeps no other waiting.
    """
    stored = False
    for address in recipients_of(raw):
        try:
            intake.receive(
                raw, envelope_from=return_path_of(raw), envelope_to=address, source=Source.IMAP, peer="", at=at
            )
            stored = True
        except intake.NotTaken:
            continue
        except intake.NotNow as reason:  # nobody keeps it for us: it stays in the mailbox, among the unknown
            log.warning("A mail was left in %s: %s", settings.IMAP_UNKNOWN, reason)
        except (OperationalError, InterfaceError):  # the database is away: the mail stays where it is
            raise
        except Exception:
            log.exception("A mail was left in %s because it could not be stored", settings.IMAP_UNKNOWN)
            return False
    return stored


def recipients_of(raw: bytes) -> list[str]:
    """The addresses of ours to which the mail host says it has delivered a mail, each once, the topmost first."""
    headers = headers_of(raw)
    named = [str(value).strip().strip("<>") for name in RECIPIENT_HEADERS for value in headers.get_all(name, [])]
    return list(dict.fromkeys(address.lower() for address in named if is_ours(address)))[:MOST_RECIPIENTS]


def return_path_of(raw: bytes) -> str:
    """The envelope's sender as the mail host has noted it; ``unknown`` if it has not."""
    found = headers_of(raw).get("Return-Path")
    return "unknown" if found is None else str(found).strip().strip("<>").strip()
