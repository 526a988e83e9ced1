"""The records of the domain name system that mail needs."""

from __future__ import annotations

import sys
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from notifications.inbound.authentication.dns import Resolver
from notifications.inbound.authentication.dns_records import Light, Setup, check, records, setup_of_settings

PATIENCE_SECONDS = 60.0


class Command(BaseCommand):
    help = (
        "Print the DNS records that mail needs. With --check, say which exist; the exit status is 1 if one is missing."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--domain", help="the domain in From; that of MAIL_FROM by default")
        parser.add_argument(
            "--mail-host", help="the host that receives mail for MAIL_DOMAIN; mx.MAIL_DOMAIN by default"
        )
        parser.add_argument("--ip", default="", help="the address from which this machine sends mail, if it does")
        parser.add_argument("--helo", default="", help="the name that it gives in HELO; the mail host by default")
        parser.add_argument(
            "--check", action="store_true", help="compare with the records that the name servers publish"
        )

    def handle(self, *args: Any, domain: str | None, mail_host: str | None, **options: Any) -> None:
        mail_domain = "" if settings.MAIL_BOX else settings.MAIL_DOMAIN
        mail_host = mail_host or (f"mx.{mail_domain}" if mail_domain and not options["check"] else "")
        try:
            setup = setup_of_settings(domain=domain or "", mail_host=mail_host, ip=options["ip"], helo=options["helo"])
        except ValueError as error:
            raise CommandError(f"MAIL_DKIM_KEY_FILE: {error}") from error
        if options["check"]:
            self._check(setup)
        else:
            self._print(setup)

    def _print(self, setup: Setup) -> None:
        for record in records(setup):
            self.stdout.write(f"; {record.why}{' (optional)' if record.is_optional else ''}\n{record}\n")
        self.stdout.write("Publish them, then run this command with --check. See docs/mail.md for details.")

    def _check(self, setup: Setup) -> None:
        findings = list(check(setup, Resolver(PATIENCE_SECONDS)))
        for finding in findings:
            self.stdout.write(f"{finding.light:8} {finding.subject}: {finding.sentence}")
        if any(finding.light in (Light.MISSING, Light.UNKNOWN) for finding in findings):
            sys.exit(1)
