"""An opponent takes leave, or has given it back."""

from __future__ import annotations

from datetime import date
from functools import cached_property
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext

from games.clock.calendars import LeaveRule, PauseRules
from games.clock.pause_words import days_in_words
from games.models import Game, Player
from notifications.choices.topics import Topic
from notifications.models import OutboundMail
from notifications.outbound.messages.base import Message, NotWanted, plain


class Leave(Message):
    """One mail about all games that the reader and the other one play together."""

    kind = OutboundMail.Kind.LEAVE
    topic = Topic.ABSENCES

    @cached_property
    def who(self) -> Player:
        return Player.objects.get(pk=self.mail.context["player"])

    @cached_property
    def games(self) -> list[Game]:
        together: QuerySet[Game] = Game.objects.filter(status=Game.Status.RUNNING, seats__player=self.reader)
        return list(together.filter(seats__player=self.who).order_by("pk"))

    def check_wanted(self) -> None:
        if not self.games:
            raise NotWanted(gettext("They play no game together any more."))

    @property
    def headline(self) -> str:
        days = days_in_words([date.fromisoformat(day) for day in self.mail.context["days"]])
        if self.mail.context["booked"]:
            return gettext("{who} takes leave: {days}.").format(who=self.who.username, days=days)
        return gettext("{who} has cancelled leave {days}.").format(who=self.who.username, days=days)

    @property
    def subject(self) -> str:
        return plain(self.headline.rstrip("."))

    def values(self) -> dict[str, Any]:
        return {"headline": self.headline, "who": self.who.username, "games": [_line(game) for game in self.games]}


def _line(game: Game) -> str:
    rules = PauseRules.load(game.pause_rules).leave
    what = {
        LeaveRule.ALLOWED: gettext("the clock is stopped on these days"),
        LeaveRule.CAPPED: gettext("the clock is stopped as far as the game allows leave"),
        LeaveRule.FORBIDDEN: gettext("the clock runs on"),
    }[rules]
    return gettext("Game {game}, {game_rules}: {what}").format(
        game=game.pk, game_rules=game.game_rules.title, what=what
    )
