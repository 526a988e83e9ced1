"""Another deadline for a round that is being played, or for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ground.canonical import whole_milliseconds
from ground.wording import moment_in_utc
from tournaments.directing.action.base import EntryAction, Place
from tournaments.directing.action.dry_run import DryRun
from tournaments.directing.action.inputs import Moment, OpenRound
from tournaments.event_log.kinds import DeadlineMoved
from tournaments.exceptions import EventError
from tournaments.models import Event, EventLogEntry, Round
from tournaments.queries import open_rounds, running_games
from tournaments.running.decisions import Decision, write_entry
from tournaments.running.neutrality import Stake, stake_in_games

LONGEST = timedelta(days=731)  # from now until the new deadline


@dataclass(frozen=True, slots=True, kw_only=True)
class NewDeadline:
    """Without a round every one that is being played, in all divisions."""

    round: Annotated[int | None, OpenRound()] = None
    deadline: Annotated[datetime, Moment(gettext_lazy("New deadline"))]


class MoveDeadline(EntryAction[NewDeadline]):
    """The clocks of games stay as they are."""

    slug = "move-deadline"
    title = gettext_lazy("Move deadline")
    meaning = gettext_lazy(
        "Changes the deadline of a round that is being played, or of all such rounds. The clocks of games "
        "stay as they are."
    )
    Inputs = NewDeadline
    offered_at = (Place.OPEN_GAMES,)

    def stakes(self, event: Event, inputs: NewDeadline) -> Sequence[Stake]:
        games = running_games(event)
        if inputs.round is not None:
            games = games.filter(fixture_game__fixture__round__number=inputs.round)
        return (stake_in_games(games),)

    def consequences(self, event: Event, inputs: NewDeadline, *, at: datetime) -> DryRun:
        _rounds_to_move(event, inputs, at=at)
        end = moment_in_utc(inputs.deadline)
        if inputs.round is None:
            ends = _(
                "Every round that is being played ends on %(end)s. Games that are open then get a week more, once; "
                "after that they are adjudicated by the scores on the board."
            )
        else:
            ends = _(
                "Round %(number)d ends on %(end)s. Games that are open then get a week more, once; after that they are "
                "adjudicated by the scores on the board."
            )
        sentences = [ends % {"number": inputs.round, "end": end}]
        if event.paused_at is not None:
            sentences.append(_("The event is paused: when it resumes, the deadline moves by the length of the pause."))
        return DryRun(tuple(sentences))

    def write(self, event: Event, inputs: NewDeadline, decision: Decision) -> EventLogEntry:
        rounds = _rounds_to_move(event, inputs, at=decision.at)
        deadline = whole_milliseconds(inputs.deadline)
        rounds.update(deadline=deadline, is_extended=False)
        return write_entry(event, DeadlineMoved(round=inputs.round, deadline=deadline), decision)


def _rounds_to_move(event: Event, inputs: NewDeadline, *, at: datetime) -> QuerySet[Round]:
    """The rounds that are being played and are meant.

    Raises EventError for a deadline that is over or far away, and where there is no such round.
    """
    if not at < inputs.deadline <= at + LONGEST:
        raise EventError(_("The new deadline must lie in the future, within the next two years."), "deadline")
    rounds = open_rounds(event)
    if inputs.round is not None:
        rounds = rounds.filter(number=inputs.round)
    if not rounds.exists():
        raise EventError(_("%(event)s has no such round that is being played.") % {"event": event.name}, "round")
    return rounds
