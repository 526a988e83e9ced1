"""Words about what concerns a reader and is no entry of the log: questions, invitations, a place, a round that ends."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from django.db.models import F
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import Game
from games.presenting.titles import round_in_words
from notifications.outbound.messages.base import NotWanted, moment
from notifications.outbound.messages.events.words import Words, numbered
from tournaments.models import Entrant, Event, TeamPlayer
from tournaments.queries import round_titles, waiting_for_release
from tournaments.signals import ASKED, DEADLINE_NEAR, DRAFTED, INVITED, LINE_UP_DUE, MOVED_UP, ROUND_READY, TEAM_INVITED


class SeasonQuestionWords(Words):
    is_question: ClassVar[bool] = True
    subject = gettext_lazy("do you stay for the new season?")
    headline = gettext_lazy("A new season takes entries.")

    def check_wanted(self) -> None:
        if not self.event.entrants.filter(player=self.reader, status=Entrant.Status.ASKED).exists():
            raise NotWanted(_("The question has been answered."))

    def advice(self) -> list[str]:
        return [
            _("You played last season. Do you stay?") + self.starts(),
            _("There is a button for it on the page of the event. If you have not said yes by the start, you are not "
              "in it."),
        ]  # fmt: skip


class SeasonDraftedWords(Words):
    subject = gettext_lazy("the next season is a draft")
    headline = gettext_lazy("The next season of a league that you direct is a draft.")

    def check_wanted(self) -> None:
        if self.event.state != Event.State.DRAFT:
            raise NotWanted(_("The draft is open for entries already."))

    def advice(self) -> list[str]:
        return [
            _("You can change everything but its game. It opens for entries when you open it, or by itself after three "
              "days; then the players of the season before are asked whether they stay."),
        ]  # fmt: skip


class RoundReadyWords(Words):
    headline = gettext_lazy("You can look at the next round of an event that you direct before its players see it.")

    def check_wanted(self) -> None:
        if waiting_for_release(self.event) is None:
            raise NotWanted("The round has begun.")

    @property
    def subject(self) -> str:
        return _("waiting for its release: %(round)s") % {"round": self._title}

    def advice(self) -> list[str]:
        release = moment(datetime.fromisoformat(self.context["release"]), self.reader)
        begins = _("%(round)s: begins on %(moment)s, or as soon as you release it.")
        return [
            begins % {"round": capfirst(self._title), "moment": release},
            _("The director's console shows its pairs. There you can set a pairing or keep players apart."),
        ]

    @property
    def _title(self) -> str:
        """What the round is called, also once it has begun."""
        division = self.event.divisions.select_related("stage").order_by("-stage__number").first()
        number = self.context["round"]
        return round_in_words({"round": number}) if division is None else round_titles(division, [number])[number]


class InvitedWords(Words):
    is_question: ClassVar[bool] = True
    subject = gettext_lazy("you are invited")
    headline = gettext_lazy("You are invited to an event.")

    def check_wanted(self) -> None:
        if self.event.state not in (Event.State.OPEN, Event.State.RUNNING):
            raise NotWanted(_("The event takes no entries any more."))

    def advice(self) -> list[str]:
        invites = _("%(director)s invites you.") % {"director": self.event.director.username}
        return [" ".join([f"{invites}{self.starts()}", _("You can enter on its page.")])]


class TeamInvitedWords(Words):
    is_question: ClassVar[bool] = True
    subject = gettext_lazy("a team invites you")
    headline = gettext_lazy("A team invites you to play for it.")

    def check_wanted(self) -> None:
        waiting = TeamPlayer.objects.filter(entrant=self.context["team"], player=self.reader, accepted_at=None)
        if self.event.state != Event.State.OPEN or not waiting.exists():
            raise NotWanted(_("The invitation has been answered, or the event has begun."))

    @property
    def team(self) -> Entrant:
        return Entrant.objects.select_related("player").get(pk=self.context["team"])

    def advice(self) -> list[str]:
        named = {"captain": self.team.player.username, "team": self.team.name}
        return [
            _("%(captain)s is the captain of %(team)s and invites you to it.") % named + self.starts(),
            _("You can accept or decline on the page of the team, which the page of the event leads to."),
        ]


class LineUpDueWords(Words):
    headline = gettext_lazy("You can name the line-up of your team for the next round.")

    def check_wanted(self) -> None:
        if waiting_for_release(self.event) is None:
            raise NotWanted(_("The round has begun."))

    @property
    def subject(self) -> str:
        return _("your line-up for round %(number)d is due") % {"number": self.context["round"]}

    def advice(self) -> list[str]:
        release = moment(datetime.fromisoformat(self.context["release"]), self.reader)
        begins = _("Round %(number)d begins on %(moment)s; until then you can name who plays on which board.")
        return [
            begins % {"number": self.context["round"], "moment": release},
            _("If you do nothing, the first players of the list play, in its order."),
        ]


class MovedUpWords(Words):
    subject = gettext_lazy("you take part")
    headline = gettext_lazy("You have a place in an event.")

    def advice(self) -> list[str]:
        return [
            _("A place is free, and you were the next on the waiting list: you take part.") + self.starts(),
            _("If you cannot play any more, withdraw on its page before it starts."),
        ]


class DeadlineNearWords(Words):
    subject = gettext_lazy("a round ends soon, and it is your turn")
    headline = gettext_lazy("A round of an event ends soon, and others wait for you.")

    def check_wanted(self) -> None:
        if not self._games():
            raise NotWanted(_("The games have been played on."))

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
    DRAFTED: SeasonDraftedWords,
    INVITED: InvitedWords,
    LINE_UP_DUE: LineUpDueWords,
    MOVED_UP: MovedUpWords,
    ROUND_READY: RoundReadyWords,
    TEAM_INVITED: TeamInvitedWords,
}
