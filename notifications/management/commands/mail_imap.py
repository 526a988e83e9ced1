"""Collects mail from a mailbox."""

from __future__ import annotations

import signal
from threading import Event
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from notifications.inbound import imap


class Command(BaseCommand):
    help = "Collect mail from the mailbox of IMAP_URL, until SIGTERM or Ctrl-C."
    requires_system_checks = ()  # they would load all pages of the site: 40 MB

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="check once, report what was found, and exit")

    def handle(self, *args: Any, once: bool, **options: Any) -> None:
        if not settings.IMAP_URL:
            raise CommandError(
                "IMAP_URL is not set. It must name the mailbox, such as imaps://user:password@imap.hoster.example:993."
            )
        if once:
            with imap.open_mailbox() as box:
                taken = imap.MailboxPoller(box).collect(now=timezone.now())
            self.stdout.write(f"Mails received for players: {taken}.")
            return
        stop = Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        self.stdout.write(f"Mail is collected from {settings.IMAP_HOST}.")
        self.stdout.flush()
        imap.poll_mailbox(stop)
