"""Words about what concerns a reader and is no entry of the log: questions, invitations, a place, a round that ends."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Game
from notifications.outbound.messages.base import NotWanted, moment
from notifications.outbound.messages.events.words import Words, numbered
from tournaments.models import Entrant, Event
from tournaments.signals import ASKED, DEADLINE_NEAR, INVITED, MOVED_UP


class SeasonQuestionWords(Words):
    is_question: ClassVar[bool] = True

    def check_wanted(self) -> None:
        if not self.event.entrants.filter(player=self.reader, status=Entrant.Status.ASKED).exists():
            raise NotWanted("The question has been answered.")

    @property
    def subject(self) -> str:
        return _("do you stay for the new season?")

    @property
    def headline(self) -> str:
        return _("A new season takes entries.")

    def advice(self) -> list[str]:
        return [
            _("You played last season. Do you stay?") + self.starts(),
            _("There is a button for it on the page of the event. If you have not said yes by the start, you are not "
              "in it."),
        ]  # fmt: skip


class InvitedWords(Words):
    is_question: ClassVar[bool] = True

    def check_wanted(self) -> None:
        if self.event.state not in (Event.State.OPEN, Event.State.RUNNING):
            raise NotWanted("The event takes no entries any more.")

    @property
    def subject(self) -> str:
        return _("you are invited")

    @property
    def headline(self) -> str:
        return _("You are invited to an event.")

    def advice(self) -> list[str]:
        invites = _("%(director)s invites you.") % {"director": self.event.director.username}
        return [f"{invites}{self.starts()} {_('You can enter on its page.')}"]


class MovedUpWords(Words):
    @property
    def subject(self) -> str:
        return _("you take part")

    @property
    def headline(self) -> str:
        return _("You have a place in an event.")

    def advice(self) -> list[str]:
        return [
            _("A place is free, and you were the next on the waiting list: you take part.") + self.starts(),
            _("If you cannot play any more, withdraw on its page before it starts."),
        ]


class DeadlineNearWords(Words):
    def check_wanted(self) -> None:
        if not self._games():
            raise NotWanted("The games have been played on.")

    @property
    def subject(self) -> str:
        return _("a round ends soon, and it is your turn")

    @property
    def headline(self) -> str:
        return _("A round of an event ends soon, and others wait for you.")

    @property
    def _deadline(self) -> datetime:
        return datetime.fromisoformat(self.context["deadline"])

    def _games(self) -> list[int]:
        """The games of the round in which it is the reader's turn."""
        waiting = Game.objects.filter(
            fixture_game__fixture__round__division__event=self.event,
            fixture_game__fixture__round__deadline=self._deadline,
            status=Game.Status.RUNNING,
            seats__number=F("to_act"),
            seats__player=self.reader,
        )
        return list(waiting.order_by("pk").values_list("pk", flat=True))

    def advice(self) -> list[str]:
        games = self._games()
        described = ngettext(
            "It is your turn in %(count)s game of a round that ends on %(moment)s: %(games)s.",
            "It is your turn in %(count)s games of a round that ends on %(moment)s: %(games)s.",
            len(games),
        ) % {"count": len(games), "moment": moment(self._deadline, self.reader), "games": numbered(games)}
        how = _("To move, answer the mail with the board, or go to the game on the site.")
        return [described, how, self.at_the_end(self._deadline)]


QUESTIONS: dict[str, type[Words]] = {
    ASKED: SeasonQuestionWords,
    DEADLINE_NEAR: DeadlineNearWords,
    INVITED: InvitedWords,
    MOVED_UP: MovedUpWords,
}
