"""What a director can do, as a list: what each deed asks for, what it would come to, and doing it.

Pages and REST make their forms of this list, so that both have the same deeds with the same consequences. Names of the
values are those of ``Values``; the doors read them, services check them.
"""

from __future__ import annotations

from tournaments.actions.base import Deed
from tournaments.actions.course import (
    Announce,
    Archive,
    CallOff,
    Finish,
    MoveDeadline,
    Pause,
    Resume,
    TakeBack,
    Unarchive,
)
from tournaments.actions.entrants import Disqualify, GiveBye, Substitute, Withdraw
from tournaments.actions.games import AddTime, Adjudicate, Annul, Correct
from tournaments.models import Event

DEEDS: dict[str, Deed] = {
    deed.slug: deed
    for deed in (
        Adjudicate(),
        AddTime(),
        Correct(),
        Annul(),
        Withdraw(),
        Substitute(),
        GiveBye(),
        Disqualify(),
        MoveDeadline(),
        Announce(),
        Pause(),
        Resume(),
        TakeBack(),
        Finish(),
        CallOff(),
        Archive(),
        Unarchive(),
    )
}


def possible_deeds(event: Event) -> dict[str, bool]:
    """Whether each deed can be thought of in an event, by its name as templates write it, with underscores."""
    return {slug.replace("-", "_"): deed.is_possible(event) for slug, deed in DEEDS.items()}
