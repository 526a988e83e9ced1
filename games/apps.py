"""The app that keeps games."""

from __future__ import annotations

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from games.play import house_players  # models are there only now

        post_migrate.connect(house_players.make_accounts, sender=self)
