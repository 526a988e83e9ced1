"""Matches, rounds without a game and crosstables ready to be shown: names for entrants, numbers written out, for pages
and REST."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext

from games.models import Game, Seat
from tournaments.event_log.kinds import Reverted, WithByes
from tournaments.event_log.kinds.folding import account
from tournaments.event_log.reading import read
from tournaments.formats import BRACKETS
from tournaments.formats.knockout import winners_in
from tournaments.models import Division, Fixture, StandingSnapshot
from tournaments.queries import field_of, fixtures_of, matches_in, names_in
from tournaments.standings.crosstable import Cell, crosstable
from tournaments.standings.matches import GIVEN, SCORINGS, CountedGame, Match, board_of
from tournaments.standings.points import write_units
from tournaments.standings.rulesets import Ruleset
from tournaments.standings.tables import Kind as RoundKind
from tournaments.wording.decisions import game_in_words, match_in_words, write_points


@dataclass(frozen=True, slots=True)
class GameLine:
    """One game of a match. ``seating`` are the players by seat; ``counted`` by entrant of the match, empty texts while
    it runs or if it does not count. ``board_number``, from 1, in a match of teams, else 0."""

    number: int
    game: Game
    seating: tuple[str, ...]
    on_board: tuple[int, ...]
    counted: tuple[str, ...]
    note: str
    is_finished: bool
    board_number: int = 0

    @property
    def first(self) -> str:
        return self.seating[0]

    @property
    def second(self) -> str:
        return self.seating[1]

    @property
    def score(self) -> str:
        """What the game counts, in the order of the match: "5 : 3"; empty while it runs or if it does not count."""
        return " : ".join(filter(None, self.counted))

    @property
    def board(self) -> list[tuple[str, int]]:
        """What each has on the board, by seat."""
        return list(zip(self.seating, self.on_board, strict=True))


@dataclass(frozen=True, slots=True)
class MatchTable:
    """A fixture game by game, with totals and what they mean; the ``margin`` is one between two, else empty."""

    fixture: Fixture
    players: tuple[str, ...]
    games: tuple[GameLine, ...]
    totals: tuple[str, ...]
    margin: str
    points: tuple[str, ...]
    state: str  # "running", "finished" or "void"
    verdict: str
    is_plain: bool  # the totals say all that the verdict does

    @property
    def lines(self) -> list[tuple[str, str, str]]:
        """Player, total and points in the standings, in the order of the fixture."""
        points = self.points or ("",) * len(self.players)
        return list(zip(self.players, self.totals, points, strict=True))

    @property
    def is_table(self) -> bool:
        """Whether three or more play, so that no score of two says how it came out."""
        return len(self.players) > 2

    @property
    def result(self) -> str:
        """The totals, once a game has ended that counts: "1 : 0"."""
        if self.state == "void" or not any(any(game.counted) for game in self.games):
            return ""
        return " : ".join(self.totals)

    @property
    def title(self) -> str:
        return " \N{EN DASH} ".join(self.players)

    @property
    def boards(self) -> list[tuple[GameLine, str]]:
        """The games of a match of teams, each with its players in the order of the match: "anna \N{EN DASH} ben"."""
        return [
            (line, " \N{EN DASH} ".join(line.seating if line.number % 2 else line.seating[::-1]))
            for line in self.games
            if line.board_number
        ]


@dataclass(frozen=True, slots=True)
class CrossCell:
    """One fixture seen from the row: points, and the totals for and against."""

    fixture: int
    points: str
    totals: str
    state: str

    @property
    def both_totals(self) -> list[str]:
        """The totals for and against, each alone."""
        return self.totals.split(":")


@dataclass(frozen=True, slots=True)
class CrossLine:
    """One player's line of a crosstable: the cells by opponent, empty on the diagonal."""

    rank: int
    player: str
    cells: tuple[tuple[CrossCell, ...], ...]
    points: str


def match_tables(division: Division, fixtures: Sequence[Fixture]) -> list[MatchTable]:
    """The matches of some fixtures of a division, as far as they have been played."""
    ruleset = division.stage.stage_ruleset
    matches = matches_in(division, fixtures)
    seated = _players_on_boards(fixtures) if ruleset.boards else {}
    tables = [_match_table(fixture, match, ruleset, seated) for fixture, match in zip(fixtures, matches, strict=True)]
    if division.stage.format not in BRACKETS or not any(match.is_complete and not match.margin for match in matches):
        return tables
    winners = winners_in(field_of(division))
    return [_with_winner(table, match, winners, ruleset) for table, match in zip(tables, matches, strict=True)]


def _players_on_boards(fixtures: Sequence[Fixture]) -> dict[int, tuple[str, ...]]:
    """The players of the games of teams, by seat."""
    games = [played.game_id for fixture in fixtures for played in fixture.games.all()]
    seated: dict[int, tuple[str, ...]] = {}
    seats = Seat.objects.filter(game__in=games).order_by("game", "number")
    for game, name in seats.values_list("game", "player__username"):
        seated[game] = (*seated.get(game, ()), name)
    return seated


