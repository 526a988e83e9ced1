"""Runs the LMTP server."""

from __future__ import annotations

import asyncio
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from notifications.inbound import smtp
from notifications.models import InboundMail


class Command(BaseCommand):
    help = "Receive mail by LMTP at MAIL_LMTP from your own mail host, until SIGTERM or Ctrl-C."
    requires_system_checks = ()  # they would load all pages of the site: 40 MB

    def handle(self, *args: Any, **options: Any) -> None:
        host, port = settings.MAIL_LMTP_HOST, settings.MAIL_LMTP_PORT
        if not host:
            raise CommandError("MAIL_LMTP is not set. It must say where to listen, such as 127.0.0.1:8024.")

        def ready(place: str) -> None:
            self.stdout.write(f"The LMTP server listens at {place}.")
            self.stdout.flush()

        asyncio.run(smtp.serve(host, port, source=InboundMail.Source.LMTP, ready=ready))
