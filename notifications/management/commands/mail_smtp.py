"""Runs the SMTP server."""

from __future__ import annotations

import asyncio
import ssl
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from notifications.inbound import smtp


class Command(BaseCommand):
    help = "Receive mail by SMTP at MAIL_SMTP, until SIGTERM or Ctrl-C."
    requires_system_checks = ()  # they would load all pages of the site: 40 MB

    def handle(self, *args: Any, **options: Any) -> None:
        host, port = settings.MAIL_SMTP_HOST, settings.MAIL_SMTP_PORT

        def ready(place: str) -> None:
            self.stdout.write(f"The mail server listens at {place}.")
            self.stdout.flush()

        try:
            asyncio.run(smtp.serve(host, port, ready=ready))
        except ssl.SSLError as error:
            raise CommandError(f"MAIL_CERTIFICATE and MAIL_CERTIFICATE_KEY do not match: {error}") from None
