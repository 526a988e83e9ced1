"""What a mail to a return path says of the mail that we sent. Pure.

A delivery status notification (RFC 3464) says it in a part for programs, a complaint (ARF, RFC 5965) too. Older mail
hosts write it as text, where only a status code (RFC 3463) or a line of theirs is believed: a note of absence can come
to a return path, too, and then no mail was lost.
"""

from __future__ import annotations

import email
import email.policy
import re
from dataclasses import dataclass
from email.errors import MessageError
from email.message import Message
from enum import StrEnum

from notifications.mail_format.parsing import UnreadableMail, bounded, encoding_of, parts_of, payload_as

MOST_LINES = 200  # of text that are looked at
MOST_BLOCKS = 20  # of a report that are read as text, none of which says what became of the mail

_STATUS = re.compile(r"\b([245])\.(\d{1,3})\.(\d{1,3})\b")
_SENDERS = ("5.1.7", "5.1.8")  # of X.1.X these two are about the sender's address
_REPLY_CODE = re.compile(r"\b([45]\d\d)[ -]")
_ACTION = re.compile(r"^\s*action:\s*([a-z]+)", re.IGNORECASE)
_ACTIONS = ("failed", "delayed", "delivered", "relayed", "expanded")
_FULL = re.compile(r"mailbox (is )?full|over ?quota|quota exceeded|out of storage|insufficient storage", re.IGNORECASE)


class Fate(StrEnum):
    """What became of a mail."""

    FAILED = "failed"
    DELAYED = "delayed"
    COMPLAINT = "complaint"
    OTHER = "other"  # it has arrived, or the report is about something else


@dataclass(frozen=True)
class Report:
    """What became of a mail, with the status code if one was given, such as 5.1.1."""

    fate: Fate
    status: str = ""

    @property
    def is_for_good(self) -> bool:
        return self.fate == Fate.FAILED and self.status.startswith("5") and not self.is_full

    @property
    def is_full(self) -> bool:
        """A mailbox that is full empties again, whatever the first digit says."""
        return self.fate == Fate.FAILED and self.status in ("5.2.2", "4.2.2")


def read_report(raw: bytes) -> Report:
    """The report in a mail. Never raises: what is no report is OTHER."""
    try:
        mail = email.message_from_bytes(bounded(raw), policy=email.policy.compat32)
        parts = list(mail.walk())
    except (UnreadableMail, MessageError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return Report(Fate.OTHER)
    for sort, read in (("message/feedback-report", _complaint), ("message/delivery-status", _of_status)):
        for part in parts:
            if part.get_content_type() == sort:
                return read(part)
    return _of_text(mail, parts)


def read_refusal(words: str) -> Report:
    """What a mail host said at once to a recipient, such as ``5.1.1 no such user``.

    Only a status about the address or its mailbox is about the reader (RFC 3463, X.1.X and X.2.X). Anything else, such
    as 5.7.1 for relaying denied, may be about the sender: OTHER.
    """
    match = _STATUS.search(words)
    is_about_reader = match is not None and match[1] == "5" and match[2] in ("1", "2") and match[0] not in _SENDERS
    return Report(Fate.FAILED, match[0]) if match and is_about_reader else Report(Fate.OTHER)


def read_words(words: str) -> Report:
    """What a mail host said of a mail that it did not take, as a provider passes it on; without a status if there is
    none in it."""
    return _report("failed", "", words)


def _complaint(part: Message) -> Report:
    fields = _text_of(part).lower()
    is_praise = re.search(r"^feedback-type:\s*not-spam", fields, re.MULTILINE)
    return Report(Fate.OTHER if is_praise else Fate.COMPLAINT)


def _of_status(part: Message) -> Report:
    """The worst that is said of any recipient; ours have one each."""
    found = [report for block in parts_of(part) if (report := _of_block(block))]
    if not found:
        return _of_lines(_text_of(part).splitlines())
    order = (Fate.FAILED, Fate.DELAYED, Fate.OTHER)
    return min(found, key=lambda report: order.index(report.fate))


def _of_block(block: Message) -> Report | None:
    action = str(block.get("Action", "")).partition(";")[0].strip().lower()
    if action not in _ACTIONS:
        return None
    return _report(action, str(block.get("Status", "")), str(block.get("Diagnostic-Code", "")))


def _report(action: str, status: str, said: str) -> Report:
    match = _STATUS.search(status)
    code = match[0] if match else ""
    if not code or code.endswith(".0.0"):  # the host's own words may say it closer
        closer = _STATUS.search(said)
        reply = _REPLY_CODE.search(said)
        if closer and not closer[0].endswith(".0.0") and closer[1] != "2":
            code = closer[0]
        elif reply and not code:
            code = f"{reply[1][0]}.0.0"
    if code.endswith(".0.0") and _FULL.search(said):
        code = f"{code[0]}.2.2"
    fate = {"failed": Fate.FAILED, "delayed": Fate.DELAYED}.get(action, Fate.OTHER)
    return Report(fate, code)


def _of_text(mail: Message, parts: list[Message]) -> Report:
    answered = str(mail.get("Auto-Submitted", "")).partition(";")[0].strip().lower()
    if answered == "auto-replied" and mail.get_content_type() != "multipart/report":
        return Report(Fate.OTHER)
    texts = (part for part in parts if part.get_content_type() == "text/plain")
    lines = next(map(_text_of, texts), "").splitlines()[:MOST_LINES]  # the mail that is quoted below says nothing
    report = _of_lines(lines)
    if report.fate == Fate.OTHER and ("X-Failed-Recipients" in mail or mail.get_content_type() == "multipart/report"):
        return Report(Fate.FAILED, _report("failed", "", "\n".join(lines)).status)
    return report


def _of_lines(lines: list[str]) -> Report:
    """What text says, if it says it as mail hosts do: an action, or the status code of a refusal."""
    action = next((match[1].lower() for line in lines if (match := _ACTION.match(line))), "")
    text = "\n".join(lines)
    status = next((line for line in lines if re.match(r"\s*status:", line, re.IGNORECASE)), "")
    if action in _ACTIONS:
        return _report(action, status, text)
    codes = [match[0] for match in _STATUS.finditer(text) if match[1] != "2"]
    if codes and _REPLY_CODE.search(text):
        return _report("failed", codes[0], text)
    return Report(Fate.OTHER)


def _text_of(part: Message) -> str:
    fields = [f"{name}: {value}" for block in parts_of(part)[:MOST_BLOCKS] for name, value in block.items()]
    return "\n".join(fields) or payload_as(part, encoding_of(part)).decode("utf-8", "replace")
