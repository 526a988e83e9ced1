"""The digest: every game that waits for its reader, the urgent ones first, and what else has happened."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.utils.translation import gettext, ngettext

from games.models import Game
from games.play import queries
from ground.wording import time_in_words
from notifications.addresses import preferences
from notifications.addresses.unsubscribing import DIGEST
from notifications.choices.topics import Pace, Topic
from notifications.models import OutboundMail
from notifications.outbound.messages.base import Message, NotWanted, short_lines
from notifications.outbound.messages.games import Turn, waiting_line
from notifications.outbound.messages.kinds import KINDS_FOR_DIGESTS

MOST_GAMES = 40
MOST_BOARDS = 16_000  # characters of boards: text and HTML have them both, and programs clip what is above 100 kB
MOST_PICTURES = 12
MOST_NEWS = 40
MOST_HAPPENED = 5  # lines of what happened in one game


class Digest(Message):
    """One mail for everything that waited for the reader's hour. Its own address serves all games."""

    kind = OutboundMail.Kind.DIGEST

    @property
    def unsubscribes(self) -> str:
        return DIGEST

    @cached_property
    def waiting(self) -> list[Game]:
        """The games in which it is the reader's turn, but those that were switched off."""
        chosen = preferences.preferences_of(self.reader.pk, Topic.TURNS)
        return [game for game in queries.games_to_move(self.reader) if chosen.pace(game.pk) != Pace.OFF]

    @cached_property
    def news(self) -> list[dict[str, Any]]:
        """What else was kept for this digest, in the words of its own mails: those that still hold."""
        described = []
        for mail in OutboundMail.objects.filter(pk__in=self.mail.context.get("news", [])).order_by("pk"):
            about = KINDS_FOR_DIGESTS[mail.kind](mail, self.now)
            try:
                about.check_wanted()
            except NotWanted:
                continue
            described.append({"lines": short_lines(about.in_digest, 200), "link": about.link})
        return described

    def check_wanted(self) -> None:
        if not self.waiting and not self.news:
            raise NotWanted(gettext("There is nothing left to report."))

    @property
    def headline(self) -> str:
        number = len(self.waiting)
        if not number:
            return gettext("No game waits for you. This has happened:")
        return ngettext("{count} game waits for you.", "{count} games wait for you.", number).format(count=number)

    @property
    def subject(self) -> str:
        return (
            gettext("Your games: {partition}").format(partition=self.headline.partition(".")[0])
            if self.waiting
            else gettext("Your games: what has happened")
        )

    @cached_property
    def shown(self) -> dict[int, str]:
        """The games whose boards are pictures, with the names of these: the most urgent one, or many."""
        most = MOST_PICTURES if preferences.preference_of(self.reader.pk).board_sheet else 1
        return {game.pk: f"board-{game.pk}" for game in self.waiting[:most]}

    @property
    def pictures(self) -> dict[str, str]:
        games = [game for game in self.waiting if game.pk in self.shown]
        return {self.shown[game.pk]: game.game_rules.svg(game.load_position()) for game in games}

    def happened(self, game: Game) -> list[str]:
        """What others have done in a game since the reader's last move: the newest lines."""
        about = Turn(OutboundMail(kind=OutboundMail.Kind.TURN, reader=self.reader, game=game, ply=game.ply), self.now)
        return about.happened()[-MOST_HAPPENED:]

    def values(self) -> dict[str, Any]:
        games, room = [], MOST_BOARDS
        for game in self.waiting[:MOST_GAMES]:
            position = game.load_position()
            board = game.game_rules.text(position).rstrip()
            room -= len(board)
            games.append(waiting_line(game, self.reader) | {
                "board": board.splitlines() if room > 0 else [],
                "picture": self.shown.get(game.pk, ""),
                "in_words": game.game_rules.describe(position) if game.pk in self.shown else "",
                "happened": self.happened(game),
                "left": time_in_words(game.deadline - self.now) if game.deadline and game.deadline > self.now else "",
            })  # fmt: skip
        return {
            "headline": self.headline,
            "games": games,
            "more": max(0, len(self.waiting) - MOST_GAMES),
            "news": self.news[:MOST_NEWS],
            "more_news": max(0, len(self.news) - MOST_NEWS),
            "link": "",  # the site itself, at the foot
        }
