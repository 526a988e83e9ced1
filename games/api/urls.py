"""Addresses of REST, mounted below ``/api/v1/``."""

from __future__ import annotations

from django.urls import include, path
from rest_framework.routers import SimpleRouter

from games.api import (
    absence,
    bots,
    choices,
    conversation,
    drafts,
    moderation,
    plans,
    players,
    proposals,
    records,
    views,
)
from games.api.action_views import operation
from games.api.feed import views as feed_views
from games.api.requests import caller
from games.timekeeping.actions import BOOK, CANCEL
from ground.features import addresses

app_name = "games-api"

router = SimpleRouter(use_regex_path=False)
router.register("games", views.GamesViewSet, basename="game")
router.register("proposals", proposals.ProposalsViewSet, basename="proposal")
router.register("submissions", views.SubmissionsViewSet, basename="submission")
router.register("outages", absence.OutagesViewSet, basename="outage")
router.register("moderation/reports", moderation.WaitingReportsViewSet, basename="waiting-report")
router.register("moderation/log", moderation.DecisionsViewSet, basename="decision")
router.register("bots", bots.BotsViewSet, basename="bot")
router.register("players", players.PlayersViewSet, basename="player")

urlpatterns = [
    path("players/me/", players.MeView.as_view(), name="me"),
    path("players/me/calendar/", absence.CalendarView.as_view(), name="calendar"),
    path("players/me/leave/", operation(BOOK, caller, beside=absence.LeaveView), name="leave"),
    path("players/me/leave/cancel/", operation(CANCEL, caller), name="cancel_leave"),
    path("players/me/blocks/", moderation.BlocksView.as_view(), name="blocks"),
    path("players/me/blocks/<str:username>/", moderation.UnblockView.as_view(), name="unblock"),
    path("reports/", moderation.ReportsView.as_view(), name="reports"),
    path("moderation/players/<str:username>/", moderation.ModeratedPlayerView.as_view(), name="moderated_player"),
    path("records/", records.RecordsView.as_view(), name="records"),
    path("records/keys/", records.RecordKeysView.as_view(), name="record-keys"),
    path("seals/", proposals.SealsView.as_view(), name="seals"),
    path("rules/", views.RulesView.as_view(), name="rules"),
    path("games/<int:pk>/moves/", choices.MovesView.as_view(), name="moves"),
    path("games/<int:pk>/steps/", choices.StepsView.as_view(), name="steps"),
    path("games/<int:pk>/draft/", drafts.DraftView.as_view(), name="draft"),
    path("games/<int:pk>/plan/", plans.PlanView.as_view(), name="plan"),
    path("games/<int:pk>/plan/preview/", plans.PlanPreviewView.as_view(), name="plan-preview"),
    path("players/me/feed/", feed_views.PlayerFeedView.as_view(), name="player-feed"),
    path("players/me/feed/stream/", feed_views.PlayerStreamView.as_view(), name="player-stream"),
    path("lobby/feed/", feed_views.LobbyFeedView.as_view(), name="lobby-feed"),
    path("lobby/feed/stream/", feed_views.LobbyStreamView.as_view(), name="lobby-stream"),
    path("games/<int:pk>/feed/", feed_views.GameFeedView.as_view(), name="game-feed"),
    path("games/<int:pk>/feed/stream/", feed_views.GameStreamView.as_view(), name="game-stream"),
    path("games/<int:pk>/talk/", conversation.TalkView.as_view(), name="talk"),
    path("games/<int:pk>/mute/", conversation.MuteView.as_view(), name="mute"),
    path("games/<int:pk>/note/", conversation.NoteView.as_view(), name="note"),
    path("games/<int:pk>/watch/", conversation.WatchView.as_view(), name="watch"),
    *(path(f"games/<int:pk>/{slug}/", view, name=f"game-{slug}") for slug, view in views.GAME_ACTIONS.items()),
    *proposals.ADDRESSES,
    path("", include(router.urls)),
    *addresses("rest", "GAME_OPERATIONS"),
]
