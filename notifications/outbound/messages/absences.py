"""An opponent takes leave, or cannot be reached by mail; and a question to a player whom no mail reaches."""

from __future__ import annotations

from datetime import date
from functools import cached_property
from typing import Any

from django.conf import settings
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext

from games.clock.calendars import LeaveRule, PauseRules
from games.clock.pause_words import days_in_words
from games.models import Game, Player
from notifications.addresses.unsubscribing import address_link
from notifications.choices.topics import Topic
from notifications.models import AddressHealth, OutboundMail, Unreachable
from notifications.outbound.messages.base import Message, NotWanted, plain

MOST_GAMES = 40


class PlayerUnreachable(Message):
    """For opponents and directors: whom no mail reaches, in which games, and what that means for the clocks."""

    kind = OutboundMail.Kind.UNREACHABLE
    topic = Topic.ABSENCES

    @cached_property
    def span(self) -> Unreachable:
        return Unreachable.objects.select_related("player").get(pk=self.mail.context["span"])

    @cached_property
    def games(self) -> list[Game]:
        """The running games of the two, and those in events that the reader directs."""
        running: QuerySet[Game] = Game.objects.filter(
            status=Game.Status.RUNNING, seats__player=self.span.player_id, seats__left_ply=None
        )
        event = "fixture_game__fixture__round__division__event__director"
        mine = Q(pk__in=self.reader.seats.values("game")) | Q(**{event: self.reader})
        return list(running.filter(mine).distinct().order_by("pk")[:MOST_GAMES])

    def check_wanted(self) -> None:
        if self.span.until is not None:
            raise NotWanted(gettext("Mails reach the player again."))
        if not self.games:
            raise NotWanted(gettext("No game is concerned any more."))

    @property
    def headline(self) -> str:
        return gettext("Mails do not reach {player} at present.").format(player=self.span.player.username)

    @property
    def subject(self) -> str:
        return plain(self.headline.rstrip("."))

    def values(self) -> dict[str, Any]:
        return {
            "headline": self.headline,
            "who": self.span.player.username,
            "games": [
                gettext("Game {game}, {game_rules}").format(game=game.pk, game_rules=game.game_rules.title)
                for game in self.games
            ],
            "hours": settings.FLAG_NOTICE_HOURS,
        }


class Recheck(Message):
    """Goes to the address that is off, because its player asked for it: its link switches the address on."""

    kind = OutboundMail.Kind.RECHECK
    keep = False  # its link changes something

    @cached_property
    def health(self) -> AddressHealth | None:
        wanted = AddressHealth.objects.filter(pk=self.mail.context.get("address"), address__user=self.reader)
        return wanted.filter(off_since__isnull=False).first()

    def check_wanted(self) -> None:
        if self.health is None:
            raise NotWanted(gettext("Mails go to the address again."))

    @property
    def subject(self) -> str:
        return gettext("Do mails reach you again?")

    @property
    def reply_to(self) -> str:
        return ""

    def values(self) -> dict[str, Any]:
        if self.health is None:  # check_wanted has seen to it
            raise NotWanted(gettext("Mails go to the address again."))
        page = reverse("notifications:mail_preferences")
        return {
            "headline": gettext("This mail has reached you: do you want mails here again?"),
            "switch_on": address_link(self.health),
            "settings_page": f"{settings.SITE_URL}{page}",
        }


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
