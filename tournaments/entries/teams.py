"""Teams of a team league: who is invited and plays, the order of the list, line-ups, and players who leave.

Captains decide about their team, directors about every team; players about themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.exceptions import GameOver
from games.models import Game, Player
from games.play import directing as games
from ground.wording import and_list
from tournaments import permission
from tournaments.entries.admission import player_named
from tournaments.event_log.append import append, lock_event, lock_games_and_event
from tournaments.event_log.kinds import BoardTakenOver, Withdrawn
from tournaments.event_rules.layouts import Form
from tournaments.exceptions import EventError, NotDirector
from tournaments.models import Entrant, Event, LineUp, TeamPlayer
from tournaments.pairing.line_ups import problem_of
from tournaments.queries import may_direct, open_games_of
from tournaments.running import services
from tournaments.running.decisions import Decision
from tournaments.running.departures import GONE, take_out
from tournaments.running.entrants import entrant_of
from tournaments.running.progress import request_standings
from tournaments.running.squads import named, squad_of
from tournaments.signals import TEAM_INVITED, players_concerned

MOST_PLAYERS = 12  # of a team, reserves and invited players included


@transaction.atomic
def invite_player(*, event_id: int, entrant_id: int, by: Player, username: str, at: datetime) -> TeamPlayer:
    """Ask a player to play for a team that has not begun. Idempotent. Raises EventError, NotDirector, and
    EntryRefused for a player who may not enter the event."""
    event, team = _team_of(event_id, entrant_id, by)
    _check_open(event)
    player = player_named(username)
    known = team.squad.filter(player=player).first()
    if known is not None:
        return known
    check_has_place(team.squad.count())
    permission.check_may_be_named(player, at=at)
    services.check_may_enter(event, player, at)
    services.check_in_no_team(event, player)
    last = team.squad.aggregate(last=Max("number"))["last"] or 0
    invited = TeamPlayer.objects.create(entrant=team, player=player, number=last + 1, invited_at=at)
    facts = {"team": team.pk, "by": by.pk}
    key = f"{team.pk}:{at.isoformat()}"
    players_concerned.send(Event, event=event, what=TEAM_INVITED, players=[player.pk], key=key, at=at, facts=facts)
    return invited


def check_has_place(listed: int) -> None:
    """Raises EventError if a team of which so many players are listed can have no other."""
    if listed >= MOST_PLAYERS:
        raise EventError(_("A team has at most %(most)d players.") % {"most": MOST_PLAYERS}, "player")


@transaction.atomic
def accept_invitation(*, event_id: int, entrant_id: int, player: Player, at: datetime) -> TeamPlayer:
    """Play for a team that has invited one; a captain whom a list of the director names enters the team.
    Idempotent. Raises EventError, and EntryRefused."""
    event = lock_event(event_id)
    place = (
        TeamPlayer.objects.filter(entrant=entrant_id, entrant__event=event, player=player)
        .select_related("entrant")
        .first()
    )
    if place is None:
        raise EventError(_("This team has not invited you."))
    if place.accepted_at is None:
        _check_open(event)
        if place.entrant.status == Entrant.Status.ASKED and place.entrant.player_id == player.pk:
            services.enter_event(event_id=event.pk, player=player, at=at)
            place.refresh_from_db()
            return place
        services.check_may_enter(event, player, at)
        services.check_in_no_team(event, player)
        place.accepted_at = at
        place.save(update_fields=["accepted_at"])
    return place


@transaction.atomic
def change_team(
    *, event_id: int, entrant_id: int, by: Player, name: str | None = None, order: Sequence[str] | None = None
) -> Entrant:
    """Give a team that has not begun another name, or its list another order: these players first, then the others as
    they were. Raises EventError, and NotDirector."""
    event, team = _team_of(event_id, entrant_id, by)
    _check_open(event)
    if name is not None:
        team.team_name = services.name_of_team(event, name, but=team)
        team.save(update_fields=["team_name"])
    if order is not None:
        listed = list(team.squad.select_related("player").order_by("number", "pk"))
        by_name = {one.player.username.lower(): one for one in listed}
        first = [by_name.get(username.strip().lower()) for username in order]
        for username, one in zip(order, first, strict=True):
            if one is None:
                raise EventError(_stranger(team, username), "order")
        chosen = list(dict.fromkeys(filter(None, first)))
        for number, one in enumerate([*chosen, *(one for one in listed if one not in chosen)], 1):
            one.number = number
        TeamPlayer.objects.bulk_update(listed, ["number"])
    return team


@transaction.atomic
def name_line_up(
    *, event_id: int, entrant_id: int, by: Player, round_number: int, players: Sequence[str], at: datetime
) -> LineUp:
    """Name who plays a round on which board, first board first; a later one counts instead. Nobody else sees it before
    the round begins. Raises EventError, also for a round that has begun, and NotDirector."""
    event, team = _team_of(event_id, entrant_id, by)
    division = team.division
    if event.state != Event.State.RUNNING or division is None or team.status in GONE:
        raise EventError(_("%(team)s does not play in %(event)s now.") % {"team": team.name, "event": event.name})
    paired = division.rounds.aggregate(last=Max("number"))["last"] or 0
    if round_number <= paired:
        raise EventError(_("Round %(round)d has begun already.") % {"round": round_number}, "round")
    _check_in_no_other(event, team, by)
    listed = {
        one.player.username.lower(): one.player_id
        for one in team.squad.filter(accepted_at__isnull=False).select_related("player")
    }
    for username in players:
        if username.strip().lower() not in listed:
            raise EventError(_stranger(team, username), "players")
    chosen = [listed[username.strip().lower()] for username in players]
    boards = event.event_layout.boards
    problem = problem_of(list(listed.values()), chosen, boards=boards)
    if problem:
        sentence = ngettext(
            "A line-up has %(count)d player, one for each board.",
            "A line-up has %(count)d different players, one for each board.",
            boards,
        )
        raise EventError(sentence % {"count": boards}, "players")
    values = {"players": chosen, "named_by": by, "named_at": at}
    return LineUp.objects.update_or_create(entrant=team, round=round_number, defaults=values)[0]


def leave_team(*, event_id: int, entrant_id: int, username: str, decision: Decision) -> None:
    """A player leaves a team: by their own wish, the captain's or a director's, or by the rules (``decision.player``
    None).

    The next of the list becomes captain where the captain leaves. Until the start the player is taken off the list; a
    team without players is withdrawn. After it a reserve who has no board in the round takes over the open games, and
    without one they are lost; nobody who has left a team comes back to it. Raises EventError, and NotDirector.
    """
    name = username.strip()
    mine = Game.objects.filter(seats__player__username__iexact=name, seats__left_ply=None)
    with lock_games_and_event(_open_boards(entrant_id, mine), event_id) as event:
        team = _checked(event, entrant_id, decision.player, name)
        if event.state not in (Event.State.OPEN, Event.State.RUNNING):
            problem = _("%(event)s is %(state)s; nobody leaves a team any more.")
            raise EventError(problem % {"event": event.name, "state": event.get_state_display()})
        place = team.squad.select_related("player").filter(player__username__iexact=name).first()
        if place is None:
            raise EventError(_stranger(team, username), "player")
        leaver = place.player
        was_in_it = place.accepted_at is not None
        place.delete()
        rest = squad_of(team)
        if team.player_id == leaver.pk and rest:
            team.player_id = rest[0]
            team.save(update_fields=["player"])
        if not was_in_it:
            return
        is_running = event.state == Event.State.RUNNING and team.division is not None
        if is_running:
            append(event, named(team), at=decision.at, division=team.division)
        if rest and is_running:
            _hand_over_boards(event, team, leaver, rest, decision)
    if rest:
        return
    if is_running:
        if team.status not in GONE:
            take_out(event_id, entrant_id, Withdrawn, Decision(None, "No player is left.", decision.at))
    elif event.state == Event.State.OPEN:
        services.withdraw_entry(event_id=event_id, player=leaver)


def _open_boards(entrant_id: int, mine: QuerySet[Game]) -> QuerySet[Game]:
    """Those of a player's games that are open boards of a team."""
    return Game.objects.filter(
        status=Game.Status.RUNNING, fixture_game__fixture__seats__entrant=entrant_id, pk__in=mine.values("pk")
    ).order_by("pk")


