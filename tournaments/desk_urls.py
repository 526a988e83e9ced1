"""Addresses of what players and directors do about events; part of ``urls``."""

from __future__ import annotations

from django.urls import path

from tournaments import console, entry_views

urlpatterns = [
    path("new/", console.choose, name="choose"),
    path("new/<slug:rules>/", console.choose, name="new"),
    path("new/<slug:rules>/<slug:form>/", console.new, name="new_event"),
    path("<slug:slug>/edit/", console.edit, name="edit"),
    path("<slug:slug>/console/", console.console, name="console"),
    path("<slug:slug>/console/<slug:deed>/", console.deed, name="deed"),
    path("<slug:slug>/manage/<slug:what>/", console.manage, name="manage"),
    path("<slug:slug>/open/", entry_views.open_entries, name="open"),
    path("<slug:slug>/start/", entry_views.start, name="start"),
    path("<slug:slug>/enter/", entry_views.enter, name="enter"),
    path("<slug:slug>/standby/", entry_views.standby, name="standby"),
    path("<slug:slug>/stay/", entry_views.stay, name="stay"),
    path("<slug:slug>/leave/", entry_views.leave, name="leave"),
    path("<slug:slug>/sit-out/", entry_views.sit_out, name="sit_out"),
    path("<slug:slug>/play-after-all/", entry_views.play_after_all, name="play_after_all"),
    path("<slug:slug>/come-back/", entry_views.come_back, name="come_back"),
    path("<slug:slug>/challenge/", entry_views.challenge, name="challenge"),
    path("<slug:slug>/withdraw/", entry_views.withdraw, name="withdraw"),
]
