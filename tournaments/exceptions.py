"""What cannot be done with an event: a code for programs and a sentence for people that says what would be right."""

from __future__ import annotations

from games.exceptions import GameError
from ground.refusals import Refusal


class EventError(Refusal):
    """Something that cannot be done with an event now."""

    code = "event"


class NotAllowed(EventError):
    """A quota, a block or a moderator's decision is against it; the code is that of the refusal."""

    def __init__(self, refusal: GameError) -> None:
        super().__init__(refusal.message)
        self.code, self.refusal = refusal.code, refusal


class NoSuchEvent(EventError):
    """There is no event of that number."""

    code = "no_such_event"


class Meanwhile(EventError):
    """What the action was about is no more: the event does not run, or somebody else has taken over the place."""


class EntriesClosed(EventError):
    """The event takes no entries and no withdrawals now."""

    code = "entries_closed"


class NotDirector(EventError):
    """Only the director may do that."""

    code = "not_director"
    is_forbidden = True


class NotNeutral(EventError):
    """It concerns the player who would decide it; somebody else has to."""

    code = "not_neutral"
    is_forbidden = True


class KeyReused(EventError):
    """An idempotency key that was used for something else."""

    code = "key_reused"


class NotOrganiser(EventError):
    """Only organisers of the club may do that."""

    code = "not_organiser"
    is_forbidden = True


class ClubRefused(EventError):
    """This player cannot join or found the club now."""

    code = "club_refused"


class EntryRefused(EventError):
    """This player may not enter now."""

    code = "entry_refused"
