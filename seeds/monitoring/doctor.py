"""What an operator would look at one thing after another: each check says how it stands and what to do about it.

``manage.py doctor`` prints it. Nothing is changed, and no mail is sent.
"""

from __future__ import annotations

import ctypes
import shutil
import smtplib
import socket
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from http import HTTPStatus
from http.client import HTTPException, HTTPSConnection
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.checks import ERROR, run_checks
from django.core.mail import get_connection
from django.db import DatabaseError, connection
from django.db.models import Min
from django.utils import timezone

from games.clock.heartbeats import ASIDE
from games.models import Player
from games.uptime import outages
from notifications.accounts import joining
from notifications.inbound.authentication.dns import Resolver
from notifications.inbound.authentication.dns_records import Light, check, setup_of_settings
from notifications.models import InboundMail, OutboundMail
from seeds import health, schema
from seeds.embedded import broker_answers
from seeds.environment import is_loopback
from seeds.processes import scheduling

GIB = 2**30
LEAST_FREE, LITTLE_FREE = 1 * GIB, 5 * GIB  # bytes of the disk on which SEEDS_VAR lies
CLOCKS_DIFFER = timedelta(seconds=5)
LONGEST_WAIT = timedelta(hours=1)  # of a mail in either direction
DNS_SECONDS = 30.0
PROXY_SECONDS = 10.0
TIME_ERROR = 5  # what adjtimex(2) returns while nothing keeps the clock


