"""What players do about an event: enter, stand by, stay, sit out, come back, challenge, leave. Done to the event."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from django.utils.translation import gettext, gettext_lazy

from games.action.base import Call, Input, NoInputs, Outcome, PlayerAction
from tournaments.directing.action.dry_run import DryRun
from tournaments.directing.action.leaving import dry_run_of_leaving
from tournaments.entries import byes, coming_back
from tournaments.entries.admission import entering
from tournaments.entries.withdrawals import withdraw_entrant
from tournaments.event_rules.layouts import MOST_ROUNDS
from tournaments.models import Entrant, Event
from tournaments.presenting import entry_options
from tournaments.running import ladders, seasons, services
from tournaments.running.decisions import LONGEST_REASON, Decision, check_reason
from tournaments.running.entrants import entrant_named
from tournaments.setup.planning import LONGEST_CODE

_BY_MAIL = {"mail": "The mail about it has a link to the page of the event."}
_BOT = Input("Bot", "The name of a bot of yours, for which you do this.", most=30)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    bot: Annotated[str, _BOT] = ""
    code: Annotated[
        str,
        Input("Code", "The invitation code, if the event requires one.", most=LONGEST_CODE),
    ] = ""
    team: Annotated[
        str,
        Input("Team", "The name of your team, for a team league only.", most=100),
    ] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    round: Annotated[
        int,
        Input("Round", least=1, most=MOST_ROUNDS,
              if_missing=gettext_lazy("Say which round you mean, by its number.")),
    ]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Stays:
    stays: Annotated[bool, Input("Stay", "Whether you play the next season.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Opponent:
    player: Annotated[str, Input("Player", "The name of a player, in any case.", most=150)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaving:
    reason: Annotated[
        str,
        Input(gettext_lazy("Reason"),
              gettext_lazy("Everybody can read it in the event's log. A few words will do."), most=LONGEST_REASON),
    ] = ""  # fmt: skip
    bot: Annotated[str, _BOT] = ""


@dataclass(frozen=True, slots=True)
class Challenged:
    """The match, and the numbers of its games."""

    fixture: int
    games: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Left:
    """The log entry of a player who has left a running event."""

    entry: int | None


class Enter(PlayerAction[Event, Entry]):
    slug, title = "enter", "Enter the event"
    meaning = (
        "If the event is full, you are put on its waiting list. Repeating the request changes nothing. In a team "
        "league, you enter a team and become its captain."
    )
    Inputs, standby = Entry, False

    def perform(self, target: Event, inputs: Entry, call: Call) -> Outcome:
        player = entering(call.player, inputs.bot)
        entrant = services.enter_event(
            event_id=target.pk, player=player, at=call.at, standby=self.standby, code=inputs.code, team=inputs.team
        )
        return Outcome((self.said(entrant).format(
            event=target.name, team=entrant.name, player=player, place_in_list=entry_options.place_in_list(entrant)
        ),))  # fmt: skip

    def said(self, entrant: Entrant) -> str:
        """What has come of it, with places for names."""
        if entrant.team_name:
            return gettext("{team} is entered. Invite its players on the page of the team.")
        if entrant.status == Entrant.Status.WAITING:
            return gettext("You are number {place_in_list} on the waiting list of {event}.")
        if entrant.player.is_program:
            return gettext("{player} takes part in {event}.")
        return gettext("You take part in {event}.")


class StandBy(Enter):
    slug, title = "standby", "Stand by as a substitute"
    meaning = "Offers to take the place of a player who leaves, before the start or while the event runs."
    standby, lacks = True, _BY_MAIL

    def said(self, entrant: Entrant) -> str:
        return gettext("You stand by. If somebody leaves, you may take over, and are notified by mail.")


class Stay(PlayerAction[Event, Stays]):
    slug, title = "stay", "Say whether you will play in the next season"
    meaning = "For players of a league's last season, before its new season starts."
    Inputs, lacks = Stays, _BY_MAIL

    def perform(self, target: Event, inputs: Stays, call: Call) -> Outcome:
        seasons.stay(event_id=target.pk, player_id=call.player.pk, stays=inputs.stays, at=call.at)
        if inputs.stays:
            return Outcome((gettext("You stay, and play {event}.").format(event=target.name),))
        return Outcome((gettext("You do not stay. You can change your mind until the start."),))


class SitOut(PlayerAction[Event, Round]):
    slug, title = "sit-out", "Sit out a round"
    meaning = "In a Swiss tournament, until the round is paired. You cannot sit out the last round."
    Inputs = Round

    def perform(self, target: Event, inputs: Round, call: Call) -> Outcome:
        byes.ask_to_sit_out(event_id=target.pk, player=call.player, round_number=inputs.round, at=call.at)
        said = gettext("You sit out round {number} of {event}. Until it is paired, you can take that back.")
        return Outcome((said.format(number=inputs.round, event=target.name),))


class PlayAfterAll(PlayerAction[Event, Round]):
    slug, title = "play-after-all", "Play in a round after all"
    meaning = "Cancels your request to sit out the round. Possible until the round is paired."
    Inputs = Round

    def perform(self, target: Event, inputs: Round, call: Call) -> Outcome:
        byes.play_after_all(event_id=target.pk, player=call.player, round_number=inputs.round, at=call.at)
        said = gettext("You play in round {number} of {event}.")
        return Outcome((said.format(number=inputs.round, event=target.name),))


class ComeBack(PlayerAction[Event, NoInputs]):
    slug, title = "come-back", "Return after a no-show"
    meaning = (
        "For a player whom the rules of a Swiss tournament removed after a no-show. Possible until the next round "
        "is paired."
    )
    lacks = _BY_MAIL

    def perform(self, target: Event, inputs: NoInputs, call: Call) -> Outcome:
        coming_back.come_back(event_id=target.pk, player=call.player, at=call.at)
        return Outcome((gettext("Welcome back. You are paired again from the next round on."),))


class Challenge(PlayerAction[Event, Opponent]):
    slug, title = "challenge", "Challenge a player on a ladder"
    meaning = (
        "Challenges a player on a higher rung within your reach. The games begin at once; the answer has their numbers."
    )
    Inputs, Facts = Opponent, Challenged
    lacks = {"mail": "A ladder has to be looked at, to see who is within reach."}

    def perform(self, target: Event, inputs: Opponent, call: Call) -> Outcome:
        fixture = ladders.challenge(event_id=target.pk, player=call.player, username=inputs.player, at=call.at)
        games = tuple(fixture.games.order_by("number").values_list("game", flat=True))
        said = gettext("You have challenged {name}. The games have begun.").format(name=inputs.player)
        return Outcome((said,), Challenged(fixture.pk, games))


class Leave(PlayerAction[Event, Leaving]):
    """Its dry run is no trial: what it does to the table is computed, since workers count the results."""

    slug, title = "leave-event", "Leave an event"
    meaning = (
        "Before the start, this withdraws your entry. While the event is running, `dry_run` shows all places that "
        "would change."
    )
    Inputs, Facts, has_dry_run, is_grave = Leaving, Left, True, True

    def perform(self, target: Event, inputs: Leaving, call: Call) -> Outcome:
        player = entering(call.player, inputs.bot)
        if not is_playing(target, player):
            services.withdraw_entry(event_id=target.pk, player=player)
            return Outcome((gettext("You no longer take part in {name}.").format(name=target.name),), Left(None))
        decision = Decision(player, check_reason(inputs.reason), call.at, call.key)
        entry = withdraw_entrant(entrant_named(target, player.username), decision)
        return Outcome((gettext("You have left {event}.").format(event=target.name),), Left(entry.pk))

    def dry_run(self, target: Event, inputs: Leaving, call: Call) -> Outcome:
        player = entering(call.player, inputs.bot)
        if is_playing(target, player):
            found = dry_run_of_leaving(entrant_named(target, player.username), at=call.at)
        else:
            found = DryRun(super().dry_run(target, inputs, call).sentences)
        return Outcome(found.sentences, found)


def is_playing(event: Event, player: Any) -> bool:  # Any: a player
    """Whether a player has a place in a running event."""
    return event.state == Event.State.RUNNING and event.entrants.filter(player=player).exclude(number=None).exists()


ENTER, STANDBY, STAY, SIT_OUT, PLAY_AFTER_ALL = Enter(), StandBy(), Stay(), SitOut(), PlayAfterAll()
COME_BACK, CHALLENGE, LEAVE = ComeBack(), Challenge(), Leave()
