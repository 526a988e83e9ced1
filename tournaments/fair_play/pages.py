"""The moderators' page about fair play."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_GET

from games.web.moderation.console import for_moderators
from ground.lists import Row
from tournaments.fair_play import words as sentences
from tournaments.fair_play.clock_use import clock_use
from tournaments.fair_play.devices import shared_devices
from tournaments.fair_play.findings import LOOKED_BACK, Finding, played_since
from tournaments.fair_play.rating_trades import rating_trades
from tournaments.fair_play.thrown_games import thrown_games


@dataclass(frozen=True, slots=True)
class Part:
    """The findings of a kind; ``about`` says how they are found."""

    slug: str
    title: str
    about: str
    rows: list[Row]


@require_GET
@for_moderators
def fair_play(request: HttpRequest) -> HttpResponse:
    """Findings with their reasons, numbers and games. What they mean is for moderators to decide."""
    now = timezone.now()
    games = played_since(now)
    parts = [
        Part(
            "devices", gettext("Shared devices and addresses"),
            gettext("Families and clubs share them, too."), _rows(shared_devices(games, now=now)),
        ),
        Part(
            "thrown", gettext("Games that may have been thrown"),
            gettext("Resigned early or while ahead, or won against the ratings."), _rows(thrown_games(games)),
        ),
        Part(
            "trades", gettext("Pairs that may exchange results"),
            gettext("Players with few opponents look like this, too."), _rows(rating_trades(games)),
        ),
        Part(
            "clocks", gettext("Clocks that may have been abused"),
            gettext("Slow only at the end of lost games, leave in them, moves taken back, warnings that never arrive."),
            _rows(clock_use(games, now=now)),
        ),
    ]  # fmt: skip
    return render(request, "fair_play/fair_play.html", {"parts": parts, "days": LOOKED_BACK.days})


def _rows(findings: Iterable[Finding]) -> list[Row]:
    return [
        {
            "players": sentences.links(
                [(reverse("games:moderated_player", args=[name]), name) for name in finding.players]
            ),
            "reasons": finding.reasons,
            "games": sentences.links(
                [(reverse("games:game", args=[pk]), gettext("game {number}").format(number=pk)) for pk in finding.games]
            ),
        }
        for finding in findings
    ]


SITE_PAGES = [path("moderation/fair-play/", fair_play, name="fair-play")]
