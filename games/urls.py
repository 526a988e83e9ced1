"""Addresses of the games' pages."""

from __future__ import annotations

from django.urls import path, re_path

from games.web import absence, account, analysis, conversation, game, guide, lists, lobby, pictures, plans, records
from games.web.moderation import console
from games.web.moderation import players as moderation_players
from ground.features import addresses

app_name = "games"

urlpatterns = [
    path("", lists.home, name="home"),
    path("games/", lists.games, name="games"),
    path("games/<int:pk>/", game.game, name="game"),
    path("games/<int:pk>/play/", game.play, name="play"),
    re_path(
        r"^games/(?P<pk>[0-9]{1,18})/(?P<verb>resign|draw|abandon|undo|cancel|accept|decline)/$",
        game.action,
        name="action",
    ),
    path("games/<int:pk>/standing-answer/", plans.standing_answer, name="standing_answer"),
    path("games/<int:pk>/boards/", pictures.boards, name="boards"),
    path("games/<int:pk>/analysis/", analysis.analysis, name="analysis"),
    path("games/<int:pk>/plan/", plans.plan, name="plan"),
    path("games/<int:pk>/say/", conversation.say, name="say"),
    path("games/<int:pk>/mute/", conversation.mute, name="mute"),
    path("games/<int:pk>/note/", conversation.note, name="note"),
    path("games/<int:pk>/watch/", conversation.watch, name="watch"),
    path("games/<int:pk>/log/", game.game_log, name="log"),
    re_path(r"^games/(?P<pk>[0-9]{1,18})/record\.(?P<ending>txt|json|ap\.json)$", records.record, name="record"),
    path("games/<int:pk>/dice/", records.dice, name="dice"),
    path("games/<int:pk>/board.svg", pictures.board, name="board"),
    path("games/<int:pk>/small.svg", pictures.small_board, name="small_board"),
    re_path(
        r"^players/(?P<username>[^/]+)/games\.(?P<ending>txt|jsonl|ap\.jsonl)$",
        records.player_records,
        name="player_records",
    ),
    path("records/", records.look, name="look"),
    re_path(r"^records/games\.(?P<ending>txt|jsonl|ap\.jsonl)\.gz$", records.all_games, name="all_games"),
    path("records/keys.txt", records.keys, name="record_keys"),
    path("players/<str:username>/", lists.player, name="player"),
    path("bots/", lists.bots, name="bots"),
    path("lobby/", lobby.lobby, name="lobby"),
    path("lobby/house/", lobby.play_house, name="play_house"),
    path("lobby/open/", lobby.play_me, name="play_me"),
    path("lobby/new/<str:rules>/", lobby.propose, name="propose"),
    path("lobby/<int:pk>/", lobby.proposal, name="proposal"),
    path("lobby/<int:pk>/accept/", lobby.accept, name="accept"),
    path("lobby/<int:pk>/decline/", lobby.decline, name="decline"),
    path("lobby/<int:pk>/withdraw/", lobby.withdraw, name="withdraw"),
    path("submissions/", lists.submissions, name="submissions"),
    path("settings/", account.settings, name="settings"),
    path("settings/calendar/", absence.calendar, name="calendar"),
    path("settings/leave/", absence.leave, name="leave"),
    path("settings/leave/cancel/", absence.cancel_leave, name="cancel_leave"),
    path("outages/", absence.outage_list, name="outages"),
    path("conduct/", moderation_players.conduct, name="conduct"),
    path("report/", moderation_players.report, name="report"),
    path("settings/blocks/", moderation_players.block_list, name="blocks"),
    path("moderation/", console.queue, name="moderation"),
    path("moderation/log/", console.log, name="moderation_log"),
    path("moderation/log/<int:pk>/revert/", console.revert, name="revert_moderation"),
    path("moderation/reports/<int:pk>/", console.report, name="moderation_report"),
    path("moderation/players/<str:username>/", console.player, name="moderated_player"),
    path("rules/", guide.all_rules, name="all_rules"),
    path("rules/<slug:slug>/", guide.rules, name="rules"),
    path("rules/<slug:slug>/board.svg", pictures.sample_board, name="sample_board"),
    path("credits/", guide.credits_page, name="credits"),
    path("help/", guide.help_page, name="help"),
    *addresses("pages", "GAME_PAGES"),
]
