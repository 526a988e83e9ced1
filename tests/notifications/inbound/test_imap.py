"""One mailbox at a hoster, for real: dovecot on loopback takes the mail in, we collect it by IMAP."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as project
from django.utils import timezone
from imap_tools import BaseMailBox

from games.models import Game, Heartbeat
from notifications.inbound import imap
from notifications.models import InboundMail
from seeds import embedded
from tests.notifications import dovecot
from tests.notifications.dovecot import Dovecot, running_dovecot
from tests.notifications.inbound.test_door import answer
from tests.notifications.mailbox import Mailbox, PostOffice
from tests.service import wait_for

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not dovecot.PROGRAM, reason="dovecot is not installed (Debian: dovecot-imapd, dovecot-lmtpd)"),
]

BOX = f"{dovecot.USER}@{dovecot.DOMAIN}"


@pytest.fixture(scope="module")
def hoster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dovecot]:
    with running_dovecot(tmp_path_factory.mktemp("dovecot")) as running:
        yield running


@pytest.fixture
def box(hoster: Dovecot, settings: Any) -> Iterator[BaseMailBox]:
    """The mailbox, empty, as the settings name it."""
    settings.MAIL_BOX = BOX
    settings.IMAP_URL = f"imap://{dovecot.USER}:{dovecot.PASSWORD}@{embedded.LOOPBACK}:{hoster.imap_port}"
    settings.IMAP_TLS = False
    settings.IMAP_HOST, settings.IMAP_PORT = embedded.LOOPBACK, hoster.imap_port
    settings.IMAP_USER, settings.IMAP_PASSWORD = dovecot.USER, dovecot.PASSWORD
    with imap.open_mailbox() as opened:
        opened.delete(seen(opened))
        for name in (settings.IMAP_DONE, settings.IMAP_UNKNOWN):
            if opened.folder.exists(name):
                opened.folder.delete(name)
        yield opened


@pytest.fixture
def anna(box: BaseMailBox, anna: Mailbox) -> Mailbox:
    """Anna, whose mails name the mailbox."""
    return anna


def collect(box: BaseMailBox) -> int:
    return imap.MailboxPoller(box).collect(now=timezone.now())


def seen(box: BaseMailBox) -> list[str]:
    """The numbers of the mails in the folder, the newest too."""
    box.client.noop()
    return list(box.uids())


def lying_in(box: BaseMailBox, folder: str) -> int:
    """How many mails a folder holds."""
    return box.folder.status(folder, ["MESSAGES"])["MESSAGES"] if box.folder.exists(folder) else 0


def test_answer_in_the_mailbox_is_taken_in_played_and_moved_away(
    box: BaseMailBox, hoster: Dovecot, anna: Mailbox, office: PostOffice
) -> None:
    raw, to = answer(anna), anna.newest.reply_to
    assert to.startswith(f"{dovecot.USER}+turn-")
    assert to.endswith(f"@{dovecot.DOMAIN}")
    before = timezone.now()
    hoster.deliver(raw, to)
    taken = timezone.now()
    time.sleep(1.1)
    assert collect(box) == 1
    stored = InboundMail.objects.get()
    assert bytes(stored.raw).endswith(raw.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))
    assert (stored.source, stored.envelope_from) == ("imap", "anna@example.org")
    assert before - timedelta(seconds=1) < stored.received_at <= taken  # when the hoster took it, in whole seconds
    office.now = timezone.now()
    office.work()
    assert Game.objects.get().ply == 1
    assert (lying_in(box, "INBOX"), lying_in(box, "Done"), lying_in(box, "Unknown")) == (0, 1, 0)


def test_addressee_that_the_sender_wrote_is_no_recipient(box: BaseMailBox, hoster: Dovecot, anna: Mailbox) -> None:
    """A mail to the bare mailbox, or to an address that is none, goes to a folder and nowhere else; nobody is told."""
    assert anna.newest.reply_to in answer(anna).decode()
    hoster.deliver(answer(anna), BOX)
    hoster.deliver(answer(anna, "null e3"), f"{dovecot.USER}+turn-{'a' * 26}@{dovecot.DOMAIN}")
    assert collect(box) == 0
    assert not InboundMail.objects.exists()
    assert (lying_in(box, "INBOX"), lying_in(box, "Done"), lying_in(box, "Unknown")) == (0, 0, 2)


def test_mail_that_was_stored_and_not_moved_is_the_same_mail(box: BaseMailBox, hoster: Dovecot, anna: Mailbox) -> None:
    for number in range(3):
        hoster.deliver(answer(anna, f"null d3 {number}"), anna.newest.reply_to)
    box.copy(seen(box), "INBOX")
    assert collect(box) == 6
    assert InboundMail.objects.count() == 3
    assert lying_in(box, "Done") == 6


def test_mail_that_is_too_big_is_left_unread(box: BaseMailBox, hoster: Dovecot, anna: Mailbox) -> None:
    hoster.deliver(answer(anna) + b"x" * 70 + b"\r\n" * project.MAIL_MAX_BYTES, anna.newest.reply_to)
    assert collect(box) == 0
    assert lying_in(box, "Unknown") == 1


def test_folder_made_anew_is_read_from_its_start(
    box: BaseMailBox, hoster: Dovecot, anna: Mailbox, settings: Any
) -> None:
    """Numbers of mails begin again and mean other mails: UIDVALIDITY is another one."""
    settings.IMAP_FOLDER = "Play"
    validity = []
    for text in ("null d3", "null e3"):
        hoster.deliver(answer(anna, text), anna.newest.reply_to)
        if box.folder.exists("Play"):
            box.folder.delete("Play")
        box.folder.create("Play")
        box.move(seen(box), "Play")
        with imap.open_mailbox() as fresh:
            assert collect(fresh) == 1
        validity.append(box.folder.status("Play", ["UIDVALIDITY"])["UIDVALIDITY"])
    assert InboundMail.objects.count() == 2
    assert validity[0] != validity[1]


def test_sign_of_life_says_up_to_when_the_mailbox_was_read(box: BaseMailBox, anna: Mailbox) -> None:
    now = timezone.now()
    imap.MailboxPoller(box).collect(now=now)
    beat = Heartbeat.objects.get(name="mail intake by IMAP")
    assert (beat.at, beat.clear_until) == (now, now - imap.MARGIN)


def test_mailbox_that_is_away_gives_no_sign_of_life(anna: Mailbox, settings: Any) -> None:
    settings.IMAP_PORT = embedded.free_port()
    stop = threading.Event()
    threading.Timer(0.1, stop.set).start()
    imap.poll_mailbox(stop)
    assert not Heartbeat.objects.filter(name="mail intake by IMAP").exists()


def test_program_hears_of_a_mail_at_once_and_ends_when_asked(
    box: BaseMailBox, hoster: Dovecot, anna: Mailbox, file_database: Path, settings: Any
) -> None:
    process = subprocess.Popen(
        [sys.executable, project.ROOT / "manage.py", "mail_imap"],
        env={
            **os.environ,
            "DATABASE_URL": f"sqlite:///{file_database}",
            "DJANGO_SETTINGS_MODULE": "seeds.settings",
            "IMAP_URL": settings.IMAP_URL,
            "MAIL_BOX": BOX,
        },
        preexec_fn=embedded.end_with_parent(),
    )
    try:
        wait_for(lambda: Heartbeat.objects.filter(name="mail intake by IMAP").exists())
        hoster.deliver(answer(anna), anna.newest.reply_to)
        started = time.monotonic()
        wait_for(lambda: InboundMail.objects.exists())
        assert time.monotonic() - started < settings.IMAP_POLL_SECONDS, "it was found by looking, not by being called"
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
    finally:
        process.kill()
        process.wait(10)