class Verdict(StrEnum):
    """How something stands."""

    GOOD = "good"
    POOR = "poor"  # works, but look at it
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found about a subject, and what to do about it."""

    verdict: Verdict
    subject: str
    sentence: str


def examine(now: datetime) -> Iterator[Finding]:
    """All findings, one check after another. Without a database only what needs none is looked at."""
    database = list(_database(now))
    yield from database
    has_tables = all(finding.verdict == Verdict.GOOD for finding in database)
    for examination in (*ALWAYS, *(WITH_TABLES if has_tables else ())):
        yield from examination(now)


def _database(now: datetime) -> Iterator[Finding]:
    try:
        behind, reason = schema.is_behind(), schema.reason_against(connection)
    except DatabaseError as error:
        yield _bad("database", f"The database does not answer: {_line(error)}. Start it, or correct DATABASE_URL.")
        return
    if reason:
        yield _bad("database", reason)
        return
    if behind:
        yield _bad("database", "Its tables are older than this version. Run manage.py migrate.")
        return
    yield _good("database", f"{connection.vendor} answers, and its tables are those of this version.")


def _settings(now: datetime) -> Iterator[Finding]:
    errors = [message for message in run_checks(databases=["default"]) if message.level >= ERROR]
    yield from (_bad("settings", f"{error.msg} {error.hint or ''}".strip()) for error in errors)
    if settings.PRODUCTION:
        if not settings.BEHIND_PROXY:
            yield _poor("settings", "BEHIND_PROXY is off: set it to 1 if a reverse proxy adds TLS.")
        missing = [name for name in ("PRIVACY_FILE", "IMPRINT_FILE") if not getattr(settings, name)]
        if missing:
            yield _poor("settings", f"There is no page for {' and '.join(missing)}. Many countries ask for both.")
        if not errors:
            yield _good("settings", f"These are the settings of a public installation at {settings.SITE_URL}.")
    elif not errors:
        yield _good(
            "settings",
            "These are the settings for a trial on this machine. To serve other people, set CLUB=1 or PRODUCTION=1.",
        )


def _disk(now: datetime) -> Iterator[Finding]:
    usage = shutil.disk_usage(settings.VAR)
    described = f"{usage.free / GIB:.1f} GiB are free on the disk of {settings.VAR}."
    if usage.free < LEAST_FREE:
        yield _bad("disk", f"{described} Free some space: on a full disk, moves and mail are refused.")
    elif usage.free < LITTLE_FREE:
        yield _poor("disk", f"{described} Free some space soon.")
    else:
        yield _good("disk", described)


def _clock(now: datetime) -> Iterator[Finding]:
    try:
        is_kept = ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(512)) != TIME_ERROR
    except (AttributeError, OSError):
        yield _poor("clock", "This system does not say whether a time service sets the clock. Check it yourself.")
    else:
        if is_kept:
            yield _good("clock", "A time service sets the clock of this machine.")
        else:
            yield _poor("clock", "No time service sets the clock of this machine. Start one (NTP, chrony).")


def _broker(now: datetime) -> Iterator[Finding]:
    if not settings.REDIS_URL:
        yield _good("broker", "./bin/serve runs its own.")
    elif broker_answers(settings.REDIS_URL):
        yield _good("broker", "It answers.")
    else:
        yield _bad(
            "broker",
            "The broker does not answer. Start it, or correct REDIS_URL. Meanwhile, moves can still be played.",
        )


def _names(now: datetime) -> Iterator[Finding]:
    if is_loopback(settings.SITE_HOST):
        yield _good("DNS", f"{settings.SITE_HOST} is this machine, so there is nothing to look up.")
        return
    try:
        addresses = {str(found[4][0]) for found in socket.getaddrinfo(settings.SITE_HOST, 443)}
    except OSError as error:
        yield _bad("DNS", f"{settings.SITE_HOST} has no address ({_line(error)}). Publish an A or AAAA record.")
    else:
        yield _good("DNS", f"{settings.SITE_HOST} is {', '.join(sorted(addresses))}.")
    try:
        setup = setup_of_settings()
    except ValueError as error:
        yield _bad("DNS", f"MAIL_DKIM_KEY_FILE: {error}")
        return
    verdicts = {Light.GOOD: Verdict.GOOD, Light.POOR: Verdict.POOR}
    for finding in check(setup, Resolver(DNS_SECONDS)):
        yield Finding(verdicts.get(finding.light, Verdict.BAD), finding.subject, finding.sentence)


def _proxy(now: datetime) -> Iterator[Finding]:
    """Whether a caller can contradict the proxy: then a page that is asked for by HTTPS leads there."""
    site = urlsplit(settings.SITE_URL)
    if not settings.BEHIND_PROXY or site.scheme != "https":
        return
    line = HTTPSConnection(site.hostname or "", site.port, timeout=PROXY_SECONDS)
    try:
        line.request("HEAD", "/robots.txt", headers={"X_Forwarded_Proto": "http"})
        status = line.getresponse().status
    except (OSError, HTTPException) as error:
        yield _poor("proxy", f"{settings.SITE_URL} cannot be reached from here: {_line(error)}.")
    else:
        if status == HTTPStatus.MOVED_PERMANENTLY:
            yield _bad(
                "proxy",
                "It passes headers with underscores on, such as X_Forwarded_For, by which callers contradict it and "
                "pass every limit. Have it remove them: docs/operating.md shows how.",
            )
        else:
            yield _good("proxy", "It answers, and removes headers with underscores.")
    finally:
        line.close()


def _mail_out(now: datetime) -> Iterator[Finding]:
    if not settings.EMAIL_URL.startswith("smtp"):
        yield _good("mail out", f"Mails become files in {settings.EMAIL_FILE_PATH}. Set EMAIL_URL to send them.")
        return
    server = f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
    try:
        host = get_connection()
        host.open()
        host.close()
    except (OSError, smtplib.SMTPException) as error:
        yield _bad(
            "mail out",
            f"{server} does not accept our mail: {_line(error)}. Correct EMAIL_URL, or ask the operator of the server.",
        )
    else:
        yield _good("mail out", f"{server} accepts our sign-in.")


def _mail_in(now: datetime) -> Iterator[Finding]:
    ways = {"SMTP": health.ask_mail_smtp}
    if settings.MAIL_LMTP_HOST:
        ways["LMTP"] = health.ask_mail_lmtp
    if settings.IMAP_URL:
        ways["IMAP"] = health.ask_mail_imap
    unwell = {}
    for name, question in ways.items():
        try:
            question()
        except health.UnwellError as error:
            unwell[name] = str(error)
    if len(unwell) == len(ways):
        yield from (
            _bad("mail in", f"{sentence} Start it; docs/mail.md describes every way to receive mail.")
            for sentence in unwell.values()
        )
    else:
        yield _good("mail in", f"Mail is received by: {', '.join(name for name in ways if name not in unwell)}.")


def _parts(now: datetime) -> Iterator[Finding]:
    if not outages.parts().exists():
        yield _bad("processes", "No process has sent a heartbeat here yet. Start the service.")
        return
    silent = outages.silent(now)
    for beat in silent:
        name = beat.name.removeprefix(ASIDE)
        yield _bad(
            "processes", f"{name} has sent no heartbeat since {beat.at:%H:%M UTC on %-d %B}. Start it, or read its log."
        )
    if not silent:
        yield _good("processes", "All processes send heartbeats.")
    if not outages.is_clock_believed():
        yield _bad(
            "clock",
            "The clock was changed, so nobody can lose on time. Correct it, or accept it with manage.py believe_clock.",
        )


def _sweeps(now: datetime) -> Iterator[Finding]:
    if late := scheduling.late_sweeps():
        yield _bad("sweeps", f"Not done in time: {', '.join(late)}. Read the logs of beat and of the workers.")
    else:
        yield _good("sweeps", "All periodic work was done in time.")


def _database_clock(now: datetime) -> Iterator[Finding]:
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (there,) = cursor.fetchone()
    apart = abs(there - timezone.now())  # the other examinations have taken their time
    if apart > CLOCKS_DIFFER:
        described = f"The database server's clock differs by {apart.total_seconds():.0f} seconds."
        yield _bad("clock", f"{described} Use a time service for both.")


def _queues(now: datetime) -> Iterator[Finding]:
    out = OutboundMail.objects.filter(state=OutboundMail.State.WAITING, due_at__lte=now)
    waiting_in = InboundMail.objects.filter(state=InboundMail.State.WAITING)
    for subject, oldest, advice in (
        ("outbox", out.aggregate(at=Min("due_at"))["at"], "The log of mail-out says why."),
        ("inbox", waiting_in.aggregate(at=Min("received_at"))["at"], "The log of mail-in says why."),
    ):
        if oldest is not None and now - oldest > LONGEST_WAIT:
            yield _bad(subject, f"A mail has been waiting since {oldest:%H:%M UTC on %-d %B}. {advice}")
        else:
            yield _good(subject, "No mail has been waiting for more than an hour.")


def _joining(now: datetime) -> Iterator[Finding]:
    if not joining.needs_code():
        yield _good("joining", "Everybody can join.")
        return
    makers = Player.objects.filter(is_active=True, is_bot=False, is_guest=False, owner=None)
    if settings.REGISTRATION == joining.Registration.BY_STAFF:
        makers = makers.filter(is_staff=True)
    if makers.exists() or joining.open_codes(now).exists():
        yield _good("joining", f"People with an invitation can join ({settings.REGISTRATION}).")
    else:
        yield _poor("joining", "Nobody can join: no invitation is open, and nobody can make one. Run manage.py invite.")


def _good(subject: str, sentence: str) -> Finding:
    return Finding(Verdict.GOOD, subject, sentence)


def _poor(subject: str, sentence: str) -> Finding:
    return Finding(Verdict.POOR, subject, sentence)


def _bad(subject: str, sentence: str) -> Finding:
    return Finding(Verdict.BAD, subject, sentence)


def _line(error: Any) -> str:
    """The first line of an error, without a full stop."""
    return str(error).strip().partition("\n")[0].rstrip(".") or type(error).__name__


Examination = Callable[[datetime], Iterable[Finding]]
ALWAYS: tuple[Examination, ...] = (_settings, _disk, _clock, _broker, _names, _proxy, _mail_out)
WITH_TABLES: tuple[Examination, ...] = (_mail_in, _parts, _sweeps, _database_clock, _queues, _joining)
