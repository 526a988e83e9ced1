"""The app that keeps games."""

from __future__ import annotations

from django.apps import AppConfig
from django.core.checks import Tags, register
from django.db.models.signals import post_migrate, pre_migrate

from games import append_only


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from games.play import house_players  # models are there only now

        pre_migrate.connect(append_only.remove_before_migrate, sender=self)
        post_migrate.connect(append_only.install_after_migrate, sender=self)
        register(append_only.check_triggers, Tags.database)
        post_migrate.connect(house_players.make_accounts, sender=self)
