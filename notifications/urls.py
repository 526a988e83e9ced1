"""Addresses of the pages about mail, accounts and programs."""

from __future__ import annotations

from django.urls import path

from notifications.web import (
    accounts,
    bots,
    confirmation,
    integrations,
    joining,
    keys,
    mail_events,
    sharing,
    status,
    views,
)

app_name = "notifications"

urlpatterns = [
    path("status/", status.status, name="status"),
    path("settings/mail/", views.mail_preferences, name="mail_preferences"),
    path("settings/mail/recheck/", views.recheck, name="recheck"),
    path("settings/integrations/", integrations.integrations, name="integrations"),
    path("push/", integrations.news, name="push_news"),
    path("settings/bots/", bots.bots, name="bots"),
    path("settings/keys/", keys.keys, name="keys"),
    path("settings/keys/<int:pk>/revoke/", keys.revoke, name="revoke_key"),
    path("settings/invitations/", joining.invitations, name="invitations"),
    path("settings/invitations/<int:pk>/withdraw/", joining.withdraw, name="withdraw_invitation"),
    path("settings/account/", accounts.account, name="account"),
    path("settings/account/download/", accounts.download, name="download"),
    path("settings/account/close/", accounts.close, name="close"),
    path("settings/sign-ins/<int:pk>/end/", accounts.end_session, name="end_session"),
    path("feeds/<str:letters>/moves.atom", integrations.feed_moves, name="feed_moves"),
    path("feeds/<str:letters>/games/<int:pk>.atom", integrations.feed_game, name="feed_game"),
    path("feeds/<str:letters>/deadlines.ics", integrations.feed_deadlines, name="feed_deadlines"),
    path("games/<int:pk>/board.png", sharing.share, name="share"),
    path("events/<slug:slug>/divisions/<int:division>/table.png", sharing.share_table, name="share_table"),
    path("mail/on/<str:code>/", views.switch_on, name="switch_on"),
    path("settings/mail/games/<int:pk>/", views.game_preferences, name="game_preferences"),
    path("settings/mail/events/<slug:slug>/", views.event_preferences, name="event_preferences"),
    path("mail/off/<str:code>/", views.switch_off, name="switch_off"),
    path("mail/events/", mail_events.mail_events, name="mail_events"),
    path("mail/confirm/<str:code>/", confirmation.confirm, name="confirm"),
]