def _hand_over_boards(event: Event, team: Entrant, leaver: Player, rest: Sequence[int], decision: Decision) -> None:
    """The open games of a player who has left a team: by match the first of the list without a board in it plays on, if
    there is one, else they are lost. The games and the event are locked."""
    own: dict[int, list[Game]] = {}
    for game in open_games_of(team).filter(seats__player=leaver).select_related("fixture_game"):
        if not game.seats.filter(player=leaver).get().has_left:
            own.setdefault(game.fixture_game.fixture_id, []).append(game)
    for fixture, held in own.items():
        playing = set(Game.objects.filter(fixture_game__fixture=fixture).values_list("seats__player", flat=True))
        reserve = next((player for player in rest if player not in playing), None)
        reason = f"{leaver} has left {team.name}."
        if reserve is not None:
            taken = BoardTakenOver(entrant=team.pk, old=leaver.pk, new=reserve, games=tuple(game.pk for game in held))
            append(event, taken, at=decision.at, division=team.division)
            give_boards(team, held, reserve, actor=None, reason=reason, at=decision.at)
            continue
        for game in held:
            seat = game.fixture_game.seating.index(team.pk)
            with suppress(GameOver):
                games.forfeit_seat(game_id=game.pk, seat=seat, actor_id=None, reason=reason, at=decision.at)
    if team.division is not None:
        request_standings(team.division)


