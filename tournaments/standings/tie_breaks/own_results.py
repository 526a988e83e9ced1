"""Tie-breaks that count an entrant's own rounds (C.07 article 7): wins, games moving second, running scores."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext_lazy

from tournaments.standings.points import POINT
from tournaments.standings.tables import UNFINISHED, VOLUNTARY, Kind, RoundResult, Table
from tournaments.standings.tie_breaks.base import Source, TieBreak


def _counts_as_game(table: Table, result: RoundResult) -> bool:
    """Whether the round is a game where games are counted: a forfeit lost never is one (article 15.2)."""
    return result.kind in table.games and result.kind != Kind.FORFEIT_LOSS


class Wins(TieBreak):
    """C.07 article 7.1."""

    code = "WIN"
    name = gettext_lazy("wins")
    meaning = gettext_lazy("The number of rounds with as many points as for a win, byes and forfeits included.")

    def counted(self, table: Table, entrant: int) -> Iterable[tuple[Source, int]]:
        win = table.terms.win
        return [(result, 1) for result in table.rounds[entrant] if result.points == win]


class WinsPlayed(TieBreak):
    """C.07 article 7.2."""

    code = "WON"
    name = gettext_lazy("wins in play")
    meaning = gettext_lazy("The number of matches won by playing.")

    def counted(self, table: Table, entrant: int) -> Iterable[tuple[Source, int]]:
        return (
            (result, 1)
            for result in table.rounds[entrant]
            if result.points == table.terms.win and _counts_as_game(table, result)
        )


class GamesMovingSecond(TieBreak):
    """C.07 article 7.3: games played with Black."""

    code = "BPG"
    name = gettext_lazy("games moving second")
    meaning = gettext_lazy("The number of games in which the other player moved first.")
    for_two = True

    def counted(self, table: Table, entrant: int) -> Iterable[tuple[Source, int]]:
        return (
            (result, result.second)
            for result in table.rounds[entrant]
            if result.second and _counts_as_game(table, result)
        )


class WinsMovingSecond(TieBreak):
    """C.07 article 7.4: games won with Black."""

    code = "BWG"
    name = gettext_lazy("wins moving second")
    meaning = gettext_lazy("The number of games won in which the other player moved first.")
    for_two = True

    def counted(self, table: Table, entrant: int) -> Iterable[tuple[Source, int]]:
        return (
            (result, result.second_won)
            for result in table.rounds[entrant]
            if result.second_won and _counts_as_game(table, result)
        )


class ProgressiveScores(TieBreak):
    """C.07 article 7.5. The parts are the scores after each round."""

    code = "PS"
    name = gettext_lazy("progressive score")
    meaning = gettext_lazy(
        "The sum of the scores after each round, so that points count the more the earlier they were made."
    )
    unit = POINT

    def counted(self, table: Table, entrant: int) -> Iterable[tuple[Source, int]]:
        results = table.rounds[entrant]
        score = 0
        for number in range(1, table.last_round + 1):
            score += sum(result.points for result in results if result.number == number)
            yield RoundResult(number, Kind.PLAYED, score), score


class RoundsElected(TieBreak):
    """C.07 article 7.6."""

    code = "REP"
    name = gettext_lazy("rounds elected to play")
    meaning = gettext_lazy(
        "The number of rounds, without those that the player asked to sit out or lost by not appearing."
    )

    def counted(self, table: Table, entrant: int) -> Iterable[tuple[Source, int]]:
        return (
            (result, 1)
            for result in table.rounds[entrant]
            if result.kind not in VOLUNTARY and result.kind not in UNFINISHED
        )


class StandardPoints(TieBreak):
    """C.07 article 7.7: 1, ½ and 0, whatever a win is worth in this event.

    Where a forfeit is a game (article 15.2) two players who both forfeit have as many points as each other: ½ each.
    """

    code = "STD"
    name = gettext_lazy("standard points")
    meaning = gettext_lazy(
        "1 for each round with more points than the opponent, or in a round without a game more "
        "than for a draw; ½ for as many."
    )
    unit = POINT
    for_two = True

    def counted(self, table: Table, entrant: int) -> Iterable[tuple[Source, int]]:
        for result in table.rounds[entrant]:
            margin = result.points - (result.points_of_opponent if result.kind in table.games else table.terms.draw)
            if margin >= 0:
                yield result, POINT if margin else POINT // 2


class BoardPoints(TieBreak):
    """C.07, "Match points versus game points": in a table of match points, the points of all boards. A match that is
    won because the other team has left counts all boards, as a match to which a team does not come does in leagues."""

    code = "BP"
    name = gettext_lazy("board points")
    meaning = gettext_lazy(
        "The points of all boards, 1, ½ or 0 each; a match won because the other team has left counts all boards."
    )
    unit = POINT
    for_two = for_teams = True

    def counted(self, table: Table, entrant: int) -> Iterable[tuple[Source, int]]:
        every = POINT * table.terms.boards
        for result in table.rounds[entrant]:
            if result.kind == Kind.FULL_BYE:
                yield result, every
            elif result.kind in table.games:
                yield result, result.total


class Firsts(TieBreak):
    """A first place shared by m counts 1/m."""

    code = "FIRSTS"
    name = gettext_lazy("first places")
    meaning = gettext_lazy("The number of first places; one that is shared counts its share.")
    unit = POINT

    def counted(self, table: Table, entrant: int) -> Iterable[tuple[Source, int]]:
        return (
            (result, result.first) for result in table.rounds[entrant] if result.first and result.kind in table.games
        )


class Margin(TieBreak):
    """Own scores less the mean of all at the table, so that the sum over a table is 0."""

    code = "MARGIN"
    name = gettext_lazy("margin")
    meaning = gettext_lazy("Own scores on the board less the mean score of the table, over all games.")
    unit = POINT
    is_difference = True

    def counted(self, table: Table, entrant: int) -> Iterable[tuple[Source, int]]:
        return ((result, result.ahead) for result in table.rounds[entrant] if result.kind in table.games)
