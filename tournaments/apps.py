"""The app of events: who meets whom, matches, standings."""

from __future__ import annotations

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"

    def ready(self) -> None:
        from games.feed import changes, topics
        from games.signals import end_planned, game_advanced, leave_planned, match_agreed
        from tournaments import reporting
        from tournaments.receivers import note_ends, say_end, start_match, warn_of_events, write_growth
        from tournaments.signals import log_grown

        reporting.register_subjects()
        shown_of_event: tuple[str, ...] = (
            "name",
            "slug",
            "director",
            "about",
            "state",
            "entry",
            "most_entrants",
            "rating_from",
            "conditions",
            "layout",
        )
        shown_of_event += ("rating_to", "ruleset", "starts_at", "paused_at", "finished_at", "pause_rules", "rated")
        changes.watch("tournaments.Event", *shown_of_event)
        for model in ("Entrant", "Stage", "Division", "Round", "Fixture", "FixtureSeat", "FixtureGame", "MatchScore"):
            changes.watch(f"tournaments.{model}")
        changes.watch_for("event", "tournaments.Entrant", "status", "team_name", what=topics.ENTRANTS)
        changes.watch("tournaments.Club", "name")
        changes.watch("tournaments.Circuit", "name", "ended_at")
        changes.watch("tournaments.Circuit_events")
        for model in ("PlayerRating", "RatingRow"):
            changes.watch(f"tournaments.{model}")
        game_advanced.connect(note_ends, dispatch_uid="tournaments.note_ends")
        end_planned.connect(say_end, dispatch_uid="tournaments.say_end")
        match_agreed.connect(start_match, dispatch_uid="tournaments.start_match")
        log_grown.connect(write_growth, dispatch_uid="tournaments.write_growth")
        leave_planned.connect(warn_of_events, dispatch_uid="tournaments.warn_of_events")
