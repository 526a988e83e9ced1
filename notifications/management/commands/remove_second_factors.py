"""Remove the second factors of a player who has lost all of them, after somebody has made sure who asks."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from allauth.mfa.models import Authenticator
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from games.models import Player
from notifications.accounts.notices import FACTORS_REMOVED, Origin, send_notice


class Command(BaseCommand):
    help = "Remove a player's passkeys, one-time codes and recovery codes, and notify all their confirmed addresses."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="the name of the player")

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        player = Player.objects.filter(username=options["name"].lower()).first()
        if player is None:
            raise CommandError(f"There is no player called {options['name']}.")
        removed, _ = Authenticator.objects.filter(user=player).delete()
        if not removed:
            raise CommandError(f"{player.username} has no second factor.")
        send_notice(player, FACTORS_REMOVED, Origin("the machine of the service", "none"), at=timezone.now())
        self.stdout.write(f"{player.username} can sign in with the password alone until they set up a new factor.")
