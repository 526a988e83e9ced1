"""Addresses of what players and directors do about events; part of ``urls``."""

from __future__ import annotations

from django.urls import path

from tournaments.web import action_pages, console, entries
from tournaments.web.desk import before_start, copies, entrant_lists, notes, overview, requests, rounds

urlpatterns = [
    path("desk/", overview.desk, name="desk"),
    path("new/", console.choose, name="choose"),
    path("new/templates/<int:template>/delete/", copies.delete_template, name="delete_template"),
    path("new/<slug:rules>/", console.choose, name="new"),
    path("new/<slug:rules>/<slug:form>/", console.new, name="new_event"),
    path("<slug:slug>/copy/", copies.copy, name="copy"),
    path("<slug:slug>/edit/", console.edit, name="edit"),
    path("<slug:slug>/delete/", console.delete, name="delete"),
    path("<slug:slug>/console/", console.console, name="console"),
    path("<slug:slug>/console/before-start/", before_start.before_start, name="before_start"),
    path("<slug:slug>/console/divisions/<int:division>/rounds/<int:number>/", rounds.round_page, name="round_in_play"),
    path("<slug:slug>/console/next-round/", console.next_round, name="next_round"),
    path("<slug:slug>/console/entrant-list/", entrant_lists.entrant_list, name="entrant_list"),
    path("<slug:slug>/console/notes/", notes.notes, name="notes"),
    path("<slug:slug>/console/notes/<int:note>/discard/", notes.delete, name="delete_note"),
    path("<slug:slug>/console/<slug:action>/", action_pages.action, name="action"),
    path("<slug:slug>/manage/<slug:what>/", console.manage, name="manage"),
    path("<slug:slug>/open/", entries.open_entries, name="open"),
    path("<slug:slug>/start/", entries.start, name="start"),
    path("<slug:slug>/enter/", entries.enter, name="enter"),
    path("<slug:slug>/standby/", entries.standby, name="standby"),
    path("<slug:slug>/stay/", entries.stay, name="stay"),
    path("<slug:slug>/leave/", entries.leave, name="leave"),
    path("<slug:slug>/sit-out/", entries.sit_out, name="sit_out"),
    path("<slug:slug>/play-after-all/", entries.play_after_all, name="play_after_all"),
    path("<slug:slug>/come-back/", entries.come_back, name="come_back"),
    path("<slug:slug>/challenge/", entries.challenge, name="challenge"),
    path("<slug:slug>/requests/", requests.requests, name="requests"),
    path("<slug:slug>/requests/<int:number>/take-back/", requests.take_back, name="take_back"),
    path("<slug:slug>/withdraw/", entries.withdraw, name="withdraw"),
]