def _with_winner(table: MatchTable, match: Match, winners: Mapping[int, int], ruleset: Ruleset) -> MatchTable:
    """The table of a match of a knockout; that of a level one says for whom it was decided."""
    winner = winners.get(match.fixture)
    if winner is None or not match.points or match.margin:
        return table
    name = table.players[match.entrants.index(winner)]
    by_lot = len(match.games) > ruleset.games_per_fixture
    decided = (
        gettext("The lot decided for {player}.")
        if by_lot
        else gettext("It was decided for {player}, because the opponent left.")
    )
    return replace(table, verdict=f"{table.verdict} {decided.format(player=name)}")


def _match_table(fixture: Fixture, match: Match, ruleset: Ruleset, seated: Mapping[int, tuple[str, ...]]) -> MatchTable:
    names = {seat.entrant_id: seat.entrant.name for seat in fixture.seats.all()}
    finished = {counted.result.game: counted for counted in match.games}
    unit = ruleset.unit
    lines = []
    for played in fixture.games.all():
        counted = finished.get(played.game_id)
        is_given = counted is not None and counted.result.reason in GIVEN
        lines.append(
            GameLine(
                number=played.number,
                game=played.game,
                seating=(seating := seated.get(played.game_id) or tuple(names[entrant] for entrant in played.seating)),
                on_board=counted.result.scores if counted and not is_given else played.game.load_position().scores,
                counted=_counted_texts(counted, SCORINGS[ruleset.scoring].unit, len(names)),
                note=game_in_words(counted, dict(zip(played.seating, seating, strict=True)), ruleset)
                if counted
                else "",
                is_finished=counted is not None or played.game.status == Game.Status.FINISHED,
                board_number=board_of(played.number, ruleset.games_of_board) if ruleset.boards else 0,
            )
        )
    return MatchTable(
        fixture=fixture,
        players=tuple(names[entrant] for entrant in match.entrants),
        games=tuple(lines),
        totals=tuple(write_units(total, unit) for total in match.totals),
        margin=write_units(abs(match.margin), unit) if len(names) == 2 else "",
        points=tuple(write_points(points) for points in match.points or ()),
        state=_state(match),
        verdict=match_in_words(match, names, ruleset, is_running=not all(line.is_finished for line in lines)),
        is_plain=len(names) == 2
        and not (match.is_void or match.forfeited_by)
        and bool(match.margin if match.is_complete else not any(line.score for line in lines)),
    )


def _counted_texts(game: CountedGame | None, unit: int, players: int) -> tuple[str, ...]:
    if game is None or game.counted is None:
        return ("",) * players
    return tuple(write_units(amount, unit) for amount in game.counted)


def _state(match: Match) -> str:
    if match.is_void:
        return "void"
    return "finished" if match.is_complete else "running"


def byes_by_round(division: Division) -> dict[int, list[tuple[str, str]]]:
    """Who sits out which round, and as what, by round; players who have left are not in it."""
    known = account(read(division.log_entries.all(), WithByes, Reverted))
    names = names_in(division) if known.byes else {}
    byes: dict[int, list[tuple[str, str]]] = {}
    for bye in known.byes:
        if bye.kind != RoundKind.WITHDRAWN:
            byes.setdefault(bye.round, []).append((names[bye.entrant], str(bye.kind)))
    return byes


# Crosstable -----------------------------------------------------------------------------------------------------------


def has_cross_table(division: Division) -> bool:
    """Whether everybody meets everybody, two at a time."""
    return division.stage.format in ("round-robin", "team-round-robin") and division.stage.stage_layout.seats == 2


def cross_table(division: Division) -> list[CrossLine]:
    """Everybody against everybody, in the order of the stored standings; the cells as of this moment."""
    names = names_in(division)
    unit = division.stage.stage_ruleset.unit
    rows = {row.entrant: row for row in StandingSnapshot.objects.get(division=division).standings.rows}
    lines = crosstable(list(rows), matches_in(division, list(fixtures_of(division))))
    return [
        CrossLine(
            rank=rows[line.entrant].rank,
            player=names[line.entrant],
            cells=tuple(tuple(_cross_cell(cell, unit) for cell in cells) for cells in line.cells),
            points=write_points(rows[line.entrant].points),
        )
        for line in lines
    ]


def _cross_cell(cell: Cell, unit: int) -> CrossCell:
    if cell.is_void:
        return CrossCell(cell.fixture, "", "", "void")
    totals = f"{write_units(cell.total, unit)}:{write_units(cell.against, unit)}"
    if cell.points is None:
        return CrossCell(cell.fixture, "", totals, "running")
    return CrossCell(cell.fixture, write_points(cell.points), totals, "finished")
