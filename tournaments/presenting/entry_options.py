"""What somebody can do about an event now, and why not: for its page, its box and REST. Writes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext, ngettext

from games.accounts.bots import bots_of
from games.clock.calendars import LeaveRule
from games.clock.pause_words import days_in_words
from games.models import Player
from games.timekeeping.leave import calendar_of
from ground.prepared.queries import Asked, Prepared
from ground.wording import and_list, moment_in_utc, reread
from tournaments.entries.byes import requests_of
from tournaments.entries.coming_back import entry_to_come_back
from tournaments.event_log.kinds import Departure, RemovedFromLadder
from tournaments.event_log.reading import read
from tournaments.event_rules.layouts import Form
from tournaments.exceptions import EventError
from tournaments.formats.knockout import exit_of
from tournaments.formats.round_names import title_of_tie
from tournaments.models import Division, Entrant, Event, TeamPlayer
from tournaments.pairing.brackets import Part
from tournaments.pairing.ladder import FORGIVEN_AFTER
from tournaments.presenting.teams.seen import own_team
from tournaments.queries import field_of, free_places, open_games_of
from tournaments.running import ladders, seasons, services
from tournaments.running.departures import GONE
from tournaments.running.late_entries import late_division
from tournaments.wording.byes import late_entry_in_words


@dataclass(frozen=True, slots=True)
class Step:
    """Something that the viewer can do: a button that posts to the address ``name``, or a link to a page that asks.

    ``choices`` are values of the field ``field`` with their words, where there is something to choose; a field without
    choices is a text. ``asks_code``: the invitation code is typed in.
    """

    name: str
    label: str
    is_main: bool = False
    is_link: bool = False
    field: str = ""
    field_label: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    asks_code: bool = False


State = Event.State
Status = Entrant.Status


@dataclass(frozen=True, slots=True)
class Standing:
    """How the viewer stands to an event: sentences, warnings, and what can be done."""

    described: tuple[str, ...]
    steps: tuple[Step, ...] = ()
    warnings: tuple[str, ...] = ()


_OWN = Prepared(
    lambda: (
        Entrant.objects.filter(event=Asked("event"), player=Asked("player"))
        .latest_stage_first()
        .select_related("division__stage")[:1]
    )
)


def standing_of(event: Event, player: Player | None, *, at: datetime) -> Standing:
    """What the page of an event says to somebody, and what they can do there."""
    if event.state not in (State.OPEN, State.RUNNING):
        return Standing(())
    if player is None:
        return Standing((_for_visitors(event),))
    if event.form == Form.TEAMS and (known := steps_in_teams(event, player)):
        return Standing(*known, warnings_for(event, player, at))
    if event.is_for_bots and not player.is_program:
        return _of_owner(event, player, at)
    entrant = next(iter(_OWN.ask(event=event.pk, player=player.pk)), None)
    if entrant is not None:
        entrant.event = event
    if event.state == State.OPEN:
        return _before(event, player, entrant, at)
    return _while_it_runs(event, player, entrant, at)


def _of_owner(event: Event, owner: Player, at: datetime) -> Standing:
    """What somebody can do for their bots in an event for bots only."""
    bots, there = list(bots_of(owner)), event.entrants.filter(status__in=(Status.ACTIVE, Status.WAITING))
    inside = [bot.username for bot in bots if there.filter(player=bot).exists()]
    takes = event.state == State.OPEN or takes_late_entries(event)
    outside = [bot.username for bot in bots if takes and not refusal_of(event, bot, at) and bot.username not in inside]
    known = gettext("Your bots here: {bots}.").format(bots=and_list(inside)) if inside else ""
    none = "" if inside or outside else gettext("None of your bots can enter now.")
    steps = [
        Step(name, label, field="bot", field_label=gettext("Bot"), choices=tuple((bot, bot) for bot in some))
        for name, label, some in (("enter", gettext("Enter"), outside), ("withdraw", gettext("Withdraw"), inside))
        if some
    ]
    return Standing((gettext("Only bots may enter."), *filter(None, [known, none])), _with_code(event, owner, *steps))


def _for_visitors(event: Event) -> str:
    if event.state == State.OPEN and not free_places(event):
        full = gettext("All {most_entrants} places are taken. Sign in to join the waiting list.")
        return full.format(most_entrants=event.most_entrants)
    if event.state == State.OPEN:
        return gettext("Sign in to enter. {get_entry_display}.").format(
            get_entry_display=event.get_entry_display().capitalize()
        )
    if event.form == Form.TEAMS:
        return gettext("It is running, and takes no more teams.")
    return gettext("It is running. Sign in to stand by as a substitute, or to enter if it still takes players.")


def place_in_list(entrant: Entrant) -> int:
    """Which place somebody has on the waiting list, or among those who stand by."""
    same = entrant.event.entrants.of_first_stage().filter(status=entrant.status)
    earlier = same.filter(entered_at__lt=entrant.entered_at).count()
    return 1 + earlier + same.filter(entered_at=entrant.entered_at, pk__lt=entrant.pk).count()


# Before the start -----------------------------------------------------------------------------------------------------


def _before(event: Event, player: Player, entrant: Entrant | None, at: datetime) -> Standing:
    status = entrant.status if entrant else Status.WITHDRAWN
    starts = gettext("It starts on {moment}.").format(moment=moment_in_utc(event.starts_at)) if event.starts_at else ""
    if entrant is not None and status == Status.ACTIVE:
        begins = starts or gettext("It begins when the director starts it.")
        withdraw = Step("withdraw", gettext("Withdraw my entry"))
        return Standing((gettext("You take part."), begins), (withdraw,), warnings_for(event, player, at))
    if entrant is not None and status == Status.WAITING:
        described = gettext(
            "All {most_entrants} places are taken. You are number {place_in_list} on the waiting list."
        ).format(most_entrants=event.most_entrants, place_in_list=place_in_list(entrant))
        if_not = gettext("If you move up, you are notified by mail; if not, you stand by as a substitute.")
        leave = Step("withdraw", gettext("Leave the waiting list"))
        return Standing((described, if_not), (leave,), warnings_for(event, player, at))
    if entrant is not None and status == Status.ASKED and seasons.is_asked(event, player.pk):
        asked = (
            gettext("You played the season before. Do you stay?"),
            *filter(None, [starts]),
            gettext("Players who have not said yes by then do not take part."),
        )
        steps = (Step("stay", gettext("Yes, I stay"), is_main=True), Step("leave", gettext("No, not this time")))
        return Standing(asked, steps, warnings_for(event, player, at))
    refusal = refusal_of(event, player, at)
    standby = Step("standby", gettext("Stand by as a substitute"))
    if entrant is not None and status == Status.WITHDRAWN and seasons.is_asked(event, player.pk):
        declined = (
            gettext("You have said that you will not stay for this season."),
            *filter(None, [starts]),
            gettext("You can change your mind until it starts."),
        )
        ways = () if refusal else _with_code(event, player, standby)
        return Standing(declined, (Step("stay", gettext("I stay after all"), is_main=True), *ways))
    if refusal:
        return Standing((refusal,))
    if entrant is not None and status == Status.STANDBY:
        return _standing_by(entrant, takes_players=True)
    described, step = _way_in(event)
    said = (*_invited(event, player), described, *filter(None, [starts]))
    reserve = () if event.form == Form.TEAMS else (standby,)  # teams have their own
    return Standing(said, _with_code(event, player, step, *reserve), warnings_for(event, player, at))


def _standing_by(entrant: Entrant, *paused: str, takes_players: bool) -> Standing:
    described = gettext("You stand by as a substitute, as number {place_in_list}.")
    ways = (Step("enter", gettext("Take part instead"), is_main=True),) if takes_players else ()
    stop = Step("withdraw", gettext("Stop standing by"))
    return Standing((*paused, described.format(place_in_list=place_in_list(entrant))), (*ways, stop))


def _with_code(event: Event, player: Player, *steps: Step) -> tuple[Step, ...]:
    """The ways in, which ask for the invitation code of an event that has one."""
    asks = bool(event.entry_code) and not event.invitations.filter(player=player).exclude(invited_by=player).exists()
    return tuple(replace(step, asks_code=asks) for step in steps)


def _invited(event: Event, player: Player) -> tuple[str, ...]:
    """What somebody who has been invited reads first."""
    return (gettext("You are invited."),) if event.invitations.filter(player=player).exists() else ()


def _way_in(event: Event) -> tuple[str, Step]:
    """How a player, or the captain of a team, enters."""
    if event.form == Form.TEAMS:
        described = gettext(
            "Enter a team of {boards} players and reserves: you are its captain and invite the others on its page."
        ).format(boards=event.event_layout.boards)
        label = gettext("Enter a team") if free_places(event) else gettext("Put the team on the waiting list")
        return described, Step("enter", label, is_main=True, field="team", field_label=gettext("Name of the team"))
    if free_places(event):
        time = gettext("Time control: {control}").format(control=event.time_control.describe())
        return time, Step("enter", gettext("Enter"), is_main=True)
    waiting = event.entrants.of_first_stage().filter(status=Status.WAITING).count()
    if waiting:
        described = ngettext(
            "All {most_entrants} places are taken, and {count} player waits for one.",
            "All {most_entrants} places are taken, and {count} players wait for one.",
            waiting,
        )
    else:
        described = gettext("All {most_entrants} places are taken.")
    return described.format(most_entrants=event.most_entrants, count=waiting), Step(
        "enter", gettext("Join the waiting list"), is_main=True
    )


def refusal_of(event: Event, player: Player, at: datetime) -> str:
    """Why somebody may not enter; empty if he may."""
    try:
        services.check_may_enter(event, player, at)
    except EventError as error:
        return error.message
    return ""


def warnings_for(event: Event, player: Player, at: datetime) -> tuple[str, ...]:
    """What somebody should know before the games begin: leave that the event does not respect."""
    rule = event.event_pause_rules.leave
    if rule == LeaveRule.ALLOWED:
        return ()
    calendar = calendar_of(player)
    booked = [day for day in calendar.leave if day >= calendar.local_day(at)]
    most = 0 if rule == LeaveRule.FORBIDDEN else event.event_pause_rules.leave_days
    if len(booked) <= most:
        return ()
    if rule == LeaveRule.FORBIDDEN:
        text = gettext("You have booked leave {days}. This event forbids leave: your clocks in it run on.")
    else:
        text = gettext("You have booked leave {days}. Here only {most} days of leave stop your clocks.")
    return (text.format(days=days_in_words(booked), most=most),)


# While it runs --------------------------------------------------------------------------------------------------------


def _while_it_runs(event: Event, player: Player, entrant: Entrant | None, at: datetime) -> Standing:
    paused = (gettext("The event is paused: no clock runs, and no round is paired."),) if event.paused_at else ()
    if entrant is None or (entrant.number is None and entrant.status != Status.STANDBY):
        return _late(event, player, at, paused)
    if entrant.status == Status.STANDBY:
        return _standing_by(entrant, *paused, takes_players=takes_late_entries(event))
    if entrant.status == Status.DISQUALIFIED:
        return Standing((*paused, gettext("You were disqualified and do not take part any more.")), _ask(event))
    if entrant.status == Status.WITHDRAWN:
        if event.form == Form.LADDER:
            return _back_to_ladder(event, player, entrant, at, paused)
        line = entry_to_come_back(event, player)
        if line is None:
            return Standing((*paused, gettext("You have left this event.")), _ask(event))
        described = gettext("You were taken out: “{why}” Until the next round is paired you can come back.").format(
            why=reread(line.payload.why)
        )
        return Standing((*paused, described), (Step("come_back", gettext("I am back"), is_main=True),))
    if entrant.division is not None and entrant.division.stage.finished_at is not None:
        return Standing((*paused, gettext("You did not reach the finals.")))
    return _playing(event, entrant, at, paused)


def _back_to_ladder(event: Event, player: Player, entrant: Entrant, at: datetime, paused: tuple[str, ...]) -> Standing:
    departures = [entry.payload for entry in read(event.log_entries.all(), Departure)]
    left = [payload for payload in departures if payload.entrant == entrant.pk]
    described = gettext("You have left this ladder.")
    if left and isinstance(left[-1], RemovedFromLadder):
        described = gettext(
            "You were removed from this ladder: when challenged, you lost on time for the second time "
            "within {days} days."
        ).format(days=FORGIVEN_AFTER.days)
    if open_games_of(entrant).exists():
        described += gettext(" Your open games go on, but do not count here.")
    refusal = refusal_of(event, player, at)
    if refusal:
        return Standing((*paused, described, refusal))
    if not takes_late_entries(event):
        full = gettext("At present all {most_entrants} places are taken.").format(most_entrants=event.most_entrants)
        return Standing((*paused, described, full if late_division(event) else str(ladders.ENDS)))
    steps = _with_code(event, player, Step("enter", gettext("Enter again"), is_main=True))
    return Standing((*paused, described, gettext("You can enter again, and begin on the last rung.")), steps)


def _late(event: Event, player: Player, at: datetime, paused: tuple[str, ...]) -> Standing:
    if event.form == Form.TEAMS:
        return Standing((*paused, gettext("It has begun, and takes no more teams.")))
    refusal = refusal_of(event, player, at)
    if refusal:
        return Standing((*paused, refusal), _ask(event) if late_division(event) else ())
    if event.form == Form.LADDER and late_division(event) is None:
        return Standing((*paused, str(ladders.ENDS)))
    standby = Step("standby", gettext("Stand by as a substitute"))
    if not takes_late_entries(event):
        described = gettext("Entries are closed. You can stand by and take over the place of a player who leaves.")
        return Standing((*paused, described), _with_code(event, player, standby))
    described = (
        gettext("You begin on the last rung, and challenge from there.")
        if event.form == Form.LADDER
        else late_entry_in_words(event.event_ruleset)
    )
    steps = _with_code(event, player, Step("enter", gettext("Enter"), is_main=True), standby)
    return Standing((*paused, *_invited(event, player), described), steps, warnings_for(event, player, at))


def takes_late_entries(event: Event) -> bool:
    """Whether a running event still takes players, and has room."""
    return late_division(event) is not None and free_places(event) > 0


def _playing(event: Event, entrant: Entrant, at: datetime, paused: tuple[str, ...]) -> Standing:
    division = entrant.division
    if division is not None and division.stage.stage_format.has_bracket:
        division.event = event
        if out := _knocked_out(division, entrant):
            return Standing((*paused, out))
    described, steps = [gettext("You take part.")], []
    requests = requests_of(entrant)
    if requests.asked:
        described.append(
            gettext("You sit out round {asked}.").format(asked=and_list([str(number) for number in requests.asked]))
        )
        steps.append(_of_rounds("play_after_all", gettext("Play it after all"), requests.asked))
    if requests.free:
        worth = gettext("half a point") if requests.is_half else gettext("no point")
        steps.append(_of_rounds("sit_out", gettext("Sit out a round ({worth})").format(worth=worth), requests.free))
    if event.form == Form.LADDER and division is not None and not event.paused_at:
        division.event = event
        above = ladders.may_challenge(division, entrant, at=at)
        if above:
            choices = tuple((one.player.username, one.player.username) for one in above)
            steps.append(
                Step("challenge", "Challenge", is_main=True, field="player", field_label="Whom", choices=choices)
            )
        else:
            described.append(ladders.why_nobody(division, entrant.player, at=at))
    steps.append(Step("withdraw", gettext("Withdraw …"), is_link=True))
    return Standing((*paused, *described), (*steps, *_ask(event)))


def _ask(event: Event) -> tuple[Step, ...]:
    """The way to the page on which players ask the directors for something."""
    return (Step("requests", gettext("Ask the director …"), is_link=True),) if event.has_director else ()


def _knocked_out(division: Division, entrant: Entrant) -> str:
    """To whom somebody has lost in a knockout; empty for a player who has not."""
    field = field_of(division)
    out = exit_of(field, entrant.pk)
    if out is None:
        return ""
    if out.winner is None:
        return gettext("You are out: the next round had been paired when your result was corrected.")
    winner = Entrant.objects.select_related("player").get(pk=out.winner).player
    if out.tie.part == Part.FINAL:
        return gettext("You lost the grand final to {winner}.").format(winner=winner)
    if not out.is_last:
        title = title_of_tie(division.stage.format, len(field.roster.entrants), *out.tie.place)
        return gettext("You are out. You lost to {winner}: {round}.").format(winner=winner, round=title)
    if out.tie.number == 1:
        return gettext("You lost the final to {winner}.").format(winner=winner)
    return gettext("You lost the match for third place to {winner}.").format(winner=winner)


def _of_rounds(name: str, label: str, rounds: Sequence[int]) -> Step:
    """Something to be done about one of these rounds."""
    choices = tuple((str(number), gettext("Round {number}").format(number=number)) for number in rounds)
    return Step(name, label, field="round", field_label=gettext("Round"), choices=choices)


def steps_in_teams(event: Event, player: Player) -> tuple[tuple[str, ...], tuple[Step, ...]] | None:
    """What a player of a team, or one who is invited, reads and can do; None for everybody else."""
    team = own_team(event, player)
    if team is None:
        return None
    if team.status == Entrant.Status.ASKED and team.player_id == player.pk:
        asked = gettext("The director asks you to enter {team} as its captain.").format(team=team.name)
        return (asked,), (Step("enter", gettext("Enter {team}").format(team=team.name), is_main=True),)
    if not TeamPlayer.objects.filter(entrant=team, player=player, accepted_at__isnull=False).exists():
        said = gettext("{team} invites you to play for it.").format(team=team.name)
        return (said,), (Step("my_team", gettext("Look at the team and answer"), is_main=True, is_link=True),)
    described = [gettext("You play for {team}.").format(team=team.name)]
    if team.status == Entrant.Status.WAITING:
        described.append(gettext("All places are taken: the team is on the waiting list."))
    steps = [Step("my_team", gettext("Your team and its line-up"), is_main=True, is_link=True)]
    if team.player_id == player.pk and team.status not in GONE:
        label = gettext("Withdraw the team") if team.number is None else gettext("Withdraw the team …")
        steps.append(Step("withdraw", label, is_link=team.number is not None))
    return tuple(described), tuple(steps)
