"""What the entries of an event's log say: one module for each kind. Pure, and below the models.

A kind is a frozen dataclass: the fields of the payload with their types, its effect on what the log comes to, what
reverts it, the players whom it concerns, and a sentence. Here they are registered, by a line in the list.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from tournaments.event_log.kinds.base import REVERTED, BeforeStart, Departure, Kind, OfGame, Opposite, WithByes
from tournaments.event_log.kinds.codec import Malformed
from tournaments.event_log.kinds.course.announced import Announced
from tournaments.event_log.kinds.course.arbiter_named import ArbiterNamed
from tournaments.event_log.kinds.course.archived import Archived
from tournaments.event_log.kinds.course.assistant_named import AssistantNamed
from tournaments.event_log.kinds.course.called_off import CalledOff
from tournaments.event_log.kinds.course.finals_began import Finalist, FinalsBegan
from tournaments.event_log.kinds.course.ladder_ended import LadderEnded
from tournaments.event_log.kinds.course.paused import Paused
from tournaments.event_log.kinds.course.reopened import Reopened
from tournaments.event_log.kinds.course.resumed import Resumed
from tournaments.event_log.kinds.course.reverted import Reverted
from tournaments.event_log.kinds.course.start_moved import StartMoved
from tournaments.event_log.kinds.course.started import Season, Started, Starter
from tournaments.event_log.kinds.course.tables_approved import TablesApproved
from tournaments.event_log.kinds.course.terms_changed import TermsChanged
from tournaments.event_log.kinds.course.unarchived import Unarchived
from tournaments.event_log.kinds.entrants.board_taken_over import BoardTakenOver
from tournaments.event_log.kinds.entrants.challenged import Challenged
from tournaments.event_log.kinds.entrants.disqualified import Disqualified
from tournaments.event_log.kinds.entrants.entered import Entered
from tournaments.event_log.kinds.entrants.placed import Placed
from tournaments.event_log.kinds.entrants.removed_from_ladder import RemovedFromLadder
from tournaments.event_log.kinds.entrants.request_answered import RequestAnswered
from tournaments.event_log.kinds.entrants.requested import Requested
from tournaments.event_log.kinds.entrants.seeded import Seeded
from tournaments.event_log.kinds.entrants.squad_named import SquadNamed
from tournaments.event_log.kinds.entrants.substituted import Substituted
from tournaments.event_log.kinds.entrants.withdrawn import Withdrawn
from tournaments.event_log.kinds.games.adjudicated import Adjudicated
from tournaments.event_log.kinds.games.confirmed import Confirmed
from tournaments.event_log.kinds.games.game_annulled import GameAnnulled
from tournaments.event_log.kinds.games.game_corrected import GameCorrected
from tournaments.event_log.kinds.games.game_finished import GameFinished
from tournaments.event_log.kinds.games.time_added import TimeAdded
from tournaments.event_log.kinds.rounds.bye_given import ByeGiven
from tournaments.event_log.kinds.rounds.bye_requested import ByeRequested
from tournaments.event_log.kinds.rounds.deadline_moved import DeadlineMoved
from tournaments.event_log.kinds.rounds.games_added import GamesAdded
from tournaments.event_log.kinds.rounds.kept_apart import KeptApart
from tournaments.event_log.kinds.rounds.line_up_named import LineUpNamed
from tournaments.event_log.kinds.rounds.pairing_set import PairingSet
from tournaments.event_log.kinds.rounds.round_paired import RoundPaired, Vacancy
from tournaments.event_log.kinds.rounds.went_on import WentOn

KINDS: dict[str, type[Kind]] = {
    kind.slug: kind
    for kind in (
        Started,
        StartMoved,
        TermsChanged,
        Seeded,
        Placed,
        RoundPaired,
        WentOn,
        GamesAdded,
        Challenged,
        GameFinished,
        GameCorrected,
        GameAnnulled,
        Adjudicated,
        Confirmed,
        TimeAdded,
        ByeRequested,
        ByeGiven,
        KeptApart,
        PairingSet,
        DeadlineMoved,
        Entered,
        Withdrawn,
        Disqualified,
        RemovedFromLadder,
        Substituted,
        SquadNamed,
        LineUpNamed,
        BoardTakenOver,
        Requested,
        RequestAnswered,
        Paused,
        Resumed,
        Announced,
        AssistantNamed,
        ArbiterNamed,
        Reverted,
        FinalsBegan,
        Reopened,
        LadderEnded,
        CalledOff,
        TablesApproved,
        Archived,
        Unarchived,
    )
}


def load(slug: str, payload: Mapping[str, Any]) -> Kind:
    """The payload of an entry from its JSON. Raises Malformed, also for a kind that is not registered."""
    if slug not in KINDS:
        raise Malformed(
            gettext("There is no kind of entry called {slug}; there are {kinds}.").format(
                slug=f"{slug!r}", kinds=", ".join(KINDS)
            )
        )
    return KINDS[slug].load(payload)


def slugs_of(*kinds: type[Kind]) -> list[str]:
    """The names of these kinds, and of all that are of their sort, such as every ``Departure``."""
    return [slug for slug, kind in KINDS.items() if issubclass(kind, kinds)]


def routine() -> list[str]:
    """The kinds that belong to the normal course of play."""
    return [slug for slug, kind in KINDS.items() if kind.is_routine]


def in_feed() -> list[str]:
    """The kinds that are worth an item of the event's feed."""
    return [slug for slug, kind in KINDS.items() if kind.in_feed]


def revertible() -> list[str]:
    """The kinds that a director can revert."""
    return [slug for slug, kind in KINDS.items() if kind.reverted_by == REVERTED]