def give_boards(
    team: Entrant, held: Sequence[Game], player_id: int, *, actor: Player | None, reason: str, at: datetime
) -> None:
    """Another player of the team plays on in these games, with the clocks as they stand. They are locked."""
    for game in held:
        with suppress(GameOver):
            games.substitute_seat(
                game_id=game.pk, seat=game.fixture_game.seating.index(team.pk), player_id=player_id,
                actor_id=actor.pk if actor else None, reason=reason, at=at,
            )  # fmt: skip


def _team_of(event_id: int, entrant_id: int, by: Player) -> tuple[Event, Entrant]:
    """The locked event and a team of it, for its captain or somebody who directs the event."""
    event = lock_event(event_id)
    return event, _checked(event, entrant_id, by)


def _checked(event: Event, entrant_id: int, by: Player | None, username: str = "") -> Entrant:
    """The team, if the player leads it, directs the event, or is the one of that name. Raises NotDirector."""
    if event.form != Form.TEAMS:
        raise EventError(_("%(event)s is not for teams.") % {"event": event.name})
    team = entrant_of(event, entrant_id)
    if by is None or by.pk == team.player_id or by.username.lower() == username.lower() or may_direct(event, by):
        return team
    problem = _("Only the captain of %(team)s and the director of %(event)s can do that.")
    raise NotDirector(problem % {"team": team.name, "event": event.name})


def _check_in_no_other(event: Event, team: Entrant, by: Player) -> None:
    """Raises NotDirector for a director who plays for another team, and would see and choose its opponents."""
    others = TeamPlayer.objects.filter(entrant__event=event, player=by).exclude(entrant=team)
    if by.pk != team.player_id and others.exclude(entrant__status__in=GONE).exists():
        problem = _("You play for another team. The captain, or a director who plays for none, names this line-up.")
        raise NotDirector(problem)


def _check_open(event: Event) -> None:
    if event.state != Event.State.OPEN:
        problem = _("%(event)s is %(state)s: teams change until the start only.")
        raise EventError(problem % {"event": event.name, "state": event.get_state_display()})


def _stranger(team: Entrant, username: str) -> str:
    names = and_list(list(team.squad.order_by("number").values_list("player__username", flat=True)))
    return _("%(player)s is not on the list of %(team)s: %(names)s.") % {
        "player": username.strip(), "team": team.name, "names": names,
    }  # fmt: skip
