"""Players from a list of comma-separated values: each is invited and waits among those who are asked to enter, with the
seed, tier and division that the list gives. All of a list is done or nothing."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils.translation import gettext as _

from games.action.base import undone
from games.models import Player
from tournaments.directing.before_start.place_player import PlaceOfPlayer, PlacePlayer
from tournaments.directing.before_start.seed_players import Order, SeedPlayers
from tournaments.directing.before_start.team_lists import ask_teams, check_team, result_in_words
from tournaments.entries.admission import invite, player_named
from tournaments.exceptions import EventError, NotAllowed
from tournaments.models import Entrant, Event
from tournaments.running.decisions import Decision
from tournaments.running.services import lock_directed

COLUMNS = ("username", "address", "team", "seed", "tier", "division")
MOST_LINES = 100
LONGEST_LIST = 20_000  # characters
LARGEST_NUMBER = 2000

Status = Entrant.Status


@dataclass(frozen=True, slots=True)
class LineResult:
    """What comes of a line of the list: a sentence, also where it ``is_wrong``. Lines count from 1, with the header."""

    line: int
    player: str
    sentence: str
    is_wrong: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    """A line as it was read; 0 where a column is empty."""

    line: int
    username: str
    address: str
    team: str
    seed: int
    tier: int
    division: int

    @property
    def is_placed(self) -> bool:
        return bool(self.seed or self.tier or self.division)


def try_list(*, event_id: int, player: Player, text: str, at: datetime) -> list[LineResult]:
    """What would come of each line; nothing is done. Raises what ``enter_list`` does, but not for wrong lines."""
    found: list[LineResult] = []
    undone(lambda: found.extend(_enter(event_id, player, text, at)))
    return found


@transaction.atomic
def enter_list(*, event_id: int, player: Player, text: str, at: datetime) -> list[LineResult]:
    """Invite the players of a list, and seed and place them. Repeating it changes nothing but the order of seeds.

    Raises EventError for a list that is wrong anywhere, with its first wrong line, and where it cannot be done now;
    NotDirector, NotNeutral and NotAllowed.
    """
    found = _enter(event_id, player, text, at)
    if wrong := next((one for one in found if one.is_wrong), None):
        raise EventError(
            _("Line %(line)d: %(problem)s Nothing was done.") % {"line": wrong.line, "problem": wrong.sentence}, "list"
        )
    return found


def _enter(event_id: int, player: Player, text: str, at: datetime) -> list[LineResult]:
    """The result of each line; if one of them is wrong nothing has been done."""
    event = lock_directed(event_id, player)
    if event.state != Event.State.OPEN:
        problem = _("%(event)s is %(state)s. A list can be entered while it takes entries.")
        raise EventError(problem % {"event": event.name, "state": event.get_state_display()})
    results: list[LineResult] = []
    lines: list[_Line] = []
    people: dict[int, Player] = {}
    for read in _read(text):
        if isinstance(read, LineResult):
            results.append(read)
            continue
        try:
            if not read.address:
                people[read.line] = player_named(read.username)
            _check_line(event, read, lines, people)
            check_team(event, read.team, people.get(read.line), _team_mates(read, lines, people))
        except EventError as error:
            results.append(LineResult(read.line, read.username or read.address, error.message, is_wrong=True))
        lines.append(read)
    if not lines and not results:
        raise EventError(_("The list has no players. Write one in each line below the names of the columns."), "list")
    if any(result.is_wrong for result in results):
        right = [LineResult(one.line, one.username or one.address, _("This line is right.")) for one in lines]
        known = {result.line for result in results}
        return sorted([*results, *(one for one in right if one.line not in known)], key=lambda one: one.line)
    entered = set(event.entrants.filter(status=Status.ACTIVE).values_list("player", flat=True))
    ask_teams(event, player, _teams_of(lines, people), at)
    _invite(event, player, [people[one.line] for one in lines if one.line in people and not one.team], at)
    _invite_addresses(event, player, [one.address for one in lines if one.address], at)
    _place(event, player, lines, people, at)
    return [_result(event, one, people.get(one.line), entered) for one in lines]


# Reading --------------------------------------------------------------------------------------------------------------


def _read(text: str) -> Iterator[_Line | LineResult]:
    """The lines below the header, those that cannot be read as results that are wrong. Raises EventError for a header
    or a length that cannot be."""
    rows = text.lstrip("\ufeff").strip("\n").splitlines()
    if len(text) > LONGEST_LIST or len(rows) > MOST_LINES + 1:
        raise EventError(_("A list has at most %(most)d players.") % {"most": MOST_LINES}, "list")
    first = rows[0] if rows else ""
    separator = max(",;\t", key=first.count)
    header = [name.strip().casefold() for name in first.split(separator)]
    if not {"username", "address"} & set(header) or not set(header) <= set(COLUMNS) or len(set(header)) < len(header):
        raise EventError(
            _("The first line names the columns: username or address, and if you like team, seed, tier and division."),
            "list",
        )
    for number, row in enumerate(rows[1:], 2):
        if row.strip(f" {separator}"):
            yield _read_row(number, header, next(csv.reader([row], delimiter=separator)))


def _read_row(number: int, header: Sequence[str], cells: Sequence[str]) -> _Line | LineResult:
    """One line, or what is wrong about it."""
    values = {name: cell.strip() for name, cell in zip(header, cells, strict=False)}
    username, address = values.get("username", ""), values.get("address", "")
    if "@" in username and not address:
        username, address = "", username
    named = username or address
    numbers = {}
    for name in ("seed", "tier", "division"):
        cell = values.get(name, "")
        if cell and not (cell.isascii() and cell.isdecimal() and 1 <= int(cell) <= LARGEST_NUMBER):
            problem = _("%(column)s is a number from 1, not %(value)s.")
            return LineResult(number, named, problem % {"column": name, "value": f"“{cell[:20]}”"}, is_wrong=True)
        numbers[name] = int(cell) if cell else 0
    if len(cells) > len(header):
        problem = _("There are %(cells)d values for %(columns)d columns.")
        return LineResult(number, named, problem % {"cells": len(cells), "columns": len(header)}, is_wrong=True)
    if bool(username) == bool(address):
        return LineResult(number, named, _("Give a username or an address, one of them."), is_wrong=True)
    return _Line(
        line=number, username=username, address=address, team=" ".join(values.get("team", "").split()), **numbers
    )


def _check_line(event: Event, line: _Line, before: Sequence[_Line], people: dict[int, Player]) -> None:
    """Raises EventError for what the lines before or the event do not allow."""
    if line.address and line.is_placed:
        raise EventError(_("A player can be seeded or placed by username only, not by address."))
    same = next((one for one in before if _is_same(one, line, people)), None)
    if same is not None:
        raise EventError(_("This is the player of line %(line)d.") % {"line": same.line})
    seeded = next((one for one in before if line.seed and one.seed == line.seed), None)
    if seeded is not None:
        raise EventError(_("Seed %(seed)d is given in line %(line)d.") % {"seed": line.seed, "line": seeded.line})
    if line.seed and not SeedPlayers().is_possible(event):
        raise EventError(_("Nobody is seeded in this event; leave the seed out."))
    if (line.tier or line.division) and not PlacePlayer().is_possible(event):
        raise EventError(_("Only leagues and groups have divisions; leave tier and division out."))


def _is_same(one: _Line, other: _Line, people: dict[int, Player]) -> bool:
    if one.address or other.address:
        return bool(one.address) and one.address.casefold() == other.address.casefold()
    return one.line in people and people[one.line] == people.get(other.line)


def _team_mates(line: _Line, before: Sequence[_Line], people: dict[int, Player]) -> list[Player]:
    """The players whom the lines before put into the team of this one."""
    name = line.team.casefold()
    return [people[one.line] for one in before if one.team.casefold() == name and one.line in people]


# Doing ----------------------------------------------------------------------------------------------------------------


def _invite(event: Event, director: Player, people: Sequence[Player], at: datetime) -> None:
    """Those who have not entered are invited, and stand among those who are asked."""
    known = {entrant.player_id: entrant for entrant in event.entrants.filter(player__in=people)}
    new = [one for one in people if one.pk not in known or known[one.pk].status == Status.WITHDRAWN]
    if not new:
        return
    invite(event_id=event.pk, player=director, usernames=[one.username for one in new], at=at)
    for one in new:
        entrant = known.get(one.pk) or Entrant(event=event, player=one)
        entrant.status, entrant.entered_at = Status.ASKED, at
        entrant.save()


def _invite_addresses(event: Event, director: Player, addresses: Sequence[str], at: datetime) -> None:
    """Players who have one of these addresses are invited; nobody learns from it which player has which address."""
    for address in addresses:
        found = EmailAddress.objects.filter(email__iexact=address, verified=True, user__is_active=True).first()
        if found is None:
            continue
        try:
            invite(event_id=event.pk, player=director, usernames=[found.user.username], at=at)
        except NotAllowed as refusal:
            if refusal.code == "quota":
                raise


def _teams_of(lines: Sequence[_Line], people: dict[int, Player]) -> dict[str, list[Player]]:
    """The players of each team in the order of the list, by the name as it was written first."""
    names: dict[str, str] = {}
    teams: dict[str, list[Player]] = {}
    for one in lines:
        if one.team:
            name = names.setdefault(one.team.casefold(), one.team)
            teams.setdefault(name, []).append(people[one.line])
    return teams


def _place(event: Event, director: Player, lines: Sequence[_Line], people: dict[int, Player], at: datetime) -> None:
    """Seeds in order as one entry of the log, each place as one."""
    decision = Decision(director, _("From a list of entrants."), at)
    if order := sorted((one for one in lines if one.seed), key=lambda one: one.seed):
        names = [people[one.line].username for one in order]
        SeedPlayers().do(event, Order(players=names), decision)
    for one in lines:
        if one.tier or one.division:
            values = PlaceOfPlayer(player=people[one.line].username, tier=one.tier or None, pool=one.division or None)
            PlacePlayer().do(event, values, decision)


def _result(event: Event, line: _Line, player: Player | None, entered: set[int]) -> LineResult:
    if player is None:
        sentence = _("If a player has this address, they are invited by mail.")
    elif line.team:
        sentence = result_in_words(event, line.team, player)
    elif player.pk in entered:
        sentence = _("Has entered already.")
    else:
        sentence = _("Is asked by mail to enter.")
    parts = [
        words % {"number": number}
        for number, words in (
            (line.seed, _("Seed %(number)d.")),
            (line.tier, _("Tier %(number)d.")),
            (line.division, _("Division %(number)d.")),
        )
        if number
    ]
    return LineResult(line.line, player.username if player else line.address, " ".join([sentence, *parts]))
