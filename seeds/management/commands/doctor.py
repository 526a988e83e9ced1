"""Say how the service stands, and what to do about what is not well."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from seeds.monitoring.doctor import Verdict, examine


class Command(BaseCommand):
    help = (
        "Check settings, database, disk, clock, broker, DNS, incoming and outgoing mail, and processes, and say what "
        "to do. The exit status is 1 if something is bad. Changes nothing, and sends no mail."
    )
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        verdicts = set()
        for finding in examine(timezone.now()):
            verdicts.add(finding.verdict)
            self.stdout.write(f"{finding.verdict:5} {finding.subject}: {finding.sentence}")
        if Verdict.BAD in verdicts:
            sys.exit(1)
