"""Mails about games that the reader watches, and about remarks for which no other mail would come."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext, gettext_noop

from games.conversation.remarks import is_muted
from games.conversation.watching import watch_of
from games.models import GameEvent
from games.play import queries
from notifications.choices.topics import Topic
from notifications.models import OutboundMail
from notifications.outbound.messages.base import NotWanted
from notifications.outbound.messages.game_base import GameMessage
from notifications.outbound.messages.games import Result

Kind = OutboundMail.Kind


class Watched(GameMessage):
    """A game that the reader watches has moved on, or is over."""

    kind = Kind.WATCHED
    topic = Topic.WATCHED

    @property
    def headline(self) -> str:
        if self.is_end:
            return gettext("Game {game}, which you watch, is over.").format(game=self.game.pk)
        return gettext("Game {game}, which you watch, has moved on.").format(game=self.game.pk)

    def check_wanted(self) -> None:
        watch = watch_of(self.game, self.reader)
        if watch is None or not (self.is_end or watch.each_turn):
            raise NotWanted(gettext("The game is not watched any more."))

    def events(self) -> Sequence[GameEvent]:
        """All since what the mail was written for."""
        return list(queries.events_since(self.game, self.mail.context.get("first_seq", 1) - 1))

    def values(self) -> dict[str, Any]:
        ending = Result(self.mail, self.now).values() if self.is_end else {}
        return super().values() | {name: ending[name] for name in ("players", "places", "reason") if ending}


class Said(GameMessage):
    """Somebody has said something in a game that is over, so that no other mail will tell it."""

    kind = Kind.SAID
    topic = Topic.NEWS
    template = "notice"
    headline_text = gettext_noop("Something was said in game {game}, which is over.")

    def check_wanted(self) -> None:
        if is_muted(self.game, self.reader):
            raise NotWanted(gettext("The player has hidden what the others say in this game."))
