"""What a mail about an event says: subject, headline, what happened, advice, and whether it is still wanted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Game, Player
from ground.wording import and_list
from notifications.outbound.messages.base import moment
from tournaments.models import Event, Fixture
from tournaments.queries import games_of_event

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class Words:
    """What a reader is notified of, when: ``subject`` follows the name of the event, ``headline`` begins the mail."""

    is_question: ClassVar[bool] = False  # it asks whether the reader plays, so it says how games are played

    def __init__(self, event: Event, reader: Player, context: Mapping[str, Any]) -> None:
        self.event = event
        self.reader = reader
        self.context = context

    def check_wanted(self) -> None:
        """Raises NotWanted if there is nothing to say any more."""

    @property
    def subject(self) -> StrOrPromise:
        raise NotImplementedError

    @property
    def headline(self) -> StrOrPromise:
        raise NotImplementedError

    def paragraphs(self) -> list[str]:
        """What happened, in sentences."""
        return []

    def advice(self) -> list[str]:
        """What can be done about it, or what comes next."""
        return []

    # What several of them say ---------------------------------------------------------------------------------------

    def starts(self) -> str:
        """When the event starts, as one more sentence; empty if nobody has said."""
        if not self.event.starts_at:
            return ""
        return " " + _("It starts on %(moment)s.") % {"moment": moment(self.event.starts_at, self.reader)}

    def open_games(self, deadline: datetime | None = None) -> list[int]:
        """The reader's games of the event that run; only those of rounds that end then, if it is said."""
        games = games_of_event(self.event).filter(status=Game.Status.RUNNING, seats__player=self.reader)
        if deadline is not None:
            games = games.filter(fixture_game__fixture__round__deadline=deadline)
        return list(games.order_by("pk").values_list("pk", flat=True))

    def at_the_end(self, deadline: datetime) -> str:
        """What becomes of the reader's games that are open at the end of their round."""
        rounds = Fixture.objects.filter(
            round__division__event=self.event, round__deadline=deadline, seats__entrant__player=self.reader
        )
        if rounds.filter(round__is_extended=True).exists():
            return _("The scores on the board decide games that are open then.")
        return _("Games that are open then get a week more, once. After that the scores on the board decide them.")


def numbered(games: Sequence[int]) -> str:
    """ "game 3", "games 3 and 5"."""
    numbers = and_list([str(game) for game in games])
    return ngettext("game %(numbers)s", "games %(numbers)s", len(games)) % {"numbers": numbers}
