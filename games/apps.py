"""The app that keeps games."""

from __future__ import annotations

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from games import opponents  # models are there only now

        post_migrate.connect(opponents.make_accounts, sender=self)
