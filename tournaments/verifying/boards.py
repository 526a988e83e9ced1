"""Checking who plays for the teams of an event: as its pairings and its log say. Part of ``verifying``."""

from __future__ import annotations

from collections.abc import Iterator

from games.models import Seat
from tournaments.event_log.kinds import BoardTakenOver, RoundPaired, SquadNamed
from tournaments.event_log.reading import read
from tournaments.event_rules.layouts import Form
from tournaments.models import Event, FixtureGame, PairingRun, TeamPlayer
from tournaments.standings.matches import board_of


def boards_unlike_log(event: Event) -> Iterator[str]:
    """A sentence for each game of teams in which others sit than were paired or have taken over a board, and for each
    team whose list is not the one of the log. What changes while this looks is left out."""
    if event.form != Form.TEAMS:
        return
    listed: dict[int, list[int]] = {}
    for entrant, player in TeamPlayer.objects.filter(entrant__event=event).values_list("entrant", "player"):
        listed.setdefault(entrant, []).append(player)
    seated: dict[int, list[int]] = {}
    seats = Seat.objects.filter(game__fixture_game__fixture__round__division__event=event).order_by("game", "number")
    for game, player in seats.values_list("game", "player"):
        seated.setdefault(game, []).append(player)
    lines = read(event.log_entries.all(), RoundPaired, BoardTakenOver, SquadNamed)
    later = {key for seq, payload, *_ in lines if seq > event.log_seq for key in _touched(payload)}
    due = _due(event)
    squads: dict[int, tuple[int, ...]] = {}
    for seq, payload, *_ in lines:
        if isinstance(payload, SquadNamed):
            squads[payload.entrant] = payload.players
        elif isinstance(payload, BoardTakenOver) and seq <= event.log_seq:
            for game in payload.games:
                due[game] = [payload.new if player == payload.old else player for player in due.get(game, ())]
    for game in sorted(due):
        if game not in later and seated.get(game) != due[game]:
            yield f"Others sit at game {game} than the line-ups and the log say."
    for entrant, players in squads.items():
        if -entrant not in later and listed.get(entrant, []) != list(players):
            yield f"Others play for the team of entrant {entrant} than the log says."


def _touched(payload: RoundPaired | BoardTakenOver | SquadNamed) -> list[int]:
    """The games that an entry is about, or less than 0 the entrant."""
    if isinstance(payload, SquadNamed):
        return [-payload.entrant]
    return list(payload.games) if isinstance(payload, BoardTakenOver) else []


def _due(event: Event) -> dict[int, list[int]]:
    """By game the players by seat with which it began, as the pairings say that the log names."""
    named = [line.payload for line in read(event.log_entries.all(), RoundPaired) if line.seq <= event.log_seq]
    made = PairingRun.objects.in_bulk([payload.pairing for payload in named])
    boards = {
        fixture: meeting["boards"]
        for payload in named
        for fixture, meeting in zip(payload.fixtures, made[payload.pairing].made["meetings"], strict=True)
    }
    each = event.event_ruleset.games_of_board
    played = FixtureGame.objects.filter(fixture__in=boards)
    due = {}
    for game, fixture, number in played.values_list("game", "fixture", "number"):
        players = boards[fixture][board_of(number, each) - 1]
        due[game] = players[::-1] if (number - 1) % 2 else list(players)
    return due
