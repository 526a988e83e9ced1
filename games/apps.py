"""The app that keeps games."""

from __future__ import annotations

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.core.checks import Tags, register
from django.db.models.signals import post_delete, post_migrate, pre_migrate
from django.utils.translation import gettext, ngettext

from ground import append_only, triggers, wording


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from allauth.account.signals import password_changed, password_reset, password_set

        from games.accounts import login_traces, sessions, sign_in_log  # models are there only now
        from games.feed import changes
        from games.feed import receivers as feed
        from games.lobby import proposals
        from games.moderation import decisions
        from games.play import house_players
        from games.signals import access_ended, game_advanced, player_moderated, proposal_changed, remark_made

        wording.translate_with(gettext, ngettext)

        pre_migrate.connect(triggers.remove_before_migrate, sender=self)
        post_migrate.connect(triggers.install_after_migrate, sender=self)
        shown_of_player = ("username", "time_zone", "calendar", "is_bot", "is_guest", "owner", "about", "is_active")
        changes.watch("games.Player", *shown_of_player, "versions")
        changes.watch("games.Game", "title", "rated", "holds", "pause_rules", "agreements", "status")
        changes.watch("games.Seat", "player")
        changes.watch("games.Remark", "text")
        changes.watch("games.Erasure")
        sign_in_log.connect()
        register(append_only.check_triggers, Tags.database)
        post_migrate.connect(house_players.make_accounts, sender=self)
        post_migrate.connect(decisions.make_group, dispatch_uid="games.make_group")
        player_moderated.connect(proposals.withdraw_proposals, dispatch_uid="games.withdraw_proposals")
        game_advanced.connect(feed.write_advance, dispatch_uid="games.feed.advance")
        remark_made.connect(feed.write_remark, dispatch_uid="games.feed.remark")
        access_ended.connect(feed.write_end_of_access, dispatch_uid="games.feed.access")
        user_logged_out.connect(feed.end_streams_of_browser, dispatch_uid="games.feed.sign_out")
        post_delete.connect(feed.end_streams_of_session, sender="usersessions.UserSession")
        password_changed.connect(feed.end_other_sessions, dispatch_uid="games.feed.password_changed")
        password_reset.connect(feed.end_other_sessions, dispatch_uid="games.feed.password_reset")
        password_set.connect(feed.end_other_sessions, dispatch_uid="games.feed.password_set")
        proposal_changed.connect(feed.write_proposal, dispatch_uid="games.feed.proposal")
        user_logged_in.connect(login_traces.trace_login)
        user_logged_in.connect(sessions.note_start)
