"""The app of events: who meets whom, matches, standings."""

from __future__ import annotations

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        from games.signals import game_advanced, leave_planned
        from tournaments import reporting
        from tournaments.receivers import note_ends, warn_of_events

        reporting.register_subjects()
        game_advanced.connect(note_ends, dispatch_uid="tournaments.note_ends")
        leave_planned.connect(warn_of_events, dispatch_uid="tournaments.warn_of_events")
